"""Plants mistakes in the automaton: a differential test that does not see them is broken."""

from collections.abc import Callable, Mapping
from typing import Any

import attrs
import pytest

from rulespec.automaton.nodes import Automaton, Block, Branch, DecisionPoint, Effect, Goto, Joint, Write, WriteAll
from tests.differential import found_in
from tests.engines import Engine, Walked
from tests.generate_rules import generate

SEEDS = range(60)
Change = Callable[[Block], Block]


def everywhere(automaton: Automaton, change: Change) -> Automaton:
    """The automaton with every block changed."""

    def block(old: Block) -> Block:
        if isinstance(old.exit, Branch):
            old = attrs.evolve(
                old, exit=attrs.evolve(old.exit, then=block(old.exit.then), otherwise=block(old.exit.otherwise))
            )
        return change(old)

    def point(old: Any) -> Any:
        if isinstance(old, DecisionPoint):
            options = tuple(attrs.evolve(o, block=block(o.block)) for o in old.options)
            return attrs.evolve(old, options=options)
        return attrs.evolve(old, block=block(old.block))

    joints: dict[str, Joint] = {n: attrs.evolve(j, block=block(j.block)) for n, j in automaton.joints.items()}
    return attrs.evolve(automaton, joints=joints, points=tuple(map(point, automaton.points)))


def without(role: str) -> Change:
    """Forget all writes of one role."""

    def kept(effect: Effect) -> bool:
        return not (isinstance(effect, Write | WriteAll) and effect.role == role)

    return lambda block: attrs.evolve(block, effects=tuple(e for e in block.effects if kept(e)))


def reversed_effects(block: Block) -> Block:
    writes = [e for e in block.effects if isinstance(e, Write) and e.role == ""]
    turned = iter(writes[::-1])
    effects = tuple(next(turned) if isinstance(e, Write) and e.role == "" else e for e in block.effects)
    return attrs.evolve(block, effects=effects)


def swapped_branches(block: Block) -> Block:
    if not isinstance(block.exit, Branch):
        return block
    turned = attrs.evolve(block.exit, then=block.exit.otherwise, otherwise=block.exit.then)
    return attrs.evolve(block, exit=turned)


def lost_settlement(block: Block) -> Block:
    """Go on without the settlement."""
    match block.exit:
        case Goto(label=label, returns_to=str(after)) if label.startswith("settle"):
            return attrs.evolve(block, exit=Goto(after))
    return block


def order_of_moves(automaton: Automaton) -> Automaton:
    def point(old: Any) -> Any:
        return attrs.evolve(old, options=old.options[::-1]) if isinstance(old, DecisionPoint) else old

    return attrs.evolve(automaton, points=tuple(map(point, automaton.points)))


def always_asked(automaton: Automaton) -> Automaton:
    def point(old: Any) -> Any:
        return attrs.evolve(old, several=False) if isinstance(old, DecisionPoint) else old

    return attrs.evolve(automaton, points=tuple(map(point, automaton.points)))


MISTAKES: Mapping[str, Callable[[Automaton], Automaton]] = {
    "nothing is saved over a decision": lambda a: everywhere(a, without("save")),
    "what is dead is not reset": lambda a: everywhere(a, without("dead")),
    "cursors do not move": lambda a: everywhere(a, without("cursor")),
    "calls do not say where they come from": lambda a: everywhere(a, without("return")),
    "effects in the wrong order": lambda a: everywhere(a, reversed_effects),
    "branches swapped": lambda a: everywhere(a, swapped_branches),
    "accounts are not settled": lambda a: everywhere(a, lost_settlement),
    "options in the wrong order": order_of_moves,
    "a single move is asked for": always_asked,
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_planted_mistake_is_found(mistake: str) -> None:
    def make(automaton: Automaton, rulings: Mapping[str, str]) -> list[Engine]:
        return [Walked(mistake, MISTAKES[mistake](automaton), rulings)]

    found = (seed for seed in SEEDS if found_in(generate(seed), seed, make))
    assert next(found, None) is not None
