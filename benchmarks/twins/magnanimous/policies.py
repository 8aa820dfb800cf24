"""Chooses moves: at random, or by what a player of some temper would like, so that games reach their rare corners.

A temper says how much it likes a move; the most liked is played, of equals one at random, and now and then any move at
all. Tempers know the public rules only as far as they need to want something.
"""

from collections.abc import Callable
from functools import cache

from benchmarks.twins.magnanimous.content import (
    EVENT,
    NEIGHBOURS,
    NOBILITY,
    PARTY,
    PORTS,
    REPUBLIC,
    RIO,
    TROOP,
)
from benchmarks.twins.magnanimous.game import Ask, Game
from benchmarks.twins.magnanimous.moves import Move
from benchmarks.twins.magnanimous.record import Policy

Temper = Callable[[Game, int, str, Move], float]
WHIM = 0.1  # how often any move at all is played

PASSIVE = frozenset(("skip", "no", "pass", "none", "stop"))


def uniform(game: Game, ask: Ask, random: Callable[[], float]) -> Move:
    moves = ask[2]
    return moves[int(random() * len(moves))]


def of_temper(temper: Temper) -> Policy:
    def policy(game: Game, ask: Ask, random: Callable[[], float]) -> Move:
        player, decision, moves = ask
        if len(moves) > 1 and random() >= WHIM:
            liked = [temper(game, player, decision, move) for move in moves]
            best = max(liked)
            moves = [move for move, much in zip(moves, liked, strict=True) if much == best]
        return moves[int(random() * len(moves))]

    return policy


def eager(game: Game, player: int, decision: str, move: Move) -> float:
    """Likes to act."""
    return -(move[0] in PASSIVE) - 0.5 * (move[0] == "sell" and len(move) == 1)


def idle(game: Game, player: int, decision: str, move: Move) -> float:
    """Does nothing, defends nothing and leaves the governorship to be forced on somebody."""
    return (move[0] in PASSIVE) - (move[0] == "purple")


def noble(game: Game, player: int, decision: str, move: Move) -> float:
    """Climbs: discards, referenda that carry nobility and set the republic back, exports, liberations."""
    match move:
        case ("die" | "place", *_, space):
            return {5: 2, 6: 3 if len(game.throne) < 6 else 1}.get(space >> 1, 0)
        case ("throne", *cards):
            return sum(_welcome(card) for card in cards)
        case ("discard", card):
            return -_welcome(card)
        case ("deputies", conservative, liberal):
            return _in_favour(game, (conservative, liberal))
        case ("fixed", conservative, liberal):
            return _in_favour(game, (conservative, liberal))
        case ("cards", *cards):
            card = game.vote[0] if game.vote else 0
            return sum(1 if PARTY[some] == PARTY[card] else -1 for some in cards) if _welcome(card) > 1 else -len(cards)
        case ("attack" | "export", *_):
            return 5
        case ("nobility",):
            return 1
    return eager(game, player, decision, move)


def _welcome(card: int) -> float:
    return (PARTY[card] != EVENT) * (1 + NOBILITY[card]) - REPUBLIC[card]


def _in_favour(game: Game, parties: tuple[int, int]) -> int:
    party = PARTY[game.vote[0]] if game.vote else 0
    return parties[party] - parties[1 - party]


@cache
def distances(goal: int) -> tuple[int, ...]:
    """Steps to a province from everywhere."""
    found = {goal: 0}
    edge = [goal]
    for province in edge:
        for near in NEIGHBOURS[province]:
            if near not in found:
                found[near] = found[province] + 1
                edge.append(near)
    return tuple(found[province] for province in range(21))


def _market(game: Game, player: int) -> int:
    """Where a trader takes his load: to Rio if a ship waits there, else to his port."""
    return RIO if game.rio[player] and player == game.governor else PORTS[player]


def trader(game: Game, player: int, decision: str, move: Move) -> float:
    """Fills his boards, takes whole loads to a port and ships them."""
    goal = _market(game, player)
    match move:
        case ("die", space):
            quadrant = space >> 1
            return 2 if quadrant < TROOP else {7: 3 * (game.yard[player] > 2), 5: 1}.get(quadrant, 0)
        case ("place", _, space):
            at_market = game.train[player] == goal
            return 2 * ((space >> 1) == 7) if at_market else (space >> 1) < TROOP
        case ("impr", kind, _):
            return 3 - kind
        case ("path" | "move" | "start", *_) if len(move) > 1 and decision != "DEC-32":
            return -distances(goal)[move[-1]]
        case ("start", home):
            return game.goods[home]
        case ("sell", _) if decision == "DEC-32":
            return -1
        case ("move",):
            return 9 if game.train[player] != goal else -2
        case ("export", _, number, space):
            return 10 + 5 * min(number, 5 - game.trade[space]) + space
        case ("sail",):
            return -1
        case ("rio",):
            return 1
        case ("hire" | "torio",):
            return 2
    return eager(game, player, decision, move)


def warrior(game: Game, player: int, decision: str, move: Move) -> float:
    """Recruits, gathers and wins provinces back; from the Imperial area with every tile."""
    match move:
        case ("die" | "place", *_, space):
            return (space >> 1) == TROOP
        case ("attack", origin, _, number):
            return 10 + number + 3 * game.uncontrolled(origin)
        case ("transfer", *_):
            return 1
        case ("purple",):
            return 0.5
        case ("area",):
            return -0.5
        case ("throne", *cards):
            return sum(PARTY[card] == EVENT for card in cards)
    return eager(game, player, decision, move)


def hoarder(game: Game, player: int, decision: str, move: Move) -> float:
    """Sends cards to the throne by the handful and approves everything that sets the republic back."""
    match move:
        case ("place", _, space):
            return (space >> 1) == 6
        case ("throne", *cards):
            return 10 * len(cards) - sum(REPUBLIC[card] for card in cards)
        case ("deputies" | "fixed", conservative, liberal):
            return _in_favour(game, (conservative, liberal))
        case ("cards", *cards):
            return -len(cards)
        case ("die", space):
            return (space >> 1) in (TROOP, 6)
        case ("area",):
            return 1
        case ("republic",):
            return -1
    return eager(game, player, decision, move)


def miser(game: Game, player: int, decision: str, move: Move) -> float:
    """Never pays the bank if a rival can be paid: the bank runs dry."""
    match move:
        case ("act",) if decision == "DEC-13":
            return -2
        case ("precise",):
            return 2
        case ("sell",):
            return 1
        case ("die", space):
            return ((space >> 1) < TROOP) + game.area[space] / 10
        case ("place", home, space):
            return ((space >> 1) < TROOP) * 2 + (game.slot[home] % 6) / 10
        case ("sell", _):
            return 2
        case ("nobility",):
            return 1
        case ("yes",) if decision == "DEC-18":
            return -3
        case ("bid", _):
            return -2
        case ("throne", *cards):
            return -sum(REPUBLIC[card] for card in cards)
    return trader(game, player, decision, move)


TEMPERS: dict[str, Temper] = {
    "eager": eager, "idle": idle, "noble": noble, "trader": trader, "warrior": warrior, "hoarder": hoarder, "miser": miser
}  # fmt: skip


def mixed(game: Game, ask: Ask, random: Callable[[], float]) -> Move:
    """Each seat has a temper of its own, another one in every game."""
    names = sorted(TEMPERS)
    return POLICIES[names[(ask[0] * 3 + game.crowns[0] + game.barons[0]) % len(names)]](game, ask, random)


POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    **{name: of_temper(temper) for name, temper in TEMPERS.items()},
    "mixed": mixed,
}
