"""Draws from shuffled stacks: at random, at random with a record, or as a record says.

A stack is a list in no order: drawing any of it is the same as shuffling it first and turning over its top.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from benchmarks.twins.magnanimous.content import IMPROVEMENTS

_LETTERS = {"card": "E", "minister": "M", "baron": "B"}


def drawn_word(kind: str, item: int) -> list[str]:
    """A draw in the words of the reference games."""
    return [kind, IMPROVEMENTS[item] if kind == "improvement" else f"{_LETTERS[kind]}{item}"]


def drawn_item(kind: str, word: str) -> int:
    return IMPROVEMENTS.index(word) if kind == "improvement" else int(word[1:])


class Chance(Protocol):
    """What draws."""

    def draw(self, kind: str, stack: list[int], /) -> int: ...


class Shuffled:
    """Every item of the stack equally likely."""

    def __init__(self, random: Callable[[], float]) -> None:
        self.random = random

    def draw(self, kind: str, stack: list[int]) -> int:
        where = int(self.random() * len(stack))
        stack[where], stack[-1] = stack[-1], stack[where]
        return stack.pop()


class Noted(Shuffled):
    """The same, and remembers what was drawn since it was last asked."""

    def __init__(self, random: Callable[[], float]) -> None:
        super().__init__(random)
        self._drawn: list[list[str]] = []

    def draw(self, kind: str, stack: list[int]) -> int:
        item = super().draw(kind, stack)
        self._drawn.append(drawn_word(kind, item))
        return item

    def taken(self) -> list[list[str]]:
        drawn, self._drawn = self._drawn, []
        return drawn


class Told:
    """What a record says, by kind and in order; refuses what is not in the stack."""

    def __init__(self) -> None:
        self.waiting: dict[str, list[int]] = {}

    def tell(self, drawn: Iterable[Any]) -> None:
        for kind, word in drawn:
            self.waiting.setdefault(kind, []).append(drawn_item(kind, word))

    def draw(self, kind: str, stack: list[int]) -> int:
        if not self.waiting.get(kind):
            raise ValueError(f"the record holds no more draw of a {kind}")
        item = self.waiting[kind].pop(0)
        if item not in stack:
            raise ValueError(f"{drawn_word(kind, item)} is drawn, but is not in its stack")
        stack.remove(item)
        return item
