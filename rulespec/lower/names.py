"""Names of local values: unique in the rule they are lowered into, the author's own word wherever it is free.

Reads nothing. A scope says what the author's names stand for at one place.
"""

from collections.abc import Mapping

import attrs

from rulespec.rules.expressions import Expr, Var
from rulespec.rules.types import Type


class Names:
    """The names given out in one scope of generated code, with their types."""

    def __init__(self, reserved: frozenset[str] = frozenset()) -> None:
        self.types: dict[str, Type] = {}
        self.reserved = reserved
        """What options call their parameters: such a name means nothing else in the rule."""

    def fresh(self, wish: str, type_: Type) -> Var:
        """A name nobody has yet, for good."""
        name = self.unused(wish)
        self.types[name] = type_
        return Var(name, type_)

    def parameter(self, name: str, type_: Type, taken: frozenset[str]) -> Var:
        """A name for an option's parameter. Options beside each other share one (and its cell, if it outlives the
        step); `taken` are the names that mean something else here."""
        if name not in taken and self.types.get(name, type_) == type_:
            self.types[name] = type_
            return Var(name, type_)
        return self.fresh(name, type_)

    def unused(self, wish: str, avoid: frozenset[str] = frozenset()) -> str:
        name, n = wish, 1
        while name in self.types or name in avoid or name in self.reserved:
            n += 1
            name = f"{wish}_{n}"
        return name


@attrs.frozen
class Held:
    """A condition that holds at a place because of what encloses it, unless it reads something of `spoiled_by`: the
    families that may change in between."""

    name: str
    condition: Expr
    spoiled_by: frozenset[str] = frozenset()


@attrs.frozen
class Scope:
    """What is known where a statement stands."""

    rule: str
    """The rule whose text it is (not the one it is inlined into)."""
    names: Mapping[str, Expr] = attrs.field(factory=dict)
    """What the author's names stand for: a local value, a constant, a cursor."""
    held: tuple[Held, ...] = ()
    steps: tuple[str, ...] = ()
    finished: bool = False
    """Has the rule's body been done (what it earned is being settled)?"""

    def knowing(self, **more: Expr) -> "Scope":
        return attrs.evolve(self, names={**self.names, **more})

    def holding(self, *held: Held) -> "Scope":
        return attrs.evolve(self, held=self.held + held)
