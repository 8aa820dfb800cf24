"""Connect four as pure functions on tuples. A position is (cells, player to move, winner); 0 means nobody.

Cells are numbered column by column from the bottom, six to a column; a move is a column.
"""

from collections.abc import Callable

Position = tuple[tuple[int, ...], int, int]

COLUMNS, ROWS = 7, 6
LINES = tuple(
    tuple(ROWS * (column + k * right) + row + k * up for k in range(4))
    for column in range(COLUMNS)
    for row in range(ROWS)
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    if column + 3 * right < COLUMNS and 0 <= row + 3 * up < ROWS
)
THROUGH = tuple(tuple(line for line in LINES if cell in line) for cell in range(COLUMNS * ROWS))


def new() -> Position:
    return (0,) * (COLUMNS * ROWS), 1, 0


def owner(position: Position) -> int | None:
    cells, player, winner = position
    return None if winner or 0 not in cells else player - 1


def legal(position: Position) -> list[int]:
    cells, _, winner = position
    return [] if winner else [column for column in range(COLUMNS) if not cells[ROWS * column + ROWS - 1]]


def step(position: Position, move: int) -> Position:
    cells, player, _ = position
    cell = cells.index(0, ROWS * move)
    after = cells[:cell] + (player,) + cells[cell + 1 :]
    for a, b, c, d in THROUGH[cell]:
        if after[a] == after[b] == after[c] == after[d]:
            return after, 3 - player, player
    return after, 3 - player, 0


def outcome(position: Position) -> tuple[int, int]:
    return ((0, 0), (1, -1), (-1, 1))[position[2]]


def playout(position: Position, random: Callable[[], float]) -> Position:
    while moves := legal(position):
        position = step(position, moves[int(random() * len(moves))])
    return position
