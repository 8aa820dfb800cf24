"""The syntax tree of a text, indented, for `rulespec print tree`.

Reads a source; returns text.
"""

from rulespec.cli.failures import TextError
from rulespec.diagnostics import LoadError
from rulespec.language import tree
from rulespec.language.parse import parse
from rulespec.source import Source


def tree_text(source: Source) -> str:
    """Each node on a line of its own, its leaves beside it."""
    nodes, diagnostics = parse(source)
    if any(d.is_error for d in diagnostics):
        raise TextError(LoadError(diagnostics), [source])
    lines: list[str] = []

    def go(node: tree.Tree, depth: int) -> None:
        match node:
            case tree.Node(kind=kind, items=items):
                words = " ".join(repr(leaf.text) for leaf in items if isinstance(leaf, tree.Leaf))
                lines.append(f"{'  ' * depth}{kind}{f' {words}' if words else ''}")
                for item in items:
                    if isinstance(item, tree.Node):
                        go(item, depth + 1)
            case tree.Leaf(text=text):
                lines.append(f"{'  ' * depth}{text!r}")

    for node in nodes:
        go(node, 0)
    return "\n".join(lines)
