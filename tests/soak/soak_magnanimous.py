"""Random games of Magnanimous by the thousand: every table, every profile; they end, and the invariants hold.

`python -m tests.soak.soak_magnanimous [GAMES]` prints the statistics of each table; GAMES are played in all (100,000).
"""

import sys

import pytest

import rulespec
from rulespec.game.files import find
from rulespec.game.simulate import Statistics, simulate

GAMES = 100_000
PROFILES = ("default", "pt", "en")
CHECKED = 20
"""Of how many games the invariants are tested after every step: it takes a hundred times as long."""
TABLES = [
    (players, profile, content)
    for players in (2, 3, 4)
    for profile in PROFILES
    for content in find("magnanimous").packs
]  # fmt: skip


def soak(players: int, profile: str, content: str, games: int) -> Statistics:
    game = rulespec.load("magnanimous", players=players, profile=profile, content=content)
    checked = simulate(game, min(games, CHECKED), seed=1, check_invariants=True)
    assert checked.broken == {}, sorted(checked.broken)
    found = simulate(game, games, seed=2)
    found.add(checked)
    assert found.unfinished == 0
    return found


@pytest.mark.parametrize(("players", "profile", "content"), TABLES)
def test_games_end_and_invariants_hold(players: int, profile: str, content: str) -> None:
    soak(players, profile, content, GAMES // len(TABLES))


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for table in TABLES:
        print(*table, soak(*table, wanted // len(TABLES)).to_json(), flush=True)
