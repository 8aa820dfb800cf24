"""Random well-typed games, the way compiler fuzzers make programs: all of the typed rules, in every nesting.

Reads a source of randomness; returns `Game`s of typed rules that come to an end, whose decisions mostly have moves,
and whose rules never ask anything of none. What makes them end is `fuel`, a marker that every open loop burns.

    python -m tests.generate_rules 17          print the rules of one seed
"""

import sys
from collections.abc import Mapping, Sequence
from random import Random

import attrs

from rulespec.rules.expressions import YES, Const, Expr, Op, PlaceAt, Quantified, Read, RulingIs, SetBy, Var
from rulespec.rules.game import (
    Account,
    Arm,
    CardKind,
    Contribution,
    Definition,
    Ending,
    Family,
    Game,
    Invariant,
    Piece,
    Place,
    Reading,
    Rule,
    RulingDecl,
    Table,
    Visibility,
)
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
)
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, Scalar, SetOf, Type
from tests.generate_expressions import (
    Askable,
    Expressions,
    Known,
    World,
    arithmetic,
    clamp,
    if_,
    random_value,
    scalar_range,
)
from tests.handmade import eq, kind, le, lt, make_game, number, sub

FUEL = Read("fuel", (), Number(0, 12))
BURN = Assign(Cell("fuel", ()), arithmetic("max", sub(FUEL, number(1)), number(0)), verb="falls", amount=number(1))
EMPTY = eq(FUEL, number(0))
COMPOUND = (If, ForEach, Repeat, Decide, Announce, Step)


def generate(seed: int, size: int = 30) -> Game:
    """The game of a seed; `size` is about the number of its statements."""
    return from_random(Random(seed), size, f"game_{seed}")


def from_random(rng: Random, size: int = 30, name: str = "game") -> Game:
    """A game from any source of randomness."""
    return Generator(rng, size).game(name)


@attrs.frozen
class Plan:
    """Who calls whom, and who settles what: fixed before the first statement, so that no calls go in a circle."""

    names: tuple[str, ...]
    parameters: tuple[tuple[tuple[str, Type], ...], ...]
    calls: tuple[frozenset[int], ...]
    settled_by: Mapping[str, int]

    def tree(self, root: int) -> frozenset[int]:
        found = {root}
        for i in range(root, len(self.names)):  # calls go to later rules only
            if i in found:
                found |= self.calls[i]
        return frozenset(found)

    def may_earn(self, rule: int, account: str) -> str:
        """How a rule may earn: "freely" outside the settlement, inside it "rationed"; "last" (in its own body, not in
        an option) if it is also called from outside; "" not at all."""
        root = self.settled_by[account]
        tree = self.tree(root)
        if rule not in tree:
            return "freely" if rule < root and not self._out_of_turn(rule, account) else ""
        doors = {i for a, i in self.settled_by.items() if a != account and i in tree}
        doors |= {callee for i, callees in enumerate(self.calls) if i not in tree for callee in callees & tree}
        if not doors:
            return "rationed"
        callers = [i for i, callees in enumerate(self.calls) if rule in callees and i not in tree]
        below = self.tree(rule) - {rule}
        settles = any(a != account and i == rule for a, i in self.settled_by.items())
        if doors == {rule} and not below and not settles and callers and all(i < root for i in callers):
            return "last"
        return ""

    def _out_of_turn(self, rule: int, account: str) -> bool:
        """Would a rule that is called into the settlement of an earlier account settle this one first?"""
        for earlier, root in self.settled_by.items():
            if earlier == account:
                return False
            tree = self.tree(root)
            if rule in tree and any(rule in callees for i, callees in enumerate(self.calls) if i not in tree):
                return True
        return False

    def runs_inside(self, rule: int, owner: int) -> bool:
        """Does `rule` only ever run while `owner` does?"""
        if rule == owner:
            return True
        reached, todo = {0}, [0]
        if owner == 0:
            return True
        while todo:
            i = todo.pop()
            settlers = {s for a, s in self.settled_by.items() if self.may_earn(i, a)}
            for j in self.calls[i] | settlers:
                if j != owner and j not in reached:
                    reached.add(j)
                    todo.append(j)
        return rule not in reached


@attrs.frozen
class Here:
    """Where a statement stands: the rule, what is known, whether inside an option, and how deep."""

    rule: int
    known: Known
    depth: int = 0
    in_option: bool = False

    def knowing(self, name: str, type_: Type) -> "Here":
        return attrs.evolve(self, known=self.known.plus(name, type_))

    def deeper(self, in_option: bool | None = None) -> "Here":
        inside = self.in_option if in_option is None else in_option
        return attrs.evolve(self, depth=self.depth + 1, in_option=inside)


class Generator:
    """Makes one game."""

    def __init__(self, rng: Random, size: int) -> None:
        self.rng, self.size = rng, size
        player = kind("player", *("ann", "bob", "cid", "dan")[: rng.randrange(2, 5)], cyclic=True)
        self.world = World(player, [player])
        self.make = Expressions(rng, self.world)
        self.chance, self.pick = self.make.chance, self.make.pick
        self.pieces: list[Piece] = []
        self.cards: list[CardKind] = []
        self.accounts: list[Account] = []
        self.invariants: list[Invariant] = []
        self.global_names: tuple[str, ...] = ()
        self.counter = 0
        self.left = size

    def number_of(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    # --- the game ---------------------------------------------------------------------------------------------------

    def game(self, name: str) -> Game:
        self._kinds()
        self._state()
        plan = self._plan()
        self._accounts(plan)
        self._keeps(plan)
        self.global_names = tuple(f.name for f in self.world.families.values() if f.rule is None)
        if self.chance(40):
            readings = (Reading("a", ""), Reading("b", ""))
            self.world.rulings.append(RulingDecl("AMB-1", "?", self.pick(("a", "b")), readings, About(code="AMB-1")))
        for i in range(self.rng.randrange(4)):
            self.world.definitions.append(self._definition(f"value{i}"))
        scores = [self._score(f"points{i}") for i in range(self.rng.randrange(3))]
        self._account_starts()
        endings = [Ending("done", None, About(code="done")), Ending("odd", self._winners(), About(code="odd"))]
        rules = [self._rule(plan, i) for i in reversed(range(len(plan.names)))]
        if self.chance(30):
            condition = self.make.flag(Known({}, self.global_names), 4)
            self.invariants.append(Invariant("so", "always", "", condition, About(code="so")))
        return make_game(
            name,
            self.world.player,
            kinds=self.world.kinds[1:],
            families=list(self.world.families.values()),
            rules=rules[::-1],
            start=plan.names[0],
            scores=[s.name for s in scores],
            definitions=[*self.world.definitions, *scores],
            endings=endings,
            pieces=self.pieces,
            cards=self.cards,
            tables=self.world.tables,
            accounts=self.accounts,
            invariants=self.invariants,
            rulings=self.world.rulings,
        )

    def _kinds(self) -> None:
        kinds = self.world.kinds
        for name in ("good", "level")[: self.rng.randrange(3)]:
            members = tuple(f"{name}{i}" for i in range(self.rng.randrange(1, 5)))
            kinds.append(kind(name, *members))
        for root in list(kinds):
            if root.size > 1 and self.chance(50):
                values = tuple(v for v in root.values if self.chance(50)) or (root.values[-1],)
                members = tuple(root.members[v] for v in values)
                kinds.append(Kind(f"{root.name}_some", root.name, values, members, root.root_size))

    # --- state ------------------------------------------------------------------------------------------------------

    def _family(self, name: str, type_: Scalar, keys: Sequence[Kind], role: str = "marker", **more: str) -> Family:
        initial = None
        if role == "marker" and self.chance(50):
            count = 1
            for key in keys:
                count *= key.size
            initial = tuple(random_value(self.rng, type_) for _ in range(count))
        family = Family(name, tuple(keys), type_, role, random_value(self.rng, type_), initial, more.get("rule"))
        self.world.families[name] = family
        return family

    def _scalar(self) -> Scalar:
        match self.rng.randrange(5):
            case 0 | 1:
                low = self.pick((0, 0, 0, 1, -3))
                return Number(low, low + self.rng.randrange(1, 9))
            case 2:
                return Flag()
            case _:
                return Member(self.make.kind(), optional=self.chance(60))

    def _keys(self) -> list[Kind]:
        return [self.make.kind() for _ in range(self.pick((0, 0, 1, 1, 1, 2)))]

    def _state(self) -> None:
        self.world.families["fuel"] = Family("fuel", (), Number(0, 12), "marker", self.rng.randrange(2, 9))
        self._family("count", Number(0, 9), [])
        self._family("purse", Number(0, 9), [self.world.player])
        self._family("who", Member(self.world.player, optional=True), [])
        for i in range(self.rng.randrange(1, 5)):
            keys = self._keys()
            self._family(f"mark{i}", self._scalar(), keys)
        for i in range(self.rng.randrange(3)):
            keys, type_ = [self.make.kind() for _ in range(self.pick((1, 1, 2)))], self._scalar()
            count = 1
            for key in keys:
                count *= key.size
            values = tuple(random_value(self.rng, type_) for _ in range(count))
            self.world.tables.append(Table(f"table{i}", tuple(keys), type_, values))
        if self.chance(50):
            self._pieces()
        if self.chance(40):
            self._cards()

    def _pieces(self) -> None:
        total = self.rng.randrange(1, 8)
        keys: list[list[Kind]] = [[], [self.make.kind()], self._keys()]
        places = []
        for i, key in enumerate(keys[: self.pick((2, 3))]):
            name = f"place{i}"
            family = Family(name, tuple(key), Number(0, total), "place", 0, (total,) if i == 0 else None)
            self.world.families[name] = family
            places.append(Place(name, tuple(key), "bead", Visibility()))
        self.pieces.append(Piece("bead", total, (), tuple(places)))

    def _cards(self) -> None:
        cards = kind("card", *(f"card{i}" for i in range(self.rng.randrange(1, 4))))
        self.world.kinds.append(cards)
        holder = self.make.kind()
        deck = Place("deck", (), "card", Visibility("none"), supply=True)
        hand = Place("hand", (holder,), "card", Visibility("all"), base=1)
        type_ = Number(0, holder.size)
        self.world.families["card_at"] = Family("card_at", (cards,), type_, "location")
        self.world.cards, self.world.card_places = cards, [deck, hand]
        self.cards.append(CardKind("card", cards, "card_at", (deck, hand)))

    def _plan(self) -> Plan:
        n = self.rng.randrange(1, 6)
        calls = []
        for i in range(n):
            calls.append(frozenset(j for j in range(i + 1, n) if self.chance(75 if j == i + 1 else 35)))
        parameters: list[tuple[tuple[str, Type], ...]] = [()]
        settled_by: dict[str, int] = {}
        for _ in range(1, n):
            parameters.append(tuple((p, self._value_type()) for p in ("x", "y", "who_")[: self.rng.randrange(3)]))
        for account in ("steps", "debts")[: self.rng.randrange(3) if n > 1 else 0]:
            root = self.rng.randrange(1, n)
            if root not in settled_by.values():
                settled_by[account] = root
                parameters[root] = (("key", Member(self.make.kind())),)
        return Plan(tuple(f"rule{i}" for i in range(n)), tuple(parameters), tuple(calls), settled_by)

    def _value_type(self) -> Type:
        """The type of a parameter of a rule or definition."""
        return SetOf(self.make.kind()) if self.chance(12) else self._scalar()

    def _accounts(self, plan: Plan) -> None:
        for name, root in plan.settled_by.items():
            ((_, type_),) = plan.parameters[root]
            assert isinstance(type_, Member)
            self.world.families[f"{name}_due"] = Family(f"{name}_due", (type_.kind,), Number(0, 99), "account")
            self.accounts.append(Account(name, f"{name}_due", plan.names[root], None))

    def _account_starts(self) -> None:
        for i, account in enumerate(self.accounts):
            if self.chance(60):
                (key,) = self.world.families[account.family].keys
                start = self.make.start(key, Known({}, self.global_names), 4)
                self.accounts[i] = attrs.evolve(account, start=start)

    def _keeps(self, plan: Plan) -> None:
        for rule in plan.names:
            for k in range(self.pick((0, 0, 1, 2))):
                keys = [] if self.chance(50) else [self.make.kind()]
                self._family(f"{rule}_keep{k}", self._scalar(), keys, role="keep", rule=rule)
                if self.chance(30) and keys:
                    family = self.world.families[f"{rule}_keep{k}"]
                    self.world.families[family.name] = attrs.evolve(family, type=Flag(), default=0, is_set=True)

    def _definition(self, name: str) -> Definition:
        parameters = tuple((p, self._value_type()) for p in ("x", "y")[: self.rng.randrange(3)])
        known = Known(dict(parameters), self.global_names)
        flag = self.chance(35)

        def part() -> Expr:
            return self.make.flag(known, 5) if flag else clamp(self.make.number(known, 5), -20, 20)

        arms = [Arm(part(), self.make.flag(known, 4)) for _ in range(self.pick((0, 0, 1, 2)))]
        arms.append(Arm(part(), YES))
        contributions = []
        low, high = -20, 20
        for i in range(self.pick((0, 0, 1, 2))):
            verb = "set" if flag or self.chance(40) else "add"
            floor = self.rng.randrange(-1, 3) if verb == "add" and self.chance(50) else None
            if verb == "add":
                low, high = low - 20, max(high + 20, floor or 0)
            condition = self.make.flag(known, 4)
            contributions.append(Contribution(f"part{i}", verb, part(), condition, floor, "pack"))
        type_: Type = Flag() if flag else Number(low, high)
        return Definition(name, parameters, type_, tuple(arms), tuple(contributions))

    def _score(self, name: str) -> Definition:
        known = Known({"scorer": Member(self.world.player)}, self.global_names)
        value = self.make.number(known, 6)
        return Definition(name, (("scorer", Member(self.world.player)),), value.type, (Arm(value, YES),))

    def _winners(self) -> Expr:
        known = Known({"p": Member(self.world.player)}, self.global_names)
        return SetBy("p", self.world.player, self.make.flag(known, 4), SetOf(self.world.player))

    # --- rules ------------------------------------------------------------------------------------------------------

    def _rule(self, plan: Plan, i: int) -> Rule:
        kept = tuple(
            f.name
            for f in self.world.families.values()
            if f.rule is not None and plan.runs_inside(i, plan.names.index(f.rule))
        )
        # what this rule keeps stands first, so that it is used
        here = Here(i, Known(dict(plan.parameters[i]), (*kept, *self.global_names)))
        self.plan = plan
        share = max(3, self.left // (i + 1))
        self.left -= share
        body = self.block(here, share)
        if i == 0:  # something is decided in every game
            body = (self._decide(here, max(4, share // 2)), *body)
        name = plan.names[i]
        if self.chance(15):
            condition = self.make.flag(Known({}, self.global_names), 4)
            scope = self.pick(("after", "during", "outside"))
            self.invariants.append(Invariant(f"so_{name}", scope, name, condition, About(code=f"so_{name}")))
        if self.chance(25):  # for the rules before this one: it may ask what can be chosen here
            self.world.definitions.append(self._definition(f"word{i}"))
        return Rule(name, "rule", plan.parameters[i], None, body, About(code=name, title=name))

    def block(self, here: Here, budget: int) -> tuple[Stmt, ...]:
        """Statements one after another; a name is known to what follows it."""
        stmts: list[Stmt] = []
        while budget > 0 and len(stmts) < 8:
            used = self.rng.randrange(1, 1 + budget)
            more, here = self.statement(here, used)
            stmts.extend(more)
            budget -= used if any(isinstance(s, COMPOUND) for s in more) else 1
        return tuple(stmts)

    def statement(self, here: Here, budget: int) -> tuple[tuple[Stmt, ...], Here]:
        """One statement of about this size (rarely with what it needs before it), and what is known after it."""
        ways: list[tuple[int, str]] = [(5, "let"), (9, "assign"), (2, "assign_all"), (1, "show"), (2, "draw")]
        if self.pieces:
            ways.append((3, "transfer"))
        if self.cards:
            ways.append((2, "card"))
        if self.accounts:
            ways.append((5, "earn"))
        if self.plan.calls[here.rule]:
            ways.append((9, "call"))
        if here.depth > 0:
            ways.append((1, "end"))
        if budget > 2 and here.depth < 6:
            ways += [(6, "if"), (6, "each"), (4, "round"), (4, "repeat"), (18, "decide"), (2, "announce"), (2, "step")]
        match self.make.weighted(ways):
            case "let":
                return self._let(here)
            case "draw":
                return self._draw(here)
            case "assign":
                return (self._assign(here),), here
            case "assign_all":
                return (self._assign_all(here),), here
            case "transfer":
                return (self._transfer(here),), here
            case "card":
                return (self._move_card(here),), here
            case "show":
                cards = self.world.cards or self.world.player
                to: str | Expr = self.pick(("all", self.make.member(self.world.player, here.known, 2)))
                return (Show(self.make.member(cards, here.known, 3), to),), here
            case "earn":
                return self._earn(here), here
            case "call":
                return (self._call(here),), here
            case "end":
                ending = EndGame(self.pick(("done", "odd")), About(code=self.number_of("end")))
                return (If(self._rare(here), (ending,)),), here
            case "if":
                return (self._if(here, budget),), here
            case "each":
                return (self._each(here, budget),), here
            case "round":
                return (self._round(here, budget),), here
            case "repeat":
                return (self._repeat(here, budget),), here
            case "announce":
                by = self.make.member(self.world.player, here.known, 3)
                return (Announce("news", by, self.block(here.deeper(), budget - 1)),), here
            case "step":
                return (self._step(here, budget),), here
            case _:
                return (self._decide(here, budget),), here

    def _rare(self, here: Here) -> Expr:
        """A condition that seldom holds."""
        return Op("and", (self.make.flag(here.known, 3), le(FUEL, number(self.rng.randrange(3)))), Flag())

    # --- effects ----------------------------------------------------------------------------------------------------

    def _let(self, here: Here) -> tuple[tuple[Stmt, ...], Here]:
        name = self.make.fresh(here.known, "a", "b", "c", "d")
        type_ = self._value_type()
        value = self.make.of(type_, here.known, 6)
        return (Let(name, value),), here.knowing(name, value.type)

    def _assign(self, here: Here) -> Assign:
        targets = [f for n in here.known.families if (f := self.world.families[n]).role in ("marker", "keep")]
        kept = [f for f in targets if f.role == "keep"]
        family = self.pick(kept) if kept and self.chance(35) else self.pick([f for f in targets if f.name != "fuel"])
        keys = self.make.keys(family.keys, here.known, 3)
        if self.chance(35) and isinstance(family.type, Number):
            by = self.make.number(here.known, 3)
            risen = arithmetic("+", Read(family.name, keys, family.type), by)
            value = clamp(risen, family.type.low, family.type.high)
            return Assign(Cell(family.name, keys), value, "rises", by)
        return Assign(Cell(family.name, keys), self.make.of(family.type, here.known, 6))

    def _assign_all(self, here: Here) -> Stmt:
        families = [self.world.families[n] for n in here.known.families]
        keyed = [f for f in families if f.keys and f.role in ("marker", "keep")]
        if not keyed:
            return self._assign(here)
        family = self.pick(keyed)
        fixed = family.keys[:-1] if self.chance(40) else ()
        known, vars_ = here.known, []
        for key in family.keys[len(fixed) :]:
            name = self.make.fresh(known, "i", "j")
            vars_.append((name, key))
            known = known.plus(name, Member(key))
        condition = self.make.flag(known, 4) if self.chance(60) else YES
        value = self.make.of(family.type, known, 5)
        fixed_keys = self.make.keys(fixed, here.known, 3)
        return AssignAll(family.name, tuple(vars_), condition, value, fixed_keys=fixed_keys)

    def _transfer(self, here: Here) -> Transfer:
        (piece,) = self.pieces
        cells = []
        for _ in range(2):
            place = self.pick(piece.places)
            cells.append(Cell(place.name, self.make.keys(place.keys, here.known, 3)))
        held = Read(cells[0].family, cells[0].keys, Number(0, piece.total))
        wish = self.make.number(here.known, 3)
        amount = arithmetic("min", held, clamp(wish, 0, max(0, scalar_range(wish.type)[1])))
        return Transfer(piece.name, amount, cells[0], cells[1], mode="up_to")

    def _move_card(self, here: Here) -> MoveCard:
        (cards,) = self.cards
        place = self.pick(cards.places)
        at = PlaceAt(place.name, self.make.keys(place.keys, here.known, 3), self.world.families[cards.location].type)
        return MoveCard(cards.location, self.make.member(cards.kind, here.known, 3), at)

    def _earn(self, here: Here) -> tuple[Stmt, ...]:
        account = self.pick(self.accounts)
        (key,) = self.world.families[account.family].keys
        earn = Earn(account.name, self.make.member(key, here.known, 3), number(self.rng.randrange(3)))
        match self.plan.may_earn(here.rule, account.name):
            case "freely":
                return (earn,)
            case "rationed":
                return (If(lt(number(0), FUEL), (BURN, earn)),)
            case "last" if not here.in_option:
                return (If(lt(number(0), FUEL), (BURN, earn)),)
            case _:
                return (self._assign(here),)

    def _call(self, here: Here) -> Call:
        callee = self.pick(sorted(self.plan.calls[here.rule]))
        arguments = tuple(self.make.of(type_, here.known, 4) for _, type_ in self.plan.parameters[callee])
        return Call(self.plan.names[callee], arguments)

    def _draw(self, here: Here) -> tuple[tuple[Stmt, ...], Here]:
        var, drawn = self.make.fresh(here.known, "drawn", "roll"), self.make.kind()
        inside = here.knowing(var, Member(drawn))
        always = eq(Var(var, Member(drawn)), Const(self.pick(drawn.values), Member(drawn)))
        condition = Op("or", (always, self.make.flag(inside.known, 4)), Flag())
        weight = if_(condition, number(self.rng.randrange(1, 4)), number(0))
        seen_by = "all" if self.chance(70) else self.make.member(self.world.player, here.known, 2)
        draw = Draw(var, drawn, weight, self.number_of("draw"), "DRAW", seen_by, About(code=f"draw{self.counter}"))
        return (draw,), inside

    # --- structure --------------------------------------------------------------------------------------------------

    def _if(self, here: Here, budget: int) -> If:
        half = max(1, (budget - 1) // 2)
        then = self.block(here.deeper(), half)
        otherwise = self.block(here.deeper(), half) if self.chance(50) else ()
        label = self.number_of("label") if self.chance(20) else ""
        return If(self.make.flag(here.known, 5), then, otherwise, label)

    def _loop_head(self, here: Here) -> tuple[str, Kind, Expr | None, Expr, Here]:
        over = self.make.kind()
        var = self.make.fresh(here.known, over.name, "turn", "each")
        inside = here.knowing(var, Member(over)).deeper()
        start = self.make.start(over, here.known, 4) if self.chance(50) else None
        condition = self.make.flag(inside.known, 4) if self.chance(60) else YES
        return var, over, start, condition, inside

    def _each(self, here: Here, budget: int) -> ForEach:
        var, over, start, condition, inside = self._loop_head(here)
        return ForEach(var, over, start, condition, self.block(inside, budget - 1))

    def _round(self, here: Here, budget: int) -> ForEach:
        var, over, start, condition, inside = self._loop_head(here)
        body = self.block(inside, budget - 1)
        nobody = Op("not", (Quantified(False, var, over, YES, condition),), Flag())
        until = Op("or", (EMPTY, nobody, self.make.flag(here.known, 3)), Flag())
        return ForEach(var, over, start, condition, self._burning(body), until, rank=FUEL)

    def _repeat(self, here: Here, budget: int) -> Repeat:
        until = Op("or", (EMPTY, self.make.flag(here.known, 3)), Flag())
        return Repeat(until, self._burning(self.block(here.deeper(), budget - 1)), rank=FUEL)

    def _burning(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return (BURN, *body) if self.chance(50) else (*body, BURN)

    def _step(self, here: Here, budget: int) -> Step:
        name = self.number_of("step")
        if self.chance(25):
            condition = self.make.flag(Known({}, self.global_names), 3)
            where = f"{self.plan.names[here.rule]}.{name}"
            self.invariants.append(Invariant(f"so_{name}", "after", where, condition, About(code=f"so_{name}")))
        return Step(name, self.block(here.deeper(), budget - 1))

    # --- decisions --------------------------------------------------------------------------------------------------

    def _decide(self, here: Here, budget: int) -> Decide:
        code = self.number_of(f"{self.plan.names[here.rule]}.ask")
        public = self.chance(50)
        seen = attrs.evolve(here.known, families=self.global_names) if public else here.known
        names = ("go", "buy", "sell", "stop")[: self.rng.randrange(1, 4)]
        share = max(1, (budget - 1) // len(names))
        options = [self._option(code, name, here, seen, share) for name in names]
        if self.chance(75):
            options.append(self._pass(code, here))
        if public:
            asked = {o.name: {p.name: p.type for p in o.parameters} for o in options}
            free = {n: t for n, t in here.known.names.items() if not isinstance(t, MapOf)}
            if len(free) == len(here.known.names):
                self.world.askable.append(Askable(code, free, asked))
        owner = self.make.member(self.world.player, here.known, 3)
        return Decide(owner, tuple(options), code, "DEC-1", self.chance(30), About(code=code))

    def _pass(self, code: str, here: Here) -> Option:
        effect = (self._assign(here),) if self.chance(40) else ()
        return Option("pass", (), (), (), effect, About(code=f"{code}.pass"))

    def _parameter(self) -> Type:
        match self.rng.randrange(8):
            case 0 | 1:
                low = self.rng.randrange(-1, 2)
                return Number(low, low + self.rng.randrange(3))
            case 2:
                return Flag()
            case 3 if small := [k for k in self.world.kinds if k.size <= 3]:
                return SetOf(self.pick(small))
            case 4 if small := [k for k in self.world.kinds if k.size <= 2]:
                return MapOf(self.pick(small), Number(0, self.rng.randrange(1, 3)))
            case _:
                return Member(self.make.kind(), optional=self.chance(25))

    def _option(self, code: str, name: str, here: Here, seen: Known, budget: int) -> Option:
        parameters: list[Parameter] = []
        acting = here.deeper(in_option=True)
        for _ in range(self.pick((0, 1, 1, 2))):
            parameter = Parameter(self.make.fresh(seen, "n", "o", "p", "t"), self._parameter())
            parameters.append(parameter)
            seen = seen.plus(parameter.name, parameter.type)
            acting = acting.knowing(parameter.name, parameter.type)
        definitions: list[Let] = []
        clauses: list[Clause] = []
        for _ in range(self.pick((0, 0, 1, 2))):
            var = self.make.fresh(seen, "worth", "cost")
            value = self.make.of(self._scalar(), seen, 4)
            definitions.append(Let(var, value))
            seen, acting = seen.plus(var, value.type), acting.knowing(var, value.type)
        if self.chance(20):
            definition, clause = self._partial(code, name, seen)
            definitions.append(definition)
            clauses.append(clause)
        for i in range(self.pick((0, 1, 1, 2))):
            lifts = tuple((self.make.flag(seen, 3), About()) for _ in range(self.pick((0, 0, 1))))
            label = f"clause{i}"
            clauses.append(Clause(label, self.make.flag(seen, 5), About(code=f"{code}.{name}.{label}"), lifts))
        active: Expr | None = None
        if self.world.rulings and self.chance(25):
            active = RulingIs(self.world.rulings[0].id, self.pick(("a", "b")))
        effect = self.block(acting, budget)
        about = About(code=f"{code}.{name}")
        return Option(name, tuple(parameters), tuple(definitions), tuple(clauses), effect, about, active)

    def _partial(self, code: str, name: str, seen: Known) -> tuple[Let, Clause]:
        """A named value that has none where `who` is none, and a clause that does not ask for it there."""
        who = Read("who", (), Member(self.world.player, optional=True))
        var = self.make.fresh(seen, "theirs")
        value = Read("purse", (who,), Number(0, 9))
        asked = le(Var(var, value.type), self.make.number(seen, 3))
        nobody = eq(who, Const(self.world.player.none, who.type))
        condition = Op("or", (nobody, asked), Flag())
        return Let(var, value), Clause("theirs", condition, About(code=f"{code}.{name}.theirs"))


if __name__ == "__main__":
    from tests.show_rules import show

    print(show(generate(int(sys.argv[1]), *map(int, sys.argv[2:]))))
