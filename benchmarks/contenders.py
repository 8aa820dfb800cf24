"""Gathers who plays a game: its compiled core in three forms, its twins, its peers.

Returns for each game the contenders that can play and, for those that cannot, the reason: a missing piece is a row
of the table, never a figure. A core that counts other positions than the twin does not run against it.
"""

import importlib
from pathlib import Path
from typing import cast

import attrs

from benchmarks import playing
from benchmarks.counting import perft
from benchmarks.measure import Play
from benchmarks.peers import open_spiel
from benchmarks.playing import Choices, Core
from benchmarks.twins import FUNCTIONAL, MUTABLE
from benchmarks.twins.magnanimous.flow import playout as magnanimous_playout

GAMES = Path(__file__).resolve().parent.parent / "games"
FORMS = ("pure", "in_place", "playout")  # ours
AGREED_DEPTH = 3
SEATS = {f"magnanimous_{players}": players for players in (2, 3, 4)}  # played with the pack `neutral`


@attrs.frozen
class Field:
    """Everybody who could play one game: name in the report -> how to play, or why not."""

    ready: dict[str, Play]
    missing: dict[str, str]
    choices: Choices | None = None  # of our core


def available_games() -> list[str]:
    """The games with twins, then the other folders of games/, then Magnanimous for each number of players."""
    folders = sorted(path.parent.name for path in GAMES.glob("*/game.rules"))
    return [*FUNCTIONAL, *(name for name in folders if name not in FUNCTIONAL), *SEATS]


def core_of(name: str) -> Core:
    """The compiled core of a game; raises whatever keeps it from being one."""
    load = importlib.import_module("rulespec").load
    if name in SEATS:
        # That both are the same game is held by tests/test_magnanimous_twin.py, decision by decision.
        return cast(Core, load("magnanimous", players=SEATS[name], content="neutral").core)
    core: Core = load(GAMES / name).core
    if name in FUNCTIONAL:
        twin = FUNCTIONAL[name]
        ours, theirs = perft(core, core.new(), AGREED_DEPTH), perft(twin, twin.new(), AGREED_DEPTH)
        if ours != theirs:
            raise ValueError(f"another game than its twin: {ours} lines of {AGREED_DEPTH} moves, the twin has {theirs}")
    return core


def own_forms(name: str) -> Field:
    try:
        core = core_of(name)
        return Field(
            {"pure": playing.pure(core), "in_place": playing.in_place(core), "playout": playing.playout(core)},
            {},
            playing.choices(core),
        )
    except Exception as error:  # whatever is wrong with one game is told in its row, and the others still run
        return Field({}, dict.fromkeys(FORMS, reason(error)))


def reason(error: Exception) -> str:
    """The first line of what went wrong, for a cell of the table."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def contenders(name: str) -> Field:
    """Everybody who plays this game, in the order of the table."""
    own = own_forms(name)
    twins: dict[str, Play] = {}
    if name in FUNCTIONAL:
        twins["functional_twin"] = playing.functional_twin(FUNCTIONAL[name])
        twins["mutable_twin"] = playing.mutable_twin(MUTABLE[name].playout)
    if name in SEATS:
        players = SEATS[name]
        twins["mutable_twin"] = playing.mutable_twin(lambda random: magnanimous_playout(players, random))
    peers, absent = open_spiel(name)
    return Field({**own.ready, **twins, **peers}, {**own.missing, **absent}, own.choices)
