"""A move: an option with its values; as text, as JSON, and as a sentence for people.

Reads text and JSON; returns `Move`s, raises `BadMove`. Whether a move fits a game is `Game.move`'s business; here
only its own form is read: `export(port=rio, space=7, n=4)`, values in order accepted, sets `{a, b}`, maps `{a: 2}`,
`none`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from rulespec.diagnostics import RulespecError
from rulespec.game import json_text
from rulespec.game.errors import BadMove
from rulespec.game.limits import MOVE_CHARACTERS, NESTING, NUMBER_DIGITS, shorten
from rulespec.game.values import Args, to_json, to_text

Labeller = Callable[["Move", str | None], str]


def _args(value: Any) -> Args:
    return value if isinstance(value, Args) else Args(value)


@attrs.frozen
class Move:
    """What a player plays, or what chance brings: `Move("draw", {kind: member})`."""

    option: str
    args: Args = attrs.field(factory=Args, converter=_args)
    _labeller: Labeller | None = attrs.field(default=None, eq=False, repr=False)

    def __str__(self) -> str:
        if not self.args:
            return self.option
        return f"{self.option}({', '.join(f'{name}={to_text(value)}' for name, value in self.args.items())})"

    def to_json(self) -> dict[str, Any]:
        return {"option": self.option, "args": {name: to_json(value) for name, value in self.args.items()}}

    def label(self, lang: str | None = None) -> str:
        """The move as a sentence in a language of the game; its text if it does not come from a game."""
        return self._labeller(self, lang) if self._labeller else str(self)

    def __reduce__(self) -> tuple[type["Move"], tuple[str, Args]]:
        return Move, (self.option, self.args)


@attrs.frozen
class Written:
    """A move as it was written: values by name, values in order; texts not yet held against types."""

    option: str
    by_name: tuple[tuple[str, Any], ...] = ()
    in_order: tuple[Any, ...] = ()


def read_move(given: "str | Mapping[str, Any] | Move") -> Written:
    """What was written, from any of the three forms.

    >>> read_move("export(rio, n=4)")
    Written(option='export', by_name=(('n', 4),), in_order=('rio',))
    """
    match given:
        case Move(option=option, args=args):
            return Written(option, tuple(args.items()))
        case str():
            if len(given) > MOVE_CHARACTERS:
                raise BadMove("R0605", f"a move of {len(given):,} characters; the limit is {MOVE_CHARACTERS:,}")
            if given.lstrip().startswith("{"):
                return _read_json(_parse_json(given))
            return _Reader(given).move()
        case Mapping():
            return _read_json(given)
        case _:
            raise BadMove("R0620", f"{json_text.describe(given)} is not a move")


def _parse_json(text: str) -> Any:
    try:
        return json_text.parse(text, "the move", MOVE_CHARACTERS)
    except RulespecError as error:
        raise BadMove(error.code, error.message, error.place) from None


def _read_json(given: Any) -> Written:
    try:
        found = json_text.fields(given, "the move", ["option"], ["args"])
        option = json_text.a_text(found["option"], "the move.option")
        args = json_text.an_object(found.get("args", {}), "the move.args")
    except RulespecError as error:
        raise BadMove(error.code, error.message, error.place, error.help) from None
    return Written(option, tuple(args.items()))


_TOKEN = re.compile(r"\s*(?:(?P<word>[^\W\d][\w.]*)|(?P<number>-?\d+)|(?P<sign>[(){}=:,]))")


class _Reader:
    """Reads one move from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.depth = text, 0, 0
        self.tokens = list(self._cut())

    def _cut(self) -> list[tuple[str, str, int]]:
        found, at = [], 0
        end = len(self.text.rstrip())
        while at < end:
            token = _TOKEN.match(self.text, at)
            if token is None:
                place = at + len(self.text[at:]) - len(self.text[at:].lstrip())
                raise self.error(f"`{self.text[place]}` does not belong in a move", place)
            found.append((token.lastgroup or "", token.group(token.lastgroup or 0), token.start(token.lastgroup or 0)))
            at = token.end()
        return found

    def error(self, message: str, place: int | None = None) -> BadMove:
        column = (place if place is not None else self.place()) + 1
        return BadMove(
            "R0620", message, f"column {column} of `{shorten(self.text)}`", "write `option(name=value, ...)`"
        )

    def place(self) -> int:
        return self.tokens[self.at][2] if self.at < len(self.tokens) else len(self.text)

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, sign: str) -> bool:
        if self.peek() == sign and self.tokens[self.at][0] == "sign":
            self.at += 1
            return True
        return False

    def expect(self, sign: str) -> None:
        if not self.take(sign):
            found = f"`{shorten(self.peek())}`" if self.peek() else "the end"
            raise self.error(f"here stands {found}, but `{sign}` belongs here")

    def word(self, what: str) -> str:
        if self.at < len(self.tokens) and self.tokens[self.at][0] == "word":
            self.at += 1
            return self.tokens[self.at - 1][1]
        raise self.error(f"here stands `{shorten(self.peek())}`, but {what} belongs here" if self.peek() else
                         f"the move ends where {what} belongs")  # fmt: skip

    def move(self) -> Written:
        option = self.word("the name of an option")
        by_name: list[tuple[str, Any]] = []
        in_order: list[Any] = []
        if self.take("("):
            while not self.take(")"):
                if by_name or in_order:
                    self.expect(",")
                named = self.at + 1 < len(self.tokens) and self.tokens[self.at + 1][1] == "="
                if named:
                    name = self.word("the name of a parameter")
                    self.expect("=")
                    if any(name == other for other, _ in by_name):
                        raise BadMove("R0622", f"`{shorten(name)}` has two values", f"column {self.place() + 1}")
                    by_name.append((name, self.value()))
                elif by_name:
                    raise self.error("a value in order cannot follow one by name")
                else:
                    in_order.append(self.value())
        if self.at < len(self.tokens):
            raise self.error(f"`{shorten(self.peek())}` stands after the end of the move")
        return Written(option, tuple(by_name), tuple(in_order))

    def value(self) -> Any:
        if self.at >= len(self.tokens):
            raise self.error("the move ends where a value belongs")
        form, text, place = self.tokens[self.at]
        if form == "number":
            self.at += 1
            if len(text) > NUMBER_DIGITS + 1:
                raise BadMove("R0642", f"a number of {len(text)} digits", f"column {place + 1}")
            return int(text)
        if form == "word":
            self.at += 1
            return None if text == "none" else text
        if text != "{":
            raise self.error(f"`{text}` stands where a value belongs")
        return self.collection()

    def collection(self) -> Any:
        self.expect("{")
        self.depth += 1
        if self.depth > NESTING:
            raise BadMove("R0641", "the move is nested too deeply", f"column {self.place() + 1}")
        elements: list[Any] = []
        entries: dict[str, Any] = {}
        while not self.take("}"):
            if elements or entries:
                self.expect(",")
            element = self.value()
            if self.take(":"):
                key = str(element)
                if key in entries:
                    raise BadMove("R0622", f"`{shorten(key)}` stands twice in one map", f"column {self.place() + 1}")
                entries[key] = self.value()
            else:
                elements.append(element)
        self.depth -= 1
        if elements and entries:
            raise self.error("a set and a map cannot be mixed")
        return entries or elements
