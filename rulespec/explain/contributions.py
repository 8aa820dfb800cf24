"""Who contributed what to a value: `2 troops + 1 fortification = 3`.

Reads the defined values that a condition speaks of; returns a `Contributed` for each that something changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from rulespec.diagnostics import RulespecError
from rulespec.explain.named import named
from rulespec.explain.reasons import bound_in
from rulespec.explain.situation import Hidden
from rulespec.explain.voice import Voice
from rulespec.interp.evaluate import Lazy, Scope, Unbound, evaluate, holds
from rulespec.interp.store import Value
from rulespec.rules.expressions import Apply, Expr, Var
from rulespec.rules.game import Definition
from rulespec.rules.types import Flag
from rulespec.rules.walk import within


@attrs.frozen
class Part:
    """One contribution that applied: its label, what it did ("set" or "add") and the value after it."""

    label: str
    source: str
    verb: str
    amount: int
    after: int
    cites: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "source": self.source,
            "verb": self.verb,
            "amount": self.amount,
            "after": self.after,
            "cites": list(self.cites),
        }


@attrs.frozen
class Contributed:
    """A value with what it started from and all that changed it."""

    value: str
    base: Any
    parts: tuple[Part, ...]
    result: Any
    texts: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "base": self.base,
            "parts": [part.to_json() for part in self.parts],
            "result": self.result,
            "texts": dict(self.texts),
        }


def contributions(condition: Expr, scope: Scope, voices: Sequence[Voice]) -> Iterator[Contributed]:
    """The values named in the condition (and in the named values it uses) that have contributions which apply now."""
    for expression, where in _spoken_of(condition, scope):
        definition = scope.game.definitions[expression.definition]
        if not definition.contributions or isinstance(definition.type, Flag):
            continue
        try:
            found = _added_up(definition, [evaluate(a, where) for a in expression.arguments], where)
        except (RulespecError, Unbound, Hidden):
            continue
        if found is not None:
            base, parts, result = found
            texts = {v.language: _told(v, expression, where, base, parts, result) for v in voices}
            shown = named(definition.type, base), named(definition.type, result)
            yield Contributed(definition.name, shown[0], parts, shown[1], texts)


def _spoken_of(condition: Expr, scope: Scope) -> Iterator[tuple[Apply, Scope]]:
    for part in within(condition):
        if isinstance(part, Apply):
            yield part, scope
        elif isinstance(part, Var) and isinstance(lazy := scope.variables.get(part.name), Lazy):
            yield from _spoken_of(lazy.expression, lazy.scope)


def _added_up(
    definition: Definition, arguments: Sequence[Value], caller: Scope
) -> tuple[int, tuple[Part, ...], int] | None:
    """The same sum as `interp.evaluate` makes, with its parts kept."""
    scope = caller.alone(dict(zip((n for n, _ in definition.parameters), arguments, strict=True)))
    arm = next((arm for arm in definition.arms if holds(arm.condition, scope)), None)
    base = None if arm is None else evaluate(arm.value, scope)
    if not isinstance(base, int):
        return None
    value, parts = base, []
    for found in definition.contributions:
        if not holds(found.condition, scope):
            continue
        amount = evaluate(found.amount, scope)
        if not isinstance(amount, int):
            return None
        value = amount if found.verb == "set" else value + amount
        if found.verb == "add" and found.floor is not None:
            value = max(value, found.floor)
        parts.append(Part(found.label, found.source, found.verb, amount, value, found.about.cites))
    return (base, tuple(parts), value) if parts else None


def _told(voice: Voice, expression: Apply, scope: Scope, base: int, parts: Sequence[Part], result: int) -> str:
    name = voice.named(expression, bound_in(expression, scope))
    terms = [str(base)]
    for part in parts:
        source = voice.label_said(part.source or part.label)
        sign = "→" if part.verb == "set" else ("+" if part.amount >= 0 else "−")
        terms.append(f"{sign} {abs(part.amount)} ({source})")
    return f"{name}: {' '.join(terms)} = {result}"
