"""Everything in a text that has a code, a title or a source of its own, for `rulespec cite` and `coverage`.

Reads the typed rules; returns `Mention`s in playing order.
"""

from collections.abc import Iterator
from typing import Any

import attrs

from rulespec.docs.order import playing_order
from rulespec.rules.game import Game
from rulespec.rules.statements import About, Decide, Draw
from rulespec.rules.walk import statements


@attrs.frozen
class Mention:
    """`what` is a rule, decision, option, clause, sentence, value, ending, score, invariant, ruling, place, ..."""

    what: str
    code: str
    about: About
    words: str = ""
    """Further text that one may search for: the sentence of a clause, the question of a ruling."""

    def to_json(self) -> dict[str, Any]:
        place = str(self.about.span) if self.about.span.file else None
        title = self.about.title or self.words
        return {"what": self.what, "code": self.code, "title": title, "cites": list(self.about.cites), "place": place}


def mentions(game: Game) -> Iterator[Mention]:
    """All of them; sentences only where they cite something."""
    for rule in playing_order(game):
        yield Mention(rule.form, rule.name, rule.about)
        for statement in statements(rule.body):
            if isinstance(statement, Decide):
                yield Mention("decision", statement.code, statement.about, statement.id)
                for option in statement.options:
                    yield Mention("option", option.about.code, option.about, option.name)
                    yield from (Mention("clause", c.about.code, c.about, c.text or c.label) for c in option.clauses)
            elif isinstance(statement, Draw):
                yield Mention("draw", statement.about.code or statement.code, statement.about, statement.id)
            elif statement.about.cites:
                yield Mention("sentence", statement.about.code or rule.name, statement.about)
    for definition in game.definitions.values():
        yield Mention("value", definition.name, definition.about, definition.word)
        yield from (Mention("value", definition.name, arm.about) for arm in definition.arms if arm.about.cites)
        yield from (Mention("part of a value", definition.name, p.about, p.label) for p in definition.contributions)
    yield from (Mention("ending", ending.name, ending.about) for ending in game.endings.values())
    yield from (Mention("score", score.name, score.about) for score in game.scores)
    yield from (Mention("invariant", invariant.name, invariant.about) for invariant in game.invariants)
    for ruling in game.rulings.values():
        words = " / ".join([ruling.question, *(reading.text for reading in ruling.readings)])
        yield Mention("ruling", ruling.id, ruling.about, words)
    yield from (Mention("pieces", piece.name, piece.about) for piece in game.pieces.values())
    yield from (Mention("cards", cards.name, cards.about) for cards in game.cards.values())
    yield from (Mention("place", place.name, place.about) for place in game.places.values())
    yield from (Mention("table", table.name, table.about) for table in game.tables.values())
    for family in game.families.values():
        if family.role in ("marker", "account") and family.known_of is None and family.rule is None:
            yield Mention(family.role, family.name, family.about)
    yield from (Mention("scenario", scenario.name, scenario.about) for scenario in game.scenarios)


def about_word(game: Game, word: str) -> list[Mention]:
    """What speaks of a word: by its code, title or sentence, or by citing it."""
    wanted = _plain(word)
    found = []
    for mention in mentions(game):
        texts = (mention.code, mention.about.title, mention.words, *mention.about.cites)
        if any(wanted in _plain(text) for text in texts):
            found.append(mention)
    return found


def _plain(text: str) -> str:
    return text.casefold().replace("_", " ").strip()
