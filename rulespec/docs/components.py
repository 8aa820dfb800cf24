"""The page of components: kinds, pieces and their places, cards, markers, accounts, tables.

Reads a speaker's game; returns the lines of the page.
"""

import re
from collections.abc import Sequence
from itertools import product

from rulespec.docs.markdown import escape, link, mark, table
from rulespec.docs.sentences.phrase import sentence
from rulespec.docs.sentences.speaker import Speaker
from rulespec.rules.game import Family, Game, Piece, Place, Table, Visibility
from rulespec.rules.grids import is_belonging, is_coordinate, is_direction
from rulespec.rules.statements import About
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf, Type

LONGEST_ROW = 12
"""Members of a board or its lines that are listed one by one."""

WIDEST = 400
"""Entries of a table that are listed one by one; a longer one only says its size."""


def components_page(speaker: Speaker) -> list[str]:
    words = speaker.grammar.words
    lines = [f"# {words['components']}", ""]
    lines += _kinds(speaker)
    for piece in speaker.game.pieces.values():
        lines += _piece(speaker, piece)
    for cards in speaker.game.cards.values():
        lines += [mark(f"cards.{cards.name}"), "", f"## {escape(_capital(speaker, cards.name))}", ""]
        shown = ", ".join(speaker.names.member(cards.kind, v).text for v in cards.kind.values)
        text = speaker.say("cards listed", number=str(cards.kind.size), list=shown)
        lines += [f"{escape(text)}{cited(cards.about)}", ""]
        lines += _places(speaker, cards.places, ())
    lines += _markers(speaker)
    lines += _tables(speaker)
    return lines


def _capital(speaker: Speaker, name: str) -> str:
    words = speaker.grammar.many(speaker.names.noun(name)).words
    return words[:1].upper() + words[1:]


def cited(about: About) -> str:
    """The sources in the margin, each leading to what it says."""
    if not about.cites:
        return ""
    return " \\[" + ", ".join(link(escape(cite), "indexes.md", cite) for cite in about.cites) + "\\]"


def linked(speaker: Speaker, text: str) -> str:
    """Markdown in which each reading that is named (`AMB-27 b`) leads to its ruling."""
    rulings = {escape(name): name for name in speaker.game.rulings}
    if not rulings:
        return text
    names = "|".join(re.escape(name) for name in sorted(rulings, key=len, reverse=True))
    return re.sub(
        rf"\b({names}) ([a-z])\b",
        lambda found: link(found.group(), "rulings.md", f"{rulings[found[1]]}.{found[2]}"),
        text,
    )


def type_words(speaker: Speaker, type_: Type) -> str:
    """What values a type has."""
    words, templates = speaker.grammar.words, speaker.grammar.templates
    match type_:
        case Number(low=low, high=high):
            return speaker.say("from to", low=_signed(low), high=_signed(high))
        case Flag():
            return f"{templates['yes']} / {templates['no']}"
        case Member(kind=kind, optional=optional):
            noun = speaker.names.noun(kind.name)
            return speaker.say("or none", one=noun) if optional else noun.words
        case SetOf(kind=kind):
            return speaker.grammar.many(speaker.names.noun(kind.name)).words
        case MapOf(kind=kind, entry=entry):
            shown = type_words(speaker, entry)
            return f"{shown} {words['of each']} {speaker.names.noun(kind.name).words}"


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def of_each(speaker: Speaker, name: str, keys: Sequence[Kind]) -> str:
    """`dock of each player and port`."""
    noun = speaker.names.noun(name.rpartition(".")[2]).words if _is_noun(speaker, name) else _of_template(speaker, name)
    if not keys:
        return noun
    each = speaker.grammar.listed([speaker.names.noun(kind.name).words for kind in keys])
    return f"{noun} ({speaker.grammar.words['of each']} {each})"


def _is_noun(speaker: Speaker, name: str) -> bool:
    template = speaker.names.template(name)
    return template is None or "{" not in template


def _of_template(speaker: Speaker, name: str) -> str:
    """A word that is a phrase around its keys, said of any of them."""
    template = speaker.names.template(name) or name
    game = speaker.game
    declared = game.families.get(name) or game.tables.get(name) or game.places.get(name)
    keys = () if declared is None else declared.keys
    phrases = [(kind.name, speaker.names.noun(kind.name)) for kind in keys]
    return speaker.names.word(name, phrases).text if "{" in template else template


def _kinds(speaker: Speaker) -> list[str]:
    words = speaker.grammar.words
    rows = []
    for kind in speaker.game.kinds.values():
        noun = speaker.names.noun(kind.name)
        rows.append([mark(f"kind.{kind.name}") + escape(noun.words), escape(members_shown(speaker, kind))])
    return [f"## {words['kinds']}", "", *table([words["term"], words["range"]], rows)]


def members_shown(speaker: Speaker, kind: Kind) -> str:
    """The members of a kind: numbers and long rows by their ends, others one by one."""
    if kind.first_number is not None and kind.size > 2:
        return speaker.say("from to", low=kind.members[0], high=kind.members[-1])
    lines = next((t for t in speaker.game.tables.values() if is_belonging(t) and t.keys[0] == kind), None)
    shown = [
        speaker.names.member(kind, value).words if lines is None else _line(speaker, lines, at)
        for at, value in enumerate(kind.values)
    ]
    if len(shown) > LONGEST_ROW and (lines is not None or is_board(speaker, kind)):
        return f"{', '.join(shown[:3])}, …, {shown[-1]} ({len(shown)})"
    return ", ".join(shown)


def is_board(speaker: Speaker, kind: Kind) -> bool:
    """Is it the kind of the cells of a grid?"""
    return any(is_coordinate(t) and t.keys[0].root == kind.root for t in speaker.game.tables.values())


def _line(speaker: Speaker, lines: Table, at: int) -> str:
    cells = lines.keys[1]
    on_it = lines.values[at * cells.size : (at + 1) * cells.size]
    return "–".join(speaker.names.member(cells, v).words for v, yes in zip(cells.values, on_it, strict=True) if yes)


def _piece(speaker: Speaker, piece: Piece) -> list[str]:
    words = speaker.grammar.words
    each = speaker.grammar.listed([speaker.names.noun(kind.name).words for kind in piece.keys])
    total = f"{words['total']}: {piece.total}" + (f" {words['of each']} {each}" if each else "")
    lines = [mark(f"pieces.{piece.name}"), "", f"## {escape(_capital(speaker, piece.name))}", ""]
    return [*lines, escape(sentence(total)) + cited(piece.about), "", *_places(speaker, piece.places, piece.keys)]


def _places(speaker: Speaker, places: Sequence[Place], piece_keys: Sequence[Kind]) -> list[str]:
    words = speaker.grammar.words
    rows = []
    for place in places:
        name = of_each(speaker, place.name, place.keys)
        if place.supply:
            name += f", {words['supply']}"
        family = speaker.game.families.get(place.name)
        start = _start(speaker, family) if family is not None and family.role == "place" else ""
        rows.append(
            [mark(f"place.{place.name}") + escape(name) + cited(place.about), seen_by(speaker, place.visibility), start]
        )
    heads = [words["place"], words["visible"], words["starts"]]
    if not any(row[2] for row in rows):
        heads, rows = heads[:2], [row[:2] for row in rows]
    return table(heads, rows)


def seen_by(speaker: Speaker, visibility: Visibility) -> str:
    return speaker.grammar.words[{"owner": "its owner"}.get(visibility.who, visibility.who)]


def _start(speaker: Speaker, family: Family) -> str:
    """The starting values: one if all are equal, else one per key."""
    combinations = list(product(*(kind.values for kind in family.keys)))
    values = family.initial if family.initial is not None else (family.default,) * len(combinations)
    shown = [speaker.names.value(family.type, v).text for v in values]
    if len(set(shown)) == 1:
        return escape(shown[0])
    named = []
    for keys, text in zip(combinations, shown, strict=True):
        members = [speaker.names.member(kind, key).text for kind, key in zip(family.keys, keys, strict=True)]
        named.append(f"{' · '.join(members)}: {text}")
    return escape("; ".join(named[:12]) + ("; …" if len(named) > 12 else ""))


def _markers(speaker: Speaker) -> list[str]:
    words = speaker.grammar.words
    rows = []
    for family in speaker.game.families.values():
        if family.role not in ("marker", "account") or family.known_of is not None:
            continue
        name = of_each(speaker, family.name, family.keys)
        account = next((a for a in speaker.game.accounts.values() if a.family == family.name), None)
        about = family.about
        if account is not None:
            rule = speaker.game.rules[account.settled_by]
            title = speaker.names.title(rule.about, rule.name, rule.name)
            name = f"{name}; {words['account']}, {words['settled']} “{title}”"
            about = account.about
        row = [type_words(speaker, family.type), _start(speaker, family), seen_by(speaker, family.visibility)]
        rows.append([mark(f"marker.{family.name}") + escape(name) + cited(about), escape(row[0]), row[1], row[2]])
    if not rows:
        return []
    return [
        f"## {words['markers']}",
        "",
        *table([words["term"], words["range"], words["starts"], words["visible"]], rows),
    ]


def printed_tables(game: Game) -> list[Table]:
    """The tables that the text writes down; what a grid brings needs none."""
    return [t for t in game.tables.values() if t.about.cites or t.provenance or not _of_a_grid(t)]


def _of_a_grid(facts: Table) -> bool:
    return is_direction(facts) or is_coordinate(facts) or is_belonging(facts)


def _tables(speaker: Speaker) -> list[str]:
    lines: list[str] = []
    words = speaker.grammar.words
    for facts in printed_tables(speaker.game):
        lines += [mark(f"table.{facts.name}"), "", f"### {escape(of_each(speaker, facts.name, facts.keys))}", ""]
        if facts.about.cites or facts.provenance:
            lines += [f"{words['facts']}: {escape(', '.join(dict.fromkeys(facts.provenance)))}{cited(facts.about)}", ""]
        lines += _entries(speaker, facts)
    return [f"## {words['tables']}", "", *lines] if lines else []


def _entries(speaker: Speaker, facts: Table) -> list[str]:
    combinations = list(product(*(kind.values for kind in facts.keys)))
    heads = [escape(speaker.names.noun(kind.name).words) for kind in facts.keys]
    if isinstance(facts.type, Flag) and len(facts.keys) == 2:
        # Yes or no for two kinds: per member of the first, the ones that belong to it.
        first, second = facts.keys
        rows = []
        for at, member in enumerate(first.values):
            of_it = facts.values[at * second.size : (at + 1) * second.size]
            shown = [speaker.names.member(second, v).words for v, yes in zip(second.values, of_it, strict=True) if yes]
            rows.append([escape(speaker.names.member(first, member).words), escape(", ".join(shown))])
        return table(heads, rows)
    if len(combinations) > WIDEST:
        return [f"{len(combinations)} × {escape(type_words(speaker, facts.type))}", ""]
    rows = []
    for keys, value in zip(combinations, facts.values, strict=True):
        members = [speaker.names.member(kind, key).words for kind, key in zip(facts.keys, keys, strict=True)]
        rows.append([*(escape(m) for m in members), escape(speaker.names.value(facts.type, value).text)])
    return table([*heads, escape(type_words(speaker, facts.type))], rows)
