"""Values and yes/no words: found by name, resolved when first asked for.

Reads `value …`, `a … is … when …` and `score …` declarations; fills the world's definitions.
"""

from functools import partial
from itertools import pairwise

import attrs

from rulespec.language.resolve import making as make
from rulespec.language.resolve.expressions import Expressions, describe
from rulespec.language.resolve.guards import Guards, under
from rulespec.language.resolve.margins import about_of, unquoted
from rulespec.language.resolve.scope import Counter, Scope
from rulespec.language.resolve.things import type_of
from rulespec.language.resolve.world import Signature, World, singulars
from rulespec.language.tree import Leaf, Node
from rulespec.language.weave import Change
from rulespec.rules.expressions import YES, Apply, Const, Expr, Var
from rulespec.rules.game import Arm, Contribution, Definition
from rulespec.rules.types import Flag, Member, Number, SetOf, Type
from rulespec.source import Span


class Definitions:
    """The dictionary of values and words of one text."""

    def __init__(self, world: World, expressions: Expressions) -> None:
        self.world, self.expressions = world, expressions
        self.guards = Guards(expressions)
        self.contributed: list[Change] = []
        """What cards add to values."""
        self.used_contributions: set[int] = set()
        self._open: list[str] = []
        self._scopes: dict[str, Scope] = {}

    # --- finding ------------------------------------------------------------------------------------------------------

    def _all(self, rule: str | None) -> list[Signature]:
        local = [s for s in self.world.signatures.values() if s.rule is not None and s.rule == rule]
        return local + [s for s in self.world.signatures.values() if s.rule is None]

    def named(self, name: str, parameters: int, rule: str | None) -> Signature | None:
        """`value the rivals`."""
        return next(
            (
                s
                for s in self._all(rule)
                if s.word == name and len(s.parameters) == parameters and s.node.kind != "word"
            ),
            None,
        )

    def of(self, name: str, owner: Type, more: int, rule: str | None) -> Signature | None:
        """`value a player's claim`."""
        for s in self._all(rule):
            if (
                s.word == name
                and s.node.kind != "word"
                and len(s.parameters) == more + 1
                and _same_root(s.parameters[0][1], owner)
            ):
                return s
        return None

    def word(self, name: str, subject: Type, preposition: str | None) -> Signature | None:
        """`a player is admitted to a referendum when …`."""
        for s in self.world.signatures.values():
            if s.node.kind == "word" and s.word == name and _same_root(s.parameters[0][1], subject):
                if (s.prepositions[0] if s.prepositions else None) == preposition:
                    return s
        return None

    def words(self) -> list[str]:
        return [s.word for s in self.world.signatures.values() if s.node.kind == "word"]

    def plural_of(self, name: str) -> list[Signature]:
        return [
            s for s in self.world.signatures.values()
            if not s.parameters and s.word != name and name in singulars(s.word) and s.node.kind == "value_the"
        ]  # fmt: skip

    def attributes(self, root: str) -> list[str]:
        return [
            s.word for s in self.world.signatures.values()
            if s.parameters and s.node.kind != "word" and isinstance(s.parameters[0][1], Member) and s.parameters[0][1].kind.root == root
        ]  # fmt: skip

    # --- declaring ----------------------------------------------------------------------------------------------------

    def declare(self, node: Node, rule: str | None = None, scope: Scope | None = None) -> None:
        """Note a definition's name and parameters; its body is read when it is first used."""
        names = node.leaves("NAME")
        prepositions = tuple(p.kind for p in node.all("to", "for", "by", "of_", "at", "on"))
        if node.kind == "value_the":
            word, owners = names[0], []
        elif node.kind == "word":
            word, owners = names[1], [names[0], *names[2:]]
        else:
            word, owners = names[1], [names[0], *names[2:]]
        parameters: list[tuple[str, Type]] = []
        called = _called(node)
        for leaf in owners:
            name = called.get(leaf.span, leaf.text)
            kind = self.world.kinds.get(leaf.text)
            type_: Type | None = Member(kind) if kind is not None else None
            if type_ is None and leaf.text in ("price", "number", "amount"):
                type_ = Number(0, 60)
            if type_ is None:
                self.world.need_kind(leaf)
                return
            if name in (other for other, _ in parameters):
                self.world.found.error(
                    "R0202",
                    f"`{name}` is named twice",
                    leaf.span,
                    help=f"call the second one something else: `a {leaf.text} (the other_one)`",
                )
                return
            parameters.append((name, type_))
        key = word.text if rule is None else f"{rule}.{word.text}"
        if key in self.world.signatures:
            key = f"{key}_of_{parameters[0][0]}" if parameters else key
        if not self.world.declare("value", Leaf("NAME", key, word.span), self.world.signatures):
            return
        written = node.one("named_type", "range_type")
        declared = type_of(self.world, written) if written is not None else Flag() if node.kind == "word" else None
        for alternative in node.all("alternative"):
            # One definition serves every reading: its range is that of all of them.
            other = next(i for i in alternative.items if isinstance(i, Node)).one("named_type", "range_type")
            if other is not None and declared is not None and (wider := type_of(self.world, other)) is not None:
                declared = make.union(declared, wider)
        self.world.signatures[key] = Signature(
            key, node, tuple(parameters), type=declared, prepositions=prepositions, word=word.text, rule=rule
        )
        if scope is not None:
            self._scopes[key] = scope

    # --- resolving ----------------------------------------------------------------------------------------------------

    def apply(self, signature: Signature, arguments: tuple[Expr, ...], scope: Scope, span: Span) -> Expr | None:
        """The value for these arguments."""
        for argument, (name, wanted) in zip(arguments, signature.parameters, strict=True):
            if not make.fits(argument, wanted):
                self.world.found.error(
                    "R0311", f"{name} must be {describe(wanted)}, this is {describe(argument.type)}", span
                )
                return None
        definition = self.resolve(signature)
        if definition is None:
            return None
        self.world.used.add(f"value:{signature.name}")
        captured = tuple(scope.names.get(n, Var(n, t)) for n, t in signature.captured)
        return Apply(definition.name, (*arguments, *captured), definition.type, span)

    def resolve(self, signature: Signature) -> Definition | None:
        done = self.world.definitions.get(signature.name)
        if done is not None:
            return done
        if signature.name in self._open:
            path = " -> ".join([*self._open[self._open.index(signature.name) :], signature.name])
            self.world.found.error(
                "R0401",
                f"`{signature.word}` is defined by itself",
                signature.node.span,
                help=f"break the circle {path}",
            )
            return None
        self._open.append(signature.name)
        try:
            definition = self._body(signature)
        finally:
            self._open.pop()
        if definition is not None:
            self.world.definitions[signature.name] = definition
        return definition

    def _body(self, signature: Signature) -> Definition | None:
        node = signature.node
        counter = Counter({name for name, _ in signature.parameters})
        outer = self._scopes.get(signature.name)
        names: dict[str, Expr] = dict(outer.names) if outer is not None else {}
        names.update({name: Var(name, type_) for name, type_ in signature.parameters})
        scope = Scope(names, counter, (signature.name,), signature.rule)
        signature.captured = tuple((n, v.type) for n, v in (outer.names.items() if outer else ()) if isinstance(v, Var))
        for name, _ in signature.captured:
            counter.taken.add(name)
        text = ""
        if node.kind == "word":
            text = unquoted(node.leaf("STRING"))
            arms: tuple[Arm, ...] = (self._word_arm(node, scope, signature),)
            type_: Type | None = Flag()
        else:
            arms = self._arms(node, scope, signature)
            type_ = signature.type
        arms = (*self._alternatives(node, scope, signature), *arms)
        if not arms:
            # Where something is written that could not be read, that is the mistake.
            if not any(isinstance(i, Node) and (i.kind == "arm" or i.kind not in NOT_EXPRESSIONS) for i in node.items):
                self.world.found.error(
                    "R0402",
                    f"`{signature.word}` has no value",
                    node.span,
                    help="write `= …`, or lines with `if` and `otherwise`",
                )
            return None
        if type_ is None:
            type_ = arms[0].value.type
            for arm in arms[1:]:
                type_ = make.union(type_, arm.value.type)
        signature.type = type_
        contributions = (*self._contributions(node, scope, signature), *self._contributed(scope, signature))
        if text:
            self.world.texts[signature.name] = text
        parameters = (*signature.parameters, *signature.captured)
        return Definition(
            signature.name,
            parameters,
            type_,
            arms,
            contributions,
            text,
            signature.word,
            signature.prepositions,
            about_of(node, signature.name, unquoted(node.leaf("STRING"))),
        )

    def _word_arm(self, node: Node, scope: Scope, signature: Signature) -> Arm:
        return Arm(self.expressions.condition(_condition(node), scope), YES, about_of(node, signature.name, ""))

    def _alternatives(self, node: Node, scope: Scope, signature: Signature) -> tuple[Arm, ...]:
        """What readings say instead: their lines come first, each under its reading (the special before the general)."""
        found: list[Arm] = []
        for alternative in reversed(node.all("alternative")):
            other = next(i for i in alternative.items if isinstance(i, Node))
            guard = under(alternative.when)
            arms = (
                (self._word_arm(other, scope, signature),)
                if other.kind == "word"
                else self._arms(other, scope, signature)
            )
            found.extend(
                Arm(arm.value, guard if arm.condition == YES else make.both(guard, arm.condition), arm.about)
                for arm in arms
            )
        return tuple(found)

    def _arms(self, node: Node, scope: Scope, signature: Signature) -> tuple[Arm, ...]:
        arms: list[Arm] = []
        wanted = signature.type
        whole = [i for i in node.items if isinstance(i, Node) and i.kind not in NOT_EXPRESSIONS]
        for tree in whole[:1]:
            value = self._value(tree, scope, wanted)
            if value is not None:
                arms.append(Arm(value, YES, about_of(node, signature.name, "")))
        for number, arm in enumerate(node.all("arm"), 1):
            parts = [i for i in arm.items if isinstance(i, Node) and i.kind != "margin"]
            value = self._value(parts[0], scope, wanted)
            condition = YES if arm.leaf("OTHERWISE") else self.expressions.condition(parts[1], scope)
            if value is not None:
                wanted = wanted or value.type
                arms.append(Arm(value, condition, about_of(arm, f"{signature.name}.{number}", "")))
        if arms and arms[-1].condition != YES and node.all("arm"):
            self.world.found.error(
                "R0402",
                f"`{signature.word}` has no value where none of its lines fits",
                node.all("arm")[-1].span,
                help="end with a line `… otherwise`",
            )
        return tuple(arms)

    def _value(self, tree: Node, scope: Scope, wanted: Type | None) -> Expr | None:
        value = self.expressions.resolve(tree, scope, wanted)
        if value is None or wanted is None:
            return value
        if isinstance(wanted, Number):
            value = make.as_number(value)
        if not make.fits(value, wanted):
            self.world.found.error(
                "R0311", f"{describe(wanted)} is needed here, this is {describe(value.type)}", tree.span
            )
            return None
        return value

    def _contributions(self, node: Node, scope: Scope, signature: Signature) -> tuple[Contribution, ...]:
        found: list[Contribution] = []
        for part in node.all("contribution"):
            label, modifier = part.leaves("NAME")[0], part.items[-1]
            assert isinstance(modifier, Node)
            expressions = [i for i in modifier.items if isinstance(i, Node) and i.kind not in ("margin", "pattern")]
            numbers = modifier.leaves("INT")
            if modifier.kind == "add":
                amount: Expr | None = make.number(int(numbers[0].text) * (-1 if modifier.text("SIGN") == "-" else 1))
                conditions, floor = expressions, int(numbers[1].text) if len(numbers) > 1 else None
            else:
                amount = self._value(expressions[0], scope, signature.type)
                conditions, floor = expressions[1:], None
            condition = self.expressions.condition(conditions[0], scope) if conditions else YES
            if amount is not None:
                code = f"{signature.name}.{label.text}"
                verb = "add" if modifier.kind == "add" else "set"
                found.append(Contribution(label.text, verb, amount, condition, floor, "", about_of(modifier, code, "")))
        return tuple(found)

    def _contributed(self, scope: Scope, signature: Signature) -> tuple[Contribution, ...]:
        """What cards add to a value while they lie where they work."""
        found: list[Contribution] = []
        for change in self.contributed:
            label, modifier = change.node.leaves("NAME")[0], change.node.items[-1]
            assert isinstance(modifier, Node)
            pattern = modifier.one("pattern")
            if (
                pattern is None
                or pattern.leaves("NAME")[-1].text != signature.word
                or (len(pattern.leaves("NAME")) > 1) != bool(signature.parameters)
            ):
                continue
            numbers = modifier.leaves("INT")
            amount = make.number(int(numbers[0].text) * (-1 if modifier.text("SIGN") == "-" else 1))
            node = attrs.evolve(change.node, while_in=change.while_in, source=change.source)
            condition = self.guards.sufficient(node, scope, partial(self._pattern, pattern, modifier, signature))
            floor = int(numbers[1].text) if len(numbers) > 1 else None
            about = about_of(modifier, f"{change.source}.{label.text}", "")
            found.append(Contribution(label.text, "add", amount, condition, floor, change.source, about))
            self.used_contributions.add(id(change))
        return tuple(found)

    def _pattern(self, pattern: Node, modifier: Node, signature: Signature, scope: Scope) -> Expr:
        """`the holder's cost for recruiting at a price`: which of the value's arguments are meant."""
        names = pattern.leaves("NAME")
        written: list[Node | None] = []
        if len(names) > 1:
            leaf, first = names[0], pattern.items[0]
            anybody = isinstance(first, Leaf) and first.kind == "A"
            written.append(None if anybody else Node("phrase", (Node("the", (leaf,), leaf.span),), leaf.span))
        any_kind = False
        for item in pattern.items[1:]:
            if isinstance(item, Leaf) and item.kind == "A":
                any_kind = True
            elif isinstance(item, Node) and item.kind not in ("for", "at", "on", "prep"):
                written.append(item)
            elif isinstance(item, Leaf) and item.kind == "NAME" and item not in names[:2]:
                written.append(None if any_kind else Node("name", (item,), item.span))
                any_kind = False
        parts: list[Expr] = []
        for tree, (name, type_) in zip(written, signature.parameters, strict=False):
            if tree is None:
                continue
            value = self.expressions.resolve(tree, scope, type_)
            if value is not None:
                parts.append(make.same(Var(name, type_), value))
        conditions = [i for i in modifier.items if isinstance(i, Node) and i.kind not in ("margin", "pattern")]
        parts.extend(self.expressions.condition(c, scope) for c in conditions)
        return make.both(*parts) if parts else YES


NOT_EXPRESSIONS = (
    "alternative", "margin", "arm", "contribution", "named_type", "range_type", "to", "for", "by", "of_", "at", "on", "prep", "binary_prep",
    "named_as",
)  # fmt: skip


def _condition(node: Node) -> Node:
    return next(i for i in node.items if isinstance(i, Node) and i.kind not in NOT_EXPRESSIONS)


def _same_root(left: Type, right: Type) -> bool:
    if isinstance(left, Member) and isinstance(right, Member):
        return left.kind.root == right.kind.root
    return (isinstance(left, Number) and isinstance(right, Number)) or (
        isinstance(left, SetOf) and isinstance(right, SetOf)
    )


__all__ = ["Const", "Definitions"]


def _called(node: Node) -> dict[Span, str]:
    """`a player is ahead of a player (the rival)`: by the place of the kind, what this one of it is called."""
    found: dict[Span, str] = {}
    for before, item in pairwise(node.items):
        if isinstance(item, Node) and item.kind == "named_as":
            found[before.span] = item.text("NAME")
    return found
