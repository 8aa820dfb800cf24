"""Playing the automaton on flat tuples: simple and slow, for tests, the verifier's traces and as a yardstick.

Reads an `Automaton` (folded, or with `rulings`); a state is a tuple of cell values in the order of the slots. A choice
is (option name, arguments) at a decision and ("", (member,)) at a draw, as in `rulespec.interp`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import assert_never

from rulespec.automaton.evaluate import Env, Value, evaluate, from_start, position, row_major
from rulespec.automaton.nodes import (
    AutomaticPoint,
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
    OptionPoint,
    Point,
    Target,
    When,
    Write,
    WriteAll,
)
from rulespec.automaton.walk import free_vars
from rulespec.diagnostics import InternalError, RulespecError
from rulespec.rules.elements import by_element
from rulespec.rules.expressions import Expr, Op, Var
from rulespec.rules.types import Flag, MapOf, Member, Number, Scalar, SetOf, Type, domain

State = tuple[int, ...]
Choice = tuple[str, tuple[Value, ...]]
Log = list[tuple[object, ...]]

PATIENCE = 100_000
"""Automatic steps in a row after which a loop is taken to be endless."""


def values_of(type_: Type) -> Iterator[Value]:
    """Every value of a parameter in canonical order: sets by ascending mask, maps lexicographically."""
    match type_:
        case SetOf(kind=kind):
            yield from range(1 << kind.size)
        case MapOf(kind=kind, entry=entry):
            yield from product(range(entry.low, entry.high + 1), repeat=kind.size)
        case Member() | Number():
            yield from domain(type_)
        case _:
            yield from (0, 1)


def fits(type_: Scalar, value: int) -> bool:
    """Is the value one of the type?"""
    match type_:
        case Number(low=low, high=high):
            return low <= value <= high
        case _:
            return value in domain(type_)


class Lazy:
    """A value computed when it is first asked for."""

    def __init__(self, compute: Callable[[], Value]) -> None:
        self.compute, self.value = compute, None  # type: Callable[[], Value], Value | None

    def __call__(self) -> Value:
        if self.value is None:
            self.value = self.compute()
        return self.value


class Runner:
    """The transition function of an automaton. `check`: refuse values outside their slot's type and overdrawn moves."""

    def __init__(self, automaton: Automaton, rulings: Mapping[str, str] | None = None, *, check: bool = True) -> None:
        self.automaton, self.check = automaton, check
        self.rulings = dict(rulings if rulings is not None else automaton.folded)
        self.slots = {s.name: s for s in automaton.slots}
        self.points: dict[int, Point] = {p.number: p for p in automaton.points}
        self.control = self.slots[automaton.control].offset
        self.ending = self.slots[automaton.ending].offset
        self.endings = {e.name: e.number for e in automaton.endings}
        self.numbers = {p.label: p.number for p in automaton.points}

    # --- what a caller asks -------------------------------------------------------------------------------------

    def new(self, log: Log | None = None) -> State:
        cells = list(self.automaton.initial)
        self.run(cells, self.automaton.start, {}, log)
        return self.settle(cells, log)

    def begin(self, label: str, arguments: tuple[Value, ...], state: State | None = None) -> State:
        """The position where control has just gone to a joint (a rule's `.enter`) with these arguments."""
        cells = list(self.automaton.initial if state is None else state)
        joint = self.automaton.joints[label]
        self.run(cells, joint.block, dict(zip((n for n, _ in joint.parameters), arguments, strict=True)), None)
        return self.settle(cells, None)

    def point(self, state: State) -> Point | None:
        return self.points.get(state[self.control])

    def owner(self, state: State) -> int | None:
        """The position of the player who decides, -1 for chance, None when the game is over."""
        match self.point(state):
            case DecisionPoint(owner=owner):
                return position(self.automaton.player_kind, self.number(owner, {}, state))
            case ChancePoint():
                return -1
            case AutomaticPoint():
                raise InternalError("a game does not rest at an automatic point; please report this")
            case None:
                return None

    def legal(self, state: State) -> list[Choice]:
        match self.point(state):
            case DecisionPoint(options=options):
                return [(o.name, a) for o in options if self.is_active(o, state) for a in self.arguments(o, state)]
            case ChancePoint() as point:
                return [("", (v,)) for v in point.kind.values if self.number(point.weight, {point.var: v}, state) > 0]
            case _:
                return []

    def weights(self, state: State) -> list[int]:
        point = self.point(state)
        if not isinstance(point, ChancePoint):
            return []
        weights = (self.number(point.weight, {point.var: v}, state) for v in point.kind.values)
        return [w for w in weights if w > 0]

    def step(self, state: State, choice: Choice, log: Log | None = None) -> State:
        cells = list(state)
        self.choose(cells, choice, log)
        return self.settle(cells, log)

    def outcome(self, state: State) -> tuple[int, ...]:
        """For each player the sum over the items of the score."""
        scores = self.automaton.scores
        return tuple(
            sum(self.number(e, {"player": p}, state) for _, e in scores) for p in self.automaton.player_kind.values
        )

    def liking(self, state: State) -> tuple[int, ...]:
        """How much each player likes the position; what is scored, where the text has no valuation."""
        value = self.automaton.valuation
        if value is None:
            return self.outcome(state)
        return tuple(self.number(value, {"player": p}, state) for p in self.automaton.player_kind.values)

    def refused(self, state: State, choice: Choice) -> list[str]:
        """The codes of the clauses that do not hold for a move of the pending decision."""
        point = self.point(state)
        if not isinstance(point, DecisionPoint):
            return []
        option = next(o for o in point.options if o.name == choice[0])
        env = self.bound(option, choice[1], state)
        refused, senseless = [], []
        for clause in option.clauses:
            try:
                if not self.value(clause.condition, env, state):
                    refused.append(clause.code)
            except RulespecError:
                # It asks about none: the clause that tests for none is the one that fails.
                senseless.append(clause.code)
        return refused or senseless

    def holds(self, condition: Expr, state: State) -> bool:
        """Is a closed yes/no expression (an invariant, a fact) true here?"""
        return bool(self.value(condition, {}, state))

    def cells(self, state: State, slot: str) -> tuple[int, ...]:
        s = self.slots[slot]
        return state[s.offset : s.offset + s.size]

    # --- evaluation ---------------------------------------------------------------------------------------------

    def offset(self, slot: str, keys: tuple[int, ...]) -> int:
        s = self.slots[slot]
        return s.offset + row_major(s.keys, keys)

    def value(self, expr: Expr, env: Env, cells: list[int] | State) -> Value:
        return evaluate(expr, env, lambda slot, keys: cells[self.offset(slot, keys)], self.automaton, self.rulings)

    def number(self, expr: Expr, env: Env, cells: list[int] | State) -> int:
        value = self.value(expr, env, cells)
        if isinstance(value, tuple):
            raise InternalError("a map was used as a number; please report this")
        return value

    # --- options ------------------------------------------------------------------------------------------------

    def is_active(self, option: OptionPoint, state: State) -> bool:
        return option.active is None or bool(self.value(option.active, {}, state))

    def bound(self, option: OptionPoint, arguments: tuple[Value, ...], state: State) -> dict[str, Value | Lazy]:
        """Parameters and, on demand, definitions in the state in which the option is chosen."""
        env: dict[str, Value | Lazy] = dict(zip((n for n, _ in option.parameters), arguments, strict=True))
        for definition in option.definitions:

            def compute(expr: Expr = definition.value) -> Value:
                return self.value(expr, env, state)

            env[definition.var] = Lazy(compute)
        return env

    def arguments(self, option: OptionPoint, state: State) -> Iterator[tuple[Value, ...]]:
        """The legal arguments in canonical order; each clause is looked at as soon as its parameters are known."""
        names = [n for n, _ in option.parameters]
        needs: dict[str, frozenset[str]] = {}
        for d in option.definitions:
            free = free_vars(d.value)
            needs[d.var] = frozenset().union(free & set(names), *(needs[n] for n in free if n in needs))
        levels: list[list[Expr]] = [[] for _ in range(len(names) + 1)]
        for clause in option.clauses:
            free = free_vars(clause.condition)
            wanted = frozenset().union(free & set(names), *(needs[n] for n in free if n in needs))
            levels[max((names.index(n) + 1 for n in wanted), default=0)].append(clause.condition)

        def extend(chosen: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
            padded = chosen + (0,) * (len(names) - len(chosen))
            env = self.bound(option, padded, state)
            if not all(self.value(c, env, state) for c in levels[len(chosen)]):
                return
            if len(chosen) == len(names):
                yield chosen
                return
            name, type_ = option.parameters[len(chosen)]
            env = self.bound(option, padded, state)
            for value in self.open_values(name, type_, levels[len(chosen) + 1], env, state):
                yield from extend((*chosen, value))

        yield from extend(())

    def open_values(
        self, name: str, type_: Type, conditions: Sequence[Expr], env: Mapping[str, Value | Lazy], state: State
    ) -> Iterator[Value]:
        """The values to try: of a set the subsets of what may be in it, of a map the entries that each key may have."""
        quantifiers = [q for condition in conditions if (q := by_element(condition, name)) is not None]

        def may(element: int, value: Value) -> bool:
            inside = {**env, name: value}
            return all(
                self.value(
                    Op("or", (Op("not", (q.condition,), Flag()), q.body), Flag()), {**inside, q.var: element}, state
                )
                for q in quantifiers
                if element in q.kind.values
            )

        match type_:
            case SetOf(kind=kind):
                found = [0]
                for at, element in enumerate(kind.values):
                    if may(element, 1 << at):
                        found += [mask | 1 << at for mask in found]
                yield from found
            case MapOf(kind=kind, entry=entry):
                yield from product(*([n for n in domain(entry) if may(e, (n,) * kind.size)] for e in kind.values))
            case _:
                yield from values_of(type_)

    # --- running ------------------------------------------------------------------------------------------------

    def choose(self, cells: list[int], choice: Choice, log: Log | None) -> None:
        state = tuple(cells)
        match self.point(state):
            case DecisionPoint(options=options):
                option = next(o for o in options if o.name == choice[0] and self.is_active(o, state))
                self.run(cells, option.block, self.bound(option, choice[1], state), log)
            case ChancePoint(var=var, block=block):
                self.run(cells, block, {var: choice[1][0]}, log)
            case _:
                raise InternalError("nothing is to be chosen here; please report this")

    def settle(self, cells: list[int], log: Log | None) -> State:
        """Go on until somebody has to choose."""
        for _ in range(PATIENCE):
            state = tuple(cells)
            match self.point(state):
                case AutomaticPoint(block=block):
                    self.run(cells, block, {}, log)
                case DecisionPoint(several=True):
                    moves = self.legal(state)
                    if len(moves) != 1:
                        return state
                    self.choose(cells, moves[0], log)
                case _:
                    return state
        raise RulespecError("R0506", "a loop goes on without anybody deciding anything")

    def run(self, cells: list[int], block: Block, env: Env, log: Log | None) -> None:
        """Run a block and what it goes to, up to the next control point."""
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
                    values = [self.handed(a, env, cells) for a in arguments]
                    env = dict(zip((n for n, _ in joint.parameters), values, strict=True))
                    block = joint.block
                case Finish(ending=ending):
                    for s in self.automaton.slots:
                        if s.frame is not None:
                            cells[s.offset : s.offset + s.size] = [s.default] * s.size
                    cells[self.control] = 0
                    cells[self.ending] = self.endings.get(ending, 0)
                    if log is not None:
                        log.append(("end", ending))
                    return
                case _:
                    assert_never(block.exit)

    def handed(self, argument: Expr, env: Env, cells: list[int]) -> Value | Callable[[], Value]:
        """An argument of a joint; a named value nobody has asked for yet is handed on as it is."""
        return env[argument.name] if isinstance(argument, Var) else self.value(argument, env, cells)

    def effects(self, cells: list[int], effects: tuple[Effect, ...], env: Env, log: Log | None) -> Env:
        """Run effects one after another; returns the names known after them."""
        for effect in effects:
            match effect:
                case Bind(var=var, value=value):
                    env = {**env, var: self.value(value, env, cells)}
                case Write(target=target, value=value):
                    at = self.at(target, env, cells)
                    new = self.number(value, env, cells)
                    self.put(cells, target.slot, at, new)
                    if log is not None and effect.role == "":
                        log.append(("set", target.slot, at - self.slots[target.slot].offset, new))
                case WriteAll():
                    self.write_all(cells, effect, env, log)
                case Move(amount=amount, source=source, target=target):
                    n = self.number(amount, env, cells)
                    i, j = self.at(source, env, cells), self.at(target, env, cells)
                    if self.check and not 0 <= n <= cells[i]:
                        raise RulespecError("R0501", f"{n} cannot move from {source.slot}: it holds {cells[i]}")
                    self.put(cells, source.slot, i, cells[i] - n)
                    self.put(cells, target.slot, j, cells[j] + n)
                    if log is not None:
                        log.append(("move", effect.piece, n, source.slot, target.slot))
                case Note(kind=kind, values=values):
                    if log is not None:
                        log.append((kind, *((n, self.value(e, env, cells)) for n, e in values)))
                case When(condition=condition, then=then, otherwise=otherwise):
                    self.effects(cells, then if self.value(condition, env, cells) else otherwise, env, log)
                case Each(var=var, kind=kind, start=start, condition=condition, body=body):
                    first = None if start is None else self.number(start, env, cells)
                    for v in from_start(kind, first):
                        inner = {**env, var: v}
                        if self.value(condition, inner, cells):
                            self.effects(cells, body, inner, log)
                case _:
                    assert_never(effect)
        return env

    def at(self, target: Target, env: Env, cells: list[int]) -> int:
        return self.offset(target.slot, tuple(self.number(k, env, cells) for k in target.keys))

    def put(self, cells: list[int], slot: str, at: int, value: int) -> None:
        if self.check and not fits(self.slots[slot].type, value):
            raise RulespecError("R0503", f"{slot} cannot hold {value}")
        cells[at] = value

    def write_all(self, cells: list[int], effect: WriteAll, env: Env, log: Log | None) -> None:
        """All right sides are read before the first cell changes."""
        fixed = tuple(self.number(k, env, cells) for k in effect.fixed_keys)
        writes = []
        for members in product(*(kind.values for _, kind in effect.vars)):
            inner = {**env, **dict(zip((n for n, _ in effect.vars), members, strict=True))}
            if self.value(effect.condition, inner, cells):
                writes.append((self.offset(effect.slot, fixed + members), self.number(effect.value, inner, cells)))
        for at, value in writes:
            self.put(cells, effect.slot, at, value)
            if log is not None and effect.role == "":
                log.append(("set", effect.slot, at - self.slots[effect.slot].offset, value))
