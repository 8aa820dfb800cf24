"""Calls and returns: a rule with several callers remembers in its return slot which of them it goes back to.

Reads and completes sketches. 0 in a return slot means that the rule does not run.
"""

from collections.abc import Callable, Mapping, Sequence

import attrs

from rulespec.automaton.nodes import (
    AutomaticPoint,
    Block,
    Branch,
    ChancePoint,
    DecisionPoint,
    Finish,
    Goto,
    Point,
    Target,
    Write,
)
from rulespec.lower.build import equal, number
from rulespec.lower.sketch import CallSite, FrameSlot, Sketch
from rulespec.rules.expressions import Const, Read
from rulespec.rules.types import Number


def return_slot(rule: str) -> str:
    return f"{rule}.return"


def sites_of(sketches: Sequence[Sketch]) -> dict[str, tuple[CallSite, ...]]:
    """For each rule the places it is called from, numbered from 1 by their order."""
    return {s.rule: tuple(c for other in sketches for c in other.calls if c.called == s.rule) for s in sketches}


def connect(sketches: Sequence[Sketch], sites: Mapping[str, tuple[CallSite, ...]]) -> None:
    """Give every rule its way back."""
    numbers = {site.label: i for of_rule in sites.values() if len(of_rule) > 1 for i, site in enumerate(of_rule, 1)}
    callees = {site.label: site.called for of_rule in sites.values() for site in of_rule}

    def remember(block: Block, leaf: Goto) -> Block:
        if leaf.returns_to not in numbers:
            return block
        slot = Target(return_slot(callees[leaf.returns_to]), ())
        ours = numbers[leaf.returns_to]
        return Block((*block.effects, Write(slot, number(ours), "return")), leaf)

    for sketch in sketches:
        map_leaves(sketch, remember)
        leave = sketch.joints[sketch.leave]
        ways = sites[sketch.rule]
        if not ways:
            last = Block(leave.block.effects, Finish(""))
        elif len(ways) == 1:
            last = Block(leave.block.effects, Goto(ways[0].label))
        else:
            type_ = Number(0, len(ways))
            slot = return_slot(sketch.rule)
            sketch.frame[slot] = FrameSlot(slot, (), type_, 0, "return")
            idle = Write(Target(slot, ()), Const(0, type_), "dead")
            *others, final = (Block((idle,), Goto(site.label)) for site in ways)
            dispatch = final
            for i, way in reversed(list(enumerate(others, 1))):
                dispatch = Block((), Branch(equal(Read(slot, (), type_), number(i)), way, dispatch))
            last = Block((*leave.block.effects, *dispatch.effects), dispatch.exit)
        sketch.joints[sketch.leave] = attrs.evolve(leave, block=last)


def map_leaves(sketch: Sketch, change: Callable[[Block, Goto], Block]) -> None:
    """Replace every block that ends in a Goto."""

    def go(block: Block) -> Block:
        match block.exit:
            case Branch(then=then, otherwise=otherwise):
                return attrs.evolve(block, exit=attrs.evolve(block.exit, then=go(then), otherwise=go(otherwise)))
            case Goto():
                return change(block, block.exit)
            case Finish():
                return block

    for label, joint in sketch.joints.items():
        sketch.joints[label] = attrs.evolve(joint, block=go(joint.block))
    for label, point in sketch.points.items():
        sketch.points[label] = with_blocks(point, go)


def with_blocks(point: Point, go: Callable[[Block], Block]) -> Point:
    """The same point with its blocks replaced."""
    match point:
        case DecisionPoint(options=options):
            return attrs.evolve(point, options=tuple(attrs.evolve(o, block=go(o.block)) for o in options))
        case ChancePoint(block=block) | AutomaticPoint(block=block):
            return attrs.evolve(point, block=go(block))
