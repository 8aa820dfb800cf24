"""The encoding run on concrete states: does Z3 mean what the automaton does?

Reads an automaton; `Encoded.step` gives the state after one atomic step as the encoded paths say, every term evaluated
by Z3 (or by the terms themselves, which is quicker). `disagreement` compares one step with the plain runner.
"""

from collections.abc import Callable, Mapping

import attrs

from rulespec.automaton.evaluate import Value
from rulespec.automaton.nodes import Automaton
from rulespec.automaton.run import Choice, Runner, State
from rulespec.diagnostics import RulespecError
from verifier.conditions import CODES, KIND_OF
from verifier.encode import Encoder
from verifier.meaning import Here, MapValue, Meaning, SetValue
from verifier.paths import Unit, Walked, point_store, units_of, walk_unit
from verifier.store import cell_name, cells
from verifier.terms import Known, Term, Terms, evaluate
from verifier.traces import Judge
from verifier.words import Words

WRONG_KEY = "keys"
"""The code of a piece that goes to a place of another key."""


@attrs.frozen
class Outcome:
    """What one step does: a state, or the codes of what goes wrong on the way; not `legal`: nothing."""

    legal: bool
    state: State | None
    codes: frozenset[str] = frozenset()


class Encoded:
    """The transition function of an automaton, read off its encoding. `by_solver`: terms are evaluated by Z3."""

    def __init__(
        self, automaton: Automaton, rulings: Mapping[str, str] | None = None, *, by_solver: bool = True
    ) -> None:
        self.automaton, self.by_solver = automaton, by_solver
        self.terms = Terms()
        self.meaning = Meaning(self.terms, automaton, rulings)
        self.encoder = Encoder(self.terms)
        self.points = {p.number: p for p in automaton.points}
        self._walked: dict[int, dict[str, Walked]] = {}

    def walked(self, number: int) -> dict[str, Walked]:
        """The units of a point by the name of their option."""
        if number not in self._walked:
            point = self.points[number]
            units = units_of(self.meaning, point, point_store(self.meaning, point))
            self._walked[number] = {_option(unit): walk_unit(self.meaning, unit) for unit in units}
        return self._walked[number]

    def step(self, state: State, choice: Choice) -> Outcome:
        """One atomic step from a state at a point."""
        walked = self.walked(state[self.automaton.slot(self.automaton.control).offset]).get(choice[0])
        if walked is None:
            return Outcome(False, None)
        value = self.evaluator(state, walked.unit, choice[1])
        codes = frozenset(
            CODES.get(KIND_OF[check.kind], WRONG_KEY)
            for check in walked.checks
            if all(value(t) for t in (*check.assumed, check.guard)) and not value(check.goal)
        )
        legal = all(value(t) for t in walked.enabled)
        if not legal or codes:
            return Outcome(legal, None, codes)
        taken = [path for path in walked.paths if all(value(t) for t in path.assumed)]
        if len(taken) != 1:
            return Outcome(legal, None, codes)
        after: list[int] = []
        for slot in self.automaton.slots:
            after.extend(value(t) for t in cells(self.terms, taken[0].known, taken[0].after.families[slot.name]))
        return Outcome(True, tuple(after))

    def holds(self, name: str, state: State) -> bool:
        """Does an invariant or a fact hold in a state?"""
        point = self.points[state[self.automaton.slot(self.automaton.control).offset]]
        claims = {c.name: c.condition for c in self.automaton.facts} | {
            c.name: c.condition for c in self.automaton.invariants
        }
        here = Here(point_store(self.meaning, point), Known(), self.terms.true)
        term = self.meaning.condition(claims[name], {}, here, [])
        return bool(self.evaluator(state, None, ())(term))

    def evaluator(self, state: State, unit: Unit | None, arguments: tuple[Value, ...]) -> Callable[[Term], int]:
        values: dict[str, int] = {}
        for slot in self.automaton.slots:
            for i in range(slot.size):
                values[cell_name(slot, i)] = state[slot.offset + i]
        for (_, _, symbol), argument in zip(unit.parameters if unit is not None else (), arguments, strict=True):
            match symbol, argument:
                case SetValue(bits=bits), int():
                    values |= {str(bit.value): argument >> i & 1 for i, bit in enumerate(bits)}
                case MapValue(entries=entries), tuple():
                    values |= {str(e.value): a for e, a in zip(entries, argument, strict=True)}
                case Term(), int():
                    values[str(symbol.value)] = argument
        memo: dict[int, int] = {}
        if not self.by_solver:
            return lambda term: evaluate(term, values, memo)

        def by_solver(term: Term) -> int:
            if term.ident not in memo:
                memo[term.ident] = self.encoder.value(term, values)
            return memo[term.ident]

        return by_solver


def _option(unit: Unit) -> str:
    return unit.option.name if unit.option is not None else ""


def disagreement(encoded: Encoded, runner: Runner, state: State, choice: Choice) -> str:
    """How the encoding and the runner differ about one step; empty if they agree.

    The encoding asks that every index makes sense, also where the runner stops looking before it comes to it, and that
    keyed pieces stay with their key: where that fails, it says nothing about the rest."""
    judge = Judge(encoded.automaton, runner, Words(encoded.automaton))
    ours = encoded.step(state, choice)
    try:
        legal = judge.is_legal(state, choice)
        if legal != ours.legal:
            return f"{choice} is {'' if legal else 'not '}legal, but as encoded {ours}"
        if not legal:
            return ""
        after = judge.step(state, choice)
    except RulespecError as error:
        return "" if error.code in ours.codes else f"{choice} stops with {error.code}, as encoded {ours}"
    if ours.codes and ours.codes <= {CODES["index"], WRONG_KEY}:
        return ""
    if ours.state != after:
        return f"{choice} leads to {after}, as encoded to {ours.state} {sorted(ours.codes)}"
    return ""
