"""Magnanimous as a program: the engines agree, saves and logs are exact, nobody sees what is hidden from them."""

import json
import pickle
import random
from functools import cache
from pathlib import Path

import pytest

import rulespec
from rulespec import Game, Session, State
from rulespec.game.files import find
from rulespec.language.check import check
from tests import differential

FOLDER = Path(__file__).resolve().parent.parent / "magnanimous_rules"
LARGEST_POSITION = 2048


@cache
def game(players: int) -> Game:
    return rulespec.load(FOLDER, players=players, content="neutral")


def position_after(players: int, seed: int, steps: int) -> State:
    chosen, state = random.Random(seed), game(players).new(seed)
    for _ in range(steps):
        if state.is_over:
            break
        state = game(players).play(state, chosen.choice(game(players).legal(state)))
    return state


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2)])
def test_the_engines_agree(players: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differential, "STEPS", 70)
    rules, diagnostics = check(find(FOLDER, "neutral").sources, players=players)
    assert rules is not None, diagnostics
    tally = differential.compare(rules, seed, games=1, stores=0)
    assert (tally.positions, tally.errors) == (70, [])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_saved_at_every_decision_and_replays(players: int) -> None:
    chosen, session = random.Random(players), Session(game(players), seed=players)
    decisions = 0
    while not session.is_over:
        state = session.state
        if decisions % 5 == 0 or state.decision.interrupts:  # an auction, an offer, a crown
            assert game(players).restore(json.dumps(game(players).dump(state))) == state
            assert len(pickle.dumps(state.position)) <= LARGEST_POSITION
        session.play(chosen.choice(session.legal()))
        decisions += 1
    assert decisions > 100
    assert game(players).replay(session.log) == session.state
    assert session.outcome is not None


@pytest.mark.parametrize(("players", "steps"), [(2, 30), (2, 90), (3, 60), (3, 130), (4, 40), (4, 220)])
def test_positions_a_viewer_cannot_tell_apart_look_equal(players: int, steps: int) -> None:
    """Exchange hidden cards between others' hands and the deck: views, decision and legal moves of the viewer stay."""
    played = game(players)
    state = position_after(players, steps, steps)
    data = played.dump(state)
    names = data["players"]
    viewer = names[steps % len(names)]
    other = next(name for name in names if name != viewer and data["state"]["hand"][name])
    hand, deck = data["state"]["hand"][other], data["state"]["deck"]
    assert viewer != other
    assert deck
    changed = json.loads(json.dumps(data))
    changed["state"]["hand"][other] = sorted([deck[0], *hand[1:]], key=lambda card: int(card[1:]))
    changed["state"]["deck"] = sorted([hand[0], *deck[1:]], key=lambda card: int(card[1:]))
    twin = played.restore(changed)
    assert twin != state
    mine, theirs = played.view(state, viewer), played.view(twin, viewer)
    assert mine.to_json() == theirs.to_json()
    if state.decision is not None and state.decision.owner == viewer:
        assert played.legal(state) == played.legal(twin)
