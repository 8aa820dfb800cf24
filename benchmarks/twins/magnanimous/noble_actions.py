"""Lists and performs the noble actions.

`homes` is the die's province for who placed it, all his boards for the others; only starting a train and selling a good
depend on it. An option is a way to do the action once; without any the action cannot be done.
"""

from benchmarks.twins.magnanimous.content import (
    BOARDS,
    IMPERIAL_LIMIT,
    NEIGHBOURS,
    PORTS,
    RIO,
    RIO_DOCKS,
    TRADE_LIMIT,
    TROOP_LIMIT,
)
from benchmarks.twins.magnanimous.game import Game, Play
from benchmarks.twins.magnanimous.moves import (
    DISCARD,
    FROM_AREA,
    SAIL,
    SELL_FROM,
    START,
    THRONE,
    THRONE_TWO,
    TO_AREA,
    TRAIN,
    TRANSFER,
    Move,
)
from benchmarks.twins.magnanimous.trains import can_leave, load, paths

DECISIONS = ("DEC-32", "DEC-32", "DEC-32", "DEC-32", "DEC-34/35", "DEC-36", "DEC-37", "DEC-38/39")


def options(game: Game, player: int, quadrant: int, homes: tuple[int, ...]) -> list[Move]:
    if quadrant < 4:
        return _trains_and_sales(game, player, homes)
    if quadrant == 4:
        return _transfers(game, player) + _attacks(game, player)
    if quadrant == 5:
        return [DISCARD[card] for card in game.hands[player]]
    if quadrant == 6:
        hand = game.hands[player]
        return [THRONE[card] for card in hand] + [THRONE_TWO[a][b] for a in hand for b in hand if a != b]
    return _exports(game, player)


def perform(game: Game, player: int, quadrant: int, moves: list[Move], value: int) -> Play:
    move = yield player, DECISIONS[quadrant], moves
    kind = move[0]
    if kind == "sell":
        _sell(game, player, move[1], value)
    elif kind in ("move", "start"):
        if kind == "start":
            load(game, player, move[1])
        path = yield player, "DEC-33", paths(game, player, game.train[player])
        game.train[player] = path[-1]
        if len(path) > 2:
            game.seen.add("railroad move of two steps")
    elif kind == "discard":
        game.hands[player].remove(move[1])
        game.discard.append(move[1])
        yield from game.climb(player, 1)
    elif kind == "throne":
        for card in move[1:]:
            game.hands[player].remove(card)
            game.throne.append((card, player))
    elif kind == "sail":
        game.port[player] -= 1
        game.rio[player] += 1
    elif kind == "export":
        yield from _export(game, player, *move[1:])
    elif kind == "attack":
        yield from _win_back(game, player, *move[1:])
    elif kind == "transfer":
        _, source, target, number = move
        game.troops[source] -= number
        game.troops[target] += number
    elif kind == "fromarea":
        game.imperial -= 1
        game.troops[move[1]] += 1
    else:
        game.troops[move[1]] -= 1
        game.imperial += 1


# Red quadrants


def _trains_and_sales(game: Game, player: int, homes: tuple[int, ...]) -> list[Move]:
    moves: list[Move] = []
    if game.train[player] >= 0:
        if can_leave(game, player, game.train[player]):
            moves.append(TRAIN)
    else:  # goods lie in no occupied province
        moves = [START[home] for home in homes if game.goods[home] and can_leave(game, player, home)]
    sellable = [home for home in homes if (game.goods[home] or game.transit[home]) and not game.occupied[home]]
    return moves + [SELL_FROM[home] for home in sellable]


def _sell(game: Game, player: int, home: int, value: int) -> None:
    game.goods_supply[home] += 1
    if game.transit[home]:
        game.unload(player, 1)
    else:
        game.goods[home] -= 1
    game.bank_pays(player, value)


# Troops


def _transfers(game: Game, player: int) -> list[Move]:
    troops, occupied = game.troops, game.occupied
    boards = [home for home in BOARDS[player] if not occupied[home]]
    moves: list[Move] = []
    for source in boards:
        if troops[source]:
            for target in boards:
                if target != source:
                    most = min(troops[source], TROOP_LIMIT - troops[target])
                    moves += TRANSFER[source][target][1 : most + 1]
    if player == game.governor:
        if game.imperial >= 2:
            moves += [FROM_AREA[home] for home in boards if troops[home] < TROOP_LIMIT]
        if game.imperial < IMPERIAL_LIMIT:
            moves += [TO_AREA[home] for home in boards if troops[home]]
    return moves


def _attacks(game: Game, player: int) -> list[Move]:
    """Only attacks that win may be declared; the tiles chosen fight, with the events' morale."""
    occupied = game.occupied
    if not any(occupied):
        return []
    needed = max(1, game.purple - game.morale + 1)
    origins = [(home, game.troops[home]) for home in BOARDS[player]]
    if player == game.governor:
        origins += [(province, game.imperial) for province in range(5 * game.players, RIO + 1)]
    return [
        ("attack", origin, target, number)
        for origin, tiles in origins
        if tiles >= needed and not occupied[origin]
        for target in NEIGHBOURS[origin]
        if occupied[target]
        for number in range(needed, tiles + 1)
    ]


def _win_back(game: Game, player: int, origin: int, target: int, number: int) -> Play:
    if game.uncontrolled(origin):
        if number == game.imperial:
            game.seen.add("imperial area keeps its last tile")
        number = min(number, game.imperial - 1)
        game.imperial -= number
        game.seen.add("attack from the imperial area")
    else:
        game.troops[origin] -= number
    game.occupied[target] = False
    if target < 20 and game.slot[target]:
        game.seen.add("freed province's die usable at once")
    if not game.uncontrolled(target) and target // 5 != player:
        game.seen.add("another's province freed")
    yield from game.climb(player, number)


# Ships


def _exports(game: Game, player: int) -> list[Move]:
    moves: list[Move] = []
    port = PORTS[player]
    at = game.train[player]
    if (at == port and game.port[player]) or (at == RIO and player == game.governor and game.rio[player]):
        home = game.home[player]
        moves = [
            ("export", at, number, space)
            for number in range(1, game.transit[home] + 1)
            for space in range(home % 5, game.republic + 1, 4)
            if game.trade_owner[space] in (-1, player) and game.trade[space] < TRADE_LIMIT
        ]
    if game.port[player] and sum(game.rio) < RIO_DOCKS:
        moves.append(SAIL)
    return moves


def _export(game: Game, player: int, port: int, number: int, space: int) -> Play:
    dock = game.rio if port == RIO else game.port
    dock[player] -= 1
    game.yard[player] += 1
    tiles = min(number, TRADE_LIMIT - game.trade[space])
    if port == RIO:
        game.seen.add("export from Rio")
    if tiles < number:
        game.seen.add("export with surplus")
    home = game.home[player]
    game.trade[space] += tiles
    game.trade_owner[space] = player
    game.goods_supply[home] += number - tiles
    game.unload(player, number)
    game.bank_pays(player, space)
    yield from game.climb(player, tiles)
