"""What could be played first, so that a refused move becomes legal: tried on the core, one move deep.

Reads a game, a state and the refused move; returns legal moves after which the same player may play it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulespec.diagnostics import RulespecError
from rulespec.game.core import CHANCE
from rulespec.game.match import options_at
from rulespec.game.move import Move
from rulespec.game.state import State
from rulespec.game.values import Plain

if TYPE_CHECKING:
    from rulespec.game.facade import Game

TRIED = 60
"""How many moves are tried."""
SHOWN = 2


def moves_before(game: "Game", state: State, code: str, args: Sequence[Plain]) -> tuple[tuple[Move, ...], bool]:
    """The moves to play first, in canonical order; the second result says whether all were tried."""
    core, position = game.core, state.position
    owner = core.owner(position)
    if owner is None or owner == CHANCE:
        return (), True
    found: list[Move] = []
    legal = core.legal(position)
    for move in legal[:TRIED]:
        try:
            after = game.stepped(position, move)
        except RulespecError:
            continue
        if core.owner(after) == owner and is_legal(game, after, code, args):
            found.append(game.decode(state, move))
            if len(found) == SHOWN:
                return tuple(found), True
    return tuple(found), len(legal) <= TRIED


def is_legal(game: "Game", position: object, code: str, args: Sequence[Plain]) -> bool:
    """May the option of that code be played with these values in this position?"""
    for number, option in enumerate(options_at(game.point(position))):
        if option.code == code:
            return game.core.pack(position, number, tuple(args)) in game.core.legal(position)
    return False
