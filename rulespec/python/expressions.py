"""Expressions as Python: readable, without brackets that are not needed, static parts computed beforehand.

Reads simplified expressions; returns `Code`. Tables and functions that the text needs are collected in the `Book`.
"""

from typing import assert_never

from rulespec.automaton.terms import (
    Apply,
    CanChoose,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    Flag,
    IsKind,
    Lookup,
    MapOf,
    Op,
    PlaceAt,
    Quantified,
    Read,
    RulingIs,
    SetBy,
    SetOf,
    Total,
    Var,
)
from rulespec.automaton.walk import walk
from rulespec.diagnostics import InternalError
from rulespec.python import code
from rulespec.python.code import Code
from rulespec.python.loops import Loops
from rulespec.python.scope import Scope


class Expressions(Loops):
    """Writes expressions of one automaton."""

    def value(self, expr: Expr, scope: Scope) -> Code:
        """The value as an int (a bool where only its truth matters is `truth`)."""
        return code.number_of(self._go(self._simplified(expr, scope), scope))

    def truth(self, expr: Expr, scope: Scope) -> Code:
        return self._go(self._simplified(expr, scope), scope)

    def _go(self, e: Expr, scope: Scope) -> Code:
        match e:
            case Const(value=value):
                return (code.TRUE if value else code.FALSE) if isinstance(e.type, Flag) else code.literal(value)
            case Var(name=name):
                return scope.vars[name]
            case Read(family=family, keys=keys):
                return self._read(family, [self._number(k, scope) for k in keys], scope)
            case Lookup(table=table, keys=keys):
                return self._lookup(table, [self._number(k, scope) for k in keys])
            case Apply(definition=definition, arguments=arguments):
                function = self.automaton.functions[definition]
                given = dict(zip((n for n, _ in function.parameters), arguments, strict=True))
                masked = self._masked_call(definition, given, scope)
                if masked is not None:
                    return masked
                values = [self._number(a, scope) for a in arguments]
                if scope.answers is not None and values and self.is_long(definition):
                    here = self.here(definition)
                    scope.answers.names[self.functions[definition]] = here
                    found = code.item(code.name(here), code.tuple_of(values))
                else:
                    found = code.call(self.functions[definition], scope.access.whole(), *values)
                return code.truth(found) if isinstance(e.type, Flag) else found
            case Op():
                return self._op(e, scope)
            case IsKind(value=value, kind=kind):
                return self.is_kind(value.type, self._number(value, scope), kind)
            case Contains(set=set_, element=element):
                return self._contains(set_, element, scope)
            case Entry(map=map_, key=key):
                if not isinstance(map_.type, MapOf):
                    raise InternalError("an entry of something that is not a map; please report this")
                at = self.position_in(map_.type.kind, self._number(key, scope))
                return code.item(self._go(map_, scope), at)
            case SetBy() | Total() | Quantified() | FirstOf():
                return self._masked(e, scope) or self._tabulated(e, scope) or self._loop_over(e, scope)
            case RulingIs() | PlaceAt() | CanChoose():
                raise InternalError("the lowering left a structured expression behind; please report this")
            case _:
                assert_never(e)

    def here(self, definition: str) -> str:
        """What a function of the state is called where the state is at hand and its answers are kept."""
        if definition not in self._here:
            self._here[definition] = self.book.names.fresh(f"{self.functions[definition]}_here")
        return self._here[definition]

    def is_long(self, definition: str) -> bool:
        """Does working it out go through many things?"""
        if definition not in self._long:
            body = self.simplify.body(definition)
            self._long[definition] = any(
                isinstance(e, SetBy | Total | Quantified | FirstOf)
                or (isinstance(e, Apply) and self.is_long(e.definition))
                for e in walk(body)
            )
        return self._long[definition]

    def _contains(self, set_: Expr, element: Expr, scope: Scope) -> Code:
        if not isinstance(set_.type, SetOf):
            raise InternalError(f"a set was expected, not {set_}; please report this")
        kind, value = set_.type.kind, self._number(element, scope)
        if value.value is not None and value.value not in kind.values:
            return code.FALSE
        held = code.truth(code.binary("&", self._go(set_, scope), self.bit(kind.size, self.position_in(kind, value))))
        return code.conjunction([self.is_kind(element.type, value, kind), held])

    def _op(self, e: Op, scope: Scope) -> Code:
        match e.name, e.arguments:
            case "and", arguments:
                return code.conjunction([self._go(a, scope) for a in arguments])
            case "or", arguments:
                return code.disjunction([self._go(a, scope) for a in arguments])
            case "not", (inner,):
                return self._not(inner, scope)
            case "if", (condition, yes, no):
                a, b = self._go(yes, scope), self._go(no, scope)
                if a.value is not None and b.value is not None and not isinstance(e.type, Flag):
                    a, b = code.literal(a.value), code.literal(b.value)
                return code.conditional(self._go(condition, scope), a, b)
            case "=", (a, b):
                return self._equal(a, b, scope)
            case "<" | "<=", (a, b):
                return code.compare(e.name, self._number(a, scope), self._number(b, scope))
            case "-", (inner,):
                value = self._number(inner, scope)
                return Code(f"-{value.at(code.ATOM)}", code.UNARY)
            case "min" | "max", (a, b):
                left, right = self._number(a, scope), self._number(b, scope)
                if code.is_simple(left) and code.is_simple(right):
                    return code.conditional(code.compare("<" if e.name == "min" else ">", left, right), left, right)
                return code.call(e.name, left, right)
            case "min" | "max", arguments:
                return code.call(e.name, *(self._number(a, scope) for a in arguments))
            case "+" | "*" | "-" | "//" | "%", (first, *others):
                result = self._number(first, scope)
                for other in others:
                    result = code.binary(e.name, result, self._number(other, scope))
                return result
        raise InternalError(f"no operator {e.name!r}; please report this")

    def _not(self, inner: Expr, scope: Scope) -> Code:
        if isinstance(inner, Op) and inner.name in ("=", "<", "<="):
            a, b = inner.arguments
            if inner.name == "=" and self._packed(a) is None and self._packed(b) is None:
                return code.compare("!=", self._number(a, scope), self._number(b, scope))
            if inner.name != "=":
                opposite = ">=" if inner.name == "<" else ">"
                return code.compare(opposite, self._number(a, scope), self._number(b, scope))
        return code.negation(self._go(inner, scope))

    def _equal(self, a: Expr, b: Expr, scope: Scope) -> Code:
        if self._packed(a) is None and self._packed(b) is not None:
            a, b = b, a
        family = self._packed(a)
        if family is None or not isinstance(a, Read):
            return code.compare("==", self._number(a, scope), self._number(b, scope))
        place = self.layout[family]
        at = self.position(place.slot.keys, [self._number(k, scope) for k in a.keys])
        value = self._number(b, scope)
        if value.value is None and not self._surely(b.type, place.masks or ()):
            return code.compare("==", self._read(family, [self._number(k, scope) for k in a.keys], scope), value)
        return self.holds(family, at, value, scope)
