"""Texts that check but cannot be played on: the facade says so with a code, it does not hang or fall over."""

from pathlib import Path

import pytest

import rulespec
from rulespec.game.core import coded_fault
from tests.test_cli import called

HEAD = 'game faulty "Faulty"\nplayers red, blue\nstarts with round\nmarker pot: 0..9\n'
NO_MOVE = """
rule round
  red chooses "Bid"
    may bid(number: 1..3) "Bid" only if
      enough: the number is at most the pot
    then the pot becomes the number
"""
ENDLESS = """
rule round
  repeat until the pot is 3
    the pot becomes 1
"""


def written(folder: Path, text: str) -> str:
    path = folder / "faulty.rules"
    path.write_text(HEAD + text)
    return str(path)


def test_a_decision_without_a_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, NO_MOVE)
    game = rulespec.load(path)
    with pytest.raises(rulespec.RulespecError) as caught:
        game.legal(game.new(seed=1))
    assert caught.value.code == "R0504"
    for command in ("legal", "simulate", "play"):
        code, _, err = called(capsys, command, path, *(["--bots"] if command == "play" else []))
        assert (code, "R0504" in err) == (2, True)


def test_a_start_that_never_comes_to_a_decision(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = called(capsys, "legal", written(tmp_path, ENDLESS))
    assert (code, "error[R0507]" in err) == (2, True)


def test_what_a_core_says_of_itself_becomes_an_error_with_its_code() -> None:
    found = coded_fault(RuntimeError("R0507 the rules run on and on"))
    assert isinstance(found, rulespec.RulespecError)
    assert (found.code, found.message) == ("R0507", "the rules run on and on")
    other = IndexError("tuple index out of range")
    assert coded_fault(other) is other


def test_a_step_that_fails_is_found_out_by_the_slow_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulespec.load(written(tmp_path, NO_MOVE.replace("the number is at most the pot", "1 is 1")))
    state = game.new()

    def failing(*_: object) -> None:
        raise IndexError("a mistake in generated code")

    monkeypatch.setattr(game.core, "step", failing)
    with pytest.raises(IndexError):
        game.play(state, "bid(2)")
