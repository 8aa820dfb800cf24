"""The results file of a game: the verdicts on its claims, with the text they are about.

Reads a loaded game and a report; writes `proofs.json` beside the game's text. One entry for each number of players,
set of readings and pack; an entry whose `text_hash` is not that of the text says nothing about it any more.
"""

import json
from pathlib import Path
from typing import Any

from rulespec.game.facade import Game
from verifier.report import Report

FORMAT = "rulespec-proofs/1"


def write(game_path: Path, game: Game, report: Report) -> Path:
    """Put the verdicts into the file, in the place of those on the same game."""
    path = place_of(game_path)
    entry = entry_of(game, report)
    others = [e for e in read(path) if _same(e) != _same(entry)]
    entries = sorted([*others, entry], key=lambda e: json.dumps(_same(e)))
    data = {"format": FORMAT, "game": game.name, "entries": entries}
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return path


def place_of(game_path: Path) -> Path:
    """`proofs.json` in a game's folder; beside a single file, a name of its own."""
    return game_path / "proofs.json" if game_path.is_dir() else game_path.with_suffix(".proofs.json")


def read(path: Path) -> list[dict[str, Any]]:
    """The entries of a results file; none where it is missing or not one."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return []
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("entries"), list):
        return []
    return [entry for entry in data["entries"] if isinstance(entry, dict)]


def entry_of(game: Game, report: Report) -> dict[str, Any]:
    """What is told of one verification: nothing that changes from run to run."""
    data = report.to_json()
    defaults = {name: ruling.default for name, ruling in game.rulings.items()}
    return {
        "text_hash": game.sheet.text_hash,
        "players": list(game.players),
        "readings": {name: letter for name, letter in game.readings.items() if defaults.get(name) != letter},
        "content": game.sheet.content,
        "complete": not report.stopped,
        "invariants": data["invariants"],
        "pieces": data["pieces"],
        "kinds": {kind: report.of(kind) for kind in sorted({r.kind for r in report.results})},
        "summary": data["summary"],
    }


def _same(entry: dict[str, Any]) -> list[Any]:
    return [entry.get("players"), entry.get("readings"), entry.get("content")]
