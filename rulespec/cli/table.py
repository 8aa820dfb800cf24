"""A position as text: what a view holds, families one below the other, small grids as grids.

Reads a view; returns text. It knows no game: cells that are called a1, b1, … or have two keys are laid out in rows.
"""

import re
from typing import Any

from rulespec.game.view import View

WIDTH = 100
_SQUARE = re.compile(r"([a-z]+)([0-9]+)")


def show_view(view: View) -> str:
    """What the viewer sees."""
    return "\n".join(line for name, value in view.state.items() for line in show_family(name, value))


def show_family(name: str, value: Any) -> list[str]:
    """One family: a value, a line of values, or a table of two keys."""
    if not isinstance(value, dict) or set(value) <= {"hidden", "known"}:
        return [f"  {name}: {say(value)}"]
    inner = list(value.values())
    if inner and all(
        isinstance(v, dict) and set(v) == set(inner[0]) and not set(v) <= {"hidden", "known"} for v in inner
    ):
        return _table(name, value)
    if (board := _board(name, value)) is not None:
        return board
    cells = [f"{key} {say(v)}" for key, v in value.items()]
    lines = [f"  {name}: "]
    for i, cell in enumerate(cells):
        part = cell + ("" if i == len(cells) - 1 else ", ")
        if len(lines[-1]) + len(part) > WIDTH:
            lines.append("    ")
        lines[-1] += part
    return lines


def _board(name: str, value: dict[str, Any]) -> list[str] | None:
    """A grid whose cells are called a1, b1, …, as players draw it: the last row on top."""
    named = [_SQUARE.fullmatch(key) for key in value]
    if not all(named) or len(value) < 4:
        return None
    columns = list(dict.fromkeys(m[1] for m in named if m))
    rows = sorted({int(m[2]) for m in named if m}, reverse=True)
    if len(columns) * len(rows) != len(value) or len(columns) < 2 or len(rows) < 2:
        return None
    said = {key: "." if v is None else say(v) for key, v in value.items()}
    width = max(len(text) for text in (*said.values(), *columns))
    if (width + 1) * len(columns) > WIDTH or any(len(text.split()) > 1 for text in said.values()):
        return None
    lines = [f"  {name}"]
    for row in rows:
        cells = " ".join(said.get(f"{column}{row}", "").ljust(width) for column in columns)
        lines.append(f"    {row:2}  {cells}".rstrip())
    return [*lines, f"        {' '.join(column.ljust(width) for column in columns)}".rstrip()]


def _table(name: str, value: dict[str, dict[str, Any]]) -> list[str]:
    columns = list(next(iter(value.values())))
    rows = [[key, *(say(row[c]) for c in columns)] for key, row in value.items()]
    widths = [max(len(row[i]) for row in [["", *columns], *rows]) for i in range(len(columns) + 1)]
    if sum(widths) + 2 * len(widths) > WIDTH or any(
        isinstance(v, dict) for row in value.values() for v in row.values()
    ):
        return [line for key, row in value.items() for line in show_family(f"{name} {key}", row)]
    lines = [f"  {name}"]
    for row in [["", *columns], *rows]:
        lines.append("    " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return lines


def say(value: Any) -> str:
    """A value in a word."""
    match value:
        case None:
            return "-"
        case True:
            return "yes"
        case False:
            return "no"
        case "hidden":
            return "?"
        case list():
            return "{" + ", ".join(map(say, value)) + "}"
        case {"hidden": int() as number, **rest}:
            known = rest.get("known", [])
            return f"{number} hidden" + (f" and {say(known)}" if known else "")
        case {"known": known}:
            return f"{say(known)} and perhaps others"
        case dict():
            return "; ".join(f"{key} {say(v)}" for key, v in value.items())
        case _:
            return str(value)
