"""Where each cell of the automaton lies in the generated module's state.

Reads the slots; returns a `Layout`. A state is a sequence of small ints, the *fields*. A plain slot has one field per
cell. A packed slot (few values, many cells, asked only "is it this one?") has one field per value: the set of cells
that hold it, as bits; the value without a field is what all other cells hold. Small states are tuples, large ones
bytes: see codegen.md, section 2.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import attrs

from rulespec.automaton.nodes import Automaton, Each, Effect, Move, Slot, When
from rulespec.automaton.terms import Apply, Expr, Flag, Kind, Member, Number, Op, Read, Scalar, domain
from rulespec.automaton.walk import block_exprs, blocks_of, children, node_exprs, sub_blocks
from rulespec.python.names import Names, identifier

MOST_FIELDS = 20
"""A packed tuple has at most so many fields; a larger state is flat."""
FEWEST_PACKED, MOST_PACKED = 6, 128
"""Sizes of slots that are packed."""
MOST_MASKS = 3
"""Fields that one packed slot may take."""


@attrs.frozen
class Placed:
    """A slot in the state: its first field, and the values that have a field each if it is packed."""

    slot: Slot
    field: int
    name: str
    """Name of the constant that holds the first field's index."""
    masks: tuple[int, ...] | None = None
    other: int = 0
    """Packed: the value of cells that are in no mask."""

    @property
    def width(self) -> int:
        return self.slot.size if self.masks is None else len(self.masks)

    @property
    def full(self) -> int:
        """All cells as bits."""
        return (1 << self.slot.size) - 1


@attrs.frozen
class Layout:
    places: tuple[Placed, ...]
    names: tuple[str, ...]
    """For each field a name for a local variable."""
    form: str
    """tuple or bytes"""
    _by_name: dict[str, Placed] = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {p.slot.name: p for p in self.places})

    def __getitem__(self, slot: str) -> Placed:
        return self._by_name[slot]

    @property
    def width(self) -> int:
        return sum(p.width for p in self.places)

    @property
    def is_small(self) -> bool:
        """Few enough fields to keep them in local variables?"""
        return self.form == "tuple" and self.width <= MOST_FIELDS

    @property
    def is_packed(self) -> bool:
        return any(p.masks is not None for p in self.places)


def positions(keys: tuple[Kind, ...]) -> dict[tuple[int, ...], int]:
    """Row-major position of every combination of key values."""
    return {values: at for at, values in enumerate(product(*(k.values for k in keys)))}


def choose_layout(automaton: Automaton, names: Names) -> Layout:
    """Packed and small if that is possible, else flat."""
    asked = _asked_by_value(automaton)
    packed: list[tuple[Slot, tuple[int, ...] | None, int]] = []
    for slot in automaton.slots:
        masks = None if slot.name in asked or slot.name in (automaton.control, automaton.ending) else _masks(slot)
        packed.append((slot, *(masks or (None, 0))))
    if sum(s.size if m is None else len(m) for s, m, _ in packed) > MOST_FIELDS:
        packed = [(slot, None, 0) for slot in automaton.slots]
    places, field, field_names = [], 0, Names(names)
    local_names: list[str] = []
    for slot, values, other in packed:
        constant = names.fresh(slot.name, upper=True)
        place = Placed(slot, field, constant, values, other)
        places.append(place)
        field += place.width
        local_names += (field_names.fresh(n) for n in _field_names(place))
    small = field <= MOST_FIELDS
    form = "tuple" if small or not all(map(_fits_byte, automaton.slots)) else "bytes"
    return Layout(tuple(places), tuple(local_names), form)


def _masks(slot: Slot) -> tuple[tuple[int, ...], int] | None:
    if not FEWEST_PACKED <= slot.size <= MOST_PACKED:
        return None
    values = _values(slot.type)
    if values is None or slot.default not in values:
        return None
    return tuple(v for v in values if v != slot.default), slot.default


def _values(type_: Scalar) -> tuple[int, ...] | None:
    """The values of a type if they are few enough to have a field each."""
    if isinstance(type_, Number) and type_.high - type_.low > MOST_MASKS:
        return None
    values = domain(type_)
    return values if 2 <= len(values) <= MOST_MASKS + 1 else None


def _fits_byte(slot: Slot) -> bool:
    match slot.type:
        case Number(low=low, high=high):
            return low >= 0 and high <= 255
        case Member(kind=kind):
            return kind.none <= 255
        case _:
            return True


def _field_names(place: Placed) -> Iterator[str]:
    slot = place.slot
    if place.masks is not None:
        yield from (f"{slot.name} {_value_name(slot.type, v)}" for v in place.masks)
    elif not slot.keys:
        yield slot.name
    elif place.width <= MOST_FIELDS:
        for members in product(*(k.members for k in slot.keys)):
            yield " ".join((slot.name, *members))
    else:
        yield from (f"{slot.name} {i}" for i in range(place.width))


def _value_name(type_: Scalar, value: int) -> str:
    match type_:
        case Member(kind=kind):
            return identifier(kind.name_of(value)) if value in kind.values else "none"
        case Flag():
            return "yes" if value else "no"
        case _:
            return str(value)


def _asked_by_value(automaton: Automaton) -> frozenset[str]:
    """The slots that play reads otherwise than by comparing for equality, or that pieces move between.

    What only scores and invariants read does not count: they are asked rarely.
    """
    found: Counter[str] = Counter()
    called: dict[str, None] = {}

    def look(expr: Expr, *, compared: bool) -> None:
        if isinstance(expr, Read) and not compared and not isinstance(expr.type, Flag):
            found[expr.family] += 1
        if isinstance(expr, Apply) and expr.definition not in called:
            called[expr.definition] = None
            look(automaton.functions[expr.definition].body, compared=False)
        equality = isinstance(expr, Op) and expr.name == "="
        for child in children(expr):
            look(child, compared=equality)

    def moved(effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case Move(source=source, target=target):
                    found.update((source.slot, target.slot))
                case When(then=then, otherwise=otherwise):
                    moved(then + otherwise)
                case Each(body=body):
                    moved(body)

    nodes = (*automaton.points, *automaton.joints.values())
    for node in nodes:
        for expr in node_exprs(node):
            look(expr, compared=False)
    for block in (automaton.start, *(b for n in nodes for b in blocks_of(n))):
        for expr in block_exprs(block):
            look(expr, compared=False)
        for part in sub_blocks(block):
            moved(part.effects)
    return frozenset(found)
