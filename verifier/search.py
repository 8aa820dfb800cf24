"""A search for games that really come to a fault.

Reads positions through a `Judge`; fills `found`. Nearest positions first, then games at random; where every position
was seen, what was not found does not exist.
"""

import random
import time

import attrs

from rulespec.automaton.run import Choice, State
from rulespec.diagnostics import RulespecError
from verifier.conditions import CODES
from verifier.traces import Fault, Judge

SAMPLE = 300
"""Positions remembered for each point."""


@attrs.frozen
class Found:
    """A game that comes to a fault: the states, and the choices between them (the last of which may have failed)."""

    states: tuple[State, ...]
    choices: tuple[Choice, ...]
    shortest: bool


class Search:
    """All positions that a game can come to, as far as the budget goes."""

    def __init__(self, judge: Judge, *, max_states: int, seconds: float) -> None:
        self.judge, self.max_states, self.seconds = judge, max_states, seconds
        self.found: dict[Fault, Found] = {}
        self.exhaustive = False
        self.done = False
        self.visited = 0
        self.seen: dict[str, list[State]] = {}
        """Some of the positions at each point."""
        self._parents: dict[State, tuple[State, Choice] | None] = {}

    def run(self) -> None:
        self.done = True
        deadline = time.monotonic() + self.seconds
        try:
            start = self.judge.start()
        except RulespecError as error:
            self.found[(error.code, "start")] = Found((), (), True)
            return
        # The near half of the time; the rest for whole games, which see late positions too.
        self.exhaustive = self._nearest_first(start, deadline - self.seconds / 2)
        if not self.exhaustive:
            self._at_random(start, deadline)

    def _nearest_first(self, start: State, deadline: float) -> bool:
        judge = self.judge
        self._parents = {start: None}
        frontier = [start]
        self._look(start)
        while frontier:
            following: list[State] = []
            for state in frontier:
                if len(self._parents) > self.max_states or time.monotonic() > deadline:
                    return False
                self.visited += 1
                choices, broken = judge.choices(state)
                for fault in broken:
                    self._note(fault, state, None)
                if not choices and not broken and judge.runner.point(state) is not None:
                    self._note(("choice", judge.label(state)), state, None)
                for choice in choices:
                    try:
                        after = judge.step(state, choice)
                    except RulespecError as error:
                        self._note((error.code, judge.unit(state, choice)), state, choice)
                        continue
                    if after not in self._parents:
                        self._parents[after] = (state, choice)
                        following.append(after)
                        self._look(after)
            frontier = following
        return True

    def _remember(self, state: State) -> None:
        states = self.seen.setdefault(self.judge.label(state), [])
        if len(states) < SAMPLE:
            states.append(state)

    def _look(self, state: State) -> None:
        self._remember(state)
        before = self._parents[state]
        if before is None or self.judge.forced(before[0]) is None:
            for label in self.judge.endless(state):
                self._note((CODES["termination"], label), state, None)
        for fault in self.judge.faults(state):
            self._note(fault, state, None)

    def _note(self, fault: Fault, state: State, last: Choice | None) -> None:
        if fault not in self.found:
            self.found[fault] = self._path(state, last)

    def _path(self, state: State, last: Choice | None) -> Found:
        states, choices = [state], [] if last is None else [last]
        while (parent := self._parents[states[0]]) is not None:
            states.insert(0, parent[0])
            choices.insert(0, parent[1])
        return Found(tuple(states), tuple(choices), True)

    def _at_random(self, start: State, deadline: float) -> None:
        """Whole games with uniform choices: they see the late positions that the first search does not come to."""
        chooser = random.Random(0)
        while time.monotonic() < deadline:
            state, choices = start, list[Choice]()
            for _ in range(2000):
                possible, broken = self.judge.choices(state)
                fresh = [f for f in broken if f not in self.found]
                if not possible:
                    if not broken and self.judge.runner.point(state) is not None:
                        fresh.append(("choice", self.judge.label(state)))
                    for fault in fresh:
                        self._keep(fault, start, choices)
                    break
                for fault in fresh:
                    self._keep(fault, start, choices)
                choice = chooser.choice(possible)
                choices.append(choice)
                try:
                    after = self.judge.step(state, choice)
                except RulespecError as error:
                    self._keep((error.code, self.judge.unit(state, choice)), start, choices)
                    break
                self._remember(after)
                for fault in self.judge.faults(after):
                    self._keep(fault, start, choices)
                state = after
                self.visited += 1
                if time.monotonic() > deadline:
                    return

    def _keep(self, fault: Fault, start: State, choices: list[Choice]) -> None:
        if fault not in self.found:
            self.found[fault] = self._shrink(fault, start, list(choices))

    def _shrink(self, fault: Fault, start: State, choices: list[Choice]) -> Found:
        """Leave out steps as long as the rest is a game that ends in the fault."""
        best = self._replay(fault, start, choices)
        i = 0
        while best is not None and i < len(best.choices):
            shorter = self._replay(fault, start, list(best.choices[:i] + best.choices[i + 1 :]))
            if shorter is None:
                i += 1
            else:
                best = shorter
        return best if best is not None else Found((start,), tuple(choices), False)

    def _replay(self, fault: Fault, start: State, choices: list[Choice]) -> Found | None:
        """Play; stop where the fault is. None if a choice is not legal or the fault does not come."""
        states, played = [start], list[Choice]()
        for choice in [*choices, None]:
            state = states[-1]
            if fault in self.judge.faults(state):
                return Found(tuple(states), tuple(played), False)
            possible, broken = self.judge.choices(state)
            if fault in broken or (fault == ("choice", self.judge.label(state)) and not possible):
                return Found(tuple(states), tuple(played), False)
            if choice is None or choice not in possible:
                return None
            played.append(choice)
            try:
                states.append(self.judge.step(state, choice))
            except RulespecError as error:
                same = (error.code, self.judge.unit(state, choice)) == fault
                return Found(tuple(states), tuple(played), False) if same else None
        return None
