"""What holds where: the author's invariants at their points, and the facts that only the lowering knows.

Reads sketches (after `promote`) and the typed invariants; returns `InvariantAt`s and `FrameFact`s. A fact at a call
counts at the points of the called rule too, as long as the return slot says that this is the call.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulespec.automaton.nodes import FrameFact, InvariantAt
from rulespec.automaton.walk import free_vars, reads, walk
from rulespec.lower.build import all_of, any_of, conjuncts, equal, every, implies, is_no, is_yes, negation, number
from rulespec.lower.calls import return_slot
from rulespec.lower.classify import Rules, everything, within
from rulespec.lower.expressions import Translator
from rulespec.lower.names import Names
from rulespec.lower.promote import from_slots
from rulespec.lower.sketch import CallSite, Sketch
from rulespec.lower.statements import settlement
from rulespec.rules.expressions import NO, YES, Const, Expr, Read, Var
from rulespec.rules.game import Account, Invariant
from rulespec.rules.statements import Assign, AssignAll, Call, Decide, Draw, Earn, Stmt
from rulespec.rules.types import Member, Number

OVER = "over"
"""The label of the place where nothing happens any more."""


class Moments:
    """Knows which rules may be running at each point."""

    def __init__(
        self,
        rules: Rules,
        translator: Translator,
        sketches: Sequence[Sketch],
        sites: Mapping[str, tuple[CallSite, ...]],
        of_functions: Mapping[str, frozenset[str]],
    ) -> None:
        self.rules, self.translator, self.sketches, self.sites = rules, translator, sketches, sites
        self.by_rule = {s.rule: s for s in sketches}
        self.of_functions = of_functions

    def points(self) -> Iterator[tuple[Sketch, str]]:
        for sketch in self.sketches:
            for label in sketch.points:
                yield sketch, label

    def came_from(self, sketch: Sketch, i: int) -> Expr:
        """Was the running activation of the rule called from its site number `i`?"""
        ways = len(self.sites[sketch.rule])
        if ways == 1:
            return YES
        return equal(Read(return_slot(sketch.rule), (), Number(0, ways)), number(i))

    # --- invariants -----------------------------------------------------------------------------------------------

    def running(self, where: str, sketch: Sketch, label: str) -> Expr:
        """Is the rule or step running when control is at this place of the sketch?"""
        scope = sketch.scopes[label]
        if (where == sketch.rule and not scope.finished) or where in scope.steps:
            return YES
        parts = [
            all_of(self.came_from(sketch, i), self.running(where, self.by_rule[site.caller], site.label))
            for i, site in enumerate(self.sites[sketch.rule], 1)
        ]
        return YES if parts and all(map(is_yes, parts)) else any_of(*(p for p in parts if not _hopeless(p)))

    def invariants(self, declared: Iterable[Invariant]) -> tuple[InvariantAt, ...]:
        found: list[InvariantAt] = []
        for invariant in declared:
            places: dict[Expr, list[str]] = {}
            for sketch, label in self.points():
                condition = self.condition_at(invariant, sketch, label)
                if condition is not None and not is_yes(condition):
                    places.setdefault(condition, []).append(label)
            if invariant.scope in ("always", "outside") and not free_vars(invariant.condition):
                condition = self.translator.translate(invariant.condition, {}, Names())
                places.setdefault(condition, []).append(OVER)
            for condition, labels in places.items():
                found.append(InvariantAt(invariant.name, tuple(labels), condition, invariant.about))
        return tuple(found)

    def condition_at(self, invariant: Invariant, sketch: Sketch, label: str) -> Expr | None:
        """What the invariant says at this point; None if it says nothing there."""
        match invariant.scope:
            case "always":
                when: Expr = YES
            case "during":
                when = self.running(invariant.where, sketch, label)
            case "outside":
                when = negation(self.running(invariant.where, sketch, label))
            case _:
                when = YES if label == end_of(invariant.where) else NO
        if is_no(when):
            return None
        known: dict[str, Expr] = {}
        for name in sorted(free_vars(invariant.condition)):
            value = sketch.scopes[label].names.get(name)
            if value is None or not self.is_known(value, sketch, label):
                return None  # what is no longer needed there is not known there
            known[name] = from_slots(value, sketch.stored)
        return implies(when, self.translator.translate(invariant.condition, known, Names()))

    def is_known(self, condition: Expr, sketch: Sketch, label: str) -> bool:
        """Are all local values and cursors in it alive at this place?"""
        if not free_vars(condition) <= sketch.live[label] & sketch.stored.keys():
            return False
        own = (e.family for e in walk(condition) if isinstance(e, Read))
        return all(f in sketch.live[label] for f in own if f in sketch.frame)

    # --- facts ----------------------------------------------------------------------------------------------------

    def facts(self) -> tuple[FrameFact, ...]:
        places: dict[tuple[str, Expr], list[str]] = {}
        for sketch, label in self.points():
            for name, condition in self.facts_at(sketch, label):
                labels = places.setdefault((name, condition), [])
                if label not in labels:
                    labels.append(label)
        for account in self.rules.game.accounts.values():
            empty, labels = self.empty_outside(account)
            if labels:
                places[f"no {account.name} owed", empty] = labels
        return tuple(FrameFact(name, tuple(labels), condition) for (name, condition), labels in places.items())

    def facts_at(self, sketch: Sketch, label: str) -> Iterator[tuple[str, Expr]]:
        for held in sketch.scopes[label].held:
            for part in conjuncts(held.condition):
                if reads(part, self.of_functions) & held.spoiled_by or not self.is_known(part, sketch, label):
                    continue
                yield f"{sketch.rule}: {held.name}", from_slots(part, sketch.stored)
        ways = self.sites[sketch.rule]
        if len(ways) > 1:
            idle = equal(Read(return_slot(sketch.rule), (), Number(0, len(ways))), number(0))
            yield f"{sketch.rule}: running", negation(idle)
        known = [tuple(self.facts_at(self.by_rule[site.caller], site.label)) for site in ways]
        everywhere = set(known[0]).intersection(*known[1:]) if known else set()
        yield from (fact for fact in (known[0] if known else ()) if fact in everywhere)
        for i, facts in enumerate(known, 1):
            for name, condition in facts:
                if (name, condition) not in everywhere:
                    yield name, implies(self.came_from(sketch, i), condition)

    def empty_outside(self, account: Account) -> tuple[Expr, list[str]]:
        """Nothing is owed at points that neither the settlement nor a body that earns encloses."""
        game = self.rules.game
        family = game.families[account.family]
        (kind,) = family.keys
        by = Var(kind.name, Member(kind))
        empty = every(by.name, kind, equal(Read(family.name, (by,), family.type), number(0)))
        stmts = [s for rule in game.rules.values() for s in everything(rule.body)]
        touched = any(
            (isinstance(s, Assign) and s.cell.family == family.name)
            or (isinstance(s, AssignAll) and s.family == family.name)
            for s in stmts
        )
        if touched or family.default or any(family.initial or ()):
            return empty, []
        inside: set[str] = {settlement(account.name), *self.below((account.settled_by,))}
        owing: set[str] = set()
        for rule in game.rules.values():
            for body in bodies(rule.body):
                if any(isinstance(s, Earn) and s.account == account.name for s in within(body)):
                    owing.update(s.code for s in everything(body) if isinstance(s, Decide | Draw))
                    inside.update(self.below([s.rule for s in everything(body) if isinstance(s, Call)]))
                    inside.update(self.settlements_in(rule.name, body))
                    if body is rule.body:
                        inside.add(rule.name)
        # loop heads carry no code of the text: a rule with an earning option is left out as a whole where it has some
        labels = []
        for sketch, label in self.points():
            automatic = label in sketch.heads
            earns_somewhere = any(
                isinstance(s, Earn) and s.account == account.name
                for s in everything(game.rules[sketch.rule].body if sketch.rule in game.rules else ())
            )
            if sketch.rule not in inside and label not in owing and not (automatic and earns_somewhere):
                labels.append(label)
        return empty, labels

    def settlements_in(self, rule: str, body: Sequence[Stmt]) -> Iterator[str]:
        """What runs in the settlements that this body causes, of other accounts too."""
        for inner in (body, *bodies(body)):
            for other in self.rules.due(rule, inner):
                yield settlement(other)
                yield from self.below((self.rules.game.accounts[other].settled_by,))

    def below(self, roots: Sequence[str]) -> frozenset[str]:
        """The rules, and settlements, that run inside these."""
        found: set[str] = set()
        todo = list(roots)
        while todo:
            name = todo.pop()
            if name in found:
                continue
            found.add(name)
            if name in self.by_rule:
                todo.extend(site.called for site in self.by_rule[name].calls)
            elif name in self.rules.game.rules:
                todo.extend(self.rules.calls[name])
        return frozenset(found)


def bodies(body: Sequence[Stmt]) -> Iterator[Sequence[Stmt]]:
    """A rule's body and the effects of all options in it."""
    yield body
    for stmt in everything(body):
        if isinstance(stmt, Decide):
            for option in stmt.options:
                yield option.effect


def end_of(where: str) -> str:
    """The label of the moment after a rule or step."""
    return f"{where}.end"


def _hopeless(condition: Expr) -> bool:
    """A conjunction that contains a constant no."""
    return any(isinstance(part, Const) and part.value == 0 for part in (condition, *conjuncts(condition)))
