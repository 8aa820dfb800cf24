"""Cells, tables and members as Python: where a cell lies, which bit stands for it, what is known beforehand.

Reads the layout; returns `Code`. The base of `Expressions`.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from itertools import product

from rulespec.automaton.evaluate import evaluate
from rulespec.automaton.nodes import Automaton
from rulespec.automaton.terms import (
    Const,
    Expr,
    Flag,
    Kind,
    MapOf,
    Member,
    Number,
    Read,
    SetOf,
    Type,
    domain,
)
from rulespec.automaton.walk import map_expr
from rulespec.diagnostics import InternalError
from rulespec.python import code
from rulespec.python.book import Book, nested
from rulespec.python.code import Code
from rulespec.python.layout import Layout
from rulespec.python.scope import Scope
from rulespec.python.simplify import Simplifier


class Reading(ABC):
    """Reads single values."""

    def __init__(self, automaton: Automaton, layout: Layout, book: Book, functions: Mapping[str, str]) -> None:
        self.automaton, self.layout, self.book, self.functions = automaton, layout, book, functions
        self.simplify = Simplifier(automaton)
        self._long: dict[str, bool] = {}
        self._here: dict[str, str] = {}

    @abstractmethod
    def _go(self, e: Expr, scope: Scope) -> Code:
        """A simplified expression as Python."""

    def position(self, kinds: tuple[Kind, ...], keys: list[Code]) -> Code:
        """Row-major position of the keys' values."""
        at: Code = code.ZERO
        for kind, key in zip(kinds, keys, strict=True):
            at = code.binary("+", code.binary("*", at, code.literal(kind.size)), self.position_in(kind, key))
        return at

    def position_in(self, kind: Kind, key: Code) -> Code:
        if key.value is not None:  # an unknown member stands behind a condition that is never true
            return code.literal(kind.values.index(key.value) if key.value in kind.values else 0)
        if kind.contiguous:
            first = kind.values[0] if kind.values else 0
            return code.binary("-", key, code.literal(first))
        places = tuple(kind.values.index(v) if v in kind.values else 0 for v in range(kind.none + 1))
        return code.item(code.name(self.book.table(f"position in {kind.name}", places)), key)

    def bit(self, size: int, position: Code, scope: Scope | None = None) -> Code:
        """The cell at a position as one bit."""
        if scope is not None and position.text in scope.bits:
            return scope.bits[position.text]
        if position.value is not None:
            return code.literal(1 << position.value)
        powers = tuple(1 << i for i in range(size)) + (0,)
        return code.item(code.name(self.book.table("bit", powers)), position)

    def _number(self, e: Expr, scope: Scope) -> Code:
        """A value to compute or compare with: a bool will do for 0 or 1."""
        found = self._go(e, scope)
        return code.number_of(found) if found.is_truth or found.value is not None else found

    def _read(self, family: str, keys: list[Code], scope: Scope) -> Code:
        place = self.layout[family]
        at = self.position(place.slot.keys, keys)
        if place.masks is None:
            return scope.access.cell(place, at)
        if isinstance(place.slot.type, Flag):
            return self.holds(family, at, code.ONE, scope)
        result = code.literal(place.other)
        for value in reversed(place.masks):
            result = code.conditional(self.holds(family, at, code.literal(value), scope), code.literal(value), result)
        return result

    def holds(self, family: str, position: Code, value: Code, scope: Scope) -> Code:
        """Is this the value of a packed cell?"""
        place = self.layout[family]
        mask = self.mask(family, value, scope)
        if mask.text.startswith("~"):
            inner = Code(mask.text[1:], code.ATOM)
            return code.negation(code.binary("&", inner, self.bit(place.slot.size, position, scope)))
        return code.truth(code.binary("&", mask, self.bit(place.slot.size, position, scope)))

    def mask(self, family: str, value: Code, scope: Scope) -> Code:
        """The cells of a packed slot that hold a value; for the value without a field: `~` of all the others."""
        place = self.layout[family]
        assert place.masks is not None
        if value.value is not None:
            if value.value in place.masks:
                return scope.access.cell(place, code.literal(place.masks.index(value.value)))
            others = [scope.access.cell(place, code.literal(i)) for i in range(len(place.masks))]
            if value.value != place.other:
                return code.ZERO
            union = others[0]
            for other in others[1:]:
                union = code.binary("|", union, other)
            return Code(f"~{union.at(code.ATOM)}", code.UNARY)
        first = place.masks[0]
        known = place.masks == tuple(range(first, first + len(place.masks)))
        if known:
            return scope.access.cell(place, code.binary("-", value, code.literal(first)))
        table = tuple(place.masks.index(v) if v in place.masks else 0 for v in range(max(place.masks) + 1))
        at = code.item(code.name(self.book.table("mask of value", table)), value)
        return scope.access.cell(place, at)

    def _lookup(self, table: str, keys: list[Code]) -> Code:
        """An entry of a table; of keys that are known beforehand only their part of the table is kept."""
        data = self.automaton.tables[table]
        rows = dict(zip(product(*(k.values for k in data.keys)), data.values, strict=True))
        wish, kinds, open_keys = table, [], []
        for at, (kind, key) in enumerate(zip(data.keys, keys, strict=True)):
            if key.value is None:
                kinds.append(kind)
                open_keys.append(key)
            elif key.value in kind.values:
                rows = {given: value for given, value in rows.items() if given[at] == key.value}
                wish += f" {kind.name_of(key.value) if kind.members else key.value}"
            else:
                return code.ZERO  # no member: this stands behind a condition that is never true
        if not kinds:
            return code.literal(next(iter(rows.values())))
        found = code.name(self.book.table(wish, nested(tuple(kinds), tuple(rows.values()))))
        for key in open_keys:
            found = code.item(found, key)
        return found

    def is_kind(self, type_: Type, value: Code, kind: Kind) -> Code:
        if not kind.values:
            return code.FALSE
        if isinstance(type_, Member) and type_.kind.within(kind):
            return code.compare("!=", value, code.literal(type_.kind.none)) if type_.optional else code.TRUE
        if kind.contiguous:
            first, last = kind.values[0], kind.values[-1]
            if first == last:
                return code.compare("==", value, code.literal(first))
            if first == 0:
                return code.compare("<=", value, code.literal(last))
            return Code(f"{first} <= {value.at(code.BIT_OR)} <= {last}", code.COMPARE, is_bool=True)
        members = self.book.table(f"is {kind.name}", tuple(int(v in kind.values) for v in range(kind.none + 1)))
        return code.item(code.name(members), value)

    def _packed(self, e: Expr) -> str | None:
        """The packed slot an expression reads, if it does."""
        return e.family if isinstance(e, Read) and self.layout[e.family].masks is not None else None

    def _surely(self, type_: Type, values: tuple[int, ...]) -> bool:
        return (
            not isinstance(type_, (SetOf, MapOf))
            and (not isinstance(type_, Number) or type_.high - type_.low < 100)
            and set(domain(type_)) <= set(values)
        )

    def _simplified(self, expr: Expr, scope: Scope) -> Expr:
        known: dict[str, Expr] = {}
        for name, text in scope.vars.items():
            if text.value is not None:
                known[name] = Const(text.value, scope.types[name])
        return self.known(self.simplify(expr, known), scope)

    def known(self, expr: Expr, scope: Scope) -> Expr:
        """With the slots replaced whose values are known in the scope."""
        return self.simplify(_with_known(expr, scope.values), {}) if scope.values else expr

    def static(self, expr: Expr, env: Mapping[str, int]) -> int:
        """The value of an expression that reads no cell."""

        def read(slot: str, keys: tuple[int, ...]) -> int:
            raise InternalError(f"{slot} is not static")

        found = evaluate(expr, env, read, self.automaton, self.automaton.folded)
        if isinstance(found, tuple):
            raise InternalError("a map is not a number")
        return found


def _with_known(expr: Expr, values: Mapping[str, int]) -> Expr:
    """Slots without keys replaced by their known values."""

    def go(e: Expr) -> Expr:
        if isinstance(e, Read) and not e.keys and e.family in values:
            return Const(values[e.family], e.type)
        return map_expr(e, go)

    return go(expr)
