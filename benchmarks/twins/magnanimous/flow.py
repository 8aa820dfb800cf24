"""Plays whole games: the phases in order, as a generator that asks for each decision and is sent the move.

asking = playing(game)
player, decision, moves = next(asking)          # the first decision
player, decision, moves = asking.send(moves[0])  # and so on, until StopIteration
"""

from collections.abc import Callable

from benchmarks.twins.magnanimous.chance import Shuffled
from benchmarks.twins.magnanimous.emperor import emperor
from benchmarks.twins.magnanimous.ending import close_round, finish
from benchmarks.twins.magnanimous.game import Game, Play, RioFell
from benchmarks.twins.magnanimous.nobles import nobles
from benchmarks.twins.magnanimous.offensives import offensives
from benchmarks.twins.magnanimous.production import production
from benchmarks.twins.magnanimous.setup import setup

PHASES = (("emperor", emperor), ("production", production), ("offensives", offensives), ("nobles", nobles))


def playing(game: Game) -> Play:
    yield from setup(game)
    try:
        while not game.end:
            for name, phase in PHASES:
                game.phase = name  # without a throne the Emperor's phase, of round 1 too, asks nothing
                yield from phase(game)
            close_round(game)
            if not game.end:
                game.round += 1
    except RioFell:
        finish(game, "rio", [])


def playout(players: int, random: Callable[[], float]) -> Game:
    """One game with every legal move equally likely at every decision."""
    game = Game(players, Shuffled(random))
    asking = playing(game)
    try:
        _, _, moves = next(asking)
        send = asking.send
        while True:
            _, _, moves = send(moves[int(random() * len(moves))])
    except StopIteration:
        return game
