"""Every way to run a game, behind one face, so that they can be compared position by position.

Reads automata; each engine plays the game of one set of rulings. Choices are (option name, arguments) at a decision
and ("", (member,)) at a draw, in all of them.
"""

from collections.abc import Mapping
from types import ModuleType
from typing import Any, Protocol

from rulespec.automaton.nodes import Automaton, ChancePoint, DecisionPoint, Point
from rulespec.automaton.run import Runner
from rulespec.lower import fold
from rulespec.python import emit, load_source

Cells = Mapping[str, tuple[int, ...]]
Choice = tuple[str, tuple[Any, ...]]


class Engine(Protocol):
    """A game that can be played; a state is whatever the engine takes for one."""

    name: str

    def new(self) -> Any: ...
    def owner(self, state: Any) -> int | None: ...
    def legal(self, state: Any) -> list[Choice]: ...
    def weights(self, state: Any) -> list[int]: ...
    def step(self, state: Any, choice: Choice) -> Any: ...
    def outcome(self, state: Any) -> tuple[int, ...]: ...
    def flat(self, state: Any) -> tuple[int, ...]:
        """All cells in the order of the layout."""

    def from_flat(self, flat: tuple[int, ...]) -> Any: ...


class Walked:
    """The automaton, walked by `Runner`."""

    def __init__(self, name: str, automaton: Automaton, rulings: Mapping[str, str] | None) -> None:
        self.name, self.runner = name, Runner(automaton, rulings)

    def new(self) -> tuple[int, ...]:
        return self.runner.new()

    def owner(self, state: tuple[int, ...]) -> int | None:
        return self.runner.owner(state)

    def legal(self, state: tuple[int, ...]) -> list[Choice]:
        return self.runner.legal(state)

    def weights(self, state: tuple[int, ...]) -> list[int]:
        return self.runner.weights(state)

    def step(self, state: tuple[int, ...], choice: Choice) -> tuple[int, ...]:
        return self.runner.step(state, choice)

    def effects(self, state: tuple[int, ...], choice: Choice) -> list[tuple[object, ...]]:
        """What the step writes that people hear of, in order."""
        log: list[tuple[object, ...]] = []
        self.runner.step(state, choice, log)
        return [entry for entry in log if entry[0] in ("set", "move")]

    def outcome(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return self.runner.outcome(state)

    def flat(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return state

    def from_flat(self, flat: tuple[int, ...]) -> tuple[int, ...]:
        return flat


class Compiled:
    """The generated module, by its pure functions."""

    def __init__(self, name: str, automaton: Automaton, module: ModuleType) -> None:
        self.name, self.automaton, self.module = name, automaton, module
        self.points: dict[int, Point] = {p.number: p for p in automaton.points}
        self.control = automaton.slot(automaton.control).offset

    def new(self) -> Any:
        return self.module.new()

    def owner(self, state: Any) -> int | None:
        owner: int | None = self.module.owner(state)
        return owner

    def legal(self, state: Any) -> list[Choice]:
        return [self._choice(state, move) for move in self.module.legal(state)]

    def weights(self, state: Any) -> list[int]:
        return list(self.module.weights(state)) if self.module.owner(state) == -1 else []

    def step(self, state: Any, choice: Choice) -> Any:
        return self.module.step(state, self._move(state, choice))

    def outcome(self, state: Any) -> tuple[int, ...]:
        return tuple(self.module.outcome(state))

    def flat(self, state: Any) -> tuple[int, ...]:
        return tuple(self.module.to_values(state))

    def from_flat(self, flat: tuple[int, ...]) -> Any:
        return self.module.from_values(flat)

    def _point(self, state: Any) -> Point:
        return self.points[self.flat(state)[self.control]]

    def _choice(self, state: Any, move: Any) -> Choice:
        index, arguments = self.module.unpack(state, move)
        match self._point(state):
            case DecisionPoint(options=options):
                return options[index].name, tuple(arguments)
            case ChancePoint():
                return "", tuple(arguments)
            case point:
                raise AssertionError(f"a module does not rest at {point.label}")

    def _move(self, state: Any, choice: Choice) -> Any:
        """The packed move, found among the legal ones: `pack` must agree with `unpack`."""
        name, arguments = choice
        point = self._point(state)
        names = [o.name for o in point.options] if isinstance(point, DecisionPoint) else [""]
        move = self.module.pack(state, names.index(name), arguments)
        assert move in self.module.legal(state), f"pack({choice}) gives {move}, which is not among legal"
        return move


class InPlace(Compiled):
    """The generated module, changing one list; a step is a copy, a change and a freeze."""

    def owner(self, state: Any) -> int | None:
        owner: int | None = self.module.owner(self.module.thaw(state))
        return owner

    def legal(self, state: Any) -> list[Choice]:
        return [self._choice(state, move) for move in self.module.legal(self.module.thaw(state))]

    def step(self, state: Any, choice: Choice) -> Any:
        cells = self.module.thaw(state)
        self.module.apply(cells, self._move(state, choice))
        return self.module.freeze(cells)


def walked(automaton: Automaton, rulings: Mapping[str, str]) -> list[Engine]:
    """The lowering: the automaton, with its rulings open and folded."""
    return [Walked("automaton", automaton, rulings), Walked("folded automaton", fold(automaton, rulings), None)]


def compiled(automaton: Automaton, rulings: Mapping[str, str]) -> list[Engine]:
    """The generated module."""
    folded = fold(automaton, rulings)
    module = load_source(emit(folded), f"<{automaton.game}>")
    return [Compiled("compiled", folded, module), InPlace("compiled, in place", folded, module)]


def engines(automaton: Automaton, rulings: Mapping[str, str]) -> list[Engine]:
    """All implementations of the game but the reference interpreter."""
    return walked(automaton, rulings) + compiled(automaton, rulings)
