"""Layouts: what a text says of them, what a game without one gets, and what is drawn of a position."""

import json
import xml.etree.ElementTree as xml
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulespec
from rulespec.docs.sentences.wording import PictureWords
from rulespec.drawing import Picture, blank, svg
from rulespec.game.load import check_sources
from rulespec.rules.default_layout import default_layout
from rulespec.source import Source

GAMES = sorted(path.parent for path in Path("games").glob("*/game.rules"))
ISLES = """game isles "Isles <&>", version 1, in en
players red, blue
starts with voyage

kinds
  isle: north_isle, south_isle, far_isle
  good: salt, tea
links beside of isle
  north_isle: south_isle
  south_isle: far_isle
printed landlord of each isle: player or none
table isle
  | isle       | landlord |
  | north_isle | red      |
  | south_isle | blue     |
  | far_isle   |          |
pieces 12 crates
  ship, supply; shed of each isle for each good; hold of each player, seen by that player
marker boat of each player: isle or none "boat", "lies at"
marker fame of each player: 0..9
rule voyage "Voyage"
  place 2 crates in far_isle's shed for tea
  place 3 crates in red's hold
  red's boat becomes far_isle
  red's fame rises by 4
  red chooses sail(isle) "Sail to {isle}" only if
    elsewhere: red's boat is not the isle
  then red's boat becomes the isle
  the game ends, home
ending home "Home"
layout
  map of isle "The <sea>", 40 by 30, along beside: landlord, shed, boat
    north_isle 10 5; south_isle 20 15
    far_isle 30 25
  track of 0..9 "Fame": fame
  board of each player: fame, hold
    of each isle by landlord: shed
  hand: hold
  list: ship
valuation a player = the player's fame times 2
"""


@pytest.fixture(scope="module")
def isles(tmp_path_factory: pytest.TempPathFactory) -> rulespec.Game:
    path = tmp_path_factory.mktemp("isles") / "isles.rules"
    path.write_text(ISLES)
    return rulespec.load(path)


def everything(game: rulespec.Game, who: str | None) -> tuple[Picture, ...]:
    return game.pictures(game.view(game.new(seed=1), who))


def test_a_map_shows_what_is_declared_of_its_places_and_what_stands_there(isles: rulespec.Game) -> None:
    sea, fame, *_ = everything(isles, "red")
    far = {spot.value: spot for spot in sea.spots}["far_isle"]
    assert (far.x, far.y) == (30, 25)
    assert [e.said for e in far.entries] == ["shed, Tea 2", "boat Red"]
    assert sea.lines == ((0, 1), (1, 2))
    assert [spot.tone for spot in sea.spots] == [0, 1, None]
    assert {spot.value: [e.text for e in spot.entries] for spot in fame.spots if spot.entries} == {
        "0": ["Blue"],
        "4": ["Red"],
    }


def test_what_others_do_not_see_is_not_in_the_picture(isles: rulespec.Game) -> None:
    def hold(who: str | None) -> list[str]:
        boards = next(p for p in everything(isles, who) if p.form == "board")
        return [e.text for e in boards.boxes[0].entries if e.name == "hold"]

    assert hold("red") == ["3"]
    assert hold("blue") == hold(None) == ["face down"]
    assert "hand" not in [p.form for p in everything(isles, None)]


def test_boards_hold_what_is_the_players_own(isles: rulespec.Game) -> None:
    boards = next(p for p in everything(isles, None) if p.form == "board")
    assert [(b.title, [part.title for part in b.parts]) for b in boards.boxes] == [
        ("Red", ["North isle"]),
        ("Blue", ["South isle"]),
    ]


def test_a_drawing_is_well_formed_and_escapes_its_words(isles: rulespec.Game) -> None:
    for picture in everything(isles, "red"):
        if picture.spots:
            drawn = svg(picture, standalone=True)
            assert "<sea>" not in drawn
            root = xml.fromstring(drawn)
            spots = [g for g in root.iter() if g.get("class") == "rs-spot"]
            assert [g.get("data-value") for g in spots] == [spot.value for spot in picture.spots]
        json.dumps(picture.to_json())


def test_the_empty_board_shows_what_is_printed(isles: rulespec.Game) -> None:
    sea, _ = blank(isles.typed, PictureWords(isles.voices()[0].names))
    assert [[e.said for e in spot.entries] for spot in sea.spots] == [["landlord Red"], ["landlord Blue"], []]


def test_the_valuation_is_compiled(isles: rulespec.Game) -> None:
    assert isles.core.liking(isles.new().position) == (8, 0)


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.name)
def test_a_layout_made_from_the_declarations_shows_every_thing(path: Path) -> None:
    game = rulespec.load(path).typed
    shown = {name for panel in default_layout(game) for name in panel.shows}
    families = {f.name for f in game.families.values() if f.role in ("marker", "account") and f.known_of is None}
    assert shown == families | set(game.places)


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.name)
def test_every_game_is_drawn_in_its_languages(path: Path) -> None:
    game = rulespec.load(path)
    state = game.new(seed=2)
    for lang in game.languages:
        for who in (None, *game.players):
            drawn = game.pictures(game.view(state, who), lang)
            assert drawn
            for picture in drawn:
                xml.fromstring(svg(picture) or "<none/>")


def found(layout: str) -> list[tuple[str, int]]:
    text = ISLES[: ISLES.index("layout\n")] + layout
    return [
        (d.code, d.span.line - ISLES[: ISLES.index("layout\n")].count("\n"))
        for d in check_sources([Source("x.rules", text)])[1]
    ]


def wrong() -> Iterator[tuple[str, str]]:
    places = "\n    north_isle 1 1; south_isle 2 2; far_isle 3 3\n"
    yield "grid of isle: shed\n", "R0430"
    yield "board of each isle: shed\n", "R0430"
    yield "track of a..c: fame\n", "R0430"
    yield "row of isle: shed\n    north_isle 1 1\n", "R0430"
    yield "row of isle: fame\n", "R0431"
    yield "hand: ship\n", "R0431"
    yield "board of each player: hold\n    of each isle by boat: shed\n", "R0431"
    yield "list: shpi\n", "R0201"
    yield "row of isel: shed\n", "R0201"
    yield "map of isle, along besides" + places, "R0201"
    yield "map of isle" + places.replace("far_isle 3", "far_isle 300"), "R0432"
    yield "map of isle" + places.replace("far_isle", "north_isle"), "R0432"
    yield "map of isle, 0 by 7" + places, "R0303"
    yield "pile: shed\n", "R0102"


@pytest.mark.parametrize(("panel", "code"), [*wrong()])
def test_a_slip_in_a_layout_is_found(panel: str, code: str) -> None:
    assert code in [c for c, _ in found(f"layout\n  {panel}")]


@pytest.mark.parametrize(
    ("line", "code"),
    [("an isle = 3", "R0201"), ("a player = the player", "R0313"), ("a player = the player's fmae", "R0206")],
)
def test_a_slip_in_a_valuation_is_found(line: str, code: str) -> None:
    assert [c for c, _ in found(f"valuation {line}\n")] == [code]
