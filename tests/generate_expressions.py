"""Random well-typed expressions over a random world of kinds, families, tables and definitions.

Reads a source of randomness and a `World`; returns expressions whose types are sound (a value is always one of its
type) and which never ask anything of none: their meaning is defined in every state.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeVar

import attrs

from rulespec.rules.expressions import (
    NO,
    YES,
    Apply,
    CanChoose,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    IsKind,
    Lookup,
    Op,
    PlaceAt,
    Quantified,
    Read,
    RulingIs,
    SetBy,
    Total,
    Var,
)
from rulespec.rules.game import Definition, Family, Place, RulingDecl, Table
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf, Type, domain
from tests.handmade import FLAG, eq, none, number

T = TypeVar("T")
LIMIT = 60
"""Numbers beyond this are cut: nothing is learned from large ones."""


@attrs.frozen
class Askable:
    """A decision that `can choose` may speak of: the names its clauses need, and the parameters of its options."""

    code: str
    free: Mapping[str, Type]
    options: Mapping[str, Mapping[str, Type]]


@attrs.define
class World:
    """What expressions may speak of; grows while a game is made."""

    player: Kind
    kinds: list[Kind]
    families: dict[str, Family] = attrs.field(factory=dict)
    tables: list[Table] = attrs.field(factory=list)
    definitions: list[Definition] = attrs.field(factory=list)
    rulings: list[RulingDecl] = attrs.field(factory=list)
    card_places: list[Place] = attrs.field(factory=list)
    cards: Kind | None = None
    askable: list[Askable] = attrs.field(factory=list)


@attrs.frozen
class Known:
    """What is known at a place: names with their types, and the families that may be read."""

    names: Mapping[str, Type]
    families: tuple[str, ...]

    def plus(self, name: str, type_: Type) -> "Known":
        return attrs.evolve(self, names={**self.names, name: type_})


def scalar_range(type_: Type) -> tuple[int, int]:
    if isinstance(type_, Number):
        return type_.low, type_.high
    return 0, 1


def arithmetic(name: str, a: Expr, b: Expr) -> Op:
    """An operation with the smallest type that holds its values."""
    (low, high), (low2, high2) = scalar_range(a.type), scalar_range(b.type)
    match name:
        case "+":
            ends = [low + low2, high + high2]
        case "-":
            ends = [low - high2, high - low2]
        case "*":
            ends = [x * y for x in (low, high) for y in (low2, high2)]
        case "min":
            ends = [min(low, low2), min(high, high2)]
        case "max":
            ends = [max(low, low2), max(high, high2)]
        case _:
            raise ValueError(name)
    return Op(name, (a, b), Number(min(ends), max(ends)))


def clamp(e: Expr, low: int, high: int) -> Expr:
    """The number, cut to the range."""
    here_low, here_high = scalar_range(e.type)
    if here_high > high:
        e = arithmetic("min", e, number(high))
    if here_low < low:
        e = arithmetic("max", e, number(low))
    return e


def if_(condition: Expr, a: Expr, b: Expr) -> Op:
    type_: Type = a.type
    match a.type, b.type:
        case Number(low=low, high=high), Number(low=low2, high=high2):
            type_ = Number(min(low, low2), max(high, high2))
        case Member(kind=kind, optional=optional), Member(optional=optional2):
            type_ = Member(kind, optional or optional2)
        case _:
            pass
    return Op("if", (condition, a, b), type_)


class Expressions:
    """Draws expressions. `size` is about the number of nodes an expression may still grow by."""

    def __init__(self, rng: Random, world: World) -> None:
        self.rng, self.world = rng, world

    # --- chance ---------------------------------------------------------------------------------------------------

    def chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def pick(self, things: Sequence[T]) -> T:
        return things[self.rng.randrange(len(things))]

    def weighted(self, things: Sequence[tuple[int, T]]) -> T:
        at = self.rng.randrange(sum(weight for weight, _ in things))
        for weight, thing in things:
            at -= weight
            if at < 0:
                return thing
        raise AssertionError("weights are positive")

    def fresh(self, known: Known, *wishes: str) -> str:
        """A name that hides none; the same names come again wherever they are free."""
        free = [w for w in wishes if w not in known.names]
        if free:
            return self.pick(free)
        n = 2
        while f"{wishes[0]}{n}" in known.names:
            n += 1
        return f"{wishes[0]}{n}"

    # --- any type -------------------------------------------------------------------------------------------------

    def of(self, type_: Type, known: Known, size: int) -> Expr:
        """An expression whose value is always one of the type."""
        match type_:
            case Number(low=low, high=high):
                if self.chance(20) and low == 0 and high > 0:
                    return Op("%", (self.number(known, size - 1), number(high + 1)), Number(0, high))
                return clamp(self.number(known, size), low, high)
            case Member(kind=kind, optional=optional):
                return self.member(kind, known, size, optional=optional)
            case Flag():
                return self.flag(known, size)
            case SetOf(kind=kind):
                return self.set(kind, known, size)
            case MapOf():
                raise ValueError("maps are parameters only")

    def variables(self, known: Known, fits: Callable[[Type], bool]) -> list[Var]:
        return [Var(name, type_) for name, type_ in known.names.items() if fits(type_)]

    def reads(self, known: Known, fits: Callable[[Type], bool], size: int) -> list[Family]:
        families = [self.world.families[name] for name in known.families]
        return [f for f in families if fits(f.type) and (size > 0 or not f.keys)]

    def read(self, family: Family, known: Known, size: int) -> Read:
        return Read(family.name, self.keys(family.keys, known, size), family.type)

    def keys(self, kinds: Sequence[Kind], known: Known, size: int) -> tuple[Expr, ...]:
        return tuple(self.member(kind, known, size // 2) for kind in kinds)

    def applied(self, definition: Definition, known: Known, size: int) -> Apply:
        arguments = tuple(self.of(type_, known, size // 2) for _, type_ in definition.parameters)
        return Apply(definition.name, arguments, definition.type)

    # --- numbers --------------------------------------------------------------------------------------------------

    def number(self, known: Known, size: int) -> Expr:
        """A number, not too large."""
        e = self._number(known, size)
        low, high = scalar_range(e.type)
        return e if low >= -LIMIT and high <= LIMIT else clamp(e, -LIMIT, LIMIT)

    def _number(self, known: Known, size: int) -> Expr:
        def is_number(t: Type) -> bool:
            return isinstance(t, Number)

        variables, families = self.variables(known, is_number), self.reads(known, is_number, size)
        maps = self.variables(known, lambda t: isinstance(t, MapOf))
        definitions = [d for d in self.world.definitions if isinstance(d.type, Number)]
        tables = [t for t in self.world.tables if isinstance(t.type, Number)]
        ways: list[tuple[int, str]] = [(2, "const")]
        if variables:
            ways.append((9, "var"))
        if families:
            ways.append((6, "read"))
        if maps:
            ways.append((8, "entry"))
        if size > 1:
            ways += [(4, "+"), (3, "-"), (1, "*"), (2, "min"), (2, "max"), (1, "//"), (1, "%"), (2, "if"), (2, "total")]
            if definitions:
                ways.append((4, "apply"))
            if tables:
                ways.append((2, "lookup"))
        match self.weighted(ways):
            case "const":
                return number(self.rng.randrange(-2, 6))
            case "var":
                return self.pick(variables)
            case "read":
                return self.read(self.pick(families), known, size - 1)
            case "entry":
                return self.entry(self.pick(maps), known, size - 1)
            case "//":
                return self._divided(known, size)
            case "%":
                divisor = self.rng.randrange(1, 5)
                return Op("%", (self.number(known, size - 1), number(divisor)), Number(0, divisor - 1))
            case "if":
                a, b = self.number(known, size // 3), self.number(known, size // 3)
                return if_(self.flag(known, size // 3), a, b)
            case "total":
                return self._total(known, size)
            case "apply":
                return self.applied(self.pick(definitions), known, size - 1)
            case "lookup":
                table = self.pick(tables)
                return Lookup(table.name, self.keys(table.keys, known, size - 1), table.type)
            case name:
                return arithmetic(name, self.number(known, size // 2), self.number(known, size // 2))

    def entry(self, map_: Var, known: Known, size: int) -> Expr:
        assert isinstance(map_.type, MapOf)
        return Entry(map_, self.member(map_.type.kind, known, size), map_.type.entry)

    def _divided(self, known: Known, size: int) -> Op:
        divisor, e = self.rng.randrange(1, 4), self.number(known, size - 1)
        low, high = scalar_range(e.type)
        return Op("//", (e, number(divisor)), Number(low // divisor, high // divisor))

    def _total(self, known: Known, size: int) -> Total:
        kind = self.kind()
        var = self.fresh(known, "k", "m", kind.name)
        inside = known.plus(var, Member(kind))
        condition = self.flag(inside, size // 2) if self.chance(60) else YES
        body = number(1) if self.chance(40) else clamp(self.number(inside, size // 2), -9, 9)
        low, high = scalar_range(body.type)
        return Total(var, kind, condition, body, Number(min(0, low) * kind.size, max(0, high) * kind.size))

    # --- members --------------------------------------------------------------------------------------------------

    def kind(self) -> Kind:
        return self.pick(self.world.kinds)

    def member(self, kind: Kind, known: Known, size: int, optional: bool = False) -> Expr:
        """A member of the kind, or perhaps none."""

        def fits(t: Type) -> bool:
            return isinstance(t, Member) and t.kind.within(kind) and (optional or not t.optional)

        variables, families = self.variables(known, fits), self.reads(known, fits, size)
        tables = [t for t in self.world.tables if fits(t.type)]
        ways: list[tuple[int, str]] = [(2, "const")]
        if variables:
            ways.append((12, "var"))
        if families:
            ways.append((5, "read"))
        if optional:
            ways.append((2, "none"))
        if size > 1:
            ways += [(2, "if"), (3, "first")]
            if not optional:
                ways.append((3, "guarded"))
            if tables:
                ways.append((2, "lookup"))
        match self.weighted(ways):
            case "var":
                return self.pick(variables)
            case "read":
                return self.read(self.pick(families), known, size - 1)
            case "none":
                return none(kind)
            case "if":
                a, b = (self.member(kind, known, size // 3, optional) for _ in range(2))
                return attrs.evolve(if_(self.flag(known, size // 3), a, b), type=Member(kind, optional))
            case "first":
                first = self.first(kind, known, size - 1)
                return first if optional else self.or_else(first, kind)
            case "guarded":
                return self._guarded_member(kind, known, size)
            case "lookup":
                table = self.pick(tables)
                return Lookup(table.name, self.keys(table.keys, known, size - 1), table.type)
            case _:
                return Const(self.pick(kind.values), Member(kind))

    def or_else(self, e: Expr, kind: Kind) -> Expr:
        """A member that is none, replaced by a fixed one."""
        other = Const(self.pick(kind.values), Member(kind))
        return Op("if", (eq(e, none(kind)), other, e), Member(kind))

    def _guarded_member(self, kind: Kind, known: Known, size: int) -> Expr:
        """A value of a wider kind, used only where it belongs to this one."""

        def wider(t: Type) -> bool:
            return isinstance(t, Member) and t.kind.root == kind.root

        found: list[Expr] = [*self.variables(known, wider)]
        found += [self.read(f, known, size - 1) for f in self.reads(known, wider, size - 1)]
        if not found:
            return Const(self.pick(kind.values), Member(kind))
        e = self.pick(found)
        other = Const(self.pick(kind.values), Member(kind))
        return Op("if", (IsKind(e, kind), e, other), Member(kind))

    def start(self, kind: Kind, known: Known, size: int) -> Expr:
        """Where to begin going round a kind: at one of its members, or of a kind it is part of."""
        wider = [k for k in self.world.kinds if k.root == kind.root]
        return self.member(self.pick(wider) if self.chance(25) else kind, known, size)

    def first(self, kind: Kind, known: Known, size: int) -> FirstOf:
        var = self.fresh(known, "f", "m", kind.name)
        start = self.start(kind, known, size // 2) if self.chance(50) else None
        condition = self.flag(known.plus(var, Member(kind)), size // 2)
        return FirstOf(var, kind, start, condition, Member(kind, optional=True))

    # --- yes or no ------------------------------------------------------------------------------------------------

    def flag(self, known: Known, size: int) -> Expr:
        variables = self.variables(known, lambda t: isinstance(t, Flag))
        families = self.reads(known, lambda t: isinstance(t, Flag), size)
        definitions = [d for d in self.world.definitions if isinstance(d.type, Flag)]
        sets = self.variables(known, lambda t: isinstance(t, SetOf))
        ways: list[tuple[int, str]] = [(1, "const"), (4, "compare"), (3, "same")]
        if variables:
            ways.append((5, "var"))
        if families:
            ways.append((4, "read"))
        if self.world.rulings:
            ways.append((1, "ruling"))
        if sets:
            ways.append((9, "in"))
        if size > 1:
            ways += [(3, "and"), (3, "or"), (2, "not"), (1, "if"), (2, "some"), (2, "every"), (1, "kind"), (1, "made")]
            ways += [(1, "partial")]
            if definitions:
                ways.append((3, "apply"))
            if self.world.askable:
                ways.append((3, "can"))
            if self.world.card_places:
                ways.append((2, "lies"))
        match self.weighted(ways):
            case "const":
                return self.pick((YES, NO))
            case "var":
                return self.pick(variables)
            case "read":
                return self.read(self.pick(families), known, size - 1)
            case "ruling":
                ruling = self.pick(self.world.rulings)
                return RulingIs(ruling.id, self.pick(ruling.readings).letter)
            case "in" | "made" as way:
                return self._contained(self.pick(sets) if way == "in" else None, known, size)
            case "and" | "or" as name:
                count = self.pick((2, 2, 3))
                return Op(name, tuple(self.flag(known, size // count) for _ in range(count)), FLAG)
            case "not":
                return Op("not", (self.flag(known, size - 1),), FLAG)
            case "if":
                return Op("if", tuple(self.flag(known, size // 3) for _ in range(3)), FLAG)
            case "some" | "every" as name:
                return self._quantified(name == "every", known, size)
            case "kind":
                kind = self.kind()
                roots = [k for k in self.world.kinds if k.root == kind.root]
                return IsKind(self.member(self.pick(roots), known, size - 1, optional=self.chance(50)), kind)
            case "apply":
                return self.applied(self.pick(definitions), known, size - 1)
            case "can":
                return self.can_choose(self.pick(self.world.askable), known, size - 1)
            case "lies":
                return self._lies(known, size)
            case "partial":
                return self._partial(known, size)
            case "same":
                kind, optional = self.kind(), self.chance(50)
                a = self.member(kind, known, size // 2, optional=optional)
                b = self.member(kind, known, size // 2, optional=optional)
                return Op(self.pick(("=", "=", "<", "<=")), (a, b), FLAG)
            case _:
                a, b = self.number(known, size // 2), self.number(known, size // 2)
                return Op(self.pick(("=", "<", "<=")), (a, b), FLAG)

    def set(self, kind: Kind, known: Known, size: int) -> Expr:
        """A set of members of exactly this kind."""
        variables = self.variables(known, lambda t: t == SetOf(kind))
        if variables and self.chance(50):
            return self.pick(variables)
        var = self.fresh(known, "s", "m", kind.name)
        return SetBy(var, kind, self.flag(known.plus(var, Member(kind)), size - 1), SetOf(kind))

    def _contained(self, set_: Expr | None, known: Known, size: int) -> Expr:
        set_ = set_ or self.set(self.kind(), known, size // 2)
        assert isinstance(set_.type, SetOf)
        roots = [k for k in self.world.kinds if k.root == set_.type.kind.root]
        element = self.member(self.pick(roots), known, size // 2, optional=self.chance(30))
        return Contains(set_, element)

    def _quantified(self, every: bool, known: Known, size: int) -> Expr:
        kind = self.kind()
        var = self.fresh(known, "q", "m", kind.name)
        inside = known.plus(var, Member(kind))
        condition = self.flag(inside, size // 2) if self.chance(50) else YES
        return Quantified(every, var, kind, condition, self.flag(inside, size // 2))

    def can_choose(self, asked: Askable, known: Known, size: int) -> Expr:
        bindings = tuple((name, self.of(t, known, size // 2)) for name, t in asked.free.items())
        option = self.pick(sorted(asked.options)) if self.chance(50) else None
        fixed: tuple[tuple[str, Expr], ...] = ()
        if option is not None:
            scalars = {n: t for n, t in asked.options[option].items() if not isinstance(t, MapOf)}
            chosen = {n: t for n, t in scalars.items() if self.chance(40)}
            fixed = tuple((n, self.of(t, known, size // 2)) for n, t in chosen.items())
        return CanChoose(asked.code, option, bindings, fixed)

    def _lies(self, known: Known, size: int) -> Expr:
        """Does a card lie in a place?"""
        assert self.world.cards is not None
        place = self.pick(self.world.card_places)
        (location,) = (f for f in self.world.families.values() if f.role == "location")
        card = self.member(self.world.cards, known, size // 2)
        at = PlaceAt(place.name, self.keys(place.keys, known, size // 2), location.type)
        return eq(Read(location.name, (card,), location.type), at)

    def _partial(self, known: Known, size: int) -> Expr:
        """Something asked of a member only where it is not none: lazy from the left, either way."""
        keyed = [self.world.families[n] for n in known.families]
        keyed = [f for f in keyed if len(f.keys) == 1 and isinstance(f.type, Number | Flag)]
        if not keyed:
            return YES
        family = self.pick(keyed)
        kind = family.keys[0]
        e = self.member(kind, known, size // 2, optional=True)
        asked: Expr = Read(family.name, (e,), family.type)
        if isinstance(family.type, Number):
            asked = Op("<=", (asked, self.number(known, size // 2)), FLAG)
        is_none = eq(e, none(kind))
        if self.chance(50):
            return Op("or", (is_none, asked), FLAG)
        return Op("and", (Op("not", (is_none,), FLAG), asked), FLAG)


def random_value(rng: Random, type_: Type) -> int:
    """A value of a scalar type."""
    if isinstance(type_, Number):
        return rng.randrange(type_.low, type_.high + 1)
    values = domain(type_)
    return values[rng.randrange(len(values))]
