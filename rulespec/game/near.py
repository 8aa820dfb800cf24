"""Moves that are almost legal: those of the pending decision that a single clause refuses.

Reads a game and a state; returns moves with the code of that clause.
"""

from collections.abc import Sequence
from itertools import islice, product
from math import prod

import attrs

from rulespec.game.facade import Game
from rulespec.game.move import Move
from rulespec.game.state import State
from rulespec.game.values import Plain
from rulespec.rules.types import MapOf, SetOf, Type, domain

MOST = 20_000
"""How many moves of an option are tried."""


@attrs.frozen
class Near:
    """`complete` is false if an option has more moves than were tried."""

    moves: tuple[tuple[Move, str], ...]
    complete: bool


def near(game: Game, state: State) -> Near:
    """In canonical order; nothing at a chance point or after the end."""
    if state.is_over or game.point(state.position).is_chance:
        return Near((), True)
    values = tuple(game.core.to_values(state.position))
    found: list[tuple[Move, str]] = []
    complete = True
    for option in game.point(state.position).options:
        types = [type_ for _, type_ in option.parameters]
        if prod(map(_size, types)) > MOST:
            complete = False
        if any(_size(type_) > MOST for type_ in types):
            continue
        for args in islice(product(*map(_values, types)), MOST):
            refused = game.narrator.refused(values, (option.name, args))
            if len(refused) == 1:
                found.append((game.named(option, args), refused[0]))
    return Near(tuple(found), complete)


def _size(type_: Type) -> int:
    """How many values a type has, without listing them."""
    match type_:
        case SetOf(kind=kind):
            return 1 << min(kind.size, 64)
        case MapOf(kind=kind, entry=entry):
            return prod([entry.high - entry.low + 1] * min(kind.size, 64))
        case _:
            return len(domain(type_))


def _values(type_: Type) -> Sequence[Plain]:
    match type_:
        case SetOf(kind=kind):
            return range(1 << kind.size)
        case MapOf(kind=kind, entry=entry):
            return list(product(range(entry.low, entry.high + 1), repeat=kind.size))
        case _:
            return domain(type_)
