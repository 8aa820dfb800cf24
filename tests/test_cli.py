"""The command line: answers, exit codes, and never a traceback.

On handmade rules: `handmade_check` stands in for the checker, so that commands are tested without the parser. The real
texts go through tests/test_cli_games.py.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from rulespec.cli.excerpts import render, visible
from rulespec.cli.layout import laid_out
from rulespec.cli.main import ALIASES, COMMANDS, cli, run
from rulespec.cli.table import say, show_family
from rulespec.diagnostics import Diagnostic, Note
from rulespec.source import Source, Span
from tests.game_samples import RULES

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "games"
TTT, KUHN = str(GAMES / "tic_tac_toe"), str(GAMES / "kuhn_poker")


@pytest.fixture
def handmade_check(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of games whose texts only name handmade rules, and a checker that looks them up."""
    module = ModuleType("rulespec.language.check")

    def check(sources: Sequence[Source], **_: object) -> tuple[object, tuple[Diagnostic, ...]]:
        name = sources[0].text.split()[1]
        if name not in RULES:
            span = Span(sources[0].name, 1, 6, 1, 6 + len(name))
            return None, (Diagnostic("R0201", f"there is no `{name}`", span, help="name another"),)
        return RULES[name](), ()

    module.check = check  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "rulespec.language.check", module)
    monkeypatch.setenv("RULESPEC_CACHE", str(tmp_path / "cache"))
    for name in (*RULES, "unknown"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.rules").write_text(f"game {name}\n")
    return tmp_path


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command; no traceback in them."""
    code = run(arguments)
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert "internal error" not in err, err
    return code, out, err


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for name in (*COMMANDS, *ALIASES):
        code, out, _ = called(capsys, name, "--help")
        assert code == 0
        assert out.startswith("Usage: rulespec")
    code, out, _ = called(capsys, "--help")
    assert all(name in out for name in COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["nothing"], 2, "no command"),
        (["chekc", TTT], 2, "did you mean `check`"),
        (["check"], 2, "GAME"),
        (["check", "nowhere"], 2, "R0600"),
        (["legal", "no\x00where"], 2, "R0600"),
        (["explain", "R9999"], 2, "R0661"),
        (["schema", "staet"], 2, "R0660"),
        (["simulate", TTT, "-n", "0"], 2, "-n"),
        (["check", TTT, "--ruling", "x"], 2, "R0608"),
        (["check", TTT, "--content", "pack"], 2, "R0609"),
        (["new", "Not-A-Name"], 2, "R0665"),
    ],
)
def test_a_failure_has_a_message_and_an_exit_code(
    arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, _, err = called(capsys, *arguments)
    assert found == code
    assert words in err


def test_a_mistake_of_ours_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(cli, "main", fail)
    assert run(["version"]) == 70
    assert "please report" in capsys.readouterr().err


def test_an_absent_extra_is_named(
    handmade_check: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in [name for name in sys.modules if name.partition(".")[0] in ("verifier", "z3")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "z3", None)
    code, _, err = called(capsys, "verify", str(handmade_check / "tic_tac_toe"))
    assert code == 2
    assert "R0662" in err
    assert "rulespec[verify]" in err


# --- on handmade rules -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["dump", "/nowhere/at/all"], "R0606"),
        (["compile", "-o", "/proc/nowhere/x.py"], "R0664"),
        (["test"], "R0663"),
        (["legal", "--profile", "odd"], "R0608"),
        (["legal", "--ruling", "AMB-9=a"], "R0608"),
        (["view", "new", "grey"], "R0627"),
    ],
)
def test_bad_input_to_a_loaded_game(
    handmade_check: Path, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *rest = arguments
    code, _, err = called(capsys, name, str(handmade_check / "tic_tac_toe"), *rest)
    assert code == 2
    assert words in err


def test_mistakes_of_a_text_come_with_their_lines(handmade_check: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(handmade_check / "unknown")
    code, out, _ = called(capsys, "check", path)
    assert code == 2
    assert "  1 | game unknown\n    |      ^^^^^^^" in out
    code, out, _ = called(capsys, "check", path, "--json")
    assert json.loads(out)["diagnostics"][0]["code"] == "R0201"
    code, _, err = called(capsys, "legal", path)
    assert code == 2
    assert "^^^^^^^" in err


def test_a_game_loads_the_same_from_the_cache(handmade_check: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(handmade_check / "auction")
    first = called(capsys, "dump", path, "--seed", "3")
    assert list((handmade_check / "cache").glob("*.code"))
    assert called(capsys, "dump", path, "--seed", "3") == first
    assert first[0] == 0


def test_playing_asking_and_replaying(handmade_check: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, log = str(handmade_check / "tic_tac_toe"), handmade_check / "game.log"
    typed = f"?\nmoves\nplace(a)\nplace(a)\nplce(b)\n99\nboard\nhint\nundo\nplace(e)\nsave {log}\nquit\n"
    result = CliRunner().invoke(cli, ["play", path, "--seed", "5"], input=typed)
    assert result.exit_code == 0, result.output
    code, out, _ = called(capsys, "replay", path, str(log))
    assert (code, "cross plays place(target=e)" in out) == (0, True)
    code, out, _ = called(capsys, "legal", path, f"{log}@1")
    assert "8 moves" in out
    code, out, _ = called(capsys, "why-not", path, str(log), "place(e)")
    assert (code, "play.place.place.empty" in out) == (1, True)
    code, out, _ = called(capsys, "ask", path, str(log), "place(e)", "--json")
    assert json.loads(out)["verdict"] == "NOT_PERMITTED"
    assert called(capsys, "ask", path, "new", "place(e)")[0] == 0
    assert called(capsys, "ask", path, "new", "plce{0.__class__}")[0] == 2


def test_the_other_commands_do_their_work(handmade_check: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(handmade_check / "auction")
    code, out, _ = called(capsys, "simulate", path, "-n", "10", "--coverage", "--check-invariants", "--json")
    assert (code, json.loads(out)["games"]) == (0, 10)
    assert called(capsys, "rulings", path)[0] == 0
    assert called(capsys, "view", path, "new", "red")[0] == 0
    for form in ("rules", "ir", "python", "graph"):
        code, out, _ = called(capsys, "print", form, path)
        assert (code, len(out.splitlines()) > 3) == (0, True)
    assert called(capsys, "compile", path, "-o", str(handmade_check / "mine.py"))[0] == 0
    assert called(capsys, "docs", path, "--out", str(handmade_check / "pages"))[0] == 0
    assert called(capsys, "bench", path, "--seconds", "0.1")[0] == 0


# --- small parts -----------------------------------------------------------------------------------------------------


def test_an_excerpt_shows_line_marks_because_and_help() -> None:
    source = Source("turn.rules", "first\n  move buy(r): market(gold)\nlast")
    diagnostic = Diagnostic(
        "R0301",
        "`gold` is a number",
        Span("turn.rules", 2, 23, 2, 27),
        (Note(Span("turn.rules", 1, 1, 1, 6), "it was declared here"),),
        "did you mean `market(r)`?",
    )
    assert render(diagnostic, {"turn.rules": source}).split("\n") == [
        "error[R0301]: `gold` is a number",
        "  turn.rules:2:23",
        "  2 |   move buy(r): market(gold)",
        "    |                       ^^^^",
        "  because turn.rules:1:1",
        "  1 | first",
        "    | ----- it was declared here",
        "  help: did you mean `market(r)`?",
    ]


def test_control_characters_never_reach_the_terminal() -> None:
    assert visible("a\x1b[31mb\x07\tc") == "a�[31mb� c"
    source = Source("x.rules", "\x1b]0;title\x07" + "y" * 1000)
    text = render(Diagnostic("R0101", "no\x1b", Span("x.rules", 1, 1, 1, 900)), {"x.rules": source})
    assert "\x1b" not in text
    assert max(map(len, text.split("\n"))) < 200
    render(Diagnostic("R0101", "far", Span("x.rules", 99, 99, 99, 100)), {"x.rules": source})


def test_layout_changes_only_spaces_and_only_once() -> None:
    for path in sorted(GAMES.glob("*/game.rules")):
        text = path.read_text("utf-8")
        once = laid_out(text)
        assert once.split() == text.split()
        assert laid_out(once) == once


def test_positions_are_said_in_words() -> None:
    assert say({"hidden": 2}) == "2 hidden"
    assert say({"known": ["a"], "hidden": 1}) == "1 hidden and {a}"
    assert say(None) == "-"
    assert say("hidden") == "?"
    assert show_family("pot", 3) == ["  pot: 3"]
    assert show_family("purse", {"red": 1, "blue": 2}) == ["  purse: red 1, blue 2"]
    assert show_family("store", {"red": {"a": 1, "b": 2}, "blue": {"a": 3, "b": 40}}) == [
        "  store", "          a  b", "    red   1  2", "    blue  3  40",
    ]  # fmt: skip
