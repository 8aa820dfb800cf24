"""Parse `.catalogue` files: what the rulebooks of a game state, one statement each, with the id that margins cite.

Reads: one source. Returns: the statements in order and every mistake in it. A statement is a line `ID status, kind` and,
indented below it, a word and the rest of the line each:

    catalogue rulebooks, sections in pt and en
    lists EX
    VOTE-13 executable, effect
      says Step 2: each player may discard any number of their deputies.
      pt Fase do Imperador (2º)
      en Emperor's Phase (step 2)

`why` gives the reason of a descriptive statement, `answer` says how an executable one with a word like `if` or `may`
is met by something that has no such word. `lists` names ids of other lists that margins may cite. A line that begins
with `--` is a remark.
"""

import re
from collections.abc import Mapping

import attrs

from rulespec.diagnostics import Diagnostic, Diagnostics, did_you_mean
from rulespec.rules.game import Statement
from rulespec.rules.statements import About
from rulespec.source import Source, Span

STATUSES = ("executable", "data", "descriptive")
REASONS = ("look of a component", "wording slip", "pointer to a figure", "remark on the texts")
"""Why a statement is only descriptive; besides these, `restates` and the id of another statement."""

LONGEST_LINE = 1_000

_ID = re.compile(r"[A-Z]{2,}-\d+(\.\d+)?")
_HEAD = re.compile(r"catalogue (?P<name>[a-z][a-z_0-9]*)(, sections in (?P<languages>[a-z]{2,3}( and [a-z]{2,3})*))?")
_LISTS = re.compile(r"lists [A-Z]{2,}(, [A-Z]{2,})*")


@attrs.frozen
class Catalogue:
    """The statements by id, and the prefixes of other lists."""

    statements: Mapping[str, Statement] = attrs.field(factory=dict)
    lists: tuple[str, ...] = ()


def parse_catalogue(source: Source) -> tuple[Catalogue, tuple[Diagnostic, ...]]:
    """All statements of a file. Of two with one id the first counts."""
    reader = _Reader(source)
    for number, raw in enumerate(source.text.split("\n"), start=1):
        line = raw.rstrip()
        if line.strip() and not line.lstrip().startswith("--"):
            reader.line(line, _span(source, number, line))
    reader.close()
    return Catalogue(reader.statements, reader.lists), reader.found.sorted([source.name])


class _Reader:
    def __init__(self, source: Source) -> None:
        self.found = Diagnostics()
        self.statements: dict[str, Statement] = {}
        self.lists: tuple[str, ...] = ()
        self.languages: tuple[str, ...] = ()
        self.begun = False
        self._id, self._status, self._kind = "", "", ""
        self._span = Span(source.name, 1, 1, 1, 2)
        self._entries: dict[str, str] = {}
        self._restated: list[tuple[str, Span]] = []

    def line(self, line: str, span: Span) -> None:
        if len(line) > LONGEST_LINE:
            self._no_line(f"this line is longer than {LONGEST_LINE} characters", span, "shorten the statement")
        elif line[0] in " \t":
            self._entry(line.strip(), span)
        elif not self.begun:
            head = _HEAD.fullmatch(line)
            if head is None:
                self._no_line("a catalogue begins with its name", span, "such as `catalogue rulebooks, sections in en`")
            elif head["languages"]:
                self.languages = tuple(head["languages"].split(" and "))
            self.begun = True
        elif _LISTS.fullmatch(line):
            self.lists = tuple(line.removeprefix("lists ").split(", "))
        else:
            self.close(last=False)
            self._head(line, span)

    def _head(self, line: str, span: Span) -> None:
        id, _, rest = line.partition(" ")
        status, _, kind = rest.partition(",")
        self._id = self._status = ""
        if not _ID.fullmatch(id):
            self._no_line(f"`{id[:40]}` is not the id of a statement", span, "an id is like `VOTE-13` or `RIO-1.02`")
        elif status.strip() not in STATUSES:
            near = did_you_mean(status.strip(), STATUSES) or f"it is one of {', '.join(STATUSES)}"
            self.found.error("R0131", f"{id} has no status", span, help=near)
        elif id in self.statements:
            before = self.statements[id].about.span
            self.found.error("R0132", f"{id} is stated twice", span, (before, "the first one is here"))
        else:
            self._id, self._status, self._kind, self._span = id, status.strip(), kind.strip(), span

    def _entry(self, line: str, span: Span) -> None:
        word, _, text = line.partition(" ")
        known = ("says", *self.languages, "why", "answer")
        if not self._id:
            return  # what stands above it was reported
        if word not in known:
            near = did_you_mean(word, known) or f"a line begins with {', '.join(known)}"
            self._no_line(f"`{word[:40]}` begins no line of a statement", span, near)
        elif not text.strip():
            self._no_line(f"nothing follows `{word}`", span, "the rest of the line is its text")
        elif word in self._entries:
            self._no_line(f"{self._id} has a line `{word}` already", span, "keep one")
        else:
            self._entries[word] = text.strip()
            if word == "why":
                self._why(text.strip(), span)

    def _why(self, reason: str, span: Span) -> None:
        if self._status != "descriptive":
            self.found.error(
                "R0131", f"{self._id} is {self._status} and has a reason why not", span, help="take the line out"
            )
        elif reason.startswith("restates "):
            self._restated.append((reason.removeprefix("restates "), span))
        elif reason not in REASONS:
            near = did_you_mean(reason, REASONS) or f"reasons are {', '.join(REASONS)}, and `restates` with an id"
            self.found.error("R0131", f"`{reason[:60]}` is not among the reasons", span, help=near)

    def close(self, last: bool = True) -> None:
        """The statement is complete."""
        if self._id:
            entries, self._entries = self._entries, {}
            if "says" not in entries:
                self.found.error("R0131", f"{self._id} says nothing", self._span, help="add a line `says …`")
            elif self._status == "descriptive" and "why" not in entries:
                help = f"add a line `why …`: {', '.join(REASONS)}, or `restates` and an id"
                self.found.error("R0131", f"{self._id} is descriptive without a reason", self._span, help=help)
            sections = {language: entries[language] for language in self.languages if language in entries}
            self.statements[self._id] = Statement(
                self._id, entries.get("says", ""), sections, self._kind, self._status, entries.get("why", ""),
                entries.get("answer", ""), About(self._id, (), "", self._span),
            )  # fmt: skip
        self._entries = {}
        if last:
            for id, span in self._restated:
                if id not in self.statements:
                    self.found.error(
                        "R0131", f"`{id}` is not stated here", span, help=did_you_mean(id, self.statements)
                    )

    def _no_line(self, message: str, span: Span, help: str) -> None:
        self.found.error("R0130", message, span, help=help)


def _span(source: Source, number: int, line: str) -> Span:
    start = len(line) - len(line.lstrip()) + 1
    return Span(source.name, number, start, number, max(len(line), start) + 1)
