"""The strategies draw real games, and a property that fails shrinks to a short game that can be played again."""

from collections import Counter

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

import rulespec
from rulespec import IllegalMove, State
from tests.game_samples import NAMES, game
from verifier.strategies import Played, chosen, games, logs, moves, state_machine, states

FEW = settings(max_examples=15, deadline=None)
LONG = settings(max_examples=400, deadline=None)


@pytest.mark.parametrize("name", NAMES)
def test_games_replay(name: str) -> None:
    @FEW
    @given(games(game(name), max_moves=40))
    def check(played: Played) -> None:
        assert len(played.states) == len(played.moves) + 1
        assert game(name).replay(played.log) == played.state
        assert played.session.state == played.state

    check()


@pytest.mark.parametrize("name", NAMES)
def test_logs_and_states_and_moves(name: str) -> None:
    @FEW
    @given(logs(game(name), max_moves=30), st.data())
    def check(log: str, data: st.DataObject) -> None:
        state = game(name).replay(log)
        if not state.is_over:
            move = data.draw(moves(game(name), state))
            assert game(name).play(state, move) is not None

    check()


def test_moves_of_the_text_are_refused_or_played() -> None:
    kuhn, refused, played = game("kuhn_poker"), 0, 0

    @settings(max_examples=60)
    @given(states(kuhn, over=False), st.data())
    def check(state: State, data: st.DataObject) -> None:
        nonlocal refused, played
        if state.owner == "chance":
            return
        move = data.draw(moves(kuhn, state, legal=False))
        try:
            kuhn.play(state, move)
            played += 1
        except IllegalMove:
            refused += 1

    check()
    assert played


# --- shrinking --------------------------------------------------------------------------------------------------------


def test_first_win_at_tic_tac_toe_shrinks_to_five_moves() -> None:
    tic_tac_toe = game("tic_tac_toe")

    def is_won(played: Played) -> bool:
        outcome = tic_tac_toe.outcome(played.state)
        return outcome is not None and len(outcome.winners) == 1

    found = find(games(tic_tac_toe), is_won, settings=LONG)
    assert len(found) == 5


def test_won_pot_shrinks_to_a_short_game_of_kuhn_poker() -> None:
    kuhn = game("kuhn_poker")

    def second_wins_two(played: Played) -> bool:
        outcome = kuhn.outcome(played.state)
        return outcome is not None and outcome.winners == ("second",) and len(played) >= 4

    found = find(games(kuhn), second_wins_two, settings=LONG)
    assert len(found) == 4
    assert kuhn.outcome(kuhn.replay(found.log)) == kuhn.outcome(found.state)


def test_late_position_of_a_euro_shrinks_to_a_short_game() -> None:
    """The first troop recruited: everything that is not needed for it is left out."""
    little = rulespec.load("games/little_empire")

    def recruited(played: Played) -> bool:
        return any(str(move).startswith("recruit") for move in played.moves)

    found = find(games(little, max_moves=60), recruited, settings=LONG)
    assert any(str(move).startswith("recruit") for move in found.moves[-2:])
    assert len(found) <= 20
    assert little.replay(found.log) == found.state


# --- drawing ----------------------------------------------------------------------------------------------------------


def test_picks_follow_the_weights() -> None:
    drawn = Counter(chosen(picked, [5, 6, (7, 1)], [1, 0, 3]) for picked in range(4000))
    assert drawn[6] == 0
    assert 0.22 < drawn[5] / 4000 < 0.28
    even = Counter(chosen(picked, range(5)) for picked in range(5000))
    assert all(900 < even[i] < 1100 for i in range(5))


def test_pick_stands_for_the_same_move_whatever_else_is_legal() -> None:
    for picked in range(200):
        move = chosen(picked, range(9))
        assert chosen(picked, [m for m in range(9) if m in (2, 5, move)]) == move


def test_only_final_states() -> None:
    @FEW
    @given(states(game("kuhn_poker"), over=True))
    def check(state: State) -> None:
        assert state.is_over

    check()


# --- the state machine ------------------------------------------------------------------------------------------------

TestTicTacToe = state_machine(game("tic_tac_toe")).TestCase
TestTicTacToe.settings = settings(max_examples=10, stateful_step_count=12, deadline=None)


def test_state_machine_finds_what_a_check_refuses() -> None:
    kuhn = game("kuhn_poker")
    machine = state_machine(kuhn, lambda state: not state.is_over)
    with pytest.raises(AssertionError, match="fails after"):
        run_state_machine_as_test(machine, settings=settings(max_examples=10, deadline=None, phases=[Phase.generate]))


def test_nothing_to_draw_of_a_finished_game() -> None:
    kuhn = game("kuhn_poker")
    over = find(states(kuhn, over=True), lambda _: True, settings=LONG)
    assert moves(kuhn, over).is_empty
