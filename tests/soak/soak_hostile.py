"""Thousands of damaged texts: none gets a traceback, none hangs, each that is accepted plays."""

from pathlib import Path

import pytest

from tests.test_cli_hostile import refused_of

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("seed", range(1_000, 1_060))
def test_damaged_texts(seed: int) -> None:
    assert refused_of(seed, sorted(ROOT.glob("games/**/*.rules")), 50)
