"""Expressions made smaller before they are written: constants and tables folded, small functions inlined, short loops
unrolled.

Reads expressions of a folded automaton; returns equal ones. Order of evaluation under `and`, `or`, `if` is kept: an
index may be meaningful only under the condition before it.
"""

from collections.abc import Mapping
from itertools import count

import attrs

from rulespec.automaton.evaluate import apply_operator
from rulespec.automaton.nodes import Automaton
from rulespec.automaton.terms import (
    NO,
    YES,
    Apply,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    IsKind,
    Kind,
    Lookup,
    MapOf,
    Member,
    Number,
    Op,
    Quantified,
    Read,
    RulingIs,
    SetBy,
    SetOf,
    Total,
    Type,
    Var,
)
from rulespec.automaton.walk import children, free_vars, map_expr, walk
from rulespec.diagnostics import InternalError

UNROLLED = 4
"""Loops over kinds of at most so many members are written out."""
INLINED = 40
"""Functions of at most so many nodes are written where they are used."""


def size(expr: Expr) -> int:
    return 1 + sum(map(size, children(expr)))


def bounds(expr: Expr) -> tuple[int, int] | None:
    """The least and greatest value an expression can have, as far as its parts tell."""
    match expr:
        case Const(value=value):
            return value, value
        case Var(type=type_) | Read(type=type_) | Lookup(type=type_):
            return _type_bounds(type_)
        case Op(name="+" | "-" | "min" | "max" as name, arguments=(a, b)):
            left, right = bounds(a), bounds(b)
            if left is None or right is None:
                return None
            match name:
                case "+":
                    return left[0] + right[0], left[1] + right[1]
                case "-":
                    return left[0] - right[1], left[1] - right[0]
                case "min":
                    return min(left[0], right[0]), min(left[1], right[1])
                case _:
                    return max(left[0], right[0]), max(left[1], right[1])
        case Op(name="if", arguments=(_, a, b)):
            left, right = bounds(a), bounds(b)
            return None if left is None or right is None else (min(left[0], right[0]), max(left[1], right[1]))
        case Op(name="%", arguments=(_, Const(value=n))):
            return 0, n - 1
        case _:
            return None


def _type_bounds(type_: Type) -> tuple[int, int] | None:
    match type_:
        case Number(low=low, high=high):
            return low, high
        case Member(kind=kind, optional=optional):
            return (kind.values[0], kind.none if optional else kind.values[-1]) if kind.values else None
        case SetOf() | MapOf():
            return None
        case _:
            return 0, 1


class Simplifier:
    """Simplifies under a substitution; bound names are made unique wherever they could catch a substituted one."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        self._fresh = count(2)
        self._bodies: dict[str, Expr] = {}

    def body(self, function: str) -> Expr:
        """The simplified body of a function."""
        if function not in self._bodies:
            self._bodies[function] = self(self.automaton.functions[function].body)
        return self._bodies[function]

    def __call__(self, expr: Expr, values: Mapping[str, Expr] | None = None) -> Expr:
        return self._go(expr, dict(values or {}))

    def is_inlined(self, call: Apply) -> bool:
        """Small bodies are, if no argument would be computed twice that is worth computing once."""
        body = self.body(call.definition)
        cheap = all(size(a) <= 3 for a in call.arguments) and size(body) <= INLINED
        return cheap and not any(isinstance(e, (SetBy, Total, Quantified, FirstOf)) for e in walk(body))

    def _go(self, expr: Expr, env: dict[str, Expr]) -> Expr:
        match expr:
            case Var(name=name):
                found = env.get(name, expr)
                # a loop over all sets binds numbers: the name's own type says that they are sets
                return Const(found.value, expr.type) if isinstance(found, Const) else found
            case SetBy() | Total() | Quantified() | FirstOf():
                return self._binder(expr, env)
            case RulingIs(ruling=ruling, letter=letter):
                return YES if self.automaton.folded.get(ruling) == letter else NO
            case Contains(set=SetBy(var=var, kind=kind, condition=condition), element=element):
                inner = self._go(element, env)
                held = self._go(condition, {**env, var: inner})
                return self._op(Op("and", (self._is_kind(IsKind(inner, kind)), held), YES.type))
            case Op(name="and" | "or" | "if"):
                return self._lazy(expr, env)
        new = map_expr(expr, lambda e: self._go(e, env))
        match new:
            case Op():
                return self._op(new)
            case Lookup(table=table, keys=keys):
                data = self.automaton.tables[table]
                if all(isinstance(k, Const) for k in keys):
                    at = 0
                    for kind, key in zip(data.keys, keys, strict=True):
                        if not isinstance(key, Const) or key.value not in kind.values:
                            return new  # meaningless, so never evaluated: an `and` before it says so
                        at = at * kind.size + kind.values.index(key.value)
                    return Const(data.values[at], new.type)
                if len(set(data.values)) == 1:
                    return Const(data.values[0], new.type)
            case IsKind():
                return self._is_kind(new)
            case Contains(set=Const(value=mask, type=SetOf(kind=kind)), element=Const(value=value)):
                return YES if value in kind.values and mask >> kind.values.index(value) & 1 else NO
            case Apply(definition=definition, arguments=arguments) if self.is_inlined(new):
                function = self.automaton.functions[definition]
                names = (n for n, _ in function.parameters)
                return self._go(self.body(definition), dict(zip(names, arguments, strict=True)))
            case Entry():
                return new
        return new

    def _is_kind(self, test: IsKind) -> Expr:
        match test.value:
            case Const(value=value):
                return YES if value in test.kind.values else NO
        known = test.value.type
        if isinstance(known, Member) and not known.optional and known.kind.within(test.kind):
            return YES
        return test

    def _lazy(self, expr: Op, env: dict[str, Expr]) -> Expr:
        if expr.name == "if":
            condition = self._go(expr.arguments[0], env)
            if isinstance(condition, Const):
                return self._go(expr.arguments[1 if condition.value else 2], env)
            yes, no = self._go(expr.arguments[1], env), self._go(expr.arguments[2], env)
            if yes == no:
                return yes
            if isinstance(yes, Const) and isinstance(no, Const) and {yes.value, no.value} == {0, 1}:
                if expr.type == YES.type:
                    return condition if yes.value else self._op(Op("not", (condition,), YES.type))
            return attrs.evolve(expr, arguments=(condition, yes, no))
        stop = 0 if expr.name == "and" else 1
        parts: list[Expr] = []
        for argument in expr.arguments:
            part = self._go(argument, env)
            inner = part.arguments if isinstance(part, Op) and part.name == expr.name else (part,)
            for one in inner:
                if isinstance(one, Const):
                    if bool(one.value) == bool(stop):
                        return Const(stop, YES.type)  # what stands before it is pure: nothing is lost
                    continue
                if one not in parts:
                    parts.append(one)
        return _joined(expr.name, parts) if parts else Const(1 - stop, YES.type)

    def _op(self, op: Op) -> Expr:
        args = op.arguments
        if op.name in ("and", "or"):
            return self._lazy(op, {})
        if all(isinstance(a, Const) for a in args):
            return Const(apply_operator(op.name, tuple(a.value for a in args if isinstance(a, Const))), op.type)
        match op.name, args:
            case "not", (Op(name="not", arguments=(inner,)),):
                return inner
            case "=", (FirstOf(start=None, kind=kind) as first, Const(value=value)) if value == kind.none:
                some = Quantified(False, first.var, kind, first.condition, YES)
                return self._op(Op("not", (self._binder(some, {}),), YES.type))
            case "=", (a, b) if a == b:
                return YES
            case "=", (Const() as a, b):
                return self._op(Op("=", (b, a), op.type))
            case "=", (a, b):
                left, right = bounds(a), bounds(b)
                if left is not None and right is not None and (left[1] < right[0] or right[1] < left[0]):
                    return NO
                match a, b:
                    case Op(name="if", arguments=(c, Const(value=x), Const(value=y))), Const(value=z):
                        yes, no = YES if x == z else NO, YES if y == z else NO
                        return self._lazy(Op("if", (c, yes, no), YES.type), {})
                if isinstance(b, Const) and a.type == YES.type:
                    return a if b.value == 1 else self._op(Op("not", (a,), YES.type))
            case (("<" | "<="), (a, b)):
                left, right = bounds(a), bounds(b)
                if left is not None and right is not None:
                    if left[1] < right[0] or (op.name == "<=" and left[1] <= right[0]):
                        return YES
                    if right[1] < left[0] or (op.name == "<" and right[1] <= left[0]):
                        return NO
            case "-", (a, Const(value=0)):
                return a
            case "+", (a, Const(value=0)) | (Const(value=0), a):
                return a
            case "*", (a, Const(value=1)) | (Const(value=1), a):
                return a
            case "*", (_, Const(value=0)) | (Const(value=0), _):
                return Const(0, op.type)
        return op

    def _binder(self, expr: SetBy | Total | Quantified | FirstOf, env: dict[str, Expr]) -> Expr:
        env = {n: e for n, e in env.items() if n != expr.var}
        caught: set[str] = set()
        for value in env.values():
            caught |= free_vars(value)
        if isinstance(expr, FirstOf) and expr.start is not None:
            expr = attrs.evolve(expr, start=self._go(expr.start, env))
        if expr.var in caught:
            new = f"{expr.var}_{next(self._fresh)}"
            env[expr.var] = Var(new, Member(expr.kind))
            expr = attrs.evolve(expr, var=new)
        match expr:
            case SetBy(condition=condition):
                return attrs.evolve(expr, condition=self._go(condition, env))
            case Total(var=var, kind=kind):
                condition = self._go(expr.condition, env)
                body = self._go(expr.body, env)
                if condition == NO or body == Const(0, body.type) or not kind.values:
                    return Const(0, expr.type)
                if kind.size <= UNROLLED:
                    terms = [_when(self._go(condition, {var: m}), self._go(body, {var: m})) for m in _members(kind)]
                    return self._sum(terms, expr.type)
                return attrs.evolve(expr, condition=condition, body=body)
            case Quantified(var=var, kind=kind, every=every):
                condition = self._go(expr.condition, env)
                body = self._go(expr.body, env)
                if condition == NO or body == Const(int(every), YES.type) or not kind.values:
                    return YES if every else NO
                if kind.size <= UNROLLED:
                    tests = []
                    for m in _members(kind):
                        c, b = self._go(condition, {var: m}), self._go(body, {var: m})
                        tests.append(self._implied(c, b) if every else self._op(Op("and", (c, b), YES.type)))
                    return self._op(Op("and" if every else "or", tuple(tests), YES.type))
                return attrs.evolve(expr, condition=condition, body=body)
            case FirstOf(var=var, kind=kind, start=start):
                condition = self._go(expr.condition, env)
                if condition == NO or not kind.values:
                    return Const(kind.none, expr.type)
                if condition == YES and start is None:
                    return Const(kind.values[0], expr.type)
                if condition == YES and start is not None:
                    return self._first_from(attrs.evolve(expr, start=start, condition=condition))
                if kind.size <= UNROLLED and start is None:
                    result: Expr = Const(kind.none, expr.type)
                    for m in reversed(_members(kind)):
                        result = self._lazy(Op("if", (self._go(condition, {var: m}), m, result), expr.type), {})
                    return result
                return attrs.evolve(expr, condition=condition)
        raise InternalError("an unknown loop; please report this")

    def _implied(self, condition: Expr, body: Expr) -> Expr:
        if condition == YES:
            return body
        return self._op(Op("or", (self._op(Op("not", (condition,), YES.type)), body), YES.type))

    def _first_from(self, expr: FirstOf) -> Expr:
        """`the next one`: the start itself if it is a member, else the first after it, round the corner."""
        assert expr.start is not None
        start, values = expr.start, expr.kind.values
        if isinstance(start, Const):
            return Const(next((v for v in values if v >= start.value), values[0]), expr.type)
        known = bounds(start)
        if known is None:
            return expr
        if all(v in values for v in range(known[0], known[1] + 1)):
            return start
        if values == tuple(range(len(values))) and known[0] >= 0 and known[1] <= len(values):
            return Op("%", (start, Const(len(values), Number(len(values), len(values)))), expr.type)
        return expr

    def _sum(self, terms: list[Expr], type_: Type) -> Expr:
        constant = sum(t.value for t in terms if isinstance(t, Const))
        others: list[Expr] = [t for t in terms if not isinstance(t, Const)]
        if constant or not others:
            others.append(Const(constant, type_))
        result = others[0]
        for other in others[1:]:
            result = Op("+", (result, other), type_)
        return result


def _members(kind: Kind) -> list[Const]:
    return [Const(v, Member(kind)) for v in kind.values]


def _when(condition: Expr, body: Expr) -> Expr:
    if isinstance(condition, Const):
        return body if condition.value else Const(0, body.type)
    return Op("if", (condition, body, Const(0, body.type)), body.type)


def _joined(name: str, parts: list[Expr]) -> Expr:
    return parts[0] if len(parts) == 1 else Op(name, tuple(parts), YES.type)


def conjuncts(expr: Expr) -> list[Expr]:
    """The parts of an `and`, or the expression itself."""
    if isinstance(expr, Op) and expr.name == "and":
        return [part for argument in expr.arguments for part in conjuncts(argument)]
    return [] if expr == YES else [expr]


def is_static(expr: Expr) -> bool:
    """Does it read no cell?"""
    return not any(isinstance(e, (Read, Apply)) for e in walk(expr))
