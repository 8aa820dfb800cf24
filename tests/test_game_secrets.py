"""What no declaration hides and still nobody may see: values that rules remember, and choices made face down.

A game of two: chance shows ann a card, which the rule remembers while both choose a number in secret; then all is open.
"""

import json
from functools import cache
from itertools import product

import pytest

from rulespec.game.facade import Game
from rulespec.game.session import Session
from rulespec.rules import game as typed
from rulespec.rules.expressions import YES, Const, Expr, Read, Var
from rulespec.rules.game import Ending, Visibility
from rulespec.rules.statements import About, Assign, Call, Cell, Draw, EndGame, ForEach
from rulespec.rules.types import Member, Number
from tests.handmade import add, decide, define, family, kind, make_game, member, option, rule

CARDS = ("acorn", "birch", "cedar")
NUMBERS = (0, 1, 2)


def secrets() -> typed.Game:
    player = kind("player", "ann", "bob", cyclic=True)
    card = kind("card", *CARDS)
    of_player, of_card, number = Member(player), Member(card), Number(0, 2)
    chooser, shown = Var("chooser", of_player), Var("shown", of_card)

    def picked(who: Expr) -> Read:
        return Read("picked", (who,), number)

    choose_one = decide(
        "table.pick",
        chooser,
        option(
            "table.pick",
            "pick",
            [Call("note", (chooser, Var("n", number)))],
            parameters=[("n", number)],
        ),
    )
    table = rule(
        "table",
        [
            Draw("shown", card, Const(1, Number(1, 1)), "table.draw", "DRAW-1", member(player, "ann")),
            ForEach("chooser", player, None, YES, (choose_one,)),
            Assign(Cell("found", ()), shown),
            EndGame("open"),
        ],
    )
    note = rule(
        "note",
        [Assign(Cell("picked", (Var("who", of_player),)), Var("what", number))],
        ("who", of_player),
        ("what", number),
    )
    return make_game(
        "secrets",
        player,
        kinds=[card],
        families=[
            family("picked", number, player, visibility=Visibility("owner", 0)),
            family("found", Member(card, optional=True), default=card.none),
        ],
        rules=[table, note],
        start="table",
        endings=[Ending("open", None, About(code="open"))],
        definitions=[
            define("sum", [("player", of_player)], add(picked(Var("player", of_player)), Const(0, Number(0, 0))))
        ],
        scores=["sum"],
    )


@cache
def game() -> Game:
    return Game.from_rules(secrets())


def played(*moves: str) -> Session:
    session = Session(game())
    for move in moves:
        session.play(move)
    return session


def told(session: Session, viewer: str | None) -> str:
    """Everything that the viewer gets: the view with its events."""
    return json.dumps(session.view(viewer).to_json())


def test_a_remembered_card_is_hidden() -> None:
    """The rule keeps the card in its frame while ann chooses; nobody's view shows it, her events do."""
    for viewer in ("bob", None):
        assert len({told(played(f"draw({card})"), viewer) for card in CARDS}) == 1
    assert len({told(played(f"draw({card})"), "ann") for card in CARDS}) == 3
    assert "birch" in json.dumps(game().dump(played("draw(birch)").state)["control"])


def test_a_choice_made_face_down_is_hidden() -> None:
    """Also where the option hands the number to another rule that puts it away."""
    for viewer in ("bob", None):
        assert len({told(played("draw(acorn)", f"pick({n})"), viewer) for n in NUMBERS}) == 1
    assert len({told(played("draw(acorn)", f"pick({n})"), "ann") for n in NUMBERS}) == 3


@pytest.mark.parametrize("viewer", ["ann", "bob", None])
def test_views_tell_apart_what_the_viewer_knows_and_nothing_else(viewer: str | None) -> None:
    seen: dict[tuple[object, ...], set[str]] = {}
    for card, n in product(CARDS, NUMBERS):
        knows = (card, n) if viewer == "ann" else ()
        seen.setdefault(knows, set()).add(told(played(f"draw({card})", f"pick({n})"), viewer))
    assert all(len(views) == 1 for views in seen.values())
    assert len({view for views in seen.values() for view in views}) == len(seen)


def test_the_log_holds_everything_and_replays() -> None:
    session = played("draw(cedar)", "pick(2)", "pick(1)")
    assert session.is_over
    assert game().replay(session.log) == session.state
    assert session.view("bob").state["found"] == "cedar"
