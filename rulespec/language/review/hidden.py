"""Conditions of a choice that depend on what the chooser cannot see: which moves are legal would tell it.

Counting the cards of a place tells no card, so `holds a card` and `count of` are looked through.
"""

from collections.abc import Iterator, Mapping

from rulespec.diagnostics import Diagnostic, Note
from rulespec.rules.expressions import Apply, Const, Expr, Op, PlaceAt, Quantified, Read, Total, Var
from rulespec.rules.game import Game, Place, Visibility
from rulespec.rules.statements import Decide, Option
from rulespec.rules.types import Flag
from rulespec.rules.walk import clause_expressions, definition_expressions, parts, statements


def hidden(game: Game) -> Iterator[Diagnostic]:
    places = game.places
    for rule in game.rules.values():
        for decision in statements(rule.body):
            if not isinstance(decision, Decide):
                continue
            for option in decision.options:
                yield from _of_option(game, decision, option, places)


def _of_option(game: Game, decision: Decide, option: Option, places: Mapping[str, Place]) -> Iterator[Diagnostic]:
    named = {definition.var: definition.value for definition in option.definitions}
    for clause in option.clauses:
        for expression in clause_expressions(clause):
            name = next(_unseen(game, expression, decision.owner, named), None)
            if name is None:
                continue
            where = (Note(places[name].about.span, "who sees it"),) if name in places else ()
            yield Diagnostic(
                "R0414",
                f"`{clause.label}` depends on `{name}`, which the player who chooses cannot see",
                clause.about.span,
                where,
                "ask for something this player knows, or test it after the choice",
                "warning",
            )
            break


def _unseen(game: Game, expression: Expr, owner: Expr, names: Mapping[str, Expr]) -> Iterator[str]:
    """What the expression reads that its owner does not see."""
    match expression:
        case Var(name=name) if name in names:
            yield from _unseen(game, names[name], owner, {n: e for n, e in names.items() if n != name})
            return
        case Total(condition=condition, body=Const()) | Quantified(condition=condition, every=False) if _counts(
            condition, expression
        ):
            return
        case PlaceAt(place=place, keys=keys):
            declared = game.places[place]
            if not _sees(declared.visibility, tuple(_known(k, names) for k in keys), owner):
                yield place
        case Read(family=family, keys=keys) if game.families[family].role == "place":
            visibility = game.families[family].visibility
            if visibility.who != "count" and not _sees(visibility, tuple(_known(k, names) for k in keys), owner):
                yield family
        case Apply(definition=definition, arguments=arguments):
            inside = game.definitions[definition]
            given = [_known(a, names) for a in arguments]
            bound = dict(zip((n for n, _ in inside.parameters), given, strict=False))
            for part in definition_expressions(inside):
                yield from _unseen(game, part, owner, bound)
    for part in parts(expression):
        yield from _unseen(game, part, owner, names)


def _known(expression: Expr, names: Mapping[str, Expr]) -> Expr:
    return names.get(expression.name, expression) if isinstance(expression, Var) else expression


def _counts(condition: Expr, expression: Expr) -> bool:
    """Is it only asked how many cards lie in a place, or whether any does?"""
    if isinstance(expression, Quantified) and expression.body != Const(1, Flag()):
        condition, other = expression.body, condition
        if other != Const(1, Flag()):
            return False
    match condition:
        case Op(name="=", arguments=(Read(), PlaceAt()) | (PlaceAt(), Read())):
            return True
    return False


def _sees(visibility: Visibility, keys: tuple[Expr, ...], owner: Expr) -> bool:
    match visibility.who:
        case "all":
            return True
        case "owner":
            return visibility.key < len(keys) and keys[visibility.key] == owner
        case _:
            return False
