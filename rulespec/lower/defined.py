"""When has an expression a value? As a condition that can itself always be evaluated.

Reads translated expressions; returns conditions. An option's named values are worked out when the option is chosen, but
one that has no value then (`the owner's purse` of what nobody owns) is an error only if it is read later.
"""

from collections.abc import Iterator
from typing import assert_never

import attrs

from rulespec.automaton.nodes import Function
from rulespec.automaton.walk import children
from rulespec.lower.build import all_of, any_of, implies, is_yes, surely_in
from rulespec.lower.definitions import function_of
from rulespec.lower.expressions import Translator
from rulespec.rules.expressions import (
    YES,
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
from rulespec.rules.types import Flag, Kind, MapOf


class Definedness:
    """Conditions for the expressions of one game; collects the functions they need."""

    def __init__(self, translator: Translator) -> None:
        self.translator, self.game = translator, translator.game
        self.functions: dict[str, Function] = {}

    def condition(self, expr: Expr) -> Expr:
        match expr:
            case Const() | Var() | RulingIs():
                return YES
            case Read(family=name, keys=keys):
                family = self.game.families.get(name)
                return self._indexed(keys, () if family is None else family.keys)
            case Lookup(table=name, keys=keys):
                table = self.game.tables.get(name) or self.translator.place_tables[name]
                return self._indexed(keys, table.keys)
            case Entry(map=map_, key=key):
                kinds = (map_.type.kind,) if isinstance(map_.type, MapOf) else ()
                return all_of(self.condition(map_), self._indexed((key,), kinds))
            case Apply(definition=name, arguments=arguments):
                given = self._all(arguments)
                if not self.translator.partial(name) or name not in self.game.definitions:
                    return given
                return all_of(given, Apply(self._function(name), arguments, Flag()))
            case Op(name="and", arguments=(first, *rest)) if rest:
                others = Op("and", tuple(rest), Flag()) if rest[1:] else rest[0]
                return all_of(self.condition(first), implies(first, self.condition(others)))
            case Op(name="or", arguments=(first, *rest)) if rest:
                others = Op("or", tuple(rest), Flag()) if rest[1:] else rest[0]
                return all_of(self.condition(first), any_of(first, self.condition(others)))
            case Op(name="if", arguments=(test, then, otherwise)):
                sides = self.condition(then), self.condition(otherwise)
                chosen = YES if all(map(is_yes, sides)) else Op("if", (test, *sides), Flag())
                return all_of(self.condition(test), chosen)
            case Op() | IsKind() | Contains() | PlaceAt() | CanChoose():
                return self._all(children(expr))
            case SetBy() | Total() | Quantified() | FirstOf():
                return YES  # they stop at the first that decides: what is behind it need not be defined
            case _:
                assert_never(expr)

    def _all(self, exprs: tuple[Expr, ...]) -> Expr:
        return all_of(*map(self.condition, exprs))

    def _indexed(self, keys: tuple[Expr, ...], kinds: tuple[Kind, ...]) -> Expr:
        members = (IsKind(k, kind) for k, kind in zip(keys, kinds, strict=False) if not surely_in(k.type, kind))
        return all_of(self._all(keys), *members)

    def _function(self, definition: str) -> str:
        name = f"{definition} has a value"
        if name not in self.functions:
            whole = function_of(self.game.definitions[definition], self.translator)
            self.functions[name] = attrs.evolve(whole, name=name, body=self.condition(whole.body), type=Flag())
        return name


def mentions(thing: object, name: str) -> bool:
    """Does a variable of this name occur in these statements?"""
    return any(isinstance(e, Var) and e.name == name for e in _parts(thing))


def _parts(thing: object) -> Iterator[object]:
    if isinstance(thing, tuple):
        for part in thing:
            yield from _parts(part)
    elif hasattr(thing, "__attrs_attrs__") and not isinstance(thing, Kind):
        yield thing
        for field in thing.__attrs_attrs__:
            yield from _parts(getattr(thing, field.name))
