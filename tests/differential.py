"""Plays a game in the reference interpreter and in every other engine at once, and says where they differ.

Reads typed rules and a seed; raises `Difference` with the game, the moves so far and both answers. It also holds flat
states to what the layout promises: equal positions are equal states, and what belongs to a rule that is not running
is at its default.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import attrs

from rulespec.automaton.nodes import Automaton, Slot
from rulespec.diagnostics import RulespecError
from rulespec.interp.events import Event
from rulespec.interp.frames import Position, Running, Settling
from rulespec.interp.machine import Interpreter
from rulespec.interp.store import row_major
from rulespec.lower import lower
from rulespec.rules.game import Family, Game
from tests.engines import Cells, Choice, Engine, Walked, compiled, engines, walked
from tests.generate_expressions import random_value
from tests.generate_rules import generate
from tests.show_rules import show
from tests.shrink_rules import shrink

STEPS = 40
"""Decisions after which a playthrough is broken off."""


class Difference(AssertionError):
    """An engine does something else than the interpreter."""


@attrs.define
class Tally:
    """What was compared, so that a test can see that it compared something."""

    positions: int = 0
    finished: int = 0
    stuck: int = 0
    stores: int = 0
    errors: list[str] = attrs.field(factory=list)


Makers = Callable[[Automaton, Mapping[str, str]], list[Engine]]


def compare(game: Game, seed: int, *, games: int = 2, stores: int = 1, make: Makers = engines) -> Tally:
    """Random playthroughs under random rulings, with random cells at each position; an error names the seed."""
    try:
        return _compare(game, seed, games, stores, make)
    except Exception as error:
        error.add_note(f"{game.name}, seed {seed}: python -m tests.differential {seed}")
        raise


def _compare(game: Game, seed: int, games: int, stores: int, make: Makers) -> Tally:
    rng, tally, automaton = Random(seed), Tally(), lower(game)
    made: dict[str, list[Engine]] = {}
    for _ in range(games):
        rulings = {name: rng.choice(r.readings).letter for name, r in game.rulings.items()}
        if str(rulings) not in made:
            made[str(rulings)] = make(automaton, rulings)
        Playthrough(game, rulings, rng, tally, automaton, made[str(rulings)]).play(stores)
    return tally


class Playthrough:
    """One interpreter and the other engines of one game, under one set of rulings."""

    def __init__(
        self,
        game: Game,
        rulings: Mapping[str, str],
        rng: Random,
        tally: Tally,
        automaton: Automaton,
        engines: Sequence[Engine],
    ) -> None:
        self.game, self.rulings, self.rng, self.tally = game, rulings, rng, tally
        self.automaton, self.engines = automaton, engines
        self.interp = Interpreter(game, rulings)
        self.slots: dict[str, Slot] = {s.name: s for s in automaton.slots}
        self.moves: list[Choice] = []
        self.seen: dict[Position, tuple[int, ...]] = {}

    def play(self, stores: int) -> None:
        try:
            position = self.interp.new()
        except RulespecError as error:
            self.tally.errors.append(error.code)
            return
        states = [e.new() for e in self.engines]
        for _ in range(STEPS):
            legal = self.check(position, states)
            for _ in range(stores):
                self.elsewhere(position)
            if not legal:
                self.tally.finished += self.interp.owner(position) is None
                self.tally.stuck += self.interp.owner(position) is not None
                return
            choice = self.rng.choice(legal)
            after = self.step(position, choice)
            if after is None:
                return
            self.moves.append(choice)
            self.same_effects(position, states, choice)
            position, states = after, [e.step(s, choice) for e, s in zip(self.engines, states, strict=True)]

    def step(self, position: Position, choice: Choice) -> Position | None:
        """The interpreter's next position; None where the rules ask for something that is not defined."""
        try:
            return self.interp.step(position, choice)[0]
        except RulespecError as error:
            self.tally.errors.append(error.code)
            return None

    def elsewhere(self, position: Position) -> None:
        """The same control with other cells: what it finds, and one step from there."""
        cells = random_cells(self.game, self.interp.cells(position), self.rng)
        there = self.interp.with_cells(position, cells)
        flat = self.replaced(self.state_of(position), cells)
        states = [e.from_flat(flat) for e in self.engines]
        self.tally.stores += 1
        self.moves.append(("with cells", tuple(sorted(cells.items()))))
        for engine, state in zip(self.engines, states, strict=True):
            self.same(engine, "cells put in and taken out", flat, engine.flat(state))
        try:
            legal = self.interp.legal(there)
        except RulespecError as error:
            self.tally.errors.append(error.code)
        else:
            self.check(there, states, reached=False)
            after = self.step(there, choice := self.rng.choice(legal)) if legal else None
            if after is not None:
                states = [e.step(s, choice) for e, s in zip(self.engines, states, strict=True)]
                self.moves.append(choice)
                self.check(after, states, reached=False)
                self.moves.pop()
        self.moves.pop()

    def state_of(self, position: Position) -> tuple[int, ...]:
        return self.seen[position]

    def replaced(self, flat: tuple[int, ...], cells: Cells) -> tuple[int, ...]:
        values = list(flat)
        for name, row in cells.items():
            offset = self.slots[name].offset
            values[offset : offset + len(row)] = row
        return tuple(values)

    # --- what must be equal -----------------------------------------------------------------------------------------

    def check(self, position: Position, states: Sequence[Any], reached: bool = True) -> list[Choice]:
        """Every engine says what the interpreter says here; returns the legal choices."""
        interp = self.interp
        try:
            owner, legal, weights = interp.owner(position), list(interp.legal(position)), interp.weights(position)
            outcome, cells = interp.outcome(position), interp.cells(position)
        except RulespecError as error:
            self.tally.errors.append(error.code)
            return []
        self.tally.positions += 1
        for engine, state in zip(self.engines, states, strict=True):
            self.same(engine, "owner", owner, engine.owner(state))
            self.same(engine, "legal", legal, list(engine.legal(state)))
            self.same(engine, "weights", weights, list(engine.weights(state)))
            self.same(engine, "outcome", outcome, engine.outcome(state))
            flat = engine.flat(state)
            for name, row in cells.items():
                slot = self.slots[name]
                self.same(engine, name, row, flat[slot.offset : slot.offset + slot.size])
            self.same(engine, "ending", self.ending(position), flat[self.slots[self.automaton.ending].offset])
            self.no_leftovers(engine, position, flat)
            if reached:
                self.same(engine, "equal positions", self.seen.setdefault(position, flat), flat)
        return legal

    def same_effects(self, position: Position, states: Sequence[Any], choice: Choice) -> None:
        """The same cells are written with the same values, in the same order."""
        expected = [done for event in self.interp.step(position, choice)[1] for done in self.effect(event)]
        for engine, state in zip(self.engines, states, strict=True):
            if isinstance(engine, Walked):
                self.same(engine, "effects", expected, engine.effects(state, choice))

    def effect(self, event: Event) -> Iterator[tuple[object, ...]]:
        """An event of the interpreter as the automaton logs it."""
        values: dict[str, Any] = dict(event.values)
        match event.kind:
            case "set":
                yield "set", values["family"], self.at(values["family"], values["keys"]), values["value"]
            case "move" if "card" in values:
                # Cards of several kinds are parts of one root here, so that the card tells its kind.
                (location,) = (
                    c.location
                    for c in self.game.cards.values()
                    if values["card"] in self.game.families[c.location].keys[0].values
                )
                yield "set", location, self.at(location, (values["card"],)), values["place"]
            case "move":
                yield "move", values["piece"], values["amount"], values["source"], values["target"]
            case "owe":
                family = self.game.accounts[values["account"]].family
                yield "set", family, self.at(family, (values["key"],)), values["now"]
            case _:
                return

    def at(self, family: str, keys: Sequence[int]) -> int:
        return row_major(family, self.game.families[family].keys, keys)

    def ending(self, position: Position) -> int:
        return next((e.number for e in self.automaton.endings if e.name == position.ending), 0)

    def no_leftovers(self, engine: Engine, position: Position, flat: tuple[int, ...]) -> None:
        """What belongs to a rule that is not running is at its default."""
        running = {f.rule for f in position.stack if isinstance(f, Running)}
        running |= {f"settle {f.account}" for f in position.stack if isinstance(f, Settling)}
        for slot in self.slots.values():
            if slot.frame is not None and slot.frame not in running:
                row = flat[slot.offset : slot.offset + slot.size]
                self.same(engine, f"dead {slot.name}", (slot.default,) * slot.size, row)

    def same(self, engine: Engine, what: str, expected: object, found: object) -> None:
        if expected != found:
            moves = " ".join(f"{name}{arguments}" for name, arguments in self.moves)
            raise Difference(
                f"{self.game.name} {dict(self.rulings)} after [{moves}]: {what} is {expected} in the interpreter,"
                f" but {found} in the {engine.name}"
            )


# --- other cells ------------------------------------------------------------------------------------------------------


def random_cells(game: Game, present: Cells, rng: Random) -> dict[str, tuple[int, ...]]:
    """Values of their types for all markers and locations; pieces are dealt out anew; what is owed stays."""
    cells: dict[str, tuple[int, ...]] = {}
    for family in game.families.values():
        if family.rule is None and family.role in ("marker", "known"):
            cells[family.name] = tuple(random_value(rng, family.type) for _ in present[family.name])
    for cards in game.cards.values():
        location = game.families[cards.location]
        cells[location.name] = tuple(random_value(rng, location.type) for _ in present[location.name])
    for piece in game.pieces.values():
        cells.update(_dealt([game.families[p.name] for p in piece.places], present, rng))
    return cells


def _dealt(places: Sequence[Family], present: Cells, rng: Random) -> dict[str, tuple[int, ...]]:
    """As many pieces as there are, in other cells."""
    rows = {f.name: [0] * len(present[f.name]) for f in places}
    spots = [(name, i) for name, row in rows.items() for i in range(len(row))]
    for _ in range(sum(sum(present[name]) for name in rows)):
        name, i = rng.choice(spots)
        rows[name][i] += 1
    return {name: tuple(row) for name, row in rows.items()}


# --- by hand ----------------------------------------------------------------------------------------------------------


def found_in(game: Game, seed: int, make: Makers = engines) -> str:
    """What an engine does wrong with this game ("" if nothing): the kind of difference, or of exception."""
    try:
        compare(game, seed, make=make)
    except Difference as difference:
        return str(difference)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def reduced(game: Game, seed: int, make: Makers = engines) -> tuple[Game, str]:
    """The game made small, as long as something of the same kind goes wrong; and what goes wrong then."""
    first = found_in(game, seed, make)

    def fails(smaller: Game) -> bool:
        Interpreter(smaller).new()
        return _sort_of(found_in(smaller, seed, make)) == _sort_of(first) != ""

    small = shrink(game, fails)
    return small, found_in(small, seed, make)


def _sort_of(message: str) -> str:
    """Differences are one sort, and each exception with the beginning of its text another."""
    return "difference" if " in the interpreter, but " in message else message[:40]


if __name__ == "__main__":
    # python -m tests.differential SEED [SIZE] [walked | compiled]
    numbers = [int(a) for a in sys.argv[1:] if a.isdigit()]
    chosen = walked if "walked" in sys.argv else compiled if "compiled" in sys.argv else engines
    small_game, what = reduced(generate(*numbers), numbers[0], chosen)
    print(show(small_game), what or "no difference", sep="\n\n")
