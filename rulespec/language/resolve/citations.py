"""Citations: every id in a margin leads to a statement of the catalogue, to a ruling, or to another list that it names.

Reads the trees of a game, its catalogue and its rulings; adds diagnostics. A game without a catalogue cites what it likes.
"""

from collections.abc import Collection, Sequence

from rulespec.diagnostics import Diagnostics, did_you_mean
from rulespec.language.catalogue import Catalogue
from rulespec.language.resolve.margins import ids_in
from rulespec.language.tree import Leaf, Node

NUMBERS = ("DEC", "CH")
"""Numbers of decisions and draws: a margin gives them, no list does."""


def check_citations(trees: Sequence[Node], catalogue: Catalogue, rulings: Collection[str], found: Diagnostics) -> None:
    """Report every id that leads nowhere, at its place."""
    known = {*catalogue.statements, *rulings}
    for tree in trees:
        for leaf in _cites(tree):
            ids, strange = ids_in(leaf.text)
            for word in strange:
                found.error(
                    "R0208", f"`{word[:40]}` is not an id", leaf.span,
                    help="ids stand in a row: `VOTE-01..03, 07, AMB-39`; a semicolon ends it",
                )  # fmt: skip
            for id in ids:
                if id not in known and id.partition("-")[0] not in (*catalogue.lists, *NUMBERS):
                    help = did_you_mean(id, known) or "add it to the catalogue, or correct the id"
                    found.error("R0207", f"{id} is cited, and nothing is called that", leaf.span, help=help)


def _cites(tree: Node) -> list[Leaf]:
    found: list[Leaf] = []
    for item in tree.items:
        if isinstance(item, Node):
            found += item.leaves("CITES") if item.kind == "mark" else _cites(item)
    return found
