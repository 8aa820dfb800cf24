"""That somebody has something to choose: a formula over a symbolic state.

Reads points and `meaning`. The formula says that one of the moves written out is legal; where there are too many to
write out, some are left out, and the formula then asks for more than is needed: what is proved stays true.
"""

from collections.abc import Iterator
from typing import assert_never

from rulespec.automaton.nodes import ChancePoint, DecisionPoint, OptionPoint
from rulespec.automaton.walk import free_vars
from rulespec.rules.expressions import Expr
from rulespec.rules.types import Flag, MapOf, Member, Number, SetOf, Type, domain
from verifier.meaning import Here, MapValue, Meaning, SetValue, Value
from verifier.paths import is_active, option_env
from verifier.store import Store
from verifier.terms import Known, Term

MAX_TRIED = 3_000
"""Choices of values for parameters looked at, and ..."""
MAX_WRITTEN = 400
"""... moves written out, of one option."""


def always_something(meaning: Meaning, point: DecisionPoint | ChancePoint, store: Store) -> str:
    """Why it is plain that somebody has something to choose, if it is."""
    if isinstance(point, DecisionPoint):
        for option in point.options:
            if not option.clauses and is_active(meaning, option, store) is meaning.terms.true:
                return "always a way out"
    return ""


def something_to_do(meaning: Meaning, point: DecisionPoint | ChancePoint, here: Here) -> Term:
    """That a decision has a legal move, a draw something to draw."""
    terms = meaning.terms
    match point:
        case ChancePoint(var=var, kind=kind, weight=weight):
            drawn = (meaning.term(weight, {var: terms.number(v)}, here, []) for v in kind.values)
            return terms.any([terms.lt(terms.number(0), terms.as_number(d)) for d in drawn])
        case DecisionPoint(options=options):
            return terms.any([possible(meaning, option, here) for option in options])
        case _:
            assert_never(point)


def possible(meaning: Meaning, option: OptionPoint, here: Here) -> Term:
    """That the option has a legal move. Worked out once for the cells its clauses read, whatever is known there."""
    exprs = [c.condition for c in option.clauses] + [d.value for d in option.definitions]
    read = sorted(frozenset().union(*map(meaning.reads, exprs)) if option.active is None else here.store.families)
    families = tuple(here.store.families[name] for name in read)
    key = (option.about.code, option.name, tuple(map(id, families)))
    found = meaning.possibilities.get(key)
    if found is None:
        found = (_possible(meaning, option, Here(here.store, Known(), meaning.terms.true)), families)
        meaning.possibilities[key] = found
    return meaning.terms.under(here.known, found[0])


def _possible(meaning: Meaning, option: OptionPoint, here: Here) -> Term:
    """Each clause is looked at as soon as its parameters are known."""
    terms = meaning.terms
    active = is_active(meaning, option, here.store)
    if active is terms.false:
        return terms.false
    levels = _levels(option)
    moves: list[Term] = []
    tried = 0

    def extend(chosen: dict[str, Value], so_far: Term) -> bool:
        """False: it is enough."""
        nonlocal tried
        tried += 1
        env = option_env(option, chosen, here.store)
        for condition in levels[len(chosen)]:
            so_far = terms.both(so_far, terms.under(here.known, meaning.condition(condition, env, here, [])))
            if so_far is terms.false:
                return tried < MAX_TRIED
        if len(chosen) == len(option.parameters):
            moves.append(so_far)
            return so_far is not terms.true and len(moves) < MAX_WRITTEN
        name, type_ = option.parameters[len(chosen)]
        return all(extend({**chosen, name: value}, so_far) for value in values(meaning, type_))

    extend({}, active)
    return terms.any(moves)


def _levels(option: OptionPoint) -> list[list[Expr]]:
    """The clauses by the number of parameters that must be known for them."""
    names = [name for name, _ in option.parameters]
    needs: dict[str, int] = {name: i + 1 for i, name in enumerate(names)}
    for definition in option.definitions:
        needs[definition.var] = max((needs.get(n, 0) for n in free_vars(definition.value)), default=0)
    levels: list[list[Expr]] = [[] for _ in range(len(names) + 1)]
    for clause in option.clauses:
        levels[max((needs.get(n, 0) for n in free_vars(clause.condition)), default=0)].append(clause.condition)
    return levels


def values(meaning: Meaning, type_: Type) -> Iterator[Value]:
    """The values of a parameter, sets and maps with few members first."""
    terms = meaning.terms
    match type_:
        case Flag():
            yield from (terms.false, terms.true)
        case Member() | Number():
            yield from (terms.number(v) for v in domain(type_))
        case SetOf(kind=kind):
            for mask in sorted(range(1 << kind.size), key=int.bit_count) if kind.size <= 10 else _small(kind.size):
                yield SetValue(kind, tuple(terms.flag(mask >> i & 1) for i in range(kind.size)))
        case MapOf(kind=kind, entry=entry):
            for entries in _entries(kind.size, entry.low, entry.high):
                yield MapValue(kind, tuple(terms.number(v) for v in entries))
        case _:
            assert_never(type_)


def _small(size: int) -> Iterator[int]:
    """Of a large kind the sets of at most two members and the whole."""
    yield 0
    yield from (1 << i for i in range(size))
    yield from (1 << i | 1 << j for i in range(size) for j in range(i))
    yield (1 << size) - 1


def _entries(size: int, low: int, high: int) -> Iterator[tuple[int, ...]]:
    """Maps; of large ones those that are low but for one key."""
    if (high - low + 1) ** size <= MAX_WRITTEN:
        entries: list[tuple[int, ...]] = [()]
        for _ in range(size):
            entries = [(*e, v) for e in entries for v in range(low, high + 1)]
        yield from entries
        return
    yield (low,) * size
    for i in range(size):
        for value in range(low + 1, high + 1):
            yield (low,) * i + (value,) + (low,) * (size - i - 1)
