"""The path of somebody who has only the README: a game of their own that runs, changed by one rule, a refused move
explained, and the way on to the tutorial. (`make demo` and the browser have tests of their own.)"""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulespec.cli.main import COMMANDS, cli
from tests.golden_writers import ROOT
from tests.test_cli import called

README = (ROOT / "README.md").read_text("utf-8")


def test_what_the_readme_names_is_there() -> None:
    assert set(re.findall(r"rulespec ([a-z]+) ", README)) <= set(COMMANDS)
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"make ([a-z]+)", README)) <= targets
    for link in re.findall(r"\]\((?!https?:)([^)#]+)", README):
        assert (ROOT / link).exists(), link


def test_from_nothing_to_a_refused_move_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "pebbles"
    code, out, _ = called(capsys, "new", str(game))
    assert code == 0
    for command in ("check", "play", "test", "simulate"):
        assert f"rulespec {command} {game}" in out  # what is written says how to go on

    # everything works on it at once
    assert "no mistakes found" in called(capsys, "check", str(game))[1]
    assert "1 scenarios, 0 failed" in called(capsys, "test", str(game))[1]
    code, out, _ = called(capsys, "simulate", str(game), "-n", "20", "--check-invariants", "--bots", "greedy,random")
    assert (code, "20 games" in out) == (0, True)
    assert called(capsys, "docs", str(game), "--out", str(tmp_path / "pages"))[0] == 0
    assert (tmp_path / "pages" / "en" / "rules.md").is_file()

    # a rule of their own: the line that the remarks offer
    rules = game / "game.rules"
    offered = re.search(r"^ *-- (modest: .*)$", rules.read_text("utf-8"), re.MULTILINE)
    assert offered is not None
    rules.write_text(rules.read_text("utf-8").replace(f"-- {offered[1]}", offered[1]), "utf-8")
    assert called(capsys, "check", str(game))[0] == 0
    position = tmp_path / "late.scenario"
    position.write_text(
        "scenario late\n  given\n    the heap is 5; first's store is 10\n  at round\n"
        "  when first plays take(3): refused by round.take.modest\n"
    )
    code, out, _ = called(capsys, "ask", str(game), str(position), "take(3)")
    assert code == 1
    assert "round.take.modest" in out
    assert "Take 2 stones" in out  # what would be legal instead

    # and a slip is explained where it stands
    rules.write_text(
        rules.read_text("utf-8").replace("the number is at most the heap", "the number is at most the haep")
    )
    code, out, _ = called(capsys, "check", str(game))
    assert code == 2
    assert "did you mean `heap`?" in out
    found = re.search(r"error\[(R\d+)\]", out)
    assert found is not None
    assert called(capsys, "explain", found[1])[0] == 0


def test_a_whole_game_is_played_in_the_terminal(tmp_path: Path) -> None:
    runner = CliRunner()
    game = str(tmp_path / "pebbles")
    assert runner.invoke(cli, ["new", game]).exit_code == 0
    played = runner.invoke(cli, ["play", game, "--players", "2"], input="why take(3)\nmoves\n" + "1\n" * 15)
    assert played.exit_code == 0, played.output
    assert "The game is over" in played.output


def test_every_code_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "explain")
    assert code == 0
    for name in re.findall(r"^([RV]\d{4}) ", out, re.MULTILINE):
        code, told, _ = called(capsys, "explain", name.lower())
        assert (code, told.startswith(name)) == (0, True)
