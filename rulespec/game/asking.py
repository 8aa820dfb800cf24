"""Questions about moves: hands a state, or what one player sees of it, over to `rulespec.explain`.

Reads a game and a state or view; returns an `Answer`. What is not a move gets an answer too: ILL_FORMED, with the
reason.
"""

from typing import TYPE_CHECKING, Any

from rulespec.explain.answer import adjudicate, ill_formed
from rulespec.explain.situation import Situation, situation_from
from rulespec.explain.verdict import Answer
from rulespec.game import match
from rulespec.game.cells import sees
from rulespec.game.errors import BadMove
from rulespec.game.limits import shorten
from rulespec.game.match import Given
from rulespec.game.move import Move
from rulespec.game.seen import values_of_view
from rulespec.game.standing import standing
from rulespec.game.state import State
from rulespec.game.view import View

if TYPE_CHECKING:
    from rulespec.game.facade import Game


def ask(game: "Game", state: "State | View", question: Given, viewer: str | None, lang: str | None) -> Answer:
    """May this be played in this state? With a viewer (or a view), answered from what that player sees."""
    if isinstance(state, View):
        viewer = viewer or state.viewer
        values = values_of_view(game.sheet, state)
    else:
        values = tuple(game.core.to_values(game.checked(state).position))
    watching = None if viewer is None else game.player(viewer)
    situation = situation_at(game, values, watching)
    voices = game.voices(lang)
    player, question = _spoken_for(game, question)
    point = game.point_at(values)
    try:
        option, args = _read(game, question, point)
    except BadMove as error:
        reason = f"{error.message}" + (f" ({error.help})" if error.help else "")
        return ill_formed(situation, _shown(question), reason, voices=voices)
    values_by_name = {name: value for (name, _), value in zip(option.parameters, args, strict=True)}
    return adjudicate(situation, option.name, values_by_name, voices=voices, player=player, viewer=watching)


def situation_at(game: "Game", values: tuple[int, ...], viewer: int | None = None) -> Situation:
    """The values as explanations take them; for a viewer without names that stand for something they cannot see."""
    hidden = frozenset(
        c.name for c in game.sheet.cells if c.frame is not None and viewer is not None and not _open(c.who, viewer)
    )
    here = standing(game, values, hidden)
    rulings = game.readings
    return situation_from(game.typed, rulings, here.pending, here.owner, here.cells, here.variables)


def _open(who: str, viewer: int) -> bool:
    return sees(who, 0, (), viewer) or who in ("owner", "known")


def _read(game: "Game", question: Given, point: Any) -> Any:
    """The move that is meant: of the pending decision, or else of another one, which is then the wrong moment."""
    try:
        return match.read(game.sheet, question, point)
    except BadMove as error:
        if error.code != "R0624":
            raise
        return match.read(game.sheet, question, None)


def _spoken_for(game: "Game", question: Given) -> tuple[int | None, Given]:
    """`red bid(2)` is a question about red."""
    if isinstance(question, str):
        first, _, rest = question.strip().partition(" ")
        if first in game.players and rest.strip():
            return game.player(first), rest.strip()
    return None, question


def _shown(question: Given) -> str:
    return shorten(str(question) if isinstance(question, str | Move) else repr(question), 200)
