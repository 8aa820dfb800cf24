"""Plays one step of the automaton slowly and tells what happens: the events behind `Game.step`.

Reads the folded automaton and a sheet; returns events. The fast core decides what the next state is; this only
tells the story, so it is run when somebody asks for it.
"""

from collections.abc import Sequence
from itertools import product
from typing import assert_never

from rulespec.automaton.evaluate import Env, from_start
from rulespec.automaton.nodes import (
    Automaton,
    Bind,
    Block,
    Branch,
    ChancePoint,
    DecisionPoint,
    Each,
    Effect,
    Finish,
    Goto,
    Move,
    Note,
    Target,
    When,
    Write,
    WriteAll,
)
from rulespec.automaton.run import Choice, Log, Runner, State
from rulespec.automaton.walk import function_reads
from rulespec.diagnostics import InternalError
from rulespec.game.cells import cell_text, knows_card, place_of, place_text, sees
from rulespec.game.event import Event
from rulespec.game.sheet import Cards, Cells, Sheet
from rulespec.game.values import Public, member_name, public
from rulespec.rules.statements import About

ALL = ("all",)


class Narrator(Runner):
    """A runner that keeps what it tells in `told`."""

    def __init__(self, automaton: Automaton, sheet: Sheet) -> None:
        super().__init__(automaton, check=False)
        self.sheet = sheet
        self.told: list[Event] = []
        self.rule = ""
        self.cells_of = {cells.name: cells for cells in sheet.cells}
        self.cards_of = {cards.location: cards for cards in sheet.cards}
        self.players = sheet.player_kind
        self.reads = function_reads({name: function.body for name, function in automaton.functions.items()})
        """The slots that each function reads."""

    # --- what a caller asks ----------------------------------------------------------------------------------------

    def events_of_start(self) -> tuple[Event, ...]:
        self.told, self.rule = [], ""
        self.new([])
        return tuple(self.told)

    def events_of(
        self, state: State, option: str, args: tuple[int | tuple[int, ...], ...]
    ) -> tuple[State, tuple[Event, ...]]:
        """The next state and what happens on the way to it."""
        self.told = []
        after = self.step(state, (option, args), [])
        return after, tuple(self.told)

    # --- telling ---------------------------------------------------------------------------------------------------

    def tell(
        self,
        kind: str,
        about: About,
        values: Sequence[tuple[str, Public]],
        to: tuple[str, ...] = ALL,
        hides: tuple[str, ...] = (),
    ) -> None:
        if to != ALL and len(to) == self.players.size:
            to, hides = ALL, ()
        self.told.append(Event(self.rule, about.code, kind, values, about.cites, to, hides if to != ALL else ()))

    def who(self, sees_it: Sequence[int]) -> tuple[str, ...]:
        return tuple(str(member_name(self.players, p)) for p in sees_it)

    def choose(self, cells: list[int], choice: Choice, log: Log | None) -> None:
        state = tuple(cells)
        match self.point(state):
            case DecisionPoint(label=label, rule=rule, options=options) as point:
                self.rule = rule
                option = next(o for o in options if o.name == choice[0])
                owner = self.number(point.owner, {}, state)
                declared = next(
                    o for p in self.sheet.points if p.code == label for o in p.options if o.name == choice[0]
                )
                named = [(n, public(t, v)) for (n, t), v in zip(declared.parameters, choice[1], strict=True)]
                by: list[tuple[str, Public]] = [("by", member_name(self.players, owner)), ("option", choice[0])]
                seen = self.who([owner]) if declared.sealed else ALL
                self.tell("decide", option.about, [*by, *named], seen, declared.sealed)
            case ChancePoint(rule=rule, kind=kind, seen_by=seen_by, about=about):
                self.rule = rule
                (drawn,) = choice[1]
                assert isinstance(drawn, int)
                if seen_by == "all":
                    seen = ALL
                elif isinstance(seen_by, str):
                    seen = ()
                else:
                    seen = self.who([self.number(seen_by, {}, state)])
                self.tell("draw", about, [(kind.name, member_name(kind, drawn))], seen, (kind.name,))
            case _:
                pass
        super().choose(cells, choice, log)

    def run(self, cells: list[int], block: Block, env: Env, log: Log | None) -> None:
        while True:
            env = self.effects(cells, block.effects, env, log)
            match block.exit:
                case Branch(condition=condition, then=then, otherwise=otherwise):
                    block = then if self.value(condition, env, cells) else otherwise
                case Goto(label=label) if label in self.numbers:
                    cells[self.control] = self.numbers[label]
                    return
                case Goto(label=label, arguments=arguments):
                    joint = self.automaton.joints[label]
                    values = [self.value(a, env, cells) for a in arguments]
                    env = dict(zip((n for n, _ in joint.parameters), values, strict=True))
                    block, self.rule = joint.block, joint.rule
                case Finish(ending=ending, about=about):
                    self.tell("end", about, [("ending", ending)])
                    super().run(cells, Block((), block.exit), env, None)
                    return
                case _:
                    assert_never(block.exit)

    def effects(self, cells: list[int], effects: tuple[Effect, ...], env: Env, log: Log | None) -> Env:
        for effect in effects:
            match effect:
                case Bind(var=var, value=value):
                    env = {**env, var: self.value(value, env, cells)}
                case Write():
                    self.written(cells, effect, env)
                case WriteAll():
                    self.all_written(cells, effect, env)
                case Move():
                    self.moved(cells, effect, env)
                case Note():
                    self.noted(cells, effect, env)
                case When(condition=condition, then=then, otherwise=otherwise):
                    self.effects(cells, then if self.value(condition, env, cells) else otherwise, env, log)
                case Each(var=var, kind=kind, start=start, condition=condition, body=body):
                    first = None if start is None else self.number(start, env, cells)
                    for member in from_start(kind, first):
                        inner = {**env, var: member}
                        if self.value(condition, inner, cells):
                            self.effects(cells, body, inner, log)
                case _:
                    assert_never(effect)
        return env

    def keys(self, target: Target, env: Env, cells: list[int]) -> tuple[int, ...]:
        return tuple(self.number(k, env, cells) for k in target.keys)

    # --- one effect at a time --------------------------------------------------------------------------------------

    def written(self, cells: list[int], effect: Write, env: Env) -> None:
        name, keys = effect.target.slot, self.keys(effect.target, env, cells)
        at, new = self.offset(name, keys), self.number(effect.value, env, cells)
        if effect.role != "":
            cells[at] = new
            return
        if effect.verb == "earns" and self.cells_of[name].role == "account":
            amount = new - cells[at] if effect.amount is None else self.number(effect.amount, env, cells)
            kind = self.cells_of[name].keys[0]
            values: list[tuple[str, Public]] = [
                ("account", name),
                ("key", member_name(kind, keys[0])),
                ("amount", amount),
            ]
            self.tell("owe", effect.about, values)
            cells[at] = new
            return
        self.changed(cells, name, keys, new, effect.verb, effect.about)

    def all_written(self, cells: list[int], effect: WriteAll, env: Env) -> None:
        before = tuple(cells)
        fixed = tuple(self.number(k, env, before) for k in effect.fixed_keys)
        writes = []
        for members in product(*(kind.values for _, kind in effect.vars)):
            inner = {**env, **dict(zip((n for n, _ in effect.vars), members, strict=True))}
            if self.value(effect.condition, inner, before):
                writes.append(((*fixed, *members), self.number(effect.value, inner, before)))
        for keys, new in writes:
            at = self.offset(effect.slot, keys)
            if effect.role == "" and cells[at] != new:
                self.changed(cells, effect.slot, keys, new, effect.verb, effect.about)
            cells[at] = new

    def changed(self, cells: list[int], name: str, keys: tuple[int, ...], new: int, verb: str, about: About) -> None:
        """A cell gets a new value; of a card this is a move."""
        at = self.offset(name, keys)
        declared = self.cells_of[name]
        if name in self.cards_of:
            self.card_moved(cells, self.cards_of[name], declared, keys[0], new, verb, about)
            return
        seen = [p for p in self.players.values if sees(declared.who, declared.key, keys, p)]
        values: list[tuple[str, Public]] = [
            ("verb", verb),
            ("cell", cell_text(declared.short, declared.keys, keys)),
            ("before", public(declared.type, cells[at])),
            ("value", public(declared.type, new)),
        ]
        if declared.who == "known":  # which card somebody has come to know is itself known to them alone
            cells[at] = new
            return
        cells[at] = new
        self.tell("set", about, values, ALL if declared.who == "all" else self.who(seen), ("before", "value"))

    def card_moved(
        self, cells: list[int], cards: Cards, declared: Cells, card: int, number: int, verb: str, about: About
    ) -> None:
        (kind,) = declared.keys
        at = declared.offset + kind.position(card)
        before = [p for p in self.players.values if knows_card(self.sheet, declared.name, card, cells, p)]
        spectator = knows_card(self.sheet, declared.name, card, cells, None)
        source, target = place_of(cards, cells[at]), place_of(cards, number)
        cells[at] = number
        after = [p for p in self.players.values if knows_card(self.sheet, declared.name, card, cells, p)]
        spectator = spectator or knows_card(self.sheet, declared.name, card, cells, None)
        values: list[tuple[str, Public]] = [
            ("verb", verb),
            ("card", member_name(kind, card)),
            ("from", place_text(*source)),
            ("to", place_text(*target)),
        ]
        seen = ALL if spectator else self.who(sorted({*before, *after}))
        self.tell("move", about, values, seen, ("card",))

    def moved(self, cells: list[int], effect: Move, env: Env) -> None:
        amount = self.number(effect.amount, env, cells)
        ends = []
        for target in (effect.source, effect.target):
            keys = self.keys(target, env, cells)
            ends.append((self.cells_of[target.slot], keys, self.offset(target.slot, keys)))
        (source, source_keys, i), (target_, target_keys, j) = ends
        cells[i] -= amount
        cells[j] += amount
        values: list[tuple[str, Public]] = [
            ("verb", effect.verb),
            ("piece", effect.piece),
            ("amount", amount),
            ("from", cell_text(source.short, source.keys, source_keys)),
            ("to", cell_text(target_.short, target_.keys, target_keys)),
        ]

        # from either end that is open to them, people can count what went to the other
        def is_open(viewer: int | None) -> bool:
            return sees(source.who, source.key, source_keys, viewer) or sees(
                target_.who, target_.key, target_keys, viewer
            )

        seen = ALL if is_open(None) else self.who([p for p in self.players.values if is_open(p)])
        self.tell("move", effect.about, values, seen, ("amount",))

    def noted(self, cells: list[int], effect: Note, env: Env) -> None:
        to: tuple[str, ...] = ALL if effect.to == "all" else ()
        if not isinstance(effect.to, str):
            to = self.who([self.number(effect.to, env, cells)])
        values: list[tuple[str, Public]] = []
        for name, expr in effect.values:
            value = self.value(expr, env, cells)
            values.append((name, public(expr.type, value)))
        kind = {"show": "reveal"}.get(effect.kind, effect.kind)
        self.tell(kind, effect.about, values, to, tuple(name for name, _ in values))


def check_same(expected: State, told: State) -> None:
    """The story must lead where the core went."""
    if expected != told:
        raise InternalError("the events lead to another state than the core; please report this")
