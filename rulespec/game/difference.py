"""Where two games of one text part: the same rules under two readings, followed side by side from the start.

Reads two games; returns the shortest course of play after which they differ, or one met in random play where the
shortest is too far from the start, or how far none was found.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

import attrs

from rulespec.diagnostics import RulespecError
from rulespec.game.chance import random_of
from rulespec.game.facade import Game
from rulespec.game.state import State
from rulespec.game.values import to_text
from rulespec.game.view import Outcome

MOST = 50_000
"""How many positions are looked at, unless told otherwise."""


@attrs.frozen
class Difference:
    """`moves` lead from the start to the position; `what` says what is different there. Both empty: none was found.

    `complete` is true if every position was looked at, `positions` how many were; `shortest` is false for a course that
    was met in random play.
    """

    moves: tuple[str, ...]
    what: str
    positions: int
    complete: bool
    shortest: bool = True

    def to_json(self) -> dict[str, Any]:
        return attrs.asdict(self)


def difference(a: Game, b: Game, most: int = MOST, progress: Callable[[int], None] | None = None) -> Difference:
    """Breadth first, so that what is found is as short as can be; after half of the positions, at random."""
    if a.name != b.name or a.players != b.players or a.sheet.size != b.sheet.size:
        raise RulespecError("R0644", "only games of one text with the same players can be compared")
    start = a.core.to_values(a.core.new())
    other = b.core.to_values(b.core.new())
    if start != other:
        return Difference((), f"the start: {_apart(a, start, other)}", 1, False)
    seen: dict[Any, tuple[Any, str]] = {start: (None, "")}
    waiting = deque([start])
    looked_at = 0
    while waiting:
        if looked_at >= -(-most // 2):
            return _at_random(a, b, looked_at, most, progress)
        values = waiting.popleft()
        looked_at += 1
        if progress is not None and looked_at % 500 == 0:
            progress(looked_at)
        found = parted_at(a, b, values)
        if isinstance(found, str):
            return Difference(_path(seen, values), found, looked_at, False)
        for move, after in found:
            if after not in seen:
                seen[after] = (values, move)
                waiting.append(after)
    return Difference((), "", looked_at, True)


def _at_random(a: Game, b: Game, looked_at: int, most: int, progress: Callable[[int], None] | None) -> Difference:
    """Random games until the positions are used up; of those in which the readings part, the one that does so first."""
    best: Difference | None = None
    number = 0
    while looked_at < most:
        random, number = random_of(0, number), number + 1
        values = a.core.to_values(a.core.new())
        moves: list[str] = []
        while looked_at < most and (best is None or len(moves) < len(best.moves)):
            looked_at += 1
            if progress is not None and looked_at % 500 == 0:
                progress(looked_at)
            found = parted_at(a, b, values)
            if isinstance(found, str):
                best = Difference(tuple(moves), found, looked_at, False, shortest=False)
                break
            if not found:
                break
            move, values = found[random.below(len(found))]
            moves.append(move)
        else:
            if best is not None and not best.moves:
                break
    return attrs.evolve(best, positions=looked_at) if best is not None else Difference((), "", looked_at, False)


def parted_at(a: Game, b: Game, values: tuple[int, ...]) -> str | list[tuple[str, tuple[int, ...]]]:
    """What is different at a position, or else what can be played there and where it leads."""
    one, two = State(a, a.core.from_values(values)), State(b, b.core.from_values(values))
    if one.owner != two.owner:
        return f"{one.owner} decides, or {two.owner}"
    if one.is_over:
        ours, theirs = a.outcome(one), b.outcome(two)
        return [] if ours == theirs else f"the game is over: {_result(ours)}, or {_result(theirs)}"
    moves, others = [str(m) for m in a.legal(one)], [str(m) for m in b.legal(two)]
    if moves != others:
        only_one = [m for m in moves if m not in others]
        only_two = [m for m in others if m not in moves]
        parts = [f"only the {n} allows {_some(ms)}" for n, ms in (("first", only_one), ("second", only_two)) if ms]
        return f"{one.owner} decides: {'; '.join(parts) or 'the moves stand in another order'}"
    if one.owner == "chance" and list(a.core.weights(one.position)) != list(b.core.weights(two.position)):
        return "chance is weighted differently"
    found = []
    for move, coded, theirs_coded in zip(moves, a.core.legal(one.position), b.core.legal(two.position), strict=True):
        after = a.core.to_values(a.core.step(one.position, coded))
        other = b.core.to_values(b.core.step(two.position, theirs_coded))
        if after != other:
            return f"{one.owner} plays {move}: {_apart(a, after, other)}"
        found.append((move, after))
    return found


def _apart(game: Game, one: tuple[int, ...], two: tuple[int, ...]) -> str:
    """The first things in which two positions differ, by their names."""
    ours, theirs = (game.dump(State(game, game.core.from_values(v))) for v in (one, two))
    found = _unequal(ours["state"], theirs["state"], "")
    found = found or _unequal(_remembered(ours["control"]), _remembered(theirs["control"]), "")
    return ", ".join(found[:3]) or "what the rules remember"


def _remembered(control: dict[str, Any]) -> dict[str, Any]:
    """The control of a dump by rule instead of in order."""
    return {"decision": control["decision"]} | {frame["rule"]: frame["values"] for frame in control["frames"]}


def _unequal(one: Any, two: Any, name: str) -> list[str]:
    if isinstance(one, dict) and isinstance(two, dict):
        names = dict.fromkeys([*one, *two])
        return [line for key in names for line in _unequal(one.get(key), two.get(key), f"{name}.{key}".lstrip("."))]
    return [] if one == two else [f"{name} is {_said(one)}, or {_said(two)}"]


def _said(value: Any) -> str:
    if isinstance(value, list):
        return to_text(tuple(map(str, value)))
    return str(value) if isinstance(value, dict) else to_text(value)


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return "goes on"
    points = ", ".join(f"{player} {items['total']}" for player, items in (outcome.points or {}).items())
    return f"won by {', '.join(outcome.winners) or 'nobody'}" + (f" ({points})" if points else "")


def _some(moves: list[str]) -> str:
    return ", ".join(moves[:3]) + (f" and {len(moves) - 3} more" if len(moves) > 3 else "")


def _path(seen: dict[Any, tuple[Any, str]], values: Any) -> tuple[str, ...]:
    moves: list[str] = []
    while seen[values][0] is not None:
        values, move = seen[values]
        moves.append(move)
    return tuple(reversed(moves))
