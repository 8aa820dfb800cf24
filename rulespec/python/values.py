"""The part of a generated module that speaks of cells and moves as plain values, whatever their packing.

Reads the layout; writes the tables `SLOTS`, `FORM`, `POINTS` and the functions that read them.
"""

from rulespec.automaton.nodes import AutomaticPoint, Automaton, ChancePoint, DecisionPoint, Point
from rulespec.automaton.terms import domain
from rulespec.python.layout import Layout
from rulespec.python.lines import Lines
from rulespec.python.options import Options


def write_values(automaton: Automaton, layout: Layout, options: Options, control: str, lines: Lines) -> None:
    """Names, and cells as values whatever their packing."""
    lines.blank(2)
    lines.add("# Slot: offset among the values, then the size of each key.")
    with lines.block("SLOTS = {"):
        for slot in automaton.slots:
            lines.add(f"{slot.name!r}: {(slot.offset, *(k.size for k in slot.keys))!r},")
    lines.add("}")
    lines.add("# Slot: first field, cells, and if packed the values with a set of cells each and that of the others.")
    with lines.block("FORM = {"):
        for p in layout.places:
            lines.add(f"{p.slot.name!r}: {(p.field, p.slot.size, p.masks, p.other)!r},")
    lines.add("}")
    lines.add("# Control: label, kind, id, rule, the options with their parameters, the form of a move.")
    lines.add("POINTS = {")
    for point in automaton.points:
        lines.add(f"    {point.number}: {_point_row(point, options)!r},")
    lines.add("}")
    frozen = "bytes(l)" if layout.form == "bytes" else "tuple(l)"
    lines.add(VALUES.replace("CONTROL", control).replace("FROZEN", frozen).rstrip("\n"))


def _point_row(point: Point, options: Options) -> tuple[object, ...]:
    match point:
        case DecisionPoint():
            choices = tuple((o.name, tuple(n for n, _ in o.parameters)) for o in point.options)
            form = options.form(point)
            row = (point.label, "decision", point.id, point.rule, choices, form)
            return (*row, tuple(domain(t) for _, t in point.options[0].parameters)) if form == "number" else row
        case ChancePoint():
            return point.label, "chance", point.id, point.rule, (("", (point.var,)),), "value"
        case AutomaticPoint():
            return point.label, "automatic", "", point.rule, (), "option"


VALUES = '''

def unpack(s, m):
    """A move as (number of the option, arguments)."""
    form = POINTS[s[CONTROL]][5]
    if form == "value":
        return 0, (m,)
    if form == "option":
        return m, ()
    if form == "arguments":
        return 0, tuple(m)
    if form == "number":
        args = []
        for values in reversed(POINTS[s[CONTROL]][6]):
            m, i = divmod(m, len(values))
            args.append(values[i])
        return 0, tuple(reversed(args))
    return m[0], tuple(m[1:])


def pack(s, option, args):
    """The move with that option and those arguments."""
    form = POINTS[s[CONTROL]][5]
    if form == "value":
        return args[0]
    if form == "option":
        return option
    if form == "arguments":
        return tuple(args)
    if form == "number":
        m = 0
        for values, value in zip(POINTS[s[CONTROL]][6], args):
            m = m * len(values) + values.index(value)
        return m
    return (option, *args)


def cell(s, slot, i):
    """The value of a slot's cell by its position."""
    field, _, masks, other = FORM[slot]
    if masks is None:
        return s[field + i]
    for k, value in enumerate(masks):
        if s[field + k] >> i & 1:
            return value
    return other


def get(s, slot, *keys):
    """The value of a cell by the positions of its keys."""
    i = 0
    for size, key in zip(SLOTS[slot][1:], keys):
        i = i * size + key
    return cell(s, slot, i)


def to_values(s):
    """All cells, one after another."""
    return tuple(cell(s, slot, i) for slot, form in FORM.items() for i in range(form[1]))


def from_values(cells):
    """The state with these cells."""
    l, at = [], 0
    for _, size, masks, _ in FORM.values():
        part = cells[at : at + size]
        at += size
        if masks is None:
            l += part
        else:
            l += (sum(1 << i for i, held in enumerate(part) if held == value) for value in masks)
    return FROZEN
'''


def to_fields(layout: Layout, cells: tuple[int, ...]) -> list[int]:
    """Cells as fields."""
    found: list[int] = []
    for place in layout.places:
        part = cells[place.slot.offset : place.slot.offset + place.slot.size]
        if place.masks is None:
            found += part
        else:
            found += (sum(1 << i for i, held in enumerate(part) if held == value) for value in place.masks)
    return found
