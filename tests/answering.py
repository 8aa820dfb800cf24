"""What must be true of every answer, held against play: used on the games here and, for longer, by `make soak`.

Reads a game and a seed; asserts.
"""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from rulespec import schema
from rulespec.game.facade import Game
from rulespec.game.match import options_at
from rulespec.game.state import State
from rulespec.game.values import Plain
from rulespec.rules.types import MapOf, SetOf, Type, domain
from tests.checks import validate

SETTLED = ("LEGAL", "FORBIDDEN", "NOT_PERMITTED")


def positions(game: Game, seed: int, number: int) -> Iterator[State]:
    """Positions of random games in which a player decides."""
    chosen = random.Random(seed)
    state, found = game.new(seed=seed), 0
    while found < number:
        if state.is_over:
            state = game.new(seed=chosen.randrange(10**6))
            continue
        yield state
        found += 1
        state = game.play(state, chosen.choice(game.legal(state)))


def check_position(game: Game, state: State, chosen: random.Random, tried: int = 3) -> int:
    """Some legal and some arbitrary moves of a position; returns how many were asked about."""
    legal = game.legal(state)
    written = {str(move) for move in legal}
    asked = [str(move) for move in chosen.sample(legal, min(2, len(legal)))]
    options = options_at(game.point(state.position))
    for option in chosen.sample(options, min(tried, len(options))):
        args = [_any(type_, chosen) for _, type_ in option.parameters]
        asked.append(str(game.named(option, args)))
    for question in asked:
        check_answer(game, state, question, question in written)
    return len(asked)


def _any(type_: Type, chosen: random.Random) -> Plain:
    match type_:
        case SetOf(kind=kind):
            return chosen.randrange(1 << min(kind.size, 3))
        case MapOf(kind=kind, entry=entry):
            return tuple(chosen.randint(entry.low, min(entry.high, entry.low + 3)) for _ in kind.values)
        case _:
            return chosen.choice(domain(type_))


def check_answer(game: Game, state: State, question: str, is_legal: bool) -> None:
    """One answer against the core, other readings, and what one player sees."""
    answer = game.adjudicate(state, question)
    told = answer.to_json()
    where = (str(state.position)[:200], question, answer.render())
    validate(told, schema("answer"))
    assert answer.verdict in SETTLED, where
    assert (answer.verdict == "LEGAL") == is_legal == (not answer.blockers), where
    refused = set(game.refused(state, question))
    assert {blocker.code for blocker in answer.blockers} == refused, where
    assert len(answer.render().splitlines()) <= 12
    check_fixes(game, state, question, answer)
    check_readings(game, state, question, answer)
    for texts in texts_in(told):
        assert set(texts) == set(game.languages), where
        assert all(texts.values()), where
    for viewer in game.players[:2]:
        view = game.view(state, viewer)
        seen = game.adjudicate(view, question).to_json()
        assert seen == game.adjudicate(state, question, viewer=viewer).to_json(), where
        assert seen["verdict"] in (answer.verdict, "UNDETERMINED"), where


def check_fixes(game: Game, state: State, question: str, answer: Any) -> None:
    """What is shown as a way out can be played."""
    for fix in answer.fixes:
        if fix.kind == "PARAM":
            assert game.play(state, dict(fix.move))
        elif fix.kind == "FIRST":
            after = game.play(state, dict(fix.move))
            assert game.play(after, question)


def check_readings(game: Game, state: State, question: str, answer: Any) -> None:
    """A reading that is said to change the verdict does, in a game that is played by it."""
    for contested in answer.contested:
        other = read_as(game, tuple(sorted({**game.readings, **contested.rulings}.items())))
        position = other.core.from_values(tuple(game.core.to_values(state.position)))
        under = other.adjudicate(State(other, position, None), question)
        assert under.verdict == contested.verdict != answer.verdict, (question, contested)


@cache
def read_as(game: Game, readings: tuple[tuple[str, str], ...]) -> Game:
    return Game.from_rules(game.typed, dict(readings), compiled=False)


def texts_in(told: Any) -> Iterator[dict[str, str]]:
    """Every text of an answer, by language."""
    if isinstance(told, dict):
        for name, value in told.items():
            if name in ("texts", "headline") or (name == "read_as" and value):
                yield value
            else:
                yield from texts_in(value)
    elif isinstance(told, list):
        for value in told:
            yield from texts_in(value)
