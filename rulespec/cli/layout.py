"""The one layout of a rules text, as far as it can be changed without reading it: spaces, margins, blank lines.

Reads a text; returns it laid out. Only spaces that mean nothing change, and doing it twice changes nothing.
"""

import re

MARGIN = 98
"""The column (from 0) at which citations stand, where the line is short enough."""

_CITED = re.compile(r"^(?P<line>.*\S)[ \t]+(?P<margin>\[[A-Za-z0-9 ,.\-]+\])$")


def laid_out(text: str) -> str:
    """
    >>> laid_out("a  [X-1]  \\n\\n\\n\\nb")[:10], laid_out("a \\n\\n\\n\\nb")
    ('a         ', 'a\\n\\n\\nb\\n')
    """
    lines: list[str] = []
    for raw in text.expandtabs(2).split("\n"):
        line = raw.rstrip()
        if not line and lines[-2:] == ["", ""]:
            continue
        lines.append(_margin(line))
    return "\n".join(lines).strip("\n") + "\n"


def _margin(line: str) -> str:
    """The line with its citations in the margin."""
    cited = _CITED.match(line)
    if cited is None or cited["line"].count('"') % 2 or "--" in cited["line"]:
        return line
    return (
        f"{cited['line']:{MARGIN}}{cited['margin']}"
        if len(cited["line"]) < MARGIN
        else f"{cited['line']}  {cited['margin']}"
    )
