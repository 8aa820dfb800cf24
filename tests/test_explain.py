"""Answers: the clause that refuses a move, what decides it, what would be legal, in both languages."""

import random
from pathlib import Path

import pytest

import rulespec
from rulespec.game.facade import Game
from rulespec.game.match import options_at
from rulespec.rules.types import Member

ROOT = Path(__file__).resolve().parent.parent


def load(name: str) -> Game:
    return rulespec.load(ROOT / "games" / name)


def test_why_not_names_the_clause_and_the_cell() -> None:
    game = load("tic_tac_toe")
    state = game.play(game.new(), "mark(a1)")
    answer = game.adjudicate(state, "mark(a1)")
    (blocker,) = answer.blockers
    assert answer.verdict == "NOT_PERMITTED"
    assert blocker.code == "round.mark.free"
    assert blocker.place.startswith("game.rules:")
    assert answer.render("en").splitlines() == [
        "NOT PERMITTED: O may not play “Mark a1”.",
        "  ✗ round.mark.free  a1 is not empty: a1 has the mark of X",
        "  Would be legal: Mark b1, Mark c1, Mark a2",
    ]
    assert answer.render("pt").splitlines() == [
        "NÃO PERMITIDO: O não pode jogar “Marcar a1”.",
        "  ✗ round.mark.free  a1 não está vazia: a1 tem a marca de X",
        "  Seria permitido: Marcar b1, Marcar c1, Marcar a2",
    ]


def test_a_legal_move_is_justified_by_its_clauses() -> None:
    game = load("breakthrough")
    answer = game.adjudicate(game.new(), "advance(c2, left)")
    assert answer.verdict == "LEGAL"
    assert [condition.code.rpartition(".")[2] for condition in answer.because] == ["own", "inside", "room", "foe"]
    assert not answer.blockers


def test_what_asks_about_none_is_not_told_beside_the_clause_that_fails() -> None:
    game = load("breakthrough")
    answer = game.adjudicate(game.new(), "advance(a1, left)")
    assert [blocker.code for blocker in answer.blockers] == ["round.advance.inside"]


def test_another_moment_and_another_player_are_told() -> None:
    game = load("kuhn_poker")
    state = game.new(seed=1)
    assert "“Call or fold”" in game.adjudicate(state, "call").render("en")
    assert "quem decide é o primeiro jogador" in game.adjudicate(state, "second bet").render("pt")


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough"])
def test_answers_agree_with_play_and_fixes_are_legal(name: str) -> None:
    game, chosen = load(name), random.Random(1)
    state = game.new()
    for _ in range(12):
        if state.is_over:
            break
        legal = {str(move) for move in game.legal(state)}
        (option,) = options_at(game.point(state.position))
        args = {n: chosen.choice(type_.kind.members) for n, type_ in option.parameters if isinstance(type_, Member)}
        move = {"option": option.name, "args": args}
        answer = game.adjudicate(state, move)
        assert (answer.verdict == "LEGAL") == (str(game.move(move)) in legal)
        assert (answer.verdict == "LEGAL") == (not answer.blockers)
        for fix in answer.fixes:
            if fix.kind == "PARAM":
                assert str(game.move(dict(fix.move or {}))) in legal
        assert len(answer.render().splitlines()) <= 12
        assert {len(c.texts) for c in answer.blockers} <= {2}
        state = game.play(state, chosen.choice(game.legal(state)))
