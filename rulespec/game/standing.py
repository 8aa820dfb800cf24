"""Where a state stands, in the words of the typed rules: cells by family, and the names that the pending decision
may use.

Reads a game and flat values; returns what explanations need. The lowering has put a decision's names into slots,
into other names or into constants; they are found again by holding its conditions, as written, against those of the
automaton.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from rulespec.automaton import walk
from rulespec.automaton.nodes import DecisionPoint
from rulespec.automaton.run import State as Flat
from rulespec.game.sealed import everything
from rulespec.interp.store import Value
from rulespec.rules.expressions import Expr, FirstOf, Quantified, SetBy, Total, Var
from rulespec.rules.statements import Decide, Draw, Option

_BLANK = re.compile(r"\{(\w+)\}")

if TYPE_CHECKING:
    from rulespec.game.facade import Game


@attrs.frozen
class Standing:
    """The pending decision (None at the end), its owner (a member of the player kind), cells and names."""

    pending: Decide | Draw | None
    owner: int | None
    cells: dict[str, tuple[int, ...]]
    variables: dict[str, Value]


def standing(game: "Game", values: Flat, hidden: frozenset[str] = frozenset()) -> Standing:
    """What the typed rules would say of these values; names that come from `hidden` slots are left out."""
    cells = {
        c.name: tuple(values[c.offset : c.offset + c.size]) for c in game.sheet.cells if c.name in game.typed.families
    }
    point = game.narrator.point(values)
    if point is None:
        return Standing(None, None, cells, {})
    pending = decisions(game)[point.label]
    if isinstance(pending, Draw) or not isinstance(point, DecisionPoint):
        return Standing(pending, None, cells, {})
    owner = game.narrator.number(point.owner, {}, values)
    found: dict[str, Expr] = {}
    align(pending.owner, point.owner, found)
    for option in pending.options:
        lowered = next((o for o in point.options if o.name == option.name), None)
        if lowered is None:
            continue
        inside = dict(found)
        for let, bind in zip(option.definitions, lowered.definitions, strict=False):
            align(let.value, bind.value, inside)
        for clause, code in zip(option.clauses, lowered.clauses, strict=False):
            align(clause.condition, code.condition, inside)
        own = {*(p.name for p in option.parameters), *(d.var for d in option.definitions)}
        found |= {name: expr for name, expr in inside.items() if name not in own}
    told = {
        name: expr
        for name, expr in found.items()
        if not walk.free_vars(expr) and not walk.reads(expr, game.narrator.reads) & hidden
    }
    variables = {name: game.narrator.value(expr, {}, values) for name, expr in told.items()}
    for name in (needed(pending) | _titled(pending)) - variables.keys():
        slot = next((c for c in game.sheet.cells if c.frame == point.rule and c.short == name), None)
        if slot is None or slot.name in hidden or name in found:
            continue
        if not slot.keys:
            variables[name] = values[slot.offset]
        elif slot.is_set and len(slot.keys) == 1:  # a set that a rule is given lies in one flag for each member
            flags = values[slot.offset : slot.offset + slot.size]
            variables[name] = sum(1 << i for i, flag in enumerate(flags) if flag)
    return Standing(pending, owner, cells, variables)


def decisions(game: "Game") -> dict[str, Decide | Draw]:
    """Every decision and draw of the typed rules by its code."""
    stmts = (stmt for rule in game.typed.rules.values() for stmt in everything(rule.body))
    return {stmt.code: stmt for stmt in stmts if isinstance(stmt, Decide | Draw)}


def align(written: Expr, lowered: Expr, found: dict[str, Expr], bound: frozenset[str] = frozenset()) -> None:
    """What the free names of an expression as written have become."""
    if isinstance(written, Var):
        if written.name not in bound:
            found.setdefault(written.name, lowered)
        return
    if type(written) is not type(lowered):
        return
    if isinstance(written, SetBy | Total | Quantified | FirstOf):
        bound = bound | {written.var}
    ours, theirs = walk.children(written), walk.children(lowered)
    if len(ours) == len(theirs) and getattr(written, "name", "") == getattr(lowered, "name", ""):
        for a, b in zip(ours, theirs, strict=True):
            align(a, b, found, bound)


def _titled(decision: Decide) -> frozenset[str]:
    """The names that titles of options have blanks for."""
    return frozenset(name for option in decision.options for name in _BLANK.findall(option.about.title))


def needed(decision: Decide) -> frozenset[str]:
    """The names that a decision takes from outside."""
    names = walk.free_vars(decision.owner)
    for option in decision.options:
        own = {*(p.name for p in option.parameters), *(d.var for d in option.definitions)}
        for expr in _exprs(option):
            names |= walk.free_vars(expr) - own
    return names


def _exprs(option: Option) -> Iterator[Expr]:
    yield from (d.value for d in option.definitions)
    for clause in option.clauses:
        yield clause.condition
        yield from (lift for lift, _ in clause.lifts)
    if option.active is not None:
        yield option.active


def unknown(standing_: Standing) -> Sequence[str]:
    """Names that a decision needs and that could not be found again; a test says that there are none."""
    pending = standing_.pending
    return sorted(needed(pending) - standing_.variables.keys()) if isinstance(pending, Decide) else []
