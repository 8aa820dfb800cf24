"""Answers about the large game: random positions held against play, and questions as players ask them."""

import random
from pathlib import Path

import pytest

import rulespec
from tests import asked
from tests.answering import check_position, positions

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(7))
def test_answers_agree_with_play(players: int, seed: int) -> None:
    game = rulespec.load(ROOT / "magnanimous_rules", players=players)
    chosen = random.Random(seed)
    for state in positions(game, seed, 100):
        check_position(game, state, chosen)


def test_questions_are_answered_as_they_were_found_right() -> None:
    """A change is looked at, and then written into `magnanimous.answers`."""
    expected = (Path(__file__).parent / "magnanimous.answers").read_text("utf-8")
    assert asked.answers("magnanimous") == expected
