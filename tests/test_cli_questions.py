"""Commands that ask: who, can, cite, coverage, diff, suppose; states of every form; JSON for programs."""

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

import rulespec
from rulespec.cli.main import COMMANDS, cli
from tests.test_cli import GAMES, called, handmade_check

__all__ = ["handmade_check"]
TTT = str(GAMES / "tic_tac_toe")


def test_who_may(handmade_check: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(handmade_check / "kuhn_poker")
    code, out, _ = called(capsys, "who", path, "new", "bet", "--seed", "1")
    assert (code, out.count("LEGAL:"), out.count("NOT PERMITTED")) == (0, 1, 1)
    code, out, _ = called(capsys, "who", path, "new", "bet", "--seed", "1", "--json")
    assert set(json.loads(out)) == {"first", "second"}
    assert called(capsys, "who", path, "new", "call", "--seed", "1")[0] == 1
    assert called(capsys, "who", path, "new", "sing", "--seed", "1")[0] == 2


def test_what_a_player_can(handmade_check: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(handmade_check / "auction")
    code, out, _ = called(capsys, "can", path, "new", "blue", "--near", "--seed", "1")
    assert (code, "bid(amount=1)" in out, "✗ sale.bid.bid." in out) == (0, True, True)
    code, out, _ = called(capsys, "can", path, "new", "red", "--seed", "1")
    assert (code, "blue decides" in out) == (1, True)
    code, out, _ = called(capsys, "can", path, "blue", "--near", "--seed", "1", "--json")
    found = json.loads(out)
    assert (code, found["decides"], found["complete"]) == (0, "blue", True)
    assert found["near"][0]["refused_by"].startswith("sale.bid.bid.")
    code, _, err = called(capsys, "can", path, "new", "grey")
    assert (code, "R0627" in err) == (2, True)


def test_cite_and_coverage(handmade_check: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(handmade_check / "auction")
    code, out, _ = called(capsys, "cite", path, "crown")
    assert (code, "climb.crown.take.free" in out) == (0, True)
    assert json.loads(called(capsys, "cite", path, "DRAW-1", "--json")[1])[0]["what"] == "draw"
    assert called(capsys, "cite", path, "trombone\x1b")[0] == 1
    code, out, _ = called(capsys, "coverage", path)
    assert (code, "no scenario" in out) == (0, True)
    assert called(capsys, "coverage", path, "--strict")[0] == 1
    assert "DEC-market" in json.loads(called(capsys, "coverage", path, "--json")[1])["summary"]["untested"]


def test_readings_compared(handmade_check: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(handmade_check / "auction")
    code, out, _ = called(capsys, "diff", path, "--ruling", "AMB-1=a..b")
    assert (code, "they differ" in out, "sale.bid.bid" in out) == (0, True, True)
    code, out, _ = called(capsys, "diff", path, "--ruling", "AMB-1=a..b", "--json")
    assert json.loads(out)["difference"]["what"]
    assert called(capsys, "diff", path, "--ruling", "AMB-1=a..a", "--limit", "50")[0] == 3
    for wrong in ("AMB-1=a", "AMB-1=a..", "AMB-1=a..z", "AMB-7=a..b", "AMB-1=a..b..c"):
        code, _, err = called(capsys, "diff", path, "--ruling", wrong)
        assert (code, "R0608" in err) == (2, True)


def test_supposing_and_asking_about_it(handmade_check: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(handmade_check / "tic_tac_toe")
    supposed = CliRunner().invoke(cli, ["suppose", path, "new", "mark.a=cross", "mark.b=none"])
    assert supposed.exit_code == 0, supposed.output
    asked = CliRunner().invoke(cli, ["ask", path, "-", "place(a)"], input=supposed.output, standalone_mode=False)
    assert (asked.return_value, "play.place.place.empty" in asked.output) == (1, True)
    kuhn = str(handmade_check / "kuhn_poker")
    code, out, _ = called(capsys, "suppose", kuhn, "new", "--seed", "1", "hand.first=[king]", "hand.second=[jack]")
    assert (code, json.loads(out)["state"]["deck"]) == (0, ["queen"])
    for change, error in (
        ("mark.a", "R0666"), ("=3", "R0666"), ("mark.a=grey", "R0648"), ("mrk.a=x", "R0646"), ("mark.z=cross", "R0646"),
    ):  # fmt: skip
        code, _, err = called(capsys, "suppose", path, "new", change)
        assert (code, error in err) == (2, True), err


def test_a_view_is_a_state_for_questions(handmade_check: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, view = str(handmade_check / "kuhn_poker"), handmade_check / "view.json"
    view.write_text(called(capsys, "view", path, "new", "first", "--seed", "1")[1])
    code, out, _ = called(capsys, "legal", path, str(view))
    assert (code, "check" in out) == (0, True)
    assert called(capsys, "ask", path, str(view), "bet")[0] == 0
    code, _, err = called(capsys, "dump", path, str(view))
    assert (code, "R0653" in err) == (2, True)
    view.write_text(called(capsys, "view", path, "new", "second", "--seed", "1")[1])
    code, _, err = called(capsys, "legal", path, str(view))
    assert (code, "R0629" in err) == (2, True)


def test_errors_are_json_for_programs(handmade_check: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = rulespec.schema("error")
    code, out, err = called(capsys, "legal", str(handmade_check / "auction"), "nowhere", "--json")
    assert (code, err) == (2, "")
    jsonschema.validate(json.loads(out)["error"], schema)
    code, out, _ = called(capsys, "legal", str(handmade_check / "unknown"), "--json")
    found = json.loads(out)
    jsonschema.validate(found["error"], schema)
    jsonschema.validate(found["diagnostics"][0], schema)
    code, out, _ = called(capsys, "check", "nowhere", "--json")
    assert json.loads(out)["error"]["code"] == "R0600"


def test_every_command_but_play_speaks_json(capsys: pytest.CaptureFixture[str]) -> None:
    for name in COMMANDS:
        if name != "play":
            assert "--json" in called(capsys, name, "--help")[1], name


# --- on the texts in games/ -------------------------------------------------------------------------------------------


def test_a_scenario_is_a_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "can", TTT, "scenario:three_in_a_row")
    assert (code, out.count("mark(")) == (0, 5), err
    code, _, err = called(capsys, "can", TTT, "scenario:three_in_row")
    assert (code, "did you mean `three_in_a_row`" in err) == (2, True)
    file = tmp_path / "mine.scenario"
    file.write_text("scenario corner\n  given\n    a1's mark is x\n  at round\n  when x plays mark(b2)\n")
    code, out, err = called(capsys, "legal", TTT, str(file))
    assert (code, "8 moves" in out) == (0, True), err
    assert called(capsys, "legal", TTT, f"{file}@corner")[0] == 0
    assert "R0663" in called(capsys, "legal", TTT, f"{file}@center")[2]
    file.write_text("scenario corner\n  given\n    a1's mrk is x\n  at round\n  when x plays mark(b2)\n")
    code, _, err = called(capsys, "legal", TTT, str(file))
    assert (code, "^^^" in err) == (2, True)


def test_scenarios_exercise_sources(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (GAMES / "tic_tac_toe" / "game.rules").read_text("utf-8")
    (tmp_path / "game.rules").write_text(text.replace("free: the cell is empty", "free: the cell is empty  [TTT-01]"))
    code, out, err = called(capsys, "coverage", str(tmp_path))
    assert (code, "TTT-01" in out, "exercised by three_in_a_row" in out) == (0, True, True), out + err
    assert called(capsys, "coverage", str(tmp_path), "--strict")[0] == 0
