"""The checker: from the texts of a game to its typed rules, or to everything that is wrong with them.

Reads sources (`.rules` and `.texts`); returns a `rules.game.Game` (None if there are errors) and diagnostics in source order.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

import attrs

from rulespec.diagnostics import Diagnostic, Diagnostics, did_you_mean
from rulespec.language.catalogue import parse_catalogue
from rulespec.language.echoes import without_echoes
from rulespec.language.parse import parse
from rulespec.language.required_texts import check_texts
from rulespec.language.resolve import making as make
from rulespec.language.resolve.calls import check_calls
from rulespec.language.resolve.cards import card_lines, declare_card_attributes
from rulespec.language.resolve.citations import check_citations
from rulespec.language.resolve.definitions import Definitions
from rulespec.language.resolve.expressions import Expressions
from rulespec.language.resolve.guards import under
from rulespec.language.resolve.kinds import declare_grid, declare_kinds, root_kind
from rulespec.language.resolve.layouts import layout_of
from rulespec.language.resolve.margins import about_of, unquoted
from rulespec.language.resolve.scenarios import Scenarios
from rulespec.language.resolve.scope import Counter, Scope
from rulespec.language.resolve.statements import Statements, bodies_of, limit_name
from rulespec.language.resolve.things import (
    declare_account,
    declare_cards,
    declare_links,
    declare_marker,
    declare_pieces,
    declare_printed,
    declare_table,
)  # fmt: skip
from rulespec.language.resolve.world import Signature, World
from rulespec.language.review import review
from rulespec.language.texts import TextFile, parse_text_file
from rulespec.language.tree import Leaf, Node
from rulespec.language.weave import weave
from rulespec.rules.expressions import NO, YES, Expr, SetBy, Var
from rulespec.rules.game import Ending, Family, Game, Invariant, Rule, Score, Statement
from rulespec.rules.statements import About, Assign, Cell, If, Stmt
from rulespec.rules.types import Flag, Member, SetOf, Type
from rulespec.source import Source, Span

RULE_KINDS = ("rule", "menu")
VALUE_KINDS = ("value_the", "value_of", "word")


def check(
    sources: Sequence[Source], *, players: int | Sequence[str] | None = None, content: Sequence[Source] | None = None
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """Read, resolve and check a whole game. All mistakes that can be found are found in one run."""
    found = Diagnostics()
    declarations: list[Node] = []
    for source in [*sources, *(content or ())]:
        if source.name.endswith((".texts", ".catalogue")):
            continue
        trees, wrong = parse(source)
        declarations.extend(_unwrapped(tree) for tree in trees)
        found.extend(wrong)
    checker = _Checker(found, declarations, sources, players)
    game = checker.game()
    if game is not None and not found.has_errors:
        # Only of a game that stands: half a game would seem to lack everything, and have texts for nothing.
        found.extend(review(game))
        found.extend(check_texts(game, checker.text_files, checker.world.spans, checker.header))
    return (None if found.has_errors else game), without_echoes(found.sorted([s.name for s in sources]), sources)


def _unwrapped(tree: Node) -> Node:
    inner = [i for i in tree.items if isinstance(i, Node)]
    return inner[0] if tree.kind == "decl" and inner else tree


def _within(tree: Node, kind: str) -> Iterator[Node]:
    """The nodes of a kind anywhere inside."""
    for item in tree.items:
        if isinstance(item, Node):
            if item.kind == kind:
                yield item
            yield from _within(item, kind)


def _parameter_names(body: Node) -> list[Leaf]:
    return [param.leaves("NAME")[0] for params in body.all("params") for param in params.all("param")]


class _Checker:
    def __init__(
        self, found: Diagnostics, trees: list[Node], sources: Sequence[Source], players: int | Sequence[str] | None
    ) -> None:
        self.found, self.sources, self.wanted_players = found, sources, players
        self.written = trees
        self.woven = weave(trees, found)
        self.trees = self.woven.trees
        self.world = World(found)
        self.world.rulings.update(self.woven.rulings)
        self.expressions = Expressions(self.world)
        self.definitions = Definitions(self.world, self.expressions)
        self.expressions.definitions = self.definitions
        self.statements = Statements(self.world, self.expressions)
        first = sources[0].name if sources else ""
        self.top = Span(first, 1, 1, 1, 2)
        self.player_counts: tuple[int, ...] = ()
        self.text_files: list[TextFile] = []
        self.limits: dict[str, list[str]] = {}
        """Rule -> marks of what may be used once in it."""

    @property
    def header(self) -> Span:
        headers = self._of("game")
        return headers[0].span if headers else self.top

    def _of(self, *kinds: str) -> list[Node]:
        return [tree for tree in self.trees if tree.kind in kinds]

    def game(self) -> Game | None:
        header = self._only("game", 'a text begins with `game name "Title"`')
        self._players()
        if self.world.player_kind not in self.world.kinds:
            return None
        self._packs(header)
        self._declare()
        rules = self._rules()
        for signature in list(self.world.signatures.values()):
            self.definitions.resolve(signature)
        scores = self._scores()
        valuation = self._valuation()
        panels = layout_of(self.world, self._of("layout"))
        invariants, pack_facts = self._invariants()
        start = self._start(rules)
        check_calls(self.world, rules)
        self._accounts(rules)
        catalogue = self._catalogue(header)
        packs = [tree.leaves("NAME")[0].text for tree in self._of("pack")]
        scenes = Scenarios(self.world, self.expressions, packs, max(self.player_counts, default=0))
        scenarios = scenes.all(self._of("scenario"))
        if not self.found.has_errors:
            # What stands in a sentence that could not be read would seem to be used by nothing.
            self._unused(start)
        if header is None:
            return None
        languages = self._languages(header)
        texts = self._texts(languages)
        world = self.world
        return Game(
            name=header.leaves("NAME")[0].text, title=unquoted(header.leaf("STRING")), version=self._version(header),
            languages=languages, player_kind=world.player_kind, start_rule=start, kinds=world.kinds, families=world.families,
            pieces=world.pieces, cards=world.cards, places=world.places, tables=world.tables, definitions=world.definitions,
            rules=rules, accounts=world.accounts, endings=world.endings, scores=scores, invariants=invariants, rulings=world.rulings,
            profiles=self.woven.profiles, catalogue=catalogue, scenarios=scenarios, texts=texts, player_counts=self.player_counts,
            valuation=valuation, elsewhere=tuple(scenes.elsewhere), pack_facts=pack_facts,
            text_hash=hashlib.sha256("\0".join(f"{s.name}\0{s.text}" for s in self.sources).encode()).hexdigest(),
            panels=panels,
        )  # fmt: skip

    def _packs(self, header: Node | None) -> None:
        """A pack says which game it is for, so that content never lands in another one; scenarios may say it too."""
        for tree in self._of("pack", "scenarios_for"):
            wanted = tree.leaves("NAME")[-1]
            if header is not None and wanted.text != header.leaves("NAME")[0].text:
                self.found.error(
                    "R0411",
                    f"this is for `{wanted.text}`, the game is `{header.leaves('NAME')[0].text}`",
                    wanted.span,
                    (header.span, "the game"),
                    help="read it together with its own game",
                )

    def _catalogue(self, header: Node | None) -> Mapping[str, Statement]:
        """The statements of the rulebooks, if the header names a catalogue; then every citation must lead somewhere."""
        named = header.one("catalogue") if header is not None else None
        if named is None:
            return {}
        source = next((s for s in self.sources if s.name.endswith(".catalogue")), None)
        if source is None:
            name = named.text("NAME")
            self.found.error(
                "R0207", f"there is no catalogue `{name}`", named.span, help=f"add a file {name}.catalogue"
            )
            return {}
        catalogue, wrong = parse_catalogue(source)
        self.found.extend(wrong)
        check_citations(self.written, catalogue, self.world.rulings, self.found)
        return catalogue.statements

    def _only(self, kind: str, help: str) -> Node | None:
        trees = self._of(kind)
        if not trees:
            first = kind.partition("_")[0]
            written = any(line.startswith(first) for s in self.sources for line in s.text.splitlines())
            if not (written and self.found.has_errors):  # a line that could not be read is there all the same
                self.found.error("R0403", f"there is no `{kind.replace('_', ' ')}` line", self.top, help=help)
            return None
        for tree in trees[1:]:
            self.found.error(
                "R0202", f"there is a second `{kind}` line", tree.span, (trees[0].span, "the first"), help="keep one"
            )
        return trees[0]

    @staticmethod
    def _version(header: Node) -> str:
        version = header.one("version")
        return version.text("INT") if version is not None else "1"

    @staticmethod
    def _languages(header: Node) -> tuple[str, ...]:
        languages = header.one("languages")
        return tuple(leaf.text for leaf in languages.leaves("NAME")) if languages is not None else ("en",)

    def _players(self) -> None:
        tree = self._only("players", "write `players red, blue`")
        if tree is None:
            return
        names = tuple(leaf.text for leaf in tree.leaves("NAME"))
        bounds = [int(leaf.text) for leaf in tree.leaves("INT")]
        low, high = bounds or [len(names), len(names)]
        if not 1 <= low <= high <= len(names) or len(set(names)) < len(names):
            self.found.error(
                "R0404", f"{low} to {high} of {len(names)} players cannot be", tree.span, help="name each player once"
            )
            return
        self.player_counts = tuple(range(low, high + 1))
        wanted = self.wanted_players
        if isinstance(wanted, int) or wanted is None:
            count = high if wanted is None else wanted
            chosen = names[:count]
        else:
            chosen, count = tuple(wanted), len(wanted)
        if count not in self.player_counts or not set(chosen) <= set(names):
            self.found.error(
                "R0404",
                f"this game is not for {count} players",
                tree.span,
                help=f"{low} to {high} of {', '.join(names)}" if low < high else f"it needs {low}",
            )
            return
        # In the order of the text, or as the table says that it sits.
        self.world.kinds["player"] = root_kind("player", chosen, cyclic=True)
        self.world.absent.update(n for n in names if n not in chosen)
        self.world.used.add("kind:player")

    def _declare(self) -> None:
        world = self.world
        cards = self._of("card")
        declare_kinds(
            world, [*(line for tree in self._of("kinds") for line in tree.all("kind_line")), *card_lines(cards)]
        )
        for tree in self._of("names"):
            for named, title in zip(tree.leaves("NAME"), tree.leaves("STRING"), strict=True):
                if self._is_member(named):
                    world.texts[named.text] = unquoted(title)
        for tree in self._of("printed"):
            declare_printed(world, tree)
        declare_card_attributes(world, cards)
        for kinds, declare in (
            (("grid",), declare_grid), (("table",), declare_table), (("links",), declare_links), (("pieces",), declare_pieces),
            (("cards",), declare_cards), (("marker",), declare_marker), (("account",), declare_account),
        ):  # fmt: skip
            for tree in self._of(*kinds):
                declare(world, tree)
        for tree in self._of("ending"):
            name = tree.leaves("NAME")[0]
            if world.declare("ending", name, world.endings):
                shown = unquoted(tree.leaf("STRING"))
                world.endings[name.text] = Ending(name.text, None, about_of(tree, name.text, shown))
                world.texts[name.text] = shown
        for change in self.woven.contributions:
            self.definitions.contributed.append(change)
        self.statements.reactions = self.woven.reactions
        for reaction in self.woven.reactions:
            names = reaction.node.leaves("NAME")
            if len(names) > 3:
                self._limit(Leaf("NAME", limit_name(reaction), reaction.node.span), names[2])
        for mark, per in self.woven.limits:
            self._limit(mark, per)
        for tree in self._of(*VALUE_KINDS, "score"):
            self.definitions.declare(tree)
        for tree in self._of(*RULE_KINDS):
            self._rule_signature(tree)

    def _is_member(self, name: Leaf) -> bool:
        """Is something called that? A member of a kind, or a player who is not at this table."""
        known = [m for kind in self.world.kinds.values() for m in (kind.name, *kind.members)]
        if name.text in known or name.text in self.world.absent:
            return True
        self.found.error("R0201", f"nothing is called `{name.text}`", name.span, help=did_you_mean(name.text, known))
        return False

    def _limit(self, mark: Leaf, per: Leaf) -> None:
        """`once per round`: a mark that the rule of that name wipes off when it begins."""
        about = About(mark.text, span=mark.span)
        self.world.families[mark.text] = Family(mark.text, (), Flag(), "marker", 0, about=about)
        self.limits.setdefault(per.text, []).append(mark.text)
        rules = [tree.leaves("NAME")[0].text for tree in self._of(*RULE_KINDS)]
        if per.text not in rules:
            help = did_you_mean(per.text, rules) or "name the rule or phase that begins the next time"
            self.found.error("R0201", f"there is no rule called `{per.text}`", per.span, help=help)

    def _rule_signature(self, tree: Node) -> None:
        name = tree.leaves("NAME")[0]
        if not self.world.declare("rule", name, self.world.rules):
            return
        params, by = tree.one("params"), tree.one("by")
        parameters: list[tuple[str, Type]] = []
        for param in params.all("param") if params is not None else ():
            made = self.statements.parameter(param)
            if made is not None:
                parameters.append(made)
        performer = by.text("NAME") if by is not None else None
        if performer is not None:
            parameters.append((performer, Member(self.world.player)))
        self.world.rules[name.text] = Signature(name.text, tree, tuple(parameters), performer)

    def _rules(self) -> dict[str, Rule]:
        return {signature.name: self._rule(signature) for signature in self.world.rules.values()}

    def _rule(self, signature: Signature) -> Rule:
        tree, name = signature.node, signature.name
        names: dict[str, Expr] = {n: Var(n, t) for n, t in signature.parameters}
        public = {leaf.text for body in _within(tree, "body") for leaf in _parameter_names(body)}
        scope = Scope(names, Counter({n for n, _ in signature.parameters}, public), (name,), name)
        for local in tree.all(*VALUE_KINDS):
            self.definitions.declare(local, name, scope)
        self.statements.begin(tree)
        title = unquoted(tree.leaf("STRING"))
        self.world.texts[name] = title
        body: tuple[Stmt, ...]
        if tree.kind == "menu":
            body = self._menu(tree, signature, scope)
            form = "menu"
        else:
            body = self.statements.block(sentences_of(tree), scope)
            for other in tree.all("alternative"):
                inner = next(i for i in other.items if isinstance(i, Node))
                body = (If(under(other.when), self.statements.block(sentences_of(inner), scope), body),)
            form = tree.text("RULE_WORD")
        wiped = tuple(
            Assign(Cell(mark, ()), NO, about=About(name, span=tree.span)) for mark in self.limits.get(name, ())
        )
        body = (*wiped, *body)
        return Rule(name, form, signature.parameters, signature.performer, body, about_of(tree, name, title))

    def _menu(self, tree: Node, signature: Signature, scope: Scope) -> tuple[Stmt, ...]:
        if signature.performer is None:
            self.found.error(
                "R0315", "a menu is chosen from by somebody", tree.span, help="write `menu name by the player`"
            )
            return ()
        bodies = [b for group in tree.all("menu_group") for b in self._grouped(group)]
        owner = scope.names[signature.performer]
        return (self.statements.decide(owner, bodies, unquoted(tree.leaf("STRING")), tree, scope, tree.span),)

    @staticmethod
    def _grouped(group: Node) -> list[Node]:
        """The options under one `when`: its condition is a clause of each, named after the group."""
        bodies = [b for option in group.all("option") for b in bodies_of(option)]
        conditions = [i for i in group.items if isinstance(i, Node) and i.kind not in ("option", "margin")]
        if not conditions:
            return bodies
        found = []
        for body in bodies:
            label = Leaf("NAME", "fitting", conditions[0].span)
            clause = Node("clause", (label, conditions[0], *group.all("margin")), conditions[0].span)
            onlyif = body.one("onlyif")
            if onlyif is None:
                new = Node("onlyif", (clause,), body.span)
                then = body.one("then")
                items = (*(i for i in body.items if i is not then), new, *((then,) if then is not None else ()))
            else:
                named = onlyif.all("named")
                new = attrs.evolve(onlyif, items=(*named, clause, *(i for i in onlyif.items if i not in named)))
                items = tuple(new if i is onlyif else i for i in body.items)
            found.append(attrs.evolve(body, items=items))
        return found

    def _scores(self) -> tuple[Score, ...]:
        scores = []
        for tree in self._of("score"):
            name = tree.leaves("NAME")[1].text
            title = unquoted(tree.leaf("STRING"))
            self.world.texts[f"score.{name}"] = title
            self.world.used.add(f"value:{name}")
            scores.append(Score(name, name, about_of(tree, f"score.{name}", title)))
        for tree in self._of("ending"):
            written = [i for i in tree.items if isinstance(i, Node) and i.kind != "margin"]
            name = tree.leaves("NAME")[0].text
            if name in self.world.endings and (written or tree.leaf("NOBODY")):
                self.world.endings[name] = Ending(name, self._winners(written), self.world.endings[name].about)
        return tuple(scores)

    def _winners(self, written: list[Node]) -> Expr | None:
        player = self.world.player
        if not written:
            return SetBy("player", player, make.negate(YES), SetOf(player))
        scope = Scope({}, Counter(), ("winners",))
        value = self.expressions.resolve(written[0], scope, Member(player))
        if value is None or isinstance(value.type, SetOf):
            return value
        return SetBy("winner", player, make.same(Var("winner", Member(player)), value), SetOf(player), written[0].span)

    def _valuation(self) -> Expr | None:
        """`valuation a player = …`: what a player would like to have, over the player's name."""
        if not self._of("valuation"):
            return None
        tree = self._only("valuation", "")
        assert tree is not None
        name, player = tree.leaves("NAME")[0], self.world.player
        if name.text != player.name:
            self.found.error(
                "R0201",
                f"a valuation is that of a player, not of a {name.text}",
                name.span,
                help="write `valuation a player = …`",
            )
            return None
        scope = Scope({player.name: Var(player.name, Member(player))}, Counter({player.name}), ("valuation",))
        return self.expressions.number(tree.items[-1], scope)

    def _invariants(self) -> tuple[tuple[Invariant, ...], tuple[Invariant, ...]]:
        """What must always hold in play, and what every content pack must say."""
        found: list[Invariant] = []
        of_packs: list[Invariant] = []
        for tree in self._of("invariants"):
            scope_node = tree.items[0]
            assert isinstance(scope_node, Node)
            path = scope_node.one("path")
            where = path.leaves()[0].text if path is not None else ""
            rule = where.split(".")[0]
            if where and rule not in self.world.rules:
                self.found.error(
                    "R0201",
                    f"there is no rule called `{rule}`",
                    scope_node.span,
                    help=did_you_mean(rule, self.world.rules),
                )
                continue
            for clause in tree.all("clause"):
                label = clause.leaves("NAME")[0].text
                scope = Scope({}, Counter(), (label,), rule or None)
                lifts = [lift for lift, _ in self.statements.lifts(clause, scope)]
                condition = make.either(self.expressions.condition(clause.items[1], scope), *lifts)
                about = about_of(
                    clause,
                    f"{scope_node.kind}.{label}" if not where else f"{where}.{label}",
                    unquoted(clause.leaf("STRING")),
                )
                invariant = Invariant(label, scope_node.kind, where, condition, about)
                (of_packs if scope_node.kind == "must" else found).append(invariant)
        return tuple(found), tuple(of_packs)

    def _start(self, rules: dict[str, Rule]) -> str:
        tree = self._only("starts_with", "write `starts with` and the name of the first rule")
        if tree is None:
            return ""
        name = tree.leaves("NAME")[0]
        if name.text not in rules:
            self.found.error(
                "R0201", f"there is no rule called `{name.text}`", name.span, help=did_you_mean(name.text, rules)
            )
        return name.text

    def _accounts(self, rules: dict[str, Rule]) -> None:
        for tree in self._of("account"):
            names = tree.leaves("NAME")
            account = self.world.accounts.get(names[0].text)
            if account is None:
                continue
            settling = rules.get(account.settled_by)
            if settling is None or len(settling.parameters) != 1:
                self.found.error(
                    "R0201",
                    f"`{account.settled_by}` is no rule for one {account.name} of one player",
                    names[-1].span,
                    help=did_you_mean(account.settled_by, rules) or f"write `rule {account.settled_by} by the player`",
                )
            self.world.used.add(f"rule:{account.settled_by}")
            turn = tree.one("turn")
            if turn is not None:
                start = self.expressions.resolve(
                    turn.items[0], Scope({}, Counter(), (account.name,)), Member(self.world.player)
                )
                self.world.accounts[account.name] = type(account)(
                    account.name, account.family, account.settled_by, start, account.about
                )

    def _unused(self, start: str) -> None:
        """Declarations that nothing speaks of: a warning each, for they are mostly slips."""
        self.world.used.add(f"rule:{start}")
        for what in ("rule", "marker", "ending", "account", "value"):
            for key, span in self.world.spans.items():
                if key.startswith(what + ":") and key not in self.world.used:
                    name = key.split(":", 1)[1]
                    self.found.warning("R0405", f"nothing uses the {what} `{name}`", span, help="remove it, or use it")

    def _texts(self, languages: tuple[str, ...]) -> dict[str, dict[str, str]]:
        """By language and code: what the rules quote in the first language, and what the `.texts` files say."""
        texts: dict[str, dict[str, str]] = {language: {} for language in languages}
        texts[languages[0]] = {code: text for code, text in self.world.texts.items() if text}
        for source in self.sources:
            if source.name.endswith(".texts"):
                file, wrong = parse_text_file(source)
                self.found.extend(wrong)
                self.text_files.append(file)
                texts.setdefault(file.language, {}).update({entry.key: entry.text for entry in file.entries})
        return texts


def sentences_of(tree: Node) -> list[Node]:
    return [i for i in tree.items if isinstance(i, Node) and i.kind not in NOT_SENTENCES]


NOT_SENTENCES = ("params", "by", "margin", "part", "alternative", *VALUE_KINDS)
__all__ = ["About", "check"]
