"""How a position is laid out for people: panels, what each of them shows, and where its places stand.

Reads `types`. Data only; frozen. The terminal, the drawings and the web page are made from the same panels.
"""

import attrs

from rulespec.rules.types import Kind, Member, Number, Type


@attrs.frozen
class Group:
    """`of each home by owner: store, garrison`: what else belongs on a player's board. `by` is the table or marker that
    says whose a home is."""

    kind: Kind
    by: str
    shows: tuple[str, ...]


@attrs.frozen
class Panel:
    """One part of the picture.

    `form` is "grid", "map", "row" or "track": then there is a place for each member of `kind` (or for each number), at
    `spots`, in the order of the kind, on a sheet of `size`; "board": one box of each player; "hand": what the viewer
    holds; "list": a line for each thing.

    `shows` names markers, places, tables and accounts. What is declared of each member stands at that member's place;
    what has a member as its value (a train in a province, a marker on a track) stands at the place that it names.
    """

    form: str
    title: str
    code: str
    kind: Kind | None = None
    numbers: Number | None = None
    shows: tuple[str, ...] = ()
    spots: tuple[tuple[int, int], ...] = ()
    size: tuple[int, int] = (0, 0)
    along: str = ""
    """The table of neighbours that is drawn as lines."""
    groups: tuple[Group, ...] = ()


def stands_on(keys: tuple[Kind, ...], type_: Type | None, kind: Kind | None, numbers: Number | None) -> bool:
    """Is it declared of each such thing, or is its value one?"""
    if kind is not None and any(key.root == kind.root for key in keys):
        return True
    match type_:
        case Member(kind=of):
            return kind is not None and of.root == kind.root
        case Number():
            return numbers is not None or (kind is not None and kind.first_number is not None)
        case _:
            return False


def in_lines(count: int, wide: int) -> tuple[tuple[int, int], tuple[tuple[int, int], ...]]:
    """Places one after the other, so many to a line."""
    wide = min(wide, max(count, 1))
    return (wide, -(-count // wide)), tuple((i % wide, i // wide) for i in range(count))
