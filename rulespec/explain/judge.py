"""The verdict on one move: which clauses of its option hold, fail, or depend on what the viewer cannot see.

Reads a situation; returns `Judged`. Nothing is put into words here, so that alternatives and other readings can be
tried by the hundred.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import attrs

from rulespec.diagnostics import RulespecError
from rulespec.explain.situation import Hidden, Situation, Veil
from rulespec.explain.verdict import FORBIDDEN, LEGAL, NOT_PERMITTED, UNDETERMINED
from rulespec.interp.evaluate import (
    Scope,
    Unbound,
    clause_holds,
    holds,
    is_active,
    option_moves,
    option_scope,
    values_of,
)
from rulespec.interp.store import Value
from rulespec.rules.expressions import Apply, CanChoose, Expr, FirstOf, Quantified, Read, RulingIs, SetBy, Total, Var
from rulespec.rules.game import Game
from rulespec.rules.statements import Clause, Option
from rulespec.rules.types import Flag, MapOf, Member, Number, SetOf, Type
from rulespec.rules.walk import definition_expressions, option_expressions, within

WORLDS = 2000
"""How many ways the hidden cells may lie are tried for one clause."""
TRIED = 400
"""How many other moves are looked at for the nearest legal ones."""


@attrs.frozen
class Judged:
    """The clauses of an option for given values: `failing`, `unknown` (hidden cells decide), `lifted` (the condition
    fails, but a lift holds: the clause with the number of the lift), those that hold. `active`: the option exists."""

    active: bool
    failing: tuple[Clause, ...]
    unknown: tuple[Clause, ...]
    lifted: tuple[tuple[Clause, int], ...]
    holding: tuple[Clause, ...]

    @property
    def verdict(self) -> str:
        if self.failing:
            return FORBIDDEN if any(clause.prohibition for clause in self.failing) else NOT_PERMITTED
        if not self.active:
            return NOT_PERMITTED
        return UNDETERMINED if self.unknown else LEGAL


def judge(scope: Scope, option: Option, values: Mapping[str, Value], veil: Veil | None = None) -> Judged:
    """Every clause of the option, for these values of its parameters."""
    failing, unknown, lifted, holding = [], [], [], []
    senseless = []
    for clause in option.clauses:
        try:
            truth = _truth(clause, option, scope, values, veil)
        except RulespecError:
            # It asks about none: the clause that tests for none is the one that fails.
            senseless.append(clause)
            continue
        if truth is None:
            unknown.append(clause)
        elif truth is False:
            failing.append(clause)
        else:
            by = _lift(clause, option, scope, values, veil)
            if by is None:
                holding.append(clause)
            else:
                lifted.append((clause, by))
    if not failing:
        failing = senseless
    return Judged(is_active(option, scope), tuple(failing), tuple(unknown), tuple(lifted), tuple(holding))


def _truth(clause: Clause, option: Option, scope: Scope, values: Mapping[str, Value], veil: Veil | None) -> bool | None:
    """Does the clause hold? None: both can be, for all the viewer sees, or there are too many ways to try."""
    if veil is None:
        return clause_holds(clause, option_scope(option, scope, values))
    found: set[bool] = set()
    left = [WORLDS]

    def suppose(supposed: Mapping[tuple[str, int], int]) -> bool:
        """Try every way the hidden cells may lie, cell by cell as they are read; False: stop."""
        left[0] -= 1
        if left[0] < 0:
            return False
        try:
            truth = clause_holds(clause, option_scope(option, veil.over(scope, supposed), values))
            # A name that the viewer does not know could be anything.
            found.update((True, False) if truth is None else (truth,))
        except Hidden as hidden:
            cell = (hidden.family, hidden.at)
            possible = veil.hidden[hidden.family][hidden.at]
            return all(suppose({**supposed, cell: value}) for value in possible)
        return len(found) < 2

    complete = suppose({})
    return found.pop() if complete and len(found) == 1 else None


def _lift(clause: Clause, option: Option, scope: Scope, values: Mapping[str, Value], veil: Veil | None) -> int | None:
    """Which lift makes the clause hold, if its own condition does not."""
    inside = option_scope(option, scope if veil is None else veil.over(scope), values)
    try:
        if holds(clause.condition, inside):
            return None
        return next((n for n, (lift, _) in enumerate(clause.lifts) if holds(lift, inside)), None)
    except (Hidden, Unbound, RulespecError):
        return None


# --- other moves ------------------------------------------------------------------------------------------------------


def nearest(
    situation: Situation, option: Option, values: Mapping[str, Value], veil: Veil | None, most: int = 3
) -> tuple[tuple[dict[str, Value], ...], bool]:
    """The nearest legal moves of the same option: first those that differ in one value, by how much; then any.

    The second result says whether all were looked at.
    """
    scope = situation.scope
    found: list[tuple[int, dict[str, Value]]] = []
    complete = True
    for parameter in option.parameters:
        others = list(islice(values_of(parameter.type), TRIED + 1))
        complete = complete and len(others) <= TRIED
        for value in others[:TRIED]:
            if value != values[parameter.name]:
                other = {**values, parameter.name: value}
                if judge(scope, option, other, veil).verdict == LEGAL:
                    found.append((distance(parameter.type, values[parameter.name], value), other))
    if found:
        found.sort(key=lambda pair: pair[0])
        return tuple(move for _, move in found[:most]), complete
    if len(option.parameters) < 2:
        return (), complete
    legal = [_named(option, move) for move in _some_moves(option, scope, veil)]
    complete = complete and len(legal) <= TRIED
    legal.sort(key=lambda move: sum(move[name] != value for name, value in values.items()))
    return tuple(legal[:most]), complete


def _some_moves(option: Option, scope: Scope, veil: Veil | None) -> Iterator[tuple[Value, ...]]:
    for move in islice(option_moves(option, scope, {}), TRIED + 1):
        if veil is None or judge(scope, option, _named(option, move), veil).verdict == LEGAL:
            yield move


def _named(option: Option, arguments: Sequence[Value]) -> dict[str, Value]:
    return {p.name: value for p, value in zip(option.parameters, arguments, strict=True)}


def distance(type_: Type, a: Value, b: Value) -> int:
    """How far two values of a type are from each other."""
    match type_:
        case Number() | Flag():
            return abs(_int(a) - _int(b))
        case Member(kind=kind):
            # Numbered members lie on a track; others are all equally far, so that they stay in canonical order.
            return abs(_int(a) - _int(b)) if kind.first_number is not None else 1
        case SetOf():
            return (_int(a) ^ _int(b)).bit_count()
        case MapOf():
            assert isinstance(a, tuple)
            assert isinstance(b, tuple)
            return sum(abs(x - y) for x, y in zip(a, b, strict=True))


def _int(value: Value) -> int:
    return value if isinstance(value, int) else 0


# --- what clauses read ------------------------------------------------------------------------------------------------


def everything(game: Game, expressions: Sequence[Expr], decisions: Mapping[str, object]) -> Iterator[Expr]:
    """The expressions and all they lead to through definitions and through what can be chosen."""
    seen: set[str] = set()
    todo = list(expressions)
    while todo:
        for part in within(todo.pop()):
            yield part
            if isinstance(part, Apply) and part.definition not in seen:
                seen.add(part.definition)
                todo += definition_expressions(game.definitions[part.definition])
            elif isinstance(part, CanChoose) and part.decision not in seen:
                seen.add(part.decision)
                decision = decisions.get(part.decision)
                for option in getattr(decision, "options", ()):
                    todo += option_expressions(option)


def rulings_read(game: Game, option: Option, decisions: Mapping[str, object]) -> tuple[str, ...]:
    """The rulings on which the legality of the option depends, in declared order."""
    read = {
        part.ruling for part in everything(game, option_expressions(option), decisions) if isinstance(part, RulingIs)
    }
    return tuple(name for name in game.rulings if name in read)


def is_fixed(game: Game, clause: Clause, option: Option, decisions: Mapping[str, object]) -> bool:
    """Does the clause depend on nothing but the move and the tables, so that it will never change?"""
    named = tuple(definition.value for definition in option.definitions)
    expressions = (clause.condition, *(lift for lift, _ in clause.lifts), *named)
    if any(isinstance(part, Read | CanChoose | RulingIs) for part in everything(game, expressions, decisions)):
        return False
    own = {parameter.name for parameter in option.parameters} | {definition.var for definition in option.definitions}
    here = [part for expression in expressions for part in within(expression)]
    own |= {part.var for part in here if isinstance(part, Quantified | Total | SetBy | FirstOf)}
    return all(part.name in own for part in here if isinstance(part, Var))
