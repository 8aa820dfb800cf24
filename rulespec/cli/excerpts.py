"""Diagnostics as people read them: headline, place, the line itself with what is meant underlined, because, help.

Reads diagnostics and sources; returns text. Nothing of a text is repeated without making control characters visible.
"""

from collections.abc import Mapping, Sequence

from rulespec.diagnostics import Diagnostic
from rulespec.source import Source, Span

WIDTH = 160


def render_all(diagnostics: Sequence[Diagnostic], sources: Sequence[Source]) -> str:
    """All of them, and at the end how many."""
    by_name = {source.name: source for source in sources}
    parts = [render(d, by_name) for d in diagnostics]
    errors = sum(d.is_error for d in diagnostics)
    warnings = len(diagnostics) - errors
    counts = [f"{n} {word}{'s' if n != 1 else ''}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
    return "\n\n".join([*parts, ", ".join(counts)]) if diagnostics else ""


def render(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> str:
    """One diagnostic with its excerpts."""
    lines = [f"{diagnostic.severity}[{diagnostic.code}]: {visible(diagnostic.message)}"]
    lines += excerpt(diagnostic.span, sources, "^", "")
    for note in diagnostic.because:
        lines.append(f"  because {place(note.span)}" if note.span.file else "  because")
        lines += excerpt(note.span, sources, "-", note.text, with_place=False)
    if diagnostic.help:
        lines.append(f"  help: {visible(diagnostic.help)}")
    return "\n".join(lines)


def place(span: Span) -> str:
    return visible(str(span))


def excerpt(span: Span, sources: Mapping[str, Source], mark: str, note: str, with_place: bool = True) -> list[str]:
    """The place, its line, and marks under what is meant."""
    note = visible(note)
    if not span.file and not span.line:
        return [f"    {note}"] if note else []
    lines = [f"  {place(span)}"] if with_place else []
    source = sources.get(span.file)
    text = source.text.split("\n")[span.line - 1] if source and 0 < span.line <= source.text.count("\n") + 1 else None
    if text is None:
        return [*lines, f"    {note}"] if note else lines
    number = str(span.line)
    last = span.end_column if span.end_line == span.line else len(text) + 1
    start = max(span.column - 1, 0)
    length = max(1, min(last - span.column, len(text) - start))
    shift = max(0, start + length - WIDTH) if start + length > WIDTH else 0
    shown = visible(text[shift : shift + WIDTH]).rstrip()
    lines.append(f"  {number} | {shown}")
    under = " " * (start - shift) + mark * min(length, WIDTH)
    lines.append(f"  {' ' * len(number)} | {under}{' ' + note if note else ''}".rstrip())
    return lines


def visible(text: str) -> str:
    """The text without anything that a terminal would obey: one character for one character."""
    return "".join(c if c.isprintable() or c == "\n" else " " if c == "\t" else "�" for c in text)
