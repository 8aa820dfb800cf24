"""Hundreds of games of the hand-written Magnanimous, replayed decision by decision through the public interface."""

from pathlib import Path

import pytest

from benchmarks.twins.magnanimous.policies import POLICIES
from tests.reference_twin import replayed

GAMES = 15  # of each policy and number of players: 405 in all


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("seed", range(1_000, 1_000 + GAMES))
def test_the_rules_text_plays_the_same_game(tmp_path: Path, players: int, policy: str, seed: int) -> None:
    assert replayed(tmp_path, players, policy, seed) > 50
