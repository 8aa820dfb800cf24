"""What is kept of a verification, what is written into a game's folder, and where readings part."""

import json
from pathlib import Path

import attrs
import pytest

import rulespec
from rulespec.cli.main import run
from tests.small_automata import coins
from verifier import keep, proofs, verify
from verifier.compare import compare
from verifier.report import Report


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tmp_path / "cache"
    found.mkdir(mode=0o700)
    monkeypatch.setenv("RULESPEC_CACHE", str(found))
    return found


@pytest.mark.parametrize("limit", [4, 5])
def test_kept_report_is_the_same_report(folder: Path, limit: int) -> None:
    report = verify(coins(limit=limit))
    keep.keep("key", report)
    found, note = keep.find("key")
    assert note == ""
    assert found == report
    assert found is not None
    assert found.text(verbose=True) == report.text(verbose=True)
    assert found.to_json() == report.to_json()


@pytest.mark.parametrize("damage", ["", "{", '{"sum": "0", "report": {}}', "[]", "null"])
def test_damaged_entry_is_ignored_with_a_note(folder: Path, damage: str) -> None:
    keep.keep("key", verify(coins()))
    (folder / "verify-key.json").write_text(damage)
    found, note = keep.find("key")
    assert found is None
    assert "is ignored" in note


def test_changed_verdict_in_an_entry_is_noticed(folder: Path) -> None:
    keep.keep("key", verify(coins(limit=4)))
    path = folder / "verify-key.json"
    path.write_text(path.read_text().replace('"violated"', '"proved"'))
    assert keep.find("key")[0] is None


def test_interrupted_report_is_not_kept(folder: Path) -> None:
    keep.keep("key", attrs.evolve(verify(coins()), stopped=True))
    assert keep.find("key") == (None, "")


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(["verify", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_unchanged_text_is_not_proved_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, first, _ = called(capsys, "games/kuhn_poker", "--search", "1")
    assert code == 0
    code, again, _ = called(capsys, "games/kuhn_poker", "--search", "1")
    assert code == 0
    assert "nothing has changed" in again
    assert again.startswith(first)
    for entry in folder.glob("verify-*.json"):
        entry.write_text("nonsense")
    assert "is ignored" in called(capsys, "games/kuhn_poker", "--search", "1")[2]


def test_results_file_holds_one_entry_for_each_game(tmp_path: Path) -> None:
    game = rulespec.load("games/kuhn_poker")
    report = verify(game)
    path = proofs.write(tmp_path, game, report)
    assert proofs.write(tmp_path, game, report) == path
    (entry,) = proofs.read(path)
    assert entry["text_hash"] == game.sheet.text_hash
    assert entry["invariants"] == {"chips": "proved"}
    assert json.loads(path.read_text())["format"] == "rulespec-proofs/1"
    path.write_text("{}")
    assert proofs.read(path) == []


def test_time_that_is_up_leaves_unknown() -> None:
    report = verify(coins(), within=1e-9)
    assert report.stopped
    assert set(report.counts) <= {"unknown"}
    assert isinstance(report, Report)


# --- reading against reading ------------------------------------------------------------------------------------------


def test_readings_part_at_a_position_that_is_replayed() -> None:
    def reload(changed: dict[str, str]) -> rulespec.Game:
        return rulespec.load("games/little_empire", rulings=changed)

    pairs = list(compare(reload, ["AMB-26", "AMB-27"], most=600))
    assert [pair.readings for pair in pairs] == [("a", "b"), ("a", "b"), ("a", "c"), ("b", "c")]
    assert {pair.verdict for pair in pairs} <= {"differ", "no difference found"}
    parted = [pair for pair in pairs if pair.found.what]
    assert parted
    for pair in parted:
        one, two = (reload({pair.ruling: letter}) for letter in pair.readings)
        state = one.replay(pair.log)
        other = two.restore({**one.dump(state), "rulings": two.dump(two.new())["rulings"]})
        assert one.core.to_values(state.position) == two.core.to_values(other.position)
        assert pair.size is not None
        assert pair.size > 0


def test_compare_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, told, _ = called(capsys, "games/little_empire", "--compare", "AMB-27", "--limit", "300", "--json")
    assert code in (0, 3)
    assert {"ruling", "readings", "verdict", "moves", "size"} <= set(json.loads(told)["pairs"][0])
    code, _, error = called(capsys, "games/little_empire", "--compare", "AMB-999")
    assert code == 2
    assert "AMB-999" in error
