"""Whole games by clicks in a real browser: no error on the console, nothing wider than the screen, screenshots to look at.

`make browser` runs this (the name keeps it out of `make test`); pictures go to build/screenshots.
"""

import random
from pathlib import Path

import pytest

from tests.browser.browser import DESKTOP, PHONE, Player, browser, served

PICTURES = Path("build/screenshots")
SMALL = [p.parent for p in sorted(Path("games").glob("*/game.rules"))]
MOST_CLICKS = 700


def play_to_the_end(player: Player, seed: int) -> int:
    """Clicks at random among what can be chosen, until the game is over; returns how many clicks it took."""
    lots = random.Random(seed)
    for clicks in range(MOST_CLICKS):
        if player.is_over:
            return clicks
        offered = player.choices()
        assert offered, "nothing can be chosen"
        player.choose(lots.randrange(offered))
    raise AssertionError("the game does not end")


def looked_at(player: Player, name: str) -> None:
    player.shoot(PICTURES / f"{name}.png")
    assert not player.is_wider_than_the_screen(), f"{name} is wider than its screen"


@pytest.mark.parametrize("game", SMALL, ids=lambda p: p.name)
def test_a_whole_game_on_a_desktop_and_its_start_on_a_phone(game: Path, tmp_path: Path) -> None:
    with served(str(game), tmp_path / "web") as address:
        with browser(DESKTOP, tmp_path / "desktop") as driver:
            player = Player(driver, address)
            looked_at(player, f"{game.name}-setup")
            player.begin(seed=3)
            looked_at(player, f"{game.name}-start")
            play_to_the_end(player, seed=3)
            looked_at(player, f"{game.name}-over")
            assert player.errors() == []
        with browser(PHONE, tmp_path / "phone", dark=True) as driver:
            player = Player(driver, address)
            player.begin(seed=4)
            looked_at(player, f"{game.name}-phone-dark")
            assert player.errors() == []


def test_a_refused_place_an_undo_a_language_and_the_keyboard(tmp_path: Path) -> None:
    with served("games/tic_tac_toe", tmp_path / "web") as address, browser(PHONE, tmp_path / "phone") as driver:
        player = Player(driver, address)
        player.begin(seed=1)
        spot = "g.rs-spot[data-value={}]".format
        player.js(
            f"document.querySelector('{spot('b2')}').dispatchEvent(new KeyboardEvent('keydown', {{key: 'Enter'}}))"
        )
        player.until(lambda: player.is_waiting() and player.choices() == 7, "Enter on a place is a move")
        player.one(spot("b2")).click()
        player.until(lambda: "NOT PERMITTED" in player.one("#reason").text, "a place that is taken explains itself")
        looked_at(player, "tic_tac_toe-refused")
        player.js("document.getElementById('lang').value = 'pt'; document.getElementById('lang').onchange()")
        player.until(
            lambda: player.is_waiting() and player.one("#title").text == "Jogo da velha", "the language changes"
        )
        player.one("#undo").click()
        player.until(lambda: player.is_waiting() and player.choices() == 9, "undo takes the move back")
        player.js("document.getElementById('question').value = '<b>mark(a1)</b>'")
        player.one("#ask button").click()
        player.until(lambda: player.one("#reason").text != "", "a question has an answer")
        assert not player.all("#reason b")
        assert player.errors() == []


def test_a_whole_game_of_magnanimous(tmp_path: Path) -> None:
    with served("magnanimous", tmp_path / "web", "--players", "4", "--profile", "default") as address:
        with browser(DESKTOP, tmp_path / "desktop") as driver:
            player = Player(driver, address)
            seconds = player.begin(seed=7)
            print(f"Magnanimous: {seconds:.1f} s from the click on Start to the first choice")
            looked_at(player, "magnanimous-start")
            for _ in range(12):
                player.choose(0)
            looked_at(player, "magnanimous-middle")
            play_to_the_end(player, seed=7)
            looked_at(player, "magnanimous-over")
            assert player.errors() == []
        with browser(PHONE, tmp_path / "phone") as driver:
            player = Player(driver, address)
            player.begin(seed=8)
            looked_at(player, "magnanimous-phone")
