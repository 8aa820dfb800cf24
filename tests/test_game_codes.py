"""The table of error codes is complete, honest and in order; schemas are schemas."""

import re
from pathlib import Path

import jsonschema
import pytest

import rulespec
from rulespec.codes import CODES
from rulespec.game.schemas import NAMES

ROOT = Path(__file__).resolve().parent.parent
CODE = re.compile(r"""["']([RV]0\d{3})["']""")


def used_codes() -> dict[str, str]:
    """Every code that the packages mention, with a file that does."""
    found: dict[str, str] = {}
    for folder in ("rulespec", "verifier"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.name != "codes.py":
                found |= dict.fromkeys(CODE.findall(path.read_text("utf-8")), str(path.relative_to(ROOT)))
    return found


def test_every_code_that_is_used_is_in_the_table() -> None:
    missing = {code: file for code, file in used_codes().items() if code not in CODES}
    assert missing == {}


def test_codes_stand_in_order() -> None:
    assert list(CODES) == sorted(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_explained_in_the_house_style(code: str) -> None:
    entry = CODES[code]
    assert entry.title[0].islower() or not entry.title[0].isalpha() or entry.title.startswith(("JSON", "UTF"))
    assert not entry.title.endswith(".")
    assert entry.explanation.endswith(".")
    assert entry.example


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_a_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(rulespec.schema(name))


def test_an_unknown_schema_is_refused() -> None:
    with pytest.raises(rulespec.RulespecError) as caught:
        rulespec.schema("staet")
    assert caught.value.code == "R0660"
    assert "state" in (caught.value.help or "")
