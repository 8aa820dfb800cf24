"""What a move does to a small state in local variables.

Reads decision and chance points; writes lines through `Fused`. The base of `pure` and `playout`.
"""

import attrs

from rulespec.automaton.nodes import (
    AutomaticPoint,
    Branch,
    ChancePoint,
    DecisionPoint,
    Goto,
    OptionPoint,
    Point,
    Target,
    Write,
)
from rulespec.automaton.terms import Expr, FirstOf, Member, Number, Read, Var, domain
from rulespec.automaton.walk import block_exprs, effect_needs, free_vars, sub_blocks
from rulespec.python import code
from rulespec.python.code import Code
from rulespec.python.effects import Module, held_cells, lacking_cells
from rulespec.python.fused import Fused, TooLong
from rulespec.python.layout import Layout
from rulespec.python.options import Options, is_partial, levels, settled
from rulespec.python.sampling import candidates, named
from rulespec.python.scope import Scope
from rulespec.python.simplify import conjuncts


class Moves:
    """Takes moves apart and plays them."""

    def __init__(self, module: Module, options: Options, points: dict[str, str]) -> None:
        self.module, self.options, self.points = module, options, points
        self.expressions, self.layout = module.expressions, module.expressions.layout
        self.automaton = module.automaton
        self.by_label = {p.label: p for p in self.automaton.points}

    def turn_slot(self, point: Point) -> str | None:
        """The slot without keys that says who decides, if its values are few."""
        if not isinstance(point, DecisionPoint):
            return None
        owner = self.expressions.simplify(point.owner)
        if isinstance(owner, Read) and not owner.keys and not isinstance(owner.type, Number):
            if len(domain(self.layout[owner.family].slot.type)) <= 4:
                return owner.family
        return None

    def rests(self, label: str) -> bool:
        """Does the game stay at this point until somebody decides?"""
        point = self.by_label[label]
        return not isinstance(point, AutomaticPoint) and not (isinstance(point, DecisionPoint) and point.several)

    def _play(self, point: DecisionPoint | ChancePoint, move: str, steps: Fused, scope: Scope) -> None:
        """Take the move apart and do what it does."""
        if isinstance(point, ChancePoint):
            steps.block(point.block, scope.knowing(point.var, code.name(move), Member(point.kind)), None, last=True)
            return
        form = self.options.form(point)
        for number, option in enumerate(point.options):
            if len(point.options) == 1:
                self._option(option, form, move, steps, scope)
                return
            head = f"{'if' if number == 0 else 'elif'} {move if form == 'option' else move + '[0]'} == {number}:"
            with steps.lines.block("else:" if number == len(point.options) - 1 else head):
                self._option(option, form, move, steps, scope)

    def _option(self, option: OptionPoint, form: str, move: str, steps: Fused, scope: Scope) -> None:
        locals_ = [steps.names.fresh(n) for n, _ in option.parameters] if form != "value" else [move]
        for (parameter, type_), local in zip(option.parameters, locals_, strict=True):
            scope = scope.knowing(parameter, code.name(local), type_)
        if form == "number":
            scope = self._row(option, locals_, move, steps, scope)
        elif form == "arguments":
            steps.lines.add(f"{', '.join(locals_)} = {move}")
        elif form == "tuple" and locals_:
            steps.lines.add(f"_, {', '.join(locals_)} = {move}")
        self._do(option, steps, scope)

    def _shared(self, option: OptionPoint, tests: list[Code], steps: Fused, scope: Scope) -> tuple[list[Code], Scope]:
        """A test that finds the very cells of which a definition takes the first keeps them for it."""
        for var, value in settled(option.definitions).items():
            simple = self.expressions.known(self.expressions.simplify(value), scope)
            chosen = self.expressions.chosen_cells(simple, scope)
            if chosen is not None and len(tests) == 1 and tests[0].text == chosen.text:
                name = steps.names.fresh(f"{var}_bit")
                steps.cells_found[var] = name
                return [Code(f"({name} := {chosen})")], scope
        return tests, scope

    def _row(self, option: OptionPoint, locals_: list[str], move: str, steps: Fused, scope: Scope) -> Scope:
        """A numbered move: its parameters, static definitions and bits from one row of a table."""
        found = candidates(option, self.expressions, scope)
        if found is None:
            steps.lines.add(f"{', '.join(locals_)} = {self.options.moves_table(option)}[{move}]")
            return scope
        columns = list(locals_)
        for name, type_ in list(zip(found.names, found.types, strict=True))[len(locals_) :]:
            scope = scope.knowing(name, code.name(steps.names.fresh(name)), type_)
            columns.append(scope.vars[name].text)
        bits = {scope.vars[n].text: code.name(steps.names.fresh(f"{n}_bit")) for n in found.bits}
        columns += [b.text for b in bits.values()]
        rows = {row[: len(locals_)]: row for row in found.rows}
        table = self.expressions.book.table(
            f"{option.name} rows", tuple(rows.get(m, ()) for m in self.options.all_moves(option))
        )
        steps.lines.add(f"{', '.join(columns)} = {table}[{move}]")
        return attrs.evolve(scope, bits=bits)

    def _do(self, option: OptionPoint, steps: Fused, scope: Scope) -> None:
        """The effects of an option, its parameters being known."""
        needed = frozenset().union(*(free_vars(e) for e in block_exprs(option.block)))
        found: list[Expr] = []
        for var, value in settled(option.definitions).items():
            if var in needed and var not in scope.vars:
                low = self._lowest(var, value, option, steps, scope)
                if low is not None:
                    scope = low
                    if isinstance(value, FirstOf):
                        held = conjuncts(self.expressions.simplify(value.condition, {value.var: Var(var, value.type)}))
                        found += held
                    continue
                if is_partial(self.expressions.simplify(value)) and not self.layout.is_packed:
                    raise TooLong
                scope = steps.bind(var, value, scope)
        _, *chosen = levels(option, self.expressions, scope)
        conditions = [c for level in chosen[0] for c in level.conditions]
        definitions = {
            self.expressions.known(self.expressions.simplify(e), scope): Var(n, e.type)
            for n, e in settled(option.definitions).items()
        }
        conditions += [named(c, definitions) for c in conditions] + found
        packed = {p.slot.name for p in self.layout.places if p.masks is not None}
        steps.held = held_cells(conditions, packed)
        steps.lacks = lacking_cells(conditions, packed)
        steps.block(option.block, scope, None, last=True)
        steps.held, steps.lacks = {}, frozenset()

    def _lowest(self, var: str, value: Expr, option: OptionPoint, steps: Fused, scope: Scope) -> Scope | None:
        """`the first cell that ...`, of which only the cell is needed: its bit is the lowest of a set."""
        simple = self.expressions.known(self.expressions.simplify(value), scope)
        chosen = self.expressions.chosen_cells(simple, scope)
        if chosen is None or not isinstance(simple, FirstOf) or not _only_a_cell(var, option, self.layout):
            return None
        name = steps.cells_found.pop(var, "")
        if not name:
            name = steps.names.fresh(f"{var}_bit")
            steps.lines.add(f"{name} = {chosen}")
        steps.lines.add(f"{name} &= -{name}", f"the first: {var}")
        scope = scope.knowing(var, code.name(f"<{var}>"), value.type)
        return attrs.evolve(scope, bits={**scope.bits, f"<{var}>": code.name(name)})


def _only_a_cell(var: str, option: OptionPoint, layout: Layout) -> bool:
    """Is a name used for nothing but the cell of a packed slot that is written?"""
    for block in sub_blocks(option.block):
        match block.exit:
            case Goto(arguments=arguments) if any(var in free_vars(a) for a in arguments):
                return False
            case Branch(condition=condition) if var in free_vars(condition):
                return False
        for effect in block.effects:
            match effect:
                case Write(target=Target(slot=slot, keys=(Var(name=name),)), value=value) if name == var:
                    if layout[slot].masks is None or var in free_vars(value):
                        return False
                case _ if var in effect_needs(effect):
                    return False
    return True
