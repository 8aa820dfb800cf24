"""Damages texts the way people and fuzzers do: words, signs, characters, lines and declarations changed, lost, doubled,
moved, indented anew.

Reads a text and a source of chance; returns another text.
"""

import random
import re
from collections.abc import Sequence

STRAY = ("0", "-1", "99999999999", "none", " the ", " is ", " of ", "(", ")", '"', "[", "]", "é", "\t", "{", "\u202e")
_DECLARATION = re.compile(r"^(?=[a-z])", re.MULTILINE)
_TOKEN = re.compile(r"\s+|\w+|\S")


def words_of(texts: Sequence[str]) -> list[str]:
    """The words that a mutation may put somewhere else."""
    return sorted({word for text in texts for word in re.findall(r"\w+|\S", text)})


def damaged(text: str, chosen: random.Random, words: Sequence[str]) -> str:
    """The text with one thing wrong, most likely."""
    if not text:
        return chosen.choice(words)
    tokens, lines = _TOKEN.findall(text), text.split("\n")
    i, j = chosen.randrange(len(tokens)), chosen.randrange(len(tokens))
    at, other = chosen.randrange(len(lines)), chosen.randrange(len(lines))
    match chosen.randrange(10):
        case 0:
            tokens[i] = chosen.choice(words)
        case 1:
            del tokens[i]
        case 2:
            tokens[i], tokens[j] = tokens[j], tokens[i]
        case 3:
            tokens.insert(i, chosen.choice(STRAY))
        case 4:
            return "\n".join(lines[:at] + lines[at + 1 :])
        case 5:
            return "\n".join([*lines[:at], lines[other], *lines[at:]])
        case 6:
            return "\n".join([*lines[:at], "  " * chosen.randrange(4) + lines[at].strip(), *lines[at + 1 :]])
        case 7:
            return text[:i] + chr(chosen.choice((chosen.randrange(32, 127), chosen.randrange(0x2100)))) + text[i + 1 :]
        case 8:
            parts = _DECLARATION.split(text)
            parts.insert(chosen.randrange(len(parts) + 1), parts.pop(chosen.randrange(len(parts))))
            return "".join(parts)
        case _:
            return text[: chosen.randrange(len(text))]
    return "".join(tokens)
