"""Small words for writing expressions of the automaton, with what is constant worked out on the way.

Reads `rules.expressions`; returns expressions.
"""

from collections.abc import Callable

from rulespec.automaton.walk import walk
from rulespec.rules.expressions import (
    NO,
    YES,
    Apply,
    Const,
    Contains,
    Entry,
    Expr,
    IsKind,
    Lookup,
    Op,
    Quantified,
    Read,
    SetBy,
    Var,
)
from rulespec.rules.types import Flag, Kind, Member, Number, Scalar, SetOf, Type


def equal(a: Expr, b: Expr) -> Expr:
    return Op("=", (a, b), Flag())


def less(a: Expr, b: Expr) -> Expr:
    return Op("<", (a, b), Flag())


def is_yes(expr: Expr) -> bool:
    return isinstance(expr, Const) and expr.value != 0


def is_no(expr: Expr) -> bool:
    return isinstance(expr, Const) and expr.value == 0


def negation(a: Expr) -> Expr:
    if is_yes(a):
        return NO
    if is_no(a):
        return YES
    if isinstance(a, Op) and a.name == "not":
        return a.arguments[0]
    return Op("not", (a,), Flag())


def all_of(*conditions: Expr) -> Expr:
    """All hold, lazily from the left."""
    parts: list[Expr] = []
    for c in conditions:
        if is_no(c):
            return NO if not parts else Op("and", (*parts, NO), Flag())
        if not is_yes(c):
            parts.extend(c.arguments if isinstance(c, Op) and c.name == "and" else (c,))
    if not parts:
        return YES
    return parts[0] if len(parts) == 1 else Op("and", tuple(parts), Flag())


def any_of(*conditions: Expr) -> Expr:
    """One holds, lazily from the left."""
    parts: list[Expr] = []
    for c in conditions:
        if is_yes(c):
            return YES if not parts else Op("or", (*parts, YES), Flag())
        if not is_no(c):
            parts.extend(c.arguments if isinstance(c, Op) and c.name == "or" else (c,))
    if not parts:
        return NO
    return parts[0] if len(parts) == 1 else Op("or", tuple(parts), Flag())


def implies(condition: Expr, then: Expr) -> Expr:
    """`then` is looked at only under the condition."""
    return any_of(negation(condition), then)


def number(value: int) -> Const:
    return Const(value, Number(value, value))


def none_of(kind: Kind) -> Const:
    return Const(kind.none, Member(kind, optional=True))


def member_of(kind: Kind, value: int) -> Const:
    return Const(value, Member(kind))


def some(var: str, kind: Kind, body: Expr) -> Expr:
    return Quantified(False, var, kind, YES, body)


def every(var: str, kind: Kind, body: Expr) -> Expr:
    return Quantified(True, var, kind, YES, body)


def surely_in(type_: Type, kind: Kind) -> bool:
    """Does every value of the type belong to the kind?"""
    return isinstance(type_, Member) and not type_.optional and type_.kind.within(kind)


def in_kept_set(slot: str, kind: Kind, element: Expr) -> Expr:
    """Is the element in the set that lies in a family of flags?"""
    held = Read(slot, (element,), Flag())
    return held if surely_in(element.type, kind) else all_of(IsKind(element, kind), held)


def kept_set(slot: str, kind: Kind, var: str) -> Expr:
    """The set that lies in a family of flags, as a value."""
    return SetBy(var, kind, Read(slot, (Var(var, Member(kind)),), Flag()), SetOf(kind))


def contains(set_: Expr, element: Expr) -> Expr:
    return Contains(set_, element)


def default_of(type_: Scalar) -> int:
    """What a dead cell of the type holds."""
    match type_:
        case Member(kind=kind, optional=optional):
            return kind.none if optional or not kind.values else kind.values[0]
        case Number(low=low, high=high):
            return 0 if low <= 0 <= high else low
        case Flag():
            return 0


def conjuncts(condition: Expr) -> tuple[Expr, ...]:
    """The parts of a conjunction that hold each on its own."""
    if isinstance(condition, Op) and condition.name == "and":
        return tuple(part for a in condition.arguments for part in conjuncts(a))
    return () if is_yes(condition) else (condition,)


def surely_defined(expr: Expr, partial: Callable[[str], bool]) -> bool:
    """Has the expression a value in every state? `partial` says which functions may lack one."""
    for e in walk(expr):
        match e:
            case Read() | Lookup():
                # the kinds of the keys are not written on the node: an optional key is what goes wrong in practice
                if any(not isinstance(k.type, Member) or k.type.optional for k in e.keys):
                    return False
            case Entry(key=key):
                if not isinstance(key.type, Member) or key.type.optional:
                    return False
            case Apply(definition=name):
                if partial(name):
                    return False
            case _:
                pass
    return True
