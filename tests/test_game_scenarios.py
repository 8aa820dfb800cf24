"""Scenarios: a position set up by hand, moves, and what must be true after them."""

from typing import Any

import attrs

from rulespec.game.scenario import run_scenario, run_scenarios
from rulespec.rules.expressions import Apply, Const, PlaceAt, Read
from rulespec.rules.game import Fact, Played, Scenario
from rulespec.rules.statements import About
from rulespec.rules.types import Flag, Member, Number
from tests.game_samples import game
from tests.handmade import eq, member

HERE = About(code="here")


def cell(family: str, keys: tuple[int, ...], value: int) -> Fact:
    return Fact(family, keys, value, None, HERE)


def line_of_cross(third: int = 0) -> Scenario:
    """Cross has a and b, nought d and e; the third square is tried."""
    given = (cell("mark", (0,), 0), cell("mark", (1,), 0), cell("mark", (3,), 1), cell("mark", (4,), 1))
    player = game("tic_tac_toe").typed.kinds["player"]
    wins = Fact(None, (), 0, Apply("wins", (member(player, "cross"),), Flag()), HERE)
    return Scenario(
        "line",
        given,
        "play",
        (),
        (
            Played("cross", "place(d)", "play.place.place.empty", (), HERE),
            Played("cross", "place(c)", None, (cell("mark", (2,), third), wins), HERE),
        ),
        HERE,
    )


def test_a_scenario_that_holds_passes() -> None:
    verdict = run_scenario(game("tic_tac_toe"), line_of_cross())
    assert verdict.passed, verdict.problems


def test_a_scenario_that_does_not_hold_says_what_is_there() -> None:
    (problem,) = run_scenario(game("tic_tac_toe"), line_of_cross(third=1)).problems
    assert problem[1] == "mark(c) is cross, not nought"


def test_wrong_players_refusals_and_moves_are_told() -> None:
    right = line_of_cross()

    def problem(**change: Any) -> str:
        played = attrs.evolve(right.played[0], **change)
        ((_, text),) = run_scenario(game("tic_tac_toe"), attrs.evolve(right, played=(played,))).problems
        return text

    assert problem(player="nought") == "cross decides here, not nought"
    assert "it is refused by nothing" in problem(move="place(c)")
    assert problem(refused_by=None) == "place(d) is refused by play.place.place.empty"
    assert "R0621" in problem(move="plaec(d)")


def test_conditions_of_scenarios_may_speak_of_places() -> None:
    """A fact is a typed condition; words that the automaton does not have (a place) are understood."""
    card = game("kuhn_poker").typed.kinds["card"]
    player = game("kuhn_poker").typed.kinds["player"]
    where = Read("card_location", (Const(2, Member(card)),), Number(0, 2))
    in_hand = eq(where, PlaceAt("hand", (member(player, "second"),), Number(0, 2)))
    scenario = Scenario(
        "deal",
        (),
        None,
        (),
        (
            Played("chance", "draw(jack)", None, (), HERE),
            Played("chance", "draw(king)", None, (Fact(None, (), 0, in_hand, HERE),), HERE),
            Played("first", "bet", None, (cell("pot", (), 3),), HERE),
        ),
        HERE,
    )
    (verdict,) = run_scenarios(game("kuhn_poker"), [scenario])
    assert verdict.passed, verdict.problems
