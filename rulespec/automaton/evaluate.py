"""The value of an expression in a flat state, rulings as values.

Reads the automaton's functions and tables and, through `read`, cells; returns an int (a tuple for maps). Slow and
plain: the fast way is `rulespec.python`. A name may be bound to a function without arguments, which is called when the
name is first needed: an option's definitions are evaluated on demand.
"""

from collections.abc import Callable, Mapping
from typing import assert_never

from rulespec.automaton.nodes import Automaton
from rulespec.diagnostics import InternalError, RulespecError
from rulespec.rules.expressions import (
    Apply,
    CanChoose,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    IsKind,
    Lookup,
    Op,
    PlaceAt,
    Quantified,
    Read,
    RulingIs,
    SetBy,
    Total,
    Var,
)
from rulespec.rules.types import Kind, SetOf

Value = int | tuple[int, ...]
Env = Mapping[str, Value | Callable[[], Value]]
Reader = Callable[[str, tuple[int, ...]], int]


def position(kind: Kind, value: int) -> int:
    """Where a member stands in a kind; an error of the game's text if it does not."""
    try:
        return kind.values.index(value)
    except ValueError:
        what = "none" if value == kind.none else f"member {value}"
        raise RulespecError("R0505", f"{what} is used where a {kind.name} is needed") from None


def row_major(kinds: tuple[Kind, ...], keys: tuple[int, ...]) -> int:
    """The offset of a cell among the cells of its family."""
    at = 0
    for kind, key in zip(kinds, keys, strict=True):
        at = at * kind.size + position(kind, key)
    return at


def from_start(kind: Kind, start: int | None) -> tuple[int, ...]:
    """The members in canonical order, or cyclically beginning at `start` (at the next member if it is none of them)."""
    if start is None:
        return kind.values
    return tuple(v for v in kind.values if v >= start) + tuple(v for v in kind.values if v < start)


def evaluate(expr: Expr, env: Env, read: Reader, automaton: Automaton, rulings: Mapping[str, str]) -> Value:
    """The value of `expr`; `rulings` gives the letter of each ruling that is not folded."""

    def number(e: Expr, env: Env) -> int:
        value = go(e, env)
        if isinstance(value, tuple):
            raise InternalError("a map was used as a number; please report this")
        return value

    def numbers(es: tuple[Expr, ...], env: Env) -> tuple[int, ...]:
        return tuple(number(e, env) for e in es)

    def go(e: Expr, env: Env) -> Value:
        match e:
            case Const(value=value):
                return value
            case Var(name=name):
                found = env[name]
                return found() if callable(found) else found
            case Read(family=family, keys=keys):
                return read(family, numbers(keys, env))
            case Lookup(table=name, keys=keys):
                table = automaton.tables[name]
                return table.values[row_major(table.keys, numbers(keys, env))]
            case Apply(definition=name, arguments=arguments):
                function = automaton.functions[name]
                values = [go(a, env) for a in arguments]
                return go(function.body, dict(zip((n for n, _ in function.parameters), values, strict=True)))
            case Op(name=name, arguments=arguments):
                return operate(name, arguments, env)
            case IsKind(value=inner, kind=kind):
                return int(number(inner, env) in kind.values)
            case Contains(set=set_, element=element):
                kind = set_kind(set_)
                member = number(element, env)
                return number(set_, env) >> kind.values.index(member) & 1 if member in kind.values else 0
            case Entry(map=map_, key=key):
                entries = go(map_, env)
                if isinstance(entries, int) or not hasattr(map_.type, "kind"):
                    raise InternalError("an entry of something that is not a map; please report this")
                return entries[position(map_.type.kind, number(key, env))]
            case SetBy(var=var, kind=kind, condition=condition):
                return sum(1 << i for i, v in enumerate(kind.values) if go(condition, {**env, var: v}))
            case Total(var=var, kind=kind, condition=condition, body=body):
                return sum(number(body, {**env, var: v}) for v in kind.values if go(condition, {**env, var: v}))
            case Quantified(every=every, var=var, kind=kind, condition=condition, body=body):
                found_one = any(
                    bool(go(body, {**env, var: v})) is not every for v in kind.values if go(condition, {**env, var: v})
                )
                return int(found_one is not every)
            case FirstOf(var=var, kind=kind, start=start, condition=condition):
                first = None if start is None else number(start, env)
                for v in from_start(kind, first):
                    if go(condition, {**env, var: v}):
                        return v
                return kind.none
            case RulingIs(ruling=ruling, letter=letter):
                return int(rulings[ruling] == letter)
            case PlaceAt() | CanChoose():
                raise InternalError("the lowering left a structured expression behind; please report this")
            case _:
                assert_never(e)

    def operate(name: str, arguments: tuple[Expr, ...], env: Env) -> int:
        match name:
            case "and":
                return int(all(go(a, env) for a in arguments))
            case "or":
                return int(any(go(a, env) for a in arguments))
            case "if":
                condition, then, otherwise = arguments
                return number(then if go(condition, env) else otherwise, env)
        return apply_operator(name, numbers(arguments, env))

    return go(expr, env)


def set_kind(expr: Expr) -> Kind:
    """The kind whose members a set expression collects."""
    if not isinstance(expr.type, SetOf):
        raise InternalError("a set was expected; please report this")
    return expr.type.kind


def apply_operator(name: str, values: tuple[int, ...]) -> int:
    """The strict operators on values (and/or/if too, for constants)."""
    match name, values:
        case "+", _:
            return sum(values)
        case "-", (a,):
            return -a
        case "-", (a, b):
            return a - b
        case "*", _:
            product = 1
            for v in values:
                product *= v
            return product
        case "//", (a, b):
            return a // b
        case "%", (a, b):
            return a % b
        case "min", _:
            return min(values)
        case "max", _:
            return max(values)
        case "=", (a, b):
            return int(a == b)
        case "<", (a, b):
            return int(a < b)
        case "<=", (a, b):
            return int(a <= b)
        case "not", (a,):
            return int(not a)
        case "and", _:
            return int(all(values))
        case "or", _:
            return int(any(values))
        case "if", (c, a, b):
            return a if c else b
    raise InternalError(f"no operator {name!r} on {len(values)} values; please report this")
