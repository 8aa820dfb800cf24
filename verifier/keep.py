"""Keeps reports, so that a text that did not change is not proved again.

Reads and writes the cache folder of `rulespec` (RULESPEC_CACHE; empty: none). The key is the content: texts, players,
readings, pack, what was asked, the verifier's own files, the versions of the solver and of Python. An entry is JSON;
one that cannot be read is ignored, and the caller is told so. A report of an interrupted run is not kept.
"""

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterable
from functools import cache as once
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import attrs

from rulespec.game import cache
from rulespec.source import Span
from verifier.report import Report, Result
from verifier.traces import Step, Story
from verifier.words import Change

FORMAT = 1


@once
def fingerprint() -> str:
    """What stands for this verifier: its files, the engine's, and the solver."""
    digest = hashlib.sha256(f"{FORMAT}|{sys.version}|{cache.compiler()}".encode())
    with contextlib.suppress(PackageNotFoundError):
        digest.update(version("z3-solver").encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def key_of(parts: Iterable[object]) -> str:
    """The name of an entry."""
    digest = hashlib.sha256(fingerprint().encode())
    for part in parts:
        digest.update(f"|{part!r}".encode())
    return digest.hexdigest()[:40]


def find(key: str) -> tuple[Report | None, str]:
    """The report kept under a key, and a note if there is one that cannot be used."""
    path = _path(key)
    if path is None or not path.exists():
        return None, ""
    try:
        kept = json.loads(path.read_text("utf-8"))
        body = json.dumps(kept["report"], sort_keys=True)
        if kept["sum"] != hashlib.sha256(body.encode()).hexdigest():
            raise ValueError("the sum does not fit")
        return _report(kept["report"]), ""
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return None, f"the kept result {path.name} cannot be read ({type(error).__name__}) and is ignored"


def keep(key: str, report: Report) -> None:
    """Keep a complete report; where that is not possible nothing happens."""
    path = _path(key)
    if path is None or report.stopped:
        return
    data = _data(report)
    text = json.dumps({"sum": hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest(), "report": data})
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(dir=path.parent)
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)


def _path(key: str) -> Path | None:
    folder = cache.folder()
    return None if folder is None else folder / f"verify-{key}.json"


def _data(report: Report) -> dict[str, Any]:
    data = attrs.asdict(report, recurse=False)
    data["results"] = [_result_data(r) for r in report.results]
    return data


def _result_data(result: Result) -> dict[str, Any]:
    data = attrs.asdict(result, recurse=False)
    data["span"] = attrs.astuple(result.span)
    data["story"] = None if result.story is None else attrs.asdict(result.story)
    return data


def _report(data: dict[str, Any]) -> Report:
    results = tuple(_result(r) for r in data["results"])
    lists = {name: tuple(data[name]) for name in ("invariants", "unreached")}
    cited = tuple((id, tuple((kind, subject) for kind, subject in claims)) for id, claims in data["cited"])
    return Report(**{**data, **lists, "cited": cited, "results": results})


def _result(data: dict[str, Any]) -> Result:
    span = Span(*data["span"])
    return Result(**{**data, "uses": tuple(data["uses"]), "span": span, "story": _story(data["story"])})


def _story(data: dict[str, Any] | None) -> Story | None:
    if data is None:
        return None
    steps = tuple(
        Step(s["point"], s["who"], s["move"], tuple(Change(**c) for c in s["changes"]), _choice(s["choice"]))
        for s in data["steps"]
    )
    before = tuple((cell, value) for cell, value in data["before"])
    return Story(**{**data, "before": before, "steps": steps, "state": tuple(data["state"])})


def _choice(data: list[Any]) -> tuple[str, tuple[Any, ...]]:
    return data[0], tuple(tuple(a) if isinstance(a, list) else a for a in data[1])
