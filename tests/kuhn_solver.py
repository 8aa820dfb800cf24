"""Solves a small two-player zero-sum game with chance and hidden values, through the public interface alone.

Reads a game (`legal`, `play`, `view`, `outcome`). Returns its tree, and bounds of its value for the first player: what
each player's average strategy of counterfactual regret minimisation guarantees against a best response. The
bounds hold however well the iteration went, so that a narrow pair of them is a proof up to rounding. Players must
remember what they have seen: a view that forgets makes the best response too strong, and the bounds stay apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

CHANCE = "chance"


@attrs.frozen
class End:
    """The game is over: what the first player has won of the second."""

    payoff: float


@attrs.frozen
class Chance:
    """A draw: probability and what follows."""

    branches: tuple[tuple[float, Node], ...]


@attrs.frozen
class Choice:
    """A decision of the first (0) or second (1) player, who knows only the information set."""

    player: int
    known: str
    branches: tuple[Node, ...]


Node = End | Chance | Choice
Policy = Mapping[str, Sequence[float]]  # information set -> probability of each branch


@attrs.frozen
class Bounds:
    """The value of the game to the first player lies between these."""

    lower: float
    upper: float

    @property
    def gap(self) -> float:
        return self.upper - self.lower


# --- the tree, from the public interface -----------------------------------------------------------------------------


def tree_of(game: Any, state: Any, players: Sequence[str]) -> Node:
    """Everything that can happen from a state on; `players` in the order in which payoffs are counted."""
    decision = state.decision
    if decision is None:
        return End(payoff_of(game.outcome(state), players))
    branches = tuple(tree_of(game, game.play(state, move), players) for move in game.legal(state))
    if decision.owner == CHANCE:
        total = sum(decision.weights)
        return Chance(tuple((weight / total, node) for weight, node in zip(decision.weights, branches, strict=True)))
    return Choice(players.index(decision.owner), information_set(game, state, decision.owner), branches)


def players_of(game: Any) -> list[str]:
    """The players by their number in the core: whoever decides while the core says 0 is the first."""
    names: dict[int, str] = {}
    waiting = [game.new()]
    while waiting and len(names) < 2:
        state = waiting.pop()
        if state.decision is not None:
            if state.decision.owner != CHANCE:
                names[game.core.owner(state.position)] = state.decision.owner
            waiting += [game.play(state, move) for move in game.legal(state)]
    return [names[number] for number in sorted(names)]


def information_set(game: Any, state: Any, player: str) -> str:
    """What the player knows when deciding: two states with one view are the same to them."""
    return f"{player}: {game.view(state, player)!r}"


def payoff_of(outcome: Any, players: Sequence[str]) -> float:
    """Half the difference of the points (in a zero-sum game: the first player's own), or 1, 0, -1 by who won."""
    first, second = players
    if outcome.points is not None:
        return float(outcome.points[first]["total"] - outcome.points[second]["total"]) / 2
    return float((first in outcome.winners) - (second in outcome.winners))


# --- what the tree holds ---------------------------------------------------------------------------------------------


def nodes(node: Node) -> Iterator[Node]:
    """The node and all below it."""
    yield node
    match node:
        case Chance(branches=drawn):
            for _, branch in drawn:
                yield from nodes(branch)
        case Choice(branches=chosen):
            for branch in chosen:
                yield from nodes(branch)


def complete_games(root: Node) -> int:
    """How many ends the tree has, each reached by a line of play of its own."""
    return sum(isinstance(node, End) for node in nodes(root))


def information_sets(root: Node) -> set[str]:
    """What players can know when they decide; refuses a view that shows one legal list and means another."""
    sizes: dict[str, int] = {}
    for node in nodes(root):
        if isinstance(node, Choice) and sizes.setdefault(node.known, len(node.branches)) != len(node.branches):
            raise ValueError(f"one view, different numbers of legal moves: {node.known}")
    return set(sizes)


# --- the value -------------------------------------------------------------------------------------------------------


def solve(root: Node, rounds: int = 3000) -> Bounds:
    """Bounds of the value to the first player, from average strategies after so many rounds of CFR+."""
    policy = _Learner().learn(root, rounds)
    return Bounds(lower=-best_response([(1.0, root)], 1, policy), upper=best_response([(1.0, root)], 0, policy))


def best_response(weighted: Sequence[tuple[float, Node]], player: int, policy: Policy) -> float:
    """The most a player can win against the other's policy from nodes that are reached with these weights."""
    won = 0.0
    own: defaultdict[str, list[tuple[float, Choice]]] = defaultdict(list)
    waiting = list(weighted)
    while waiting:
        weight, node = waiting.pop()
        match node:
            case End(payoff=payoff):
                won += weight * (payoff if player == 0 else -payoff)
            case Chance(branches=drawn):
                waiting += [(weight * chance, branch) for chance, branch in drawn]
            case Choice(player=owner) if owner == player:
                own[node.known].append((weight, node))
            case Choice(branches=chosen):
                chances = policy[node.known]
                waiting += [(weight * chance, branch) for chance, branch in zip(chances, chosen, strict=True)]
    for group in own.values():  # one choice for all nodes that the player cannot tell apart
        won += max(
            best_response([(weight, node.branches[number]) for weight, node in group], player, policy)
            for number in range(len(group[0][1].branches))
        )
    return won


@attrs.define
class _Learner:
    """CFR+: regrets never below nothing, players in turn, later rounds weigh more in the average.

    A pass reads `present` and adds to `regrets`: nodes that the player cannot tell apart must meet one strategy in it.
    """

    present: dict[str, list[float]] = attrs.field(factory=dict)
    regrets: dict[str, list[float]] = attrs.field(factory=dict)
    sums: dict[str, list[float]] = attrs.field(factory=dict)

    def learn(self, root: Node, rounds: int) -> Policy:
        for number in range(1, rounds + 1):
            for player in (0, 1):
                self._walk(root, player, 1.0, 1.0, number)
                self.regrets = {known: [max(r, 0.0) for r in found] for known, found in self.regrets.items()}
                self.present = {known: _shares(found) for known, found in self.regrets.items()}
        return {known: _shares(found) for known, found in self.sums.items()}

    def _walk(self, node: Node, player: int, own_reach: float, other_reach: float, weight: int) -> float:
        """The payoff to `player` under the present strategies; adds to the regrets of that player's choices."""
        match node:
            case End(payoff=payoff):
                return payoff if player == 0 else -payoff
            case Chance(branches=drawn):
                return sum(
                    chance * self._walk(branch, player, own_reach, other_reach * chance, weight)
                    for chance, branch in drawn
                )
            case Choice(player=owner, known=known, branches=chosen):
                shares = self.present.setdefault(known, _shares([0.0] * len(chosen)))
                if owner != player:
                    return sum(
                        share * self._walk(branch, player, own_reach, other_reach * share, weight)
                        for share, branch in zip(shares, chosen, strict=True)
                    )
                values = [
                    self._walk(branch, player, own_reach * share, other_reach, weight)
                    for share, branch in zip(shares, chosen, strict=True)
                ]
                value = sum(share * value for share, value in zip(shares, values, strict=True))
                regrets = self.regrets.setdefault(known, [0.0] * len(chosen))
                sums = self.sums.setdefault(known, [0.0] * len(chosen))
                for number, share in enumerate(shares):
                    regrets[number] += other_reach * (values[number] - value)
                    sums[number] += weight * own_reach * share
                return value


def _shares(amounts: Sequence[float]) -> list[float]:
    """Each amount's part of the positive ones; equal parts if there are none."""
    positive = [max(amount, 0.0) for amount in amounts]
    total = sum(positive)
    return [amount / total for amount in positive] if total else [1 / len(amounts)] * len(amounts)
