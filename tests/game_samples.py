"""Games for the tests of the facade, from typed rules, and random games of them.

Returns facades on the automaton's own runner and on the generated core, so that both are held to the same.
"""

import os
import random
from collections.abc import Iterator
from functools import cache

from rulespec.game.facade import Game
from rulespec.game.session import Session
from rulespec.game.state import State
from tests import handmade

RULES = {"tic_tac_toe": handmade.tic_tac_toe, "kuhn_poker": handmade.kuhn_poker, "auction": handmade.auction}
NAMES = tuple(RULES)


@cache
def game(name: str, compiled: bool = True, ruling: str | None = None) -> Game:
    rulings = {"AMB-1": ruling} if ruling else {}
    return Game.from_rules(RULES[name](), rulings, compiled=compiled and not os.environ.get("RULESPEC_SLOW_CORE"))


@cache
def session(name: str, seed: int, steps: int = 200, *, seeded: bool = True) -> Session:
    """A random game, chance by its seed or by ours; to be looked at, not to be played on."""
    chosen = random.Random(seed)
    found = Session(game(name), seed if seeded else None)
    for _ in range(steps):
        if found.is_over:
            break
        found.play(chosen.choice(found.legal()))
    return found


def states(name: str, seed: int, steps: int = 200) -> Iterator[State]:
    """The states of a random game, chance included."""
    chosen = random.Random(seed)
    state = game(name).new()
    for _ in range(steps):
        yield state
        if state.is_over:
            return
        state = game(name).play(state, chosen.choice(game(name).legal(state)))
