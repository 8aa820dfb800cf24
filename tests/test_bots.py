"""Bots: the valuation of a text is read, and following it wins."""

import pytest

import rulespec
from rulespec.diagnostics import RulespecError
from rulespec.game.bots import GreedyBot, bot_of
from rulespec.game.chance import random_of
from rulespec.game.simulate import simulate
from tests.golden_writers import ROOT

SALINA = ROOT / "games" / "salina"


def test_a_valuation_is_worked_out_for_each_player() -> None:
    game = rulespec.load(SALINA, players=2)
    bot = GreedyBot(game, random_of(1))
    # 4 coins, 1 sack, 1 pan, 2 voices each, by the weights that the text gives them
    assert bot.worths(game.new(seed=1).position) == [25.0, 25.0]


def test_without_a_valuation_the_score_counts() -> None:
    game = rulespec.load(ROOT / "games" / "tic_tac_toe")
    assert game.automaton.valuation is None
    statistics = simulate(game, 20, bots=("greedy", "random"))
    assert statistics.wins["x"] >= 16


def test_greedy_beats_random() -> None:
    statistics = simulate(rulespec.load(SALINA, players=2), 2, bots=("random", "greedy"), check_invariants=True)
    assert statistics.wins == {"blue": 2}
    assert statistics.unfinished == 0
    assert not statistics.broken


def test_bots_are_known_by_name() -> None:
    game = rulespec.load(ROOT / "games" / "tic_tac_toe")
    with pytest.raises(RulespecError, match="no bot `greedly`") as error:
        bot_of("greedly", game, random_of(0))
    assert error.value.help == "did you mean `greedy`?"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_seat_of_salina_is_far_ahead(players: int) -> None:
    statistics = simulate(rulespec.load(SALINA, players=players), 100)
    assert set(statistics.ends) == {"years_over"}
    points = [n / statistics.games for n in statistics.points.values()]
    assert max(points) - min(points) < 2
