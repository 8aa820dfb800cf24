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
            found.extend(_ids(leaf.text))
    return tuple(dict.fromkeys(found))


def _ids(text: str) -> list[str]:
    found: list[str] = []
    prefix = ""
    for part in re.split(r"[,\s]+", text.strip()):
        matched = re.fullmatch(r"(?:([A-Z]+)-)?(\d+)([a-z]?)(?:\.\.(\d+))?", part)
        if matched is None:
            continue
        prefix = matched.group(1) or prefix
        low, width = int(matched.group(2)), len(matched.group(2))
        high = min(int(matched.group(4) or low), low + 200)
        found.extend(f"{prefix}-{n:0{width}d}{matched.group(3)}" for n in range(low, high + 1))
    return found


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
