"""Functions that read no cell become tables before anything is written.

Reads the automaton; returns one with the same meaning. `the square's ahead for a player` is then a fact to look up,
and what depends on it (which moves could ever be legal, which cells lie at a constant distance) is known beforehand.
"""

from collections.abc import Mapping
from itertools import product

import attrs

from rulespec.automaton.evaluate import evaluate
from rulespec.automaton.nodes import (
    AutomaticPoint,
    Automaton,
    ChancePoint,
    DecisionPoint,
    Function,
    Joint,
    Point,
    TableData,
)
from rulespec.automaton.terms import (
    Apply,
    Expr,
    Kind,
    Lookup,
    MapOf,
    Member,
    Number,
    Read,
    RulingIs,
    SetOf,
    Type,
    domain,
)
from rulespec.automaton.walk import map_block, map_expr, walk
from rulespec.diagnostics import InternalError, RulespecError

MOST_ENTRIES = 5_000


def tabulate_functions(automaton: Automaton) -> Automaton:
    """Static functions of few enough arguments as tables; possibilities and what reads cells stay functions."""
    tables: dict[str, TableData] = {}
    done: dict[str, bool] = {}

    def is_static(name: str) -> bool:
        if name not in done:
            done[name] = False
            parts = list(walk(automaton.functions[name].body))
            done[name] = not any(isinstance(e, (Read, RulingIs)) for e in parts) and all(
                is_static(e.definition) for e in parts if isinstance(e, Apply)
            )
        return done[name]

    for name, function in automaton.functions.items():
        if function.parameters and is_static(name):
            table = _table(function, automaton)
            if table is not None:
                tables[name] = table
    return _replaced(automaton, tables) if tables else automaton


def _table(function: Function, automaton: Automaton) -> TableData | None:
    kinds = []
    count = 1
    for _, type_ in function.parameters:
        kind = _kind(type_)
        if kind is None:
            return None
        kinds.append(kind)
        count *= kind.size
    if count > MOST_ENTRIES or isinstance(function.type, (SetOf, MapOf)):
        return None

    def read(slot: str, keys: tuple[int, ...]) -> int:
        raise InternalError(f"{slot} is not static; please report this")

    values = []
    names = [n for n, _ in function.parameters]
    for given in product(*(k.values for k in kinds)):
        env = dict(zip(names, given, strict=True))
        try:
            value = evaluate(function.body, env, read, automaton, automaton.folded)
        except (RulespecError, LookupError):
            value = 0  # nobody may ask for it
        if isinstance(value, tuple):
            return None
        values.append(value)
    return TableData(f"{function.name} ", tuple(kinds), function.type, tuple(values))


def _kind(type_: Type) -> Kind | None:
    match type_:
        case SetOf() | MapOf():
            return None
        case Member(kind=kind, optional=False):
            return kind
        case Number(low=low, high=high) if low < 0 or high > MOST_ENTRIES:
            return None
        case _:
            values = domain(type_)
            return Kind("values", "values", values, tuple(map(str, values)), max(values, default=0) + 1)


def _replaced(automaton: Automaton, tables: Mapping[str, TableData]) -> Automaton:
    def go(e: Expr) -> Expr:
        inner = map_expr(e, go)
        if isinstance(inner, Apply) and inner.definition in tables:
            return Lookup(tables[inner.definition].name, inner.arguments, inner.type)
        return inner

    def joint(node: Joint) -> Joint:
        return attrs.evolve(node, block=map_block(node.block, go))

    def point(node: Point) -> Point:
        match node:
            case DecisionPoint():
                options = tuple(
                    attrs.evolve(
                        o,
                        definitions=tuple(attrs.evolve(d, value=go(d.value)) for d in o.definitions),
                        clauses=tuple(attrs.evolve(c, condition=go(c.condition)) for c in o.clauses),
                        block=map_block(o.block, go),
                        active=None if o.active is None else go(o.active),
                    )
                    for o in node.options
                )
                return attrs.evolve(node, owner=go(node.owner), options=options)
            case ChancePoint():
                return attrs.evolve(node, weight=go(node.weight), block=map_block(node.block, go))
            case AutomaticPoint():
                return attrs.evolve(node, block=map_block(node.block, go))

    return attrs.evolve(
        automaton,
        points=tuple(map(point, automaton.points)),
        joints={label: joint(j) for label, j in automaton.joints.items()},
        start=map_block(automaton.start, go),
        functions={n: attrs.evolve(f, body=go(f.body)) for n, f in automaton.functions.items() if n not in tables},
        tables={**automaton.tables, **{t.name: t for t in tables.values()}},
        scores=tuple((n, go(e)) for n, e in automaton.scores),
        valuation=None if automaton.valuation is None else go(automaton.valuation),
        invariants=tuple(attrs.evolve(i, condition=go(i.condition)) for i in automaton.invariants),
    )
