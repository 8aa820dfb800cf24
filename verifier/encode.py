"""Terms in the solver's form.

Reads `terms`; returns expressions of Z3, one per term, made once and remembered. All untyped use of Z3 is here and in
`solve`. `Encoder.value` evaluates a term through Z3: tests hold the encoding against the automaton with it.
"""

from collections.abc import Mapping
from typing import Any, assert_never

import z3

from verifier.terms import Term, Terms

Formula = Any
"""An expression of Z3, which has no types of its own for mypy."""


class Encoder:
    """Turns terms into formulas of one Z3 context."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.context: Any = z3.Context()
        self._memo: dict[int, Formula] = {}

    def formula(self, term: Term) -> Formula:
        """The formula of a term; shared parts are shared."""
        memo = self._memo
        todo = [term]
        while todo:  # terms may be deeper than Python's stack
            top = todo[-1]
            if top.ident in memo:
                todo.pop()
                continue
            missing = [t for t in top.args if t.ident not in memo]
            if missing:
                todo.extend(missing)
                continue
            todo.pop()
            memo[top.ident] = self._node(top, [memo[t.ident] for t in top.args])
        return memo[term.ident]

    def domain(self, name: str) -> Formula:
        """A number variable has one of its values."""
        values = self.terms.domains[name]
        variable = z3.Int(name, self.context)
        if values == tuple(range(values[0], values[-1] + 1)):
            return z3.And(variable >= values[0], variable <= values[-1])
        return z3.Or([variable == v for v in values])

    def fresh_flag(self, name: str) -> Formula:
        return z3.Bool(name, self.context)

    def value(self, term: Term, values: Mapping[str, int]) -> int:
        """What the term is where the variables have these values, as Z3 says."""
        pairs = []
        for name, value in values.items():
            if name in self.terms.domains:
                pairs.append((z3.Int(name, self.context), z3.IntVal(value, self.context)))
            else:
                pairs.append((z3.Bool(name, self.context), z3.BoolVal(bool(value), self.context)))
        return read_value(z3.simplify(z3.substitute(self.formula(term), *pairs)))

    def _node(self, term: Term, args: list[Formula]) -> Formula:
        context = self.context
        value: Any = term.value
        match term.op:
            case "const":
                return z3.BoolVal(bool(value), context) if term.is_flag else z3.IntVal(value, context)
            case "var":
                return z3.Bool(value, context) if term.is_flag else z3.Int(value, context)
            case "sum":
                constant, weights = value
                parts = [a if k == 1 else k * a for k, a in zip(weights, args, strict=True)]
                if constant:
                    parts.append(z3.IntVal(constant, context))
                return z3.Sum(parts) if len(parts) > 1 else parts[0]
            case "times":
                return args[0] * args[1]
            case "div":
                return args[0] / z3.IntVal(value, context)
            case "mod":
                return args[0] % z3.IntVal(value, context)
            case "ite":
                return z3.If(*args)
            case "eq":
                return args[0] == args[1]
            case "le":
                return args[0] <= args[1]
            case "and":
                return z3.And(args)
            case "or":
                return z3.Or(args)
            case "not":
                return z3.Not(args[0])
            case _:
                assert_never(term.op)


def read_value(formula: Formula) -> int:
    """The number (flags 0 and 1) that a constant formula stands for."""
    if z3.is_int_value(formula):
        return int(formula.as_long())
    if z3.is_true(formula) or z3.is_false(formula):
        return int(z3.is_true(formula))
    raise ValueError(f"not a value: {formula}")
