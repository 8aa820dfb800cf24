"""What an expression of the automaton means in a symbolic state: a term.

Reads expressions, `store`, `terms`. `Meaning.value` gives a `Value`; every index that the types alone do not keep
inside its kind is noted as an `Access`, with the condition under which it is reached (`and`, `or`, `if` are lazy).
Quantifiers are unrolled over their kind.
"""

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

import attrs

from rulespec.automaton.nodes import Automaton
from rulespec.automaton.walk import function_reads, reads
from rulespec.diagnostics import InternalError
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
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf, Type, domain
from rulespec.source import Span
from verifier.store import Family, Store
from verifier.store import read as read_cell
from verifier.terms import Known, Term, Terms


@attrs.frozen
class SetValue:
    """A set: one flag per position of its kind."""

    kind: Kind
    bits: tuple[Term, ...]


@attrs.frozen
class MapValue:
    """A map parameter: one number per position of its kind."""

    kind: Kind
    entries: tuple[Term, ...]


Value = Term | SetValue | MapValue


@attrs.frozen
class Deferred:
    """A definition of an option: evaluated where it is used, in the state in which the option was chosen."""

    expr: Expr
    env: Mapping[str, "Value | Deferred"]
    store: Store
    found: list["tuple[Value, tuple[Access, ...]]"] = attrs.field(factory=list, eq=False)
    """Its value, once it was asked for."""


Env = Mapping[str, Value | Deferred]


@attrs.frozen
class Access:
    """Under `guard`, `goal` must hold for an index to mean something."""

    guard: Term
    goal: Term
    what: str
    span: Span


@attrs.frozen
class Here:
    """Where an expression stands: the state, what is known, and the guard inside the expression or branch."""

    store: Store
    known: Known
    guard: Term

    def under(self, terms: Terms, condition: Term) -> "Here":
        return Here(self.store, self.known.with_fact(condition), terms.both(self.guard, condition))


class Meaning:
    """Turns expressions into terms. Functions are remembered by their arguments and by the cells they read."""

    def __init__(self, terms: Terms, automaton: Automaton, rulings: Mapping[str, str] | None = None) -> None:
        self.terms, self.automaton = terms, automaton
        self.rulings = {**automaton.folded, **(rulings or {})}
        self.reads_of = function_reads({name: f.body for name, f in automaton.functions.items()})
        self._memo: dict[object, tuple[Value, tuple[Access, ...], tuple[Family, ...]]] = {}

        self.possibilities: dict[object, tuple[Term, tuple[Family, ...]]] = {}
        """For `choices`: what it found out about an option, by the cells that the option reads."""

    def with_facts(self, automaton: Automaton) -> "Meaning":
        """The same for an automaton that differs only in what is claimed of it."""
        other = Meaning(self.terms, automaton, self.rulings)
        other._memo, other.possibilities = self._memo, self.possibilities
        return other

    # --- entrances ----------------------------------------------------------------------------------------------------

    def condition(self, expr: Expr, env: Env, here: Here, accesses: list[Access]) -> Term:
        return self.terms.as_flag(self.term(expr, env, here, accesses))

    def term(self, expr: Expr, env: Env, here: Here, accesses: list[Access]) -> Term:
        value = self.value(expr, env, here, accesses)
        if not isinstance(value, Term):
            raise InternalError(f"a set or map where a single value belongs: {expr!r}")
        return value

    def value(self, expr: Expr, env: Env, here: Here, accesses: list[Access]) -> Value:
        terms = self.terms
        match expr:
            case Const(value=value, type=type_):
                return self._constant(value, type_)
            case Var(name=name, type=type_):
                found = env[name]
                if isinstance(found, Deferred):
                    if not found.found:
                        noted: list[Access] = []
                        result = self.value(found.expr, found.env, Here(found.store, Known(), terms.true), noted)
                        found.found.append((result, tuple(dict.fromkeys(noted))))
                    return self._used(*found.found[0], here, accesses)
                if isinstance(found, Term) and isinstance(type_, SetOf):
                    return self._set_of_mask(found, type_.kind)  # the lowering lets a number run through all masks
                return found
            case Read(family=name, keys=keys, span=span):
                family = here.store.families[name]
                found_keys = self._keys(name, family.slot.keys, keys, env, here, accesses, span)
                if len(keys) < len(family.slot.keys):
                    return self._read_set(family, found_keys, here)
                return read_cell(terms, here.known, family, found_keys)
            case Lookup(table=name, keys=keys, span=span):
                table = self.automaton.tables[name]
                found_keys = self._keys(name, table.keys, keys, env, here, accesses, span)
                return self._lookup(table.keys, found_keys, table.values, table.type, here.known)
            case Apply(definition=name, arguments=arguments):
                return self._apply(name, tuple(self.value(a, env, here, accesses) for a in arguments), here, accesses)
            case Op(name=name, arguments=arguments, type=type_):
                return self._operation(name, arguments, type_, env, here, accesses)
            case IsKind(value=inner, kind=kind):
                return terms.among(self.term(inner, env, here, accesses), kind.values)
            case Contains(set=container, element=element):
                chosen = self.value(container, env, here, accesses)
                if not isinstance(chosen, SetValue):
                    raise InternalError("`in` needs a set")
                member = here.known.value_of(self.term(element, env, here, accesses))
                return terms.any(
                    [
                        terms.both(terms.eq(member, terms.number(v)), bit)
                        for v, bit in zip(chosen.kind.values, chosen.bits, strict=True)
                    ]
                )
            case Entry(map=container, key=key, span=span):
                mapped = self.value(container, env, here, accesses)
                if not isinstance(mapped, MapValue):
                    raise InternalError("an entry needs a map")
                index = self._key(mapped.kind, self.term(key, env, here, accesses), "entry", here, accesses, span)
                return terms.select(index, list(zip(mapped.kind.values, mapped.entries, strict=True)))
            case SetBy(var=var, kind=kind, condition=condition):
                members = self._members(var, kind, env)
                return SetValue(kind, tuple(self.condition(condition, e, here, accesses) for _, e in members))
            case Total(var=var, kind=kind, condition=condition, body=body):
                parts = []
                for _, inner_env in self._members(var, kind, env):
                    holds = self.condition(condition, inner_env, here, accesses)
                    if holds is not terms.false:
                        amount = self.term(body, inner_env, here.under(terms, holds), accesses)
                        parts.append(terms.ite(holds, terms.as_number(amount), terms.number(0)))
                return terms.add(*parts)
            case Quantified(every=every, var=var, kind=kind, condition=condition, body=body):
                flags = []
                for _, inner_env in self._members(var, kind, env):
                    holds = self.condition(condition, inner_env, here, accesses)
                    if holds is not terms.false:
                        says = self.condition(body, inner_env, here.under(terms, holds), accesses)
                        flags.append(terms.implies(holds, says) if every else terms.both(holds, says))
                return terms.all(flags) if every else terms.any(flags)
            case FirstOf(var=var, kind=kind, start=start, condition=condition):
                holds_at = [(v, self.condition(condition, e, here, accesses)) for v, e in self._members(var, kind, env)]
                if start is None:
                    return self._first(holds_at, kind)
                begin = here.known.value_of(self.term(start, env, here, accesses))
                return self.rotated(kind, begin, lambda i: self._first(holds_at[i:] + holds_at[:i], kind))
            case RulingIs(ruling=ruling, letter=letter):
                return terms.flag(self.rulings[ruling] == letter)
            case PlaceAt() | CanChoose():
                raise InternalError(f"{type(expr).__name__} must be gone from an automaton")
            case _:
                assert_never(expr)

    # --- parts --------------------------------------------------------------------------------------------------------

    def _constant(self, value: int, type_: Type) -> Value:
        terms = self.terms
        match type_:
            case Flag():
                return terms.flag(value)
            case Member() | Number():
                return terms.number(value)
            case SetOf(kind=kind):
                return SetValue(kind, tuple(terms.flag(value >> i & 1) for i in range(kind.size)))
            case MapOf():
                raise InternalError("a map cannot be a constant")
            case _:
                assert_never(type_)

    def _set_of_mask(self, mask: Term, kind: Kind) -> SetValue:
        terms = self.terms
        bits = [terms.as_flag(terms.modulo(terms.divide(mask, 1 << i), 2)) for i in range(kind.size)]
        return SetValue(kind, tuple(bits))

    def _members(self, var: str, kind: Kind, env: Env) -> Iterator[tuple[int, Env]]:
        for value in kind.values:
            yield value, {**env, var: self.terms.number(value)}

    def rotated(self, kind: Kind, begin: Term, at: Callable[[int], Term]) -> Term:
        """`at(i)` for the position i of the first member not before `begin` (of the first of all if there is none)."""
        result = at(0)
        for i in reversed(range(kind.size)):
            result = self.terms.ite(self.terms.le(begin, self.terms.number(kind.values[i])), at(i), result)
        return result

    def _first(self, holds_at: list[tuple[int, Term]], kind: Kind) -> Term:
        result = self.terms.number(kind.none)
        for value, holds in reversed(holds_at):
            result = self.terms.ite(holds, self.terms.number(value), result)
        return result

    def _keys(
        self,
        name: str,
        kinds: tuple[Kind, ...],
        keys: tuple[Expr, ...],
        env: Env,
        here: Here,
        accesses: list[Access],
        span: Span,
    ) -> tuple[Term, ...]:
        return tuple(
            self._key(kind, self.term(key, env, here, accesses), name, here, accesses, span)
            for kind, key in zip(kinds, keys, strict=False)
        )

    def _key(self, kind: Kind, key: Term, what: str, here: Here, accesses: list[Access], span: Span) -> Term:
        key = here.known.value_of(self.terms.as_number(key))
        note_access(self.terms, here, kind, key, what, accesses, span)
        return key

    def _read_set(self, family: Family, keys: tuple[Term, ...], here: Here) -> SetValue:
        (kind,) = family.slot.keys[len(keys) :]
        bits = [read_cell(self.terms, here.known, family, keys + (self.terms.number(v),)) for v in kind.values]
        return SetValue(kind, tuple(bits))

    def _lookup(
        self, kinds: tuple[Kind, ...], keys: tuple[Term, ...], values: tuple[int, ...], type_: Type, known: Known
    ) -> Value:
        if not kinds:
            return self._constant(values[0], type_)
        kind, key = kinds[0], keys[0]
        width = len(values) // kind.size
        entries = []
        for i, value in enumerate(kind.values):
            part = values[i * width : (i + 1) * width]
            if key.low <= value <= key.high:
                entries.append((value, self._lookup(kinds[1:], keys[1:], part, type_, known)))
        if not entries:
            return self._lookup(kinds[1:], keys[1:], values[:width], type_, known)
        return self.choose(lambda value: self.terms.eq(key, self.terms.number(value)), entries)

    def choose(self, chosen: Callable[[int], Term], entries: list[tuple[int, Value]]) -> Value:
        result = entries[-1][1]
        for value, entry in reversed(entries[:-1]):
            result = self.merge(chosen(value), entry, result)
        return result

    def merge(self, condition: Term, then: Value, otherwise: Value) -> Value:
        """An if over values of any type."""
        terms = self.terms
        match then, otherwise:
            case Term(), Term():
                return terms.ite(condition, then, otherwise)
            case SetValue(), SetValue():
                both = zip(then.bits, otherwise.bits, strict=True)
                return SetValue(then.kind, tuple(terms.ite(condition, a, b) for a, b in both))
            case MapValue(), MapValue():
                both = zip(then.entries, otherwise.entries, strict=True)
                return MapValue(then.kind, tuple(terms.ite(condition, a, b) for a, b in both))
            case _:
                raise InternalError("the two sides of an if have different types")

    def _apply(self, name: str, arguments: tuple[Value, ...], here: Here, accesses: list[Access]) -> Value:
        """A function is worked out once for its arguments and the cells it reads, whatever is known where it is used."""
        terms = self.terms
        function = self.automaton.functions[name]
        arguments = tuple(here.known.value_of(a) if isinstance(a, Term) else a for a in arguments)
        families = tuple(here.store.families[slot] for slot in sorted(self.reads_of[name]))
        key = (name, arguments, tuple(map(id, families)))
        found = self._memo.get(key)
        if found is None:
            inner: list[Access] = []
            env = {parameter: value for (parameter, _), value in zip(function.parameters, arguments, strict=True)}
            result = self.value(function.body, env, Here(here.store, Known(), terms.true), inner)
            # The families are kept with the entry: their ids must not be given to others while it lives.
            found = self._memo[key] = (result, tuple(dict.fromkeys(inner)), families)
        return self._used(found[0], found[1], here, accesses)

    def _used(self, result: Value, inside: tuple[Access, ...], here: Here, accesses: list[Access]) -> Value:
        """A value that was worked out without what is known here, where it is used."""
        terms = self.terms
        for access in inside:
            guard = terms.under(here.known, access.guard)
            goal = terms.under(here.known, access.goal)
            if guard is not terms.false and goal is not terms.true:
                accesses.append(Access(terms.both(here.guard, guard), goal, access.what, access.span))
        if isinstance(result, Term) and result.is_flag:
            return terms.under(here.known, result)
        return result

    def _operation(
        self, name: str, arguments: tuple[Expr, ...], type_: Type, env: Env, here: Here, accesses: list[Access]
    ) -> Value:
        terms = self.terms
        match name:
            case "and" | "or":
                place, flags = here, []
                for argument in arguments:
                    flag = terms.under(place.known, self.condition(argument, env, place, accesses))
                    flags.append(flag)
                    if flag is (terms.false if name == "and" else terms.true) or argument is arguments[-1]:
                        break
                    place = place.under(terms, flag if name == "and" else terms.negate(flag))
                return terms.all(flags) if name == "and" else terms.any(flags)
            case "if":
                condition = terms.under(here.known, self.condition(arguments[0], env, here, accesses))
                if condition.is_const:
                    return self.value(arguments[1] if condition is terms.true else arguments[2], env, here, accesses)
                then = self.value(arguments[1], env, here.under(terms, condition), accesses)
                otherwise = self.value(arguments[2], env, here.under(terms, terms.negate(condition)), accesses)
                return self.merge(condition, then, otherwise)
            case "=":
                left, right = (self.value(a, env, here, accesses) for a in arguments)
                return self._equal(left, right)
            case "not":
                return terms.negate(self.condition(arguments[0], env, here, accesses))
        numbers = [terms.as_number(self.term(a, env, here, accesses)) for a in arguments]
        match name:
            case "+":
                return terms.add(*numbers)
            case "-":
                first = numbers[0] if len(numbers) == 2 else terms.number(0)
                return terms.subtract(first, numbers[-1])
            case "*":
                return functools.reduce(terms.times, numbers, terms.number(1))
            case "//":
                return terms.divide(numbers[0], _positive(numbers[1]))
            case "%":
                return terms.modulo(numbers[0], _positive(numbers[1]))
            case "min" | "max":
                result = numbers[0]
                for number in numbers[1:]:
                    result = terms.least(result, number) if name == "min" else terms.greatest(result, number)
                return result
            case "<":
                return terms.lt(numbers[0], numbers[1])
            case "<=":
                return terms.le(numbers[0], numbers[1])
            case _:
                raise InternalError(f"unknown operator {name} of type {type_}")

    def _equal(self, left: Value, right: Value) -> Term:
        terms = self.terms
        match left, right:
            case Term(), Term():
                return terms.eq(left, right)
            case SetValue(), SetValue():
                return terms.all([terms.eq(a, b) for a, b in zip(left.bits, right.bits, strict=True)])
            case MapValue(), MapValue():
                return terms.all([terms.eq(a, b) for a, b in zip(left.entries, right.entries, strict=True)])
            case _:
                raise InternalError("`=` between values of different types")

    def reads(self, expr: Expr) -> frozenset[str]:
        """The slots an expression may read, through the functions it applies."""
        return reads(expr, self.reads_of)


def note_access(terms: Terms, here: Here, kind: Kind, key: Term, what: str, accesses: list[Access], span: Span) -> None:
    """Note that the key must belong to the kind, unless that is plain."""
    goal = terms.under(here.known, terms.among(key, kind.values))
    if goal is not terms.true:
        accesses.append(Access(here.guard, goal, what, span))


def _positive(term: Term) -> int:
    if not term.is_const or term.low <= 0:
        raise InternalError("division is only by a positive constant")
    return term.low


def parameter_value(terms: Terms, name: str, type_: Type) -> Value:
    """A parameter that may have any value of its type."""
    match type_:
        case Flag():
            return terms.flag_variable(name)
        case Member() | Number():
            return terms.variable(name, domain(type_))
        case SetOf(kind=kind):
            return SetValue(kind, tuple(terms.flag_variable(f"{name}[{m}]") for m in kind.members))
        case MapOf(kind=kind, entry=entry):
            return MapValue(kind, tuple(terms.variable(f"{name}[{m}]", domain(entry)) for m in kind.members))
        case _:
            assert_never(type_)


def parameter_constant(terms: Terms, type_: Type, value: int | tuple[int, ...]) -> Value:
    """A parameter with a value of the interface: a set is a bit mask, a map a tuple."""
    match type_:
        case Flag():
            return terms.flag(bool(value))
        case Member() | Number():
            assert isinstance(value, int)
            return terms.number(value)
        case SetOf(kind=kind):
            assert isinstance(value, int)
            return SetValue(kind, tuple(terms.flag(value >> i & 1) for i in range(kind.size)))
        case MapOf(kind=kind):
            assert isinstance(value, tuple)
            return MapValue(kind, tuple(terms.number(v) for v in value))
        case _:
            assert_never(type_)
