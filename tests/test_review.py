"""What is well formed and hardly meant gets a warning; what only looks like it gets none. And no error has an echo."""

from pathlib import Path

import pytest

from rulespec.game.load import check_sources
from rulespec.source import Source

GAMES = Path(__file__).resolve().parent.parent / "games"
HEAD = """game feast "Feast"
players red, blue
starts with dinner
kinds
  sweet: cake, tart
cards 2 sweets
  tray, face down, pile; plate of each player, seen by that player; table_top
pieces 9 crumbs
  floor, supply; lap of each player
marker host: player
marker course: 0..6, stops at the ends
table sweet
  | sweet | price |
  | cake  | 3     |
  | tart  | 4     |
ending over "The feast is over"
"""
CHOICE = """rule dinner "Dinner"
  red chooses "Dessert"
    may eat(sweet) "Eat {{sweet}}" only if
      label: {condition}
    then the course rises by 1
    may fast "Eat nothing"
  the host becomes blue
  discard 0 crumbs from the host's lap
  the game ends, over
"""
BODY = """rule dinner "Dinner"
  the host becomes blue
{body}
  discard 0 crumbs from the host's lap
  the course rises by 1
  the game ends, over
"""


def codes(text: str) -> list[str]:
    return [d.code for d in check_sources([Source("game.rules", text)])[1] if d.code != "R0405"]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("the sweet's price is at least 4", []),
        ("the sweet's price is at least 5", ["R0415"]),
        ("the sweet's price is at least 5 or the course is 1", []),
        ("the sweet's price is more than 3 and the sweet is cake", ["R0415"]),
        ("the sweet is in red's plate", []),
        ("the sweet is in blue's plate", ["R0414"]),
        ("the sweet is in the table_top", []),
        ("the sweet is in the tray", ["R0414"]),
        ("the tray holds a sweet", []),
        ("count of (each sweet in the tray) is at least 1", []),
        ("some sweet in blue's plate is cake", ["R0414"]),
    ],
)
def test_conditions(condition: str, expected: list[str]) -> None:
    assert codes(HEAD + CHOICE.format(condition=condition)) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("  repeat until the course is 6\n    the course rises by 1", []),
        ("  repeat until the course is 6\n    the course becomes 3", ["R0412"]),
        (
            "  repeat until the course is 6                         [falling 6 - the course]\n    the course becomes 6",
            [],
        ),
        ("  repeat until the course is 6\n    red chooses\n      may stay", []),
        ("  repeat until the floor is 0\n    place up to 1 crumb in red's lap", []),
        ("  each player\n    place up to 3 crumbs in the player's lap", ["R0413"]),
        ("  each player, in turn from red\n    place up to 3 crumbs in the player's lap", []),
        ("  each player\n    discard all crumbs from the player's lap", []),
        ("  each player\n    place 3 crumbs in the player's lap", []),
        ("  each player\n    the host becomes the player", ["R0413"]),
        ("  each player\n    the course rises by 1", []),
    ],
)
def test_loops(body: str, expected: list[str]) -> None:
    assert codes(HEAD + BODY.format(body=body)) == expected


@pytest.mark.parametrize("game", sorted(p.name for p in GAMES.iterdir() if (p / "game.rules").exists()))
def test_the_games_have_nothing_that_looks_wrong(game: str) -> None:
    text = (GAMES / game / "game.rules").read_text("utf-8")
    assert not {"R0412", "R0413", "R0414", "R0415"} & set(codes(text))


TEN = """game ten "Ten mistakes"
players red, blue
starts with round
kinds
  good: coffee, sugar
pieces 10 coins
  bank, supply; purse of each player
marker pot: 6..1
marker lead: player or none
marker count_of: 1..6, starts at 9
rule round "A round"
  repeat until the pot is 6
    each player
      turn by the player
  the game ends, finished
rule turn by the player "A turn"
  the player chooses "Buy"
    may buy(good) "Buy {good}" only if
      afford: the player's prse is at least 2
      the player is red
    may pass
rule tax by the player "Tax"
  the player's purse becomes 3
  the player's lead becomes red
  the player's purs rises by 1
rule gift(good) "A gift"
  the good's purse becomes 1
  the lead becomes coffee
value the total: 0..9 = the total + 1
ending finishd "The end"
rule lost
  the pot rises by red
"""


def test_ten_mistakes_in_one_run_without_echoes() -> None:
    """Each is told once: nothing is said of `pot` and `turn`, which could not be read."""
    found = check_sources([Source("ten.rules", TEN)])[1]
    places = [(d.span.line, d.code) for d in found if d.is_error]
    assert places == [
        (8, "R0303"), (10, "R0304"), (15, "R0201"), (20, "R0102"), (23, "R0318"), (24, "R0206"), (25, "R0206"),
        (27, "R0206"), (28, "R0311"), (29, "R0401"), (32, "R0313"),
    ]  # fmt: skip
    assert next(d.help for d in found if d.code == "R0102") == "a condition begins with its label: `label: sentence`"
