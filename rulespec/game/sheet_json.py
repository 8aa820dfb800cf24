"""A sheet as JSON and back, for the cache: no pickles, nothing is executed by reading one.

Returns plain values, or from them the same sheet; anything else than what was written raises, and the cache then
forgets it.
"""

from typing import Any, get_args, get_origin

import attrs

from rulespec.game import sheet as nodes
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf

TYPES: dict[str, type[Any]] = {c.__name__: c for c in (Kind, Member, Number, Flag, SetOf, MapOf)} | {
    c.__name__: c
    for c in (
        nodes.Cells,
        nodes.CardPlace,
        nodes.Cards,
        nodes.Choosable,
        nodes.Point,
        nodes.CallSite,
        nodes.Sum,
        nodes.End,
        nodes.Sheet,
    )
}


def to_plain(sheet: nodes.Sheet) -> dict[str, Any]:
    """The sheet as {"kinds": [...], "sheet": ...}; each kind is written once."""
    kinds: dict[Kind, int] = {}

    def go(value: Any) -> Any:
        if isinstance(value, Kind):
            if value not in kinds:
                kinds[value] = len(kinds)
            return {"kind": kinds[value]}
        if attrs.has(type(value)):
            return [type(value).__name__, *(go(getattr(value, f.name)) for f in attrs.fields(type(value)))]
        if isinstance(value, tuple):
            return {"list": [go(v) for v in value]}
        if isinstance(value, dict):
            return {"map": {str(k): go(v) for k, v in value.items()}}
        return value

    written = go(sheet)
    listed = [[getattr(kind, f.name) for f in attrs.fields(Kind)] for kind in kinds]
    return {"kinds": listed, "sheet": written}


def from_plain(data: Any) -> nodes.Sheet:
    """The sheet that was written; ValueError, TypeError or KeyError if it was not."""
    kinds = [_kind([tuple(v) if isinstance(v, list) else v for v in fields]) for fields in data["kinds"]]

    def go(value: Any) -> Any:
        if isinstance(value, list):
            return TYPES[value[0]](*map(go, value[1:]))
        if isinstance(value, dict):
            ((form, content),) = value.items()
            match form:
                case "kind":
                    return kinds[content]
                case "list":
                    return tuple(map(go, content))
                case "map":
                    return {k: go(v) for k, v in content.items()}
                case _:
                    raise ValueError(form)
        return value

    sheet = go(data["sheet"])
    if not isinstance(sheet, nodes.Sheet):
        raise ValueError("not a sheet")
    return sheet


def _kind(fields: list[Any]) -> Kind:
    return Kind(*fields)


def fingerprint() -> str:
    """The shape of what is written: a cache written by another shape is not read."""
    shapes = (f"{n}({','.join(f'{f.name}:{_name(f.type)}' for f in attrs.fields(c))})" for n, c in TYPES.items())
    return ";".join(sorted(shapes))


def _name(type_: Any) -> str:
    return str(type_) if get_origin(type_) else getattr(type_, "__name__", str(type_)) + str(get_args(type_) or "")
