"""A picture of one panel as data: what stands where, called as people call it.

Reads nothing. Frozen; `to_json` is what a page gets. A `tone` says whose a thing is: the number of a player, from 0.
"""

from typing import Any, Protocol

import attrs

from rulespec.rules.layout import Panel
from rulespec.rules.types import Kind


class Wording(Protocol):
    """What things are called in one language."""

    def thing(self, name: str) -> str: ...
    def member(self, kind: Kind, value: int) -> str: ...
    def panel(self, panel: Panel) -> str: ...
    def word(self, name: str) -> str:
        """One of: yes, no, none, unseen, now."""
        ...


@attrs.frozen
class Item:
    """One card or member among others; `value` is what a move calls it, None where it is not known."""

    kind: str
    value: str | None
    label: str
    count: int = 1
    tone: int | None = None


@attrs.frozen
class Entry:
    """A thing that is shown: `label` what it is, `text` how many or which, `items` what lies in it."""

    name: str
    label: str
    text: str = ""
    items: tuple[Item, ...] = ()
    tone: int | None = None
    stands: bool = False
    """It stands at this place, because its value names it: a train, a marker on a track."""
    printed: bool = False
    """It never changes: a fact of the board."""

    @property
    def is_bare(self) -> bool:
        """Nothing lies there."""
        return self.text in ("–", "0") and not self.items

    @property
    def said(self) -> str:
        """`garrison 2`, `occupied`, `hand: brokers, nabuco`."""
        inside = ", ".join(f"{i.count} {i.label}" if i.count > 1 or i.value is None else i.label for i in self.items)
        return " ".join(part for part in (self.label, self.text, inside) if part)


@attrs.frozen
class Spot:
    """A place of a grid, map, row or track. `value` is what a move calls it."""

    value: str
    label: str
    x: int
    y: int
    entries: tuple[Entry, ...] = ()
    tone: int | None = None


@attrs.frozen
class Box:
    """A player's board, or a part of it; of lists there is one box without a title."""

    value: str
    title: str
    entries: tuple[Entry, ...] = ()
    parts: tuple["Box", ...] = ()
    tone: int | None = None


@attrs.frozen
class Picture:
    """One panel of a position. `kind` is the root of the kind that its places are members of."""

    form: str
    title: str
    kind: str = ""
    size: tuple[int, int] = (0, 0)
    spots: tuple[Spot, ...] = ()
    lines: tuple[tuple[int, int], ...] = ()
    """Neighbours, by the numbers of their spots."""
    boxes: tuple[Box, ...] = ()
    alone: bool = False
    """It shows one thing only, which then needs no name."""

    def to_json(self) -> dict[str, Any]:
        return attrs.asdict(self)


def owner_entry(spot: Spot) -> Entry | None:
    """The entry that says whose a place is."""
    return next(
        (e for e in spot.entries if e.tone is not None and e.tone == spot.tone and e.text and not e.stands), None
    )
