"""Pieces, cards, markers, accounts, tables and links: what lies on the table and what is printed on it.

Reads their declarations; fills families, places, pieces, cards and tables of the world.
"""

from collections.abc import Mapping

import attrs

from rulespec.diagnostics import did_you_mean
from rulespec.language.resolve.kinds import root_kind
from rulespec.language.resolve.margins import about_of, unquoted
from rulespec.language.resolve.world import Policy, World, singular
from rulespec.language.tree import Leaf, Node
from rulespec.rules.expressions import Expr, Lookup, Var
from rulespec.rules.game import JOINED, Account, CardKind, Family, Piece, Place, Table, Visibility
from rulespec.rules.types import Flag, Kind, Member, Number, Scalar, SetOf, Type, domain

LARGEST_NUMBER = 1_000_000
MOST_CELLS = 20_000


def keys_of(world: World, node: Node | None) -> tuple[tuple[Kind, ...], tuple[str, ...]]:
    """The kinds of an `of each ...`, and the prepositions before the second and later ones."""
    if node is None:
        return (), ()
    kinds = tuple(kind for leaf in node.leaves("NAME") if (kind := world.need_kind(leaf)) is not None)
    return kinds, tuple(
        word.items[0].kind if word.items and isinstance(word.items[0], Node) else "and" for word in node.all("key_word")
    )


def type_of(world: World, node: Node) -> Type | None:
    """A written type: `player or none`, `0..20`, `flag`, `players`."""
    if node.kind == "range_type":
        low, high = (int(leaf.text) for leaf in node.leaves("INT"))
        sign = node.leaf("SIGN")
        low = -low if sign is not None and sign.text == "-" else low
        if low > high or max(abs(low), abs(high)) > LARGEST_NUMBER:
            world.found.error(
                "R0303",
                f"{low}..{high} is not a range",
                node.span,
                help=f"a range goes up, and ends at {LARGEST_NUMBER} at most",
            )
            return None
        return Number(low, high)
    name = node.leaves("NAME")[0]
    if name.text == "flag":
        return Flag()
    kind = world.need_kind(name)
    if kind is None:
        return None
    world.used.add(f"kind:{kind.name}")
    if name.text not in world.kinds:
        return SetOf(kind)
    return Member(kind, node.leaf("NONE") is not None)


def declare_marker(world: World, node: Node) -> None:
    """`marker nobility of each player: 0..20, stops at the ends`."""
    name = node.leaves("NAME")[0]
    if not world.declare("marker", name, taken(world)):
        return
    keys, _ = keys_of(world, node.one("ofeach"))
    written = node.one("named_type", "range_type")
    type_ = type_of(world, written) if written is not None else None
    if type_ is None:
        return
    about = about_of(node, name.text, _first_words(node))
    if isinstance(type_, SetOf):
        family = Family(name.text, (*keys, type_.kind), Flag(), "marker", 0, is_set=True, about=about)
    else:
        assert isinstance(type_, Member | Number | Flag)
        start = _start(world, node, type_)
        family = Family(name.text, keys, type_, "marker", start, about=about)
    _add(world, family)
    overflow = "stop" if node.one("stops") else "wrap" if node.one("wraps") else "fail"
    world.policies[name.text] = Policy(overflow)


def default_of(type_: Scalar) -> int:
    """What nobody set is 0, none or no."""
    match type_:
        case Member(kind=kind, optional=optional):
            return kind.none if optional else kind.values[0]
        case Number(low=low, high=high):
            return min(max(0, low), high)
        case Flag():
            return 0


def _start(world: World, node: Node, type_: Scalar) -> int:
    prop = node.one("starts_at")
    if prop is None:
        return default_of(type_)
    value = prop.items[0]
    assert isinstance(value, Node)
    leaf = value.leaf()
    found: int | None = None
    if leaf is not None and value.kind == "number":
        found = int(leaf.text)
    elif leaf is not None and isinstance(type_, Member):
        root = world.kinds[type_.kind.root]
        found = root.members.index(leaf.text) if leaf.text in root.members else None
    if found is None or found not in domain(type_):
        world.found.error("R0304", "a marker cannot start there", value.span, help="start it at a value of its type")
        return default_of(type_)
    return found


def _first_words(node: Node) -> str:
    words = node.one("words")
    return unquoted(words.leaves("STRING")[0]) if words is not None else ""


def taken(world: World) -> list[str]:
    """Names that a thing on the table cannot have any more."""
    return [*world.families, *world.places, *world.tables, *world.signatures, *world.accounts]


def _add(world: World, family: Family) -> None:
    cells = 1
    for kind in family.keys:
        cells *= kind.size
    if cells > MOST_CELLS:
        world.found.error(
            "R0305",
            f"`{family.name}` would have {cells} cells",
            family.about.span,
            help=f"at most {MOST_CELLS} are allowed",
        )
        return
    world.families[family.name] = family


def declare_pieces(world: World, node: Node) -> None:
    """`pieces 180 coins` and the places they lie in; each place is a family of counts."""
    total, name = int(node.text("INT")), node.leaves("NAME")[0]
    piece = singular(name.text)
    if total > LARGEST_NUMBER:
        world.found.error("R0303", f"{total} pieces are too many", node.span, help=f"at most {LARGEST_NUMBER}")
        return
    if not world.declare("piece", name, [*world.pieces, *world.cards]):
        return
    keys, _ = keys_of(world, node.one("ofeach"))
    places: list[Place] = []
    for line in node.all("places"):
        places.extend(p for written in line.all("place") if (p := _place(world, written, piece, 0, keys)) is not None)
    starts = {p.name: _starting(node, p.name) for p in places}
    laid_out = sum(starts[p.name] * _cells(p.keys) for p in places) // max(1, _cells(keys))
    supply = next((p for p in places if p.supply), None)
    if supply is None and laid_out != total:
        world.found.error(
            "R0306",
            f"{laid_out} of the {total} {name.text} have a place at the start",
            node.span,
            help="mark one place as `supply`, or let the `starting with` numbers add up",
        )
    if supply is not None and laid_out > total:
        world.found.error(
            "R0306",
            f"{laid_out} {name.text} lie out at the start, but there are {total}",
            node.span,
            help="lay out fewer",
        )
    for place in places:
        start = total - laid_out if place is supply else starts[place.name]
        world.places[place.name] = place
        family = Family(
            place.name,
            place.keys,
            Number(0, total),
            "place",
            max(start, 0),
            visibility=place.visibility,
            about=place.about,
        )
        _add(world, family)
    world.pieces[piece] = Piece(piece, total, keys, tuple(places), about_of(node, piece, ""))


def _cells(keys: tuple[Kind, ...]) -> int:
    cells = 1
    for kind in keys:
        cells *= kind.size
    return cells


def _starting(node: Node, place: str) -> int:
    for line in node.all("places"):
        for written in line.all("place"):
            start = written.one("starting_with")
            if written.leaves("NAME")[0].text == place and start is not None:
                return int(start.text("INT"))
    return 0


def _place(world: World, node: Node, piece: str, base: int = 0, piece_keys: tuple[Kind, ...] = ()) -> Place | None:
    name = node.leaves("NAME")[0]
    if not world.declare("place", name, taken(world)):
        return None
    keys, _ = keys_of(world, node.one("ofeach"))
    visibility = Visibility()
    seen = node.one("seen_by")
    if node.one("face_down"):
        visibility = Visibility("none")
    elif node.one("count_only"):
        visibility = Visibility("count")
    elif seen is not None:
        at = next((i for i, kind in enumerate(keys) if kind.name == seen.text("NAME")), None)
        if at is None:
            world.found.error(
                "R0307",
                f"`{name.text}` does not belong to a {seen.text('NAME')}",
                seen.span,
                help="say `of each player`",
            )
        else:
            visibility = Visibility("owner", at)
    return Place(
        name.text,
        keys,
        piece,
        visibility,
        node.one("supply") is not None,
        node.one("discards") is not None,
        base,
        _whose(world, node, keys, piece_keys),
        about=about_of(node, name.text, ""),
    )


def _whose(world: World, node: Node, keys: tuple[Kind, ...], piece_keys: tuple[Kind, ...]) -> tuple[Expr, ...]:
    """Whose pieces a place holds: `store of each home, of its owner and crop`, or those that its own keys name."""
    own = [Var(f"key{i}", Member(kind)) for i, kind in enumerate(keys)]
    belongs = node.one("belongs")
    words = belongs.leaves("NAME") if belongs is not None else []
    found: list[Expr] = []
    for number, wanted in enumerate(piece_keys):
        candidates: list[Expr]
        if words:
            word = words[number].text if number < len(words) else ""
            candidates = [v for v, kind in zip(own, keys, strict=True) if kind.name == word]
            table = world.tables.get(word)
            if table is not None and len(table.keys) == 1:
                candidates += [
                    Lookup(word, (v,), table.type)
                    for v, kind in zip(own, keys, strict=True)
                    if kind.root == table.keys[0].root
                ]
        else:
            candidates = [v for v, kind in zip(own, keys, strict=True) if kind.root == wanted.root]
        fitting = [c for c in candidates if isinstance(c.type, Member) and c.type.kind.root == wanted.root]
        if not fitting:
            world.found.error(
                "R0307",
                f"it is not said of which {wanted.name} the pieces in `{node.leaves('NAME')[0].text}` are",
                node.span,
                help=f"say `of each {wanted.name}`, or `of its …` with a fact that names a {wanted.name}",
            )
            return ()
        found.append(fitting[0])
    return tuple(found)


def declare_cards(world: World, node: Node) -> None:
    """`cards 3 ranks`: the members of the kind, each in one place; all start in the first pile."""
    name = node.leaves("NAME")[0]
    kind = world.need_kind(name)
    if kind is None or not world.declare("cards", name, [*world.pieces, *world.cards]):
        return
    count = node.leaf("INT")
    if count is not None and int(count.text) != kind.size:
        world.found.error(
            "R0306",
            f"there are {kind.size} {name.text}, not {count.text}",
            count.span,
            help="let the number agree with the kind",
        )
    places: list[Place] = []
    base = 0
    start: Place | None = None
    for line in node.all("places"):
        for written in line.all("place"):
            place = _place(world, written, kind.name, base)
            if place is None:
                continue
            base += _cells(place.keys)
            places.append(place)
            world.places[place.name] = place
            if start is None and (written.one("pile") or written.one("supply")):
                start = place
    if not places:
        return
    first = start or places[0]
    location = f"{kind.name}_location"
    _add(
        world,
        Family(location, (kind,), Number(0, base - 1), "location", first.base, about=about_of(node, location, "")),
    )
    world.cards[kind.name] = CardKind(kind.name, kind, location, tuple(places), about_of(node, kind.name, ""))


def declare_account(world: World, node: Node) -> None:
    """`account steps of each player: 0..60, settled one by one by climb`; its order is resolved later."""
    names = node.leaves("NAME")
    if not world.declare("account", names[0], taken(world)):
        return
    keys, _ = keys_of(world, node.one("ofeach"))
    written = node.one("named_type", "range_type")
    type_ = type_of(world, written) if written is not None else None
    if not isinstance(type_, Number) or len(keys) != 1:
        world.found.error(
            "R0308",
            "an account is a number of each player",
            node.span,
            help="write `account steps of each player: 0..60, …`",
        )
        return
    about = about_of(node, names[0].text, "")
    _add(world, Family(names[0].text, keys, type_, "account", 0, about=about))
    world.accounts[names[0].text] = Account(names[0].text, names[0].text, names[-1].text, None, about)


def declare_printed(world: World, node: Node) -> None:
    """`printed unrest of each empire_card: -5..5`: a fact that the content fills in, with the range it may have."""
    name = node.leaves("NAME")[0]
    if not world.declare("table", name, taken(world)):
        return
    keys, _ = keys_of(world, node.one("ofeach"))
    written = node.one("named_type", "range_type")
    type_ = type_of(world, written) if written is not None else None
    if not isinstance(type_, Member | Number | Flag) or len(keys) != 1:
        return
    if not isinstance(type_, Flag) and default_of(type_) == 0 and isinstance(type_, Member):
        world.found.error(
            "R0309", f"`{name.text}` has no value where nothing is printed", node.span, help="write `… or none`"
        )
        return
    values = (default_of(type_),) * keys[0].size
    world.tables[name.text] = Table(name.text, keys, type_, values, about=about_of(node, name.text, _first_words(node)))
    world.printed.add(name.text)


def fill_printed(world: World, title: Leaf, kind: Kind, given: Mapping[str, int | str | None]) -> None:
    """What a table's column or the attributes of cards say of a printed fact, checked against its type."""
    table = world.tables[title.text]
    over, type_ = table.keys[0], table.type
    values = list(table.values)
    for member, written in given.items():
        if member not in over.members:
            if written == "":  # an empty cell in the row of a thing that has no such print
                continue
            world.found.error(
                "R0309", f"`{title.text}` is printed on a {over.name}, not on `{member}`", title.span, help=None
            )
            return
        value = _printed_value(world, type_, written)
        if value is None:
            world.found.error(
                "R0304",
                f"`{title.text}` of `{member}` cannot be {written}",
                title.span,
                (table.about.span, "its type"),
                help="give it a value of its type",
            )
            return
        values[over.members.index(member)] = value
    world.tables[title.text] = attrs.evolve(table, values=tuple(values))


def _printed_value(world: World, type_: Type, written: int | str | None) -> int | None:
    match type_:
        case Number(low=low, high=high):
            number = int(written) if written is not None and str(written).lstrip("-").isdigit() else None
            return number if number is not None and low <= number <= high else None
        case Flag():
            return {"yes": 1, "no": 0, "": 0, None: 1, 1: 1}.get(written)
        case Member(kind=kind, optional=optional):
            root = world.kinds[kind.root]
            if written in (None, "", "none") or written in world.absent:
                return root.none if optional else None
            found = root.members.index(str(written)) if str(written) in root.members else None
            return found if found in kind.values else None
        case _:
            return None


def declare_table(world: World, node: Node) -> None:
    """A table: the first column holds the members of a kind of that name, each other column is an attribute of it."""
    name = node.leaves("NAME")[0]
    rows = [[_cell(c) for c in row.all("cell")] for row in node.all("row")]
    head, body = rows[0], rows[1:]
    kind = world.kind_named(name.text)
    firsts = [row[0][0] if row and row[0] else "" for row in body]
    if kind is None:
        numeric = (
            all(f.isdigit() for f in firsts) and firsts == [str(int(firsts[0]) + i) for i in range(len(firsts))]
            if firsts
            else False
        )
        kind = root_kind(name.text, tuple(firsts), first=int(firsts[0]) if numeric else None)
        world.kinds[name.text] = kind
    for number, row in enumerate(body):
        if len(row) != len(head):
            world.found.error(
                "R0309",
                f"row {number + 1} has {len(row)} cells, the head has {len(head)}",
                node.all("row")[number + 1].span,
                help="give each row one cell per column",
            )
            return
    missing = [m for m in kind.members if m not in firsts]
    if missing or len(firsts) != kind.size:
        world.found.error(
            "R0309",
            f"the table `{name.text}` should have one row for each {kind.name}",
            node.span,
            help=f"missing: {', '.join(missing[:5])}" if missing else "a member has two rows or is unknown",
        )
        return
    for at, title in enumerate(head[1:], 1):
        if not title or title[0] == "source":
            continue
        _column(world, node, kind, title[0], {row[0][0]: row[at] for row in body})


def _cell(node: Node) -> list[str]:
    return [
        "".join(leaf.text for leaf in item.leaves())
        for item in node.all("cell_item")
        if item.one("margin") is None and item.leaves()
    ] or ([] if not node.leaves() else [node.leaves()[0].text])


def _column(world: World, node: Node, kind: Kind, title: str, cells: dict[str, list[str]]) -> None:
    leaf = Leaf("NAME", title, node.span)
    if title in world.printed:
        fill_printed(world, leaf, kind, {member: (cell[0] if cell else "") for member, cell in cells.items()})
        return
    if not world.declare("table", leaf, taken(world)):
        return
    written = [[] if cells[member] and cells[member][0] in world.absent else cells[member] for member in kind.members]
    flat = [c[0] if c else "" for c in written]
    type_: Type
    if all(c.lstrip("-").isdigit() for c in flat):
        numbers = [int(c) for c in flat]
        type_, values = Number(min(numbers), max(numbers)), numbers
    elif all(c in ("", "yes", "no") for c in flat):
        type_, values = Flag(), [int(c == "yes") for c in flat]
    else:
        named = [c for c in flat if c not in ("", "none")]
        own = world.kind_named(title)
        roots = [world.kinds[own.root]] if own else [k for k, _ in world.members_named(named[0])]
        root = next((r for r in roots if all(c in r.members for c in named)), None)
        if root is None:
            world.found.error(
                "R0309",
                f"the column `{title}` names things of no one kind",
                node.span,
                help=did_you_mean(named[0], _all_members(world)),
            )
            return
        optional = len(named) < len(flat)
        type_, values = (
            Member(own or root, optional),
            [root.members.index(c) if c in root.members else root.none for c in flat],
        )
    world.tables[title] = Table(title, (kind,), type_, tuple(values), about=about_of(node, title, ""))


def _all_members(world: World) -> list[str]:
    return [m for kind in world.kinds.values() for m in kind.members]


def joined_by(links: Table, kind: Kind) -> Table:
    """Which members of a kind one can go between along the links, through members of that kind alone."""
    whole = links.keys[0]
    at = [whole.members.index(member) for member in kind.members]
    reached: list[int] = []
    for start in at:
        seen, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            new = [n for n in at if n not in seen and links.values[here * whole.size + n]]
            seen.update(new)
            waiting.extend(new)
        reached.extend(int(n in seen) for n in at)
    return Table(f"{links.name}{JOINED}{kind.name}", (kind, kind), Flag(), tuple(reached))


def declare_links(world: World, node: Node) -> None:
    """`links next of region`: which members lie beside which; both ways."""
    name, kind_name = node.leaves("NAME")[:2]
    kind = world.need_kind(kind_name)
    if kind is None or not world.declare("table", name, taken(world)):
        return
    flags = [0] * (kind.size * kind.size)
    for line in node.all("link"):
        leaves = line.leaves("NAME")
        for leaf in leaves:
            if leaf.text not in kind.members:
                world.found.error(
                    "R0201",
                    f"there is no {kind.name} called `{leaf.text}`",
                    leaf.span,
                    help=did_you_mean(leaf.text, kind.members),
                )
        known = [kind.members.index(leaf.text) for leaf in leaves if leaf.text in kind.members]
        for other in known[1:]:
            flags[known[0] * kind.size + other] = flags[other * kind.size + known[0]] = 1
    world.tables[name.text] = Table(name.text, (kind, kind), Flag(), tuple(flags), about=about_of(node, name.text, ""))
    world.neighbours[name.text] = name.text
