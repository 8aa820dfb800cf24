"""The lowering against the reference interpreter, on the games built by hand, and what it promises to its readers.

Generated games are compared in `test_differential`, single constructs in `test_lowering_cases`.
"""

from collections.abc import Callable
from random import Random

import pytest

from rulespec.automaton.evaluate import Env
from rulespec.automaton.nodes import AutomaticPoint, Automaton, Block, ChancePoint, DecisionPoint, Goto
from rulespec.automaton.run import Log, Runner, State
from rulespec.automaton.terms import RulingIs
from rulespec.automaton.text import dump, edges, expr_text, graph
from rulespec.automaton.walk import block_exprs, blocks_of, leaves, node_exprs, walk
from rulespec.diagnostics import LoadError, RulespecError
from rulespec.interp.machine import Interpreter
from rulespec.lower import fold, lower
from rulespec.rules.expressions import YES, Read, Var
from rulespec.rules.game import Game, Invariant
from rulespec.rules.statements import About, Assign, Call, Cell, Decide, EndGame, ForEach, If, Let, Step
from rulespec.rules.types import Member, Number
from tests.generate_rules import generate
from tests.handmade import ALL, add, auction, decide, eq, family, kind, le, make_game, number, option, rule, tic_tac_toe

PLAYER = kind("player", "red", "blue", "green", cyclic=True)
OF_PLAYER = Member(PLAYER)


class Checked(Runner):
    """A runner that holds every state it comes to, those at automatic points too, to the facts of the lowering and, if
    they are meant to be true, to the invariants."""

    checks = 0
    with_invariants = True

    def run(self, cells: list[int], block: Block, env: Env, log: Log | None) -> None:
        super().run(cells, block, env, log)
        state = tuple(cells)
        point = self.point(state)
        label = "over" if point is None else point.label
        for claim in (*self.automaton.facts, *(self.automaton.invariants if self.with_invariants else ())):
            if label in claim.points:
                assert self.holds(claim.condition, state), f"{claim.name} at {label}"
                self.checks += 1


def readings(game: Game) -> list[dict[str, str]]:
    return [dict.fromkeys(game.rulings, letter) for letter in ("ab" if game.rulings else "a")]


def play_both(game: Game, rulings: dict[str, str], seed: int) -> int:
    """One random game in both; how many moves it took."""
    runner, interp = Checked(fold(lower(game), rulings)), Interpreter(game, rulings)
    rng, moves = Random(seed), 0
    state, position = runner.new(), interp.new()
    while True:
        assert runner.owner(state) == interp.owner(position)
        assert runner.legal(state) == interp.legal(position)
        assert runner.weights(state) == interp.weights(position)
        for name, row in interp.cells(position).items():
            assert runner.cells(state, name) == row
        if runner.owner(state) is None:
            break
        choice = rng.choice(runner.legal(state))
        state, position = runner.step(state, choice), interp.step(position, choice)[0]
        moves += 1
    assert runner.outcome(state) == interp.outcome(position)
    assert_frames_are_clear(runner, state)
    return moves


def assert_frames_are_clear(runner: Runner, state: State) -> None:
    for slot in runner.automaton.slots:
        if slot.frame is not None:
            assert set(runner.cells(state, slot.name)) == {slot.default}, slot.name


@pytest.mark.parametrize("make", ALL.values(), ids=ALL)
def test_random_games_agree_with_the_interpreter(make: Callable[[], Game]) -> None:
    game = make()
    for rulings in readings(game):
        assert sum(play_both(game, rulings, seed) for seed in range(8)) > 20


def test_facts_hold_in_generated_games() -> None:
    checks = 0
    for seed in range(40):
        game = generate(seed)
        runner = Checked(lower(game), {name: ruling.default for name, ruling in game.rulings.items()})
        runner.with_invariants = False  # generated invariants say anything
        rng = Random(seed)
        try:
            state = runner.new()
            for _ in range(30):
                if not (legal := runner.legal(state)):
                    break
                state = runner.step(state, rng.choice(legal))
        except RulespecError:
            pass  # generated rules may ask for what is not there
        checks += runner.checks
    assert checks > 500


# --- what readers rely on ---------------------------------------------------------------------------------------------


def test_one_layout_serves_every_reading() -> None:
    automaton = lower(auction())
    first, second = (fold(automaton, {"AMB-1": letter}) for letter in "ab")
    assert first.slots == second.slots == automaton.slots
    assert [(p.label, p.number) for p in first.points] == [(p.label, p.number) for p in second.points]
    assert first.initial == second.initial
    assert first.folded == {"AMB-1": "a"}


def test_a_position_means_the_same_under_another_reading() -> None:
    automaton = lower(auction())
    careful, bold = (Runner(fold(automaton, {"AMB-1": letter})) for letter in "ab")
    state = careful.new()
    assert bold.owner(state) == careful.owner(state)
    assert set(careful.legal(state)) <= set(bold.legal(state))


def test_folding_leaves_no_ruling() -> None:
    folded = fold(lower(auction()), {"AMB-1": "a"})
    nodes = (*folded.points, *folded.joints.values())
    exprs = [e for node in nodes for e in node_exprs(node)]
    exprs += [e for node in nodes for block in blocks_of(node) for e in block_exprs(block)]
    exprs += [f.body for f in folded.functions.values()] + [f.condition for f in folded.facts]
    assert not any(isinstance(part, RulingIs) for e in exprs for part in walk(e))
    market = next(p for p in folded.points if p.label == "market")
    assert isinstance(market, DecisionPoint)
    assert [o.name for o in market.options] == ["sell", "abdicate"]


@pytest.mark.parametrize("make", ALL.values(), ids=ALL)
def test_slots_lie_one_after_another(make: Callable[[], Game]) -> None:
    automaton = lower(make())
    at = 0
    for slot in automaton.slots:
        assert slot.offset == at
        at += slot.size
    assert len(automaton.initial) == at
    frames = [slot.frame is not None for slot in automaton.slots]
    assert frames == sorted(frames), "frames come last, so that an end of the game clears them as one piece"


@pytest.mark.parametrize("make", ALL.values(), ids=ALL)
def test_every_way_leads_somewhere_and_stops(make: Callable[[], Game]) -> None:
    automaton = lower(make())
    known = {p.label for p in automaton.points} | {"start", "over"}
    assert all(source in known and target in known for source, _, target in edges(automaton))
    assert_joints_are_acyclic(automaton)


def assert_joints_are_acyclic(automaton: Automaton) -> None:
    """Between two points there is no way in a circle (calls and returns matched or not: none at all in these games)."""
    done: set[str] = set()

    def visit(label: str, path: tuple[str, ...]) -> None:
        assert label not in path, path
        if label in done or label not in automaton.joints:
            return
        for target in targets(automaton.joints[label].block):
            visit(target, (*path, label))
        done.add(label)

    for label in automaton.joints:
        visit(label, ())


def targets(block: Block) -> list[str]:
    return [leaf.label for leaf in leaves(block) if isinstance(leaf, Goto)]


def test_the_same_rules_give_the_same_text() -> None:
    assert dump(lower(auction())) == dump(lower(auction()))


def test_the_text_of_a_small_automaton() -> None:
    text = dump(fold(lower(tic_tac_toe()), {}))
    assert "decision 1 play.place (DEC-play.place) by play.mover" in text
    assert "only if play.place.place.empty: mark[target] = none" in text
    assert "slot   2 mark[square]: player? = none  -- marker" in text


def test_the_graph_is_drawn_for_both_programs() -> None:
    automaton = fold(lower(auction()), {"AMB-1": "a"})
    mermaid, dot = graph(automaton), graph(automaton, "dot")
    assert mermaid.startswith("flowchart TD\n")
    assert dot.startswith('digraph "auction" {\n')
    assert dot.endswith("}\n")
    assert mermaid.count("-->") == dot.count(" -> ")
    with pytest.raises(ValueError, match="not for png"):
        graph(automaton, "png")


# --- points and slots -------------------------------------------------------------------------------------------------


def small(*rules: object, start: str = "main", **more: object) -> Game:
    families = [family("count", Number(0, 99)), *more.pop("families", [])]  # type: ignore[misc]
    return make_game("small", PLAYER, kinds=[], families=families, rules=rules, start=start, **more)  # type: ignore[arg-type]


def counted() -> Read:
    return Read("count", (), Number(0, 99))


def one_more() -> Assign:
    return Assign(Cell("count", ()), add(counted(), number(1)))


def test_only_what_is_read_after_a_stop_becomes_state() -> None:
    red = OF_PLAYER
    game = small(
        rule(
            "main",
            [
                Let("before", add(counted(), number(1))),
                Let("lost", add(counted(), number(2))),
                Assign(Cell("count", ()), Var("lost", Number(0, 99))),
                decide("ask", Var("who", red), option("ask", "go", [one_more()])),
                Assign(Cell("count", ()), Var("before", Number(0, 99))),
            ],
            ("who", red),
        ),
        rule("begin", [Call("main", (number(0),))]),
        start="begin",
    )
    names = {slot.name for slot in lower(game).slots}
    assert {"main.before", "main.who"} <= names
    assert "main.lost" not in names


def test_a_loop_needs_no_point_of_its_own_if_somebody_decides_in_it() -> None:
    asked = ForEach("p", PLAYER, None, YES, (decide("ask", Var("p", OF_PLAYER), option("ask", "go", [one_more()])),))
    automatic = [p for p in lower(small(rule("main", [asked]))).points if isinstance(p, AutomaticPoint)]
    assert automatic == []


def test_a_loop_that_nobody_stops_gets_a_point() -> None:
    quiet = ForEach("p", PLAYER, None, YES, (If(eq(counted(), number(9)), (EndGame("done"),)), one_more()))
    automaton = lower(small(rule("main", [quiet])))
    assert [type(p) for p in automaton.points] == [AutomaticPoint]
    assert automaton.points[0].rank is not None  # type: ignore[union-attr]
    state = Runner(automaton).new()
    assert Runner(automaton).cells(state, "count") == (3,)


def test_points_are_numbered_in_the_order_of_the_text() -> None:
    points = [p.label for p in lower(ALL["kuhn_poker"]()).points if isinstance(p, DecisionPoint | ChancePoint)]
    assert points == ["hand.open", "hand.follow", "deal.card", "answer.reply"]


def test_a_named_value_without_a_value_is_no_error_until_it_is_read() -> None:
    nobody = Member(PLAYER, optional=True)
    holder = Read("holder", (), nobody)
    rich = Read("purse", (holder,), Number(0, 9))
    twice = add(Var("rich", Number(0, 9)), Var("rich", Number(0, 9)))
    later = decide("later", number(0), option("later", "go", [one_more()]))
    known = Assign(Cell("count", ()), Var("twice", Number(0, 18)))
    game = small(
        rule(
            "main",
            [
                decide(
                    "ask",
                    number(0),
                    option(
                        "ask",
                        "take",
                        [later, If(eq(Read("holder", (), nobody), number(1)), (known,))],
                        definitions=[("rich", rich), ("twice", twice)],
                    ),
                )
            ],
        ),
        families=[
            family("holder", nobody, default=PLAYER.none),
            family("purse", Number(0, 9), PLAYER, initial=(3, 4, 5)),
        ],
    )
    assert play_both(game, {}, 0) == 2
    runner = Runner(lower(game))
    asked = list(runner.new())
    asked[runner.slots["holder"].offset] = 1
    state = runner.step(runner.step(tuple(asked), ("take", ())), ("go", ()))
    assert runner.cells(state, "count") == (8,)


def test_a_long_rule_is_lowered() -> None:
    asks = [decide(f"ask{i}", number(0), option(f"ask{i}", "go", [one_more()])) for i in range(600)]
    assert len(lower(small(rule("main", asks))).points) == 600


def test_invariants_stand_at_the_points_they_speak_of() -> None:
    def ask(code: str) -> Decide:
        return decide(code, number(0), option(code, "go", [one_more()]))

    def said(scope: str, where: str) -> Invariant:
        return Invariant(scope, scope, where, le(counted(), number(50)), About())

    game = small(
        rule("main", [ask("first"), Step("middle", (ask("second"), Call("part", ()))), Call("part", ()), ask("last")]),
        rule("part", [ask("inner")]),
        invariants=[said("always", ""), said("during", "main.middle"), said("outside", "part"), said("after", "part")],
    )
    automaton = lower(game)
    found = {(i.name, p): expr_text(i.condition) for i in automaton.invariants for p in i.points}
    plain = "count <= 50"
    everywhere = {p.label for p in automaton.points} | {"over"}
    assert {p for name, p in found if name == "always"} == everywhere
    assert found["during", "second"] == plain
    assert found["during", "inner"] == "not part.return = 1 or count <= 50"
    assert ("during", "first") not in found
    assert {p for name, p in found if name == "outside"} == {"first", "second", "last", "over"}
    assert [p for name, p in found if name == "after"] == ["part.end"]
    assert play_both(game, {}, 0) == 5


def test_rules_that_call_each_other_are_refused() -> None:
    game = small(rule("main", [Call("other", ())]), rule("other", [Call("main", ())]))
    with pytest.raises(LoadError) as raised:
        lower(game)
    assert raised.value.code == "R0450"
