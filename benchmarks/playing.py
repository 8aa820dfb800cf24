"""Plays whole games at random in each form that is measured: what stands between the clock's two readings.

Every form chooses alike, `moves[int(random() * len(moves))]`, so that a difference is the game's. Games without chance
are played by `legal` alone, which is empty when a game is over; with chance the owner is asked at every step and
outcomes are drawn by their weights.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from random import Random
from typing import Any, Protocol

import attrs

from benchmarks.measure import Play
from benchmarks.twins import FunctionalTwin

CHANCE = -1
SEED = 20_260_101


class Core(Protocol):
    """The compiled module of a game, as design.md section 4 fixes it."""

    def new(self) -> Any: ...
    def owner(self, state: Any, /) -> int | None: ...
    def legal(self, state: Any, /) -> Sequence[Any]: ...
    def weights(self, state: Any, /) -> Sequence[int]: ...
    def step(self, state: Any, move: Any, /) -> Any: ...
    def thaw(self, state: Any, /) -> Any: ...
    def apply(self, live: Any, move: Any, /) -> Any: ...
    def freeze(self, live: Any, /) -> Any: ...
    def playout(self, state: Any, random: Callable[[], float], /) -> Any: ...
    def outcome(self, state: Any, /) -> Sequence[Any]: ...


def drawn(moves: Sequence[Any], weights: Sequence[int], random: Callable[[], float]) -> Any:
    """One of the outcomes, as likely as its weight says."""
    sums = list(accumulate(weights))
    mark = int(random() * sums[-1])
    return next(move for move, reached in zip(moves, sums, strict=True) if mark < reached)


def chosen(core: Core, state: Any, owner: int, random: Callable[[], float]) -> Any:
    """A legal move, all equally likely, or at a chance point an outcome by its weight."""
    moves = core.legal(state)
    if owner == CHANCE:
        return drawn(moves, core.weights(state), random)
    return moves[int(random() * len(moves))]


def random_game(core: Core, random: Callable[[], float]) -> tuple[list[int], Any]:
    """Who decided at each step, and the state at the end."""
    owners = []
    state = core.new()
    while (owner := core.owner(state)) is not None:
        owners.append(owner)
        state = core.step(state, chosen(core, state, owner, random))
    return owners, state


def has_chance(core: Core, games: int = 100) -> bool:
    """Whether chance decided anything in some random games; refuses a core whose `legal` goes on after the end."""
    random = Random(SEED).random
    found = False
    for _ in range(games):
        owners, end = random_game(core, random)
        found = found or CHANCE in owners
        if list(core.legal(end)):
            raise ValueError("`legal` offers moves after the end of the game")
    return found


@attrs.frozen
class Choices:
    """What players are asked in random games: how often in a game, and among how many legal moves."""

    a_game: float
    mean: float
    most: int


def choices(core: Core, games: int = 20) -> Choices:
    random = Random(SEED).random
    found = []
    for _ in range(games):
        state = core.new()
        while (owner := core.owner(state)) is not None:
            if owner != CHANCE:
                found.append(len(core.legal(state)))
            state = core.step(state, chosen(core, state, owner, random))
    return Choices(len(found) / games, sum(found) / len(found), max(found))


def pure(core: Core) -> Play:
    """`legal` and `step` on immutable states."""
    random = Random(SEED).random
    new, owner_of, legal, step = core.new, core.owner, core.legal, core.step

    def play(games: int) -> None:
        for _ in range(games):
            state = new()
            while moves := legal(state):
                state = step(state, moves[int(random() * len(moves))])

    def play_with_chance(games: int) -> None:
        for _ in range(games):
            state = new()
            while (owner := owner_of(state)) is not None:
                state = step(state, chosen(core, state, owner, random))

    return play_with_chance if has_chance(core) else play


def in_place(core: Core) -> Play:
    """`legal` and `apply` on one thawed state."""
    random = Random(SEED).random
    new, thaw, owner_of, legal, apply = core.new, core.thaw, core.owner, core.legal, core.apply

    def play(games: int) -> None:
        for _ in range(games):
            live = thaw(new())
            while moves := legal(live):
                apply(live, moves[int(random() * len(moves))])

    def play_with_chance(games: int) -> None:
        for _ in range(games):
            live = thaw(new())
            while (owner := owner_of(live)) is not None:
                apply(live, chosen(core, live, owner, random))

    return play_with_chance if has_chance(core) else play


def playout(core: Core) -> Play:
    """The compiled `playout`."""
    random = Random(SEED).random
    new, run = core.new, core.playout

    def play(games: int) -> None:
        for _ in range(games):
            run(new(), random)

    return play


def functional_twin(twin: FunctionalTwin) -> Play:
    """The twin's own playout by `legal` and `step`."""
    random = Random(SEED).random
    new, run = twin.new, twin.playout

    def play(games: int) -> None:
        for _ in range(games):
            run(new(), random)

    return play


def mutable_twin(run: Callable[[Callable[[], float]], Any]) -> Play:
    """The twin's own playout in place."""
    random = Random(SEED).random

    def play(games: int) -> None:
        for _ in range(games):
            run(random)

    return play
