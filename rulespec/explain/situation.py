"""Where a question is asked: the pending decision and everything its clauses may speak of.

Reads an interpreter's position, or cells and variables that a caller brings. Returns a `Situation`; with a viewer, the
cells that the viewer does not see raise `Hidden` when they are read, so that no explanation can tell them.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import SupportsIndex, overload

import attrs

from rulespec.interp.evaluate import Scope
from rulespec.interp.frames import Position
from rulespec.interp.machine import Interpreter
from rulespec.interp.static import decisions_of
from rulespec.interp.store import Store, Value, row_major
from rulespec.rules.game import Family, Game, Place, Visibility
from rulespec.rules.statements import Decide, Draw
from rulespec.rules.types import domain


@attrs.frozen(eq=False)
class Situation:
    """A position as a question sees it. `pending` is None at the end; `owner` is a member of the player kind."""

    game: Game
    pending: Decide | Draw | None
    owner: int | None
    scope: Scope


def situation_of(interpreter: Interpreter, position: Position) -> Situation:
    """The situation of a position of the interpreter."""
    pending = interpreter.waiting_for(position)
    owner = interpreter.owner(position)
    players = interpreter.game.kinds[interpreter.game.player_kind]
    member = players.values[owner] if owner is not None and owner >= 0 else None
    return Situation(interpreter.game, pending, member, interpreter.scope(position))


def situation_from(
    game: Game,
    rulings: Mapping[str, str],
    pending: Decide | Draw | None,
    owner: int | None,
    cells: Mapping[str, tuple[int, ...]],
    variables: Mapping[str, Value],
) -> Situation:
    """The situation that a caller knows by names: `cells` per family (what the running rules keep too), row-major,
    and the `variables` known at the decision; `owner` is a member of the player kind, None at a draw or at the end."""
    store = Store(tuple(cells.items()))
    scope = Scope(game, rulings, (store,), dict(variables), decisions_of(game))
    return Situation(game, pending, owner, scope)


# --- what a viewer does not see ---------------------------------------------------------------------------------------


class Hidden(Exception):
    """A cell was read that the viewer does not see."""

    def __init__(self, family: str, at: int) -> None:
        super().__init__(family, at)
        self.family, self.at = family, at


class Veiled(tuple[int, ...]):
    """A row of cells of which some are hidden: reading one of those raises `Hidden`."""

    family: str
    hidden: frozenset[int]

    @staticmethod
    def over(row: tuple[int, ...], family: str, hidden: frozenset[int]) -> "Veiled":
        veiled = Veiled(row)
        veiled.family, veiled.hidden = family, hidden
        return veiled

    @overload
    def __getitem__(self, at: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[int, ...]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> int | tuple[int, ...]:
        if isinstance(at, slice):
            raise Hidden(self.family, min(self.hidden))
        if at.__index__() in self.hidden:
            raise Hidden(self.family, at.__index__())
        return super().__getitem__(at)


@attrs.frozen(eq=False)
class Veil:
    """What one viewer does not see: per family the hidden cells, each with the values it might have."""

    hidden: Mapping[str, Mapping[int, tuple[int, ...]]]

    def over(self, scope: Scope, supposed: Mapping[tuple[str, int], int] | None = None) -> Scope:
        """The scope as the viewer has it; `supposed` cells are given a value."""
        supposed = supposed or {}
        return attrs.evolve(scope, stores=tuple(self._store(store, supposed) for store in scope.stores))

    def _store(self, store: Store, supposed: Mapping[tuple[str, int], int]) -> Store:
        rows: list[tuple[str, tuple[int, ...]]] = []
        for family, row in store.rows:
            hidden = self.hidden.get(family)
            if hidden:
                told = tuple(supposed.get((family, at), value) for at, value in enumerate(row))
                still = frozenset(at for at in hidden if (family, at) not in supposed)
                row = Veiled.over(told, family, still) if still else told
            rows.append((family, row))
        return Store(tuple(rows))


def veil_of(situation: Situation, viewer: int) -> Veil:
    """What the player `viewer` does not see in this situation."""
    game = situation.game
    hidden: dict[str, dict[int, tuple[int, ...]]] = {}
    known = {f.known_of: f for f in game.families.values() if f.known_of is not None}
    for store in situation.scope.stores:
        for name, row in store.rows:
            family = game.families[name]
            if family.role == "location":
                cells = _unseen_cards(situation, family, row, viewer, known.get(name))
            elif family.known_of is not None:
                cells = {at: (0, 1) for at, keys in enumerate(_keys(family)) if keys[-1] != viewer}
            else:
                cells = {
                    at: _possible(family)
                    for at, keys in enumerate(_keys(family))
                    if not _sees(family.visibility, keys, viewer)
                }
            if cells:
                hidden[name] = cells
    return Veil(hidden)


def _keys(family: Family) -> Iterator[tuple[int, ...]]:
    return product(*(kind.values for kind in family.keys))


def _possible(family: Family) -> tuple[int, ...]:
    return domain(family.type)


def _sees(visibility: Visibility, keys: tuple[int, ...], viewer: int) -> bool:
    match visibility.who:
        case "all" | "count":
            return True
        case "owner":
            return visibility.key < len(keys) and keys[visibility.key] == viewer
        case _:
            return False


def _unseen_cards(
    situation: Situation, family: Family, row: tuple[int, ...], viewer: int, known: Family | None
) -> dict[int, tuple[int, ...]]:
    """Cards whose place the viewer does not know; each may be wherever one of them is."""
    places = [p for cards in situation.game.cards.values() if cards.location == family.name for p in cards.places]
    unseen = []
    for at, card in enumerate(family.keys[0].values):
        if known is not None:
            told = situation.scope.row(known.name)[row_major(known.name, known.keys, (card, viewer))]
            if told:
                continue
        if not _sees_place(places, row[at], viewer):
            unseen.append(at)
    elsewhere = tuple(sorted({row[at] for at in unseen}))
    return dict.fromkeys(unseen, elsewhere)


def _sees_place(places: list[Place], number: int, viewer: int) -> bool:
    for place in places:
        combinations = list(product(*(kind.values for kind in place.keys)))
        if place.base <= number < place.base + len(combinations):
            # a place whose cards are only counted does not say which they are
            return place.visibility.who != "count" and _sees(
                place.visibility, combinations[number - place.base], viewer
            )
    return True
