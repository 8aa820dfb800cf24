"""What a player may know of a state as a row of numbers, for learning and search.

Reads a sheet and flat values; returns one number for each cell of the game and of its running rules: its value, or -1 where the
player does not see it. Equal views give equal rows.
"""

from collections.abc import Sequence
from itertools import product

from rulespec.game.cells import Viewer, knows_card, sees
from rulespec.game.sheet import Cells, Sheet

UNSEEN = -1


def observed(sheet: Sheet, values: Sequence[int], viewer: Viewer) -> tuple[int, ...]:
    """The point of play, then all cells in the order of the sheet."""
    locations = {cards.location for cards in sheet.cards}
    row = [values[sheet.control]]
    for cells in sheet.cells:
        here = values[cells.offset : cells.offset + cells.size]
        if cells.name in locations:
            (kind,) = cells.keys
            row += [
                value
                if isinstance(viewer, int | None) and knows_card(sheet, cells.name, card, values, viewer)
                else UNSEEN
                for card, value in zip(kind.values, here, strict=True)
            ]
        elif cells.who == "all":
            row += here
        else:
            row += [value if seen else UNSEEN for value, seen in zip(here, _seen(cells, viewer), strict=True)]
    return tuple(row)


def _seen(cells: Cells, viewer: Viewer) -> list[bool]:
    return [sees(cells.who, cells.key, keys, viewer) for keys in product(*(kind.values for kind in cells.keys))]
