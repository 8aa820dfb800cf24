"""Flat values from a view: what the player sees, and something where they see nothing.

Reads a sheet and a view; returns values that may be read only where the viewer sees them. Explanations veil the
rest, so that what stands there does not matter.
"""

from typing import Any

from rulespec.game.cells import HIDDEN, leaves
from rulespec.game.sheet import Cards, Cells, Sheet
from rulespec.game.values import Plain, member_value, plain
from rulespec.game.view import View


def values_of_view(sheet: Sheet, view: View) -> tuple[int, ...]:
    """Values that agree with the view wherever it tells something."""
    values = [0] * sheet.size
    for cells in sheet.cells:
        values[cells.offset : cells.offset + cells.size] = [cells.default] * cells.size
    state, control = view.state, view.control
    by_location = {cards.location: cards for cards in sheet.cards}
    for cells in sheet.cells:
        if cells.frame is None and cells.name in by_location:
            _cards(sheet, by_location[cells.name], state, values)
        elif cells.frame is None:
            _fill(cells, state[cells.name], values)
    for frame in control["frames"]:
        own = {c.short: c for c in sheet.cells if c.frame == frame["rule"]}
        for name, content in frame["values"].items():
            if own[name].role == "return" and isinstance(content, str):
                found = (s.number for s in sheet.calls if s.called == frame["rule"] and s.label == content)
                values[own[name].offset] = next((n for n in found if n is not None), own[name].default)
            else:
                _fill(own[name], content, values)
    if control["decision"] is not None:
        values[sheet.control] = next(p.number for p in sheet.points if p.code == control["decision"])
    elif control["ending"] is not None:
        values[sheet.ending] = next(e.number for e in sheet.ends if e.name == control["ending"])
    return tuple(values)


def _fill(cells: Cells, given: Any, values: list[int]) -> None:
    if cells.is_set and cells.keys:
        *outer, last = cells.keys
        for at, content, _ in leaves(tuple(outer), given, cells.name):
            for element in content if isinstance(content, list) else ():
                values[cells.offset + at * last.size + last.position(member_value(last, element))] = 1
        return
    for at, content, _ in leaves(cells.keys, given, cells.name):
        if content != HIDDEN:
            value: Plain = plain(cells.type, content)
            assert isinstance(value, int)
            values[cells.offset + at] = value


def _cards(sheet: Sheet, cards: Cards, state: dict[str, Any], values: list[int]) -> None:
    """Cards that the viewer knows lie where they are; the others fill what is left."""
    location = sheet.of(cards.location)
    (kind,) = location.keys
    free: list[int] = []
    open_ended: list[int] = []
    placed: set[int] = set()
    for place in cards.places:
        for at, content, _ in leaves(place.keys, state[place.name], place.name):
            known = content if isinstance(content, list) else content.get("known", []) if content != HIDDEN else []
            for element in known:
                card = member_value(kind, element)
                placed.add(card)
                values[location.offset + kind.position(card)] = place.base + at
            if isinstance(content, dict):
                free += [place.base + at] * content.get(HIDDEN, 0)
            if place.who == "none":
                open_ended.append(place.base + at)
    rest = iter(free)
    for card in kind.values:
        if card not in placed:
            somewhere = open_ended[0] if open_ended else values[location.offset + kind.position(card)]
            values[location.offset + kind.position(card)] = next(rest, somewhere)
