"""A game in progress: its state, its log and what has happened. The thing a front end keeps.

Reads a `Game`. Playing changes the session, never a state; every log it writes replays to the state it holds.
"""

from typing import Any

from rulespec.diagnostics import RulespecError
from rulespec.game.decision import CHANCE_NAME, Decision
from rulespec.game.errors import BadSave
from rulespec.game.event import Event
from rulespec.game.facade import Game
from rulespec.game.log import Entry, log_header, read_log, to_text
from rulespec.game.match import Given
from rulespec.game.move import Move
from rulespec.game.state import State
from rulespec.game.values import to_json
from rulespec.game.view import Outcome, View


class Session:
    """`Session(game, seed=7)`, then `play`, `undo`, `view`; `log` is what to keep."""

    def __init__(self, game: Game, seed: int | None = None, *, tell: bool = True) -> None:
        self.game = game
        self._tell = tell
        if tell:
            state, draws, events = game.begin(seed)
        else:
            state, draws, events = _quiet_start(game, seed)
        self._states: list[State] = [state]
        self._lines: list[list[dict[str, Any]]] = [[_draw_line(draw) for draw in draws]]
        self._events: list[tuple[Event, ...]] = [events]
        self._seed = seed

    # --- where we are ----------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def decision(self) -> Decision | None:
        return self.state.decision

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened."""
        return [event for events in self._events for event in events]

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The log as objects, the header first."""
        return [log_header(self.game.sheet, self._seed), *(line for lines in self._lines for line in lines)]

    @property
    def log(self) -> str:
        """The log as JSON lines."""
        return to_text(self.lines)

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    def legal(self) -> list[Move]:
        return self.game.legal(self.state)

    def view(self, who: str | None) -> View:
        """What a player knows, with everything they saw happen."""
        return self.game.view_with(self.state, who, self.events)

    # --- playing ---------------------------------------------------------------------------------------------------

    def play(self, move: Given, by: str | None = None) -> tuple[Event, ...]:
        """Play a move (or, without a seed, give what chance brings); returns what happened."""
        before = self.state
        owner = self.game.owner(before)
        played = self.game.move(move, before)
        if self._tell:
            after, draws, events = self.game.advance(before, played, by)
        else:
            after, draws, events = _quiet_advance(self.game, before, played, by)
        first = _draw_line(played) if owner == CHANCE_NAME else {"by": owner, "move": played.to_json()}
        self._states.append(after)
        self._lines.append([first, *(_draw_line(draw) for draw in draws)])
        self._events.append(events)
        return events

    def undo(self) -> State:
        """Take back the last move and the chance that followed it; at the start nothing happens."""
        if len(self._states) > 1:
            self._states.pop()
            self._lines.pop()
            self._events.pop()
        return self.state

    # --- from a log ------------------------------------------------------------------------------------------------

    @classmethod
    def resume(cls, game: Game, log: Any, *, most: int | None = None, tell: bool = True) -> "Session":
        """The session that wrote a log, or, with `most`, as it was after so many entries."""
        seed, entries = read_log(game.sheet, log)
        if most is not None:
            if not 0 <= most <= len(entries):
                raise BadSave("R0655", f"the log has {len(entries)} entries, not {most}", "the log")
            entries = entries[:most]
        session = cls(game, seed, tell=tell)
        expected = [line for lines in session._lines for line in lines]  # what the seed drew and the log must confirm
        for entry in entries:
            session._follow(entry, expected)
        return session

    def _follow(self, entry: Entry, expected: list[dict[str, Any]]) -> None:
        """One entry of a log: confirms what the seed drew, or is played."""
        if expected:
            drawn = expected.pop(0)
            if not entry.is_draw:
                raise BadSave("R0654", f"the seed draws {_said(drawn)} here, but the log has a move", entry.place)
            if entry.content != drawn["draw"]:
                raise BadSave("R0654", f"the seed draws {_said(drawn)}, the log has another result", entry.place)
            return
        owner = self.game.owner(self.state)
        if owner is None:
            raise BadSave("R0652", "the game is over, but the log goes on", entry.place)
        if entry.is_draw != (owner == CHANCE_NAME):
            wanted = "a chance result" if owner == CHANCE_NAME else f"a move of {owner}"
            raise BadSave("R0652", f"{wanted} belongs here", entry.place)
        given = {"option": "draw", "args": entry.content} if entry.is_draw else entry.content
        try:
            self.play(given, entry.by)
        except RulespecError as error:
            raise BadSave("R0652", f"this does not fit: {error.message}", entry.place, error.help) from error
        expected.extend(self._lines[-1][1:])


def _draw_line(draw: Move) -> dict[str, Any]:
    return {"draw": {name: to_json(value) for name, value in draw.args.items()}}


def _said(line: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in line["draw"].items())


def _quiet_start(game: Game, seed: int | None) -> tuple[State, tuple[Move, ...], tuple[Event, ...]]:
    game.new(seed)
    state, made = game._settled(State(game, game.core.new(), seed))
    return state, game._draws_of(made), ()


def _quiet_advance(
    game: Game, state: State, move: Move, by: str | None
) -> tuple[State, tuple[Move, ...], tuple[Event, ...]]:
    after, made = game._settled(game._after(state, game._checked(state, move, by)))
    return after, game._draws_of(made), ()
