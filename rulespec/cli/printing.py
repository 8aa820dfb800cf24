"""The typed rules and the automaton as text, for `rulespec print`.

Reads nodes; returns text. Fields at their defaults and places in the source are left out.
"""

from collections.abc import Mapping
from typing import Any, assert_never, cast, get_args

import attrs

from rulespec.automaton.nodes import AutomaticPoint, Automaton, ChancePoint, DecisionPoint, Finish
from rulespec.automaton.walk import blocks_of, leaves
from rulespec.game.values import public, to_text, type_text
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
from rulespec.rules.types import Kind, Type
from rulespec.source import Span

EXPRS: tuple[type, ...] = get_args(Expr)
TYPES: tuple[type, ...] = get_args(Type)


def nodes_text(node: Any, depth: int = 0, name: str = "") -> str:
    """A node and everything in it, one line each."""
    lead = "  " * depth + (f"{name}: " if name else "")
    if isinstance(node, Kind):
        return f"{lead}kind {node.name}"
    if isinstance(node, EXPRS):
        return f"{lead}{expr_text(cast(Expr, node))}"
    if isinstance(node, TYPES):
        return f"{lead}{type_text(cast(Type, node))}"
    if attrs.has(type(node)):
        fields = [f for f in attrs.fields(type(node)) if not isinstance(getattr(node, f.name), Span)]
        plain: list[tuple[str, Any]] = []
        deep: list[tuple[str, Any]] = []
        for field in fields:
            value = getattr(node, field.name)
            if value in ((), "", None) or value == field.default:
                continue
            (deep if isinstance(value, tuple | Mapping) or attrs.has(type(value)) else plain).append(
                (field.name, value)
            )
        head = f"{lead}{type(node).__name__}" + "".join(f" {n}={v!r}" for n, v in plain)
        return "\n".join([head, *(nodes_text(v, depth + 1, n) for n, v in deep)])
    if isinstance(node, Mapping):
        return "\n".join([f"{lead}", *(nodes_text(v, depth + 1, str(k)) for k, v in node.items())])
    if isinstance(node, tuple):
        if all(isinstance(v, (int, str, *TYPES, *EXPRS)) for v in node):
            return f"{lead}{', '.join(nodes_text(v).strip(chr(39)) for v in node)}"
        return "\n".join([lead, *(nodes_text(v, depth + 1) for v in node)])
    return f"{lead}{node!r}"


def expr_text(expr: Expr) -> str:
    """An expression on one line, as a programmer would write it."""
    match expr:
        case Const(value=value, type=type_):
            return to_text(public(type_, value))
        case Var(name=name):
            return name
        case Read(family=name, keys=keys) | Lookup(table=name, keys=keys) | PlaceAt(place=name, keys=keys):
            return f"{name}[{', '.join(map(expr_text, keys))}]" if keys else name
        case Apply(definition=name, arguments=arguments):
            return f"{name}({', '.join(map(expr_text, arguments))})"
        case Op(name="not", arguments=(a,)):
            return f"not {expr_text(a)}"
        case Op(name="if", arguments=(condition, a, b)):
            return f"({expr_text(a)} if {expr_text(condition)} else {expr_text(b)})"
        case Op(name="min" | "max" as name, arguments=arguments):
            return f"{name}({', '.join(map(expr_text, arguments))})"
        case Op(name=name, arguments=arguments):
            return "(" + f" {name} ".join(map(expr_text, arguments)) + ")"
        case IsKind(value=value, kind=kind):
            return f"{expr_text(value)} is a {kind.name}"
        case Contains(set=group, element=element):
            return f"{expr_text(element)} in {expr_text(group)}"
        case Entry(map=map_, key=key):
            return f"{expr_text(map_)}[{expr_text(key)}]"
        case SetBy(var=var, kind=kind, condition=condition):
            return f"{{{var} in {kind.name} where {expr_text(condition)}}}"
        case Total(var=var, kind=kind, condition=condition, body=body):
            return f"sum({expr_text(body)} for {var} in {kind.name} where {expr_text(condition)})"
        case Quantified(every=every, var=var, kind=kind, condition=condition, body=body):
            word = "every" if every else "some"
            return f"{word}({expr_text(body)} for {var} in {kind.name} where {expr_text(condition)})"
        case FirstOf(var=var, kind=kind, condition=condition, start=start):
            beginning = f" from {expr_text(start)}" if start is not None else ""
            return f"first({var} in {kind.name}{beginning} where {expr_text(condition)})"
        case CanChoose(decision=decision, option=option):
            return f"can({decision}{f'.{option}' if option else ''})"
        case RulingIs(ruling=ruling, letter=letter):
            return f"{ruling}={letter}"
        case _:
            assert_never(expr)


def automaton_text(automaton: Automaton) -> str:
    """Slots, points and joints."""
    lines = [f"automaton of {automaton.game}", "", "slots"]
    for slot in automaton.slots:
        keys = " x ".join(kind.name for kind in slot.keys)
        frame = f" of rule {slot.frame}" if slot.frame else ""
        lines.append(f"  {slot.offset:4} {slot.name}{f' [{keys}]' if keys else ''}: {slot.role}{frame}")
    lines += ["", nodes_text(automaton.start, 0, "start")]
    for point in automaton.points:
        lines += ["", nodes_text(point)]
    for joint in automaton.joints.values():
        lines += ["", nodes_text(joint)]
    return "\n".join(lines)


def graph_text(automaton: Automaton) -> str:
    """Which decision can follow which, in the language of Graphviz."""
    points = {point.label for point in automaton.points}
    after: dict[str, set[str]] = {}

    def reached(label: str) -> set[str]:
        if label in points:
            return {label}
        if label not in after:
            after[label] = set()
            after[label] = _next(automaton.joints[label])
        return after[label]

    def _next(node: Any) -> set[str]:
        found: set[str] = set()
        for block in blocks_of(node):
            for leaf in leaves(block):
                found |= {"over"} if isinstance(leaf, Finish) else reached(leaf.label)
        return found

    lines = ["digraph decisions {", "  rankdir=LR; node [shape=box];"]
    for point in automaton.points:
        match point:
            case DecisionPoint():
                shape = "box"
            case ChancePoint():
                shape = "diamond"
            case AutomaticPoint():
                shape = "point"
        lines.append(f"  {_quoted(point.label)} [shape={shape}];")
    for point in automaton.points:
        lines += [f"  {_quoted(point.label)} -> {_quoted(label)};" for label in sorted(_next(point))]
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
