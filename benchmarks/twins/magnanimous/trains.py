"""Finds where a train may go, and brings one into play."""

from benchmarks.twins.magnanimous.content import NEIGHBOURS, PORT_LIKE, RAILROAD
from benchmarks.twins.magnanimous.game import Game
from benchmarks.twins.magnanimous.moves import PATH, PATH_OVER, Move


def paths(game: Game, player: int, start: int) -> list[Move]:
    """Every move of the player's train from here: one step, two from a railroad of his own.

    No step enters an occupied province; only the end may not hold another's train, ports excepted.
    """
    occupied = game.occupied
    held = [at for other, at in enumerate(game.train) if other != player and at not in PORT_LIKE]
    near = [step for step in NEIGHBOURS[start] if not occupied[step]]
    moves = [PATH[step] for step in near if step not in held]
    if start // 5 == player and start < 20 and game.improvement[start] == RAILROAD:
        moves += [
            PATH_OVER[step][end] for step in near for end in NEIGHBOURS[step] if not occupied[end] and end not in held
        ]
    return moves


def can_leave(game: Game, player: int, start: int) -> bool:
    return bool(paths(game, player, start))


def load(game: Game, player: int, home: int) -> None:
    """All goods of the board go on the train, which stands there."""
    game.transit[home], game.goods[home] = game.goods[home], 0
    game.home[player] = game.train[player] = home
