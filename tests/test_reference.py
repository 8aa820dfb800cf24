"""The nine games of an independent program, decision by decision, and the pack that they were played with."""

import json
from pathlib import Path

import pytest

from rulespec.game.files import find
from rulespec.language.check import check
from tests.reference.replay import PACK, PARTIES, Difference, Replay

GAMES = sorted((Path(__file__).parent / "reference" / "games").glob("*.jsonl"))


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_every_decision_is_equal(file: Path) -> None:
    lines = sum(1 for _ in file.open(encoding="utf-8"))
    assert Replay(file).run() == lines - 2  # the head and the outcome


def test_a_changed_game_is_found(tmp_path: Path) -> None:
    lines = GAMES[2].read_text("utf-8").splitlines()
    number = next(i for i, line in enumerate(lines) if '"DEC-12"' in line)
    changed = json.loads(lines[number])
    changed["legal"] = changed["legal"][:-1]
    broken = tmp_path / "broken.jsonl"
    broken.write_text("\n".join([*lines[:number], json.dumps(changed), *lines[number + 1 :]]))
    with pytest.raises(Difference, match=f"line {number + 1}: DEC-12"):
        Replay(broken).run()


def test_the_neutral_pack_is_the_one_of_the_games() -> None:
    game, diagnostics = check(find(Path(__file__).parent.parent / "magnanimous_rules", "neutral").sources, players=4)
    assert game is not None, diagnostics

    def fact(table: str, *members: str) -> int | str | None:
        found = game.tables[table]
        at = 0
        for kind, member in zip(found.keys, members, strict=True):
            at = at * kind.size + kind.members.index(member)
        value = found.values[at]
        kind = getattr(found.type, "kind", None)
        if kind is None:
            return value
        root = game.kinds[kind.root]
        return root.members[value] if value < len(root.members) else None

    for p in PACK["provinces"]:
        assert fact("owner", p["id"]) == p["colour"]
        assert fact("crop", p["id"]) == p["good"]
        assert fact("exact", p["id"]) == (p["precise"] or 0)
        assert game.texts["en"][p["id"]] == p["name"]
        for other in PACK["provinces"]:
            assert fact("neighbour", p["id"], other["id"]) == (other["id"] in p["adj"])
        assert fact("neighbour", "paraguay", p["id"]) == p["paraguay"]
    for q in PACK["quadrants"]:
        name = {"troop": "recruiting", "improvement": "improving", "deputy": "lobbying", "ship": "shipping"}
        for number, value in enumerate(q["precise"], 1):
            quadrant = name.get(q["production"], q["production"])
            assert fact("noble_exact", f"{quadrant}_{number}") == value
            assert fact("quadrant", f"{quadrant}_{number}") == quadrant
    for t in PACK["trade"]:
        assert (fact("demand", str(t["space"])), fact("pay", str(t["space"]))) == (t["good"], t["value"])
    for e in PACK["empire"]:
        member = f"e{e['id']}"
        assert (member in game.kinds["event"].members) == (e["kind"] == "event")
        assert fact("party", member) == (None if e["kind"] == "event" else e["kind"])
        assert fact("minimum_title", member) == (e["min_title"] and f"{e['min_title']}_title")
        assert [fact(name, member) for name in ("unrest", "honour", "cheer")] == [
            e["republic"], e["nobility"], e["morale"]
        ]  # fmt: skip
    for m in PACK["ministers"]:
        assert fact("party", f"m{m['id']}") == PARTIES[m["party"]]
        assert fact("fixed_votes", f"m{m['id']}") == m["votes"]
    for b in PACK["barons"]:
        member, start = f"b{b['id']}", b["start"]
        goods = {g: fact(f"start_{g}", member) for g in ("cotton", "sugar", "leather", "coffee")}
        assert {g: n for g, n in goods.items() if n} == start["goods"]
        for name in ("coins", "troops", "ships", "deputies"):
            assert fact(f"start_{name}", member) == start[name]
        named = [i for i in start["improvements"] if i != "any"]
        assert fact("start_work", member) == (named[0] if named else None)
        assert fact("free_works", member) == start["improvements"].count("any")
