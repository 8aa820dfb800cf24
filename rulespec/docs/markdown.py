"""Markdown from plain text: escaping, anchors, tables, lists.

Reads plain text of any origin; returns Markdown in which it shows as it is and means nothing.
"""

import re
from collections.abc import Sequence

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~!])")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


def escape(text: str) -> str:
    """The text so that Markdown and HTML leave it alone.

    >>> escape("a_b <script> | &amp;")
    'a\\\\_b &lt;script&gt; \\\\| &amp;amp;'
    """
    plain = _CONTROL.sub(" ", text).replace("&", "&amp;")
    marked = _SPECIAL.sub(r"\\\1", plain)
    # `\<` is left alone by Markdown, but not by everything that takes Markdown for HTML
    marked = marked.replace("\\<", "&lt;").replace("\\>", "&gt;")
    # At the beginning of a line a dash or `1.` would open a list.
    marked = re.sub(r"^(\s*)([-+=])(?=\s|$)", r"\1\\\2", marked)
    return re.sub(r"^(\s*\d+)([.)])(?=\s|$)", r"\1\\\2", marked)


def anchor(code: str) -> str:
    """The id of a code within its page: stable, and safe in an address."""
    return re.sub(r"[^a-z0-9._-]+", "-", code.lower()).strip("-") or "x"


def mark(code: str) -> str:
    """The place that `anchor` leads to."""
    return f'<a id="{anchor(code)}"></a>'


def code(text: str) -> str:
    """A code as it is typed."""
    safe = _CONTROL.sub(" ", text).replace("`", "'").replace("|", "\\|")
    return f"`{safe}`"


def link(text: str, page: str, to: str = "") -> str:
    """A link; `text` is Markdown already."""
    return f"[{text}]({page}{'#' + anchor(to) if to else ''})"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table; its cells are Markdown already."""
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join(" --- " for _ in head) + "|"]
    return [*lines, *("| " + " | ".join(cell or " " for cell in row) + " |" for row in rows), ""]


def page(lines: Sequence[str]) -> str:
    """A whole page: one empty line at most between paragraphs, one line end at the end."""
    return re.sub(r"\n{3,}", "\n\n", _marked_once("\n".join(lines))).strip("\n") + "\n"


def _marked_once(text: str) -> str:
    """The same code may stand twice (an option in two readings): its anchor leads to the first."""
    seen: set[str] = set()

    def first(match: re.Match[str]) -> str:
        if match.group(1) in seen:
            return ""
        seen.add(match.group(1))
        return match.group()

    return re.sub(r'<a id="([^"]*)"></a>', first, text)
