"""A phrase: words that name a thing, with what a sentence around them must know (article, gender, number).

Reads nothing. Returns frozen values; `named` reads the forms as a `.texts` file gives them.
"""

import re

import attrs


@attrs.frozen
class Phrase:
    """`o navio`: article `o`, words `navio`. Without article it is a proper name, a number or a list."""

    words: str
    article: str = ""
    feminine: bool = False
    plural: bool = False
    compound: bool = False
    """Longer than a name: takes no possessive 's, and brackets within sums."""
    plural_words: str | None = None

    @property
    def text(self) -> str:
        return f"{self.article} {self.words}" if self.article else self.words

    def bare(self) -> "Phrase":
        return attrs.evolve(self, article="")


def readable(name: str) -> str:
    """A name of the text as words: `train_home` is "train home"; a number that only tells names apart goes."""
    return re.sub(r"[_#~$]+", " ", name).strip() or name


def without_number(name: str) -> str:
    """A variable's name without the number that makes it unique in its rule."""
    return re.sub(r"[_#~$.]*\d+$", "", name) or name


def is_blank(text: str) -> bool:
    return "{" in text


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    text = text.strip()
    if not text:
        return text
    end = "" if text[-1] in ".?!:;…" else "."
    return text[0].upper() + text[1:] + end
