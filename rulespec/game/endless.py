"""Finds a start that never comes to a decision, so that loading a stranger's text does not hang.

Reads an automaton; raises `RulespecError`. What happens without a choice is determined by the state: a state that comes
back before anybody has chosen comes back for ever.
"""

from rulespec.automaton.evaluate import Env
from rulespec.automaton.nodes import AutomaticPoint, Automaton, Block
from rulespec.automaton.run import Log, Runner, State
from rulespec.diagnostics import RulespecError


class _Watching(Runner):
    """A runner that remembers the states it has passed since the last choice."""

    def __init__(self, automaton: Automaton) -> None:
        super().__init__(automaton, check=False)
        self.passed: set[State] = set()

    def run(self, cells: list[int], block: Block, env: Env, log: Log | None) -> None:
        super().run(cells, block, env, log)
        state = tuple(cells)
        point = self.point(state)
        if isinstance(point, AutomaticPoint):
            if state in self.passed:
                raise RulespecError("R0507", "the rules run on and on without a decision", point.label)
            self.passed.add(state)

    def settle(self, cells: list[int], log: Log | None) -> State:
        try:
            return super().settle(cells, log)
        finally:
            self.passed.clear()


def check_start(automaton: Automaton) -> None:
    """Refuse a game whose start runs for ever; only loops at automatic points can."""
    if any(isinstance(point, AutomaticPoint) for point in automaton.points):
        _Watching(automaton).new()
