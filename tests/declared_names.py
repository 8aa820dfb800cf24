"""Which names a `.rules` text declares, and which of them a Python source contains.

Reads: texts. Returns: names and places. Deliberately tolerant: it works by regular expressions on lines,
so that it also sees the names of texts that do not parse, and it may take a label too many for a name.
"""

import ast
import re
from collections.abc import Iterator

NAME = r"[a-z][a-z_0-9]*"

# Each pattern has one group: a name, or several separated by commas.
DECLARATIONS = [
    # rule export by ..., phase offensives, marker train of each player: ..., card caxias "...", keep best: 0..180 = 0
    rf"^\s*(?:also\s+)?(?:game|rule|phase|round|turn|step|part|menu|marker|account|card|table|scenario|keep|way|may|kind"
    rf"|pack|content|profile|text|announcement|invariant|lemma)\s+({NAME})\b",
    rf"\bmay\s+({NAME})\b",  # the holder may collect "..." only if ...
    rf"\bchooses\s+({NAME})\b",  # the player chooses export(...) only if ...
    rf"^\s*(?:pieces|cards)\s+\d+\s+({NAME})\b",
    rf"^\s*value\s+the\s+({NAME})\b",
    rf"^\s*value\s+an?\s+{NAME}['’]s\s+({NAME})\b",
    rf"^\s*an?\s+{NAME}\s+is\s+({NAME})\b[^\n]*\bwhen\b",  # a player is admitted to a referendum when ...
    rf"^\s*({NAME})\s*=",
    rf"^\s*({NAME}):(?:\s|$)",  # a label, or a kind with its members
    rf"^\s+{NAME}:\s+({NAME}(?:\s*,\s*{NAME})+)\s*$",  # side: support, oppose
    rf"[(,]\s*({NAME})(?:\s+of\s+each\s+{NAME})?\s*:",  # (card: referendum, number: 1..5)
    rf"\(the\s+({NAME})\)",  # each other player (the buyer)
]

# The places of pieces or cards: `bank, supply; purse of each player` in the lines below their heading.
PLACES = re.compile(r"^(?:pieces|cards)\b[^\n]*\n((?:[ \t]+[^\n]*\n)+)", re.MULTILINE)
PLACE = re.compile(rf"(?:^\s+|;\s*)(?!each\b)({NAME})", re.MULTILINE)

COMMENT = re.compile(r"--[^\n]*")
MARGIN_OR_STRING = re.compile(r"\[[^\]\n]*\]|\"[^\"\n]*\"")


def declared_names(text: str) -> set[str]:
    """The names that a text declares.

    >>> sorted(declared_names("kinds\\n  side: support, oppose\\nrule vote(card: referendum)\\n"))
    ['card', 'oppose', 'side', 'support', 'vote']
    """
    plain = MARGIN_OR_STRING.sub(" ", COMMENT.sub("", text))
    found = (match for pattern in DECLARATIONS for match in re.findall(pattern, plain, re.MULTILINE))
    places = {place for block in PLACES.findall(plain + "\n") for place in PLACE.findall(block)}
    return places | {name.strip() for names in found for name in names.split(",")}


def words_of_grammar(grammar: str) -> set[str]:
    """The words that belong to the language: its keywords, and the names of its grammar rules."""
    keywords = re.findall(r'"([a-z_]+)"', grammar)
    in_terminals = [
        word for regex in re.findall(r"/((?:[^/\\\n]|\\.)+)/", grammar) for word in re.findall(r"[a-z]{2,}", regex)
    ]
    rules = re.findall(r"^[?!]*([a-z_]+)(?:\.\d+)?\s*:|->\s*([a-z_]+)", grammar, re.MULTILINE)
    return {*keywords, *in_terminals, *(name for pair in rules for name in pair if name)}


def mentions(source: str, names: set[str]) -> Iterator[tuple[int, str]]:
    """Where a Python source contains one of the names: as a whole string constant, or, if the name has several words
    (`purple_die`), also as an identifier. Single words are ordinary English as identifiers; docstrings do not count."""
    tree = ast.parse(source)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(word)) if id(node) not in prose and word in names:
                yield node.lineno, word
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word) | ast.FunctionDef(name=word):
                if "_" in word and word in names:
                    yield node.lineno, word
            case _:
                pass
