"""The symbolic state: for every slot of an automaton the terms of its cells.

Reads `terms` and the slots of the automaton. A `Store` is a value; writing makes another. A slot's cells are terms, one
per combination of keys (everything is unrolled), followed by the writes whose keys are not constant: reading is an if
over those writes. A sort that is not to be unrolled would get another kind of `Family` here; nothing else looks inside.
"""

from collections.abc import Iterator, Mapping

import attrs

from rulespec.automaton.nodes import Automaton, Slot
from rulespec.rules.types import Flag, domain
from verifier.terms import Known, Term, Terms


@attrs.frozen
class GuardedWrite:
    """Under `guard`, the cell at `keys` became `value`."""

    guard: Term
    keys: tuple[Term, ...]
    value: Term


@attrs.frozen(eq=False)
class Family:
    """The cells of one slot, row-major, and the later writes, oldest first."""

    slot: Slot
    cells: tuple[Term, ...]
    writes: tuple[GuardedWrite, ...] = ()


def family(terms: Terms, slot: Slot, cells: tuple[Term, ...], writes: tuple[GuardedWrite, ...] = ()) -> Family:
    """The family of these cells. Equal families are one object, so that what was worked out from one is found again."""
    key = (slot.name, cells, writes)
    found: Family = terms.families.setdefault(key, Family(slot, cells, writes))
    return found


@attrs.frozen(eq=False)
class Store:
    families: Mapping[str, Family]

    def written_since(self, other: "Store") -> frozenset[str]:
        """The slots that differ as values."""
        return frozenset(name for name, family in self.families.items() if family is not other.families[name])


def cell_name(slot: Slot, position: int) -> str:
    """The name of a cell's variable: the slot, and in brackets the members that are its keys."""
    if not slot.keys:
        return slot.name
    parts = []
    for kind in reversed(slot.keys):
        parts.append(kind.members[position % kind.size])
        position //= kind.size
    return f"{slot.name}[{', '.join(reversed(parts))}]"


def values_of(slot: Slot) -> tuple[int, ...]:
    return domain(slot.type)


def symbolic_store(terms: Terms, automaton: Automaton, fixed: Mapping[str, int]) -> Store:
    """Every cell a variable with the domain of its slot; `fixed` gives scalar slots a constant."""
    families = {}
    for slot in automaton.slots:
        if slot.name in fixed:
            families[slot.name] = family(terms, slot, (constant(terms, slot, fixed[slot.name]),))
        else:
            families[slot.name] = family(terms, slot, tuple(cell_variable(terms, slot, i) for i in range(slot.size)))
    return Store(families)


def cell_variable(terms: Terms, slot: Slot, position: int) -> Term:
    name = cell_name(slot, position)
    if isinstance(slot.type, Flag):
        return terms.flag_variable(name)
    return terms.variable(name, values_of(slot))


def constant(terms: Terms, slot: Slot, value: int) -> Term:
    return terms.flag(value) if isinstance(slot.type, Flag) else terms.number(value)


def concrete_store(terms: Terms, automaton: Automaton, values: tuple[int, ...]) -> Store:
    """The store of one flat state."""
    families = {}
    for slot in automaton.slots:
        cells = values[slot.offset : slot.offset + slot.size]
        families[slot.name] = family(terms, slot, tuple(constant(terms, slot, v) for v in cells))
    return Store(families)


def read(terms: Terms, known: Known, family: Family, keys: tuple[Term, ...]) -> Term:
    """The cell at `keys`, which belong to the slot's kinds."""
    answered: list[tuple[Term, Term]] = []
    result: Term | None = None
    for write_ in reversed(family.writes):
        same = terms.all([terms.eq(a, b) for a, b in zip(keys, write_.keys, strict=True)])
        condition = terms.under(known, terms.both(write_.guard, same))
        if condition is terms.false:
            continue
        if condition is terms.true:
            result = write_.value
            break
        answered.append((condition, write_.value))
    if result is None:
        result = _select(terms, known, family.slot, 0, 0, keys, family.cells)
    for condition, value in reversed(answered):
        result = terms.ite(condition, value, result)
    return result


def write(terms: Terms, store: Store, name: str, guard: Term, keys: tuple[Term, ...], value: Term) -> Store:
    old = store.families[name]
    slot = old.slot
    value = terms.as_flag(value) if isinstance(slot.type, Flag) else terms.as_number(value)
    if not old.writes and all(k.is_const for k in keys):
        position = position_of(slot, tuple(k.low for k in keys))
        if position is None:
            return store  # an obligation of its own says that this does not happen
        cell = terms.ite(guard, value, old.cells[position])
        if cell is old.cells[position]:
            return store
        changed = family(terms, slot, old.cells[:position] + (cell,) + old.cells[position + 1 :])
    else:
        changed = family(terms, slot, old.cells, old.writes + (GuardedWrite(guard, keys, value),))
    return Store({**store.families, name: changed})


def position_of(slot: Slot, keys: tuple[int, ...]) -> int | None:
    """Row-major position of a cell; None if a key does not belong to its kind."""
    position = 0
    for kind, key in zip(slot.keys, keys, strict=True):
        if key not in kind.values:
            return None
        position = position * kind.size + kind.position(key)
    return position


def key_values(slot: Slot) -> Iterator[tuple[int, ...]]:
    """The keys of all cells, row-major."""

    def extend(prefix: tuple[int, ...], rest: int) -> Iterator[tuple[int, ...]]:
        if rest == len(slot.keys):
            yield prefix
            return
        for value in slot.keys[rest].values:
            yield from extend(prefix + (value,), rest + 1)

    return extend((), 0)


def cells(terms: Terms, known: Known, family: Family) -> tuple[Term, ...]:
    """All cells with the writes worked in."""
    if not family.writes:
        return family.cells
    return tuple(read(terms, known, family, tuple(terms.number(k) for k in keys)) for keys in key_values(family.slot))


def _select(
    terms: Terms, known: Known, slot: Slot, level: int, offset: int, keys: tuple[Term, ...], values: tuple[Term, ...]
) -> Term:
    if level == len(keys):
        return values[offset]
    kind = slot.keys[level]
    width = 1
    for later in slot.keys[level + 1 :]:
        width *= later.size
    key = known.value_of(keys[level])
    if key.is_const:
        position = kind.values.index(key.low) if key.low in kind.values else 0
        return _select(terms, known, slot, level + 1, offset + position * width, keys, values)
    entries = [
        (value, _select(terms, known, slot, level + 1, offset + i * width, keys, values))
        for i, value in enumerate(kind.values)
        if key.low <= value <= key.high
    ]
    if not entries:
        return _select(terms, known, slot, level + 1, offset, keys, values)
    return terms.select(key, entries)
