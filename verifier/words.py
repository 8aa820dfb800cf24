"""States and moves in the words of the game.

Reads the automaton; returns short texts: members by their names, yes and no, none; only cells that say something.
"""

from collections.abc import Mapping

import attrs

from rulespec.automaton.evaluate import Value
from rulespec.automaton.nodes import Automaton, ChancePoint, DecisionPoint, Point, Slot
from rulespec.automaton.run import Choice, State
from rulespec.rules.types import Flag, MapOf, Member, Number, SetOf, Type
from verifier.store import cell_name


@attrs.frozen
class Change:
    """A cell and what it holds before and after a step."""

    cell: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.cell}: {self.before} -> {self.after}"


class Words:
    """`places` gives, for a slot that says where cards lie, the names of the numbered places, where they are known."""

    def __init__(self, automaton: Automaton, places: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self.automaton, self.places = automaton, dict(places or {})
        self.plumbing = {automaton.control, automaton.ending}

    def value(self, type_: Type, value: Value) -> str:
        match type_, value:
            case Flag(), _:
                return "yes" if value else "no"
            case Member(kind=kind), int():
                return kind.name_of(value) if value in kind.values else "none"
            case Number(), _:
                return str(value)
            case SetOf(kind=kind), int():
                return "{" + ", ".join(m for i, m in enumerate(kind.members) if value >> i & 1) + "}"
            case MapOf(kind=kind), tuple():
                return "{" + ", ".join(f"{m}: {v}" for m, v in zip(kind.members, value, strict=True)) + "}"
        return str(value)

    def held(self, slot: Slot, value: int) -> str:
        names = self.places.get(slot.name, ())
        if slot.name not in self.plumbing and 0 <= value < len(names):
            return names[value]
        if slot.name == self.automaton.ending:
            return next((e.name for e in self.automaton.endings if e.number == value), "none")
        return self.value(slot.type, value)

    def state(self, state: State) -> tuple[tuple[str, str], ...]:
        """The game's own cells, and those of running rules that do not hold their default."""
        found = []
        for slot in self.automaton.slots:
            for i in range(slot.size):
                value = state[slot.offset + i]
                if slot.name in self.plumbing or (slot.frame is not None and value == slot.default):
                    continue
                found.append((cell_name(slot, i), self.held(slot, value)))
        return tuple(found)

    def changes(self, before: State, after: State) -> tuple[Change, ...]:
        """What a step did to the game's own cells."""
        found = []
        for slot in self.automaton.slots:
            if slot.frame is not None or slot.name == self.automaton.control:
                continue
            for i in range(slot.size):
                old, new = before[slot.offset + i], after[slot.offset + i]
                if old != new:
                    found.append(Change(cell_name(slot, i), self.held(slot, old), self.held(slot, new)))
        return tuple(found)

    def move(self, point: Point, choice: Choice) -> str:
        """`pay(amount 3)`, `draws king`; an automatic step is named by its rule."""
        name, arguments = choice
        match point:
            case DecisionPoint(options=options):
                option = next(o for o in options if o.name == name)
                if not option.parameters:
                    return name
                pairs = zip(option.parameters, arguments, strict=True)
                return f"{name}({', '.join(f'{n} {self.value(t, v)}' for (n, t), v in pairs)})"
            case ChancePoint(kind=kind):
                return f"draws {self.value(Member(kind), arguments[0])}"
            case _:
                return f"goes on with {point.rule}"

    def player(self, position: int | None) -> str:
        if position is None or not 0 <= position < self.automaton.player_kind.size:
            return "chance" if position == -1 else "the game"
        return self.automaton.player_kind.members[position]
