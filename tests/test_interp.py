"""The reference interpreter, point by point of what the language promises, on games of a few lines."""

import pickle
import random
from collections.abc import Iterator, Sequence

import pytest

from rulespec.diagnostics import RulespecError
from rulespec.interp.events import Event
from rulespec.interp.frames import Position
from rulespec.interp.machine import Interpreter
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
    IsKind,
    Op,
    Read,
    RulingIs,
    SetBy,
    Var,
)
from rulespec.rules.game import Account, Arm, Contribution, Definition, Ending, Family, Game, Reading, Rule, RulingDecl
from rulespec.rules.statements import (
    About,
    Announce,
    Assign,
    AssignAll,
    Call,
    Cell,
    Decide,
    Draw,
    Earn,
    EndGame,
    ForEach,
    If,
    Let,
    Option,
    Repeat,
    Show,
    Step,
    Stmt,
    Transfer,
)
from rulespec.rules.types import Flag, MapOf, Member, Number, SetOf
from tests import handmade
from tests.handmade import (
    add,
    both,
    choose,
    count,
    decide,
    define,
    either,
    eq,
    family,
    kind,
    le,
    lt,
    make_game,
    member,
    no,
    none,
    number,
    option,
    rule,
    sub,
    sub_kind,
    total,
)

PLAYER = kind("player", "ann", "bob", "cid", cyclic=True)
COLOUR = kind("colour", "red", "green", "blue", "gold")
WARM = sub_kind("warm", COLOUR, "green", "gold")
ANN, BOB = member(PLAYER, "ann"), member(PLAYER, "bob")
NUM, P, C = Number(0, 99), Member(PLAYER), Member(COLOUR)
X, LOG = Read("x", (), NUM), Read("log", (), Number(0, 99_999_999))
FAMILIES = [
    family("x", NUM),
    family("log", Number(0, 99_999_999)),
    family("n", NUM, PLAYER),
    family("c", NUM, COLOUR),
    family("who", Member(PLAYER, optional=True), default=PLAYER.none),
    family("box", Number(0, 5), role="place", initial=(5,)),
    family("hat", Number(0, 4), role="place"),
]


def n_of(player: Expr) -> Read:
    return Read("n", (player,), NUM)


def c_of(colour: Expr) -> Read:
    return Read("c", (colour,), NUM)


def set_x(value: Expr) -> Assign:
    return Assign(Cell("x", ()), value)


def write(digit: Expr) -> Assign:
    """One more digit in the log: what was done in which order becomes one number."""
    return Assign(Cell("log", ()), add(Op("*", (LOG, number(10)), NUM), digit))


def plus(colour_or_player: Expr) -> Expr:
    """A member as a digit from 1 on."""
    return add(colour_or_player, number(1))


def ask(code: str = "ask", owner: Expr = ANN, effect: Sequence[Stmt] = ()) -> Decide:
    """A decision with the one option `go`."""
    return decide(code, owner, option(code, "go", effect))


def game_of(
    body: Sequence[Stmt],
    *rules: Rule,
    families: Sequence[Family] = (),
    accounts: Sequence[Account] = (),
    definitions: Sequence[Definition] = (),
    rulings: Sequence[RulingDecl] = (),
    scores: Sequence[str] = (),
) -> Game:
    return make_game(
        "trial",
        PLAYER,
        kinds=[COLOUR, WARM],
        families=[*FAMILIES, *families],
        rules=[rule("main", body), *rules],
        start="main",
        accounts=accounts,
        definitions=definitions,
        endings=[Ending("done", None, About(code="done"))],
        rulings=rulings,
        scores=scores,
    )


def run(game: Game, *names: str) -> tuple[Interpreter, Position]:
    """Play the options named, the first legal one of each name."""
    interp = Interpreter(game, {})
    position = interp.new()
    for name in names:
        choice = next(c for c in interp.legal(position) if c[0] == name)
        position, _ = interp.step(position, choice)
    return interp, position


def x_after(body: Sequence[Stmt], *names: str, cell: str = "x") -> int:
    interp, position = run(game_of(body), *names)
    return interp.cells(position)[cell][0]


def log_after(body: Sequence[Stmt], *names: str) -> int:
    return x_after(body, *names, cell="log")


def value_of(expression: Expr, before: Sequence[Stmt] = ()) -> int:
    return x_after([*before, set_x(expression)])


def error_of(body: Sequence[Stmt]) -> str:
    with pytest.raises(RulespecError) as caught:
        run(game_of(body))
    return caught.value.code


# --- whole games ------------------------------------------------------------------------------------------------------


def leaves(interp: Interpreter, position: Position) -> Iterator[Position]:
    if interp.owner(position) is None:
        yield position
    for choice in interp.legal(position):
        yield from leaves(interp, interp.step(position, choice)[0])


def test_kuhn_poker_has_30_games() -> None:
    interp = Interpreter(handmade.kuhn_poker(), {})
    ends = list(leaves(interp, interp.new()))
    assert len(ends) == 30
    assert all(sum(interp.outcome(end)) == 0 for end in ends)
    assert sorted({interp.outcome(end)[0] for end in ends}) == [-2, -1, 1, 2]


def test_kuhn_poker_positions_are_values() -> None:
    interp = Interpreter(handmade.kuhn_poker(), {})
    start = interp.new()
    assert interp.owner(start) == -1
    assert interp.weights(start) == [1, 1, 1]
    dealt, events = interp.step(start, ("", (2,)))
    assert interp.legal(dealt) == [("", (0,)), ("", (1,))]
    assert [(e.kind, e.to) for e in events] == [("draw", 0), ("move", "all")]
    assert dealt == interp.step(start, ("", (2,)))[0]
    assert hash(dealt) == hash(interp.step(interp.new(), ("", (2,)))[0])
    assert dealt != interp.step(start, ("", (1,)))[0]
    assert pickle.loads(pickle.dumps(dealt)) == dealt


def test_tic_tac_toe_begins_like_tic_tac_toe() -> None:
    interp = Interpreter(handmade.tic_tac_toe(), {})
    layer, sizes = {interp.new()}, []
    for _ in range(3):
        layer = {interp.step(p, choice)[0] for p in layer for choice in interp.legal(p)}
        sizes.append(len(layer))
    assert sizes == [9, 72, 252]


def test_tic_tac_toe_ends_with_a_line() -> None:
    interp = Interpreter(handmade.tic_tac_toe(), {})
    position = interp.new()
    for square in (0, 3, 1, 4, 2):
        position, events = interp.step(position, ("place", (square,)))
    assert interp.owner(position) is None
    assert interp.legal(position) == []
    assert interp.outcome(position) == (1, -1)
    assert position.ending == "line"
    assert [e.kind for e in events] == ["decide", "set", "end"]


@pytest.mark.parametrize("letter", ["a", "b"])
def test_auction_keeps_its_coins_and_comes_to_an_end(letter: str) -> None:
    interp, seen = Interpreter(handmade.auction(), {"AMB-1": letter}), set()
    for seed in range(12):
        rng, position = random.Random(seed), interp.new()
        while interp.owner(position) is not None:
            cells = interp.cells(position)
            assert sum(cells["purse"]) + cells["bank"][0] == 12
            choice = rng.choice(interp.legal(position))
            seen.add(choice[0])
            position, _ = interp.step(position, choice)
        assert interp.cells(position)["steps"] == (0, 0, 0)
    everything = {"", "bid", "pass", "take", "decline", "sell", "abdicate", "buy", "refuse"}
    assert seen == everything | ({"collect"} if letter == "b" else set())


def test_an_illegal_move_is_refused() -> None:
    interp = Interpreter(handmade.tic_tac_toe(), {})
    position, _ = interp.step(interp.new(), ("place", (4,)))
    with pytest.raises(RulespecError) as caught:
        interp.step(position, ("place", (4,)))
    assert caught.value.code == "R0625"


def test_with_cells_replaces_cells_and_keeps_control() -> None:
    interp = Interpreter(handmade.tic_tac_toe(), {})
    position = interp.with_cells(interp.new(), {"mark": (0, 0, 2, 1, 1, 2, 2, 2, 2)})
    assert interp.owner(position) == 0
    assert interp.legal(position) == [("place", (s,)) for s in (2, 5, 6, 7, 8)]
    assert interp.outcome(interp.step(position, ("place", (2,)))[0]) == (1, -1)
    with pytest.raises(ValueError, match="9 cells"):
        interp.with_cells(position, {"mark": (0,)})


# --- 1, 9, 11: values and expressions ---------------------------------------------------------------------------------


def test_arithmetic() -> None:
    assert value_of(Op("-", (number(9), number(4)), NUM)) == 5
    assert value_of(Op("*", (number(3), number(4)), NUM)) == 12
    assert value_of(Op("//", (number(7), number(2)), NUM)) == 3
    assert value_of(Op("//", (Op("+", (number(-7), number(14)), NUM), number(2)), NUM)) == 3
    assert value_of(Op("%", (number(-1), number(5)), NUM)) == 4
    assert value_of(Op("min", (number(3), number(4)), NUM)) == 3
    assert value_of(Op("max", (number(3), number(4)), NUM)) == 4
    assert value_of(lt(number(3), number(3))) == 0
    assert value_of(le(number(3), number(3))) == 1
    assert value_of(eq(none(PLAYER), Read("who", (), Member(PLAYER, True)))) == 1


def test_and_or_if_are_lazy_from_the_left() -> None:
    bad = eq(n_of(none(PLAYER)), number(0))
    assert value_of(both(NO, bad)) == 0
    assert value_of(either(YES, bad)) == 1
    assert value_of(choose(NO, bad, YES)) == 1
    assert error_of([set_x(both(bad, NO))]) == "R0505"


def test_none_as_an_index_is_an_error() -> None:
    assert error_of([set_x(n_of(none(PLAYER)))]) == "R0505"
    assert error_of([Assign(Cell("n", (none(PLAYER),)), number(1))]) == "R0505"


def test_members_of_sub_kinds_keep_their_number() -> None:
    gold = member(WARM, "gold")
    assert value_of(gold) == 3
    assert value_of(IsKind(member(COLOUR, "blue"), WARM)) == 0
    assert value_of(IsKind(gold, WARM)) == 1
    assert value_of(IsKind(none(COLOUR), WARM)) == 0
    assert value_of(total("w", WARM, Var("w", Member(WARM)))) == 1 + 3


def test_sets_are_masks_over_positions() -> None:
    warm = SetBy("w", WARM, eq(Var("w", Member(WARM)), member(WARM, "gold")), SetOf(WARM))
    assert value_of(warm) == 0b10
    assert value_of(Contains(warm, member(WARM, "gold"))) == 1
    assert value_of(Contains(warm, member(WARM, "green"))) == 0
    assert value_of(Contains(warm, none(COLOUR))) == 0


def test_first_of() -> None:
    def first(start: Expr | None, condition: Expr) -> int:
        return value_of(FirstOf("q", PLAYER, start, condition, Member(PLAYER, True)))

    not_bob = no(eq(Var("q", P), BOB))
    assert first(None, not_bob) == 0
    assert first(BOB, not_bob) == 2
    assert first(BOB, YES) == 1
    assert first(member(PLAYER, "cid"), eq(Var("q", P), BOB)) == 1
    assert first(None, NO) == PLAYER.none


def test_quantifiers_range_over_those_with_the_condition() -> None:
    small = lt(Var("q", P), number(2))
    assert value_of(handmade.every("q", PLAYER, small)) == 0
    assert value_of(handmade.every("q", PLAYER, small, small)) == 1
    assert value_of(handmade.some("q", PLAYER, no(small), small)) == 0
    assert value_of(count("q", PLAYER, small)) == 2


def test_a_definition_takes_its_first_arm_and_then_its_contributions_in_order() -> None:
    k = Var("k", NUM)

    def part(verb: str, amount: int, condition: Expr, floor: int | None = None) -> Contribution:
        return Contribution(verb, verb, number(amount), condition, floor, "")

    worth = Definition(
        "worth",
        (("k", NUM),),
        NUM,
        (Arm(number(10), le(k, number(1))), Arm(number(20), YES)),
        (
            part("add", 5, eq(k, number(1))),
            part("set", 2, eq(k, number(3))),
            part("add", -30, lt(number(1), k), 1),
            part("add", 4, lt(number(1), k)),
        ),
    )

    def at(value: int) -> int:
        game = game_of([set_x(Apply("worth", (number(value),), NUM))], definitions=[worth])
        return Interpreter(game, {}).cells(Interpreter(game, {}).new())["x"][0]

    assert [at(0), at(1), at(2), at(3)] == [10, 15, 5, 5]


def test_a_definition_sees_only_its_parameters_and_the_state() -> None:
    twice = define("twice", [("k", NUM)], add(Var("k", NUM), X))
    body: list[Stmt] = [set_x(number(3)), Let("k", number(50)), set_x(Apply("twice", (number(4),), NUM))]
    game = game_of(body, definitions=[twice])
    assert Interpreter(game, {}).cells(Interpreter(game, {}).new())["x"] == (7,)


# --- statements -------------------------------------------------------------------------------------------------------


def test_let_is_fixed_where_it_stands() -> None:
    assert x_after([set_x(number(3)), Let("k", X), set_x(number(9)), set_x(add(Var("k", NUM), number(1)))]) == 4


def test_let_in_an_option_is_known_after_a_nested_decision() -> None:
    inner = ask("inner", effect=[set_x(add(X, Var("k", NUM)))])
    body = [ask("outer", effect=[set_x(number(2)), Let("k", X), set_x(number(40)), inner])]
    assert x_after(body, "go", "go") == 42


def test_assign_all_is_simultaneous() -> None:
    nxt = FirstOf("m", COLOUR, Var("v", C), no(eq(Var("m", C), Var("v", C))), C)
    body = [
        AssignAll("c", (("v", COLOUR),), YES, Var("v", C)),
        AssignAll("c", (("v", COLOUR),), no(eq(Var("v", C), member(COLOUR, "red"))), c_of(nxt)),
    ]
    interp, position = run(game_of(body))
    assert interp.cells(position)["c"] == (0, 2, 3, 0)


def test_assign_all_with_leading_keys() -> None:
    grid = family("grid", NUM, PLAYER, COLOUR)
    body = [AssignAll("grid", (("v", COLOUR),), lt(Var("v", C), number(2)), number(7), fixed_keys=(BOB,))]
    interp, position = run(game_of(body, families=[grid]))
    assert interp.cells(position)["grid"] == (0, 0, 0, 0, 7, 7, 0, 0, 0, 0, 0, 0)


def test_transfer() -> None:
    def move(amount: int, source: str = "box", target: str = "hat") -> Transfer:
        return Transfer("bead", number(amount), Cell(source, ()), Cell(target, ()))

    interp, position = run(game_of([move(3), move(1, "hat", "box"), move(2, "hat", "hat")]))
    assert (interp.cells(position)["box"], interp.cells(position)["hat"]) == ((3,), (2,))
    assert error_of([move(6)]) == "R0501"
    assert error_of([move(-1)]) == "R0501"
    assert error_of([move(5)]) == "R0503"


def test_out_of_range() -> None:
    assert error_of([set_x(number(100))]) == "R0503"
    assert error_of([set_x(Op("-", (X, number(1)), Number(-1, 98)))]) == "R0503"
    assert error_of([Assign(Cell("who", ()), number(4))]) == "R0503"


def test_call_knows_its_parameters_only_and_comes_back() -> None:
    callee = rule("callee", [set_x(add(X, Var("k", NUM))), ask("callee.ask")], ("k", NUM))
    body: list[Stmt] = [
        Let("k", number(1)),
        Call("callee", (number(5),)),
        Call("callee", (number(6),)),
        write(Var("k", NUM)),
    ]
    interp, position = run(game_of(body, callee), "go", "go")
    assert interp.cells(position)["x"] == (11,)
    assert interp.cells(position)["log"] == (1,)


def test_step_and_announce_are_done_in_place() -> None:
    body: list[Stmt] = [Step("part", (write(number(1)),)), Announce("news", ANN, (write(number(2)),)), write(number(3))]
    assert log_after(body) == 123


def test_show_tells_whom() -> None:
    game = game_of([ask(effect=[Show(member(COLOUR, "blue"), BOB), Show(member(COLOUR, "red"), "all")])])
    interp = Interpreter(game, {})
    _, events = interp.step(interp.new(), ("go", ()))
    assert [(e.values, e.to) for e in events[1:]] == [((("card", 2),), 1), ((("card", 0),), "all")]


def test_the_game_is_over_when_the_first_rule_ends() -> None:
    interp, position = run(game_of([ask()]), "go")
    assert interp.owner(position) is None
    assert position.ending is None


# --- 2: what a rule keeps ---------------------------------------------------------------------------------------------


def test_keeps_begin_at_their_default_each_time() -> None:
    kept = family("kept", NUM, role="keep", rule="callee", default=3)
    callee = rule(
        "callee",
        [
            write(Read("kept", (), NUM)),
            Assign(Cell("kept", ()), number(8)),
            ask("callee.ask"),
            write(Read("kept", (), NUM)),
        ],
    )
    game = game_of([Call("callee", ()), Call("callee", ())], callee, families=[kept])
    interp, position = run(game, "go", "go")
    assert interp.cells(position)["log"] == (3838,)
    assert "kept" not in interp.cells(position)


def test_a_called_rule_reads_what_its_caller_keeps() -> None:
    kept = family("kept", NUM, role="keep", rule="main")
    callee = rule("callee", [Assign(Cell("kept", ()), add(Read("kept", (), NUM), number(2)))])
    game = game_of([Call("callee", ()), Call("callee", ()), write(Read("kept", (), NUM))], callee, families=[kept])
    interp, position = run(game)
    assert interp.cells(position)["log"] == (4,)


# --- 4: loops ---------------------------------------------------------------------------------------------------------


def each(body: Sequence[Stmt], start: Expr | None = None, condition: Expr = YES, until: Expr | None = None) -> ForEach:
    return ForEach("q", PLAYER, start, condition, tuple(body), until)


Q = Var("q", P)


def test_for_each_in_order_and_cyclically_from_its_start() -> None:
    assert log_after([each([write(plus(Q))])]) == 123
    assert log_after([each([write(plus(Q))], BOB)]) == 231
    assert log_after([each([write(plus(Q))], BOB, no(eq(Q, BOB)))]) == 31


def test_a_start_that_is_not_visited_itself_begins_with_the_next() -> None:
    def visited(start: str) -> int:
        body = (write(plus(Var("w", Member(WARM)))),)
        return log_after([ForEach("w", WARM, member(COLOUR, start), YES, body)])

    assert [visited(start) for start in COLOUR.members] == [24, 24, 42, 42]
    assert error_of([each([], none(PLAYER))]) == "R0505"


def test_start_is_evaluated_once() -> None:
    who = Read("who", (), Member(PLAYER, True))
    body: list[Stmt] = [Assign(Cell("who", ()), BOB), each([Assign(Cell("who", ()), ANN), write(plus(Q))], who)]
    assert log_after(body) == 231


def test_the_condition_is_tested_when_the_turn_comes() -> None:
    # each visit forbids the next member
    visit = [write(plus(Q)), set_x(add(Q, number(1)))]
    assert log_after([set_x(number(9)), each(visit, None, no(eq(Q, X)))]) == 13


def test_the_loop_variable_survives_a_decision() -> None:
    assert log_after([each([ask("each", Q), write(plus(Q))])], "go", "go", "go") == 123


def test_again_until_goes_round_and_skips() -> None:
    visit = [write(plus(Q)), set_x(add(X, number(1)))]
    until = eq(X, number(5))
    assert log_after([each(visit, BOB, YES, until)]) == 23123
    assert log_after([each(visit, BOB, no(eq(Q, ANN)), until)]) == 23232
    assert log_after([set_x(number(5)), each(visit, BOB, YES, until)]) == 0


def test_a_round_without_a_visit_is_an_error() -> None:
    assert error_of([each([], None, NO, NO)]) == "R0506"


def test_repeat_tests_before_each_pass() -> None:
    body = Repeat(eq(X, number(3)), (set_x(add(X, number(1))), write(X)))
    assert log_after([body]) == 123
    assert log_after([set_x(number(3)), body]) == 0
    assert error_of([Repeat(NO, (set_x(number(0)),))]) == "R0507"


# --- 5: accounts ------------------------------------------------------------------------------------------------------

CLIMB = rule("climb", [write(plus(Var("p", P)))], ("p", P))
ACCOUNT = family("due", NUM, PLAYER, role="account")


def earn(player: Expr, amount: int = 1) -> Earn:
    return Earn("due", player, number(amount))


def settled(body: Sequence[Stmt], *rules: Rule, names: Sequence[str] = (), start: Expr | None = None) -> int:
    rules = (*rules, *(() if any(r.name == "climb" for r in rules) else (CLIMB,)))
    game = game_of(body, *rules, families=[ACCOUNT], accounts=[Account("due", "due", "climb", start)])
    interp, position = run(game, *names)
    assert interp.cells(position)["due"] == (0, 0, 0)
    return interp.cells(position)["log"][0]


def test_an_account_is_settled_at_the_end_of_the_body() -> None:
    assert settled([earn(BOB, 2), write(number(9))]) == 922
    assert settled([earn(BOB), earn(ANN), write(number(9))]) == 912
    assert settled([earn(BOB), earn(ANN)], start=BOB) == 21


def test_an_earn_in_a_loop_or_branch_is_settled_at_the_end_of_the_whole_body() -> None:
    assert settled([each([If(YES, (earn(Q),)), write(number(9))]), write(number(8))]) == 9998123


def test_an_options_effect_is_settled_at_its_own_end() -> None:
    assert settled([ask(effect=[earn(BOB), write(number(7))]), write(number(9))], names=["go"]) == 729


def test_a_called_rule_settles_what_it_earns_and_what_is_pending() -> None:
    callee = rule("callee", [earn(BOB), write(number(8))])
    assert settled([earn(ANN), Call("callee", ()), write(number(9))], callee) == 8129


def test_a_body_that_does_not_earn_does_not_settle() -> None:
    callee = rule("callee", [write(number(8))])
    assert settled([earn(ANN), Call("callee", ()), write(number(9))], callee) == 891


def test_what_is_earned_in_the_settlement_is_left_to_the_running_settlement() -> None:
    first_time = eq(X, number(0))
    climb = rule(
        "climb",
        [
            write(plus(Var("p", P))),
            If(first_time, (set_x(number(1)), ask("climb.ask", effect=[earn(ANN), write(number(7))]))),
            write(number(8)),
        ],
        ("p", P),
    )
    # bob's step asks; what he then earns for ann is settled after his rule is over, from the start of the order
    assert settled([earn(BOB, 2), write(number(9))], climb, names=["go"]) == 92781828


def test_an_account_that_is_still_to_be_settled_does_not_keep_others_from_settling_it() -> None:
    fees = family("fees_due", NUM, PLAYER, role="account")
    pay = rule("pay", [write(number(5))], ("p", P))
    climb = rule("climb", [write(number(1)), Earn("fees", ANN, number(1)), write(number(2))], ("p", P))
    due = family("due", NUM, PLAYER, role="account")
    accounts = [Account("due", "due", "climb", None), Account("fees", "fees_due", "pay", None)]
    body: list[Stmt] = [earn(BOB, 2), Earn("fees", ANN, number(0)), write(number(9))]
    interp, position = run(game_of(body, climb, pay, families=[due, fees], accounts=accounts))
    assert interp.cells(position)["log"] == (9125125,)


def test_the_order_of_settlement_is_asked_for_each_step() -> None:
    climb = rule("climb", [write(plus(Var("p", P))), Assign(Cell("who", ()), Var("p", P))], ("p", P))
    who = Read("who", (), Member(PLAYER, True))
    start = choose(eq(who, none(PLAYER)), member(PLAYER, "cid"), who)
    assert settled([earn(ANN), earn(BOB, 2)], climb, start=start) == 122


# --- 6, 10: decisions -------------------------------------------------------------------------------------------------


def legal_of(*options: Option, rulings: Sequence[RulingDecl] = (), letter: str = "a") -> list[tuple[str, object]]:
    game = game_of([set_x(number(2)), decide("d", BOB, *options)], rulings=rulings)
    interp = Interpreter(game, {r.id: letter for r in rulings})
    position = interp.new()
    assert interp.owner(position) == 1
    return list(interp.legal(position))


def test_moves_come_in_canonical_order() -> None:
    k, c = Var("k", Number(1, 3)), Var("c", Member(COLOUR, True))
    moves = legal_of(
        option("d", "z", [], only_if={"never": NO}),
        option(
            "d",
            "b",
            [],
            parameters=[("k", Number(1, 3)), ("c", Member(COLOUR, True))],
            only_if={"small": le(k, X), "late": lt(add(number(2), number(0)), c)},
        ),
        option("d", "a", []),
    )
    assert moves == [("b", (1, 3)), ("b", (1, 4)), ("b", (2, 3)), ("b", (2, 4)), ("a", ())]


def test_set_and_map_parameters() -> None:
    s, m = Var("s", SetOf(WARM)), Var("m", MapOf(WARM, Number(0, 2)))
    w = Var("w", Member(WARM))
    sets = legal_of(option("d", "s", [], parameters=[("s", SetOf(WARM))], only_if={}))
    assert sets == [("s", (mask,)) for mask in range(4)]
    golden = Contains(s, member(WARM, "gold"))
    assert legal_of(option("d", "s", [], parameters=[("s", SetOf(WARM))], only_if={"gold": golden})) == [
        ("s", (2,)),
        ("s", (3,)),
    ]
    two = eq(total("w", WARM, Entry(m, w, Number(0, 2))), number(2))
    maps = legal_of(option("d", "m", [], parameters=[("m", MapOf(WARM, Number(0, 2)))], only_if={"two": two}))
    assert maps == [("m", ((0, 2),)), ("m", ((1, 1),)), ("m", ((2, 0),))]


def test_a_lift_makes_a_clause_true() -> None:
    k = Var("k", Number(1, 5))
    small = (le(k, X), eq(k, number(4)), eq(k, number(5)))
    lifted = option("d", "b", [], parameters=[("k", Number(1, 5))], only_if={"small": small})
    assert [args for _, args in legal_of(lifted)] == [(1,), (2,), (4,), (5,)]


def test_rulings_and_inactive_options() -> None:
    ruling = RulingDecl("AMB-1", "?", "a", (Reading("a", ""), Reading("b", "")), About())
    is_b = RulingIs("AMB-1", "b")
    options = [option("d", "one", [], active=is_b), option("d", "two", [], only_if={"b": no(is_b)})]
    assert legal_of(*options, rulings=[ruling]) == [("two", ())]
    assert legal_of(*options, rulings=[ruling], letter="b") == [("one", ())]


def test_named_values_of_an_option_are_lazy_in_clauses_and_fixed_for_its_effect() -> None:
    who = Read("who", (), Member(PLAYER, True))
    chosen = option(
        "d",
        "go",
        [set_x(number(50)), write(Var("twice", NUM))],
        definitions=[("twice", add(X, X)), ("bad", n_of(who)), ("worse", add(Var("bad", NUM), number(1)))],
        only_if={"ok": either(eq(who, none(PLAYER)), eq(Var("worse", NUM), number(3)))},
    )
    assert log_after([set_x(number(2)), decide("d", ANN, chosen)], "go") == 4


def test_reading_a_named_value_that_has_none_is_an_error() -> None:
    bad = option("d", "go", [set_x(Var("bad", NUM))], definitions=[("bad", n_of(none(PLAYER)))])
    with pytest.raises(RulespecError) as caught:
        run(game_of([decide("d", ANN, bad)]), "go")
    assert caught.value.code == "R0505"


def test_if_several_a_single_move_is_played_without_asking() -> None:
    k = Var("k", Number(1, 3))

    def bid(limit: int) -> Decide:
        chosen = option(
            "d", "bid", [write(k)], parameters=[("k", Number(1, 3))], only_if={"limit": le(number(limit), k)}
        )
        return decide("d", BOB, chosen, several=True)

    assert log_after([bid(3)]) == 3
    interp, position = run(game_of([bid(2)]))
    assert interp.legal(position) == [("bid", (2,)), ("bid", (3,))]
    interp = Interpreter(game_of([bid(3)]), {})
    assert [e.kind for e in interp.start()[1]] == ["decide", "set"]


def test_can_choose_asks_the_present_state() -> None:
    p, k, l_ = Var("p", P), Var("k", Number(1, 3)), Var("l", Number(1, 3))
    parameters = [("k", Number(1, 3)), ("l", Number(1, 3))]
    conditions = {"sum": eq(add(k, l_), n_of(p)), "order": lt(k, l_)}
    pick = option("menu", "pick", [], parameters=parameters, only_if=conditions)
    other = option("menu", "other", [], only_if={"rich": le(number(9), n_of(p))})
    menu = rule("menu", [decide("menu", p, pick, other)], ("p", P), form="menu")

    def can(amount: int, option_name: str | None = None, **fixed: int) -> int:
        values = tuple((name, number(v)) for name, v in fixed.items())
        asked = CanChoose("menu", option_name, (("p", BOB),), values)
        interp, position = run(game_of([Assign(Cell("n", (BOB,)), number(amount)), set_x(asked)], menu))
        return interp.cells(position)["x"][0]

    assert [can(v) for v in range(10)] == [0, 0, 0, 1, 1, 1, 0, 0, 0, 1]
    assert can(9, "pick") == 0
    assert can(9, "other") == 1
    assert can(4, "pick", k=1) == 1
    assert can(4, "pick", k=2) == 0
    assert can(4, "pick", k=1, l=3) == 1


def test_nobody_cannot_decide() -> None:
    interp, position = run(game_of([decide("d", none(PLAYER), option("d", "go", []))]))
    with pytest.raises(RulespecError) as caught:
        interp.owner(position)
    assert caught.value.code == "R0505"


# --- 7, 8: chance and the end -----------------------------------------------------------------------------------------


def test_a_draw_offers_the_members_with_weight() -> None:
    d = Var("d", C)
    body: list[Stmt] = [
        Draw("d", COLOUR, Op("%", (add(d, number(1)), number(3)), Number(0, 2)), "draw", "DRAW-1"),
        write(plus(d)),
    ]
    interp = Interpreter(game_of(body), {})
    start = interp.new()
    assert interp.owner(start) == -1
    assert interp.legal(start) == [("", (0,)), ("", (1,)), ("", (3,))]
    assert interp.weights(start) == [1, 2, 1]
    assert interp.cells(interp.step(start, ("", (3,)))[0])["log"] == (4,)


def test_a_draw_with_one_outcome_is_still_a_chance_point() -> None:
    only = eq(Var("d", C), member(COLOUR, "blue"))
    interp, position = run(game_of([Draw("d", COLOUR, only, "draw", "DRAW-1")]))
    assert (interp.owner(position), interp.legal(position)) == (-1, [("", (2,))])


def test_end_game_ends_everything_at_once() -> None:
    callee = rule("callee", [each([If(eq(Q, BOB), (EndGame("done"),)), write(plus(Q))])])
    won = define("won", [("who", P)], sub(LOG, Var("who", P)))
    game = game_of([ask(effect=[Call("callee", ()), write(number(8))]), write(number(9))], callee, definitions=[won])
    interp, position = run(game, "go")
    assert interp.cells(position)["log"] == (1,)
    assert (interp.owner(position), position.ending, position.stack) == (None, "done", ())


def test_the_outcome_sums_the_scores_of_each_player() -> None:
    one, two = define("one", [("who", P)], add(X, Var("who", P))), define("two", [("p", P)], n_of(Var("p", P)))
    body: list[Stmt] = [set_x(number(7)), Assign(Cell("n", (BOB,)), number(30)), EndGame("done")]
    interp, position = run(game_of(body, definitions=[one, two], scores=["one", "two"]))
    assert interp.outcome(position) == (7, 38, 9)


def test_events_say_what_happened() -> None:
    game = game_of([ask(effect=[set_x(number(4)), Transfer("bead", number(2), Cell("box", ()), Cell("hat", ()))])])
    interp = Interpreter(game, {})
    _, events = interp.step(interp.new(), ("go", ()))
    assert all(isinstance(e, Event) and e.rule == "main" for e in events)
    assert [e.kind for e in events] == ["decide", "set", "move"]
    assert dict(events[1].values) == {"family": "x", "keys": (), "value": 4}
    assert dict(events[2].values)["amount"] == 2


def test_flags_and_constants_are_values() -> None:
    assert value_of(Const(1, Flag())) == 1
