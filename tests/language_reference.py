"""The language reference: hand-written pages whose grammar lines and error lists are filled in from the sources.

Reads docs/reference/language/*.md, the grammar and the table of codes. In a page, `<!-- grammar: decl.pieces, prop -->`
is followed by the lines of these rules (or of the one alternative), `<!-- errors: R0201 -->` by a list with links, each up
to its closing remark. A block of `rules` is an example: with the header it is a game that runs.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from rulespec.codes import CODES

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference" / "language"
GRAMMAR = ROOT / "rulespec" / "language" / "grammar.lark"
_FILLED = re.compile(r"<!-- (grammar|errors): ([^>]*?) -->\n.*?<!-- end -->", re.DOTALL)
EXAMPLE = re.compile(r"^```rules\n(.*?)^```$", re.MULTILINE | re.DOTALL)

HEADER = 'game example "Example", version 1, in en\nplayers red, blue\nstarts with play\n\n'
SIMPLEST = "\nrule play\n  the game ends, done\n"
ENDING = '\nending done "Done"\n'


def written() -> list[Path]:
    return sorted(path for path in FOLDER.glob("*.md") if path.name != "index.md")


def rules_of_grammar(text: str) -> dict[str, list[str]]:
    """The rules of the grammar by name, each as its alternatives."""
    found: dict[str, list[str]] = {}
    for match in re.finditer(r"^[?]?([a-z_]+): (.*(?:\n[ \t]+\|.*)*)", text.partition("\n_OF:")[0], re.MULTILINE):
        found[match[1]] = [part.strip() for part in _alternatives(match[2])]
    return found


def _alternatives(body: str) -> Iterator[str]:
    """What `|` separates outside brackets and quotation marks."""
    depth, start, quoted = 0, 0, False
    for at, sign in enumerate(body):
        if sign == '"':
            quoted = not quoted
        elif not quoted:
            depth += (sign in "([") - (sign in ")]")
            if sign == "|" and depth == 0:
                yield body[start:at]
                start = at + 1
    yield body[start:]


def alias(alternative: str) -> str:
    """The name of an alternative: what stands behind `->`, or the one rule that it is."""
    name = re.search(r"-> (\w+)$", alternative)
    return name[1] if name is not None else alternative


def parts(grammar: Mapping[str, list[str]]) -> list[str]:
    """Everything that must have a page: each declaration, and each other rule."""
    return [f"decl.{alias(a)}" for a in grammar["decl"]] + [name for name in grammar if name != "decl"]


def shown(alternative: str) -> str:
    """An alternative for readers: line ends are left out, an indented block is shown as one."""
    text = re.sub(r"\s*-> \w+$", "", alternative)
    text = re.sub(r"\s+", " ", text.replace("_NL", ""))
    text = text.replace("_INDENT", "⟨").replace("_DEDENT", "⟩")
    return re.sub(r" +", " ", text).strip()


def grammar_lines(named: list[str], grammar: Mapping[str, list[str]]) -> Iterator[str]:
    for name in named:
        rule, _, wanted = name.partition(".")
        alternatives = [a for a in grammar.get(rule, ()) if not wanted or alias(a) == wanted]
        if not alternatives:
            raise ValueError(f"the grammar has no `{name}`")
        lead = f"{wanted or rule}: "
        yield lead + ("\n" + " " * (len(lead) - 2) + "| ").join(map(shown, alternatives))


def filled(page: str) -> str:
    """A page with its grammar lines and error lists as they are today."""
    grammar = rules_of_grammar(GRAMMAR.read_text("utf-8"))

    def fill(match: "re.Match[str]") -> str:
        names = re.split(r"[,\s]+", match[2].strip())
        if match[1] == "grammar":
            lines = "\n".join(grammar_lines(names, grammar))
            return f"<!-- grammar: {match[2]} -->\n\n```text\n{lines}\n```\n\n<!-- end -->"
        listed = "\n".join(f"- [{code}](../../errors/{code}.md) {CODES[code].title}" for code in names)
        return f"<!-- errors: {match[2]} -->\n\n{listed}\n\n<!-- end -->"

    return _FILLED.sub(fill, page)


def named(page: str, what: str) -> list[str]:
    return [n for kind, names in _FILLED.findall(page) if kind == what for n in re.split(r"[,\s]+", names.strip())]


def example_game(example: str) -> str:
    """An example as a whole game."""
    header = "" if re.match(r"(--.*\n)*game ", example) else HEADER
    rule = "" if re.search(r"^(rule|phase) play\b", example, re.MULTILINE) else SIMPLEST
    ending = "" if re.search(r"^ending ", example, re.MULTILINE) else ENDING
    return header + example + ("" if header == "" else rule + ending)


def pages() -> Iterator[tuple[str, str]]:
    for path in written():
        yield f"docs/reference/language/{path.name}", filled(path.read_text("utf-8"))
