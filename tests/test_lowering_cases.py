"""Small games on which the lowering once went wrong, found by the fuzzer and made small by hand."""

import pytest

from rulespec.rules.expressions import YES, CanChoose, Expr, Var
from rulespec.rules.statements import Decide, ForEach
from rulespec.rules.types import Member, Number
from tests.differential import compare
from tests.engines import walked
from tests.handmade import decide, eq, member, number, option, rule
from tests.test_interp import ANN, COLOUR, WARM, X, ask, game_of, plus, set_x, write


def menu(low: int) -> Decide:
    k = Var("k", Number(low, 1))
    return decide("menu", ANN, option("menu", "pick", [], parameters=[("k", k.type)], only_if={"is_x": eq(k, X)}))


def test_a_possibility_with_a_negative_parameter() -> None:
    """Seeds 0, 10, 11: `can choose` searches the parameter with FirstOf, whose members are not negative."""
    asked = CanChoose("menu", "pick", ())
    compare(game_of([ask(effect=[set_x(asked)]), ask("other")], rule("menu", [menu(-1)])), 0, make=walked)


@pytest.mark.parametrize("start", COLOUR.members)
@pytest.mark.parametrize("until", [None, eq(X, number(3))])
def test_a_round_that_begins_at_a_member_of_a_wider_kind(start: str, until: Expr | None) -> None:
    """Seeds 223, 284: the cursor of the round has the narrower kind."""
    w = Var("w", Member(WARM))
    body = (ask(effect=[write(plus(w)), set_x(plus(X))]),)
    game = game_of([set_x(number(0)), ForEach("w", WARM, member(COLOUR, start), YES, body, until)])
    compare(game, 0, make=walked)
