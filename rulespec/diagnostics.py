"""Errors as data: what is wrong, where, why we think so, and a way out.

Stages return diagnostics; only the command line renders them (`rulespec.cli.excerpts`), only `load` raises them.
"""

from collections.abc import Iterable
from difflib import get_close_matches

import attrs

from rulespec.source import Span


@attrs.frozen
class Note:
    """A second place that explains the first: where the expectation came from."""

    span: Span
    text: str


@attrs.frozen
class Diagnostic:
    """One mistake in a text. `code` is a key of `rulespec.codes.CODES`."""

    code: str
    message: str
    span: Span
    because: tuple[Note, ...] = ()
    help: str | None = None
    severity: str = "error"

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    def __str__(self) -> str:
        return f"{self.severity}[{self.code}] {self.span}: {self.message}"


class Diagnostics:
    """A list that stages add to; sorted and without repeats when read."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    def error(self, code: str, message: str, span: Span, *because: tuple[Span, str], help: str | None = None) -> None:
        self._found.append(Diagnostic(code, message, span, tuple(Note(s, t) for s, t in because), help))

    def warning(self, code: str, message: str, span: Span, *because: tuple[Span, str], help: str | None = None) -> None:
        notes = tuple(Note(s, t) for s, t in because)
        self._found.append(Diagnostic(code, message, span, notes, help, "warning"))

    def extend(self, more: Iterable[Diagnostic]) -> None:
        self._found.extend(more)

    @property
    def has_errors(self) -> bool:
        return any(d.is_error for d in self._found)

    def sorted(self, order: Iterable[str] = ()) -> tuple[Diagnostic, ...]:
        """All of them in source order; files in the order given, then by name."""
        rank = {name: i for i, name in enumerate(order)}

        def key(d: Diagnostic) -> tuple[int, str, int, int, str, str]:
            return (rank.get(d.span.file, len(rank)), d.span.file, d.span.line, d.span.column, d.code, d.message)

        return tuple(sorted(dict.fromkeys(self._found), key=key))


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """A help text with the nearest known name, if one is near."""
    near = get_close_matches(name, sorted(set(known)), n=1, cutoff=0.7)
    return f"did you mean `{near[0]}`?" if near else None


class RulespecError(Exception):
    """What the public interface raises: a code, a message, a place and a way out."""

    def __init__(self, code: str, message: str, place: str | None = None, help: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.place, self.help = code, message, place, help

    def __str__(self) -> str:
        where = f" at {self.place}" if self.place else ""
        way_out = f" (help: {self.help})" if self.help else ""
        return f"[{self.code}] {self.message}{where}{way_out}"


class LoadError(RulespecError):
    """A game could not be loaded; `diagnostics` holds every reason."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        first = diagnostics[0]
        more = f" (and {len(diagnostics) - 1} more)" if len(diagnostics) > 1 else ""
        super().__init__(first.code, first.message + more, str(first.span), first.help)
        self.diagnostics = diagnostics


class InternalError(Exception):
    """A mistake in rulespec itself; please report it."""
