"""Holds every move as a tuple made once: its kind, then numbers of content.py; and writes moves as the reference games do.

Options are listed by looking tuples up, so that naming a move costs no more than finding it.
"""

from typing import Any

from benchmarks.twins.magnanimous.content import IMPROVEMENTS, PARTIES, PROVINCES, SPACES, TROOP_LIMIT

Move = tuple[Any, ...]
Table = tuple[Move, ...]

YES: Move = ("yes",)
NO: Move = ("no",)
NO_YES = (NO, YES)
ACT: Move = ("act",)
PRECISE: Move = ("precise",)
SELL: Move = ("sell",)
SKIP: Move = ("skip",)
AGAIN: Move = ("again",)
STOP: Move = ("stop",)
STOP_AGAIN = (STOP, AGAIN)
KEEP: Move = ("keep",)
TAKE: Move = ("take",)
KEEP_TAKE = (KEEP, TAKE)
PURPLE: Move = ("purple",)
PASS: Move = ("pass",)
NONE: Move = ("none",)
AREA: Move = ("area",)
TO_PORT: Move = ("port",)
TO_RIO: Move = ("rio",)
HIRE: Move = ("hire",)
SAIL_TO_RIO: Move = ("torio",)
SAIL_TO_PORT: Move = ("toport",)
SAIL: Move = ("sail",)
NOBILITY_OR_REPUBLIC = (("nobility",), ("republic",))
TRAIN: Move = ("move",)
CARDS_NONE: Move = ("cards",)

_PROVINCES, _SPACES, _CARDS = range(21), range(16), range(56)
BARON: Table = tuple(("baron", baron) for baron in range(16))
PARTY_OF: Table = tuple(("party", party) for party in range(2))
AT: Table = tuple(("at", province) for province in _PROVINCES)
BUILD: tuple[Table, ...] = tuple(tuple(("impr", kind, province) for province in _PROVINCES) for kind in range(4))
FIXED: tuple[Table, ...] = tuple(
    tuple(("fixed", conservative, liberal) for liberal in range(2)) for conservative in range(2)
)
DEPUTIES: tuple[Table, ...] = tuple(
    tuple(("deputies", conservative, liberal) for liberal in range(5)) for conservative in range(5)
)
BID: Table = tuple(("bid", amount) for amount in range(181))
DIE: Table = tuple(("die", space) for space in _SPACES)
SLOT: Table = tuple(("slot", province) for province in _PROVINCES)
PARK: tuple[Table, ...] = tuple(tuple(("park", space, province) for province in _PROVINCES) for space in _SPACES)
FREE: Table = tuple(("free", province) for province in _PROVINCES)
ORIGIN: Table = tuple(("origin", province) for province in _PROVINCES)
TARGET: Table = tuple(("target", province) for province in _PROVINCES)
PLACE: tuple[Table, ...] = tuple(tuple(("place", province, space) for space in _SPACES) for province in _PROVINCES)
START: Table = tuple(("start", province) for province in _PROVINCES)
SELL_FROM: Table = tuple(("sell", province) for province in _PROVINCES)
PATH: Table = tuple(("path", province) for province in _PROVINCES)
PATH_OVER: tuple[Table, ...] = tuple(tuple(("path", first, second) for second in _PROVINCES) for first in _PROVINCES)
TRANSFER: tuple[tuple[Table, ...], ...] = tuple(
    tuple(tuple(("transfer", source, target, number) for number in range(TROOP_LIMIT + 1)) for target in _PROVINCES)
    for source in _PROVINCES
)
FROM_AREA: Table = tuple(("fromarea", province) for province in _PROVINCES)
TO_AREA: Table = tuple(("toarea", province) for province in _PROVINCES)
DISCARD: Table = tuple(("discard", card) for card in _CARDS)
THRONE: Table = tuple(("throne", card) for card in _CARDS)
THRONE_TWO: tuple[Table, ...] = tuple(tuple(("throne", first, second) for second in _CARDS) for first in _CARDS)

# What the numbers of a move stand for; the last letter serves all that follow.
_ARGUMENTS = {
    "baron": "b", "party": "q", "at": "p", "impr": "kp", "cards": "e", "die": "s", "slot": "p", "park": "sp",
    "free": "p", "origin": "p", "target": "p", "place": "ps", "start": "p", "sell": "p", "path": "p", "move": "p",
    "transfer": "ppn", "fromarea": "p", "toarea": "p", "attack": "ppn", "discard": "e", "throne": "e", "export": "pn",
}  # fmt: skip
_WORDS: dict[str, Any] = {
    "b": [f"B{baron}" for baron in range(16)],
    "q": PARTIES,
    "p": PROVINCES,
    "k": IMPROVEMENTS,
    "e": [f"E{card}" for card in _CARDS],
    "s": SPACES,
    "n": range(200),
}


def written(move: Move) -> list[str | int]:
    """A move in the words of the reference games.

    >>> written(("impr", 0, 3))
    ['impr', 'railroad', 'rio_grande']
    """
    letters = _ARGUMENTS.get(move[0], "n")
    last = len(letters) - 1
    return [move[0], *(_WORDS[letters[min(i, last)]][number] for i, number in enumerate(move[1:]))]
