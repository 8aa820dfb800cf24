"""The generated core against the automaton's plain runner: same states, moves, weights and outcomes, step by step."""

import ast
from collections.abc import Callable
from random import Random
from types import ModuleType

import pytest

from rulespec.automaton.nodes import Automaton, DecisionPoint
from rulespec.automaton.run import Runner
from rulespec.lower import fold, lower
from rulespec.python import emit, layout, load_source
from rulespec.rules.game import Game
from tests.boards import four_in_a_row, pawn_race
from tests.handmade import auction, kuhn_poker, tic_tac_toe

SMALL: dict[str, Callable[[], Game]] = {
    "tic_tac_toe": tic_tac_toe,
    "kuhn_poker": kuhn_poker,
    "auction": auction,
    "four_in_a_row": lambda: four_in_a_row(5, 4, 3),
    "pawn_race": lambda: pawn_race(5),
}


def automaton_of(game: Game) -> Automaton:
    return fold(lower(game), {r.id: r.default for r in game.rulings.values()})


@pytest.fixture(scope="module", params=[(name, form) for name in sorted(SMALL) for form in ("small", "flat")])
def pair(request: pytest.FixtureRequest) -> tuple[Automaton, ModuleType]:
    """Each game as it is written by itself, and as if its state were too large for a tuple."""
    name, form = request.param
    automaton = automaton_of(SMALL[name]())
    with pytest.MonkeyPatch.context() as patch:
        if form == "flat":
            patch.setattr(layout, "MOST_FIELDS", 3)
        core = load_source(emit(automaton), f"<{automaton.game}>")
    assert isinstance(core.new(), bytes if form == "flat" else tuple) or automaton.game == "auction"
    return automaton, core


def test_core_agrees_with_the_runner(pair: tuple[Automaton, ModuleType]) -> None:
    automaton, core = pair
    runner = Runner(automaton)
    random = Random(5)
    for _ in range(6):
        cells, state = runner.new(), core.new()
        live = core.thaw(state)
        for _ in range(60):
            assert core.to_values(state) == cells
            assert core.from_values(cells) == state == core.freeze(live)
            assert core.owner(state) == core.owner(live) == runner.owner(cells)
            expected = runner.legal(cells)
            moves = list(core.legal(state))
            assert list(core.legal(live)) == moves
            assert list(core.weights(state)) == runner.weights(cells)
            point = runner.point(cells)
            names = [o.name for o in point.options] if isinstance(point, DecisionPoint) else [""]
            taken_apart = [core.unpack(state, m) for m in moves]
            assert [(names[i], arguments) for i, arguments in taken_apart] == expected
            assert [core.pack(state, i, arguments) for i, arguments in taken_apart] == moves
            if not moves:
                break
            at = random.randrange(len(moves))
            log: list[object] = []
            logged = core.thaw(state)
            core.apply(logged, moves[at], log)
            core.apply(live, moves[at])
            state, cells = core.step(state, moves[at]), runner.step(cells, expected[at])
            assert core.freeze(logged) == state
            assert log
        assert core.outcome(state) == runner.outcome(cells)


def test_random_cells_agree_with_the_runner(pair: tuple[Automaton, ModuleType]) -> None:
    """Also where no game ever comes to: nothing is taken for granted that the rules do not say."""
    automaton, core = pair
    runner = Runner(automaton, check=False)
    random = Random(7)
    board = [s for s in automaton.slots if s.role == "marker" and s.size > 4]
    if not board:
        pytest.skip("no board to fill at random")
    for _ in range(40):
        cells = list(runner.new())
        for slot in board:
            domain = [*slot.type.kind.values, slot.default]  # type: ignore[union-attr]
            for i in range(slot.size):
                cells[slot.offset + i] = random.choice(domain)
        flat = tuple(cells)
        state = core.from_values(flat)
        moves, expected = list(core.legal(state)), runner.legal(flat)
        assert [core.unpack(state, m)[1] for m in moves] == [a for _, a in expected]
        for move, choice in list(zip(moves, expected, strict=True))[:4]:
            after = runner.step(flat, choice)
            assert core.to_values(core.step(state, move)) == after
            logged = core.thaw(state)
            core.apply(logged, move, [])
            assert core.to_values(core.freeze(logged)) == after
        assert core.outcome(state) == runner.outcome(flat)


def test_playout_ends_in_a_state_of_the_game(pair: tuple[Automaton, ModuleType]) -> None:
    _, core = pair
    random = Random(3).random
    for _ in range(20):
        end = core.playout(core.new(), random)
        assert core.owner(end) is None
        assert list(core.legal(end)) == []
        assert core.playout(end, random) == end


def test_playout_chooses_uniformly() -> None:
    core = load_source(emit(automaton_of(tic_tac_toe())), "<uniform>")
    random = Random(1).random
    games = 20_000
    won = sum(core.outcome(core.playout(core.new(), random))[0] == 1 for _ in range(games))
    assert abs(won / games - 0.585) < 0.015  # the known share of the first player


def test_invariants_are_checked_where_they_are_declared() -> None:
    automaton = automaton_of(tic_tac_toe())
    core = load_source(emit(automaton), "<invariants>")
    assert core.check_invariants(core.new()) == []
    cells = list(core.to_values(core.new()))
    offset = core.SLOTS["mark"][0]
    cells[offset] = cells[offset + 1] = 1
    assert core.check_invariants(core.from_values(tuple(cells))) == ["fair"]
    assert core.get(core.from_values(tuple(cells)), "mark", 1) == 1


def test_same_automaton_same_source_and_only_the_standard_library() -> None:
    for make in SMALL.values():
        source = emit(automaton_of(make()))
        assert source == emit(automaton_of(make()))
        imported = [n for n in ast.walk(ast.parse(source)) if isinstance(n, (ast.Import, ast.ImportFrom))]
        assert all(isinstance(n, ast.ImportFrom) and n.module == "itertools" for n in imported)
