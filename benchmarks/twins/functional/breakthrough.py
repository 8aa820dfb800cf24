"""Breakthrough on 8x8 as pure functions on tuples.

A position is (cells, own pieces, the other's pieces, player to move, winner); 0 means nobody. Player 1 starts on the
rows 0 and 1 and moves up. A move is (from, to): straight ahead onto an empty cell, or diagonally ahead onto any cell
that holds no piece of one's own.
"""

from collections.abc import Callable

Move = tuple[int, int]
Position = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int]

SIZE = 8


def _moves_from(cell: int, ahead: int) -> tuple[Move, tuple[Move, ...]]:
    """The straight move and the diagonal moves from a cell, without looking at the pieces."""
    row, column = divmod(cell, SIZE)
    sides = [side for side in (column - 1, column + 1) if 0 <= side < SIZE]
    return (cell, cell + SIZE * ahead), tuple((cell, SIZE * (row + ahead) + side) for side in sides)


# No piece is ever asked to move from its last row: the game is over when it gets there.
MOVES = tuple(tuple(_moves_from(cell, ahead) for cell in range(SIZE * SIZE)) for ahead in (0, 1, -1))


def new() -> Position:
    return (1,) * 16 + (0,) * 32 + (2,) * 16, tuple(range(16)), tuple(range(48, 64)), 1, 0


def owner(position: Position) -> int | None:
    return None if position[4] else position[3] - 1


def legal(position: Position) -> list[Move]:
    cells, own, _, player, winner = position
    if winner:
        return []
    moves = []
    moves_from = MOVES[player]
    for piece in own:
        straight, diagonals = moves_from[piece]
        if not cells[straight[1]]:
            moves.append(straight)
        for diagonal in diagonals:
            if cells[diagonal[1]] != player:
                moves.append(diagonal)
    return moves


def step(position: Position, move: Move) -> Position:
    cells, own, other, player, _ = position
    start, end = move
    if cells[end]:
        taken = other.index(end)
        other = other[:taken] + other[taken + 1 :]
    moved = own.index(start)
    own = own[:moved] + (end,) + own[moved + 1 :]
    after = list(cells)
    after[start] = 0
    after[end] = player
    won = not other or end // SIZE == (SIZE - 1 if player == 1 else 0)
    return tuple(after), other, own, 3 - player, player if won else 0


def outcome(position: Position) -> tuple[int, int]:
    return ((0, 0), (1, -1), (-1, 1))[position[4]]


def playout(position: Position, random: Callable[[], float]) -> Position:
    while moves := legal(position):
        position = step(position, moves[int(random() * len(moves))])
    return position
