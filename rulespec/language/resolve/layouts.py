"""The layout: panels with what they show and where their places stand; and the valuation.

Reads `layout` declarations, the world with everything declared and its tables; returns `Panel`s.
"""

import re
from collections.abc import Iterator, Sequence

from rulespec.diagnostics import did_you_mean
from rulespec.language.resolve.kinds import range_members
from rulespec.language.resolve.margins import unquoted
from rulespec.language.resolve.world import World
from rulespec.language.tree import Leaf, Node
from rulespec.rules.grids import on_grid
from rulespec.rules.layout import Group, Panel, in_lines, stands_on
from rulespec.rules.types import Kind, Member, Number, Type

PER_LINE = 24
"""How many places stand in one line of a row or track, unless the text says otherwise."""
LARGEST_SHEET = 10_000


def layout_of(world: World, trees: Sequence[Node]) -> tuple[Panel, ...]:
    """All panels, those of the content first: it brings the map, which is what people look at first."""
    layouts = Layouts(world)
    trees = sorted(trees, key=lambda tree: not tree.span.file.startswith("content/"))
    return tuple(panel for tree in trees for node in tree.items if isinstance(node, Node)
                 and (panel := layouts.panel(node)) is not None)  # fmt: skip


class Layouts:
    def __init__(self, world: World) -> None:
        self.world = world
        self.codes: set[str] = set()

    def panel(self, node: Node) -> Panel | None:
        form = node.kind.removesuffix("_panel")
        rest = node.one("panel_rest")
        assert rest is not None
        over = self._over(form, node)
        if over is None and form not in ("hand", "list"):
            return None
        kind = over if isinstance(over, Kind) else None
        numbers = over if isinstance(over, Number) else None
        title = unquoted(rest.leaf("STRING"))
        shows = tuple(self._shown(rest.one("shown"), form, kind, numbers))
        groups = tuple(g for line in rest.all("group_line") if (g := self._group(line, form)) is not None)
        along = self._along(rest, kind)
        size, spots = self._spots(form, node, rest, kind, numbers)
        code = self._code(title or " ".join((form, kind.name if kind else shows[0] if shows else "")))
        if title:
            self.world.texts[code] = title
        return Panel(form, title, code, kind, numbers, shows, spots, size, along, groups)

    def _code(self, title: str) -> str:
        """`layout.the_empire`: what the title is called in the texts of other languages."""
        name = "layout." + (re.sub(r"\W+", "_", title.lower()).strip("_") or "panel")
        while name in self.codes:
            name += "_"
        self.codes.add(name)
        return name

    def _over(self, form: str, node: Node) -> Kind | Number | None:
        """What there is a place of: the members of a kind, or numbers."""
        if form in ("hand", "list"):
            return None
        written = node.one("range")
        if written is not None:
            ends = written.leaves("INT")
            names = range_members(self.world, written)
            if len(ends) == 2 and len(names) > 1:
                return Number(int(ends[0].text), int(ends[1].text))
            if len(ends) < 2:
                self._error("R0430", "a track goes from number to number", written, "such as `track of 0..20`")
            return None
        leaf = node.leaves("NAME")[0]
        kind = self.world.need_kind(leaf)
        if kind is not None:
            self.world.used.add(f"kind:{kind.name}")
            if form == "board" and kind.root != self.world.player_kind:
                self._error(
                    "R0430", f"only a player has a board, not a {kind.name}", leaf, "write `row of` and the kind"
                )
                return None
        return kind

    # --- what is shown -------------------------------------------------------------------------------------------------

    def _shown(self, node: Node | None, form: str, kind: Kind | None, numbers: Number | None) -> Iterator[str]:
        """The names after the colon that can be shown there."""
        for leaf in node.leaves("NAME") if node is not None else ():
            if (found := self._thing(leaf)) is None:
                continue
            keys, type_ = found
            match form:
                case "list":
                    fits = True
                case "hand":
                    fits = any(k.root == self.world.player_kind for k in keys)
                case _:
                    fits = stands_on(keys, type_, kind, numbers)
            if fits:
                yield leaf.text
            else:
                where = kind.name if kind is not None else "number" if numbers is not None else "player"
                self._error("R0431", f"`{leaf.text}` is neither declared of each {where} nor does it stand on one", leaf,
                            "show it in a `list`")  # fmt: skip

    def _thing(self, leaf: Leaf) -> tuple[tuple[Kind, ...], Type | None] | None:
        """The keys of what is shown, and the type of its values (None: pieces or cards)."""
        world, name = self.world, leaf.text
        family, place, table = world.families.get(name), world.places.get(name), world.tables.get(name)
        if place is not None:
            return place.keys, None
        if family is not None and family.role != "location" and family.known_of is None:
            return (family.keys[:-1], None) if family.is_set else (family.keys, family.type)
        if table is not None:
            return table.keys, table.type
        known = [
            *world.places,
            *world.tables,
            *(n for n, f in world.families.items() if f.role in ("marker", "account")),
        ]
        self._error("R0201", f"nothing on the table is called `{name}`", leaf, did_you_mean(name, known))
        return None

    def _group(self, line: Node, form: str) -> Group | None:
        of, by = line.leaves("NAME")
        kind, owner = self.world.need_kind(of), self._thing(by)
        if kind is None or owner is None:
            return None
        keys, type_ = owner
        whose = isinstance(type_, Member) and type_.kind.root == self.world.player_kind
        if form != "board" or not whose or len(keys) != 1 or keys[0].root != kind.root:
            self._error("R0431", f"`{by.text}` does not say whose a {kind.name} is", by,
                        "below a `board`, name a table or marker of each such thing that is a player")  # fmt: skip
            return None
        return Group(kind, by.text, tuple(self._shown(line.one("shown"), "row", kind, None)))

    def _along(self, rest: Node, kind: Kind | None) -> str:
        for prop in rest.all("along"):
            leaf = prop.leaf("NAME")
            if leaf is None:
                continue
            table = self.world.tables.get(leaf.text)
            if table is None or kind is None or [k.root for k in table.keys] != [kind.root] * 2:
                links = [
                    n for n, t in self.world.tables.items() if kind and [k.root for k in t.keys] == [kind.root] * 2
                ]
                what = f"no `links` of {kind.name}s are" if kind is not None else "no `links` are"
                self._error("R0201", f"{what} called `{leaf.text}`", leaf, did_you_mean(leaf.text, links))
                return ""
            return leaf.text
        return ""

    # --- where it stands -----------------------------------------------------------------------------------------------

    def _spots(
        self, form: str, node: Node, rest: Node, kind: Kind | None, numbers: Number | None
    ) -> tuple[tuple[int, int], tuple[tuple[int, int], ...]]:
        written = [spot for line in rest.all("spots") for spot in line.all("spot")]
        if written and form != "map":
            self._error("R0430", f"the places of a {form} are not given by coordinates", written[0], "write `map of`")
        match form:
            case "grid":
                assert kind is not None
                return self._grid(node, kind)
            case "map":
                assert kind is not None
                return self._map(rest, kind, written)
            case "row" | "track":
                count = kind.size if kind is not None else numbers.high - numbers.low + 1 if numbers is not None else 0
                wide = next((int(p.text("INT")) for p in rest.all("per_line")), PER_LINE)
                return in_lines(count, max(1, wide))
            case _:
                return (0, 0), ()

    def _grid(self, node: Node, kind: Kind) -> tuple[tuple[int, int], tuple[tuple[int, int], ...]]:
        found = on_grid(kind, self.world.tables.values())
        if found is None:
            self._error("R0430", f"`{kind.name}` is not the cell of a grid", node.leaves("NAME")[0],
                        "write `row of`, or `map of` with coordinates")  # fmt: skip
            return (0, 0), ((0, 0),) * kind.size
        return found

    def _map(
        self, rest: Node, kind: Kind, spots: Sequence[Node]
    ) -> tuple[tuple[int, int], tuple[tuple[int, int], ...]]:
        at: dict[str, tuple[int, int]] = {}
        sheet = next((tuple(int(leaf.text) for leaf in p.leaves("INT")) for p in rest.all("drawn_in")), (100, 100))
        width, height = sheet
        if not (0 < width <= LARGEST_SHEET and 0 < height <= LARGEST_SHEET):
            self._error(
                "R0303", f"a map of {width} by {height} cannot be drawn", rest, f"at most {LARGEST_SHEET} each way"
            )
            width, height = 100, 100
        for spot in spots:
            leaf = spot.leaves("NAME")[0]
            x, y = (int(n.text) for n in spot.leaves("INT"))
            if leaf.text not in kind.members:
                self._error(
                    "R0201",
                    f"there is no {kind.name} called `{leaf.text}`",
                    leaf,
                    did_you_mean(leaf.text, kind.members),
                )
            elif leaf.text in at:
                self._error("R0432", f"`{leaf.text}` stands in two places of the map", leaf, "give each its place once")
            elif x > width or y > height:
                self._error(
                    "R0432",
                    f"{x} {y} lies outside the map of {width} by {height}",
                    spot,
                    "the first number goes from left to right, the second downwards",
                )
            at.setdefault(leaf.text, (x, y))
        missing = [member for member in kind.members if member not in at]
        if missing:
            more = ", …" if len(missing) > 6 else ""
            self._error("R0432", f"the map does not say where {', '.join(missing[:6])}{more} stand" + ("s" if len(missing) == 1 else ""), rest,
                        f"give each {kind.name} its place, such as `{missing[0]} 10 20`")  # fmt: skip
        return (width, height), tuple(at.get(member, (0, 0)) for member in kind.members)

    def _error(self, code: str, message: str, where: Node | Leaf, help: str | None) -> None:
        self.world.found.error(code, message, where.span, help=help)
