"""Supposing, moves one condition away, readings compared, sources, and views that come back over a wire."""

import json
import random
from typing import Any

import pytest

import rulespec
from rulespec.codes import CODES
from rulespec.game.coverage import coverage
from rulespec.game.difference import difference
from rulespec.game.mentions import about_word, mentions
from rulespec.game.near import near
from rulespec.game.read_view import read_view
from tests.game_samples import NAMES, game, session, states

# --- suppose ------------------------------------------------------------------------------------------------------


def test_pieces_come_from_the_supply() -> None:
    auction = game("auction")
    state = auction.new(seed=1)
    changed = auction.dump(auction.suppose(state, purse={"red": 1, "blue": 4}))["state"]
    assert (changed["purse"], changed["bank"]) == ({"red": 1, "blue": 4, "green": 2}, 5)
    assert auction.dump(state)["state"]["bank"] == 3
    assert auction.suppose(state) == state


def test_cards_leave_where_they_lay() -> None:
    kuhn = game("kuhn_poker")
    changed = kuhn.dump(kuhn.suppose(kuhn.new(seed=1), {"hand": {"first": ["king"], "second": ["jack"]}}))["state"]
    assert (changed["hand"], changed["deck"]) == ({"first": ["king"], "second": ["jack"]}, ["queen"])


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"prse": 1}, "R0646"),
        ({"purse": {"rde": 1}}, "R0646"),
        ({"purse": {"red": 99}}, "R0648"),
        ({"purse": {"red": -1}}, "R0648"),
        ({"purse": 3}, "R0647"),
        ({"purse": {"red": 12, "blue": 12}}, "R0649"),
        ({"purse": {"red": 1}, "bank": 3}, "R0649"),
        ({"governor": "grey"}, "R0648"),
        ({"governor": {"red": 1}}, "R0648"),
    ],
)
def test_what_does_not_add_up_is_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(rulespec.BadSave) as caught:
        game("auction").suppose(game("auction").new(seed=1), changes)
    assert caught.value.code == code


# --- near ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_moves_one_condition_away_are_illegal_for_one_reason(name: str) -> None:
    played = game(name)
    for state in states(name, 3, 12):
        found = near(played, state)
        assert found.complete
        legal = set(map(str, played.legal(state)))
        for move, code in found.moves:
            assert str(move) not in legal
            assert played.refused(state, move) == (code,)


# --- readings -------------------------------------------------------------------------------------------------------


def test_two_readings_are_told_apart_by_the_shortest_game() -> None:
    a, b = game("auction", ruling="a"), game("auction", ruling="b")
    found = difference(a, b)
    assert found.what
    state, other = a.new(), b.new()
    for move in found.moves:
        state, other = a.play(state, move), b.play(other, move)
    assert a.legal(state) != b.legal(other)
    assert json.loads(json.dumps(found.to_json()))["what"] == found.what


def test_a_reading_does_not_differ_from_itself() -> None:
    found = difference(game("kuhn_poker"), game("kuhn_poker", compiled=False))
    assert (found.what, found.complete, found.moves) == ("", True, ())
    assert found.positions == 46
    cut = difference(game("tic_tac_toe"), game("tic_tac_toe"), most=20)
    assert (cut.what, cut.complete, cut.positions) == ("", False, 20)
    with pytest.raises(rulespec.RulespecError):
        difference(game("kuhn_poker"), game("tic_tac_toe"))


# --- sources --------------------------------------------------------------------------------------------------------


def test_everything_that_speaks_of_a_word_is_found() -> None:
    rules = game("auction").typed
    assert {m.code for m in about_word(rules, "crown")} >= {"climb.crown", "climb.crown.take", "worth"}
    assert [m.code for m in about_word(rules, "draw-1")] == ["main.fate"]
    assert about_word(rules, "no such thing") == []
    for mention in mentions(rules):
        assert json.dumps(mention.to_json())


def test_the_numbers_of_decisions_are_sources() -> None:
    found = coverage(game("auction"))
    assert {"DRAW-1", "DEC-market"} <= {source.id for source in found.sources}
    assert "market.sell.own" in found.silent
    assert found.failed == ()


# --- views that come back -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_view_comes_back_with_its_moves_and_answers(name: str) -> None:
    played = game(name)
    for state in states(name, 5, 15):
        for player in (*played.players, None):
            view = played.view(state, player)
            again = played.restore_view(json.dumps(view.to_json()))
            assert (again.viewer, again.state, again.control) == (view.viewer, view.state, view.control)
            assert again.legal == view.legal
            assert (again.decision and again.decision.owner) == (view.decision and view.decision.owner)
            for move in view.legal[:2]:
                assert played.adjudicate(again, move).to_json() == played.adjudicate(view, move).to_json()


def test_an_edited_view_is_refused_or_stays_a_view() -> None:
    chosen = random.Random(11)
    played = game("kuhn_poker")
    whole = session("kuhn_poker", 4, 2).view("first").to_json()
    refused = []
    for _ in range(300):
        data = json.loads(json.dumps(whole))
        _edit(data, chosen)
        try:
            played.adjudicate(read_view(played, data), "bet")
        except rulespec.RulespecError as error:
            refused.append(error.code)
    assert set(refused) <= set(CODES)
    assert len(refused) > 100


def _edit(data: Any, chosen: random.Random) -> None:
    """Change, remove or add something somewhere."""
    while isinstance(data, dict | list) and data:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        key = chosen.choice(keys)
        inner = data[key]
        if isinstance(inner, dict | list) and inner and chosen.random() < 0.8:
            data = inner
            continue
        match chosen.randrange(3):
            case 0:
                data[key] = chosen.choice([None, True, -1, 10**18, "", "first", "king", "hidden", [], {}, ["king"] * 3])
            case 1:
                del data[key]
            case _ if isinstance(data, dict):
                data["more"] = chosen.choice([None, 1, "x"])
            case _:
                data.append(chosen.choice([None, {}, "x"]))
        return
