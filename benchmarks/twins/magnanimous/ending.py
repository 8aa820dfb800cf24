"""Closes rounds and the game: the republic's advance, new hands and improvements, who wins and with how many points."""

from benchmarks.twins.magnanimous.content import BOARDS, DISPLAY, HAND, LAST_ROUND, MINISTER_VOTES, TITLE
from benchmarks.twins.magnanimous.game import Game

ITEMS = ("court", "commerce", "politics", "military", "economy", "territory")


def close_round(game: Game) -> None:
    game.move_republic(3)
    game.removed += game.events
    game.events.clear()
    game.morale = 0
    for player in game.from_governor():
        game.fill_hand(player, HAND)
    for kind in range(4):
        game.improvement_discard[kind] += game.display[kind]
        game.display[kind] = 0
    game.fill_display(DISPLAY)
    if game.proclaimed or game.round == LAST_ROUND:
        finish(game, "republic", _richest(game))
    elif any(game.arrival):
        finish(game, "noble", _elected(game))


def finish(game: Game, end: str, winners: list[int]) -> None:
    game.end, game.winners, game.phase = end, winners, "over"


def _elected(game: Game) -> list[int]:
    """The first vote of all among who reached 20; of those with equal votes who came first."""
    candidates = [player for player in range(game.players) if game.arrival[player]]
    if len(candidates) > 1:
        game.seen.add("final vote among nobles")

    def strength(player: int) -> tuple[int, int]:
        votes = sum(MINISTER_VOTES[tile] for tile in game.ministers[player] if tile >= 0)
        return votes + sum(game.deputies[player]), -game.arrival[player]

    return [max(candidates, key=strength)]


def _richest(game: Game) -> list[int]:
    totals = [sum(items) for items in scores(game)]
    standing = [(total, game.coins[player]) for player, total in enumerate(totals)]
    winners = [player for player in range(game.players) if standing[player] == max(standing)]
    if len(winners) > 1:
        game.seen.add("shared victory")
    return winners


def scores(game: Game) -> list[tuple[int, ...]]:
    """Each player's points by item, in the order of ITEMS."""
    commerce = _commerce(game)
    return [
        (
            3 * TITLE[game.nobility[player]],
            commerce[player],
            3 * len(game.controlled[player]),
            2 * sum(game.troops[home] for home in BOARDS[player]),
            game.coins[player] // 3,
            5 * (player == game.governor) - 5 * sum(game.occupied[5 * player : 5 * player + 5]),
        )
        for player in range(game.players)
    ]


def _commerce(game: Game) -> list[int]:
    """By spaces, then tiles: 10 to the first, or to all who share that place; else, of three or more, 5 to the next."""
    standing = []
    for player in range(game.players):
        held = [tiles for tiles, owner in zip(game.trade, game.trade_owner, strict=True) if owner == player]
        standing.append((len(held), sum(held)))
    ranks = sorted({rank for rank in standing if rank[0]}, reverse=True)
    awards = {ranks[0]: 10} if ranks else {}
    if ranks and standing.count(ranks[0]) > 1:
        game.seen.add("commerce tied")
    elif len(ranks) > 1 and game.players > 2:
        awards[ranks[1]] = 5
    return [awards.get(rank, 0) for rank in standing]
