"""Leaves out what is wrong only because something else is: a name is unknown since its declaration could not be read.

Reads the findings of a check, in source order; returns them without such echoes. At least the first error stays.
"""

import re
from collections.abc import Iterator, Sequence

from rulespec.diagnostics import Diagnostic
from rulespec.source import Source

UNKNOWN = ("R0201", "R0205", "R0206")
_DECLARED = re.compile(
    r"(?:rule|phase|menu|marker|card|table|printed|account|ending|part|grid|links|value the|(?:value|score) an? \w+'s"
    r"|pieces \d+|cards(?: \d+)?) (\w+)"
)
_PLACE_OR_KIND = re.compile(r"(?:^ +|; *)(\w+)")
_QUOTED = re.compile(r"`(\w+)`")


def without_echoes(found: tuple[Diagnostic, ...], sources: Sequence[Source]) -> tuple[Diagnostic, ...]:
    lost = set(_lost_names(found, {source.name: source for source in sources}))
    return tuple(d for d in found if d.code not in UNKNOWN or not _named_first(d) & lost)


def _named_first(diagnostic: Diagnostic) -> set[str]:
    return set(_QUOTED.findall(diagnostic.message)[:1])


def _lost_names(found: Sequence[Diagnostic], sources: dict[str, Source]) -> Iterator[str]:
    """The names of declarations in which something is wrong that keeps them from being made."""
    for diagnostic in found:
        source = sources.get(diagnostic.span.file)
        if not diagnostic.is_error or source is None or diagnostic.code in UNKNOWN:
            continue
        lines = source.text.splitlines()
        at = min(diagnostic.span.line, len(lines))
        while at > 1 and (not lines[at - 1].strip() or lines[at - 1][0] in " \t-"):
            at -= 1
        if not lines:
            continue
        head = lines[at - 1]
        declared = _DECLARED.match(head)
        if declared is not None:
            yield declared.group(1)
        if head.startswith(("kinds", "pieces", "cards")):
            for line in lines[at:]:
                if line[:1] not in (" ", "\t", ""):
                    break
                yield from _PLACE_OR_KIND.findall(line)
