"""Counterexamples as stories that can be played again.

Reads the automaton by its plain runner; returns `Story`s. `Judge` runs single atomic steps and finds the faults of a
state by evaluation alone: nothing the solver says is believed before the judge has seen it.
"""

from collections.abc import Iterator, Sequence

import attrs

from rulespec.automaton.evaluate import Value
from rulespec.automaton.nodes import AutomaticPoint, Automaton, ChancePoint, DecisionPoint, PieceSum, Point
from rulespec.automaton.run import Choice, Runner, State
from rulespec.diagnostics import RulespecError
from rulespec.rules.expressions import Expr
from verifier.paths import OVER
from verifier.store import key_values
from verifier.words import Change, Words

AUTOMATIC: Choice = ("", ())
"""The choice at a point where nobody chooses."""

PATIENCE = 20_000
"""Steps in a row that nobody decides after which a loop is taken to be endless."""

Fault = tuple[str, str]
"""What went wrong: ("invariant" | "fact" | "conservation" | "choice", its name), or (error code, unit)."""


@attrs.frozen
class Step:
    """One atomic step: who did what at which point, and what changed."""

    point: str
    who: str
    move: str
    changes: tuple[Change, ...]
    choice: Choice


@attrs.frozen
class Story:
    """How a game comes to a fault. `from_start`: from the beginning of the game, else from the state `before` alone.
    `shortest`: no shorter game does; otherwise no single step of it can be left out."""

    from_start: bool
    before: tuple[tuple[str, str], ...]
    steps: tuple[Step, ...]
    fault: str
    shortest: bool
    state: State
    """The flat state before the first step."""

    def lines(self) -> Iterator[str]:
        """The story for people."""
        if self.from_start:
            known = "the shortest" if self.shortest else "none of its steps can be left out"
            yield f"from the start of the game ({known}):"
        else:
            yield "from this state (whether a game comes to it is not known):"
            width = max((len(cell) for cell, _ in self.before), default=0)
            for cell, value in self.before:
                yield f"    {cell:<{width}}  {value}"
        for i, step in enumerate(self.steps, 1):
            yield f"  {i}. {step.who}: {step.move}   ({step.point})"
            for change in step.changes:
                yield f"       {change}"
        yield f"  then {self.fault}"


class Judge:
    """Runs single atomic steps and says what is wrong with a state."""

    def __init__(self, automaton: Automaton, runner: Runner, words: Words) -> None:
        self.automaton, self.runner, self.words = automaton, runner, words

    def start(self) -> State:
        cells = list(self.automaton.initial)
        self.runner.run(cells, self.automaton.start, {}, None)
        return tuple(cells)

    def step(self, state: State, choice: Choice) -> State:
        """One atomic step: automatic steps after it are steps of their own."""
        cells = list(state)
        match self.runner.point(state):
            case AutomaticPoint(block=block):
                self.runner.run(cells, block, {}, None)
            case _:
                self.runner.choose(cells, choice, None)
        return tuple(cells)

    def endless(self, state: State) -> tuple[str, ...]:
        """The points of a loop that the game, left alone in this state, does not come out of."""
        seen: dict[State, int] = {}
        labels: list[str] = []
        while (choice := self.forced(state)) is not None:
            if state in seen or len(seen) > PATIENCE:
                return tuple(dict.fromkeys(labels[seen.get(state, 0) :]))
            seen[state] = len(labels)
            labels.append(self.label(state))
            try:
                state = self.step(state, choice)
            except RulespecError:
                break
        return ()

    def forced(self, state: State) -> Choice | None:
        """What happens here without anybody being asked."""
        match self.runner.point(state):
            case AutomaticPoint():
                return AUTOMATIC
            case DecisionPoint(several=True):
                choices, faults = self.choices(state)
                return choices[0] if len(choices) == 1 and not faults else None
            case _:
                return None

    def unit(self, state: State, choice: Choice) -> str:
        match self.runner.point(state):
            case DecisionPoint(label=label):
                return f"{label}.{choice[0]}"
            case None:
                return OVER
            case ChancePoint(label=label) | AutomaticPoint(label=label):
                return label

    def choices(self, state: State) -> tuple[list[Choice], list[Fault]]:
        """The legal choices, and the options whose clauses cannot be evaluated."""
        point = self.runner.point(state)
        found: list[Choice] = []
        faults: list[Fault] = []
        match point:
            case DecisionPoint(options=options, label=label):
                for option in options:
                    if not self.runner.is_active(option, state):
                        continue
                    try:
                        found.extend((option.name, arguments) for arguments in self.runner.arguments(option, state))
                    except RulespecError as error:
                        faults.append((error.code, f"{label}.{option.name}"))
            case ChancePoint(label=label):
                try:
                    found = self.runner.legal(state)
                except RulespecError as error:
                    faults.append((error.code, label))
            case AutomaticPoint():
                found = [AUTOMATIC]
            case None:
                pass
        return found, faults

    def is_legal(self, state: State, choice: Choice) -> bool:
        """Judged by this choice alone, whatever the others are."""
        match self.runner.point(state):
            case DecisionPoint(options=options):
                option = next(o for o in options if o.name == choice[0])
                return self.runner.is_active(option, state) and not self.runner.refused(state, choice)
            case ChancePoint(var=var, weight=weight):
                return self.runner.number(weight, {var: choice[1][0]}, state) > 0
            case AutomaticPoint():
                return True
            case None:
                return False

    def label(self, state: State) -> str:
        point = self.runner.point(state)
        return OVER if point is None else point.label

    def faults(self, state: State) -> list[Fault]:
        """The claims that do not hold here."""
        found: list[Fault] = []
        label = self.label(state)
        for kind, claims in (("invariant", self.automaton.invariants), ("fact", self.automaton.facts)):
            for claim in claims:
                if label in claim.points and not self.holds(claim.condition, state):
                    found.append((kind, claim.name))
        found.extend(("conservation", p.name) for p in self.automaton.pieces if not self.conserved(p, state))
        return found

    def holds(self, condition: Expr, state: State) -> bool:
        """A claim that cannot be evaluated does not hold."""
        try:
            return self.runner.holds(condition, state)
        except RulespecError:
            return False

    def conserved(self, piece: PieceSum, state: State) -> bool:
        sums: dict[tuple[Value, ...], int] = {(): 0}
        for kind in piece.keys:
            sums = {(*key, value): 0 for key in sums for value in kind.values}
        for name, exprs in zip(piece.slots, piece.keys_of, strict=True):
            slot = self.runner.slots[name]
            for keys, amount in zip(key_values(slot), self.runner.cells(state, name), strict=True):
                env = {f"key{i}": key for i, key in enumerate(keys)}
                try:
                    owner = tuple(self.runner.value(e, env, state) for e in exprs) if piece.keys else ()
                except RulespecError:
                    return False
                if owner in sums:
                    sums[owner] += amount
                elif amount:
                    return False
        return all(total == piece.total for total in sums.values())

    def tell(
        self, states: Sequence[State], choices: Sequence[Choice], fault: str, *, from_start: bool, shortest: bool
    ) -> Story:
        """The story of states and the choices between them; the last choice may have failed."""
        steps = []
        for i, choice in enumerate(choices):
            before = states[i]
            changes = self.words.changes(before, states[i + 1]) if i + 1 < len(states) else ()
            point = self.runner.point(before)
            assert point is not None
            steps.append(Step(point.label, self.who(point, before), self.words.move(point, choice), changes, choice))
        return Story(from_start, self.words.state(states[0]), tuple(steps), fault, shortest, states[0])

    def who(self, point: Point, state: State) -> str:
        if isinstance(point, AutomaticPoint):
            return "the game"
        try:
            return self.words.player(self.runner.owner(state))
        except RulespecError:
            return "nobody"


def describe(fault: Fault, subject: str) -> str:
    """The end of a story."""
    kind, name = fault
    match kind:
        case "invariant":
            return f"`{name}` does not hold"
        case "fact":
            return f"what the rules say at this point does not hold ({name})"
        case "conservation":
            return f"the number of pieces `{name}` is not what it was"
        case "choice":
            return f"there is nothing to choose at {name}"
        case "R0506":
            return f"the game goes round and round at {name} [R0506]"
        case "R0501":
            return f"more is moved than `{subject}` holds [R0501]"
        case "R0503":
            return f"`{subject}` cannot hold its new value [R0503]"
        case "R0505":
            return f"`{subject}` is asked about something that is none [R0505]"
        case _:
            return f"the game stops with [{kind}]"
