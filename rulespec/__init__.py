"""rulespec: the rules of a board game, written once.

    game = rulespec.load("games/tic_tac_toe")
    state = game.new(seed=7)
    state = game.play(state, game.legal(state)[0])

The names below are the public interface. They are fetched when first used, so that `import rulespec` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulespec.diagnostics import Diagnostic as Diagnostic
    from rulespec.diagnostics import LoadError as LoadError
    from rulespec.diagnostics import RulespecError as RulespecError
    from rulespec.game.decision import Decision as Decision
    from rulespec.game.errors import BadMove as BadMove
    from rulespec.game.errors import BadSave as BadSave
    from rulespec.game.errors import GameOver as GameOver
    from rulespec.game.errors import IllegalMove as IllegalMove
    from rulespec.game.event import Event as Event
    from rulespec.game.facade import Game as Game
    from rulespec.game.load import load as load
    from rulespec.game.move import Move as Move
    from rulespec.game.schemas import schema as schema
    from rulespec.game.session import Session as Session
    from rulespec.game.state import State as State
    from rulespec.game.view import Outcome as Outcome
    from rulespec.game.view import View as View

__version__ = "0.1.0"

_WHERE = {
    "Diagnostic": "rulespec.diagnostics",
    "LoadError": "rulespec.diagnostics",
    "RulespecError": "rulespec.diagnostics",
    "Decision": "rulespec.game.decision",
    "BadMove": "rulespec.game.errors",
    "BadSave": "rulespec.game.errors",
    "GameOver": "rulespec.game.errors",
    "IllegalMove": "rulespec.game.errors",
    "Event": "rulespec.game.event",
    "Game": "rulespec.game.facade",
    "load": "rulespec.game.load",
    "Move": "rulespec.game.move",
    "schema": "rulespec.game.schemas",
    "Session": "rulespec.game.session",
    "State": "rulespec.game.state",
    "Outcome": "rulespec.game.view",
    "View": "rulespec.game.view",
}

__all__ = [*_WHERE, "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'rulespec' has no attribute {name!r}")
    value = getattr(import_module(_WHERE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
