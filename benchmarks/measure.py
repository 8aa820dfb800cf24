"""Measures contenders side by side: short rounds by turns, CPU time, the median round.

Reads contenders, each a function that plays a given number of games. Returns playouts per CPU second. Machines drift
(other work, clock speed), so that only figures of one run compare: every round lets each contender play once, in an
order that rotates, and a contender that is slow for a moment loses one round, not its median.
"""

import gc
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import process_time

Play = Callable[[int], object]  # plays that many games, from the beginning to the end

ROUNDS = 7
SHORTEST_TRIAL = 0.01  # CPU seconds: below this the clock's grain shows


def seconds_of(play: Play, games: int) -> float:
    """CPU seconds of so many games, without the garbage of whoever played before."""
    gc.collect()
    gc.disable()
    try:
        start = process_time()
        play(games)
        return process_time() - start
    finally:
        gc.enable()


def games_per_round(play: Play, seconds: float) -> int:
    """How many games fill a round of so many CPU seconds."""
    games = 1
    while (taken := seconds_of(play, games)) < min(SHORTEST_TRIAL, seconds):
        games *= 2
    return max(1, round(games * seconds / taken))


def measure(contenders: Mapping[str, Play], seconds: float, rounds: int = ROUNDS) -> dict[str, float]:
    """Playouts per CPU second of each contender; `seconds` is what each may spend in all its rounds."""
    names: Sequence[str] = list(contenders)
    games = {name: games_per_round(play, seconds / rounds) for name, play in contenders.items()}
    rates: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(rounds):
        first = turn % len(names) if names else 0
        for name in (*names[first:], *names[:first]):
            rates[name].append(games[name] / seconds_of(contenders[name], games[name]))
    return {name: median(found) for name, found in rates.items()}
