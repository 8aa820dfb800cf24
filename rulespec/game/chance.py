"""Chance from a seed: SplitMix64 over the seed and the number of the draw, so that every backend draws alike.

Reads nothing. A draw is a function of (seed, number of the draw) alone: there is no generator to carry about, and
anybody can write it again in another language from the few lines below.
"""

from collections.abc import Sequence

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def split_mix(seed: int, draw: int) -> int:
    """The 64-bit number of a draw; draws count from 0.

    >>> split_mix(0, 0) == 0xE220A8397B1DCDAF
    True
    """
    z = (seed + (draw + 1) * _GOLDEN) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def pick(seed: int, draw: int, weights: Sequence[int]) -> int:
    """Which outcome a draw has: the number of 0..total-1 that the high bits give, counted off along the weights."""
    left = (split_mix(seed, draw) * sum(weights)) >> 64
    for number, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return number
    raise ValueError("a draw needs a positive weight")


def random_of(seed: int, stream: int = 0) -> "Random":
    """A source of numbers for bots and simulations, independent for each stream."""
    return Random(split_mix(seed & _MASK, stream))


class Random:
    """`random()` in [0, 1) from the same generator, for `core.playout`."""

    def __init__(self, seed: int) -> None:
        self._seed, self._drawn = seed, 0

    def random(self) -> float:
        self._drawn += 1
        return float(split_mix(self._seed, self._drawn) >> 11) / float(1 << 53)

    def below(self, limit: int) -> int:
        self._drawn += 1
        return (split_mix(self._seed, self._drawn) * limit) >> 64
