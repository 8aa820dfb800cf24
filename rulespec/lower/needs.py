"""What each place of a rule still needs: local values and cursors that are read from there on.

Reads a sketch; returns sets of names (of local values) and slots (of cursors), by label. Calls are matched with their
returns: what a called rule does is no concern here, since it cannot see its caller's values.
"""

from collections.abc import Iterable, Mapping

from rulespec.automaton.nodes import (
    AutomaticPoint,
    Bind,
    Block,
    Branch,
    ChancePoint,
    DecisionPoint,
    Effect,
    Finish,
    Goto,
    Joint,
    OptionPoint,
    Point,
    Write,
)
from rulespec.automaton.walk import effect_exprs, effect_names, free_vars, walk
from rulespec.lower.sketch import Sketch
from rulespec.rules.expressions import Expr, Read, Var

Names = frozenset[str]


class Needs:
    """The needs of every joint and point of one rule, as a least fixed point."""

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch
        self.cursors = frozenset(name for name, slot in sketch.frame.items() if slot.role == "cursor")
        self.at: dict[str, Names] = {node.label: frozenset() for node in sketch.nodes()}
        changed = True
        while changed:
            changed = False
            for node in reversed(sketch.nodes()):
                now = self.node(node)
                if now != self.at[node.label]:
                    self.at[node.label] = now
                    changed = True

    def to(self, goto: Goto) -> Names:
        """What is needed where this goes (for a call: where it comes back)."""
        return self.at.get(goto.label if goto.returns_to is None else goto.returns_to, frozenset())

    def exprs(self, exprs: Iterable[Expr]) -> Names:
        found: set[str] = set()
        for expr in exprs:
            found |= free_vars(expr)
            found.update(e.family for e in walk(expr) if isinstance(e, Read) and e.family in self.cursors)
        return frozenset(found)

    def node(self, node: Joint | Point) -> Names:
        match node:
            case Joint(parameters=parameters, block=block):
                return self.block(block) - {n for n, _ in parameters}
            case ChancePoint(var=var, weight=weight, block=block, seen_by=seen_by):
                seen = () if isinstance(seen_by, str) else (seen_by,)
                return ((self.exprs((weight,)) | self.block(block)) - {var}) | self.exprs(seen)
            case AutomaticPoint(rank=rank, block=block):
                return self.block(block) | self.exprs(() if rank is None else (rank,))
            case DecisionPoint(owner=owner, options=options):
                found = self.exprs((owner,))
                for option, renames in zip(options, self.sketch.renamed[node.label], strict=True):
                    found |= self.option(option, renames)
                return found

    def option(self, option: OptionPoint, renames: int) -> Names:
        raw = {n for n, _ in option.parameters}
        asked = [d.value for d in option.definitions] + [c.condition for c in option.clauses]
        choosing = self.exprs(asked) - raw - {d.var for d in option.definitions}
        acting = self.block(Block(option.block.effects[renames:], option.block.exit)) - own_names(option, renames)
        return choosing | acting | self.exprs(() if option.active is None else (option.active,))

    def block(self, block: Block) -> Names:
        match block.exit:
            case Goto(arguments=arguments):
                needed = self.exprs(arguments) | self.to(block.exit)
            case Branch(condition=condition, then=then, otherwise=otherwise):
                needed = self.exprs((condition,)) | self.block(then) | self.block(otherwise)
            case Finish():
                needed = frozenset()
        for effect in reversed(block.effects):
            needed = (needed - self.given(effect)) | self.effect(effect)
        return needed

    def given(self, effect: Effect) -> Names:
        match effect:
            case Bind(var=var):
                return frozenset((var,))
            case Write(target=target) if target.slot in self.cursors:
                return frozenset((target.slot,))
            case _:
                return frozenset()

    def effect(self, effect: Effect) -> Names:
        needed = self.exprs(effect_exprs(effect))
        return needed if isinstance(effect, Bind) else needed.difference(effect_names(effect))


def own_names(option: OptionPoint, renames: int) -> Names:
    """The local values that an option's effect begins with: parameters, renamed or not, and definitions."""
    raw = {n for n, _ in option.parameters}
    given = {d.var for d in option.definitions}
    for effect in option.block.effects[:renames]:
        if isinstance(effect, Bind):
            given.add(effect.var)
            if isinstance(effect.value, Var):
                raw.discard(effect.value.name)
    return frozenset(raw | given)


def survivors(sketch: Sketch, needs: Mapping[str, Names], cursors: Names) -> Names:
    """The local values that are needed at a point or where a call comes back: they must be part of the state."""
    found: set[str] = set()
    for label in (*sketch.points, *(site.label for site in sketch.calls)):
        found |= needs[label] - cursors
    return frozenset(found)
