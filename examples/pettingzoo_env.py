"""Any game as a PettingZoo environment, for reinforcement learning: `pip install pettingzoo`.

A move may have thousands of forms, so an action is one word of it: first the option, then one value after the other; a set is
a yes or no for each member. The mask of an observation says which words go on to a legal move.
"""

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import rulespec
from rulespec.rules.types import MapOf, SetOf


def words_of(type_, value):
    """One value of a move as words: its type's name and its number."""
    match type_:
        case SetOf(kind=kind):
            return [("flag", value >> i & 1) for i in range(kind.size)]
        case MapOf():
            return [("number", n) for n in value]
        case _:
            return [(type_.kind.root if hasattr(type_, "kind") else "number", value)]


def vocabulary(game):
    """All words that a move of this game can have."""
    found = {("flag", 0), ("flag", 1)}
    for option in (option for point in game.sheet.points for option in point.options):
        found.add(("option", option.code))
        for _, type_ in option.parameters:
            number = type_.entry if isinstance(type_, MapOf) else type_
            if hasattr(number, "kind"):
                found |= {(number.kind.root, value) for value in (*number.kind.values, number.kind.none)}
            else:
                found |= {("number", n) for n in range(getattr(number, "low", 0), getattr(number, "high", 1) + 1)}
    return sorted(found, key=str)


class RulesEnv(AECEnv):
    metadata = {"name": "rulespec_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: rulespec.Game, render_mode=None):
        self.game, self.render_mode, self.possible_agents = game, render_mode, list(game.players)
        self.words = {word: i for i, word in enumerate(vocabulary(game))}
        cells = len(game.observe(game.new(0), game.players[0]))
        seen = spaces.Box(-1, 2**20, (cells + len(self.words),), np.int32)
        mask = spaces.Box(0, 1, (len(self.words),), np.int8)
        self._seen = spaces.Dict({"observation": seen, "action_mask": mask})
        self._actions = {agent: spaces.Discrete(len(self.words)) for agent in self.possible_agents}

    def observation_space(self, agent):
        return self._seen

    def action_space(self, agent):
        return self._actions[agent]

    def reset(self, seed=None, options=None):
        self.state_ = self.game.new(int(np.random.default_rng(seed).integers(2**31)))
        self.agents = list(self.possible_agents)
        self.rewards = self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict(self.rewards)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._await_move()

    def _await_move(self):
        """The legal moves of whoever decides now, each as its words."""
        self.said, core, position = (), self.game.core, self.state_.position
        if self.state_.is_over:
            self.moves = {}
            return
        self.agent_selection = self.state_.owner
        options = self.game.point(position).options
        self.moves = {}
        for move in core.legal(position):
            number, args = core.unpack(position, move)
            words = [("option", options[number].code)]
            for (_, type_), value in zip(options[number].parameters, args, strict=True):
                words += words_of(type_, value)
            self.moves[tuple(self.words[word] for word in words)] = move

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.said = (*self.said, int(action))
        going_on = {words: move for words, move in self.moves.items() if words[: len(self.said)] == self.said}
        if not going_on:
            raise rulespec.RulespecError("R0621", f"no legal move goes on with action {action}")
        if len(going_on) == 1:
            (move,) = going_on.values()
            self.state_ = self.game.play(self.state_, self.game.decode(self.state_, move))
            self._await_move()
        if self.state_.is_over:
            self.rewards = dict(zip(self.agents, map(int, self.game.core.outcome(self.state_.position)), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def observe(self, agent):
        seen, mask = np.zeros(len(self.words), np.int32), np.zeros(len(self.words), np.int8)
        if agent == self.agent_selection and not self.state_.is_over:
            seen[list(self.said)] = 1
            mask[[words[len(self.said)] for words in self.moves if words[: len(self.said)] == self.said]] = 1
        known = np.array(self.game.observe(self.state_, agent), np.int32)
        return {"observation": np.concatenate([known, seen]), "action_mask": mask}

    def render(self):
        from rulespec.drawing.text import lines_of

        return "\n".join(lines_of(self.game.pictures(self.state_)))

    def close(self):
        pass
