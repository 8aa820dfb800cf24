"""Mistakes planted in the rules, one at a time: does what the text claims notice them?

Reads an automaton; `mutants` gives it with a clause left out, a bound moved by one, an effect skipped, doubled or turned
round. `judge_mutants` walks only the steps that a mistake can touch, under the hypotheses of the sound game, and asks
for what they must establish; a failure counts when the state and move it comes from were played. What survives either
changes nothing (proved: the clause follows from the others, the step ends in the same cells) or nothing protects it.
"""

from collections.abc import Callable, Iterator
from typing import Literal

import attrs

from rulespec.automaton.nodes import (
    Automaton,
    Block,
    Branch,
    ChancePoint,
    DecisionPoint,
    Effect,
    Goto,
    Move,
    OptionPoint,
    Point,
    When,
    Write,
    WriteAll,
)
from rulespec.automaton.run import Runner
from rulespec.rules.expressions import Const, Expr, Op
from rulespec.rules.types import Number
from verifier.conditions import PointConditions, UnitConditions, conditions_of_unit, obligations
from verifier.counterexamples import candidate, fault_of, play
from verifier.encode import Encoder
from verifier.flow import Flow, follow
from verifier.meaning import Here, Meaning
from verifier.paths import Unit, option_env, units_of, walk_unit
from verifier.solve import Budget, Session
from verifier.subject import subject_of
from verifier.terms import Known, Terms
from verifier.traces import Judge, Story, describe
from verifier.words import Words

Fate = Literal["caught", "changes nothing", "survives"]


@attrs.frozen
class Mutant:
    """One mistake: `where` is the unit or joint it stands in."""

    what: str
    where: str
    automaton: Automaton
    touched: frozenset[str]
    """Points from which it can be come to."""
    dropped: tuple[str, str, int] | None = None
    """Point, option and number of a clause that was left out."""


@attrs.frozen
class Judged:
    mutant: Mutant
    fate: Fate
    by: str = ""
    story: Story | None = None


@attrs.frozen
class Mutation:
    """What became of all mistakes."""

    game: str
    judged: tuple[Judged, ...]

    def of(self, fate: Fate) -> tuple[Judged, ...]:
        return tuple(j for j in self.judged if j.fate == fate)

    @property
    def share(self) -> float:
        """Of the mistakes that change something, those that were caught."""
        alive = len(self.judged) - len(self.of("changes nothing"))
        return len(self.of("caught")) / alive if alive else 1.0

    def lines(self, *, verbose: bool = False) -> Iterator[str]:
        caught, same, left = (len(self.of(fate)) for fate in ("caught", "changes nothing", "survives"))
        yield f"{self.game}: {len(self.judged)} mistakes planted: {caught} caught, {same} change nothing, {left} survive"
        yield f"caught of those that change something: {self.share:.0%}"
        for j in self.judged:
            if verbose or j.fate == "survives":
                yield f"  {j.fate:<16} {j.mutant.what} ({j.mutant.where})" + (f": {j.by}" if j.by else "")
            if verbose and j.story is not None:
                yield from (f"      {line}" for line in j.story.lines())

    def to_json(self) -> dict[str, object]:
        rows = [{"what": j.mutant.what, "where": j.mutant.where, "fate": j.fate, "by": j.by} for j in self.judged]
        return {"game": self.game, "share": round(self.share, 4), "mutants": rows}


# --- mistakes ---------------------------------------------------------------------------------------------------------


def mutants(automaton: Automaton) -> Iterator[Mutant]:
    """Every mistake of the kinds above, in the order of the text."""
    reach = _points_by_joint(automaton)
    for i, point in enumerate(automaton.points):
        here = frozenset((point.label,))

        def put(new: Point, at: int = i) -> Automaton:
            points = automaton.points[:at] + (new,) + automaton.points[at + 1 :]
            return attrs.evolve(automaton, points=points)

        match point:
            case DecisionPoint(options=options):
                for k, option in enumerate(options):
                    where = f"{point.label}.{option.name}"
                    for what, changed, dropped in _in_option(option):
                        new = attrs.evolve(point, options=options[:k] + (changed,) + options[k + 1 :])
                        mark = None if dropped is None else (point.label, option.name, dropped)
                        yield Mutant(what, where, put(new), here, mark)
            case ChancePoint(block=block):
                for what, changed_block in _in_block(block):
                    yield Mutant(what, point.label, put(attrs.evolve(point, block=changed_block)), here)
            case _:
                for what, changed_block in _in_block(point.block):
                    yield Mutant(what, point.label, put(attrs.evolve(point, block=changed_block)), here)
    for label, joint in automaton.joints.items():
        if label in reach:
            for what, changed_block in _in_block(joint.block):
                joints = {**automaton.joints, label: attrs.evolve(joint, block=changed_block)}
                yield Mutant(what, label, attrs.evolve(automaton, joints=joints), frozenset(reach[label]))


def _in_option(option: OptionPoint) -> Iterator[tuple[str, OptionPoint, int | None]]:
    for k, clause in enumerate(option.clauses):
        kept = option.clauses[:k] + option.clauses[k + 1 :]
        yield f"clause {clause.code} left out", attrs.evolve(option, clauses=kept), k
        for said, condition in _moved_bounds(clause.condition):
            new = attrs.evolve(clause, condition=condition)
            clauses = option.clauses[:k] + (new,) + option.clauses[k + 1 :]
            yield f"clause {clause.code}: {said}", attrs.evolve(option, clauses=clauses), None
    for what, block in _in_block(option.block):
        yield what, attrs.evolve(option, block=block), None


def _moved_bounds(expr: Expr) -> Iterator[tuple[str, Expr]]:
    """The comparison with a number, one higher; only at the head of a clause or in a junction."""
    match expr:
        case Op(name="<=" | "<", arguments=(left, right)):
            for side, bound in ((0, left), (1, right)):
                if not isinstance(bound, Const) or isinstance(bound.type, Number):
                    step = 1 if side == 1 else -1
                    more = Op("+", (bound, Const(step, Number(step, step))), Number(-(1 << 20), 1 << 20))
                    sides = (more, right) if side == 0 else (left, more)
                    yield "bound off by one", attrs.evolve(expr, arguments=sides)
                    return
        case Op(name="and" | "or", arguments=arguments):
            for i, argument in enumerate(arguments):
                for said, changed in _moved_bounds(argument):
                    yield said, attrs.evolve(expr, arguments=(*arguments[:i], changed, *arguments[i + 1 :]))
        case _:
            pass


def _in_block(block: Block) -> Iterator[tuple[str, Block]]:
    for i, effect in enumerate(block.effects):
        for what, changed in _in_effect(effect):
            yield what, attrs.evolve(block, effects=block.effects[:i] + changed + block.effects[i + 1 :])
    if isinstance(block.exit, Branch):
        for what, inner in _in_block(block.exit.then):
            yield what, attrs.evolve(block, exit=attrs.evolve(block.exit, then=inner))
        for what, inner in _in_block(block.exit.otherwise):
            yield what, attrs.evolve(block, exit=attrs.evolve(block.exit, otherwise=inner))


def _in_effect(effect: Effect) -> Iterator[tuple[str, tuple[Effect, ...]]]:
    match effect:
        case Move(source=source, target=target, amount=amount, about=about):
            at = f"{source.slot} to {target.slot}, line {about.span.line}"
            yield f"move skipped: {at}", ()
            yield f"move turned round: {at}", (attrs.evolve(effect, source=target, target=source),)
            more = Op("+", (amount, Const(1, Number(1, 1))), Number(0, 1 << 20))
            yield f"one more moved: {at}", (attrs.evolve(effect, amount=more),)
        case Write(target=target, role="", value=value, about=about):
            at = f"{target.slot}, line {about.span.line}"
            yield f"change skipped: {at}", ()
            if isinstance(value.type, Number):
                more = Op("+", (value, Const(1, Number(1, 1))), Number(-(1 << 20), 1 << 20))
                yield f"one too many: {at}", (attrs.evolve(effect, value=more),)
        case WriteAll(role="", slot=slot, about=about):
            yield f"change skipped: {slot}, line {about.span.line}", ()
        case When(then=then, otherwise=otherwise, about=about):
            for i, part in enumerate(then):
                for what, changed in _in_effect(part):
                    yield what, (attrs.evolve(effect, then=then[:i] + changed + then[i + 1 :]),)
            for i, part in enumerate(otherwise):
                for what, changed in _in_effect(part):
                    yield what, (attrs.evolve(effect, otherwise=otherwise[:i] + changed + otherwise[i + 1 :]),)
        case _:
            pass


def _points_by_joint(automaton: Automaton) -> dict[str, set[str]]:
    """For each joint the points from which it is come to within one step."""
    found: dict[str, set[str]] = {}
    for point in automaton.points:
        blocks = [o.block for o in point.options] if isinstance(point, DecisionPoint) else [point.block]
        todo = [label for block in blocks for label in _exits(block)]
        while todo:
            label = todo.pop()
            if label in automaton.joints and point.label not in found.setdefault(label, set()):
                found[label].add(point.label)
                todo += _exits(automaton.joints[label].block)
    return found


def _exits(block: Block) -> list[str]:
    match block.exit:
        case Goto(label=label):
            return [label]
        case Branch(then=then, otherwise=otherwise):
            return _exits(then) + _exits(otherwise)
        case _:
            return []


# --- judging ----------------------------------------------------------------------------------------------------------


def judge_mutants(
    game: object,
    *,
    most: int = 0,
    only: Callable[[Mutant], bool] = lambda mutant: True,
    steps: int = 1_000_000,
    progress: Callable[[int, str], None] | None = None,
) -> Mutation:
    """Plant the mistakes and look at each; `most` of them, evenly chosen (0: all)."""
    bench = _Bench(game, Budget(10.0, steps))
    planted = [m for m in mutants(bench.automaton) if only(m)]
    if most and len(planted) > most:
        planted = [planted[i * len(planted) // most] for i in range(most)]
    judged = []
    for number, mutant in enumerate(planted):
        if progress is not None:
            progress(number, mutant.what)
        judged.append(bench.judge(mutant))
    return Mutation(bench.automaton.game, tuple(judged))


class _Bench:
    """The sound game: its hypotheses at every point, and sessions that hold them."""

    def __init__(self, game: object, budget: Budget) -> None:
        self.subject, self.budget = subject_of(game, None), budget
        self.automaton = self.subject.automaton
        self.terms = Terms()
        self.meaning = Meaning(self.terms, self.automaton, self.subject.rulings)
        self.encoder = Encoder(self.terms)
        self.flow: Flow = follow(self.meaning)
        self.points: dict[str, PointConditions] = {}
        for conditions in obligations(self.meaning, self.flow):
            if conditions.point is not None:
                self.points[conditions.point.label] = conditions
        self.sessions: dict[str, Session] = {}
        # What the rules as they stand do too, from the same state, is no sign of a mistake.
        runner = Runner(self.automaton, {**self.automaton.folded, **self.subject.rulings})
        self.judge_of_sound = Judge(self.automaton, runner, Words(self.automaton, self.subject.places))

    def session(self, label: str) -> Session:
        if label not in self.sessions:
            self.sessions[label] = Session(self.terms, self.encoder, self.points[label].hypotheses, self.budget)
        return self.sessions[label]

    def judge(self, mutant: Mutant) -> Judged:
        meaning = self.meaning.with_facts(mutant.automaton)
        rulings = {**mutant.automaton.folded, **self.subject.rulings}
        judge = Judge(mutant.automaton, Runner(mutant.automaton, rulings), Words(mutant.automaton, self.subject.places))
        same = True
        for label in sorted(mutant.touched & self.points.keys()):
            point = next(p for p in mutant.automaton.points if p.label == label)
            reached = self.flow.reached[label]
            sound = {u.walked.unit.name: u for u in self.points[label].units}
            for unit in units_of(meaning, point, reached.store):
                old = sound.get(unit.name)
                if not _is_changed(self.automaton, mutant, unit, old):
                    continue
                walked = walk_unit(meaning, unit)
                now = conditions_of_unit(meaning, walked, reached)
                if old is not None and _same(old, now):
                    continue
                if self.follows_anyway(mutant, unit):
                    continue
                same = False
                found = self.caught(judge, label, now)
                if found is not None:
                    return Judged(mutant, "caught", *found)
        return Judged(mutant, "changes nothing" if same else "survives")

    def follows_anyway(self, mutant: Mutant, unit: Unit) -> bool:
        """Was a clause left out that the others imply?"""
        if mutant.dropped is None or unit.option is None or unit.option.name != mutant.dropped[1]:
            return False
        label, _, number = mutant.dropped
        sound = next(u for u in self.points[label].units if u.walked.unit.name == unit.name)
        assert sound.walked.unit.option is not None
        clause = sound.walked.unit.option.clauses[number].condition
        here = Here(unit.before, Known(), self.terms.true)
        env = option_env(unit.option, {n: v for n, _, v in unit.parameters}, unit.before)
        goal = self.meaning.condition(clause, env, here, [])
        others = [self.meaning.condition(c.condition, env, here, []) for c in unit.option.clauses]
        return self.session(label).ask(others, goal).answer == "follows"

    def caught(self, judge: Judge, label: str, now: UnitConditions) -> tuple[str, Story] | None:
        """The obligation that a played step breaks."""
        session = self.session(label)
        for obligation in now.obligations:
            if obligation.how or obligation.later is not None or obligation.goal is self.terms.true:
                continue
            if obligation.kind == "paths" or session.ask(obligation.assumed, obligation.goal).answer != "fails":
                continue
            found = candidate(judge.automaton, self.terms, session, now.walked, obligation, 2.0)
            if found is None:
                continue
            states = play(judge, *found, obligation)
            if states is not None and play(self.judge_of_sound, *found, obligation) is None:
                text = describe(fault_of(obligation), obligation.subject)
                return obligation.id, judge.tell(states, [found[1]], text, from_start=False, shortest=False)
        return None


def _is_changed(sound: Automaton, mutant: Mutant, unit: Unit, old: UnitConditions | None) -> bool:
    """Could the mistake stand in this unit? Options of the same point share nothing but joints."""
    if old is None or mutant.automaton.joints is not sound.joints:
        return True
    return unit.option != old.walked.unit.option or unit.option is None


def _same(old: UnitConditions, now: UnitConditions) -> bool:
    """Do the steps end in the same cells under the same conditions?"""
    if len(old.walked.paths) != len(now.walked.paths) or old.walked.enabled != now.walked.enabled:
        return False
    for a, b in zip(old.walked.paths, now.walked.paths, strict=True):
        if a.target != b.target or a.assumed != b.assumed or a.after.written_since(b.after):
            return False
    return True
