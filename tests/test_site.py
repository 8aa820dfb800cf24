"""The documentation: its link checker, what only a running game tells, and one number that changes everything."""

from pathlib import Path

import rulespec
from rulespec.game.facade import Game
from rulespec.game.reference import reference
from site_tools.links import dead_links
from verifier import verify

ROOT = Path(__file__).resolve().parent.parent
PANTRY = """game pantry "Pantry", version 1, in en
players ann, bob
starts with day
pieces 9 jars
  shelf, supply; larder of each player
rule day "Days"
  each player, in turn from ann
    again until the shelf is 0  [falling the shelf]
    the player chooses "Stock up"
      may stock(number: 1..3) "Take {number}" only if
        there: the number is at most the shelf
        room:  the player's larder + the number is at most 5
      then place the number in the player's larder
      may stop "Stop" then the game ends, stopped
  the game ends, stopped
ending stopped "The shelf is closed"
scenario full "A larder is full"
  given
    ann's larder is 3
  at day
  when ann plays stock(3): refused by day.stock.room
  when ann plays stock(2)
    ann's larder is 5
always
  limit: for every player: the player's larder is at most 5
"""


def pantry(folder: Path, most: int) -> Game:
    folder.mkdir()
    text = PANTRY.replace("the number is at most 5\n", f"the number is at most {most}\n")
    (folder / "game.rules").write_text(text)
    return rulespec.load(folder)


def test_one_number_in_a_rule_changes_the_page_the_example_and_the_proof(tmp_path: Path) -> None:
    before, after = pantry(tmp_path / "a", 5), pantry(tmp_path / "b", 6)
    old, new = reference(before), reference(after)
    assert "the number is at most 5" in old["en/rules.md"]
    assert "the number is at most 6" in new["en/rules.md"]
    assert "it came out so" in old["en/examples.md"]
    assert "**It came out otherwise:**" in new["en/examples.md"]
    assert before.adjudicate(before.new(), "ann takes 3").verdict == "LEGAL"
    assert [verify(game, only="limit").of("invariant", "limit") for game in (before, after)] == ["proved", "violated"]


def test_the_course_of_play_is_told() -> None:
    pages = reference(rulespec.load(ROOT / "games" / "kuhn_poker"))
    rows = [line for line in pages["en/flow.md"].splitlines() if line.startswith("| <a")]
    assert len(rows) == 3
    assert "hand_played.choice_2" in rows[0]
    assert rows[2].endswith("| The game is over |")
    assert pages == reference(rulespec.load(ROOT / "games" / "kuhn_poker"))


def test_dead_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text('<h1 id="top">A</h1><a href="../#b">b</a><img src="no.png">')
    (tmp_path / "index.html").write_text('<a href="a/#top">a</a><a href="a/#no">n</a><a href="https://x.org">x</a>')
    assert list(dead_links(tmp_path)) == [
        "a/index.html: ../#b (no such place on the page)",
        "a/index.html: no.png",
        "index.html: a/#no (no such place on the page)",
    ]
