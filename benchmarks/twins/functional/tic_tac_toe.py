"""Tic-tac-toe as pure functions on tuples. A position is (cells, player to move, winner); 0 means nobody."""

from collections.abc import Callable

Position = tuple[tuple[int, ...], int, int]

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = tuple(tuple(line for line in LINES if cell in line) for cell in range(9))


def new() -> Position:
    return (0,) * 9, 1, 0


def owner(position: Position) -> int | None:
    cells, player, winner = position
    return None if winner or 0 not in cells else player - 1


def legal(position: Position) -> list[int]:
    cells, _, winner = position
    return [] if winner else [cell for cell, mark in enumerate(cells) if not mark]


def step(position: Position, move: int) -> Position:
    cells, player, _ = position
    after = cells[:move] + (player,) + cells[move + 1 :]
    for a, b, c in THROUGH[move]:
        if after[a] == after[b] == after[c]:
            return after, 3 - player, player
    return after, 3 - player, 0


def outcome(position: Position) -> tuple[int, int]:
    return ((0, 0), (1, -1), (-1, 1))[position[2]]


def playout(position: Position, random: Callable[[], float]) -> Position:
    while moves := legal(position):
        position = step(position, moves[int(random() * len(moves))])
    return position
