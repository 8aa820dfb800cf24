"""Times `rulespec.load` in fresh processes: cold with an empty cache folder, warm with the one that cold has filled.

A child imports every module of the library first, so that the figure is what loading costs beyond imports; it counts
as loaded when its core can make a state. `python -m benchmarks.loading GAME` is the child and prints its seconds.
"""

import importlib
import os
import pkgutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

import attrs

RUNS = 3
LIMITS = (0.5, 0.05)  # cold, warm
MAGNANIMOUS_LIMITS = (5.0, 0.5)
ROOT = Path(__file__).resolve().parent.parent
NOT_THE_LIBRARY = ("rulespec.cli", "rulespec.__main__")


@attrs.frozen
class Loading:
    """Wall seconds to load a game whose texts have so many lines."""

    lines: int
    cold: float
    warm: float
    limits: tuple[float, float] = LIMITS


def child_seconds(game: Path, players: int | None, cache: Path) -> float:
    environment = os.environ | {"RULESPEC_CACHE": str(cache)}
    command = [sys.executable, "-m", "benchmarks.loading", str(game), *([str(players)] if players else [])]
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError((result.stderr.strip().splitlines() or ["the child failed"])[-1])
    return float(result.stdout)


def load_times(game: Path, players: int | None = None) -> Loading:
    """Medians over a few runs; raises RuntimeError when the game does not load. With players it is Magnanimous."""
    cold, warm = [], []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(child_seconds(game, players, Path(cache)))
            warm.append(child_seconds(game, players, Path(cache)))
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in game.rglob("*.rules"))
    return Loading(lines, median(cold), median(warm), MAGNANIMOUS_LIMITS if players else LIMITS)


def main(game: str, players: str = "") -> None:
    rulespec = importlib.import_module("rulespec")
    for module in pkgutil.walk_packages(rulespec.__path__, "rulespec."):
        if not module.name.startswith(NOT_THE_LIBRARY):
            importlib.import_module(module.name)
    start = perf_counter()
    settings = {"players": int(players), "content": "neutral"} if players else {}
    rulespec.load(game, **settings).core.new()
    print(perf_counter() - start)


if __name__ == "__main__":
    main(*sys.argv[1:])
