"""Holds the hand-written twins of benchmarks/ to the published counts, and their fused playouts to uniform choice."""

from collections import Counter
from collections.abc import Hashable
from random import Random
from typing import Any

import pytest

from benchmarks.counting import Copying, complete_games, perft, reachable
from benchmarks.twins import FUNCTIONAL, MUTABLE
from tests.chi_square import ALLOWED, excess_of_two

PERFT = {
    "tic_tac_toe": [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872],
    "connect_four": [7, 49, 343, 2_401, 16_807, 117_649, 823_536],
    "breakthrough": [22, 484, 11_132, 256_036],
}


@pytest.mark.parametrize("name", FUNCTIONAL)
def test_functional_twin_counts(name: str) -> None:
    twin = FUNCTIONAL[name]
    depths = range(1, len(PERFT[name]) + 1)
    assert [perft(twin, twin.new(), depth) for depth in depths] == PERFT[name]


@pytest.mark.parametrize("name", MUTABLE)
def test_mutable_twin_counts(name: str) -> None:
    twin = MUTABLE[name]
    depths = range(1, len(PERFT[name]) + 1)
    assert [perft(Copying(twin), twin.new(), depth) for depth in depths] == PERFT[name]


def test_tic_tac_toe_has_its_games_and_positions() -> None:
    functional, mutable = FUNCTIONAL["tic_tac_toe"], MUTABLE["tic_tac_toe"]
    assert complete_games(functional, functional.new()) == 255_168
    assert complete_games(Copying(mutable), mutable.new()) == 255_168
    assert len(reachable(functional, functional.new())) == 5_478


@pytest.mark.parametrize("name", FUNCTIONAL)
def test_twins_agree_move_by_move(name: str) -> None:
    """The same random game on both: as many legal moves, the same owner and the same outcome at every step."""
    functional, mutable = FUNCTIONAL[name], MUTABLE[name]
    random = Random(5)
    for _ in range(100):
        position, board = functional.new(), mutable.new()
        while functional.legal(position):
            ours, theirs = sorted(functional.legal(position)), sorted(mutable.legal(board))
            assert len(ours) == len(theirs)
            assert functional.owner(position) == mutable.owner(board)
            assert functional.outcome(position) == mutable.outcome(board) == (0, 0)
            number = random.randrange(
                len(ours)
            )  # both number cells row by row or column by column, so this is one move
            position = functional.step(position, ours[number])
            mutable.apply(board, theirs[number])
        assert functional.owner(position) is mutable.owner(board) is None
        assert list(mutable.legal(board)) == []
        assert functional.outcome(position) == mutable.outcome(board)


def end_of_position(name: str, position: Any) -> Hashable:
    """What is compared of a functional twin's last position."""
    cells = position[0]
    if name == "tic_tac_toe":
        return tuple(sum(1 << cell for cell, mark in enumerate(cells) if mark == player) for player in (1, 2))
    if name == "connect_four":
        return position[2], 42 - cells.count(0)
    return position[4], cells.count(1), cells.count(2)


def end_of_board(name: str, board: Any) -> Hashable:
    """The same of a mutable twin's last board."""
    if name == "tic_tac_toe":
        return tuple(board)
    winner = (0, 1, 2)[MUTABLE[name].outcome(board)[0]]
    if name == "connect_four":
        return winner, 42 - sum(free_cells(stone) for stone in board.columns)
    return winner, board.cells.count(1), board.cells.count(2)


def free_cells(stone: Any) -> int:
    return 1 + free_cells(stone[1]) if stone else 0


@pytest.mark.parametrize(
    ("name", "games"), [("tic_tac_toe", 40_000), ("connect_four", 20_000), ("breakthrough", 3_000)]
)
def test_fused_playout_is_as_good_as_a_list(name: str, games: int) -> None:
    """How many games end in which way: the fused playout against `legal` and `step`."""
    functional, mutable = FUNCTIONAL[name], MUTABLE[name]
    listing, fusing = Random(1).random, Random(2).random
    listed = Counter(end_of_position(name, functional.playout(functional.new(), listing)) for _ in range(games))
    fused = Counter(end_of_board(name, mutable.playout(fusing)) for _ in range(games))
    assert excess_of_two(listed, fused) < ALLOWED
