"""The only writer of golden files: `python -m tests.golden` writes them, `--check` fails where they differ.

Reads: the writers of tests/golden_writers.py. Writes: the files they own, and removes orphans.
Goldens are text files in UTF-8 with \\n; both runs give the same result on every machine.
"""

import argparse
import difflib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.golden_writers import ROOT, WRITERS, Writer

SHOWN_LINES = 20


@dataclass(frozen=True)
class Difference:
    """A golden file that is not what its writer says: `now` is on disk, `text` is wanted, None means no file."""

    path: str
    now: str | None
    text: str | None

    @property
    def kind(self) -> str:
        if self.now is None:
            return "missing"
        return "orphan" if self.text is None else "stale"


def differences(root: Path, writers: Iterable[Writer]) -> Iterator[Difference]:
    """Compare what the writers say with what is on disk, by path; an orphan matches a pattern but has no writer."""
    wanted: dict[str, str] = {}
    owned: set[str] = set()
    for writer in writers:
        owned |= {str(file.relative_to(root)) for file in root.glob(writer.pattern)}
        for path, text in writer.texts():
            if not writer.owns(path):
                raise ValueError(f"{writer.texts.__name__} writes {path}, outside its pattern {writer.pattern}")
            if path in wanted:
                raise ValueError(f"two writers write {path}")
            wanted[path] = text
    owned |= {str(file.relative_to(root)) for file in root.glob("tests/goldens/**/*") if file.is_file()}
    for path in sorted(owned | wanted.keys()):
        file = root / path
        now = file.read_bytes().decode() if file.exists() else None
        if now != wanted.get(path):
            yield Difference(path, now, wanted.get(path))


def write(root: Path, difference: Difference) -> None:
    """Make the file what its writer says."""
    file = root / difference.path
    if difference.text is None:
        file.unlink()
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(difference.text.encode())


def show(difference: Difference) -> str:
    """One line, and for a stale file the first lines of the difference."""
    lines = [f"{difference.kind:8}{difference.path}"]
    if difference.now is not None and difference.text is not None:
        old, new = difference.now.splitlines(), difference.text.splitlines()
        lines += list(difflib.unified_diff(old, new, "on disk", "now", lineterm="", n=1))[:SHOWN_LINES]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a golden is stale or an orphan")
    check = parser.parse_args(arguments).check
    found = list(differences(ROOT, WRITERS))
    for difference in found:
        print(show(difference))
        if not check:
            write(ROOT, difference)
    if check and found:
        print(f"{len(found)} goldens differ; `make golden` writes them, then review the diff")
        return 1
    print("goldens are fresh" if not found else f"{len(found)} goldens written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
