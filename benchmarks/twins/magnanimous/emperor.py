"""Plays the Emperor's phase: the throne's cards from the top, events at once, referenda by votes and perhaps an auction."""

from itertools import combinations

from benchmarks.twins.magnanimous.content import (
    EVENT,
    MINISTER_VOTES,
    MORALE,
    NOBILITY,
    PARTY,
    REPUBLIC,
    TITLE,
    TITLE_ASKED,
)
from benchmarks.twins.magnanimous.game import Game, Play
from benchmarks.twins.magnanimous.moves import BID, CARDS_NONE, DEPUTIES, FIXED, PASS, Move


def emperor(game: Game) -> Play:
    while game.throne:
        card, _ = game.throne.pop()
        if PARTY[card] == EVENT:
            game.events.append(card)
            game.morale += MORALE[card]
            game.move_republic(REPUBLIC[card])
        else:
            yield from _referendum(game, card)


def _referendum(game: Game, card: int) -> Play:
    votes_for, votes_against = [0] * game.players, [0] * game.players
    game.vote = card, votes_for, votes_against
    order = [player for player in game.from_governor() if TITLE[game.nobility[player]] >= TITLE_ASKED[card]]
    if len(order) < game.players:
        game.seen.add("title too low to vote")
    sides = (votes_for, votes_against) if PARTY[card] == 0 else (votes_against, votes_for)
    yield from _vote(game, order, sides)
    total, against = sum(votes_for), sum(votes_against)
    if not total or total < against:
        game.discard.append(card)
    else:
        if total == against:
            game.seen.add("approved on a tie")
        most = max(votes_for)
        leaders = [player for player in order if votes_for[player] == most]
        if len(leaders) > 1:
            yield from _auction(game, leaders)
        winner = leaders[0]
        yield from game.climb(winner, 1 + NOBILITY[card])
        game.move_republic(REPUBLIC[card])
        game.controlled[winner].append(card)
    game.vote = None


def _vote(game: Game, order: list[int], sides: tuple[list[int], list[int]]) -> Play:
    """Three rounds: ministers, deputies, cards. `sides` says where votes of each party count."""
    for player in order:
        held = game.ministers[player]
        if held[0] >= 0 or held[1] >= 0:
            moves = [FIXED[c][li] for c in range(1 + (held[0] >= 0)) for li in range(1 + (held[1] >= 0))]
            used = (yield player, "DEC-05", moves)[1:]
            for party in range(2):
                if used[party]:
                    sides[party][player] += MINISTER_VOTES[held[party]]
    for player in order:
        deputies = game.deputies[player]
        if deputies[0] or deputies[1]:
            moves = [DEPUTIES[c][li] for c in range(deputies[0] + 1) for li in range(deputies[1] + 1)]
            sent = (yield player, "DEC-06", moves)[1:]
            for party in range(2):
                deputies[party] -= sent[party]
                sides[party][player] += sent[party]
    for player in order:
        hand = game.hands[player]
        papers = [card for card in hand if PARTY[card] != EVENT]
        if papers:
            subsets: list[Move] = [CARDS_NONE]
            for size in range(1, len(papers) + 1):
                subsets.extend(("cards", *chosen) for chosen in combinations(papers, size))
            for card in (yield player, "DEC-07", subsets)[1:]:
                hand.remove(card)
                game.discard.append(card)
                sides[PARTY[card]][player] += 1


def _auction(game: Game, ring: list[int]) -> Play:
    """Leaves in `ring` only who wins; the first in order stands at 0 and is asked once he is overbid."""
    leader, best, turn = ring[0], 0, 1
    bids = 0
    while len(ring) > 1:
        turn %= len(ring)
        bidder = ring[turn]
        if bidder == leader:
            turn += 1
            continue
        if game.coins[bidder] > best:
            game.auction = list(ring), best, leader
            move = yield bidder, "DEC-08", [PASS, *BID[best + 1 : game.coins[bidder] + 1]]
            if move is not PASS:
                leader, best = bidder, move[1]
                turn += 1
                bids += 1
                continue
        del ring[turn]
    game.seen.add(
        "auction with several bids" if bids > 1 else "auction with a bid" if bids else "auction without a bid"
    )
    game.pay_bank(leader, best)
    game.auction = None
