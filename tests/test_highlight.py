"""Colours: every text of the repository is coloured without a character that no rule knows."""

from importlib.metadata import entry_points
from pathlib import Path

import pytest
from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, String, Token

from rulespec.highlight import CatalogueLexer, RulesLexer, TextsLexer
from tests.golden_writers import ROOT

TEXTS = sorted(path for folder in ("games", "magnanimous_rules") for path in (ROOT / folder).rglob("*.*"))


def lexer_of(path: Path) -> Lexer | None:
    lexers = {".rules": RulesLexer, ".scenario": RulesLexer, ".texts": TextsLexer, ".catalogue": CatalogueLexer}
    return lexers[path.suffix](stripnl=False) if path.suffix in lexers else None


def test_every_text_of_the_repository_has_its_colours() -> None:
    seen = 0
    for path in TEXTS:
        lexer = lexer_of(path)
        if lexer is not None:
            text = path.read_text("utf-8")
            found = list(lexer.get_tokens(text))
            assert "".join(part for _, part in found).rstrip("\n") == text.rstrip("\n")
            assert not [part for kind, part in found if kind in Token.Error], path
            seen += 1
    assert seen > 20


@pytest.mark.parametrize(
    ("line", "part", "kind"),
    [
        ("rule export by the player", "rule", Keyword.Declaration),
        ('    may export(port) "Export {port}" only if  [SAL-1]', "export", Name.Function),
        ('    may export(port) "Export {port}" only if  [SAL-1]', "{port}", String.Interpol),
        ('    may export(port) "Export {port}" only if  [SAL-1]', "[SAL-1]", Comment.Special),
        ("      at_port: the train is at the port", "at_port", Name.Label),
        ("      at_port: the train is at the port", "the", Keyword),
        ("      at_port: the train is at the port", "train", Name),
        ("  when red plays rake: refused by labour.rake.room", "labour.rake.room", Name.Label),
        ("-- a remark", "-- a remark", Comment.Single),
    ],
)
def test_what_a_line_is_made_of(line: str, part: str, kind: object) -> None:
    assert (kind, part) in list(RulesLexer().get_tokens(line))


def test_pygments_finds_the_lexers() -> None:
    named = {entry.name: entry.value for entry in entry_points(group="pygments.lexers")}
    assert {"rules", "texts", "catalogue"} <= set(named)
    assert all(entry.load() for entry in entry_points(group="pygments.lexers") if "rulespec" in entry.value)
