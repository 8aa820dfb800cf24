"""Values with their names, for the data of an answer.

Reads types of the typed rules; returns what JSON can hold: a member is its name (a number in a numbered kind), none is
null, a set a list, a map an object.
"""

from typing import Any

from rulespec.interp.store import Value
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf, Type


def named_member(kind: Kind, value: int) -> str | int | None:
    if value == kind.none:
        return None
    return kind.name_of(value) if kind.first_number is None else value + kind.first_number


def named(type_: Type, value: Value) -> Any:
    """What a value is called.

    >>> named(Number(0, 5), 3), named(Flag(), 1)
    (3, True)
    """
    match type_, value:
        case MapOf(kind=kind), tuple():
            return {str(named_member(kind, v)): n for v, n in zip(kind.values, value, strict=True)}
        case SetOf(kind=kind), int():
            return [named_member(kind, v) for i, v in enumerate(kind.values) if value >> i & 1]
        case Member(kind=kind), int():
            return named_member(kind, value)
        case Flag(), int():
            return bool(value)
        case Number(), int():
            return value
    raise ValueError("a map is a tuple, everything else a number")


def written(option: str, args: dict[str, Any]) -> str:
    """A move as it is typed: `export(port=rio, number=4)`."""
    if not args:
        return option
    return f"{option}({', '.join(f'{name}={_text(value)}' for name, value in args.items())})"


def _text(value: Any) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return "{" + ", ".join(map(_text, value)) + "}"
        case dict():
            return "{" + ", ".join(f"{key}: {_text(v)}" for key, v in value.items()) + "}"
        case _:
            return str(value)
