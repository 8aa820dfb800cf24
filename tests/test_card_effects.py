"""Cards that do something when a rule is about them, and cards that add an option to a decision of their holder."""

import pytest

import rulespec
from rulespec.diagnostics import LoadError

GAME = """\
game fair "The Fair", version 1, in en
players ann, bob
starts with fair

kinds
  visit: 1..3
pieces 20 coins
  bank, supply; purse of each player
cards 3 wares
  stack, face down, pile; stall of each player
ending closed "The fair closes"
score a player's riches: 0..20 "Riches" = the player's purse

phase fair "The fair"
  each player: draw 1 ware from the stack to the player's stall                                     [CH-01]
  each player: open_stall by the player
  each visit: day
  the game ends, closed
rule open_stall by the player "Open the stall"
  ware = the first ware in the player's stall
  if the ware is not none: unpack(the ware) by the player
rule unpack(ware) by the player "Unpack": the bank pays 1 to the player
phase day "A day"
  each player: deal by the player
rule deal by the player "Deal"
  the player chooses                                                                               [DEC-01]
    may rest

card bell "Bell": ware
  after unpack of the ware
    the bank pays 2 to the player
card drum "Drum": ware
  while in a player's stall (the holder)
    rest also, once per day, may play_drum "Play the drum" only if
      coins: the bank is at least 1
    then the bank pays 1 to the holder
card flute "Flute": ware
"""


def loaded(tmp_path, text: str = GAME) -> rulespec.Game:
    path = tmp_path / "fair.rules"
    path.write_text(text)
    return rulespec.load(path)


def dealt(game: rulespec.Game, ann: str, bob: str) -> rulespec.State:
    state = game.new()
    for ware in (ann, bob):
        move = next(m for m in game.legal(state) if ware in str(m))
        state = game.play(state, move)
    return state


def purses(game: rulespec.Game, state: rulespec.State) -> tuple[int, int]:
    purse = game.dump(state)["state"]["purse"]
    return purse["ann"], purse["bob"]


def test_what_happens_after_a_rule_happens_for_that_card_alone(tmp_path) -> None:
    game = loaded(tmp_path)
    assert purses(game, dealt(game, "bell", "flute")) == (3, 1)
    assert purses(game, dealt(game, "flute", "bell")) == (1, 3)


def test_an_added_option_is_its_holders_alone_and_once(tmp_path) -> None:
    game = loaded(tmp_path)
    state = dealt(game, "flute", "drum")
    offered = []
    while state.decision is not None:
        moves = [str(m) for m in game.legal(state)]
        offered.append((state.decision.owner, "play_drum" in moves))
        state = game.play(state, "play_drum" if "play_drum" in moves else "rest")
    assert offered == [("ann", False), ("bob", True)] * 3
    assert purses(game, state) == (1, 4)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("after unpack of", "after unpak of", "R0409"),
        ("after unpack of the ware", "after unpack of the box", "R0205"),
        ("rest also, once", "rust also, once", "R0409"),
    ],
)
def test_a_card_that_changes_what_is_not_there_is_refused(tmp_path, old: str, new: str, code: str) -> None:
    assert old in GAME
    with pytest.raises(LoadError) as raised:
        loaded(tmp_path, GAME.replace(old, new))
    assert code in {d.code for d in raised.value.diagnostics}


def test_a_lift_holds_only_under_its_condition(tmp_path) -> None:
    text = (
        GAME.replace("    may rest\n", "    may rest\n    may dance only if\n      asked: the bank is 0\n")
        + """  while in a player's stall (the holder)
    dance.asked is lifted if the player is the holder
"""
    )
    game = loaded(tmp_path, text)
    state = dealt(game, "flute", "drum")
    assert "dance" in [str(m) for m in game.legal(state)]
    state = game.play(state, "rest")
    assert state.decision.owner == "bob"
    assert "dance" not in [str(m) for m in game.legal(state)]
