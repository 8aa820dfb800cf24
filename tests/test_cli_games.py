"""The command line on the texts in games/: needs the parser and the checker, from `check` to the generated pages."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulespec.cli.main import cli
from tests.test_cli import GAMES, KUHN, TTT, called


def test_players_that_a_text_does_not_have_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "check", TTT, "--players", "9")
    assert code == 2
    assert "R0404" in out
    code, _, err = called(capsys, "legal", TTT, "--players", "x,y")
    assert code == 2
    assert "R0404" in err
    code, _, err = called(capsys, "legal", TTT, "--players", "x,x")
    assert (code, "R0607" in err) == (2, True)


@pytest.mark.parametrize("game", sorted(path.parent.name for path in GAMES.glob("*/game.rules")))
def test_the_games_have_no_mistakes(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "check", str(GAMES / game))
    assert code == 0, out + err
    code, out, _ = called(capsys, "check", str(GAMES / game), "--json")
    assert json.loads(out)["ok"] is True


def test_check_shows_all_mistakes_with_their_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (GAMES / "tic_tac_toe" / "game.rules").read_text("utf-8")
    path = tmp_path / "mine.rules"
    path.write_text(
        text.replace("marker mark of each cell", "marker mark of each cel").replace("rule round", "rul round")
    )
    code, out, _ = called(capsys, "check", str(path))
    assert code == 2
    assert "error[R0" in out
    assert "marker mark of each cel" in out
    assert "^^^" in out
    assert "errors" in out
    code, out, _ = called(capsys, "check", str(path), "--json")
    assert {d["severity"] for d in json.loads(out)["diagnostics"]} >= {"error"}
    code, _, err = called(capsys, "legal", str(path))
    assert code == 2
    assert "^^^" in err


def test_legal_dump_view_and_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "legal", TTT)
    assert (code, out.count("mark(cell=")) == (0, 9)
    code, out, _ = called(capsys, "moves", KUHN, "new", "--json")
    assert json.loads(out)["decision"]["owner"] == "chance"
    save = tmp_path / "state.json"
    assert called(capsys, "dump", KUHN, "--seed", "3", "-o", str(save))[0] == 0
    code, out, _ = called(capsys, "dump", KUHN, str(save))
    assert json.loads(out) == json.loads(save.read_text())
    code, out, _ = called(capsys, "view", KUHN, str(save), "first")
    assert json.loads(out)["state"]["hand"]["second"] == {"hidden": 1}
    code, _, err = called(capsys, "view", KUHN, str(save), "third")
    assert (code, "R0627" in err) == (2, True)
    save.write_text(save.read_text()[:-20])
    code, _, err = called(capsys, "dump", KUHN, str(save))
    assert (code, "R0640" in err) == (2, True)


def test_playing_by_typing(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    typed = "?\nmoves\nmark(a1)\nmark(a1)\nmakr(b1)\n99\nboard\nhint\nundo\nmark(b2)\nsave " + str(log) + "\nquit\n"
    result: Result = CliRunner().invoke(cli, ["play", TTT, "--seed", "5"], input=typed)
    assert result.exit_code == 0, result.output
    assert "Traceback" not in result.output
    assert log.exists()
    again = CliRunner().invoke(cli, ["replay", TTT, str(log)])
    assert again.exit_code == 0, again.output
    assert "plays mark" in again.output
    assert CliRunner().invoke(cli, ["replay", TTT, str(log), "--json"]).exit_code == 0
    state = CliRunner().invoke(cli, ["legal", TTT, f"{log}@1"])
    assert "8 moves" in state.output
    watched = CliRunner().invoke(cli, ["play", KUHN, "--bots", "--seed", "2"])
    assert "The game is over" in watched.output


def test_simulate_counts_and_is_the_same_in_parts(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", KUHN, "-n", "40", "--seed", "3", "--json", "--check-invariants", "--coverage"]
    code, out, _ = called(capsys, *arguments)
    assert code == 0
    found = json.loads(out)
    assert found["games"] == 40
    assert sum(found["ends"].values()) == 40
    assert found["broken_invariants"] == {}
    code, again, _ = called(capsys, *arguments, "--jobs", "2")
    assert json.loads(again) == found
    code, out, _ = called(capsys, "playout", TTT, "-n", "5")
    assert "5 games" in out


def test_scenarios_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "test", TTT)
    assert code == 0, out + err
    text = (GAMES / "tic_tac_toe" / "game.rules").read_text("utf-8")
    (tmp_path / "mine.rules").write_text(text.replace("c1's mark is x; x is lined_up", "c1's mark is o"))
    code, out, _ = called(capsys, "test", str(tmp_path / "mine.rules"))
    assert code == 1
    assert "FAILED" in out
    assert "mark(c1) is x, not o" in out


def test_compile_writes_a_module_that_needs_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = tmp_path / "mine.py"
    assert called(capsys, "compile", TTT, "-o", str(module))[0] == 0
    script = "import mine; s = mine.new(); print(mine.owner(s), len(mine.legal(s)))"
    alone = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {script}"]
    result = subprocess.run(alone, capture_output=True, text=True)
    assert result.stdout.split() == ["0", "9"], result.stderr


@pytest.mark.parametrize("form", ["tree", "rules", "ir", "python", "graph"])
def test_print_looks_inside(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "print", form, TTT)
    assert code == 0, err
    assert len(out.splitlines()) > 3


def test_ask_names_the_clause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "ask", TTT, "new", "mark(a1)")
    assert code == 0, out
    log = tmp_path / "game.log"
    CliRunner().invoke(cli, ["play", TTT, "--as", "x", "--as", "o"], input=f"mark(a1)\nsave {log}\nquit\n")
    code, out, _ = called(capsys, "why-not", TTT, str(log), "mark(a1)")
    assert code == 1
    assert "round.mark.free" in out
    code, out, _ = called(capsys, "ask", TTT, str(log), "mark(a1)", "--json")
    assert json.loads(out)["verdict"] == "NOT_PERMITTED"
    code, out, _ = called(capsys, "ask", TTT, str(log), "makr{0.__class__}(a1)")
    assert code == 2


def test_docs_writes_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = called(capsys, "docs", TTT, "--out", str(tmp_path / "pages"))
    assert code == 0, err
    assert list((tmp_path / "pages").rglob("*.md"))


def test_a_new_game_runs_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "my_game")
    assert called(capsys, "new", folder)[0] == 0
    code, out, err = called(capsys, "check", folder)
    assert code == 0, out + err
    assert called(capsys, "simulate", folder, "-n", "20", "--check-invariants")[0] == 0
    assert called(capsys, "new", folder)[0] == 2
    assert called(capsys, "fmt", folder, "--check")[0] == 0


def test_the_demonstration_shows_what_it_promises(capsys: pytest.CaptureFixture[str]) -> None:
    from rulespec.cli.demo import PARTS, main

    assert main() == 0
    out, err = capsys.readouterr()
    assert [f"[{number}/{PARTS}]" in out for number in range(1, PARTS + 1)] == [True] * PARTS
    assert "NOT PERMITTED" in out
    assert "NÃO PERMITIDO" in out
    assert "hidden" in out
    assert "games per second" in out
    assert "proved" in out
    assert "violated" not in out
    assert "Traceback" not in out + err
