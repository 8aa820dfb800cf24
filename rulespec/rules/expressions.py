"""Expressions of the typed rules: pure, total on values of their types, evaluated in the state before the effect.

Reads `types`. `Op.name` is one of OPS. `and`, `or`, `if` are lazy from the left: an index may be meaningful only
under the condition before it. Each node carries its type; `span` never counts for equality.
"""

from typing import Union

import attrs

from rulespec.rules.types import Flag, Kind, Type
from rulespec.source import NOWHERE, Span

OPS = ("+", "-", "*", "//", "%", "min", "max", "=", "<", "<=", "and", "or", "not", "if")
"""Arithmetic on numbers, `=` on any scalars, `<` `<=` on numbers (members compare by index), lazy and/or/if.
`//` and `%` only by a positive constant (floor division)."""


def _span() -> Span:
    return attrs.field(default=NOWHERE, eq=False, repr=False)


@attrs.frozen
class Const:
    """A literal: number, member, none, yes/no."""

    value: int
    type: Type
    span: Span = _span()


@attrs.frozen
class Var:
    """A parameter, a named value, a loop variable, a bound variable. Names are unique within a rule."""

    name: str
    type: Type
    span: Span = _span()


@attrs.frozen
class Read:
    """The present value of one cell of a state family: `the player's purse`."""

    family: str
    keys: tuple["Expr", ...]
    type: Type
    span: Span = _span()


@attrs.frozen
class Lookup:
    """A static fact from a table: `the space's pay`."""

    table: str
    keys: tuple["Expr", ...]
    type: Type
    span: Span = _span()


@attrs.frozen
class Apply:
    """A defined value or yes/no word with its arguments: `the province's power for defending`."""

    definition: str
    arguments: tuple["Expr", ...]
    type: Type
    span: Span = _span()


@attrs.frozen
class PlaceAt:
    """The number of a place of cards: `the player's hand`. Places of one card kind are numbered from 0, keys expanded
    in order. A card's location is `Read(location family, (card,))`; "is in" compares the two."""

    place: str
    keys: tuple["Expr", ...]
    type: Type
    span: Span = _span()


@attrs.frozen
class Op:
    name: str
    arguments: tuple["Expr", ...]
    type: Type
    span: Span = _span()


@attrs.frozen
class IsKind:
    """Does the value belong to the kind (`the action is a good`)? False for none."""

    value: "Expr"
    kind: Kind
    type: Type = Flag()
    span: Span = _span()


@attrs.frozen
class Contains:
    """Is `element` in the set value `set`? (a set-typed Var, a SetBy)"""

    set: "Expr"
    element: "Expr"
    type: Type = Flag()
    span: Span = _span()


@attrs.frozen
class Entry:
    """One entry of a map parameter: `the party's deputies`."""

    map: "Expr"
    key: "Expr"
    type: Type
    span: Span = _span()


@attrs.frozen
class SetBy:
    """The members of `kind` for which `condition` holds, as a set value: `each province that is occupied`."""

    var: str
    kind: Kind
    condition: "Expr"
    type: Type
    span: Span = _span()


@attrs.frozen
class Total:
    """Sum of `body` over the members of `kind` for which `condition` holds; a count has body 1."""

    var: str
    kind: Kind
    condition: "Expr"
    body: "Expr"
    type: Type
    span: Span = _span()


@attrs.frozen
class Quantified:
    """`every` (True) or `some` (False) over the members of `kind` with `condition`: does `body` hold?"""

    every: bool
    var: str
    kind: Kind
    condition: "Expr"
    body: "Expr"
    type: Type = Flag()
    span: Span = _span()


@attrs.frozen
class FirstOf:
    """The first member with `condition`, in canonical order, or cyclically beginning *at* `start`; none if there is none."""

    var: str
    kind: Kind
    start: "Expr | None"
    condition: "Expr"
    type: Type
    span: Span = _span()


@attrs.frozen
class CanChoose:
    """Would some move of that decision be legal now (`the buyer can perform production(...)`)?

    `decision` is a Decide's `code`; `option` one of its option names or None for any. `bindings` give every free variable
    of those options' clauses a value; `fixed` gives values to option parameters (the others are existential).
    """

    decision: str
    option: str | None
    bindings: tuple[tuple[str, "Expr"], ...]
    fixed: tuple[tuple[str, "Expr"], ...] = ()
    type: Type = Flag()
    span: Span = _span()


@attrs.frozen
class RulingIs:
    """Is the game played by this reading? A constant of a loaded game, folded after the layout."""

    ruling: str
    letter: str
    type: Type = Flag()
    span: Span = _span()


Expr = Union[
    Const,
    Var,
    Read,
    Lookup,
    Apply,
    PlaceAt,
    Op,
    IsKind,
    Contains,
    Entry,
    SetBy,
    Total,
    Quantified,
    FirstOf,
    CanChoose,
    RulingIs,
]

YES = Const(1, Flag())
NO = Const(0, Flag())
