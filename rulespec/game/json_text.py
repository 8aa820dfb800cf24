"""JSON from strangers: read with limits, every refusal with a code and a place.

Reads text; returns plain values, or raises `BadSave`. Nothing here recurses into what it has not measured first.
"""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any, NoReturn, cast

from rulespec.diagnostics import did_you_mean
from rulespec.game.errors import BadSave
from rulespec.game.limits import NESTING, NUMBER_DIGITS, shorten

Json = Any
"""None, bool, int, str, list or dict with such values."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)


def parse(text: str | bytes, name: str, most: int) -> Json:
    """The value of a JSON text.

    >>> parse('{"a": [1, true]}', "save", 100)
    {'a': [1, True]}
    """
    if len(text) > most:
        raise BadSave("R0605", f"{name} has {len(text):,} characters, the limit is {most:,}", name)
    if isinstance(text, bytes):
        text = decode(text, name)
    _measure(text, name)
    try:
        return json.loads(
            text, object_pairs_hook=_unique(name), parse_int=_whole(name), parse_float=_no_fraction(name),
            parse_constant=_no_fraction(name),
        )  # fmt: skip
    except json.JSONDecodeError as error:
        place = f"{name}:{error.lineno}:{error.colno}"
        at_end = error.pos >= len(text.rstrip())
        what = "ends too early" if at_end and text.strip() else "is empty" if at_end else "is not JSON"
        raise BadSave("R0640", f"{name} {what}: {error.msg[:1].lower()}{error.msg[1:]}", place) from None
    except RecursionError:
        raise BadSave("R0641", f"{name} is nested too deeply", name) from None


def decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadSave("R0604", f"{name} is not a UTF-8 text", f"{name}:{line}, byte {error.start}") from None


def _measure(text: str, name: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        match token.group()[0]:
            case "[" | "{":
                depth += 1
                if depth > NESTING:
                    line = text.count("\n", 0, token.start()) + 1
                    message = f"{name} is nested more than {NESTING} levels deep"
                    raise BadSave("R0641", message, f"{name}:{line}")
            case "]" | "}":
                depth -= 1
            case _:
                pass


def _unique(name: str) -> Any:
    def build(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        result: dict[str, Json] = {}
        for key, value in pairs:
            if key in result:
                raise BadSave("R0651", f"the field `{shorten(key)}` stands twice in one object", name)
            result[key] = value
        return result

    return build


def _whole(name: str) -> Any:
    def number(digits: str) -> int:
        if len(digits) > NUMBER_DIGITS + 1:
            message = f"a number of {len(digits)} digits; the limit is {NUMBER_DIGITS}"
            raise BadSave("R0642", message, f"{name}: {shorten(digits)}")
        return int(digits)

    return number


def _no_fraction(name: str) -> Any:
    def refuse(digits: str) -> NoReturn:
        message = f"{shorten(digits)} is not a whole number; all numbers of a game are"
        raise BadSave("R0647", message, name)

    return refuse


class Readable:
    """A public value that can also be read like its JSON form: `view["state"]`."""

    __slots__ = ()

    def to_json(self) -> dict[str, Json]:
        raise NotImplementedError

    def __getitem__(self, key: str) -> Json:
        return self.to_json()[key]


# --- the form of a value ------------------------------------------------------------------------------------------


def fields(value: Json, place: str, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Json]:
    """The value as an object that has the required fields and no others than these."""
    result = an_object(value, place)
    for key in result:
        if key not in required and key not in optional:
            known = [*required, *optional]
            message = f"`{shorten(str(key))}` is not a field of this object"
            raise BadSave("R0646", message, f"{place}.{shorten(str(key))}", did_you_mean(str(key), known))
    for key in required:
        if key not in result:
            raise BadSave("R0645", f"the field `{key}` is missing", place)
    return result


def an_object(value: Json, place: str) -> dict[str, Json]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise wrong(value, place, "an object")
    return dict(value)


def a_list(value: Json, place: str) -> list[Json]:
    if not isinstance(value, list | tuple):
        raise wrong(value, place, "a list")
    return list(value)


def a_text(value: Json, place: str) -> str:
    if not isinstance(value, str):
        raise wrong(value, place, "a text")
    return value


def a_number(value: Json, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong(value, place, "a whole number")
    if abs(value) >= 10**NUMBER_DIGITS:
        raise BadSave("R0642", f"a number with more than {NUMBER_DIGITS} digits", place)
    return value


def wrong(value: Json, place: str, wanted: str) -> BadSave:
    return BadSave("R0647", f"here stands {describe(value)}, but {wanted} belongs here", place)


def describe(value: Json) -> str:
    """What a value is, for a message."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return f"the number {value}" if abs(value) < 10**NUMBER_DIGITS else "a huge number"
        case str():
            return f"the text `{shorten(value)}`"
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
        case _:
            return f"a {cast(object, value).__class__.__name__}"
