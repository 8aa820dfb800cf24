"""The order of a reference: rules as they come up in play, and where each thing is used.

Reads a typed game; returns names in playing order, callers, and what refers to a ruling or a source.
"""

from collections.abc import Iterator, Sequence

from rulespec.rules.expressions import Expr, RulingIs
from rulespec.rules.game import Game, Rule
from rulespec.rules.statements import About, Call, Decide, Earn, Stmt
from rulespec.rules.walk import (
    clause_expressions,
    definition_expressions,
    own_expressions,
    statements,
    within,
)


def playing_order(game: Game) -> tuple[Rule, ...]:
    """The starting rule, then each rule where it is first called; what is called from nowhere comes last."""
    found: dict[str, Rule] = {}

    def visit(name: str) -> None:
        if name in found:
            return
        found[name] = game.rules[name]
        for called in calls_of(game, game.rules[name].body):
            visit(called)

    visit(game.start_rule)
    for name in game.rules:
        visit(name)
    return tuple(found.values())


def calls_of(game: Game, body: Sequence[Stmt]) -> Iterator[str]:
    """The rules that a body calls or sets off by earning, in text order."""
    for statement in statements(body):
        match statement:
            case Call(rule=rule):
                yield rule
            case Earn(account=account):
                yield game.accounts[account].settled_by
            case _:
                pass


def callers(game: Game, name: str) -> tuple[Rule, ...]:
    """The rules that use a rule."""
    return tuple(rule for rule in game.rules.values() if name in calls_of(game, rule.body))


def decisions(rule: Rule) -> tuple[Decide, ...]:
    """The decisions of a rule, those inside options too."""
    return tuple(s for s in statements(rule.body) if isinstance(s, Decide))


def abouts(game: Game) -> Iterator[tuple[str, str, About]]:
    """Everything that cites a source: the page it stands on, the anchor nearest to it, and what it says of itself."""
    for rule in playing_order(game):
        yield "rules.md", rule.name, rule.about
        for statement in statements(rule.body):
            if not isinstance(statement, Decide):
                yield "rules.md", rule.name, statement.about
                continue
            yield "rules.md", statement.code, statement.about
            for option in statement.options:
                yield "rules.md", option.about.code, option.about
                for clause in option.clauses:
                    yield "rules.md", clause.about.code, clause.about
                    yield from (("rules.md", clause.about.code, about) for _, about in clause.lifts)
    for definition in game.definitions.values():
        page = page_of(game, definition.name)
        yield page, definition.name, definition.about
        yield from ((page, definition.name, arm.about) for arm in definition.arms)
        yield from ((page, definition.name, part.about) for part in definition.contributions)
    yield from (("rules.md", ending.name, ending.about) for ending in game.endings.values())
    yield from (("rules.md", score.definition, score.about) for score in game.scores)
    yield from (("values.md", invariant.name, invariant.about) for invariant in game.invariants)
    yield from (("rulings.md", ruling.id, ruling.about) for ruling in game.rulings.values())
    yield from (("components.md", f"pieces.{piece.name}", piece.about) for piece in game.pieces.values())
    yield from (("components.md", f"cards.{cards.name}", cards.about) for cards in game.cards.values())
    yield from (("components.md", f"place.{place.name}", place.about) for place in game.places.values())
    yield from (("components.md", f"table.{table.name}", table.about) for table in game.tables.values())
    yield from (("components.md", f"marker.{account.family}", account.about) for account in game.accounts.values())
    for family in game.families.values():
        if family.role == "marker" and family.known_of is None:
            yield "components.md", f"marker.{family.name}", family.about


def page_of(game: Game, definition: str) -> str:
    """Where a value is explained: what is scored stands with the end of the game."""
    return "rules.md" if any(score.definition == definition for score in game.scores) else "values.md"


def rulings_read_by(game: Game) -> dict[str, tuple[tuple[str, str], ...]]:
    """For each ruling the (page, code) of every clause, option, rule and value whose text depends on it."""
    found: dict[str, dict[tuple[str, str], None]] = {name: {} for name in game.rulings}

    def note(page: str, code: str, expressions: Sequence[Expr]) -> None:
        for expression in expressions:
            for part in within(expression):
                if isinstance(part, RulingIs) and part.ruling in found and code:
                    found[part.ruling][(page, code)] = None

    for rule in playing_order(game):
        for statement in statements(rule.body):
            if isinstance(statement, Decide):
                for option in statement.options:
                    note("rules.md", option.about.code, () if option.active is None else (option.active,))
                    for clause in option.clauses:
                        note("rules.md", clause.about.code, clause_expressions(clause))
            else:
                note("rules.md", rule.name, own_expressions(statement))
    for definition in game.definitions.values():
        note(page_of(game, definition.name), definition.name, definition_expressions(definition))
    return {name: tuple(places) for name, places in found.items()}
