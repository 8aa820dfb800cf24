"""The tutorial: after every chapter its game is without mistakes and plays; after the last it is the game in games/.

What the pages print is held fresh by the goldens (`make golden` carries out their commands).
"""

import re
from pathlib import Path

import pytest

import rulespec
from rulespec.game.scenario import run_scenarios
from rulespec.game.simulate import simulate
from tests.workshop import FOLDER, GAME, ROOT, Workshop, chapters, declarations, key, merged


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str, dict[str, str]]]:
    """For each chapter: its name, the page, and the files of the game after it."""
    workshop = Workshop(tmp_path_factory.mktemp("tutorial"), carry_out=False)
    found = []
    for chapter in chapters():
        page = workshop.read(chapter.read_text("utf-8"))
        files = {
            str(p.relative_to(workshop.game)): p.read_text("utf-8") for p in workshop.game.rglob("*") if p.is_file()
        }
        found.append((chapter.name, page, files))
    return found


def without_margins(declaration: str) -> list[str]:
    lines = (re.sub(r"\s*\[[^\]]*\]|\s+--.*|^--.*", "", line).rstrip() for line in declaration.splitlines())
    return [line for line in lines if line.strip()]


def test_every_chapter_leaves_a_game_that_plays(built: list[tuple[str, str, dict[str, str]]], tmp_path: Path) -> None:
    for name, _, files in built:
        folder = tmp_path / name / GAME
        for file, text in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, "utf-8")
        game = rulespec.load(folder)
        statistics = simulate(game, 2, check_invariants=True)
        assert (statistics.unfinished, statistics.broken) == (0, {}), name
        assert all(verdict.passed for verdict in run_scenarios(game)), name


def test_no_command_of_the_tutorial_goes_wrong(built: list[tuple[str, str, dict[str, str]]]) -> None:
    for name, page, _ in built:
        assert "$ rulespec " in page or name.startswith("11"), name
        assert not re.findall(r"^(?:error|internal error|FAILED|Error:|Usage:).*", page, re.MULTILINE), name


def test_the_last_chapter_is_the_game_of_the_repository(built: list[tuple[str, str, dict[str, str]]]) -> None:
    written = {
        (file if file.startswith("content") else "", key(d)): without_margins(d)
        for file, text in built[-1][2].items()
        if file.endswith(".rules")
        for d in declarations(text)
    }
    real = {
        ("content/lagoon/lagoon.rules" if path.parent.name == "lagoon" else "", key(d)): without_margins(d)
        for path in sorted((ROOT / "games" / GAME).rglob("*.rules"))
        for d in declarations(path.read_text("utf-8"))
    }
    assert {k: v for k, v in written.items() if real.get(k) != v} == {}
    # the pack of the repository has more cards; every rule is told
    assert {k for k in real if k not in written and not k[1].startswith("card ")} == set()


def test_the_front_page_names_every_chapter() -> None:
    front = (FOLDER / "index.md").read_text("utf-8")
    assert re.findall(r"\]\((\d\d-[^)]*)\)", front) == [chapter.name for chapter in chapters()]


def test_an_ellipsis_stands_for_what_stood_there() -> None:
    old = "rule a\n  one\n  two\n  three\n  four"
    assert merged(old, "rule a\n  one\n  new\n  three\n  -- ...") == "rule a\n  one\n  new\n  three\n  four"
    assert merged(old, "rule a\n  -- ...\n  three\n  end") == "rule a\n  one\n  two\n  three\n  end"
    assert merged(old, "rule a\n  -- ...\n\n  more") == "rule a\n  one\n  two\n  three\n  four\n\n  more"
