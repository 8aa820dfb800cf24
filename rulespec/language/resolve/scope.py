"""What `the x` may mean at one place of the text: the names fixed above it.

Reads `world`; a `Scope` grows inwards and is never changed by what stands inside it.
"""

from collections.abc import Collection, Mapping

import attrs

from rulespec.rules.expressions import Expr
from rulespec.rules.types import Kind, SetOf, Type


@attrs.define
class Counter:
    """Fresh variable names of one rule: the second `cell` is `cell_2`.

    `reserved` are the names of option parameters: they are public (`mark(cell=a1)`), and nothing else takes them.
    """

    taken: set[str] = attrs.field(factory=set)
    reserved: set[str] = attrs.field(factory=set)

    parameters: dict[str, Type] = attrs.field(factory=dict)

    def parameter(self, name: str, type_: Type, known: Collection[str]) -> str:
        """The variable of an option's parameter: its own name, which options beside each other share. `known` are the
        variables that mean something here."""
        if name not in known and self.parameters.get(name) == type_:
            return name
        self.reserved.discard(name)
        found = self.fresh(name)
        self.parameters.setdefault(found, type_)
        return found

    def fresh(self, name: str) -> str:
        number, found = 2, name
        while found in self.taken or found in self.reserved:
            found, number = f"{name}_{number}", number + 1
        self.taken.add(found)
        return found


@attrs.frozen
class Scope:
    """`names`: what a word stands for. `groups`: kinds narrowed to a set (`a target` of the `targets`)."""

    names: Mapping[str, Expr]
    counter: Counter
    path: tuple[str, ...] = ()
    rule: str | None = None
    outer: frozenset[str] = frozenset()

    def knowing(self, name: str, value: Expr) -> "Scope":
        return attrs.evolve(self, names={**self.names, name: value})

    def inside(self, part: str) -> "Scope":
        return attrs.evolve(self, path=(*self.path, part))

    def sets(self) -> dict[str, tuple[Expr, Kind]]:
        """The set values known by name."""
        found: dict[str, tuple[Expr, Kind]] = {}
        for name, value in self.names.items():
            type_: Type = value.type
            if isinstance(type_, SetOf):
                found[name] = (value, type_.kind)
        return found
