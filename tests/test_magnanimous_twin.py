"""The hand-written Magnanimous of benchmarks/: no piece is lost, its games reach rare corners, and it is our game.

It replays the games of another independent program, and the rules text replays its games.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from benchmarks.twins.magnanimous import content
from benchmarks.twins.magnanimous.__main__ import main
from benchmarks.twins.magnanimous.content import BANK, GOODS_TILES, PORTS, RIO, RIO_DOCKS, TROOP_LIMIT
from benchmarks.twins.magnanimous.flow import playout
from benchmarks.twins.magnanimous.game import Game
from benchmarks.twins.magnanimous.policies import POLICIES
from benchmarks.twins.magnanimous.record import as_text, recorded
from benchmarks.twins.magnanimous.replay import Difference, replay
from benchmarks.twins.magnanimous.survey import BRANCHES, Survey
from tests.reference_twin import replayed


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


@pytest.mark.parametrize(
    "file", sorted((Path(__file__).parent / "reference/games").glob("*.jsonl")), ids=lambda f: f.stem
)
def test_reference_games_replay(file: Path) -> None:
    """An independent program's games: owners, legal moves, positions and outcomes are the same here."""
    assert replay(file.read_text(encoding="utf-8").splitlines()) > 300


def test_tables_are_the_packs() -> None:
    pack = json.loads((Path(__file__).parent / "reference/neutral-pack.json").read_text(encoding="utf-8"))
    provinces = pack["provinces"]
    assert tuple(province["id"] for province in provinces) == content.PROVINCES
    assert [
        [content.PROVINCES[near] for near in sorted(content.NEIGHBOURS[n], key=lambda near: content.PROVINCES[near])]
        for n in range(21)
    ] == [sorted(province["adj"]) for province in provinces]
    assert [n for n, p in enumerate(provinces) if p["paraguay"]] == list(content.NEIGHBOURS_OF_PARAGUAY)
    assert [p["precise"] or 0 for p in provinces] == list(content.PRINTED)
    assert [v for quadrant in pack["quadrants"] for v in quadrant["precise"]] == list(content.PRINTED_IN_AREA)
    assert [(s["good"], s["value"]) for s in pack["trade"]] == [(content.GOODS[s % 4], s) for s in range(21)]
    parties = {"event": content.EVENT, "conservative": 0, "liberal": 1}
    titles = {None: 0, "viscount": 1, "count": 2}
    for number, card in enumerate(pack["empire"]):
        assert card["id"] == number
        found = (content.PARTY[number], content.REPUBLIC[number], content.NOBILITY[number])
        assert found == (parties[card["kind"]], card["republic"], card["nobility"])
        assert (content.TITLE_ASKED[number], content.MORALE[number]) == (titles[card["min_title"]], card["morale"])
    for number, tile in enumerate(pack["ministers"]):
        assert (content.MINISTER_PARTY[number], content.MINISTER_VOTES[number]) == (
            "CL".index(tile["party"]),
            tile["votes"],
        )
    for number, baron in enumerate(pack["barons"]):
        start = baron["start"]
        coins, goods, troops, improvements, ships, deputies = content.BARONS[number]
        kinds = ["any" if kind == content.ANY else content.IMPROVEMENTS[kind] for kind in improvements]
        assert (coins, troops, kinds) == (start["coins"], start["troops"], start["improvements"])
        assert (ships, deputies) == (start["ships"], start["deputies"])
        assert dict(zip(content.GOODS, goods, strict=True)) == {g: start["goods"].get(g, 0) for g in content.GOODS}


@pytest.mark.parametrize(("players", "policy", "seed"), [(2, "mixed", 13), (4, "idle", 9)])
def test_the_rules_text_plays_the_same_game(tmp_path: Path, players: int, policy: str, seed: int) -> None:
    """Two short games that between them reach 36 of 39 kinds of decisions; hundreds are in tests/soak."""
    assert replayed(tmp_path, players, policy, seed) > 150
