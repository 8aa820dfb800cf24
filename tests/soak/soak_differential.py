"""Ten thousand generated games in all engines. SEED in the environment begins elsewhere (default: the day's date).

A failure names its seed; `python -m tests.differential SEED` makes the game small and prints it.
"""

import datetime
import os

import pytest

from tests.differential import compare
from tests.generate_rules import generate

FIRST = int(os.environ.get("SEED", datetime.date.today().strftime("%Y%m%d") + "00000"))
PROGRAMS = 10_000
BATCH = 100


@pytest.mark.parametrize("first", range(FIRST, FIRST + PROGRAMS, BATCH))
def test_generated_games(first: int) -> None:
    for seed in range(first, first + BATCH):
        # one in ten is large: more rules inside rules, more that outlives a decision
        tally = compare(generate(seed, 90 if seed % 10 == 0 else 30), seed, games=2)
        assert tally.errors == [], f"seed {seed}"
