"""What the public interface raises beyond `RulespecError` and `LoadError`.

Reads nothing; every error has a code of `rulespec.codes`, a message for people, a place and often a way out.
"""

from collections.abc import Callable
from functools import cached_property
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

    def __init__(
        self,
        message: str,
        answer: Callable[[], Any] | None = None,
        code: str = "R0625",
        place: str | None = None,
    ) -> None:
        super().__init__(code, message, place)
        self._ask = answer

    @cached_property
    def answer(self) -> Any:
        """The `Answer`, worked out when somebody asks; None where there are no reasons to tell."""
        return None if self._ask is None else self._ask()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.message, self.answer, self.code, self.place)


def _again(message: str, answer: Any, code: str, place: str | None) -> IllegalMove:
    return IllegalMove(message, lambda: answer, code, place)
