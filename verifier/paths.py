"""Atomic steps run symbolically: the guarded paths from a control point to the next ones.

Reads the automaton, `meaning`, `store`. A `Unit` is one thing that may happen at a point (an option, a draw, an
automatic step, or the start); `walk_unit` returns its `Path`s and the `Check`s met on the way: what interp would refuse
at run time (ranges, overdrawn moves, an index that is none) and the small obligations of keyed pieces. Paths fork where
a branch has exits inside, else writes are guarded.
"""

from collections.abc import Mapping
from typing import Literal, assert_never

import attrs

from rulespec.automaton.nodes import (
    AutomaticPoint,
    Automaton,
    Bind,
    Block,
    Branch,
    ChancePoint,
    DecisionPoint,
    Each,
    Effect,
    Finish,
    Goto,
    Move,
    Note,
    OptionPoint,
    PieceSum,
    Point,
    Target,
    When,
    Write,
    WriteAll,
)
from rulespec.rules.types import Flag, Member, Type, domain
from rulespec.source import NOWHERE, Span
from verifier.meaning import Access, Deferred, Env, Here, Meaning, Value, note_access, parameter_value
from verifier.store import Store, cells, constant, key_values, read, symbolic_store, write
from verifier.terms import Known, Term

OVER = "over"
MAX_PATHS = 2000
"""Paths of one unit beyond which it is not walked further; its obligations are then reported as unknown."""

CheckKind = Literal["range", "underflow", "access", "keys"]


class TooManyPaths(Exception):
    """The unit has more paths than MAX_PATHS."""


@attrs.frozen
class Unit:
    """One thing that may happen: `point` None is the start of the game, `option` None a draw or automatic step."""

    name: str
    point: Point | None
    option: OptionPoint | None
    parameters: tuple[tuple[str, Type, Value], ...]
    before: Store

    @property
    def rule(self) -> str:
        return self.point.rule if self.point is not None else "start"

    @property
    def span(self) -> Span:
        if self.option is not None:
            return self.option.about.span
        return self.point.about.span if self.point is not None else NOWHERE


@attrs.frozen
class Check:
    """Under `assumed` (the path so far) and `guard`, `goal` must hold. `piece` is set where keyed pieces are moved."""

    kind: CheckKind
    assumed: tuple[Term, ...]
    guard: Term
    goal: Term
    what: str
    span: Span
    piece: str = ""


@attrs.frozen
class Path:
    """From the point to `target` (a point's label, or OVER) under `assumed`; `after` is the state there.
    `loose` are the pieces whose places were written by something else than a move."""

    number: int
    assumed: tuple[Term, ...]
    known: Known
    after: Store
    target: str
    loose: frozenset[str]
    trail: tuple[str, ...]


@attrs.frozen
class Walked:
    unit: Unit
    enabled: tuple[Term, ...]
    """What makes it possible: the clauses, a positive weight."""
    checks: tuple[Check, ...]
    paths: tuple[Path, ...]
    complete: bool
    """False if there were too many paths; what is listed is then not all."""


def point_store(meaning: Meaning, point: Point) -> Store:
    """Any state that rests at the point."""
    automaton = meaning.automaton
    return symbolic_store(meaning.terms, automaton, {automaton.control: point.number, automaton.ending: 0})


def parameter_name(unit: str, parameter: str) -> str:
    """The name of a parameter's variable; the mark keeps it apart from the names of cells."""
    return f"?{unit}.{parameter}"


def units_of(meaning: Meaning, point: Point, before: Store, mark: str = "") -> list[Unit]:
    """What may happen at a point, with open parameters. Options that the readings removed are left out.
    `mark` keeps the parameters of a second step apart from those of the first."""
    terms = meaning.terms
    match point:
        case DecisionPoint(options=options):
            units = []
            for option in options:
                name = f"{point.label}.{option.name}"
                chosen = tuple(
                    (n, t, parameter_value(terms, parameter_name(name, n) + mark, t)) for n, t in option.parameters
                )
                unit = Unit(name, point, option, chosen, before)
                if is_active(meaning, option, before) is not terms.false:
                    units.append(unit)
            return units
        case ChancePoint(var=var, kind=kind):
            from_kind = terms.variable(parameter_name(point.label, var) + mark, kind.values)
            return [Unit(point.label, point, None, ((var, Member(kind), from_kind),), before)]
        case AutomaticPoint():
            return [Unit(point.label, point, None, (), before)]
        case _:
            assert_never(point)


def is_active(meaning: Meaning, option: OptionPoint, store: Store) -> Term:
    if option.active is None:
        return meaning.terms.true
    return meaning.condition(option.active, {}, Here(store, Known(), meaning.terms.true), [])


def option_env(option: OptionPoint, chosen: Mapping[str, Value], store: Store) -> Env:
    """Parameters, and definitions evaluated on demand in the state in which the option is chosen."""
    env: dict[str, Value | Deferred] = dict(chosen)
    for definition in option.definitions:
        env[definition.var] = Deferred(definition.value, dict(env), store)
    return env


def walk_unit(meaning: Meaning, unit: Unit, *, after: "Path | None" = None, max_paths: int = MAX_PATHS) -> Walked:
    """All paths of a unit; for the start give a unit whose store is concrete. `after` is the path that led to it, if
    its state is not just any."""
    return _Walker(meaning, unit, max_paths).walk(after)


@attrs.define
class _Run:
    """One path on its way."""

    store: Store
    known: Known
    guard: Term
    assumed: tuple[Term, ...]
    loose: frozenset[str]
    trail: tuple[str, ...]

    def here(self) -> Here:
        return Here(self.store, self.known, self.guard)


class _Walker:
    def __init__(self, meaning: Meaning, unit: Unit, max_paths: int) -> None:
        self.meaning, self.unit, self.max_paths = meaning, unit, max_paths
        self.terms, self.automaton = meaning.terms, meaning.automaton
        self.numbers = {p.label: p.number for p in self.automaton.points}
        self.piece_of = {slot: piece for piece in self.automaton.pieces for slot in piece.slots}
        self.attributions = _attributions(meaning)
        self.checks: dict[Check, None] = {}
        self.paths: list[Path] = []

    def walk(self, after: Path | None) -> Walked:
        unit, terms = self.unit, self.terms
        run = _Run(unit.before, Known(), terms.true, (), frozenset(), ())
        if after is not None:
            run.known, run.assumed = after.known, after.assumed
        chosen = {name: value for name, _, value in unit.parameters}
        match unit.point:
            case DecisionPoint():
                assert unit.option is not None
                env = option_env(unit.option, chosen, unit.before)
                conditions = [clause.condition for clause in unit.option.clauses]
                block = unit.option.block
            case ChancePoint(weight=weight, block=block):
                env, conditions = chosen, []
                accesses: list[Access] = []
                possible = terms.lt(terms.number(0), self.meaning.term(weight, env, run.here(), accesses))
                self.note(run, accesses)
                self.assume(run, possible)
            case AutomaticPoint(block=block):
                env, conditions = {}, []
            case None:
                env, conditions, block = {}, [], self.automaton.start
            case _:
                assert_never(unit.point)
        if unit.option is not None:
            self.assume(run, is_active(self.meaning, unit.option, unit.before))
        # Each clause must make sense alone: explanations evaluate all of them, whatever the others say.
        alone, found = run.here(), []
        for condition in conditions:
            accesses = []
            found.append(self.meaning.condition(condition, env, alone, accesses))
            self.note(run, accesses)
        for clause in found:
            self.assume(run, clause)
        enabled = run.assumed
        complete = True
        if terms.false not in enabled:
            try:
                self.block(block, env, run)
            except TooManyPaths:
                complete = False
        return Walked(unit, enabled, tuple(self.checks), tuple(self.paths), complete)

    # --- notes --------------------------------------------------------------------------------------------------------

    def assume(self, run: _Run, condition: Term) -> None:
        if condition is not self.terms.true:
            run.assumed = (*run.assumed, condition)
            run.known = run.known.with_fact(condition)

    def note(self, run: _Run, accesses: list[Access]) -> None:
        for access in accesses:
            guard = self.terms.both(run.guard, access.guard)
            self.check(run, "access", guard, access.goal, access.what, access.span)

    def check(
        self, run: _Run, kind: CheckKind, guard: Term, goal: Term, what: str, span: Span, piece: str = ""
    ) -> None:
        """Something to prove; what follows may rely on it, for interp stops where it fails.

        What is assumed keeps its whole guard: it outlives the branch that is known to be taken here."""
        goal = self.terms.under(run.known, goal)
        claim = self.terms.implies(guard, goal)
        if self.terms.under(run.known, claim) is self.terms.true:
            return
        self.checks[Check(kind, run.assumed, guard, goal, what, span, piece)] = None
        self.assume(run, claim)
        run.known = run.known.with_fact(self.terms.under(run.known, claim))

    # --- blocks -------------------------------------------------------------------------------------------------------

    def block(self, block: Block, env: Env, run: _Run) -> None:
        terms = self.terms
        while True:
            env = self.effects(block.effects, env, run)
            match block.exit:
                case Goto(label=label) if label in self.numbers:
                    self.arrive(run, label, self.numbers[label])
                    return
                case Goto(label=label, arguments=arguments):
                    joint = self.automaton.joints[label]
                    accesses: list[Access] = []
                    values = [self.meaning.value(a, env, run.here(), accesses) for a in arguments]
                    self.note(run, accesses)
                    env = dict(zip((n for n, _ in joint.parameters), values, strict=True))
                    block = joint.block
                case Finish(ending=ending):
                    self.finish(run, ending)
                    return
                case Branch(condition=condition, then=then, otherwise=otherwise, label=outcome):
                    accesses = []
                    holds = terms.under(run.known, self.meaning.condition(condition, env, run.here(), accesses))
                    self.note(run, accesses)
                    if holds.is_const:
                        block = then if holds is terms.true else otherwise
                        continue
                    other = attrs.evolve(run)
                    self.assume(run, holds)
                    self.assume(other, terms.negate(holds))
                    if outcome:
                        run.trail = (*run.trail, outcome)
                        other.trail = (*other.trail, f"not {outcome}")
                    self.block(then, env, run)
                    run, block = other, otherwise
                case _:
                    assert_never(block.exit)

    def arrive(self, run: _Run, label: str, number: int) -> None:
        if len(self.paths) >= self.max_paths:
            raise TooManyPaths
        terms = self.terms
        after = write(terms, run.store, self.automaton.control, terms.true, (), terms.number(number))
        self.paths.append(Path(len(self.paths), run.assumed, run.known, after, label, run.loose, run.trail))

    def finish(self, run: _Run, ending: str) -> None:
        terms = self.terms
        store = run.store
        for slot in self.automaton.slots:
            if slot.frame is not None:
                for keys in key_values(slot):
                    places = tuple(terms.number(k) for k in keys)
                    store = write(terms, store, slot.name, terms.true, places, constant(terms, slot, slot.default))
        number = next((e.number for e in self.automaton.endings if e.name == ending), 0)
        run.store = write(terms, store, self.automaton.ending, terms.true, (), terms.number(number))
        run.trail = (*run.trail, ending)
        self.arrive(run, OVER, 0)

    # --- effects ------------------------------------------------------------------------------------------------------

    def effects(self, effects: tuple[Effect, ...], env: Env, run: _Run) -> Env:
        terms, meaning = self.terms, self.meaning
        for effect in effects:
            accesses: list[Access] = []
            match effect:
                case Bind(var=var, value=value):
                    env = {**env, var: meaning.value(value, env, run.here(), accesses)}
                    self.note(run, accesses)
                case Write(target=target, value=value):
                    keys = self.keys(target, env, run)
                    new = meaning.term(value, env, run.here(), accesses)
                    self.note(run, accesses)
                    self.put(run, target.slot, keys, new, effect.about.span)
                    self.loosen(run, target.slot)
                case WriteAll():
                    self.write_all(effect, env, run)
                case Move():
                    self.move(effect, env, run)
                case When(condition=condition, then=then, otherwise=otherwise):
                    holds = terms.under(run.known, meaning.condition(condition, env, run.here(), accesses))
                    self.note(run, accesses)
                    self.guarded(then, env, run, holds)
                    self.guarded(otherwise, env, run, terms.negate(holds))
                case Each(var=var, kind=kind, start=start, condition=condition, body=body):
                    begin = None if start is None else meaning.term(start, env, run.here(), accesses)
                    for i in range(kind.size):
                        numbers = [terms.number(v) for v in kind.values[i:] + kind.values[:i]]
                        member = numbers[0] if begin is None else meaning.rotated(kind, begin, numbers.__getitem__)
                        inner = {**env, var: member}
                        holds = terms.under(run.known, meaning.condition(condition, inner, run.here(), accesses))
                        self.note(run, accesses)
                        accesses.clear()
                        self.guarded(body, inner, run, holds)
                case Note():
                    pass
                case _:
                    assert_never(effect)
        return env

    def guarded(self, effects: tuple[Effect, ...], env: Env, run: _Run, condition: Term) -> None:
        """Effects that happen only under a condition; afterwards the paths are together again."""
        if condition is self.terms.false or not effects:
            return
        known, guard, facts = run.known, run.guard, len(run.assumed)
        run.known, run.guard = known.with_fact(condition), self.terms.both(guard, condition)
        self.effects(effects, env, run)
        # What was checked inside is known outside too: it is of the form "guard implies goal".
        run.known, run.guard = known, guard
        for fact in run.assumed[facts:]:
            run.known = run.known.with_fact(fact)

    def keys(self, target: Target, env: Env, run: _Run) -> tuple[Term, ...]:
        slot = self.automaton.slot(target.slot)
        accesses: list[Access] = []
        found = []
        for kind, key in zip(slot.keys, target.keys, strict=True):
            term = run.known.value_of(self.meaning.term(key, env, run.here(), accesses))
            note_access(self.terms, run.here(), kind, term, target.slot, accesses, key.span)
            found.append(term)
        self.note(run, accesses)
        return tuple(found)

    def put(self, run: _Run, slot_name: str, keys: tuple[Term, ...], value: Term, span: Span) -> None:
        slot = self.automaton.slot(slot_name)
        if not isinstance(slot.type, Flag):
            goal = self.terms.among(self.terms.as_number(value), domain(slot.type))
            self.check(run, "range", run.guard, goal, slot_name, span)
        before = run.store
        run.store = write(self.terms, before, slot_name, run.guard, keys, value)
        if run.store is not before and slot_name in self.attributions:
            self.check_attribution(run, before, slot_name, span)

    def write_all(self, effect: WriteAll, env: Env, run: _Run) -> None:
        slot = self.automaton.slot(effect.slot)
        accesses: list[Access] = []
        fixed = tuple(
            run.known.value_of(self.meaning.term(key, env, run.here(), accesses)) for key in effect.fixed_keys
        )
        for kind, term in zip(slot.keys, fixed, strict=False):
            note_access(self.terms, run.here(), kind, term, effect.slot, accesses, effect.about.span)
        self.note(run, accesses)
        here = run.here()  # all right sides read the state before
        writes = []
        for members in _products(tuple(kind.values for _, kind in effect.vars)):
            accesses = []
            inner = {**env, **{n: self.terms.number(v) for (n, _), v in zip(effect.vars, members, strict=True)}}
            holds = self.terms.under(run.known, self.meaning.condition(effect.condition, inner, here, accesses))
            if holds is not self.terms.false:
                value = self.meaning.term(effect.value, inner, here.under(self.terms, holds), accesses)
                writes.append((holds, tuple(self.terms.number(v) for v in members), value))
            self.note(run, accesses)
        for holds, rest, value in writes:
            known, guard = run.known, run.guard
            run.known, run.guard = known.with_fact(holds), self.terms.both(guard, holds)
            self.put(run, effect.slot, fixed + rest, value, effect.about.span)
            run.known, run.guard = known, guard
        self.loosen(run, effect.slot)

    def move(self, effect: Move, env: Env, run: _Run) -> None:
        terms = self.terms
        span = effect.about.span
        accesses: list[Access] = []
        amount = terms.as_number(self.meaning.term(effect.amount, env, run.here(), accesses))
        self.note(run, accesses)
        source, target = self.keys(effect.source, env, run), self.keys(effect.target, env, run)
        held = read(terms, run.known, run.store.families[effect.source.slot], source)
        enough = terms.both(terms.le(terms.number(0), amount), terms.le(amount, held))
        self.check(run, "underflow", run.guard, enough, effect.source.slot, span)
        piece = self.piece_of.get(effect.source.slot)
        if piece is None or self.piece_of.get(effect.target.slot) is not piece:
            self.loosen(run, effect.source.slot)
            self.loosen(run, effect.target.slot)
        elif piece.keys:
            ours = self.piece_keys(piece, effect.source.slot, source, run.here())
            theirs = self.piece_keys(piece, effect.target.slot, target, run.here())
            same = terms.all([terms.eq(a, b) for a, b in zip(ours, theirs, strict=True)])
            goal = terms.either(terms.eq(amount, terms.number(0)), same)
            self.check(run, "keys", run.guard, goal, f"{effect.source.slot} to {effect.target.slot}", span, piece.name)
        self.put(run, effect.source.slot, source, terms.subtract(held, amount), span)
        there = read(terms, run.known, run.store.families[effect.target.slot], target)
        self.put(run, effect.target.slot, target, terms.add(there, amount), span)

    # --- pieces -------------------------------------------------------------------------------------------------------

    def loosen(self, run: _Run, slot: str) -> None:
        if slot in self.piece_of:
            run.loose = run.loose | {self.piece_of[slot].name}

    def piece_keys(self, piece: PieceSum, slot: str, keys: tuple[Term, ...], here: Here) -> tuple[Term, ...]:
        """To which key of the piece a cell belongs."""
        env: Env = {f"key{i}": key for i, key in enumerate(keys)}
        return tuple(self.meaning.term(e, env, here, []) for e in piece.keys_of[piece.slots.index(slot)])

    def check_attribution(self, run: _Run, before: Store, written: str, span: Span) -> None:
        """A place whose owner changes must be empty."""
        terms = self.terms
        old, new = Here(before, run.known, run.guard), run.here()
        for piece, slot_name in self.attributions[written]:
            family = run.store.families[slot_name]
            held = cells(terms, run.known, family)
            for keys, amount in zip(key_values(family.slot), held, strict=True):
                places = tuple(terms.number(k) for k in keys)
                was, is_ = (self.piece_keys(piece, slot_name, places, here) for here in (old, new))
                same = terms.all([terms.eq(a, b) for a, b in zip(was, is_, strict=True)])
                goal = terms.either(terms.eq(amount, terms.number(0)), same)
                self.check(run, "keys", run.guard, goal, f"{slot_name} changes hands", span, piece.name)


def _attributions(meaning: Meaning) -> dict[str, list[tuple[PieceSum, str]]]:
    """For each slot that says whose pieces lie in a place: the piece and the place."""
    found: dict[str, list[tuple[PieceSum, str]]] = {}
    for piece in meaning.automaton.pieces:
        for slot, exprs in zip(piece.slots, piece.keys_of, strict=True):
            for name in sorted(frozenset().union(*(meaning.reads(e) for e in exprs))):
                found.setdefault(name, []).append((piece, slot))
    return found


def _products(values: tuple[tuple[int, ...], ...]) -> list[tuple[int, ...]]:
    result: list[tuple[int, ...]] = [()]
    for choices in values:
        result = [(*prefix, v) for prefix in result for v in choices]
    return result


def conserved(meaning: Meaning, automaton: Automaton, piece: PieceSum, here: Here) -> Term:
    """For each key of the piece: what lies in all its places is its total."""
    terms = meaning.terms
    sums: dict[tuple[int, ...], list[Term]] = {k: [] for k in _products(tuple(k.values for k in piece.keys))}
    for slot_name, exprs in zip(piece.slots, piece.keys_of, strict=True):
        family = here.store.families[slot_name]
        for keys, held in zip(key_values(family.slot), cells(terms, here.known, family), strict=True):
            if not piece.keys:
                sums[()].append(held)
                continue
            env: Env = {f"key{i}": terms.number(k) for i, k in enumerate(keys)}
            belongs = [meaning.term(e, env, here, []) for e in exprs]
            for key, parts in sums.items():
                mine = terms.all([terms.eq(b, terms.number(k)) for b, k in zip(belongs, key, strict=True)])
                parts.append(terms.ite(mine, held, terms.number(0)))
    return terms.all([terms.eq(terms.add(*parts), terms.number(piece.total)) for parts in sums.values()])
