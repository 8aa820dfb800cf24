"""Small builders of typed expressions, with constants folded and ranges worked out.

Reads `rules`; used wherever the checker makes an expression of its own.
"""

from collections.abc import Mapping

import attrs

from rulespec.rules.expressions import NO, YES, Apply, Const, Expr, Lookup, Op, Read, Var
from rulespec.rules.types import Flag, Member, Number, Type, domain
from rulespec.source import NOWHERE, Span


def number(value: int, span: Span = NOWHERE) -> Const:
    return Const(value, Number(value, value), span)


def both(*parts: Expr) -> Expr:
    """All of them; yes if there are none."""
    needed = tuple(p for p in parts if p != YES)
    if not needed:
        return YES
    return needed[0] if len(needed) == 1 else Op("and", needed, Flag(), needed[0].span)


def either(*parts: Expr) -> Expr:
    needed = tuple(p for p in parts if p != NO)
    if not needed:
        return NO
    return needed[0] if len(needed) == 1 else Op("or", needed, Flag(), needed[0].span)


def negate(part: Expr) -> Expr:
    if isinstance(part, Op) and part.name == "not":
        return part.arguments[0]
    return Op("not", (part,), Flag(), part.span)


def same(left: Expr, right: Expr) -> Expr:
    return Op("=", (left, right), Flag(), left.span)


def less(left: Expr, right: Expr) -> Expr:
    return Op("<", (left, right), Flag(), left.span)


def at_most(left: Expr, right: Expr) -> Expr:
    return Op("<=", (left, right), Flag(), left.span)


def choose(condition: Expr, yes: Expr, no: Expr) -> Expr:
    return Op("if", (condition, yes, no), union(yes.type, no.type), condition.span)


def bounds(type_: Type) -> tuple[int, int]:
    match type_:
        case Number(low=low, high=high):
            return low, high
        case Flag():
            return 0, 1
        case Member(kind=kind) if kind.first_number is not None:
            return kind.first_number, kind.first_number + kind.root_size - 1
        case _:
            return 0, 0


def arithmetic(name: str, left: Expr, right: Expr) -> Expr:
    """+, -, *, //, %, min, max on numbers, with the range of the result."""
    (a, b), (c, d) = bounds(left.type), bounds(right.type)
    match name:
        case "+":
            low, high = a + c, b + d
        case "-":
            low, high = a - d, b - c
        case "*":
            corners = (a * c, a * d, b * c, b * d)
            low, high = min(corners), max(corners)
        case "//":
            low, high = a // max(c, 1), b // max(c, 1)
        case "%":
            low, high = 0, max(c, 1) - 1
        case "min":
            low, high = min(a, c), min(b, d)
        case _:
            low, high = max(a, c), max(b, d)
    return Op(name, (left, right), Number(low, high), left.span)


def union(left: Type, right: Type) -> Type:
    """The narrowest type that holds both."""
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(min(left.low, right.low), max(left.high, right.high))
    if isinstance(left, Member) and isinstance(right, Member):
        wider = left.kind if right.kind.within(left.kind) else right.kind
        return Member(wider, left.optional or right.optional)
    return left


def as_number(value: Expr) -> Expr:
    """A member of a numeric kind as the number it is called by."""
    if isinstance(value.type, Member) and value.type.kind.first_number is not None:
        first, size = value.type.kind.first_number, value.type.kind.root_size
        if isinstance(value, Const):
            return number(value.value + first, value.span)
        return Op("+", (value, number(first)), Number(first, first + size - 1), value.span)
    return value


def as_member(value: Expr, wanted: Type) -> Expr:
    """A number as the member of a numeric kind that it names, where every number it can be names one."""
    if not isinstance(wanted, Member) or wanted.kind.first_number is None or not isinstance(value.type, Number):
        return value
    first, last = wanted.kind.first_number, wanted.kind.first_number + wanted.kind.root_size - 1
    if not (first <= value.type.low and value.type.high <= last) or len(wanted.kind.values) < wanted.kind.root_size:
        return value
    if isinstance(value, Const):
        return Const(value.value - first, Member(wanted.kind), value.span)
    return Op("-", (value, number(first)), Member(wanted.kind), value.span)


def fits(value: Expr, wanted: Type) -> bool:
    """May a value of this type be given where `wanted` is asked? (none is tested when the game runs.)"""
    match value.type, wanted:
        case Member(kind=a), Member(kind=b, optional=optional):
            return (
                a.root == b.root and (a.within(b) or b.within(a)) and (optional or value != Const(a.none, value.type))
            )
        case Number(), Number():
            return not isinstance(value, Const) or value.value in domain(wanted)
        case a, b:
            return type(a) is type(b)


def substituted(value: Expr, names: Mapping[str, Expr]) -> Expr:
    """The value with variables replaced. Nothing in it binds variables: it is a cell and the look-ups in its keys."""
    match value:
        case Var(name=name):
            return names.get(name, value)
        case Read(keys=keys) | Lookup(keys=keys):
            return attrs.evolve(value, keys=tuple(substituted(key, names) for key in keys))
        case Apply(arguments=arguments) | Op(arguments=arguments):
            return attrs.evolve(value, arguments=tuple(substituted(argument, names) for argument in arguments))
        case _:
            return value
