"""Do two readings of the rules ever differ? The smallest position found in which they do, replayed.

Reads a loaded game; plays it under both readings side by side (`rulespec.game.difference`), nearest positions first,
then at random. A course met at random is made shorter for as long as the readings still part at its end; before a
difference is told, its moves are played again from the start under both.
"""

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from rulespec.diagnostics import RulespecError
from rulespec.game.difference import Difference, difference, parted_at
from rulespec.game.facade import Game
from rulespec.game.session import Session

Reload = Callable[[dict[str, str]], Game]
"""Loads the same game with some readings changed."""


@attrs.frozen
class Compared:
    """Two readings of one ruling. `size`: pieces and markers that are not as at the start, at the position where the
    readings part; None if none was found. `log` replays to it."""

    ruling: str
    readings: tuple[str, str]
    found: Difference
    size: int | None
    log: str

    @property
    def verdict(self) -> str:
        if self.found.what:
            return "differ"
        return "never differ" if self.found.complete else "no difference found"

    def to_json(self) -> dict[str, Any]:
        return {
            "ruling": self.ruling,
            "readings": list(self.readings),
            "verdict": self.verdict,
            "what": self.found.what,
            "moves": list(self.found.moves),
            "shortest": self.found.shortest,
            "size": self.size,
            "positions": self.found.positions,
            "log": self.log,
        }

    def lines(self) -> Iterator[str]:
        one, two = self.readings
        yield f"{self.ruling} {one} / {two}: {self.verdict} ({self.found.positions} positions)"
        if not self.found.what:
            return
        known = "no shorter course does" if self.found.shortest else "none of its moves can be left out"
        yield f"  after {len(self.found.moves)} moves ({known}; {self.size} pieces and markers away from the setup):"
        yield from (f"    {i}. {move}" for i, move in enumerate(self.found.moves, 1))
        yield f"  {self.found.what}"


def compare(
    reload: Reload, rulings: list[str], *, most: int = 2_000, progress: Callable[[str, int], None] | None = None
) -> Iterator[Compared]:
    """Every pair of readings of each ruling, the other rulings as they are."""
    game = reload({})
    for name in rulings:
        if name not in game.rulings:
            raise RulespecError("R0608", f"there is no ruling `{name[:60]}`", None, "see `rulespec rulings GAME`")
    for name in rulings:
        letters = [reading.letter for reading in game.rulings[name].readings]
        games = {letter: reload({name: letter}) for letter in letters}
        for i, one in enumerate(letters):
            for two in letters[i + 1 :]:
                told = None if progress is None else _telling(progress, f"{name} {one}/{two}")
                found = difference(games[one], games[two], most, told)
                yield _compared(name, games[one], games[two], (one, two), found)


def _telling(progress: Callable[[str, int], None], what: str) -> Callable[[int], None]:
    return lambda positions: progress(what, positions)


def _compared(ruling: str, a: Game, b: Game, readings: tuple[str, str], found: Difference) -> Compared:
    if not found.what:
        return Compared(ruling, readings, found, None, "")
    if not found.shortest:
        found = _shortened(a, b, found)
    session = _played(a, found.moves)
    assert session is not None
    return Compared(ruling, readings, found, _away(a, session), session.log)


def _shortened(a: Game, b: Game, found: Difference) -> Difference:
    """Leave out moves, several at a time first, as long as the readings part after what is left."""
    moves, what = list(found.moves), found.what
    width = max(1, len(moves) // 2)
    while True:
        i, shorter = 0, False
        while i < len(moves):
            rest = moves[:i] + moves[i + width :]
            parted = _parts(a, b, rest)
            if parted is None:
                i += width
            else:
                moves, what, shorter = parted[0], parted[1], True
        if width == 1 and not shorter:
            return attrs.evolve(found, moves=tuple(moves), what=what)
        width = max(1, width // 2)


def _parts(a: Game, b: Game, moves: list[str]) -> tuple[list[str], str] | None:
    """How far the moves go before the readings part, and how; None if they do not."""
    values = a.core.to_values(a.core.new())
    for i, move in enumerate([*moves, None]):
        found = parted_at(a, b, values)
        if isinstance(found, str):
            return moves[:i], found
        after = dict(found).get(move) if move is not None else None
        if after is None:
            return None
        values = after
    return None


def _played(game: Game, moves: tuple[str, ...]) -> Session | None:
    session = Session(game, tell=False)
    for move in moves:
        session.play(move)
    return session


def _away(game: Game, session: Session) -> int:
    """How many pieces and markers are not as at the start."""
    start, now = (game.core.to_values(position) for position in (game.core.new(), session.state.position))
    away = moved = 0
    for slot in game.automaton.slots:
        for i in range(slot.offset, slot.offset + slot.size):
            if slot.role == "place":
                moved += abs(start[i] - now[i])
            elif slot.frame is None and slot.role in ("marker", "location", "account"):
                away += start[i] != now[i]
    return away + moved // 2
