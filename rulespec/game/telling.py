"""Tells events in a language of the game, one short line each: `2 coins: bank → Red's purse`.

Reads events as a player got them, with the names of the typed rules; returns lines. What only repeats another line (a
draw before the card moves, a value that stays) is left out.
"""

from typing import Any

from rulespec.diagnostics import RulespecError
from rulespec.docs.sentences.names import Names
from rulespec.docs.sentences.phrase import Phrase
from rulespec.docs.sentences.speaker import Speaker
from rulespec.game.cells import HIDDEN
from rulespec.game.event import Event
from rulespec.game.facade import Game
from rulespec.game.label import labelled
from rulespec.game.match import argument
from rulespec.game.move import Move
from rulespec.game.state import State
from rulespec.game.values import Args, Misfit, plain, to_text
from rulespec.game.view import Outcome
from rulespec.rules.types import Flag, Kind, Member, Number, Type

WORDS = {
    "en": {
        "unseen": "a face-down card",
        "earns": "{player} earns {amount} {account}",
        "end": "The game is over: {ending}",
        "shown": "Shown",
        "won": "Won by {players}.",
        "nobody": "Nobody has won.",
        "choose": "Choose",
        "total": "total",
    },
    "pt": {
        "unseen": "uma carta virada",
        "earns": "{player} ganha {amount} {account}",
        "end": "O jogo terminou: {ending}",
        "shown": "Mostrado",
        "won": "Vitória: {players}.",
        "nobody": "Ninguém venceu.",
        "choose": "Escolha",
        "total": "total",
    },
}
SECRET = "?"


class Teller:
    """Events in one language."""

    def __init__(self, game: Game, lang: str | None = None) -> None:
        self.game = game
        self.voice: Speaker = game.voices(lang)[0]
        self.names: Names = self.voice.names
        self.words = WORDS.get(self.voice.language, WORDS["en"])
        self.options = {o.code: o for point in game.sheet.points for o in point.options}

    def told(self, event: Event) -> str | None:
        """The line of an event; None if it says nothing of its own."""
        v = event.values
        match event.kind:
            case "decide":
                return f"{self.player(v['by'])}: {self.move(event)}"
            case "move" if "card" in v:
                return f"{self.card(v)}: {self.cell(event, v['from'])} → {self.cell(event, v['to'])}"
            case "move":
                if v["amount"] == 0:
                    return None
                return f"{self.pieces(v)}: {self.cell(event, v['from'])} → {self.cell(event, v['to'])}"
            case "set":
                if v["before"] == v["value"] and v["value"] != HIDDEN:
                    return None
                type_ = self.type_of(event, str(v["cell"]))
                return (
                    f"{self.cell(event, v['cell'])}: {self.value(type_, v['before'])} → {self.value(type_, v['value'])}"
                )
            case "owe":
                named = {
                    "player": self.player(v["key"]),
                    "amount": str(v["amount"]),
                    "account": self.names.alone(str(v["account"])).words,
                }
                return self.words["earns"].format(**named)
            case "end":
                return self.words["end"].format(ending=self.ending(str(v["ending"])))
            case "reveal":
                return f"{self.words['shown']}: {', '.join(self.any_member(x) for x in v.values())}"
            case _:
                return None

    def title(self) -> str:
        """What the game is called."""
        return self.names.text("game", self.game.name) or self.game.title or self.game.name

    def decision(self, state: State) -> str:
        """What is to be decided; where the text has no title for it, what its options are."""
        point = self.game.point(state.position)
        typed = next((o for o in (self.game.typed_options.get(c.code) for c in point.options) if o is not None), None)
        decide = next((d for d in self.game.typed_decisions if typed is not None and typed in d.options), None)
        if decide is None or not (decide.about.title or self.names.text(decide.id, decide.code)):
            titles = dict.fromkeys(self.offered(state, option.name) for option in point.options)
            return next(iter(titles)) if len(titles) == 1 else self.words["choose"]
        return self.voice.decision_title(decide)

    def offered(self, state: State, option: str) -> str:
        """An option while its parameters are open."""
        found = next(o for o in self.game.point(state.position).options if o.name == option)
        typed = self.game.typed_options.get(found.code)
        return self.voice.open_title(typed) if typed is not None else option

    def result(self, outcome: Outcome) -> str:
        """How a game ended."""
        if not outcome.winners:
            return self.words["nobody"]
        return self.words["won"].format(players=self.names.grammar.listed([self.player(p) for p in outcome.winners]))

    def move(self, event: Event) -> str:
        """What was played; of a sealed choice only the option."""
        option = self.options.get(event.clause)
        typed = self.game.typed_options.get(event.clause)
        if option is None:
            return to_text(event.values["option"])
        given = {name: value for name, value in event.values.items() if name not in ("by", "option")}
        if HIDDEN in given.values() and typed is not None:
            return self.voice.open_title(typed)
        try:
            args = [argument(option, name, given[name]) for name, _ in option.parameters]
        except (KeyError, RulespecError):
            return option.name
        return labelled(self.game, option, args, Move(option.name, Args(given)), self.voice.language)

    def argument(self, state: State, option: str, parameter: str, value: Any) -> str:
        """A value of a parameter of a pending option, as people say it."""
        offered = next((o for o in self.game.point(state.position).options if o.name == option), None)
        type_ = dict(offered.parameters).get(parameter) if offered is not None else None
        try:
            return self.voice.shown(type_, plain(type_, value)) if type_ is not None else to_text(value)
        except Misfit:
            return to_text(value)

    def player(self, name: Any) -> str:
        return self.member(self.game.sheet.player_kind, str(name))

    def card(self, v: Args) -> str:
        return self.words["unseen"] if v["card"] == HIDDEN else self.any_member(v["card"])

    def any_member(self, name: Any) -> str:
        """A member of whatever kind it may be."""
        for kind in self.game.typed.kinds.values():
            if kind.root == kind.name and str(name) in kind.members:
                return self.member(kind, str(name))
        return to_text(name)

    def member(self, kind: Kind, name: str) -> str:
        words = self.names.member(kind, kind.values[kind.members.index(name)]).words
        return words[:1].upper() + words[1:]

    def pieces(self, v: Args) -> str:
        noun = self.names.noun(str(v["piece"]))
        amount = v["amount"]
        if amount == HIDDEN:
            return f"{SECRET} {self.names.grammar.many(noun).words}"
        return f"{amount} {noun.words if amount == 1 else self.names.grammar.many(noun).words}"

    def cell(self, event: Event, text: Any) -> str:
        """`purse(red)` as people say it: `red's purse`."""
        name, _, rest = str(text).partition("(")
        if not rest:
            return self.names.word(self.full(event, name), []).text
        kinds = self.keys_of(event, name)
        phrases: list[tuple[str, Phrase]] = []
        for kind, key in zip(kinds, rest[:-1].split(", "), strict=False):
            value = plain(Member(kind, True), key)
            assert isinstance(value, int)
            phrases.append((kind.name, self.names.member(kind, value)))
        return self.names.word(self.full(event, name), phrases).text if len(phrases) == len(kinds) else str(text)

    def full(self, event: Event, name: str) -> str:
        """The name of what a rule keeps has the rule's before it."""
        typed = self.game.typed
        return name if name in typed.families or name in typed.places else f"{event.rule}.{name}"

    def keys_of(self, event: Event, name: str) -> tuple[Kind, ...]:
        typed = self.game.typed
        thing = typed.places.get(name) or typed.families.get(self.full(event, name))
        return thing.keys if thing is not None else ()

    def type_of(self, event: Event, text: str) -> Type | None:
        family = self.game.typed.families.get(self.full(event, text.partition("(")[0]))
        return family.type if family is not None else None

    def value(self, type_: Type | None, value: Any) -> str:
        if value == HIDDEN:
            return SECRET
        match type_:
            case Member() | Flag() | Number():
                try:
                    return self.voice.shown(type_, plain(type_, value))
                except Misfit:
                    return to_text(value)
            case _:
                return to_text(value)

    def ending(self, name: str) -> str:
        ending = self.game.typed.endings.get(name)
        return self.names.title(ending.about, name, name) if ending is not None else name
