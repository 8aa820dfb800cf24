"""Views from strangers: what `View.to_json` gave, read back without believing it.

Reads JSON; returns a `View` on which `legal` and `adjudicate` work, or raises `BadSave`. The moves that a view lists
are taken from it: nobody but its player could say more.
"""

from typing import TYPE_CHECKING, Any

from rulespec.diagnostics import RulespecError
from rulespec.game import json_text, save
from rulespec.game.decision import CHANCE_NAME, decision_at
from rulespec.game.errors import BadSave
from rulespec.game.limits import SAVE_BYTES, shorten
from rulespec.game.move import Move
from rulespec.game.seen import values_of_view
from rulespec.game.view import VIEW_FORMAT, View

if TYPE_CHECKING:
    from rulespec.game.facade import Game

NAME = "the view"


def read_view(game: "Game", given: Any) -> View:
    """The view of a dict or JSON text; its events are left out."""
    data = json_text.parse(given, NAME, SAVE_BYTES) if isinstance(given, str | bytes) else given
    data = json_text.an_object(data, NAME)
    save.check_format(data, NAME, VIEW_FORMAT)
    wanted = ["format", *save.HEADER, "viewer", "state", "control", "decision", "legal"]
    found = json_text.fields(data, NAME, wanted, ["events", "outcome"])
    save.check_header(game.sheet, found, NAME)
    viewer = found["viewer"]
    if viewer is not None and json_text.a_text(viewer, f"{NAME}.viewer") not in game.players:
        raise BadSave("R0648", f"there is no player `{shorten(viewer)}`", f"{NAME}.viewer")
    control = json_text.fields(found["control"], f"{NAME}.control", ["decision", "frames"], ["ending"])
    control.setdefault("ending", None)
    bare = View(viewer, save.header(game.sheet), json_text.an_object(found["state"], f"{NAME}.state"), control, None)
    try:
        values = values_of_view(game.sheet, bare)
    except RulespecError:
        raise
    except (KeyError, ValueError, TypeError, AttributeError, StopIteration, RuntimeError, RecursionError) as error:
        raise BadSave("R0648", f"this is not what a player sees of the game ({shorten(str(error))})", NAME) from None
    point = game.point_at(values)
    if point is None or found["decision"] is None:
        return View(viewer, save.header(game.sheet), bare.state, control, None)
    owner = _owner(game, found["decision"], point.is_chance)
    decision = decision_at(game.sheet, point, owner, values, ())
    moves = json_text.a_list(found["legal"], f"{NAME}.legal") if decision.owner == viewer else []
    return View(viewer, save.header(game.sheet), bare.state, control, decision, tuple(_moves(game, moves)))


def _owner(game: "Game", decision: Any, is_chance: bool) -> int:
    place = f"{NAME}.decision.owner"
    owner = json_text.a_text(json_text.an_object(decision, f"{NAME}.decision").get("owner"), place)
    if owner == CHANCE_NAME and is_chance:
        return -1
    if owner not in game.players or is_chance:
        raise BadSave("R0648", f"`{shorten(owner)}` does not decide here", place)
    return game.players.index(owner)


def _moves(game: "Game", moves: list[Any]) -> list[Move]:
    found = []
    for number, move in enumerate(moves):
        try:
            found.append(game.move(json_text.an_object(move, f"{NAME}.legal[{number}]")))
        except BadSave:
            raise
        except RulespecError as error:
            raise BadSave("R0648", f"not a move: {error.message}", f"{NAME}.legal[{number}]", error.help) from None
    return found
