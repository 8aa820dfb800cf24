"""Automata built by hand for tests of the verifier: small, and easy to break in one place.

Returns `rulespec.automaton.nodes.Automaton`s.
"""

from rulespec.automaton.nodes import (
    AutomaticPoint,
    Automaton,
    Bind,
    Block,
    Branch,
    ClauseCode,
    DecisionPoint,
    EndingData,
    Finish,
    Goto,
    InvariantAt,
    Move,
    OptionPoint,
    PieceSum,
    Slot,
    Target,
    Write,
)
from rulespec.rules.expressions import Expr, Op, Read, Var
from rulespec.rules.types import Flag, Kind, Member, Number
from tests.handmade import add, both, eq, le, lt, no, number, total

PLAYER = Kind("player", "player", (0, 1), ("red", "blue"), 2, cyclic=True)
COINS, AMOUNT, OF_PLAYER = Number(0, 6), Number(1, 3), Member(PLAYER)

TURN = Read("turn", (), OF_PLAYER)
BANK = Read("bank", (), COINS)


def purse(of: Expr) -> Read:
    return Read("purse", (of,), COINS)


def coins(
    *,
    guarded: bool = True,
    minted: bool = False,
    way_out: bool = True,
    limit: int = 6,
) -> Automaton:
    """Players pay into a bank in turn, or take one coin from it. To break it: the payment is not `guarded` by the
    purse; a coin is `minted`; there is no `way_out` for the poor; the bank is said to hold at most `limit`."""
    amount = Var("amount", AMOUNT)
    other = Op("if", (eq(TURN, number(0)), number(1), number(0)), OF_PLAYER)
    at_bank, at_purse = Target("bank", ()), Target("purse", (TURN,))
    again = Goto("turn.pay")
    pay = OptionPoint(
        "pay",
        (("amount", AMOUNT),),
        (),
        (ClauseCode("turn.pay.pay.enough", le(amount, purse(TURN))),) if guarded else (),
        Block(
            (Move("coin", amount, at_purse, at_bank), Write(Target("turn", ()), other)),
            Branch(eq(BANK, number(6)), Block((), Finish("full")), Block((), again)),
        ),
    )
    gain: tuple[Move | Write, ...] = (Move("coin", number(1), at_bank, at_purse),)
    if minted:
        gain = (Write(at_purse, add(purse(TURN), number(1))),)
    take = OptionPoint(
        "take",
        (),
        (),
        (ClauseCode("turn.pay.take.something", both(le(number(1), BANK), le(purse(TURN), number(5)))),),
        Block((*gain, Write(Target("turn", ()), other)), again),
    )
    leave = OptionPoint("leave", (), (), (), Block((Write(Target("turn", ()), other),), again))
    options = (pay, take, leave) if way_out else (pay, take)
    return Automaton(
        game="coins",
        slots=(
            Slot("control", (), Number(0, 1), 0, "control", 0),
            Slot("ending", (), Number(0, 1), 0, "control", 1),
            Slot("purse", (PLAYER,), COINS, 0, "place", 2),
            Slot("bank", (), COINS, 0, "place", 4),
            Slot("turn", (), OF_PLAYER, 0, "marker", 5),
        ),
        initial=(0, 0, 3, 3, 0, 0),
        control="control",
        ending="ending",
        player_kind=PLAYER,
        points=(DecisionPoint("turn.pay", 1, TURN, options, False, "DEC-1", "turn"),),
        joints={},
        start=Block((), again),
        functions={},
        tables={},
        endings=(EndingData("full", 1, None),),
        scores=(),
        invariants=(
            InvariantAt("modest", ("turn.pay",), Op("<=", (BANK, number(limit)), Flag())),
            InvariantAt("not_all", ("turn.pay",), le(number(1), total("p", PLAYER, purse(Var("p", OF_PLAYER))))),
        ),
        facts=(),
        pieces=(PieceSum("coin", 6, (), ("purse", "bank"), ((), ())),),
    )


def goods(*, own_stall: bool = True, emptied: bool = True, falling: bool = True) -> Automaton:
    """Each player has three goods, in a store or on stalls that players own. To break it: goods go to any stall, not
    only to an `own_stall`; a stall changes hands before it is `emptied`; the clearing loop's rank is not `falling`."""
    space = Kind("space", "space", (0, 1), ("north", "south"), 2)
    of_space, count, owner_type = Member(space), Number(0, 6), Member(PLAYER)
    at, who = Var("at", of_space), Var("who", owner_type)
    owner = Read("owner", (at,), owner_type)
    stall = Read("stall", (at,), count)
    clauses = [ClauseCode("sell.stock", le(number(1), Read("store", (who,), count)))]
    clauses.append(ClauseCode("sell.room", le(stall, number(2))))
    if own_stall:
        clauses.append(ClauseCode("sell.own", eq(owner, who)))
    sell = OptionPoint(
        "sell",
        (("who", owner_type), ("at", of_space)),
        (),
        tuple(clauses),
        Block((Move("good", number(1), Target("store", (who,)), Target("stall", (at,))),), Goto("market")),
    )
    hand_over = OptionPoint(
        "hand_over",
        (("at", of_space), ("who", owner_type)),
        (),
        (ClauseCode("hand_over.empty", eq(stall, number(0))),) if emptied else (),
        Block((Write(Target("owner", (at,)), who),), Goto("market")),
    )
    left = Read("left", (), Number(0, 2))
    begin = Write(Target("left", ()), number(2), role="cursor")
    clear = OptionPoint("clear", (), (), (), Block((begin,), Goto("loop")))
    cleared = Op("-", (number(2), left), of_space)
    fewer = Op("-", (left, number(1)), Number(-1, 1)) if falling else left
    body = Block(
        (
            Bind("here", cleared),
            Move(
                "good",
                Read("stall", (Var("here", of_space),), count),
                Target("stall", (Var("here", of_space),)),
                Target("store", (Read("owner", (Var("here", of_space),), owner_type),)),
            ),
            Write(Target("left", ()), fewer, role="cursor"),
        ),
        Goto("loop"),
    )
    head = Branch(eq(left, number(0)), Block((), Goto("market")), body)
    loop = AutomaticPoint("loop", 2, Block((), head), "clear", left)
    return Automaton(
        game="goods",
        slots=(
            Slot("control", (), Number(0, 2), 0, "control", 0),
            Slot("ending", (), Number(0, 1), 0, "control", 1),
            Slot("store", (PLAYER,), count, 0, "place", 2),
            Slot("stall", (space,), count, 0, "place", 4),
            Slot("owner", (space,), owner_type, 0, "marker", 6),
            Slot("left", (), Number(0, 2), 0, "cursor", 8, frame="clear"),
        ),
        initial=(0, 0, 3, 3, 0, 0, 0, 1, 0),
        control="control",
        ending="ending",
        player_kind=PLAYER,
        points=(DecisionPoint("market", 1, number(0), (sell, hand_over, clear), False, "DEC-1", "market"), loop),
        joints={},
        start=Block((), Goto("market")),
        functions={},
        tables={},
        endings=(),
        scores=(),
        invariants=(),
        facts=(),
        pieces=(
            PieceSum(
                "good",
                3,
                (PLAYER,),
                ("store", "stall"),
                ((Var("key0", owner_type),), (Read("owner", (Var("key0", of_space),), owner_type),)),
            ),
        ),
    )


def counter(step: int) -> Automaton:
    """A number that goes up by `step`, from 5 to 0 again. It never is 3 if the step is even; but 1 + 2 is."""
    count = Number(0, 5)
    now = Read("count", (), count)
    up = Op("%", (add(now, number(step)), number(6)), count)
    go = OptionPoint("go", (), (), (), Block((Write(Target("count", ()), up),), Goto("tick")))
    return Automaton(
        game="counter",
        slots=(
            Slot("control", (), Number(0, 1), 0, "control", 0),
            Slot("ending", (), Number(0, 1), 0, "control", 1),
            Slot("count", (), count, 0, "marker", 2),
        ),
        initial=(0, 0, 0),
        control="control",
        ending="ending",
        player_kind=PLAYER,
        points=(DecisionPoint("tick", 1, number(0), (go,), False, "DEC-1", "tick"),),
        joints={},
        start=Block((), Goto("tick")),
        functions={},
        tables={},
        endings=(),
        scores=(),
        invariants=(InvariantAt("not_three", ("tick",), no(eq(now, number(3)))),),
        facts=(),
        pieces=(),
    )


def tennis() -> Automaton:
    """Two players hit a ball in turn. Blue never has more hits than red: to see it one must look at the past."""
    hits = Number(0, 5)

    def hit(of: int) -> Read:
        return Read("hits", (number(of),), hits)

    points = []
    for i, name in enumerate(PLAYER.members):
        fewer = ClauseCode("hit.fewer", lt(hit(i), number(5)))
        target = Target("hits", (number(i),))
        block = Block((Write(target, add(hit(i), number(1))),), Goto(PLAYER.members[1 - i]))
        stop = OptionPoint("stop", (), (), (), Block((), Finish("tired")))
        options = (OptionPoint("hit", (), (), (fewer,), block), stop)
        points.append(DecisionPoint(name, i + 1, number(i), options, False, "", name))
    return Automaton(
        game="tennis",
        slots=(
            Slot("control", (), Number(0, 2), 0, "control", 0),
            Slot("ending", (), Number(0, 1), 0, "control", 1),
            Slot("hits", (PLAYER,), hits, 0, "marker", 2),
        ),
        initial=(0, 0, 0, 0),
        control="control",
        ending="ending",
        player_kind=PLAYER,
        points=tuple(points),
        joints={},
        start=Block((), Goto("red")),
        functions={},
        tables={},
        endings=(EndingData("tired", 1, None),),
        scores=(),
        invariants=(InvariantAt("red_leads", ("red", "blue"), le(hit(1), hit(0))),),
        facts=(),
        pieces=(),
    )
