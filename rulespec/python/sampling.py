"""Random moves without listing all of them: draw from what could ever be legal, test, and draw again.

Reads an option and what is known at its point; returns a table of candidates. Static clauses have thinned it out
already, and static definitions and the bits of the cells in question stand beside each candidate. Every candidate is
equally likely, so every legal move is: the same distribution as choosing from the list.
"""

from collections.abc import Mapping
from itertools import product

import attrs

from rulespec.automaton.nodes import OptionPoint, Write
from rulespec.automaton.terms import Const, Expr, Flag, MapOf, Member, Number, Op, Read, SetOf, Type, Var, domain
from rulespec.automaton.walk import block_exprs, effect_writes, free_vars, map_expr, sub_blocks, walk
from rulespec.diagnostics import InternalError, RulespecError
from rulespec.python.expressions import Expressions
from rulespec.python.options import levels, settled
from rulespec.python.scope import Scope
from rulespec.python.simplify import is_static

MOST_CANDIDATES = 4096


@attrs.frozen
class Candidates:
    """What may be drawn: `names`, then the bits of `bits`, are the columns of `rows`; `tests` are left to do."""

    names: tuple[str, ...]
    types: tuple[Type, ...]
    bits: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    tests: tuple[Expr, ...]


def candidates(option: OptionPoint, expressions: Expressions, scope: Scope) -> Candidates | None:
    """The candidates of an option whose parameters are plain values, if they are few enough to write down."""
    domains = []
    count = 1
    for _, type_ in option.parameters:
        if isinstance(type_, (SetOf, MapOf)) or (
            isinstance(type_, Number) and type_.high - type_.low > MOST_CANDIDATES
        ):
            return None
        domains.append(domain(type_))
        count *= len(domains[-1])
    if not option.parameters or count > MOST_CANDIDATES:
        return None
    first, chosen = levels(option, expressions, scope)
    if first:
        return None
    names = [n for n, _ in option.parameters]
    types = [t for _, t in option.parameters]
    static: list[tuple[str, Expr]] = []
    for name, value in settled(option.definitions).items():
        simple = expressions.known(expressions.simplify(value), scope)
        if is_static(simple) and free_vars(simple) <= {n for n, _ in option.parameters}:
            static.append((name, simple))
            names.append(name)
            types.append(value.type)
    conditions = [c for level in chosen for c in level.conditions]
    fixed = [c for c in conditions if is_static(c)]
    tests = tuple(_cheap_first(named(c, {e: Var(n, e.type) for n, e in static})) for c in conditions if c not in fixed)
    bits = tuple(
        n for n, t in zip(names, types, strict=True) if _plain(t) and n in _cell_keys(option, tests, expressions)
    )
    rows = []
    try:
        for given in product(*domains):
            env: dict[str, int] = dict(zip((n for n, _ in option.parameters), given, strict=True))
            if not all(expressions.static(c, env) for c in fixed):
                continue
            values = [expressions.static(e, env) for _, e in static]
            env.update(zip((n for n, _ in static), values, strict=True))
            rows.append((*given, *values, *(1 << env[n] for n in bits)))
    except (RulespecError, InternalError, LookupError):
        return None
    return Candidates(tuple(names), tuple(types), bits, tuple(rows), tests) if rows else None


def _cheap_first(e: Expr) -> Expr:
    """Comparisons of names before readings of cells; what protects a reading stays before it."""
    if not isinstance(e, Op) or e.name not in ("and", "or"):
        return e
    cheap = [a for a in e.arguments if all(isinstance(x, (Op, Var, Const)) for x in walk(a))]
    return attrs.evolve(e, arguments=(*cheap, *(a for a in e.arguments if a not in cheap)))


def named(e: Expr, names: Mapping[Expr, Var]) -> Expr:
    """With the definitions' values written as their names again."""
    return names[e] if e in names else map_expr(e, lambda c: named(c, names))


def _plain(type_: Type) -> bool:
    """Is the position of a member its value?"""
    return isinstance(type_, Member) and type_.kind.values == tuple(range(type_.kind.size))


def _cell_keys(option: OptionPoint, tests: tuple[Expr, ...], expressions: Expressions) -> set[str]:
    """The names that stand for a cell of a packed slot by themselves."""
    found = set()
    for expr in (*tests, *block_exprs(option.block)):
        for e in walk(expr):
            match e:
                case Read(family=family, keys=(Var(name=name),)) if expressions.layout[family].masks is not None:
                    found.add(name)
    for part in sub_blocks(option.block):
        for effect in part.effects:
            match effect:
                case Write(target=target) if len(target.keys) == 1 and isinstance(target.keys[0], Var):
                    if any(expressions.layout[s].masks is not None for s in effect_writes(effect)):
                        found.add(target.keys[0].name)
    return found


def conjunction(tests: tuple[Expr, ...]) -> Expr:
    return tests[0] if len(tests) == 1 else Op("and", tests, Flag())
