"""Typed rules built by hand, so that every backend can be tested without the parser.

Returns `rulespec.rules.game.Game`s: `tic_tac_toe`, `kuhn_poker`, `auction`; `make_game` and the small words below
build others.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rulespec.rules.expressions import (
    NO,
    YES,
    Apply,
    CanChoose,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    Lookup,
    Op,
    PlaceAt,
    Quantified,
    Read,
    RulingIs,
    SetBy,
    Total,
    Var,
)
from rulespec.rules.game import (
    Account,
    Arm,
    CardKind,
    Contribution,
    Definition,
    Ending,
    Family,
    Game,
    Invariant,
    Piece,
    Place,
    Reading,
    Rule,
    RulingDecl,
    Score,
    Table,
    Visibility,
)
from rulespec.rules.statements import (
    About,
    Assign,
    AssignAll,
    Call,
    Cell,
    Clause,
    Decide,
    Draw,
    Earn,
    EndGame,
    ForEach,
    If,
    Let,
    MoveCard,
    Option,
    Parameter,
    Repeat,
    Step,
    Stmt,
    Transfer,
)
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, Scalar, SetOf, Type

# --- small words for building rules -----------------------------------------------------------------------------------

FLAG = Flag()


def kind(name: str, *members: str, cyclic: bool = False) -> Kind:
    """A root kind."""
    return Kind(name, name, tuple(range(len(members))), members, len(members), cyclic=cyclic)


def sub_kind(name: str, root: Kind, *members: str) -> Kind:
    """A kind of some members of a root kind."""
    values = tuple(sorted(root.members.index(m) for m in members))
    return Kind(name, root.name, values, tuple(root.members[v] for v in values), root.root_size)


def number(value: int) -> Const:
    return Const(value, Number(value, value))


def member(of: Kind, name: str) -> Const:
    return Const(of.values[of.members.index(name)], Member(of))


def none(of: Kind) -> Const:
    return Const(of.none, Member(of, optional=True))


def _range(type_: Type) -> tuple[int, int]:
    match type_:
        case Number(low=low, high=high):
            return low, high
        case _:
            return 0, 1


def add(a: Expr, b: Expr) -> Op:
    (low, high), (low2, high2) = _range(a.type), _range(b.type)
    return Op("+", (a, b), Number(low + low2, high + high2))


def sub(a: Expr, b: Expr) -> Op:
    (low, high), (low2, high2) = _range(a.type), _range(b.type)
    return Op("-", (a, b), Number(low - high2, high - low2))


def smaller(a: Expr, b: Expr) -> Op:
    (low, high), (low2, high2) = _range(a.type), _range(b.type)
    return Op("min", (a, b), Number(min(low, low2), min(high, high2)))


def eq(a: Expr, b: Expr) -> Op:
    return Op("=", (a, b), FLAG)


def lt(a: Expr, b: Expr) -> Op:
    return Op("<", (a, b), FLAG)


def le(a: Expr, b: Expr) -> Op:
    return Op("<=", (a, b), FLAG)


def no(a: Expr) -> Op:
    return Op("not", (a,), FLAG)


def both(*conditions: Expr) -> Expr:
    """All of them, lazily from the left."""
    result = conditions[0]
    for condition in conditions[1:]:
        result = Op("and", (result, condition), FLAG)
    return result


def either(*conditions: Expr) -> Expr:
    """One of them, lazily from the left."""
    result = conditions[0]
    for condition in conditions[1:]:
        result = Op("or", (result, condition), FLAG)
    return result


def choose(condition: Expr, a: Expr, b: Expr) -> Op:
    return Op("if", (condition, a, b), a.type)


def count(var: str, of: Kind, condition: Expr) -> Total:
    return Total(var, of, condition, number(1), Number(0, of.size))


def total(var: str, of: Kind, body: Expr, condition: Expr = YES) -> Total:
    low, high = _range(body.type)
    return Total(var, of, condition, body, Number(min(0, low) * of.size, high * of.size))


def some(var: str, of: Kind, body: Expr, condition: Expr = YES) -> Quantified:
    return Quantified(False, var, of, condition, body)


def every(var: str, of: Kind, body: Expr, condition: Expr = YES) -> Quantified:
    return Quantified(True, var, of, condition, body)


def clause(decision: str, option: str, label: str, condition: Expr, *lifts: Expr) -> Clause:
    about = About(code=f"{decision}.{option}.{label}")
    return Clause(label, condition, about, tuple((lift, About(code=f"{about.code}.lift")) for lift in lifts))


def option(
    decision: str,
    name: str,
    effect: Sequence[Stmt],
    *,
    parameters: Sequence[tuple[str, Type]] = (),
    only_if: Mapping[str, Expr | tuple[Expr, ...]] = {},
    definitions: Sequence[tuple[str, Expr]] = (),
    active: Expr | None = None,
) -> Option:
    """An option; each clause is one condition, or a tuple of a condition and what lifts it."""
    clauses = []
    for label, condition in only_if.items():
        first, *lifts = condition if isinstance(condition, tuple) else (condition,)
        clauses.append(clause(decision, name, label, first, *lifts))
    return Option(
        name,
        tuple(Parameter(n, t) for n, t in parameters),
        tuple(Let(n, e) for n, e in definitions),
        tuple(clauses),
        tuple(effect),
        About(code=f"{decision}.{name}"),
        active,
    )


def decide(code: str, owner: Expr, *options: Option, several: bool = False) -> Decide:
    return Decide(owner, options, code, f"DEC-{code}", several, About(code=code))


def rule(
    name: str,
    body: Sequence[Stmt],
    *parameters: tuple[str, Type],
    performer: str | None = None,
    form: str = "rule",
) -> Rule:
    return Rule(name, form, parameters, performer, tuple(body), About(code=name, title=name))


def define(name: str, parameters: Sequence[tuple[str, Type]], value: Expr) -> Definition:
    return Definition(name, tuple(parameters), value.type, (Arm(value, YES),))


def family(name: str, type_: Scalar, *keys: Kind, role: str = "marker", **more: Any) -> Family:
    return Family(name, keys, type_, role, **more)


def by_name(things: Sequence[Any]) -> dict[str, Any]:
    return {thing.name: thing for thing in things}


def make_game(
    name: str,
    player: Kind,
    *,
    kinds: Sequence[Kind],
    families: Sequence[Family],
    rules: Sequence[Rule],
    start: str,
    scores: Sequence[str] = (),
    definitions: Sequence[Definition] = (),
    endings: Sequence[Ending] = (),
    pieces: Sequence[Piece] = (),
    cards: Sequence[CardKind] = (),
    tables: Sequence[Table] = (),
    accounts: Sequence[Account] = (),
    invariants: Sequence[Invariant] = (),
    rulings: Sequence[RulingDecl] = (),
) -> Game:
    """A game from its parts, everything that is not said left empty."""
    places = [place for piece in pieces for place in piece.places] + [place for card in cards for place in card.places]
    return Game(
        name=name,
        title=name,
        version="1",
        languages=("en",),
        player_kind=player.name,
        start_rule=start,
        kinds=by_name([player, *kinds]),
        families=by_name(families),
        pieces=by_name(pieces),
        cards=by_name(cards),
        places=by_name(places),
        tables=by_name(tables),
        definitions=by_name(definitions),
        rules=by_name(rules),
        accounts=by_name(accounts),
        endings=by_name(endings),
        scores=tuple(Score(s, s, About(code=s)) for s in scores),
        invariants=tuple(invariants),
        rulings={r.id: r for r in rulings},
        profiles={"default": {}},
        scenarios=(),
        texts={"en": {}},
        player_counts=(player.size,),
    )


# --- tic-tac-toe ------------------------------------------------------------------------------------------------------


def tic_tac_toe() -> Game:
    """Two players, nine squares; the last mark or a line ends it. Scores 1 / 0 / -1."""
    player = kind("player", "cross", "nought", cyclic=True)
    square = kind("square", *"abcdefghi")
    line = kind("line", *(f"line{i}" for i in range(8)))
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    on_line = tuple(int(s in squares) for squares in lines for s in range(9))
    of_player, mark = Member(player), Member(player, optional=True)

    def mark_of(name: str) -> Read:
        return Read("mark", (Var(name, Member(square)),), mark)

    def on(line_: str, square_: str) -> Lookup:
        return Lookup("on_line", (Var(line_, Member(line)), Var(square_, Member(square))), FLAG)

    wins = define(
        "wins",
        [("player", of_player)],
        some("l", line, every("s", square, eq(mark_of("s"), Var("player", of_player)), on("l", "s"))),
    )
    result = define(
        "result",
        [("player", of_player)],
        choose(
            Apply("wins", (Var("player", of_player),), FLAG),
            Const(1, Number(-1, 1)),
            choose(
                some("other", player, Apply("wins", (Var("other", of_player),), FLAG)),
                Const(-1, Number(-1, 1)),
                Const(0, Number(-1, 1)),
            ),
        ),
    )
    mover = Var("mover", of_player)
    place = option(
        "play.place",
        "place",
        [
            Assign(Cell("mark", (Var("target", Member(square)),)), mover),
            If(Apply("wins", (mover,), FLAG), (EndGame("line"),)),
            If(every("s", square, no(eq(mark_of("s"), none(player)))), (EndGame("full"),)),
        ],
        parameters=[("target", Member(square))],
        only_if={"empty": eq(mark_of("target"), none(player))},
    )
    play = rule("play", [ForEach("mover", player, None, YES, (decide("play.place", mover, place),), until=NO)])
    return make_game(
        "tic_tac_toe",
        player,
        kinds=[square, line],
        families=[family("mark", mark, square, default=player.none)],
        tables=[Table("on_line", (line, square), FLAG, on_line)],
        definitions=[wins, result],
        endings=[Ending("line", None, About(code="line")), Ending("full", None, About(code="full"))],
        rules=[play],
        start="play",
        scores=["result"],
        invariants=[
            Invariant(
                "fair",
                "always",
                "",
                le(
                    count("s", square, eq(mark_of("s"), member(player, "nought"))),
                    count("s", square, eq(mark_of("s"), member(player, "cross"))),
                ),
                About(code="fair"),
            )
        ],
    )


# --- Kuhn poker -------------------------------------------------------------------------------------------------------


def kuhn_poker() -> Game:
    """Three cards, two players, one chip ante, one bet. Scores: chips won."""
    player = kind("player", "first", "second", cyclic=True)
    card = kind("card", "jack", "queen", "king")
    of_player, of_card, place_number = Member(player), Member(card), Number(0, 2)
    first, second = member(player, "first"), member(player, "second")

    def purse(p: Expr) -> Cell:
        return Cell("purse", (p,))

    pot = Cell("pot", ())
    chips = Number(0, 4)

    def location(c: Expr) -> Read:
        return Read("card_location", (c,), place_number)

    def hand(p: Expr) -> PlaceAt:
        return PlaceAt("hand", (p,), place_number)

    def pays(p: Expr) -> Transfer:
        return Transfer("chip", number(1), purse(p), pot, verb="pay")

    def wins_pot(p: Expr) -> tuple[Stmt, ...]:
        return (Transfer("chip", Read("pot", (), chips), pot, purse(p), mode="all", verb="win"),)

    p, drawn, c = Var("p", of_player), Var("drawn", of_card), Var("c", of_card)
    deal = rule(
        "deal",
        [
            ForEach("p", player, None, YES, (pays(p),), simultaneous=True),
            ForEach(
                "p2",
                player,
                None,
                YES,
                (
                    Draw(
                        "drawn",
                        card,
                        choose(
                            eq(location(drawn), PlaceAt("deck", (), place_number)),
                            Const(1, Number(0, 1)),
                            Const(0, Number(0, 1)),
                        ),
                        "deal.card",
                        "DRAW-1",
                        Var("p2", of_player),
                    ),
                    MoveCard("card_location", drawn, hand(Var("p2", of_player)), verb="draw"),
                ),
            ),
        ],
    )

    def card_of(p: Expr) -> FirstOf:
        return FirstOf("c", card, None, eq(location(c), hand(p)), Member(card, optional=True))

    showdown = rule(
        "showdown",
        [
            If(
                lt(card_of(second), card_of(first)),
                wins_pot(first),
                wins_pot(second),
                label="first_is_higher",
            )
        ],
    )
    bettor, caller = Var("bettor", of_player), Var("caller", of_player)
    answer = rule(
        "answer",
        [
            decide(
                "answer.reply",
                caller,
                option("answer.reply", "fold", wins_pot(bettor)),
                option(
                    "answer.reply",
                    "call",
                    [pays(caller), Call("showdown", ())],
                    only_if={"can_pay": le(number(1), Read("purse", (caller,), chips))},
                ),
            )
        ],
        ("bettor", of_player),
        ("caller", of_player),
        performer="caller",
    )
    hand_rule = rule(
        "hand",
        [
            Call("deal", ()),
            decide(
                "hand.open",
                first,
                option(
                    "hand.open",
                    "check",
                    [
                        decide(
                            "hand.follow",
                            second,
                            option("hand.follow", "check", [Call("showdown", ())]),
                            option("hand.follow", "bet", [pays(second), Call("answer", (second, first))]),
                        )
                    ],
                ),
                option("hand.open", "bet", [pays(first), Call("answer", (first, second))]),
            ),
            EndGame("settled"),
        ],
    )
    player_var = Var("player", of_player)
    won = define("won", [("player", of_player)], sub(Read("purse", (player_var,), chips), number(2)))
    deck_place = Place("deck", (), "card", Visibility("none"), supply=True, base=0)
    hand_place = Place("hand", (player,), "card", Visibility("owner", 0), base=1)
    purse_place = Place("purse", (player,), "chip", Visibility())
    pot_place = Place("pot", (), "chip", Visibility())
    return make_game(
        "kuhn_poker",
        player,
        kinds=[card],
        families=[
            family("card_location", place_number, card, role="location"),
            family("purse", chips, player, role="place", initial=(2, 2)),
            family("pot", chips, role="place"),
        ],
        pieces=[Piece("chip", 4, (), (purse_place, pot_place))],
        cards=[CardKind("card", card, "card_location", (deck_place, hand_place))],
        definitions=[won],
        endings=[Ending("settled", None, About(code="settled"))],
        rules=[hand_rule, deal, answer, showdown],
        start="hand",
        scores=["won"],
        invariants=[
            Invariant(
                "stakes",
                "always",
                "",
                every("p", player, le(Read("purse", (p,), chips), number(4))),
                About(code="stakes"),
            )
        ],
    )


# --- the auction ------------------------------------------------------------------------------------------------------


def auction() -> Game:
    """Three players, three lots and two crowns: keeps, rounds, an account whose rule asks, a menu with two callers, an
    offer, a ruling, set and map parameters."""
    player = kind("player", "red", "blue", "green", cyclic=True)
    lot = kind("lot", "cup", "ring", "book")
    jewel = sub_kind("jewel", lot, "cup", "ring")
    crown = kind("crown", "gold", "silver")
    of_player, holder = Member(player), Member(player, optional=True)
    of_lot, of_crown, coins = Member(lot), Member(crown), Number(0, 12)
    fame_type, bid_type = Number(0, 6), Number(1, 4)

    def v(name: str, type_: Type = of_player) -> Var:
        return Var(name, type_)

    def purse(p: Expr) -> Read:
        return Read("purse", (p,), coins)

    def owner(of: Expr) -> Read:
        return Read("owner", (of,), holder)

    def wearer(of: Expr) -> Read:
        return Read("wearer", (of,), holder)

    def pay(amount: Expr, source: Cell, target: Cell, mode: str = "exact") -> Transfer:
        return Transfer("coin", amount, source, target, mode=mode, verb="pay")

    def purse_of(p: Expr) -> Cell:
        return Cell("purse", (p,))

    bank = Cell("bank", ())
    governor = Read("governor", (), of_player)

    # value a lot's worth: its price; cursed: becomes 0; crowned: +1; poor: -2 if the bank is empty, at least 0
    worth_type = Number(0, 4)
    rated = v("item", of_lot)
    is_cursed = eq(Read("cursed", (), Member(lot, True)), rated)
    is_crowned = both(no(eq(owner(rated), none(player))), eq(wearer(member(crown, "gold")), owner(rated)))
    worth = Definition(
        "worth",
        (("item", of_lot),),
        worth_type,
        (Arm(Lookup("price", (rated,), Number(1, 3)), YES),),
        (
            Contribution("cursed", "set", number(0), is_cursed, None, "curse"),
            Contribution("crowned", "add", number(1), is_crowned, None, "gold"),
            Contribution("poor", "add", number(-2), eq(Read("bank", (), coins), number(0)), 0, "bank"),
        ),
    )

    # rule sale of a lot: keeps bidders (a set), best, leader
    bidder, thing = v("bidder"), v("thing", of_lot)
    in_bidders = Read("bidders", (v("b"),), FLAG)
    best, leader = Read("best", (), Number(0, 4)), Read("leader", (), holder)
    sale = rule(
        "sale",
        [
            AssignAll("bidders", (("b0", player),), le(number(1), purse(v("b0"))), YES),
            ForEach(
                "bidder",
                player,
                governor,
                Read("bidders", (bidder,), FLAG),
                (
                    decide(
                        "sale.bid",
                        bidder,
                        option(
                            "sale.bid",
                            "bid",
                            [
                                Assign(Cell("best", ()), v("amount", bid_type)),
                                Assign(Cell("leader", ()), bidder),
                            ],
                            parameters=[("amount", bid_type)],
                            only_if={
                                "higher": lt(best, v("amount", bid_type)),
                                "purse": le(v("amount", bid_type), purse(bidder)),
                                "modest": either(
                                    le(v("amount", bid_type), add(best, number(2))), RulingIs("AMB-1", "b")
                                ),
                            },
                        ),
                        option("sale.bid", "pass", [Assign(Cell("bidders", (bidder,)), NO, verb="leaves")]),
                        several=True,
                    ),
                ),
                until=either(
                    eq(count("b", player, in_bidders), number(0)),
                    both(no(eq(leader, none(player))), le(count("b", player, in_bidders), number(1))),
                ),
            ),
            If(
                no(eq(leader, none(player))),
                (
                    pay(best, purse_of(leader), bank),
                    Earn("steps", leader, Apply("worth", (thing,), worth_type)),
                    Assign(Cell("owner", (thing,)), leader),
                    Assign(Cell("governor", ()), leader),
                ),
                label="sold",
            ),
        ],
        ("thing", of_lot),
    )

    # rule climb by the player: settles steps; may take a crown, which earns another step (inside the settlement)
    climber = v("climber")
    fame = Read("fame", (climber,), fame_type)
    climb = rule(
        "climb",
        [
            Assign(Cell("fame", (climber,)), smaller(add(fame, number(1)), number(6)), verb="rises", amount=number(1)),
            If(
                some("k", crown, eq(wearer(v("k", of_crown)), none(player))),
                (
                    decide(
                        "climb.crown",
                        climber,
                        option(
                            "climb.crown",
                            "take",
                            [
                                Assign(Cell("wearer", (v("taken", of_crown),)), climber),
                                Earn("steps", climber, number(1)),
                            ],
                            parameters=[("taken", of_crown)],
                            only_if={
                                "free": eq(wearer(v("taken", of_crown)), none(player)),
                                "famous": (
                                    le(number(2), fame),
                                    eq(v("taken", of_crown), member(crown, "silver")),
                                ),
                            },
                        ),
                        option("climb.crown", "decline", []),
                        several=True,
                    ),
                ),
            ),
        ],
        ("climber", of_player),
        performer="climber",
    )

    # menu market by the player: sell a lot; give up some crowns; collect; nothing else (so it may be impossible)
    trader = v("trader")
    goods, crowns, gifts = v("goods", of_lot), v("crowns", SetOf(crown)), v("gifts", MapOf(crown, Number(0, 2)))
    gift_sum = total("g", crown, Entry(gifts, v("g", of_crown), Number(0, 2)))
    market = rule(
        "market",
        [
            decide(
                "market",
                trader,
                option(
                    "market",
                    "sell",
                    [
                        pay(v("gain", worth_type), bank, purse_of(trader)),
                        Assign(Cell("owner", (goods,)), none(player)),
                        If(
                            eq(goods, member(lot, "book")),
                            (Assign(Cell("cursed", ()), goods),),
                        ),
                    ],
                    parameters=[("goods", of_lot)],
                    definitions=[
                        ("gain", smaller(Apply("worth", (goods,), worth_type), Read("bank", (), coins))),
                        # needs an owner: fails for a lot without one, and must then not be asked for
                        ("rich", lt(number(4), purse(owner(goods)))),
                    ],
                    only_if={
                        "own": eq(owner(goods), trader),
                        "needy": either(no(eq(owner(goods), trader)), no(v("rich", FLAG))),
                        "something": lt(number(0), v("gain", worth_type)),
                    },
                ),
                option(
                    "market",
                    "abdicate",
                    [
                        AssignAll(
                            "wearer", (("w", crown),), Contains(crowns, v("w", of_crown)), none(player), verb="becomes"
                        ),
                        Earn("steps", trader, count("w2", crown, Contains(crowns, v("w2", of_crown)))),
                        pay(smaller(Read("bank", (), coins), number(1)), bank, purse_of(trader), mode="up_to"),
                    ],
                    parameters=[("crowns", SetOf(crown))],
                    only_if={
                        "some": some("w3", crown, Contains(crowns, v("w3", of_crown))),
                        "worn": every(
                            "w4",
                            crown,
                            eq(wearer(v("w4", of_crown)), trader),
                            Contains(crowns, v("w4", of_crown)),
                        ),
                    },
                ),
                option(
                    "market",
                    "collect",
                    [
                        pay(gift_sum, bank, purse_of(trader)),
                        If(
                            le(number(2), Entry(gifts, member(crown, "gold"), Number(0, 2))),
                            (Assign(Cell("cursed", ()), none(lot)),),
                        ),
                        Earn("steps", trader, number(1)),
                    ],
                    parameters=[("gifts", MapOf(crown, Number(0, 2)))],
                    active=RulingIs("AMB-1", "b"),
                    only_if={
                        "two": eq(gift_sum, number(2)),
                        "bank": le(gift_sum, Read("bank", (), coins)),
                        "famous": le(number(1), Read("fame", (trader,), fame_type)),
                        "once": lt(Read("fame", (trader,), fame_type), number(6)),
                    },
                ),
            )
        ],
        ("trader", of_player),
        performer="trader",
        form="menu",
    )

    def able(p: Expr) -> CanChoose:
        return CanChoose("market", None, (("trader", p),))

    # rule turn by the player: the market if possible, then offered to the others for a coin
    host, other = v("host"), v("other")
    offered = both(no(eq(other, host)), le(number(1), purse(other)), able(other))
    turn = rule(
        "turn",
        [
            If(able(host), (Call("market", (host,)),)),
            ForEach(
                "other",
                player,
                host,
                offered,
                (
                    decide(
                        "turn.offer",
                        other,
                        option(
                            "turn.offer",
                            "buy",
                            [pay(number(1), purse_of(other), purse_of(host)), Call("market", (other,))],
                            only_if={"can_pay": le(number(1), purse(other)), "able": able(other)},
                        ),
                        option("turn.offer", "refuse", []),
                    ),
                ),
            ),
        ],
        ("host", of_player),
        performer="host",
    )

    played = v("played", of_lot)
    main = rule(
        "main",
        [
            Step("sales", (ForEach("played", lot, None, YES, (Call("sale", (played,)),)),)),
            Let("opener", governor),
            Repeat(
                eq(Read("rounds", (), Number(0, 2)), number(0)),
                (
                    ForEach("host", player, v("opener"), YES, (Call("turn", (host,)),)),
                    Draw(
                        "lost",
                        lot,
                        choose(
                            eq(owner(v("lost", of_lot)), none(player)),
                            Const(2, Number(1, 2)),
                            Const(1, Number(1, 2)),
                        ),
                        "main.fate",
                        "DRAW-1",
                    ),
                    Assign(Cell("owner", (v("lost", of_lot),)), none(player)),
                    Assign(
                        Cell("rounds", ()),
                        sub(Read("rounds", (), Number(0, 2)), number(1)),
                        verb="falls",
                        amount=number(1),
                    ),
                ),
                rank=Read("rounds", (), Number(0, 2)),
            ),
            EndGame("closed"),
        ],
    )
    player_var, item = v("player"), v("i", of_lot)
    wealth = define(
        "wealth",
        [("player", of_player)],
        add(purse(player_var), Read("fame", (player_var,), fame_type)),
    )
    jewels = define("jewels", [("player", of_player)], count("i", jewel, eq(owner(item), player_var)))
    purse_place = Place("purse", (player,), "coin", Visibility())
    bank_place = Place("bank", (), "coin", Visibility(), supply=True)
    return make_game(
        "auction",
        player,
        kinds=[lot, jewel, crown],
        families=[
            family("purse", coins, player, role="place", initial=(3, 4, 2)),
            family("bank", coins, role="place", initial=(3,)),
            family("governor", of_player, default=1),
            family("owner", holder, lot, default=player.none),
            family("wearer", holder, crown, default=player.none),
            family("cursed", Member(lot, optional=True), default=lot.none),
            family("fame", fame_type, player),
            family("steps", Number(0, 9), player, role="account"),
            family("rounds", Number(0, 2), default=2),
            family("bidders", FLAG, player, role="keep", rule="sale", is_set=True),
            family("best", Number(0, 4), role="keep", rule="sale"),
            family("leader", holder, role="keep", rule="sale", default=player.none),
        ],
        tables=[Table("price", (lot,), Number(1, 3), (1, 2, 3))],
        pieces=[Piece("coin", 12, (), (purse_place, bank_place))],
        definitions=[worth, wealth, jewels],
        accounts=[Account("steps", "steps", "climb", governor)],
        endings=[
            Ending(
                "closed",
                SetBy("p", player, le(number(4), purse(v("p"))), SetOf(player)),
                About(code="closed"),
            )
        ],
        rules=[main, sale, climb, market, turn],
        start="main",
        scores=["wealth", "jewels"],
        rulings=[
            RulingDecl(
                "AMB-1",
                "May a bid jump, and may one collect?",
                "a",
                (Reading("a", "no"), Reading("b", "yes")),
                About(code="AMB-1"),
            )
        ],
        invariants=[
            Invariant(
                "bids_covered",
                "during",
                "sale",
                either(eq(leader, none(player)), le(best, purse(leader))),
                About(code="bids_covered"),
            )
        ],
    )


ALL = {"tic_tac_toe": tic_tac_toe, "kuhn_poker": kuhn_poker, "auction": auction}
