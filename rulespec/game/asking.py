"""Questions about moves: hands a state, or what one player sees of it, over to `rulespec.explain`.

Reads a game and a state or view; returns an `Answer`. What is not a move gets an answer too: ILL_FORMED, with the
reason.
"""

import hashlib
import json
from collections.abc import Sequence
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING

import attrs

from rulespec.explain.answer import adjudicate, ill_formed, judged_ways
from rulespec.explain.named import written
from rulespec.explain.situation import Situation, situation_from
from rulespec.explain.verdict import FORBIDDEN, NOT_PERMITTED, Answer, Fix
from rulespec.game import match
from rulespec.game.beforehand import TRIED, moves_before
from rulespec.game.cells import sees
from rulespec.game.errors import BadMove
from rulespec.game.limits import shorten
from rulespec.game.match import Given
from rulespec.game.move import Move
from rulespec.game.seen import values_of_view
from rulespec.game.sheet import Choosable, Point
from rulespec.game.standing import standing
from rulespec.game.state import State
from rulespec.game.values import Plain
from rulespec.game.view import View
from rulespec.game.wording import Meant, Unclear, in_words, read_words
from rulespec.rules.types import domain

if TYPE_CHECKING:
    from rulespec.docs.sentences.speaker import Speaker
    from rulespec.game.facade import Game

COMPLETIONS = 400
"""How many ways to fill in what a question leaves open are tried."""
TYPED = ("R0620", "R0621", "R0622")
"""What a question in words looks like to the reader of typed moves."""


def ask(game: "Game", state: "State | View", question: Given, viewer: str | None, lang: str | None) -> Answer:
    """May this be played in this state? With a viewer (or a view), answered from what that player sees."""
    if isinstance(state, View):
        viewer = viewer or state.viewer
        values = values_of_view(game.sheet, state)
    else:
        values = tuple(game.core.to_values(game.checked(state).position))
    watching = None if viewer is None else game.player(viewer)
    situation = situation_at(game, values, watching)
    if isinstance(state, View) and state.decision is not None and not state.decision.is_chance:
        # Who decides is known to all, even where it follows from what is not.
        situation = attrs.evolve(situation, owner=game.player(state.decision.owner))
    asked = _Asked(game, state, situation, game.voices(lang), watching, game.point_at(values))
    answer = asked.answer(question)
    # The id of a position would tell positions apart that the viewer cannot.
    return (
        answer
        if watching is not None or isinstance(state, View)
        else attrs.evolve(answer, state_id=state_id(game, values))
    )


@attrs.frozen(eq=False)
class _Asked:
    """A question on its way to an answer."""

    game: "Game"
    state: "State | View"
    situation: Situation
    voices: "tuple[Speaker, ...]"
    viewer: int | None
    point: Point | None

    def answer(self, question: Given) -> Answer:
        player, move = self._spoken_for(question)
        try:
            option, args = self._read(move)
        except BadMove as error:
            if isinstance(question, str) and error.code in TYPED and in_words(question):
                return self._in_words(question)
            reason = f"{error.message}" + (f" ({error.help})" if error.help else "")
            return ill_formed(self.situation, _shown(question), reason, voices=self.voices)
        return self._judged(option, args, player)

    def _judged(self, option: Choosable, args: Sequence[Plain], player: int | None) -> Answer:
        answer = adjudicate(
            self.situation, option.name, args, voices=self.voices, player=player, viewer=self.viewer, code=option.code
        )
        if not isinstance(self.state, State) or answer.verdict not in (FORBIDDEN, NOT_PERMITTED):
            return answer
        fixes = tuple(fix for fix in answer.fixes if fix.kind != "PARAM" or self._replays(fix))
        answer = attrs.evolve(answer, fixes=fixes)
        mine = player is None or player == self.situation.owner
        if self.viewer is not None or not mine or any(condition.never for condition in answer.blockers):
            return answer
        return self._with_first(answer, self.state, option, args)

    def _replays(self, fix: Fix) -> bool:
        """A move is shown only if it can be played."""
        assert isinstance(self.state, State)
        assert fix.move is not None
        coded = self.game.encode(self.state, fix.move)
        if coded not in self.game.core.legal(self.state.position):
            return False
        self.game.stepped(self.state.position, coded)
        return True

    def _with_first(self, answer: Answer, state: State, option: Choosable, args: Sequence[Plain]) -> Answer:
        """The answer with what could be played first."""
        moves, complete = moves_before(self.game, state, option.code, args)
        fixes = tuple(
            Fix("FIRST", move.to_json(), {v.language: v.say("first", move=move.label(v.language)) for v in self.voices})
            for move in moves
        )
        cut = () if complete else (f"more than {TRIED} moves that might be played first",)
        return attrs.evolve(
            answer,
            fixes=(*answer.fixes, *fixes),
            complete=answer.complete and complete,
            incomplete_because=(*answer.incomplete_because, *cut),
        )

    def _read(self, move: Given) -> tuple[Choosable, tuple[Plain, ...]]:
        """The move that is meant: of the pending decision, or else of another one, which is then the wrong moment."""
        try:
            return match.read(self.game.sheet, move, self.point)
        except BadMove as error:
            if error.code != "R0624":
                raise
            return match.read(self.game.sheet, move, None)

    def _spoken_for(self, question: Given) -> tuple[int | None, Given]:
        """`red bid(2)` is a question about red."""
        if isinstance(question, str):
            first, _, rest = question.strip().partition(" ")
            if first in self.game.players and rest.strip():
                return self.game.player(first), rest.strip()
        return None, question

    # --- in words -----------------------------------------------------------------------------------------------------

    def _in_words(self, question: str) -> Answer:
        kind = self.game.sheet.player_kind
        try:
            meant = read_words(self.game.lexicon, question, self.game.players, kind.root, self.point)
        except Unclear as unclear:
            return self._unclear(question, unclear)
        player = None if meant.player is None else self.game.player(meant.player)
        args, complete = self._completed(meant)
        answer = self._judged(meant.option, args, player)
        query = {**answer.query, "asked": shorten(question, 200)}
        query |= {"left_open": list(meant.left_open)} if meant.left_open else {}
        query |= {"unused": list(meant.unused)} if meant.unused else {}
        cut = () if complete else (f"more than {COMPLETIONS} values for what was left open",)
        told = {v.language: self._told(v, meant, answer) for v in self.voices}
        return attrs.evolve(
            answer,
            query=query,
            read_as=told if meant.left_open or meant.unused else {},
            complete=answer.complete and complete,
            incomplete_because=(*answer.incomplete_because, *cut),
        )

    def _completed(self, meant: Meant) -> tuple[tuple[Plain, ...], bool]:
        """What was left open is asked of all its values: a legal one answers for them, else the nearest to it."""
        types = dict(meant.option.parameters)
        domains = [domain(types[name]) for name in meant.left_open]
        ways = [
            tuple({**meant.values, **dict(zip(meant.left_open, chosen, strict=True))}[name] for name in types)
            for chosen in islice(product(*domains), COMPLETIONS)
        ]
        if len(ways) == 1:
            return ways[0], True
        judged = judged_ways(self.situation, meant.option.code, ways, self.viewer)
        return ways[judged.index(min(judged))], prod(map(len, domains)) <= COMPLETIONS

    def _told(self, voice: "Speaker", meant: Meant, answer: Answer) -> str:
        """How the question was read."""
        move = written(answer.query["option"], answer.query["args"])
        names = {name: voice.names.noun(name).text for name in meant.left_open}
        text = voice.say("read as", move=move)
        if names:
            text += "; " + voice.say("left open", list=voice.listed(list(names.values())))
        if meant.unused:
            text += "; " + voice.say("unused", list=", ".join(f"“{word}”" for word in meant.unused))
        return text

    def _unclear(self, question: str, unclear: Unclear) -> Answer:
        """What could be meant, each a well-formed move."""
        nearest = [(meant, self._completed(meant)[0]) for meant in unclear.nearest]
        moves = [str(self.game.named(meant.option, args)) for meant, args in nearest]
        reasons = {}
        for voice in self.voices:
            parts = [voice.say("unclear")]
            if unclear.unknown:
                parts = [voice.say("unknown words", list=", ".join(f"“{word}”" for word in unclear.unknown[:5]))]
            if moves:
                parts.append(voice.say("could be meant", list=", ".join(moves)))
            elif self.point is not None and not self.point.is_chance:
                names = list(dict.fromkeys(option.name for option in self.point.options))
                parts.append(voice.say("can be chosen", list=", ".join(names[:8])))
            reasons[voice.language] = "; ".join(parts)
        answer = ill_formed(self.situation, _shown(question), reasons, voices=self.voices)
        return attrs.evolve(answer, query={**answer.query, "nearest": moves})


def state_id(game: "Game", values: tuple[int, ...]) -> str:
    """The same for equal positions of one game, another for others."""
    text = json.dumps([game.name, game.sheet.text_hash, game.players, values])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def situation_at(game: "Game", values: tuple[int, ...], viewer: int | None = None) -> Situation:
    """The values as explanations take them; for a viewer without names that stand for something they cannot see."""
    hidden = frozenset(
        c.name for c in game.sheet.cells if c.frame is not None and viewer is not None and not _open(c.who, viewer)
    )
    here = standing(game, values, hidden)
    rulings = game.readings
    return situation_from(game.typed, rulings, here.pending, here.owner, here.cells, here.variables)


def _open(who: str, viewer: int) -> bool:
    return sees(who, 0, (), viewer) or who in ("owner", "known")


def _shown(question: Given) -> str:
    return shorten(str(question) if isinstance(question, str | Move) else repr(question), 200)
