"""Cells of state: families of values, read and replaced one at a time.

Reads the typed rules' families; returns new stores, never changes one.
"""

from collections.abc import Iterable, Sequence

import attrs

from rulespec.diagnostics import RulespecError
from rulespec.rules.game import Family
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf, Type

Value = int | tuple[int, ...]
"""A number, member, flag or set (a bit mask) is an int; a map parameter is a tuple of ints."""


@attrs.frozen
class Store:
    """The cells of some families, row-major. Equal stores are equal values."""

    rows: tuple[tuple[str, tuple[int, ...]], ...]

    def __contains__(self, family: str) -> bool:
        return any(name == family for name, _ in self.rows)

    def row(self, family: str) -> tuple[int, ...]:
        return next(row for name, row in self.rows if name == family)

    def with_row(self, family: str, new: tuple[int, ...]) -> "Store":
        return Store(tuple((name, new if name == family else row) for name, row in self.rows))


def initial_store(families: Iterable[Family]) -> Store:
    """The families at their starting values."""
    return Store(tuple((family.name, _initial_row(family)) for family in families))


def _initial_row(family: Family) -> tuple[int, ...]:
    return (family.default,) * size_of(family.keys) if family.initial is None else family.initial


def size_of(keys: Sequence[Kind]) -> int:
    """How many combinations the keys have."""
    size = 1
    for kind in keys:
        size *= kind.size
    return size


def row_major(what: str, kinds: Sequence[Kind], keys: Sequence[int]) -> int:
    """Where the cell with these keys (values, not positions) lies in its family, table or place."""
    index = 0
    for kind, key in zip(kinds, keys, strict=True):
        if key not in kind.values:
            named = "none" if key == kind.none else f"number {key} of {kind.root}"
            raise RulespecError("R0505", f"`{what}` was asked for a {kind.name}, but got {named}")
        index = index * kind.size + kind.position(key)
    return index


def belongs(value: Value, type_: Type) -> bool:
    """Is this a value of the type?"""
    match type_:
        case Number(low=low, high=high):
            return isinstance(value, int) and low <= value <= high
        case Member(kind=kind, optional=optional):
            return value in kind.values or (optional and value == kind.none)
        case Flag():
            return value in (0, 1)
        case SetOf(kind=kind):
            return isinstance(value, int) and 0 <= value < 2**kind.size
        case MapOf(kind=kind, entry=entry):
            return isinstance(value, tuple) and len(value) == kind.size and all(belongs(v, entry) for v in value)


def check_range(what: str, value: Value, type_: Type) -> None:
    """R0503 unless the value belongs to the type."""
    if not belongs(value, type_):
        raise RulespecError("R0503", f"`{what}` cannot be {value}: it must be {describe(type_)}")


def describe(type_: Type) -> str:
    match type_:
        case Number(low=low, high=high):
            return f"a number from {low} to {high}"
        case Member(kind=kind, optional=optional):
            return f"a {kind.name}" + (" or none" if optional else "")
        case Flag():
            return "yes or no"
        case SetOf(kind=kind):
            return f"a set of {kind.name}"
        case MapOf(kind=kind, entry=entry):
            return f"{describe(entry)} for each {kind.name}"
