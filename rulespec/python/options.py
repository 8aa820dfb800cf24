"""The legal moves of a decision, enumerated by pruning, and the form of a move.

Reads decision points; returns the lines of `legal_...`. Each clause is tested as soon as the parameters it needs are
chosen; static clauses are looked up, equalities and bounds narrow the range.
"""

from itertools import product

import attrs

from rulespec.automaton.nodes import Bind, DecisionPoint, OptionPoint
from rulespec.automaton.terms import (
    YES,
    Apply,
    Const,
    Contains,
    Entry,
    Expr,
    Flag,
    IsKind,
    Kind,
    Lookup,
    MapOf,
    Member,
    Number,
    Op,
    Quantified,
    Read,
    SetOf,
    Type,
    Var,
    by_element,
    domain,
)
from rulespec.automaton.walk import free_vars, map_expr, substitute, walk
from rulespec.python import code
from rulespec.python.book import chunk_list
from rulespec.python.code import Code
from rulespec.python.expressions import Expressions
from rulespec.python.lines import Lines
from rulespec.python.scope import Scope, fresh_in
from rulespec.python.simplify import conjuncts


def move_form(point: DecisionPoint) -> str:
    """How a move is written: `value` (of the one parameter), `option` (its number), `arguments` or `tuple` (both)."""
    counts = [len(o.parameters) for o in point.options]
    if counts == [1]:
        return "value"
    if not any(counts):
        return "option"
    return "arguments" if len(counts) == 1 else "tuple"


def move_code(form: str, option: int, arguments: list[Code]) -> Code:
    match form:
        case "value":
            return arguments[0]
        case "option":
            return code.literal(option)
        case "arguments":
            return code.tuple_of(arguments)
        case _:
            return code.tuple_of([code.literal(option), *arguments])


def settled(definitions: tuple[Bind, ...]) -> dict[str, Expr]:
    """Each definition as an expression over parameters and slots alone."""
    found: dict[str, Expr] = {}
    for definition in definitions:
        found[definition.var] = substitute(definition.value, found)
    return found


@attrs.frozen
class Level:
    """One parameter and the conditions that are tested once it is chosen."""

    name: str
    type: Type
    conditions: tuple[Expr, ...]


def levels(option: OptionPoint, expressions: Expressions, scope: Scope) -> tuple[tuple[Expr, ...], tuple[Level, ...]]:
    """The conditions that need no parameter, then one level per parameter."""
    names = [n for n, _ in option.parameters]
    definitions = settled(option.definitions)
    found: list[list[Expr]] = [[] for _ in range(len(names) + 1)]
    for clause in option.clauses:
        simple = expressions.known(expressions.simplify(clause.condition, definitions), scope)
        for part in conjuncts(simple):
            free = free_vars(part)
            at = max((names.index(n) + 1 for n in free if n in names), default=0)
            if part not in found[at]:
                found[at].append(part)
    if option.active is not None:
        found[0].insert(0, expressions.known(expressions.simplify(option.active), scope))
    chosen = zip(option.parameters, found[1:], strict=True)
    return tuple(found[0]), tuple(Level(n, t, tuple(_long_last(c, expressions))) for (n, t), c in chosen)


def _long_last(conditions: list[Expr], expressions: Expressions) -> list[Expr]:
    """What takes long is tested last, but nothing that may be meaningless is tested before what guards it."""
    result: list[Expr] = []
    long: list[Expr] = []
    for condition in conditions:
        if any(isinstance(e, Apply) and expressions.is_long(e.definition) for e in walk(condition)):
            long.append(condition)
        else:
            if long and is_partial(condition):
                result, long = result + long, []
            result.append(condition)
    return result + long


def values_kind(type_: Type) -> Kind | None:
    """The values of a scalar type as a kind to loop over."""
    match type_:
        case Member(kind=kind, optional=False):
            return kind
        case SetOf() | MapOf():
            return None
        case Number(low=low, high=high) if high - low > 10_000:
            return None
        case _:
            values = domain(type_)
            return Kind("values", "values", values, (), max(values, default=0) + 1)


class Options:
    """Writes the enumeration of legal moves."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.listed_by_sets: dict[str, Lines] = {}
        """Decisions whose moves are numbered, with the body of their `legal`."""

    def form(self, point: DecisionPoint) -> str:
        return "number" if point.label in self.listed_by_sets else move_form(point)

    def all_moves(self, option: OptionPoint) -> tuple[tuple[int, ...], ...]:
        """The arguments of every numbered move, in canonical order."""
        return tuple(product(*(domain(t) for _, t in option.parameters)))

    def moves_table(self, option: OptionPoint) -> str:
        text = f"tuple(product({', '.join(repr(domain(t)) for _, t in option.parameters)}))"
        self.expressions.book.imports.add("from itertools import product")
        return self.expressions.book.computed(f"{option.name} moves", text)

    def legal(self, point: DecisionPoint, scope: Scope, lines: Lines) -> None:
        """The body of a function that returns all legal moves in canonical order."""
        if point.label in self.listed_by_sets:
            lines.extend(self.listed_by_sets[point.label])
            return
        form = move_form(point)
        if len(point.options) == 1 and point.options[0].parameters:
            before, loops, element, _ = self.pieces(point.options[0], 0, form, scope)
            if not before:
                lines.add(f"return {self.listed(element, loops)}")
                return
        lines.add("moves = []")
        for number, option in enumerate(point.options):
            before, loops, element, _ = self.pieces(option, number, form, scope)
            if any(c.value == 0 for c in before):
                continue
            comment = f"{option.name} {_where(option)}".strip()
            test = code.conjunction(list(before))
            if loops:
                text = f"moves += {self.listed(element, loops)}"
            else:
                text = f"moves.append({element})"
            if before:
                with lines.block(f"if {test}:", comment):
                    lines.add(text)
            else:
                lines.add(text, comment)
        lines.add("return moves")

    def listed(self, element: Code, loops: list[str]) -> str:
        if len(loops) == 1 and " if " not in loops[0] and loops[0].startswith(f"for {element} in "):
            members = loops[0][len(f"for {element} in ") :]
            helper, _, rest = members.partition("(")
            if helper in self.expressions.book.chunks:
                return chunk_list(Code(rest[:-1], code.IF), self.expressions.book.chunks[helper])
            return members if members.endswith("]") else f"list({members})"
        return f"[{element} {' '.join(loops)}]"

    def pieces(
        self, option: OptionPoint, number: int, form: str, scope: Scope
    ) -> tuple[list[Code], list[str], Code, Scope]:
        """Conditions before any choice, the loops of a comprehension, and the move."""
        first, chosen = levels(option, self.expressions, scope)
        once = attrs.evolve(scope, answers=None)  # nothing is asked twice before a parameter is chosen
        before = [c for c in (self.expressions.truth(e, once) for e in first) if c.value != 1]
        loops: list[str] = []
        arguments: list[Code] = []
        for level in chosen:
            text, scope = self.loop(level, scope)
            loops.append(text)
            arguments.append(scope.vars[level.name])
        return before, loops, move_code(form, number, arguments), scope

    def loop(self, level: Level, scope: Scope) -> tuple[str, Scope]:
        """`for p in ... if ...`"""
        name = fresh_in(scope, level.name, self.expressions.book.names)
        inner = scope.knowing(level.name, code.name(name), level.type)
        members, rest = self.range_of(level, scope)
        tests = [t for t in (self.expressions.truth(c, inner) for c in rest) if t.value != 1]
        text = f"for {name} in {members}"
        if tests:
            text += f" if {code.conjunction(tests).at(code.OR)}"
        return text, inner

    def range_of(self, level: Level, scope: Scope) -> tuple[str, list[Expr]]:
        """What a parameter ranges over, and the conditions left to test."""
        match level.type:
            case SetOf(kind=kind):
                return self._subsets(level, kind, scope)
            case MapOf(kind=kind, entry=entry):
                return self._entries(level, kind, entry, scope)
        exact = self._exact(level, scope)
        if exact is not None:
            return exact
        narrowed = self._narrowed(level, scope)
        if narrowed is not None:
            return narrowed
        kind_ = values_kind(level.type)
        if kind_ is None:
            assert isinstance(level.type, Number)
            return f"range({level.type.low}, {level.type.high + 1})", list(level.conditions)
        packed = self._packed(level, kind_, scope)
        if packed is not None:
            return packed
        condition = self.expressions.simplify(Op("and", level.conditions, Flag())) if level.conditions else YES
        members, left = self.expressions.members(level.name, kind_, condition, scope)
        return members, conjuncts(left)

    def _subsets(self, level: Level, kind: Kind, scope: Scope) -> tuple[str, list[Expr]]:
        """The subsets of what may be in the set at all."""
        by, rest = _elementwise(level)
        if not by:
            return f"range({1 << kind.size})", rest
        self.expressions.book.imports.add("from functools import reduce")
        grow = "reduce(lambda sets, one: sets + [s | one for s in sets], ones, [0])"
        subsets = self.expressions.book.helper("subsets", "ones", grow)
        element = fresh_in(scope, kind.name, self.expressions.book.names)
        inner = scope.knowing(element, code.name(element), Member(kind))
        this = Var(element, Member(kind))
        tests = [self._instance(q, kind, this, level.name, YES) for q in by]
        condition = self.expressions.simplify(Op("and", tuple(tests), Flag()))
        members, left = self.expressions.members(element, kind, condition, scope)
        bit = self.expressions.bit(kind.size, self.expressions.position_in(kind, code.name(element)))
        test = self.expressions.truth(left, inner)
        tail = "" if test.value == 1 else f" if {test.at(code.OR)}"
        return f"{subsets}([{bit} for {element} in {members}{tail}])", rest

    def _entries(self, level: Level, kind: Kind, entry: Number, scope: Scope) -> tuple[str, list[Expr]]:
        """For each key the numbers that it may have."""
        self.expressions.book.imports.add("from itertools import product")
        numbers = f"range({entry.low}, {entry.high + 1})"
        by, rest = _elementwise(level)
        if not by:
            return f"product({numbers}, repeat={kind.size})", rest
        number = fresh_in(scope, "n", self.expressions.book.names)
        inner = scope.knowing(number, code.name(number), entry)
        parts = []
        for key in kind.values:
            this = Const(key, Member(kind))
            tests = [self._instance(q, kind, this, level.name, Var(number, entry)) for q in by]
            found = Level(number, entry, tuple(conjuncts(self.expressions.simplify(Op("and", tuple(tests), Flag())))))
            members, left = self.range_of(found, scope)
            checks = [t for t in (self.expressions.truth(c, inner) for c in left) if t.value != 1]
            parts.append(
                f"[{number} for {number} in {members} if {code.conjunction(checks).at(code.OR)}]" if checks else members
            )
        return f"product({', '.join(parts)})", rest

    def _instance(self, q: Quantified, kind: Kind, this: Expr, name: str, value: Expr) -> Expr:
        """What the quantifier asks of one element, where the choice `name` has the value at it."""
        if isinstance(this, Const) and this.value not in q.kind.values:
            return YES
        where, body = _with_this(q.condition, name, value), _with_this(q.body, name, value)
        asked = Op("or", (Op("not", (where,), Flag()), body), Flag())
        if not isinstance(this, Const) and not kind.within(q.kind):
            asked = Op("or", (Op("not", (IsKind(this, q.kind),), Flag()), asked), Flag())
        return self.expressions.simplify(substitute(asked, {q.var: this}))

    def _exact(self, level: Level, scope: Scope) -> tuple[str, list[Expr]] | None:
        """`p = e` leaves one value, if it is one of the type."""
        for condition in level.conditions:
            match condition:
                case Op(name="=", arguments=(Var(name=n), e) | (e, Var(name=n))) if n == level.name:
                    if level.name in free_vars(e) or isinstance(e, Const):
                        continue
                    rest: list[Expr] = [c for c in level.conditions if c is not condition]
                    value = self.expressions.value(e, scope)
                    kind = values_kind(level.type)
                    if kind is None:
                        continue
                    if not isinstance(e.type, (SetOf, MapOf)) and _within(e.type, level.type):
                        return f"[{value}]", rest
                    inside = self.expressions.all_members(kind)
                    return f"([{value}] if {value.at(code.BIT_OR)} in {inside} else [])", rest
        return None

    def _narrowed(self, level: Level, scope: Scope) -> tuple[str, list[Expr]] | None:
        """Bounds on a number."""
        if not isinstance(level.type, Number):
            return None
        lows, highs, rest = [code.literal(level.type.low)], [code.literal(level.type.high + 1)], []
        for condition in level.conditions:
            match condition:
                case Op(name=("<" | "<=") as op, arguments=(Var(name=n), e)) if n == level.name and n not in free_vars(
                    e
                ):
                    value = self.expressions.value(e, scope)
                    highs.append(value if op == "<" else code.binary("+", value, code.ONE))
                case Op(name=("<" | "<=") as op, arguments=(e, Var(name=n))) if n == level.name and n not in free_vars(
                    e
                ):
                    value = self.expressions.value(e, scope)
                    lows.append(value if op == "<=" else code.binary("+", value, code.ONE))
                case _:
                    rest.append(condition)
        if len(lows) + len(highs) == 2:
            return None
        low = lows[0] if len(lows) == 1 else code.call("max", *lows)
        high = highs[0] if len(highs) == 1 else code.call("min", *highs)
        return f"range({low}, {high})", rest

    def _packed(self, level: Level, kind: Kind, scope: Scope) -> tuple[str, list[Expr]] | None:
        """A condition on a packed cell of the parameter: the members of a set."""
        for condition in level.conditions:
            windows = self.expressions.windows(condition, level.name, kind, scope)
            if windows is not None:
                return windows, [c for c in level.conditions if c is not condition]
            found = self.expressions.cells_where(condition, level.name, kind, scope)
            if found is not None:
                return self.expressions.listed_bits(found, kind), [c for c in level.conditions if c is not condition]
        return None


def _elementwise(level: Level) -> tuple[list[Quantified], list[Expr]]:
    """The conditions that speak of one element at a time, and the others."""
    by = [q for c in level.conditions if (q := by_element(c, level.name)) is not None]
    return by, [c for c in level.conditions if c not in by or not _asks_nothing_else(c, level)]


def _asks_nothing_else(q: Expr, level: Level) -> bool:
    """Does it hold as soon as it holds for each element that is in the set, or each entry of the map?"""
    if not isinstance(q, Quantified):
        return False
    if isinstance(level.type, MapOf):
        return q.kind.within(level.type.kind)
    return any(isinstance(c, Contains) and c.set == Var(level.name, level.type) for c in conjuncts(q.condition))


def _with_this(e: Expr, name: str, value: Expr) -> Expr:
    """With "this element of the choice" written as its value."""
    match e:
        case Contains(set=Var(name=chosen)) | Entry(map=Var(name=chosen)) if chosen == name:
            return value
        case _:
            return map_expr(e, lambda inner: _with_this(inner, name, value))


def _within(inner: Type, outer: Type) -> bool:
    match inner, outer:
        case Member(kind=a, optional=x), Member(kind=b, optional=y):
            return a.within(b) and (y or not x)
        case Number(low=a, high=b), Number(low=c, high=d):
            return c <= a and b <= d
        case _:
            return isinstance(inner, Flag) and isinstance(outer, Flag)


def _where(option: OptionPoint) -> str:
    span = option.about.span
    return f"{span.file}:{span.line}" if span.line else ""


def is_partial(expr: Expr) -> bool:
    """May an index be none?"""
    for e in walk(expr):
        if isinstance(e, (Read, Lookup)):
            for key in e.keys:
                if isinstance(key.type, Member) and key.type.optional:
                    return True
    return False
