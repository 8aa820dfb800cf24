"""Connect four with one packed counter per line of four, changed in place.

A player is one integer with a field of three bits for each of the 69 lines: how many cells of that line the player
holds. Dropping a stone is one addition, and a field that reaches 4 sets its high bit: somebody has won when the
integer meets `FOUR`. A column is its next stone, linked to the one above it, or None when the column is full.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

COLUMNS, ROWS = 7, 6
LINES = tuple(
    frozenset((column + k * right, row + k * up) for k in range(4))
    for column in range(COLUMNS)
    for row in range(ROWS)
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    if column + 3 * right < COLUMNS and 0 <= row + 3 * up < ROWS
)
FOUR = sum(0b100 << 3 * number for number in range(len(LINES)))

Stone = tuple[int, "Stone | None"]  # what it adds to its player, and the stone that would lie on top of it


def _column(column: int) -> Stone | None:
    stone: Stone | None = None
    for row in reversed(range(ROWS)):
        stone = sum(1 << 3 * number for number, line in enumerate(LINES) if (column, row) in line), stone
    return stone


START = [_column(column) for column in range(COLUMNS)]


@dataclass(slots=True)
class Board:
    first: int
    second: int
    columns: list[Stone | None]
    turn: int


def new() -> Board:
    return Board(0, 0, START[:], 0)


def copied(board: Board) -> Board:
    return Board(board.first, board.second, board.columns[:], board.turn)


def owner(board: Board) -> int | None:
    return board.turn if legal(board) else None


def legal(board: Board) -> list[int]:
    if (board.first | board.second) & FOUR:
        return []
    return [column for column, stone in enumerate(board.columns) if stone]


def apply(board: Board, move: int) -> None:
    stone = board.columns[move]
    assert stone is not None, "the column is full"
    lines, board.columns[move] = stone
    if board.turn:
        board.second += lines
    else:
        board.first += lines
    board.turn ^= 1


def outcome(board: Board) -> tuple[int, int]:
    points = bool(board.first & FOUR) - bool(board.second & FOUR)
    return points, -points


def playout(random: Callable[[], float]) -> Board:
    """A full column is drawn again, which leaves the others equally likely."""
    first = second = 0
    columns = START[:]
    four = FOUR
    for _ in range(COLUMNS * ROWS // 2):
        while not (stone := columns[column := int(random() * 7)]):
            pass
        lines, columns[column] = stone
        first += lines
        if first & four:
            return Board(first, second, columns, 1)
        while not (stone := columns[column := int(random() * 7)]):
            pass
        lines, columns[column] = stone
        second += lines
        if second & four:
            return Board(first, second, columns, 0)
    return Board(first, second, columns, 0)
