"""The tree of one declaration, as parsed: generic nodes and leaves, each with its place.

Reads `source`. Only `parse` knows which library made it.
"""

from typing import Union

import attrs

from rulespec.source import Span


@attrs.frozen
class Leaf:
    """One word, number, string or sign of the text."""

    kind: str
    text: str
    span: Span


Readings = tuple[tuple[str, str], ...]
"""Readings that are chosen together: ((ruling, letter), ...)."""


@attrs.frozen
class When:
    """Under which readings a node counts: any of `under` (always, if there are none) and none of `unless`."""

    under: tuple[Readings, ...] = ()
    unless: tuple[Readings, ...] = ()


@attrs.frozen
class Holding:
    """While a card lies in a place: `pattern` as written, `holder` the name given to the place's owner."""

    card: str
    pattern: "Node"
    holder: str


@attrs.frozen
class Node:
    """A sentence or part of one. `kind` is the name the grammar gives it.

    `when` and `while_in` are set by `weave`, never by the grammar: the node counts only under these readings, or while a card
    lies there. `source` is the ruling or card that the node comes from.
    """

    kind: str
    items: tuple["Tree", ...]
    span: Span
    when: When | None = None
    while_in: Holding | None = None
    source: str = ""

    def all(self, *kinds: str) -> list["Node"]:
        """The child nodes of these kinds, in order."""
        return [item for item in self.items if isinstance(item, Node) and item.kind in kinds]

    def one(self, *kinds: str) -> "Node | None":
        """The first child node of these kinds."""
        found = self.all(*kinds)
        return found[0] if found else None

    def leaves(self, *kinds: str) -> list[Leaf]:
        """The child leaves of these kinds, in order."""
        return [item for item in self.items if isinstance(item, Leaf) and (not kinds or item.kind in kinds)]

    def leaf(self, *kinds: str) -> Leaf | None:
        """The first child leaf of these kinds."""
        found = self.leaves(*kinds)
        return found[0] if found else None

    def text(self, *kinds: str) -> str:
        """The text of the first child leaf of these kinds; empty if there is none."""
        found = self.leaf(*kinds)
        return found.text if found else ""


Tree = Union[Node, Leaf]
