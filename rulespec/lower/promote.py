"""Local values that outlive a step become slots of the rule's frame; slots that nobody needs go back to their default.

Reads and completes a sketch. After it every local value is used within the atomic step it was given in: by its name in
the same block, as an argument of a joint, or else read from its slot. On every way from place to place a slot is saved
if it is needed there, and put back to its default if it is not, so that equal positions are equal.
"""

from collections.abc import Iterable, Mapping

import attrs

from rulespec.automaton.nodes import (
    AutomaticPoint,
    Bind,
    Block,
    Branch,
    ChancePoint,
    DecisionPoint,
    Effect,
    Finish,
    Goto,
    Joint,
    OptionPoint,
    Point,
    Target,
    Write,
    WriteAll,
)
from rulespec.automaton.walk import map_effect, map_expr, walk
from rulespec.diagnostics import InternalError
from rulespec.lower.build import default_of, in_kept_set, kept_set
from rulespec.lower.needs import Needs, own_names, survivors
from rulespec.lower.sketch import FrameSlot, Sketch
from rulespec.lower.statements import reset_slot
from rulespec.rules.expressions import (
    YES,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    Op,
    Quantified,
    Read,
    SetBy,
    Total,
    Var,
)
from rulespec.rules.types import Flag, MapOf, Member, SetOf, Type

Slots = Mapping[str, FrameSlot]
"""Local values by name, with the slots they lie in."""


def promote(sketch: Sketch) -> None:
    Promotion(sketch).run()


class Promotion:
    def __init__(self, sketch: Sketch) -> None:
        self.sketch, self.needs = sketch, Needs(sketch)
        kept = survivors(sketch, self.needs.at, self.needs.cursors)
        of_rule = {n for n, _ in sketch.parameters}
        self.slots: dict[str, FrameSlot] = {
            name: slot_for(f"{sketch.rule}.{name}", type_, "param" if name in of_rule else "local")
            for name, type_ in sketch.names.types.items()
            if name in kept
        }
        """Promoted values, in the order in which they were named."""
        self.all: dict[str, FrameSlot] = {
            **{n: s for n, s in sketch.frame.items() if n in self.needs.cursors},
            **self.slots,
        }
        self.dirty: dict[str, frozenset[str]] = {label: frozenset() for label in self.needs.at}
        """Which values and cursors may differ from their default at each place."""
        self.flows: dict[str, frozenset[str]] = {}

    def run(self) -> None:
        while True:
            self.flows = {label: frozenset() for label in self.needs.at}
            joints = {n.label: self.joint(n) for n in self.sketch.joints.values()}
            points = {n.label: self.point(n) for n in self.sketch.points.values()}
            if self.flows == self.dirty:
                break
            self.dirty = self.flows
        self.sketch.joints, self.sketch.points = joints, points
        returns = {n: s for n, s in self.sketch.frame.items() if n not in self.needs.cursors}
        self.sketch.frame = {
            **{s.name: s for s in self.slots.values() if s.role == "param"},
            **{n: s for n, s in self.sketch.frame.items() if n in self.needs.cursors},
            **{s.name: s for s in self.slots.values() if s.role == "local"},
            **returns,
        }
        self.sketch.stored = dict(self.slots)
        self.sketch.live = dict(self.needs.at)

    # --- places ---------------------------------------------------------------------------------------------------

    def joint(self, joint: Joint) -> Joint:
        if joint.label == self.sketch.enter:
            given = {n for n, _ in joint.parameters}
            return attrs.evolve(joint, block=self.block(joint.block, given, frozenset()))
        block = self.block(joint.block, (), self.dirty[joint.label])
        return attrs.evolve(joint, parameters=self.parameters(joint.label), block=block)

    def parameters(self, label: str) -> tuple[tuple[str, Type], ...]:
        """The local values that a joint is handed."""
        needed = self.needs.at[label]
        return tuple((n, t) for n, t in self.sketch.names.types.items() if n in needed and n not in self.slots)

    def point(self, point: Point) -> Point:
        dirty = self.dirty[point.label]
        match point:
            case DecisionPoint(owner=owner, options=options, label=label):
                renamed = self.sketch.renamed[label]
                new = tuple(self.option(o, n, dirty) for o, n in zip(options, renamed, strict=True))
                return attrs.evolve(point, owner=self.read(owner), options=new)
            case ChancePoint(var=var, weight=weight, block=block, seen_by=seen_by):
                return attrs.evolve(
                    point,
                    weight=self.read(weight, {var}),
                    seen_by=seen_by if isinstance(seen_by, str) else self.read(seen_by),
                    block=self.block(block, {var}, dirty),
                )
            case AutomaticPoint(rank=rank, block=block):
                new_rank = None if rank is None else self.read(rank)
                return attrs.evolve(point, rank=new_rank, block=self.block(block, (), dirty))

    def option(self, option: OptionPoint, renames: int, dirty: frozenset[str]) -> OptionPoint:
        here = {n for n, _ in option.parameters} | {d.var for d in option.definitions}
        effects, own = option.block.effects, own_names(option, renames)
        block = self.block(Block(effects[renames:], option.block.exit), own, dirty)
        return attrs.evolve(
            option,
            definitions=tuple(attrs.evolve(d, value=self.read(d.value, here)) for d in option.definitions),
            clauses=tuple(attrs.evolve(c, condition=self.read(c.condition, here)) for c in option.clauses),
            active=None if option.active is None else self.read(option.active),
            block=Block(
                (*(map_effect(e, lambda x: self.read(x, here)) for e in effects[:renames]), *block.effects), block.exit
            ),
        )

    # --- blocks ---------------------------------------------------------------------------------------------------

    def read(self, expr: Expr, given: Iterable[str] = ()) -> Expr:
        return from_slots(expr, without(self.slots, given))

    def block(self, block: Block, given: Iterable[str], dirty: frozenset[str]) -> Block:
        """The block with its values taken from slots, unless they are `given` in it."""
        known = set(given)
        effects: list[Effect] = []
        for effect in block.effects:
            here = without(self.slots, known)
            effects.append(map_effect(effect, lambda e, here=here: from_slots(e, here)))  # type: ignore[misc]
            match effect:
                case Bind(var=var):
                    known.add(var)
                case Write(target=target) if target.slot in self.needs.cursors:
                    dirty |= {target.slot}
                case _:
                    pass
        match block.exit:
            case Goto():
                return self.leaf(effects, block.exit, known, dirty)
            case Branch(condition=condition, then=then, otherwise=otherwise):
                new = attrs.evolve(
                    block.exit,
                    condition=self.read(condition, known),
                    then=self.block(then, known, dirty - self.at_default(condition)),
                    otherwise=self.block(otherwise, known, dirty),
                )
                return Block(tuple(effects), new)
            case Finish():
                return Block(tuple(effects), block.exit)

    def at_default(self, condition: Expr) -> frozenset[str]:
        """The cursor that the condition finds at its default already."""
        match condition:
            case Op(name="=", arguments=(Read(family=slot, keys=()), Const(value=value))):
                if slot in self.needs.cursors and self.all[slot].default == value:
                    return frozenset((slot,))
        return frozenset()

    def leaf(self, effects: list[Effect], goto: Goto, known: set[str], dirty: frozenset[str]) -> Block:
        """Save what is needed where this goes, forget what is not."""
        needed = self.needs.to(goto)
        arguments = tuple(self.read(a, known) for a in goto.arguments)
        if goto.returns_to is None and goto.label in self.sketch.joints:
            arguments = tuple(Var(n, t) for n, t in self.parameters(goto.label))
        saved = [n for n in self.slots if n in known and n in needed]
        dirty |= set(saved)
        dead = [n for n in self.all if n in dirty and n not in needed]
        back = goto.label if goto.returns_to is None else goto.returns_to
        if back in self.flows:
            self.flows[back] |= dirty & needed
        effects = list(effects)
        for name in saved:
            effects.append(save(self.slots[name], Var(name, self.sketch.names.types[name])))
        gone = {self.all[n].name for n in dead}
        kept: list[Expr] = []
        for i, argument in enumerate(arguments):
            if any(isinstance(e, Read) and e.family in gone for e in walk(argument)):
                var = Var(f"argument{i}", argument.type)
                effects.append(Bind(var.name, argument))
                argument = var
            kept.append(argument)
        effects.extend(reset_slot(self.all[n]) for n in dead)
        return Block(tuple(effects), attrs.evolve(goto, arguments=tuple(kept)))


# --- values and their slots ---------------------------------------------------------------------------------------


def slot_for(name: str, type_: Type, role: str) -> FrameSlot:
    """A set lies in a family of flags, a map in a family of numbers."""
    match type_:
        case SetOf(kind=kind):
            return FrameSlot(name, (kind,), Flag(), 0, role, is_set=True)
        case MapOf(kind=kind, entry=entry):
            return FrameSlot(name, (kind,), entry, default_of(entry), role)
        case _:
            return FrameSlot(name, (), type_, default_of(type_), role)


def save(slot: FrameSlot, value: Var) -> Effect:
    match value.type:
        case SetOf(kind=kind):
            x = Var("key0", Member(kind))
            return WriteAll(slot.name, ((x.name, kind),), YES, Contains(value, x), (), "save")
        case MapOf(kind=kind, entry=entry):
            x = Var("key0", Member(kind))
            return WriteAll(slot.name, ((x.name, kind),), YES, Entry(value, x, entry), (), "save")
        case _:
            return Write(Target(slot.name, ()), value, "save")


def without(slots: Slots, names: Iterable[str]) -> Slots:
    hidden = set(names)
    return {n: s for n, s in slots.items() if n not in hidden} if hidden & slots.keys() else slots


def from_slots(expr: Expr, slots: Slots) -> Expr:
    """The expression with promoted values read from their slots."""
    if not slots:
        return expr

    def go(e: Expr) -> Expr:
        return from_slots(e, slots)

    match expr:
        case Var(name=name, type=type_) if name in slots:
            match type_:
                case SetOf(kind=kind):
                    return kept_set(slots[name].name, kind, "element")
                case MapOf():
                    raise InternalError(f"the map {name} is needed as a whole after a decision; please report this")
                case _:
                    return Read(slots[name].name, (), type_, expr.span)
        case Contains(set=Var(name=name, type=SetOf(kind=kind)), element=element) if name in slots:
            return in_kept_set(slots[name].name, kind, go(element))
        case Entry(map=Var(name=name), key=key) if name in slots:
            return Read(slots[name].name, (go(key),), expr.type, expr.span)
        case SetBy(var=var) | Total(var=var) | Quantified(var=var):
            inside = without(slots, (var,))
            return map_expr(expr, lambda e: from_slots(e, inside))
        case FirstOf(var=var, start=start, condition=condition):
            inside = without(slots, (var,))
            first = None if start is None else go(start)
            return attrs.evolve(expr, start=first, condition=from_slots(condition, inside))
        case _:
            return map_expr(expr, go)
