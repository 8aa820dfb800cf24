"""A state: a position of the core and, if the game is seeded, where its chance stands.

An immutable value: equal, hashable, picklable. Two states are equal if they are states of the same game (same text,
players and readings), at the same position, with the same chance to come.
"""

from typing import TYPE_CHECKING, Any

import attrs

from rulespec.game.decision import Decision

if TYPE_CHECKING:
    from rulespec.game.facade import Game


@attrs.frozen(eq=False, repr=False, slots=False)
class State:
    """`position` is what the core plays with. Without a seed chance is the caller's."""

    game: "Game"
    position: Any
    seed: int | None = None
    draws: int = 0

    @property
    def decision(self) -> Decision | None:
        """Who decides what now; None when the game is over."""
        return self.game.decision(self)

    @property
    def owner(self) -> str | None:
        """The player who decides, `chance`, or None when the game is over."""
        return self.game.owner(self)

    @property
    def is_over(self) -> bool:
        return self.game.core.owner(self.position) is None

    def _key(self) -> tuple[Any, ...]:
        return self.position, self.seed, self.draws

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._key() == other._key() and (self.game is other.game or self.game.identity == other.game.identity)

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        owner = self.owner
        now = "over" if owner is None else f"{owner} decides {self.game.point(self.position).code}"
        chance = "" if self.seed is None else f", seed {self.seed}, {self.draws} draws"
        return f"<State of {self.game.name}: {now}{chance}>"

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _unpickle, (self.game, self.game.core.to_values(self.position), self.seed, self.draws)


def _unpickle(game: "Game", values: tuple[int, ...], seed: int | None, draws: int) -> State:
    return State(game, game.core.from_values(tuple(values)), seed, draws)
