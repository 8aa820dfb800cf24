"""PettingZoo's own tests on whole games over 200 seeds, Magnanimous among them."""

import sys
import warnings
from pathlib import Path

import pytest

import rulespec

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

SEEDS = range(200)
GAMES = [
    "games/kuhn_poker",
    *sorted(str(p.parent) for p in Path("games").glob("*/game.rules") if "kuhn" not in str(p)),
    "magnanimous_rules",
]


@pytest.mark.parametrize("name", GAMES)
def test_the_environment_of_a_game_over_many_seeds(name: str) -> None:
    import numpy as np
    from pettingzoo.test import api_test, seed_test
    from pettingzoo_env import RulesEnv

    game = rulespec.load(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(RulesEnv(game), num_cycles=3000)
        seed_test(lambda: RulesEnv(game), num_cycles=1500)
    env = RulesEnv(game)
    for seed in SEEDS:
        env.reset(seed=seed)
        lots = np.random.default_rng(seed)
        rewards = dict.fromkeys(env.possible_agents, 0)
        for agent in env.agent_iter(200_000):
            seen, reward, over, _, _ = env.last()
            rewards[agent] += reward
            env.step(None if over else int(lots.choice(np.flatnonzero(seen["action_mask"]))))
        outcome = game.outcome(env.state_)
        assert outcome is not None, f"seed {seed}: the game did not end"
        assert list(rewards.values()) == list(game.core.outcome(env.state_.position)), f"seed {seed}"
