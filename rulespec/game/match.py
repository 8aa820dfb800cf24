"""Moves held against a game: what was written becomes a move of it, and a move becomes what its core plays.

Reads a sheet; returns `Move`s and plain arguments, or raises `BadMove`. Nothing here asks whether a move is legal.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rulespec.diagnostics import did_you_mean
from rulespec.game.decision import draw_option
from rulespec.game.errors import BadMove
from rulespec.game.json_text import describe
from rulespec.game.limits import shorten
from rulespec.game.move import Labeller, Move, Written, read_move
from rulespec.game.sheet import Choosable, Point, Sheet
from rulespec.game.values import Args, Misfit, Plain, Public, plain, public

Given = str | Mapping[str, Any] | Move


def options_at(point: Point) -> tuple[Choosable, ...]:
    return (draw_option(point.drawn),) if point.drawn is not None else point.options


def every_option(sheet: Sheet) -> list[Choosable]:
    """All options of the game, each with its parameters once."""
    found: dict[tuple[Any, ...], Choosable] = {}
    for point in sheet.points:
        for option in options_at(point):
            found.setdefault((option.name, option.parameters), option)
    return list(found.values())


def read(sheet: Sheet, given: Given, point: Point | None = None) -> tuple[Choosable, tuple[Plain, ...]]:
    """The option and arguments that were written; at a point only its own options count."""
    written = read_move(given)
    offered = options_at(point) if point is not None else every_option(sheet)
    candidates = [option for option in offered if option.name == written.option]
    if not candidates:
        raise _unknown(sheet, written.option, offered, point)
    problem: BadMove | None = None
    for option in candidates:
        try:
            return option, arguments(option, written)
        except BadMove as error:
            problem = problem or error
    assert problem is not None
    raise problem


def _unknown(sheet: Sheet, name: str, offered: Sequence[Choosable], point: Point | None) -> BadMove:
    names = list(dict.fromkeys(option.name for option in offered))
    shown = shorten(name)
    if point is not None and any(option.name == name for option in every_option(sheet)):
        help = f"now one can choose {', '.join(names)}" if len(names) <= 8 else None
        return BadMove("R0624", f"`{shown}` is an option of another decision than `{point.code}`", None, help)
    near = did_you_mean(shown, names)
    help = near or (f"options are {', '.join(names)}" if 0 < len(names) <= 8 else None)
    return BadMove("R0621", f"there is no option `{shown}`", None, help)


def arguments(option: Choosable, written: Written) -> tuple[Plain, ...]:
    """The values of the parameters in their order."""
    names = [name for name, _ in option.parameters]
    expected = f"`{option.name}` has " + (f"the parameters {', '.join(names)}" if names else "no parameters")
    if len(written.in_order) > len(names):
        raise BadMove("R0622", f"{len(written.in_order)} values, but {expected}")
    given: dict[str, Any] = dict(zip(names, written.in_order, strict=False))
    for name, value in written.by_name:
        if name not in names:
            raise BadMove(
                "R0622", f"`{shorten(name)}` is not a parameter: {expected}", None, did_you_mean(shorten(name), names)
            )
        if name in given:
            raise BadMove("R0622", f"`{name}` has two values")
        given[name] = value
    missing = [name for name in names if name not in given]
    if missing:
        raise BadMove("R0622", f"no value for {', '.join(f'`{name}`' for name in missing)}: {expected}")
    return tuple(argument(option, name, given[name]) for name in names)


def argument(option: Choosable, name: str, value: Any) -> Plain:
    """One value held against its parameter's type."""
    type_ = next((t for n, t in option.parameters if n == name), None)
    if type_ is None:
        names = [n for n, _ in option.parameters]
        raise BadMove(
            "R0622",
            f"`{shorten(name)}` is not a parameter of `{option.name}`",
            None,
            did_you_mean(shorten(name), names),
        )
    try:
        return plain(type_, value)
    except Misfit as error:
        raise BadMove("R0623", f"{name}: {error}", None, error.help) from None
    except (TypeError, ValueError, RecursionError):
        raise BadMove("R0623", f"{name}: {describe(value)} is not a value") from None


def named(sheet: Sheet, option: Choosable, args: Sequence[Plain], labeller: Labeller | None = None) -> Move:
    """The move with its names."""
    values: list[tuple[str, Public]] = [(n, public(t, v)) for (n, t), v in zip(option.parameters, args, strict=True)]
    return Move(option.name, Args(tuple(values)), labeller)
