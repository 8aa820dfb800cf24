"""Questions to Z3 about one place in a game, each within its budget.

Reads terms through `encode`. A `Session` holds the hypotheses of one control point; `ask` says whether a goal follows.
A question that runs out of its budget is "unknown", whatever the solver had in mind; no verdict is made here.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import attrs
import z3

from verifier.encode import Encoder, read_value
from verifier.terms import Term, Terms, variables

Answer = Literal["follows", "fails", "unknown"]


@attrs.frozen
class Reply:
    """`follows`: with the names of the hypotheses that were needed. `fails`: with the variables' values."""

    answer: Answer
    seconds: float
    used: tuple[str, ...] = ()
    values: Mapping[str, int] = attrs.field(factory=dict)
    reason: str = ""


@attrs.frozen
class Budget:
    """How long one question may take. `steps` is Z3's own measure (rlimit), equal on every machine (0: no limit); the
    seconds are for machines on which so many steps take too long."""

    seconds: float = 20.0
    steps: int = 6_000_000

    def __str__(self) -> str:
        return f"{self.steps} steps or {self.seconds:g} s" if self.steps else f"{self.seconds:g} s"


Question = tuple[tuple[Term, ...], Term, Mapping[str, Term]]
"""What is assumed, the goal, and lemmas about the state after."""

QUICK = 400_000
"""Steps after which a question is split, if it can be."""
MAX_SPLIT = 64
"""A parameter with more values is not split."""
MAX_CASES = 300
"""Cases made at once."""


class Session:
    """What is known at one point, for many questions."""

    def __init__(self, terms: Terms, encoder: Encoder, hypotheses: Mapping[str, Term], budget: Budget) -> None:
        self.terms, self.encoder, self.budget = terms, encoder, budget
        self.solver: Any = z3.SimpleSolver(ctx=encoder.context)
        self._variables: dict[int, frozenset[str]] = {}
        self._bounded: list[set[str]] = [set()]
        self._markers: dict[str, Any] = {}
        self._names: dict[str, str] = {}
        self._mark(hypotheses, "")

    def ask(
        self,
        assumed: Sequence[Term],
        goal: Term,
        *,
        without: frozenset[str] = frozenset(),
        helpers: Mapping[str, Term] | None = None,
    ) -> Reply:
        """Does the goal follow from the hypotheses (but for `without`), the helpers and what is assumed?

        A question that is not answered at once is split by the values of a parameter: sums over cells of which one is
        written are hard as long as it is open which."""
        started = time.perf_counter()
        lemmas = {name: term for name, term in (helpers or {}).items() if name not in without}
        used: set[str] = set()
        todo: list[Question] = [(tuple(assumed), goal, lemmas)]
        while todo:
            question = todo.pop()
            names = self._open_parameters(question)
            left = self.budget.seconds - (time.perf_counter() - started)
            if left <= 0:
                return Reply("unknown", time.perf_counter() - started, reason="timeout")
            most = self.budget.steps
            quick = min(QUICK, most) if most else QUICK
            reply = self._ask(*question, without, left, quick if names else most)
            if reply.answer == "unknown" and names:
                todo.extend(self._split(question, names))
            elif reply.answer == "follows":
                used.update(reply.used)
            else:
                return attrs.evolve(reply, seconds=time.perf_counter() - started)
        return Reply("follows", time.perf_counter() - started, used=tuple(sorted(used)))

    def _ask(
        self,
        assumed: tuple[Term, ...],
        goal: Term,
        lemmas: Mapping[str, Term],
        without: frozenset[str],
        seconds: float,
        steps: int,
    ) -> Reply:
        started = time.perf_counter()
        if goal is self.terms.true or self.terms.false in assumed:
            return Reply("follows", 0.0)
        self.solver.set("timeout", max(1, int(seconds * 1000)))
        self.solver.set("rlimit", steps)
        self._push()
        try:
            for term in (*assumed, self.terms.negate(goal)):
                self._bound(term)
                self.solver.add(self.encoder.formula(term))
            more = self._mark(lemmas, "after ")
            return self._check(started, [m for n, m in self._markers.items() if n not in without] + more)
        finally:
            self._pop()

    def _open_parameters(self, question: Question) -> list[str]:
        """The parameters with few values that a question speaks of, the nearest step's first."""
        assumed, goal, _ = question
        found: frozenset[str] = frozenset()
        for term in (*assumed, goal):
            found |= variables(term, self._variables)
        few = [n for n in found if n.startswith("?") and len(self.terms.domains.get(n, (0, 1))) <= MAX_SPLIT]
        return sorted(few, key=lambda n: (n.count("'"), n))

    def _split(self, question: Question, names: list[str]) -> list[Question]:
        """The cases of the first parameter, and of more as long as the cases are few."""
        cases = [question]
        for i, name in enumerate(names):
            values = self.terms.domains.get(name, (0, 1))
            if i > 0 and len(cases) * len(values) > MAX_CASES:
                break
            cases = [case for old in cases for value in values for case in self._case(old, name, value)]
        return cases

    def _case(self, question: Question, name: str, value: int) -> Iterator[Question]:
        """The question where a parameter has this value; nothing if it then cannot be."""
        assumed, goal, lemmas = question
        memo: dict[int, Term] = {}
        here = tuple(self.terms.replace(t, name, value, memo) for t in assumed)
        if self.terms.false not in here:
            there = {n: self.terms.replace(t, name, value, memo) for n, t in lemmas.items()}
            yield here, self.terms.replace(goal, name, value, memo), there

    def witness(self, assumed: Sequence[Term], wishes: Sequence[Term], seconds: float) -> Reply:
        """A model of what is assumed in which as many wishes hold as can be had one after another in the time given."""
        started = time.perf_counter()
        everything = list(self._markers.values())
        self.solver.set("timeout", max(1, int(seconds * 1000)))
        self._push()
        try:
            for term in assumed:
                self._bound(term)
                self.solver.add(self.encoder.formula(term))
            best = self._check(started, everything)
            for wish in wishes:
                if best.answer != "fails" or time.perf_counter() - started > seconds:
                    break
                self._push()
                self._bound(wish)
                self.solver.add(self.encoder.formula(wish))
                reply = self._check(started, everything)
                if reply.answer == "fails":
                    best = reply  # the wish stays; the frames are popped together below
                else:
                    self._pop()
            return best
        finally:
            self._pop(len(self._bounded) - 1)

    def _mark(self, lemmas: Mapping[str, Term], prefix: str) -> list[Any]:
        """Add lemmas that can be switched on, so that the solver can say which it used."""
        markers = []
        for name, lemma in lemmas.items():
            if lemma is self.terms.true:
                continue
            marker = self.encoder.fresh_flag(f"!{prefix}{name}")
            self._bound(lemma)
            self.solver.add(z3.Implies(marker, self.encoder.formula(lemma)))
            self._names[marker.decl().name()] = name
            markers.append(marker)
            if not prefix:
                self._markers[name] = marker
        return markers

    def _check(self, started: float, markers: list[Any]) -> Reply:
        result = self.solver.check(*markers)
        seconds = time.perf_counter() - started
        if result == z3.unsat:
            core = self.solver.unsat_core()  # read once: a second call may return nothing
            return Reply("follows", seconds, used=tuple(sorted({self._names[marker.decl().name()] for marker in core})))
        if result == z3.sat:
            return Reply("fails", seconds, values=self._model())
        return Reply("unknown", seconds, reason=str(self.solver.reason_unknown()))

    def _model(self) -> dict[str, int]:
        model = self.solver.model()
        values = {}
        for declaration in model.decls():
            name = declaration.name()
            # A model may still speak of variables of earlier questions, whose domains are forgotten.
            forgotten = name in self.terms.domains and not any(name in frame for frame in self._bounded)
            if name not in self._names and not forgotten and declaration.arity() == 0:
                values[name] = read_value(model[declaration])
        return values

    def _bound(self, term: Term) -> None:
        """Tell the solver the domains of the variables it meets for the first time."""
        for name in sorted(variables(term, self._variables)):
            if name in self.terms.domains and not any(name in frame for frame in self._bounded):
                self._bounded[-1].add(name)
                self.solver.add(self.encoder.domain(name))

    def _push(self) -> None:
        self.solver.push()
        self._bounded.append(set())

    def _pop(self, frames: int = 1) -> None:
        for _ in range(frames):
            self.solver.pop()
            self._bounded.pop()
