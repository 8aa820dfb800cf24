"""Replays games of the hand-written Magnanimous as reference games; raises their first difference from the rules text."""

from functools import cache
from pathlib import Path

import rulespec
from benchmarks.twins.magnanimous.content import COLOURS
from benchmarks.twins.magnanimous.policies import POLICIES
from benchmarks.twins.magnanimous.record import as_text, recorded
from rulespec import Game
from tests.reference.replay import Replay


@cache
def game_of(players: int) -> Game:
    return rulespec.load("magnanimous", players=list(COLOURS[:players]), content="neutral", profile="default")


def replayed(folder: Path, players: int, policy: str, seed: int) -> int:
    """How many decisions of this game were compared, all of them."""
    file = folder / f"{players}p-{policy}-{seed}.jsonl"
    file.write_text(as_text(recorded(players, seed, policy, POLICIES[policy])), encoding="utf-8")
    return Replay(file, game_of(players)).run()
