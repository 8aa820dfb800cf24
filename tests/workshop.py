"""The tutorial as something that runs: its blocks build up a game on disk, and its commands are carried out.

Reads pages of docs/tutorial in order. A block of rules with `title="FILE"` changes that file of the game: a
declaration that the game has already is replaced, any other is added at the end; in a replaced one `-- ...` stands
for the lines that stood there. A block of another kind with a title is the whole file. A `console` block holds
commands after `$ `; the lines below each are what it prints.
"""

import io
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

from rulespec.cli.main import run

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "tutorial"
BLOCK = re.compile(r'^```(?P<kind>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)
ELLIPSIS = "-- ..."
GAME = "salina"


def chapters() -> list[Path]:
    return sorted(FOLDER.glob("[0-9]*.md"))


def declarations(text: str) -> list[str]:
    """The declarations of a text, each with the blank lines and remarks inside it cut off at its end."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if line and not line[0].isspace() and not line.startswith("--"):
            found.append([line])
        elif found:
            found[-1].append(line)
    return [_without_tail(lines) for lines in found]


def _without_tail(lines: list[str]) -> str:
    while not lines[-1].strip() or (lines[-1].startswith("--")):
        lines = lines[:-1]
    return "\n".join(lines)


def key(declaration: str) -> str:
    """What a declaration is about: two with one key are versions of the same thing."""
    words = re.sub(r"[:,(\"\[].*", "", declaration.partition("\n")[0]).split()
    match words:
        case ["value" | "score", _, *more]:
            return " ".join(["value", *more[:2]])
        case ["a" | "an", noun, "is", word, *_]:
            return f"{noun} is {word}"
        case ["pieces", _, name, *_]:
            return f"pieces {name}"
        case ["rule" | "phase", name, *_]:
            return f"rule {name}"
        case _:
            return " ".join(words[:2])


class Workshop:
    """A game that is written chapter by chapter, in a folder."""

    def __init__(self, folder: Path, *, carry_out: bool = True) -> None:
        self.folder, self.carry_out = folder, carry_out
        self.rules: dict[str, dict[str, str]] = {}
        """file -> key -> declaration, in the order of their appearance."""

    @property
    def game(self) -> Path:
        return self.folder / GAME

    def read(self, page: str) -> str:
        """Do what a page says; returns the page with what its commands print."""
        return BLOCK.sub(self._block, page)

    def _block(self, block: "re.Match[str]") -> str:
        kind, title, text = block["kind"], block["title"], block["text"]
        if kind == "console" and self.carry_out:
            printed = "\n".join(self._commands(text)).rstrip()
            return f"```console\n{printed}\n```"
        if title is not None:
            self._write(title, text)
        return block.group()

    def _write(self, title: str, text: str) -> None:
        if title.endswith(".rules"):
            for declaration in declarations(text):
                self._put(title, declaration)
            for name, parts in self.rules.items():
                self._save(name, "\n\n".join(parts.values()) + "\n")
        else:
            self._save(title, text)

    def _put(self, title: str, declaration: str) -> None:
        own = key(declaration)
        name = f"{title} {own}" if own == "kinds" else own  # a pack has kinds of its own
        old = next((parts[name] for parts in self.rules.values() if name in parts), "")
        home = self.rules.setdefault(title, {})
        for file, parts in self.rules.items():
            if file != title:
                parts.pop(name, None)
        home[name] = merged(old, declaration)

    def _save(self, name: str, text: str) -> None:
        path = self.game / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def _commands(self, text: str) -> Iterator[str]:
        for line in text.splitlines():
            if line.startswith("$ "):
                yield line
                yield self.run(line.removeprefix("$ ")) + "\n"

    def run(self, command: str) -> str:
        """What a command prints."""
        words = shlex.split(command)
        assert words[0] == "rulespec", command
        out = io.StringIO()
        before = os.environ.get("COLUMNS")
        os.environ["COLUMNS"] = "100"
        try:
            with chdir(self.folder), redirect_stdout(out), redirect_stderr(out):
                run(words[1:])
        finally:
            os.environ.pop("COLUMNS") if before is None else os.environ.update(COLUMNS=before)
        return out.getvalue().rstrip("\n")


def merged(old: str, new: str) -> str:
    """The new version of a declaration, with what stood in the old one where `-- ...` stands: what stood between the
    line above it and the line below it."""
    before, lines = old.splitlines(), new.splitlines()
    result: list[str] = []
    at = 1  # behind the heading
    for number, line in enumerate(lines):
        if line.strip() != ELLIPSIS:
            result.append(line)
            continue
        above, below = lines[number - 1], next((x for x in lines[number + 1 :] if x.strip()), "")
        start = before.index(above, at) + 1 if above in before[at:] else at
        end = before.index(below, start) if below in before[start:] else len(before)
        result += before[start:end]
        at = end + 1  # the line below is there already
    return "\n".join(result)


def pages() -> Iterator[tuple[str, str]]:
    """The pages of the tutorial, with what their commands print today."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        workshop = Workshop(Path(folder))
        for chapter in chapters():
            yield f"docs/tutorial/{chapter.name}", workshop.read(chapter.read_text("utf-8"))
