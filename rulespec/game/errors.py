"""What the public interface raises beyond `RulespecError` and `LoadError`.

Reads nothing; every error has a code of `rulespec.codes`, a message for people, a place and often a way out.
"""

from typing import Any

from rulespec.diagnostics import RulespecError


class BadMove(RulespecError):
    """Not a move of this game at all: unreadable, an unknown option, a value that does not exist."""


class BadSave(RulespecError):
    """A save, view or log that cannot be what it says."""


class GameOver(RulespecError):
    """Somebody played after the end."""

    def __init__(self, message: str = "the game is over, so nothing can be played") -> None:
        super().__init__("R0626", message)


class IllegalMove(RulespecError):
    """A well-formed move that the rules refuse; `answer` says which clause refuses it, and where that is written."""

    def __init__(self, message: str, answer: Any = None, code: str = "R0625", place: str | None = None) -> None:
        super().__init__(code, message, place)
        self.answer = answer
