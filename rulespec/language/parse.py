"""From text to trees: one tree per declaration, one syntax error per declaration that has one.

Reads `grammar.lark` and a `Source`; returns the declarations of the text in order, and diagnostics. A declaration begins at a
line that is not indented, so an error in one never hides an error in the next.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import attrs
from lark import Lark, Token, Tree
from lark import __version__ as lark_version
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.grammar import Rule
from lark.indenter import DedentError, Indenter
from lark.lexer import TerminalDef

from rulespec.diagnostics import Diagnostic, Diagnostics, did_you_mean
from rulespec.language import tables as tables_file
from rulespec.language import tree
from rulespec.language.expected import DECLARATION_WORDS, in_words
from rulespec.source import Source, Span

LONGEST_LINE = 1_000
LONGEST_TEXT = 2_000_000
DEEPEST_BRACKETS = 40
DEEPEST_INDENT = 60


class _Indentation(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 (the form that lark asks for)
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


def built(grammar: str) -> Lark:
    """The parser of a grammar, its tables made anew."""
    return Lark(
        grammar, start="decl", parser="lalr", postlex=_Indentation(), propagate_positions=True, maybe_placeholders=False
    )


@cache
def _parser() -> Lark:
    grammar = files("rulespec.language").joinpath("grammar.lark").read_text(encoding="utf-8")

    def tables() -> Any:
        data, memo = built(grammar).memo_serialize([TerminalDef, Rule])
        del data["options"]["postlex"]  # not data, and the same for every text
        return data, memo

    data, memo = tables_file.kept(tables_file.path_for((lark_version, grammar)), tables)
    parser: Lark = Lark._load_from_dict(data, memo, postlex=_Indentation())  # type: ignore[no-untyped-call]
    return parser


@attrs.frozen
class _Chunk:
    """The lines of one declaration, and how many lines stand before it."""

    text: str
    lines_before: int


def parse(source: Source) -> tuple[list[tree.Node], tuple[Diagnostic, ...]]:
    """All declarations of a text that can be read, and what is wrong with the others."""
    found = Diagnostics()
    declarations: list[tree.Node] = []
    if not _bearable(source, found):
        return [], found.sorted()
    for chunk in _chunks(source.text):
        try:
            parsed = _parser().parse(chunk.text)
            declarations.append(_convert(parsed, source.name, chunk.lines_before))
        except UnexpectedToken as error:
            _report_token(error, source, chunk, found)
        except UnexpectedCharacters as error:
            _report_character(error, source, chunk, found)
        except DedentError:
            found.error(
                "R0103",
                "this line goes back to an indentation that no line above it has",
                _uneven_line(source, chunk),
                help="lines that belong together begin in the same column",
            )
    return declarations, found.sorted()


def _chunks(text: str) -> Iterator[_Chunk]:
    start: int | None = None
    lines = text.splitlines()
    for number, line in enumerate(lines):
        begins = bool(line) and line[0] not in " \t" and not line.startswith("--")
        if begins or (start is None and line.strip() and not line.lstrip().startswith("--")):
            if start is not None:
                yield _Chunk("\n".join(lines[start:number]) + "\n", start)
            start = number
    if start is not None:
        yield _Chunk("\n".join(lines[start:]) + "\n", start)


def _bearable(source: Source, found: Diagnostics) -> bool:
    """Refuse texts that no author writes and that would cost time or stack to read."""
    whole = Span(source.name, 1, 1, 1, 2)
    if len(source.text) > LONGEST_TEXT:
        found.error(
            "R0105", f"this text is longer than {LONGEST_TEXT} characters", whole, help="split it into several files"
        )
        return False
    for number, line in enumerate(source.text.splitlines(), 1):
        place = Span(source.name, number, 1, number, 2)
        if len(line) > LONGEST_LINE:
            found.error("R0105", f"this line is longer than {LONGEST_LINE} characters", place, help="break it up")
        elif line.count("(") > DEEPEST_BRACKETS or len(line) - len(line.lstrip()) > 2 * DEEPEST_INDENT:
            found.error("R0106", "this line is nested too deeply", place, help="give parts of it a name of their own")
    return not found.has_errors


def _convert(parsed: "Tree[Token] | Token", file: str, before: int) -> tree.Node:
    node = _convert_any(parsed, file, before)
    assert isinstance(node, tree.Node)
    return node


def _convert_any(parsed: "Tree[Token] | Token", file: str, before: int) -> tree.Tree:
    if isinstance(parsed, Token):
        return tree.Leaf(parsed.type, str(parsed), _token_span(parsed, file, before))
    items = tuple(_convert_any(child, file, before) for child in parsed.children)
    meta = parsed.meta
    if meta.empty:
        span = items[0].span if items else Span(file, before + 1, 1, before + 1, 1)
    else:
        span = Span(file, meta.line + before, meta.column, meta.end_line + before, meta.end_column)
    return tree.Node(str(parsed.data), items, span)


def _token_span(token: Token, file: str, before: int) -> Span:
    line, column = token.line or 1, token.column or 1
    return Span(file, line + before, column, line + before, column + max(1, len(token.rstrip())))


def _report_token(error: UnexpectedToken, source: Source, chunk: _Chunk, found: Diagnostics) -> None:
    token = error.token
    expected = _expected(error)
    if token.type in ("_INDENT", "_DEDENT", "_NL", "$END"):
        _report_layout(token, error, source, chunk, expected, found)
        return
    span = _token_span(token, source.name, chunk.lines_before)
    first_word = token.line == 1 and token.column == 1
    if first_word:
        found.error(
            "R0101",
            f"no declaration begins with `{token}`",
            span,
            help=did_you_mean(str(token), DECLARATION_WORDS)
            or "a declaration begins with a word like `kinds`, `marker`, `rule`",
        )
        return
    found.error("R0102", f"`{token}` does not fit here", span, help=in_words(expected, str(token)))


def _report_layout(
    token: Token, error: UnexpectedToken, source: Source, chunk: _Chunk, expected: set[str], found: Diagnostics
) -> None:
    # The newline that carries the indentation ends the line before; the line to look at is the next one with text.
    line = (token.line or 1) + chunk.lines_before
    if token.type == "_INDENT":
        place = _line_span(source, _next_line(source, line))
        found.error(
            "R0103",
            "this line is indented, but the line above it does not introduce a block",
            place,
            help=in_words(expected, ""),
        )
    elif "_INDENT" in expected:
        found.error("R0103", "what follows this line must be indented below it", _line_span(source, line), help=None)
    else:
        text = source.line(line)
        end = Span(source.name, line, len(text.rstrip()) + 1, line, len(text.rstrip()) + 2)
        found.error("R0102", "the sentence stops too early", end, help=in_words(expected, ""))


def _report_character(error: UnexpectedCharacters, source: Source, chunk: _Chunk, found: Diagnostics) -> None:
    line, column = error.line + chunk.lines_before, error.column
    text = source.line(line)
    rest = text[column - 1 :]
    word = re.match(r"[A-Za-z_][\w]*|\S", rest)
    shown = word.group() if word else rest[:1]
    span = Span(source.name, line, column, line, column + max(1, len(shown)))
    if column == 1 and error.line == 1:
        found.error(
            "R0101",
            f"no declaration begins with `{shown}`",
            span,
            help=did_you_mean(shown, DECLARATION_WORDS)
            or "a declaration begins with a word like `kinds`, `marker`, `rule`",
        )
    elif rest.startswith('"') and rest.count('"') == 1:
        found.error("R0104", "this quotation is not closed on its line", span, help='close it with `"`')
    else:
        found.error("R0102", f"`{shown}` does not fit here", span, help=in_words(set(error.allowed or ()), shown))


def _expected(error: UnexpectedInput) -> set[str]:
    accepts = getattr(error, "accepts", None)
    return set(accepts or getattr(error, "expected", ()) or ())


def _next_line(source: Source, line: int) -> int:
    for number in range(line + 1, len(source.text.splitlines()) + 1):
        text = source.line(number).strip()
        if text and not text.startswith("--"):
            return number
    return line


def _line_span(source: Source, line: int) -> Span:
    text = source.line(line)
    start = len(text) - len(text.lstrip()) + 1
    return Span(source.name, line, start, line, max(start + 1, len(text.rstrip()) + 1))


def _uneven_line(source: Source, chunk: _Chunk) -> Span:
    open_columns = [0]
    previous = 0
    for offset, line in enumerate(chunk.text.splitlines()):
        if not line.strip() or line.lstrip().startswith("--"):
            continue
        indent = len(line.expandtabs(8)) - len(line.expandtabs(8).lstrip())
        while open_columns and open_columns[-1] > indent:
            open_columns.pop()
        if open_columns and open_columns[-1] != indent and offset and indent < previous:
            return _line_span(source, chunk.lines_before + offset + 1)
        if not open_columns or open_columns[-1] < indent:
            open_columns.append(indent)
        previous = indent
    return _line_span(source, chunk.lines_before + 1)
