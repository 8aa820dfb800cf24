"""Tic-tac-toe on two bitboards, changed in place. A board is [first, second]; a move is the bit of its cell."""

from collections.abc import Callable

Board = list[int]

FULL = 0b111_111_111
LINES = (0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124)
WON = tuple(any(cells & line == line for line in LINES) for cells in range(FULL + 1))
FREE = tuple(tuple(1 << cell for cell in range(9) if not taken >> cell & 1) for taken in range(FULL + 1))


def new() -> Board:
    return [0, 0]


def copied(board: Board) -> Board:
    return board[:]


def _turn(board: Board) -> int:
    return (board[0] | board[1]).bit_count() & 1


def owner(board: Board) -> int | None:
    return _turn(board) if legal(board) else None


def legal(board: Board) -> tuple[int, ...]:
    first, second = board
    return () if WON[first] or WON[second] else FREE[first | second]


def apply(board: Board, move: int) -> None:
    board[_turn(board)] |= move


def outcome(board: Board) -> tuple[int, int]:
    points = WON[board[0]] - WON[board[1]]
    return points, -points


def playout(random: Callable[[], float]) -> Board:
    """Unrolled: the number of free cells is known at every ply, and nobody can win before the fifth."""
    free, won = FREE, WON
    first = free[0][int(random() * 9)]
    second = free[first][int(random() * 8)]
    first |= free[first | second][int(random() * 7)]
    second |= free[first | second][int(random() * 6)]
    first |= free[first | second][int(random() * 5)]
    if won[first]:
        return [first, second]
    second |= free[first | second][int(random() * 4)]
    if won[second]:
        return [first, second]
    first |= free[first | second][int(random() * 3)]
    if won[first]:
        return [first, second]
    second |= free[first | second][int(random() * 2)]
    if won[second]:
        return [first, second]
    return [FULL ^ second, second]
