"""Chi-square tests without a statistics library: how many standard deviations a sample lies beyond chance.

Reads counts per category. Returns the normal deviate of the statistic (Wilson and Hilferty's cube root): about 0 when
the samples agree, above 4 once in thirty thousand. Rare categories are pooled, so that every cell expects five.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from math import inf, sqrt

LEAST_EXPECTED = 5.0
ALLOWED = 4.0  # seeds are fixed: a test that passes once passes always


def deviate(statistic: float, freedom: int) -> float:
    """The chi-square statistic as a normal deviate."""
    if freedom == 0:
        return 0.0
    spread = 2 / (9 * freedom)
    return float((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)


def excess(observed: Counter[Hashable], chances: Mapping[Hashable, float]) -> float:
    """One sample against known probabilities; infinite where something impossible was observed."""
    if not observed.keys() <= chances.keys():
        return inf
    games = observed.total()
    cells = _pooled((games * chance, observed[category], games * chance) for category, chance in chances.items())
    return deviate(sum((count - expected) ** 2 / expected for count, expected in cells), len(cells) - 1)


def excess_of_two(left: Counter[Hashable], right: Counter[Hashable]) -> float:
    """Two samples against each other: do they come from one distribution?"""
    share = left.total() / (left.total() + right.total())
    smaller = min(share, 1 - share)
    both = left + right
    cells = _pooled((smaller * both[category], left[category], both[category]) for category in sorted(both, key=repr))
    # left is expected to hold its share of each category; with the right's cells that is one term over both
    return deviate(
        sum((count - share * total) ** 2 / (share * (1 - share) * total) for count, total in cells), len(cells) - 1
    )


def _pooled(cells: Iterable[tuple[float, float, float]]) -> list[tuple[float, float]]:
    """(expected, count, amount) per category -> (count, amount) per cell, small cells added up, largest first.

    Only the expectation may decide who is pooled with whom: ordering ties by their counts would look like a bias.
    """
    result: list[tuple[float, float]] = []
    rest = [0.0, 0.0, 0.0]
    for cell in sorted(cells, key=lambda cell: -cell[0]):
        rest = [kept + new for kept, new in zip(rest, cell, strict=True)]
        if rest[0] >= LEAST_EXPECTED:
            result.append((rest[1], rest[2]))
            rest = [0.0, 0.0, 0.0]
    if rest[0]:
        count, amount = result.pop() if result else (0.0, 0.0)
        result.append((count + rest[1], amount + rest[2]))
    return result
