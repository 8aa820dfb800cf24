"""What readings can change: single sentences left out, options joined, rules begun, players seated; and readings of
Magnanimous played to the end."""

import random
from pathlib import Path
from typing import Any

import pytest

import rulespec
from rulespec.game import files
from rulespec.language.check import check
from rulespec.lower import fold, lower
from rulespec.python import emit, load_source
from rulespec.rules.game import Game

TEXT = """game feast "Feast"
players red, blue
starts with dinner

pieces 6 coins
  bank, supply; purse of each player, starting with 1

rule dinner "Dinner"
  step soup "Soup"
    each player: the bank pays 1 to the player
  each player
    the player chooses take(number: 1..2) "Take coins" only if there: the bank is at least the number
    then the bank pays the number to the player
  the game ends, over
  ruling AMB-01 "Is the soup paid?" default a "yes"
    b "no": soup is left out
    c "it cannot matter" void "soup is free"
  ruling AMB-02 "May one take nothing?" default a "no"
    b "yes"
      take also may leave "Nothing" only if rich: the player cannot take(2)
  ruling AMB-03 "Is there a first coin?" default a "no"
    b "yes": dinner first the bank pays 1 to red
  ruling AMB-04 "Who sits first?" default a "red"
    b "blue": players blue, red

ending over "The feast is over"
  winners: each player with the highest purse
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "feast.rules"
    found.write_text(TEXT, "utf-8")
    return found


def offered(path: Path, **rulings: str) -> tuple[str, list[str]]:
    """Who chooses first, and from what."""
    game = rulespec.load(path, rulings={f"AMB-0{key[1]}": letter for key, letter in rulings.items()})
    state = game.new(seed=1)
    assert state.decision is not None
    return state.decision.owner, [str(m) for m in game.legal(state)]


def test_a_step_is_left_out(path: Path) -> None:
    def bank(letter: str) -> Any:
        game = rulespec.load(path, rulings={"AMB-01": letter})
        return game.dump(game.new(seed=1))["state"]["bank"]

    assert (bank("a"), bank("b"), bank("c")) == (2, 4, 2)


def test_an_option_joins_the_decision_of_another(path: Path) -> None:
    both = ["take(number=1)", "take(number=2)"]
    assert offered(path) == ("red", both)
    assert offered(path, r2="b") == ("red", both)  # nobody who can take 2 may leave
    game = rulespec.load(path, rulings={"AMB-02": "b"})
    state = game.new(seed=1)
    while "leave" not in {m.option for m in game.legal(state)}:
        state = game.play(state, "take(2)")
    assert state.decision is not None
    assert state.decision.owner == "blue"


def test_a_rule_begins_with_a_sentence(path: Path) -> None:
    game = rulespec.load(path, rulings={"AMB-03": "b"})
    assert game.dump(game.new(seed=1))["state"]["purse"] == {"red": 3, "blue": 2}


def test_a_reading_seats_the_players_and_the_caller_seats_them_otherwise(path: Path) -> None:
    assert offered(path, r4="b")[0] == "blue"
    assert rulespec.load(path, players=["blue", "red"]).players == ("blue", "red")
    assert rulespec.load(path, players=["red", "blue"], rulings={"AMB-04": "b"}).players == ("red", "blue")


def test_a_void_reading_says_why(path: Path) -> None:
    reading = rulespec.load(path).rulings["AMB-01"].readings[2]
    assert (reading.letter, reading.void) == ("c", "soup is free")


# --- Magnanimous ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def magnanimous() -> Game:
    rules, _ = check(files.find("magnanimous").sources, players=3)
    assert rules is not None
    return rules


def played(core: Any, seed: int, most: int = 5000) -> int:
    """The number of moves of a random game; every position of it has a legal move."""
    chance, state = random.Random(seed), core.thaw(core.new())
    for count in range(most):
        if core.owner(state) is None:
            return count
        moves = core.legal(state)
        assert moves
        core.apply(state, moves[int(chance.random() * len(moves))])
    raise AssertionError("the game does not end")


def alternatives(rules: Game) -> list[tuple[str, str]]:
    """Every reading that is not the default and makes a difference to the rules."""
    return [
        (ruling.id, reading.letter)
        for ruling in rules.rulings.values()
        for reading in ruling.readings
        if reading.letter != ruling.default and not reading.void and not reading.seating
    ]


def test_many_alternatives_of_one_kind_are_played_together_to_the_end(magnanimous: Game) -> None:
    """All readings b at once, then all c: the heaviest mixture; each alone is played by the soak."""
    lowered = lower(magnanimous)
    defaults = {id: ruling.default for id, ruling in magnanimous.rulings.items()}
    for letter in ("b", "c"):
        chosen = {id: other for id, other in alternatives(magnanimous) if other == letter}
        core = load_source(emit(fold(lowered, {**defaults, **chosen})), f"<all {letter}>")
        for seed in range(2):
            assert played(core, seed) > 20
