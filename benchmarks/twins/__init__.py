"""Games written by hand in Python, the yardstick of the speed table.

Each game has two twins. The *functional* twin is what one would naturally write as pure functions on tuples; the
*mutable* twin is what one writes for speed alone: packed integers or a mailbox, changed in place, with the playout
fused into one loop. Both know the same game, which tests/test_twins.py checks against published counts. Magnanimous has
one twin, a package of its own: plain Python that changes the game in place, written from the catalogue of statements and
the default readings alone, without the rules text. It is a second opinion on the rules as much as a yardstick.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from benchmarks.twins.functional import breakthrough as functional_breakthrough
from benchmarks.twins.functional import connect_four as functional_connect_four
from benchmarks.twins.functional import tic_tac_toe as functional_tic_tac_toe
from benchmarks.twins.mutable import breakthrough as mutable_breakthrough
from benchmarks.twins.mutable import connect_four as mutable_connect_four
from benchmarks.twins.mutable import tic_tac_toe as mutable_tic_tac_toe

Random = Callable[[], float]


class FunctionalTwin(Protocol):
    """Pure functions on an immutable position; the first player is number 0."""

    def new(self) -> Any: ...
    def owner(self, position: Any, /) -> int | None: ...
    def legal(self, position: Any, /) -> Sequence[Any]: ...
    def step(self, position: Any, move: Any, /) -> Any: ...
    def outcome(self, position: Any, /) -> tuple[int, int]: ...
    def playout(self, position: Any, random: Random, /) -> Any: ...


class MutableTwin(Protocol):
    """A board changed in place; `playout` starts from the beginning and returns the board it ends on."""

    def new(self) -> Any: ...
    def copied(self, board: Any, /) -> Any: ...
    def owner(self, board: Any, /) -> int | None: ...
    def legal(self, board: Any, /) -> Sequence[Any]: ...
    def apply(self, board: Any, move: Any, /) -> None: ...
    def outcome(self, board: Any, /) -> tuple[int, int]: ...
    def playout(self, random: Random, /) -> Any: ...


FUNCTIONAL: Mapping[str, FunctionalTwin] = MappingProxyType(
    {
        "tic_tac_toe": functional_tic_tac_toe,
        "connect_four": functional_connect_four,
        "breakthrough": functional_breakthrough,
    }
)

MUTABLE: Mapping[str, MutableTwin] = MappingProxyType(
    {
        "tic_tac_toe": mutable_tic_tac_toe,
        "connect_four": mutable_connect_four,
        "breakthrough": mutable_breakthrough,
    }
)
