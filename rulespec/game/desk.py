"""A table in front of somebody: a session, people and bots on its seats.

Reads a game; what `rulespec play`, the web page and chat bots share. Nothing here prints: `advance` lets the bots play until a
person must decide, `heard` is what a player has got to know since.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from rulespec.game.bots import Bot, GreedyBot, bot_of
from rulespec.game.chance import random_of
from rulespec.game.event import Event
from rulespec.game.facade import Game
from rulespec.game.match import Given
from rulespec.game.move import Move
from rulespec.game.session import Session

PERSON = "person"
HINT = "greedy"


def quick_bot(kind: str, game: Game, seed: int) -> Bot:
    """A bot that answers at once, in a browser too: the greedy one judges each move by what it brings, and plays nothing on."""
    random = random_of(seed, 1)
    return GreedyBot(game, random, tries=1, ahead=0) if kind == HINT else bot_of(kind, game, random)


class Desk:
    """`Desk(game, {"red": "person", "green": "greedy"}, seed=7)`; a player that is not named is a greedy bot."""

    def __init__(
        self, game: Game, seats: Mapping[str, str] | None = None, seed: int = 1, session: Session | None = None
    ) -> None:
        self.game, self.seed = game, seed
        self.session = session if session is not None else Session(game, seed)
        self.seats = {player: (seats or {}).get(player, HINT) for player in game.players}
        for player in seats or {}:
            game.player(player)
        self._bots: dict[str, Bot] = {
            player: quick_bot(who, game, seed + i)
            for i, (player, who) in enumerate(self.seats.items())
            if who != PERSON
        }
        self._hint = quick_bot(HINT, game, seed)

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(player for player, who in self.seats.items() if who == PERSON)

    @property
    def waits_for(self) -> str | None:
        """The person who must decide; None if a bot is to move or the game is over."""
        owner = self.session.state.owner
        return owner if owner in self.people else None

    def bots_play(self, most: int = 10_000) -> Iterator[tuple[Event, ...]]:
        """What the bots do until a person must decide, one move after the other."""
        while most > 0 and not self.session.is_over and self.waits_for is None:
            yield self.bot_move()
            most -= 1

    def bot_move(self) -> tuple[Event, ...]:
        state = self.session.state
        return self.session.play(self._chosen(self._bots[state.owner or ""]))

    def _chosen(self, bot: Bot) -> Move:
        state = self.session.state
        self.game.legal(state)  # says what is missing where a text leaves a player without a move
        return self.game.decode(state, bot.choose(state.position, self.game.core.legal(state.position)))

    def play(self, move: Given) -> tuple[Event, ...]:
        return self.session.play(move)

    def hint(self) -> Move:
        """What the greedy bot would play."""
        return self._chosen(self._hint)

    def undo(self) -> bool:
        """Back to the last decision of a person; False if there was none."""
        steps, session = 0, self.session
        lines = len(session.lines)
        while True:
            before = session.state
            session.undo()
            if session.state == before and len(session.lines) == lines:
                break
            steps, lines = steps + 1, len(session.lines)
            if self.waits_for is not None:
                return True
        return steps > 0

    def dump(self) -> dict[str, Any]:
        """Seats and log, to go on later."""
        return {"seats": dict(self.seats), "seed": self.seed, "log": self.session.log}

    @classmethod
    def resume(cls, game: Game, saved: Mapping[str, Any]) -> "Desk":
        return cls(game, saved["seats"], saved["seed"], Session.resume(game, saved["log"]))
