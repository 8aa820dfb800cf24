"""Questions in words: the move that is meant, what was left open, what is no question about this game."""

import random
from functools import cache
from pathlib import Path

import pytest

import rulespec
from rulespec.game.facade import Game
from rulespec.game.lexicon import alike, cut
from rulespec.game.state import State

ROOT = Path(__file__).resolve().parent.parent


@cache
def load(name: str) -> Game:
    return rulespec.load(ROOT / "games" / name)


@cache
def empire() -> State:
    return load("little_empire").new(seed=3)


def read(question: str, state: State | None = None) -> tuple[str, str, list[str]]:
    """The verdict, the move that was understood, and what was left open."""
    game, state = (load("little_empire"), empire()) if state is None else (state.game, state)
    answer = game.adjudicate(state, question)
    move = str(game.move({k: v for k, v in answer.query.items() if k in ("option", "args")})) if (
        "option" in answer.query
    ) else ""  # fmt: skip
    return answer.verdict, move, list(answer.query.get("left_open", ()))


@pytest.mark.parametrize(
    ("question", "verdict", "move", "left_open"),
    [
        ("rest", "LEGAL", "rest", []),
        ("Can red rest?", "LEGAL", "rest", []),
        ("may blue rest", "NOT_PERMITTED", "rest", []),
        ("red take the die of space 1 with são paulo and act", "LEGAL", "take_act(space=1, home=sao_paulo)", []),
        ("red: act with SAO_PAULO, space 1", "LEGAL", "take_act(space=1, home=sao_paulo)", []),
        ("why can't red pay and act with minas?", "NOT_PERMITTED", "take_act(space=1, home=minas)", ["space"]),
        ("red sells the die of space two with Minas", "NOT_PERMITTED", "take_sell(space=2, home=minas)", []),
        ("sell the action", "LEGAL", "take_sell(space=1, home=sao_paulo)", ["space", "home"]),
        ("guard the capital", "NOT_PERMITTED", "guard_rio", []),
        ("blue guards Rio", "NOT_PERMITTED", "guard_rio", []),
        ("export 4 to space 1 from rio", "NOT_PERMITTED", "export(port=rio, trade_space=1, number=4)", []),
        ("from RIO green exports 4 coffee to trade space 1", "NOT_PERMITTED",
         "export(port=rio, trade_space=1, number=4)", []),
        ("send 2 liberal deputies and one conservative", "NOT_PERMITTED",
         "send(sent={conservative: 1, liberal: 2})", []),
        ("bid 5", "NOT_PERMITTED", "bid(amount=5)", []),
        ("cast the votes for support", "NOT_PERMITTED", "cast(side=support)", []),
    ],
)  # fmt: skip
def test_a_question_in_words_is_understood(question: str, verdict: str, move: str, left_open: list[str]) -> None:
    assert read(question) == (verdict, move, left_open)


@pytest.mark.parametrize(
    ("question", "player"),
    [
        ("o segundo jogador pode pagar a aposta?", "second"),
        ("O primeiro jogador passa", "first"),
        ("apostar", "first"),
        ("aposta 1 ficha", "first"),
        ("primeiro desistir", "first"),
    ],
)
def test_questions_are_asked_in_portuguese_too(question: str, player: str) -> None:
    state = load("kuhn_poker").new(seed=1)
    answer = state.game.adjudicate(state, question, lang="pt")
    assert (answer.verdict in ("LEGAL", "NOT_PERMITTED"), answer.player) == (True, player), answer.render("pt")


def test_names_that_are_articles_are_players_only_if_nobody_else_is_named() -> None:
    state = load("tic_tac_toe").new()
    assert read("o x pode marcar b2?", state) == ("LEGAL", "mark(cell=b2)", [])
    assert read("x marks B2", state) == ("LEGAL", "mark(cell=b2)", [])
    assert state.game.adjudicate(state, "o marca b2").player == "o"


@pytest.mark.parametrize(
    "question",
    ["red dances", "take", "red", "4", "sao paulo", "export to space 99", "attack rio bahia", "steal 3 coins of blue",
     "take the die of space 1 and 2", "rest " * 50, "¿?", "…", "'", "rest (now)", "<b>rest</b>", "{rest}", "rest;\x00",
     "a" * 299, "1 2 3 4 5 6 7 8 9 1 2 3", "rest\nrest", "rest --json", "../../etc/passwd", "%s%n", "${HOME}"],
)  # fmt: skip
def test_what_is_unclear_gets_the_nearest_and_never_a_guess(question: str) -> None:
    answer = load("little_empire").adjudicate(empire(), question)
    if answer.verdict != "ILL_FORMED":
        assert answer.read_as or question in ("rest --json", "rest " * 50), answer.render()
        assert question not in ("red dances", "red", "4", "sao paulo", "export to space 99", "attack rio bahia")
    assert len(answer.render().splitlines()) <= 12
    assert len(answer.render()) < 1500
    for near in answer.query.get("nearest", ()):
        assert load("little_empire").move(near)


def test_what_is_left_open_is_asked_of_every_value() -> None:
    """A refusal holds for all values of what was left open; one of them that is legal answers yes."""
    game, chosen = load("little_empire"), random.Random(4)
    state = game.new(seed=4)
    asked = 0
    while asked < 60 and not state.is_over:
        legal = game.legal(state)
        for option in {option.name: option for option in game.point(state.position).options}.values():
            answer = game.adjudicate(state, option.name.replace("_", " "))
            if answer.verdict != "ILL_FORMED" and answer.query["option"] == option.name:
                possible = any(move.option == option.name for move in legal)
                assert (answer.verdict == "LEGAL") == possible, answer.render()
                asked += 1
        state = game.play(state, chosen.choice(legal))
    assert asked >= 60


@pytest.mark.parametrize("name", ["little_empire", "breakthrough", "connect_four", "kuhn_poker", "tic_tac_toe"])
def test_the_label_of_a_move_is_a_question_about_it(name: str) -> None:
    """What a front end shows of a move can be asked: it is that move, or the answer says what it could be."""
    game, chosen = load(name), random.Random(2)
    state, same, all_ = game.new(seed=2), 0, 0
    for _ in range(40):
        if state.is_over:
            break
        move = chosen.choice(game.legal(state))
        for lang in game.languages:
            answer = game.adjudicate(state, move.label(lang))
            if answer.verdict != "ILL_FORMED":
                all_ += 1
                same += answer.query["option"] == move.option and answer.verdict == "LEGAL"
        state = game.play(state, move)
    assert same == all_ > 0


def test_words_are_compared_without_case_accents_and_endings() -> None:
    assert cut("São_Paulo's (ÁREA)") == ("sao", "paulo", "s", "area")
    assert alike("exports", "export")
    assert alike("marca", "marcar")
    assert alike("bids", "bid")
    assert not alike("bid", "bit")
    assert not alike("rest", "resto" * 3)
