"""Terms of the verifier's own: hash-consed, simplified while they are built, without a solver.

Reads nothing. `Terms` makes `Term`s: equal terms are the same object, so "unchanged" is `is`, memo tables are keyed by
`ident`, and a term is converted to the solver's form once. Numbers are unbounded integers with an interval (`low`,
`high`) that follows from the domains of the variables; what the intervals decide never reaches the solver.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import attrs

MARKS = 1021
"""Bits that tell claims apart at a glance."""

Operator = Literal["const", "var", "sum", "times", "div", "mod", "ite", "eq", "le", "and", "or", "not"]


@attrs.frozen(eq=False, repr=False)
class Term:
    """One node. `value` holds what is not a term: a constant, a variable's name, the coefficients of a sum, a divisor.

    sum: value = (constant, coefficient of each argument); le: first argument <= second; eq: on numbers or flags."""

    op: Operator
    args: tuple["Term", ...]
    value: object
    is_flag: bool
    low: int
    high: int
    ident: int
    is_const: bool
    mark: int
    """A bit for the term as a claim; equations of one thing with constants share theirs."""
    marks: int
    """The bits of all claims in it: what is known and shares no bit with it says nothing about it."""

    def __repr__(self) -> str:
        return show(self)


class Terms:
    """The table of all terms of one verification, and the only way to make them."""

    def __init__(self) -> None:
        self._table: dict[object, Term] = {}
        self.false = self._make("const", (), 0, True, 0, 1)
        self.true = self._make("const", (), 1, True, 0, 1)
        self.domains: dict[str, tuple[int, ...]] = {}
        """Of each number variable, the values it may have."""
        self.families: dict[object, Any] = {}
        """For `store`: families of cells by what is in them."""

    def __len__(self) -> int:
        return len(self._table)

    # --- leaves -------------------------------------------------------------------------------------------------------

    def number(self, value: int) -> Term:
        return self._make("const", (), value, False, value, value)

    def flag(self, value: bool | int) -> Term:
        return self.true if value else self.false

    def variable(self, name: str, values: tuple[int, ...]) -> Term:
        """A number variable whose value is one of `values` (ascending)."""
        if len(values) == 1:
            return self.number(values[0])
        self.domains[name] = values
        return self._make("var", (), name, False, values[0], values[-1])

    def flag_variable(self, name: str) -> Term:
        return self._make("var", (), name, True, 0, 1)

    # --- numbers ------------------------------------------------------------------------------------------------------

    def add(self, *terms: Term) -> Term:
        return self._linear([(1, t) for t in terms], 0)

    def subtract(self, a: Term, b: Term) -> Term:
        return self._linear([(1, a), (-1, b)], 0)

    def plus(self, a: Term, k: int) -> Term:
        return self._linear([(1, a)], k)

    def times(self, a: Term, b: Term) -> Term:
        if a.is_const:
            return self._linear([(a.low, b)], 0)
        if b.is_const:
            return self._linear([(b.low, a)], 0)
        corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        first, second = (a, b) if a.ident <= b.ident else (b, a)
        return self._make("times", (first, second), None, False, min(corners), max(corners))

    def divide(self, a: Term, divisor: int) -> Term:
        """Floor division by a positive constant."""
        if a.low // divisor == a.high // divisor:
            return self.number(a.low // divisor)
        return self._make("div", (a,), divisor, False, a.low // divisor, a.high // divisor)

    def modulo(self, a: Term, divisor: int) -> Term:
        if a.low // divisor == a.high // divisor:
            return self.plus(a, -(a.low // divisor) * divisor)
        return self._make("mod", (a,), divisor, False, 0, divisor - 1)

    def least(self, a: Term, b: Term) -> Term:
        return self.ite(self.le(a, b), a, b)

    def greatest(self, a: Term, b: Term) -> Term:
        return self.ite(self.le(a, b), b, a)

    def as_number(self, term: Term) -> Term:
        return self.ite(term, self.number(1), self.number(0)) if term.is_flag else term

    def as_flag(self, term: Term) -> Term:
        return term if term.is_flag else self.negate(self.eq(term, self.number(0)))

    # --- comparisons --------------------------------------------------------------------------------------------------

    def eq(self, a: Term, b: Term) -> Term:
        if a is b:
            return self.true
        if a.is_flag or b.is_flag:
            return self._iff(self.as_flag(a), self.as_flag(b))
        if a.high < b.low or b.high < a.low:
            return self.false
        a, b = (b, a) if a.is_const else (a, b)
        if b.is_const and a.op == "ite" and _has_constant_leaf(a):
            condition, then, otherwise = a.args
            return self.ite(condition, self.eq(then, b), self.eq(otherwise, b))
        if b.is_const and a.op == "var":
            if b.low not in self.domains[str(a.value)]:
                return self.false
            return self._make("eq", (a, b), None, True, 0, 1)
        constant, parts = self._difference(a, b)
        if not parts:
            return self.flag(constant == 0)
        if _first_coefficient(parts) < 0:
            constant, parts = -constant, {t: -k for t, k in parts.items()}
        if constant == 0 and sorted(parts.values()) == [-1, 1]:
            left, right = sorted(parts, key=lambda t: t.ident)
        else:
            left, right = self._sum(0, parts), self.number(-constant)
            if left.low > right.low or left.high < right.low:
                return self.false
        return self._make("eq", (left, right), None, True, 0, 1)

    def le(self, a: Term, b: Term) -> Term:
        if a.high <= b.low:
            return self.true
        if a.low > b.high:
            return self.false
        for mine, other in ((a, b), (b, a)):
            if other.is_const and mine.op == "ite" and _has_constant_leaf(mine):
                condition, then, otherwise = mine.args
                sides = [self.le(t, b) if mine is a else self.le(a, t) for t in (then, otherwise)]
                return self.ite(condition, sides[0], sides[1])
        constant, parts = self._difference(b, a)
        if not parts:
            return self.flag(constant >= 0)
        # One form for `x <= k` and for its opposite, so that the two are seen to exclude each other.
        if _first_coefficient(parts) < 0:
            return self._at_most(self._sum(0, {t: -k for t, k in parts.items()}), constant)
        return self.negate(self._at_most(self._sum(0, parts), -constant - 1))

    def lt(self, a: Term, b: Term) -> Term:
        return self.le(self.plus(a, 1), b)

    def among(self, term: Term, values: Iterable[int]) -> Term:
        """Is the number one of these?"""
        wanted = sorted(set(values))
        if not wanted:
            return self.false
        if term.op == "var" and set(self.domains[str(term.value)]) <= set(wanted):
            return self.true
        if wanted == list(range(wanted[0], wanted[-1] + 1)):
            return self.both(self.le(self.number(wanted[0]), term), self.le(term, self.number(wanted[-1])))
        return self.any([self.eq(term, self.number(v)) for v in wanted])

    # --- flags --------------------------------------------------------------------------------------------------------

    def negate(self, a: Term) -> Term:
        if a.is_const:
            return self.false if a.value else self.true
        if a.op == "not":
            return a.args[0]
        return self._make("not", (a,), None, True, 0, 1)

    def both(self, a: Term, b: Term) -> Term:
        return self.all([a, b])

    def either(self, a: Term, b: Term) -> Term:
        return self.any([a, b])

    def implies(self, a: Term, b: Term) -> Term:
        return self.any([self.negate(a), b])

    def all(self, terms: Iterable[Term]) -> Term:
        return self._junction("and", terms, self.true, self.false)

    def any(self, terms: Iterable[Term]) -> Term:
        return self._junction("or", terms, self.false, self.true)

    def ite(self, condition: Term, then: Term, otherwise: Term) -> Term:
        """If, on numbers or flags; branches are simplified by what the condition says."""
        if condition.is_const:
            return then if condition.value else otherwise
        if condition.op == "not":
            condition, then, otherwise = condition.args[0], otherwise, then
        then, otherwise = self._resolve(condition, True, then), self._resolve(condition, False, otherwise)
        if then is otherwise:
            return then
        if then.is_flag or otherwise.is_flag:
            then, otherwise = self.as_flag(then), self.as_flag(otherwise)
            if then.is_const:
                return self.any([condition, otherwise]) if then.value else self.all([self.negate(condition), otherwise])
            if otherwise.is_const:
                return self.any([self.negate(condition), then]) if otherwise.value else self.all([condition, then])
            return self._make("ite", (condition, then, otherwise), None, True, 0, 1)
        low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
        return self._make("ite", (condition, then, otherwise), None, False, low, high)

    def select(self, key: Term, entries: list[tuple[int, Term]]) -> Term:
        """The entry whose number is the key; the last one if none is (whoever reads proves that one is)."""
        if key.is_const:
            return next((t for v, t in entries if v == key.low), entries[-1][1])
        possible = [(v, t) for v, t in entries if key.low <= v <= key.high] or entries[-1:]
        result = possible[-1][1]
        for value, term in reversed(possible[:-1]):
            result = self.ite(self.eq(key, self.number(value)), term, result)
        return result

    # --- what is known ------------------------------------------------------------------------------------------------

    def under(self, known: "Known", condition: Term) -> Term:
        """The condition, with the parts that are known taken out."""
        if not condition.marks & known.marks:
            return condition
        if known.says(condition):
            return self.true
        if known.denies(self, condition):
            return self.false
        match condition.op:
            case "and":
                return self.all([self.under(known, t) for t in condition.args])
            case "or":
                return self.any([self.under(known, t) for t in condition.args])
            case "not":
                return self.negate(self.under(known, condition.args[0]))
            case _:
                return condition

    def replace(self, term: Term, name: str, value: int, memo: dict[int, Term]) -> Term:
        """The term where a variable has this value, simplified; `memo` is for one name and value."""
        todo = [term]
        while todo:
            top = todo[-1]
            if top.ident in memo:
                todo.pop()
                continue
            missing = [t for t in top.args if t.ident not in memo]
            if missing:
                todo.extend(missing)
                continue
            todo.pop()
            if top.op == "var" and top.value == name:
                memo[top.ident] = self.flag(value) if top.is_flag else self.number(value)
                continue
            args = tuple(memo[t.ident] for t in top.args)
            same = all(a is b for a, b in zip(args, top.args, strict=True))
            memo[top.ident] = top if same else self._again(top, args)
        return memo[term.ident]

    def _again(self, term: Term, args: tuple[Term, ...]) -> Term:
        """The same operation on other arguments."""
        match term.op:
            case "const" | "var":
                return term
            case "sum":
                constant, weights = _sum_value(term)
                return self._linear(list(zip(weights, args, strict=True)), constant)
            case "times":
                return self.times(*args)
            case "div" | "mod":
                assert isinstance(term.value, int)
                return (self.divide if term.op == "div" else self.modulo)(args[0], term.value)
            case "ite":
                return self.ite(*args)
            case "eq":
                return self.eq(*args)
            case "le":
                return self.le(*args)
            case "and":
                return self.all(args)
            case "or":
                return self.any(args)
            case "not":
                return self.negate(args[0])

    # --- inside -------------------------------------------------------------------------------------------------------

    def _make(self, op: Operator, args: tuple[Term, ...], value: object, is_flag: bool, low: int, high: int) -> Term:
        key = (op, value, is_flag, tuple(t.ident for t in args))
        found = self._table.get(key)
        if found is None:
            ident = len(self._table)
            mark = marks = 0
            if is_flag and op != "const":
                about = args[0].ident if op in ("eq", "not") else ident
                mark = marks = args[0].mark if op == "not" else 1 << about % MARKS
                if op in ("and", "or", "not"):
                    for arg in args:
                        marks |= arg.marks
            found = self._table[key] = Term(op, args, value, is_flag, low, high, ident, op == "const", mark, marks)
        return found

    def _iff(self, a: Term, b: Term) -> Term:
        for mine, other in ((a, b), (b, a)):
            if mine.is_const:
                return other if mine.value else self.negate(other)
        if self.negate(a) is b:
            return self.false
        first, second = (a, b) if a.ident <= b.ident else (b, a)
        return self._make("eq", (first, second), None, True, 0, 1)

    def _at_most(self, left: Term, constant: int) -> Term:
        if left.high <= constant:
            return self.true
        if left.low > constant:
            return self.false
        return self._make("le", (left, self.number(constant)), None, True, 0, 1)

    def _linear(self, weighted: list[tuple[int, Term]], constant: int) -> Term:
        parts: dict[Term, int] = {}
        for weight, term in weighted:
            constant += self._collect(self.as_number(term), weight, parts)
        return self._sum(constant, parts)

    def _collect(self, term: Term, weight: int, parts: dict[Term, int]) -> int:
        if term.is_const:
            return weight * term.low
        if term.op == "sum":
            constant, weights = _sum_value(term)
            for k, t in zip(weights, term.args, strict=True):
                parts[t] = parts.get(t, 0) + weight * k
            return weight * constant
        parts[term] = parts.get(term, 0) + weight
        return 0

    def _difference(self, a: Term, b: Term) -> tuple[int, dict[Term, int]]:
        parts: dict[Term, int] = {}
        constant = self._collect(a, 1, parts) + self._collect(b, -1, parts)
        return constant, {t: k for t, k in parts.items() if k}

    def _sum(self, constant: int, parts: Mapping[Term, int]) -> Term:
        chosen = sorted(((t, k) for t, k in parts.items() if k), key=lambda pair: pair[0].ident)
        if not chosen:
            return self.number(constant)
        if constant == 0 and len(chosen) == 1 and chosen[0][1] == 1:
            return chosen[0][0]
        low = constant + sum(min(k * t.low, k * t.high) for t, k in chosen)
        high = constant + sum(max(k * t.low, k * t.high) for t, k in chosen)
        return self._make("sum", tuple(t for t, _ in chosen), (constant, tuple(k for _, k in chosen)), False, low, high)

    def _junction(self, op: Literal["and", "or"], terms: Iterable[Term], unit: Term, zero: Term) -> Term:
        seen: dict[Term, None] = {}
        pending = list(terms)
        for term in pending:  # grows while it is read: nested junctions are flattened in place
            if term is zero:
                return zero
            if term is unit:
                continue
            if term.op == op:
                pending.extend(term.args)
            else:
                seen[term] = None
        for term in seen:
            if term.op == "not" and term.args[0] in seen:
                return zero
        if not seen:
            return unit
        if len(seen) == 1:
            return next(iter(seen))
        return self._make(op, tuple(sorted(seen, key=lambda t: t.ident)), None, True, 0, 1)

    def _resolve(self, condition: Term, holds: bool, branch: Term) -> Term:
        """The branch of an if, where its own head repeats or contradicts the condition."""
        while branch.op == "ite":
            inner = branch.args[0]
            if inner is condition:
                branch = branch.args[1] if holds else branch.args[2]
            elif holds and _exclude(condition, inner):
                branch = branch.args[2]
            else:
                return branch
        if branch is condition:
            return self.flag(holds)
        if branch.op == "not" and branch.args[0] is condition:
            return self.flag(not holds)
        return branch


class Known:
    """A conjunction that holds where we are: literals that are true, and the values that equations fix."""

    __slots__ = ("_fixed", "literals", "marks")

    def __init__(self, literals: Iterable[Term] = ()) -> None:
        self.literals: dict[Term, None] = {}
        self._fixed: dict[Term, Term] = {}
        self.marks = 0
        for term in literals:
            self._note(term)

    def with_fact(self, term: Term) -> "Known":
        if term.op == "const" or term in self.literals:
            return self
        more = Known()
        more.literals, more._fixed, more.marks = dict(self.literals), dict(self._fixed), self.marks
        more._note(term)
        return more

    def says(self, term: Term) -> bool:
        return term in self.literals

    def value_of(self, term: Term) -> Term:
        """The constant that an equation gives the term, or the term."""
        return term if term.is_const else self._fixed.get(term, term)

    def denies(self, terms: Terms, term: Term) -> bool:
        if terms.negate(term) in self.literals:
            return True
        if term.op == "eq" and term.args[1].is_const:
            return self._fixed.get(term.args[0], term.args[1]) is not term.args[1]
        return False

    def _note(self, term: Term) -> None:
        if term.op == "and":
            for part in term.args:
                self._note(part)
        elif not term.is_const:
            self.literals[term] = None
            self.marks |= term.mark
            if term.op == "eq" and term.args[1].is_const:
                self._fixed.setdefault(*term.args)


def _exclude(a: Term, b: Term) -> bool:
    """Do two equations give one term two values?"""
    return (
        a.op == "eq" == b.op
        and a.args[0] is b.args[0]
        and a.args[1].is_const
        and b.args[1].is_const
        and a.args[1] is not b.args[1]
    )


def _has_constant_leaf(term: Term) -> bool:
    """An if that has a constant at one end: comparing it with a constant pays inside."""
    while term.op == "ite":
        if term.args[1].is_const:
            return True
        term = term.args[2]
    return term.is_const


def _sum_value(term: Term) -> tuple[int, tuple[int, ...]]:
    assert isinstance(term.value, tuple)
    return term.value


def _first_coefficient(parts: Mapping[Term, int]) -> int:
    return parts[min(parts, key=lambda t: t.ident)]


def variables(term: Term, memo: dict[int, frozenset[str]]) -> frozenset[str]:
    """The names of the variables of a term; `memo` is the caller's, by ident."""
    todo = [term]
    while todo:
        top = todo[-1]
        if top.ident in memo:
            todo.pop()
            continue
        missing = [t for t in top.args if t.ident not in memo]
        if missing:
            todo.extend(missing)
            continue
        todo.pop()
        if top.op == "var":
            memo[top.ident] = frozenset((str(top.value),))
        else:
            memo[top.ident] = frozenset().union(*(memo[t.ident] for t in top.args))
    return memo[term.ident]


def evaluate(term: Term, values: Mapping[str, int], memo: dict[int, int] | None = None) -> int:
    """The value of a term where the variables have these values (flags 0 and 1)."""
    memo = {} if memo is None else memo
    todo = [term]
    while todo:
        top = todo[-1]
        if top.ident in memo:
            todo.pop()
            continue
        missing = [t for t in top.args if t.ident not in memo]
        if missing:
            todo.extend(missing)
            continue
        todo.pop()
        memo[top.ident] = _evaluate_node(top, [memo[t.ident] for t in top.args], values)
    return memo[term.ident]


def _evaluate_node(term: Term, args: list[int], values: Mapping[str, int]) -> int:
    match term.op:
        case "const":
            assert isinstance(term.value, int)
            return term.value
        case "var":
            return values[str(term.value)]
        case "sum":
            constant, weights = _sum_value(term)
            return constant + sum(k * a for k, a in zip(weights, args, strict=True))
        case "times":
            return args[0] * args[1]
        case "div":
            assert isinstance(term.value, int)
            return args[0] // term.value
        case "mod":
            assert isinstance(term.value, int)
            return args[0] % term.value
        case "ite":
            return args[1] if args[0] else args[2]
        case "eq":
            return int(args[0] == args[1])
        case "le":
            return int(args[0] <= args[1])
        case "and":
            return int(all(args))
        case "or":
            return int(any(args))
        case "not":
            return int(not args[0])


def show(term: Term, depth: int = 6) -> str:
    """A readable form, cut at `depth`."""
    if depth == 0 and term.args:
        return "…"
    inner = [show(t, depth - 1) for t in term.args]
    match term.op:
        case "const":
            return ("yes" if term.value else "no") if term.is_flag else str(term.value)
        case "var":
            return str(term.value)
        case "sum":
            constant, weights = _sum_value(term)
            parts = [t if k == 1 else f"{k}*{t}" for k, t in zip(weights, inner, strict=True)]
            return "(" + " + ".join(parts + ([str(constant)] if constant else [])) + ")"
        case "times":
            return f"({inner[0]} * {inner[1]})"
        case "div":
            return f"({inner[0]} // {term.value})"
        case "mod":
            return f"({inner[0]} % {term.value})"
        case "ite":
            return f"({inner[1]} if {inner[0]} else {inner[2]})"
        case "eq":
            return f"({inner[0]} = {inner[1]})"
        case "le":
            return f"({inner[0]} <= {inner[1]})"
        case "and" | "or":
            return "(" + f" {term.op} ".join(inner) + ")"
        case "not":
            return f"not {inner[0]}"
