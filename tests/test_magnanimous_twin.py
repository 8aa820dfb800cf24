"""The hand-written Magnanimous of benchmarks/: no piece is lost, every choice has a move, its games reach rare corners.

That it is the game of the rules text is another test's business: its games are replayed as reference games.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from benchmarks.twins.magnanimous.__main__ import main
from benchmarks.twins.magnanimous.content import BANK, GOODS_TILES, PORTS, RIO, RIO_DOCKS, TROOP_LIMIT
from benchmarks.twins.magnanimous.flow import playout
from benchmarks.twins.magnanimous.game import Game
from benchmarks.twins.magnanimous.policies import POLICIES
from benchmarks.twins.magnanimous.record import as_text, recorded
from benchmarks.twins.magnanimous.replay import Difference, replay
from benchmarks.twins.magnanimous.survey import BRANCHES, Survey


def check_pieces(game: Game, decision: str) -> None:
    """The invariants of conservation and of the limits, by number."""
    in_hands = sum(len(hand) for hand in game.hands) + sum(len(held) for held in game.controlled)
    piles = len(game.deck) + len(game.discard) + len(game.removed) + len(game.events) + len(game.throne)
    under_vote = game.vote is not None and not any(game.vote[0] in held for held in game.controlled)
    if decision != "DEC-43":  # a tile is being shown
        assert in_hands + piles + under_vote == 56
        held = [tile for pair in game.ministers for tile in pair if tile >= 0]
        tiles = game.minister_stack + game.minister_discard + game.crowns + held
        assert sorted(tiles) == list(range(21)) or game.phase == "setup"
    assert sum(game.coins) + game.bank == BANK
    assert min(*game.coins, game.bank) >= 0
    assert sum(face > 0 for face in (*game.area, *game.slot)) == 16
    for home in range(5 * game.players):
        if home not in PORTS:
            colour = home // 5
            traded = sum(
                tiles
                for space, tiles in enumerate(game.trade)
                if game.trade_owner[space] == colour and space % 4 == home % 5
            )
            assert game.goods_supply[home] + game.goods[home] + game.transit[home] + traded == GOODS_TILES
            assert 0 <= game.troops[home] <= TROOP_LIMIT
            if game.occupied[home]:
                assert (game.troops[home], game.goods[home], game.improvement[home]) == (0, 0, -1)
    for player in range(game.players):
        assert game.yard[player] + game.port[player] + game.rio[player] == 4
        assert max(game.deputies[player]) <= 4
        loaded = [home for home in range(5 * player, 5 * player + 4) if game.transit[home]]
        assert loaded == ([game.home[player]] if game.train[player] >= 0 else [])
        assert game.train[player] < 0 or not game.occupied[game.train[player]] or game.occupied[RIO]
    assert sum(game.rio) <= RIO_DOCKS
    assert 1 <= game.imperial <= 5
    assert 1 <= game.purple <= 6
    built = Counter(kind for kind in game.improvement if kind >= 0)
    stacked = Counter(game.improvement_stack)
    for kind in range(4):
        assert built[kind] + stacked[kind] + game.display[kind] + game.improvement_discard[kind] == 20


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", POLICIES)
def test_pieces_are_kept(policy: str, players: int) -> None:
    lines = list(recorded(players, 7, policy, POLICIES[policy], check_pieces))
    assert all(line["legal"] for line in lines[1:-1])
    assert all(len({str(move) for move in line["legal"]}) == len(line["legal"]) for line in lines[1:-1])
    outcome = lines[-1]["outcome"]
    assert len(outcome["winners"]) == (outcome["end"] != "rio") or outcome["end"] == "republic"


def test_a_playout_ends() -> None:
    ends = Counter(playout(2, Random(seed).random).end for seed in range(20))
    assert ends.keys() <= {"republic", "noble", "rio"}


def test_tempers_reach_rare_corners() -> None:
    survey = Survey()
    for policy in ("noble", "trader", "warrior", "hoarder", "miser"):
        for seed in range(1, 4):
            for _ in recorded(3, seed, policy, POLICIES[policy], survey):
                pass
    assert set(survey.branches) <= set(BRANCHES)
    assert len(survey.branches) >= 25
    assert set(survey.ends) >= {"republic", "noble"}
    assert len(survey.decisions) >= 38  # of 39 kinds


def test_a_game_replays_and_a_changed_one_does_not() -> None:
    lines = as_text(recorded(2, 3, "uniform", POLICIES["uniform"])).splitlines()
    assert replay(lines) == len(lines) - 2
    changed = [line.replace('["skip"]', '["act"]') if '"DEC-13"' in line else line for line in lines]
    with pytest.raises(Difference, match="line "):
        replay(changed)


def test_command_surveys(capsys: pytest.CaptureFixture[str]) -> None:
    arguments: Sequence[str] = ["survey", "--players", "2", "--policy", "uniform"]
    assert main(arguments) == 0
    assert "1 games" in capsys.readouterr().out
