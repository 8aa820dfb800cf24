"""Moves in their three forms: what is written, read and refused."""

import json
import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulespec import BadMove, GameOver, IllegalMove, Move, RulespecError, schema
from tests import game_samples
from tests.checks import error_of, validate
from tests.game_samples import NAMES, game, states


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_legal_move_reads_back_from_text_and_json(name: str, seed: int) -> None:
    found = game(name)
    for state in states(name, seed):
        for move in found.legal(state):
            assert found.move(str(move), state) == move
            assert found.move(move.to_json(), state) == move
            assert found.move(json.dumps(move.to_json()), state) == move
            assert found.move(move, state) == move
            assert found.decode(state, found.encode(state, move)) == move
            assert hash(pickle.loads(pickle.dumps(move))) == hash(move)
            assert move.label()
            validate(move.to_json(), schema("move"))


def test_values_in_order_are_accepted() -> None:
    found = game("tic_tac_toe")
    assert found.move("place(e)") == found.move("place(target=e)") == Move("place", {"target": "e"})
    assert str(found.move(" place ( e ) ")) == "place(target=e)"


def test_sets_and_maps_are_read() -> None:
    found = game("auction", ruling="b")
    assert str(found.move("abdicate({silver, gold})")) == "abdicate(crowns={gold, silver})"
    assert str(found.move("collect(gifts={silver: 2})")) == "collect(gifts={gold: 0, silver: 2})"
    assert str(found.move('{"option": "abdicate", "args": {"crowns": []}}')) == "abdicate(crowns={})"


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "R0620"),
        ("place(", "R0620"),
        ("place(e))", "R0620"),
        ("place(e) place(f)", "R0620"),
        ("place;e", "R0620"),
        ("{", "R0640"),
        ("[" * 5000, "R0620"),
        ("{" * 5000, "R0641"),
        ("place(" + "{" * 5000, "R0641"),
        ("place(" + "9" * 5000 + ")", "R0642"),
        ("x" * 100_000, "R0605"),
        ("plaec(e)", "R0621"),
        ("place", "R0622"),
        ("place(e, f)", "R0622"),
        ("place(target=e, target=f)", "R0622"),
        ("place(goal=e)", "R0622"),
        ("place(z)", "R0623"),
        ("place(none)", "R0623"),
        ("place({e})", "R0623"),
        ("place(1)", "R0623"),
        ('{"option": "place", "args": {"target": 1.5}}', "R0647"),
        ('{"option": "place", "args": {"target": "e"}, "by": "x"}', "R0646"),
        ('{"option": 3, "args": {}}', "R0647"),
        ('{"args": {}}', "R0645"),
        ('{"option": "place", "args": {"target": "e", "target": "f"}}', "R0651"),
        ("place(\x00)", "R0620"),
        ("__import__('os')", "R0620"),
        ("{0.__class__}", "R0640"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else None,
)
def test_what_is_no_move_is_refused_with_its_code(written: str, code: str) -> None:
    found = game("tic_tac_toe")
    start = time.process_time()
    with pytest.raises(BadMove) as caught:
        found.play(found.new(), written)
    assert caught.value.code == code
    assert len(str(caught.value)) < 600
    assert time.process_time() - start < 10


@pytest.mark.parametrize("written", [None, 3, 2.5, b"place(e)", ["place"], object(), {1: 2}, {"option": {}}])
def test_things_that_are_no_text_are_refused(written: object) -> None:
    found = game("tic_tac_toe")
    with pytest.raises(BadMove):
        found.move(written)  # type: ignore[arg-type]


def test_a_refused_move_names_its_clause() -> None:
    found = game("tic_tac_toe")
    state = found.play(found.new(), "place(e)")
    with pytest.raises(IllegalMove) as caught:
        found.play(state, "place(e)")
    assert caught.value.code == "R0625"
    assert "play.place.place.empty" in caught.value.message
    assert found.refused(state, "place(e)") == ("play.place.place.empty",)


def test_an_option_of_another_decision_is_told_apart_from_a_wrong_word() -> None:
    found = game("kuhn_poker")
    state = found.new(seed=1)
    with pytest.raises(BadMove) as caught:
        found.play(state, "fold")
    assert caught.value.code == "R0624"


def test_nobody_plays_for_others_or_after_the_end() -> None:
    found = game("tic_tac_toe")
    with pytest.raises(IllegalMove) as caught:
        found.play(found.new(), "place(e)", by="nought")
    assert caught.value.code == "R0628"
    with pytest.raises(RulespecError) as unknown:
        found.play(found.new(), "place(e)", by="grey")
    assert unknown.value.code == "R0627"
    with pytest.raises(GameOver):
        found.play(game_samples.session("tic_tac_toe", 1).state, "place(e)")


@given(st.text(max_size=40))
def test_any_text_is_a_move_or_gets_a_code(text: str) -> None:
    found = game("auction", ruling="b")
    if error_of(lambda: found.move(text)) is None:
        move = found.move(text)
        assert found.move(str(move)) == move


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.fixed_dictionaries({}, optional={"option": JSON | st.sampled_from(["bid", "collect", "abdicate"]), "args": JSON})
)
def test_any_json_is_a_move_or_gets_a_code(data: dict[str, object]) -> None:
    error = error_of(lambda: game("auction", ruling="b").move(data))
    assert error is None or isinstance(error, BadMove)


# --- choices ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_choices_lead_to_exactly_the_legal_moves(name: str, seed: int) -> None:
    found = game(name)
    for state in states(name, seed, 40):
        if state.is_over:
            assert found.choices(state) == ()
            continue
        reached = []
        for option in found.choices(state):
            assert isinstance(option, str)
            parameters = [p.name for o in state.decision.options if o.name == option for p in o.parameters]  # type: ignore[union-attr]

            def extend(fixed: dict[str, object], option: str = option, parameters: list[str] = parameters) -> None:
                if len(fixed) == len(parameters):
                    assert found.choices(state, option, **fixed) == ()  # noqa: B023
                    reached.append(Move(option, dict(fixed)))  # noqa: B023
                    return
                for value in found.choices(state, option, **fixed):  # noqa: B023
                    extend({**fixed, parameters[len(fixed)]: value})

            extend({})
        assert reached == found.legal(state)


def test_choices_refuse_what_is_not_there() -> None:
    found = game("tic_tac_toe")
    for option, fixed in (("plaec", {}), ("place", {"goal": "e"}), ("place", {"target": "z"}), (None, {"target": "e"})):
        with pytest.raises(BadMove):
            found.choices(found.new(), option, **fixed)
