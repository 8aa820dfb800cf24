"""Replays a game of the reference format with this program; says the first line where it would have gone otherwise."""

import json
from collections.abc import Iterable
from typing import Any

from benchmarks.twins.magnanimous.chance import Told
from benchmarks.twins.magnanimous.content import COLOURS
from benchmarks.twins.magnanimous.flow import playing
from benchmarks.twins.magnanimous.game import Ask, Game
from benchmarks.twins.magnanimous.moves import written
from benchmarks.twins.magnanimous.record import outcome, position

UNORDERED = ("events", "occupied", "removed", "discard", "minister_discard")


class Difference(Exception):
    """This program and the record disagree."""


def replay(text: Iterable[str]) -> int:
    """How many decisions agree, all of them; raises Difference at the first that does not."""
    lines = [json.loads(line) for line in text]
    first, *decisions, last = lines
    chance = Told()
    chance.tell(first["chance"])
    game = Game(len(first["players"]), chance)
    asking = playing(game)
    ask: Ask | None = next(asking)
    state = first["state"]
    _compare("the start", game, state)
    for line in decisions:
        where = f"line {line['n']}"
        if ask is None:
            raise Difference(f"{where}: the game is over here")
        player, decision, legal = ask
        ours = {json.dumps(written(move)): move for move in legal}
        theirs = {json.dumps(move) for move in line["legal"]}
        asked = (COLOURS[player], decision, game.round, game.phase)
        if asked != (line["owner"], line["dec"], line["round"], line["phase"]):
            raise Difference(f"{where}: {asked} decides here, {line['owner']} {line['dec']} there")
        if set(ours) != theirs:
            raise Difference(
                f"{where}: only here {sorted(set(ours) - theirs)}, only there {sorted(theirs - set(ours))}"
            )
        chance.tell(line["chance"])
        try:
            ask = asking.send(ours[json.dumps(line["move"])])
        except StopIteration:
            ask = None
        state = {**state, **line["changed"]}
        _compare(where, game, state)
        if any(chance.waiting.values()):
            raise Difference(f"{where}: draws left over: {chance.waiting}")
    if ask is not None:
        raise Difference("the game goes on here")
    if outcome(game) != last["outcome"]:
        raise Difference(f"the outcome is {outcome(game)} here, {last['outcome']} there")
    return len(decisions)


def _compare(where: str, game: Game, state: dict[str, Any]) -> None:
    ours = position(game)
    for key, there in state.items():
        here = ours[key]
        if key in UNORDERED:
            here, there = sorted(here), sorted(there)
        if here != there:
            raise Difference(f"{where}: {key} is {here} here, {there} there")
