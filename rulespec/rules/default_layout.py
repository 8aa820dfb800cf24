"""A layout for a game that declares none: what can be seen of it from its declarations.

Reads the typed rules; returns panels: a grid or map where there is one, a row for what lies at places, a board for what
each player has, a hand for what is seen by its owner alone, a list for everything else.
"""

from collections.abc import Iterator
from math import cos, pi, sin

from rulespec.rules.game import Family, Game, Place
from rulespec.rules.grids import is_belonging, is_coordinate, is_direction, on_grid
from rulespec.rules.layout import Panel, in_lines, stands_on
from rulespec.rules.types import Flag, Kind, Type

PER_LINE = 12


def default_layout(game: Game) -> tuple[Panel, ...]:
    """Every thing on the table is shown on one panel; a hand also on its owner's board, where others see how large it is."""
    things = dict(_things(game))
    player = game.kinds[game.player_kind]
    panels: list[Panel] = []
    for kind in game.kinds.values():
        grid = on_grid(kind, game.tables.values())
        if grid is not None:
            size, spots = grid
            panels.append(
                Panel("grid", "", f"layout.{kind.name}", kind, None, _taken(things, kind, player), spots, size)
            )
    for table in game.tables.values():
        if _is_links(table.keys, table.type) and not (
            is_direction(table) or is_coordinate(table) or is_belonging(table)
        ):
            kind = table.keys[0]
            shows = _taken(things, kind, player)
            if shows:
                panels.append(
                    Panel("map", "", f"layout.{kind.name}", kind, None, shows, _round(kind), (100, 60), table.name)
                )
    mine = tuple(name for name, (keys, _, _) in things.items() if any(k.root == player.root for k in keys))
    hand = tuple(name for name in mine if things[name][2])
    for name in mine:
        del things[name]
    for name in list(things):
        keys = things[name][0] if name in things else ()
        if keys and keys[0].size > 1:
            kind = keys[0]
            size, spots = in_lines(kind.size, PER_LINE)
            panels.append(
                Panel("row", "", f"layout.{kind.name}", kind, None, _taken(things, kind, player, False), spots, size)
            )
    if things:
        panels.append(Panel("list", "", "layout.table", None, None, tuple(things)))
    if mine:
        panels.append(Panel("board", "", "layout.boards", player, None, mine))
    if hand:
        panels.append(Panel("hand", "", "layout.hand", None, None, hand))
    return tuple(panels)


def _things(game: Game) -> Iterator[tuple[str, tuple[tuple[Kind, ...], Type | None, bool]]]:
    """What lies on the table, with its keys, the type of its values, and whether its owner alone sees it."""
    for family in game.families.values():
        if family.role in ("marker", "account") and family.known_of is None:
            keys = family.keys[:-1] if family.is_set else family.keys
            yield family.name, (keys, None if family.is_set else family.type, _own(family))
    for place in game.places.values():
        yield place.name, (place.keys, None, _own(place))


def _own(thing: Family | Place) -> bool:
    return thing.visibility.who == "owner"


def _is_links(keys: tuple[Kind, ...], type_: Type) -> bool:
    return isinstance(type_, Flag) and len(keys) == 2 and keys[0] == keys[1]


def _taken(
    things: dict[str, tuple[tuple[Kind, ...], Type | None, bool]], kind: Kind, player: Kind, standing: bool = True
) -> tuple[str, ...]:
    """The things that stand on a kind; they are taken off the table. What is a player's own stays for the boards."""
    found = [
        name for name, (keys, type_, _) in things.items()
        if any(k.root == kind.root for k in keys) or (standing and not isinstance(type_, Flag) and kind.first_number is None
                                                      and kind.root != player.root and stands_on(keys, type_, kind, None))
    ]  # fmt: skip
    for name in found:
        del things[name]
    return tuple(found)


def _round(kind: Kind) -> tuple[tuple[int, int], ...]:
    """Places whose coordinates nobody gave stand in a ring."""
    turns = [2 * pi * i / kind.size for i in range(kind.size)]
    return tuple((round(50 + 43 * sin(t)), round(30 - 25 * cos(t))) for t in turns)
