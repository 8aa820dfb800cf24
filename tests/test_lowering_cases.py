"""Small games on which the lowering once went wrong, found by the fuzzer and made small by hand."""

import pytest

from rulespec.diagnostics import LoadError
from rulespec.lower import lower
from rulespec.rules.expressions import YES, CanChoose, Const, Expr, Var
from rulespec.rules.game import Account
from rulespec.rules.statements import Call, Decide, Earn, ForEach, If
from rulespec.rules.types import Member, Number
from tests.differential import compare
from tests.engines import walked
from tests.handmade import decide, eq, family, member, number, option, rule
from tests.test_interp import ANN, COLOUR, PLAYER, WARM, X, ask, game_of, plus, set_x, write


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


def test_a_possibility_asked_with_none_and_with_a_member() -> None:
    """Seed 40004709: the options do not speak of the name, so its type came from whoever asked first."""

    def asked(value: Expr) -> CanChoose:
        return CanChoose("menu", None, (("colour", value),))

    none = Const(COLOUR.none, Member(COLOUR, optional=True))
    effect = [set_x(asked(member(COLOUR, COLOUR.members[0]))), set_x(asked(none))]
    always = decide("menu", ANN, option("menu", "pick", []))
    compare(game_of([ask(effect=effect), ask("other")], rule("menu", [always])), 0)


@pytest.mark.parametrize(("accounts", "accepted"), [(("debts", "steps"), True), (("steps", "debts"), False)])
def test_a_rule_that_settles_one_account_and_is_called_into_another(accounts: tuple[str, ...], accepted: bool) -> None:
    """Seed 40002321: what the called rule settles itself must come before what its caller settles for it.

    `climb` settles steps, and is also called from outside, where it earns both steps and debts."""
    p = Var("p", Member(PLAYER))
    earn = If(eq(X, number(0)), (set_x(number(1)), Earn("steps", p, number(1)), Earn("debts", p, number(1))))
    climb, pay = rule("climb", [write(plus(p)), earn], ("p", p.type)), rule("pay", [write(number(9))], ("p", p.type))
    families = [family(f"{a}_due", Number(0, 9), PLAYER, role="account") for a in accounts]
    settled_by = {"steps": "climb", "debts": "pay"}
    declared = [Account(a, f"{a}_due", settled_by[a], None) for a in accounts]
    first = [set_x(number(0)), ask(), Call("climb", (ANN,)), ask("other")]
    game = game_of(first, climb, pay, families=families, accounts=declared)
    if accepted:
        assert compare(game, 0, stores=0).errors == []
    else:
        with pytest.raises(LoadError, match="R0451"):
            lower(game)
