"""Statements: what happens, one sentence after another, with the sugar of the text removed.

Reads trees, a `World` and scopes; returns typed statements. A sentence with a mistake is left out after a diagnostic.
"""

from functools import partial

import attrs

from rulespec.diagnostics import did_you_mean
from rulespec.language.resolve import making as make
from rulespec.language.resolve.expressions import Expressions, describe
from rulespec.language.resolve.guards import Guards, under
from rulespec.language.resolve.margins import about_of, cites_of, decision_of, is_several, rank_of, unquoted
from rulespec.language.resolve.scope import Scope
from rulespec.language.resolve.things import default_of, keys_of, type_of
from rulespec.language.resolve.world import World, singulars
from rulespec.language.tree import Leaf, Node, Tree
from rulespec.language.weave import Change
from rulespec.language.weave.names import find
from rulespec.rules.expressions import NO, YES, Apply, Const, Contains, Expr, PlaceAt, Quantified, Read, SetBy, Var
from rulespec.rules.game import Family
from rulespec.rules.statements import (
    About,
    Announce,
    Assign,
    AssignAll,
    Call,
    Cell,
    Clause,
    Decide,
    Draw,
    Earn,
    EndGame,
    ForEach,
    If,
    Let,
    MoveCard,
    Option,
    Parameter,
    Repeat,
    Show,
    Step,
    Stmt,
    Transfer,
)  # fmt: skip
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf, Type
from rulespec.source import Span

NOT_SENTENCES = ("margin", "then", "onlyif", "where", "params", "by", "turn", "again", "ways")


MANY_NUMBERS = 64
LARGEST_DRAW = 100


class Statements:
    """The resolver of statements of one rule after another."""

    def __init__(self, world: World, expressions: Expressions) -> None:
        self.world, self.expressions = world, expressions
        self.guards = Guards(expressions)
        self.parts: dict[str, Node] = {}
        """The parts of the rule that is being read, by name."""
        self.reactions: list[Change] = []
        self.reacted: set[int] = set()
        self._rule_tree: Node | None = None
        self._running_parts: list[str] = []
        expressions.can_option = self.can_option
        self._codes: set[str] = set()

    def begin(self, tree: Node) -> None:
        """From here on sentences of this rule are read."""
        self._rule_tree = tree
        self.parts = {part.text("NAME"): part for part in tree.all("part")}

    # --- blocks -------------------------------------------------------------------------------------------------------

    def block(self, trees: list[Node], scope: Scope) -> tuple[Stmt, ...]:
        """Sentences in order; a name fixed by one is known to those after it."""
        found: list[Stmt] = []
        for tree in trees:
            if tree.when is None and tree.while_in is None:
                made, scope = self.statement(tree, scope)
            else:
                made = self.guards.happening(tree, scope, partial(self._alone, tree))
            found.extend(made)
        return tuple(found)

    def _alone(self, tree: Node, scope: Scope) -> list[Stmt]:
        return self.statement(tree, scope)[0]

    def statement(self, tree: Node, scope: Scope) -> tuple[list[Stmt], Scope]:
        match tree.kind:
            case "line":
                return self._line(tree, scope)
            case "if_":
                return [self._if(tree, scope)], scope
            case "repeat":
                until = self.expressions.condition(tree.items[0], scope)
                body = self.block(_block(tree), scope)
                return [Repeat(until, body, self._rank(tree, scope), self._about(tree, scope))], scope
            case "each":
                made = self._each(tree, scope)
                return ([made] if made else []), scope
            case "first_that_applies":
                return list(self._first_that_applies(tree, scope)), scope
            case "chooses":
                chosen = self._chooses(tree, scope)
                return ([chosen] if chosen else []), scope
            case "offer":
                offered = self._offer(tree, scope)
                return ([offered] if offered else []), scope
            case "part":
                return [], scope
            case "step":
                name = tree.leaves("NAME")[0].text
                inner = scope.inside(name)
                title = unquoted(tree.leaf("STRING"))
                self._text(".".join(inner.path), title)
                return [Step(name, self.block(_block(tree), inner), about_of(tree, ".".join(inner.path), title))], scope
            case _:
                self.world.found.error(
                    "R0107",
                    "this form of sentence cannot be played yet",
                    tree.span,
                    help="write it with options and `if`",
                )
                return [], scope

    def _text(self, code: str, text: str) -> None:
        if text:
            self.world.texts.setdefault(code, text)

    def _about(self, tree: Node, scope: Scope, label: str = "", title: str = "") -> About:
        code = ".".join((*scope.path, label) if label else scope.path)
        return About(code, cites_of(tree), title, tree.span)

    def _rank(self, tree: Node, scope: Scope) -> Expr | None:
        rank = rank_of(tree)
        return self.expressions.number(rank, scope) if rank is not None else None

    def _if(self, tree: Node, scope: Scope) -> Stmt:
        condition = self.expressions.condition(tree.items[0], scope)
        then = self.block(_block(tree), scope)
        other = tree.one("otherwise")
        return If(
            condition,
            then,
            self.block(_block(other), scope) if other is not None else (),
            about=self._about(tree, scope),
        )

    def _first_that_applies(self, tree: Node, scope: Scope) -> tuple[Stmt, ...]:
        result: tuple[Stmt, ...] = ()
        for outcome in reversed(tree.all("outcome")):
            path = outcome.one("path")
            label = path.leaves()[0].text if path is not None else ""
            parts = [
                i for i in outcome.items if isinstance(i, Node) and i.kind not in ("path", "margin", "block", "line")
            ]
            condition = YES if outcome.leaf("OTHERWISE") else self.expressions.condition(parts[0], scope)
            condition = make.both(guard, condition) if (guard := under(outcome.when)) != YES else condition
            body = self.block(_block(outcome), scope)
            result = (If(condition, body, result, label, self._about(outcome, scope, label)),)
        return result

    def _each(self, tree: Node, scope: Scope) -> Stmt | None:
        found = self.expressions.group(tree.items[0], scope)
        if found is None:
            return None
        var, kind, condition, inner = found
        turn, again = tree.one("turn"), tree.one("again")
        start = self.expressions.resolve(turn.items[0], scope, Member(kind)) if turn is not None else None
        until = self.expressions.condition(again.items[0], scope) if again is not None else None
        rank = self._rank(again, scope) if again is not None else None
        body = self.block([t for t in _block(tree) if t is not again], inner)
        simultaneous = turn is None and not _has_control(body)
        return ForEach(var, kind, start, condition, body, until, rank, simultaneous, self._about(tree, scope))

    # --- decisions ----------------------------------------------------------------------------------------------------

    def _chooses(self, tree: Node, scope: Scope) -> Stmt | None:
        owner = self.expressions.resolve(tree.items[0], scope, Member(self.world.player))
        if owner is None:
            return None
        if not isinstance(owner.type, Member) or owner.type.kind.root != self.world.player.root:
            self.world.found.error(
                "R0315", f"only a player chooses, this is {describe(owner.type)}", tree.items[0].span
            )
            return None
        title = unquoted(tree.leaf("STRING"))
        bodies = [b for option in tree.all("option") for b in bodies_of(option)] or tree.all("body")
        for option in tree.all("option_as_before"):
            self.world.found.error(
                "R0107", "`as before` stands only in a reading", option.span, help="write the option in full"
            )
        margins = tree if tree.all("margin") else bodies[0].one("onlyif") or bodies[0] if bodies else tree
        return self.decide(owner, bodies, title, margins, scope, tree.span)

    def decide(self, owner: Expr, bodies: list[Node], title: str, margins: Node, scope: Scope, span: Span) -> Decide:
        """One decision with its options."""
        # Neither its rule's code nor its only option's, so that each of the three has a text; a menu is its decision.
        code = ".".join(scope.path if margins.kind == "menu" else (*scope.path, "choice"))
        code = self._unique(code)
        self._text(code, title)
        options = tuple(o for body in bodies if (o := self._option(body, self._held(body, owner, scope))) is not None)
        seen: set[str] = set()
        for body, option in zip(bodies, options, strict=False):
            if option.name in seen and body.when is None:
                self.world.found.error("R0202", f"two options are called `{option.name}`", body.span, help="rename one")
            seen.add(option.name)
        return Decide(
            owner,
            options,
            code,
            decision_of(margins) or code,
            is_several(margins),
            About(code, cites_of(margins), title, span),
        )

    @staticmethod
    def _held(body: Node, owner: Expr, scope: Scope) -> Scope:
        """In an option that a card adds, its holder is who decides."""
        held = body.while_in
        return scope if held is None or not held.holder else scope.knowing(held.holder, owner)

    def _unique(self, code: str) -> str:
        number, found = 2, code
        while found in self._codes:
            found, number = f"{code}_{number}", number + 1
        self._codes.add(found)
        return found

    def _offer(self, tree: Node, scope: Scope) -> Stmt | None:
        """All others are asked in order; each may accept or decline."""
        kind_leaf, person = tree.leaves("NAME")[:2]
        kind = self.world.need_kind(kind_leaf)
        asker = scope.names.get(kind_leaf.text)
        turn = tree.one("turn")
        if kind is None or asker is None:
            if asker is None:
                self.world.found.error(
                    "R0205",
                    f"no `{kind_leaf.text}` is spoken of here",
                    kind_leaf.span,
                    help="offers stand in a rule `by the player`",
                )
            return None
        start = self.expressions.resolve(turn.items[0], scope, Member(kind)) if turn is not None else asker
        var = scope.counter.fresh(person.text)
        value = Var(var, Member(kind), person.span)
        inner = scope.knowing(person.text, value)
        body = tree.one("body")
        assert body is not None
        offered = self._with_decline(
            self.decide(value, [body], "", body.one("onlyif") or body, inner, tree.span), tree.span
        )
        condition = make.negate(make.same(value, asker))
        return ForEach(var, kind, start, condition, (offered,), about=self._about(tree, scope))

    @staticmethod
    def _with_decline(decision: Decide, span: Span) -> Decide:
        """One may always decline; who has nothing to accept is not asked."""
        decline = Option("decline", (), (), (), (), About(f"{decision.code}.decline", span=span))
        return attrs.evolve(decision, options=(*decision.options, decline), several=True)

    def can_option(self, tree: Node, scope: Scope) -> Expr | None:
        """`the player can cast(the side)`: some choice of what is left open makes all conditions of the option true."""
        name = tree.leaves("NAME")[0]
        found = find([self._rule_tree], "option", (name.text,)) if self._rule_tree is not None else []
        bodies = [b for option, _ in found for b in ([option] if option.kind == "body" else bodies_of(option))]
        if not bodies:
            return None
        args = tree.one("args")
        given = dict(enumerate(i for i in args.items if isinstance(i, Node))) if args is not None else {}
        chances = [
            self._chance(attrs.evolve(body, when=option.when), given, scope)
            for body, (option, _) in zip(bodies, found, strict=False)
        ]
        return make.either(*chances)

    def _chance(self, body: Node, given: dict[int, Node], scope: Scope) -> Expr:
        params, onlyif, where = body.one("params"), body.one("onlyif"), body.one("where")
        opened: list[Var] = []
        inner = scope
        for number, param in enumerate(params.all("param") if params is not None else ()):
            made = self.parameter(param)
            if made is None:
                return NO
            value = self.expressions.resolve(given[number], scope, made[1]) if number in given else None
            if value is None:
                if isinstance(made[1], Number) and made[1].high - made[1].low < MANY_NUMBERS:
                    # Numbers are no kind to range over: each is tried.
                    tried = [self._chance(body, given | {number: Node("number", (Leaf("INT", str(n), param.span),), param.span)}, scope)
                             for n in range(made[1].low, made[1].high + 1)]  # fmt: skip
                    return make.either(*tried)
                if not isinstance(made[1], Member):
                    self.world.found.error(
                        "R0107", f"`{made[0]}` cannot be left open here", param.span, help="say which one is meant"
                    )
                    return NO
                opened.append(var := Var(scope.counter.fresh(made[0]), made[1]))
                value = var
            inner = inner.knowing(made[0], value)
        for named in [*(where.all("named") if where else ()), *(onlyif.all("named") if onlyif else ())]:
            meant = self.expressions.resolve(_expression(named), inner)
            if meant is not None:
                inner = inner.knowing(named.leaves("NAME")[0].text, meant)
        clauses = [self._clause(clause, inner) for clause in (onlyif.all("clause") if onlyif else ())]
        held = [make.either(clause.condition, *(lift for lift, _ in clause.lifts)) for clause in clauses]
        guard = under(body.when)
        chance = make.both(*([] if guard == YES else [guard]), *held) if held or guard != YES else YES
        for var in reversed(opened):
            assert isinstance(var.type, Member)
            chance = Quantified(False, var.name, var.type.kind, YES, chance)
        return chance

    def _option(self, body: Node, scope: Scope) -> Option | None:
        name = body.leaves("NAME")[0]
        inner = scope if scope.path and scope.path[-1] == name.text else scope.inside(name.text)
        parameters: list[Parameter] = []
        params = body.one("params")
        for param in params.all("param") if params is not None else ():
            made = self.parameter(param)
            if made is None:
                return None
            known = {e.name for e in inner.names.values() if isinstance(e, Var)}
            var = scope.counter.parameter(made[0], made[1], known)
            parameters.append(Parameter(var, made[1], made[0] if made[0] != var else ""))
            inner = inner.knowing(made[0], Var(var, made[1]))
        where, onlyif, then = body.one("where"), body.one("onlyif"), body.one("then")
        definitions: list[Let] = []
        for named in [*(where.all("named") if where else ()), *(onlyif.all("named") if onlyif else ())]:
            let, inner = self._let(named, inner)
            if let is not None:
                definitions.append(let)
        clauses = [self._clause(tree, inner) for tree in (onlyif.all("clause") if onlyif else ())]
        if body.while_in is not None:
            held = self.guards.held(body.while_in, inner)
            about = About(".".join((*inner.path, "owned_card")), (), "", body.span)
            clauses.insert(0, Clause("owned_card", held, about, (), body.source))
        if onlyif is not None and onlyif.one("clause_as_before"):
            self.world.found.error(
                "R0107", "`as before` stands only in a reading", onlyif.span, help="write the conditions in full"
            )
        effect = self.block(_block(then), inner) if then is not None else ()
        code = ".".join(inner.path)
        title = unquoted(body.leaf("STRING"))
        self._text(code, title)
        cites = (*cites_of(body), *(cites_of(onlyif) if onlyif else ()))
        about = About(code, cites, title, body.span)
        active = under(body.when)
        return Option(
            name.text,
            tuple(parameters),
            tuple(definitions),
            tuple(clauses),
            effect,
            about,
            None if active == YES else active,
        )

    def parameter(self, param: Node) -> tuple[str, Type] | None:
        """`cell`, `space: trade_space`, `deputies of each party: 0..16`, `papers: referendums`."""
        name = param.leaves("NAME")[0]
        written = param.one("named_type", "range_type")
        if written is not None:
            type_ = type_of(self.world, written)
        else:
            kind = self.world.kind_named(name.text)
            if kind is None:
                self.world.found.error(
                    "R0201",
                    f"there is no kind called `{name.text}`",
                    name.span,
                    help=did_you_mean(name.text, self.world.kinds) or f"give it a type: `{name.text}: 0..9`",
                )
                return None
            type_ = Member(kind) if name.text in self.world.kinds else SetOf(kind)
        keys, _ = keys_of(self.world, param.one("ofeach"))
        if keys and isinstance(type_, Number):
            type_ = MapOf(keys[0], type_)
        return None if type_ is None else (name.text, type_)

    def _clause(self, tree: Node, scope: Scope) -> Clause:
        label = tree.leaves("NAME")[0].text
        condition = self.guards.required(tree, scope, partial(self.expressions.condition, tree.items[1]))
        text = unquoted(tree.leaf("STRING"))
        code = ".".join((*scope.path, label))
        self._text(code, text)
        added = (bool(tree.source) and tree.when is not None and not tree.when.unless) or tree.while_in is not None
        about = About(code, cites_of(tree), "", tree.span)
        return Clause(label, condition, about, self.lifts(tree, scope), tree.source, added, text)

    def lifts(self, tree: Node, scope: Scope) -> tuple[tuple[Expr, About], ...]:
        """What allows in spite of a clause: `export.own_port is lifted if …`."""
        found = []
        for lift in tree.all("lift"):
            written = [item for item in lift.items if isinstance(item, Node)]
            condition = partial(self.expressions.condition, written[0]) if written else _always
            found.append(
                (self.guards.sufficient(lift, scope, condition), About(lift.source, cites_of(lift), "", lift.span))
            )
        return tuple(found)

    # --- single sentences ---------------------------------------------------------------------------------------------

    def _let(self, tree: Node, scope: Scope) -> tuple[Let | None, Scope]:
        name = tree.leaves("NAME")[0]
        value = self.expressions.resolve(_expression(tree), scope)
        if value is None:
            # The name is known all the same, so that one mistake does not look like many.
            return None, scope.knowing(name.text, Const(0, Member(self.world.player)))
        var = scope.counter.fresh(name.text)
        return Let(var, value, self._about(tree, scope)), scope.knowing(name.text, Var(var, value.type, name.span))

    def _line(self, tree: Node, scope: Scope) -> tuple[list[Stmt], Scope]:
        label = tree.text("NAME")
        sentence = next(i for i in tree.items if isinstance(i, Node) and i.kind != "margin")
        about = self._about(tree, scope, label)
        if sentence.kind == "let":
            let, scope = self._let(sentence, scope)
            return ([let] if let else []), scope
        if sentence.kind == "simple" or sentence.kind == "keep":
            keep = sentence.one("keep") or sentence
            return self._keep(keep, scope, about, tree.when is not None)
        if sentence.kind == "draw":
            return self._draw(sentence, tree, scope, about)
        return self._simple(sentence, scope, about), scope

    def _simple(self, tree: Node, scope: Scope, about: About) -> list[Stmt]:
        match tree.kind:
            case "becomes":
                return self._becomes(tree, scope, about)
            case "rises":
                return self._rises(tree, scope, about)
            case "joins":
                return self._joins(tree, scope, about)
            case "move" | "discard" | "put" | "pays":
                return self._transfer(tree, scope, about)
            case "earns":
                return self._earns(tree, scope, about)
            case "call" | "performs":
                return self._call(tree, scope, about)
            case "show":
                card = self.expressions.resolve(tree.items[0], scope)
                to = tree.items[-1]
                viewer = "all" if isinstance(to, Leaf) else self.expressions.resolve(to, scope)
                return [Show(card, viewer, about)] if card is not None and viewer is not None else []
            case "announce":
                by = self.expressions.resolve(tree.items[-1], scope)
                return [self._announce(tree.leaves("NAME")[0].text, by, scope, about)] if by is not None else []
            case "game_ends":
                name = tree.leaves("NAME")[0]
                if name.text not in self.world.endings:
                    self.world.found.error(
                        "R0201",
                        f"there is no ending called `{name.text}`",
                        name.span,
                        help=did_you_mean(name.text, self.world.endings) or f'declare it: `ending {name.text} "…"`',
                    )
                    return []
                self.world.used.add(f"ending:{name.text}")
                return [EndGame(name.text, about)]
            case _:
                self.world.found.error(
                    "R0107", "`as before` stands only in a reading", tree.span, help="write it in full"
                )
                return []

    def _announce(self, name: str, by: Expr, scope: Scope, about: About) -> Stmt:
        """Those who hold a card that reacts are asked, in the order of the cards."""
        found: list[Stmt] = []
        for change in self.reactions:
            names = change.node.leaves("NAME")
            if names[0].text != name:
                continue
            self.reacted.add(id(change))
            node = attrs.evolve(change.node, while_in=change.while_in, source=change.source)
            known = Scope({names[1].text: by}, scope.counter, (change.source,), scope.rule)
            found.extend(self.guards.happening(node, known, partial(self._reaction, change)))
        return Announce(name, by, tuple(found), about)

    def _reaction(self, change: Change, scope: Scope) -> list[Stmt]:
        node, names = change.node, change.node.leaves("NAME")
        owner, body = scope.names.get(names[-1].text), node.one("body")
        assert body is not None
        if owner is None:
            self.world.found.error(
                "R0205",
                f"no `{names[-1].text}` is spoken of here",
                names[-1].span,
                help="name the holder: `(the holder)`",
            )
            return []
        decision = self._with_decline(
            self.decide(owner, [body], "", body.one("onlyif") or body, scope, node.span), node.span
        )
        if len(names) <= 3:
            return [decision]
        mark = Cell(limit_name(change), ())
        options = tuple(
            attrs.evolve(o, effect=(Assign(mark, YES, about=o.about), *o.effect)) if o.name != "decline" else o
            for o in decision.options
        )
        return [If(make.negate(Read(mark.family, (), Flag())), (attrs.evolve(decision, options=options),))]

    def _keep(self, tree: Node, scope: Scope, about: About, reread: bool) -> tuple[list[Stmt], Scope]:
        name = tree.leaves("NAME")[0]
        keys, _ = keys_of(self.world, tree.one("ofeach"))
        written = tree.one("named_type", "range_type")
        starts = [i for i in tree.items if isinstance(i, Node) and i.kind not in ("ofeach", "named_type", "range_type")]
        declared = type_of(self.world, written) if written is not None else None
        value = self.expressions.resolve(starts[0], scope, declared) if starts else None
        type_ = declared or (value.type if value is not None else None)
        if type_ is None or isinstance(type_, MapOf):
            if not starts:
                self.world.found.error(
                    "R0316",
                    f"what `{name.text}` holds is not said",
                    tree.span,
                    help="write its type: `keep best: 0..180`",
                )
            return [], scope
        known = self.world.families.get(name.text)
        if known is not None and known.rule == scope.rule and value is not None and reread:
            # What a reading keeps instead: the same thing with another beginning.
            return self._assign(known, (), value, scope, "becomes", None, about, tree.span), scope
        if known is not None:
            self.world.found.error(
                "R0202", f"there is already something called `{name.text}`", name.span, help="choose another name"
            )
            return [], scope
        if isinstance(type_, SetOf):
            family = Family(
                name.text, (*keys, type_.kind), Flag(), "keep", 0, rule=scope.rule, is_set=True, about=about
            )
        else:
            family = Family(name.text, keys, type_, "keep", default_of(type_), rule=scope.rule, about=about)
        self.world.families[name.text] = family
        self.world.spans[f"keep:{name.text}"] = name.span
        if value is None:
            return [], scope
        return self._assign(family, (), value, scope, "becomes", None, about, tree.span), scope

    def _target(self, tree: Tree, scope: Scope) -> tuple[Family, tuple[Expr, ...]] | None:
        """The cell that a phrase names, as something to change."""
        found = self.expressions.resolve(tree, scope)
        if found is None:
            return None
        if isinstance(found, Read):
            return self.world.families[found.family], found.keys
        if isinstance(found, SetBy) and isinstance(found.condition, Read):
            return self.world.families[found.condition.family], found.condition.keys[:-1]
        self.world.found.error(
            "R0317", "this cannot be changed", tree.span, help="only markers and what a rule keeps are changed"
        )
        return None

    def _becomes(self, tree: Node, scope: Scope, about: About) -> list[Stmt]:
        state = self._state(tree, scope, about)
        if state is not None:
            return state
        target = self._target(tree.items[0], scope)
        if target is None:
            return []
        family, keys = target
        wanted: Type = SetOf(family.keys[-1]) if family.is_set else family.type
        value = self.expressions.resolve(tree.items[-1], scope, wanted)
        if value is None:
            return []
        if family.role in ("place", "location"):
            self.world.found.error(
                "R0318",
                f"`{family.name}` holds pieces: they are moved, not counted anew",
                tree.span,
                help="write `move … from … to …`",
            )
            return []
        return self._assign(family, keys, value, scope, "becomes", None, about, tree.span)

    def _state(self, tree: Node, scope: Scope, about: About) -> list[Stmt] | None:
        """`the province becomes occupied`: a yes/no marker of the thing that is named."""
        word = tree.items[-1]
        if not isinstance(word, Node) or word.kind != "name":
            return None
        family = self.world.families.get(word.leaves("NAME")[0].text)
        if family is None or family.type != Flag() or len(family.keys) != 1:
            return None
        thing = self.expressions.resolve(tree.items[0], scope)
        if thing is None:
            return []
        if not make.fits(thing, Member(family.keys[0])):
            self.world.found.error("R0311", f"{describe(thing.type)} is never {family.name}", tree.span)
            return []
        self.world.used.add(f"marker:{family.name}")
        return [Assign(Cell(family.name, (thing,)), YES, "becomes", None, about)]

    def _assign(
        self,
        family: Family,
        keys: tuple[Expr, ...],
        value: Expr,
        scope: Scope,
        verb: str,
        amount: Expr | None,
        about: About,
        span: Span,
    ) -> list[Stmt]:
        if family.is_set:
            if not isinstance(value.type, SetOf):
                self.world.found.error("R0311", f"a set is needed here, this is {describe(value.type)}", span)
                return []
            kind = family.keys[-1]
            var = scope.counter.fresh(kind.name)
            inside = Contains(value, Var(var, Member(kind)))
            return [AssignAll(family.name, ((var, kind),), YES, inside, verb, about, keys)]
        if isinstance(family.type, Number):
            value = make.as_number(value)
        if not make.fits(value, family.type):
            outside = isinstance(value.type, Number) and isinstance(family.type, Number)
            self.world.found.error(
                "R0304" if outside else "R0311",
                f"`{family.name}` is {describe(family.type)}, this is {describe(value.type)}",
                span,
            )
            return []
        return [Assign(Cell(family.name, keys), value, verb, amount, about)]

    def _rises(self, tree: Node, scope: Scope, about: About) -> list[Stmt]:
        target, amount = self._target(tree.items[0], scope), self.expressions.number(tree.items[-1], scope)
        if target is None or amount is None:
            return []
        family, keys = target
        if not isinstance(family.type, Number) or family.role == "place":
            self.world.found.error(
                "R0313", f"`{family.name}` does not rise or fall", tree.span, help="only numbers do; pieces are moved"
            )
            return []
        verb = "falls" if tree.text("RISES").startswith("fall") else "rises"
        now = Read(family.name, keys, family.type, tree.span)
        value = make.arithmetic("-" if verb == "falls" else "+", now, amount)
        low, high = family.type.low, family.type.high
        policy = self.world.policies.get(family.name)
        if policy is not None and policy.overflow == "stop":
            value = make.arithmetic("max", make.number(low), make.arithmetic("min", value, make.number(high)))
        elif policy is not None and policy.overflow == "wrap":
            offset = make.arithmetic("-", value, make.number(low)) if low else value
            value = make.arithmetic("%", offset, make.number(high - low + 1))
            value = make.arithmetic("+", value, make.number(low)) if low else value
        return [Assign(Cell(family.name, keys), value, verb, amount, about)]

    def _joins(self, tree: Node, scope: Scope, about: About) -> list[Stmt]:
        verb = "joins" if tree.text("JOINS").startswith("join") else "leaves"
        element, target = self.expressions.resolve(tree.items[0], scope), self._target(tree.items[-1], scope)
        if element is None or target is None:
            return []
        family, keys = target
        if not family.is_set or not make.fits(element, Member(family.keys[-1])):
            self.world.found.error(
                "R0311",
                f"{describe(element.type)} cannot join or leave `{family.name}`",
                tree.span,
                help="join a set that is kept",
            )
            return []
        return [Assign(Cell(family.name, (*keys, element)), YES if verb == "joins" else NO, verb, None, about)]

    # --- pieces and cards ---------------------------------------------------------------------------------------------

    def _transfer(self, tree: Node, scope: Scope, about: About) -> list[Stmt]:
        if tree.kind == "pays":
            return self._pays(tree, scope, about)
        amount = next(i for i in tree.items if isinstance(i, Node))
        refs = [i for i in tree.items[1:] if isinstance(i, Node)]
        if amount.kind in ("amount_ref", "all_pieces"):
            moved = self._move_cards(tree, amount, refs, scope, about)
            if moved is not None:
                return moved
        piece_leaf = amount.leaf("NAME")
        piece = self._piece(piece_leaf) if piece_leaf is not None else None
        if piece_leaf is not None and piece is None:
            self.world.found.error(
                "R0201",
                f"there are no pieces called `{piece_leaf.text}`",
                piece_leaf.span,
                help=did_you_mean(piece_leaf.text, self.world.pieces),
            )
            return []
        limit = refs.pop() if tree.kind == "put" and len(refs) > 1 else None
        cells = [self._place_cell(ref, scope) for ref in refs if ref.kind in ("name", "phrase", "numbered")]
        if any(c is None for c in cells):
            return []
        known = [c for c in cells if c is not None]
        if piece is None and known:
            piece = self.world.places[known[0].family].piece
        if piece is None:
            self.world.found.error("R0203", "it is not clear which pieces move", tree.span, help="say `from …`")
            return []
        home = self._supply(piece, known[0]) if known else None
        source: Cell | None
        target: Cell | None
        match tree.kind, len(known):
            case "move", 2:
                source, target = known
            case "move" | "put", 1:
                source, target = home, known[0]
            case _:
                source, target = known[0] if known else None, home
        if source is None or target is None:
            self.world.found.error(
                "R0319",
                f"`{piece}` has no supply",
                tree.span,
                help="mark one of its places as `supply`, or say `from … to …`",
            )
            return []
        return self._moved(piece, amount, source, target, tree.kind, scope, about, limit)

    def _supply(self, piece: str, other: Cell) -> Cell | None:
        """Where pieces come from and go back to: of those that lie in the other place, their own part of the supply."""
        supply = next((p for p in self.world.pieces[piece].places if p.supply), None)
        if supply is None:
            return None
        keys = {f"key{i}": key for i, key in enumerate(other.keys)}
        whose = self.world.places[other.family].owner_of
        return Cell(supply.name, tuple(make.substituted(e, keys) for e in whose))

    def _moved(
        self,
        piece: str,
        amount: Node,
        source: Cell,
        target: Cell,
        verb: str,
        scope: Scope,
        about: About,
        limit: Node | None = None,
    ) -> list[Stmt]:
        there = Read(source.family, source.keys, self.world.families[source.family].type)
        number = amount.leaf("INT")
        wanted = make.number(int(number.text), amount.span) if number is not None else None
        if wanted is None and amount.kind != "all_pieces":
            wanted_expr = self.expressions.number(amount.items[-1], scope)
            if wanted_expr is None:
                return []
        else:
            wanted_expr = wanted or there
        mode = {"all_pieces": "all", "up_to_pieces": "up_to", "up_to_ref": "up_to"}.get(amount.kind, "exact")
        if mode == "up_to":
            wanted_expr = make.arithmetic("min", wanted_expr, there)
        if limit is not None:
            most = self.expressions.number(limit, scope)
            if most is None:
                return []
            present = Read(target.family, target.keys, self.world.families[target.family].type)
            room = make.arithmetic("max", make.number(0), make.arithmetic("-", most, present))
            wanted_expr, mode = make.arithmetic("min", wanted_expr, room), "up_to"
        return [Transfer(piece, wanted_expr, source, target, mode, verb, about)]

    def _pays(self, tree: Node, scope: Scope, about: About) -> list[Stmt]:
        """`the leader pays the best to the bank`: out of the purse, the place of the same pieces that the payer owns."""
        parts = [i for i in tree.items if isinstance(i, Node)]
        amount = self.expressions.number(parts[1], scope)
        ends = [parts[0], parts[2]]
        named = [self._named_place(end) for end in ends]
        piece = next((self.world.places[place].piece for place in named if place is not None), None)
        cells = [
            self._place_cell(end, scope) if place is not None else self._owned_place(end, piece, scope)
            for end, place in zip(ends, named, strict=True)
        ]
        known = [c for c in cells if c is not None]
        if amount is None or len(known) < 2:
            return []
        there = Read(known[0].family, known[0].keys, self.world.families[known[0].family].type)
        up_to = tree.leaf("UP_TO") is not None
        value = make.arithmetic("min", amount, there) if up_to else amount
        piece = self.world.places[known[0].family].piece
        return [Transfer(piece, value, known[0], known[1], "up_to" if up_to else "exact", "pays", about)]

    def _named_place(self, tree: Node) -> str | None:
        leaf = tree.items[0] if isinstance(tree.items[0], Leaf) else tree.items[0].leaf("NAME")
        return leaf.text if leaf is not None and leaf.text in self.world.places else None

    def _owned_place(self, tree: Node, piece: str | None, scope: Scope) -> Cell | None:
        """The one place where a player holds what is paid: pieces of the named end, or else those that are alike for
        all players, for what belongs to one of them from the start is not paid to another."""
        who = self.expressions.resolve(tree, scope, Member(self.world.player))
        if who is None:
            return None
        places = [
            [p for p in kind.places if len(p.keys) == 1 and isinstance(who.type, Member) and p.keys[0].root == who.type.kind.root]
            for name, kind in self.world.pieces.items()
            if name == piece or (piece is None and not kind.keys)
        ]  # fmt: skip
        owned = [p for group in places if len(group) == 1 for p in group]
        if len(owned) != 1:
            self.world.found.error(
                "R0203", "it is not clear out of which place this is paid", tree.span, help="write `move … from … to …`"
            )
            return None
        return Cell(owned[0].name, (who,))

    def _piece(self, leaf: Leaf) -> str | None:
        return next((name for name in singulars(leaf.text) if name in self.world.pieces), None)

    def _place_cell(self, tree: Node, scope: Scope) -> Cell | None:
        found = self.expressions.resolve(tree, scope)
        if found is None:
            return None
        found = self._meant(found)
        if isinstance(found, Read) and self.world.families[found.family].role == "place":
            return Cell(found.family, found.keys)
        self.world.found.error(
            "R0320", "pieces lie in places, this is not one", tree.span, help="name a place listed under `pieces`"
        )
        return None

    def _meant(self, value: Expr) -> Expr:
        """The place itself where a value is only another name for it: `value a player's load = the transit at …`."""
        match value:
            case Apply(definition=name, arguments=arguments):
                definition = self.world.definitions[name]
                if (
                    len(definition.arms) == 1
                    and isinstance(definition.arms[0].value, Read)
                    and not definition.contributions
                ):
                    names = {n: a for (n, _), a in zip(definition.parameters, arguments, strict=True)}
                    return make.substituted(definition.arms[0].value, names)
            case _:
                pass
        return value

    def _card_place(self, tree: Tree, scope: Scope) -> PlaceAt | None:
        return self.expressions.card_place(tree, scope)

    def _move_cards(self, tree: Node, amount: Node, refs: list[Node], scope: Scope, about: About) -> list[Stmt] | None:
        """`move the card to the player's hand`; None if these are no cards."""
        if amount.kind == "all_pieces":
            kind_name = next((n for n in singulars(amount.leaves("NAME")[0].text) if n in self.world.cards), None)
            if kind_name is None:
                return None
            cards = self.world.cards[kind_name]
            source = self._card_place(refs[0], scope) if refs else None
            var = scope.counter.fresh(kind_name)
            location = self.world.families[cards.location].type
            place = self._card_place(refs[-1], scope) if tree.kind == "move" else self._discards(kind_name, tree.span)
            if place is None or source is None:
                return []
            lying = make.same(Read(cards.location, (Var(var, Member(cards.kind)),), location), source)
            return [AssignAll(cards.location, ((var, cards.kind),), lying, place, "move", about)]
        ref = amount.items[0]
        if isinstance(ref, Node) and ref.kind == "phrase" and ref.items and self.expressions.names_place(ref):
            return None
        card = self.expressions.resolve(ref, scope)
        if card is None:
            return []
        if not isinstance(card.type, Member):
            return None
        # Cards of several kinds may share a root (`document: empire_card, minister`): the narrowest one is meant.
        kind = card.type.kind
        fitting = [c for c in self.world.cards.values() if c.kind.root == kind.root and kind.within(c.kind)]
        cards_of = fitting[0] if fitting else None
        if cards_of is None:
            self.world.found.error(
                "R0320", f"{describe(card.type)} is no card", tree.span, help="declare it under `cards`"
            )
            return []
        place = (
            self._card_place(refs[-1], scope) if tree.kind != "discard" else self._discards(cards_of.name, tree.span)
        )
        if place is None or self.world.places[place.place] not in cards_of.places:
            if tree.kind != "discard":
                self.world.found.error(
                    "R0320",
                    f"cards called `{cards_of.name}` do not lie there",
                    tree.span,
                    help="name one of their places",
                )
            return []
        return [MoveCard(cards_of.location, card, place, tree.kind, about)]

    def _discards(self, cards: str, span: Span) -> PlaceAt | None:
        pile = next((p for p in self.world.cards[cards].places if p.discards), None)
        if pile is None:
            self.world.found.error(
                "R0319", f"`{cards}` has no place marked `discards`", span, help="mark one, or say `move … to …`"
            )
            return None
        return PlaceAt(pile.name, (), self.world.families[self.world.cards[cards].location].type, span)

    def _draw(self, tree: Node, line: Node, scope: Scope, about: About) -> tuple[list[Stmt], Scope]:
        name = tree.leaves("NAME")[0]
        kind_name = next((n for n in singulars(name.text) if n in self.world.cards), None)
        refs = [i for i in tree.items if isinstance(i, Node)]
        piece = self._piece(name)
        if piece is not None:
            return self._draw_pieces(piece, tree, line, refs, scope, about)
        source, target = self._card_place(refs[0], scope), self._card_place(refs[1], scope)
        if kind_name is None or source is None or target is None:
            self.world.found.error(
                "R0320",
                "cards are drawn from one of their places to another",
                tree.span,
                help="name places listed under `cards`",
            )
            return [], scope
        cards = self.world.cards[kind_name]
        location = self.world.families[cards.location].type
        found: list[Stmt] = []
        drawn = scope
        for _ in range(min(int(tree.text("INT") or 1), cards.kind.size)):
            if len(refs) > 2:
                refill = self._card_place(refs[2], scope)
                if refill is not None:
                    found.append(self._refill(kind_name, source, refill, scope, about))
            var = scope.counter.fresh(kind_name)
            card = Var(var, Member(cards.kind), name.span)
            in_pile = make.same(Read(cards.location, (card,), location), source)
            weight = make.choose(in_pile, make.number(1), make.number(0))
            place = self.world.places[target.place]
            seen: str | Expr = "none" if place.visibility.who in ("none", "count") else "all"
            if place.visibility.who == "owner":
                seen = target.keys[place.visibility.key]
            code = self._unique(".".join((*scope.path, "draw")))
            found.append(Draw(var, cards.kind, weight, code, decision_of(line) or code, seen, about))
            found.append(MoveCard(cards.location, card, target, "draw", about))
            drawn = drawn.knowing(kind_name, card)
        return found, drawn

    def _draw_pieces(
        self, piece: str, tree: Node, line: Node, refs: list[Node], scope: Scope, about: About
    ) -> tuple[list[Stmt], Scope]:
        """One of the pieces in a stack, any as likely as another: which sort comes is chance."""
        keys = self.world.pieces[piece].keys
        places = [self.world.places.get(ref.leaves("NAME")[-1].text if ref.leaves("NAME") else
                  next((i for i in ref.items if isinstance(i, Node)), ref).leaves("NAME")[-1].text) for ref in refs]  # fmt: skip
        if len(keys) != 1 or any(p is None or p.piece != piece or p.keys != keys for p in places):
            self.world.found.error(
                "R0320",
                f"a {piece} is drawn from one of their places to another",
                tree.span,
                help="name places that list the pieces by sort: `stack of each …`",
            )
            return [], scope
        source, target, *refill = [p.name for p in places if p is not None]
        kind = keys[0]
        found: list[Stmt] = []
        drawn = scope
        for _ in range(min(int(tree.text("INT") or 1), LARGEST_DRAW)):
            for other in refill:
                found.append(self._refill_pieces(piece, kind, source, other, scope, about))
            var = Var(scope.counter.fresh(kind.name), Member(kind), tree.span)
            weight = Read(source, (var,), self.world.families[source].type)
            hidden = self.world.places[target].visibility.who in ("none", "count")
            code = self._unique(".".join((*scope.path, "draw")))
            found.append(
                Draw(var.name, kind, weight, code, decision_of(line) or code, "none" if hidden else "all", about)
            )
            one = make.number(1)
            found.append(Transfer(piece, one, Cell(source, (var,)), Cell(target, (var,)), "exact", "draw", about))
            drawn = drawn.knowing(kind.name, var)
        return found, drawn

    def _refill_pieces(self, piece: str, kind: Kind, source: str, refill: str, scope: Scope, about: About) -> Stmt:
        """An empty stack is made anew from another place."""
        var = Var(scope.counter.fresh(kind.name), Member(kind))
        type_ = self.world.families[source].type
        empty = make.same(Read(source, (var,), type_), make.number(0))
        every = Quantified(True, var.name, kind, YES, empty)
        sort = Var(scope.counter.fresh(kind.name), Member(kind))
        there = Read(refill, (sort,), self.world.families[refill].type)
        move = Transfer(piece, there, Cell(refill, (sort,)), Cell(source, (sort,)), "all", "refill", about)
        loop = ForEach(sort.name, kind, None, YES, (move,), simultaneous=True, about=about)
        return If(every, (loop,), about=about)

    def _refill(self, kind_name: str, source: PlaceAt, refill: PlaceAt, scope: Scope, about: About) -> Stmt:
        cards = self.world.cards[kind_name]
        location = self.world.families[cards.location].type
        var = scope.counter.fresh(kind_name)
        lying = make.same(Read(cards.location, (Var(var, Member(cards.kind)),), location), refill)
        empty = make.negate(self.expressions.cards_in(source, scope))
        return If(
            empty, (AssignAll(cards.location, ((var, cards.kind),), lying, source, "refill", about),), about=about
        )

    # --- calls --------------------------------------------------------------------------------------------------------

    def _earns(self, tree: Node, scope: Scope, about: About) -> list[Stmt]:
        name = tree.leaves("NAME")[0]
        account = next((a for n in [name.text, name.text + "s"] if (a := self.world.accounts.get(n)) is not None), None)
        if account is None:
            self.world.found.error(
                "R0201",
                f"there is no account called `{name.text}`",
                name.span,
                help=did_you_mean(name.text, self.world.accounts),
            )
            return []
        key = self.expressions.resolve(tree.items[0], scope)
        number = tree.leaf("INT")
        amount = make.number(int(number.text)) if number is not None else self.expressions.number(tree.items[-1], scope)
        self.world.used.add(f"account:{account.name}")
        return [Earn(account.name, key, amount, about)] if key is not None and amount is not None else []

    def _call(self, tree: Node, scope: Scope, about: About) -> list[Stmt]:
        name = tree.leaves("NAME")[0]
        if name.text in self.parts:
            return self._part(name, tree, scope)
        rule = self.world.rules.get(name.text)
        if rule is None:
            self.world.found.error(
                "R0201",
                f"there is no rule called `{name.text}`",
                name.span,
                help=did_you_mean(name.text, self.world.rules),
            )
            return []
        self.world.used.add(f"rule:{name.text}")
        args = tree.one("args")
        given = [i for i in args.items if isinstance(i, Node)] if args is not None else []
        refs = [i for i in tree.items if isinstance(i, Node) and i.kind != "args"]
        by = refs[0] if refs else None
        wanted = [p for p in rule.parameters if p[0] != rule.performer]
        if len(given) != len(wanted):
            self.world.found.error(
                "R0314",
                f"`{name.text}` takes {len(wanted)} values, not {len(given)}",
                tree.span,
                (rule.node.span, "declared here"),
                help=f"{name.text}({', '.join(n for n, _ in wanted)})",
            )
            return []
        values: list[Expr] = []
        for item, (label, type_) in [*zip(given, wanted, strict=True)]:
            value = self.expressions.resolve(item, scope, type_)
            if value is None:
                return []
            value = make.as_number(value) if isinstance(type_, Number) else value
            if not make.fits(value, type_):
                self.world.found.error(
                    "R0311", f"`{label}` is {describe(type_)}, this is {describe(value.type)}", item.span
                )
                return []
            values.append(value)
        if rule.performer is not None:
            performer = self.expressions.resolve(by, scope) if by is not None else scope.names.get(rule.performer)
            if performer is None:
                if by is None:
                    self.world.found.error(
                        "R0314", f"who performs `{name.text}`?", tree.span, help=f"write `{name.text} by the …`"
                    )
                return []
            values.append(performer)
        return [Call(name.text, tuple(values), about)]

    def _part(self, name: Leaf, tree: Node, scope: Scope) -> list[Stmt]:
        """A part of a rule stands where it is called: what the rule keeps is known to it."""
        part, args = self.parts[name.text], tree.one("args")
        if name.text in self._running_parts:
            self.world.found.error(
                "R0406", f"the part `{name.text}` calls itself", tree.span, help="use `repeat until`"
            )
            return []
        given = [i for i in args.items if isinstance(i, Node)] if args is not None else []
        params = part.one("params")
        wanted = params.all("param") if params is not None else []
        if len(given) != len(wanted):
            self.world.found.error(
                "R0314",
                f"`{name.text}` takes {len(wanted)} values, not {len(given)}",
                tree.span,
                (part.span, "declared here"),
            )
            return []
        found: list[Stmt] = []
        inner = scope
        for param, item in zip(wanted, given, strict=True):
            made = self.parameter(param)
            value = self.expressions.resolve(item, scope, made[1]) if made is not None else None
            if made is None or value is None:
                return []
            if not make.fits(value, made[1]):
                self.world.found.error(
                    "R0311", f"`{made[0]}` is {describe(made[1])}, this is {describe(value.type)}", item.span
                )
                return []
            var = scope.counter.fresh(made[0])
            found.append(Let(var, value, self._about(tree, scope)))
            inner = inner.knowing(made[0], Var(var, made[1]))
        self._running_parts.append(name.text)
        found.extend(self.block(_block(part), inner))
        self._running_parts.pop()
        return found


def limit_name(reaction: Change) -> str:
    """The mark of what was used up: one of each reaction."""
    body = reaction.node.one("body")
    assert body is not None
    return f"{reaction.source}_{body.text('NAME')}_used"


def _always(_: Scope) -> Expr:
    return YES


def bodies_of(option: Node) -> list[Node]:
    """The bodies of an option; one for each of its ways."""
    body = option.one("body")
    if body is None:
        return []
    body = attrs.evolve(
        body, when=option.when or body.when, while_in=option.while_in, source=option.source or body.source
    )
    ways = option.one("ways")
    return [body] if ways is None else [_joined(body, way) for way in ways.all("way")]


def _joined(shared: Node, way: Node) -> Node:
    """`take` and its way `act`: one option with the conditions and effects of both, those of the shared part first."""
    own = way.one("body")
    assert own is not None
    items: list[Tree] = []
    name = own.leaves("NAME")[0]
    items.append(attrs.evolve(name, text=f"{shared.text('NAME')}_{name.text}"))
    items.extend(own.leaves("STRING") or shared.leaves("STRING"))
    for kind in ("params", "where", "onlyif", "then"):
        parts = [part for body in (shared, own) if (part := body.one(kind)) is not None]
        if len(parts) == 2:
            inner = [p.one("block") or p for p in parts]
            items.append(Node(kind, (*inner[0].items, *inner[1].items), parts[0].span))
        else:
            items.extend(parts)
    items.extend(m for body in (shared, own) for m in body.all("margin"))
    return Node("body", tuple(items), own.span, shared.when, shared.while_in, shared.source)


def _block(tree: Node) -> list[Node]:
    """The sentences under or behind a heading."""
    inner = tree.one("block")
    trees = inner.items if inner is not None else tree.items
    sentences = ("line", "if_", "repeat", "each", "first_that_applies", "chooses", "offer", "step", "part")
    return [t for t in trees if isinstance(t, Node) and t.kind in sentences]


def _expression(tree: Node) -> Node:
    return next(i for i in tree.items if isinstance(i, Node) and i.kind != "margin")


def _has_control(body: tuple[Stmt, ...]) -> bool:
    for statement in body:
        match statement:
            case Decide() | Draw() | EndGame() | Call() | Earn() | Announce():
                return True
            case If(then=then, otherwise=otherwise):
                if _has_control(then) or _has_control(otherwise):
                    return True
            case ForEach(body=inner) | Repeat(body=inner) | Step(body=inner):
                if _has_control(inner):
                    return True
            case _:
                continue
    return False
