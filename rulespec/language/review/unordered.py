"""Simultaneous loops whose outcome depends on who comes first: an order that nobody declared.

`each player` without `in turn from` happens to all at once. So what is done for one may not be overwritten for the
next, and may not change what the next one is asked about.
"""

from collections.abc import Iterator, Sequence

from rulespec.diagnostics import Diagnostic
from rulespec.rules.expressions import Expr, Var
from rulespec.rules.game import Game
from rulespec.rules.statements import Assign, Call, Cell, ForEach, If, Let, Step, Stmt, Transfer
from rulespec.rules.walk import statements, within

HELP = "say who comes first: `each player, in turn from the governor`; or make the loop independent of its order"


def unordered(game: Game) -> Iterator[Diagnostic]:
    for rule in game.rules.values():
        for statement in statements(rule.body):
            if isinstance(statement, ForEach) and statement.simultaneous and statement.kind.size > 1:
                trouble = _trouble(game, statement)
                if trouble is not None:
                    yield Diagnostic("R0413", trouble, statement.about.span, help=HELP, severity="warning")


def _trouble(game: Game, loop: ForEach) -> str | None:
    own = {loop.var}
    inside = list(_body(loop.body))
    if any(isinstance(s, Call) for s in inside):
        return None  # what another rule does is its own affair
    for statement in inside:
        if (isinstance(statement, Let) and _speaks_of(statement.value, own)) or isinstance(statement, ForEach):
            own.add(statement.var)
    overwritten = _overwritten(inside, own)
    if overwritten is not None:
        return f"for each {loop.kind.name} in turn `{overwritten}` is set anew: only the last one counts"
    for statement in inside:
        if isinstance(statement, Transfer) and statement.mode != "exact" and not _is_own(statement.source, own):
            taken = statement.source.family
            return f"each {loop.kind.name} takes from `{taken}` what there is: who comes first gets it"
    return None


def _body(body: Sequence[Stmt]) -> Iterator[Stmt]:
    for statement in body:
        yield statement
        match statement:
            case If(then=then, otherwise=otherwise):
                yield from _body((*then, *otherwise))
            case ForEach(body=inner) | Step(body=inner):
                yield from _body(inner)


def _speaks_of(expression: Expr, names: set[str]) -> bool:
    return any(isinstance(e, Var) and e.name in names for e in within(expression))


def _is_own(cell: Cell, own: set[str]) -> bool:
    return any(_speaks_of(key, own) for key in cell.keys)


def _overwritten(inside: Sequence[Stmt], own: set[str]) -> str | None:
    """A common cell that becomes a value of each one's own."""
    for statement in inside:
        match statement:
            case Assign(cell=cell, value=value, verb="becomes") if not _is_own(cell, own) and _speaks_of(value, own):
                return cell.family
    return None
