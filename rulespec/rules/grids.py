"""What a grid brings with it: directions, coordinates, and which cell lies on which line.

Reads tables of the typed rules; tells them from the tables that a text writes down itself, so that nobody is asked to
name them and no reference lists them.
"""

from collections.abc import Iterable

from rulespec.rules.game import Table
from rulespec.rules.types import Flag, Kind, Member

DIRECTIONS = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")


def is_direction(table: Table) -> bool:
    """`the square's north`: from a kind to itself, or to none at the edge."""
    match table.keys, table.type:
        case (Kind(root=root),), Member(kind=to, optional=True):
            return table.name in DIRECTIONS and to.root == root
    return False


def is_coordinate(table: Table) -> bool:
    """`the square's row`: a fact named like the kind that it leads to, so that there are squares `of the row`."""
    match table.keys, table.type:
        case (Kind(root=root),), Member(kind=to):
            return table.name == to.name and to.root != root
    return False


def is_belonging(table: Table) -> bool:
    """`a cell of the line`: yes or no for a line and a cell."""
    match table.keys, table.type:
        case (of, member), Flag():
            return table.name == f"{member.name}_of_{of.name}"
    return False


def on_grid(kind: Kind, tables: Iterable[Table]) -> tuple[tuple[int, int], tuple[tuple[int, int], ...]] | None:
    """The size of a grid and where its cells stand, the first row below; None if the kind is no grid's cell."""
    along = [t for t in tables if is_coordinate(t) and t.keys[0].name == kind.name]
    match along:
        case [Table(type=Member(kind=columns), values=xs), Table(type=Member(kind=rows), values=ys), *_]:
            height = rows.size
            return (columns.size, height), tuple((x, height - 1 - y) for x, y in zip(xs, ys, strict=True))
        case _:
            return None
