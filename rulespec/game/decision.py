"""What is to be decided now: by whom, what is offered, and inside which other decisions.

Reads a sheet and flat values; returns `Decision`s, plain frozen values with a JSON form.
"""

from collections.abc import Sequence
from typing import Any

import attrs

from rulespec.game.json_text import Readable
from rulespec.game.sheet import CallSite, Cells, Choosable, Point, Sheet
from rulespec.game.values import Args, type_text
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf, Type

CHANCE_NAME = "chance"


@attrs.frozen
class Parameter(Readable):
    """A parameter of an option: its name and its type in words (`square`, `1..5`, `set of card`)."""

    name: str
    type: str
    values: tuple[Any, ...] | None = None
    """All values it could ever have, None if there are too many to list."""

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "type": self.type}


@attrs.frozen
class Offered(Readable):
    """An option of a decision, its parameters open."""

    name: str
    code: str
    title: Args
    parameters: tuple[Parameter, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "code": self.code,
            "title": dict(self.title),
            "parameters": [p.to_json() for p in self.parameters],
        }


@attrs.frozen
class Decision(Readable):
    """`owner` is a player or `chance`; `weights` are aligned with the legal moves, at chance only."""

    id: str
    code: str
    owner: str
    rule: str
    title: Args
    options: tuple[Offered, ...]
    interrupts: tuple[str, ...] = ()
    weights: tuple[int, ...] = ()

    @property
    def is_chance(self) -> bool:
        return self.owner == CHANCE_NAME

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "code": self.code,
            "owner": self.owner,
            "rule": self.rule,
            "title": dict(self.title),
            "options": [o.to_json() for o in self.options],
            "interrupts": list(self.interrupts),
            "weights": list(self.weights),
        }


def titles(sheet: Sheet, code: str, title: str) -> Args:
    """A title per language of the game; the text's own title, or else the code, where there is none."""
    first = sheet.languages[0] if sheet.languages else "en"
    found = {}
    for language in sheet.languages or ("en",):
        own = sheet.texts.get(language, {}).get(code)
        found[language] = own or (title if language == first or title else "") or code
    return Args(found)


def offered(sheet: Sheet, option: Choosable) -> Offered:
    parameters = tuple(Parameter(name, type_text(type_), _listed(type_)) for name, type_ in option.parameters)
    return Offered(option.name, option.code, titles(sheet, option.code, option.title or option.name), parameters)


def _listed(type_: Type) -> tuple[Any, ...] | None:
    from rulespec.game.values import public

    match type_:
        case Member(kind=kind, optional=optional):
            return tuple(public(type_, v) for v in (*kind.values, *((kind.none,) if optional else ())))
        case Number(low=low, high=high):
            return tuple(range(low, high + 1)) if high - low < 1000 else None
        case Flag():
            return (False, True)
        case SetOf() | MapOf():
            return None


def draw_option(kind: Kind) -> Choosable:
    """What chance brings, written as a move: `draw(card=king)`."""
    return Choosable("draw", "draw", ((kind.name, Member(kind)),))


def decision_at(sheet: Sheet, point: Point, owner: int, values: Sequence[int], weights: Sequence[int]) -> Decision:
    """The decision at a point; `owner` is the player's position or -1."""
    options = (draw_option(point.drawn),) if point.drawn is not None else point.options
    return Decision(
        id=point.id,
        code=point.code,
        owner=CHANCE_NAME if owner < 0 else sheet.players[owner],
        rule=point.rule,
        title=titles(sheet, point.code, point.title),
        options=tuple(offered(sheet, option) for option in options),
        interrupts=interrupted(sheet, point, values),
        weights=tuple(weights),
    )


# --- the stack of rules -------------------------------------------------------------------------------------------


def running(sheet: Sheet, point: Point, values: Sequence[int]) -> tuple[tuple[str, CallSite | None], ...]:
    """The rules that are running, innermost first, each with the place it was called from (None: the start)."""
    returns = {cells.frame: cells for cells in sheet.cells if cells.role == "return"}
    found: list[tuple[str, CallSite | None]] = []
    rule = point.rule
    while rule and all(rule != seen for seen, _ in found):
        site = _called_from(sheet, rule, returns.get(rule), values)
        found.append((rule, site))
        rule = site.caller if site is not None else ""
    return tuple(found)


def _called_from(sheet: Sheet, rule: str, slot: Cells | None, values: Sequence[int]) -> CallSite | None:
    sites = [site for site in sheet.calls if site.called == rule]
    if slot is not None:
        held = values[slot.offset]
        return next((site for site in sites if site.number == held), None)
    return sites[0] if sites and len({site.label for site in sites}) == 1 else None


def interrupted(sheet: Sheet, point: Point, values: Sequence[int]) -> tuple[str, ...]:
    """The ids of the decisions in whose effects this one arises, outermost first."""
    ids = {p.code: p.id for p in sheet.points}
    codes: tuple[str, ...] = point.within
    for _, site in running(sheet, point, values):
        if site is not None:
            codes = (*site.within, *codes)
    return tuple(dict.fromkeys(ids.get(code, code) for code in codes))
