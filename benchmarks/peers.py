"""OpenSpiel's games as contenders, where `pyspiel` is installed (`pip install open_spiel`).

A peer is driven from Python, as its user would drive it: one call per question and one per move. What OpenSpiel makes
with the loop inside C++ is more, and is not offered to Python for random playouts.
"""

import importlib
from random import Random
from typing import Any

from benchmarks.measure import Play
from benchmarks.playing import SEED, drawn

# Our names that OpenSpiel knows under the same name; its Python games carry a prefix.
IN_CPP = {"tic_tac_toe", "connect_four", "breakthrough", "kuhn_poker"}
IN_PYTHON = {"tic_tac_toe": "python_tic_tac_toe", "kuhn_poker": "python_kuhn_poker"}
WEIGHT_OF_ONE = 1 << 32  # probabilities as integers, so that peers draw by the same function as we do


def random_games(pyspiel_game: Any) -> Play:
    """Plays random games of OpenSpiel's interface, chance included."""
    random = Random(SEED).random

    def play(games: int) -> None:
        for _ in range(games):
            state = pyspiel_game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    action = drawn(outcomes, [round(chance * WEIGHT_OF_ONE) for chance in chances], random)
                else:
                    actions = state.legal_actions()
                    action = actions[int(random() * len(actions))]
                state.apply_action(action)

    return play


def open_spiel(name: str) -> tuple[dict[str, Play], dict[str, str]]:
    """What OpenSpiel has of a game, and of the rest why it is missing. A game it does not know is no row at all."""
    wanted = ({"openspiel_cpp": name} if name in IN_CPP else {}) | (
        {"openspiel_python": IN_PYTHON[name]} if name in IN_PYTHON else {}
    )
    if not wanted:
        return {}, {}
    try:
        pyspiel = importlib.import_module("pyspiel")
        importlib.import_module("open_spiel.python.games")  # registers the games written in Python
    except ImportError:
        return {}, dict.fromkeys(wanted, "not installed (pip install open_spiel)")
    known = set(pyspiel.registered_names())
    found = {key: random_games(pyspiel.load_game(game)) for key, game in wanted.items() if game in known}
    return found, {key: f"this OpenSpiel has no {game}" for key, game in wanted.items() if game not in known}
