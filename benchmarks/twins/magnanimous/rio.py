"""Plays the taking of the governorship: the card's effect by the purple die, then the income of the title."""

from benchmarks.twins.magnanimous.content import (
    BOARDS,
    DEPUTY_LIMIT,
    IMPERIAL_LIMIT,
    PORTS,
    RIO_DOCKS,
    TITLE,
    TROOP_LIMIT,
)
from benchmarks.twins.magnanimous.game import Game, Play
from benchmarks.twins.magnanimous.moves import (
    AREA,
    AT,
    FREE,
    HIRE,
    NOBILITY_OR_REPUBLIC,
    NONE,
    PARTY_OF,
    SAIL_TO_PORT,
    SAIL_TO_RIO,
    Move,
)
from benchmarks.twins.magnanimous.trains import load, paths


def take_office(game: Game, player: int) -> Play:
    game.governor = player
    game.on_card = True
    yield from _EFFECTS[game.purple - 1](game, player)
    game.bank_pays(player, 3 * TITLE[game.nobility[player]])


def _train(game: Game, player: int) -> Play:
    moves: list[Move] = [NONE]
    where = game.train[player]
    if where >= 0:
        moves.extend(("move", *path[1:]) for path in paths(game, player, where))
    else:
        for home in BOARDS[player]:
            if game.goods[home]:  # so it is not occupied
                moves.extend(("start", home, *path[1:]) for path in paths(game, player, home))
    move = yield player, "DEC-20", moves
    if move is not NONE:
        if move[0] == "start":
            load(game, player, move[1])
            game.seen.add("governor starts a train")
        game.train[player] = move[-1]


def _reinforce(game: Game, player: int) -> Play:
    boards = [home for other in range(game.players) for home in BOARDS[other]]
    moves = [AT[home] for home in boards if game.troops[home] < TROOP_LIMIT and not game.occupied[home]]
    if game.imperial < IMPERIAL_LIMIT:
        moves.append(AREA)
    if moves:
        move = yield player, "DEC-21", moves
        if move is AREA:
            game.imperial = min(IMPERIAL_LIMIT, game.imperial + 2)
        else:
            game.troops[move[1]] = min(TROOP_LIMIT, game.troops[move[1]] + 2)


def _ships(game: Game, player: int) -> Play:
    moves = [NONE]
    room = sum(game.rio) < RIO_DOCKS
    if room and game.yard[player]:
        moves.append(HIRE)
    if room and game.port[player]:
        moves.append(SAIL_TO_RIO)
    if game.rio[player] and not game.occupied[PORTS[player]]:
        moves.append(SAIL_TO_PORT)
    move = yield player, "DEC-22", moves
    if move is HIRE:
        game.yard[player] -= 1
        game.rio[player] += 1
    elif move is SAIL_TO_RIO:
        game.port[player] -= 1
        game.rio[player] += 1
    elif move is SAIL_TO_PORT:
        game.rio[player] -= 1
        game.port[player] += 1


def _influence(game: Game, player: int) -> Play:
    held = game.deputies[player]
    moves = [PARTY_OF[party] for party in range(2) if held[party] < DEPUTY_LIMIT]
    if moves:
        held[(yield player, "DEC-23", moves)[1]] += 1


def _advance(game: Game, player: int) -> Play:
    move = yield player, "DEC-24", NOBILITY_OR_REPUBLIC
    if move[0] == "nobility":
        yield from game.climb(player, 1)
    else:
        game.move_republic(1)


def _free(game: Game, player: int) -> Play:
    move = yield player, "DEC-25", [NONE, *(FREE[province] for province in range(21) if game.occupied[province])]
    if move is not NONE:
        game.occupied[move[1]] = False


_EFFECTS = (_train, _reinforce, _ships, _influence, _advance, _free)
