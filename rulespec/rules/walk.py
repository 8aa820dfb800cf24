"""Walks over the typed rules: the parts of an expression, the statements of a body.

Reads expressions and statements; returns iterators in text order. Nothing is followed through names: who wants the
expressions behind `Apply` or `Call` looks them up in the game.
"""

from collections.abc import Iterator, Sequence
from typing import assert_never

from rulespec.rules.expressions import (
    Apply,
    CanChoose,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    IsKind,
    Lookup,
    Op,
    PlaceAt,
    Quantified,
    Read,
    RulingIs,
    SetBy,
    Total,
    Var,
)
from rulespec.rules.game import Definition
from rulespec.rules.statements import (
    Announce,
    Assign,
    AssignAll,
    Call,
    Clause,
    Decide,
    Draw,
    Earn,
    EndGame,
    ForEach,
    If,
    Let,
    MoveCard,
    Option,
    Repeat,
    Show,
    Step,
    Stmt,
    Transfer,
)


def parts(expression: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside."""
    match expression:
        case Const() | Var() | RulingIs():
            return ()
        case Read(keys=keys) | Lookup(keys=keys) | PlaceAt(keys=keys):
            return keys
        case Apply(arguments=arguments) | Op(arguments=arguments):
            return arguments
        case IsKind(value=value):
            return (value,)
        case Contains(set=set_, element=element):
            return (set_, element)
        case Entry(map=map_, key=key):
            return (map_, key)
        case SetBy(condition=condition):
            return (condition,)
        case Total(condition=condition, body=body) | Quantified(condition=condition, body=body):
            return (condition, body)
        case FirstOf(start=start, condition=condition):
            return (condition,) if start is None else (start, condition)
        case CanChoose(bindings=bindings, fixed=fixed):
            return tuple(e for _, e in (*bindings, *fixed))
        case _:
            assert_never(expression)


def within(expression: Expr) -> Iterator[Expr]:
    """The expression and everything inside it."""
    yield expression
    for part in parts(expression):
        yield from within(part)


def blocks(statement: Stmt) -> tuple[tuple[Stmt, ...], ...]:
    """The blocks directly inside a statement, the effects of options too."""
    match statement:
        case If(then=then, otherwise=otherwise):
            return then, otherwise
        case ForEach(body=body) | Repeat(body=body) | Step(body=body):
            return (body,)
        case Announce(reactions=reactions):
            return (reactions,)
        case Decide(options=options):
            return tuple(option.effect for option in options)
        case Let() | Assign() | AssignAll() | Transfer() | MoveCard() | Draw() | Call() | Earn() | Show() | EndGame():
            return ()
        case _:
            assert_never(statement)


def statements(body: Sequence[Stmt]) -> Iterator[Stmt]:
    """All statements of a body and of the blocks inside it, in text order."""
    for statement in body:
        yield statement
        for block in blocks(statement):
            yield from statements(block)


def own_expressions(statement: Stmt) -> tuple[Expr, ...]:
    """The expressions of a statement itself, those of its options too, but not those of the blocks inside it."""
    match statement:
        case Let(value=value):
            return (value,)
        case Assign(cell=cell, value=value, amount=amount):
            return (*cell.keys, value, *(() if amount is None else (amount,)))
        case AssignAll(fixed_keys=keys, condition=condition, value=value):
            return (*keys, condition, value)
        case Transfer(amount=amount, source=source, target=target):
            return (amount, *source.keys, *target.keys)
        case MoveCard(card=card, place=place):
            return (card, place)
        case If(condition=condition):
            return (condition,)
        case ForEach(start=start, condition=condition, until=until, rank=rank):
            return tuple(e for e in (start, condition, until, rank) if e is not None)
        case Repeat(until=until, rank=rank):
            return (until,) if rank is None else (until, rank)
        case Decide(owner=owner, options=options):
            return (owner, *(e for option in options for e in option_expressions(option)))
        case Draw(weight=weight, seen_by=seen_by):
            return (weight,) if isinstance(seen_by, str) else (weight, seen_by)
        case Call(arguments=arguments):
            return arguments
        case Earn(key=key, amount=amount):
            return (key, amount)
        case Announce(by=by):
            return (by,)
        case Show(card=card, to=to):
            return (card,) if isinstance(to, str) else (card, to)
        case EndGame() | Step():
            return ()
        case _:
            assert_never(statement)


def clause_expressions(clause: Clause) -> tuple[Expr, ...]:
    return (clause.condition, *(lift for lift, _ in clause.lifts))


def option_expressions(option: Option) -> tuple[Expr, ...]:
    """What an option says before its effect."""
    named = tuple(definition.value for definition in option.definitions)
    clauses = tuple(e for clause in option.clauses for e in clause_expressions(clause))
    return (*(() if option.active is None else (option.active,)), *named, *clauses)


def definition_expressions(definition: Definition) -> tuple[Expr, ...]:
    arms = tuple(e for arm in definition.arms for e in (arm.condition, arm.value))
    return (*arms, *(e for part in definition.contributions for e in (part.condition, part.amount)))
