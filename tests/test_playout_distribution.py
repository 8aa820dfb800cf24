"""`playout` of the core draws the same distribution as uniform choice among `legal`; planted mistakes are noticed."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

import rulespec
from benchmarks.playing import Core
from benchmarks.twins import FUNCTIONAL, FunctionalTwin
from tests.playouts import ALLOWED, deviate_of_large, deviate_of_late, deviate_of_small

GAMES = Path(__file__).resolve().parent.parent / "games"


@cache
def core_of(name: str) -> Core:
    core: Core = rulespec.load(GAMES / name).core
    return core


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker"])
def test_playout_of_a_small_game_has_exact_chances(name: str) -> None:
    assert deviate_of_small(core_of(name), 60_000) < ALLOWED


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_playout_from_late_positions_has_exact_chances(name: str) -> None:
    assert deviate_of_late(core_of(name), 20, 2_000) < ALLOWED


@pytest.mark.parametrize(("name", "games"), [("connect_four", 10_000), ("breakthrough", 4_000)])
def test_playout_of_a_large_game_plays_like_lists(name: str, games: int) -> None:
    assert deviate_of_large(core_of(name), games) < ALLOWED


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough", "kuhn_poker"])
def test_playout_ends_the_game_and_leaves_its_start_alone(name: str) -> None:
    core = core_of(name)
    start = core.new()
    for seed in range(50):
        end = core.playout(start, Random(seed).random)
        assert core.owner(end) is None
        assert core.playout(end, Random(seed).random) == end
        assert core.playout(start, Random(seed).random) == end, "the same numbers give the same game"
    assert start == core.new()


# --- would they notice? ----------------------------------------------------------------------------------------------

Choose = Callable[[Sequence[Any], Callable[[], float]], Any]


@attrs.frozen
class Planted:
    """A twin as a core, whose playout chooses in its own way."""

    twin: FunctionalTwin
    choose: Choose

    def __getattr__(self, name: str) -> Any:
        return getattr(self.twin, name)

    def playout(self, state: Any, random: Callable[[], float]) -> Any:
        while moves := self.twin.legal(state):
            state = self.twin.step(state, self.choose(moves, random))
        return state


def evenly(moves: Sequence[Any], random: Callable[[], float]) -> Any:
    return moves[int(random() * len(moves))]


def first_a_little_more(moves: Sequence[Any], random: Callable[[], float]) -> Any:
    return moves[int(random() ** 1.1 * len(moves))]


def piece_before_move(moves: Sequence[Any], random: Callable[[], float]) -> Any:
    """Any piece that can move, then any of its moves: pieces with few moves move too often."""
    return evenly(evenly([list(group) for _, group in groupby(moves, key=lambda move: move[0])], random), random)


def next_column_if_full(moves: Sequence[Any], random: Callable[[], float]) -> Any:
    """Tries any column and goes on to the next open one: the neighbours of full columns get their share."""
    column = int(random() * 7)
    return next(move for move in [*moves, *moves] if move >= column or column > moves[-1])


@pytest.mark.parametrize("choose", [evenly, first_a_little_more])
def test_planted_bias_in_a_small_game(choose: Choose) -> None:
    deviate = deviate_of_small(planted("tic_tac_toe", choose), 60_000)
    assert (deviate < ALLOWED) is (choose is evenly)


@pytest.mark.parametrize("choose", [evenly, first_a_little_more, next_column_if_full])
def test_planted_bias_in_late_positions(choose: Choose) -> None:
    deviate = deviate_of_late(planted("connect_four", choose), 20, 2_000)
    assert (deviate < ALLOWED) is (choose is evenly)


@pytest.mark.parametrize("choose", [evenly, first_a_little_more, piece_before_move])
def test_planted_bias_in_a_large_game(choose: Choose) -> None:
    deviate = deviate_of_large(planted("breakthrough", choose), 3_000)
    assert (deviate < ALLOWED) is (choose is evenly)


def planted(name: str, choose: Choose) -> Any:
    return Planted(FUNCTIONAL[name], choose)
