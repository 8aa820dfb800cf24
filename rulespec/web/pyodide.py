"""Where the Python of browsers comes from: a folder that is given, one that npm installed, or npm itself, once.

Reads the file system and asks npm; returns the folder of the package `pyodide`.
"""

import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from rulespec.diagnostics import RulespecError
from rulespec.game import cache
from rulespec.web.folder import PYODIDE

VERSION = "314.0.7"
VARIABLE = "RULESPEC_PYODIDE"


def pyodide_folder(given: str | None = None) -> Path:
    """The folder with Pyodide's files."""
    named = given or os.environ.get(VARIABLE)
    if named:
        return _whole(Path(named))
    kept = cache.folder()
    places = [Path("node_modules/pyodide")] + ([kept / f"pyodide-{VERSION}"] if kept is not None else [])
    for path in places:
        if _is_whole(path):
            return path
    return _from_npm(kept / f"pyodide-{VERSION}" if kept is not None else Path(tempfile.mkdtemp(prefix="pyodide-")))


def _is_whole(path: Path) -> bool:
    return all((path / name).is_file() for name in PYODIDE)


def _whole(path: Path) -> Path:
    missing = [name for name in PYODIDE if not (path / name).is_file()]
    if missing:
        raise RulespecError(
            "R0671", f"this is no folder of Pyodide: it has no {missing[0]}", str(path)[:200], _way_out()
        )
    return path


def _way_out() -> str:
    return f"`npm pack pyodide@{VERSION}` fetches it; unpack it and give its folder with --pyodide"


def _from_npm(target: Path) -> Path:
    """Fetched once by npm, which checks what it gets, and kept in the cache."""
    npm = shutil.which("npm")
    if npm is None:
        raise RulespecError("R0671", "the page needs Pyodide, and there is no npm to fetch it with", None, _way_out())
    with tempfile.TemporaryDirectory() as folder:
        asked = [npm, "pack", "--silent", f"pyodide@{VERSION}"]
        try:
            done = subprocess.run(asked, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise RulespecError("R0671", f"npm could not fetch Pyodide: {error}", None, _way_out()) from None
        packed = sorted(Path(folder).glob("*.tgz"))
        if done.returncode != 0 or not packed:
            last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
            raise RulespecError("R0671", f"npm could not fetch Pyodide: {last[:200]}", None, _way_out())
        with tarfile.open(packed[0]) as archive:
            archive.extractall(folder, filter="data")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(Path(folder) / "package", target, dirs_exist_ok=True)
    return _whole(target)
