"""The glossary and the indexes: words with what they mean and where, sources and decisions with where they stand.

Reads a speaker's game; returns the lines of a page.
"""

from collections.abc import Mapping, Sequence

from rulespec.docs.components import members_shown, of_each, printed_tables, type_words
from rulespec.docs.markdown import code, escape, link, mark, table
from rulespec.docs.order import abouts, decisions, page_of, playing_order
from rulespec.docs.sentences.speaker import Speaker
from rulespec.docs.values import definition_title, value_said


def glossary_page(speaker: Speaker) -> list[str]:
    """Every word of the game, in alphabetical order of the language, with what it is and where it is explained."""
    game, words = speaker.game, speaker.grammar.words
    entries: dict[str, tuple[str, str]] = {}

    def add(word: str, meaning: str, page: str, to: str) -> None:
        entries.setdefault(word, (meaning, link(escape(meaning), page, to)))

    for kind in game.kinds.values():
        add(speaker.names.noun(kind.name).words, members_shown(speaker, kind), "components.md", f"kind.{kind.name}")
    for name in game.pieces:
        add(speaker.names.noun(name).words, words["pieces"], "components.md", f"pieces.{name}")
    for name in game.cards:
        add(speaker.names.noun(name).words, words["cards"], "components.md", f"cards.{name}")
    for place in game.places.values():
        add(of_each(speaker, place.name, place.keys), words["place"], "components.md", f"place.{place.name}")
    for family in game.families.values():
        if family.role in ("marker", "account") and family.known_of is None:
            meaning = type_words(speaker, family.type)
            add(of_each(speaker, family.name, family.keys), meaning, "components.md", f"marker.{family.name}")
    for facts in printed_tables(game):
        add(of_each(speaker, facts.name, facts.keys), words["tables"], "components.md", f"table.{facts.name}")
    for definition in game.definitions.values():
        env = {name: speaker.names.noun(name) for name, _ in definition.parameters}
        meaning = words["values"]
        if len(definition.arms) == 1 and not definition.contributions:
            meaning = value_said(speaker, definition.arms[0].value, env)
        add(definition_title(speaker, definition), meaning, page_of(game, definition.name), definition.name)
    rows = [[escape(word), entries[word][1]] for word in sorted(entries, key=lambda w: (w.casefold(), w))]
    return [f"# {words['glossary']}", "", *table([words["term"], words["meaning"]], rows)]


def index_page(speaker: Speaker) -> list[str]:
    """Decisions by number, then sources with everything that cites them."""
    words = speaker.grammar.words
    lines = [f"# {words['indexes']}", "", f"## {words['decisions']}", ""]
    rows = []
    for rule in playing_order(speaker.game):
        for decision in decisions(rule):
            to = link(escape(speaker.decision_title(decision)), "rules.md", decision.code)
            options = [link(code(o.name), "rules.md", o.about.code) for o in decision.options]
            rows.append([escape(decision.id or decision.code), to, ", ".join(options)])
    lines += table([words["decision"], words["found in"], words["options"]], rows)
    cites: dict[str, dict[str, None]] = {}
    for page, to, about in abouts(speaker.game):
        for cite in about.cites:
            cites.setdefault(cite, {})[link(code(to), page, to)] = None
    return [*lines, *_sources(speaker, {cite: list(found) for cite, found in cites.items()})]


def _sources(speaker: Speaker, cites: Mapping[str, Sequence[str]]) -> list[str]:
    """Every source with what it says, in which section of each rulebook, and what of the text stands on it."""
    if not cites:
        return []
    words, catalogue = speaker.grammar.words, speaker.game.catalogue
    books = list(dict.fromkeys(book for statement in catalogue.values() for book in statement.sections))
    head = [words["citation"]]
    if catalogue:
        head += [words["statement"], *(f"{words['section']} ({book})" for book in books)]
    rows = []
    for cite in sorted(cites, key=_in_order):
        row = [mark(cite) + escape(cite)]
        if cite in speaker.game.rulings:
            row = [mark(cite) + link(escape(cite), "rulings.md", cite)]
        if catalogue:
            statement = catalogue.get(cite)
            row.append("" if statement is None else escape(statement.text))
            row += ["" if statement is None else escape(statement.sections.get(book, "")) for book in books]
        rows.append([*row, ", ".join(cites[cite])])
    return [f"## {words['citations']}", "", *table([*head, words["found in"]], rows)]


def _in_order(cite: str) -> tuple[str, float, str]:
    """EXPORT-2 before EXPORT-10."""
    head, _, number = cite.rpartition("-")
    try:
        return head, float(number), cite
    except ValueError:
        return cite, 0, cite
