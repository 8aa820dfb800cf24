"""`step_...` of a small state: the tuple is taken apart, changed in local variables and built once.

Reads the automaton's points; returns lines, or None where the code would grow too long.
"""

from rulespec.automaton.nodes import (
    ChancePoint,
    DecisionPoint,
)
from rulespec.automaton.terms import domain
from rulespec.python.access import InLocals
from rulespec.python.effects import remark
from rulespec.python.fused import Fused, TooLong, with_known
from rulespec.python.layout import Placed
from rulespec.python.lines import Lines
from rulespec.python.moves import Moves
from rulespec.python.names import Names
from rulespec.python.scope import Scope


class PureSteps(Moves):
    """Writes `step_...`."""

    def steps(self, point: DecisionPoint | ChancePoint) -> Lines | None:
        """`step_...(s, m)`: the next state as a new tuple."""
        lines = Lines()
        try:
            with lines.block(f"def step_{self.points[point.label]}(s, m):", remark(point.about)):
                unpacked = [
                    "_" if p.slot.name == self.automaton.control else n
                    for p in self.layout.places
                    for n in self._names(p)
                ]
                lines.add(f"{', '.join(unpacked)}, = s")
                slot = self.turn_slot(point)
                control = {self.automaton.control: point.number}
                if slot is None:
                    self._step(point, control, lines)
                else:
                    values = domain(self.layout[slot].slot.type)
                    name = self.layout.names[self.layout[slot].field]
                    for i, value in enumerate(values):
                        if i == len(values) - 1:
                            self._step(point, {**control, slot: value}, lines)
                        else:
                            with lines.block(f"if {name} == {value}:"):
                                self._step(point, {**control, slot: value}, lines)
        except TooLong:
            return None
        return lines

    def _names(self, place: Placed) -> list[str]:
        return list(self.layout.names[place.field : place.field + place.width])

    def _step(self, point: DecisionPoint | ChancePoint, known: dict[str, int], lines: Lines) -> None:
        def leave(label: str | None, scope: Scope) -> None:
            values = dict(scope.values)
            if label is not None:
                values[self.automaton.control] = self.module.numbers[label]
            whole = with_known(scope, values).access.whole()
            if label is None or self.rests(label):
                steps.lines.add(f"return {whole}", label or "over")
            else:
                steps.lines.add(f"return settle({whole})", label)

        names = Names(self.module.names)
        for name in self.layout.names:
            names.take(name)
        steps = Fused(self.module, lines, names, leave)
        scope = with_known(Scope(InLocals(self.layout, {})), known)
        self._play(point, "m", steps, scope)
