"""What stands in the margin: sources, numbers of decisions and draws, `if several`, why a loop ends.

Reads trees; returns `About`s and what a margin says.
"""

import re

from rulespec.language.tree import Leaf, Node, Tree
from rulespec.rules.statements import About


def unquoted(leaf: Leaf | None) -> str:
    """The words of a quotation."""
    return leaf.text[1:-1] if leaf is not None else ""


def _marks(node: Node) -> list[Node]:
    return [mark for margin in node.all("margin") for mark in margin.all("mark")]


def cites_of(node: Node) -> tuple[str, ...]:
    """The ids a margin cites; `VOTE-08..10, 12` is VOTE-08, VOTE-09, VOTE-10, VOTE-12."""
    found: list[str] = []
    for mark in _marks(node):
        for leaf in mark.leaves("CITES"):
            found.extend(ids_in(leaf.text)[0])
    return tuple(dict.fromkeys(found))


_ID = re.compile(r"(?:([A-Z]{2,})-)?(\d+\.)?(\d+)([a-z]?)(?:\.\.(\d+\.)?(\d+))?")
LONGEST_RANGE = 200


def ids_in(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids of a list, and the words in it that are none.

    >>> ids_in("VOTE-01..03, 07, RIO-1.02")
    (('VOTE-01', 'VOTE-02', 'VOTE-03', 'VOTE-07', 'RIO-1.02'), ())
    """
    found: list[str] = []
    strange: list[str] = []
    prefix = ""
    for part in re.split(r"[,\s]+", text.strip()):
        matched = _ID.fullmatch(part)
        if matched is None or not (matched[1] or prefix):
            strange.append(part)
            continue
        prefix = matched[1] or prefix
        group, low, width = matched[2] or "", int(matched[3]), len(matched[3])
        high = min(int(matched[6] or low), low + LONGEST_RANGE)
        found.extend(f"{prefix}-{group}{n:0{width}d}{matched[4]}" for n in range(low, high + 1))
    return tuple(found), tuple(strange)


def decision_of(node: Node) -> str:
    """DEC-05 or CH-01, if the margin has one."""
    for mark in _marks(node):
        leaf = mark.leaf("DECISION")
        if leaf is not None:
            return leaf.text
    return ""


def weight_of(node: Node) -> str:
    """How much a ruling matters: H, M or L."""
    return next((leaf.text for mark in _marks(node) for leaf in mark.leaves("WEIGHT")), "")


def is_several(node: Node) -> bool:
    return any(mark.leaf("SEVERAL") is not None for mark in _marks(node))


def rank_of(node: Node) -> Tree | None:
    """The expression after `falling`."""
    for mark in _marks(node):
        if mark.all() or any(isinstance(item, Node) for item in mark.items):
            return next(item for item in mark.items if isinstance(item, Node))
    return None


def about_of(node: Node, code: str, title: str) -> About:
    return About(code, cites_of(node), title, node.span)
