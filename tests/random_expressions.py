"""Random well-typed expressions over a small automaton, and random states of it.

Returns what tests of translations need: `WORLD` (an automaton with a slot of every shape), `Writer` (expressions and
effects), `random_state`.
"""

import random

from rulespec.automaton.nodes import (
    Automaton,
    Bind,
    Block,
    Branch,
    ClauseCode,
    DecisionPoint,
    Each,
    Effect,
    Finish,
    Function,
    Goto,
    Move,
    OptionPoint,
    Slot,
    TableData,
    Target,
    When,
    Write,
    WriteAll,
)
from rulespec.automaton.run import State
from rulespec.rules.expressions import (
    YES,
    Apply,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    IsKind,
    Lookup,
    Op,
    Quantified,
    Read,
    SetBy,
    Total,
    Var,
)
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, Scalar, SetOf, Type, domain

PLAYER = Kind("player", "player", (0, 1, 2), ("red", "blue", "green"), 3, cyclic=True)
ROOM = Kind("room", "room", (0, 1, 2, 3), ("hall", "attic", "cellar", "loft"), 4)
DARK = Kind("dark", "room", (1, 2), ("attic", "cellar"), 4)
ODD = Kind("odd", "room", (0, 3), ("hall", "loft"), 4)
FLAG, NUMBER = Flag(), Number(0, 5)
WIDE = Number(-60, 60)

SLOTS: tuple[tuple[str, tuple[Kind, ...], Scalar], ...] = (
    ("heat", (), NUMBER),
    ("guest", (), Member(PLAYER, optional=True)),
    ("place", (), Member(ROOM)),
    ("lit", (ROOM,), FLAG),
    ("wealth", (PLAYER,), NUMBER),
    ("store", (PLAYER, ODD), NUMBER),
    ("keeper", (ROOM,), Member(PLAYER, optional=True)),
    ("door", (DARK,), Member(ROOM, optional=True)),
)


class Writer:
    """Writes expressions of a type; `rng` decides."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.names = rng, 0

    def fresh(self) -> str:
        self.names += 1
        return f"v{self.names}"

    def flag(self, depth: int, names: dict[str, Type]) -> Expr:
        pick = self.rng.choice
        if depth == 0:
            return pick([Const(self.rng.randrange(2), FLAG), Read("lit", (self.member(ROOM, 0, names),), FLAG)])
        var = self.fresh()
        kind = pick([PLAYER, ROOM, DARK, ODD])
        inner = {**names, var: Member(kind)}
        down = depth - 1
        match self.rng.randrange(12):
            case 0:
                return Op("not", (self.flag(down, names),), FLAG)
            case 1 | 2:
                parts = tuple(self.flag(down, names) for _ in range(self.rng.randint(1, 3)))
                return Op(pick(["and", "or"]), parts, FLAG)
            case 3:
                return Op(pick(["<", "<=", "="]), (self.number(down, names), self.number(down, names)), FLAG)
            case 4:
                return Op("=", (self.maybe(ROOM, down, names), self.maybe(ROOM, down, names)), FLAG)
            case 5 | 6:
                every, condition = self.rng.random() < 0.5, self.flag(down, inner)
                return Quantified(every, var, kind, condition, self.flag(down, inner))
            case 7:
                return IsKind(self.maybe(ROOM, down, names), pick([DARK, ODD]))
            case 8:
                return Contains(self.set(kind, down, names), self.maybe(kind, down, names))
            case 9:
                return Op("if", tuple(self.flag(down, names) for _ in range(3)), FLAG)
            case 10:
                return Apply("rich", (self.member(PLAYER, down, names),), FLAG)
            case _:
                return Read("lit", (self.member(ROOM, down, names),), FLAG)

    def number(self, depth: int, names: dict[str, Type]) -> Expr:
        pick = self.rng.choice
        known = [Var(n, t) for n, t in names.items() if isinstance(t, Number)]
        if depth == 0:
            return pick([Const(self.rng.randint(-2, 5), WIDE), Read("heat", (), NUMBER), *known])
        down = depth - 1
        var = self.fresh()
        kind = pick([PLAYER, ROOM, DARK, ODD])
        inner = {**names, var: Member(kind)}
        match self.rng.randrange(12):
            case 0 | 1:
                return Op(pick(["+", "-"]), (self.number(down, names), self.number(down, names)), WIDE)
            case 2:
                return Op(pick(["min", "max"]), tuple(self.number(down, names) for _ in range(3)), WIDE)
            case 3:
                return Op(pick(["//", "%"]), (self.number(down, names), Const(self.rng.randint(1, 4), WIDE)), WIDE)
            case 4:
                return Op("*", (self.number(down, names), self.number(0, names)), WIDE)
            case 5:
                return Op("if", (self.flag(down, names), self.number(down, names), self.number(down, names)), WIDE)
            case 6 | 7:
                return Total(var, kind, self.flag(down, inner), self.number(down, inner), WIDE)
            case 8:
                return Read("store", (self.member(PLAYER, down, names), self.member(ODD, down, names)), NUMBER)
            case 9:
                return Lookup("way", (self.member(ROOM, down, names), self.member(DARK, down, names)), NUMBER)
            case 10 if any(isinstance(t, MapOf) for t in names.values()):
                name, type_ = next((n, t) for n, t in names.items() if isinstance(t, MapOf))
                return Entry(Var(name, type_), self.member(type_.kind, down, names), type_.entry)
            case _:
                return Read("wealth", (self.member(PLAYER, down, names),), NUMBER)

    def member(self, kind: Kind, depth: int, names: dict[str, Type]) -> Expr:
        """Meant to be a member of the kind; now and then none, or outside of it."""
        if depth and self.rng.random() < 0.15:
            return self.maybe(kind, depth, names)
        fits = [Var(n, t) for n, t in names.items() if isinstance(t, Member) and t.kind.within(kind)]
        constant = Const(self.rng.choice(kind.values), Member(kind))
        return self.rng.choice([*fits, *fits, constant])

    def maybe(self, kind: Kind, depth: int, names: dict[str, Type]) -> Expr:
        """A member of the root, or none."""
        root = PLAYER if kind.root == "player" else ROOM
        type_ = Member(root, optional=True)
        if depth == 0:
            return self.rng.choice([Const(root.none, type_), self.member(root, 0, names)])
        var, down = self.fresh(), depth - 1
        match self.rng.randrange(4):
            case 0:
                start = self.maybe(kind, down, names) if self.rng.random() < 0.5 else None
                return FirstOf(var, kind, start, self.flag(down, {**names, var: Member(kind)}), Member(kind, True))
            case 1:
                either = self.maybe(kind, down, names), self.member(kind, 0, names)
                return Op("if", (self.flag(down, names), *either), type_)
            case 2 if root is PLAYER:
                keeper = Read("keeper", (self.member(ROOM, down, names),), type_)
                return self.rng.choice([Read("guest", (), type_), keeper])
            case 2:
                door = Read("door", (self.member(DARK, down, names),), type_)
                return self.rng.choice([Read("place", (), type_), door])
            case _:
                return self.member(root, down, names)

    def set(self, kind: Kind, depth: int, names: dict[str, Type]) -> Expr:
        chosen = [Var(n, t) for n, t in names.items() if isinstance(t, SetOf) and t.kind == kind]
        if chosen and self.rng.random() < 0.7:
            return chosen[0]
        var = self.fresh()
        return SetBy(var, kind, self.flag(max(0, depth - 1), {**names, var: Member(kind)}), SetOf(kind))

    # --- effects ------------------------------------------------------------------------------------------------------

    def cell(self, names: dict[str, Type]) -> tuple[Target, Scalar]:
        name, kinds, type_ = self.rng.choice(SLOTS)
        return Target(name, tuple(self.member(kind, 1, names) for kind in kinds)), type_

    def value(self, type_: Scalar, depth: int, names: dict[str, Type]) -> Expr:
        match type_:
            case Flag():
                return self.flag(depth, names)
            case Number(low=low, high=high):
                bounded = Op("max", (Const(low, WIDE), self.number(depth, names)), WIDE)
                return Op("min", (Const(high, WIDE), bounded), type_) if self.rng.random() < 0.8 else bounded
            case Member(kind=kind, optional=optional):
                return (self.maybe if optional else self.member)(kind, depth, names)

    def effects(self, depth: int, names: dict[str, Type], count: int) -> tuple[tuple[Effect, ...], dict[str, Type]]:
        found: list[Effect] = []
        for _ in range(count):
            match self.rng.randrange(7):
                case 0:
                    var = self.fresh()
                    found.append(Bind(var, self.number(2, names)))
                    names = {**names, var: WIDE}
                case 1 | 2:
                    target, type_ = self.cell(names)
                    found.append(Write(target, self.value(type_, 2, names)))
                case 3:
                    kind, var = self.rng.choice([ROOM, PLAYER]), self.fresh()
                    slot, type_ = ("keeper", Member(PLAYER, True)) if kind is ROOM else ("wealth", NUMBER)
                    inner = {**names, var: Member(kind)}
                    found.append(WriteAll(slot, ((var, kind),), self.flag(1, inner), self.value(type_, 2, inner)))
                case 4:
                    source = Target("wealth", (self.member(PLAYER, 1, names),))
                    target = Target("store", (self.member(PLAYER, 1, names), self.member(ODD, 1, names)))
                    amount = self.rng.choice([Const(1, NUMBER), self.number(1, names)])
                    found.append(Move("coin", amount, source, target))
                case 5 if depth:
                    then, _ = self.effects(depth - 1, names, 2)
                    otherwise, _ = self.effects(depth - 1, names, 1)
                    found.append(When(self.flag(2, names), then, otherwise))
                case 6 if depth:
                    kind, var = self.rng.choice([ROOM, PLAYER, DARK]), self.fresh()
                    inner = {**names, var: Member(kind)}
                    body, _ = self.effects(depth - 1, inner, 1)
                    start = self.maybe(kind, 1, names) if self.rng.random() < 0.5 else None
                    found.append(Each(var, kind, start, self.flag(1, inner), body))
                case _:
                    found.append(Write(Target("heat", ()), self.value(NUMBER, 2, names)))
        return tuple(found), names

    def block(self, depth: int, names: dict[str, Type]) -> Block:
        effects, names = self.effects(1, names, self.rng.randint(1, 3))
        if depth == 0:
            return Block(effects, self.rng.choice([Goto("here"), Goto("there"), Finish("done")]))
        return Block(effects, Branch(self.flag(2, names), self.block(depth - 1, names), self.block(depth - 1, names)))

    def point(self, label: str, number: int) -> DecisionPoint:
        options = []
        for name in ("go", "stay"):
            parameters: tuple[tuple[str, Type], ...] = (
                ("room", Member(ROOM)),
                ("sum", Number(1, 2)),
                ("some", SetOf(DARK)),
                ("each", MapOf(DARK, Number(0, 1))),
            )[: self.rng.randint(0, 4)]
            names = dict(parameters)
            definition = Bind(f"d{number}{name}", self.number(2, names))
            inner = {**names, definition.var: WIDE}
            clauses = tuple(ClauseCode(f"c{i}", self.flag(2, inner)) for i in range(self.rng.randint(0, 2)))
            options.append(OptionPoint(name, parameters, (definition,), clauses, self.block(1, inner)))
        return DecisionPoint(label, number, Const(0, Member(PLAYER)), tuple(options), False, label, label)


def world(rng: random.Random) -> Automaton:
    """An automaton of two decisions whose options do something at random."""
    writer = Writer(rng)
    slots = [Slot("control", (), Number(0, 2), 0, "control", 0), Slot("ending", (), Number(0, 1), 0, "control", 1)]
    for name, kinds, type_ in SLOTS:
        offset = slots[-1].offset + slots[-1].size
        frame = "r" if name == "door" else None
        slots.append(Slot(name, kinds, type_, domain(type_)[0], "marker", offset, frame))
    rich = Function(
        "rich",
        (("who", Member(PLAYER)),),
        Op("<", (Read("heat", (), NUMBER), Read("wealth", (Var("who", Member(PLAYER)),), NUMBER)), FLAG),
        FLAG,
    )
    return Automaton(
        game="world",
        slots=tuple(slots),
        initial=tuple(slot.default for slot in slots for _ in range(slot.size)),
        control="control",
        ending="ending",
        player_kind=PLAYER,
        points=(writer.point("here", 1), writer.point("there", 2)),
        joints={},
        start=Block((), Goto("here")),
        functions={"rich": rich},
        tables={"way": TableData("way", (ROOM, DARK), NUMBER, (3, 1, 4, 1, 5, 0, 2, 5))},
        endings=(),
        scores=(),
        invariants=(),
        facts=(),
        pieces=(),
    )


def random_state(automaton: Automaton, rng: random.Random, control: int | None = None) -> State:
    """Any state of the right types, at a point."""
    cells: list[int] = []
    for slot in automaton.slots:
        cells.extend(rng.choice(domain(slot.type)) for _ in range(slot.size))
    cells[automaton.slot(automaton.control).offset] = control or rng.choice(automaton.points).number
    cells[automaton.slot(automaton.ending).offset] = 0
    return tuple(cells)


__all__ = ["PLAYER", "YES", "Writer", "random_state", "world"]
