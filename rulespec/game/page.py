"""What a page in front of a player asks: plain JSON in, plain JSON out, no name of any game.

Reads a `Desk`; every answer is made of views, so a page cannot show what its player may not see. In the browser the methods
are called by a worker; a server or a chat bot can call them just as well. Errors are answers too: {"error": …}.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import islice, product
from typing import Any

from rulespec.diagnostics import RulespecError
from rulespec.docs.sentences.phrase import readable
from rulespec.drawing import svg
from rulespec.drawing.colours import colours_of
from rulespec.game.desk import Desk
from rulespec.game.errors import IllegalMove
from rulespec.game.event import Event
from rulespec.game.facade import Game
from rulespec.game.label import labelled
from rulespec.game.limits import shorten
from rulespec.game.match import argument
from rulespec.game.move import Move
from rulespec.game.session import Session
from rulespec.game.sheet import Choosable
from rulespec.game.telling import Teller
from rulespec.game.values import Args, Plain, plain, public, to_json, to_text
from rulespec.rules.types import MapOf, Member, SetOf, Type, domain

AT_ONCE = 14
"""So many moves are offered as they are; more of them option by option, parameter by parameter."""
LISTED = 80
"""Up to so many values of a parameter are shown with those that are not legal, which then explain themselves."""
COMPLETIONS = 250
Json = dict[str, Any]


class Page:
    """One game in progress in front of one player (or several on one device)."""

    def __init__(self, game: Game, lang: str | None = None) -> None:
        self.game, self.lang = game, lang or game.languages[0]
        self.teller = Teller(game, self.lang)
        self.desk = Desk(game)
        self.heard = 0

    def call(self, method: str, params: str) -> str:
        """A method by its name, with parameters and result as JSON text: the one door for a worker."""
        known: dict[str, Callable[..., Json]] = {
            "start": self.start, "resume": self.resume, "position": self.position, "next_values": self.choices,
            "play": self.play, "bot": self.bot, "undo": self.undo, "hint": self.hint, "why": self.why,
            "save": self.save, "speak": self.speak,
        }  # fmt: skip
        try:
            return json.dumps(known[method](**json.loads(params)), ensure_ascii=False)
        except IllegalMove as error:
            reasons = error.answer.render(self.lang) if error.answer is not None else error.message
            return json.dumps({"refused": str(reasons)}, ensure_ascii=False)
        except RulespecError as error:
            return json.dumps({"error": error.message, "help": error.help}, ensure_ascii=False)

    # --- a game begins, or goes on -------------------------------------------------------------------------------------

    def start(self, seats: Mapping[str, str], seed: int) -> Json:
        self.desk = Desk(self.game, dict(seats), seed)
        self.heard = 0
        return self.position()

    def resume(self, saved: Json) -> Json:
        self.desk = Desk(self.game, saved["seats"], saved["seed"], Session.resume(self.game, saved["log"]))
        self.heard = 0
        return self.position()

    def save(self) -> Json:
        return self.desk.dump()

    def speak(self, lang: str) -> Json:
        self.lang, self.teller = lang, Teller(self.game, lang)
        self.heard = 0
        return self.position()

    # --- what is to be seen --------------------------------------------------------------------------------------------

    @property
    def viewer(self) -> str | None:
        """Whose eyes the page has: of several people on one device the one who decides."""
        return self.desk.waits_for or (self.desk.people[0] if len(self.desk.people) == 1 else None)

    def position(self) -> Json:
        session, viewer = self.desk.session, self.viewer
        view = session.view(viewer)
        colours = colours_of(self.game.players)
        pictures = [{**p.to_json(), "svg": svg(p, colours)} for p in self.game.pictures(view, self.lang)]
        outcome = session.outcome
        return {
            "title": self.teller.title(),
            "lang": self.lang,
            "players": [
                {"name": p, "label": self.teller.player(p), "played_by": self.desk.seats[p], "css": c}
                for p, c in zip(self.game.players, colours, strict=True)
            ],
            "viewer": viewer,
            "owner": session.state.owner,
            "waits": self.desk.waits_for is not None,
            "pictures": pictures,
            "decision": self.decision() if self.desk.waits_for is not None else None,
            "events": self.news(),
            "moves": len(session.lines) - 1,
            "over": None
            if outcome is None
            else {
                "result": self.teller.result(outcome),
                "points": self.points(outcome.points),
            },
        }

    def news(self) -> list[Json]:
        """What happened since the page asked last, as its player got to know it."""
        events = self.desk.session.events
        fresh = self.heard == 0 or self.heard > len(events)
        start, self.heard = (0 if fresh else self.heard), len(events)
        found = []
        for event in events[start:]:
            line = self.teller.told(self.seen(event))
            if line is not None:
                by = event.values.get("by") if event.kind == "decide" else None
                found.append({"text": line, "by": by, "cites": list(event.cites)})
        return found

    def seen(self, event: Event) -> Event:
        people = self.desk.people
        return event.seen_by(people[0] if len(people) == 1 else None)

    def points(self, points: Any) -> list[Json]:
        names = self.teller.names
        return [
            {"player": player, "label": self.teller.player(player), "total": items["total"],
             "items": [[names.title(names.game.definitions[n].about, readable(n), f"score.{n}"), v]
                       for n, v in items.items() if n != "total"]}
            for player, items in (points or {}).items()
        ]  # fmt: skip

    # --- what can be chosen --------------------------------------------------------------------------------------------

    def decision(self) -> Json:
        state = self.desk.session.state
        legal = self.game.legal(state)
        options = [o for o in self.options() if any(m.option == o.name for m in legal)]
        whole = len(legal) <= AT_ONCE
        return {
            "player": self.teller.player(state.owner),
            "title": self.teller.decision(state),
            "count": len(legal),
            "moves": [{"move": m.to_json(), "label": m.label(self.lang), **self.place_of(m)} for m in legal]
            if whole
            else None,
            "options": [
                {
                    "name": o.name,
                    "label": self.teller.offered(state, o.name),
                    "parameters": [n for n, _ in o.parameters],
                }
                for o in options
            ],
        }

    def options(self) -> tuple[Choosable, ...]:
        return self.game.point(self.desk.session.state.position).options

    def option(self, name: str) -> Choosable:
        found = next((o for o in self.options() if o.name == name), None)
        if found is None:
            raise RulespecError("R0621", f"there is no option `{shorten(name)}`")
        return found

    def place_of(self, move: Move) -> Json:
        """Where a move of one parameter can be clicked."""
        types = self.option(move.option).parameters
        if len(types) != 1:
            return {}
        (_, type_), (value,) = types[0], move.args.values()
        return {"kind": root_of(type_), "value": to_text(value)}

    def choices(self, option: str, fixed: Json) -> Json:
        """The values of the next open parameter, the illegal ones too; without one, the whole move."""
        chosen = self.option(option)
        open_ = [(name, type_) for name, type_ in chosen.parameters if name not in fixed]
        if not open_:
            args = [argument(chosen, name, fixed[name]) for name, _ in chosen.parameters]
            named = Args(tuple((n, public(t, a)) for (n, t), a in zip(chosen.parameters, args, strict=True)))
            label = labelled(self.game, chosen, args, Move(option, named), self.lang)
            return {"move": {"option": option, "args": fixed}, "label": label}
        name, type_ = open_[0]
        legal = self.game.choices(self.desk.session.state, option, **fixed)
        every = self.every(type_) if len(legal) < LISTED else None
        values = every if every is not None else list(legal)
        return {
            "parameter": name,
            "label": self.teller.names.noun(name).words,
            "kind": root_of(type_),
            "several": isinstance(type_, SetOf),
            "values": [
                {"value": to_json(v), "key": to_text(v), "label": self.teller.voice.shown(type_, plain(type_, to_json(v))), "legal": v in legal}
                for v in values
            ],
        }  # fmt: skip

    @staticmethod
    def every(type_: Type) -> list[Any] | None:
        """All values that a parameter could have, if they are few."""
        if not isinstance(type_, Member) or len(domain(type_)) > LISTED:
            return None
        return [public(type_, v) for v in domain(type_)]

    # --- moves ---------------------------------------------------------------------------------------------------------

    def play(self, move: Any) -> Json:
        if self.desk.waits_for is None:
            raise RulespecError("R0628", "it is not your turn")
        self.desk.play(move)
        return self.position()

    def bot(self) -> Json:
        """One move of a bot, so that a page can show one after the other."""
        if not self.desk.session.is_over and self.desk.waits_for is None:
            self.desk.bot_move()
        return self.position()

    def undo(self) -> Json:
        self.desk.undo()
        self.heard = 0
        return self.position()

    def hint(self) -> Json:
        if self.desk.waits_for is None:
            return {"error": self.teller.words["choose"], "help": None}
        move = self.desk.hint()
        return {"move": move.to_json(), "label": move.label(self.lang)}

    def why(self, move: Any) -> Json:
        """Why a move (text, or an option with some of its values) can be played, or cannot."""
        asked = self.completed(move) if isinstance(move, dict) else str(move)
        view = self.desk.session.view(self.viewer) if self.viewer is not None else None
        position = view if view is not None and not isinstance(asked, str) else self.desk.session.state
        answer = self.game.adjudicate(position, asked, viewer=self.viewer, lang=self.lang)
        return {"answer": str(answer.render(self.lang))}

    def completed(self, move: Json) -> Any:
        """A whole move with the values given: of all that could be added, those that fail for the fewest reasons."""
        chosen = self.option(str(move["option"]))
        given = move.get("args", {})
        fixed = {name: argument(chosen, name, value) for name, value in given.items()}
        ways: list[Sequence[Plain]] = []
        for name, type_ in chosen.parameters:
            listed = self.every(type_)
            ways.append(
                [fixed[name]] if name in fixed else [plain(type_, v) for v in listed] if listed else self.few(type_)
            )
        state = self.desk.session.state

        def named(args: tuple[Plain, ...]) -> Json:
            return {
                "option": chosen.name,
                "args": {n: to_json(public(t, a)) for (n, t), a in zip(chosen.parameters, args, strict=True)},
            }

        tries = [named(args) for args in islice(product(*ways), COMPLETIONS)]
        return min(tries, key=lambda each: len(self.game.refused(state, each)))

    @staticmethod
    def few(type_: Type) -> Sequence[Plain]:
        """Some values of a parameter that has too many."""
        match type_:
            case SetOf():
                return [0]
            case MapOf(kind=kind):
                return [(0,) * kind.size]
            case _:
                return list(domain(type_))[:20]


def root_of(type_: Type) -> str | None:
    """The kind whose places on the board stand for values of the type."""
    return type_.kind.root if isinstance(type_, Member | SetOf) else None
