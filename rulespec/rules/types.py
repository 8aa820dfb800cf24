"""Kinds and types of the typed rules.

Every value is a small int. A member of a kind is its index in the *root* kind, in every sub-kind alike;
`none` is one past the last member of the root; a flag is 0 or 1; a set is a bit mask over the positions of its
kind; a map parameter is a tuple of ints in the order of its kind.
"""

from typing import Union

import attrs


@attrs.frozen
class Kind:
    """A finite sort: `party: conservative, liberal`. Sub-kinds share the numbering of their root.

    `values` are root indices, ascending. `first_number` is set for numeric kinds (`row: 1..6`), whose members are
    named by their number: member `n` has index `n - first_number`.
    """

    name: str
    root: str
    values: tuple[int, ...]
    members: tuple[str, ...] = attrs.field(repr=False)
    root_size: int = attrs.field(repr=False)
    first_number: int | None = None
    cyclic: bool = False

    @property
    def size(self) -> int:
        return len(self.values)

    @property
    def none(self) -> int:
        return self.root_size

    def position(self, value: int) -> int:
        """Where a root index stands in this kind; ValueError if it does not belong."""
        return self.values.index(value)

    @property
    def contiguous(self) -> bool:
        return self.values == tuple(range(self.values[0], self.values[0] + len(self.values))) if self.values else True

    def name_of(self, value: int) -> str:
        return self.members[self.values.index(value)]

    def within(self, other: "Kind") -> bool:
        """Is every member of this kind a member of the other?"""
        return self.root == other.root and set(self.values) <= set(other.values)


@attrs.frozen
class Member:
    """A member of `kind`, or none if `optional`."""

    kind: Kind
    optional: bool = False


@attrs.frozen
class Number:
    """A whole number from `low` to `high`."""

    low: int
    high: int


@attrs.frozen
class Flag:
    """Yes or no."""


@attrs.frozen
class SetOf:
    """A subset of `kind` (a bit mask over its positions)."""

    kind: Kind


@attrs.frozen
class MapOf:
    """A number for each member of `kind` (only as an option's parameter): `deputies of each party: 0..16`."""

    kind: Kind
    entry: Number


Type = Union[Member, Number, Flag, SetOf, MapOf]
Scalar = Union[Member, Number, Flag]


def domain(type_: Type) -> tuple[int, ...]:
    """All values of a scalar type in canonical order (none last)."""
    match type_:
        case Member(kind=kind, optional=optional):
            return kind.values + ((kind.none,) if optional else ())
        case Number(low=low, high=high):
            return tuple(range(low, high + 1))
        case Flag():
            return (0, 1)
        case SetOf() | MapOf():
            raise ValueError("sets and maps are enumerated by pruning, not listed")
