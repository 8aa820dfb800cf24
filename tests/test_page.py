"""What the web page asks of the rules, without a browser: `make browser` looks at the page itself."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rulespec
from rulespec.cli.commands.web import tables_of
from rulespec.cli.options import Wanted
from rulespec.diagnostics import RulespecError
from rulespec.game.bundle import pack, unpack
from rulespec.game.page import Page
from rulespec.web.folder import PAGE, PYODIDE, modules, write_folder
from rulespec.web.pyodide import pyodide_folder

KUHN, TTT, EMPIRE = "games/kuhn_poker", "games/tic_tac_toe", "games/little_empire"


def page_of(path: str, lang: str | None = None) -> Page:
    return Page(rulespec.load(path), lang)


def ask(page: Page, method: str, **params: Any) -> Any:
    return json.loads(page.call(method, json.dumps(params)))


def test_a_page_shows_its_player_no_other_hand() -> None:
    page = page_of(KUHN)
    for seed in range(6):
        text = json.dumps(ask(page, "start", seats={"first": "person", "second": "greedy"}, seed=seed))
        assert sum(card in text for card in ("Jack", "Queen", "King")) == 1


def test_choices_lead_parameter_by_parameter_to_a_move() -> None:
    page = page_of("games/breakthrough")
    now = ask(page, "start", seats={"white": "person"}, seed=1)
    assert now["decision"]["moves"] is None
    (option,) = now["decision"]["options"]
    fixed: dict[str, Any] = {}
    for name in option["parameters"]:
        found = ask(page, "next_values", option=option["name"], fixed=fixed)
        assert found["parameter"] == name
        assert found["kind"]
        fixed[name] = next(v["value"] for v in found["values"] if v["legal"])
    whole = ask(page, "next_values", option=option["name"], fixed=fixed)
    after = ask(page, "play", move=whole["move"])
    assert after["owner"] == "black"
    assert whole["label"] in " ".join(e["text"] for e in after["events"])


def test_a_value_that_is_not_legal_explains_itself_in_both_languages() -> None:
    for lang, words in (("en", "NOT PERMITTED"), ("pt", "NÃO PERMITIDO")):
        page = page_of(TTT, lang)
        ask(page, "start", seats={"x": "person", "o": "random"}, seed=1)
        ask(page, "play", move="mark(b2)")
        ask(page, "bot")
        assert words in ask(page, "why", move={"option": "mark", "args": {"cell": "b2"}})["answer"]
        assert words in ask(page, "why", move="mark(b2)")["answer"]
        assert words in ask(page, "play", move="mark(b2)")["refused"]


def test_undo_hint_save_and_resume() -> None:
    page = page_of(TTT)
    start = ask(page, "start", seats={"x": "person"}, seed=1)
    hint = ask(page, "hint")
    ask(page, "play", move=hint["move"])
    saved = ask(page, "save")
    again = page_of(TTT)
    assert ask(again, "resume", saved=saved)["pictures"] == ask(page, "position")["pictures"]
    assert ask(page, "undo")["pictures"] == start["pictures"]


@pytest.mark.parametrize(
    "move", ["<img src=x onerror=alert(1)>", "mark({})", "x" * 5000, "mark(\u202ea1)", "{0.__class__}"]
)
def test_hostile_text_is_answered_and_not_believed(move: str) -> None:
    page = page_of(TTT)
    ask(page, "start", seats={"x": "person"}, seed=1)
    before = ask(page, "position")["pictures"]
    assert set(ask(page, "play", move=move)) & {"error", "refused"}
    assert ask(page, "why", move=move)["answer"]
    assert ask(page, "position")["pictures"] == before
    assert "error" in ask(page, "resume", saved={"seats": {}, "seed": 1, "log": move})


def test_a_bundle_plays_like_the_game_it_was_made_from() -> None:
    game = rulespec.load(EMPIRE)
    again = unpack(pack(game))
    state, other = game.new(3), again.new(3)
    for number in range(40):
        assert [str(m) for m in game.legal(state)] == [str(m) for m in again.legal(other)]
        move = game.legal(state)[number % len(game.legal(state))]
        state, other = game.play(state, move), again.play(other, str(move))


def test_a_page_needs_neither_parser_nor_anything_installed(tmp_path: Path) -> None:
    (tmp_path / "rules.zip").write_bytes(modules())
    (tmp_path / "game.bin").write_bytes(pack(rulespec.load(KUHN)))
    code = """
import sys, json
sys.path.insert(0, sys.argv[1] + "/rules.zip")
from rulespec.game.bundle import unpack
from rulespec.game.page import Page
page = Page(unpack(open(sys.argv[1] + "/game.bin", "rb").read()), "pt")
page.call("start", json.dumps({"seats": {"first": "person"}, "seed": 2}))
print(page.call("why", json.dumps({"move": "bet"})))
assert not {"lark", "click", "z3"} & set(sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "PERMITIDO" in done.stdout


def test_the_folder_has_every_table_and_nothing_from_elsewhere(tmp_path: Path) -> None:
    pyodide = tmp_path / "pyodide"
    pyodide.mkdir()
    for name in PYODIDE:
        (pyodide / name).write_text("")
    wanted = Wanted(TTT, None, "default", {}, None)
    write_folder(tmp_path / "out", tables_of(wanted, wanted.load()), pyodide, lambda _: None)
    front = json.loads((tmp_path / "out/game.json").read_text("utf-8"))
    assert [(g["file"], g["players"]) for g in front["games"]] == [("games/2-default.bin", ["x", "o"])]
    assert front["title"] == {"en": "Tic-tac-toe", "pt": "Jogo da velha"}
    for name in PAGE:
        text = (tmp_path / "out" / name).read_text("utf-8")
        assert "http://" not in text
        assert "https://" not in text


def test_a_folder_that_is_not_pyodide_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulespecError, match="R0671"):
        pyodide_folder(str(tmp_path))


def test_the_page_knows_no_game() -> None:
    text = "".join((Path("rulespec/web") / name).read_text("utf-8") for name in PAGE)
    assert not [game.name for game in Path("games").iterdir() if game.name in text]
