"""Sessions and logs: every transcript replays, and one that was tampered with says where."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulespec import BadSave, IllegalMove, Session, schema
from tests.checks import error_of, validate
from tests.game_samples import NAMES, game, session


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seeded", [True, False])
def test_every_transcript_replays(name: str, seed: int, seeded: bool) -> None:
    played = session(name, seed, seeded=seeded)
    found = played.game
    for line in played.lines:
        validate(line, schema("log"))
    assert found.replay(played.log) == played.state
    assert found.replay(played.lines) == played.state
    assert found.replay(played.log.encode()) == played.state
    again = Session.resume(found, played.log)
    assert again.log == played.log
    assert again.events == played.events
    assert again.outcome == played.outcome
    assert played.outcome is not None
    validate(played.outcome.to_json(), schema("outcome"))


def test_chance_results_are_recorded_also_when_seeded() -> None:
    played = session("kuhn_poker", 2)
    hands = played.game.dump(played.state)["state"]["hand"]
    assert [line["draw"] for line in played.lines if "draw" in line] == [
        {"card": card} for who in ("first", "second") for card in hands[who]
    ]


def test_the_same_seed_is_the_same_game() -> None:
    assert session("kuhn_poker", 4).log == session("kuhn_poker", 4).log
    openings = {session("kuhn_poker", seed, 0).log for seed in range(40)}
    assert len({json.dumps(json.loads("[" + log.replace("}\n{", "},{") + "]")[1:]) for log in openings}) == 6


@pytest.mark.parametrize("name", NAMES)
def test_undo_goes_back_move_by_move(name: str) -> None:
    found, chosen = game(name), random.Random(8)
    played = Session(found, seed=8)
    history = [(played.state, played.log, played.events)]
    while not played.is_over and len(history) < 30:
        played.play(chosen.choice(played.legal()))
        history.append((played.state, played.log, played.events))
    for state, log, events in reversed(history):
        assert (played.state, played.log, played.events) == (state, log, events)
        played.undo()
    assert played.state == history[0][0]


def test_a_refused_move_changes_nothing() -> None:
    played = Session(game("tic_tac_toe"))
    played.play("place(e)")
    before = played.log
    with pytest.raises(IllegalMove):
        played.play("place(e)")
    assert played.log == before


def test_a_part_of_a_log_gives_the_state_at_that_time() -> None:
    played = session("tic_tac_toe", 3)
    for most in range(len(played.lines)):
        part = Session.resume(played.game, played.log, most=most)
        assert part.lines == played.lines[: most + 1]
    with pytest.raises(BadSave) as caught:
        Session.resume(played.game, played.log, most=99)
    assert caught.value.code == "R0655"


def refusal(found: Any, log: Any) -> BadSave:
    error = error_of(lambda: found.replay(log))
    assert isinstance(error, BadSave)
    assert error.place
    return error


def test_a_log_that_does_not_fit_names_its_line() -> None:
    played = session("kuhn_poker", 3)
    found, lines = played.game, played.lines
    first_move = next(i for i, line in enumerate(lines) if "move" in line)

    def with_line(number: int, line: Any) -> list[Any]:
        return [*lines[:number], line, *lines[number + 1 :]]

    other = {"by": "first", "move": {"option": "fold", "args": {}}}
    error = refusal(found, with_line(first_move, other))
    assert (error.code, error.place) == ("R0652", f"the log:{first_move + 1}")
    assert refusal(found, with_line(first_move, {"draw": {"card": "king"}})).code == "R0652"
    assert refusal(found, with_line(first_move, lines[first_move] | {"by": "second"})).code == "R0652"
    wrong = next(card for card in ("jack", "queen", "king") if {"card": card} != lines[1]["draw"])
    assert refusal(found, with_line(1, {"draw": {"card": wrong}})).code == "R0654"
    assert refusal(found, with_line(1, other)).code == "R0654"
    assert refusal(found, [*lines, other]).code == "R0652"
    assert refusal(found, with_line(0, lines[0] | {"game": "chess"})).code == "R0644"
    assert refusal(found, with_line(0, lines[0] | {"format": "rulespec-log/2"})).code == "R0643"
    assert refusal(found, lines[1:]).code == "R0645"
    assert refusal(found, with_line(2, 17)).code == "R0647"
    assert refusal(found, with_line(first_move, {"mvoe": {}})).code == "R0646"
    assert refusal(found, "").code == "R0640"
    assert refusal(found, 17).code == "R0647"
    assert refusal(found, "x" * 200_000).code == "R0605"


@given(st.sampled_from(NAMES), st.integers(0, 5), st.data())
def test_a_log_with_changed_bytes_is_refused_or_replays(name: str, seed: int, data: st.DataObject) -> None:
    played = session(name, seed, seeded=False)
    text = bytearray(played.log.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    error = error_of(lambda: played.game.replay(bytes(text)))
    assert error is None or (isinstance(error, BadSave) and error.place)
