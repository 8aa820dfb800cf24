"""Which colour a player is drawn in: the one that the name says, else one of a row. Readable on light and on dark."""

from collections.abc import Sequence

NAMED = {
    "red": "#d64545", "green": "#3a9d5d", "blue": "#3b7dd8", "yellow": "#c79a10", "orange": "#dd7a26",
    "purple": "#8f5bd0", "pink": "#d65a9c", "brown": "#96673f", "black": "#5d6470", "white": "#a8b0bc",
    "grey": "#838b97", "gray": "#838b97",
}  # fmt: skip
ROW = ("#3b7dd8", "#dd7a26", "#3a9d5d", "#8f5bd0", "#d64545", "#c79a10", "#d65a9c", "#96673f")


def colours_of(players: Sequence[str]) -> tuple[str, ...]:
    """
    >>> colours_of(["red", "x"])
    ('#d64545', '#3b7dd8')
    """
    free = (colour for colour in ROW if colour not in {NAMED.get(p) for p in players})
    return tuple(NAMED[p] if p in NAMED else next(free, ROW[i % len(ROW)]) for i, p in enumerate(players))
