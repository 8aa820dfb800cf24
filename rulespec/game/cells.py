"""The cells of a state with their names, as nested plain values, and back; with a viewer, what that player sees of
them.

Reads a sheet and flat values. `show` gives what dumps and views hold, `read` takes what a dump holds and raises
`BadSave`. Cards are shown by place (`"hand": {"red": ["king"]}`), sets as lists, what a viewer may not see as
"hidden" or {"hidden": n}.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from rulespec.game import json_text
from rulespec.game.errors import BadSave
from rulespec.game.limits import shorten
from rulespec.game.sheet import CardPlace, Cards, Cells, Sheet
from rulespec.game.values import Misfit, key_text, member_name, plain, public, to_json
from rulespec.rules.types import Kind, Member, Type

HIDDEN = "hidden"
Sees = Callable[[tuple[int, ...]], bool]


class Everybody:
    """The viewer from whom nothing is hidden: a dump."""


EVERYBODY = Everybody()
Viewer = int | None | Everybody
"""The root index of a player, None for a spectator, or EVERYBODY."""


def sees(who: str, key: int, keys: tuple[int, ...], viewer: Viewer) -> bool:
    """Does the viewer see a cell with these keys?"""
    if isinstance(viewer, Everybody):
        return True
    match who:
        case "all":
            return True
        case "owner":
            return viewer is not None and key < len(keys) and keys[key] == viewer
        case "known":
            return viewer is not None and bool(keys) and keys[-1] == viewer
        case _:
            return False


# --- to people ----------------------------------------------------------------------------------------------------


def show_state(sheet: Sheet, values: Sequence[int], viewer: Viewer = EVERYBODY) -> dict[str, Any]:
    """The game's own cells by name."""
    by_location = {cards.location: cards for cards in sheet.cards}
    shown: dict[str, Any] = {}
    for cells in sheet.cells:
        if cells.frame is not None:
            continue
        if cells.name in by_location:
            shown |= show_cards(sheet, by_location[cells.name], values, viewer)
        else:
            shown[cells.name] = show_cells(cells, values, viewer)
    return shown


def show_cells(cells: Cells, values: Sequence[int], viewer: Viewer = EVERYBODY) -> Any:
    """The cells of one family, nested by its keys."""
    if cells.is_set and cells.keys:
        *outer, last = cells.keys

        def members(at: int, keys: tuple[int, ...]) -> Any:
            if any(not sees(cells.who, cells.key, (*keys, v), viewer) for v in last.values):
                return HIDDEN
            start = cells.offset + at * last.size
            return [to_json(member_name(last, v)) for i, v in enumerate(last.values) if values[start + i]]

        return _nested(tuple(outer), members)

    def value(at: int, keys: tuple[int, ...]) -> Any:
        if not sees(cells.who, cells.key, keys, viewer):
            return HIDDEN
        return to_json(public(cells.type, values[cells.offset + at]))

    return _nested(cells.keys, value)


def _nested(kinds: tuple[Kind, ...], value: Callable[[int, tuple[int, ...]], Any]) -> Any:
    def go(depth: int, at: int, keys: tuple[int, ...]) -> Any:
        if depth == len(kinds):
            return value(at, keys)
        kind = kinds[depth]
        return {
            key_text(member_name(kind, v)): go(depth + 1, at * kind.size + i, (*keys, v))
            for i, v in enumerate(kind.values)
        }

    return go(0, 0, ())


def show_cards(sheet: Sheet, cards: Cards, values: Sequence[int], viewer: Viewer = EVERYBODY) -> dict[str, Any]:
    """For each place the cards that lie there, as far as the viewer knows them."""
    location = sheet.of(cards.location)
    (kind,) = location.keys
    lying: dict[int, list[int]] = {}
    for i, card in enumerate(kind.values):
        lying.setdefault(values[location.offset + i], []).append(card)
    known = _known_to(sheet, cards, values, viewer)

    def of_place(place: CardPlace) -> Callable[[int, tuple[int, ...]], Any]:
        def content(at: int, keys: tuple[int, ...]) -> Any:
            here = lying.get(place.base + at, [])
            if sees(place.who, place.key, keys, viewer):
                return [to_json(member_name(kind, card)) for card in here]
            seen = [to_json(member_name(kind, card)) for card in here if card in known]
            if place.who == "none":
                return {"known": seen} if seen else HIDDEN
            return ({"known": seen} if seen else {}) | {HIDDEN: len(here) - len(seen)}

        return content

    return {place.name: _nested(place.keys, of_place(place)) for place in cards.places}


def _known_to(sheet: Sheet, cards: Cards, values: Sequence[int], viewer: Viewer) -> frozenset[int]:
    """The cards that the viewer has come to know."""
    if cards.known is None or not isinstance(viewer, int):
        return frozenset()
    known = sheet.of(cards.known)
    kind, players = known.keys
    column = players.position(viewer)
    return frozenset(c for i, c in enumerate(kind.values) if values[known.offset + i * players.size + column])


def knows_card(sheet: Sheet, location: str, card: int, values: Sequence[int], viewer: Viewer) -> bool:
    """Does the viewer see or know which card this is, where it lies now?"""
    cards = next((c for c in sheet.cards if c.location == location), None)
    if cards is None:
        return True
    cells = sheet.of(location)
    place, keys = place_of(cards, values[cells.offset + cells.keys[0].position(card)])
    return sees(place.who, place.key, keys, viewer) or card in _known_to(sheet, cards, values, viewer)


def place_of(cards: Cards, number: int) -> tuple[CardPlace, tuple[int, ...]]:
    """The place with this number, and its keys."""
    for place in cards.places:
        if place.base <= number < place.base + place.size:
            every = product(*(kind.values for kind in place.keys))
            return place, next(keys for i, keys in enumerate(every) if i == number - place.base)
    raise ValueError(f"no place of {cards.name} has the number {number}")


def place_text(place: CardPlace, keys: tuple[int, ...]) -> str:
    return cell_text(place.name, place.keys, keys)


def cell_text(name: str, kinds: tuple[Kind, ...], keys: tuple[int, ...]) -> str:
    """A cell as it is spoken of: `purse(red)`.

    >>> cell_text("pot", (), ())
    'pot'
    """
    if not kinds:
        return name
    return f"{name}({', '.join(key_text(member_name(k, v)) for k, v in zip(kinds, keys, strict=True))})"


# --- from people --------------------------------------------------------------------------------------------------


def read_state(sheet: Sheet, given: Any, values: list[int], place: str) -> None:
    """Put the game's own cells of a dump into flat values; everything must be there, and nothing else."""
    by_location = {cards.location: cards for cards in sheet.cards}
    own = [cells for cells in sheet.cells if cells.frame is None]
    names = [name for cells in own for name in _names(cells, by_location)]
    found = json_text.fields(given, place, names)
    for cells in own:
        if cells.name in by_location:
            _read_cards(sheet, by_location[cells.name], found, values, place)
        else:
            read_cells(cells, found[cells.name], values, f"{place}.{cells.name}")


def _names(cells: Cells, by_location: dict[str, Cards]) -> Iterator[str]:
    if cells.name in by_location:
        yield from (p.name for p in by_location[cells.name].places)
    else:
        yield cells.name


def read_cells(cells: Cells, given: Any, values: list[int], place: str) -> None:
    """One family from what `show_cells` gives."""
    if cells.is_set and cells.keys:
        *outer, last = cells.keys
        for at, content, where in leaves(tuple(outer), given, place, True):
            members = set()
            for element in json_text.a_list(content, where):
                member = last.position(_member(last, element, where))
                if member in members:
                    raise BadSave("R0648", f"`{shorten(str(element))}` stands twice in the set", where)
                members.add(member)
            for i in range(last.size):
                values[cells.offset + at * last.size + i] = int(i in members)
        return
    for at, content, where in leaves(cells.keys, given, place, True):
        _refuse_hidden(content, where)
        values[cells.offset + at] = _fit(cells.type, content, where)


def _refuse_hidden(content: Any, where: str) -> None:
    if content == HIDDEN or (isinstance(content, dict) and HIDDEN in content):
        raise BadSave("R0653", "a hidden value: this is a view, and a game cannot go on from one", where)


def _member(kind: Kind, value: Any, where: str) -> int:
    return _fit(Member(kind), value, where)


def _fit(type_: Type, value: Any, where: str) -> int:
    try:
        fitting = plain(type_, value)
    except Misfit as error:
        raise BadSave("R0648", str(error), where, error.help) from None
    assert isinstance(fitting, int)
    return fitting


def leaves(kinds: tuple[Kind, ...], given: Any, place: str, strict: bool = False) -> Iterator[tuple[int, Any, str]]:
    """The innermost values of a nested object, with their row-major number and their place."""

    def go(depth: int, at: int, value: Any, where: str) -> Iterator[tuple[int, Any, str]]:
        if depth == len(kinds):
            yield at, value, where
            return
        kind = kinds[depth]
        if strict:
            _refuse_hidden(value, where)
        keys = [key_text(member_name(kind, v)) for v in kind.values]
        found = json_text.fields(value, where, keys)
        for i, key in enumerate(keys):
            yield from go(depth + 1, at * kind.size + i, found[key], f"{where}.{key}")

    yield from go(0, 0, given, place)


def _read_cards(sheet: Sheet, cards: Cards, found: dict[str, Any], values: list[int], place: str) -> None:
    location = sheet.of(cards.location)
    (kind,) = location.keys
    lies: dict[int, str] = {}
    for card_place in cards.places:
        for at, content, where in leaves(card_place.keys, found[card_place.name], f"{place}.{card_place.name}", True):
            _refuse_hidden(content, where)
            for element in json_text.a_list(content, where):
                card = _member(kind, element, where)
                if card in lies:
                    message = f"`{member_name(kind, card)}` lies in two places"
                    raise BadSave("R0649", message, where, f"it also lies in {lies[card]}")
                lies[card] = where
                values[location.offset + kind.position(card)] = card_place.base + at
    missing = [str(member_name(kind, card)) for card in kind.values if card not in lies]
    if missing:
        shown = ", ".join(missing[:5]) + (", …" if len(missing) > 5 else "")
        raise BadSave("R0649", f"these cards lie nowhere: {shown}", place)


def check_sums(sheet: Sheet, values: Sequence[int], place: str) -> None:
    """Every piece has its total."""
    for each in sheet.sums:
        for group in each.cells:
            there = sum(values[at] for at in group)
            if there != each.total:
                message = f"there are {there} {each.piece}, but the game has {each.total}"
                raise BadSave("R0649", message, place)
