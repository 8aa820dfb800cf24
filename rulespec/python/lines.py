"""Lines of Python with their indentation.

Reads nothing; every function of the generated module is written through `Lines`.
"""

from collections.abc import Iterator
from contextlib import contextmanager

COMMENT_COLUMN = 72


class Lines:
    """A growing text. `with lines.block("if x:")` indents what is written inside it."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._depth = 0

    def add(self, text: str, comment: str = "") -> None:
        line = "    " * self._depth + text
        self._lines.append(f"{line:<{COMMENT_COLUMN}}  # {comment}" if comment else line)

    def blank(self, count: int = 1) -> None:
        self._lines.extend([""] * count)

    @contextmanager
    def block(self, head: str, comment: str = "") -> Iterator[None]:
        """A compound statement; an empty body becomes `pass`."""
        self.add(head, comment)
        self._depth += 1
        before = len(self._lines)
        yield
        if len(self._lines) == before:
            self.add("pass")
        self._depth -= 1

    @property
    def here(self) -> int:
        """The place of the next line, for `insert`."""
        return len(self._lines)

    def insert(self, at: int, text: str, comment: str = "") -> None:
        """A line before what has been written since."""
        self.add(text, comment)
        self._lines.insert(at, self._lines.pop())

    def extend(self, other: "Lines") -> None:
        self._lines.extend("    " * self._depth + line if line else "" for line in other._lines)

    def replace_last(self, old: str, new: str) -> bool:
        """Put another line for the last one that reads so, if nothing but plain statements came after it."""
        indent = "    " * self._depth
        for i in range(len(self._lines) - 1, -1, -1):
            if self._lines[i] == indent + old:
                self._lines[i] = indent + new
                return True
            if not self._lines[i].startswith(indent) or self._lines[i][len(indent) : len(indent) + 1] == " ":
                return False
        return False

    def ends_in_return(self) -> bool:
        """Does nothing come after the last line?"""
        return bool(self._lines) and self._lines[-1].startswith(("return", "continue"))

    def single_return(self) -> str | None:
        """What is returned, if that is all there is."""
        if len(self._lines) == 1 and self._lines[0].startswith("return "):
            return self._lines[0][len("return ") :].split("  # ")[0].rstrip()
        return None

    def without(self, start: str) -> "Lines":
        """The same without the lines that begin so (a body left empty stays valid)."""
        found = Lines()
        for i, line in enumerate(self._lines):
            if line.lstrip().startswith(start):
                above = self._lines[i - 1].split("  # ")[0].rstrip() if i else ""
                if not above.endswith(":"):
                    continue
                line = line[: len(line) - len(line.lstrip())] + "pass"
            found._lines.append(line)
        return found

    def __len__(self) -> int:
        return len(self._lines)

    def text(self) -> str:
        return "\n".join(self._lines) + "\n"
