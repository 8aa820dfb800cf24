"""Expressions: what each phrase and sentence of the text means, with its type.

Reads trees, a `World` and a `Scope`; returns typed expressions, or None after a diagnostic.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from rulespec.diagnostics import did_you_mean
from rulespec.language.resolve import making as make
from rulespec.language.resolve.scope import Scope
from rulespec.language.resolve.things import joined_by
from rulespec.language.resolve.world import World, singulars
from rulespec.language.tree import Leaf, Node, Tree
from rulespec.rules.expressions import (
    NO,
    YES,
    CanChoose,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    IsKind,
    Lookup,
    Op,
    PlaceAt,
    Quantified,
    Read,
    SetBy,
    Total,
    Var,
)
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf, Type
from rulespec.source import Span

if TYPE_CHECKING:
    from rulespec.language.resolve.definitions import Definitions

HOW_MANY = 3
"""So many known names are shown where none is near."""


class Expressions:
    """The resolver of expressions of one text."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.definitions: Definitions
        self.can_option: Callable[[Node, Scope], Expr | None] = lambda tree, scope: None

    # --- sentences ----------------------------------------------------------------------------------------------------

    def condition(self, tree: Tree, scope: Scope) -> Expr:
        """A yes/no sentence; NO after a diagnostic, so that checking goes on."""
        found = self.resolve(tree, scope, Flag())
        if found is None:
            return NO
        if not isinstance(found.type, Flag):
            self.world.found.error(
                "R0310", "a condition is a sentence with `is` or `holds`", tree.span, help="compare it with something"
            )
            return NO
        return found

    def resolve(self, tree: Tree, scope: Scope, wanted: Type | None = None) -> Expr | None:
        """Any expression. `wanted` is the type that its place asks for: it decides what a bare name means."""
        assert isinstance(tree, Node)
        items = tree.items
        match tree.kind:
            case "and_" | "or_":
                parts = tuple(self.condition(item, scope) for item in items)
                return make.both(*parts) if tree.kind == "and_" else make.either(*parts)
            case "judged":
                return self._judged(tree, scope)
            case "quant_test" | "for_quant":
                return self._quantified(tree, scope)
            case "each_set":
                return self._set(items[0], scope, tree.span)
            case "the_first":
                return self._first(tree, scope)
            case "first_in":
                return self._first_in(tree, scope)
            case "next_after":
                return self._next(tree, scope)
            case "can":
                return self._can(tree, scope)
            case "cannot":
                chance = self._can(tree, scope)
                return None if chance is None else make.negate(chance)
            case "plus" | "times" | "divided" | "modulo":
                return self._arithmetic(tree, scope)
            case "number":
                return self._number(items[0], wanted)
            case "signed":
                amount = int(tree.text("INT")) * (-1 if tree.text("SIGN") == "-" else 1)
                return make.number(amount, tree.span)
            case "flag":
                return Const(int(tree.text("FLAG") == "yes"), Flag(), tree.span)
            case "none":
                if isinstance(wanted, Member):
                    return Const(wanted.kind.none, Member(wanted.kind, True), tree.span)
                return self._fail(
                    "R0311", "`none` does not fit here", tree.span, "only a thing that may be missing is none"
                )
            case "empty":
                if isinstance(wanted, SetOf):
                    return SetBy(scope.counter.fresh(wanted.kind.name), wanted.kind, NO, wanted, tree.span)
                return self._fail("R0311", "`empty` is said of a place or a set", tree.span, "write `… is empty`")
            case "count":
                return self._count(tree, scope)
            case "sum_each":
                return self._sum(tree, scope)
            case "extreme":
                parts_ = [self.resolve(i, scope, wanted) for i in items if isinstance(i, Node)]
                known = [make.as_number(p) for p in parts_ if p is not None]
                if len(known) < len(parts_):
                    return None
                total = known[0]
                for part in known[1:]:
                    total = make.arithmetic("min" if tree.text("EXTREME") == "smaller" else "max", total, part)
                return total
            case "only":
                element = self.resolve(items[0], scope)
                if element is None or not isinstance(element.type, Member):
                    return element
                kind = element.type.kind
                var = scope.counter.fresh(kind.name)
                return SetBy(var, kind, make.same(Var(var, Member(kind)), element), SetOf(kind), tree.span)
            case "the_one":
                return self._first(tree, scope)
            case _:
                return self.ref(tree, scope, wanted)

    def _fail(self, code: str, message: str, span: Span, help: str | None = None) -> Expr | None:
        self.world.found.error(code, message, span, help=help)
        return None

    def _number(self, item: Tree, wanted: Type | None) -> Expr | None:
        assert isinstance(item, Leaf)
        value = int(item.text)
        if isinstance(wanted, Member) and wanted.kind.first_number is not None:
            index = value - wanted.kind.first_number
            if index not in wanted.kind.values:
                return self._fail(
                    "R0304",
                    f"there is no {wanted.kind.name} {value}",
                    item.span,
                    f"{wanted.kind.name}: {_some(wanted.kind.members)}",
                )
            return Const(index, Member(wanted.kind), item.span)
        return make.number(value, item.span)

    def _arithmetic(self, tree: Node, scope: Scope) -> Expr | None:
        operands = [i for i in tree.items if isinstance(i, Node)]
        left = self.number(operands[0], scope)
        if tree.kind in ("divided", "modulo"):
            by = int(tree.text("INT"))
            if by == 0:
                return self._fail("R0312", "nothing can be divided by 0", tree.span, "divide by 1 or more")
            return (
                None
                if left is None
                else make.arithmetic("//" if tree.kind == "divided" else "%", left, make.number(by))
            )
        right = self.number(operands[1], scope)
        if left is None or right is None:
            return None
        return make.arithmetic("*" if tree.kind == "times" else tree.text("SIGN"), left, right)

    def number(self, tree: Tree, scope: Scope) -> Expr | None:
        """An expression that must be a number."""
        found = self.resolve(tree, scope)
        if found is None:
            return None
        found = make.as_number(found)
        if not isinstance(found.type, Number):
            return self._fail("R0313", f"a number is needed here, this is {describe(found.type)}", tree.span, None)
        return found

    # --- judgements: subject and predicates --------------------------------------------------------------------------------

    def _judged(self, tree: Node, scope: Scope) -> Expr | None:
        subject_tree, preds = tree.items[0], tree.items[1]
        return self._predicates(subject_tree, None, preds, scope)

    def _predicates(self, subject: Tree, value: Expr | None, preds: Tree, scope: Scope) -> Expr | None:
        assert isinstance(preds, Node)
        if preds.kind in ("preds_and", "preds_or"):
            parts = [self._predicates(subject, value, item, scope) for item in preds.items]
            if any(p is None for p in parts):
                return None
            known = [p for p in parts if p is not None]
            return make.both(*known) if preds.kind == "preds_and" else make.either(*known)
        card_place = self.card_place(subject, scope) if value is None else None
        if preds.kind == "holds" or card_place is not None:
            found = self._about_place(subject, card_place, preds, scope)
        else:
            found = self._predicate(subject, value if value is not None else self.resolve(subject, scope), preds, scope)
        if found is None:
            return None
        return make.negate(found) if preds.leaf("NOT") is not None else found

    def _predicate(self, subject: Tree, value: Expr | None, pred: Node, scope: Scope) -> Expr | None:
        if value is None:
            return None
        match pred.kind:
            case "is_value" | "is_at":
                return self._is(value, pred.items[-1], scope)
            case "is_in":
                return self._is_in(value, pred.items[-1], scope)
            case "is_a":
                name = pred.leaves("NAME")[0]
                kind = self.world.kinds.get(name.text)
                if kind is not None:
                    if not isinstance(value.type, Member) or value.type.kind.root != kind.root:
                        return self._fail("R0311", f"{describe(value.type)} is never a {kind.name}", pred.span, None)
                    return IsKind(value, kind, span=pred.span)
                group = self._narrowed(name, scope)
                return (
                    Contains(group[0], value, span=pred.span)
                    if group
                    else self._unknown("kind", name, self.world.kinds)
                )
            case "is_word_to":
                return self._word(
                    value, pred.leaves("NAME")[0], [i for i in pred.items if isinstance(i, Node)], scope, pred.span
                )
            case "is_joined":
                return self._joined(value, pred, scope)
            case "is_bound" | "is_than":
                return self._compare(value, pred, scope)
            case _:
                raise AssertionError(pred.kind)

    def _joined(self, value: Expr, pred: Node, scope: Scope) -> Expr | None:
        """`a province is joined to rio by neighbour`: step by step along links, without leaving the kind spoken of."""
        links = pred.leaves("NAME")[-1]
        table = self.world.tables.get(links.text) if links.text in self.world.neighbours else None
        if table is None:
            return self._unknown("links", links, list(self.world.neighbours))
        kind = value.type.kind if isinstance(value.type, Member) else table.keys[0]
        other = self.resolve(next(i for i in pred.items if isinstance(i, Node)), scope, Member(kind))
        if other is None or not isinstance(value.type, Member) or kind.root != table.keys[0].root:
            return self._fail("R0311", f"{describe(value.type)} has no links `{links.text}`", pred.span, None)
        joined = joined_by(table, kind)
        self.world.tables[joined.name] = joined
        return Lookup(joined.name, (value, other), Flag(), pred.span)

    def _compare(self, value: Expr, pred: Node, scope: Scope) -> Expr | None:
        ordered = isinstance(value.type, Member) and value.type.kind.first_number is None
        other = self.resolve(pred.items[-1], scope, value.type) if ordered else self.number(pred.items[-1], scope)
        if other is None:
            return None
        left = value if ordered else make.as_number(value)
        if (not ordered and not isinstance(left.type, Number)) or (ordered and not make.fits(other, left.type)):
            return self._fail(
                "R0313",
                f"{describe(value.type)} cannot be more or less than {describe(other.type)}",
                pred.span,
                "compare numbers",
            )
        match pred.text("LEAST_MOST", "MORE_LESS"):
            case "least":
                return make.at_most(other, left)
            case "most":
                return make.at_most(left, other)
            case "more":
                return make.less(other, left)
            case _:
                return make.less(left, other)

    def _is(self, value: Expr, tree: Tree, scope: Scope) -> Expr | None:
        assert isinstance(tree, Node)
        if tree.kind == "empty":
            return self._is_empty(value, tree, scope)
        if tree.kind == "name":
            name = tree.leaves("NAME")[0]
            word = self._flag_word(value, name, scope)
            if word is not None:
                return word
        other = self.resolve(tree, scope, value.type)
        if other is None:
            return None
        if isinstance(value.type, Number) or isinstance(other.type, Number):
            value, other = make.as_number(value), make.as_number(other)
        if not (make.fits(other, value.type) or make.fits(value, other.type)):
            if isinstance(other, Const) and isinstance(value.type, Number) and isinstance(other.type, Number):
                return self._fail(
                    "R0304",
                    f"this is {describe(value.type)}: it is never {other.value}",
                    tree.span,
                    "compare it with a value it can have",
                )
            return self._fail(
                "R0311",
                f"{describe(value.type)} is never {describe(other.type)}",
                tree.span,
                "compare things of one kind",
            )
        return make.same(value, other)

    def _is_empty(self, value: Expr, tree: Node, scope: Scope) -> Expr | None:
        match value.type:
            case Number():
                return make.same(value, make.number(0))
            case SetOf(kind=kind):
                var = scope.counter.fresh(kind.name)
                outside = make.negate(Contains(value, Var(var, Member(kind))))
                return Quantified(True, var, kind, YES, outside, span=tree.span)
            case _:
                word = self._flag_word(value, Leaf("NAME", "empty", tree.span), scope)
                return word or self._fail(
                    "R0311", f"{describe(value.type)} cannot be empty", tree.span, "define it: `a … is empty when …`"
                )

    def _flag_word(self, value: Expr, name: Leaf, scope: Scope) -> Expr | None:
        """`is stuck`: a defined word, a flag marker or a flag of a table, of a member of that kind."""
        if not isinstance(value.type, Member):
            return None
        found = self.definitions.word(name.text, value.type, None)
        if found is not None:
            return self.definitions.apply(found, (value,), scope, name.span)
        family = self.world.families.get(name.text)
        if (
            family
            and isinstance(family.type, Flag)
            and len(family.keys) == 1
            and family.keys[0].root == value.type.kind.root
        ):
            self.world.used.add(f"marker:{name.text}")
            return Read(name.text, (value,), Flag(), name.span)
        table = self.world.tables.get(name.text)
        if (
            table
            and isinstance(table.type, Flag)
            and len(table.keys) == 1
            and table.keys[0].root == value.type.kind.root
        ):
            return Lookup(name.text, (value,), Flag(), name.span)
        return None

    def _word(self, value: Expr, name: Leaf, parts: list[Node], scope: Scope, span: Span) -> Expr | None:
        preposition, other_tree = parts[0].kind, parts[1]
        if name.text in self.world.neighbours and preposition == "to":
            table = self.world.tables[name.text]
            other = self.resolve(other_tree, scope, Member(table.keys[1]))
            return None if other is None else Lookup(name.text, (value, other), Flag(), span)
        found = self.definitions.word(name.text, value.type, preposition)
        if found is None:
            return self._unknown("word", name, self.definitions.words())
        other = self.resolve(other_tree, scope, found.parameters[1][1])
        return None if other is None else self.definitions.apply(found, (value, other), scope, span)

    def _is_in(self, value: Expr, tree: Tree, scope: Scope) -> Expr | None:
        place = self.card_place(tree, scope)
        if place is not None:
            card = next((c for c in self.world.cards.values() if any(p.name == place.place for p in c.places)), None)
            assert card is not None
            if not isinstance(value.type, Member) or value.type.kind.root != card.kind.root:
                return self._fail("R0311", f"{describe(value.type)} never lies in `{place.place}`", tree.span, None)
            return make.same(Read(card.location, (value,), place.type), place)
        group = self.resolve(tree, scope)
        if group is None:
            return None
        if not isinstance(group.type, SetOf):
            return self._fail(
                "R0311", f"nothing is in {describe(group.type)}", tree.span, "`is in` asks for a place or a set"
            )
        return Contains(group, value, span=tree.span)

    def card_place(self, tree: Tree, scope: Scope) -> PlaceAt | None:
        """The place of cards that a phrase names, if it names one."""
        if not isinstance(tree, Node) or tree.kind not in ("name", "phrase"):
            return None
        phrase = tree.items[0] if tree.kind == "phrase" else tree
        assert isinstance(phrase, Node | Leaf)
        names = phrase.leaves("NAME") if isinstance(phrase, Node) else [phrase]
        place = self.world.places.get(names[-1].text) if names else None
        if place is None or place.piece not in self.world.cards or names[-1].text in scope.names:
            return None
        keys = self._keys(tree, place.keys, scope)
        if keys is None:
            return None
        self.world.used.add(f"place:{place.name}")
        card = self.world.cards[place.piece]
        return PlaceAt(place.name, keys, self.world.families[card.location].type, tree.span)

    def _about_place(self, subject: Tree, place: PlaceAt | None, pred: Node, scope: Scope) -> Expr | None:
        """`the hand is empty`, `the dock holds a ship`."""
        if place is None:
            count = self.number(subject, scope)
            if count is None:
                return None
            holds = make.less(make.number(0), count)
            return make.negate(holds) if pred.leaf("NO") is not None else holds
        some = self.cards_in(place, scope)
        if pred.kind == "holds":
            return make.negate(some) if pred.leaf("NO") is not None else some
        if pred.kind == "is_value" and isinstance(pred.items[-1], Node) and pred.items[-1].kind == "empty":
            return make.negate(some)
        count = self._count_cards(place, scope)
        return self._predicate(subject, count, pred, scope)

    def names_place(self, tree: Node) -> bool:
        """Does the phrase name a place of counted pieces?"""
        phrase = tree.items[0]
        names = phrase.leaves("NAME") if isinstance(phrase, Node) else []
        place = self.world.places.get(names[-1].text) if names else None
        return place is not None and place.piece in self.world.pieces

    def cards_in(self, place: PlaceAt, scope: Scope) -> Expr:
        kind, condition, var = self._lying(place, scope)
        return Quantified(False, var, kind, YES, condition, span=place.span)

    def _count_cards(self, place: PlaceAt, scope: Scope) -> Expr:
        kind, condition, var = self._lying(place, scope)
        return Total(var, kind, condition, make.number(1), Number(0, kind.size), place.span)

    def _lying(self, place: PlaceAt, scope: Scope) -> tuple[Kind, Expr, str]:
        card = self.world.cards[self.world.places[place.place].piece]
        var = scope.counter.fresh(card.kind.name)
        return card.kind, make.same(Read(card.location, (Var(var, Member(card.kind)),), place.type), place), var

    # --- groups -----------------------------------------------------------------------------------------------------------

    def group(self, tree: Tree, scope: Scope) -> tuple[str, Kind, Expr, Scope] | None:
        """`cell of the line that is empty`: a fresh variable, its kind, the condition and the scope that knows it."""
        assert isinstance(tree, Node)
        if tree.kind == "some":
            tree = tree.items[0] if isinstance(tree.items[0], Node) else tree
        assert isinstance(tree, Node)
        name = tree.leaves("NAME")[0]
        conditions: list[Expr] = []
        kind = self.world.kinds.get(name.text)
        narrowed = self._narrowed(name, scope)
        owner = tree.one("owner")
        if kind is None and narrowed is not None:
            kind = narrowed[1]
        if kind is None and owner is not None and owner.text("OF_IN") == "in":
            among = self.resolve(owner.items[-1], scope)
            kind = among.type.kind if among is not None and isinstance(among.type, SetOf) else None
        if kind is None:
            self._unknown("kind", name, self.world.kinds)
            return None
        self.world.used.add(f"kind:{kind.name}")
        other = tree.leaf("OTHER")
        var = scope.counter.fresh("other" if other is not None else name.text)
        value = Var(var, Member(kind), name.span)
        inner = scope.knowing("other" if other is not None else name.text, value)
        if other is not None:
            than = scope.names.get(name.text)
            if than is None:
                self._fail("R0205", f"no `{name.text}` is spoken of here", name.span, f"other than which {name.text}?")
                return None
            conditions.append(make.negate(make.same(value, than)))
        if narrowed is not None and name.text not in self.world.kinds:
            conditions.append(Contains(narrowed[0], value, span=name.span))
        if owner is not None:
            conditions.append(self._belongs(value, kind, owner, scope) or NO)
        for part in tree.items:
            if not isinstance(part, Node):
                continue
            if part.kind == "that":
                conditions.append(self._predicates(tree, value, part.items[0], inner) or NO)
            elif part.kind == "whose":
                conditions.append(self._whose(value, part, inner) or NO)
        if tree.kind == "some_where":
            conditions.append(self.condition(tree.items[-1], inner))
        if tree.kind == "some_best":
            conditions.append(self._best(value, kind, make.both(*conditions), tree, inner, name.text) or NO)
        return var, kind, make.both(*conditions), inner

    def _narrowed(self, name: Leaf, scope: Scope) -> tuple[Expr, Kind] | None:
        for plural, found in scope.sets().items():
            if plural != name.text and name.text in singulars(plural):
                return found
        for family in self.world.families.values():
            if (
                family.is_set
                and family.name != name.text
                and name.text in singulars(family.name)
                and len(family.keys) == 1
            ):
                kind = family.keys[-1]
                var = scope.counter.fresh(kind.name)
                return SetBy(
                    var, kind, Read(family.name, (Var(var, Member(kind)),), Flag()), SetOf(kind), name.span
                ), kind
        for signature in self.definitions.plural_of(name.text):
            applied = self.definitions.apply(signature, (), scope, name.span)
            if applied is not None and isinstance(applied.type, SetOf):
                return applied, applied.type.kind
        return None

    def _belongs(self, value: Expr, kind: Kind, owner: Node, scope: Scope) -> Expr | None:
        place = self.card_place(owner.items[-1], scope)
        if place is not None:
            return self._is_in(value, owner.items[-1], scope)
        of = self.resolve(owner.items[-1], scope)
        if of is None:
            return None
        if isinstance(of.type, SetOf):
            return Contains(of, value, span=owner.span)
        if not isinstance(of.type, Member):
            return self._fail("R0311", f"a {kind.name} is not `of` {describe(of.type)}", owner.span, None)
        relation = self.world.relations.get((of.type.kind.root, kind.root))
        if relation is not None:
            return Lookup(relation, (of, value), Flag(), owner.span)
        names = [t.name for t in self.world.tables.values() if self._leads_to(t.keys, t.type, kind, of.type.kind)]
        names += [
            f.name
            for f in self.world.families.values()
            if self._leads_to(f.keys, f.type, kind, of.type.kind) and f.rule is None
        ]
        preferred = [n for n in names if n in ("owner", of.type.kind.name)] or names
        if len(preferred) != 1:
            return self._fail(
                "R0203",
                f"it is not clear what `{kind.name} of` a {of.type.kind.name} means",
                owner.span,
                f"say `whose …`; it could be {_some(names)}"
                if names
                else f"nothing says which {kind.name} belongs to a {of.type.kind.name}",
            )
        name = preferred[0]
        if name in self.world.tables:
            return make.same(Lookup(name, (value,), self.world.tables[name].type, owner.span), of)
        return make.same(Read(name, (value,), self.world.families[name].type, owner.span), of)

    @staticmethod
    def _leads_to(keys: tuple[Kind, ...], type_: Type, kind: Kind, owner: Kind) -> bool:
        return (
            len(keys) == 1
            and keys[0].root == kind.root
            and isinstance(type_, Member)
            and type_.kind.root == owner.root != kind.root
        )

    def _whose(self, value: Expr, part: Node, scope: Scope) -> Expr | None:
        name = part.leaves("NAME")[0]
        of = self.attribute(value, name, part.all("pp"), scope)
        return None if of is None else self._predicates(part, of, part.items[-1], scope)

    def _best(self, value: Expr, kind: Kind, condition: Expr, tree: Node, scope: Scope, name: str) -> Expr | None:
        """`with the highest claim`: nobody in the group has more."""
        attribute = tree.leaves("NAME")[-1]
        mine = self.attribute(value, attribute, tree.all("pp"), scope)
        var = scope.counter.fresh(name)
        other = Var(var, Member(kind))
        theirs = self.attribute(other, attribute, tree.all("pp"), scope)
        if mine is None or theirs is None:
            return None
        mine, theirs = make.as_number(mine), make.as_number(theirs)
        beaten = make.at_most(theirs, mine) if tree.text("HIGHEST") == "highest" else make.at_most(mine, theirs)
        assert isinstance(value, Var)
        return Quantified(True, var, kind, substitute(condition, value.name, other), beaten, span=tree.span)

    def _quantified(self, tree: Node, scope: Scope) -> Expr | None:
        found = self.group(tree.items[1], scope)
        if found is None:
            return None
        var, kind, condition, inner = found
        word = tree.text("QUANT")
        if tree.kind == "for_quant":
            body: Expr | None = self.condition(tree.items[-1], inner)
        else:
            body = self._predicates(tree, Var(var, Member(kind)), tree.items[-1], inner)
        if body is None:
            return None
        if word == "no":
            return Quantified(True, var, kind, condition, make.negate(body), span=tree.span)
        return Quantified(word == "every", var, kind, condition, body, span=tree.span)

    def _set(self, tree: Tree, scope: Scope, span: Span) -> Expr | None:
        found = self.group(tree, scope)
        if found is None:
            return None
        var, kind, condition, _ = found
        return SetBy(var, kind, condition, SetOf(kind), span)

    def _count(self, tree: Node, scope: Scope) -> Expr | None:
        item = tree.items[0]
        place = self.card_place(item, scope)
        if place is not None:
            return self._count_cards(place, scope)
        group = self.resolve(item, scope)
        match group:
            case None:
                return None
            case SetBy(var=var, kind=kind, condition=condition):
                return Total(var, kind, condition, make.number(1), Number(0, kind.size), tree.span)
        if isinstance(group.type, SetOf):
            kind = group.type.kind
            var = scope.counter.fresh(kind.name)
            return Total(
                var, kind, Contains(group, Var(var, Member(kind))), make.number(1), Number(0, kind.size), tree.span
            )
        return self._fail(
            "R0311",
            f"{describe(group.type)} cannot be counted",
            tree.span,
            "count a set: `count of (each … that is …)`",
        )

    def _sum(self, tree: Node, scope: Scope) -> Expr | None:
        """`sum of each player's purse`."""
        ref = tree.items[0]
        assert isinstance(ref, Node)
        phrase = ref.items[0]
        if not isinstance(phrase, Node) or phrase.kind != "name_of":
            return self._fail(
                "R0311", "a sum goes over something of each member", tree.span, "write `sum of each player's purse`"
            )
        of, name = phrase.leaves("NAME")
        kind = self.world.need_kind(of)
        if kind is None:
            return None
        var = scope.counter.fresh(of.text)
        value = Var(var, Member(kind), of.span)
        body = self.attribute(value, name, ref.all("pp"), scope.knowing(of.text, value))
        if body is None:
            return None
        low, high = make.bounds(body.type)
        return Total(
            var, kind, YES, make.as_number(body), Number(min(0, low * kind.size), max(0, high * kind.size)), tree.span
        )

    def _first(self, tree: Node, scope: Scope) -> Expr | None:
        group = tree.one("group") or tree
        found = self.group(group, scope)
        if found is None:
            return None
        var, kind, condition, _ = found
        start = (
            self.resolve(tree.items[-1], scope, Member(kind))
            if tree.kind == "the_first" and len(tree.items) > 1
            else None
        )
        return FirstOf(var, kind, start, condition, Member(kind, True), tree.span)

    def _first_in(self, tree: Node, scope: Scope) -> Expr | None:
        group, start = self.resolve(tree.items[0], scope), self.resolve(tree.items[1], scope)
        if group is None or start is None:
            return None
        if not isinstance(group.type, SetOf):
            return self._fail(
                "R0311", f"{describe(group.type)} has no first", tree.span, "`the first in` asks for a set"
            )
        kind = group.type.kind
        var = scope.counter.fresh(kind.name)
        return FirstOf(var, kind, start, Contains(group, Var(var, Member(kind))), Member(kind, True), tree.span)

    def _next(self, tree: Node, scope: Scope) -> Expr | None:
        """`the next player after x`: the first of the others, beginning at x."""
        kind = self.world.need_kind(tree.leaves("NAME")[0])
        after = self.resolve(tree.items[-1], scope)
        if kind is None or after is None:
            return None
        var = scope.counter.fresh(kind.name)
        return FirstOf(
            var, kind, after, make.negate(make.same(Var(var, Member(kind)), after)), Member(kind, True), tree.span
        )

    def _can(self, tree: Node, scope: Scope) -> Expr | None:
        name = tree.leaves("NAME")[0]
        menu = self.world.rules.get(name.text)
        if menu is None or menu.node.kind != "menu":
            chance = self.can_option(tree, scope)
            return (
                chance
                if chance is not None
                else self._unknown("menu", name, [r for r, s in self.world.rules.items() if s.node.kind == "menu"])
            )
        args = tree.one("args")
        given = list(args.items) if args is not None else []
        owner = self.resolve(tree.items[0], scope)
        wanted = [p for p in menu.parameters if p[0] != menu.performer]
        values = [self.resolve(a, scope, t) for a, (_, t) in zip(given, wanted, strict=False)]
        if owner is None or None in values or len(given) != len(wanted):
            if len(given) != len(wanted):
                self._fail("R0314", f"`{name.text}` takes {len(wanted)} values, not {len(given)}", tree.span, None)
            return None
        bindings = [(p, v) for (p, _), v in zip(wanted, values, strict=True) if v is not None]
        if menu.performer is not None:
            bindings.append((menu.performer, owner))
        return CanChoose(name.text, None, tuple(bindings), span=tree.span)

    # --- phrases ------------------------------------------------------------------------------------------------------------

    def ref(self, tree: Node, scope: Scope, wanted: Type | None = None) -> Expr | None:
        """`rio`, `space 7`, `the player's purse`, `the votes for the side`."""
        match tree.kind:
            case "name":
                return self._proper_name(tree.leaves("NAME")[0], scope, wanted)
            case "numbered":
                return self._numbered(tree.leaves("NAME")[0], tree.leaves("INT")[0])
            case "the" | "the_of" | "name_of" | "numbered_of":
                return self.ref(Node("phrase", (tree,), tree.span), scope, wanted)
            case "phrase":
                phrase = tree.items[0]
                assert isinstance(phrase, Node)
                if phrase.kind == "the":
                    return self._the(phrase.leaves("NAME")[0], tree.all("pp"), scope, tree.span)
                owner = self._owner(phrase, scope)
                return (
                    None if owner is None else self.attribute(owner, phrase.leaves("NAME")[-1], tree.all("pp"), scope)
                )
            case _:
                raise AssertionError(tree.kind)

    def _owner(self, phrase: Node, scope: Scope) -> Expr | None:
        first = phrase.leaves("NAME")[0]
        if phrase.kind == "the_of":
            return self._the(first, [], scope, first.span)
        if phrase.kind == "numbered_of":
            return self._numbered(first, phrase.leaves("INT")[0])
        return self._proper_name(first, scope, None)

    def _numbered(self, name: Leaf, written: Leaf) -> Expr | None:
        kind = self.world.need_kind(name)
        if kind is None:
            return None
        if kind.first_number is None or written.text not in kind.members:
            return self._fail(
                "R0304", f"there is no {kind.name} {written.text}", written.span, f"{kind.name}: {_some(kind.members)}"
            )
        return Const(kind.values[kind.members.index(written.text)], Member(kind), written.span)

    def _proper_name(self, name: Leaf, scope: Scope, wanted: Type | None) -> Expr | None:
        found = self.world.members_named(name.text)
        if isinstance(wanted, Member | SetOf):
            found = [f for f in found if f[0].root == wanted.kind.root] or found
        if len(found) > 1:
            return self._fail(
                "R0203",
                f"`{name.text}` is the name of several things",
                name.span,
                f"it may be a {' or a '.join(k.name for k, _ in found)}",
            )
        if found:
            kind, index = found[0]
            self.world.used.add(f"kind:{kind.name}")
            return Const(index, Member(kind), name.span)
        if name.text in scope.names or name.text in self._singular_globals():
            return self._fail("R0204", f"`{name.text}` is not a proper name", name.span, f"write `the {name.text}`")
        return self._unknown("thing", name, [m for k in self.world.kinds.values() for m in k.members])

    def _singular_globals(self) -> list[str]:
        return [n for n, f in self.world.families.items() if not f.keys] + [
            n for n, s in self.world.signatures.items() if not s.parameters
        ]

    def _the(self, name: Leaf, pps: list[Node], scope: Scope, span: Span) -> Expr | None:
        if name.text in scope.names and not pps:
            return scope.names[name.text]
        family = self.world.families.get(name.text)
        if (
            family is not None
            and (family.rule in (None, scope.rule))
            and len(family.keys) - int(family.is_set) == len(pps)
        ):
            keys = self._given(pps, family.keys[: len(pps)], scope)
            return None if keys is None else self._read(name.text, keys, scope, span)
        signature = self.definitions.named(name.text, len(pps), scope.rule)
        if signature is not None:
            keys = self._given(pps, tuple(t for _, t in signature.parameters), scope)
            return None if keys is None else self.definitions.apply(signature, keys, scope, span)
        table = self.world.tables.get(name.text)
        if table is not None and len(table.keys) == len(pps):
            keys = self._given(pps, table.keys, scope)
            return None if keys is None else Lookup(name.text, keys, table.type, span)
        if self.world.members_named(name.text):
            return self._fail(
                "R0204", f"`{name.text}` is a proper name", name.span, f"write `{name.text}` without `the`"
            )
        known = [*scope.names, *self._singular_globals()]
        return self._fail(
            "R0205",
            f"no `{name.text}` is spoken of here",
            name.span,
            did_you_mean(name.text, known) or (f"known here: {_some(tuple(known))}" if known else None),
        )

    def _read(self, name: str, keys: tuple[Expr, ...], scope: Scope, span: Span) -> Expr:
        family = self.world.families[name]
        self.world.used.add(f"{'place' if family.role == 'place' else family.role}:{name}")
        if family.is_set:
            kind = family.keys[-1]
            var = scope.counter.fresh(kind.name)
            return SetBy(var, kind, Read(name, (*keys, Var(var, Member(kind))), Flag(), span), SetOf(kind), span)
        return Read(name, keys, family.type, span)

    def _given(self, pps: list[Node], wanted: tuple[Kind | Type, ...], scope: Scope) -> tuple[Expr, ...] | None:
        found: list[Expr] = []
        for pp, want in zip(pps, wanted, strict=True):
            type_ = Member(want) if isinstance(want, Kind) else want
            value = self.resolve(pp.items[-1], scope, type_)
            if value is None:
                return None
            value = make.as_member(value, type_)
            if not make.fits(value, type_):
                self._fail("R0311", f"{describe(type_)} is needed here, this is {describe(value.type)}", pp.span, None)
                return None
            found.append(value)
        return tuple(found)

    def _keys(self, tree: Node, kinds: tuple[Kind, ...], scope: Scope) -> tuple[Expr, ...] | None:
        """The keys that a phrase gives to a place: its owner, then what its prepositions name."""
        phrase = tree.items[0] if tree.kind == "phrase" else tree
        assert isinstance(phrase, Node)
        pps = tree.all("pp")
        if phrase.kind in ("the", "name"):
            return self._given(pps, kinds, scope) if len(pps) == len(kinds) else None
        owner = self._owner(phrase, scope)
        rest = self._given(pps, kinds[1:], scope) if len(pps) == len(kinds) - 1 else None
        return None if owner is None or rest is None else (owner, *rest)

    def attribute(self, owner: Expr, name: Leaf, pps: list[Node], scope: Scope) -> Expr | None:
        """`the player's purse`: a cell, a fact, a value or a map entry that belongs to that kind of thing."""
        type_ = owner.type
        local = scope.names.get(name.text)
        if (
            local is not None
            and isinstance(local.type, MapOf)
            and isinstance(type_, Member)
            and local.type.kind.root == type_.kind.root
        ):
            return Entry(local, owner, local.type.entry, name.span)
        if not isinstance(type_, Member):
            return self._fail(
                "R0311", f"{describe(type_)} owns nothing", name.span, "only members of kinds have things"
            )
        root = type_.kind.root
        family = self.world.families.get(name.text)
        if family is not None and family.keys and family.keys[0].root == root and family.rule in (None, scope.rule):
            own = len(family.keys) - int(family.is_set)
            if own == len(pps) + 1:
                rest = self._given(pps, family.keys[1:own], scope)
                return None if rest is None else self._read(name.text, (owner, *rest), scope, name.span)
        table = self.world.tables.get(name.text)
        if table is not None and table.keys[0].root == root and len(table.keys) == len(pps) + 1:
            rest = self._given(pps, table.keys[1:], scope)
            self.world.used.add(f"table:{name.text}")
            return None if rest is None else Lookup(name.text, (owner, *rest), table.type, name.span)
        signature = self.definitions.of(name.text, type_, len(pps), scope.rule)
        if signature is not None:
            rest = self._given(pps, tuple(t for _, t in signature.parameters[1:]), scope)
            return None if rest is None else self.definitions.apply(signature, (owner, *rest), scope, name.span)
        place = self.world.places.get(name.text)
        if place is not None and place.piece in self.world.cards:
            rest = self._given(pps, place.keys[1:], scope) if len(pps) == len(place.keys) - 1 else None
            card = self.world.cards[place.piece]
            at = PlaceAt(name.text, (owner, *(rest or ())), self.world.families[card.location].type, name.span)
            return None if rest is None else self._count_cards(at, scope)
        known = self._attributes(root)
        if name.text in known:
            return self._fail(
                "R0314",
                f"`{name.text}` needs other words after it",
                name.span,
                "name all that it depends on: `for …`, `at …`",
            )
        return self._fail(
            "R0206",
            f"a {type_.kind.name} has no `{name.text}`",
            name.span,
            did_you_mean(name.text, known) or (f"a {type_.kind.name} has {_some(tuple(known))}" if known else None),
        )

    def _attributes(self, root: str) -> list[str]:
        found = [f.name for f in self.world.families.values() if f.keys and f.keys[0].root == root]
        found += [t.name for t in self.world.tables.values() if t.keys and t.keys[0].root == root]
        found += self.definitions.attributes(root)
        return found

    def _unknown(self, what: str, name: Leaf, known: "dict[str, Kind] | list[str]") -> Expr | None:
        names = tuple(known)
        near = did_you_mean(name.text, names)
        self.world.found.error(
            "R0201",
            f"there is no {what} called `{name.text}`",
            name.span,
            help=near or (f"known: {_some(names)}" if names else None),
        )
        return None


def substitute(expr: Expr, name: str, value: Expr) -> Expr:
    """The expression with one variable replaced."""
    if isinstance(expr, Var):
        return value if expr.name == name else expr
    changes: dict[str, object] = {}
    for field in attrs.fields(type(expr)):
        old = getattr(expr, field.name)
        if isinstance(old, tuple):
            new = tuple(substitute(o, name, value) if attrs.has(type(o)) and hasattr(o, "type") else o for o in old)
            if new != old:
                changes[field.name] = new
        elif attrs.has(type(old)) and hasattr(old, "type") and hasattr(old, "span"):
            new_one = substitute(old, name, value)
            if new_one is not old:
                changes[field.name] = new_one
    return attrs.evolve(expr, **changes) if changes else expr  # type: ignore[arg-type]


def describe(type_: Type) -> str:
    """A type in a reader's words."""
    match type_:
        case Member(kind=kind, optional=optional):
            return f"a {kind.name}" + (" or none" if optional else "")
        case Number(low=low, high=high):
            return f"a number {low}..{high}" if low != high else f"the number {low}"
        case Flag():
            return "a yes or no"
        case SetOf(kind=kind):
            return f"a set of {kind.name}s"
        case MapOf(kind=kind):
            return f"a number for each {kind.name}"


def _some(names: tuple[str, ...] | list[str]) -> str:
    shown = list(dict.fromkeys(names))[: HOW_MANY + 3]
    return ", ".join(shown) + (", …" if len(names) > len(shown) else "")


__all__ = ["Expressions", "Op", "describe", "substitute"]
