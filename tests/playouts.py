"""How far `playout` of a core is from uniform choice among `legal`, with outcomes of chance drawn by weight.

Reads a core. Returns normal deviates, which stay below `ALLOWED` if all is well. Three looks, because each is blind
somewhere: all ends of a small game and all ends of late positions against exact probabilities, computed from `legal`,
`weights` and `step`; and of long games every bit of the final state, against games played by lists.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator
from itertools import islice
from math import sqrt
from random import Random
from typing import Any

from benchmarks.playing import CHANCE, Core, chosen
from tests.chi_square import excess, excess_of_two

ALLOWED = 5.0  # the worst of some hundred deviates; seeds are fixed, so that a test that passes once passes always
MOST_POSITIONS = 1_000  # of a late position's future, to compute its ends exactly


# --- exact -----------------------------------------------------------------------------------------------------------


def exact_ends(core: Core, start: Any, most: int | None = None) -> dict[Hashable, float] | None:
    """The probability of every final state; None if more than `most` positions lie on the way."""
    ends: defaultdict[Hashable, float] = defaultdict(float)
    layer: dict[Any, float] = {start: 1.0}
    seen = 0
    while layer:
        seen += len(layer)
        if most is not None and seen > most:
            return None
        following: defaultdict[Any, float] = defaultdict(float)
        for state, chance in layer.items():
            if core.owner(state) is None:
                ends[state] += chance
            for move, share in shares(core, state):
                following[core.step(state, move)] += chance * share
        layer = following
    return dict(ends)


def shares(core: Core, state: Any) -> list[tuple[Any, float]]:
    """The moves from a state with their probabilities; none at the end."""
    owner = core.owner(state)
    if owner is None:
        return []
    moves = core.legal(state)
    weights = core.weights(state) if owner == CHANCE else [1] * len(moves)
    return [(move, weight / sum(weights)) for move, weight in zip(moves, weights, strict=True)]


def deviate_of_small(core: Core, games: int) -> float:
    """All ends of a game that is small enough to know them all."""
    expected = exact_ends(core, core.new())
    assert expected is not None
    random = Random(11).random
    return excess(Counter(core.playout(core.new(), random) for _ in range(games)), expected)


def late_positions(core: Core) -> Iterator[tuple[Any, dict[Hashable, float]]]:
    """From random games the earliest position whose ends can be computed, if it has several; no end of them."""
    random = Random(12).random
    while True:
        earliest: tuple[Any, dict[Hashable, float]] | None = None
        for state in reversed(listed(core, core.new(), random)[1]):
            ends = exact_ends(core, state, MOST_POSITIONS)
            if ends is None:
                break
            earliest = state, ends
        if earliest is not None and len(earliest[1]) > 1:
            yield earliest


def deviate_of_late(core: Core, positions: int, games: int) -> float:
    """All ends of late positions: the worst of them, or all together if that is worse."""
    random = Random(13).random
    deviates = [
        excess(Counter(core.playout(state, random) for _ in range(games)), expected)
        for state, expected in islice(late_positions(core), positions)
    ]
    return max(*deviates, sum(deviates) / sqrt(positions))


# --- by sample -------------------------------------------------------------------------------------------------------


def listed(core: Core, state: Any, random: Callable[[], float]) -> tuple[Any, list[Any]]:
    """A game by lists: its end, and the states on the way."""
    path = []
    while (owner := core.owner(state)) is not None:
        path.append(state)
        state = core.step(state, chosen(core, state, owner, random))
    return state, path


def deviate_of_large(core: Core, games: int) -> float:
    """The worst deviate of samples of both kinds: outcomes together with how full the board is, and every bit."""
    by_list, by_playout = Random(14).random, Random(15).random
    left = [listed(core, core.new(), by_list)[0] for _ in range(games)]
    right = [core.playout(core.new(), by_playout) for _ in range(games)]

    def fullness(states: list[Any]) -> Counter[Hashable]:
        return Counter((tuple(core.outcome(state)), sum(1 for _ in bits(state))) for state in states)

    return max(excess_of_two(fullness(left), fullness(right)), deviate_of_bits(left, right))


def deviate_of_bits(left: list[Any], right: list[Any]) -> float:
    """The worst bit: how differently often it is set in two equally large samples of states."""
    games = len(left)
    ones, others = (Counter(bit for state in states for bit in bits(state)) for states in (left, right))
    worst = 0.0
    for bit in ones.keys() | others.keys():
        often = (ones[bit] + others[bit]) / (2 * games)
        if 0 < often < 1:
            worst = max(worst, abs(ones[bit] - others[bit]) / sqrt(2 * games * often * (1 - often)))
    return worst


def bits(state: Any) -> Iterator[tuple[int, int]]:
    """The set bits of a state's numbers: (which number, which bit), however the state is laid out."""
    for place, number in enumerate(numbers(state)):
        yield from ((place, bit) for bit in range(number.bit_length()) if abs(number) >> bit & 1)


def numbers(state: Any) -> Iterator[int]:
    """The integers of a core state, nested tuples opened; nothing (None) is no number."""
    if isinstance(state, int):
        yield int(state)
    elif state is not None:
        for part in state:
            yield from numbers(part)
