"""The files of a game on disk: found, held within their folder, read with limits.

Reads the file system (with `load` the only module of the library that does); returns sources in order, raises
`RulespecError`. Nothing that a text names can lead out of its folder.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import attrs

from rulespec.diagnostics import RulespecError, did_you_mean
from rulespec.game.limits import FILE_BYTES, GAME_BYTES, GAME_FILES, shorten
from rulespec.source import Source

GAME_FILE = "game.rules"
GROUP = "rulespec.games"
_FILES = re.compile(r"^files[ \t]+(?P<names>[^\n]*)$", re.MULTILINE)
_CONTENT = re.compile(r"^game[ \t][^\n]*,[ \t]*content[ \t]+(?P<name>[a-z][a-z_0-9]*)", re.MULTILINE)
_CATALOGUE = re.compile(r"^game[ \t][^\n]*,[ \t]*catalogue[ \t]+(?P<name>[a-z][a-z_0-9]*)", re.MULTILINE)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@attrs.frozen
class Found:
    """The sources of a game: its rules in order, other readings, content, texts and scenarios after them."""

    path: Path
    sources: tuple[Source, ...]
    packs: tuple[str, ...] = ()
    content: str | None = None
    """The pack that was read: the one asked for, or the one the game's header names."""


def find(given: str | Path, content: str | None = None) -> Found:
    """The files of a game: one file, a folder with a `game.rules`, or the name of an installed game."""
    if isinstance(given, str) and ("\x00" in given or len(given) > 4096):
        raise RulespecError("R0600", "this cannot be the name of a game")
    path = Path(given)
    try:
        if path.is_file():
            return _folder(path.parent, path.name, content) if path.name == GAME_FILE else _single(path, content)
        if (path / GAME_FILE).is_file():
            return _folder(path, GAME_FILE, content)
        if path.is_dir():
            raise RulespecError("R0600", f"the folder has no {GAME_FILE}", str(path))
    except OSError as error:
        raise RulespecError("R0606", f"the game cannot be read: {error.strerror}", shorten(str(path))) from None
    return _installed(str(given), content)


def _installed(name: str, content: str | None) -> Found:
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    found = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    if name not in found:
        here = Path("games") / name  # where this project and those that copy it keep theirs
        help = f"did you mean `{here}`?" if (here / GAME_FILE).is_file() else did_you_mean(shorten(name), found)
        help = help or "a game is a file, a folder with a game.rules, or an installed game"
        raise RulespecError("R0600", f"there is no game `{shorten(name)}`", None, help)
    spec = find_spec(found[name].partition(":")[0])
    folder = Path(spec.origin).parent if spec is not None and spec.origin else None
    if folder is None or not (folder / GAME_FILE).is_file():
        raise RulespecError("R0610", f"the package of `{name}` has no {GAME_FILE}", str(folder or found[name]))
    return _folder(folder, GAME_FILE, content)


def _single(path: Path, content: str | None) -> Found:
    if content is not None:
        raise RulespecError("R0609", f"a game of one file has no content pack `{shorten(content)}`", str(path))
    reader = _Reader(path.parent)
    head = reader.read(path.name)
    return Found(path, (head, *_catalogue(head, reader)))


def _folder(folder: Path, first: str, content: str | None) -> Found:
    reader = _Reader(folder)
    head = reader.read(first)
    sources = [head]
    for name in _named(head):
        if name in reader.names:
            raise RulespecError("R0603", f"`{shorten(name)}` is named twice", first)
        sources.append(reader.read(name, named_by=first))
    sources += reader.all("readings", ".rules")
    packs = (
        sorted(p.name for p in (folder / "content").iterdir() if p.is_dir()) if (folder / "content").is_dir() else []
    )
    if content is None:
        named = _CONTENT.search(head.text)
        content = named["name"] if named is not None else None
    if content is not None:
        if content not in packs:
            help = did_you_mean(shorten(content), packs) or (f"packs are {', '.join(packs)}" if packs else None)
            raise RulespecError("R0609", f"the game has no content pack `{shorten(content)}`", str(folder), help)
        sources += [*reader.all(f"content/{content}", ".rules"), *reader.all(f"content/{content}", ".texts")]
    sources += _catalogue(head, reader)
    sources += reader.all("texts", ".texts")
    sources += reader.all("scenarios", ".scenario")
    return Found(folder, tuple(sources), tuple(packs), content)


def _catalogue(head: Source, reader: "_Reader") -> list[Source]:
    """The catalogue that the header names; it lies beside it."""
    named = _CATALOGUE.search(head.text)
    return [reader.read(f"{named['name']}.catalogue", named_by=head.name)] if named is not None else []


def _named(head: Source) -> list[str]:
    """The files that the header names, with their ending."""
    found = _FILES.search(head.text)
    if found is None:
        return []
    names = [name.strip() for name in found["names"].split("--")[0].split(",")]
    return [name if name.endswith(".rules") else f"{name}.rules" for name in names if name]


class _Reader:
    """Reads files of one folder and counts what it has read."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.real = folder, folder.resolve()
        self.bytes = 0
        self.names: set[str] = set()

    def read(self, name: str, named_by: str | None = None) -> Source:
        place = named_by or name
        path = self.folder / name
        if Path(name).is_absolute() or ".." in Path(name).parts or _CONTROL.search(name):
            raise RulespecError("R0602", f"`{shorten(name)}` leads out of the game's folder", place)
        if not path.resolve().is_relative_to(self.real):
            raise RulespecError("R0602", f"`{shorten(name)}` is a link out of the game's folder", place)
        if not path.is_file():
            raise RulespecError("R0601", f"there is no file `{shorten(name)}`", place)
        self.names.add(name)
        if len(self.names) > GAME_FILES:
            raise RulespecError("R0605", f"the game has more than {GAME_FILES} files", place)
        data = self._bytes(path, name)
        self.bytes += len(data)
        if self.bytes > GAME_BYTES:
            raise RulespecError("R0605", f"the files of the game have more than {GAME_BYTES:,} bytes", name)
        return Source(name, self._text(data, name))

    def _bytes(self, path: Path, name: str) -> bytes:
        try:
            with path.open("rb") as file:
                data = file.read(FILE_BYTES + 1)
        except OSError as error:
            raise RulespecError("R0606", f"`{name}` cannot be read: {error.strerror}", name) from None
        if len(data) > FILE_BYTES:
            raise RulespecError("R0605", f"`{name}` has more than {FILE_BYTES:,} bytes", name)
        return data

    def _text(self, data: bytes, name: str) -> str:
        try:
            text = data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise RulespecError(
                "R0604", f"`{name}` is not a UTF-8 text", f"{name}:{line}, byte {error.start}"
            ) from None
        control = _CONTROL.search(text)
        if control is not None:
            line = text.count("\n", 0, control.start()) + 1
            message = f"`{name}` contains the control character U+{ord(control.group()):04X}"
            raise RulespecError("R0611", message, f"{name}:{line}")
        return text

    def all(self, folder: str, ending: str) -> list[Source]:
        """The files of a sub-folder with an ending, by name."""
        path = self.folder / folder
        if not path.is_dir():
            return []
        names: Sequence[str] = sorted(p.name for p in path.iterdir() if p.name.endswith(ending))
        return [self.read(f"{folder}/{name}") for name in names]
