"""Games in pickles: an address, or typed rules, never code. A game that changed since is an error, not another
game.

Reads what `Game.__reduce__` wrote; games that are loaded again are remembered, so that a thousand states load one
game.
"""

from functools import lru_cache

from rulespec.diagnostics import RulespecError
from rulespec.game.facade import Game, Origin
from rulespec.rules import game as typed


@lru_cache(maxsize=32)
def load_again(origin: Origin, text_hash: str) -> Game:
    """The game at an address, if its text is still the same."""
    from rulespec.game.load import load

    try:
        game = load(
            origin.path,
            players=origin.players,
            profile=origin.profile,
            rulings=dict(origin.rulings),
            content=origin.content,
        )
    except RulespecError as error:
        raise RulespecError("R0656", f"the game of this state does not load: {error.message}", origin.path) from error
    if game.sheet.text_hash != text_hash:
        raise RulespecError("R0656", "the text of the game has changed since the state was pickled", origin.path)
    return game


_REMEMBERED: dict[tuple[int, tuple[tuple[str, str], ...]], tuple[typed.Game, Game]] = {}


def rules_again(rules: typed.Game, rulings: tuple[tuple[str, str], ...], compiled: bool, content: str | None) -> Game:
    """The game of typed rules; within one process the same rules give the same game."""
    key = (hash((rules.name, rules.version, rules.text_hash, len(rules.rules))), rulings)
    if key in _REMEMBERED and _REMEMBERED[key][0] == rules:
        return _REMEMBERED[key][1]
    game = Game.from_rules(rules, dict(rulings), compiled=compiled, content=content)
    if len(_REMEMBERED) > 32:
        _REMEMBERED.clear()
    _REMEMBERED[key] = rules, game
    return game
