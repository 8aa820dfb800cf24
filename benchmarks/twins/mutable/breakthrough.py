"""Breakthrough on 8x8: a mailbox and a list of pieces per player, changed in place.

The mailbox has nine cells to a row, the ninth a wall, so that no move needs to look at the board's edge. Contents are
masks (1 first player, 2 second player, 3 wall): a diagonal move asks that the target has not the mover's bit, a
straight move that it has none.
"""

from collections.abc import Callable
from dataclasses import dataclass

Move = tuple[int, int]

WIDTH = 9
START = [mask for row in range(8) for mask in [1 if row < 2 else 2 if row > 5 else 0] * 8 + [3]]
FIRST = [cell for cell, mask in enumerate(START) if mask == 1]
SECOND = [cell for cell, mask in enumerate(START) if mask == 2]
FAR, NEAR = 7 * WIDTH, 8  # the first player's last row begins here, the second player's ends here

# Direction and the contents it cannot enter; then all 48 candidates of 16 pieces as (piece, direction, forbidden).
UP = ((WIDTH - 1, 1), (WIDTH, 3), (WIDTH + 1, 1))
DOWN = ((-WIDTH - 1, 2), (-WIDTH, 3), (-WIDTH + 1, 2))
UP_CANDIDATES = tuple((piece, *way) for piece in range(16) for way in UP)
DOWN_CANDIDATES = tuple((piece, *way) for piece in range(16) for way in DOWN)


@dataclass(slots=True)
class Board:
    cells: list[int]
    pieces: tuple[list[int], list[int]]
    turn: int
    over: bool = False


def new() -> Board:
    return Board(START[:], (FIRST[:], SECOND[:]), 0)


def copied(board: Board) -> Board:
    first, second = board.pieces
    return Board(board.cells[:], (first[:], second[:]), board.turn, board.over)


def owner(board: Board) -> int | None:
    return None if board.over else board.turn


def legal(board: Board) -> list[Move]:
    if board.over:
        return []
    cells, ways = board.cells, DOWN if board.turn else UP
    return [(c, c + way) for c in board.pieces[board.turn] for way, forbidden in ways if not cells[c + way] & forbidden]


def apply(board: Board, move: Move) -> None:
    start, end = move
    own, other = board.pieces[board.turn], board.pieces[1 - board.turn]
    own[own.index(start)] = end
    if board.cells[end]:
        other.remove(end)
    board.cells[start] = 0
    board.cells[end] = board.turn + 1
    board.over = not other or not NEAR <= end < FAR
    board.turn ^= 1


def outcome(board: Board) -> tuple[int, int]:
    points = (1 if board.turn else -1) if board.over else 0  # who just moved has won
    return points, -points


def playout(random: Callable[[], float]) -> Board:
    """Draws a piece and a direction until the move is legal, which makes every legal move equally likely."""
    cells, first, second = START[:], FIRST[:], SECOND[:]
    first_candidates = second_candidates = 48
    up, down = UP_CANDIDATES, DOWN_CANDIDATES
    while True:
        while True:
            piece, way, forbidden = up[int(random() * first_candidates)]
            start = first[piece]
            end = start + way
            if not (taken := cells[end]) & forbidden:
                break
        first[piece] = end
        cells[start] = 0
        cells[end] = 1
        if end >= 63:
            return Board(cells, (first, second), 1, True)
        if taken:
            second.remove(end)
            second_candidates -= 3
            if not second_candidates:
                return Board(cells, (first, second), 1, True)
        while True:
            piece, way, forbidden = down[int(random() * second_candidates)]
            start = second[piece]
            end = start + way
            if not (taken := cells[end]) & forbidden:
                break
        second[piece] = end
        cells[start] = 0
        cells[end] = 2
        if end < 8:
            return Board(cells, (first, second), 0, True)
        if taken:
            first.remove(end)
            first_candidates -= 3
            if not first_candidates:
                return Board(cells, (first, second), 0, True)
