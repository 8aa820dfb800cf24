"""The facade against the reference interpreter and against what interface.md promises."""

import random

import pytest

from rulespec import schema
from rulespec.game.chance import pick, random_of, split_mix
from rulespec.game.sheet_json import from_plain, to_plain
from rulespec.game.standing import standing, unknown
from rulespec.game.survey import survey
from rulespec.game.values import plain
from rulespec.interp.machine import Interpreter
from tests.checks import validate
from tests.game_samples import NAMES, RULES, game, session, states


@pytest.mark.parametrize("ruling", [None, "b"])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_facade_plays_as_the_interpreter_does(name: str, seed: int, ruling: str | None) -> None:
    if ruling and name != "auction":
        ruling = None
    found = game(name, ruling=ruling)
    interp = Interpreter(RULES[name](), found.readings)
    chosen = random.Random(seed)
    state, position = found.new(), interp.new()
    for _ in range(100):
        owner = interp.owner(position)
        expected = None if owner is None else "chance" if owner < 0 else found.players[owner]
        assert state.owner == expected
        if owner is None:
            break
        moves, choices = found.legal(state), interp.legal(position)
        assert [m.option for m in moves] == ["draw" if owner < 0 else c[0] for c in choices]
        options = {o.name: o for o in found.point(state.position).options}
        for move, (option, args) in zip(moves, choices, strict=True):
            if owner >= 0:
                types = [t for _, t in options[option].parameters]
                assert tuple(plain(t, v) for t, v in zip(types, move.args.values(), strict=True)) == args
        if owner < 0:
            assert state.decision is not None
            assert list(state.decision.weights) == interp.weights(position)
        number = chosen.randrange(len(moves))
        state = found.play(state, moves[number])
        position, _ = interp.step(position, choices[number])
    outcome = found.outcome(state)
    assert outcome is not None
    totals = tuple(outcome.points[p]["total"] for p in found.players)
    assert totals == interp.outcome(position)
    assert outcome.end == position.ending


@pytest.mark.parametrize("name", NAMES)
def test_step_is_play_with_events(name: str) -> None:
    found = game(name)
    for state in list(states(name, 2))[:-1]:
        move = found.legal(state)[0]
        after, events = found.step(state, move)
        assert after == found.play(state, move)
        assert events


@pytest.mark.parametrize("name", NAMES)
def test_decisions_say_who_decides_what(name: str) -> None:
    found = game(name)
    for state in states(name, 1, 60):
        decision = state.decision
        if decision is None:
            assert state.is_over
            continue
        validate(decision.to_json(), schema("decision"))
        assert decision.owner in (*found.players, "chance")
        assert decision.code in found.decisions
        assert set(decision.title) == set(found.languages)
        assert (len(decision.weights) == len(found.legal(state))) == decision.is_chance


def test_a_decision_names_those_it_interrupts() -> None:
    found = game("kuhn_poker")
    state = found.play(found.new(seed=1), "check")
    assert state.decision is not None
    assert state.decision.code == "hand.follow"
    assert state.decision.interrupts == ("DEC-hand.open",)
    state = found.play(state, "bet")
    assert state.decision is not None
    assert state.decision.interrupts == ("DEC-hand.open", "DEC-hand.follow")


def test_outcome_names_winners_and_points() -> None:
    found = game("tic_tac_toe")
    state = found.new()
    assert found.outcome(state) is None
    for target in "adbec":
        state = found.play(state, f"place({target})")
    outcome = found.outcome(state)
    assert outcome is not None
    assert outcome.to_json() == {
        "end": "line",
        "winners": ["cross"],
        "points": {"cross": {"result": 1, "total": 1}, "nought": {"result": -1, "total": -1}},
        "rules": ["line"],
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_survives_its_json(name: str) -> None:
    rules = RULES[name]()
    sheet = survey(rules, game(name).automaton)
    assert sheet == game(name).sheet
    assert from_plain(to_plain(sheet)) == sheet


def test_everything_is_inspectable() -> None:
    found = game("auction")
    assert set(found.rulings) == set(found.readings)
    assert found.rules
    assert found.invariants is found.typed.invariants
    assert repr(found) == "<Game auction 1: red, blue, green>"
    assert "decides" in repr(found.new())


# --- chance ----------------------------------------------------------------------------------------------------------


def test_split_mix_is_the_published_generator() -> None:
    """The first outputs for the seed 1234567, as its authors' test vectors have them."""
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [split_mix(1234567, n) for n in range(5)] == expected


def test_draws_follow_their_weights() -> None:
    counts = [0, 0, 0]
    for draw in range(6000):
        counts[pick(7, draw, [1, 2, 3])] += 1
    assert all(abs(count - expected) < 150 for count, expected in zip(counts, [1000, 2000, 3000], strict=True))


def test_streams_of_one_seed_differ() -> None:
    sources = [random_of(1, stream) for stream in range(50)]
    assert len({tuple(source.below(1000) for _ in range(3)) for source in sources}) == 50


def test_logs_of_random_games_differ() -> None:
    assert len({session("auction", seed).log for seed in range(8)}) == 8


# --- standing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_names_of_a_decision_are_found_again(name: str, seed: int) -> None:
    """What the lowering hid in slots and constants is what the interpreter knows by name."""
    found = game(name)
    interp = Interpreter(RULES[name](), found.readings)
    chosen = random.Random(seed)
    state, position = found.new(), interp.new()
    while not state.is_over:
        here = standing(found, tuple(found.core.to_values(state.position)))
        assert unknown(here) == []
        scope = interp.scope(position)
        for variable, value in here.variables.items():
            assert scope.variables[variable] == value
        for family, row in here.cells.items():
            if found.typed.families[family].rule is None:
                assert scope.row(family) == row
        number = chosen.randrange(len(found.legal(state)))
        choice = interp.legal(position)[number]
        state, position = found.play(state, found.legal(state)[number]), interp.step(position, choice)[0]
