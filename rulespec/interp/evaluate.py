"""What expressions mean: the value of one in a scope, and the moves of a decision.

Reads the typed rules. `evaluate` and `moves` know each other, since an expression may ask whether a move is possible.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import assert_never

import attrs

from rulespec.diagnostics import InternalError, RulespecError
from rulespec.interp.store import Store, Value, row_major
from rulespec.rules.elements import by_element
from rulespec.rules.expressions import (
    Apply,
    CanChoose,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    IsKind,
    Lookup,
    Op,
    PlaceAt,
    Quantified,
    Read,
    RulingIs,
    SetBy,
    Total,
    Var,
)
from rulespec.rules.game import Definition, Game
from rulespec.rules.statements import Clause, Decide, Option, Parameter
from rulespec.rules.types import Kind, MapOf, SetOf, Type, domain

Choice = tuple[str, tuple[Value, ...]]
"""An option's name with its arguments; at a chance point ("", (member,))."""


@attrs.frozen
class Undefined:
    """A named value that had none when it was fixed; only who reads it hears of it."""

    code: str
    message: str


@attrs.frozen(eq=False)
class Lazy:
    """A named value that is worked out when it is read."""

    expression: Expr
    scope: "Scope"


@attrs.frozen(eq=False)
class Scope:
    """Everything an expression may speak of: the game, its rulings, the present cells, and the names that are known."""

    game: Game
    rulings: Mapping[str, str]
    stores: tuple[Store, ...]
    """What the running rules keep, innermost first, and last the game's own cells."""
    variables: Mapping[str, Value | Undefined | Lazy]
    decisions: Mapping[str, Decide]

    def knowing(self, more: Mapping[str, Value | Undefined | Lazy]) -> "Scope":
        """The same with more names."""
        return attrs.evolve(self, variables={**self.variables, **more})

    def alone(self, variables: Mapping[str, Value | Undefined | Lazy]) -> "Scope":
        """The same state, but only these names."""
        return attrs.evolve(self, variables=variables)

    def row(self, family: str) -> tuple[int, ...]:
        for store in self.stores:
            if family in store:
                return store.row(family)
        raise RulespecError("R0505", f"`{family}` is kept by a rule that is not running")


class Unbound(Exception):
    """A name has no value yet. Not an error: the moves are found by binding one parameter after another."""


# --- expressions ------------------------------------------------------------------------------------------------------


def evaluate(expression: Expr, scope: Scope) -> Value:
    """The value of the expression in the present state."""
    match expression:
        case Const(value=value):
            return value
        case Var(name=name):
            return _variable(name, scope)
        case Read(family=name, keys=keys):
            return scope.row(name)[row_major(name, scope.game.families[name].keys, numbers(keys, scope))]
        case Lookup(table=name, keys=keys):
            table = scope.game.tables[name]
            return table.values[row_major(name, table.keys, numbers(keys, scope))]
        case PlaceAt(place=name, keys=keys):
            place = scope.game.places[name]
            return place.base + row_major(name, place.keys, numbers(keys, scope))
        case Apply(definition=name, arguments=arguments):
            return _defined(scope.game.definitions[name], [evaluate(a, scope) for a in arguments], scope)
        case Op():
            return _operation(expression, scope)
        case IsKind(value=inner, kind=kind):
            return int(number(inner, scope) in kind.values)
        case Contains(set=set_, element=element):
            return int(number(element, scope) in elements(set_, scope))
        case Entry(map=map_, key=key):
            return _entry(map_, number(key, scope), scope)
        case SetBy(kind=kind):
            return sum(1 << kind.position(m) for m in _members(expression.var, kind, expression.condition, scope))
        case Total(var=var, kind=kind, condition=condition, body=body):
            return sum(number(body, scope.knowing({var: m})) for m in _members(var, kind, condition, scope))
        case Quantified(every=True, var=var, kind=kind, condition=condition, body=body):
            return int(all(holds(body, scope.knowing({var: m})) for m in _members(var, kind, condition, scope)))
        case Quantified(var=var, kind=kind, condition=condition, body=body):
            return int(any(holds(body, scope.knowing({var: m})) for m in _members(var, kind, condition, scope)))
        case FirstOf(var=var, kind=kind, start=start, condition=condition):
            first = None if start is None else number(start, scope)
            return next((m for m in in_order(kind, first) if holds(condition, scope.knowing({var: m}))), kind.none)
        case CanChoose():
            return int(_can_choose(expression, scope))
        case RulingIs(ruling=ruling, letter=letter):
            return int(scope.rulings[ruling] == letter)
    assert_never(expression)


def number(expression: Expr, scope: Scope) -> int:
    """The value of an expression that is no map."""
    value = evaluate(expression, scope)
    if isinstance(value, tuple):
        raise InternalError("a map stands where a single value is expected")
    return value


def numbers(expressions: Sequence[Expr], scope: Scope) -> list[int]:
    return [number(e, scope) for e in expressions]


def holds(condition: Expr, scope: Scope) -> bool:
    """Is the condition true?"""
    return evaluate(condition, scope) != 0


def elements(set_: Expr, scope: Scope) -> list[int]:
    """The members of a set value."""
    if not isinstance(set_.type, SetOf):
        raise InternalError("`in` needs a set")
    mask = number(set_, scope)
    return [m for m in set_.type.kind.values if mask >> set_.type.kind.position(m) & 1]


def in_order(kind: Kind, start: int | None) -> tuple[int, ...]:
    """The members in canonical order, or cyclically from `start` on (from the next after it, if it is none of them)."""
    if start is None:
        return kind.values
    if start == kind.none:
        raise RulespecError("R0505", f"each {kind.name} was to be visited from none on")
    return tuple(m for m in kind.values if m >= start) + tuple(m for m in kind.values if m < start)


def _variable(name: str, scope: Scope) -> Value:
    if name not in scope.variables:
        raise Unbound(name)
    match scope.variables[name]:
        case Undefined(code=code, message=message):
            raise RulespecError(code, message)
        case Lazy(expression=expression, scope=where):
            return evaluate(expression, where)
        case value:
            return value


def _members(var: str, kind: Kind, condition: Expr, scope: Scope) -> Iterator[int]:
    """The members of the kind for which the condition holds."""
    return (m for m in kind.values if holds(condition, scope.knowing({var: m})))


def _entry(map_: Expr, key: int, scope: Scope) -> int:
    values = evaluate(map_, scope)
    if not isinstance(map_.type, MapOf) or not isinstance(values, tuple):
        raise InternalError("an entry needs a map")
    return values[row_major("entry", (map_.type.kind,), (key,))]


def _defined(definition: Definition, arguments: Sequence[Value], caller: Scope) -> Value:
    """The first arm that applies, changed by each contribution that applies, in order."""
    names = (name for name, _ in definition.parameters)
    scope = caller.alone(dict(zip(names, arguments, strict=True)))
    arm = next((arm for arm in definition.arms if holds(arm.condition, scope)), None)
    if arm is None:
        raise RulespecError("R0505", f"no case of `{definition.name}` applies")
    value = evaluate(arm.value, scope)
    for contribution in definition.contributions:
        if not holds(contribution.condition, scope):
            continue
        amount = evaluate(contribution.amount, scope)
        if contribution.verb == "set":
            value = amount
        elif contribution.verb == "add" and isinstance(value, int) and isinstance(amount, int):
            value += amount
            if contribution.floor is not None:
                value = max(value, contribution.floor)
        else:
            raise InternalError(f"unknown contribution `{contribution.verb}`")
    return value


_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "min": min,
    "max": max,
    "=": lambda a, b: int(a == b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
}


def _operation(op: Op, scope: Scope) -> Value:
    match op.name, op.arguments:
        case "and", _:
            return int(all(holds(a, scope) for a in op.arguments))
        case "or", _:
            return int(any(holds(a, scope) for a in op.arguments))
        case "not", (inner,):
            return int(not holds(inner, scope))
        case "if", (condition, then, otherwise):
            return evaluate(then if holds(condition, scope) else otherwise, scope)
        case name, (first, *rest) if name in _ARITHMETIC:
            result = number(first, scope)
            for argument in rest:
                result = _ARITHMETIC[name](result, number(argument, scope))
            return result
    raise InternalError(f"unknown operation `{op.name}` of {len(op.arguments)} arguments")


# --- moves ------------------------------------------------------------------------------------------------------------


def moves(decision: Decide, scope: Scope) -> Iterator[Choice]:
    """The legal moves: options as written, arguments in canonical order, all clauses true."""
    for option in decision.options:
        if is_active(option, scope):
            for arguments in option_moves(option, scope, {}):
                yield option.name, arguments


def is_active(option: Option, scope: Scope) -> bool:
    return option.active is None or holds(option.active, scope)


def option_moves(option: Option, scope: Scope, fixed: Mapping[str, Value]) -> Iterator[tuple[Value, ...]]:
    """The arguments with which the option is legal; `fixed` parameters have the value given."""
    yield from _extend(option, scope, fixed, {})


def _extend(
    option: Option, scope: Scope, fixed: Mapping[str, Value], bound: Mapping[str, Value]
) -> Iterator[tuple[Value, ...]]:
    """Bind one more parameter, unless a clause is already false without the others."""
    inside = option_scope(option, scope, bound)
    if any(clause_holds(clause, inside) is False for clause in option.clauses):
        return
    if len(bound) == len(option.parameters):
        yield tuple(bound.values())
        return
    parameter = option.parameters[len(bound)]
    given = fixed.get(parameter.name)
    for value in _open_values(option, parameter, inside) if given is None else [given]:
        yield from _extend(option, scope, fixed, {**bound, parameter.name: value})


def _open_values(option: Option, parameter: Parameter, scope: Scope) -> Iterator[Value]:
    """The values to try: of a set the subsets of what may be in it at all, of a map the entries that each key may have."""

    def may(element: int, value: Value) -> bool:
        inside = scope.knowing({parameter.name: value})
        try:
            return all(
                not holds(q.condition, one) or holds(q.body, one)
                for q in quantifiers
                if element in q.kind.values
                for one in [inside.knowing({q.var: element})]
            )
        except Unbound:
            return True  # it depends on what is chosen later

    conditions = [clause.condition for clause in option.clauses if not clause.lifts]
    quantifiers = [q for condition in conditions if (q := by_element(condition, parameter.name)) is not None]
    match parameter.type:
        case SetOf(kind=kind):
            allowed = [1 << at for at, element in enumerate(kind.values) if may(element, 1 << at)]
            yield from subsets(allowed)
        case MapOf(kind=kind, entry=entry):
            yield from product(
                *([n for n in domain(entry) if may(element, (n,) * kind.size)] for element in kind.values)
            )
        case type_:
            yield from values_of(type_)


def subsets(bits: Sequence[int]) -> list[int]:
    """The sets of some bits, in ascending order."""
    found = [0]
    for bit in bits:
        found += [mask | bit for mask in found]
    return found


def option_scope(option: Option, scope: Scope, bound: Mapping[str, Value]) -> Scope:
    """The parameters bound so far, and the option's named values, worked out when they are read."""
    result = scope.knowing(bound)
    for definition in option.definitions:
        result = result.knowing({definition.var: Lazy(definition.value, result)})
    return result


def clause_holds(clause: Clause, scope: Scope) -> bool | None:
    """Does the clause or one of its lifts hold? None: that depends on a parameter that is still open."""
    try:
        return holds(clause.condition, scope) or any(holds(lift, scope) for lift, _ in clause.lifts)
    except Unbound:
        return None


def values_of(type_: Type) -> Iterator[Value]:
    """All values of a parameter's type in canonical order."""
    match type_:
        case SetOf(kind=kind):
            yield from range(2**kind.size)
        case MapOf(kind=kind, entry=entry):
            yield from product(domain(entry), repeat=kind.size)
        case _:
            yield from domain(type_)


def _can_choose(asked: CanChoose, scope: Scope) -> bool:
    bound = {name: evaluate(e, scope) for name, e in asked.bindings}
    fixed = {name: evaluate(e, scope) for name, e in asked.fixed}
    inside = scope.alone(bound)
    return any(
        any(True for _ in option_moves(option, inside, fixed))
        for option in scope.decisions[asked.decision].options
        if asked.option in (None, option.name) and is_active(option, inside)
    )
