"""What happened in a step: one event per effect of the rules, with names, citations and who may see it.

Reads nothing; `narrate` makes events. `seen_by` gives an event as another player gets it: without the values that
are not theirs.
"""

from typing import Any

import attrs

from rulespec.game.cells import HIDDEN
from rulespec.game.json_text import Readable
from rulespec.game.values import Args, Public, to_json, to_text

KINDS = ("move", "set", "draw", "reveal", "decide", "owe", "end", "announce", "outcome")


def _args(value: Any) -> Args:
    return value if isinstance(value, Args) else Args(value)


@attrs.frozen
class Event(Readable):
    """`to` is ("all",), or the players who see every value; the others get it without the values named in `hides`."""

    rule: str
    clause: str
    kind: str
    values: Args = attrs.field(converter=_args)
    cites: tuple[str, ...] = ()
    to: tuple[str, ...] = ("all",)
    hides: tuple[str, ...] = ()

    def seen_by(self, player: str | None) -> "Event":
        """The event as the player (or, with None, a spectator) gets it."""
        if self.to == ("all",) or (player is not None and player in self.to) or not self.hides:
            return self
        pairs: tuple[tuple[str, Public], ...] = tuple(
            (name, HIDDEN if name in self.hides else value) for name, value in self.values.items()
        )
        return attrs.evolve(self, values=Args(pairs), to=("all",), hides=())

    def to_json(self) -> dict[str, Any]:
        return {
            "rule": self.rule,
            "clause": self.clause,
            "kind": self.kind,
            "values": {name: to_json(value) for name, value in self.values.items()},
            "cites": list(self.cites),
            "to": list(self.to),
        }

    def __str__(self) -> str:
        """One plain line, for logs and terminals.

        >>> str(Event("pay", "", "move", {"verb": "pay", "amount": 2, "piece": "coin", "from": "bank", "to": "pot"}))
        'pay 2 coin from bank to pot'
        """
        v = {name: to_text(value) for name, value in self.values.items()}
        match self.kind:
            case "move" if "card" in v:
                return f"{v.get('verb', 'move')} {v['card']} from {v['from']} to {v['to']}"
            case "move":
                return f"{v.get('verb', 'move')} {v['amount']} {v['piece']} from {v['from']} to {v['to']}"
            case "set":
                return (
                    f"{v['cell']}: {v['before']} becomes {v['value']}"
                    if "before" in v
                    else f"{v['cell']} becomes {v['value']}"
                )
            case "draw":
                return "chance: " + ", ".join(f"{name} {value}" for name, value in v.items())
            case "decide":
                args = ", ".join(f"{name}={value}" for name, value in v.items() if name not in ("option", "by"))
                return f"{v.get('by', '')} plays {v['option']}{f'({args})' if args else ''}".lstrip()
            case "owe":
                return f"{v['key']} earns {v['amount']} {v['account']}"
            case "end":
                return f"the game ends: {v['ending']}"
            case _:
                rest = ", ".join(f"{name} {value}" for name, value in v.items())
                return f"{self.kind}: {rest}"
