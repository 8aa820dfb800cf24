"""The language reference: every part of the grammar has its page, every example is a game that runs."""

import re
from pathlib import Path

import pytest

import rulespec
from rulespec.codes import CODES
from rulespec.game.scenario import run_scenarios
from rulespec.game.simulate import simulate
from rulespec.language.check import check
from rulespec.source import Source
from tests.language_reference import (
    EXAMPLE,
    FOLDER,
    GRAMMAR,
    example_game,
    filled,
    named,
    parts,
    rules_of_grammar,
    written,
)

EXAMPLES = [
    (path.stem, n, text) for path in written() for n, text in enumerate(EXAMPLE.findall(path.read_text("utf-8")))
]


def test_every_part_of_the_grammar_has_a_page() -> None:
    told = {name for path in written() for name in named(path.read_text("utf-8"), "grammar")}
    missing = [part for part in parts(rules_of_grammar(GRAMMAR.read_text("utf-8"))) if part not in told]
    assert missing == [], (
        "name it in the `<!-- grammar: … -->` of a page in docs/reference/language, then `make golden`"
    )


def test_the_grammar_is_cut_into_its_alternatives() -> None:
    grammar = rules_of_grammar('decl: "a" (x | y) -> one\n    | "|" z -> two\n    | menu\nx: "b" _NL\n\n_OF: /x/\n')
    assert grammar == {"decl": ['"a" (x | y) -> one', '"|" z -> two', "menu"], "x": ['"b" _NL']}
    assert parts(grammar) == ["decl.one", "decl.two", "decl.menu", "x"]


@pytest.mark.parametrize("path", written(), ids=lambda path: path.stem)
def test_a_page_says_what_it_must(path: Path) -> None:
    page = path.read_text("utf-8")
    assert filled(page) == page, "`make golden` fills in the grammar"
    assert EXAMPLE.search(page)
    assert {*named(page, "errors")} <= set(CODES)
    prose = page.partition("```")[0].partition("\n\n")[2]
    assert 2 <= len([line for line in prose.splitlines() if line]) <= 5
    assert f"({path.name})" in (FOLDER / "index.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("page", "number", "text"),
    EXAMPLES,
    ids=lambda value: value if isinstance(value, str) and "\n" not in value else "",
)
def test_an_example_is_a_game_that_runs(page: str, number: int, text: str, tmp_path: Path) -> None:
    whole = example_game(text)
    _, diagnostics = check([Source("example.rules", whole)])
    assert [d for d in diagnostics if d.is_error] == []
    path = tmp_path / "example.rules"
    path.write_text(whole, "utf-8")
    game = rulespec.load(path)
    statistics = simulate(game, 5, check_invariants=True)
    assert (statistics.unfinished, statistics.broken) == (0, {})
    assert all(verdict.passed for verdict in run_scenarios(game))


def test_the_front_page_leads_to_pages_only() -> None:
    links = re.findall(r"\]\(([a-z_]+\.md)\)", (FOLDER / "index.md").read_text("utf-8"))
    assert set(links) == {path.name for path in written()}
