"""Colours for the texts of a game: Pygments lexers for `.rules`, `.scenario`, `.texts` and `.catalogue`.

Reads the words of the language from its grammar, so that they cannot drift. Pygments finds these classes by the entry
point `pygments.lexers`; nothing else in rulespec imports this module or needs Pygments.
"""

import re
from importlib.resources import files
from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace


def _words_of_the_language() -> tuple[str, ...]:
    grammar = files("rulespec").joinpath("language", "grammar.lark").read_text("utf-8")
    rules, _, terminals = grammar.partition("\n_OF:")
    quoted = re.findall(r'"([a-z]+)"', rules)
    in_terminals = [word for line in re.findall(r"/(.*)/", terminals) for word in re.findall(r"\b[a-z]{2,}\b", line)]
    return tuple(sorted({*quoted, *in_terminals, "a", "an"}))


DECLARATIONS = (
    "game players starts files pack kinds grid pieces cards marker account menu rule phase card table printed links"
    " ending score scenario always during outside after ruling readings under profile valuation names value layout"
).split()


class RulesLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """The rules of a board game, and scenarios."""

    name = "rulespec rules"
    aliases: ClassVar = ["rules", "scenario"]
    filenames: ClassVar = ["*.rules", "*.scenario"]

    tokens: ClassVar = {
        "root": [
            (r"--[^\n]*", Comment.Single),
            (r'"', String, "quoted"),
            (r"\[[^\]\n]*\]", Comment.Special),
            (r"\b(AMB-\d+)(\s+[a-z]\b)?", bygroups(Name.Label, Name.Label)),
            (words(DECLARATIONS, prefix=r"(?m)^", suffix=r"\b"), Keyword.Declaration),
            (r"([a-z]\w*(?:\.[a-z]\w*)+)", Name.Label),
            (r"^(\s+)([a-z]\w*)(:)(?=\s)", bygroups(Whitespace, Name.Label, Punctuation)),
            (r"\b(may|way|step|part|keep|chooses)(\s+)([a-z]\w*)", bygroups(Keyword, Whitespace, Name.Function)),
            (r"['’]s\b", Operator.Word),
            (words(_words_of_the_language(), prefix=r"\b", suffix=r"\b"), Keyword),
            (r"\d+(\.\.\d+)?", Number.Integer),
            (r"[a-z]\w*", Name),
            (r"[=+|-]", Operator),
            (r"[(),;:.{}]", Punctuation),
            (r"\s+", Whitespace),
            (r".", Text),
        ],
        "quoted": [(r"\{[^{}\"\n]*\}", String.Interpol), (r'"|$', String, "#pop"), (r'[^"{\n]+|\{', String)],
    }


class TextsLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """What a game says to people in one language: a code, then its text."""

    name = "rulespec texts"
    aliases: ClassVar = ["texts"]
    filenames: ClassVar = ["*.texts"]

    tokens: ClassVar = {
        "root": [
            (r"\s*--[^\n]*", Comment.Single),
            (r"^(language)(\s+)(\S+)", bygroups(Keyword.Declaration, Whitespace, Name.Constant)),
            (r"^(names|words|texts)\b", Keyword.Declaration),
            (r"^(\s+)([\w.-]+)", bygroups(Whitespace, Name.Label)),
            (r"\{[^{}\n]*\}", String.Interpol),
            (r"[^{\n]+|\{", String),
            (r"\n", Whitespace),
        ]
    }


class CatalogueLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """What the rulebooks of a game state: an id, then its entries."""

    name = "rulespec catalogue"
    aliases: ClassVar = ["catalogue"]
    filenames: ClassVar = ["*.catalogue"]

    tokens: ClassVar = {
        "root": [
            (r"\s*--[^\n]*", Comment.Single),
            (r"^(catalogue|lists)\b([^\n]*)", bygroups(Keyword.Declaration, Name)),
            (r"^([A-Z]{2,}-[\d.]+)([^\n]*)", bygroups(Name.Label, Name.Constant)),
            (r"^(\s+)(\w+)", bygroups(Whitespace, Keyword)),
            (r"[^\n]+", String),
            (r"\n", Whitespace),
        ]
    }
