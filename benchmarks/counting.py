"""Counts a game's lines of play, complete games and positions: what is published and tells two games apart.

Reads anything with `legal` and `step` on hashable states: a compiled core, a functional twin, or a mutable twin through
`Copying`. A game is over where nothing is legal; chance outcomes count as moves.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import attrs

from benchmarks.twins import MutableTwin


class Counted(Protocol):
    """As much of a game as counting needs."""

    def legal(self, state: Any, /) -> Sequence[Any]: ...
    def step(self, state: Any, move: Any, /) -> Any: ...


@attrs.frozen
class Copying:
    """A mutable twin as a pure game: `step` works on a copy."""

    twin: MutableTwin

    def legal(self, board: Any) -> Sequence[Any]:
        return self.twin.legal(board)

    def step(self, board: Any, move: Any) -> Any:
        after = self.twin.copied(board)
        self.twin.apply(after, move)
        return after


def perft(game: Counted, state: Any, depth: int) -> int:
    """How many lines of play of that length begin here; the last move is counted without being made."""
    moves = game.legal(state)
    return len(moves) if depth == 1 else sum(perft(game, game.step(state, move), depth - 1) for move in moves)


def complete_games(game: Counted, state: Any) -> int:
    """How many lines of play lead from here to an end, each walked by itself."""
    moves = game.legal(state)
    return sum(complete_games(game, game.step(state, move)) for move in moves) if moves else 1


def reachable(game: Counted, start: Any) -> set[Any]:
    """Every position that play can reach, the start and the ends included."""
    found = {start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for move in game.legal(state):
            after = game.step(state, move)
            if after not in found:
                found.add(after)
                waiting.append(after)
    return found
