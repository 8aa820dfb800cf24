"""Puts a position on the panels of its game's layout.

Reads the typed rules and the plain values of a view (`view.state`, `view.control`), so that nothing can be drawn that
the viewer does not see; returns `Picture`s. A game without a layout gets one from its declarations.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import attrs

from rulespec.drawing.picture import Box, Entry, Item, Picture, Spot, Wording
from rulespec.rules.default_layout import default_layout
from rulespec.rules.game import Game, Table
from rulespec.rules.layout import Group, Panel
from rulespec.rules.types import Flag, Kind, Member, Number, Type, domain

Keys = tuple[int, ...]
EMPTY: tuple[Any, ...] = (None, 0, False, [], {}, "")


def panels_of(game: Game) -> tuple[Panel, ...]:
    """The layout that the text declares, or one made from the declarations."""
    return game.panels or default_layout(game)


def pictures_of(
    game: Game,
    state: Mapping[str, Any],
    say: Wording,
    viewer: str | None = None,
    control: Mapping[str, Any] | None = None,
) -> tuple[Picture, ...]:
    """A position as pictures; what running rules remember (votes, bids) comes as a last list."""
    arranger = Arranger(game, state, say, viewer)
    found = [arranger.picture(panel) for panel in panels_of(game)]
    found += [now for now in (arranger.now(control or {}),) if now is not None]
    return tuple(p for p in found if p.spots or any(b.entries or b.parts for b in p.boxes))


def blank(game: Game, say: Wording) -> tuple[Picture, ...]:
    """The empty board: grids, maps, rows and tracks, with what is printed on them."""
    arranger = Arranger(game, {}, say, None)
    return tuple(arranger.picture(panel) for panel in panels_of(game) if panel.spots)


@attrs.frozen
class Thing:
    """Something that can be shown: its keys, the type of its values or the kind of what lies in it."""

    name: str
    keys: tuple[Kind, ...]
    type: Type | None
    items: Kind | None = None


class Arranger:
    """One position in one language."""

    def __init__(self, game: Game, state: Mapping[str, Any], say: Wording, viewer: str | None) -> None:
        self.game, self.state, self.say, self.viewer = game, state, say, viewer
        self.players = game.kinds[game.player_kind]

    def picture(self, panel: Panel) -> Picture:
        title = self.say.panel(panel)
        match panel.form:
            case "board":
                return Picture("board", title, self.players.root, boxes=tuple(self.boards(panel)))
            case "hand":
                return Picture("hand", title, boxes=tuple(self.hands(panel)))
            case "list":
                entries = tuple(e for name in panel.shows for e in self.entries(name, full=True))
                return Picture("list", title, boxes=(Box("", "", entries),))
            case form:
                spots = tuple(self.spots(panel))
                root = panel.kind.root if panel.kind is not None else ""
                return Picture(form, title, root, panel.size, spots, tuple(self.lines(panel)), (), len(panel.shows) < 2)

    # --- places with a spot --------------------------------------------------------------------------------------------

    def spots(self, panel: Panel) -> Iterator[Spot]:
        for value, (x, y) in zip(places_of(panel), panel.spots, strict=True):
            if panel.kind is not None:
                written, label = value_text(panel.kind, value), self.say.member(panel.kind, value)
            else:
                written = label = str(value)
            entries = [e for name in panel.shows for e in self.standing(name, panel.kind, value)]
            yield Spot(written, label, x, y, tuple(entries), self.owner_at(panel, value))

    def standing(self, name: str, kind: Kind | None, value: int) -> Iterator[Entry]:
        """What of a thing is to be seen at one place."""
        thing = self.thing(name)
        if thing is None:
            return
        at = next((i for i, k in enumerate(thing.keys) if kind is not None and k.root == kind.root), None)
        for keys, content in self.cells(thing):
            if at is not None:
                if keys[at] == value and content not in EMPTY:
                    yield self.entry(thing, keys, content, leave_out=at)
            elif self.names_place(thing, content, kind, value):
                others = [self.say.member(k, v) for k, v in zip(thing.keys, keys, strict=True)]
                yield Entry(
                    name,
                    self.say.thing(name),
                    ", ".join(others),
                    (),
                    self.tone_of(thing, keys, None),
                    True,
                    name in self.game.tables,
                )

    @staticmethod
    def names_place(thing: Thing, content: Any, kind: Kind | None, value: int) -> bool:
        """Does what is written there mean this place?"""
        match thing.type:
            case Member(kind=of) if kind is not None and of.root == kind.root:
                return bool(
                    content == (value_text(kind, value) if kind.first_number is None else value + kind.first_number)
                )
            case Number():
                place = value if kind is None else value + (kind.first_number or 0)
                return bool(content == place)
            case _:
                return False

    def owner_at(self, panel: Panel, value: int) -> int | None:
        """The player of the first thing there that says one: a cell's stone, a province's owner."""
        for name in panel.shows:
            thing = self.thing(name)
            if thing is None or panel.kind is None or [k.root for k in thing.keys] != [panel.kind.root]:
                continue
            if isinstance(thing.type, Member) and thing.type.kind.root == self.players.root:
                for keys, content in self.cells(thing):
                    if keys == (value,) and content is not None:
                        return self.tone(str(content))
        return None

    def lines(self, panel: Panel) -> Iterator[tuple[int, int]]:
        table = self.game.tables.get(panel.along)
        if table is None or panel.kind is None:
            return
        first, second = table.keys
        for i, a in enumerate(panel.kind.values):
            for j, b in enumerate(panel.kind.values[:i]):
                if a in first.values and b in second.values:
                    if table.values[first.position(a) * second.size + second.position(b)]:
                        yield j, i

    # --- boards, hands, lists ------------------------------------------------------------------------------------------

    def boards(self, panel: Panel) -> Iterator[Box]:
        for i, player in enumerate(self.players.values):
            entries: list[Entry] = []
            for name in panel.shows:
                thing = self.thing(name)
                if thing is None:
                    continue
                at = next((n for n, k in enumerate(thing.keys) if k.root == self.players.root), None)
                if at is None:
                    entries += self.standing(name, self.players, player)
                    continue
                mine = [(keys, content) for keys, content in self.cells(thing) if keys[at] == player]
                entries += self.gathered(thing, mine, at, full=len(thing.keys) == 1)
            parts = tuple(box for group in panel.groups for box in self.parts(group, player))
            yield Box(value_text(self.players, player), self.say.member(self.players, player), tuple(entries), parts, i)

    def parts(self, group: Group, player: int) -> Iterator[Box]:
        owner = self.thing(group.by)
        if owner is None:
            return
        name = value_text(self.players, player)
        for keys, content in self.cells(owner):
            if content == name and keys[0] in group.kind.values:
                entries = tuple(e for shown in group.shows for e in self.standing(shown, group.kind, keys[0]))
                yield Box(value_text(group.kind, keys[0]), self.say.member(group.kind, keys[0]), entries)

    def hands(self, panel: Panel) -> Iterator[Box]:
        """What the viewer holds; of a spectator's view nothing."""
        for name in panel.shows:
            thing = self.thing(name)
            at = next((n for n, k in enumerate(thing.keys) if k.root == self.players.root), None) if thing else None
            if thing is None or at is None:
                continue
            for keys, content in self.cells(thing):
                if value_text(thing.keys[at], keys[at]) == self.viewer:
                    entry = self.entry(thing, keys, content, leave_out=at)
                    if entry.items or content not in EMPTY:
                        yield Box(name, "", (entry,))

    def entries(self, name: str, full: bool) -> list[Entry]:
        thing = self.thing(name)
        return [] if thing is None else self.gathered(thing, list(self.cells(thing)), None, full=full)

    def gathered(self, thing: Thing, cells: list[tuple[Keys, Any]], at: int | None, full: bool) -> list[Entry]:
        """One entry for a thing: its value, or its parts behind each other."""
        if len(cells) == 1 and len(thing.keys) == (0 if at is None else 1):
            (keys, content) = cells[0]
            if content in EMPTY and not full:
                return []
            return [self.entry(thing, keys, content, leave_out=at)]
        told = [(keys, content) for keys, content in cells if content not in EMPTY and content != {"hidden": 0}]
        if not told:
            return []
        if thing.items is not None and len(told) > 1:
            return [self.entry(thing, keys, content, leave_out=at) for keys, content in told]
        items: list[Item] = []
        for keys, content in told:
            entry = self.entry(thing, keys, content, leave_out=at)
            rest = [(k, v) for n, (k, v) in enumerate(zip(thing.keys, keys, strict=True)) if n != at]
            label = ", ".join(self.say.member(k, v) for k, v in rest)
            inside = ", ".join(i.label for i in entry.items)
            value = entry_value(thing, content, self.say)
            said = " ".join(
                part for part in (label, inside or ("" if value in ("", "1") and at is not None else value)) if part
            )
            kind, member = rest[0]
            items.append(Item(kind.root, value_text(kind, member), said, 1, self.tone_of(thing, keys, content)))
        return [Entry(thing.name, self.say.thing(thing.name), "", tuple(items))]

    def now(self, control: Mapping[str, Any]) -> Picture | None:
        """What the running rules remember, innermost first."""
        entries: list[Entry] = []
        for frame in control.get("frames", ()):
            for name, content in frame["values"].items():
                family = self.game.families.get(name) or self.game.families.get(f"{frame['rule']}.{name}")
                if family is None or family.role != "keep" or family.rule != frame["rule"]:
                    continue
                thing = self.thing(family.name)
                if thing is not None:
                    entries += self.gathered(
                        attrs.evolve(thing, name=name), list(nested(thing.keys, content)), None, False
                    )
        return Picture("list", self.say.word("now"), boxes=(Box("", "", tuple(entries)),)) if entries else None

    # --- single things -------------------------------------------------------------------------------------------------

    def entry(self, thing: Thing, keys: Keys, content: Any, leave_out: int | None = None) -> Entry:
        """A thing with its value; keys that are not said by the place stand behind its name."""
        rest = [self.say.member(k, v) for n, (k, v) in enumerate(zip(thing.keys, keys, strict=True)) if n != leave_out]
        label = (
            ", ".join([self.say.thing(thing.name), *rest])
            if len(rest) < 2
            else f"{self.say.thing(thing.name)} ({', '.join(rest)})"
        )
        text = entry_value(thing, content, self.say)
        is_printed = thing.name in self.game.tables
        return Entry(
            thing.name,
            label,
            text,
            tuple(self.items(thing, content)),
            self.tone_of(thing, keys, content),
            False,
            is_printed,
        )

    def items(self, thing: Thing, content: Any) -> Iterator[Item]:
        if thing.items is None:
            return
        known, hidden = content, 0
        if isinstance(content, dict):
            known, hidden = content.get("known", []), content.get("hidden", 0)
        for name in known if isinstance(known, list) else ():
            value = plain_member(thing.items, name)
            label = self.say.member(thing.items, value)
            tone = self.tone(str(name)) if thing.items.root == self.players.root else None
            yield Item(thing.items.root, value_text(thing.items, value), label, 1, tone)
        if hidden:
            yield Item(thing.items.root, None, self.say.word("unseen"), hidden)

    def tone_of(self, thing: Thing, keys: Keys, content: Any) -> int | None:
        """Whose it is: the player among its keys, or the one it names."""
        for kind, value in zip(thing.keys, keys, strict=True):
            if kind.root == self.players.root:
                return self.tone(value_text(kind, value))
        if isinstance(thing.type, Member) and thing.type.kind.root == self.players.root and content is not None:
            return self.tone(str(content))
        return None

    def tone(self, player: str) -> int | None:
        return self.players.members.index(player) if player in self.players.members else None

    def thing(self, name: str) -> Thing | None:
        """What is called so, if the view tells of it or it is printed."""
        game = self.game
        if name in game.tables:
            table = game.tables[name]
            return Thing(name, table.keys, table.type)
        place = game.places.get(name)
        if place is not None:
            cards = game.cards.get(place.piece)
            if cards is not None:
                return Thing(name, place.keys, None, cards.kind)
        family = game.families.get(name)
        if family is None:
            return None
        if family.is_set:
            return Thing(name, family.keys[:-1], None, family.keys[-1])
        return Thing(name, family.keys, family.type)

    def cells(self, thing: Thing) -> Iterator[tuple[Keys, Any]]:
        """All cells of a thing with their values as a view has them."""
        if thing.name in self.game.tables:
            yield from printed(self.game.tables[thing.name])
        elif thing.name in self.state:
            yield from nested(thing.keys, self.state[thing.name])


def places_of(panel: Panel) -> Sequence[int]:
    if panel.kind is not None:
        return panel.kind.values
    assert panel.numbers is not None
    return domain(panel.numbers)


def value_text(kind: Kind, value: int) -> str:
    """What a move calls a member."""
    if value == kind.none:
        return "none"
    return str(value + kind.first_number) if kind.first_number is not None else kind.name_of(value)


def plain_member(kind: Kind, name: Any) -> int:
    if kind.first_number is not None:
        return int(name) - kind.first_number
    return kind.values[kind.members.index(name)]


def entry_value(thing: Thing, content: Any, say: Wording) -> str:
    """A value in a word; nothing for a yes, whose name says it, and for what lies in a place, which follows."""
    match thing.type, content:
        case _, "hidden":
            return say.word("unseen")
        case None, _:
            return "" if content else say.word("none")
        case Flag(), bool() | int():
            return "" if content else say.word("no")
        case _, None:
            return say.word("none")
        case Member(kind=kind), _:
            return say.member(kind, plain_member(kind, content))
        case _:
            return str(content).replace("-", "−")


def printed(table: Table) -> Iterator[tuple[Keys, Any]]:
    """The facts of a table, as a view would say them."""
    for keys, value in zip(product(*(k.values for k in table.keys)), table.values, strict=True):
        match table.type:
            case Member(kind=kind):
                content: Any = (
                    None
                    if value == kind.none
                    else value + kind.first_number
                    if kind.first_number is not None
                    else kind.name_of(value)
                )
            case Flag():
                content = bool(value)
            case _:
                content = value
        yield keys, content


def nested(kinds: tuple[Kind, ...], content: Any) -> Iterator[tuple[Keys, Any]]:
    """The innermost values of a nested object of a view, with their keys."""
    if not kinds:
        yield (), content
    elif isinstance(content, dict):
        for value in kinds[0].values:
            for keys, inner in nested(kinds[1:], content.get(value_text(kinds[0], value))):
                yield (value, *keys), inner
