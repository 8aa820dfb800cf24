"""What the facade asks of a core: the generated module, or the slow runner of the automaton behind the same names.

Reads an automaton; returns a `Core`. States of a core are opaque; `to_values` and `from_values` open them.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rulespec.automaton.nodes import Automaton, ChancePoint, DecisionPoint
from rulespec.automaton.run import Runner, State
from rulespec.diagnostics import RulespecError

CHANCE = -1
_RUN_TIME = re.compile(r"R05\d\d")


class Core(Protocol):
    """The fixed names of a generated module that the facade uses."""

    def new(self) -> Any: ...
    def owner(self, s: Any, /) -> int | None: ...
    def legal(self, s: Any, /) -> Sequence[Any]: ...
    def weights(self, s: Any, /) -> Sequence[int]: ...
    def step(self, s: Any, m: Any, /) -> Any: ...
    def outcome(self, s: Any, /) -> Sequence[int]: ...
    def playout(self, s: Any, random: Callable[[], float], /) -> Any: ...
    def unpack(self, s: Any, m: Any, /) -> tuple[int, tuple[Any, ...]]: ...
    def pack(self, s: Any, option: int, args: tuple[Any, ...], /) -> Any: ...
    def to_values(self, s: Any, /) -> tuple[int, ...]: ...
    def from_values(self, values: tuple[int, ...], /) -> Any: ...


def coded_fault(error: Exception) -> Exception:
    """What a core raised, as an error of the game's text if it says so (`R0507 the rules run on ...`)."""
    code, _, message = str(error).partition(" ")
    if isinstance(error, RuntimeError) and _RUN_TIME.fullmatch(code):
        return RulespecError(code, message)
    return error


class RunnerCore:
    """The automaton played as it is: slow, for tests and for tools that change the automaton.

    A move is (number of the option, arguments); a state is the flat tuple itself.
    """

    def __init__(self, automaton: Automaton) -> None:
        self.runner = Runner(automaton)

    def new(self) -> State:
        return self.runner.new()

    def owner(self, s: State, /) -> int | None:
        return self.runner.owner(s)

    def _names(self, s: State) -> tuple[str, ...]:
        match self.runner.point(s):
            case DecisionPoint(options=options):
                return tuple(o.name for o in options)
            case ChancePoint():
                return ("",)
            case _:
                return ()

    def legal(self, s: State, /) -> list[Any]:
        names = self._names(s)
        return [(names.index(option), args) for option, args in self.runner.legal(s)]

    def weights(self, s: State, /) -> list[int]:
        return self.runner.weights(s)

    def step(self, s: State, m: Any, /) -> State:
        return self.runner.step(s, (self._names(s)[m[0]], m[1]))

    def outcome(self, s: State, /) -> tuple[int, ...]:
        return self.runner.outcome(s)

    def liking(self, s: State, /) -> tuple[int, ...]:
        return self.runner.liking(s)

    def playout(self, s: State, random: Callable[[], float], /) -> State:
        while (owner := self.owner(s)) is not None:
            moves = self.legal(s)
            weights = self.weights(s) if owner == CHANCE else [1] * len(moves)
            mark = int(random() * sum(weights))
            for move, weight in zip(moves, weights, strict=True):
                mark -= weight
                if mark < 0:
                    s = self.step(s, move)
                    break
        return s

    def unpack(self, s: State, m: Any, /) -> tuple[int, tuple[Any, ...]]:
        return m[0], m[1]

    def pack(self, s: State, option: int, args: tuple[Any, ...], /) -> Any:
        return option, args

    def to_values(self, s: State, /) -> tuple[int, ...]:
        return s

    def from_values(self, values: tuple[int, ...], /) -> State:
        return tuple(values)
