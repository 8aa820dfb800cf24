"""What is well formed and yet hardly meant: found in the typed rules of a whole game, said as warnings.

Reads a `rules.game.Game`; returns diagnostics. A text that has them can be played.
"""

from collections.abc import Iterator

from rulespec.diagnostics import Diagnostic
from rulespec.language.review.endless import endless
from rulespec.language.review.hidden import hidden
from rulespec.language.review.never import never
from rulespec.language.review.unordered import unordered
from rulespec.rules.game import Game


def review(game: Game) -> Iterator[Diagnostic]:
    """Everything that looks wrong."""
    yield from endless(game)
    yield from unordered(game)
    yield from hidden(game)
    yield from never(game)
