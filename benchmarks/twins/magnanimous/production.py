"""Plays the Production phase: dice to the boards, the eight actions paid, precise or sold, and the governorship."""

from collections.abc import Generator

from benchmarks.twins.magnanimous.content import (
    BOARDS,
    DEPUTY,
    DEPUTY_LIMIT,
    IMPERIAL_LIMIT,
    IMPROVEMENT,
    MACHINERY,
    PORTS,
    PRINTED,
    RIO_DOCKS,
    TROOP,
    TROOP_LIMIT,
)
from benchmarks.twins.magnanimous.game import Ask, Game, Play
from benchmarks.twins.magnanimous.moves import (
    ACT,
    AREA,
    AT,
    BUILD,
    DIE,
    NO_YES,
    PARK,
    PARTY_OF,
    PASS,
    PRECISE,
    PURPLE,
    SELL,
    SKIP,
    SLOT,
    TO_PORT,
    TO_RIO,
    YES,
    Move,
)
from benchmarks.twins.magnanimous.rio import take_office


def production(game: Game) -> Play:
    player, taken = game.governor, False
    slots = game.slot
    free = [[home for home in BOARDS[p] if not slots[home] and not game.occupied[home]] for p in range(game.players)]
    waiting = sum(map(len, free))
    while waiting:
        mine = free[player]
        may_take = not taken and player != game.governor
        if mine:
            move, home = yield from _choose_die(game, player, mine, may_take)
        elif may_take:
            game.seen.add("full board, purple die free")
            move, home = (yield player, "DEC-11", (PURPLE, PASS)), -1
        else:
            move = PASS
        if move is PURPLE:
            taken = True
            yield from take_office(game, player)
        elif move is not PASS:
            mine.remove(home)
            waiting -= 1
            yield from _use_die(game, player, move, home)
        player = (player + 1) % game.players
    if not taken:
        game.seen.add("governor forced")
        yield from take_office(game, (game.governor + 1) % game.players)


def _choose_die(game: Game, player: int, mine: list[int], may_take: bool) -> Generator[Ask, Move, tuple[Move, int]]:
    """The die (or the purple one) and the slot it goes to; any die to any slot where no die has its own."""
    area = game.area
    first = 5 * player
    moves = [DIE[space] for space in range(16) if area[space] and (space >= 8 or first + (space >> 1) in mine)]
    if not moves:
        game.seen.add("no die fits (DEC-46)")
        parked = [PARK[space][home] for space in range(16) if area[space] for home in mine]
        move = yield player, "DEC-46", [*parked, PURPLE] if may_take else parked
        return move, move[-1]
    if may_take:
        moves.append(PURPLE)
    move = yield player, "DEC-11", moves
    if move is PURPLE:
        return move, -1
    space = move[1]
    homes = [SLOT[first + (space >> 1)]] if space < 8 else [SLOT[home] for home in mine]
    return move, (yield player, "DEC-12", homes)[1]


def _use_die(game: Game, player: int, taken: Move, home: int) -> Play:
    kind, space = taken[:2]
    value, quadrant = game.area[space], space >> 1
    mode = SKIP
    if kind == "die":
        able = can_produce(game, player, quadrant, (home,))
        moves = [SELL, SKIP]
        if able and value == PRINTED[home]:
            moves.insert(0, PRECISE)
        if able and game.coins[player] >= value:
            moves.insert(0, ACT)
        mode = yield player, "DEC-13", moves
    game.area[space] = 0
    game.slot[home] = value
    if mode is SKIP:
        return
    if mode is SELL:
        yield from _offer(game, player, quadrant, value, "DEC-19")
        return
    if mode is ACT:
        game.pay_bank(player, value)
    yield from produce(game, player, quadrant, (home,))
    if mode is PRECISE:
        yield from _offer(game, player, quadrant, value, "DEC-18")


def _offer(game: Game, player: int, quadrant: int, value: int, decision: str) -> Play:
    """The others in turn: a precise action is paid to the bank, a sold one to its seller."""
    for other in game.from_left_of(player):
        if game.coins[other] >= value and can_produce(game, other, quadrant, BOARDS[other]):
            if (yield other, decision, NO_YES) is YES:
                if decision == "DEC-19":
                    game.coins[other] -= value
                    game.coins[player] += value
                else:
                    game.pay_bank(other, value)
                yield from produce(game, other, quadrant, BOARDS[other])


# The eight actions. `homes` is the die's province for who placed it, all his boards for the others.


def can_produce(game: Game, player: int, quadrant: int, homes: tuple[int, ...]) -> bool:
    """All that an action needs, except coins."""
    if quadrant < TROOP:
        return game.goods_room(5 * player + quadrant)
    if quadrant == TROOP:
        return game.imperial < IMPERIAL_LIMIT or bool(_with_troop_room(game, homes))
    if quadrant == IMPROVEMENT:
        return any(game.display) and bool(_without_improvement(game, homes))
    if quadrant == DEPUTY:
        return game.can_influence(player)
    return bool(_docks(game, player))


def _with_troop_room(game: Game, homes: tuple[int, ...]) -> list[int]:
    return [home for home in homes if game.troops[home] < TROOP_LIMIT and not game.occupied[home]]


def _without_improvement(game: Game, homes: tuple[int, ...]) -> list[int]:
    return [home for home in homes if game.improvement[home] < 0 and not game.occupied[home]]


def _docks(game: Game, player: int) -> list[Move]:
    if not game.yard[player]:
        game.seen.add("no ship left to hire")
        return []
    docks = [] if game.occupied[PORTS[player]] else [TO_PORT]
    if player == game.governor and sum(game.rio) < RIO_DOCKS:
        docks.append(TO_RIO)
    return docks


def produce(game: Game, player: int, quadrant: int, homes: tuple[int, ...]) -> Play:
    if quadrant < TROOP:
        home = 5 * player + quadrant
        game.goods[home] += 1
        game.goods_supply[home] -= 1
        if game.improvement[home] == MACHINERY:
            if game.goods_room(home):
                game.goods[home] += 1
                game.goods_supply[home] -= 1
            else:
                game.seen.add("machinery with room for one")
    elif quadrant == TROOP:
        moves = [AT[home] for home in _with_troop_room(game, homes)]
        if game.imperial < IMPERIAL_LIMIT:
            moves.append(AREA)
        move = yield player, "DEC-14", moves
        if move is AREA:
            game.imperial += 1
        else:
            game.troops[move[1]] += 1
    elif quadrant == IMPROVEMENT:
        places = _without_improvement(game, homes)
        moves = [BUILD[kind][home] for kind in range(4) if game.display[kind] for home in places]
        _, kind, home = yield player, "DEC-15", moves
        game.display[kind] -= 1
        game.improvement[home] = kind
        if not any(game.display):
            game.seen.add("display emptied")
    elif quadrant == DEPUTY:
        held = game.deputies[player]
        moves = [PARTY_OF[party] for party in range(2) if held[party] < DEPUTY_LIMIT]
        held[(yield player, "DEC-16", moves)[1]] += 1
    else:
        move = yield player, "DEC-17", _docks(game, player)
        game.yard[player] -= 1
        (game.port if move is TO_PORT else game.rio)[player] += 1
