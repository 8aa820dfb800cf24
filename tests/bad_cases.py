"""The cases of tests/bad: for every code that the checker reports a small game that has just this mistake.

Reads tests/bad/CODE.rules and, where the mistake lies there, CODE.texts or CODE.catalogue; returns sources, the checker's findings
and what a reader sees of them.
"""

from pathlib import Path

from rulespec.cli.excerpts import render_all
from rulespec.codes import page
from rulespec.diagnostics import Diagnostic
from rulespec.language.check import check
from rulespec.source import Source

FOLDER = Path(__file__).resolve().parent / "bad"
WIDEST = 120


def codes() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.rules"))


def sources(code: str) -> list[Source]:
    paths = [FOLDER / f"{code}.{ending}" for ending in ("rules", "texts", "catalogue")]
    return [Source(path.name, path.read_text("utf-8")) for path in paths if path.exists()]


def findings(code: str) -> tuple[Diagnostic, ...]:
    return check(sources(code))[1]


def rendered(code: str) -> str:
    """What `rulespec check` prints."""
    return render_all(findings(code), sources(code)) + "\n"


def error_page(code: str) -> str:
    """The page of a code: what it means, and the case of tests/bad with what is said about it."""
    text = page(code)
    if code not in codes():
        return text
    shown = next(s for s in sources(code) if s.name == findings(code)[0].span.file)
    lines = [text, "A text that has this mistake:" if len(shown.text) < 1000 else ""]
    if max(map(len, shown.text.splitlines())) <= WIDEST:
        lines += ["", "```text", shown.text.rstrip("\n"), "```", ""]
    else:
        lines = [text]
    lines += [
        "What `rulespec check` says about it, with the way out:",
        "",
        "```text",
        rendered(code).rstrip("\n"),
        "```",
        "",
    ]
    return "\n".join(lines)
