"""Logs: JSON lines, a header that says which game it is, then one object per move and per chance result.

Reads and writes text; believes nothing it reads. Whether the moves fit is found by playing them (`session`).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from rulespec.game import json_text
from rulespec.game.errors import BadSave
from rulespec.game.limits import LOG_BYTES, LOG_LINE_BYTES
from rulespec.game.save import HEADER, check_format, check_header, header, read_seed
from rulespec.game.sheet import Sheet

LOG_FORMAT = "rulespec-log/1"


@attrs.frozen
class Entry:
    """One line after the header: a move of a player, or what chance brought."""

    kind: str
    content: Any
    by: str | None
    place: str

    @property
    def is_draw(self) -> bool:
        return self.kind == "draw"


def log_header(sheet: Sheet, seed: int | None) -> dict[str, Any]:
    return {"format": LOG_FORMAT, **header(sheet), "seed": seed}


def to_text(lines: Sequence[Mapping[str, Any]]) -> str:
    """The log as a text, one object per line."""
    return "".join(json.dumps(line, ensure_ascii=False, separators=(", ", ": ")) + "\n" for line in lines)


def read_log(sheet: Sheet, given: Any, name: str = "the log") -> tuple[int | None, list[Entry]]:
    """The seed and the entries of a log of this game: a text, bytes, or a sequence of objects."""
    lines = _lines(given, name)
    try:
        place, first = next(lines)
    except StopIteration:
        raise BadSave("R0640", f"{name} is empty", name) from None
    head = json_text.an_object(first, place)
    check_format(head, place, LOG_FORMAT)
    found = json_text.fields(head, place, ["format", *HEADER], ["seed"])
    check_header(sheet, found, place)
    return read_seed(found.get("seed"), f"{place}.seed"), [_entry(line, place) for place, line in lines]


def _lines(given: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The objects of a log with their places."""
    if isinstance(given, bytes):
        if len(given) > LOG_BYTES:
            raise BadSave("R0605", f"{name} has {len(given):,} bytes, the limit is {LOG_BYTES:,}", name)
        given = json_text.decode(given, name)
    if isinstance(given, str):
        if len(given) > LOG_BYTES:
            raise BadSave("R0605", f"{name} has {len(given):,} characters, the limit is {LOG_BYTES:,}", name)
        for number, line in enumerate(given.split("\n"), start=1):
            if line.strip():
                yield f"{name}:{number}", json_text.parse(line, f"{name}:{number}", LOG_LINE_BYTES)
        return
    if not isinstance(given, Sequence):
        given = getattr(given, "lines", None)
    if not isinstance(given, Sequence):
        raise BadSave("R0647", "a log is a text or a list of objects", name)
    for number, line in enumerate(given, start=1):
        yield f"{name}:{number}", line


def _entry(line: Any, place: str) -> Entry:
    found = json_text.an_object(line, place)
    if "draw" in found:
        json_text.fields(found, place, ["draw"])
        return Entry("draw", json_text.an_object(found["draw"], f"{place}.draw"), None, place)
    json_text.fields(found, place, ["move"], ["by"])
    by = found.get("by")
    return Entry("move", found["move"], None if by is None else json_text.a_text(by, f"{place}.by"), place)
