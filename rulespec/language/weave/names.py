"""How the parts of a rule are named, and where they stand: the paths that `vote.fixed.cast` and `cast.colour` are looked up by.

Reads trees. A path is matched from its end, so a short name serves where only one thing has it.
"""

from collections.abc import Callable, Sequence

import attrs

from rulespec.language.tree import Node, Tree

Path = tuple[str, ...]

DEFINITIONS = ("value_the", "value_of", "word")
SCOPES = ("rule", "menu", "step", "option", "body", "offer")


def name_of(node: Node) -> str:
    """What a node is called in a path; empty if it has no name."""
    match node.kind:
        case "rule" | "menu" | "step" | "part" | "body" | "keep" | "clause" | "named":
            return node.text("NAME")
        case "option" | "offer":
            body = node.one("body")
            return name_of(body) if body is not None else ""
        case "line":
            keep = _keep_in(node)
            return name_of(keep) if keep is not None else node.text("NAME")
        case "value_the":
            return node.text("NAME")
        case "value_of" | "word":
            return node.leaves("NAME")[1].text
        case "outcome":
            path = node.one("path")
            return path.leaves()[0].text if path is not None else ""
        case _:
            return ""


def _keep_in(line: Node) -> Node | None:
    simple = line.one("simple")
    return simple.one("keep") if simple is not None else None


def role_of(node: Node) -> str:
    """What kind of thing a node is for one who wants to change it; empty for what cannot be changed."""
    match node.kind:
        case "option" | "body":
            return "option"
        case "step" | "part" | "outcome" | "clause" | "rule" | "menu":
            return "rule" if node.kind == "menu" else node.kind
        case "value_the" | "value_of" | "word":
            return "value"
        case "keep":
            return "keep"
        case "line":
            return "keep" if _keep_in(node) is not None else "line" if node.text("NAME") else ""
        case _:
            return ""


def fits(path: Path, wanted: Sequence[str]) -> bool:
    """Does the path end with these names (some of those between may be left out)?"""
    if not path or not wanted or path[-1] != wanted[-1]:
        return False
    rest = list(path[:-1])
    for name in reversed(wanted[:-1]):
        while rest and rest[-1] != name:
            rest.pop()
        if not rest:
            return False
        rest.pop()
    return True


Edit = Callable[[Node, Path], "Sequence[Node] | None"]


def rewrite(tree: Node, edit: Edit, path: Path = ()) -> list[Node]:
    """The tree with each node for which `edit` gives nodes replaced by them (outermost first; what it gives is not looked into)."""
    name = name_of(tree)
    here = (*path, name) if name and (not path or path[-1] != name or role_of(tree) == "clause") else path
    given = edit(tree, here)
    if given is not None:
        return list(given)
    items: list[Tree] = []
    changed = False
    inner = here if tree.kind in SCOPES else path
    for item in tree.items:
        if isinstance(item, Node):
            new = rewrite(item, edit, inner)
            changed = changed or len(new) != 1 or new[0] is not item
            items.extend(new)
        else:
            items.append(item)
    return [attrs.evolve(tree, items=tuple(items)) if changed else tree]


def find(trees: Sequence[Node], role: str, wanted: Sequence[str]) -> list[tuple[Node, Path]]:
    """All things of that role whose path fits, outermost first."""
    found: list[tuple[Node, Path]] = []

    def look(node: Node, path: Path) -> None:
        if role_of(node) == role and name_of(node) and fits(path, wanted):
            # An option is written as `may` with a body, or as a body alone: the outer of the two is the option.
            if not (node.kind == "body" and any(n.kind == "option" and node in n.items for n, _ in found)):
                found.append((node, path))

    for tree in trees:
        rewrite(tree, lambda node, path: look(node, path))
    return found
