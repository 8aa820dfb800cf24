"""What things are called in one language: kinds, members, variables, and the words for cells, tables and values.

Reads a typed game and its texts; returns phrases. Where a text is missing the name itself serves, as words: a page with
a gap is better than no page, and the checker reports the gap (`language.required_texts`).
"""

from collections.abc import Mapping, Sequence

import attrs

from rulespec.docs.sentences.grammar import Blanks, Grammar
from rulespec.docs.sentences.phrase import Phrase, readable, without_number
from rulespec.rules.game import Game
from rulespec.rules.statements import About
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf, Type

Value = int | tuple[int, ...]
Bound = Mapping[str, tuple[Type, Value]]
"""Variables that have a value: a sentence then names the value instead of the variable."""


@attrs.frozen(eq=False)
class Names:
    """The texts of one language of one game."""

    game: Game
    grammar: Grammar

    def text(self, *keys: str) -> str | None:
        """The first of these texts that the language has."""
        texts = self.game.texts.get(self.grammar.code, {})
        return next((texts[key] for key in keys if key in texts), None)

    @property
    def is_first_language(self) -> bool:
        """The language in which the rules themselves are written: quoted titles are in it."""
        return not self.game.languages or self.game.languages[0] == self.grammar.code

    def title(self, about: About, fallback: str, *codes: str) -> str:
        """What a rule, step, decision or option is called: its text, what is quoted in the rules, its name."""
        found = self.text(*(code for code in (*codes, about.code) if code))
        if found is not None:
            return found
        # A quoted title of another language still says more than a name.
        return about.title or self.grammar.words.get(f"option {fallback}") or readable(fallback)

    def announcement(self, name: str) -> str:
        """What is announced; its line's code is that of the option around it, whose title it is not."""
        return self.text(f"name:{name}") or readable(name)

    # --- nouns ------------------------------------------------------------------------------------------------------

    def noun(self, name: str) -> Phrase:
        """A common noun: a kind, a piece, a parameter."""
        short = without_number(name)
        text = self.text(f"name:{name}", f"name:{short}", f"word:{name}", f"word:{short}")
        return self.grammar.common(short) if text is None or "{" in text else self.definite(self.grammar.forms(text))

    def definite(self, phrase: Phrase) -> Phrase:
        """A common noun with its article, also where the text gives none (`ship, ships`)."""
        return phrase if phrase.article else attrs.evolve(phrase, article=self.grammar.article(phrase))

    def member(self, kind: Kind, value: int) -> Phrase:
        """A member by its proper name; `space 7` where the members are numbers."""
        if value == kind.none:
            return Phrase(self.grammar.templates["none"])
        name = kind.name_of(value)
        text = self.text(f"name:{kind.root}.{name}", f"name:{name}")
        if text is None and name not in self.game.rules and name not in self.game.endings:
            text = self.text(name)  # what the rules themselves quote: the title of a card, an entry under `names`
        if text is not None:
            return self.grammar.forms(text)
        noun = self.noun(kind.name)
        if kind.first_number is not None:
            return Phrase(self.grammar.say("numbered", kind=noun, number=name), feminine=noun.feminine)
        # A sign (a1, x) is spoken of like the thing it stands for: `a1 está vazia`.
        return Phrase(readable(name), feminine=noun.feminine)

    def value(self, type_: Type, value: Value) -> Phrase:
        """A value of a type, as people write it."""
        match type_, value:
            case MapOf(kind=kind), tuple():
                entries = [
                    f"{n} {self.grammar.words['for']} {self.member(kind, v).text}"
                    for v, n in zip(kind.values, value, strict=True)
                    if n
                ]
                return Phrase(
                    self.grammar.listed(entries) or self.grammar.templates["nothing"], plural=True, compound=True
                )
            case Member(kind=kind), int():
                return self.member(kind, value)
            case Flag(), int():
                return Phrase(self.grammar.templates["yes" if value else "no"])
            case SetOf(kind=kind), int():
                members = [self.member(kind, v).text for i, v in enumerate(kind.values) if value >> i & 1]
                words = self.grammar.listed(members) or self.grammar.templates["nothing"]
                return Phrase(words, plural=len(members) > 1, compound=True)
            case Number(), int():
                return Phrase(str(value).replace("-", "−"))
        raise ValueError("a map is a tuple, everything else a number")

    # --- words with keys --------------------------------------------------------------------------------------------

    def template(self, name: str) -> str | None:
        """The text of a word, with blanks for what it is about: `os navios {de player} atracados {em port}`."""
        return self.text(f"word:{name}", f"word:{name.rpartition('.')[2]}")

    def word(self, name: str, keys: Sequence[tuple[str, Phrase]], prepositions: Sequence[str] = ()) -> Phrase:
        """The word for a cell, table entry or value: `the player's dock at the port`.

        `keys` are the phrases of its keys with what a blank may call them; `prepositions` stand before the second and
        later ones.
        """
        template = self.template(name)
        if template is not None and "{" in template:
            head = self.grammar.forms(template.partition("{")[0].strip().partition(",")[0])
            filled = self.grammar.fill(template, blank_of(keys))
            article, words = head.article, filled
            if article and filled.lower().startswith(f"{article} "):
                words = filled[len(article) + 1 :]
            else:
                article = ""
            return attrs.evolve(head, words=words, article=article, compound=bool(keys), plural_words=None)
        phrase = self.alone(name)
        if not keys:
            return phrase
        phrase = self.grammar.owned(phrase, keys[0][1])
        return attrs.evolve(phrase, words=phrase.words + self.after(keys[1:], prepositions), compound=True)

    def alone(self, name: str) -> Phrase:
        """The noun of a word, without what it belongs to: `the purse`."""
        template = self.template(name)
        if template is None or "{" in template:
            return self.noun(name.rpartition(".")[2])
        return self.definite(self.grammar.forms(template))

    def own_sentence(self, name: str, form: str, keys: Sequence[tuple[str, Phrase]], so: bool = True) -> str | None:
        """A sentence that the texts give to a word: `disc.is {cell} tem um disco {de value}`; None if there is none."""
        template = self.own_form(name, form)
        if template is None:
            return None
        return self.grammar.fill(template if so else self.grammar.negated(template), blank_of(keys))

    def own_form(self, name: str, form: str) -> str | None:
        return self.text(f"word:{name}.{form}", f"word:{name.rpartition('.')[2]}.{form}")

    def relative_form(self, name: str, form: str, keys: Sequence[tuple[str, Phrase]]) -> str:
        """The same said of the thing just named: ` que tem um disco do Vermelho`; empty if it cannot be."""
        template = self.own_form(name, form)
        clause = self.grammar.relative(template, keys[0][0]) if template is not None else None
        return self.grammar.fill(clause, blank_of(keys)) if clause is not None else ""

    def relative(
        self, name: str, subject: str, keys: Sequence[tuple[str, Phrase]], prep: Sequence[str], so: bool
    ) -> str:
        """A yes/no word said of the thing just named: ` that is empty`; empty if it cannot be said so."""
        template = self.template(name)
        if template is not None and "{" in template:
            clause = self.grammar.relative(template if so else self.grammar.negated(template), subject)
            return self.grammar.fill(clause, blank_of(keys)) if clause is not None else ""
        word = readable(name.rpartition(".")[2]) if template is None else self.grammar.forms(template).words
        word += self.after(keys[1:], prep)
        return self.grammar.say("that is" if so else "that is not", one=keys[0][1], word=word)

    def after(self, keys: Sequence[tuple[str, Phrase]], prepositions: Sequence[str]) -> str:
        """The second and later keys of a word, each behind its preposition."""
        words = ""
        for at, (_, key) in enumerate(keys):
            preposition = self.grammar.preposition(prepositions[at] if at < len(prepositions) else "for")
            words += f" {self.grammar.with_preposition(preposition, key)}"
        return words

    def yes_no(self, name: str, keys: Sequence[tuple[str, Phrase]], prepositions: Sequence[str], so: bool) -> str:
        """A yes/no word said of its keys: `the province is occupied`, `the player is not admitted to the card`."""
        template = self.template(name)
        if template is not None and "{" in template:
            return self.grammar.fill(template if so else self.grammar.negated(template), blank_of(keys))
        word = readable(name.rpartition(".")[2]) if template is None else self.grammar.forms(template).words
        word += self.after(keys[1:], prepositions)
        if not keys:
            return self.grammar.say("is so" if so else "not is so", word=word)
        return self.grammar.say("is word" if so else "not is word", a=keys[0][1], word=word)


def blank_of(keys: Sequence[tuple[str, Phrase]]) -> Blanks:
    """How a word's blanks find its keys: by the name of the key's kind or parameter, or by number from 1."""
    found: dict[str, Phrase] = {}
    for number, (name, phrase) in enumerate(keys, start=1):
        found.setdefault(name, phrase)
        found[f"{name}{number}"] = phrase
        found[str(number)] = phrase
    return found.get
