"""Random games on the core, with what a designer wants to know: results, lengths, options played, clauses that bite.

Reads a game; returns `Statistics`. Same seed, same numbers.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from rulespec.automaton.evaluate import Value
from rulespec.automaton.nodes import DecisionPoint, InvariantAt, OptionPoint
from rulespec.game.bots import bot_of, drawn
from rulespec.game.chance import Random, random_of
from rulespec.game.core import CHANCE
from rulespec.game.facade import Game
from rulespec.game.state import State
from rulespec.rules.types import MapOf, SetOf, domain

LONGEST = 100_000
"""Steps after which a game is given up and counted as unfinished."""


@attrs.define
class Statistics:
    """Counts over some games; those of two parts add up."""

    games: int = 0
    unfinished: int = 0
    steps: int = 0
    shortest: int = 0
    longest: int = 0
    most_moves: int = 0
    moves: int = 0
    decisions: int = 0
    wins: Counter[str] = attrs.field(factory=Counter)
    ends: Counter[str] = attrs.field(factory=Counter)
    points: Counter[str] = attrs.field(factory=Counter)
    options: Counter[str] = attrs.field(factory=Counter)
    clauses: Counter[str] = attrs.field(factory=Counter)
    broken: dict[str, str] = attrs.field(factory=dict)
    """Invariant -> the log of the first game that broke it."""

    def add(self, other: "Statistics") -> None:
        self.shortest = min(x for x in (self.shortest, other.shortest) if x) if self.shortest or other.shortest else 0
        self.longest = max(self.longest, other.longest)
        self.most_moves = max(self.most_moves, other.most_moves)
        for name in ("games", "unfinished", "steps", "moves", "decisions"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("wins", "ends", "points", "options", "clauses"):
            getattr(self, name).update(getattr(other, name))
        self.broken = {**other.broken, **self.broken}

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "steps": {"mean": round(self.steps / max(self.games, 1), 2), "min": self.shortest, "max": self.longest},
            "moves_per_decision": {"mean": round(self.moves / max(self.decisions, 1), 2), "max": self.most_moves},
            "wins": dict(sorted(self.wins.items())),
            "ends": dict(sorted(self.ends.items())),
            "points": {name: round(n / max(self.games, 1), 4) for name, n in sorted(self.points.items())},
            "options": dict(sorted(self.options.items())),
            "clauses": dict(sorted(self.clauses.items())),
            "broken_invariants": self.broken,
        }


def simulate(
    game: Game,
    number: int,
    seed: int = 0,
    *,
    check_invariants: bool = False,
    coverage: bool = False,
    first: int = 0,
    bots: Sequence[str] = ("random",),
    progress: Callable[[int], None] | None = None,
) -> Statistics:
    """Play games number `first` to `first + number - 1` of a seed; the bots take the seats in turn, over and over."""
    statistics = Statistics()
    for kind in bots:
        bot_of(kind, game, random_of(seed))  # a bot that there is not is no reason to begin
    player = _Player(game, statistics, check_invariants, coverage, bots)
    for i in range(first, first + number):
        player.play(random_of(seed, i))
        if progress is not None:
            progress(i - first + 1)
    return statistics


class _Player:
    def __init__(
        self, game: Game, statistics: Statistics, check_invariants: bool, coverage: bool, bots: Sequence[str]
    ) -> None:
        self.game, self.statistics, self.bots = game, statistics, bots
        self.invariants: tuple[InvariantAt, ...] = game.automaton.invariants if check_invariants else ()
        self.options: dict[str, tuple[OptionPoint, ...]] = {}
        for point in game.automaton.points if coverage else ():
            if isinstance(point, DecisionPoint):
                self.options[point.label] = point.options
                for option in point.options:
                    statistics.options.setdefault(f"{point.label}.{option.name}", 0)
                    for clause in option.clauses:
                        statistics.clauses.setdefault(clause.code, 0)

    def play(self, random: Random) -> None:
        core, s = self.game.core, self.statistics
        position = core.new()
        path: list[tuple[Any, Any]] = []
        bots = [bot_of(self.bots[i % len(self.bots)], self.game, random) for i in range(len(self.game.players))]
        while (owner := core.owner(position)) is not None and len(path) < LONGEST:
            moves = core.legal(position)
            if not moves:
                self.game.legal(State(self.game, position))  # says what is missing
            if owner == CHANCE:
                move = drawn(moves, core.weights(position), random)
            else:
                move = bots[owner].choose(position, moves)
                s.decisions += 1
                s.moves += len(moves)
                s.most_moves = max(s.most_moves, len(moves))
                if self.options:
                    self._cover(position, move, random)
            path.append((position, move))
            position = self.game.stepped(position, move)
            if self.invariants:
                self._check(position, path)
        s.games += 1
        s.steps += len(path)
        s.shortest = min(s.shortest, len(path)) if s.shortest else len(path)
        s.longest = max(s.longest, len(path))
        outcome = self.game.outcome(State(self.game, position))
        if outcome is None:
            s.unfinished += 1
            return
        s.ends[outcome.end or ""] += 1
        for winner in outcome.winners:
            s.wins[winner] += 1
        for player, items in (outcome.points or {}).items():
            s.points[player] += items["total"]

    def _cover(self, position: Any, move: Any, random: Random) -> None:
        """Count the option played, and try one at random to see which clauses refuse it."""
        game = self.game
        point = game.point(position)
        number, _ = game.core.unpack(position, move)
        self.statistics.options[f"{point.code}.{point.options[number].name}"] += 1
        option = self.options[point.code][random.below(len(self.options[point.code]))]
        args: list[Value] = []
        for _, type_ in option.parameters:
            match type_:
                case SetOf(kind=kind):
                    args.append(random.below(1 << kind.size))
                case MapOf(kind=kind, entry=entry):
                    args.append(tuple(entry.low + random.below(entry.high - entry.low + 1) for _ in kind.values))
                case _:
                    values = domain(type_)
                    args.append(values[random.below(len(values))])
        narrator = game.narrator
        refused = narrator.refused(tuple(game.core.to_values(position)), (option.name, tuple(args)))
        self.statistics.clauses.update(refused)

    def _check(self, position: Any, path: list[tuple[Any, Any]]) -> None:
        values = tuple(self.game.core.to_values(position))
        point = self.game.point(position).code if values[self.game.sheet.control] else "over"
        for invariant in self.invariants:
            applies = point in invariant.points
            if applies and invariant.name not in self.statistics.broken:
                if not self.game.narrator.holds(invariant.condition, values):
                    self.statistics.broken[invariant.name] = self._log(path)

    def _log(self, path: list[tuple[Any, Any]]) -> str:
        from rulespec.game.session import Session

        session = Session(self.game, tell=False)
        for position, move in path:
            session.play(self.game.decode(State(self.game, position), move))
        return session.log
