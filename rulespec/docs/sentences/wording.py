"""What a picture says in one language: names of things and members, titles of panels.

Reads `Names`; returns short labels without articles.
"""

import attrs

from rulespec.docs.sentences.names import Names
from rulespec.rules.layout import Panel
from rulespec.rules.types import Kind

WORDS = {
    "en": {
        "yes": "yes", "no": "no", "none": "–", "unseen": "face down", "now": "At this moment",
        "board": "Boards", "hand": "Hand", "list": "Table",
    },
    "pt": {
        "yes": "sim", "no": "não", "none": "–", "unseen": "virado para baixo", "now": "Neste momento",
        "board": "Tabuleiros", "hand": "Mão", "list": "Mesa",
    },
}  # fmt: skip


@attrs.frozen(eq=False)
class PictureWords:
    """The `Wording` of `rulespec.drawing`."""

    names: Names

    def thing(self, name: str) -> str:
        return self.names.alone(name).words

    def member(self, kind: Kind, value: int) -> str:
        if value == kind.none:
            return self.word("none")
        if kind.first_number is not None:
            return str(value + kind.first_number)
        words = self.names.member(kind, value).words
        is_sign = len(words) < 3 and any(c.isdigit() for c in words)
        return words if is_sign else words[:1].upper() + words[1:]

    def panel(self, panel: Panel) -> str:
        found = self.names.text(panel.code) or panel.title
        if found:
            return found
        words = self.names.noun(panel.kind.name).words if panel.kind is not None and panel.form != "board" else ""
        return words[:1].upper() + words[1:] if words else self.word(panel.form)

    def word(self, name: str) -> str:
        own = WORDS.get(self.names.grammar.code, WORDS["en"])
        return own.get(name, name)
