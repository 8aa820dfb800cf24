"""The automaton for readers: as text, and the graph of its control points for Graphviz or Mermaid.

Reads an `Automaton`; returns text, the same for the same automaton. `dump` is what `rulespec print ir` shows, `graph`
what `rulespec print graph` draws.
"""

from collections.abc import Callable, Iterator
from typing import assert_never

from rulespec.automaton.nodes import (
    AutomaticPoint,
    Automaton,
    Bind,
    Block,
    Branch,
    ChancePoint,
    DecisionPoint,
    Each,
    Effect,
    Finish,
    Goto,
    Move,
    Note,
    Point,
    Slot,
    Target,
    When,
    Write,
    WriteAll,
)
from rulespec.automaton.walk import blocks_of
from rulespec.rules.expressions import (
    Apply,
    CanChoose,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    IsKind,
    Lookup,
    Op,
    PlaceAt,
    Quantified,
    Read,
    RulingIs,
    SetBy,
    Total,
    Var,
)
from rulespec.rules.types import Flag, MapOf, Member, Number, SetOf, Type

# --- expressions ------------------------------------------------------------------------------------------------------

PRECEDENCE = {"if": 0, "or": 1, "and": 2, "not": 3, "=": 4, "<": 4, "<=": 4, "+": 5, "-": 5, "*": 6, "//": 6, "%": 6}


def expr_text(expr: Expr) -> str:
    """An expression as one line."""
    return _expr(expr, 0)


def _expr(expr: Expr, outer: int) -> str:
    match expr:
        case Const(value=value, type=type_):
            return value_text(value, type_)
        case Var(name=name):
            return name
        case Read(family=name, keys=keys) | Lookup(table=name, keys=keys) | PlaceAt(place=name, keys=keys):
            return f"{name}[{_list(keys)}]" if keys else name
        case Apply(definition=name, arguments=arguments):
            return f"{name}({_list(arguments)})"
        case Op():
            return _op(expr, outer)
        case IsKind(value=value, kind=kind):
            return _bracketed(f"{_expr(value, 5)} is {kind.name}", 4, outer)
        case Contains(set=set_, element=element):
            return _bracketed(f"{_expr(element, 5)} in {_expr(set_, 5)}", 4, outer)
        case Entry(map=map_, key=key):
            return f"{_expr(map_, 9)}[{expr_text(key)}]"
        case SetBy(var=var, kind=kind, condition=condition):
            return f"{{{var}: {kind.name} | {expr_text(condition)}}}"
        case Total(var=var, kind=kind, condition=condition, body=body):
            return f"sum({var}: {kind.name}{_such(condition)}: {expr_text(body)})"
        case Quantified(every=every, var=var, kind=kind, condition=condition, body=body):
            return f"{'every' if every else 'some'}({var}: {kind.name}{_such(condition)}: {expr_text(body)})"
        case FirstOf(var=var, kind=kind, start=start, condition=condition):
            begin = "" if start is None else f" from {expr_text(start)}"
            return f"first({var}: {kind.name}{begin}: {expr_text(condition)})"
        case RulingIs(ruling=ruling, letter=letter):
            return f"{ruling}={letter}"
        case CanChoose(decision=decision, option=option):
            return f"can {decision} {option or ''}".rstrip()
        case _:
            assert_never(expr)


def _op(op: Op, outer: int) -> str:
    match op.name, op.arguments:
        case "if", (condition, then, otherwise):
            return _bracketed(f"{_expr(then, 1)} if {_expr(condition, 1)} else {_expr(otherwise, 0)}", 0, outer)
        case "not", (inner,):
            return _bracketed(f"not {_expr(inner, 3)}", 3, outer)
        case "-", (inner,):
            return f"-{_expr(inner, 9)}"
        case ("min" | "max") as name, arguments:
            return f"{name}({_list(arguments)})"
        case name, (first, *rest):
            level = PRECEDENCE[name]
            parts = [_expr(first, level), *(_expr(a, level + 1) for a in rest)]
            return _bracketed(f" {name} ".join(parts), level, outer)
    return f"{op.name}()"


def _bracketed(text: str, level: int, outer: int) -> str:
    return f"({text})" if level < outer else text


def _list(exprs: tuple[Expr, ...]) -> str:
    return ", ".join(map(expr_text, exprs))


def _such(condition: Expr) -> str:
    return "" if isinstance(condition, Const) and condition.value else f" | {expr_text(condition)}"


def value_text(value: int, type_: Type) -> str:
    match type_:
        case Flag():
            return "yes" if value else "no"
        case Member(kind=kind):
            return "none" if value == kind.none else kind.name_of(value) if value in kind.values else str(value)
        case Number() | SetOf() | MapOf():
            return str(value)
        case _:
            assert_never(type_)


def type_text(type_: Type) -> str:
    match type_:
        case Flag():
            return "flag"
        case Member(kind=kind, optional=optional):
            return f"{kind.name}?" if optional else kind.name
        case Number(low=low, high=high):
            return f"{low}..{high}"
        case SetOf(kind=kind):
            return f"set of {kind.name}"
        case MapOf(kind=kind, entry=entry):
            return f"{type_text(entry)} for each {kind.name}"
        case _:
            assert_never(type_)


# --- effects and blocks -----------------------------------------------------------------------------------------------


def _target(target: Target) -> str:
    return f"{target.slot}[{_list(target.keys)}]" if target.keys else target.slot


def _role(role: str) -> str:
    return f"  -- {role}" if role else ""


def effect_lines(effect: Effect, indent: str) -> Iterator[str]:
    deeper = indent + "  "
    match effect:
        case Bind(var=var, value=value):
            yield f"{indent}{var} = {expr_text(value)}"
        case Write(target=target, value=value, role=role):
            yield f"{indent}{_target(target)} := {expr_text(value)}{_role(role)}"
        case WriteAll(slot=slot, vars=vars_, condition=condition, value=value, fixed_keys=fixed, role=role):
            keys = ", ".join((*map(expr_text, fixed), *(n for n, _ in vars_)))
            ranges = ", ".join(f"{n}: {kind.name}" for n, kind in vars_)
            yield f"{indent}{slot}[{keys}] := {expr_text(value)} for all {ranges}{_such(condition)}{_role(role)}"
        case Move(piece=piece, amount=amount, source=source, target=target):
            yield f"{indent}move {expr_text(amount)} {piece} from {_target(source)} to {_target(target)}"
        case Note(kind=kind, values=values, to=to):
            told = ", ".join(f"{n} {expr_text(e)}" for n, e in values)
            yield f"{indent}tell {to if isinstance(to, str) else expr_text(to)}: {kind} {told}"
        case When(condition=condition, then=then, otherwise=otherwise):
            yield f"{indent}if {expr_text(condition)}:"
            for part in then:
                yield from effect_lines(part, deeper)
            if otherwise:
                yield f"{indent}else:"
                for part in otherwise:
                    yield from effect_lines(part, deeper)
        case Each(var=var, kind=kind, start=start, condition=condition, body=body):
            begin = "" if start is None else f" from {expr_text(start)}"
            yield f"{indent}for each {var}: {kind.name}{begin}{_such(condition)}:"
            for part in body:
                yield from effect_lines(part, deeper)
        case _:
            assert_never(effect)


def block_lines(block: Block, indent: str) -> Iterator[str]:
    for effect in block.effects:
        yield from effect_lines(effect, indent)
    match block.exit:
        case Goto(label=label, arguments=arguments, returns_to=back):
            given = f"({_list(arguments)})" if arguments else ""
            yield f"{indent}-> {label}{given}" + (f"  then {back}" if back else "")
        case Branch(condition=condition, then=then, otherwise=otherwise, label=label):
            yield f"{indent}if {expr_text(condition)}:" + (f"  -- {label}" if label else "")
            yield from block_lines(then, indent + "  ")
            yield f"{indent}else:"
            yield from block_lines(otherwise, indent + "  ")
        case Finish(ending=ending):
            yield f"{indent}over{f': {ending}' if ending else ''}"
        case _:
            assert_never(block.exit)


# --- the whole --------------------------------------------------------------------------------------------------------


def dump(automaton: Automaton) -> str:
    """Slots, points, joints, functions, invariants and facts, each on its lines."""
    sections: list[Iterator[str]] = [
        _heading(automaton),
        (_slot(s) for s in automaton.slots),
        (line for p in automaton.points for line in ("", *_point(p))),
        (
            line
            for joint in automaton.joints.values()
            for line in ("", f"joint {joint.label}{_parameters(joint.parameters)}", *block_lines(joint.block, "  "))
        ),
        (
            f"function {f.name}{_parameters(f.parameters)}: {type_text(f.type)} = {expr_text(f.body)}"
            for f in automaton.functions.values()
        ),
        (f"invariant {i.name} at {', '.join(i.points)}: {expr_text(i.condition)}" for i in automaton.invariants),
        (f"fact {f.name} at {', '.join(f.points)}: {expr_text(f.condition)}" for f in automaton.facts),
        (f"score {name} = {expr_text(e)}" for name, e in automaton.scores),
        (f"valuation = {expr_text(e)}" for e in (automaton.valuation,) if e is not None),
    ]
    texts = ("\n".join(section).strip("\n") for section in sections)
    return "\n\n".join(text for text in texts if text) + "\n"


def _heading(automaton: Automaton) -> Iterator[str]:
    rulings = ", ".join(f"{r}={letter}" for r, letter in sorted(automaton.folded.items()))
    yield f"automaton {automaton.game}" + (f" under {rulings}" if rulings else "")
    yield f"  {len(automaton.initial)} cells, {len(automaton.points)} points, {len(automaton.joints)} joints"
    yield "start"
    yield from block_lines(automaton.start, "  ")


def _slot(slot: Slot) -> str:
    keys = f"[{', '.join(k.name for k in slot.keys)}]" if slot.keys else ""
    frame = f" of {slot.frame}" if slot.frame else ""
    default = value_text(slot.default, slot.type)
    return f"slot {slot.offset:>3} {slot.name}{keys}: {type_text(slot.type)} = {default}  -- {slot.role}{frame}"


def _parameters(parameters: tuple[tuple[str, Type], ...]) -> str:
    return f"({', '.join(f'{n}: {type_text(t)}' for n, t in parameters)})" if parameters else ""


def _point(point: Point) -> Iterator[str]:
    match point:
        case DecisionPoint(label=label, number=number, owner=owner, options=options, several=several, id=id_):
            asked = " if several" if several else ""
            yield f"decision {number} {label} ({id_}) by {expr_text(owner)}{asked}"
            for option in options:
                active = "" if option.active is None else f" where {expr_text(option.active)}"
                yield f"  option {option.name}{_parameters(option.parameters)}{active}"
                for definition in option.definitions:
                    yield f"    let {definition.var} = {expr_text(definition.value)}"
                for clause in option.clauses:
                    yield f"    only if {clause.code}: {expr_text(clause.condition)}"
                yield from block_lines(option.block, "    ")
        case ChancePoint(label=label, number=number, var=var, kind=kind, weight=weight, block=block, id=id_):
            yield f"chance {number} {label} ({id_}) {var}: {kind.name} weight {expr_text(weight)}"
            yield from block_lines(block, "  ")
        case AutomaticPoint(label=label, number=number, rank=rank, block=block):
            yield f"automatic {number} {label}" + ("" if rank is None else f" rank {expr_text(rank)}")
            yield from block_lines(block, "  ")
        case _:
            assert_never(point)


# --- the graph of control points --------------------------------------------------------------------------------------

Edge = tuple[str, str, str]
"""From a point (or "start") by an option (or "") to a point (or "over")."""


def edges(automaton: Automaton) -> tuple[Edge, ...]:
    """Which control point can follow which, in the order of the points. Returns are matched with the calls of the same
    step; a rule that was called earlier seems to be able to come back to each of its callers."""
    labels = {p.label for p in automaton.points}

    def targets(block: Block) -> Iterator[str]:
        seen: set[tuple[str, Known]] = set()
        todo: list[tuple[Block, Known]] = [(block, frozenset())]
        while todo:
            here, known = todo.pop(0)
            for leaf, then_known in _ends(here, known):
                match leaf:
                    case Finish():
                        yield "over"
                    case Goto(label=label) if label in labels:
                        yield label
                    case Goto(label=label) if (label, then_known) not in seen:
                        seen.add((label, then_known))
                        todo.append((automaton.joints[label].block, then_known))
                    case _:
                        pass

    found: dict[Edge, None] = {("start", "", to): None for to in targets(automaton.start)}
    for point in automaton.points:
        names = [o.name for o in point.options] if isinstance(point, DecisionPoint) else [""]
        for name, block in zip(names, blocks_of(point), strict=True):
            found.update(((point.label, name, to), None) for to in targets(block))
    return tuple(found)


Known = frozenset[tuple[str, int]]
"""Return slots with the values written to them."""


def _ends(block: Block, known: Known) -> Iterator[tuple[Goto | Finish, Known]]:
    """The ends of a block that can be reached with these return slots."""
    slots = dict(known)
    for effect in block.effects:
        match effect:
            case Write(target=Target(slot=slot, keys=()), value=Const(value=value), role="return"):
                slots[slot] = value
            case Write(target=Target(slot=slot)) if slot in slots:
                del slots[slot]
            case _:
                pass
    match block.exit:
        case Branch(condition=Op(name="=", arguments=(Read(family=slot), Const(value=value)))) if slot in slots:
            side = block.exit.then if slots[slot] == value else block.exit.otherwise
            yield from _ends(side, frozenset(slots.items()))
        case Branch(then=then, otherwise=otherwise):
            yield from _ends(then, frozenset(slots.items()))
            yield from _ends(otherwise, frozenset(slots.items()))
        case Goto() | Finish():
            yield block.exit, frozenset(slots.items())
        case _:
            assert_never(block.exit)


def graph(automaton: Automaton, form: str = "mermaid") -> str:
    """The control points and what leads from one to the next, for "mermaid" or "dot" (Graphviz)."""
    drawn: dict[tuple[str, str], list[str]] = {}
    for source, option, target in edges(automaton):
        drawn.setdefault((source, target), []).append(option)
    labels = ["start", *(p.label for p in automaton.points), "over"]
    names = {label: f"n{i}" for i, label in enumerate(labels)}
    points = {p.label: p for p in automaton.points}
    write: Callable[[], Iterator[str]]

    def mermaid() -> Iterator[str]:
        yield "flowchart TD"
        for label in labels:
            left, right = _mermaid_shape(points.get(label))
            yield f'  {names[label]}{left}"{_quoted(label)}"{right}'
        for (source, target), options in drawn.items():
            said = ", ".join(filter(None, options))
            arrow = f'-- "{_quoted(said)}" -->' if said else "-->"
            yield f"  {names[source]} {arrow} {names[target]}"

    def dot() -> Iterator[str]:
        yield f'digraph "{_escaped(automaton.game)}" {{'
        for label in labels:
            yield f'  {names[label]} [label="{_escaped(label)}", shape={_dot_shape(points.get(label))}];'
        for (source, target), options in drawn.items():
            said = ", ".join(filter(None, options))
            yield f"  {names[source]} -> {names[target]}" + (f' [label="{_escaped(said)}"];' if said else ";")
        yield "}"

    match form:
        case "mermaid":
            write = mermaid
        case "dot":
            write = dot
        case _:
            raise ValueError(f"a graph is drawn for mermaid or dot, not for {form}")
    return "\n".join(write()) + "\n"


def _mermaid_shape(point: Point | None) -> tuple[str, str]:
    match point:
        case DecisionPoint():
            return "[", "]"
        case ChancePoint():
            return "{{", "}}"
        case AutomaticPoint():
            return "(", ")"
        case None:
            return "([", "])"


def _dot_shape(point: Point | None) -> str:
    match point:
        case DecisionPoint():
            return "box"
        case ChancePoint():
            return "hexagon"
        case AutomaticPoint():
            return "circle"
        case None:
            return "oval"


def _quoted(text: str) -> str:
    return text.replace('"', "#quot;")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


__all__ = ["dump", "edges", "expr_text", "graph", "type_text"]
