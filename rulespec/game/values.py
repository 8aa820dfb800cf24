"""Values with their names: from the small ints of the rules to what people and programs read, and back.

Reads the types of the typed rules. A member is its name (a number for numbered kinds), none is None, yes and no are
True and False, a set is a tuple of members in canonical order, a map an `Args`. Returns such values, or raises
`Misfit`.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Union, assert_never

from rulespec.diagnostics import did_you_mean
from rulespec.game.json_text import describe
from rulespec.game.limits import shorten
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf, Type

Public = Union[None, bool, int, str, tuple["Public", ...], "Args"]
Plain = int | tuple[int, ...]
"""A value of the rules: an int, for maps a tuple."""


class Misfit(ValueError):
    """A value that the type does not have; `help` may name the nearest one."""

    def __init__(self, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.help = help


class Args(Mapping[str, Public]):
    """Named values in order: frozen, hashable, equal by content. `args["port"]`, `args.port`."""

    __slots__ = ("_pairs",)

    def __init__(self, pairs: Mapping[str, Public] | tuple[tuple[str, Public], ...] = ()) -> None:
        items = pairs.items() if isinstance(pairs, Mapping) else pairs
        object.__setattr__(self, "_pairs", dict(items))

    def __getitem__(self, name: str) -> Public:
        return self._mine[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._mine)

    def __len__(self) -> int:
        return len(self._mine)

    @property
    def _mine(self) -> dict[str, Public]:
        return object.__getattribute__(self, "_pairs")  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Public:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._mine[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("moves and their values are frozen")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self._mine == dict(other)

    def __hash__(self) -> int:
        return hash(frozenset(self._mine.items()))

    def __reduce__(self) -> tuple[type["Args"], tuple[tuple[tuple[str, Public], ...]]]:
        return Args, (tuple(self._mine.items()),)

    def __repr__(self) -> str:
        return f"Args({self._mine!r})"


# --- to people ----------------------------------------------------------------------------------------------------


def member_name(kind: Kind, value: int) -> Public:
    """A member's name; the number itself in a numbered kind; None for none."""
    if value == kind.none:
        return None
    if kind.first_number is not None:
        return value + kind.first_number
    return kind.name_of(value)


def public(type_: Type, value: Plain) -> Public:
    """What a value of the rules is called."""
    match type_, value:
        case MapOf(kind=kind), tuple():
            return Args(tuple((key_text(member_name(kind, v)), n) for v, n in zip(kind.values, value, strict=True)))
        case MapOf(), _:
            raise ValueError("a map is a tuple")
        case _, tuple():
            raise ValueError("only a map is a tuple")
        case Member(kind=kind), _:
            return member_name(kind, value)
        case Number(), _:
            return value
        case Flag(), _:
            return bool(value)
        case SetOf(kind=kind), _:
            return tuple(member_name(kind, v) for i, v in enumerate(kind.values) if value >> i & 1)
        case _:
            assert_never(type_)


def key_text(value: Public) -> str:
    """A member as the key of an object."""
    return "none" if value is None else str(value)


def to_text(value: Public) -> str:
    """A value as it is written in a move.

    >>> to_text(("rio", "bahia")), to_text(Args({"liberal": 2})), to_text(None), to_text(True)
    ('{rio, bahia}', '{liberal: 2}', 'none', 'yes')
    """
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int() | str():
            return str(value)
        case tuple():
            return "{" + ", ".join(map(to_text, value)) + "}"
        case Args():
            return "{" + ", ".join(f"{key}: {to_text(v)}" for key, v in value.items()) + "}"
        case _:
            assert_never(value)


def to_json(value: Public) -> Any:
    match value:
        case tuple():
            return [to_json(v) for v in value]
        case Args():
            return {key: to_json(v) for key, v in value.items()}
        case None | bool() | int() | str():
            return value
        case _:
            assert_never(value)


def type_text(type_: Type) -> str:
    """A type in words, for messages and decisions."""
    match type_:
        case Member(kind=kind, optional=optional):
            return kind.name + (" or none" if optional else "")
        case Number(low=low, high=high):
            return f"{low}..{high}"
        case Flag():
            return "flag"
        case SetOf(kind=kind):
            return f"set of {kind.name}"
        case MapOf(kind=kind, entry=entry):
            return f"{entry.low}..{entry.high} of each {kind.name}"
        case _:
            assert_never(type_)


# --- from people --------------------------------------------------------------------------------------------------


def plain(type_: Type, value: Any) -> Plain:
    """The value of the rules that a named value means; accepts what JSON or a move's text gives, numbers as text."""
    match type_:
        case Member(kind=kind, optional=optional):
            if value is None or value == "none":
                if not optional:
                    raise Misfit(f"none is not a {kind.name}")
                return kind.none
            return member_value(kind, value)
        case Number(low=low, high=high):
            number = _number(value)
            if number is None:
                raise Misfit(f"{describe(value)} is not a number from {low} to {high}")
            if not low <= number <= high:
                raise Misfit(f"{shorten(str(number))} is not from {low} to {high}")
            return number
        case Flag():
            if value is True or value == "yes":
                return 1
            if value is False or value == "no":
                return 0
            raise Misfit(f"{describe(value)} is neither yes nor no")
        case SetOf(kind=kind):
            if not isinstance(value, list | tuple | set | frozenset):
                if isinstance(value, Mapping) and not value:  # `{}` in a move
                    return 0
                raise Misfit(f"{describe(value)} is not a set of {kind.name}")
            mask = 0
            for element in value:
                bit = 1 << kind.position(member_value(kind, element))
                if mask & bit:
                    raise Misfit(f"`{shorten(str(element))}` stands twice in the set")
                mask |= bit
            return mask
        case MapOf(kind=kind, entry=entry):
            return _map(kind, entry, value)
        case _:
            assert_never(type_)


def member_value(kind: Kind, value: Any) -> int:
    """The member that a name or number means."""
    if kind.first_number is not None:
        number = _number(value)
        index = number - kind.first_number if number is not None else -1
        if index in kind.values:
            return index
    elif isinstance(value, str) and value in kind.members:
        return kind.values[kind.members.index(value)]
    help = did_you_mean(value, kind.members) if isinstance(value, str) and len(value) < 100 else None
    shown = f"`{shorten(value)}`" if isinstance(value, str) else describe(value)
    raise Misfit(f"{shown} is not a {kind.name}", help or _some_members(kind))


def _some_members(kind: Kind) -> str:
    names = [str(member_name(kind, v)) for v in kind.values]
    return f"a {kind.name} is " + (", ".join(names) if len(names) <= 8 else f"one of {', '.join(names[:6])}, …")


def _number(value: Any) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.removeprefix("-").isdecimal() and value.isascii() and len(value) <= 19:
        return int(value)
    return None


def _map(kind: Kind, entry: Number, value: Any) -> tuple[int, ...]:
    """Members that are not named have 0, if the entries may be 0."""
    if isinstance(value, list | tuple) and not value:
        value = {}
    if not isinstance(value, Mapping):
        raise Misfit(f"{describe(value)} is not a map of {kind.name} to numbers")
    given: dict[int, int] = {}
    for key, number in value.items():
        member = member_value(kind, key)
        if member in given:
            raise Misfit(f"`{shorten(str(key))}` stands twice in the map")
        amount = plain(entry, number)
        assert isinstance(amount, int)
        given[member] = amount
    for member in kind.values:
        if member not in given and not entry.low <= 0 <= entry.high:
            raise Misfit(f"the map has no number for `{member_name(kind, member)}`")
    return tuple(given.get(member, 0) for member in kind.values)
