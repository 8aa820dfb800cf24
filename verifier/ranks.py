"""That what goes on by itself comes to an end: ranks that fall on every cycle that nobody decides in.

Reads the flow; returns the claims that together are a proof. Candidates are the ranks of the text, what accounts
hold and the sizes of sets; their order is found, not written: on each set of points that lead to each other some rank
must never rise, the steps on which it falls are taken away, and what is left is looked at again.
"""

from collections.abc import Callable, Iterator, Mapping

import attrs

from rulespec.automaton.nodes import AutomaticPoint, Automaton, DecisionPoint, Point, Slot
from rulespec.rules.expressions import YES, Expr, Read, Total, Var
from rulespec.rules.types import Member, Number
from verifier.choices import possible
from verifier.flow import Flow
from verifier.meaning import Here, Meaning
from verifier.paths import Path, Unit
from verifier.terms import Known, Term


@attrs.frozen(eq=False)
class Edge:
    """A step from one point where nobody need decide to another."""

    source: str
    target: str
    unit: Unit
    path: Path
    assumed: tuple[Term, ...]
    """When it is taken: the path, and at a decision that nothing else is legal."""


@attrs.frozen
class Claim:
    """On this edge the rank falls, or (`strict` False) at least does not rise. `rank` None: none was found."""

    edge: Edge
    rank: str | None
    strict: bool
    goal: Term


Ask = Callable[[Edge, Term], bool]


def rank_claims(meaning: Meaning, flow: Flow, ask: Ask) -> Iterator[Claim]:
    """The claims of a proof of termination; those without a rank are where it fails."""
    ranks = candidates(meaning.automaton)
    for component in _components(_edges(meaning, flow)):
        yield from _prove(meaning, component, ranks, ask)


def candidates(automaton: Automaton) -> dict[str, Expr]:
    """The ranks of the text by the point that has them, and the sums of accounts and sets."""
    found: dict[str, Expr] = {}
    for point in automaton.points:
        if isinstance(point, AutomaticPoint) and point.rank is not None and point.rank not in found.values():
            found[point.label] = point.rank
    for slot in automaton.slots:
        if slot.role == "account" or slot.is_set:
            found[slot.name] = _sum(slot)
    return found


def _sum(slot: Slot) -> Expr:
    keys = tuple(Var(f"key{i}", Member(kind)) for i, kind in enumerate(slot.keys))
    total: Expr = Read(slot.name, keys, slot.type)  # a flag counts as 1
    for var, kind in reversed([(k.name, kind) for k, kind in zip(keys, slot.keys, strict=True)]):
        total = Total(var, kind, YES, total, Number(0, 0))
    return total


def _edges(meaning: Meaning, flow: Flow) -> list[Edge]:
    alone = {label for label, reached in flow.reached.items() if _goes_on_alone(reached.point)}
    found = []
    for label in sorted(alone):
        reached = flow.reached[label]
        for walked in reached.units:
            nothing_else = _nothing_else(meaning, reached.point, walked.unit)
            if nothing_else is not meaning.terms.false:
                found += [
                    Edge(label, path.target, walked.unit, path, (*path.assumed, nothing_else))
                    for path in walked.paths
                    if path.target in alone
                ]
    return found


def _nothing_else(meaning: Meaning, point: Point, unit: Unit) -> Term:
    """That no other option is legal: only then is this one taken without asking."""
    if not isinstance(point, DecisionPoint):
        return meaning.terms.true
    here = Here(unit.before, Known(), meaning.terms.true)
    others = [possible(meaning, option, here) for option in point.options if option is not unit.option]
    return meaning.terms.negate(meaning.terms.any(others))


def _goes_on_alone(point: Point) -> bool:
    """A decision that is skipped where there is one move is partly automatic."""
    return isinstance(point, AutomaticPoint) or (isinstance(point, DecisionPoint) and point.several)


def _components(edges: list[Edge]) -> list[list[Edge]]:
    """The edges that lie on cycles, grouped by what can come back to what."""
    after: dict[str, set[str]] = {}
    for edge in edges:
        after.setdefault(edge.source, set()).add(edge.target)
    reach: dict[str, set[str]] = {}
    for start in after:
        found, todo = set[str](), [start]
        while todo:
            for label in after.get(todo.pop(), ()):
                if label not in found:
                    found.add(label)
                    todo.append(label)
        reach[start] = found
    groups: dict[frozenset[str], list[Edge]] = {}
    for edge in sorted(edges, key=lambda e: (e.source, e.unit.name, e.path.number)):
        if edge.source in reach.get(edge.target, ()):
            cycle = frozenset(x for x in reach[edge.source] if edge.source in reach.get(x, ()))
            groups.setdefault(cycle, []).append(edge)
    return list(groups.values())


def _prove(meaning: Meaning, edges: list[Edge], ranks: Mapping[str, Expr], ask: Ask) -> Iterator[Claim]:
    for name, rank in ranks.items():
        keeps = [_compare(meaning, edge, rank, strict=False) for edge in edges]
        falls = [_compare(meaning, edge, rank, strict=True) for edge in edges]
        if not all(ask(edge, goal) for edge, goal in zip(edges, keeps, strict=True)):
            continue
        fallen = [ask(edge, goal) for edge, goal in zip(edges, falls, strict=True)]
        if not any(fallen):
            continue
        for edge, goal, weak, strict in zip(edges, falls, keeps, fallen, strict=True):
            yield Claim(edge, name, strict, goal if strict else weak)
        rest = [edge for edge, strict in zip(edges, fallen, strict=True) if not strict]
        others = {n: r for n, r in ranks.items() if n != name}
        for component in _components(rest):
            yield from _prove(meaning, component, others, ask)
        return
    for edge in edges:
        yield Claim(edge, None, True, meaning.terms.false)


def _compare(meaning: Meaning, edge: Edge, rank: Expr, *, strict: bool) -> Term:
    terms = meaning.terms
    before = Here(edge.unit.before, Known(), terms.true)
    after = Here(edge.path.after, edge.path.known, terms.true)
    old, new = (terms.as_number(meaning.term(rank, {}, here, [])) for here in (before, after))
    if not strict:
        return terms.le(new, old)
    return terms.both(terms.lt(new, old), terms.le(terms.number(0), old))
