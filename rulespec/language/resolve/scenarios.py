"""Scenarios: given facts, moves, and what must be true after them or which clause refuses them.

Reads `scenario` declarations; returns typed scenarios.
"""

from collections.abc import Collection

from rulespec.diagnostics import did_you_mean
from rulespec.language.resolve.expressions import Expressions
from rulespec.language.resolve.margins import about_of, cites_of, unquoted
from rulespec.language.resolve.scope import Counter, Scope
from rulespec.language.resolve.world import World
from rulespec.language.tree import Leaf, Node
from rulespec.rules.expressions import Const, Contains, Expr, Op, PlaceAt, Read
from rulespec.rules.game import Fact, Played, Scenario
from rulespec.rules.statements import About
from rulespec.rules.types import Flag, Member


class Scenarios:
    def __init__(self, world: World, expressions: Expressions, packs: Collection[str], full: int) -> None:
        self.world, self.expressions, self.packs, self.full = world, expressions, packs, full
        self.elsewhere: dict[tuple[int, str | None], None] = {}
        """The tables that some scenarios ask for and that this one is not."""

    def all(self, trees: list[Node]) -> tuple[Scenario, ...]:
        found = []
        for tree in trees:
            players, content = self._table_of(tree)
            if players != self.world.player.size or (content is not None and content not in self.packs):
                self.elsewhere[players, content] = None
            else:
                found.append(self._scenario(tree))
        return tuple(found)

    def _scenario(self, tree: Node) -> Scenario:
        name, body = tree.leaves("NAME")[0].text, tree.one("scenario_body")
        assert body is not None
        given_node = body.one("given")
        facts_node = given_node.one("facts") if given_node is not None else None
        given = self._facts(facts_node, given=True) if facts_node is not None else ()
        at = body.one("at_point")
        at_rule: str | None = None
        arguments: tuple[Expr, ...] = ()
        if at is not None:
            at_rule, arguments = self._at(at)
        reached_node = body.one("reached")
        reached_facts = reached_node.one("facts") if reached_node is not None else None
        reached = self._facts(reached_facts, given=False) if reached_facts is not None else ()
        played = tuple(self._played(p) for p in body.all("played"))
        if not reached and not played:
            self.world.found.error(
                "R0101",
                f"nothing happens in the scenario `{name}`",
                tree.span,
                help="write `when … plays …`, or `then` and what is true",
            )
        about = about_of(tree, name, unquoted(tree.leaf("STRING")))
        return Scenario(
            name,
            given,
            at_rule,
            arguments,
            played,
            about,
            reached,
            self._readings(tree.all("by_reading")),
            *self._table_of(tree),
        )

    def _readings(self, settings: list[Node]) -> tuple[tuple[str, str], ...]:
        """`AMB-53 a`: what a scenario is played by, or a move tried by."""
        found = []
        for setting in settings:
            ruling, letter = setting.text("RULING"), setting.text("LETTER")
            declared = self.world.rulings.get(ruling)
            if declared is None or letter not in [r.letter for r in declared.readings]:
                self.world.found.error(
                    "R0201", f"there is no reading {ruling} {letter}", setting.span,
                    help=did_you_mean(ruling, self.world.rulings) or "name a ruling and one of its letters",
                )  # fmt: skip
            found.append((ruling, letter))
        return tuple(found)

    def _table_of(self, tree: Node) -> tuple[int, str | None]:
        """How many play (all, unless the scenario says so), and with which content."""
        size, content = tree.one("table_size"), tree.one("with_content")
        players = int(size.text("INT")) if size is not None else self.full
        return players, content.text("NAME") if content is not None else None

    def _at(self, at: Node) -> tuple[str | None, tuple[Expr, ...]]:
        names = at.leaves("NAME")
        rule = self.world.rules.get(names[0].text)
        if rule is None:
            self.world.found.error("R0201", f"there is no rule called `{names[0].text}`", names[0].span)
            return None, ()
        args = at.one("args")
        given = [i for i in args.items if isinstance(i, Node)] if args is not None else []
        values: list[Expr] = []
        wanted = [p for p in rule.parameters if p[0] != rule.performer]
        for item, (_, type_) in zip(given, wanted, strict=False):
            value = self.expressions.resolve(item, self._scope(), type_)
            if value is not None:
                values.append(value)
        if rule.performer is not None and len(names) > 1:
            who = self.expressions.resolve(
                Node("name", (names[1],), names[1].span), self._scope(), Member(self.world.player)
            )
            if who is not None:
                values.append(who)
        if len(values) != len(rule.parameters):
            self.world.found.error(
                "R0314", f"`{rule.name}` takes {len(rule.parameters)} values, not {len(values)}", at.span
            )
        return rule.name, tuple(values)

    def _scope(self) -> Scope:
        return Scope({}, Counter(), ("scenario",))

    def _facts(self, node: Node, *, given: bool) -> tuple[Fact, ...]:
        return tuple(self._fact(item, given) for item in node.items if isinstance(item, Node))

    def _fact(self, tree: Node, given: bool) -> Fact:
        condition = self.expressions.condition(tree, self._scope())
        about = About(span=tree.span)
        match condition:
            case Op(name="=", arguments=(Read(family=family, keys=keys), Const(value=value))) if all(
                isinstance(k, Const) for k in keys
            ):
                positions = tuple(k.value for k in keys if isinstance(k, Const))
                return Fact(family, positions, value, condition, about)
            case Op(name="=", arguments=(Read(family=family, keys=keys), PlaceAt() as place)) if all(
                isinstance(k, Const) for k in (*keys, *place.keys)
            ):
                positions = tuple(k.value for k in keys if isinstance(k, Const))
                return Fact(family, positions, self._number_of(place), condition, about)
            case Op(name="not", arguments=(Read(family=family, keys=keys, type=Flag()),)) if all(
                isinstance(k, Const) for k in keys
            ):
                return Fact(family, tuple(k.value for k in keys if isinstance(k, Const)), 0, condition, about)
            case Read(family=family, keys=keys) if all(isinstance(k, Const) for k in keys):
                return Fact(family, tuple(k.value for k in keys if isinstance(k, Const)), 1, condition, about)
            case Contains() | _:
                if given and not self.world.found.has_errors:
                    self.world.found.error(
                        "R0407",
                        "a given fact says what one cell holds",
                        tree.span,
                        help="write `blue's purse is 3`; compute nothing",
                    )
                return Fact(None, (), 0, condition, about)

    def _number_of(self, at: PlaceAt) -> int:
        """The places of cards are numbered, keys in order."""
        place, position = self.world.places[at.place], 0
        for kind, key in zip(place.keys, at.keys, strict=True):
            assert isinstance(key, Const)
            position = position * kind.size + kind.values.index(key.value)
        return place.base + position

    def _played(self, tree: Node) -> Played:
        names = tree.leaves("NAME")
        args, facts, path = tree.one("move_args"), tree.one("facts"), tree.one("path")
        move = names[1].text + (f"({_words(args)})" if args is not None else "")
        return Played(
            names[0].text, move, path.leaves()[0].text if path is not None else None,
            self._facts(facts, given=False) if facts is not None else (), About("", cites_of(tree), "", tree.span),
            self._readings([b for u in tree.all("played_under") for b in u.all("by_reading")]),
        )  # fmt: skip


def _words(args: Node) -> str:
    """The arguments as a player writes them."""
    return ", ".join(_word(item) for item in args.items)


def _word(argument: "Node | Leaf") -> str:
    if isinstance(argument, Node) and argument.kind == "listed":
        return "{" + ", ".join(_leaves(argument)) + "}"
    if isinstance(argument, Node) and argument.kind == "entries":
        names, numbers = argument.leaves("NAME"), argument.leaves("INT")
        return "{" + ", ".join(f"{n.text}: {i.text}" for n, i in zip(names, numbers, strict=True)) + "}"
    return " ".join(_leaves(argument))


def _leaves(tree: "Node | Leaf") -> list[str]:
    if isinstance(tree, Leaf):
        return [tree.text]
    return [text for item in tree.items for text in _leaves(item)]
