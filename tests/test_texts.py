"""Texts: `.texts` files are read with every mistake told, and what a declared language lacks is found."""

from itertools import chain
from pathlib import Path

import attrs
import pytest

from rulespec.game import files
from rulespec.language.check import check
from rulespec.language.required_texts import check_texts, required_texts
from rulespec.language.texts import LANGUAGE, TextFile, brace_problem, parse_text_file, parse_texts
from rulespec.rules.game import Game
from rulespec.source import Source
from tests.handmade import auction, kuhn_poker, tic_tac_toe

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(path.parent.name for path in ROOT.glob("games/*/game.rules"))


def texts_of(game: Game, language: str, leave_out: str = "") -> TextFile:
    """A file with a text for everything that is required."""
    lines = {"name:": ["names"], "word:": ["words"], "": ["texts"]}
    for one in required_texts(game):
        key = one.keys[0]
        if key != leave_out:
            prefix = next(p for p in lines if key.startswith(p))
            lines[prefix].append(f"  {key.removeprefix(prefix)} o nome, os nomes")
    source = Source(f"texts/{language}.texts", "\n".join([f"language {language}", *chain(*lines.values())]))
    file, wrong = parse_text_file(source)
    assert wrong == ()
    return file


def test_a_file_gives_its_texts_by_key() -> None:
    text = (
        "language pt\n-- a remark\nnames\n  rio o Rio\nwords\n  dock os navios {de player}\ntexts\n  AMB-27.b nenhum\n"
    )
    found, wrong = parse_texts(Source("pt.texts", text))
    assert wrong == ()
    assert found == {
        LANGUAGE: "pt",
        "name:rio": "o Rio",
        "word:dock": "os navios {de player}",
        "AMB-27.b": "nenhum",
    }


def test_all_mistakes_of_a_file_are_told_in_one_run() -> None:
    text = "language pt\nnmaes\n  a b\nnames\n  !x y\n  rio\n  rio o Rio\n  rio a Rio\n  bahia {\ntexts\n"
    _, wrong = parse_texts(Source("pt.texts", text))
    assert [(d.code, d.span.line) for d in wrong] == [
        ("R0121", 2), ("R0122", 5), ("R0123", 6), ("R0124", 8), ("R0125", 9),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "\x00", "language", "language pt\nlanguage en", "  a b", "names\n a {b"])
def test_hostile_texts_get_diagnostics(text: str) -> None:
    assert parse_texts(Source("x.texts", text))[1]


@pytest.mark.parametrize(
    ("text", "problem"),
    [("{a} and {b c}", False), ("{", True), ("}", True), ("{{a}}", True), ("{ }", True), ("", False)],
)
def test_blanks_are_closed_and_not_empty(text: str, problem: bool) -> None:
    assert (brace_problem(text) is not None) == problem


@pytest.mark.parametrize("make", [tic_tac_toe, kuhn_poker, auction])
def test_a_complete_language_has_nothing_to_report(make: object) -> None:
    game = attrs.evolve(make(), languages=("en", "pt"))  # type: ignore[operator]
    assert check_texts(game, [texts_of(game, "pt")]) == ()


@pytest.mark.parametrize("make", [tic_tac_toe, kuhn_poker, auction])
def test_each_missing_text_is_reported_once(make: object) -> None:
    game = attrs.evolve(make(), languages=("en", "pt"))  # type: ignore[operator]
    for one in required_texts(game):
        file = texts_of(game, "pt", leave_out=one.keys[0])
        found = check_texts(game, [file])
        assert {d.code for d in found} <= {"R0126"}
        served = any(entry.key in one.keys for entry in file.entries)
        assert sum(f"{one.what} has no text" in d.message for d in found) == (not served)
        assert not any(d.is_error for d in found)


def test_a_language_without_any_text_is_one_remark() -> None:
    game = attrs.evolve(tic_tac_toe(), languages=("en", "pt"))
    (only,) = check_texts(game, [])
    assert only.code == "R0126"
    assert "texts/pt.texts" in (only.help or "")


def test_one_language_needs_no_texts() -> None:
    assert check_texts(tic_tac_toe(), []) == ()


def test_forms_unknown_codes_and_blanks_are_looked_at() -> None:
    game = attrs.evolve(tic_tac_toe(), languages=("en", "pt"))
    whole = texts_of(game, "pt")
    more, _ = parse_text_file(
        Source(
            "texts/more.texts",
            "language pt\nnames\n  square casa\n  sqare a casa, as casas\ntexts\n  play Vez {de x}\n",
        )
    )
    codes = sorted(d.code for d in check_texts(game, [whole, more]))
    assert codes == ["R0127", "R0128", "R0129"]
    other = attrs.evolve(whole, language="fr")
    assert "R0128" in {d.code for d in check_texts(game, [other])}


@pytest.mark.parametrize("name", GAMES)
def test_the_games_are_complete_in_their_languages(name: str) -> None:
    game, found = check(files.find(ROOT / "games" / name).sources)
    assert game is not None
    assert [str(d) for d in found if d.code in ("R0126", "R0127", "R0128", "R0129")] == []


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough", "kuhn_poker"])
def test_the_small_games_are_in_english_and_portuguese(name: str) -> None:
    game, _ = check(files.find(ROOT / "games" / name).sources)
    assert game is not None
    assert game.languages == ("en", "pt")
    assert game.texts["pt"]["game"]
