"""Every code of the checker has a case that shows it, every code a page, and the pages are fresh."""

import re
from pathlib import Path

import pytest

from rulespec.codes import CODES
from tests import bad_cases
from tests.test_game_codes import used_codes

ROOT = Path(__file__).resolve().parent.parent
CHECKED = re.compile(r"""["'](R0[1-4]\d\d)["']""")


def codes_of_the_checker() -> set[str]:
    files = sorted((ROOT / "rulespec/language").rglob("*.py"))
    return {code for path in files for code in CHECKED.findall(path.read_text("utf-8"))}


@pytest.mark.parametrize("code", bad_cases.codes())
def test_a_bad_text_gets_its_code_first(code: str) -> None:
    found = bad_cases.findings(code)
    assert found[0].code == code
    assert all(d.span.file and d.span.line for d in found)
    golden = bad_cases.FOLDER / f"{code}.err"
    assert bad_cases.rendered(code) == golden.read_text("utf-8"), "`make golden` writes it; review the diff"


def test_every_code_of_the_checker_has_a_case() -> None:
    assert codes_of_the_checker() == set(bad_cases.codes())


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    pages = {path.stem for path in (ROOT / "docs/errors").glob("[RV]0*.md")}
    assert pages == set(CODES)
    assert set(used_codes()) == pages


@pytest.mark.parametrize("code", CODES)
def test_a_page_is_fresh(code: str) -> None:
    page = (ROOT / f"docs/errors/{code}.md").read_text("utf-8")
    assert page == bad_cases.error_page(code), "`make golden` writes it; review the diff"
