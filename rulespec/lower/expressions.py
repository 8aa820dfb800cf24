"""Expressions of the rules to expressions of the automaton.

Reads typed expressions and a scope; returns expressions without PlaceAt and CanChoose, whose local names are those of
the scope and whose bound names hide none of them.
"""

from collections.abc import Callable, Mapping

import attrs

from rulespec.automaton.nodes import TableData
from rulespec.automaton.walk import map_expr
from rulespec.diagnostics import InternalError
from rulespec.lower.build import number, surely_defined
from rulespec.lower.names import Names
from rulespec.rules.expressions import (
    Apply,
    CanChoose,
    Const,
    Expr,
    FirstOf,
    Lookup,
    Op,
    PlaceAt,
    Quantified,
    SetBy,
    Total,
    Var,
)
from rulespec.rules.game import Game, Place
from rulespec.rules.types import Kind, Member, Number

Possible = Callable[[CanChoose], tuple[str, tuple[str, ...]]]
"""Names the function that answers a `can`, and the bindings it takes, in order."""


class Translator:
    """Translates expressions of one game; collects the tables it had to make for places."""

    def __init__(self, game: Game, possible: Possible) -> None:
        self.game, self.possible = game, possible
        self.place_tables: dict[str, TableData] = {}
        self._partial: dict[str, bool] = {}

    def partial(self, definition: str) -> bool:
        """May this definition lack a value for some arguments and states?"""
        if definition not in self.game.definitions:
            return True
        if definition not in self._partial:
            self._partial[definition] = True
            declared = self.game.definitions[definition]
            parts = [e for arm in declared.arms for e in (arm.value, arm.condition)]
            parts += [e for c in declared.contributions for e in (c.amount, c.condition)]
            self._partial[definition] = not all(surely_defined(e, self.partial) for e in parts)
        return self._partial[definition]

    def translate(self, expr: Expr, known: Mapping[str, Expr], names: Names) -> Expr:
        return self._go(expr, known, names, frozenset())

    def _go(self, expr: Expr, known: Mapping[str, Expr], names: Names, bound: frozenset[str]) -> Expr:
        def go(e: Expr) -> Expr:
            return self._go(e, known, names, bound)

        match expr:
            case Var(name=name):
                if name not in known:
                    raise InternalError(f"the name {name} is not known where it is used; please report this")
                return known[name]
            case PlaceAt(place=place, keys=keys):
                return self.place_number(self.game.places[place], tuple(map(go, keys)), expr)
            case CanChoose():
                function, wanted = self.possible(expr)
                given = dict(expr.bindings + expr.fixed)
                return Apply(function, tuple(go(given[n]) for n in wanted), expr.type, expr.span)
            case SetBy(var=var, kind=kind) | Total(var=var, kind=kind) | Quantified(var=var, kind=kind):
                new, inside, hidden = self._bind(var, kind, known, names, bound)
                return map_expr(attrs.evolve(expr, var=new), lambda e: self._go(e, inside, names, hidden))
            case FirstOf(var=var, kind=kind, start=start, condition=condition):
                new, inside, hidden = self._bind(var, kind, known, names, bound)
                return attrs.evolve(
                    expr,
                    var=new,
                    start=None if start is None else go(start),
                    condition=self._go(condition, inside, names, hidden),
                )
            case _:
                return map_expr(expr, go)

    def _bind(
        self, var: str, kind: Kind, known: Mapping[str, Expr], names: Names, bound: frozenset[str]
    ) -> tuple[str, Mapping[str, Expr], frozenset[str]]:
        new = names.unused(var, bound)
        return new, {**known, var: Var(new, Member(kind))}, bound | {new}

    def place_number(self, place: Place, keys: tuple[Expr, ...], expr: PlaceAt) -> Expr:
        """Arithmetic where the keys' kinds have no gaps, a table otherwise."""
        if all(isinstance(k, Const) for k in keys):
            at = 0
            for kind, key in zip(place.keys, keys, strict=True):
                at = at * kind.size + kind.position(key.value if isinstance(key, Const) else 0)
            return Const(place.base + at, expr.type, expr.span)
        if not all(kind.contiguous for kind in place.keys):
            name = f"number of {place.name}"
            size = 1
            for kind in place.keys:
                size *= kind.size
            values = tuple(range(place.base, place.base + size))
            self.place_tables[name] = TableData(name, place.keys, expr.type, values)
            return Lookup(name, keys, expr.type, expr.span)
        terms: list[Expr] = []
        constant, stride = place.base, 1
        for kind, key in reversed(list(zip(place.keys, keys, strict=True))):
            constant -= stride * kind.values[0]
            if isinstance(key, Const):
                constant += stride * key.value
            else:
                terms.append(key if stride == 1 else Op("*", (key, number(stride)), Number(0, stride * kind.root_size)))
            stride *= kind.size
        terms.reverse()
        if constant:
            terms.append(number(constant))
        return terms[0] if len(terms) == 1 else Op("+", tuple(terms), expr.type, expr.span)
