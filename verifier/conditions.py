"""What must be proved of a game: its obligations, read off the automaton, without a solver.

Reads the flow of the automaton; returns for every point its hypotheses (what is proved elsewhere and may be used here)
and for every unit its `Obligation`s. The scheme is induction over atomic steps: whatever holds at a point (invariants,
facts of the lowering, conservation) must hold again wherever a step leads. What is plain is marked in `how` and never
reaches the solver: untouched invariants, pieces that were only moved, a decision with an option that has no clauses.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

import attrs

from rulespec.automaton.nodes import (
    AutomaticPoint,
    ChancePoint,
    DecisionPoint,
    FrameFact,
    InvariantAt,
    Point,
)
from rulespec.source import NOWHERE, Span
from verifier.choices import always_something, something_to_do
from verifier.flow import Flow, Reached
from verifier.meaning import Access, Here, Meaning
from verifier.paths import (
    Check,
    CheckKind,
    Path,
    Unit,
    Walked,
    conserved,
    units_of,
    walk_unit,
)
from verifier.ranks import Claim
from verifier.store import Store
from verifier.terms import Known, Term

Kind = Literal["invariant", "fact", "conservation", "range", "transfer", "index", "choice", "termination", "paths"]

CODES: Mapping[str, str] = {"transfer": "R0501", "range": "R0503", "index": "R0505", "termination": "R0506"}
"""What the game's text would be blamed for at run time."""

KIND_OF: Mapping[CheckKind, Kind] = {
    "range": "range", "underflow": "transfer", "access": "index", "keys": "conservation"
}  # fmt: skip


@attrs.frozen
class Obligation:
    """Under the point's hypotheses and `assumed`, `goal` must hold.

    `subject` is the invariant, fact, piece, slot or decision it is about; `how` says why no solver is needed, if so;
    `helpers` are facts about the state after the step, proved by other obligations, to be used if it fails without."""

    id: str
    kind: Kind
    subject: str
    rule: str
    unit: str
    target: str
    assumed: tuple[Term, ...]
    goal: Term
    span: Span = NOWHERE
    how: str = ""
    helpers: Mapping[str, Term] = attrs.field(factory=dict)
    later: "Callable[[], Obligation] | None" = attrs.field(default=None, eq=False)
    """For a goal that is dear to write down: makes the obligation with its goal and helpers."""

    def written(self) -> "Obligation":
        """The obligation with its goal."""
        return self if self.later is None else self.later()

    @property
    def lemma(self) -> str:
        """The hypothesis that this obligation is a part of the proof of; empty for a safety check."""
        return f"{self.kind}:{self.subject}" if self.kind in ("invariant", "fact", "conservation") else ""


@attrs.frozen
class UnitConditions:
    walked: Walked
    obligations: tuple[Obligation, ...]


@attrs.frozen
class PointConditions:
    """`point` None: the start of the game, where nothing is assumed."""

    point: Point | None
    hypotheses: Mapping[str, Term]
    units: tuple[UnitConditions, ...]


@attrs.frozen
class TwoSteps:
    """The same unit again, where its state is not just any but the end of a path: `source` is the point the path comes
    from (None: the start), `between` what stands at the point in the middle."""

    source: str | None
    between: Mapping[str, Term]
    conditions: UnitConditions


def two_steps(meaning: Meaning, flow: Flow, label: str, unit: str) -> Iterator[TwoSteps]:
    """What must be proved of a unit, once for each path that leads to its point."""
    maker = _Maker(meaning)
    reached = flow.reached[label]
    arrivals: list[tuple[str | None, Path]] = [(None, path) for path in flow.start.paths]
    for name, other in flow.reached.items():
        arrivals += [(name, path) for walked in other.units for path in walked.paths]
    for source, path in arrivals:
        if path.target != label:
            continue
        between = maker.standing(label, path.after, path.known, [])
        for second in units_of(meaning, reached.point, path.after, "'"):
            if second.name == unit:
                walked = walk_unit(meaning, second, after=path)
                there = attrs.evolve(reached, store=path.after)
                yield TwoSteps(source, between, maker.of_unit(walked, there))


def obligations(meaning: Meaning, flow: Flow) -> Iterator[PointConditions]:
    """Everything to prove, point by point, in the order of the text."""
    maker = _Maker(meaning)
    yield PointConditions(None, {}, (maker.of_unit(flow.start, None),))
    for reached in flow.reached.values():
        hypotheses = {**reached.facts, **maker.standing(reached.point.label, reached.store, Known(), [])}
        units = tuple(maker.of_unit(walked, reached) for walked in reached.units)
        yield PointConditions(reached.point, hypotheses, units)


def conditions_of_unit(meaning: Meaning, walked: Walked, reached: Reached | None) -> UnitConditions:
    """What must be proved of one unit."""
    return _Maker(meaning).of_unit(walked, reached)


class _Maker:
    def __init__(self, meaning: Meaning) -> None:
        self.meaning, self.terms, self.automaton = meaning, meaning.terms, meaning.automaton
        self.points = {p.label: p for p in self.automaton.points}

    # --- what stands ----------------------------------------------------------------------------------------------

    def claims(self, label: str) -> Iterator[tuple[Kind, InvariantAt | FrameFact]]:
        for invariant in self.automaton.invariants:
            if label in invariant.points:
                yield "invariant", invariant
        for fact in self.automaton.facts:
            if label in fact.points:
                yield "fact", fact

    def standing(self, label: str, store: Store, known: Known, accesses: list[Access]) -> dict[str, Term]:
        """The lemmas that may be used at a point, by name. Claims of one name are one lemma."""
        here = Here(store, known, self.terms.true)
        found: dict[str, Term] = {}
        for kind, claim in self.claims(label):
            term = self.meaning.condition(claim.condition, {}, here, accesses)
            name = f"{kind}:{claim.name}"
            found[name] = self.terms.both(found.get(name, self.terms.true), term)
        for piece in self.automaton.pieces:
            found[f"conservation:{piece.name}"] = conserved(self.meaning, self.automaton, piece, here)
        return found

    # --- units ----------------------------------------------------------------------------------------------------

    def of_unit(self, walked: Walked, reached: Reached | None) -> UnitConditions:
        found: list[Obligation] = []
        unit = walked.unit
        for number, check in enumerate(walked.checks):
            found.append(self.of_check(unit, number, check))
        for path in walked.paths:
            found.extend(self.of_path(unit, path, reached))
        if not walked.complete:
            found.append(
                Obligation(f"paths:{unit.name}", "paths", unit.name, unit.rule, unit.name, "", (), self.terms.false)
            )
        return UnitConditions(walked, tuple(found))

    def of_check(self, unit: Unit, number: int, check: Check) -> Obligation:
        kind = KIND_OF[check.kind]
        subject = check.piece or check.what
        return Obligation(
            id=f"{kind}:{check.what}@{unit.name}#{number + 1}",
            kind=kind,
            subject=subject,
            rule=unit.rule,
            unit=unit.name,
            target="",
            assumed=(*check.assumed, check.guard),
            goal=check.goal,
            span=check.span if check.span != NOWHERE else unit.span,
        )

    def of_path(self, unit: Unit, path: Path, reached: Reached | None) -> Iterator[Obligation]:
        where = f"@{unit.name}->{path.target}#{path.number + 1}"
        after = Here(path.after, path.known, self.terms.true)
        written = path.after.written_since(unit.before)
        source = reached.point.label if reached is not None else None

        def make(kind: Kind, subject: str, goal: Term, span: Span, how: str = "") -> Obligation:
            if not how and reached is None and goal is self.terms.true:
                how = "seen when the game starts"
            name = f"{kind}:{subject}{where}"
            return Obligation(name, kind, subject, unit.rule, unit.name, path.target, path.assumed, goal, span, how)

        for kind, claim in self.claims(path.target):
            span = claim.about.span if isinstance(claim, InvariantAt) else NOWHERE
            if source in claim.points and not self.meaning.reads(claim.condition) & written:
                yield make(kind, claim.name, self.terms.true, span, "untouched")
                continue
            accesses: list[Access] = []
            holds = self.meaning.condition(claim.condition, {}, after, accesses)
            defined = [self.terms.implies(a.guard, a.goal) for a in accesses]
            yield make(kind, claim.name, self.terms.all([*defined, holds]), span)
        for piece in self.automaton.pieces:
            if reached is not None and not written.intersection(piece.slots) and not piece.keys:
                yield make("conservation", piece.name, self.terms.true, NOWHERE, "untouched")
            elif reached is not None and piece.name not in path.loose:
                # Keyed pieces: the obligations "keys" of each move and each change of hands are the rest of the proof.
                yield make("conservation", piece.name, self.terms.true, NOWHERE, "only moved")
            else:
                yield make("conservation", piece.name, conserved(self.meaning, self.automaton, piece, after), NOWHERE)
        target = self.points.get(path.target)
        if target is None:
            return
        if not isinstance(target, AutomaticPoint):
            plain = always_something(self.meaning, target, path.after)
            obligation = make(
                "choice", target.label, self.terms.true if plain else self.terms.false, target.about.span, plain
            )
            if not plain:

                def write(of: Obligation = obligation, point: DecisionPoint | ChancePoint = target) -> Obligation:
                    goal = something_to_do(self.meaning, point, after)
                    return attrs.evolve(of, goal=goal, helpers=self.helpers(point.label, after), later=None)

                obligation = attrs.evolve(obligation, later=write)
            yield obligation

    def helpers(self, label: str, after: Here) -> dict[str, Term]:
        return self.standing(label, after.store, after.known, [])


def rank_obligation(claim: Claim) -> Obligation:
    """One step of a proof of termination."""
    edge = claim.edge
    said = f"{claim.rank} {'falls' if claim.strict else 'does not rise'}" if claim.rank else "no rank"
    point = edge.unit.point
    return Obligation(
        id=f"termination:{edge.source}@{edge.unit.name}->{edge.target}#{edge.path.number + 1}, {said}",
        kind="termination",
        subject=edge.source,
        rule=edge.unit.rule,
        unit=edge.unit.name,
        target=edge.target,
        assumed=edge.assumed,
        goal=claim.goal,
        span=point.about.span if point is not None else NOWHERE,
    )
