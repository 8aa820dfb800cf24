"""The rules of Magnanimous as text: this package holds `.rules` files and their texts, and no Python about the game.

Installed under the name `magnanimous` (entry-point group `rulespec.games`); `load` saves writing its path.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import rulespec


def load(
    players: int | Sequence[str] = 4,
    profile: str = "default",
    rulings: Mapping[str, str] | None = None,
    content: str = "community",
) -> rulespec.Game:
    """Magnanimous for so many players, with a profile of readings, single readings on top, and a content pack.

    >>> load(players=2).new(seed=1).decision.owner
    'red'
    """
    return rulespec.load(Path(__file__).parent, players=players, profile=profile, rulings=rulings, content=content)
