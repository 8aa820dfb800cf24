"""Statements to blocks: `seq(statements, scope, k)` is a block that does them and goes to `k`.

Reads the typed rules; writes a `Sketch`. A statement without control is an effect; one with control ends the block,
and what follows it becomes a joint.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import assert_never

import attrs

from rulespec.automaton.nodes import (
    AutomaticPoint,
    Bind,
    Block,
    Branch,
    ChancePoint,
    ClauseCode,
    DecisionPoint,
    Each,
    Effect,
    Finish,
    Goto,
    Joint,
    Move,
    Note,
    OptionPoint,
    Target,
    When,
    Write,
    WriteAll,
)
from rulespec.automaton.walk import substitute
from rulespec.diagnostics import InternalError
from rulespec.lower.build import any_of, default_of, equal, member_of, negation, number, some, surely_defined
from rulespec.lower.classify import Flow, Rules
from rulespec.lower.defined import Definedness, mentions
from rulespec.lower.loops import lower_for_each, lower_repeat
from rulespec.lower.names import Held, Scope
from rulespec.lower.sketch import CallSite, FrameSlot, Sketch, goto
from rulespec.rules.expressions import NO, YES, Const, Expr, Op, Read, Var
from rulespec.rules.game import Family, Game
from rulespec.rules.statements import (
    About,
    Announce,
    Assign,
    AssignAll,
    Call,
    Cell,
    Decide,
    Draw,
    Earn,
    EndGame,
    ForEach,
    If,
    Let,
    MoveCard,
    Option,
    Repeat,
    Show,
    Step,
    Stmt,
    Transfer,
)
from rulespec.rules.types import Flag, Kind, MapOf, Member, SetOf


class Labels:
    """Labels of joints, unique in the game; those of points are the author's codes."""

    def __init__(self, taken: Sequence[str]) -> None:
        self.taken = set(taken) | {"over"}

    def fresh(self, wish: str) -> str:
        label, n = wish, 1
        while label in self.taken:
            n += 1
            label = f"{wish}_{n}"
        self.taken.add(label)
        return label


@attrs.frozen
class Doors:
    """Where each rule with control is entered and left, and the same for settlements."""

    enter: Mapping[str, str]
    leave: Mapping[str, str]


def settlement(account: str) -> str:
    """The name under which the settlement of an account appears among the rules."""
    return f"settle {account}"


class Body:
    """Lowers the body of one rule, and of the rules inlined into it, into a sketch."""

    def __init__(self, rules: Rules, defined: Definedness, labels: Labels, doors: Doors, sketch: Sketch) -> None:
        self.rules, self.labels, self.doors, self.sketch = rules, labels, doors, sketch
        self.defined, self.translator = defined, defined.translator

    @property
    def game(self) -> Game:
        return self.rules.game

    def expr(self, expr: Expr, scope: Scope) -> Expr:
        return self.translator.translate(expr, scope.names, self.sketch.names)

    def exprs(self, exprs: Sequence[Expr], scope: Scope) -> tuple[Expr, ...]:
        return tuple(self.expr(e, scope) for e in exprs)

    # --- pieces of the graph ------------------------------------------------------------------------------------

    def joint(self, hint: str, block: Block) -> str:
        label = self.labels.fresh(f"{self.sketch.rule}.{hint}")
        self.sketch.joints[label] = Joint(label, (), block, self.sketch.rule)
        return label

    def automatic(self, hint: str, scope: Scope, k: str) -> str:
        """A point at which nothing is decided: the moment an `after` invariant speaks of."""
        label = self.labels.fresh(f"{self.sketch.rule}.{hint}")
        self.sketch.points[label] = AutomaticPoint(label, 0, goto(k), self.sketch.rule)
        self.sketch.scopes[label] = scope
        return label

    def cursor(self, name: str, type_: Member) -> str:
        slot = f"{self.sketch.rule}.{self.sketch.names.fresh(name, type_).name}"
        self.sketch.frame[slot] = FrameSlot(slot, (), type_, default_of(type_), "cursor")
        return slot

    def call(self, called: str, arguments: tuple[Expr, ...], scope: Scope, after: str) -> Block:
        """Enter another rule; `after` is where it comes back to."""
        self.sketch.calls.append(CallSite(after, self.sketch.rule, called))
        self.sketch.scopes[after] = scope
        return Block((), Goto(self.doors.enter[called], arguments, after))

    def settled(self, accounts: Sequence[str], scope: Scope, k: str) -> str:
        """Settle these accounts one after another, then go to `k`; nothing happens where nothing is owed."""
        for account in reversed(accounts):
            back = self.joint("settled", goto(k))
            call = self.call(settlement(account), (), scope, back)
            k = self.joint("owed", Block((), Branch(self.owed(account), call, goto(k))))
        return k

    def owed(self, account: str) -> Expr:
        """Does anybody have something on the account?"""
        family = self.game.families[self.game.accounts[account].family]
        (kind,) = family.keys
        var = self.sketch.names.unused(kind.name)
        return some(var, kind, Op("<", (number(0), Read(family.name, (Var(var, Member(kind)),), family.type)), Flag()))

    # --- statements one after another ---------------------------------------------------------------------------

    def seq(self, stmts: Sequence[Stmt], scope: Scope, k: str) -> Block:
        """One block up to the first statement with control, and a joint for what follows each of them. (A loop, not a
        recursion: rules may be long.)"""
        begun: list[tuple[str | None, Block]] = []
        label: str | None = None
        effects: list[Effect] = []
        for i, stmt in enumerate(stmts):
            rest = stmts[i + 1 :]
            if self.rules.flow(scope.rule, stmt) is Flow.PLAIN:
                more, scope = self.plain(stmt, scope, rest)
                effects.extend(more)
                continue
            after = self.labels.fresh(f"{self.sketch.rule}.then") if rest else k
            last, scope = self.control(stmt, scope, after)
            begun.append((label, before(effects, last)))
            label, effects = after, []
        if label is None or label != k:
            begun.append((label, Block(tuple(effects), Goto(k))))
        (_, first), *others = begun
        for name, block in others:
            assert name is not None
            self.sketch.joints[name] = Joint(name, (), block, self.sketch.rule)
        return first

    def effects(self, stmts: Sequence[Stmt], scope: Scope) -> tuple[Effect, ...]:
        """Statements without control."""
        effects: list[Effect] = []
        for i, stmt in enumerate(stmts):
            more, scope = self.plain(stmt, scope, stmts[i + 1 :])
            effects.extend(more)
        return tuple(effects)

    def plain(self, stmt: Stmt, scope: Scope, rest: Sequence[Stmt]) -> tuple[tuple[Effect, ...], Scope]:
        """The effects of a statement without control, and what is known after it."""
        match stmt:
            case Let():
                return self.let(stmt, scope, rest)
            case Assign(cell=cell, value=value, verb=verb, amount=amount, about=about):
                by = None if amount is None else self.expr(amount, scope)
                return (Write(self.target(cell, scope), self.expr(value, scope), "", verb, by, about),), scope
            case AssignAll():
                return (self.assign_all(stmt, scope),), scope
            case Transfer(piece, amount, source, target, mode, verb, about):
                by = self.expr(amount, scope)
                move = Move(piece, by, self.target(source, scope), self.target(target, scope), mode, verb, about)
                return (move,), scope
            case MoveCard(cards=cards, card=card, place=place, verb=verb, about=about):
                at = Target(cards, (self.expr(card, scope),))
                return (Write(at, self.expr(place, scope), "", verb, None, about),), scope
            case Earn(account=account, key=key, amount=amount, about=about):
                return (self.earn(account, self.expr(key, scope), self.expr(amount, scope), about),), scope
            case Show(card=card, to=to, about=about):
                seen_by = to if isinstance(to, str) else self.expr(to, scope)
                return (Note("show", (("card", self.expr(card, scope)),), about, seen_by),), scope
            case Announce(reactions=reactions):
                return (self.announced(stmt, scope), *self.effects(reactions, scope)), scope
            case Step(body=body):
                return self.effects(body, scope), scope
            case If(condition=condition, then=then, otherwise=otherwise, label=label, about=about):
                yes, no = self.outcome(label, about)
                then_effects = (*yes, *self.effects(then, scope))
                other_effects = (*no, *self.effects(otherwise, scope))
                return (When(self.expr(condition, scope), then_effects, other_effects, label, about),), scope
            case ForEach():
                return (self.each(stmt, scope),), scope
            case Call(rule=rule, arguments=arguments):
                binds, inside = self.inlined(rule, arguments, scope)
                return (*binds, *self.effects(self.game.rules[rule].body, inside), *self.forget(rule)), scope
            case Decide() | Draw() | Repeat() | EndGame():
                raise InternalError("a statement with control was taken for an effect; please report this")
            case _:
                assert_never(stmt)

    def let(self, stmt: Let, scope: Scope, rest: Sequence[Stmt]) -> tuple[tuple[Effect, ...], Scope]:
        value = self.expr(stmt.value, scope)
        if isinstance(stmt.value, Var | Const):
            return (), scope.knowing(**{stmt.var: value})  # another name for what cannot change
        var = self.sketch.names.fresh(stmt.var, value.type)
        scope = scope.knowing(**{stmt.var: var})
        if not isinstance(value.type, SetOf | MapOf):
            scope = scope.holding(Held(stmt.var, equal(var, value), self.rules.written(scope.rule, rest)))
        return (Bind(var.name, value, stmt.about),), scope

    def target(self, cell: Cell, scope: Scope) -> Target:
        return Target(cell.family, self.exprs(cell.keys, scope))

    def assign_all(self, stmt: AssignAll, scope: Scope) -> WriteAll:
        fixed = self.exprs(stmt.fixed_keys, scope)
        vars_: list[tuple[str, Kind]] = []
        for name, kind in stmt.vars:
            new = self.sketch.names.fresh(name, Member(kind))
            vars_.append((new.name, kind))
            scope = scope.knowing(**{name: new})
        condition, value = self.expr(stmt.condition, scope), self.expr(stmt.value, scope)
        return WriteAll(stmt.family, tuple(vars_), condition, value, fixed, "", stmt.verb, stmt.about)

    def earn(self, account: str, key: Expr, amount: Expr, about: About) -> Write:
        family = self.game.families[self.game.accounts[account].family]
        new = Op("+", (Read(family.name, (key,), family.type), amount), family.type)
        return Write(Target(family.name, (key,)), new, "", "earns", amount, about)

    def announced(self, stmt: Announce, scope: Scope) -> Note:
        return Note("announce", ((stmt.name, self.expr(stmt.by, scope)),), stmt.about)

    def outcome(self, label: str, about: About) -> tuple[tuple[Note, ...], tuple[Note, ...]]:
        """What people are told of a disputed outcome when it applies, and when it does not."""
        if not label:
            return (), ()
        return (Note("outcome", ((label, YES),), about),), (Note("outcome", ((label, NO),), about),)

    def each(self, stmt: ForEach, scope: Scope) -> Each:
        start = None if stmt.start is None else self.expr(stmt.start, scope)
        var = self.sketch.names.fresh(stmt.var, Member(stmt.kind))
        inside = scope.knowing(**{stmt.var: var})
        condition = self.expr(stmt.condition, inside)
        return Each(var.name, stmt.kind, start, condition, self.effects(stmt.body, inside), stmt.about)

    # --- rules without stops are written out where they are called ------------------------------------------------

    def inlined(self, rule: str, arguments: Sequence[Expr], scope: Scope) -> tuple[tuple[Effect, ...], Scope]:
        """Names for the arguments, and the scope of the rule's body."""
        effects: list[Effect] = []
        known: dict[str, Expr] = {}
        for (name, type_), argument in zip(self.game.rules[rule].parameters, arguments, strict=True):
            value = self.expr(argument, scope)
            if isinstance(argument, Var | Const):
                known[name] = value
            else:
                var = self.sketch.names.fresh(name, type_)
                effects.append(Bind(var.name, value))
                known[name] = var
        return (*effects, *self.begin(rule)), Scope(rule, known, scope.held, scope.steps)

    def forget(self, rule: str) -> tuple[Effect, ...]:
        """What an inlined rule kept is gone when it ends: the next one begins afresh."""
        written = self.rules.written(rule, self.game.rules[rule].body)
        families = [
            f for f in self.game.families.values() if f.rule == rule and (f.name in written or f.initial is not None)
        ]
        return tuple(reset_slot(keep_slot(f)) for f in families)

    def begin(self, rule: str) -> tuple[Effect, ...]:
        """What a rule keeps holds its default while the rule does not run: only other beginnings are written."""
        writes: list[Effect] = []
        for family in self.game.families.values():
            if family.rule == rule and family.initial is not None:
                for keys, value in zip(product(*(k.values for k in family.keys)), family.initial, strict=True):
                    if value != family.default:
                        at = tuple(member_of(k, v) for k, v in zip(family.keys, keys, strict=True))
                        writes.append(Write(Target(family.name, at), Const(value, family.type), "save"))
        return tuple(writes)

    # --- statements with control --------------------------------------------------------------------------------

    def control(self, stmt: Stmt, scope: Scope, after: str) -> tuple[Block, Scope]:
        """The block that does the statement and goes to `after`, and what is known there."""
        match stmt:
            case Draw(var=name, kind=kind):
                var = self.sketch.names.fresh(name, Member(kind))
                return self.draw(stmt, var, scope, after), scope.knowing(**{name: var})
            case _:
                return self.controlled(stmt, scope, after), scope

    def controlled(self, stmt: Stmt, scope: Scope, after: str) -> Block:
        match stmt:
            case EndGame(ending=ending, about=about):
                return Block((), Finish(ending, about))
            case If(condition=condition, then=then, otherwise=otherwise, label=label, about=about):
                test = self.expr(condition, scope)
                yes, no = self.outcome(label, about)
                in_then = scope.holding(Held(label or "if", test, self.rules.written(scope.rule, then)))
                spoiled = self.rules.written(scope.rule, otherwise)
                in_other = scope.holding(Held(label or "if", negation(test), spoiled))
                return Block(
                    (),
                    Branch(
                        test,
                        before(yes, self.seq(then, in_then, after)),
                        before(no, self.seq(otherwise, in_other, after)),
                        label,
                        about,
                    ),
                )
            case Step(name=name, body=body):
                where = f"{scope.rule}.{name}"
                if self.rules.asked_after(where):
                    after = self.automatic(f"{name}.end", scope, after)
                return self.seq(body, attrs.evolve(scope, steps=(*scope.steps, where)), after)
            case Announce(reactions=reactions):
                return before((self.announced(stmt, scope),), self.seq(reactions, scope, after))
            case Decide():
                return self.decide(stmt, scope, after)
            case Call():
                return self.call_rule(stmt, scope, after)
            case ForEach():
                return lower_for_each(self, stmt, scope, after)
            case Repeat():
                return lower_repeat(self, stmt, scope, after)
            case Draw() | Let() | Assign() | AssignAll() | Transfer() | MoveCard() | Earn() | Show():
                raise InternalError("an effect was taken for a statement with control; please report this")
            case _:
                assert_never(stmt)

    def call_rule(self, stmt: Call, scope: Scope, after: str) -> Block:
        after = self.settled(self.rules.due_after(scope.rule, stmt.rule), scope, after)
        if self.rules.flow_of(stmt.rule) is Flow.STOPS:
            # a joint of its own even if nothing is left to do: a call site is known by where it comes back to
            back = self.joint("back", goto(after))
            return self.call(stmt.rule, self.exprs(stmt.arguments, scope), scope, back)
        binds, inside = self.inlined(stmt.rule, stmt.arguments, scope)
        forget = self.forget(stmt.rule)
        if forget:
            after = self.joint("forget", Block(forget, Goto(after)))
        return before(binds, self.seq(self.game.rules[stmt.rule].body, inside, after))

    def draw(self, stmt: Draw, var: Var, scope: Scope, after: str) -> Block:
        weight = self.expr(stmt.weight, scope.knowing(**{stmt.var: var}))
        seen_by = stmt.seen_by if isinstance(stmt.seen_by, str) else self.expr(stmt.seen_by, scope)
        self.sketch.points[stmt.code] = ChancePoint(
            stmt.code, 0, var.name, stmt.kind, weight, goto(after), stmt.id, self.sketch.rule, seen_by, stmt.about
        )
        self.sketch.scopes[stmt.code] = scope
        return goto(stmt.code)

    def if_defined(self, value: Expr) -> Expr:
        """The value, or anything of its type where it has none: nobody may read it then."""
        match value.type:
            case SetOf() | MapOf():
                anything = 0
            case scalar:
                anything = default_of(scalar)
        return Op("if", (self.defined.condition(value), value, Const(anything, value.type)), value.type)

    def decide(self, stmt: Decide, scope: Scope, after: str) -> Block:
        owner = self.expr(stmt.owner, scope)
        lowered = [self.option(o, scope, after) for o in stmt.options]
        options = tuple(o for o, _ in lowered)
        self.sketch.renamed[stmt.code] = tuple(n for _, n in lowered)
        self.sketch.points[stmt.code] = DecisionPoint(
            stmt.code, 0, owner, options, stmt.several, stmt.id, self.sketch.rule, stmt.about
        )
        self.sketch.scopes[stmt.code] = scope
        return goto(stmt.code)

    def option(self, option: Option, scope: Scope, after: str) -> tuple[OptionPoint, int]:
        """Parameters keep the author's names, which players see; in the effect they are renamed where the name means
        something else: by the first effects, whose number is returned."""
        names = self.sketch.names
        active = None if option.active is None else self.expr(option.active, scope)
        taken = frozenset(e.name for e in scope.names.values() if isinstance(e, Var))
        renamed: list[Effect] = []
        choosing, acting = scope, scope
        for parameter in option.parameters:
            var = names.parameter(parameter.name, parameter.type, taken)
            choosing = choosing.knowing(**{parameter.name: Var(parameter.name, parameter.type)})
            acting = acting.knowing(**{parameter.name: var})
            if var.name != parameter.name:
                renamed.append(Bind(var.name, Var(parameter.name, parameter.type)))
        spoiled = self.rules.written(scope.rule, option.effect)
        definitions: list[Bind] = []
        partial: dict[str, Expr] = {}
        for let in option.definitions:
            value = self.expr(let.value, choosing)
            var = names.fresh(let.var, value.type)
            definitions.append(Bind(var.name, value, let.about))
            choosing, acting = choosing.knowing(**{let.var: var}), acting.knowing(**{let.var: var})
            whole = substitute(value, partial)
            if not surely_defined(whole, self.translator.partial):
                partial[var.name] = whole
                if mentions(option.effect, let.var) and not isinstance(value.type, MapOf):
                    fixed = names.fresh(let.var, value.type)
                    renamed.append(Bind(fixed.name, self.if_defined(whole)))
                    acting = acting.knowing(**{let.var: fixed})
            elif not isinstance(value.type, SetOf | MapOf):
                acting = acting.holding(Held(let.var, equal(var, self.expr(let.value, acting)), spoiled))
        clauses: list[ClauseCode] = []
        for clause in option.clauses:
            lifts = [lift for lift, _ in clause.lifts]
            condition = any_of(*(self.expr(c, choosing) for c in (clause.condition, *lifts)))
            clauses.append(ClauseCode(clause.about.code or f"{option.name}.{clause.label}", condition, clause.about))
            held = any_of(*(self.expr(c, acting) for c in (clause.condition, *lifts)))
            acting = acting.holding(Held(clause.label, held, spoiled))
        k = self.settled(self.rules.due(scope.rule, option.effect), acting, after)
        block = before(renamed, self.seq(option.effect, acting, k))
        parameters = tuple((p.name, p.type) for p in option.parameters)
        point = OptionPoint(option.name, parameters, tuple(definitions), tuple(clauses), block, option.about, active)
        return point, len(renamed)


def before(effects: Sequence[Effect], block: Block) -> Block:
    return Block((*effects, *block.effects), block.exit) if effects else block


def reset_slot(slot: FrameSlot) -> Effect:
    """A dead slot holds its default, so that equal positions are equal."""
    value = Const(slot.default, slot.type)
    if not slot.keys:
        return Write(Target(slot.name, ()), value, "dead")
    vars_ = tuple((f"key{i}", kind) for i, kind in enumerate(slot.keys))
    return WriteAll(slot.name, vars_, YES, value, (), "dead")


def keep_slot(family: Family) -> FrameSlot:
    return FrameSlot(family.name, family.keys, family.type, family.default, "keep", family.is_set)
