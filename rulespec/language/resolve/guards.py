"""Conditions that `weave` put on sentences: under which readings, or while a card lies where.

Reads woven nodes and scopes; returns conditions, and what a holder is called inside them.
"""

from collections.abc import Callable

from rulespec.language.resolve import making as make
from rulespec.language.resolve.expressions import Expressions
from rulespec.language.resolve.scope import Scope
from rulespec.language.tree import Holding, Leaf, Node, Readings, When
from rulespec.rules.expressions import NO, YES, Expr, Quantified, RulingIs, Var
from rulespec.rules.statements import ForEach, If, Stmt
from rulespec.rules.types import Kind, Member


def under(when: When | None) -> Expr:
    """The readings under which a node counts, as a condition."""
    if when is None:
        return YES
    wanted = make.either(*(_together(readings) for readings in when.under)) if when.under else YES
    unless = [make.negate(_together(readings)) for readings in when.unless]
    return make.both(*(part for part in (wanted, *unless) if part != YES)) if unless or wanted != YES else YES


def _together(readings: Readings) -> Expr:
    return make.both(*(RulingIs(ruling, letter) for ruling, letter in readings))


class Guards:
    """Puts the conditions of woven nodes around what they say."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions

    def required(self, node: Node, scope: Scope, condition: Callable[[Scope], Expr]) -> Expr:
        """A condition that must hold while the node counts: `also only if`."""
        guard = under(node.when)
        if node.while_in is None:
            inner = condition(scope)
        else:
            inner = self._holding(node.while_in, scope, condition, every=True)
        return inner if guard == YES else make.either(make.negate(guard), inner)

    def sufficient(self, node: Node, scope: Scope, condition: Callable[[Scope], Expr]) -> Expr:
        """A condition that helps while the node counts: `is lifted if`."""
        guard = under(node.when)
        inner = (
            condition(scope) if node.while_in is None else self._holding(node.while_in, scope, condition, every=False)
        )
        return inner if guard == YES else make.both(guard, inner)

    def happening(self, node: Node, scope: Scope, made: Callable[[Scope], list[Stmt]]) -> list[Stmt]:
        """Sentences that count under a condition."""
        guard, held = under(node.when), node.while_in
        if held is not None:
            lying, var, inner = self._lying(held, scope)
            body = tuple(made(inner))
            if var is None:
                return [If(lying, body)]
            return [ForEach(var.name, _kind(var), None, lying, body)]
        found = made(scope)
        return found if guard == YES or not found else [If(guard, tuple(found))]

    def held(self, held: Holding, scope: Scope) -> Expr:
        """Does the card lie in that place of the holder's, who is known by name?"""
        names, span = held.pattern.leaves("NAME"), held.pattern.span
        if len(names) == 1:
            return self._lying(held, scope)[0]
        if not held.holder:
            return self._holding(held, scope, lambda _: YES, every=False)
        return self._in(held.card, Node("the_of", (Leaf("NAME", held.holder, names[0].span), names[1]), span), scope)

    def _in(self, card: str, place: Node, scope: Scope) -> Expr:
        span = place.span
        said = Node("is_in", (Leaf("IS", "is", span), Node("phrase", (place,), span)), span)
        named = Node("name", (Leaf("NAME", card, span),), span)
        return self.expressions.condition(Node("judged", (named, said), span), scope)

    def _holding(self, held: Holding, scope: Scope, condition: Callable[[Scope], Expr], *, every: bool) -> Expr:
        lying, var, inner = self._lying(held, scope)
        body = condition(inner)
        if var is None:
            return make.either(make.negate(lying), body) if every else make.both(lying, body)
        return Quantified(every, var.name, _kind(var), lying, body, span=held.pattern.span)

    def _lying(self, held: Holding, scope: Scope) -> tuple[Expr, Var | None, Scope]:
        """Where the card must lie; the holder, if the place belongs to somebody; the scope that knows the holder."""
        names = held.pattern.leaves("NAME")
        span = held.pattern.span
        var: Var | None = None
        inner = scope
        if len(names) > 1:
            owner = self.expressions.world.need_kind(names[0])
            if owner is None:
                return NO, None, scope
            word = held.holder or names[0].text
            var = Var(scope.counter.fresh(word), Member(owner), span)
            inner = scope.knowing(word, var)
            phrase = Node("the_of", (Leaf("NAME", word, names[0].span), names[1]), span)
        else:
            phrase = Node("the", (names[0],), span)
        return self._in(held.card, phrase, inner), var, inner


def _kind(var: Var) -> Kind:
    assert isinstance(var.type, Member)
    return var.type.kind
