"""Answers about random moves in random positions agree with play, with other readings, and with what players see."""

import random
from pathlib import Path

import pytest

import rulespec
from tests.answering import check_position, positions

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("name", "number"),
    [("little_empire", 50), ("kuhn_poker", 12), ("breakthrough", 8), ("connect_four", 8), ("tic_tac_toe", 8)],
)
def test_answers_agree_with_play(name: str, number: int) -> None:
    game, chosen = rulespec.load(ROOT / "games" / name), random.Random(7)
    asked = sum(check_position(game, state, chosen) for state in positions(game, 7, number))
    assert asked >= 2 * number
