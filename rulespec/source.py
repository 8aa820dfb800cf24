"""Source texts and places in them.

Reads nothing; everything that speaks of a place in a text uses `Span`.
Lines and columns count from 1; `end_column` is one past the last character.
"""

import attrs


@attrs.frozen
class Span:
    """A stretch of one source text."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def to(self, other: "Span") -> "Span":
        """The stretch from the start of this one to the end of the other."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


@attrs.frozen
class Source:
    """One file of a game: its name relative to the game's folder, and its text."""

    name: str
    text: str

    def line(self, number: int) -> str:
        """The text of one line, without its end."""
        lines = self.text.splitlines()
        return lines[number - 1] if 1 <= number <= len(lines) else ""


NOWHERE = Span("", 0, 0, 0, 0)
"""The place of things the language itself declares."""
