"""What an explanation asks of a language: to say a condition, a value, a fact.

`docs.sentences.Speaker` is one; explanations import no sentences, so that a language is added without touching them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from rulespec.interp.store import Value
from rulespec.rules.expressions import Expr
from rulespec.rules.statements import Clause, Decide, Option
from rulespec.rules.types import Kind, Type

Bound = Mapping[str, tuple[Type, Value]]
"""Variables with their types and values."""


class Voice(Protocol):
    """One language of one game."""

    @property
    def language(self) -> str: ...

    def say(self, key: str, **texts: str) -> str:
        """A fixed word or sentence of answers."""

    def listed(self, items: Sequence[str], last: str = "and") -> str: ...

    def shown(self, type_: Type, value: Value) -> str: ...

    def element(self, kind: Kind, value: int) -> str: ...

    def each(self, key: str, kind: Kind, **texts: str) -> str: ...

    def named(self, expression: Expr, bound: Bound) -> str:
        """What a value is called."""

    def said(self, condition: Expr, bound: Bound, so: bool = True) -> str: ...

    def fact(self, relation: str, a: Expr, b: Expr, bound: Bound, actual: Value, required: Value) -> str: ...

    def clause_said(
        self, clause: Clause, bound: Bound, value_of: Callable[[Expr], tuple[Type, Value] | None]
    ) -> str | None: ...

    def option_said(self, option: Option, bound: Bound) -> str: ...

    def blanks(self, option: Option) -> frozenset[str]:
        """The names that the title of an option has blanks for."""

    def decision_title(self, decision: Decide) -> str: ...

    def label_said(self, source: str) -> str: ...
