"""Close the rulings of an automaton: what they decide is worked out, what cannot happen is left out.

Reads an `Automaton`; returns one with the same slots and the same numbers of its points, so that a position means the
same under every reading.
"""

from collections.abc import Mapping

import attrs

from rulespec.automaton.evaluate import apply_operator
from rulespec.automaton.nodes import (
    AutomaticPoint,
    Automaton,
    Block,
    Branch,
    ChancePoint,
    DecisionPoint,
    Each,
    Effect,
    Finish,
    Goto,
    OptionPoint,
    Point,
    When,
)
from rulespec.automaton.walk import map_effect, map_expr
from rulespec.diagnostics import InternalError
from rulespec.lower.build import all_of, any_of, is_no, is_yes, negation
from rulespec.lower.tidy import reachable
from rulespec.rules.expressions import NO, YES, Const, Expr, Op, Quantified, RulingIs, Total


def fold(automaton: Automaton, rulings: Mapping[str, str]) -> Automaton:
    """The automaton of a game played by these readings."""
    return Folder(rulings).automaton(automaton)


class Folder:
    def __init__(self, rulings: Mapping[str, str]) -> None:
        self.rulings = rulings
        self._done: dict[int, tuple[Expr, Expr]] = {}

    # --- expressions ----------------------------------------------------------------------------------------------

    def expr(self, expr: Expr) -> Expr:
        # an expression that occurs twice is one object: keep it one
        seen = self._done.get(id(expr))
        if seen is None:
            self._done[id(expr)] = seen = (expr, self._fold(expr))
        return seen[1]

    def _fold(self, expr: Expr) -> Expr:
        match expr:
            case RulingIs(ruling=ruling, letter=letter):
                if ruling not in self.rulings:
                    raise InternalError(f"no reading was chosen for {ruling}; please report this")
                return YES if self.rulings[ruling] == letter else NO
            case Op(name="if", arguments=(condition, then, otherwise)):
                test = self.expr(condition)
                if isinstance(test, Const):
                    return self.expr(then if test.value else otherwise)
                return attrs.evolve(expr, arguments=(test, self.expr(then), self.expr(otherwise)))
            case Op(name="and" | "or", arguments=arguments):
                return self._junction(expr, arguments)
        new = map_expr(expr, self.expr)
        match new:
            case Op(name="not", arguments=(inner,)):
                return negation(inner) if isinstance(inner, Const) else new
            case Op(name=name, arguments=arguments):
                values = [a.value for a in arguments if isinstance(a, Const)]
                return Const(apply_operator(name, tuple(values)), new.type) if len(values) == len(arguments) else new
            case Quantified(every=every, condition=condition, body=body):
                if is_no(condition) or (isinstance(body, Const) and bool(body.value) is every):
                    return YES if every else NO
                return new
            case Total(condition=condition) if is_no(condition):
                return Const(0, new.type)
            case _:
                return new

    def _junction(self, expr: Op, arguments: tuple[Expr, ...]) -> Expr:
        """A part that decides decides the whole: conditions are total under what precedes them."""
        name = expr.name
        parts: list[Expr] = []
        changed = False
        for argument in arguments:
            part = self.expr(argument)
            changed |= part is not argument
            if is_no(part) if name == "and" else is_yes(part):
                return part
            parts.append(part)
        if not changed and not any(isinstance(p, Const) for p in parts):
            return expr
        return all_of(*parts) if name == "and" else any_of(*parts)

    # --- effects and blocks ---------------------------------------------------------------------------------------

    def effects(self, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        found: list[Effect] = []
        for effect in effects:
            match effect:
                case When(condition=condition, then=then, otherwise=otherwise):
                    test = self.expr(condition)
                    if isinstance(test, Const):
                        found.extend(self.effects(then if test.value else otherwise))
                    else:
                        found.append(
                            attrs.evolve(
                                effect, condition=test, then=self.effects(then), otherwise=self.effects(otherwise)
                            )
                        )
                case Each(body=body):
                    shell = map_effect(attrs.evolve(effect, body=()), self.expr)
                    assert isinstance(shell, Each)
                    if not is_no(shell.condition):
                        found.append(attrs.evolve(shell, body=self.effects(body)))
                case _:
                    found.append(map_effect(effect, self.expr))
        return tuple(found)

    def block(self, block: Block) -> Block:
        effects = self.effects(block.effects)
        match block.exit:
            case Branch(condition=condition, then=then, otherwise=otherwise):
                test = self.expr(condition)
                if isinstance(test, Const):
                    rest = self.block(then if test.value else otherwise)
                    return Block((*effects, *rest.effects), rest.exit)
                both = attrs.evolve(block.exit, condition=test, then=self.block(then), otherwise=self.block(otherwise))
                return Block(effects, both)
            case Goto(arguments=arguments):
                return Block(effects, attrs.evolve(block.exit, arguments=tuple(map(self.expr, arguments))))
            case Finish():
                return Block(effects, block.exit)

    def option(self, option: OptionPoint) -> OptionPoint | None:
        """None if no reading chosen here has the option."""
        active = None if option.active is None else self.expr(option.active)
        if active is not None and is_no(active):
            return None
        return attrs.evolve(
            option,
            active=None if active is None or is_yes(active) else active,
            definitions=tuple(attrs.evolve(d, value=self.expr(d.value)) for d in option.definitions),
            clauses=tuple(attrs.evolve(c, condition=self.expr(c.condition)) for c in option.clauses),
            block=self.block(option.block),
        )

    def point(self, point: Point) -> Point:
        match point:
            case DecisionPoint(owner=owner, options=options):
                chosen = tuple(o for o in map(self.option, options) if o is not None)
                return attrs.evolve(point, owner=self.expr(owner), options=chosen)
            case ChancePoint(weight=weight, seen_by=seen_by, block=block):
                return attrs.evolve(
                    point,
                    weight=self.expr(weight),
                    seen_by=seen_by if isinstance(seen_by, str) else self.expr(seen_by),
                    block=self.block(block),
                )
            case AutomaticPoint(rank=rank, block=block):
                return attrs.evolve(point, rank=None if rank is None else self.expr(rank), block=self.block(block))

    # --- the whole ------------------------------------------------------------------------------------------------

    def automaton(self, automaton: Automaton) -> Automaton:
        points = tuple(map(self.point, automaton.points))
        start = self.block(automaton.start)
        joints = {n: attrs.evolve(j, block=self.block(j.block)) for n, j in automaton.joints.items()}
        return attrs.evolve(
            automaton,
            points=points,
            start=start,
            joints=reachable(start, points, joints),
            functions={n: attrs.evolve(f, body=self.expr(f.body)) for n, f in automaton.functions.items()},
            endings=tuple(
                attrs.evolve(e, winners=None if e.winners is None else self.expr(e.winners)) for e in automaton.endings
            ),
            scores=tuple((n, self.expr(e)) for n, e in automaton.scores),
            valuation=None if automaton.valuation is None else self.expr(automaton.valuation),
            invariants=tuple(attrs.evolve(i, condition=self.expr(i.condition)) for i in automaton.invariants),
            facts=tuple(
                attrs.evolve(f, condition=c) for f in automaton.facts if not is_yes(c := self.expr(f.condition))
            ),
            pieces=tuple(
                attrs.evolve(p, keys_of=tuple(tuple(map(self.expr, keys)) for keys in p.keys_of))
                for p in automaton.pieces
            ),
            folded=dict(self.rulings),
        )
