"""Holds a content pack against what the rules say under `pack must`.

Reads typed rules and sources; returns a diagnostic for each fact that the pack does not satisfy, with the members for
which it is so. Nothing here knows a game: the facts are expressions over tables, links and kinds.
"""

from collections.abc import Iterator, Sequence

from rulespec.diagnostics import Diagnostic, Note, RulespecError
from rulespec.interp.evaluate import Scope, evaluate
from rulespec.rules.expressions import Expr, Op, Quantified
from rulespec.rules.game import Game, Invariant
from rulespec.source import NOWHERE, Source, Span

SHOWN = 3
"""So many members are named; the others are counted."""


def missing_facts(game: Game, sources: Sequence[Source]) -> tuple[Diagnostic, ...]:
    """What the pack among the sources lacks, in the order of the rules."""
    if not game.pack_facts:
        return ()
    pack = _pack(sources)
    scope = Scope(game, {name: ruling.default for name, ruling in game.rulings.items()}, (), {}, {})
    return tuple(found for fact in game.pack_facts for found in _held_against(fact, scope, pack))


def _held_against(fact: Invariant, scope: Scope, pack: Span) -> Iterator[Diagnostic]:
    notes = () if pack == NOWHERE else (Note(pack, "the pack"),)
    text = fact.about.title or f"the fact `{fact.name}` does not hold"
    try:
        cases = [] if evaluate(fact.condition, scope) else list(_cases(fact.condition, scope, ()))
        holds = bool(evaluate(fact.condition, scope))
    except RulespecError as error:
        message = f"`{fact.name}` cannot be looked at before play: {error.message}"
        help = "a pack must satisfy facts of tables, links and kinds"
        yield Diagnostic("R0418", message, fact.about.span, notes, help)
        return
    if holds:
        return
    named = ", ".join(cases[:SHOWN]) + (f" and {len(cases) - SHOWN} more" if len(cases) > SHOWN else "")
    message = f"{text}; not so for {named}" if named else text
    yield Diagnostic("R0418", message, fact.about.span, notes, "correct the tables or cards of the pack")


def _cases(condition: Expr, scope: Scope, said: tuple[str, ...]) -> Iterator[str]:
    """The members for which a sentence about every one of a kind fails, innermost first named with those around it."""
    match condition:
        case Op(name="and", arguments=parts):
            for part in parts:
                if not evaluate(part, scope):
                    yield from _cases(part, scope, said)
        case Quantified(every=True, var=var, kind=kind, condition=where, body=inner):
            for value in kind.values:
                known = scope.knowing({var: value})
                if evaluate(where, known) and not evaluate(inner, known):
                    yield from _cases(inner, known, (*said, kind.name_of(value)))
        case _:
            if said:
                yield " with ".join(f"`{name}`" for name in said)


def _pack(sources: Sequence[Source]) -> Span:
    """Where a pack says that it is one."""
    for source in sources:
        for number, line in enumerate(source.text.split("\n"), start=1):
            if line.startswith("pack ") and not line.startswith("pack must"):
                return Span(source.name, number, 1, number, len(line) + 1)
    return NOWHERE


__all__ = ["missing_facts"]
