"""Plays the Nobles' phase: dice back to the area, raised by one, each with an action done, precise, sold or skipped."""

from benchmarks.twins.magnanimous.content import BOARDS, PRINTED_IN_AREA
from benchmarks.twins.magnanimous.game import Game, Play
from benchmarks.twins.magnanimous.moves import ACT, AGAIN, NO_YES, PLACE, PRECISE, SELL, SKIP, STOP_AGAIN, YES
from benchmarks.twins.magnanimous.noble_actions import options, perform


def nobles(game: Game) -> Play:
    player, idle = game.governor, 0
    slot, occupied, area = game.slot, game.occupied, game.area
    while idle < game.players:
        homes = [home for home in BOARDS[player] if slot[home] and not occupied[home]]
        if homes:
            idle = 0
            spaces = [space for space in range(16) if not area[space]]
            moves = [place[space] for place in [PLACE[home] for home in homes] for space in spaces]
            _, home, space = yield player, "DEC-30", moves
            area[space] = slot[home] % 6 + 1
            slot[home] = 0
            yield from _use(game, player, home, space)
        else:
            idle += 1
        player = (player + 1) % game.players


def _use(game: Game, player: int, home: int, space: int) -> Play:
    value, quadrant = game.area[space], space >> 1
    modes = [SELL, SKIP]
    moves = options(game, player, quadrant, (home,))
    if moves:
        modes = [ACT, PRECISE, SELL, SKIP] if value == PRINTED_IN_AREA[space] else [ACT, SELL, SKIP]
    mode = yield player, "DEC-31", modes
    if mode is SELL:
        yield from _sold(game, player, quadrant, value)
    elif mode is not SKIP:
        yield from perform(game, player, quadrant, moves, value)
        if mode is PRECISE:
            yield from _precise(game, player, home, quadrant, value)


def _sold(game: Game, player: int, quadrant: int, value: int) -> Play:
    for other in game.from_left_of(player):
        if game.coins[other] >= value and (moves := options(game, other, quadrant, BOARDS[other])):
            if (yield other, "DEC-42", NO_YES) is YES:
                game.coins[other] -= value
                game.coins[player] += value
                yield from perform(game, other, quadrant, moves, value)


def _precise(game: Game, player: int, home: int, quadrant: int, value: int) -> Play:
    """Once more for who placed the die, then once for each other player, free of charge."""
    if moves := options(game, player, quadrant, (home,)):
        if (yield player, "DEC-40", STOP_AGAIN) is AGAIN:
            game.seen.add("precise action used twice")
            yield from perform(game, player, quadrant, moves, value)
    for other in game.from_left_of(player):
        if moves := options(game, other, quadrant, BOARDS[other]):
            if (yield other, "DEC-41", NO_YES) is YES:
                yield from perform(game, other, quadrant, moves, value)
