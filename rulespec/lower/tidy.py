"""Fewer joints: one that only goes on elsewhere is passed over, one with a single way in becomes part of it.

Reads and returns points and joints. Places where rules are entered and where calls come back keep their names: others
refer to them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

import attrs

from rulespec.automaton.nodes import Block, Branch, Finish, Goto, Joint, Point
from rulespec.automaton.walk import blocks_of, leaves
from rulespec.lower.calls import with_blocks

Graph = tuple[tuple[Point, ...], dict[str, Joint]]

DEEPEST = 12
"""Branches and continuations are not nested deeper than this: readers, and Python, have their limits."""


def tidy(points: tuple[Point, ...], joints: Mapping[str, Joint], doors: Iterable[str]) -> Graph:
    """The same points and joints with the superfluous joints gone; `doors` are labels that must stay."""
    fixed = {*doors, *(g.returns_to for g in gotos(points, joints))}
    return merge(*pass_over(points, dict(joints), fixed), fixed)


def pass_over(points: tuple[Point, ...], joints: dict[str, Joint], fixed: set[str | None]) -> Graph:
    """Go straight to where an empty joint goes. Joints of one rule hand on values under their own names, so the
    arguments stay right."""
    onward: dict[str, Goto] = {}
    for label, joint in joints.items():
        match joint.block:
            case Block(effects=(), exit=Goto(returns_to=None) as goto) if label not in fixed:
                onward[label] = goto

    def straight(block: Block, goto: Goto) -> Block:
        while goto.returns_to is None and goto.label in onward:
            goto = onward[goto.label]
        return Block(block.effects, goto)

    return at_leaves(points, {n: j for n, j in joints.items() if n not in onward}, straight)


def merge(points: tuple[Point, ...], joints: dict[str, Joint], fixed: set[str | None]) -> Graph:
    """Continue in the same block where nobody else goes."""
    ways = Counter(g.label for g in gotos(points, joints))
    once = {n: j for n, j in joints.items() if n not in fixed and ways[n] == 1}
    depths: dict[str, int] = {}
    for label, joint in reversed(joints.items()):  # what follows stands later, so its depth is known
        deep = 1 + depth(joint.block, depths)
        if deep > DEEPEST or any(g.label in once and g.label not in depths for g in ways_out(joint)):
            once.pop(label, None)
        elif label in once:
            depths[label] = deep

    def continued(block: Block, goto: Goto) -> Block:
        if goto.label not in once:
            return block
        rest = change_leaves(once[goto.label].block, continued)
        return Block((*block.effects, *rest.effects), rest.exit)

    return at_leaves(points, {n: j for n, j in joints.items() if n not in once}, continued)


def depth(block: Block, depths: Mapping[str, int]) -> int:
    """How deep branches will be nested once these joints are part of the block."""
    match block.exit:
        case Branch(then=then, otherwise=otherwise):
            return 1 + max(depth(then, depths), depth(otherwise, depths))
        case Goto(label=label):
            return depths.get(label, 0)
        case Finish():
            return 0


def ways_out(joint: Joint) -> Iterator[Goto]:
    return (leaf for leaf in leaves(joint.block) if isinstance(leaf, Goto))


def at_leaves(points: tuple[Point, ...], joints: dict[str, Joint], change: Callable[[Block, Goto], Block]) -> Graph:
    def go(block: Block) -> Block:
        return change_leaves(block, change)

    return (
        tuple(with_blocks(p, go) for p in points),
        {n: attrs.evolve(j, block=go(j.block)) for n, j in joints.items()},
    )


def change_leaves(block: Block, change: Callable[[Block, Goto], Block]) -> Block:
    """The block with every end of it that is a Goto replaced."""
    match block.exit:
        case Branch(then=then, otherwise=otherwise):
            new = attrs.evolve(block.exit, then=change_leaves(then, change), otherwise=change_leaves(otherwise, change))
            return Block(block.effects, new)
        case Goto():
            return change(block, block.exit)
        case Finish():
            return block


def gotos(points: tuple[Point, ...], joints: Mapping[str, Joint]) -> Iterator[Goto]:
    for node in (*points, *joints.values()):
        for block in blocks_of(node):
            yield from (leaf for leaf in leaves(block) if isinstance(leaf, Goto))


def reachable(start: Block, points: tuple[Point, ...], joints: Mapping[str, Joint]) -> dict[str, Joint]:
    """The joints that some point or the start leads to, and where calls come back to. Every point counts: a position
    may have been reached under another reading."""
    found: set[str] = set()
    todo = [start, *(block for point in points for block in blocks_of(point))]
    while todo:
        for leaf in leaves(todo.pop()):
            match leaf:
                case Goto(label=label, returns_to=back):
                    for name in (label, back):
                        if name is not None and name in joints and name not in found:
                            found.add(name)
                            todo.append(joints[name].block)
                case Finish():
                    pass
    return {name: joint for name, joint in joints.items() if name in found}
