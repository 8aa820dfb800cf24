"""How generated code reaches the fields of a state: by index in a sequence, or as local variables.

Reads the layout; returns code. The same expressions and effects are written through either.
"""

from collections.abc import Mapping
from typing import Protocol

from rulespec.python import code
from rulespec.python.code import Code
from rulespec.python.layout import Layout, Placed
from rulespec.python.lines import Lines


class Access(Protocol):
    def field(self, index: int) -> Code:
        """One field."""

    def cell(self, place: Placed, position: Code) -> Code:
        """One field of a slot: a cell of a plain one, a mask of a packed one."""

    def put(self, lines: Lines, place: Placed, position: Code, operator: str, value: Code, comment: str) -> None:
        """Write `field operator value`, operator being =, +=, |= and so on."""

    def whole(self) -> Code:
        """The state as one sequence, to be handed to a function."""


class InSequence:
    """`s[TURN]`, `l[PURSE + player]`."""

    def __init__(self, layout: Layout, variable: str) -> None:
        self.layout, self.variable = layout, variable

    def field(self, index: int) -> Code:
        for place in self.layout.places:
            if place.field <= index < place.field + place.width:
                return self.cell(place, code.literal(index - place.field))
        raise IndexError(index)

    def cell(self, place: Placed, position: Code) -> Code:
        return Code(f"{self.variable}[{self._index(place, position)}]")

    def put(self, lines: Lines, place: Placed, position: Code, operator: str, value: Code, comment: str) -> None:
        lines.add(f"{self.variable}[{self._index(place, position)}] {operator} {value}", comment)

    def whole(self) -> Code:
        return code.name(self.variable)

    def _index(self, place: Placed, position: Code) -> str:
        if position.value is not None:
            at = position.value
            if 0 <= at < place.width and self.layout.width <= len(self.layout.names) and self.layout.form == "tuple":
                return constant_name(self.layout, place.field + at)
        return code.binary("+", code.name(place.name), position).text


class InLocals:
    """`turn`, `purse_red`; a slot indexed at run time is a choice among its few fields. `known` ones are literals."""

    def __init__(self, layout: Layout, known: Mapping[int, int]) -> None:
        self.layout, self.known = layout, known

    def field(self, index: int) -> Code:
        return code.literal(self.known[index]) if index in self.known else code.name(self.layout.names[index])

    def cell(self, place: Placed, position: Code) -> Code:
        if position.value is not None:
            return self.field(place.field + position.value)
        return code.item(code.tuple_of([self.field(place.field + i) for i in range(place.width)]), position)

    def put(self, lines: Lines, place: Placed, position: Code, operator: str, value: Code, comment: str) -> None:
        if position.value is not None or place.width == 1:
            at = place.field + (position.value or 0)
            lines.add(f"{self.layout.names[at]} {operator} {value}", comment)
            return
        for i in range(place.width):
            name = self.layout.names[place.field + i]
            head = (
                "else:" if i == place.width - 1 else f"{'if' if i == 0 else 'elif'} {position.at(code.BIT_OR)} == {i}:"
            )
            with lines.block(head, comment if i == 0 else ""):
                lines.add(f"{name} {operator} {value}")

    def whole(self) -> Code:
        return code.tuple_of([self.field(i) for i in range(self.layout.width)])


def constant_name(layout: Layout, index: int) -> str:
    """The constant that holds a field's index."""
    return layout.names[index].upper()
