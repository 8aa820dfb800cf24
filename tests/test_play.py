"""Playing in the terminal, the desk behind it, and the bots."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import rulespec
from rulespec.cli.main import cli
from rulespec.diagnostics import RulespecError
from rulespec.drawing.text import WIDTH, lines_of
from rulespec.game.desk import PERSON, Desk, quick_bot
from rulespec.game.telling import Teller

WIDE = """game wide "Wide", version 1, in en
players red, blue
starts with play

grid field of column a..h by row 1..8
marker stone of each field: player or none
marker count: 0..9
rule play
  each player, in turn from red
    again until the count is 4                                            [falling 4 - the count]
    the player chooses put(field, times: 1..2) "Put on {field}" only if
      free: the field's stone is none
    then
      the field's stone becomes the player
      the count rises by 1
  the game ends, done
ending done "Done"
score a player's stones: 0..64 = count of (each field whose stone is the player)
"""
KUHN, TTT = "games/kuhn_poker", "games/tic_tac_toe"


def play(*arguments: str, typed: str = "") -> str:
    result = CliRunner().invoke(cli, ["play", *arguments], input=typed)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("wide") / "wide.rules"
    path.write_text(WIDE)
    return str(path)


def test_many_moves_are_chosen_piece_by_piece(wide: str) -> None:
    out = play(wide, typed="1\n5\n2\n0\n1\n0\nput(b2, 1)\nquit\n")
    assert "Put on ‹field›: field?" in out
    assert "Put on ‹field›: times?" in out
    assert "Red: Put on e1: 2" in out
    assert "Red: Put on b2: 1" in out


def test_a_number_out_of_range_and_a_refused_move_ask_again(wide: str) -> None:
    out = play(wide, typed="7\n1\n999\nput(a1, 3)\nput(z9, 1)\nquit\n")
    assert "choose from 1 to 1" in out
    assert "choose from 1 to 64" in out
    assert "3 is not from 1 to 2" in out


def test_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    out = play(TTT, typed="undo\nmark(a1)\nundo\nmark(a1)\nquit\n")
    assert "there is nothing to take back" in out
    assert out.count("X: Mark a1") == 2


def test_why_not_names_the_condition_in_the_wanted_language() -> None:
    out = play(TTT, "--lang", "pt", typed="mark(a1)\nwhy not mark(a1)\nquit\n")
    assert "round.mark.free" in out
    assert "NÃO" in out


def test_the_hand_of_a_bot_is_not_told() -> None:
    out = play(KUHN, "--seed", "2", "--bot", "random", typed="bet\n")
    before_the_end = out[: out.index("Won by")]
    mine = [card for card in ("Jack", "Queen", "King") if f"hand {card}" in before_the_end.partition("Players")[0]]
    assert "a face-down card: the deck → the second player's hand" in before_the_end
    assert len(mine) <= 1


def test_bots_alone_play_to_the_end_in_any_language() -> None:
    assert "Vitória" in play(KUHN, "--bots", "--seed", "2", "--lang", "pt")


def test_a_log_is_gone_on_with(tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    play(TTT, typed=f"mark(a1)\nsave {log}\nquit\n")
    assert "3  . . ." in play(TTT, "--log", log, typed="quit\n") or "X . ." in play(TTT, "--log", log, typed="quit\n")


def test_the_greedy_bot_takes_a_win_and_prefers_what_the_text_values() -> None:
    game = rulespec.load(TTT)
    state = game.new()
    for move in ("mark(a1)", "mark(b2)", "mark(b1)", "mark(c3)"):
        state = game.play(state, move)
    bot = quick_bot("greedy", game, 1)
    assert str(game.decode(state, bot.choose(state.position, game.core.legal(state.position)))) == "mark(cell=c1)"
    with pytest.raises(RulespecError, match="R0661"):
        quick_bot("clever", game, 1)


def test_the_greedy_bot_beats_the_random_one() -> None:
    game = rulespec.load(TTT)
    won = 0
    for seed in range(40):
        desk = Desk(game, {"x": "greedy", "o": "random"}, seed)
        for _ in desk.bots_play():
            pass
        outcome = desk.session.outcome
        assert outcome is not None
        won += outcome.winners == ("x",)
    assert won >= 30


def test_a_desk_is_saved_and_gone_on_with() -> None:
    game = rulespec.load(KUHN)
    desk = Desk(game, {"first": PERSON}, seed=4)
    assert desk.waits_for == "first"
    desk.play("check")
    again = Desk.resume(game, desk.dump())
    assert again.session.state == desk.session.state
    assert again.seats == desk.seats
    with pytest.raises(RulespecError, match="R0627"):
        Desk(game, {"third": PERSON})


@pytest.mark.parametrize("path", sorted(p.parent for p in Path("games").glob("*/game.rules")), ids=lambda p: p.name)
def test_positions_fit_the_terminal_and_every_event_is_told(path: Path) -> None:
    game = rulespec.load(path)
    desk = Desk(game, dict.fromkeys(game.players, "random"), seed=3)
    tellers = [Teller(game, lang) for lang in game.languages]
    for number, events in enumerate(desk.bots_play(60)):
        for teller in tellers:
            lines = [teller.told(event.seen_by(game.players[0])) for event in events]
            assert all(line is None or ("{" not in line and line.strip()) for line in lines), lines
        if number % 10 == 0:
            view = desk.session.view(game.players[0])
            assert all(len(line) <= WIDTH for line in lines_of(game.pictures(view)))
