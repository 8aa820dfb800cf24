"""The reference interpreter: runs the typed rules as they are written, one small step at a time, on an explicit stack.

Reads the typed rules; returns positions, choices and events. It is the meaning of the language: slow, obvious, and it
shares nothing with the lowering.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import assert_never

import attrs

from rulespec.diagnostics import InternalError, RulespecError
from rulespec.interp.evaluate import (
    Choice,
    Scope,
    Undefined,
    evaluate,
    holds,
    in_order,
    is_active,
    moves,
    number,
    numbers,
    option_scope,
)
from rulespec.interp.events import Event, Named
from rulespec.interp.frames import (
    Block,
    Doing,
    Due,
    Frame,
    GoingRound,
    Position,
    Repeating,
    Running,
    Settling,
    Variables,
    Visiting,
)
from rulespec.interp.static import accounts_earned, decisions_of
from rulespec.interp.store import Store, Value, check_range, initial_store, row_major, size_of
from rulespec.rules.expressions import Apply, Var
from rulespec.rules.game import Game
from rulespec.rules.statements import (
    About,
    Announce,
    Assign,
    AssignAll,
    Call,
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
from rulespec.rules.types import Kind
from rulespec.source import NOWHERE

CHANCE = -1
STEP_LIMIT = 20_000
"""Small steps without a decision or draw after which we say that the rules do not come to an end."""


class Interpreter:
    """One game under one set of rulings. Holds no state: every method is a function of its arguments."""

    def __init__(self, game: Game, rulings: Mapping[str, str] | None = None) -> None:
        defaults = {name: ruling.default for name, ruling in game.rulings.items()}
        self.game = game
        self.rulings = {**defaults, **(rulings or {})}
        self._decisions = decisions_of(game)

    # --- what callers ask ---------------------------------------------------------------------------------------------

    def new(self) -> Position:
        """The first position at which somebody decides."""
        return self.start()[0]

    def start(self) -> tuple[Position, list[Event]]:
        """The same, with what happened on the way."""
        events: list[Event] = []
        cells = initial_store(f for f in self.game.families.values() if f.rule is None)
        position = self._enter(Position(cells, ()), self.game.start_rule, ())
        return self._run(position, events), events

    def owner(self, position: Position) -> int | None:
        """Who decides: the player's place in the player kind, -1 for chance, None when the game is over."""
        match self.waiting_for(position):
            case None:
                return None
            case Draw():
                return CHANCE
            case Decide(owner=owner):
                player = number(owner, self.scope(position))
                return row_major("who decides", (self._player_kind,), (player,))

    def legal(self, position: Position) -> list[Choice]:
        """The moves, or the outcomes of chance, in canonical order."""
        match self.waiting_for(position):
            case None:
                return []
            case Draw():
                return [("", (member,)) for member, _ in self._outcomes(position)]
            case Decide() as decision:
                return list(moves(decision, self.scope(position)))

    def weights(self, position: Position) -> list[int]:
        """At a chance point: how often each of `legal` comes up."""
        return [weight for _, weight in self._outcomes(position)]

    def step(self, position: Position, choice: Choice) -> tuple[Position, list[Event]]:
        """Play a move, and go on until somebody has to decide again."""
        if not position.stack:
            raise RulespecError("R0626", "the game is over")
        if choice not in self.legal(position):
            raise RulespecError("R0625", f"{choice} is not legal here")
        events: list[Event] = []
        match self.waiting_for(position):
            case Decide():
                return self._run(self._choose(position, choice, events), events), events
            case Draw():
                return self._run(self._draw(position, choice, events), events), events
            case None:
                raise InternalError("nothing is legal when the game is over")

    def outcome(self, position: Position) -> tuple[int, ...]:
        """For each player the sum of all that is scored."""
        scope = self.scope(position).alone({})
        items = [score.definition for score in self.game.scores]
        return tuple(sum(self._score(item, p, scope) for item in items) for p in self._player_kind.values)

    def cells(self, position: Position) -> dict[str, tuple[int, ...]]:
        """The values of the game's own families, row-major."""
        return dict(position.store.rows)

    def with_cells(self, position: Position, cells: Mapping[str, Sequence[int]]) -> Position:
        """The same point of play on other cells: families that are not named stay as they are."""
        store = position.store
        for family, row in cells.items():
            if len(row) != size_of(self.game.families[family].keys):
                raise ValueError(f"`{family}` has {size_of(self.game.families[family].keys)} cells, not {len(row)}")
            store = store.with_row(family, tuple(row))
        return attrs.evolve(position, store=store)

    def waiting_for(self, position: Position) -> Decide | Draw | None:
        """The decision or draw that comes next; None when the game is over."""
        if not position.stack:
            return None
        statement = _next_statement(position.stack[-1])
        if not isinstance(statement, Decide | Draw):
            raise InternalError("the position does not stand at a decision")
        return statement

    def scope(self, position: Position) -> Scope:
        """What an expression at the next statement may speak of."""
        top = position.stack[-1] if position.stack else None
        variables = () if top is None or isinstance(top, Running | Due | Settling) else top.variables
        keeps = tuple(frame.keeps for frame in reversed(position.stack) if isinstance(frame, Running))
        return Scope(self.game, self.rulings, (*keeps, position.store), dict(variables), self._decisions)

    # --- running ------------------------------------------------------------------------------------------------------

    def _run(self, position: Position, events: list[Event]) -> Position:
        """Small steps until a player or chance must decide, or the game is over."""
        for _ in range(STEP_LIMIT):
            if not position.stack:
                return position
            statement = _next_statement(position.stack[-1])
            if isinstance(statement, Draw):
                return position
            if isinstance(statement, Decide):
                only = self._only_move(statement, position)
                if only is None:
                    return position
                position = self._choose(position, only, events)
            else:
                position = self._small_step(position, events)
        raise RulespecError("R0507", "the rules run on and on without a decision", _place(position.stack[-1]))

    def _only_move(self, decision: Decide, position: Position) -> Choice | None:
        """The move to be played without asking."""
        legal = list(moves(decision, self.scope(position))) if decision.several else []
        return legal[0] if len(legal) == 1 else None

    def _small_step(self, position: Position, events: list[Event]) -> Position:
        """What the top of the stack does next."""
        *below, top = position.stack
        rest = attrs.evolve(position, stack=tuple(below))
        match top:
            case Doing(block=block, at=at) if at == len(block.statements):
                return rest
            case Doing(block=block, at=at):
                after = _push(rest, attrs.evolve(top, at=at + 1))
                return self._statement(block.statements[at], f"{block.path}/{at}", after, events)
            case Visiting():
                return self._visit(top, position, rest)
            case GoingRound():
                return self._go_round(top, position, rest)
            case Repeating(path=path, loop=loop, variables=variables):
                if holds(loop.until, self.scope(position)):
                    return rest
                return _push(position, Doing(Block(f"{path}.body", loop.body), 0, variables))
            case Running():
                return rest
            case Due(accounts=(account, *others)):
                later = _push(rest, Due(tuple(others))) if others else rest
                # inside the settlement of an account that settlement itself goes on with what was earned
                return later if Settling(account) in below else _push(later, Settling(account))
            case Due():
                return rest
            case Settling(account=account):
                return self._settle(account, position, rest)
        assert_never(top)

    # --- loops --------------------------------------------------------------------------------------------------------

    def _visit(self, frame: Visiting, position: Position, rest: Position) -> Position:
        if not frame.members:
            return rest
        member, *later = frame.members
        onward = _push(rest, attrs.evolve(frame, members=tuple(later)))
        return self._visit_one(frame, member, position, onward)

    def _go_round(self, frame: GoingRound, position: Position, rest: Position) -> Position:
        loop, scope = frame.loop, self.scope(position)
        if loop.until is None or holds(loop.until, scope):
            return rest
        if not any(holds(loop.condition, scope.knowing({loop.var: m})) for m in frame.members):
            raise RulespecError("R0506", f"nobody is left to visit, yet the round goes on ({frame.path})")
        member, *later = frame.members
        onward = _push(rest, attrs.evolve(frame, members=(*later, member)))
        return self._visit_one(frame, member, position, onward)

    def _visit_one(self, frame: Visiting | GoingRound, member: int, position: Position, onward: Position) -> Position:
        loop = frame.loop
        if not holds(loop.condition, self.scope(position).knowing({loop.var: member})):
            return onward
        return _push(onward, Doing(Block(f"{frame.path}.body", loop.body), 0, _bind(frame.variables, loop.var, member)))

    def _settle(self, account: str, position: Position, rest: Position) -> Position:
        declared = self.game.accounts[account]
        family = self.game.families[declared.family]
        scope = self.scope(position).alone({})
        start = None if declared.start is None else number(declared.start, scope)
        row = scope.row(family.name)
        for key in in_order(family.keys[0], start):
            at = row_major(family.name, family.keys, (key,))
            if row[at] > 0:
                paid = self._write(position, family.name, (key,), row[at] - 1)
                return self._enter(paid, declared.settled_by, (key,))
        return rest

    # --- statements ---------------------------------------------------------------------------------------------------

    def _statement(self, statement: Stmt, path: str, position: Position, events: list[Event]) -> Position:
        """Do one statement; `position` already stands after it."""
        scope = self.scope(position)
        match statement:
            case Let(var=var, value=value):
                return _know(position, var, evaluate(value, scope))
            case Assign(cell=cell, value=value, verb=verb):
                keys, new = numbers(cell.keys, scope), number(value, scope)
                named: Named = (("family", cell.family), ("keys", tuple(keys)), ("value", new))
                events.append(self._event("set", verb, position, statement.about, named))
                return self._write(position, cell.family, keys, new)
            case AssignAll():
                return self._assign_all(statement, position, events)
            case Transfer():
                return self._transfer(statement, position, events)
            case MoveCard(cards=family, card=card, place=place, verb=verb):
                which, where = number(card, scope), number(place, scope)
                named = (("card", which), ("place", where))
                events.append(self._event("move", verb, position, statement.about, named))
                return self._write(position, family, (which,), where)
            case If(condition=condition, then=then, otherwise=otherwise, label=label):
                applies = holds(condition, scope)
                if label:
                    named = (("label", label), ("applies", int(applies)))
                    events.append(self._event("outcome", label, position, statement.about, named))
                block = Block(f"{path}.then", then) if applies else Block(f"{path}.otherwise", otherwise)
                return self._begin(position, block)
            case ForEach(kind=kind, start=start, until=until):
                first = None if start is None else number(start, scope)
                frame = Visiting if until is None else GoingRound
                return _push(position, frame(path, statement, in_order(kind, first), _variables(position)))
            case Repeat():
                return _push(position, Repeating(path, statement, _variables(position)))
            case Call(rule=rule, arguments=arguments):
                return self._enter(position, rule, [evaluate(a, scope) for a in arguments])
            case Earn(account=account, key=key, amount=amount):
                return self._earn(account, number(key, scope), number(amount, scope), position, statement.about, events)
            case Announce(name=name, by=by, reactions=reactions):
                named = (("name", name), ("by", evaluate(by, scope)))
                events.append(self._event("announce", name, position, statement.about, named))
                return self._begin(position, Block(f"{path}.reactions", reactions))
            case Show(card=card, to=to):
                named = (("card", number(card, scope)),)
                seen_by = to if isinstance(to, str) else number(to, scope)
                events.append(self._event("reveal", "show", position, statement.about, named, seen_by))
                return position
            case EndGame(ending=ending):
                events.append(self._event("end", "end", position, statement.about, (("ending", ending),)))
                return attrs.evolve(position, stack=(), ending=ending)
            case Step(body=body):
                return self._begin(position, Block(f"{path}.step", body))
            case Decide() | Draw():
                raise InternalError("decisions and draws wait for their owner")
        assert_never(statement)

    def _begin(self, position: Position, block: Block) -> Position:
        """Do a block inside the present one: it knows the same names, and forgets its own at its end."""
        return _push(position, Doing(block, 0, _variables(position)))

    def _enter(self, position: Position, name: str, arguments: Sequence[Value]) -> Position:
        """Enter a rule: what it keeps begins at its default, and it knows its parameters only."""
        rule = self.game.rules[name]
        for (parameter, type_), argument in zip(rule.parameters, arguments, strict=True):
            check_range(f"{name}, {parameter}", argument, type_)
        keeps = initial_store(f for f in self.game.families.values() if f.rule == name)
        variables = tuple((parameter, value) for (parameter, _), value in zip(rule.parameters, arguments, strict=True))
        return self._body(_push(position, Running(name, keeps)), Block(name, rule.body), variables)

    def _body(self, position: Position, block: Block, variables: Variables) -> Position:
        """Do a rule's body or an option's effect: at its end, what is earned in it is settled."""
        due = accounts_earned(self.game, block.statements)
        return _push(position, *((Due(due),) if due else ()), Doing(block, 0, variables))

    def _assign_all(self, statement: AssignAll, position: Position, events: list[Event]) -> Position:
        scope = self.scope(position)  # all conditions and values are those of the state before
        fixed = numbers(statement.fixed_keys, scope)
        written = []
        for members in _combinations([kind for _, kind in statement.vars]):
            here = scope.knowing(dict(zip((var for var, _ in statement.vars), members, strict=True)))
            if holds(statement.condition, here):
                written.append(((*fixed, *members), number(statement.value, here)))
        for keys, value in written:
            values = (("family", statement.family), ("keys", keys), ("value", value))
            events.append(self._event("set", statement.verb, position, statement.about, values))
            position = self._write(position, statement.family, keys, value)
        return position

    def _transfer(self, statement: Transfer, position: Position, events: list[Event]) -> Position:
        scope = self.scope(position)
        source, target = statement.source, statement.target
        amount = number(statement.amount, scope)
        source_keys, target_keys = numbers(source.keys, scope), numbers(target.keys, scope)
        held = self._read(position, source.family, source_keys)
        if not 0 <= amount <= held:
            what = f"{amount} {statement.piece} from {source.family}"
            raise RulespecError("R0501", f"cannot move {what}, which holds {held}", _where(statement))
        values = (
            ("piece", statement.piece),
            ("amount", amount),
            ("source", source.family),
            ("source_keys", tuple(source_keys)),
            ("target", target.family),
            ("target_keys", tuple(target_keys)),
        )
        events.append(self._event("move", statement.verb, position, statement.about, values))
        position = self._write(position, source.family, source_keys, held - amount)
        arrived = self._read(position, target.family, target_keys) + amount
        return self._write(position, target.family, target_keys, arrived)

    def _earn(
        self, account: str, key: int, amount: int, position: Position, about: About, events: list[Event]
    ) -> Position:
        family = self.game.accounts[account].family
        now = self._read(position, family, (key,)) + amount
        values = (("account", account), ("key", key), ("amount", amount), ("now", now))
        events.append(self._event("owe", "earn", position, about, values))
        return self._write(position, family, (key,), now)

    # --- decisions and chance -----------------------------------------------------------------------------------------

    def _choose(self, position: Position, choice: Choice, events: list[Event]) -> Position:
        """Do the effect of a legal move."""
        frame = position.stack[-1]
        decision = _next_statement(frame)
        if not isinstance(decision, Decide) or not isinstance(frame, Doing):
            raise InternalError("a move was played where nobody decides")
        name, arguments = choice
        scope = self.scope(position)
        # The same option as another reading has it may stand beside it.
        option = next(o for o in decision.options if o.name == name and is_active(o, scope))
        bound = {p.name: value for p, value in zip(option.parameters, arguments, strict=True)}
        values = (("option", name), *bound.items())
        events.append(self._event("decide", name, position, option.about, values))
        # the option's named values are fixed before its effect changes anything
        variables = frame.variables + tuple(bound.items()) + tuple(_fixed(option, scope, bound))
        block = Block(f"{frame.block.path}/{frame.at}.{name}", option.effect)
        return self._body(_replace_top(position, attrs.evolve(frame, at=frame.at + 1)), block, variables)

    def _draw(self, position: Position, choice: Choice, events: list[Event]) -> Position:
        """Chance has chosen a member."""
        frame = position.stack[-1]
        draw = _next_statement(frame)
        if not isinstance(draw, Draw) or not isinstance(frame, Doing):
            raise InternalError("chance was asked where nothing is drawn")
        _, (member,) = choice
        seen_by = draw.seen_by if isinstance(draw.seen_by, str) else number(draw.seen_by, self.scope(position))
        events.append(self._event("draw", "draw", position, draw.about, ((draw.var, member),), seen_by))
        return _know(_replace_top(position, attrs.evolve(frame, at=frame.at + 1)), draw.var, member)

    def _outcomes(self, position: Position) -> list[tuple[int, int]]:
        """At a chance point: the members that may be drawn, with their weights."""
        draw = self.waiting_for(position)
        if not isinstance(draw, Draw):
            return []
        scope = self.scope(position)
        weights = [(m, number(draw.weight, scope.knowing({draw.var: m}))) for m in draw.kind.values]
        if any(weight < 0 for _, weight in weights):
            raise RulespecError("R0503", f"a weight of `{draw.code}` is negative")
        return [(member, weight) for member, weight in weights if weight > 0]

    # --- cells --------------------------------------------------------------------------------------------------------

    def _read(self, position: Position, family: str, keys: Sequence[int]) -> int:
        return self.scope(position).row(family)[row_major(family, self.game.families[family].keys, keys)]

    def _write(self, position: Position, family: str, keys: Sequence[int], value: int) -> Position:
        """One cell replaced, in the rule that keeps it or in the game's own store."""
        declared = self.game.families[family]
        check_range(family, value, declared.type)
        at = row_major(family, declared.keys, keys)
        if declared.rule is None:
            return attrs.evolve(position, store=_changed(position.store, family, at, value))
        # the innermost run of the rule: one that settles what it earned itself is at its end, but still there
        for i, frame in reversed(list(enumerate(position.stack))):
            if isinstance(frame, Running) and frame.rule == declared.rule:
                kept = attrs.evolve(frame, keeps=_changed(frame.keeps, family, at, value))
                return attrs.evolve(position, stack=(*position.stack[:i], kept, *position.stack[i + 1 :]))
        raise RulespecError("R0505", f"`{family}` is kept by a rule that is not running")

    # --- small things -------------------------------------------------------------------------------------------------

    @property
    def _player_kind(self) -> Kind:
        return self.game.kinds[self.game.player_kind]

    def _score(self, definition: str, player: int, scope: Scope) -> int:
        (parameter, type_), *_ = self.game.definitions[definition].parameters
        asked = Apply(definition, (Var(parameter, type_),), self.game.definitions[definition].type)
        return number(asked, scope.alone({parameter: player}))

    def _event(
        self,
        kind: str,
        verb: str,
        position: Position,
        about: About,
        values: Named,
        to: str | int = "all",
    ) -> Event:
        rule = next((f.rule for f in reversed(position.stack) if isinstance(f, Running)), "")
        return Event(kind, rule, verb, values, about, to)


def _next_statement(frame: Frame) -> Stmt | None:
    """The statement a frame is about to do, if it is doing statements."""
    if isinstance(frame, Doing) and frame.at < len(frame.block.statements):
        return frame.block.statements[frame.at]
    return None


def _push(position: Position, *frames: Frame) -> Position:
    return attrs.evolve(position, stack=(*position.stack, *frames))


def _replace_top(position: Position, frame: Frame) -> Position:
    return attrs.evolve(position, stack=(*position.stack[:-1], frame))


def _variables(position: Position) -> Variables:
    """The names known to the statements on top."""
    top = position.stack[-1]
    return top.variables if isinstance(top, Doing) else ()


def _bind(variables: Variables, name: str, value: Value) -> Variables:
    return (*((n, v) for n, v in variables if n != name), (name, value))


def _know(position: Position, name: str, value: Value) -> Position:
    """The name has this value for the rest of the block on top."""
    top = position.stack[-1]
    assert isinstance(top, Doing)
    return _replace_top(position, attrs.evolve(top, variables=_bind(top.variables, name, value)))


def _fixed(option: Option, scope: Scope, bound: Mapping[str, Value]) -> Iterator[tuple[str, Value | Undefined]]:
    """An option's named values as they are now; one that has no value is an error only for who reads it."""
    inside = option_scope(option, scope, bound)
    for definition in option.definitions:
        try:
            yield definition.var, evaluate(definition.value, inside)
        except RulespecError as error:
            yield definition.var, Undefined(error.code, error.message)


def _changed(store: Store, family: str, at: int, value: int) -> Store:
    row = store.row(family)
    return store.with_row(family, (*row[:at], value, *row[at + 1 :]))


def _combinations(kinds: Sequence[Kind]) -> Iterator[tuple[int, ...]]:
    return product(*(kind.values for kind in kinds))


def _where(statement: Stmt) -> str | None:
    return None if statement.about.span == NOWHERE else str(statement.about.span)


def _place(frame: Frame) -> str:
    match frame:
        case Doing(block=block):
            return block.path
        case Visiting(path=path) | GoingRound(path=path) | Repeating(path=path):
            return path
        case Running(rule=rule):
            return rule
        case Due() | Settling():
            return "a settlement"
