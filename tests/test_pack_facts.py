"""`pack must`: what the rules ask of every content pack, and how a pack with mistakes is refused."""

from rulespec.diagnostics import Diagnostic
from rulespec.game.files import find
from rulespec.game.load import check_sources
from rulespec.source import Source

PACK = "content/community/"

# What is said of a mistake, and the change to the pack that makes it. All of one list are made at once: a check takes seconds.
FIRST = {
    "each board has one province for each good; not so for `red` with `cotton`": (
        "board", "rio_negro       | red    | cotton ", "rio_negro       | red    | sugar  "
    ),
    "each player has one port province; not so for `green`, `blue`": (
        "board", "x_red_port      | red  ", "x_red_port      | green"
    ),
    "Rio de Janeiro is nobody's": ("board", "rio             |        | ", "rio             | red    | "),
    "port provinces produce nothing; not so for `x_green_port`": (
        "board", "x_green_port    | green  |         ", "x_green_port    | green  | coffee  "
    ),
    "each province of a board has a printed value from 1 to 6; not so for `goyaz`": (
        "board", "goyaz           | 4     |", "goyaz           | 0     |"
    ),
    "a port province has no printed value; not so for `rio`": (
        "board", "rio             | 0     |", "rio             | 3     |"
    ),
    "each port has room for the four ships of its colour; not so for `x_red_port`": (
        "board", "x_red_port      | 0     | 4 ", "x_red_port      | 0     | 3 "
    ),
    "Paraguay borders four provinces": ("board", "paraguay: rio_grande, ", "paraguay: goyaz, x_red_port, "),
    "Paraguay borders no port; not so for `x_red_port`": ("board", "", ""),
    "Paraguay borders Rio Grande do Sul": ("board", "", ""),
    "Matto Grosso borders São Paulo, Solimões": ("board", "  solimoes: matto_grosso\n", ""),
    "from every province a train can come to Rio de Janeiro; not so for `x_red_port`": (
        "board", "  x_red_port: pernambuco, x_green_coffee\n", ""
    ),
    "Maranhão, Rio Negro and Santa Catharina produce cotton": ("board", "", ""),
    "São Paulo, Pernambuco, Maranhão, Solimões and Porto Seguro are of one colour": (
        "board", "porto_seguro    | blue  ", "porto_seguro    | red   "
    ),
    "a space of the Trade Track pays its number; not so for `9`": (
        "board", "9           | sugar   | 9 ", "9           | sugar   | 8 "
    ),
    "the first six spaces of the Trade Track take cotton": (
        "board", "2           | leather | 2 ", "2           | sugar   | 2 "
    ),
    "up to 11 the spaces 3, 7 and 11 of the Trade Track take coffee, and no others; not so for `11`": (
        "board", "11          | coffee ", "11          | cotton "
    ),
    "every referendum and every minister is of a party; not so for `census`": (
        "cards", 'General census, 1872": conservative ', 'General census, 1872": '
    ),
    "events are of no party and have no votes; not so for `manifesto`": (
        "cards", 'Republican Manifesto, 1870": event, ', 'Republican Manifesto, 1870": event, fixed_votes 1, '
    ),
    "a baron's troops, ships and deputies fit on its board; not so for `tefe`": (
        "people", "start_troops 2, start_ships 1, community\n  while in a player's seat (the holder)\n    hire",
        "start_troops 16, start_ships 1, community\n  while in a player's seat (the holder)\n    hire",
    ),
}  # fmt: skip
ALONE = {
    "Rio de Janeiro has a neighbour": [
        ("board", "goyaz, porto_seguro, rio, ", "goyaz, porto_seguro, "),
        ("board", "sao_paulo: matto_grosso, rio, ", "sao_paulo: matto_grosso, "),
        ("board", "porto_seguro: rio, ", "porto_seguro: "),
    ],
}


def found_with(changes: list[tuple[str, str, str]]) -> list[Diagnostic]:
    changed = []
    for source in find("magnanimous", "community").sources:
        text = source.text
        for name, old, new in changes:
            if source.name == f"{PACK}{name}.rules":
                assert old in text, old
                text = text.replace(old, new, 1)
        changed.append(Source(source.name, text))
    return [d for d in check_sources(changed)[1] if d.is_error]


def test_a_pack_with_mistakes_is_refused_with_each_fact() -> None:
    found = found_with(list(FIRST.values()))
    assert {d.code for d in found} == {"R0418"}
    unsaid = [said for said in FIRST if not any(d.message.startswith(said) for d in found)]
    assert not unsaid
    assert all(d.span.file == "facts.rules" for d in found)
    assert all(note.span.file.startswith(PACK) for d in found for note in d.because)


def test_a_map_whose_capital_is_cut_off_is_refused() -> None:
    found = found_with(ALONE["Rio de Janeiro has a neighbour"])
    assert [d.message for d in found if d.message.startswith("Rio de Janeiro has a neighbour")]


def test_a_pack_with_a_row_too_many_is_refused_by_its_table() -> None:
    found = found_with([("board", "home:  rio_negro, ", "home:  rio_negro, acre, ")])
    assert "R0309" in {d.code for d in found}
