"""The chi-square deviates on fair samples are about normal, also where most categories are rare and pooled."""

from collections import Counter
from collections.abc import Hashable
from math import inf
from random import Random
from statistics import mean, pstdev

import pytest

from tests.chi_square import excess, excess_of_two

SAMPLE, REPEATS = 2_000, 100


@pytest.mark.parametrize("categories", [10, 200, 1_000])
def test_fair_samples_deviate_like_chance(categories: int) -> None:
    random = Random(3)

    def sample() -> Counter[Hashable]:
        return Counter(random.choices(range(categories), k=SAMPLE))

    known: dict[Hashable, float] = dict.fromkeys(range(categories), 1 / categories)
    for deviates in (
        [excess(sample(), known) for _ in range(REPEATS)],
        [excess_of_two(sample(), sample()) for _ in range(REPEATS)],
    ):
        assert abs(mean(deviates)) < 0.4
        assert 0.7 < pstdev(deviates) < 1.3


def test_what_is_impossible_deviates_without_bound() -> None:
    assert excess(Counter({"heads": 9, "edge": 1}), {"heads": 0.5, "tails": 0.5}) == inf
