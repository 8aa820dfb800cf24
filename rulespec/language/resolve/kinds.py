"""Kinds, grids and players: the finite sorts of a game.

Reads `kinds`, `grid`, `players` declarations; fills the world's kinds and the tables a grid brings.
"""

from itertools import pairwise

from rulespec.language.resolve.world import World
from rulespec.language.tree import Leaf, Node
from rulespec.rules.game import Table
from rulespec.rules.statements import About
from rulespec.rules.types import Flag, Kind, Member
from rulespec.source import Span

LARGEST_KIND = 1_000


def root_kind(name: str, members: tuple[str, ...], *, first: int | None = None, cyclic: bool = False) -> Kind:
    return Kind(name, name, tuple(range(len(members))), members, len(members), first, cyclic)


def declare_kinds(world: World, lines: list[Node]) -> None:
    """All `kinds` lines of the text together: sums and subsets may be written in any order."""
    wanted: dict[str, tuple[Leaf, list[str | range], bool]] = {}
    for line in lines:
        name = line.leaves("NAME")[0]
        if not world.declare("kind", name, [*world.kinds, *wanted]):
            continue
        wanted[name.text] = (name, _listed(world, line), line.leaf("CYCLIC") is not None)
    parents: dict[str, str] = {}
    for name_, (leaf, members, _) in wanted.items():
        for member in members:
            if isinstance(member, str) and (member in wanted or member in world.kinds):
                if member in parents or (member in world.kinds and member not in wanted):
                    world.found.error(
                        "R0301",
                        f"`{member}` already belongs to a wider kind",
                        leaf.span,
                        help="a kind can be part of one wider kind only",
                    )
                parents[member] = name_
    expanded = {name_: _expand(world, name_, wanted, ()) for name_ in wanted}
    for name_, (_, members, cyclic) in wanted.items():
        numbers = [m for m in members if isinstance(m, range)]
        first = numbers[0].start if len(numbers) == 1 and len(members) == 1 else None
        # Numbers are not shared: 0..20 are spaces of one track, and not the lower half of another.
        if name_ not in parents and (first is not None or not _subset_of(world, name_, expanded)):
            world.kinds[name_] = root_kind(name_, expanded[name_], first=first, cyclic=cyclic)
    for name_, (leaf, _, cyclic) in wanted.items():
        if name_ in world.kinds:
            continue
        root = _root(world, name_, parents, expanded)
        if root is None:
            world.found.error("R0302", f"`{name_}` is part of itself", leaf.span, help="list its members")
            continue
        indices = sorted(root.members.index(m) for m in expanded[name_])
        world.kinds[name_] = Kind(
            name_, root.name, tuple(indices), tuple(root.members[i] for i in indices), root.size, None, cyclic
        )


def _listed(world: World, line: Node) -> list[str | range]:
    found: list[str | range] = []
    for member in line.all("kind_member"):
        name, span = member.leaf("NAME"), member.one("range")
        if name is not None:
            found.append(name.text)
        elif span is not None:
            names = range_members(world, span)
            low = span.leaf("INT")
            found.extend([range(int(low.text), int(low.text) + len(names))] if low is not None else list(names))
    return found


def _expand(
    world: World, name: str, wanted: dict[str, tuple[Leaf, list[str | range], bool]], path: tuple[str, ...]
) -> tuple[str, ...]:
    if name in path:
        return ()
    found: list[str] = []
    for member in wanted[name][1]:
        if isinstance(member, range):
            found.extend(str(n) for n in member)
        elif member in wanted:
            found.extend(_expand(world, member, wanted, (*path, name)))
        elif member in world.kinds:
            found.extend(world.kinds[member].members)
        else:
            found.append(member)
    for one in {m for m in found if found.count(m) > 1}:
        world.found.error("R0202", f"`{one}` is listed twice in `{name}`", wanted[name][0].span, help="list it once")
    return tuple(dict.fromkeys(found))


def _subset_of(world: World, name: str, expanded: dict[str, tuple[str, ...]]) -> bool:
    mine = set(expanded[name])
    return any(mine < set(other) for key, other in expanded.items() if key != name) or any(
        mine <= set(kind.members) for kind in world.kinds.values() if kind.first_number is None
    )


def _root(world: World, name: str, parents: dict[str, str], expanded: dict[str, tuple[str, ...]]) -> Kind | None:
    seen = set()
    while name in parents and name not in seen:
        seen.add(name)
        name = parents[name]
    if name in world.kinds:
        return world.kinds[world.kinds[name].root]
    mine = set(expanded.get(name, ()))
    fitting = [k for k in world.kinds.values() if k.name == k.root and mine and mine <= set(k.members)]
    return fitting[0] if fitting else None


def range_members(world: World, node: Node) -> tuple[str, ...]:
    """`1..6` or `a..g`, as names."""
    first, last = node.leaves("NAME", "INT")
    if first.kind == "INT" and last.kind == "INT":
        low, high = int(first.text), int(last.text)
        if low <= high and high - low < LARGEST_KIND:
            return tuple(str(n) for n in range(low, high + 1))
    elif len(first.text) == len(last.text) == 1 and first.text <= last.text:
        return tuple(chr(c) for c in range(ord(first.text), ord(last.text) + 1))
    world.found.error(
        "R0303",
        f"`{first.text}..{last.text}` is not a range",
        node.span,
        help=f"a range goes up, from number to number or letter to letter, with at most {LARGEST_KIND} members",
    )
    return (first.text,)


DIRECTIONS = {
    "north": (0, 1), "north_east": (1, 1), "east": (1, 0), "south_east": (1, -1),
    "south": (0, -1), "south_west": (-1, -1), "west": (-1, 0), "north_west": (-1, 1),
}  # fmt: skip


def declare_grid(world: World, node: Node) -> None:
    """`grid cell of column a..g by row 1..6, with lines of 4 as line`."""
    names = node.leaves("NAME")
    across, up = node.all("range")
    for leaf in names:
        if not world.declare("kind", leaf, world.kinds):
            return
    cell, column, row = (leaf.text for leaf in names[:3])
    columns, rows = range_members(world, across), range_members(world, up)
    width, height = len(columns), len(rows)
    if width * height > LARGEST_KIND:
        world.found.error(
            "R0303", f"a grid of {width * height} cells is too large", node.span, help=f"at most {LARGEST_KIND}"
        )
        return
    kinds = [
        root_kind(column, columns, first=_first_number(across)),
        root_kind(row, rows, first=_first_number(up)),
        root_kind(cell, tuple(c + ("_" if r.isdigit() and c.isdigit() else "") + r for r in rows for c in columns)),
    ]
    for kind in kinds:
        world.kinds[kind.name] = kind
    of_column, of_row, of_cell = kinds
    about = About(span=node.span)
    places = [(x, y) for y in range(height) for x in range(width)]
    world.tables[column] = Table(column, (of_cell,), Member(of_column), tuple(x for x, _ in places), about=about)
    world.tables[row] = Table(row, (of_cell,), Member(of_row), tuple(y for _, y in places), about=about)

    def at(x: int, y: int) -> int:
        return y * width + x if 0 <= x < width and 0 <= y < height else of_cell.none

    for name, (dx, dy) in DIRECTIONS.items():
        values = tuple(at(x + dx, y + dy) for x, y in places)
        world.tables[name] = Table(name, (of_cell,), Member(of_cell, True), values, about=about)
    if len(names) == 4:
        _declare_lines(world, names[3].text, int(node.text("INT")), of_cell, width, height, node.span)


def _first_number(node: Node) -> int | None:
    first = node.leaves("NAME", "INT")[0]
    return int(first.text) if first.kind == "INT" else None


def _declare_lines(world: World, name: str, length: int, cell: Kind, width: int, height: int, span: Span) -> None:
    lines: list[tuple[int, ...]] = []
    for y in range(height):
        for x in range(width):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                ends = x + dx * (length - 1), y + dy * (length - 1)
                if 0 <= ends[0] < width and ends[1] < height:
                    lines.append(tuple((y + i * dy) * width + x + i * dx for i in range(length)))
    if not lines:
        world.found.error("R0303", f"no line of {length} fits on this grid", span, help="make the lines shorter")
        return
    kind = root_kind(name, tuple(f"{cell.members[line[0]]}_{cell.members[line[-1]]}" for line in lines))
    world.kinds[name] = kind
    table = f"{cell.name}_of_{name}"
    flags = tuple(int(c in line) for line in lines for c in cell.values)
    world.tables[table] = Table(table, (kind, cell), Flag(), flags, about=About(span=span))
    world.relations[name, cell.name] = table
    assert all(a < b for a, b in pairwise(kind.values))
