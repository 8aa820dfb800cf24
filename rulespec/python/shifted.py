"""Legal moves of all pieces at once: for `from a cell, in a direction` the clauses become shifts of sets of cells.

Reads an option with two parameters, a cell of a packed slot and one of a few directions; returns for each direction
the set of cells from which the move is legal, as code. Works where every cell that a clause looks at lies at a
constant distance.
"""

from collections.abc import Mapping

from rulespec.automaton.nodes import DecisionPoint
from rulespec.automaton.terms import Const, Expr, Flag, Member, Op, Read, domain
from rulespec.automaton.walk import free_vars
from rulespec.diagnostics import InternalError, RulespecError
from rulespec.python import code
from rulespec.python.code import Code
from rulespec.python.expressions import Expressions
from rulespec.python.layout import positions
from rulespec.python.options import levels
from rulespec.python.scope import Scope
from rulespec.python.simplify import is_static

MOST_DIRECTIONS = 8
FEWEST_CELLS = 13


class NotShifted(Exception):
    """Some clause looks elsewhere."""


def applies(point: DecisionPoint) -> bool:
    """One option with a cell and a direction?"""
    if len(point.options) != 1 or len(point.options[0].parameters) != 2:
        return False
    (_, cell), (_, way) = point.options[0].parameters
    return (
        isinstance(cell, Member)
        and not cell.optional
        and cell.kind.values == tuple(range(cell.kind.size))
        and cell.kind.size >= FEWEST_CELLS
        and isinstance(way, Member)
        and not way.optional
        and 0 < way.kind.size <= MOST_DIRECTIONS
    )


def sets_by_direction(point: DecisionPoint, expressions: Expressions, scope: Scope) -> dict[int, Code] | None:
    """For each direction the cells from which the move is legal."""
    (option,) = point.options
    (cell_name, cell), (way_name, way) = option.parameters
    assert isinstance(cell, Member)
    first, chosen = levels(option, expressions, scope)
    if first:
        return None
    conditions = [c for level in chosen for c in level.conditions]
    found = {}
    try:
        for value in domain(way):
            known = [expressions.simplify(c, {way_name: Const(value, way)}) for c in conditions]
            fixed = [c for c in known if is_static(c)]
            starts = [v for v in cell.kind.values if all(expressions.static(c, {cell_name: v}) for c in fixed)]
            asked = [c for c in known if c not in fixed]
            asked = [c for c in asked if not _follows(c, asked)]
            parts = [_bits(c, cell_name, starts, expressions, scope) for c in asked]
            result = code.literal(sum(1 << v for v in starts))
            for part in sorted(parts, key=lambda p: p.text.startswith("~")):
                result = code.binary("&", part, result) if result.value is not None else code.binary("&", result, part)
            found[value] = result
    except (NotShifted, RulespecError, InternalError, LookupError):
        return None
    return found


def _follows(e: Expr, others: list[Expr]) -> bool:
    """A cell that holds one value holds no other."""
    match e:
        case Op(name="not", arguments=(Op(name="=", arguments=(Read() as read, Const(value=value))),)):
            return any(
                isinstance(o, Op)
                and o.name == "="
                and o.arguments[0] == read
                and isinstance(o.arguments[1], Const)
                and o.arguments[1].value != value
                for o in others
            )
    return False


def _bits(e: Expr, cell: str, starts: list[int], expressions: Expressions, scope: Scope) -> Code:
    """The starts for which a condition holds."""
    match e:
        case Op(name="and" | "or" as name, arguments=arguments):
            parts = [_bits(a, cell, starts, expressions, scope) for a in arguments]
            result = parts[0]
            for part in parts[1:]:
                result = code.binary("&" if name == "and" else "|", result, part)
            return result
        case Op(name="not", arguments=(inner,)):
            return _complement(_bits(inner, cell, starts, expressions, scope))
        case Op(name="=", arguments=(Read() as read, value)) | Op(name="=", arguments=(value, Read() as read)):
            return _shifted(read, value, cell, starts, expressions, scope)
        case Read(type=Flag()) as read:
            return _shifted(read, Const(1, Flag()), cell, starts, expressions, scope)
    if is_static(e) and free_vars(e) <= {cell}:
        return code.literal(sum(1 << v for v in starts if expressions.static(e, {cell: v})))
    raise NotShifted


def _complement(bits: Code) -> Code:
    if bits.text.startswith("~") and bits.level == code.UNARY:
        return Code(bits.text[1:])
    return Code(f"~{bits.at(code.ATOM)}", code.UNARY)


def _shifted(read: Read, value: Expr, cell: str, starts: list[int], expressions: Expressions, scope: Scope) -> Code:
    place = expressions.layout[read.family]
    if (
        place.masks is None
        or cell in free_vars(value)
        or not all(is_static(k) and free_vars(k) <= {cell} for k in read.keys)
    ):
        raise NotShifted
    at: Mapping[tuple[int, ...], int] = positions(place.slot.keys)
    distances = {at[tuple(expressions.static(k, {cell: v}) for k in read.keys)] - v for v in starts}
    cells = expressions.cell_set(read.family, value, scope)
    if cells is None or len(distances) > 1:
        raise NotShifted
    distance = distances.pop() if distances else 0
    outside = cells.text.startswith("~")
    inner = Code(cells.text[1:]) if outside else cells
    if distance:
        inner = code.binary(">>" if distance > 0 else "<<", inner, code.literal(abs(distance)))
    return _complement(inner) if outside else inner
