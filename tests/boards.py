"""Two games on larger boards as typed rules, for the generator's tests: four in a row and pawns that race.

Returns `rulespec.rules.game.Game`s built with the words of `tests.handmade`.
"""

from rulespec.rules.expressions import YES, Apply, Const, FirstOf, Lookup, Read, Var
from rulespec.rules.game import Ending, Game, Table
from rulespec.rules.statements import About, Assign, Cell, EndGame, ForEach, If
from rulespec.rules.types import Flag, Member, Number
from tests.handmade import (
    both,
    choose,
    decide,
    define,
    either,
    eq,
    every,
    family,
    kind,
    make_game,
    no,
    none,
    option,
    rule,
    some,
)

FLAG = Flag()


def four_in_a_row(columns: int = 7, rows: int = 6, length: int = 4) -> Game:
    player = kind("player", "red", "yellow", cyclic=True)
    column = kind("column", *(f"c{i}" for i in range(columns)))
    cell = kind("cell", *(f"s{i}" for i in range(columns * rows)))
    found = [
        {rows * (c + k * dc) + r + k * dr for k in range(length)}
        for c in range(columns)
        for r in range(rows)
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
        if c + (length - 1) * dc < columns and 0 <= r + (length - 1) * dr < rows
    ]
    line = kind("line", *(f"l{i}" for i in range(len(found))))
    on_line = tuple(int(s in one) for one in found for s in range(columns * rows))
    of_player, disc = Member(player), Member(player, optional=True)

    def disc_of(name: str) -> Read:
        return Read("disc", (Var(name, Member(cell)),), disc)

    on = Lookup("on_line", (Var("l", Member(line)), Var("s", Member(cell))), FLAG)
    lined_up = define(
        "lined_up",
        [("player", of_player)],
        some("l", line, every("s", cell, eq(disc_of("s"), Var("player", of_player)), on)),
    )
    result = define(
        "result",
        [("player", of_player)],
        choose(
            Apply("lined_up", (Var("player", of_player),), FLAG),
            Const(1, Number(-1, 1)),
            choose(
                some("other", player, Apply("lined_up", (Var("other", of_player),), FLAG)),
                Const(-1, Number(-1, 1)),
                Const(0, Number(-1, 1)),
            ),
        ),
    )
    mover = Var("mover", of_player)
    landing = Var("landing", Member(cell, optional=True))
    in_column = eq(Lookup("column_of", (Var("s2", Member(cell)),), Member(column)), Var("column", Member(column)))
    drop = option(
        "play.drop",
        "drop",
        [
            Assign(Cell("disc", (landing,)), mover),
            If(Apply("lined_up", (mover,), FLAG), (EndGame("made"),)),
            If(every("s4", cell, no(eq(disc_of("s4"), none(player)))), (EndGame("full"),)),
        ],
        parameters=[("column", Member(column))],
        definitions=[
            ("landing", FirstOf("s2", cell, None, both(in_column, eq(disc_of("s2"), none(player))), landing.type))
        ],
        only_if={"room": no(eq(landing, none(cell)))},
    )
    play = rule(
        "play", [ForEach("mover", player, None, YES, (decide("play.drop", mover, drop),), until=Const(0, FLAG))]
    )
    return make_game(
        "four_in_a_row",
        player,
        kinds=[column, cell, line],
        families=[family("disc", disc, cell, default=player.none)],
        tables=[
            Table("on_line", (line, cell), FLAG, on_line),
            Table("column_of", (cell,), Member(column), tuple(i // rows for i in range(columns * rows))),
        ],
        definitions=[lined_up, result],
        endings=[Ending("made", None, About(code="made")), Ending("full", None, About(code="full"))],
        rules=[play],
        start="play",
        scores=["result"],
    )


def pawn_race(size: int = 8) -> Game:
    player = kind("player", "white", "black", cyclic=True)
    square = kind("square", *(f"s{i}" for i in range(size * size)))
    heading = kind("heading", "left", "straight", "right")
    of_player, pawn = Member(player), Member(player, optional=True)

    def ahead(p: int, s: int, h: int) -> int:
        row, column = divmod(s, size)
        row, column = row + (1 - 2 * p), column + h - 1
        return size * row + column if 0 <= row < size and 0 <= column < size else size * size

    def pawn_of(e: Var) -> Read:
        return Read("pawn", (e,), pawn)

    mover, from_, way = Var("mover", of_player), Var("square", Member(square)), Var("heading", Member(heading))
    target = Var("target", Member(square, optional=True))
    parameters = [("player", of_player), ("square", Member(square)), ("heading", Member(heading))]
    next_ = define("next", parameters, Lookup("ahead", tuple(Var(n, t) for n, t in parameters), target.type))
    routed = define(
        "routed",
        [("player", of_player)],
        every("s", square, no(eq(pawn_of(Var("s", Member(square))), Var("player", of_player)))),
    )
    result = define(
        "result",
        [("player", of_player)],
        choose(
            eq(Read("winner", (), pawn), Var("player", of_player)), Const(1, Number(-1, 1)), Const(-1, Number(-1, 1))
        ),
    )
    someone = some("p", player, Apply("routed", (Var("p", of_player),), FLAG))
    last = eq(Lookup("goal", (target,), pawn), mover)
    advance = option(
        "play.advance",
        "advance",
        [
            Assign(Cell("pawn", (from_,)), none(player)),
            Assign(Cell("pawn", (target,)), mover),
            If(either(last, someone), (Assign(Cell("winner", ()), mover), EndGame("won"))),
        ],
        parameters=[("square", Member(square)), ("heading", Member(heading))],
        definitions=[("target", Apply("next", (mover, from_, way), target.type))],
        only_if={
            "own": eq(pawn_of(from_), mover),
            "inside": no(eq(target, none(square))),
            "room": either(no(eq(way, Const(1, Member(heading)))), eq(pawn_of(target), none(player))),
            "foe": no(eq(pawn_of(target), mover)),
        },
    )
    play = rule(
        "play", [ForEach("mover", player, None, YES, (decide("play.advance", mover, advance),), until=Const(0, FLAG))]
    )
    cells = range(size * size)
    return make_game(
        "pawn_race",
        player,
        kinds=[square, heading],
        families=[
            family(
                "pawn",
                pawn,
                square,
                default=player.none,
                initial=tuple(0 if s < 2 * size else 1 if s >= size * (size - 2) else 2 for s in cells),
            ),
            family("winner", pawn, default=player.none),
        ],
        tables=[
            Table(
                "ahead",
                (player, square, heading),
                target.type,
                tuple(ahead(p, s, h) for p in (0, 1) for s in cells for h in range(3)),
            ),
            Table("goal", (square,), pawn, tuple(0 if s >= size * (size - 1) else 1 if s < size else 2 for s in cells)),
        ],
        definitions=[next_, routed, result],
        endings=[Ending("won", None, About(code="won"))],
        rules=[play],
        start="play",
        scores=["result"],
    )
