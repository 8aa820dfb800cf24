"""Loops over members: as comprehensions, or looked up where the answer depends on a few small values alone.

Reads quantified expressions; returns `Code`, and for comprehensions their `for ... if ...`.
"""

from collections.abc import Mapping
from itertools import product
from typing import assert_never

import attrs

from rulespec.automaton.evaluate import from_start
from rulespec.automaton.terms import (
    YES,
    Apply,
    Const,
    Expr,
    FirstOf,
    Flag,
    Kind,
    MapOf,
    Member,
    Number,
    Op,
    Quantified,
    Read,
    SetBy,
    SetOf,
    Total,
    Var,
    domain,
)
from rulespec.automaton.walk import children, free_vars, map_expr, walk
from rulespec.diagnostics import InternalError, RulespecError
from rulespec.python import code
from rulespec.python.book import spread
from rulespec.python.cellsets import MOST_ROWS
from rulespec.python.code import Code
from rulespec.python.listing import Listing
from rulespec.python.scope import Scope, fresh_in
from rulespec.python.simplify import conjuncts, is_static


class Loops(Listing):
    """Writes loops."""

    def _loop_over(self, e: SetBy | Total | Quantified | FirstOf, scope: Scope) -> Code:
        """The general case: a comprehension."""
        match e:
            case SetBy(var=var, kind=kind, condition=condition):
                return self._set_by(var, kind, condition, scope)
            case Total(var=var, kind=kind, condition=condition, body=body):
                head, inner = self.loop(var, kind, condition, scope)
                return code.call("sum", Code(f"{self._number(body, inner)} {head}"))
            case Quantified(every=every, var=var, kind=kind, condition=condition, body=body):
                if not every:
                    condition, body = self.simplify(Op("and", (condition, body), Flag())), YES
                    head, inner = self.loop(var, kind, condition, scope, test_last=True)
                    return attrs.evolve(code.call("any", Code(head)), is_bool=True)
                head, inner = self.loop(var, kind, condition, scope)
                return attrs.evolve(code.call("all", Code(f"{self._go(body, inner)} {head}")), is_bool=True)
            case FirstOf(var=var, kind=kind, start=start, condition=condition):
                around = None if start is None else self._number(start, scope)
                head, inner = self.loop(var, kind, condition, scope, start=around)
                none = code.literal(kind.none)
                return code.call("next", Code(f"({inner.vars[var]} {head})"), none)
            case _:
                assert_never(e)

    def _set_by(self, var: str, kind: Kind, condition: Expr, scope: Scope) -> Code:
        result: Code = code.ZERO
        if kind.size <= 4:
            for i, v in enumerate(kind.values):
                held = self.simplify(condition, {var: Const(v, Member(kind))})
                bit = code.conditional(self._go(held, scope), code.literal(1 << i), code.ZERO)
                result = bit if i == 0 else code.binary("|", result, bit)
            return result
        head, inner = self.loop(var, kind, condition, scope)
        return code.call("sum", Code(f"{self.bit(kind.size, self.position_in(kind, inner.vars[var]))} {head}"))

    def loop(
        self,
        var: str,
        kind: Kind,
        condition: Expr,
        scope: Scope,
        start: Code | None = None,
        *,
        test_last: bool = False,
    ) -> tuple[str, Scope]:
        """`for v in ... if ...` of a comprehension; `test_last`: `condition for v in ...`."""
        members, rest = self.members(var, kind, condition, scope, start)
        name = fresh_in(scope, var, self.book.names)
        inner = scope.knowing(var, code.name(name), Member(kind))
        test = self._go(rest, inner)
        if test_last:
            return f"{'True' if rest == YES else test} for {name} in {members}", inner
        return f"for {name} in {members}" + ("" if rest == YES else f" if {test.at(code.OR)}"), inner

    def members(
        self, var: str, kind: Kind, condition: Expr, scope: Scope, start: Code | None = None
    ) -> tuple[str, Expr]:
        """What to loop over, and the condition that is left to test: static conditions are looked up."""
        if start is not None:
            rounds = tuple(from_start(kind, v) for v in range(kind.none + 1))
            return f"{self.book.table(f'{kind.name} from', rounds)}[{start}]", condition
        parts = conjuncts(condition)
        static = [p for p in parts if is_static(p) and var in free_vars(p)]
        others = [p for p in parts if p not in static]
        if static:
            found = self._static_members(var, kind, static, scope)
            if found is not None:
                return found, self.simplify(Op("and", tuple(others), Flag())) if others else YES
        return self.all_members(kind), condition

    def all_members(self, kind: Kind) -> str:
        if kind.contiguous and kind.values:
            first, last = kind.values[0], kind.values[-1]
            return f"range({last + 1})" if first == 0 else f"range({first}, {last + 1})"
        return self.book.table(kind.name, kind.values)

    def _static_members(self, var: str, kind: Kind, static: list[Expr], scope: Scope) -> str | None:
        """A table: for each value of the other names the members for which the static conditions hold."""
        names = sorted(frozenset().union(*map(free_vars, static)) - {var})
        domains = []
        rows = kind.size
        for name in names:
            type_ = scope.types.get(name)
            if type_ is None or isinstance(type_, (SetOf, MapOf)) or scope.vars[name].value is not None:
                return None
            if isinstance(type_, Number) and (type_.low < 0 or type_.high - type_.low > MOST_ROWS):
                return None
            values = domain(type_)
            domains.append(values)
            rows *= len(values)
        if rows > MOST_ROWS or len(names) > 2:
            return None
        condition = Op("and", tuple(static), Flag())
        found: dict[tuple[int, ...], tuple[int, ...]] = {}
        try:
            for given in product(*domains):
                env = dict(zip(names, given, strict=True))
                found[given] = tuple(v for v in kind.values if self.static(condition, {**env, var: v}))
        except (RulespecError, InternalError, LookupError):
            return None
        if not names:
            return self.book.table(f"{var}s", found[()])
        table = spread(tuple(domains), found, ())
        text = code.name(self.book.table(f"{var} by {' '.join(names)}", table))
        for name in names:
            text = code.item(text, scope.vars[name])
        return text.text

    def _tabulated(self, e: Expr, scope: Scope) -> Code | None:
        """An expression that depends on one or two small values is looked up."""
        leaves = list(dict.fromkeys(_leaves(e, frozenset())))
        bound = {x.var for x in walk(e) if isinstance(x, (SetBy, Total, Quantified, FirstOf))}
        if len(leaves) > 2 or any(isinstance(x, Apply) for x in walk(e)):
            return None
        if any(isinstance(leaf, Read) and (free_vars(leaf) & bound or not self._is_total(leaf)) for leaf in leaves):
            return None
        domains = []
        for leaf in leaves:
            if isinstance(leaf.type, (SetOf, MapOf)) or self._packed(leaf) is not None:
                return None
            if isinstance(leaf.type, Number) and (leaf.type.low < 0 or leaf.type.high > 300):
                return None
            domains.append(domain(leaf.type))
        rows = 1
        for values in domains:
            rows *= len(values)
        if rows > 256:
            return None
        names = [f"leaf {i}" for i in range(len(leaves))]
        body = _replaced(e, {leaf: Var(n, leaf.type) for leaf, n in zip(leaves, names, strict=True)})
        found: dict[tuple[int, ...], object] = {}
        for given in product(*domains):
            try:
                found[given] = self.static(body, dict(zip(names, given, strict=True)))
            except (RulespecError, InternalError, LookupError):
                found[given] = 0
        if not leaves:
            value = found[()]
            assert isinstance(value, int)
            return self._go(Const(value, e.type), scope)
        wish = e.var if isinstance(e, (SetBy, Total, Quantified, FirstOf)) else "answer"
        text = code.name(self.book.table(f"{wish} of", spread(tuple(domains), found, 0)))
        for leaf in leaves:
            text = code.item(text, self._number(leaf, scope))
        return text

    def _is_total(self, read: Read) -> bool:
        """Is there surely such a cell, also where no condition protects the reading?"""
        for kind, key in zip(self.layout[read.family].slot.keys, read.keys, strict=True):
            if isinstance(key, Const):
                if key.value not in kind.values:
                    return False
            elif not (isinstance(key.type, Member) and not key.type.optional and key.type.kind.within(kind)):
                return False
            if isinstance(key, Read) and not self._is_total(key):
                return False
        return True


def _leaves(e: Expr, bound: frozenset[str]) -> list[Expr]:
    """The parts of an expression that are not known beforehand: free names, and cells whose keys are."""
    match e:
        case Var(name=name):
            return [] if name in bound else [e]
        case Read():
            return [e]
        case SetBy(var=var) | Total(var=var) | Quantified(var=var):
            return [x for c in children(e) for x in _leaves(c, bound | {var})]
        case FirstOf(var=var, start=start, condition=condition):
            return ([] if start is None else _leaves(start, bound)) + _leaves(condition, bound | {var})
        case _:
            return [x for c in children(e) for x in _leaves(c, bound)]


def _replaced(e: Expr, leaves: Mapping[Expr, Expr]) -> Expr:
    return leaves[e] if e in leaves else map_expr(e, lambda c: _replaced(c, leaves))
