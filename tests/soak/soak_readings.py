"""Plays random games of Magnanimous under every single reading, for every number of players.

`python -m tests.soak.soak_readings [GAMES]`: prints a line per reading and number of players; fails at the first game
without a legal move or without an end.
"""

import sys

from rulespec.game import files
from rulespec.language.check import check
from rulespec.lower import fold, lower
from rulespec.python import emit, load_source
from tests.test_readings import alternatives, played

GAMES = 200


def soak(games: int = GAMES) -> None:
    sources = files.find("magnanimous").sources
    for players in (2, 3, 4):
        rules, _ = check(sources, players=players)
        assert rules is not None
        lowered = lower(rules)
        defaults = {id: ruling.default for id, ruling in rules.rulings.items()}
        for id, letter in alternatives(rules):
            core = load_source(emit(fold(lowered, {**defaults, id: letter})), f"<{id} {letter}>")
            moves = [played(core, seed) for seed in range(games)]
            print(f"{players} players  {id} {letter}: {games} games of {min(moves)} to {max(moves)} moves", flush=True)


def test_soak() -> None:
    soak(10)


if __name__ == "__main__":
    soak(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
