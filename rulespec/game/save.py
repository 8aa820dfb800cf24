"""Saves: a state as a JSON object with names everywhere, and back from whatever a stranger hands in.

Reads a sheet and flat values. `dump` returns a plain dict; `restore` takes a dict or a text, believes nothing, and
raises `BadSave` with a code and a place.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from rulespec.diagnostics import did_you_mean
from rulespec.game import json_text
from rulespec.game.cells import EVERYBODY, HIDDEN, Viewer, check_sums, read_cells, read_state, show_cells, show_state
from rulespec.game.decision import running
from rulespec.game.errors import BadSave
from rulespec.game.limits import SAVE_BYTES, shorten
from rulespec.game.sheet import Cells, Point, Sheet
from rulespec.game.view import VIEW_FORMAT

STATE_FORMAT = "rulespec-state/1"
HEADER = ("game", "version", "text_hash", "players", "rulings", "content")
SEED_LIMIT = 1 << 63


@attrs.frozen
class Saved:
    """What a save holds, opened."""

    values: tuple[int, ...]
    seed: int | None
    draws: int


def header(sheet: Sheet) -> dict[str, Any]:
    """What says which game a save, view or log belongs to."""
    return {
        "game": sheet.game,
        "version": sheet.version,
        "text_hash": sheet.text_hash,
        "players": list(sheet.players),
        "rulings": dict(sheet.rulings),
        "content": sheet.content,
    }


def dump(sheet: Sheet, values: Sequence[int], seed: int | None, draws: int) -> dict[str, Any]:
    """A state as plain values, ready for `json.dumps`."""
    return {
        "format": STATE_FORMAT,
        **header(sheet),
        "state": show_state(sheet, values),
        "control": show_control(sheet, values),
        "seed": seed,
        "draws": draws,
    }


def show_control(sheet: Sheet, values: Sequence[int], viewer: Viewer = EVERYBODY) -> dict[str, Any]:
    """Which decision is pending, and what the running rules remember, innermost first."""
    point = point_at(sheet, values)
    if point is None:
        return {"decision": None, "ending": _ending(sheet, values), "frames": []}
    frames = []
    order = [rule for rule, _ in running(sheet, point, values)]
    rules = dict.fromkeys([*order, *(c.frame for c in sheet.cells if c.frame is not None)])
    for rule in rules:
        own = [c for c in sheet.cells if c.frame == rule]
        shown = [c for c in own if _is_shown(c, values, viewer, rule in order)]
        remembered = {c.short: _show_remembered(sheet, c, values, viewer) for c in shown}
        if remembered or rule in order:
            frames.append({"rule": rule, "values": remembered})
    return {"decision": point.code, "ending": None, "frames": frames}


def _is_shown(cells: Cells, values: Sequence[int], viewer: Viewer, is_running: bool) -> bool:
    """Whether cells that somebody does not see are at their default must not show: those of running rules always do."""
    if viewer is not EVERYBODY and cells.who != "all":
        return is_running and cells.who != "none"
    return any(v != cells.default for v in values[cells.offset : cells.offset + cells.size])


def _show_remembered(sheet: Sheet, cells: Cells, values: Sequence[int], viewer: Viewer) -> Any:
    if cells.role == "return":
        held = values[cells.offset]
        site = next((s for s in sheet.calls if s.called == cells.frame and s.number == held), None)
        return site.label if site is not None else held
    return show_cells(cells, values, viewer)


def point_at(sheet: Sheet, values: Sequence[int]) -> Point | None:
    number = values[sheet.control]
    return next((p for p in sheet.points if p.number == number), None)


def _ending(sheet: Sheet, values: Sequence[int]) -> str | None:
    return next((e.name for e in sheet.ends if e.number == values[sheet.ending]), None)


# --- reading ------------------------------------------------------------------------------------------------------


def restore(sheet: Sheet, given: Any, name: str = "the save") -> Saved:
    """The flat values of a save; what they mean for the rules is checked by the caller."""
    data = json_text.parse(given, name, SAVE_BYTES) if isinstance(given, str | bytes) else given
    data = _whole(data, name)
    check_format(data, name, STATE_FORMAT)
    found = json_text.fields(data, name, ["format", *HEADER, "state", "control"], ["seed", "draws"])
    check_header(sheet, found, name)
    values = _blank(sheet)
    read_state(sheet, found["state"], values, f"{name}.state")
    _read_control(sheet, found["control"], values, f"{name}.control")
    check_sums(sheet, values, f"{name}.state")
    return Saved(
        tuple(values), read_seed(found.get("seed"), f"{name}.seed"), _draws(found.get("draws", 0), f"{name}.draws")
    )


def _whole(data: Any, name: str) -> dict[str, Any]:
    """A dict from a caller is measured like a text: nothing in it is nested deeper than saves are."""
    from rulespec.game.limits import NESTING

    level = [data]
    for _ in range(NESTING + 1):
        level = [
            inner
            for value in level
            if isinstance(value, Mapping | list | tuple)
            for inner in (value.values() if isinstance(value, Mapping) else value)
        ]
        if not level:
            return json_text.an_object(data, name)
        if len(level) > SAVE_BYTES:
            raise BadSave("R0605", f"{name} is too large", name)
    raise BadSave("R0641", f"{name} is nested more than {NESTING} levels deep", name)


def check_format(data: Mapping[str, Any], name: str, wanted: str) -> None:
    if "format" not in data:
        raise BadSave("R0645", "the field `format` is missing", name, f'it says "{wanted}"')
    found = json_text.a_text(data["format"], f"{name}.format")
    if found == VIEW_FORMAT and wanted == STATE_FORMAT:
        raise BadSave("R0653", "this is a view, and a game cannot go on from what one player sees", f"{name}.format")
    if found != wanted:
        what, _, version = found.partition("/")
        known = wanted.partition("/")
        problem = f"`{shorten(found)}` is not `{wanted}`"
        help = "it was written by a later rulespec" if what == known[0] and version.isdecimal() else None
        raise BadSave("R0643", problem, f"{name}.format", help)


def check_header(sheet: Sheet, found: Mapping[str, Any], name: str) -> None:
    """The save must be of this game: same text, players, readings, content."""
    ours = header(sheet)
    for key in HEADER:
        if found.get(key) != ours[key] or type(found.get(key)) is not type(ours[key]):
            place = f"{name}.{key}"
            match key:
                case "game" | "version" | "text_hash":
                    json_text.a_text(found[key], place)
                case "players":
                    json_text.a_list(found[key], place)
                case "rulings":
                    json_text.an_object(found[key], place)
                case _:
                    pass
            theirs, mine = shorten(str(found[key])), shorten(str(ours[key]))
            message = f"the save has another `{key}` than this game: {theirs}, not {mine}"
            raise BadSave("R0644", message, place)


def _blank(sheet: Sheet) -> list[int]:
    values = [0] * sheet.size
    for cells in sheet.cells:
        values[cells.offset : cells.offset + cells.size] = [cells.default] * cells.size
    return values


def _read_control(sheet: Sheet, given: Any, values: list[int], place: str) -> None:
    found = json_text.fields(given, place, ["decision", "frames"], ["ending"])
    frames = json_text.a_list(found["frames"], f"{place}.frames")
    if found["decision"] is None:
        _read_ending(sheet, found.get("ending"), values, f"{place}.ending")
        if frames:
            raise BadSave("R0650", "the game is over, but rules are still running", f"{place}.frames")
        return
    code = json_text.a_text(found["decision"], f"{place}.decision")
    point = next((p for p in sheet.points if p.code == code), None)
    if point is None:
        help = did_you_mean(shorten(code), [p.code for p in sheet.points])
        raise BadSave("R0650", f"the game has no decision `{shorten(code)}`", f"{place}.decision", help)
    if found.get("ending") is not None:
        raise BadSave("R0650", "the game has ended, but something is to be decided", f"{place}.ending")
    values[sheet.control] = point.number
    seen: set[str] = set()
    for number, frame in enumerate(frames):
        where = f"{place}.frames[{number}]"
        parts = json_text.fields(frame, where, ["rule", "values"])
        rule = json_text.a_text(parts["rule"], f"{where}.rule")
        own = {c.short: c for c in sheet.cells if c.frame == rule}
        if not own and not any(s.called == rule or s.caller == rule for s in sheet.calls) and rule != point.rule:
            raise BadSave("R0650", f"no rule `{shorten(rule)}` can be running", f"{where}.rule")
        if rule in seen:
            raise BadSave("R0650", f"`{shorten(rule)}` is running twice", f"{where}.rule")
        seen.add(rule)
        for key, value in json_text.fields(parts["values"], f"{where}.values", [], list(own)).items():
            _read_remembered(sheet, own[key], value, values, f"{where}.values.{key}")


def _read_remembered(sheet: Sheet, cells: Cells, given: Any, values: list[int], place: str) -> None:
    if cells.role == "return" and isinstance(given, str) and given != HIDDEN:
        site = next((s for s in sheet.calls if s.called == cells.frame and s.label == given), None)
        if site is None or site.number is None:
            raise BadSave("R0650", f"`{shorten(given)}` is no place to come back to", place)
        values[cells.offset] = site.number
        return
    read_cells(cells, given, values, place)


def _read_ending(sheet: Sheet, given: Any, values: list[int], place: str) -> None:
    if given is None:
        values[sheet.control] = values[sheet.ending] = 0
        return
    name = json_text.a_text(given, place)
    end = next((e for e in sheet.ends if e.name == name), None)
    if end is None:
        help = did_you_mean(shorten(name), [e.name for e in sheet.ends])
        raise BadSave("R0648", f"the game has no ending `{shorten(name)}`", place, help)
    values[sheet.control], values[sheet.ending] = 0, end.number


def read_seed(given: Any, place: str) -> int | None:
    return None if given is None else json_text.a_number(given, place)


def _draws(given: Any, place: str) -> int:
    number = json_text.a_number(given, place)
    if number < 0:
        raise BadSave("R0648", "the number of draws is negative", place)
    return number
