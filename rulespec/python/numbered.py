"""Decisions `from a cell in a direction`: all pieces at once, moves numbered so that sorting is canonical.

Reads decision points; returns the body of their `legal_...`.
"""

from rulespec.automaton.nodes import (
    DecisionPoint,
)
from rulespec.automaton.terms import Member, domain
from rulespec.python import shifted
from rulespec.python.access import InLocals
from rulespec.python.book import subsets
from rulespec.python.fused import with_known
from rulespec.python.lines import Lines
from rulespec.python.moves import Moves
from rulespec.python.names import Names
from rulespec.python.scope import Scope


class Numbered(Moves):
    """Numbers moves."""

    def number_moves(self) -> None:
        """Decisions `from a cell in a direction`: all pieces at once, moves numbered so that sorting is canonical."""
        for point in self.automaton.points:
            if isinstance(point, DecisionPoint) and shifted.applies(point):
                found = self._by_sets(point)
                if found is not None:
                    self.options.listed_by_sets[point.label] = found

    def _by_sets(self, point: DecisionPoint) -> Lines | None:
        lines = Lines()
        (option,) = point.options
        (_, cell), (_, way) = option.parameters
        assert isinstance(cell, Member)
        assert isinstance(way, Member)
        slot = self.turn_slot(point)
        lines.add(f"{', '.join(self.layout.names)}, = s")
        names = Names(self.module.names)
        for name in self.layout.names:
            names.take(name)
        sets = {v: names.fresh(f"from_{m}") for v, m in zip(way.kind.values, way.kind.members, strict=True)}
        turns = [None] if slot is None else list(domain(self.layout[slot].slot.type))
        for i, turn in enumerate(turns):
            known = {} if slot is None or turn is None else {slot: turn}
            found = shifted.sets_by_direction(
                point, self.expressions, with_known(Scope(InLocals(self.layout, {})), known)
            )
            if found is None:
                return None
            inner = Lines()
            for value, cells in found.items():
                inner.add(f"{sets[value]} = {cells}")
            if slot is None:
                lines.extend(inner)
            else:
                name = self.layout.names[self.layout[slot].field]
                head = "else:" if i == len(turns) - 1 else f"{'if' if i == 0 else 'elif'} {name} == {turn}:"
                with lines.block(head if len(turns) > 1 else "if True:"):
                    lines.extend(inner)
        looked_up = []
        size = (cell.kind.size + 7) // 8
        for number, value in enumerate(way.kind.values):
            octets = [names.fresh(f"{sets[value]}_{i}") for i in range(size)]
            lines.add(f"{', '.join(octets)}, = {sets[value]}.to_bytes({size}, 'little')")
            for first, octet in zip(range(0, cell.kind.size, 8), octets, strict=True):
                width = min(8, cell.kind.size - first)
                ids = tuple(way.kind.size * (first + i) + number for i in range(width))
                table = self.expressions.book.computed(f"{sets[value]} {first // 8}", subsets(ids))
                looked_up.append(f"*{table}[{octet}]")
        lines.add("moves = [")
        for row in range(0, len(looked_up), 4):
            lines.add(f"    {', '.join(looked_up[row : row + 4])},")
        lines.add("]")
        lines.add("moves.sort()")
        lines.add("return moves")
        return lines
