"""The reference interpreter against every other way to run a game: games by hand, and a few hundred generated ones.

Nothing else sees a wrong lowering: whatever starts from the automaton agrees on the wrong game. A failure names the
seed: `python -m tests.generate_rules SEED` prints its rules, `python -m tests.differential SEED` makes it small first.
"""

import pytest

from tests import handmade
from tests.differential import Makers, Tally, compare
from tests.engines import compiled, walked
from tests.generate_rules import generate

BATCHES = 6
PER_BATCH = 40


@pytest.mark.parametrize("make", [walked, compiled], ids=["lowered", "compiled"])
@pytest.mark.parametrize("name", sorted(handmade.ALL))
def test_games_by_hand(name: str, make: Makers) -> None:
    game = handmade.ALL[name]()
    tally = compare(game, seed=1, games=4, stores=1, make=make)
    assert tally.positions > 30
    assert tally.finished > 0


@pytest.mark.parametrize("batch", range(BATCHES))
def test_generated_games(batch: int) -> None:
    everything = Tally()
    for seed in range(batch * PER_BATCH, (batch + 1) * PER_BATCH):
        tally = compare(generate(seed), seed)
        everything.positions += tally.positions
        everything.finished += tally.finished
        everything.stores += tally.stores
        everything.errors += tally.errors
    assert everything.positions > 10 * PER_BATCH
    assert everything.finished > PER_BATCH // 2
    assert everything.errors == [], "generated rules never ask for what is not there"
