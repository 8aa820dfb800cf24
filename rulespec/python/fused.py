"""Small states in local variables: a pure `step` that rebuilds the tuple once, and a `playout` in one loop.

Reads the automaton through the shared writers; returns the lines of those functions, or None where the code would
grow too long (then the general ones serve). Code is written once per control point and value of the slot that says
whose turn it is, so that this value is a constant in it and the sets of that player are plain variables.
"""

from collections.abc import Callable

import attrs

from rulespec.automaton.nodes import (
    Block,
    Branch,
    Each,
    Effect,
    Finish,
    Goto,
    When,
    Write,
)
from rulespec.automaton.walk import effect_writes
from rulespec.python import code
from rulespec.python.access import InLocals
from rulespec.python.code import Code
from rulespec.python.effects import Module, Steps, remark
from rulespec.python.layout import Placed
from rulespec.python.lines import Lines
from rulespec.python.names import Names
from rulespec.python.scope import Scope

MOST_LINES = 400
"""Above this the general functions serve."""
DEEPEST = 30
"""Branches inside branches."""


class NoTally(Exception):
    """A cell changes whose old value is not known, so nothing can be counted along."""


class TooLong(Exception):
    """The code of a step would be written out too often."""


class Fused(Steps):
    """Writes blocks on local variables, joints wherever they are reached."""

    def __init__(
        self, module: Module, lines: Lines, names: Names, leave_to: Callable[[str | None, Scope], None]
    ) -> None:
        super().__init__(module, lines, names, log=False)
        self.leave_to = leave_to
        self.written = 0
        self.cells_found: dict[str, str] = {}
        self.counts: dict[str, str] = {}
        """For packed slots that are counted along: table of what each cell adds."""
        self.lists: dict[tuple[str, int], str] = {}
        """Slot and value -> list of the cells that hold it, kept along."""
        self.drawn = self.drawn_cell = ""
        """The variables with the place in its list of the cell that was drawn, and with that cell."""
        self.depth = 0
        self.nested = 0

    def block(self, block: Block, scope: Scope, follow: str | None, *, last: bool) -> None:
        while True:
            self.written += 1 + len(block.effects)
            if self.written > MOST_LINES:
                raise TooLong
            scope = self.effects(block.effects, scope)
            match block.exit:
                case Finish(ending=ending):
                    self.over(ending, scope)
                    return
                case Branch(condition=condition, then=then, otherwise=otherwise, about=about):
                    test = self.expressions.truth(condition, scope)
                    if test.value is not None:
                        block = then if test.value else otherwise
                        continue
                    self.two_ways(test, then, otherwise, scope, remark(about))
                    return
                case Goto(label=label, arguments=arguments):
                    if label in self.module.numbers:
                        self.leave_to(label, scope)
                        return
                    joint = self.module.automaton.joints[label]
                    values = [self.expressions.value(a, scope) for a in arguments]
                    for (name, type_), value in zip(joint.parameters, values, strict=True):
                        if not self.is_stable(value):
                            local = self.names.fresh(name)
                            self.lines.add(f"{local} = {value}")
                            value = code.name(local)
                        scope = scope.knowing(name, value, type_)
                    block = joint.block

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
        family = place.slot.name
        counted = [v for slot, v in scope.tallies if slot == family]
        if counted and (old is None or value.value is None):
            raise NoTally
        for slot, held in sorted(self.lists, key=lambda key: key[1] != value.value):
            if slot == family:
                absent |= self.relist(place, held, position, value, scope, old, absent)
        super().put_packed(place, position, value, scope, comment, old, absent)
        for held in counted:
            change = (value.value == held) - (old == held)
            if change:
                bit = self.expressions.bit(place.slot.size, position, scope)
                if not self.is_stable(bit):
                    raise NoTally
                tally = scope.tallies[family, held]
                self.lines.add(f"{tally.variable} {'+=' if change > 0 else '-='} {self.counts[family]}[{bit}]")

    def relist(
        self,
        place: Placed,
        held: int,
        position: Code,
        value: Code,
        scope: Scope,
        old: int | None,
        absent: frozenset[int],
    ) -> frozenset[int]:
        """Keep the list of the cells that hold a value, before one of them changes; returns what it no longer holds."""
        cells = self.lists[place.slot.name, held]
        if value.value is None or not self.is_stable(position):
            raise NoTally
        comes = value.value == held
        if old is not None or held in absent:
            if (old == held) is comes:
                return frozenset()
            if comes:
                gone = f"del {cells}[{self.drawn}]"
                if not self.lines.replace_last(gone, f"{cells}[{self.drawn}] = {position}"):
                    self.lines.add(f"{cells}.append({position})")
            elif self.drawn and position.text == self.drawn_cell:
                self.lines.add(f"del {cells}[{self.drawn}]")
            else:
                self.lines.add(f"{cells}.remove({position})")
            return frozenset()
        holds = self.expressions.holds(place.slot.name, position, code.literal(held), scope)
        with self.lines.block(f"if {code.negation(holds) if comes else holds}:"):
            self.lines.add(f"{cells}.{'append' if comes else 'remove'}({position})")
            if not comes and self.is_stable(bit := self.expressions.bit(place.slot.size, position, scope)):
                at = code.literal((place.masks or ()).index(held))
                scope.access.put(self.lines, place, at, "^=", bit, "")
                return frozenset((held,))
        return frozenset()

    def two_ways(self, test: Code, then: Block, otherwise: Block, scope: Scope, comment: str) -> None:
        self.nested += 1
        if self.nested > DEEPEST:
            raise TooLong
        first, second = Lines(), Lines()
        held, lacks = self.held, self.lacks
        self.within(first, lambda: self.block(then, scope, None, last=True))
        self.held, self.lacks = held, lacks
        self.within(second, lambda: self.block(otherwise, scope, None, last=True))
        self.nested -= 1
        if not len(first):
            test, first, second = code.negation(test), second, first
        if not len(first):
            return
        with self.lines.block(f"if {test}:", comment):
            self.lines.extend(first)
        if first.ends_in_return() and len(second):
            self.lines.extend(second)
        elif len(second):
            with self.lines.block("else:"):
                self.lines.extend(second)

    def over(self, ending: str, scope: Scope) -> None:
        """Frames to their defaults, all known then."""
        number = next((e.number for e in self.module.automaton.endings if e.name == ending), 0)
        known = dict(scope.values)
        for place in self.layout.places:
            if place.slot.frame is None:
                continue
            if place.masks is None and place.width == 1:
                known[place.slot.name] = place.slot.default
            else:
                self.fill(place, place.slot.default, scope, "")
        known[self.module.automaton.ending] = number
        known[self.module.automaton.control] = 0
        self.leave_to(None, with_known(scope, known))

    def fill(self, place: Placed, value: int, scope: Scope, comment: str) -> None:
        if any(slot == place.slot.name for slot, _ in (*scope.tallies, *self.lists)):
            raise NoTally
        if place.masks is not None or place.width == 1:
            super().fill(place, value, scope, comment)
            return
        for i in range(place.width):
            scope.access.put(self.lines, place, code.literal(i), "=", code.literal(value), comment if i == 0 else "")

    def effects(self, effects: tuple[Effect, ...], scope: Scope) -> Scope:
        for effect in effects:
            match effect:
                case Write(target=target, value=value) if not target.keys and self.layout[target.slot].masks is None:
                    found = self.expressions.value(value, scope)
                    known = dict(scope.values)
                    if found.value is not None and not self.depth:  # inside a branch or loop: a plain variable
                        known[target.slot] = found.value
                        scope = with_known(scope, known)
                        continue
                    known.pop(target.slot, None)
                    name = self.layout.names[self.layout[target.slot].field]
                    if found.text != name:
                        self.lines.add(f"{name} = {found}", remark(effect.about))
                    scope = with_known(scope, known)
                    continue
            scope = self.effect(effect, self.forget(effect, scope))
        return scope

    def forget(self, effect: Effect, scope: Scope) -> Scope:
        """Known values that an effect may change become variables before it."""
        lost = set(effect_writes(effect)) & set(scope.values)
        for slot in sorted(lost):
            self.lines.add(f"{self.layout.names[self.layout[slot].field]} = {scope.values[slot]}")
        return with_known(scope, {n: v for n, v in scope.values.items() if n not in lost}) if lost else scope

    def effect(self, effect: Effect, scope: Scope) -> Scope:
        self.depth += isinstance(effect, (When, Each))
        scope = super().effect(effect, scope)
        self.depth -= isinstance(effect, (When, Each))
        return scope


def with_known(scope: Scope, known: dict[str, int]) -> Scope:
    access = scope.access
    assert isinstance(access, InLocals)
    fields = {access.layout[n].field: v for n, v in known.items()}
    return attrs.evolve(scope, access=InLocals(access.layout, fields), values=known)
