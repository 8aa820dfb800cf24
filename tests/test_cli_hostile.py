"""What strangers hand in: texts, saves, logs and moves that are damaged or meant to hurt.

Each gets a coded error with a place within 2 seconds and 500 MB; none gets a traceback, a hang, or runs anything.
"""

import json
import random
import resource
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from rulespec.diagnostics import RulespecError
from rulespec.game import files
from rulespec.game.facade import Game
from rulespec.game.load import check_sources
from rulespec.source import Source
from tests.mutate_texts import damaged, words_of
from tests.test_cli import GAMES, KUHN, TTT, called

TEXT = (GAMES / "tic_tac_toe" / "game.rules").read_text("utf-8")
HEAD = 'game bad "Bad"\nplayers red, blue\nstarts with round\n'
SECONDS = 10  # of the processor, generous: a guard against hangs; `python -m benchmarks` shows the budget
MEGABYTES = 500
DEEP = 30_000


def within_limits(start: float) -> None:
    assert time.process_time() - start < SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < MEGABYTES * 1024


HOSTILE_TEXTS = {
    "nothing": "",
    "one word": "game",
    "spaces": " \n" * 10_000,
    "deep brackets": HEAD + f"value the depth: 0..9 = {'(' * DEEP}1{')' * DEEP}\n",
    "deep sums": HEAD + f"value the depth: 0..9 = 1{' + 1' * DEEP}\n",
    "deep not": HEAD + f"a player is odd when {'not ' * DEEP}the player is red\n",
    "deep blocks": HEAD + "rule round\n" + "".join(f"{'  ' * (i + 1)}if 1 is 1\n" for i in range(900)),
    "huge number": HEAD + f"marker pot: 0..{'9' * 5_000}\n",
    "huge range": HEAD + "marker pot: 0..999999999999\n",
    "many cells": HEAD + "kinds\n  city: 1..1000\nmarker a of each city and each city and each city: 0..9\n",
    "huge kind": HEAD + "kinds\n  city: 1..1000000000\n",
    "huge grid": HEAD + "grid cell of column a..z by row 1..100000000\n",
    "huge set": HEAD + 'kinds\n  city: 1..60\nrule round\n  red chooses\n    may take(cities: set of city) "Take"\n',
    "huge name": HEAD + f"marker {'n' * 200_000}: 0..9\n",
    "long line": HEAD + "-- " + "x" * 500_000 + "\n",
    "many declarations": HEAD + "".join(f"marker m{i}: 0..9\n" for i in range(3_000)),
    "many pieces": HEAD + "pieces 99999999999999999999 coins\n  bank, supply\n",
    "call circle": HEAD + "rule round\n  again\nrule again\n  round\n",
    "kind circle": HEAD + "kinds\n  a: b\n  b: a\n",
    "value circle": HEAD + "value the a: 0..9 = the b\nvalue the b: 0..9 = the a\n",
    "endless repeat": HEAD + "marker pot: 0..9\nrule round\n  repeat until the pot is 3\n    the pot becomes 1\n",
    "format holes": TEXT.replace("Mark {cell}", "Mark {cell.__class__.__init__.__globals__}"),
    "python in a name": TEXT.replace("Three in a row", '\\"); import os; os.system(\\"true'),
    "quotation marks": TEXT.replace("Three in a row", "' * 9 + '''"),
    "binary in a text": TEXT.replace("Three in a row", "\x00\x1b[2J"),
    "right to left": TEXT.replace("Three in a row", "\u202eevil\u2066"),
    "bad names": TEXT.replace("lined_up", "__import__"),
    "keywords of Python": TEXT.replace("lined_up", "lambda").replace("mark", "class"),
}


@pytest.mark.parametrize("name", HOSTILE_TEXTS)
def test_a_hostile_text_is_checked_or_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.rules"
    path.write_bytes(HOSTILE_TEXTS[name].encode())
    start = time.process_time()
    code, out, err = called(capsys, "check", str(path))
    within_limits(start)
    assert code in (0, 2)
    assert "\x1b" not in out + err
    if code == 2:
        assert "[R0" in out + err
    else:
        start = time.process_time()
        code, _, err = called(capsys, "simulate", str(path), "-n", "2")
        within_limits(start)
        assert code in (0, 2), err


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff\xfe" + TEXT.encode(), "R0604"),
        (TEXT.encode().replace(b"Three", b"\xc3\x28"), "R0604"),
        (TEXT.encode().replace(b"Three", b"\x07"), "R0611"),
        (b"x" * 3_000_000, "R0605"),
    ],
)
def test_a_file_that_is_no_text(data: bytes, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.rules"
    path.write_bytes(data)
    start = time.process_time()
    found, _, err = called(capsys, "check", str(path))
    within_limits(start)
    assert (found, code in err) == (2, True), err


@pytest.mark.parametrize("seed", range(4))
def test_damaged_texts_get_codes(seed: int) -> None:
    assert refused_of(seed, sorted(GAMES.glob("*/game.rules")), 25)


def refused_of(seed: int, paths: Sequence[Path], many: int) -> int:
    """How many damaged texts are refused; all others play."""
    chosen = random.Random(seed)
    texts = [path.read_text("utf-8") for path in paths]
    words = words_of(texts)
    refused = 0
    for _ in range(many):
        text = chosen.choice(texts)
        for _ in range(chosen.choice([1, 1, 1, 2, 5])):
            text = damaged(text, chosen, words)
        start = time.process_time()
        rules, diagnostics = check_sources([Source("game.rules", text)])
        assert all(d.span.file for d in diagnostics)
        if rules is None or any(d.is_error for d in diagnostics):
            refused += 1
            assert any(d.is_error for d in diagnostics)
        else:
            _play_a_little(Game.from_rules(rules, compiled=False))
        within_limits(start)
    return refused


def test_a_large_game_with_one_damaged_file_gets_codes() -> None:
    sources = list(files.find("magnanimous_rules", "neutral").sources)
    rules = [i for i, source in enumerate(sources) if source.name.endswith(".rules")]
    chosen = random.Random(7)
    words = words_of([sources[i].text for i in rules])
    for _ in range(4):
        i = chosen.choice(rules)
        changed = Source(sources[i].name, damaged(damaged(sources[i].text, chosen, words), chosen, words))
        _, found = check_sources([*sources[:i], changed, *sources[i + 1 :]])
        assert all(d.code for d in found)


def _play_a_little(game: Game) -> None:
    """A text that was accepted plays, or fails with a code of its own (R05xx)."""
    try:
        state = game.new(seed=1)
        for _ in range(3):
            if not state.is_over:
                state = game.play(state, game.legal(state)[0])
    except RulespecError as error:
        if not error.code.startswith("R05"):
            raise


# --- saves, logs, moves -----------------------------------------------------------------------------------------------


def hostile_saves() -> dict[str, bytes]:
    """Saves and logs that are none."""
    return {
        "nothing": b"",
        "not text": b"\xff\xfe\x00",
        "not JSON": b"{",
        "deep": b"[" * 100_000,
        "a list": b"[]",
        "a number": b"1e999",
        "huge number": b'{"format": ' + b"9" * 10_000 + b"}",
        "other format": b'{"format": "rulespec-state/99"}',
        "no format": b"{}",
        "twice": b'{"format": "rulespec-state/1", "format": "rulespec-state/1"}',
        "pickle": b"\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00\x8c\x02os\x94.",
        "log without lines": b'{"format": "rulespec-log/1"}\n',
        "log of another format": b'{"format": "rulespec-log/7", "game": "kuhn_poker"}\n',
        "view of nothing": b'{"format": "rulespec-view/1"}',
    }


@pytest.mark.parametrize("name", hostile_saves())
@pytest.mark.parametrize("command", ["dump", "legal", "view", "ask"])
def test_a_hostile_save_is_refused(name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "save.json"
    path.write_bytes(hostile_saves()[name])
    start = time.process_time()
    code, _, err = called(capsys, command, KUHN, str(path), *(["bet"] if command == "ask" else []))
    within_limits(start)
    assert code == 2
    assert "error[R06" in err


def test_an_edited_save_of_a_real_game_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = json.loads(called(capsys, "dump", KUHN, "--seed", "3")[1])
    path = tmp_path / "save.json"

    def refusal(**changes: object) -> str:
        state = {**whole["state"], **{name: value for name, value in changes.items() if name in whole["state"]}}
        rest = {name: value for name, value in changes.items() if name not in whole["state"]}
        path.write_text(json.dumps({**whole, "state": state, **rest}))
        code, _, err = called(capsys, "dump", KUHN, str(path))
        assert code == 2
        return err

    assert "R0649" in refusal(pot=3)
    assert "R0648" in refusal(pot=-1)
    assert "R0647" in refusal(purse=[1, 1])
    assert "R0649" in refusal(deck=["king", "king", "king"])
    assert "R0644" in refusal(text_hash="0" * 16)
    assert "R0644" in refusal(players=["first"])
    assert "R0646" in refusal(cheat=True)
    assert "R0650" in refusal(control={"decision": "nowhere", "frames": []})
    assert "at the save" in refusal(control={"decision": None, "ending": "hand_over", "frames": [1]})


@pytest.mark.parametrize(
    "move",
    ["", "(", "mark(", "mark(a1", "mark(a9)", "mark(a1, a1)", "mark(x=y)", "mark" * 5_000, "mark({a1})",
     "\x00", "mark(a1)) or 1", "{" * 5_000, "mark(cell={0.__class__})", "__import__('os')", "9" * 400,
     "mark(none)", "Mark(A1)"],
)  # fmt: skip
def test_a_hostile_move_is_ill_formed(move: str, capsys: pytest.CaptureFixture[str]) -> None:
    start = time.process_time()
    code, out, err = called(capsys, "ask", TTT, "new", move)
    within_limits(start)
    assert code == 2, out + err
