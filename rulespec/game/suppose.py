"""What if: a state with some of its values changed.

Reads a game, a state and changes by name (`purse={"blue": 4}`, `pot=0`); returns flat values or raises `BadSave`.
Pieces come from their supply and go back to it, cards leave the place where they lay, and those put out go to the first
place of their kind; whatever does not add up is refused.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulespec.diagnostics import did_you_mean
from rulespec.game.cells import check_sums, read_state, show_state
from rulespec.game.errors import BadSave
from rulespec.game.limits import shorten
from rulespec.game.sheet import Cards, Sum
from rulespec.game.values import member_name

if TYPE_CHECKING:
    from rulespec.game.facade import Game

PLACE = "suppose"


def supposed(game: "Game", values: tuple[int, ...], changes: Mapping[str, Any]) -> tuple[int, ...]:
    """The values with the changes made."""
    shown = show_state(game.sheet, values)
    cards = {place.name: kind.name for kind in game.sheet.cards for place in kind.places}
    for name, change in changes.items():
        if name not in shown:
            help = did_you_mean(shorten(str(name)), shown)
            raise BadSave("R0646", f"the game has nothing called `{shorten(str(name))}`", PLACE, help)
        if name in cards:
            together = [p for p, kind in cards.items() if kind == cards[name]]
            moved = set(_lying(change))
            for place in together:
                shown[place] = _without(shown[place], moved)
        shown[name] = _merged(shown[name], change, f"{PLACE}.{name}")
    for kind in game.sheet.cards:
        _put_back(game, kind, shown)
    changed = list(values)
    read_state(game.sheet, shown, changed, PLACE)
    balance(game, changed, frozenset(changes))
    check_sums(game.sheet, changed, PLACE)
    return tuple(changed)


def _merged(old: Any, change: Any, place: str) -> Any:
    """Objects are changed key by key, everything else is replaced."""
    if not isinstance(old, dict) or not isinstance(change, Mapping):
        return change
    for key in change:
        if str(key) not in old:
            help = did_you_mean(shorten(str(key)), old)
            raise BadSave("R0646", f"there is no `{shorten(str(key))}` here", place, help)
    new = {str(key): value for key, value in change.items()}
    return {key: _merged(value, new[key], f"{place}.{key}") if key in new else value for key, value in old.items()}


def _lying(change: Any) -> list[str]:
    """The cards that a change names."""
    if isinstance(change, Mapping):
        return [card for value in change.values() for card in _lying(value)]
    return [card for card in change if isinstance(card, str)] if isinstance(change, list | tuple) else []


def _without(content: Any, cards: set[str]) -> Any:
    if isinstance(content, dict):
        return {key: _without(value, cards) for key, value in content.items()}
    return [card for card in content if card not in cards]


def _put_back(game: "Game", kind: Cards, shown: dict[str, Any]) -> None:
    """Cards that a change leaves without a place go to the first place of their kind, if there is one of it."""
    first = kind.places[0]
    if first.keys or not isinstance(shown[first.name], list):
        return
    (cards,) = game.sheet.of(kind.location).keys
    lying = {str(card) for place in kind.places for card in _lying(shown[place.name])}
    names = [str(member_name(cards, card)) for card in cards.values]
    shown[first.name] = shown[first.name] + [name for name in names if name not in lying]


def balance(game: "Game", values: list[int], changed: frozenset[str]) -> None:
    """Let each supply take or give what is missing, unless the supply itself was changed."""
    for each in game.sheet.sums:
        _balance(game, each, values, changed)


def _balance(game: "Game", each: Sum, values: list[int], changed: frozenset[str]) -> None:
    """Let the supply take or give what is missing, unless the supply itself was changed."""
    supplies = [
        p.name for p in game.typed.places.values() if p.supply and p.piece == each.piece and p.name not in changed
    ]
    own = {cells.offset + i for c in supplies for cells in [game.sheet.of(c)] for i in range(cells.size)}
    for group in each.cells:
        at = next((cell for cell in group if cell in own), None)
        missing = each.total - sum(values[cell] for cell in group)
        if at is not None and values[at] + missing >= 0:
            values[at] += missing
