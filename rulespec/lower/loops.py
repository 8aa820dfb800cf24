"""Loops with control inside: a cursor and a head.

    each x        x := the first that qualifies;  HEAD: if x is none: on; body;  x := the next that qualifies; to HEAD
    again until   x := start;  HEAD: if until: on; x := the first from x that qualifies; body; x := the next; to HEAD
    repeat until  HEAD: if until: on; body; to HEAD

A member qualifies if its condition holds when its turn comes: nothing changes between the end of one visit and the
beginning of the next, so both are one step.
"""

from typing import TYPE_CHECKING

from rulespec.automaton.nodes import Bind, Block, Branch, Effect, Goto, Joint, Target, Write
from rulespec.lower.build import (
    all_of,
    any_of,
    equal,
    is_yes,
    less,
    member_of,
    negation,
    none_of,
    number,
)
from rulespec.lower.names import Held, Scope
from rulespec.lower.sketch import goto
from rulespec.rules.expressions import YES, Const, Expr, FirstOf, Op, Read, Total, Var
from rulespec.rules.statements import ForEach, Repeat
from rulespec.rules.types import Flag, Kind, Member, Number

if TYPE_CHECKING:
    from rulespec.lower.statements import Body


def lower_repeat(body: "Body", stmt: Repeat, scope: Scope, after: str) -> Block:
    head = body.labels.fresh(f"{body.sketch.rule}.repeat")
    until = body.expr(stmt.until, scope)
    inside = scope.holding(Held("repeat", negation(until), body.rules.written(scope.rule, stmt.body)))
    place_head(body, head, scope, Block((), Branch(until, goto(after), body.seq(stmt.body, inside, head))))
    body.sketch.heads[head] = None if stmt.rank is None else body.expr(stmt.rank, scope)
    return goto(head)


def lower_for_each(body: "Body", stmt: ForEach, scope: Scope, after: str) -> Block:
    if not stmt.kind.values:
        return goto(after)
    return visit_once(body, stmt, scope, after) if stmt.until is None else go_round(body, stmt, scope, after)


def visit_once(body: "Body", stmt: ForEach, scope: Scope, after: str) -> Block:
    """Each member at most once, in order or cyclically from a start that is fixed when the loop begins."""
    kind = stmt.kind
    effects: list[Effect] = []
    start: Expr | None = None
    if stmt.start is not None:
        start = body.expr(stmt.start, scope)
        if not isinstance(stmt.start, Var | Const):
            first = body.sketch.names.fresh(f"{stmt.var}_start", start.type)
            effects.append(Bind(first.name, start))
            start = first
    cursor = body.cursor(stmt.var, Member(kind, optional=True))
    x = Read(cursor, (), Member(kind, optional=True))
    visited = Read(cursor, (), Member(kind))
    y = body.sketch.names.fresh(f"next_{stmt.var}", Member(kind))
    wanted = body.expr(stmt.condition, scope.knowing(**{stmt.var: y}))
    later = after_cursor(visited, y, start)
    effects.append(put(cursor, first_of(y, kind, start, wanted)))

    head = body.labels.fresh(f"{body.sketch.rule}.each_{stmt.var}")
    onward = body.joint(
        f"next_{stmt.var}",
        Block((put(cursor, first_of(y, kind, None if start is None else visited, all_of(later, wanted))),), Goto(head)),
    )
    spoiled = body.rules.written(scope.rule, stmt.body)
    inside = scope.knowing(**{stmt.var: visited}).holding(Held(stmt.var, negation(equal(x, none_of(kind)))))
    inside = inside.holding(Held(stmt.var, body.expr(stmt.condition, inside), spoiled))
    visit = body.seq(stmt.body, inside, onward)
    place_head(body, head, scope, Block((), Branch(equal(x, none_of(kind)), goto(after), visit)))
    left = any_of(equal(y, x), all_of(negation(equal(x, none_of(kind))), later))
    remaining = Total(y.name, kind, left, number(1), Number(0, kind.size))
    body.sketch.heads[head] = remaining if stmt.rank is None else body.expr(stmt.rank, scope)
    return Block(tuple(effects), Goto(head))


def go_round(body: "Body", stmt: ForEach, scope: Scope, after: str) -> Block:
    """Round and round until the condition holds; the cursor is where to look for the next member."""
    kind = stmt.kind
    assert stmt.until is not None
    start = None if stmt.start is None else body.expr(stmt.start, scope)
    cursor = body.cursor(stmt.var, Member(kind))
    x = Read(cursor, (), Member(kind))
    y = body.sketch.names.fresh(f"next_{stmt.var}", Member(kind))
    wanted = body.expr(stmt.condition, scope.knowing(**{stmt.var: y}))
    until = body.expr(stmt.until, scope)

    head = body.labels.fresh(f"{body.sketch.rule}.round_{stmt.var}")
    step = (put(cursor, following(x, y, kind)),) if kind.size > 1 else ()
    onward = body.joint(f"next_{stmt.var}", Block(step, Goto(head)))
    spoiled = body.rules.written(scope.rule, stmt.body)
    inside = scope.knowing(**{stmt.var: x})
    inside = inside.holding(
        Held(stmt.var, negation(until), spoiled),
        Held(stmt.var, body.expr(stmt.condition, inside), spoiled),
    )
    visit = body.seq(stmt.body, inside, onward)
    if not is_yes(wanted):
        visit = Block((put(cursor, first_of(y, kind, x, wanted)), *visit.effects), visit.exit)
    place_head(body, head, scope, Block((), Branch(until, goto(after), visit)))
    body.sketch.heads[head] = None if stmt.rank is None else body.expr(stmt.rank, scope)
    return Block((put(cursor, first_of(y, kind, start, YES)),), Goto(head))


def place_head(body: "Body", head: str, scope: Scope, block: Block) -> None:
    body.sketch.scopes[head] = scope
    body.sketch.joints[head] = Joint(head, (), block, body.sketch.rule)


def put(cursor: str, value: Expr) -> Write:
    return Write(Target(cursor, ()), value, "cursor")


def first_of(y: Var, kind: Kind, start: Expr | None, condition: Expr) -> Expr:
    """The first member from `start` on for which the condition holds."""
    if is_yes(condition) and start is None:
        return member_of(kind, kind.values[0])
    if is_yes(condition) and start is not None and isinstance(start.type, Member) and start.type.kind.within(kind):
        if not start.type.optional:
            return start
    return FirstOf(y.name, kind, start, condition, Member(kind, optional=True))


def following(x: Expr, y: Var, kind: Kind) -> Expr:
    """The member after x, round and round."""
    if not kind.contiguous:
        return first_of(y, kind, x, negation(equal(y, x)))
    first, last = (member_of(kind, kind.values[i]) for i in (0, -1))
    return Op("if", (equal(x, last), first, Op("+", (x, number(1)), Member(kind))), Member(kind))


def after_cursor(x: Expr, y: Var, start: Expr | None) -> Expr:
    """Does y come after x, before the round that began at `start` closes?"""
    if start is None:
        return less(x, y)
    before_close, beyond = less(y, start), less(x, y)
    not_wrapped = Op("<=", (start, x), Flag())
    return Op("if", (not_wrapped, any_of(beyond, before_close), all_of(beyond, before_close)), Flag())
