"""Writes a game as a folder that any web server can hand out: the page, the rules of every table, Python for browsers.

Reads a game by its name and the files beside this module; writes files. The page needs nothing from anywhere else.
"""

import io
import json
import shutil
import zipfile
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import attrs

from rulespec.docs.sentences.speaker import speakers
from rulespec.docs.sentences.wording import PictureWords
from rulespec.game.bundle import pack
from rulespec.game.facade import Game

PAGE = ("index.html", "page.css", "page.js", "worker.js")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
LEFT_OUT = ("cli", "language", "web", "schemas")
"""Parts of rulespec that a page never asks for: it opens games that are read and compiled already."""


@attrs.frozen
class Table:
    """One way to sit down: how many play, by which readings."""

    players: int
    profile: str
    load: Callable[[], Game]


def write_folder(out: Path, tables: Sequence[Table], pyodide: Path, told: Callable[[str], None]) -> int:
    """The whole folder; returns its size in bytes."""
    out.mkdir(parents=True, exist_ok=True)
    here = files("rulespec.web")
    for name in PAGE:
        (out / name).write_bytes(here.joinpath(name).read_bytes())
    (out / "pyodide").mkdir(exist_ok=True)
    for name in PYODIDE:
        shutil.copyfile(pyodide / name, out / "pyodide" / name)
    (out / "rules.zip").write_bytes(modules())
    (out / "games").mkdir(exist_ok=True)
    listed = []
    for number, table in enumerate(tables, start=1):
        told(f"[{number}/{len(tables)}] {table.players} players, {table.profile}")
        game = table.load()
        name = f"games/{table.players}-{table.profile}.bin"
        (out / name).write_bytes(pack(game))
        listed.append(entry(game, table, name))
    (out / "game.json").write_text(json.dumps(front(game, listed), ensure_ascii=False, indent=1), "utf-8")
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())


def entry(game: Game, table: Table, file: str) -> dict[str, Any]:
    """What the page says of a table before it opens it."""
    kind = game.sheet.player_kind
    labels = {
        speaker.language: [PictureWords(speaker.names).member(kind, value) for value in kind.values]
        for speaker in speakers(game.typed)
    }
    return {"file": file, "profile": table.profile, "players": list(game.players), "labels": labels}


def front(game: Game, listed: list[dict[str, Any]]) -> dict[str, Any]:
    titles = {s.language: s.names.text("game", game.name) or game.title for s in speakers(game.typed)}
    return {"name": game.name, "title": titles, "languages": list(titles), "games": listed}


def modules() -> bytes:
    """What a page needs of rulespec, and attrs, as one archive; the same bytes for the same files."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for package in ("rulespec", "attr", "attrs"):
            root = Path(str(files(package)))
            for path in sorted(root.rglob("*.py")):
                part = path.relative_to(root).parts
                if package == "rulespec" and part[0] in LEFT_OUT:
                    continue
                info = zipfile.ZipInfo("/".join((package, *part)), (2020, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, path.read_bytes())
    return kept.getvalue()
