"""The open questions of Magnanimous: every one there with its readings, evidence and texts; how evidence is written."""

from functools import cache
from pathlib import Path

from rulespec.diagnostics import Diagnostics
from rulespec.language.parse import parse
from rulespec.language.texts import parse_texts
from rulespec.language.weave.changes import Collector
from rulespec.source import Source

FOLDER = Path(__file__).resolve().parent.parent / "magnanimous_rules"


def collected(*texts: str) -> tuple[Collector, Diagnostics]:
    found = Diagnostics()
    collector = Collector(found)
    for text in texts:
        trees, wrong = parse(Source("readings.rules", text))
        found.extend(wrong)
        for tree in trees:
            for ruling in tree.all("ruling", "settled", "under", "readings") or [tree]:
                for one in ruling.all("ruling", "settled", "under") if ruling.kind == "readings" else [ruling]:
                    if one.kind in ("ruling", "settled", "under"):
                        collector.ruling(one, "")
    return collector, found


@cache
def of_magnanimous() -> Collector:
    collector, found = collected(*(p.read_text("utf-8") for p in sorted((FOLDER / "readings").glob("*.rules"))))
    assert not found.has_errors, found.sorted()
    return collector


def test_every_question_is_there_with_its_readings() -> None:
    rulings = of_magnanimous().rulings
    slips = {f"AMB-{n}" for n in range(191, 214)}
    assert set(rulings) == {f"AMB-{n:02d}" for n in range(1, 215)}
    open_ones = [r for id, r in rulings.items() if id not in slips and not r.is_settled]
    assert len(open_ones) == 94
    assert sum(len(r.readings) for r in open_ones) == 201
    assert all(rulings[id].is_settled for id in slips)
    assert all(r.weight in ("H", "M", "L") for r in rulings.values())


def test_every_question_and_reading_has_its_portuguese() -> None:
    path = FOLDER / "texts/rulings.pt.texts"
    texts, wrong = parse_texts(Source(path.name, path.read_text("utf-8")))
    assert not wrong
    for ruling in of_magnanimous().rulings.values():
        assert ruling.id in texts
        assert all(f"{ruling.id}.{reading.letter}" in texts for reading in ruling.readings)


def test_evidence_names_its_reading_book_and_section() -> None:
    collector, found = collected(
        'ruling AMB-01 "What?" default b "this"\n  evidence for a pt "Resumo", "Fim", en "End"\n  evidence "Box"\n  a "that"\n'
    )
    assert not found.has_errors
    evidence = [(e.letter, e.book, e.section) for e in collector.rulings["AMB-01"].evidence]
    assert evidence == [("a", "pt", "Resumo"), ("a", "pt", "Fim"), ("a", "en", "End"), ("b", "", "Box")]


def test_evidence_for_a_reading_that_is_not_there() -> None:
    _, found = collected('ruling AMB-01 "What?" settled "this"\n  evidence for c en "End"\n')
    assert [d.code for d in found.sorted()] == ["R0201"]
