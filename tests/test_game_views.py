"""Views never tell more than their player may know, and nothing less than is open."""

import json
import random
from itertools import permutations
from typing import Any

import pytest

from rulespec import RulespecError, State, View, schema
from rulespec.game.cells import sees
from tests.checks import validate
from tests.game_samples import NAMES, game, session, states


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_view_has_its_schema(name: str, seed: int) -> None:
    found = game(name)
    for state in states(name, seed, 40):
        for viewer in (*found.players, None):
            view = found.view(state, viewer)
            validate(view.to_json(), schema("view"))
            assert view == found.view(state, viewer)
            assert hash(view) == hash(found.view(state, viewer))
            mine = state.owner == viewer and viewer is not None
            assert list(view.legal) == (found.legal(state) if mine else [])
            if mine:
                assert found.legal(view) == found.legal(state)


def deals(state: State) -> list[tuple[State, dict[str, str]]]:
    """The same state with the cards dealt in every way."""
    found = game("kuhn_poker")
    data = found.dump(state)
    places = [("deck", None, n) for n in range(len(data["state"]["deck"]))]
    places += [("hand", who, n) for who, cards in data["state"]["hand"].items() for n in range(len(cards))]
    result = []
    for cards in permutations(["jack", "queen", "king"]):
        data["state"]["deck"], data["state"]["hand"] = [], {"first": [], "second": []}
        for (place, who, _), card in zip(places, cards, strict=True):
            (data["state"][place] if who is None else data["state"][place][who]).append(card)
        holds = {who: ",".join(sorted(data["state"]["hand"][who])) for who in ("first", "second")}
        result.append((found.restore(data), holds))
    return result


@pytest.mark.parametrize("seed", range(6))
def test_what_a_player_cannot_see_does_not_change_the_view(seed: int) -> None:
    """Two deals that differ only in what is hidden from a player look alike to them; others do not."""
    found = game("kuhn_poker")
    for state in states("kuhn_poker", seed):
        if state.is_over:
            continue  # the result tells who held what
        for viewer in found.players:
            by_hand: dict[str, set[str]] = {}
            for dealt, holds in deals(state):
                by_hand.setdefault(holds[viewer], set()).add(repr(found.view(dealt, viewer)))
            assert all(len(views) == 1 for views in by_hand.values())
            assert len({view for views in by_hand.values() for view in views}) == len(by_hand)
        assert len({repr(found.view(dealt, None)) for dealt, _ in deals(state)}) == 1


def test_hidden_cards_are_counted_not_named() -> None:
    found = game("kuhn_poker")
    state = found.new(seed=3)
    data, view = found.dump(state)["state"], found.view(state, "first").state
    assert view["hand"]["first"] == data["hand"]["first"]
    assert view["hand"]["second"] == {"hidden": 1}
    assert view["deck"] == "hidden"
    assert view["purse"] == data["purse"]


def test_chance_does_not_tell_a_viewer_what_may_be_drawn() -> None:
    found = game("kuhn_poker")
    state = found.play(found.new(), found.legal(found.new())[0])
    view = found.view(state, "second")
    assert state.decision is not None
    assert state.decision.weights == (1, 1)
    assert view.decision is not None
    assert view.decision.weights == ()
    assert view.legal == ()


def test_the_seed_is_in_the_dump_and_never_in_a_view() -> None:
    found = game("kuhn_poker")
    state = found.new(seed=987654321)
    assert found.dump(state)["seed"] == 987654321
    for viewer in (*found.players, None):
        assert "987654321" not in json.dumps(found.view(state, viewer).to_json())
        assert "seed" not in found.view(state, viewer).to_json()


@pytest.mark.parametrize("seed", range(10))
def test_events_do_not_name_cards_of_others(seed: int) -> None:
    played = session("kuhn_poker", seed)
    hands = played.game.dump(played.state)["state"]["hand"]
    for viewer, other in (("first", "second"), ("second", "first")):
        seen = json.dumps([event.to_json() for event in played.view(viewer).events])
        assert all(card in seen for card in hands[viewer])
        assert all(card not in seen for card in hands[other])
    spectator = json.dumps([event.to_json() for event in played.view(None).events])
    assert not any(card in spectator for cards in hands.values() for card in cards)


@pytest.mark.parametrize("name", NAMES)
def test_events_have_their_schema_and_tell_the_whole_game(name: str) -> None:
    for seed in range(5):
        played = session(name, seed)
        events = played.events
        for event in events:
            validate(event.to_json(), schema("event"))
            assert str(event)
        assert sum(event.kind == "end" for event in events) == 1
        assert sum(event.kind == "decide" for event in events) >= sum("move" in line for line in played.lines)


def test_a_log_adds_what_was_seen() -> None:
    played = session("kuhn_poker", 1)
    view = played.game.view(played.state, "first", log=played.log)
    assert view.events == played.view("first").events != ()
    assert played.game.view(played.state, "first").events == ()


def test_the_moves_of_others_are_not_in_a_view() -> None:
    found = game("tic_tac_toe")
    view = found.view(found.new(), "nought")
    with pytest.raises(RulespecError) as caught:
        found.legal(view)
    assert caught.value.code == "R0629"
    with pytest.raises(RulespecError) as unknown:
        found.view(found.new(), "grey")
    assert unknown.value.code == "R0627"


def test_a_view_cannot_be_changed_from_outside() -> None:
    found = game("kuhn_poker")
    view = found.view(found.new(seed=1), "first")
    before = repr(view)
    view.state["pot"] = 99
    view.to_json()["players"].append("third")
    assert repr(view) == before
    assert isinstance(view, View)


# --- every visibility, on cells made up at random --------------------------------------------------------------------


@pytest.mark.parametrize("who", ["all", "none", "owner", "count", "known"])
def test_who_sees_a_cell(who: str) -> None:
    chosen: Any = random.Random(1)
    for _ in range(50):
        keys = (chosen.randrange(3), chosen.randrange(3))
        for viewer in (0, 1, 2, None):
            expected = {
                "all": True,
                "owner": viewer is not None and keys[0] == viewer,
                "known": viewer is not None and keys[-1] == viewer,
            }.get(who, False)
            assert sees(who, 0, keys, viewer) == expected
