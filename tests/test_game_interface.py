"""The public values on the games in games/, as a stranger uses them: `import rulespec`, nothing else."""

import json
import pickle
import random
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import rulespec

GAMES = Path(__file__).resolve().parent.parent / "games"
NAMES = sorted(path.parent.name for path in GAMES.glob("*/game.rules"))


@cache
def loaded(name: str) -> rulespec.Game:
    return rulespec.load(GAMES / name)


@cache
def played(name: str, seed: int, most: int = 40) -> rulespec.Session:
    """A random seeded game, or the beginning of one."""
    chosen = random.Random(seed)
    session = rulespec.Session(loaded(name), seed)
    while not session.is_over and len(session.lines) < most:
        session.play(chosen.choice(session.legal()))
    return session


def fits(value: Any, schema: str) -> None:
    jsonschema.validate(json.loads(json.dumps(value)), rulespec.schema(schema))


@pytest.mark.parametrize("name", NAMES)
def test_a_state_is_a_value(name: str) -> None:
    game, state = loaded(name), played(name, 1, 16).state
    assert state == game.restore(json.dumps(game.dump(state)))
    assert hash(state) == hash(game.restore(game.dump(state)))
    assert pickle.loads(pickle.dumps(state)) == state
    assert state.position == game.restore(game.dump(state)).position
    assert state != game.new(seed=1)
    assert game.new(seed=1) == game.new(seed=1)
    fits(game.dump(state), "state")


@pytest.mark.parametrize("name", NAMES)
def test_moves_as_text_json_and_code(name: str) -> None:
    game = loaded(name)
    for state in (game.new(), game.new(seed=2), played(name, 2, 9).state):
        for move in game.legal(state)[:10]:
            fits(move.to_json(), "move")
            assert game.move(str(move)) == game.move(json.dumps(move.to_json())) == game.move(move.to_json()) == move
            assert game.decode(state, game.encode(state, move)) == move
            assert game.play(state, str(move)) == game.play(state, move) == game.step(state, move.to_json())[0]
            assert game.core.step(state.position, game.encode(state, move)) is not None
            assert all("{" not in move.label(language) for language in game.languages)
        decision = state.decision
        if decision is not None:
            fits(decision.to_json(), "decision")
            assert all("{" not in str(text) for option in decision.options for text in option.title.values())
            for option in game.choices(state):
                values = game.choices(state, str(option))
                legal = [move for move in game.legal(state) if move.option == option]
                first = [next(iter(move.args.values())) for move in legal if move.args]
                assert set(values) == set(first)


@pytest.mark.parametrize("name", NAMES)
def test_a_log_replays_and_a_session_undoes(name: str) -> None:
    game, session = loaded(name), played(name, 3)
    assert game.replay(session.log) == session.state
    again = rulespec.Session.resume(game, session.log)
    assert again.log == session.log
    assert again.events == session.events
    for line in session.lines:
        fits(line, "log")
    for event in session.events[:60]:
        fits(event.to_json(), "event")
    before = again.state
    if not again.is_over:
        again.play(again.legal()[0])
        assert again.undo() == before
    with pytest.raises(rulespec.BadSave) as caught:
        game.replay(session.log + session.log.splitlines()[-1][:-3])
    assert caught.value.place


@pytest.mark.parametrize("name", NAMES)
def test_chance_is_the_callers_without_a_seed(name: str) -> None:
    game = loaded(name)
    seeded, state = played(name, 4, 25), game.new()
    for line in seeded.lines[1:]:
        if "draw" in line:
            decision = state.decision
            assert decision is not None
            assert decision.owner == "chance"
            assert len(decision.weights) == len(game.legal(state))
            state = game.play(state, {"option": "draw", "args": line["draw"]})
        else:
            assert state.owner == line["by"]
            state = game.play(state, line["move"])
    assert state.position == seeded.state.position


@pytest.mark.parametrize("name", NAMES)
def test_views_and_outcomes(name: str) -> None:
    game = loaded(name)
    for session in (played(name, 5, 8), played(name, 5, 400)):
        for who in (*game.players, None):
            view = session.view(who)
            fits(view.to_json(), "view")
            assert "seed" not in view.to_json()
            if view.decision is not None and view.decision.owner == who:
                assert game.legal(view) == game.legal(session.state)
    outcome = played(name, 5, 400).outcome
    if outcome is not None:
        fits(outcome.to_json(), "outcome")
        totals = [outcome.points[player]["total"] for player in game.players]
        assert tuple(totals) == tuple(game.core.outcome(played(name, 5, 400).state.position))
        with pytest.raises(rulespec.GameOver):
            game.play(played(name, 5, 400).state, game.legal(game.new(seed=1))[0])


@pytest.mark.parametrize("name", NAMES)
def test_legal_moves_are_those_with_a_legal_answer(name: str) -> None:
    game, state = loaded(name), played(name, 6, 7).state
    legal = {str(move) for move in game.legal(state)}
    others = {str(move) for seed in range(3) for move in game.legal(played(name, seed, 6).state)} - legal
    for move in [*sorted(legal)[:4], *sorted(others)[:4]]:
        answer = game.adjudicate(state, move)
        fits(answer.to_json(), "answer")
        assert (answer.verdict == "LEGAL") is (move in legal)
        if move not in legal:
            assert answer.blockers
            with pytest.raises(rulespec.RulespecError) as caught:
                game.play(state, move)
            assert isinstance(caught.value, rulespec.IllegalMove | rulespec.BadMove)
        for language in game.languages:
            assert 0 < len(answer.render(language).splitlines()) <= 12


def test_what_is_inspectable() -> None:
    game = loaded("tic_tac_toe")
    assert list(game.rules) == ["round"]
    assert [invariant.name for invariant in game.invariants] == ["alternate", "one_winner"]
    assert dict(game.rulings) == {}
    assert list(game.decisions) == ["round.choice"]
    assert "def legal(" in game.source


def test_readings_players_and_mistakes() -> None:
    path = GAMES / "little_empire"
    game = rulespec.load(path, rulings={"AMB-26": "b"})
    assert game.readings["AMB-26"] == "b"
    assert loaded("little_empire").readings["AMB-26"] == "a"
    assert game.core.to_values(game.core.new()) == loaded("little_empire").core.to_values(
        loaded("little_empire").core.new()
    )
    with pytest.raises(rulespec.RulespecError) as caught:
        rulespec.load(path, rulings={"AMB-26": "q"})
    assert caught.value.code == "R0608"
    with pytest.raises(rulespec.BadSave) as other:
        game.restore(loaded("little_empire").dump(loaded("little_empire").new(seed=1)))
    assert other.value.code == "R0644"
    with pytest.raises(rulespec.LoadError) as wrong:
        rulespec.load(path, players=7)
    assert wrong.value.diagnostics


def test_the_readme_is_true() -> None:
    readme = (GAMES.parent / "README.md").read_text("utf-8")
    code = readme.split("```python\n")[1].split("```")[0].replace('"games/', f'"{GAMES}/')
    exec(compile(code, "README.md", "exec"), {})
