"""What a language must tell the speaker: its templates, articles, prepositions and agreement.

Reads phrases. Returns text. `english` and `portuguese` are the two grammars; a third is one more file.

Blanks of a template: `{x}` the phrase, `{bare x}` without its article, `{de x}` with a preposition of the language,
`{is x}` a verb that agrees with the phrase, `{x: m/f/mp/fp}` a word in the form of the phrase (or `m/f`).
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

from rulespec.docs.sentences.phrase import Phrase

BLANK = re.compile(r"\{([^{}]*)\}")
Blanks = Callable[[str], Phrase | None]
"""What stands in a blank of that name."""


class Grammar(ABC):
    """One language."""

    code: str
    templates: Mapping[str, str]
    words: Mapping[str, str]
    """Headings and other fixed words of pages and answers."""
    prepositions: frozenset[str]
    verbs: Mapping[str, tuple[str, str]]
    """verb -> (singular, plural)"""
    directions: Mapping[str, str]
    """What comes between `the square` and what it lies beside: `north-west of`, without the preposition."""

    # --- what differs between languages -----------------------------------------------------------------------------

    @abstractmethod
    def forms(self, text: str) -> Phrase:
        """A noun as a `.texts` file gives it: `o navio, os navios`, `o Rio de Janeiro`."""

    @abstractmethod
    def common(self, name: str) -> Phrase:
        """A noun that has no text: its name as words, with the article."""

    @abstractmethod
    def article(self, phrase: Phrase) -> str:
        """The definite article of a noun that was given without one."""

    @abstractmethod
    def preposition(self, word: str) -> str:
        """The preposition for one of the language of rules (`of`, `in`, `for`)."""

    @abstractmethod
    def many(self, phrase: Phrase) -> Phrase:
        """The plural, without article."""

    @abstractmethod
    def with_preposition(self, preposition: str, phrase: Phrase) -> str:
        """`em` and `o Rio` give `no Rio`."""

    @abstractmethod
    def owned(self, noun: Phrase, owner: Phrase) -> Phrase:
        """`the player's purse`, `a bolsa do jogador`."""

    @abstractmethod
    def that(self, phrase: Phrase) -> Phrase:
        """`that player`: another one than the one that the plain word speaks of."""

    @abstractmethod
    def negated(self, template: str) -> str:
        """The template of the opposite sentence."""

    @abstractmethod
    def relative(self, template: str, subject: str) -> str | None:
        """The template of a clause about its subject (` that is empty`), if the subject comes first."""

    # --- what is the same -------------------------------------------------------------------------------------------

    def say(self, key: str, **phrases: Phrase | str) -> str:
        """The template of that key, filled."""
        given = {name: Phrase(p) if isinstance(p, str) else p for name, p in phrases.items()}
        return self.fill(self.templates[key], given.get)

    def fill(self, template: str, lookup: Blanks) -> str:
        """The template with its blanks filled. What is put in is not looked at again."""

        def blank(match: re.Match[str]) -> str:
            inside = match.group(1).strip()
            phrase = lookup(inside)
            if phrase is not None:
                return phrase.text
            name, colon, forms = inside.partition(":")
            if colon and (phrase := lookup(name.strip())) is not None:
                return agreeing(phrase, [form.strip() for form in forms.split("/")])
            word, _, name = inside.partition(" ")
            phrase = lookup(name.strip()) if name else None
            if phrase is not None:
                if word == "bare":
                    return phrase.words
                if word in self.prepositions:
                    return self.with_preposition(word, phrase)
                if word in self.verbs:
                    return self.verbs[word][phrase.plural]
            return inside

        return BLANK.sub(blank, template)

    def listed(self, items: Sequence[str], last: str = "and") -> str:
        """`a, b and c`."""
        if len(items) < 2:
            return "".join(items)
        return ", ".join(items[:-1]) + f" {self.words[last]} " + items[-1]


def agreeing(phrase: Phrase, forms: Sequence[str]) -> str:
    """The form for the phrase's gender and number, of `m/f` or `m/f/mp/fp`; the first one where there are fewer."""
    at = int(phrase.feminine) + (2 if phrase.plural and len(forms) >= 4 else 0)
    return forms[at] if at < len(forms) else forms[0]
