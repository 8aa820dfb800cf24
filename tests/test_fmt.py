"""`rulespec fmt`: one layout, the same meaning, every comment; the games of this repository are laid out so."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulespec.cli.layout import laid_out
from rulespec.language.parse import parse
from rulespec.language.tree import Leaf, Node, Tree
from rulespec.source import Source

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(path.relative_to(ROOT) for path in ROOT.glob("games/**/*.rules"))
TEXTS = GAMES + sorted(path.relative_to(ROOT) for path in ROOT.glob("magnanimous_rules/**/*.rules"))


def words(tree: Tree) -> Iterator[object]:
    """A tree without its places."""
    if isinstance(tree, Leaf):
        yield tree.kind, tree.text
    elif isinstance(tree, Node):
        yield tree.kind
        for item in tree.items:
            yield from words(item)
        yield "end"


def meaning(text: str) -> list[object]:
    trees, wrong = parse(Source("game.rules", text))
    assert not wrong
    return [word for tree in trees for word in words(tree)]


def comments(text: str) -> list[str]:
    return [" ".join(comment.split()) for comment in re.findall(r"--[^\n]*", text)]


@pytest.mark.parametrize("path", TEXTS, ids=str)
def test_the_layout_changes_no_meaning(path: Path) -> None:
    text = (ROOT / path).read_text("utf-8")
    untidy = "\n\n\n\n".join(line.replace("  [", " [") + "   " for line in text.split("\n") if line.strip())
    tidy = laid_out(untidy)
    assert meaning(tidy) == meaning(text)
    assert comments(tidy) == comments(text)
    assert laid_out(tidy) == tidy


@pytest.mark.parametrize("path", GAMES, ids=str)
def test_the_games_are_laid_out(path: Path) -> None:
    text = (ROOT / path).read_text("utf-8")
    assert laid_out(text) == text, f"`rulespec fmt {path}`"
