"""Tells an error to a person: code, message, place, help, for texts with the lines themselves.

Reads errors; prints to the error stream. A missing library names the extra to install.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from rulespec.cli.excerpts import render_all, visible
from rulespec.diagnostics import Diagnostic, LoadError, RulespecError
from rulespec.source import Source

EXTRAS = {
    "z3": "verify",
    "hypothesis": "verify",
    "verifier": "verify",
    "mkdocs": "docs",
    "jsonschema": "dev",
    "benchmarks": "dev",
}


class TextError(RulespecError):
    """A load error together with the texts it speaks of."""

    def __init__(self, error: LoadError, sources: Sequence[Source]) -> None:
        super().__init__(error.code, error.message, error.place, error.help)
        self.diagnostics, self.sources = error.diagnostics, tuple(sources)


def explain_failure(error: RulespecError) -> None:
    """Print an error."""
    match error:
        case TextError(diagnostics=diagnostics, sources=sources):
            click.echo(render_all(diagnostics, sources), err=True)
        case LoadError(diagnostics=diagnostics):
            click.echo(render_all(diagnostics, ()), err=True)
        case _:
            click.echo(told(error), err=True)


def told(error: RulespecError) -> str:
    """An error in a few lines."""
    lines = [f"error[{error.code}]: {visible(error.message)}"]
    if error.place:
        lines.append(f"  at {visible(error.place)}")
    if error.help:
        lines.append(f"  help: {visible(error.help)}")
    return "\n".join(lines)


def error_json(error: RulespecError) -> dict[str, Any]:
    return {"code": error.code, "message": error.message, "place": error.place, "help": error.help}


def failure_json(error: RulespecError) -> dict[str, Any]:
    """An error for a program: {"error": ...}, with all mistakes of a text as `diagnostics`."""
    found: dict[str, Any] = {"error": error_json(error)}
    match error:
        case TextError(diagnostics=diagnostics) | LoadError(diagnostics=diagnostics):
            found["diagnostics"] = [diagnostic_json(d) for d in diagnostics]
        case _:
            pass
    return found


def diagnostic_json(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "place": str(diagnostic.span),
        "because": [{"place": str(note.span), "text": note.text} for note in diagnostic.because],
        "help": diagnostic.help,
    }


@contextmanager
def needs_extra(name: str) -> Iterator[None]:
    """Turns the absence of a library into a message that names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "rulespec":
            raise RulespecError("R0662", f"this part of rulespec is not there: {error.name}") from None
        extra = EXTRAS.get(missing, name)
        message = f"this command needs `{missing}`, which is not installed"
        raise RulespecError("R0662", message, None, f"pip install 'rulespec[{extra}]'") from None
