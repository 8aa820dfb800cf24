"""Repeats of which nothing says why they end.

A repeat in which somebody decides ends when the players end it. One that goes on by itself names a rank that falls
(the verifier proves that it does), or changes step by step what its `until` looks at.
"""

from collections.abc import Iterator, Sequence

from rulespec.diagnostics import Diagnostic
from rulespec.rules.expressions import Apply, Expr, Read
from rulespec.rules.game import Game
from rulespec.rules.statements import (
    Assign,
    AssignAll,
    Call,
    Decide,
    Draw,
    EndGame,
    MoveCard,
    Repeat,
    Stmt,
    Transfer,
)
from rulespec.rules.walk import definition_expressions, statements, within

STEPWISE = ("rises", "falls", "leaves", "joins")


def endless(game: Game) -> Iterator[Diagnostic]:
    for rule in game.rules.values():
        for statement in statements(rule.body):
            if isinstance(statement, Repeat) and statement.rank is None and not _ends(game, statement):
                yield Diagnostic(
                    "R0412",
                    "nothing says why this repeat comes to an end",
                    statement.about.span,
                    help="name in its margin what falls with each pass: [falling count of the targets]",
                    severity="warning",
                )


def _ends(game: Game, repeat: Repeat) -> bool:
    asked = families(game, repeat.until)
    for statement in reached(game, repeat.body):
        match statement:
            case Decide() | Draw() | EndGame() | MoveCard():
                return True
            case Assign(cell=cell, verb=verb) if verb in STEPWISE and cell.family in asked:
                return True
            case Transfer(source=source, target=target) if {source.family, target.family} & asked:
                return True
            case AssignAll(family=family) if family in asked:
                return True
    return False


def reached(game: Game, body: Sequence[Stmt]) -> Iterator[Stmt]:
    """The statements of a body and of the rules it performs."""
    todo, seen = [body], set[str]()
    while todo:
        for statement in statements(todo.pop()):
            yield statement
            if isinstance(statement, Call) and statement.rule in game.rules and statement.rule not in seen:
                seen.add(statement.rule)
                todo.append(game.rules[statement.rule].body)


def families(game: Game, expression: Expr) -> set[str]:
    """The families that an expression reads, those of the values it asks for too."""
    found, todo, seen = set[str](), [expression], set[str]()
    while todo:
        for part in within(todo.pop()):
            if isinstance(part, Read):
                found.add(part.family)
            elif isinstance(part, Apply) and part.definition not in seen:
                seen.add(part.definition)
                todo.extend(definition_expressions(game.definitions[part.definition]))
    return found
