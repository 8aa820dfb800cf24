"""What one player may know of a state, and how a game ended: plain frozen values with a JSON form.

Reads nothing; `Game.view` and `Game.outcome` make them.
"""

import json
from typing import Any

import attrs

from rulespec.game.decision import Decision
from rulespec.game.event import Event
from rulespec.game.json_text import Readable
from rulespec.game.move import Move
from rulespec.game.values import Args

VIEW_FORMAT = "rulespec-view/1"


def _frozen(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@attrs.frozen(repr=False)
class View(Readable):
    """The structure of a dump without what the viewer cannot see; the legal moves only if the viewer decides.

    `state` and `control` give fresh plain values; views are equal if nothing in them tells two states apart.
    """

    viewer: str | None
    _header: str = attrs.field(converter=_frozen)
    _state: str = attrs.field(converter=_frozen)
    _control: str = attrs.field(converter=_frozen)
    decision: Decision | None
    legal: tuple[Move, ...] = ()
    events: tuple[Event, ...] = ()
    outcome: "Outcome | None" = None

    @property
    def state(self) -> dict[str, Any]:
        return json.loads(self._state)  # type: ignore[no-any-return]

    @property
    def control(self) -> dict[str, Any]:
        return json.loads(self._control)  # type: ignore[no-any-return]

    @property
    def header(self) -> dict[str, Any]:
        """Game, version, text_hash, players, rulings, content."""
        return json.loads(self._header)  # type: ignore[no-any-return]

    def to_json(self) -> dict[str, Any]:
        return {
            "format": VIEW_FORMAT,
            **self.header,
            "viewer": self.viewer,
            "state": self.state,
            "control": self.control,
            "decision": self.decision.to_json() if self.decision else None,
            "legal": [move.to_json() for move in self.legal],
            "events": [event.to_json() for event in self.events],
            "outcome": self.outcome.to_json() if self.outcome else None,
        }

    def __repr__(self) -> str:
        return f"View({json.dumps(self.to_json(), ensure_ascii=False)})"


def _args(value: Any) -> Any:
    return Args({player: Args(items) for player, items in value.items()}) if value is not None else None


@attrs.frozen
class Outcome(Readable):
    """`end` is the ending's name; `points` by player and item, with "total"; `rules` what decided it."""

    end: str | None
    winners: tuple[str, ...]
    points: Any = attrs.field(converter=_args)
    rules: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        points = None if self.points is None else {player: dict(items) for player, items in self.points.items()}
        return {"end": self.end, "winners": list(self.winners), "points": points, "rules": list(self.rules)}
