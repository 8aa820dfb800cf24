"""The writers of golden files: each knows what its files should contain today.

Reads: the cases under tests/ and the packages. Returns: texts; tests/golden.py alone writes or compares them.
A writer owns the files that its pattern matches, so a golden that no writer produces any more is found as an orphan:

    @writes("tests/lang/*/bad/*.err")
    def rendered_errors() -> Iterator[tuple[str, str]]:
        for case in sorted(ROOT.glob("tests/lang/*/bad/*.rules")):
            yield str(case.relative_to(ROOT).with_suffix(".err")), render(case.read_text())

A text is normalised by its writer: no absolute paths, no times, seeds written down.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent

Texts = Callable[[], Iterable[tuple[str, str]]]


@dataclass(frozen=True)
class Writer:
    """A function that yields (path from the root, text), and the pattern of the paths it owns."""

    pattern: str
    texts: Texts

    def owns(self, path: str) -> bool:
        parts, patterns = PurePosixPath(path).parts, PurePosixPath(self.pattern).parts
        return len(parts) == len(patterns) and all(map(fnmatchcase, parts, patterns))


WRITERS: list[Writer] = []


def writes(pattern: str) -> Callable[[Texts], Texts]:
    """Register a writer of the files that match the pattern: a glob from the root, a name or `*` for each folder."""

    def register(texts: Texts) -> Texts:
        WRITERS.append(Writer(pattern, texts))
        return texts

    return register


@writes("tests/bad/*.err")
def rendered_mistakes() -> Iterable[tuple[str, str]]:
    """What the checker says about each case of tests/bad."""
    from tests import bad_cases

    for code in bad_cases.codes():
        yield f"tests/bad/{code}.err", bad_cases.rendered(code)


@writes("docs/errors/[RV]0*.md")
def error_pages() -> Iterable[tuple[str, str]]:
    """A page for every code."""
    from rulespec.codes import CODES
    from tests import bad_cases

    for code in CODES:
        yield f"docs/errors/{code}.md", bad_cases.error_page(code)


@writes("tests/questions/*.answers")
def answers_to_questions() -> Iterable[tuple[str, str]]:
    """What the questions in tests/questions are answered."""
    from tests import asked

    for name in asked.games():
        yield f"tests/questions/{name}.answers", asked.answers(name)


@writes("docs/games/*/*.md")
def game_reference_fronts() -> Iterable[tuple[str, str]]:
    """The front page of each game's reference."""
    yield from ((path, text) for path, text in _reference() if path.count("/") == 3)


@writes("docs/games/*/*/*.md")
def game_reference_pages() -> Iterable[tuple[str, str]]:
    """The reference of each game in all its languages."""
    yield from ((path, text) for path, text in _reference() if path.count("/") == 4)


def _reference() -> Iterable[tuple[str, str]]:
    import rulespec
    from rulespec.game.reference import reference

    for folder in sorted((ROOT / "games").iterdir()):
        if (folder / "game.rules").exists():
            pages = reference(rulespec.load(folder))
            yield from ((f"docs/games/{folder.name}/{path}", text) for path, text in pages.items())


@writes("docs/tutorial/[0-9]*.md")
def tutorial() -> Iterable[tuple[str, str]]:
    """The chapters of the tutorial, with what their commands print."""
    from tests.workshop import pages

    yield from pages()


@writes("docs/reference/language/*.md")
def language_reference() -> Iterable[tuple[str, str]]:
    """The pages of the language, with their grammar lines and errors."""
    from tests.language_reference import FOLDER, pages

    yield "docs/reference/language/index.md", (FOLDER / "index.md").read_text("utf-8")
    yield from pages()
