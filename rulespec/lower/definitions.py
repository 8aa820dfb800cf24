"""Definitions to functions: the first arm that applies, then the contributions in their order.

Reads `rules.game.Definition`; returns `automaton.nodes.Function`. A value occurs once in what changes it, so a function
is as long as its definition.
"""

from rulespec.automaton.nodes import Function
from rulespec.diagnostics import InternalError
from rulespec.lower.build import is_yes, number
from rulespec.lower.expressions import Translator
from rulespec.lower.names import Names
from rulespec.rules.expressions import Const, Expr, Op
from rulespec.rules.game import Contribution, Definition
from rulespec.rules.types import Number, Type

NO_FLOOR = -1_000_000_000
"""Below every number of a game: the floor of a contribution that does not apply."""


def function_of(definition: Definition, translator: Translator) -> Function:
    names = Names()
    known: dict[str, Expr] = {name: names.fresh(name, type_) for name, type_ in definition.parameters}

    def go(expr: Expr) -> Expr:
        return translator.translate(expr, known, names)

    *others, last = definition.arms
    body = go(last.value)  # checked: one of the arms applies
    for arm in reversed(others):
        condition = go(arm.condition)
        body = go(arm.value) if is_yes(condition) else Op("if", (condition, go(arm.value), body), definition.type)
    for contribution in definition.contributions:
        condition, amount = go(contribution.condition), go(contribution.amount)
        body = changed(body, contribution, condition, amount, definition.type)
    return Function(definition.name, definition.parameters, body, definition.type, definition.name, definition.about)


def changed(value: Expr, contribution: Contribution, condition: Expr, amount: Expr, type_: Type) -> Expr:
    """The value after one contribution."""
    always = is_yes(condition)
    match contribution.verb:
        case "set":
            return amount if always else Op("if", (condition, amount, value), type_)
        case "add":
            part = amount if always else Op("if", (condition, amount, Const(0, amount.type)), amount.type)
            total = Op("+", (value, part), type_)
            if contribution.floor is None:
                return total
            floor: Expr = number(contribution.floor)
            if not always:
                floor = Op("if", (condition, floor, number(NO_FLOOR)), Number(NO_FLOOR, contribution.floor))
            return Op("max", (total, floor), type_)
    raise InternalError(f"no contribution {contribution.verb!r}; please report this")
