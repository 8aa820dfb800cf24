"""The settlement of an account as a rule of its own: one by one, until nobody has anything on it.

    HEAD: key := the first from start with something on it; if none: leave; account[key] -= 1; settling rule; to HEAD

Reads an `Account`; writes a `Sketch`.
"""

from rulespec.automaton.nodes import Bind, Block, Branch, Goto, Target, Write
from rulespec.lower.build import equal, less, none_of, number
from rulespec.lower.classify import Flow
from rulespec.lower.loops import place_head
from rulespec.lower.names import Scope
from rulespec.lower.sketch import goto
from rulespec.lower.statements import Body, before, settlement
from rulespec.rules.expressions import YES, Expr, FirstOf, Op, Read, Total, Var
from rulespec.rules.game import Account
from rulespec.rules.types import Member, Number


def lower_settlement(body: Body, account: Account) -> Block:
    """The block that the settlement is entered by."""
    game, names = body.game, body.sketch.names
    family = game.families[account.family]
    (kind,) = family.keys
    key = names.fresh(kind.name, Member(kind, optional=True))
    payee = Var(key.name, Member(kind))
    each = names.fresh(f"next_{kind.name}", Member(kind))
    scope = Scope(settlement(account.name), {key.name: payee})

    def held(by: Var) -> Expr:
        return Read(family.name, (by,), family.type)

    start = None if account.start is None else body.expr(account.start, scope)
    first = FirstOf(each.name, kind, start, less(number(0), held(each)), Member(kind, optional=True))
    paid = Op("-", (held(payee), number(1)), family.type)
    head = body.labels.fresh(f"{body.sketch.rule}.head")
    rule = account.settled_by
    if body.rules.flow_of(rule) is Flow.STOPS:
        perform = body.call(rule, (payee,), scope, body.joint("back", goto(head)))
    else:
        binds, inside = body.inlined(rule, (payee,), scope)
        forget = body.forget(rule)
        after = body.joint("forget", Block(forget, Goto(head))) if forget else head
        perform = before(binds, body.seq(game.rules[rule].body, inside, after))
    perform = before((Write(Target(family.name, (payee,)), paid, "settle"),), perform)
    none_left = Branch(equal(key, none_of(kind)), goto(body.sketch.leave), perform)
    place_head(body, head, scope, Block((Bind(key.name, first),), none_left))
    body.sketch.heads[head] = Total(each.name, kind, YES, held(each), Number(0, _most(family.type) * kind.size))
    return goto(head)


def _most(type_: object) -> int:
    return type_.high if isinstance(type_, Number) else 1
