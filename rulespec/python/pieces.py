"""Random moves of pieces: draw one from a list of the mover's pieces, and one of its ways, instead of any cell.

Reads the candidates of an option; returns what to draw from. The list is kept along while the game is played, so that
far fewer candidates miss; every piece and every way are equally likely, so every legal move is.
"""

from itertools import product

import attrs

from rulespec.automaton.nodes import OptionPoint
from rulespec.automaton.terms import Const, Expr, Member, Op, Read, Var, domain
from rulespec.python.layout import Layout
from rulespec.python.sampling import Candidates

FEWEST_CELLS = 13
MOST_WAYS = 16


@attrs.frozen
class Pieces:
    """Candidates by piece: `rows[way][cell]` has the columns `names` and then the bits of `bits`, or none at all."""

    slot: str
    value: int
    cell: str
    """The parameter that names the piece's cell."""
    size: int
    names: tuple[str, ...]
    bits: tuple[str, ...]
    rows: tuple[tuple[tuple[int, ...], ...], ...]
    tests: tuple[Expr, ...]


def pieces(option: OptionPoint, found: Candidates, layout: Layout) -> Pieces | None:
    """The candidates as pieces and their ways, if a clause says that a parameter's cell holds a value."""
    for own in found.tests:
        match own:
            case Op(name="=", arguments=(Read(family=slot, keys=(Var(name=cell),)), Const(value=value))):
                kind = layout[slot].slot.keys[0]
                given = dict(option.parameters).get(cell)
                if (
                    value in (layout[slot].masks or ())
                    and isinstance(given, Member)
                    and not given.optional
                    and kind.values == given.kind.values == tuple(range(kind.size))
                    and kind.size >= FEWEST_CELLS
                ):
                    return _by_way(option, found, own, slot, value, cell, kind.size)
    return None


def _by_way(
    option: OptionPoint, found: Candidates, own: Expr, slot: str, value: int, cell: str, size: int
) -> Pieces | None:
    parameters = [n for n, _ in option.parameters]
    ways = list(product(*(domain(t) for n, t in option.parameters if n != cell)))
    if len(ways) > MOST_WAYS:
        return None
    at = parameters.index(cell)
    by_move = {row[: len(parameters)]: row for row in found.rows}
    rows = []
    for way in ways:
        line = []
        for place in range(size):
            row = by_move.get((*way[:at], place, *way[at:]), ())
            line.append((*row[:at], *row[at + 1 :]))
        rows.append(tuple(line))
    names = tuple(n for n in found.names if n != cell)
    tests = tuple(t for t in found.tests if t != own)
    return Pieces(slot, value, cell, size, names, found.bits, tuple(rows), tests)
