"""Replays one reference game and compares it decision by decision.

Reads a file of the format that `tests/reference/README.md` explains; returns the number of lines compared. The first
difference is raised as a `Difference`, in words. Where one of our decisions stands for several lines, the lines narrow
our legal moves one after another; where one line stands for several of our decisions, it is used up in parts.
"""

import json
from collections import defaultdict, deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rulespec
from rulespec import Game, Move, State
from tests.reference.moves import Path as MovePath
from tests.reference.moves import Step, drawn, path_of
from tests.reference.position import ordered, position, theirs

PACK = json.loads((Path(__file__).parent / "neutral-pack.json").read_text("utf-8"))
PARTIES = {"C": "conservative", "L": "liberal"}
ENDS = {"republic": "republic_proclaimed", "noble": "noble_victory", "rio": "capital_lost"}


class Difference(Exception):
    """The two programs disagree, or the file cannot be followed."""


class Replay:
    def __init__(self, file: Path, game: Game | None = None) -> None:
        self.lines: Iterator[tuple[int, dict[str, Any]]] = _read(file)
        _, head = self._take()
        if not {"players", "chance", "state", "pack", "rulings"} <= set(head):
            raise Difference("the first line is not the head of a reference game")
        self.game = game or rulespec.load(
            "magnanimous", players=list(head["players"]), content=head["pack"], profile=head["rulings"]
        )
        self.state: State = self.game.new()
        self.expected: dict[str, Any] = head["state"]
        self.waiting: dict[str, deque[str]] = defaultdict(deque)
        self._hear(head["chance"])
        self.compared = 0

    def run(self) -> int:
        """To the end of the file; the number of decisions compared."""
        number, line = self._take()
        while "outcome" not in line:
            number, line = self._follow(number, line)
        self._draw()
        self._settle_silent()
        if self.state.decision is not None:
            raise Difference(f"line {number}: their game is over, ours asks {_asked(self.state)}")
        self._compare_position(number)
        self._compare_outcome(number, line["outcome"])
        return self.compared

    # --- one decision of ours ----------------------------------------------------------------------------------------

    def _follow(self, number: int, line: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Play our present decision by this line and those that belong to it; the first line after them."""
        self._draw()
        self._settle_silent(line["owner"])
        decision = self.state.decision
        if decision is None:
            raise Difference(f"line {number} ({line['dec']}): our game is over, theirs asks {line['owner']}")
        if decision.owner != line["owner"]:
            raise Difference(f"line {number}: {line['dec']} of {line['owner']} there, {_asked(self.state)} here")
        self._compare_position(number)
        if line["dec"] == "DEC-05":
            self._fixed_votes(number, line)
            self._accept(line)
            return self._take()
        open_moves = [(m, self._path(m)) for m in self.game.legal(self.state)]
        step = 0
        while True:
            ours = {path[step] for _, path in open_moves if len(path) > step}
            legal = {_step(move) for move in line["legal"]}
            if any(not path[step:] for _, path in open_moves) or ours != legal:
                raise Difference(self._unequal(number, line, ours, legal))
            chosen = _step(line["move"])
            open_moves = [(m, path) for m, path in open_moves if path[step] == chosen]
            self._accept(line)
            step += 1
            if any(len(path) == step for _, path in open_moves):
                break
            number, line = self._take()
            if "outcome" in line:
                raise Difference(f"line {number}: their game ends within {_asked(self.state)}")
        if len(open_moves) != 1:
            raise Difference(f"line {number}: {len(open_moves)} of our moves are {line['move']}")
        self.state = self.game.play(self.state, open_moves[0][0])
        return self._take()

    def _path(self, move: Move) -> MovePath:
        decision = self.state.decision
        assert decision is not None
        path = path_of(move, decision.id, decision.rule)
        if path and path[0][0] == "impr" and len(path[0]) == 2:
            # The baron names the improvement: it is not part of our move.
            seat = self.game.dump(self.state)["state"]["seat"][decision.owner][0]
            return (("impr", PACK["barons"][int(seat[1:])]["start"]["improvements"][0], path[0][1]),)
        return path

    def _fixed_votes(self, number: int, line: dict[str, Any]) -> None:
        """`fixed C L` is one line there; here each minister is asked for, if it is asked at all."""
        _, *flags = line["move"]
        chosen = dict(zip(("conservative", "liberal"), flags, strict=True))
        asked = set()
        owner = line["owner"]
        while (decision := self.state.decision) is not None and decision.id == "DEC-05" and decision.owner == owner:
            legal = self.game.legal(self.state)
            frame = self.game.dump(self.state)["control"]["frames"][0]["values"]
            party = PARTIES[PACK["ministers"][int(frame["document"][1:])]["party"]]
            asked.add(party)
            option = "cast" if chosen[party] else "abstain"
            self.state = self.game.play(self.state, next(m for m in legal if m.option == option))
        ours = {("fixed", c, li) for c in _may("conservative", asked) for li in _may("liberal", asked)}
        legal_there = {_step(move) for move in line["legal"]}
        if ours != legal_there:
            raise Difference(self._unequal(number, line, ours, legal_there))

    # --- what happens by itself --------------------------------------------------------------------------------------

    def _draw(self) -> None:
        """Chance takes what the file says, by kind and in order."""
        while (decision := self.state.decision) is not None and decision.owner == "chance":
            outcomes = {drawn(m): m for m in self.game.legal(self.state)}
            kind = next(iter(outcomes))[0]
            if not self.waiting[kind]:
                raise Difference(f"our {decision.id} draws a {kind}, and the file has no more of them")
            wanted = (kind, self.waiting[kind].popleft())
            if wanted not in outcomes:
                raise Difference(f"our {decision.id} cannot draw the {kind} {wanted[1]}")
            self.state = self.game.play(self.state, outcomes[wanted])

    def _settle_silent(self, owner: str | None = None) -> None:
        """Our decisions with one move that the other program does not ask for."""
        while (decision := self.state.decision) is not None and decision.owner != "chance":
            legal = self.game.legal(self.state)
            if len(legal) != 1 or self._path(legal[0]) != ():
                return
            self.state = self.game.play(self.state, legal[0])
            self._draw()

    def _hear(self, chance: list[list[str]]) -> None:
        for kind, value in chance:
            self.waiting[kind].append(value)

    def _accept(self, line: dict[str, Any]) -> None:
        self.compared += 1
        self.expected = {**self.expected, **line["changed"]}
        self.expected["round"], self.expected["phase"] = line["round"], line["phase"]
        self.expected |= line["changed"]
        self._hear(line["chance"])

    def _take(self) -> tuple[int, dict[str, Any]]:
        found = next(self.lines, None)
        if found is None:
            raise Difference("the file ends without an outcome")
        return found

    # --- comparing ---------------------------------------------------------------------------------------------------

    def _compare_position(self, number: int) -> None:
        ours, there = ordered(position(self.game.dump(self.state))), ordered(theirs(self.expected))
        for key in ours:
            if ours[key] != there.get(key):
                raise Difference(
                    f"line {number}: before {_asked(self.state)} `{key}` is\n  {json.dumps(ours[key])} here,\n"
                    f"  {json.dumps(there.get(key))} there"
                )

    def _compare_outcome(self, number: int, there: dict[str, Any]) -> None:
        outcome = self.game.outcome(self.state)
        ours = (outcome.end, sorted(outcome.winners))
        theirs_ = (ENDS.get(there["end"], there["end"]), sorted(there["winners"]))
        if ours != theirs_:
            raise Difference(f"line {number}: the game ends {ours} here, {theirs_} there")
        if outcome.points is not None and there.get("score"):
            points = {player: dict(items) for player, items in outcome.points.items()}
            if points != there["score"]:
                raise Difference(f"line {number}: the points are {points} here, {there['score']} there")

    def _unequal(self, number: int, line: dict[str, Any], ours: set[Step], legal: set[Step]) -> str:
        def some(moves: set[Step]) -> str:
            words = sorted(" ".join(map(str, m)) for m in moves)
            return ", ".join(words[:12]) + (f" and {len(words) - 12} more" if len(words) > 12 else "") or "nothing"

        return (
            f"line {number}: {line['dec']} of {line['owner']} in round {line['round']} ({_asked(self.state)} here)\n"
            f"  legal here only:  {some(ours - legal)}\n  legal there only: {some(legal - ours)}"
        )


def _may(party: str, asked: set[str]) -> tuple[int, ...]:
    return (0, 1) if party in asked else (0,)


def _step(move: list[Any]) -> Step:
    return tuple(move)


def _asked(state: State) -> str:
    decision = state.decision
    return "the end" if decision is None else f"{decision.id} of {decision.owner} in `{decision.code}`"


def _read(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        with file.open(encoding="utf-8") as lines:
            for number, text in enumerate(lines, 1):
                if text.strip():
                    yield number, json.loads(text)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise Difference(f"this file cannot be read: {error}") from error
