"""Bots for empty seats: at random, or greedy by the `valuation` that a game's text declares.

Reads a loaded game and positions of its core; returns moves. A bot draws from its own source of numbers, so that the
same seed plays the same game. A greedy bot tries each move, plays on at random for a little, several times over, and
takes the move that leaves it best off by the valuation, compared with the others. What is drawn meanwhile is drawn
anew: a bot never looks into a pile; but it does not forget what lies in other hands, so it is a sparring partner and
no referee of hidden information.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from rulespec.diagnostics import RulespecError, did_you_mean
from rulespec.game.chance import Random
from rulespec.game.core import CHANCE
from rulespec.game.facade import Game

MOST_TRIED = 40
"""A greedy bot tries this many of a decision's moves at most, drawn at random."""

KINDS = ("random", "greedy")


class Bot(Protocol):
    """Whoever chooses one of some moves."""

    def choose(self, position: Any, moves: Sequence[Any]) -> Any: ...


def bot_of(kind: str, game: Game, random: Random) -> Bot:
    """The bot of that name."""
    match kind:
        case "random":
            return RandomBot(random)
        case "greedy":
            return GreedyBot(game, random)
        case _:
            help = did_you_mean(kind[:60], KINDS) or f"bots are {', '.join(KINDS)}"
            raise RulespecError("R0661", f"there is no bot `{kind[:60]}`", None, help)


class RandomBot:
    """Any move, each as likely."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def choose(self, position: Any, moves: Sequence[Any]) -> Any:
        return moves[self.random.below(len(moves))]


class GreedyBot:
    """The move that leaves its player best off a little later."""

    def __init__(self, game: Game, random: Random, *, tries: int = 3, ahead: int = 10) -> None:
        self.game, self.random, self.tries, self.ahead = game, random, tries, ahead

    def choose(self, position: Any, moves: Sequence[Any]) -> Any:
        if len(moves) == 1:
            return moves[0]
        core = self.game.core
        me = core.owner(position)
        assert me is not None
        tried = list(moves)
        while len(tried) > MOST_TRIED:
            tried.pop(self.random.below(len(tried)))
        best, found = None, tried[0]
        for move in tried:
            after = self.game.stepped(position, move)
            worth = sum(self._later(after, me) for _ in range(self.tries))
            if best is None or worth > best:
                best, found = worth, move
        return found

    def _later(self, position: Any, me: int) -> float:
        """What the position is worth to a player after some random moves."""
        core = self.game.core
        for _ in range(self.ahead):
            owner = core.owner(position)
            if owner is None:
                break
            moves = core.legal(position)
            if owner == CHANCE:
                move = drawn(moves, core.weights(position), self.random)
            else:
                move = moves[self.random.below(len(moves))]
            position = self.game.stepped(position, move)
        worths = self.worths(position)
        others = [worth for player, worth in enumerate(worths) if player != me]
        return worths[me] - (sum(others) / len(others) if others else 0.0)

    def worths(self, position: Any) -> list[float]:
        """The valuation for each player; at the end, and where the text declares none, the score counts."""
        core = self.game.core
        if core.owner(position) is None:
            return [1000.0 * n for n in core.outcome(position)]
        return [float(n) for n in getattr(core, "liking", core.outcome)(position)]


def drawn(moves: Sequence[Any], weights: Sequence[int], random: Random) -> Any:
    """What chance gives, by the weights."""
    left = random.below(sum(weights))
    for move, weight in zip(moves, weights, strict=True):
        left -= weight
        if left < 0:
            return move
    raise AssertionError("weights are positive")
