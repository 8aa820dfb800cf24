"""What may not be shown to everybody although no declaration says so: values that rules remember, and choices made
face down.

Reads the typed rules (choices) and the automaton (remembered values). Returns names. It errs on the side of hiding:
whatever is worked out from something hidden is hidden from all.
"""

from collections.abc import Iterator, Mapping, Sequence

from rulespec.automaton import walk
from rulespec.automaton.nodes import (
    Automaton,
    Bind,
    Block,
    ChancePoint,
    DecisionPoint,
    Each,
    Effect,
    Goto,
    Joint,
    Point,
    When,
    Write,
    WriteAll,
)
from rulespec.rules.expressions import Expr, PlaceAt, Read, Var
from rulespec.rules.game import Game
from rulespec.rules.statements import (
    Announce,
    Assign,
    AssignAll,
    Call,
    Decide,
    ForEach,
    If,
    Let,
    MoveCard,
    Option,
    Repeat,
    Step,
    Stmt,
    Transfer,
)


def hidden_families(game: Game) -> frozenset[str]:
    """The families of which somebody does not see some cell."""
    hidden = {f.name for f in game.families.values() if f.visibility.who != "all" or f.known_of is not None}
    hidden |= {p.name for p in game.places.values() if p.visibility.who != "all" and p.name in game.families}
    hidden |= {c.location for c in game.cards.values() if any(p.visibility.who != "all" for p in c.places)}
    return frozenset(hidden)


# --- choices made face down ---------------------------------------------------------------------------------------


def parts(stmt: Stmt) -> tuple[tuple[Stmt, ...], ...]:
    """The statements directly inside a statement, without those of options."""
    match stmt:
        case If(then=then, otherwise=otherwise):
            return then, otherwise
        case ForEach(body=body) | Repeat(body=body) | Step(body=body) | Announce(reactions=body):
            return (body,)
        case _:
            return ()


def everything(stmts: Sequence[Stmt]) -> Iterator[Stmt]:
    """All statements, those of options included."""
    for stmt in stmts:
        yield stmt
        for part in parts(stmt):
            yield from everything(part)
        if isinstance(stmt, Decide):
            for option in stmt.options:
                yield from everything(option.effect)


class FaceDown:
    """Finds the parameters of options that end up where not everybody sees them."""

    def __init__(self, game: Game) -> None:
        self.game, self.hidden = game, hidden_families(game)
        self.of_rule: dict[str, frozenset[str]] = {name: frozenset() for name in game.rules}
        changed = True
        while changed:  # what a rule does with its parameters counts for who calls it
            found = {name: self.within(rule.body) for name, rule in game.rules.items()}
            changed, self.of_rule = found != self.of_rule, found

    def parameters(self, option: Option) -> tuple[str, ...]:
        sealed = self.within(option.effect, option.definitions)
        return tuple(p.name for p in option.parameters if p.name in sealed)

    def within(self, stmts: Sequence[Stmt], definitions: Sequence[Let] = ()) -> frozenset[str]:
        """The names whose values go to hidden cells in these statements."""
        sealed: set[str] = set()
        lets = [*definitions]
        for stmt in everything(stmts):
            match stmt:
                case MoveCard(card=card, place=place):
                    if self.is_hidden(place):
                        sealed |= walk.free_vars(card)
                case Assign(cell=cell, value=value) if cell.family in self.hidden:
                    sealed |= walk.free_vars(value)
                    if self.game.families[cell.family].known_of is not None:
                        sealed |= frozenset().union(*map(walk.free_vars, cell.keys))
                case AssignAll(family=family, value=value, condition=condition) if family in self.hidden:
                    sealed |= walk.free_vars(value) | walk.free_vars(condition)
                case Transfer(amount=amount, source=source, target=target):
                    if {source.family, target.family} & self.hidden:
                        sealed |= walk.free_vars(amount)
                case Call(rule=rule, arguments=arguments):
                    names = (n for n, _ in self.game.rules[rule].parameters)
                    for name, argument in zip(names, arguments, strict=True):
                        if name in self.of_rule[rule]:
                            sealed |= walk.free_vars(argument)
                case Let():
                    lets.append(stmt)
                case _:
                    pass
        for let in reversed(lets):
            if let.var in sealed:
                sealed |= walk.free_vars(let.value)
        return frozenset(sealed)

    def is_hidden(self, place: Expr) -> bool:
        if isinstance(place, PlaceAt):
            return self.game.places[place.place].visibility.who != "all"
        return True


# --- what rules remember ------------------------------------------------------------------------------------------


class Tainted:
    """Slots of frames whose values may come from something hidden."""

    def __init__(self, automaton: Automaton, hidden: frozenset[str], sealed: Mapping[str, Sequence[str]]) -> None:
        """`hidden` are families, `sealed` the face-down parameters by the code of their option."""
        self.automaton, self.slots = automaton, set(hidden)
        self.names: set[tuple[str, str]] = set()
        self.reads = walk.function_reads({n: f.body for n, f in automaton.functions.items()})
        for point in automaton.points:
            match point:
                case ChancePoint(rule=rule, var=var, seen_by=seen_by) if seen_by != "all":
                    self.names.add((rule, var))
                case DecisionPoint(rule=rule, label=label, options=options):
                    for option in options:
                        self.names |= {(rule, p) for p in sealed.get(f"{label}/{option.name}", ())}
                case _:
                    pass
        size = -1
        while size != len(self.slots) + len(self.names):
            size = len(self.slots) + len(self.names)
            for node in (*automaton.joints.values(), *automaton.points):
                self.visit(node)
            self.block(automaton.start, "")

    def visit(self, node: Joint | Point) -> None:
        if isinstance(node, DecisionPoint):
            for option in node.options:
                for definition in option.definitions:
                    self.effect(definition, node.rule)
        for block in walk.blocks_of(node):
            self.block(block, node.rule)

    def block(self, block: Block, rule: str) -> None:
        for part in walk.sub_blocks(block):
            for effect in part.effects:
                self.effect(effect, rule)
            if isinstance(part.exit, Goto) and part.exit.label in self.automaton.joints:
                joint = self.automaton.joints[part.exit.label]
                for (name, _), argument in zip(joint.parameters, part.exit.arguments, strict=True):
                    if self.is_tainted(argument, rule):
                        self.names.add((joint.rule, name))

    def effect(self, effect: Effect, rule: str) -> None:
        match effect:
            case Bind(var=var, value=value):
                if self.is_tainted(value, rule):
                    self.names.add((rule, var))
            case Write(target=target, value=value):
                if self.is_tainted(value, rule):
                    self.slots.add(target.slot)
            case WriteAll(slot=slot, value=value, condition=condition):
                if self.is_tainted(value, rule) or self.is_tainted(condition, rule):
                    self.slots.add(slot)
            case When(then=then, otherwise=otherwise):
                for part in then + otherwise:
                    self.effect(part, rule)
            case Each(body=body):
                for part in body:
                    self.effect(part, rule)
            case _:
                pass

    def is_tainted(self, expr: Expr, rule: str) -> bool:
        if walk.reads(expr, self.reads) & self.slots:
            return True
        return any(isinstance(e, Var) and (rule, e.name) in self.names for e in walk.walk(expr)) or any(
            isinstance(e, Read) and e.family in self.slots for e in walk.walk(expr)
        )
