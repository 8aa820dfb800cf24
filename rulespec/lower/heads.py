"""Which loop heads must be control points: those on a cycle that no decision or draw cuts.

Reads and completes sketches, called rules first: a call is an edge to where it comes back only if the rule can be
passed without a stop.
"""

from collections.abc import Mapping, Sequence

from rulespec.automaton.nodes import AutomaticPoint, Goto
from rulespec.automaton.walk import leaves
from rulespec.lower.sketch import Sketch


def cut_cycles(sketches: Sequence[Sketch]) -> None:
    by_rule = {s.rule: s for s in sketches}
    passable: dict[str, bool] = {}

    def visit(sketch: Sketch) -> None:
        if sketch.rule in passable:
            return
        for site in sketch.calls:
            visit(by_rule[site.called])
        callee = {site.label: site.called for site in sketch.calls}
        for head, rank in list(sketch.heads.items()):  # inner loops come first, and often cut the outer ones too
            if head in reachable(sketch, next_labels(sketch, head, callee, passable), callee, passable):
                joint = sketch.joints.pop(head)
                sketch.points[head] = AutomaticPoint(head, 0, joint.block, sketch.rule, rank)
        passable[sketch.rule] = sketch.leave in reachable(sketch, (sketch.enter,), callee, passable)

    for sketch in sketches:
        visit(sketch)


def next_labels(sketch: Sketch, label: str, callee: Mapping[str, str], passable: Mapping[str, bool]) -> tuple[str, ...]:
    """Where control may go on from a joint within the same rule and without a stop."""
    if label not in sketch.joints:
        return ()
    found: list[str] = []
    for leaf in leaves(sketch.joints[label].block):
        match leaf:
            case Goto(returns_to=str(back)):
                if passable[callee[back]]:
                    found.append(back)
            case Goto(label=to) if to in sketch.joints:
                found.append(to)
            case _:
                pass
    return tuple(found)


def reachable(
    sketch: Sketch, roots: Sequence[str], callee: Mapping[str, str], passable: Mapping[str, bool]
) -> frozenset[str]:
    found: set[str] = set()
    todo = list(roots)
    while todo:
        label = todo.pop()
        if label not in found:
            found.add(label)
            todo.extend(next_labels(sketch, label, callee, passable))
    return frozenset(found)
