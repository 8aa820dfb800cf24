"""A loaded game as bytes, to be opened where there is no parser and no compiler: in a page, by the same rulespec.

Reads a `Game`; returns bytes, and from them an equal game. A bundle holds Python (the compiled rules) like the page's own
scripts, so it is opened only from where those come from; saves and logs of players are never bundles.
"""

import pickle
import zlib

from rulespec.game.facade import Game


def pack(game: Game) -> bytes:
    """Sheet, compiled rules, typed rules and automaton."""
    return zlib.compress(pickle.dumps((game.sheet, game.source, game.typed, game.automaton), protocol=5), 9)


def unpack(data: bytes) -> Game:
    from rulespec.python import load_source

    sheet, source, rules, automaton = pickle.loads(zlib.decompress(data))
    core = load_source(source, f"<rules of {sheet.game}>")
    return Game(sheet, core, lambda: rules, lambda: automaton, None, source)
