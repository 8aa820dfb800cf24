"""The catalogue of Magnanimous is whole, and the reader of catalogues says what is wrong with others."""

from collections import Counter
from pathlib import Path

import pytest

from rulespec.language.catalogue import Catalogue, parse_catalogue
from rulespec.language.resolve.margins import ids_in
from rulespec.source import Source

PATH = Path(__file__).resolve().parent.parent / "magnanimous_rules/rulebooks.catalogue"


def read(text: str) -> tuple[Catalogue, list[str]]:
    catalogue, diagnostics = parse_catalogue(Source("some.catalogue", text))
    return catalogue, [f"{d.code} {d.span.line}" for d in diagnostics]


def test_every_statement_of_the_rulebooks_is_there_with_its_status() -> None:
    catalogue, wrong = read(PATH.read_text("utf-8"))
    assert not wrong
    assert len(catalogue.statements) == 780
    statuses = Counter(s.status for s in catalogue.statements.values())
    assert statuses.keys() == {"executable", "data", "descriptive"}
    assert all(bool(s.reason) == (s.status == "descriptive") for s in catalogue.statements.values())
    assert all(s.sections or s.text.startswith("(gap") for s in catalogue.statements.values())


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("VOTE-01..03, 07", ["VOTE-01", "VOTE-02", "VOTE-03", "VOTE-07"]),
        ("PRODACT-5.01..5.03", ["PRODACT-5.01", "PRODACT-5.02", "PRODACT-5.03"]),
        ("RIO-1.02, 1.10, AMB-39", ["RIO-1.02", "RIO-1.10", "AMB-39"]),
        ("EX-09b", ["EX-09b"]),
    ],
)
def test_citations_are_expanded(text: str, ids: list[str]) -> None:
    assert ids_in(text) == (tuple(ids), ())


def test_words_between_ids_are_told() -> None:
    assert ids_in("VOTE-01 and 02") == (("VOTE-01", "VOTE-02"), ("and",))
    assert ids_in("07")[1] == ("07",)


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        (["A-01 data, x"], ["R0130 2"]),
        (["AA-01 data", "  says it", "  fr là"], ["R0130 4"]),
        (["AA-01 data"], ["R0131 2"]),
        (["AA-01 maybe", "  says it"], ["R0131 2"]),
        (["AA-01 descriptive", "  says it"], ["R0131 2"]),
        (["AA-01 data", "  says it", "  why wording slip"], ["R0131 4"]),
        (["AA-01 descriptive", "  says it", "  why restates AA-02"], ["R0131 4"]),
        (["AA-01 data", "  says it", "  says that"], ["R0130 4"]),
        (["AA-01 data", "  says it", "AA-01 data", "  says that"], ["R0132 4"]),
        (["AA-01 data", "  says"], ["R0130 3", "R0131 2"]),
        (["AA-01 data", "  says " + "x" * 1000], ["R0130 3", "R0131 2"]),
    ],
)
def test_what_is_wrong_is_told_with_its_line(lines: list[str], wrong: list[str]) -> None:
    assert sorted(read("\n".join(["catalogue some, sections in en", *lines]))[1]) == wrong


def test_a_catalogue_begins_with_its_name() -> None:
    assert read("AA-01 data\n  says it")[1][0] == "R0130 1"
