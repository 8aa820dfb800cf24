"""What is known about the games in games/, found again through the public interface.

Big counts go through the core; Kuhn poker goes through the facade, its views included.
"""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rulespec
from benchmarks.counting import complete_games, perft, reachable
from tests import kuhn_solver

GAMES = Path(__file__).resolve().parent.parent / "games"


@cache
def game(name: str) -> Any:
    return rulespec.load(GAMES / name)


def test_tic_tac_toe_has_its_complete_games() -> None:
    core = game("tic_tac_toe").core
    assert complete_games(core, core.new()) == 255_168


def test_tic_tac_toe_has_its_positions() -> None:
    core = game("tic_tac_toe").core
    assert len(reachable(core, core.new())) == 5_478


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("connect_four", [7, 49, 343, 2_401, 16_807, 117_649, 823_536]),
        ("breakthrough", [22, 484, 11_132, 256_036]),
    ],
)
def test_lines_of_play(name: str, counts: list[int]) -> None:
    core = game(name).core
    assert [perft(core, core.new(), depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("name", "counts"), [("tic_tac_toe", [9, 72, 504]), ("connect_four", [7, 49, 343])])
def test_lines_of_play_through_the_facade(name: str, counts: list[int]) -> None:
    """The same numbers from named moves and states, a few moves deep."""
    loaded = game(name)
    states = [loaded.new()]
    for count in counts:
        states = [loaded.play(state, move) for state in states for move in loaded.legal(state)]
        assert len(states) == count


# --- Kuhn poker ------------------------------------------------------------------------------------------------------


@cache
def kuhn() -> kuhn_solver.Node:
    loaded = game("kuhn_poker")
    return kuhn_solver.tree_of(loaded, loaded.new(), kuhn_solver.players_of(loaded))


def test_kuhn_poker_has_its_complete_games() -> None:
    assert kuhn_solver.complete_games(kuhn()) == 30
    core = game("kuhn_poker").core
    assert complete_games(core, core.new()) == 30


def test_kuhn_poker_has_its_information_sets() -> None:
    assert len(kuhn_solver.information_sets(kuhn())) == 12


def test_kuhn_poker_has_its_value() -> None:
    bounds = kuhn_solver.solve(kuhn())
    assert bounds.lower <= -1 / 18 <= bounds.upper
    assert bounds.gap < 0.001
