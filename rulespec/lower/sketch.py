"""One rule as a graph of blocks, before it is known which of its values outlive a step.

Written by `statements`, `loops` and `settle`, completed by `calls`, `heads` and `promote`. Local values are still plain
names (`Var`); only cursors and what rules keep are slots.
"""

import attrs

from rulespec.automaton.nodes import Block, Goto, Joint, Point
from rulespec.lower.names import Names, Scope
from rulespec.rules.expressions import Expr
from rulespec.rules.types import Kind, Scalar, Type


@attrs.frozen
class FrameSlot:
    """A slot of a rule's frame, before it has its place in the layout."""

    name: str
    keys: tuple[Kind, ...]
    type: Scalar
    default: int
    role: str
    is_set: bool = False


@attrs.frozen
class CallSite:
    """A place from which a rule is called: it comes back to `label`."""

    label: str
    caller: str
    called: str


@attrs.define
class Sketch:
    """The blocks of one rule with control inside (or of a settlement)."""

    rule: str
    enter: str
    leave: str
    names: Names = attrs.field(factory=Names)
    parameters: tuple[tuple[str, Type], ...] = ()
    joints: dict[str, Joint] = attrs.field(factory=dict)
    points: dict[str, Point] = attrs.field(factory=dict)
    heads: dict[str, Expr | None] = attrs.field(factory=dict)
    """The heads of its loops with their ranks."""
    frame: dict[str, FrameSlot] = attrs.field(factory=dict)
    """Its own slots: cursors, then promoted values, the return slot."""
    renamed: dict[str, tuple[int, ...]] = attrs.field(factory=dict)
    """For each decision and option: with how many effects it begins that only rename its parameters."""
    scopes: dict[str, Scope] = attrs.field(factory=dict)
    """What encloses each point and each place that a call comes back to."""
    calls: list[CallSite] = attrs.field(factory=list)
    stored: dict[str, FrameSlot] = attrs.field(factory=dict)
    """Local values that became slots, by name (known after `promote`)."""
    live: dict[str, frozenset[str]] = attrs.field(factory=dict)
    """Local values and cursors that are needed at each place (known after `promote`)."""

    def node(self, label: str) -> Joint | Point | None:
        """The joint or point of this rule with the label; None if it belongs to another rule."""
        return self.joints.get(label) or self.points.get(label)

    def nodes(self) -> list[Joint | Point]:
        return [*self.joints.values(), *self.points.values()]


def goto(label: str) -> Block:
    return Block((), Goto(label))
