"""Keeps compiled games in the user's cache folder, so that a game that was loaded before loads in a moment.

Reads and writes the folder named by RULESPEC_CACHE (else the user's cache folder); an empty RULESPEC_CACHE turns it
off. An entry is Python text, its byte code and a sheet as JSON, never a pickle; its key is the content of the game,
the compiler and the Python. A folder that somebody else can write to is not used, and what cannot be read or
written is silently compiled anew.
"""

import contextlib
import hashlib
import importlib.util
import json
import marshal
import os
import stat
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import attrs

from rulespec.game import sheet_json
from rulespec.game.sheet import Sheet

VARIABLE = "RULESPEC_CACHE"
MOST_ENTRIES = 400


@attrs.frozen
class Entry:
    """What is kept of a game."""

    sheet: Sheet
    source: str
    code: CodeType


def folder() -> Path | None:
    """The cache folder, made if it is not there; None if there is to be none or it cannot be trusted."""
    named = os.environ.get(VARIABLE)
    if named == "":
        return None
    if named is not None:
        path = Path(named)
    else:
        base = os.environ.get("XDG_CACHE_HOME")
        try:
            path = (Path(base) if base else Path.home() / ".cache") / "rulespec"
        except RuntimeError:
            return None
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        found = path.stat()
    except OSError:
        return None
    if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
        return None
    return path


@cache
def compiler() -> str:
    """What stands for this version of the compiler: its own files, the shape of sheets, and the Python."""
    digest = hashlib.sha256(f"{sys.version}|{importlib.util.MAGIC_NUMBER!r}|{sheet_json.fingerprint()}".encode())
    root = Path(__file__).resolve().parent.parent
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".lark") and "cli" not in path.parts:
            found = path.stat()
            digest.update(f"{path.relative_to(root)}|{found.st_mtime_ns}|{found.st_size};".encode())
    return digest.hexdigest()


def key_of(parts: Iterable[str]) -> str:
    """The name of an entry."""
    digest = hashlib.sha256(compiler().encode())
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(f"{len(data)}:".encode() + data)
    return digest.hexdigest()


def find(key: str) -> Entry | None:
    """The entry, if it is there and whole."""
    path = folder()
    if path is None:
        return None
    try:
        data: Any = json.loads((path / f"{key}.json").read_bytes())
        source = (path / f"{key}.py").read_text("utf-8")
        if data["source"] != hashlib.sha256(source.encode()).hexdigest():
            return None
        kept = (path / f"{key}.code").read_bytes()
        if data["code"] != hashlib.sha256(kept).hexdigest():
            return None
        code = marshal.loads(kept)
        if not isinstance(code, CodeType):
            return None
        return Entry(sheet_json.from_plain(data["sheet"]), source, code)
    except (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError, EOFError, RecursionError):
        return None


def keep(key: str, sheet: Sheet, source: str, filename: str) -> None:
    """Keep a game; whatever prevents it does not matter."""
    path = folder()
    if path is None:
        return
    with contextlib.suppress(OSError, ValueError):
        code = marshal.dumps(compile(source, filename, "exec"))
        data = {
            "sheet": sheet_json.to_plain(sheet),
            "source": hashlib.sha256(source.encode()).hexdigest(),
            "code": hashlib.sha256(code).hexdigest(),
        }
        _write(path / f"{key}.py", source.encode())
        _write(path / f"{key}.code", code)
        _write(path / f"{key}.json", json.dumps(data, ensure_ascii=False).encode())
        _tidy(path)


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all, also when two processes write."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def _tidy(path: Path) -> None:
    """Forget the oldest entries."""
    entries = sorted(path.glob("*.json"), key=lambda p: p.stat().st_mtime)
    for old in entries[: max(0, len(entries) - MOST_ENTRIES)]:
        for ending in (".json", ".py", ".code"):
            old.with_suffix(ending).unlink(missing_ok=True)
