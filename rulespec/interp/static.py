"""What can be read off the rules before they run: every decision by its code, and what a body earns.

Reads the typed rules' statements.
"""

from collections.abc import Iterator, Sequence

from rulespec.rules.game import Game
from rulespec.rules.statements import (
    Announce,
    Assign,
    AssignAll,
    Call,
    Decide,
    Draw,
    Earn,
    EndGame,
    ForEach,
    If,
    Let,
    MoveCard,
    Repeat,
    Show,
    Step,
    Stmt,
    Transfer,
)


def decisions_of(game: Game) -> dict[str, Decide]:
    """Every decision by its code, those inside options too."""
    return {decision.code: decision for rule in game.rules.values() for decision in _decisions(rule.body)}


def _decisions(body: Sequence[Stmt]) -> Iterator[Decide]:
    for statement in _within(body):
        if isinstance(statement, Decide):
            yield statement
            for option in statement.options:
                yield from _decisions(option.effect)


def accounts_earned(game: Game, body: Sequence[Stmt]) -> tuple[str, ...]:
    """The accounts that this body itself earns into, in declared order. An option's effect is a body of its own."""
    earned = {statement.account for statement in _within(body) if isinstance(statement, Earn)}
    return tuple(name for name in game.accounts if name in earned)


def _within(body: Sequence[Stmt]) -> Iterator[Stmt]:
    """All statements of a body, in blocks inside it too, but not in the effects of its options."""
    for statement in body:
        yield statement
        for block in _blocks(statement):
            yield from _within(block)


def _blocks(statement: Stmt) -> tuple[tuple[Stmt, ...], ...]:
    match statement:
        case If(then=then, otherwise=otherwise):
            return then, otherwise
        case ForEach(body=body) | Repeat(body=body) | Step(body=body):
            return (body,)
        case Announce(reactions=reactions):
            return (reactions,)
        case Let() | Assign() | AssignAll() | Transfer() | MoveCard() | Call() | Earn() | Show() | EndGame():
            return ()
        case Draw() | Decide():
            return ()
