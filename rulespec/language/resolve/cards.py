"""Cards with names and attributes: `card caxias "Marquis of Caxias": conservative minister, votes 2`.

Reads `card` trees; returns the `kinds` lines and adds the tables that the same facts would be if they were written as such.
"""

import attrs

from rulespec.language.resolve.margins import about_of, unquoted
from rulespec.language.resolve.things import fill_printed
from rulespec.language.resolve.world import World
from rulespec.language.tree import Leaf, Node
from rulespec.rules.game import Table
from rulespec.rules.types import Flag, Kind, Member, Number, Type

PROVENANCE = ("stated", "derived", "community")


@attrs.frozen
class _Attribute:
    """`votes 2`, `title baron`, `secret`."""

    name: Leaf
    value: int | str | None


def card_lines(cards: list[Node]) -> list[Node]:
    """A line for each kind of card, with the cards of that kind."""
    by_kind: dict[str, list[Node]] = {}
    for card in cards:
        by_kind.setdefault(_kind_leaf(card).text, []).append(card)
    lines = []
    for kind, members in by_kind.items():
        span = members[0].span
        items = [Node("kind_member", (m.leaves("NAME")[0],), m.span) for m in members]
        lines.append(Node("kind_line", (Leaf("NAME", kind, span), *items), span))
    return lines


def declare_card_attributes(world: World, cards: list[Node]) -> None:
    """A table of each attribute over all cards that share the widest kind."""
    values: dict[tuple[str, str], dict[str, int | str]] = {}
    places: dict[tuple[str, str], Leaf] = {}
    for card in cards:
        name = card.leaves("NAME")[0].text
        kind = world.kinds.get(_kind_leaf(card).text)
        if kind is None:
            continue
        world.texts.setdefault(name, unquoted(card.leaf("STRING")))
        for attribute in _attributes(world, card):
            key = (kind.root, attribute.name.text)
            places.setdefault(key, attribute.name)
            values.setdefault(key, {})[name] = 1 if attribute.value is None else attribute.value
    for (root, title), given in values.items():
        if title in world.printed:
            fill_printed(world, places[root, title], world.kinds[root], given)
            continue
        table = _table(world, world.kinds[root], places[root, title], given)
        if table is not None and world.declare("table", places[root, title], (*world.tables, *world.families)):
            world.tables[title] = attrs.evolve(table, about=about_of(cards[0], title, ""))


def _kind_leaf(card: Node) -> Leaf:
    """The first attribute ends with the kind of the card."""
    return card.all("attribute")[0].leaves("NAME")[-1]


def _attributes(world: World, card: Node) -> list[_Attribute]:
    found: list[_Attribute] = []
    first = card.all("attribute")[0].leaves("NAME")
    if len(first) == 2:
        # `conservative minister`: an adjective is a member of the kind that the attribute is named after.
        owners = world.members_named(first[0].text)
        if not owners:
            world.found.error(
                "R0201",
                f"nothing is called `{first[0].text}`",
                first[0].span,
                help="an adjective is a member of some kind",
            )
        else:
            found.append(_Attribute(attrs.evolve(first[0], text=owners[0][0].name), first[0].text))
    for attribute in card.all("attribute")[1:]:
        names, number = attribute.leaves("NAME"), attribute.leaf("INT")
        if number is not None:
            sign = attribute.leaf("SIGN")
            negative = sign is not None and sign.text == "-"
            found.append(_Attribute(names[0], int(number.text) * (-1 if negative else 1)))
        elif len(names) == 2:
            found.append(_Attribute(names[0], names[1].text))
        elif names[0].text not in PROVENANCE:
            found.append(_Attribute(names[0], None))
    return found


def _table(world: World, kind: Kind, title: Leaf, given: dict[str, int | str]) -> Table | None:
    words = [value for value in given.values() if isinstance(value, str)]
    type_: Type
    if not words:
        numbers = [int(given.get(member, 0)) for member in kind.members]
        type_ = Flag() if all(value == 1 for value in given.values()) else Number(min(numbers), max(numbers))
        return Table(title.text, (kind,), type_, tuple(numbers))
    roots = [owner for owner, _ in world.members_named(words[0])]
    root = next((r for r in roots if all(w in r.members for w in words)), None)
    if root is None or len(words) < len(given):
        world.found.error(
            "R0309",
            f"the attribute `{title.text}` names things of no one kind",
            title.span,
            help="name members of one kind",
        )
        return None
    values = tuple(root.members.index(str(given[m])) if m in given else root.none for m in kind.members)
    return Table(title.text, (kind,), Member(root, len(given) < kind.size), values)
