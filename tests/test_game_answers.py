"""Answers through the facade: the verdict agrees with play, and a viewer's answer tells nothing that is hidden."""

import json
import random

import pytest

from rulespec import BadMove, IllegalMove, RulespecError, schema
from rulespec.game.match import options_at
from rulespec.rules.types import MapOf, SetOf, domain
from tests.checks import error_of, validate
from tests.game_samples import NAMES, game, states
from tests.test_game_views import deals


def random_move(name: str, option_types: tuple[tuple[str, object], ...], chosen: random.Random) -> str:
    values = []
    for _, type_ in option_types:
        match type_:
            case SetOf() | MapOf():
                values.append("{}")
            case _:
                from rulespec.game.values import public, to_text

                values.append(to_text(public(type_, chosen.choice(domain(type_)))))  # type: ignore[arg-type]
    return f"{name}({', '.join(values)})" if values else name


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_verdicts_agree_with_what_can_be_played(name: str, seed: int) -> None:
    found, chosen = game(name), random.Random(seed)
    for state in states(name, seed, 40):
        if state.is_over or state.owner == "chance":
            continue
        legal = [str(move) for move in found.legal(state)]
        point = found.point(state.position)
        tried = [random_move(o.name, o.parameters, chosen) for o in options_at(point)]
        for question in {*chosen.sample(legal, min(2, len(legal))), *tried}:
            answer = found.adjudicate(state, question)
            validate(answer.to_json(), schema("answer"))
            error = error_of(lambda state=state, question=question: found.play(state, question))  # type: ignore[misc]
            assert (answer.verdict == "LEGAL") == (error is None), (question, answer.render())
            if isinstance(error, IllegalMove):
                assert error.answer is not None
                assert error.answer.blockers
                codes = {c.code for c in error.answer.blockers}
                assert codes == set(found.refused(state, question))


@pytest.mark.parametrize(
    "question", ["", "x" * 100_000, "{0.__class__}", "\x1b[31m", "place(", "__import__('os')", "<b>"]
)
def test_hostile_questions_are_ill_formed(question: str) -> None:
    found = game("tic_tac_toe")
    answer = found.adjudicate(found.new(), question)
    assert answer.verdict == "ILL_FORMED"
    assert len(answer.render()) < 1500


def test_a_question_may_name_its_player() -> None:
    found = game("tic_tac_toe")
    assert found.adjudicate(found.new(), "cross place(e)").verdict == "LEGAL"
    assert found.adjudicate(found.new(), "nought place(e)").verdict == "NOT_PERMITTED"


def test_a_view_can_be_asked_in_place_of_a_state() -> None:
    found = game("kuhn_poker")
    for seed in range(3):
        for state in states("kuhn_poker", seed):
            for viewer in found.players:
                view = found.view(state, viewer)
                for option in ("check", "bet", "call", "fold"):
                    asked = found.adjudicate(view, option).to_json()
                    assert asked == found.adjudicate(state, option, viewer=viewer).to_json()


def test_states_that_a_viewer_cannot_tell_apart_get_one_answer() -> None:
    found = game("kuhn_poker")
    for state in states("kuhn_poker", 1):
        if state.is_over:
            continue
        for viewer in found.players:
            answers: dict[str, set[str]] = {}
            for dealt, holds in deals(state):
                answer = found.adjudicate(dealt, "call", viewer=viewer)
                answers.setdefault(holds[viewer], set()).add(json.dumps(answer.to_json()))
            assert all(len(found_) == 1 for found_ in answers.values())


def test_who_asks_must_be_a_player() -> None:
    found = game("kuhn_poker")
    with pytest.raises(RulespecError) as caught:
        found.adjudicate(found.new(seed=1), "bet", viewer="third")
    assert caught.value.code == "R0627"
    assert not isinstance(caught.value, BadMove)
