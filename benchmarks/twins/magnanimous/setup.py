"""Plays the setup: stacks and hands dealt, a baron kept by each player, what his card gives placed in turn."""

from benchmarks.twins.magnanimous.content import (
    ANY,
    BARONS,
    BOARDS,
    DEPUTY_LIMIT,
    DISPLAY,
    GOODS_LIMIT,
    HAND,
    TROOP_LIMIT,
)
from benchmarks.twins.magnanimous.game import Game, Play
from benchmarks.twins.magnanimous.moves import AT, BARON, BUILD, PARTY_OF


def setup(game: Game) -> Play:
    players = range(game.players)
    game.fill_display(DISPLAY)
    game.crowns = [game.draw_minister() for _ in range(7)]
    for player in players:
        game.fill_hand(player, HAND)
    box = list(range(len(BARONS)))
    offers = [sorted(game.chance.draw("baron", box) for _ in range(2)) for _ in players]
    for player in players:
        game.barons[player] = (yield player, "DEC-01", [BARON[baron] for baron in offers[player]])[1]
    for player in players:
        yield from _reveal(game, player)


def _reveal(game: Game, player: int) -> Play:
    coins, goods, troops, improvements, ships, deputies = BARONS[game.barons[player]]
    boards = BOARDS[player]
    game.bank_pays(player, coins)
    for home, number in zip(boards, goods, strict=True):
        placed = min(number, GOODS_LIMIT)
        game.goods[home] += placed
        game.goods_supply[home] -= placed
    game.yard[player] -= ships
    game.port[player] += ships
    held = game.deputies[player]
    for _ in range(deputies):
        moves = [PARTY_OF[party] for party in range(2) if held[party] < DEPUTY_LIMIT]
        held[(yield player, "DEC-02", moves)[1]] += 1
    for _ in range(troops):
        moves = [AT[home] for home in boards if game.troops[home] < TROOP_LIMIT]
        game.troops[(yield player, "DEC-03", moves)[1]] += 1
    for kind in improvements:
        kinds = range(4) if kind == ANY else (kind,)
        moves = [BUILD[some][home] for some in kinds for home in boards if game.improvement[home] < 0]
        _, chosen, home = yield player, "DEC-04", moves
        game.improvement[home] = chosen
        game.improvement_stack.remove(chosen)
