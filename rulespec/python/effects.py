"""Blocks of the automaton as statements: what a step does to the state.

Reads blocks; writes lines. Events are appended to `log` where the form has one. Names given inside a block are local
variables; joints are written where `regions` says.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from contextlib import ExitStack
from typing import assert_never

import attrs

from rulespec.automaton.nodes import (
    Automaton,
    Bind,
    Block,
    Branch,
    Each,
    Effect,
    Finish,
    Goto,
    Joint,
    Move,
    Note,
    Target,
    When,
    Write,
    WriteAll,
)
from rulespec.automaton.terms import YES, About, Apply, Const, Expr, Member, Op, Read, Var
from rulespec.automaton.walk import reads, walk
from rulespec.python import code
from rulespec.python.code import Code
from rulespec.python.expressions import Expressions
from rulespec.python.layout import Placed
from rulespec.python.lines import Lines
from rulespec.python.names import Names
from rulespec.python.regions import Regions
from rulespec.python.scope import Scope


@attrs.frozen
class Module:
    """What the writers of one module share."""

    automaton: Automaton
    expressions: Expressions
    regions: Regions
    names: Names
    joints: Mapping[str, str]
    """Names of the functions of joints."""
    numbers: Mapping[str, int]
    """Labels of points -> value of the control slot."""
    function_reads: Mapping[str, frozenset[str]]


def remark(about: About) -> str:
    """The source line and the citations, for a comment."""
    where = f"{about.span.file}:{about.span.line}" if about.span.line else ""
    cites = f"[{', '.join(about.cites)}]" if about.cites else ""
    return " ".join(p for p in (where, cites) if p)


def held_cells(conditions: Iterable[Expr], written: Container[str]) -> dict[tuple[str, tuple[Expr, ...]], int]:
    """What the clauses of a legal move say that cells hold."""
    found = {}
    for condition in conditions:
        match condition:
            case Op(name="=", arguments=(Read(family=family, keys=keys), Const(value=value))) if family in written:
                found[family, keys] = value
    return found


def lacking_cells(conditions: Iterable[Expr], written: Container[str]) -> frozenset[tuple[str, tuple[Expr, ...], int]]:
    """What the clauses of a legal move say that cells do not hold."""
    found = set()
    for condition in conditions:
        match condition:
            case Op(name="not", arguments=(Op(name="=", arguments=(Read(family=family, keys=keys), Const(value=v))),)):
                if family in written:
                    found.add((family, keys, v))
    return frozenset(found)


class Steps:
    """Writes the body of one function of the form (state, ..., log)."""

    def __init__(self, module: Module, lines: Lines, names: Names, *, log: bool) -> None:
        self.module, self.lines, self.names, self.log = module, lines, names, log
        self.expressions = module.expressions
        self.layout = module.expressions.layout
        self.held: dict[tuple[str, tuple[Expr, ...]], int] = {}
        """What cells of packed slots are known to hold, because the move is legal."""
        self.lacks: frozenset[tuple[str, tuple[Expr, ...], int]] = frozenset()
        """What cells of packed slots are known not to hold."""
        self.waiting: dict[str, dict[str, Code]] = {}
        """Joints that are written behind the branches that lead to them: the variables of their parameters."""

    # --- blocks -------------------------------------------------------------------------------------------------------

    def block(self, block: Block, scope: Scope, follow: str | None, *, last: bool) -> None:
        """Write a block and what belongs to it. `follow`: the joint written right behind; `last`: nothing is."""
        while True:
            scope = self.effects(block.effects, scope)
            match block.exit:
                case Finish() as finish:
                    self.finish(finish, scope)
                    self.leave(last=last)
                    return
                case Branch() as branch:
                    behind = self.module.regions.meeting.get(id(block))
                    condition = self.expressions.truth(branch.condition, scope)
                    self.outcome(branch.label, condition, branch.about)
                    if condition.value is not None and behind is None:
                        block = branch.then if condition.value else branch.otherwise
                        continue
                    if behind is None:
                        self.branch(branch, condition, scope, follow, last=last)
                        return
                    joint = self.module.automaton.joints[behind]
                    self.waiting[behind] = self.receivers(joint, scope)
                    self.branch(branch, condition, scope, behind, last=False)
                    for name, type_ in joint.parameters:
                        scope = scope.knowing(name, self.waiting[behind][name], type_)
                    block = joint.block
                case Goto(label=label, arguments=arguments):
                    if label in self.module.numbers:
                        self.arrive(label, scope)
                        self.leave(last=last)
                        return
                    joint = self.module.automaton.joints[label]
                    if label in self.module.regions.functions and label != follow:
                        self.call(joint, arguments, scope)
                        self.leave(last=last)
                        return
                    if label == follow:
                        self.hand_over(self.waiting[label], joint, arguments, scope)
                        return
                    values = {
                        n: self.expressions.value(a, scope)
                        for (n, _), a in zip(joint.parameters, arguments, strict=True)
                    }
                    receivers = self.receivers(joint, scope)
                    known = {n: v for n, v in values.items() if v.value is not None}
                    self.hand_over(receivers | known, joint, arguments, scope)
                    for name, type_ in joint.parameters:
                        scope = scope.knowing(name, known.get(name, receivers[name]), type_)
                    block = joint.block
                case _:
                    assert_never(block.exit)

    def branch(self, branch: Branch, condition: Code, scope: Scope, follow: str | None, *, last: bool) -> None:
        if condition.value is not None:
            self.block(branch.then if condition.value else branch.otherwise, scope, follow, last=last)
            return
        comment = remark(branch.about)
        then = Lines()
        self.within(then, lambda: self.block(branch.then, scope, follow, last=last))
        otherwise = Lines()
        self.within(otherwise, lambda: self.block(branch.otherwise, scope, follow, last=last))
        if not len(then):
            condition, then, otherwise = code.negation(condition), otherwise, then
        with self.lines.block(f"if {condition}:", comment):
            self.lines.extend(then)
        if len(otherwise):
            with self.lines.block("else:"):
                self.lines.extend(otherwise)

    def within(self, lines: Lines, write: Callable[[], object]) -> None:
        """Write into other lines for a while; what is known of cells is as before on the way back."""
        outer, held, lacks, self.lines = self.lines, self.held, self.lacks, lines
        write()
        self.lines, self.held = outer, {k: v for k, v in held.items() if k in self.held}
        self.lacks &= lacks

    def leave(self, *, last: bool) -> None:
        if not last:
            self.lines.add("return")

    def receivers(self, joint: Joint, scope: Scope) -> dict[str, Code]:
        """Local variables for a joint's parameters, to be set on the ways that lead to it."""
        found: dict[str, Code] = {}
        for name, _ in joint.parameters:
            own = scope.vars.get(name)
            if own is None or own.value is not None or own.text in {c.text for c in found.values()}:
                own = code.name(self.names.fresh(name))
            found[name] = own
        return found

    def hand_over(self, receivers: Mapping[str, Code], joint: Joint, arguments: tuple[Expr, ...], scope: Scope) -> None:
        """Set a joint's parameters, all at once: one may be set to what another was."""
        values = [self.expressions.value(a, scope) for a in arguments]
        pairs = [(receivers[n].text, v.text) for (n, _), v in zip(joint.parameters, values, strict=True)]
        pairs = [(n, v) for n, v in pairs if n != v]
        if pairs:
            self.lines.add(f"{', '.join(n for n, _ in pairs)} = {', '.join(v for _, v in pairs)}")

    def pass_on(self, joint: Joint, arguments: tuple[Expr, ...], scope: Scope) -> Scope:
        """The names of a joint that is written here; what is known beforehand needs no variable."""
        receivers = self.receivers(joint, scope)
        for (name, _), argument in zip(joint.parameters, arguments, strict=True):
            value = self.expressions.value(argument, scope)
            receivers[name] = receivers[name] if value.value is None else value
        self.hand_over(receivers, joint, arguments, scope)
        for name, type_ in joint.parameters:
            scope = scope.knowing(name, receivers[name], type_)
        return scope

    def call(self, joint: Joint, arguments: tuple[Expr, ...], scope: Scope) -> None:
        values = [self.expressions.value(a, scope) for a in arguments]
        self.lines.add(code.call(self.module.joints[joint.label], scope.access.whole(), code.name("log"), *values).text)

    def arrive(self, label: str, scope: Scope) -> None:
        place = self.layout[self.module.automaton.control]
        number = code.literal(self.module.numbers[label])
        scope.access.put(self.lines, place, code.ZERO, "=", number, label)

    def finish(self, finish: Finish, scope: Scope) -> None:
        number = next((e.number for e in self.module.automaton.endings if e.name == finish.ending), 0)
        self.lines.add(f"end({scope.access.whole()}, {number})", f"{finish.ending} {remark(finish.about)}".strip())
        self.event(finish.about, "end", "end", [("ending", repr(finish.ending))])

    # --- effects ------------------------------------------------------------------------------------------------------

    def effects(self, effects: tuple[Effect, ...], scope: Scope) -> Scope:
        for effect in effects:
            scope = self.effect(effect, scope)
        return scope

    def effect(self, effect: Effect, scope: Scope) -> Scope:
        """Write one effect; returns the names known after it."""
        match effect:
            case Bind(var=var, value=value):
                return self.bind(var, value, scope, remark(effect.about))
            case Write(target=target, value=value, role=role):
                if self.log and role == "":
                    target, scope = self.fixed(target, scope)
                self.put(target, value, scope, remark(effect.about))
                if role == "":
                    self.event(effect.about, "set", effect.verb, self.cell_values(target, scope))
            case WriteAll():
                self.write_all(effect, scope)
            case Move():
                self.move(effect, scope)
            case Note(kind=kind, values=values, to=to):
                pairs = [(n, self.expressions.value(e, scope).text) for n, e in values] if self.log else []
                if to != "all":
                    pairs.append(("to", repr(to) if isinstance(to, str) else self.expressions.value(to, scope).text))
                self.event(effect.about, kind, kind, pairs)
            case When(condition=condition, then=then, otherwise=otherwise, label=label):
                test = self.expressions.truth(condition, scope)
                self.outcome(label, test, effect.about)
                if test.value is not None:
                    self.effects(then if test.value else otherwise, scope)
                else:
                    with self.lines.block(f"if {test}:", remark(effect.about)):
                        self.effects(then, scope)
                    inner = Lines()
                    self.within(inner, lambda: self.effects(otherwise, scope))
                    if len(inner):
                        with self.lines.block("else:"):
                            self.lines.extend(inner)
            case Each(var=var, kind=kind, start=start, condition=condition, body=body):
                around = None if start is None else self.expressions.value(start, scope)
                simplified = self.expressions.simplify(condition)
                members, rest = self.expressions.members(var, kind, simplified, scope, around)
                name = self.names.fresh(var)
                inner_scope = scope.knowing(var, code.name(name), Member(kind))
                with self.lines.block(f"for {name} in {members}:", remark(effect.about)):
                    test = self.expressions.truth(rest, inner_scope)
                    if test.value == 1:
                        self.effects(body, inner_scope)
                    elif test.value is None:
                        with self.lines.block(f"if {test}:"):
                            self.effects(body, inner_scope)
            case _:
                assert_never(effect)
        return scope

    def bind(self, var: str, value: Expr, scope: Scope, comment: str = "") -> Scope:
        found = self.expressions.value(value, scope)
        if found.value is not None or (isinstance(value, Var) and self.is_stable(found)):
            return scope.knowing(var, found, value.type)
        name = self.names.fresh(var)
        self.lines.add(f"{name} = {found}", comment)
        return scope.knowing(var, code.name(name), value.type)

    def is_stable(self, text: Code) -> bool:
        """A literal, or a name that no effect changes (a field kept in a local variable may change)."""
        return text.value is not None or (text.text.isidentifier() and text.text not in self.layout.names)

    def fixed(self, target: Target, scope: Scope) -> tuple[Target, Scope]:
        """The same target with keys that a write cannot change."""
        keys = []
        for i, key in enumerate(target.keys):
            if isinstance(key, (Const, Var)):
                keys.append(key)
            else:
                name = f"{target.slot} key {i} {len(scope.vars)}"
                scope = self.bind(name, key, scope)
                keys.append(Var(name, key.type))
        return Target(target.slot, tuple(keys)), scope

    def at(self, target: Target, scope: Scope) -> tuple[Placed, Code]:
        place = self.layout[target.slot]
        keys = [self.expressions.value(k, scope) for k in target.keys]
        return place, self.expressions.position(place.slot.keys, keys)

    def put(self, target: Target, value: Expr, scope: Scope, comment: str) -> None:
        place, position = self.at(target, scope)
        if place.masks is not None:
            old = self.held.pop((target.slot, target.keys), None)
            self.held = {k: v for k, v in self.held.items() if k[0] != target.slot}
            new = self.expressions.value(value, scope)
            absent = frozenset(v for slot, keys, v in self.lacks if (slot, keys) == (target.slot, target.keys))
            self.lacks = frozenset(k for k in self.lacks if k[0] != target.slot or new.value not in (None, k[2]))
            self.put_packed(place, position, new, scope, comment, old, absent)
            return
        operator, amount = "=", self.expressions.value(value, scope)
        own = scope.access.cell(place, position).text
        for sign in ("+", "-"):
            if (
                amount.level == code.SUM
                and amount.text.startswith(f"{own} {sign} ")
                and sign not in amount.text[len(own) + 3 :]
            ):
                rest = amount.text[len(own) + 3 :]
                if "+" not in rest and "-" not in rest:
                    operator, amount = f"{sign}=", Code(rest)
                    break
        scope.access.put(self.lines, place, position, operator, amount, comment)

    def put_packed(
        self,
        place: Placed,
        position: Code,
        value: Code,
        scope: Scope,
        comment: str,
        old: int | None = None,
        absent: frozenset[int] = frozenset(),
    ) -> None:
        """One cell of a packed slot: out of the set of its old value (of every set, if unknown), into its own.

        `absent`: what the cell surely does not hold.
        """
        assert place.masks is not None
        bit = self.expressions.bit(place.slot.size, position, scope)
        if not self.is_stable(bit):
            name = self.names.fresh("cell_bit")
            self.lines.add(f"{name} = {bit}")
            bit = code.name(name)
        if value.value is None and not value.text.isidentifier():
            name = self.names.fresh("new_value")
            self.lines.add(f"{name} = {value}")
            value = code.name(name)
        for i, held in enumerate(place.masks):
            at = code.literal(i)
            if value.value is not None:
                operator, change = ("|=", bit) if value.value == held else ("&=", code.name(f"~{bit}"))
                if held != value.value and (held in absent or (old is not None and held != old)):
                    continue
                if old == held:
                    operator, change = "^=", bit
                scope.access.put(self.lines, place, at, operator, change, comment if i == 0 else "")
            else:
                now = scope.access.cell(place, at)
                new = Code(f"{now} | {bit} if {value} == {held} else {now} & ~{bit}", code.IF)
                scope.access.put(self.lines, place, at, "=", new, comment if i == 0 else "")

    def write_all(self, effect: WriteAll, scope: Scope) -> None:
        """All right sides are those of the state before: gathered first if they could see what is written."""
        place = self.layout[effect.slot]
        fixed: list[Code] = []
        for i, key in enumerate(effect.fixed_keys):
            name = f"{effect.slot} key {i} {len(scope.vars)}"
            scope = self.bind(name, key, scope)
            fixed.append(scope.vars[name])
        whole = not fixed and len(effect.vars) == len(place.slot.keys)
        condition = self.expressions.simplify(effect.condition)
        value = self.expressions.simplify(effect.value)
        logged = self.log and effect.role == ""
        if whole and condition == YES and isinstance(value, Const) and not logged:
            self.fill(place, value.value, scope, remark(effect.about))
            return
        own = tuple(effect.fixed_keys) + tuple(Var(n, Member(k)) for n, k in effect.vars)
        careful = any(
            effect.slot in reads(part, self.module.function_reads)
            for part in (condition, value)
            if not _reads_only(part, effect.slot, own, self.module.function_reads)
        )
        todo = self.names.fresh("todo") if careful else ""
        if careful:
            self.lines.add(f"{todo} = []", remark(effect.about))
        with ExitStack() as blocks:
            inner, rest = scope, condition
            for n, (var, kind) in enumerate(effect.vars):
                members = self.expressions.all_members(kind)
                if n == len(effect.vars) - 1:
                    members, rest = self.expressions.members(var, kind, condition, inner)
                name = self.names.fresh(var)
                inner = inner.knowing(var, code.name(name), Member(kind))
                comment = "" if careful else remark(effect.about)
                blocks.enter_context(self.lines.block(f"for {name} in {members}:", comment))
            test = self.expressions.truth(rest, inner)
            if test.value is None:
                blocks.enter_context(self.lines.block(f"if {test}:"))
            if test.value != 0:
                keys = [*fixed, *(inner.vars[n] for n, _ in effect.vars)]
                position = self.expressions.position(place.slot.keys, keys)
                found = self.expressions.value(value, inner)
                if careful:
                    self.lines.add(f"{todo}.append(({position}, {found}, {code.tuple_of(keys)}))")
                else:
                    self.store(place, position, found, inner)
                    if logged:
                        self.cell_event(effect, code.tuple_of(keys), found)
        if careful:
            at, new, names = self.names.fresh("at"), self.names.fresh("new_value"), self.names.fresh("keys")
            with self.lines.block(f"for {at}, {new}, {names} in {todo}:"):
                self.store(place, code.name(at), code.name(new), scope)
                if logged:
                    self.cell_event(effect, code.name(names), code.name(new))

    def store(self, place: Placed, position: Code, value: Code, scope: Scope) -> None:
        if place.masks is not None:
            self.put_packed(place, position, value, scope, "")
        else:
            scope.access.put(self.lines, place, position, "=", value, "")

    def fill(self, place: Placed, value: int, scope: Scope, comment: str) -> None:
        """All cells of a slot alike."""
        if place.masks is not None:
            for i, held in enumerate(place.masks):
                mask = code.literal(place.full if held == value else 0)
                scope.access.put(self.lines, place, code.literal(i), "=", mask, comment if i == 0 else "")
        elif place.width == 1:
            scope.access.put(self.lines, place, code.ZERO, "=", code.literal(value), comment)
        else:
            whole = scope.access.whole()
            cells = f"({value},) * {place.width}"
            self.lines.add(f"{whole}[{place.name}:{place.name} + {place.width}] = {cells}", comment)

    def move(self, effect: Move, scope: Scope) -> None:
        source, scope = self.fixed(effect.source, scope)
        target, scope = self.fixed(effect.target, scope)
        amount = self.expressions.value(effect.amount, scope)
        if not self.is_stable(amount):
            scope = self.bind("moved", effect.amount, scope)
            amount = scope.vars["moved"]
        comment = remark(effect.about)
        for where, operator in ((source, "-="), (target, "+=")):
            place, position = self.at(where, scope)
            scope.access.put(self.lines, place, position, operator, amount, comment)
            comment = ""
        if self.log:
            values = [
                ("piece", repr(effect.piece)),
                ("amount", amount.text),
                ("source", repr(source.slot)),
                ("source_keys", self.keys(source, scope)),
                ("target", repr(target.slot)),
                ("target_keys", self.keys(target, scope)),
            ]
            self.event(effect.about, "move", effect.verb, values)

    # --- events -------------------------------------------------------------------------------------------------------

    def keys(self, target: Target, scope: Scope) -> str:
        return code.tuple_of([self.expressions.value(k, scope) for k in target.keys]).text if target.keys else "()"

    def cell_values(self, target: Target, scope: Scope) -> list[tuple[str, str]]:
        if not self.log:
            return []
        value = self.expressions.value(Read(target.slot, target.keys, self.layout[target.slot].slot.type), scope)
        return [("family", repr(target.slot)), ("keys", self.keys(target, scope)), ("value", value.text)]

    def cell_event(self, effect: WriteAll, keys: Code, value: Code) -> None:
        values = [("family", repr(effect.slot)), ("keys", keys.text), ("value", value.text)]
        self.event(effect.about, "set", effect.verb, values)

    def outcome(self, label: str, condition: Code, about: About) -> None:
        if label:
            applies = code.number_of(condition) if condition.is_bool or condition.value is None else condition
            self.event(about, "outcome", label, [("label", repr(label)), ("applies", applies.text)])

    def event(self, about: About, kind: str, verb: str, values: list[tuple[str, str]]) -> None:
        if self.log:
            pairs = "".join(f", ({n!r}, {v})" for n, v in values)
            with self.lines.block("if log is not None:"):
                self.lines.add(f"log.append(({about.code!r}, {kind!r}, {verb!r}{pairs}))")


def _reads_only(expr: Expr, slot: str, own: tuple[Expr, ...], of_functions: Mapping[str, frozenset[str]]) -> bool:
    """Does it read of the slot nothing but the cell that is written?"""
    for e in walk(expr):
        if isinstance(e, Read) and e.family == slot and e.keys != own:
            return False
        if isinstance(e, Apply) and slot in of_functions[e.definition]:
            return False
    return True
