"""What the names of the rules are called at one place of the generated module, and how the state is reached there.

Reads nothing; every writer hands a `Scope` on to the next.
"""

from collections.abc import Mapping

import attrs

from rulespec.automaton.terms import (
    Type,
)
from rulespec.python.access import Access
from rulespec.python.code import Code
from rulespec.python.names import Names, identifier


@attrs.frozen
class Tally:
    """For each of many sets a running count of its cells that hold a value, in one int; `full` marks complete ones."""

    sets: tuple[int, ...]
    variable: str
    full: str


@attrs.define
class Answers:
    """Functions of the state whose answers are kept while one list of moves is made: function -> local name.

    The state does not change meanwhile, and one move after another asks for the same.
    """

    names: dict[str, str] = attrs.field(factory=dict)


@attrs.frozen
class Scope:
    """What the names of the rules are called here, and how the state is reached."""

    access: Access
    vars: Mapping[str, Code] = attrs.field(factory=dict)
    types: Mapping[str, Type] = attrs.field(factory=dict)
    values: Mapping[str, int] = attrs.field(factory=dict)
    """Slots without keys whose value is known here."""
    bits: Mapping[str, Code] = attrs.field(factory=dict)
    """Positions (by their text) whose bit is at hand."""
    tallies: Mapping[tuple[str, int], Tally] = attrs.field(factory=dict)
    """Slot and value -> what is counted along of its cells."""

    answers: Answers | None = None
    """Where answers are kept, if they are."""

    def knowing(self, name: str, text: Code, type_: Type) -> "Scope":
        return attrs.evolve(self, vars={**self.vars, name: text}, types={**self.types, name: type_})


def fresh_in(scope: Scope, wish: str, names: Names) -> str:
    """A name for a loop variable that hides nothing."""
    used = {c.text for c in scope.vars.values()}
    base = identifier(wish)
    base = base.lower() if base.isupper() else base
    found, number = base, 2
    while found in used or names.is_taken(found):
        found, number = f"{base}_{number}", number + 1
    return found
