"""Which joints are written where they are reached, and which become functions of their own.

Reads the automaton; returns the joints that are functions, and for each branch the joint at which its sides meet
again. No block is written twice, so the module grows as the automaton does.
"""

from collections.abc import Iterator

import attrs

from rulespec.automaton.nodes import Automaton, Block, Branch, Goto
from rulespec.automaton.walk import blocks_of

ROOT = -1


@attrs.frozen
class Regions:
    functions: frozenset[str]
    """Joints that are functions."""
    meeting: dict[int, str]
    """id of a block that ends in a branch -> the joint that is written after the branch."""


def find_regions(automaton: Automaton) -> Regions:
    """Joints reached from one place are written there, from the sides of one branch behind it; others are functions."""
    joints = automaton.joints
    entries = [automaton.start, *(b for p in automaton.points for b in blocks_of(p))]
    order, forced = _topological(automaton, entries)
    while True:
        parents = _dominators(automaton, entries, order, forced)
        children: dict[int, list[str]] = {}
        for label in order:
            children.setdefault(parents[id(joints[label].block)], []).append(label)
        conflicts = {label for at, found in children.items() if at != ROOT for label in found[:-1]} - forced
        if not conflicts:
            break
        forced |= conflicts
    meeting = {at: found[-1] for at, found in children.items() if at != ROOT}
    return Regions(frozenset(children.get(ROOT, ())), meeting)


def _edges(block: Block) -> Iterator[Block | str]:
    """Where a block goes directly: its branches, or a joint's or point's label."""
    match block.exit:
        case Branch(then=then, otherwise=otherwise):
            yield then
            yield otherwise
        case Goto(label=label):
            yield label


def _topological(automaton: Automaton, entries: list[Block]) -> tuple[list[str], set[str]]:
    """Reachable joints, each after all that lead to it; and those that a way leads back to.

    What several rules call comes back to each of them, so that a way may lead back which no play takes.
    """
    done: set[str] = set()
    finished: list[str] = []
    again: set[str] = set()
    for entry in entries:
        stack: list[tuple[str | None, Iterator[str]]] = [(None, _labels(entry, automaton))]
        open_: set[str] = set()
        while stack:
            label, following = stack[-1]
            step = next(following, None)
            if step is None:
                stack.pop()
                if label is not None:
                    finished.append(label)
                    open_.discard(label)
            elif step in open_:
                again.add(step)
            elif step not in done:
                done.add(step)
                open_.add(step)
                stack.append((step, _labels(automaton.joints[step].block, automaton)))
    return finished[::-1], again


def _labels(block: Block, automaton: Automaton) -> Iterator[str]:
    waiting = [block]
    while waiting:
        for edge in _edges(waiting.pop()):
            if isinstance(edge, Block):
                waiting.append(edge)
            elif edge in automaton.joints:
                yield edge


def _dominators(automaton: Automaton, entries: list[Block], order: list[str], forced: set[str]) -> dict[int, int]:
    """For each block (by id) the nearest block that every way to it passes."""
    parent: dict[int, int] = {}
    depth: dict[int, int] = {ROOT: 0}

    def meet(a: int, b: int) -> int:
        while a != b:
            if depth[a] < depth[b]:
                a, b = b, a
            a = parent[a]
        return a

    reached: dict[str, int] = {}

    def visit(block: Block, above: int) -> None:
        waiting = [(block, above)]
        while waiting:
            block, above = waiting.pop()
            parent[id(block)], depth[id(block)] = above, depth[above] + 1
            for edge in _edges(block):
                if isinstance(edge, Block):
                    waiting.append((edge, id(block)))
                elif edge in automaton.joints:
                    reached[edge] = meet(reached[edge], id(block)) if edge in reached else id(block)

    for entry in entries:
        visit(entry, ROOT)
    for label in order:
        visit(automaton.joints[label].block, ROOT if label in forced else reached[label])
    return parent
