"""Parse `.texts` files: what a game says to people in one language, keyed by code.

Reads: one source. Returns: the texts and every mistake in it. Keys are `name:rio` under `names`, `word:dock` under
`words`, the plain code under `texts`; the key LANGUAGE holds the language itself.

    language pt
    names
      rio o Rio de Janeiro
      ship o navio, os navios
    words
      dock os navios {de player} atracados {em port}
    texts
      auction.bidding.bid.higher o lance está em {best}

A text goes to the end of its line; a line that begins with `--` is a remark.
"""

import re
from collections.abc import Mapping

import attrs

from rulespec.diagnostics import Diagnostic, Diagnostics, did_you_mean
from rulespec.source import Source, Span

LANGUAGE = "language:"
"""The key under which the language of the file is returned; no code ends with a colon."""

HEADINGS = {"names": "name:", "words": "word:", "texts": ""}
UNKNOWN = "?"
"""The heading of entries that stand below a misspelt one."""

LONGEST_TEXT = 2000

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")
_NAME = re.compile(r"[a-z0-9][a-z_0-9]*(\.[a-z0-9][a-z_0-9]*)?")
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9][A-Za-z0-9_-]*)*")


@attrs.frozen
class TextEntry:
    """One line of a file: its key, its text, and where they stand."""

    key: str
    text: str
    span: Span


@attrs.frozen
class TextFile:
    """A parsed `.texts` file in source order; for readers that need the places (unused and unknown codes)."""

    language: str
    entries: tuple[TextEntry, ...]


def parse_texts(source: Source) -> tuple[Mapping[str, str], tuple[Diagnostic, ...]]:
    """The texts of a file by key, the language under LANGUAGE.

    >>> parse_texts(Source("pt.texts", "language pt\\nnames\\n  rio o Rio\\n"))[0]
    {'language:': 'pt', 'name:rio': 'o Rio'}
    """
    file, diagnostics = parse_text_file(source)
    language = {LANGUAGE: file.language} if file.language else {}
    return language | {entry.key: entry.text for entry in file.entries}, diagnostics


def parse_text_file(source: Source) -> tuple[TextFile, tuple[Diagnostic, ...]]:
    """The same with the place of each entry. Of two entries with one key the first counts."""
    found = Diagnostics()
    language, heading = "", None
    named = False  # also by a name that is none: one mistake is told once
    entries: dict[str, TextEntry] = {}
    # Only \n ends a line: a text may contain whatever else str.splitlines would cut at.
    for number, raw in enumerate(source.text.split("\n"), start=1):
        line = raw.rstrip()
        if not line.strip() or line.lstrip().startswith("--"):
            continue
        span = _span(source, number, line)
        if line[0] not in " \t":
            first, _, rest = line.partition(" ")
            if first == "language":
                named = True
                if language:
                    found.error("R0120", f"the language was given before: `{language}`", span)
                elif _LANGUAGE.fullmatch(rest.strip()):
                    language = rest.strip()
                else:
                    shown = _short(rest.strip())
                    found.error(
                        "R0120", f"`{shown}` is not the short name of a language", span, help="such as `language pt`"
                    )
            elif line in HEADINGS:
                heading = line
            else:
                near = did_you_mean(first, ["language", *HEADINGS])
                heading = UNKNOWN
                way_out = near or "headings are `language`, `names`, `words`, `texts`; entries are indented"
                found.error("R0121", f"`{_short(first)}` is not a heading of a texts file", span, help=way_out)
            continue
        entry = _entry(line, heading, span, found)
        if entry is None:
            continue
        if entry.key in entries:
            before = entries[entry.key].span
            found.error(
                "R0124", f"`{entry.key.rpartition(':')[2]}` has a text already", span, (before, "the first one is here")
            )
        else:
            entries[entry.key] = entry
    if not named:
        found.error(
            "R0120",
            "the file does not say its language",
            _span(source, 1, source.line(1)),
            help="begin with `language pt`",
        )
    return TextFile(language, tuple(entries.values())), found.sorted([source.name])


def _entry(line: str, heading: str | None, span: Span, found: Diagnostics) -> TextEntry | None:
    if heading == UNKNOWN:
        return None
    if heading is None:
        found.error("R0121", "an entry before any heading", span, help="put it under `names`, `words` or `texts`")
        return None
    code, _, text = line.strip().partition(" ")
    text = text.strip()
    shape = _CODE if heading == "texts" else _NAME
    if not shape.fullmatch(code) or len(code) > 200:
        found.error("R0122", f"`{_short(code)}` cannot be a code", span, help="a line is a code, then its text")
        return None
    if not text:
        found.error("R0123", f"`{code}` has no text", span, help="a line is a code, then its text")
        return None
    if len(text) > LONGEST_TEXT:
        found.error("R0123", f"the text of `{code}` is longer than {LONGEST_TEXT} characters", span)
        return None
    problem = brace_problem(text)
    if problem is not None:
        found.error("R0125", f"{problem} in the text of `{code}`", span, help="a blank is written `{name}`")
        return None
    return TextEntry(HEADINGS[heading] + code, text, span)


def brace_problem(text: str) -> str | None:
    """What is wrong with the blanks of a text, if anything: blanks are not nested, not empty, and closed."""
    inside = False
    start = 0
    for at, letter in enumerate(text):
        if letter == "{":
            if inside:
                return "a blank inside a blank"
            inside, start = True, at
        elif letter == "}":
            if not inside:
                return "a `}` without its `{`"
            if not text[start + 1 : at].strip():
                return "an empty blank"
            inside = False
    return "a `{` without its `}`" if inside else None


def _span(source: Source, number: int, line: str) -> Span:
    start = len(line) - len(line.lstrip()) + 1
    return Span(source.name, number, start, number, max(len(line), start) + 1)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
