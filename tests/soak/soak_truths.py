"""Counts that take their time: connect four eight moves deep, breakthrough five, in compiled games and in twins."""

from pathlib import Path

import pytest

import rulespec
from benchmarks.counting import Copying, Counted, perft
from benchmarks.twins import FUNCTIONAL, MUTABLE

GAMES = Path(__file__).resolve().parent.parent.parent / "games"


@pytest.mark.parametrize("kind", ["compiled", "functional", "mutable"])
def test_connect_four_eight_moves_deep(kind: str) -> None:
    """The first depth that meets a win with moves left."""
    assert count("connect_four", kind, 8) == 5_673_234


def test_breakthrough_five_moves_deep() -> None:
    """No published number: three programs must agree."""
    counts = {count("breakthrough", kind, 5) for kind in ("compiled", "functional", "mutable")}
    assert len(counts) == 1


def count(name: str, kind: str, depth: int) -> int:
    if kind == "compiled":
        core = rulespec.load(GAMES / name).core
        return perft(core, core.new(), depth)
    if kind == "functional":
        return perft(FUNCTIONAL[name], FUNCTIONAL[name].new(), depth)
    copying: Counted = Copying(MUTABLE[name])
    return perft(copying, MUTABLE[name].new(), depth)
