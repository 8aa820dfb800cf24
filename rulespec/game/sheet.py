"""What the facade must know of a game to name what its core does: cells, places, decisions, players, texts.

Made by `survey` from the typed rules and the automaton; kept beside the generated core in the cache (`sheet_json`),
so that a game that was loaded before needs neither parser nor compiler. Data only; frozen.
"""

from collections.abc import Mapping

import attrs

from rulespec.rules.types import Kind, Scalar, Type


@attrs.frozen
class Cells:
    """A family of cells of the flat state: where it lies, what its values are called, who sees them.

    `who` is "all", "none", "owner" (the player that is key number `key`), "count", or "known" (each player sees what it
    says about that player). Cells of a `frame` exist while that rule runs and hold `default` otherwise.
    """

    name: str
    keys: tuple[Kind, ...]
    type: Scalar
    role: str
    offset: int
    default: int
    frame: str | None = None
    is_set: bool = False
    who: str = "all"
    key: int = 0

    @property
    def size(self) -> int:
        size = 1
        for kind in self.keys:
            size *= kind.size
        return size

    @property
    def short(self) -> str:
        """The name without the rule it belongs to."""
        return self.name.removeprefix(f"{self.frame}.") if self.frame else self.name


@attrs.frozen
class CardPlace:
    """A place of cards: its cells are the numbers from `base` on, one for each combination of keys."""

    name: str
    keys: tuple[Kind, ...]
    base: int
    who: str
    key: int = 0

    @property
    def size(self) -> int:
        size = 1
        for kind in self.keys:
            size *= kind.size
        return size


@attrs.frozen
class Cards:
    """Unique cards: the family that says where each lies, the places, and the flags that say who knows them."""

    name: str
    location: str
    places: tuple[CardPlace, ...]
    known: str | None = None


@attrs.frozen
class Choosable:
    """An option as a decision offers it. `sealed` are the parameters that other players do not get to see."""

    name: str
    code: str
    parameters: tuple[tuple[str, Type], ...]
    title: str = ""
    sealed: tuple[str, ...] = ()


@attrs.frozen
class Point:
    """A decision or a draw. `drawn` is the kind of what chance brings, None at a decision."""

    number: int
    code: str
    id: str
    rule: str
    title: str
    options: tuple[Choosable, ...]
    drawn: Kind | None = None
    within: tuple[str, ...] = ()
    """Decisions of the same rule in whose effects it stands, outermost first."""

    @property
    def is_chance(self) -> bool:
        return self.drawn is not None


@attrs.frozen
class CallSite:
    """A rule may be called by `caller`; `number` is what its return slot then holds, None if there is but one place."""

    called: str
    caller: str
    number: int | None
    label: str
    """The place that the call comes back to."""
    within: tuple[str, ...] = ()
    """Decisions in whose effects the call certainly stands."""


@attrs.frozen
class Sum:
    """Conservation of a counted piece: for each key of the piece, the flat cells that hold it."""

    piece: str
    total: int
    cells: tuple[tuple[int, ...], ...]


@attrs.frozen
class End:
    """A way the game ends; `winners` says whether the text names them."""

    name: str
    number: int
    title: str
    sources: tuple[str, ...]
    names_winners: bool


@attrs.frozen
class Sheet:
    """Everything the facade knows."""

    game: str
    title: str
    version: str
    text_hash: str
    languages: tuple[str, ...]
    content: str | None
    player_kind: Kind
    rulings: Mapping[str, str]
    """ruling -> the letter it is played by"""
    control: int
    """Offset of the cell that holds the number of the point; 0: over."""
    ending: int
    size: int
    cells: tuple[Cells, ...]
    cards: tuple[Cards, ...]
    points: tuple[Point, ...]
    calls: tuple[CallSite, ...]
    sums: tuple[Sum, ...]
    ends: tuple[End, ...]
    scores: tuple[str, ...]
    texts: Mapping[str, Mapping[str, str]]
    """language -> code -> text, what the facade itself says: names, titles of decisions and options"""

    @property
    def players(self) -> tuple[str, ...]:
        return self.player_kind.members

    def of(self, name: str) -> Cells:
        return next(c for c in self.cells if c.name == name)
