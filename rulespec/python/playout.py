"""`playout` of a small state: one loop, the state in local variables, a body per control point and turn.

Reads the automaton's points; returns lines, or None where the code would grow too long.
"""

import re
from itertools import product

import attrs

from rulespec.automaton.nodes import (
    ChancePoint,
    DecisionPoint,
)
from rulespec.automaton.terms import Const, Expr, Flag, Op, domain
from rulespec.python import code
from rulespec.python.access import InLocals
from rulespec.python.effects import Module, remark
from rulespec.python.fused import MOST_LINES, Fused, NoTally, TooLong, with_known
from rulespec.python.lines import Lines
from rulespec.python.moves import Moves
from rulespec.python.names import Names
from rulespec.python.options import Options, settled
from rulespec.python.pieces import Pieces, pieces
from rulespec.python.sampling import candidates
from rulespec.python.scope import Scope, Tally

MOST_VARIANTS = 16

CALL = re.compile(r"\w\(")

Known = tuple[tuple[str, int], ...]


@attrs.frozen
class Variant:
    """A control point and what is known there."""

    label: str
    known: Known


class Playouts(Moves):
    """Writes `playout`."""

    def __init__(self, module: Module, options: Options, points: dict[str, str]) -> None:
        super().__init__(module, options, points)
        self.tallies: dict[tuple[str, int], Tally] = {}
        self.counts: dict[str, str] = {}
        self.counted: list[str] = []
        self.lists: dict[tuple[str, int], str] = {}

    def playout(self) -> Lines | None:
        """The whole loop, or None if it would be too long."""
        if any(not self.rests(p.label) for p in self.automaton.points) or not self.automaton.points:
            return None
        try:
            return self._playout()
        except TooLong:
            return None

    def _playout(self) -> Lines | None:
        lines = Lines()
        slots = {s for p in self.automaton.points if (s := self.turn_slot(p)) is not None}
        slots = slots if len(slots) == 1 else set()
        turns: list[Known] = [((s, v),) for s in sorted(slots) for v in domain(self.layout[s].slot.type)]
        order = [Variant(p.label, known) for p in self.automaton.points for known in turns or [()]]
        if len(order) > MOST_VARIANTS:
            return None
        number = {v: i for i, v in enumerate(order)}
        exits: dict[Variant, set[Variant]] = {v: set() for v in order}
        bodies = {v: self._body(v, slots, number, exits[v]) for v in order}
        if sum(map(len, bodies.values())) > 2 * MOST_LINES:
            return None
        chain = self._chain(order, exits)
        if chain is not None:  # each follows the other: nobody needs to be told where to go
            bodies = self._bodies(chain, slots)
        control = self.layout.names[self.layout[self.automaton.control].field]
        with lines.block("def playout(s, random):"):
            lines.add('"""Play at random to the end: one loop, the state in local variables."""')
            if chain is not None:
                tests = [f"s[{self.layout[n].field}] != {v}" for n, v in chain[0].known]
                at_end = f"s[{self.layout[self.automaton.control].field}]"
                if tests:
                    with lines.block(f"while {at_end} and {' and '.join(tests)}:", "to the beginning of a round"):
                        lines.add("moves = legal(s)")
                        lines.add("s = step(s, moves[int(random() * len(moves))])")
                lines.add(f"{', '.join(self.layout.names)}, = s")
                with lines.block(f"if not {control}:"):
                    lines.add("return s")
                for line in self.counted:
                    lines.add(line)
                for (family, value), name in self.lists.items():
                    lines.add(f"{name} = {self._cells(family, value)}")
                with lines.block("while True:"):
                    for v in chain:
                        lines.extend(bodies[v])
                return lines
            lines.add(f"{', '.join(self.layout.names)}, = s")
            with lines.block(f"if not {control}:"):
                lines.add("return s")
            for i, v in enumerate(order):
                tests = [f"{control} == {self.module.numbers[v.label]}"]
                tests += [f"{self.layout.names[self.layout[n].field]} == {value}" for n, value in v.known]
                with lines.block(f"{'if' if i == 0 else 'elif'} {' and '.join(tests)}:"):
                    lines.add(f"at = {number[v]}")
            with lines.block("while True:"):
                for i, v in enumerate(order):
                    with lines.block(f"{'if' if i == 0 else 'elif'} at == {number[v]}:", v.label):
                        lines.extend(bodies[v])
        return lines

    def _bodies(self, chain: list[Variant], slots: set[str]) -> dict[Variant, Lines]:
        """With whatever can be kept along: lists of pieces, counts of the cells of lines."""
        lists = {key: name for v in chain for key, name in self._listed(v).items()}
        counting = self._counting()
        for self.lists, (self.tallies, self.counts, self.counted) in product(
            [lists, {}] if lists else [{}], [counting, ({}, {}, [])] if counting[0] else [counting]
        ):
            try:
                return {v: self._body(v, slots, None, set()) for v in chain}
            except NoTally:
                continue
        raise TooLong

    def _listed(self, now: Variant) -> dict[tuple[str, int], str]:
        """The pieces that are drawn at a decision: slot and value -> name of their list."""
        point = self.by_label[now.label]
        if not isinstance(point, DecisionPoint) or len(point.options) != 1 or self.options.form(point) != "number":
            return {}
        known = {**dict(now.known), self.automaton.control: point.number}
        found = candidates(point.options[0], self.expressions, with_known(Scope(InLocals(self.layout, {})), known))
        drawn = None if found is None else pieces(point.options[0], found, self.layout)
        if drawn is None:
            return {}
        place = self.layout[drawn.slot]
        field = self.layout.names[place.field + (place.masks or ()).index(drawn.value)]
        return {(drawn.slot, drawn.value): f"{field}_cells"}

    def _cells(self, family: str, value: int) -> str:
        """The list of the cells that hold a value, from their set."""
        place = self.layout[family]
        field = self.layout.names[place.field + (place.masks or ()).index(value)]
        return f"list({self.expressions.listed_bits(code.name(field), place.slot.keys[0])})"

    def _counting(self) -> tuple[dict[tuple[str, int], Tally], dict[str, str], list[str]]:
        """Sets of cells to be completed: a few bits per set count its cells, a high bit tells that it is complete."""
        tallies, counts, lines = {}, {}, []
        book = self.expressions.book
        for family, sets in self.expressions.lined_sets().items():
            place = self.layout[family]
            cells = sets[0].bit_count()
            width = (cells - 1).bit_length() + 1
            table = book.table(f"{family} sets", sets)
            each = f"sum(1 << {width} * k for k, n in enumerate({table}) if n >> i & 1)"
            counts[family] = book.computed(f"{family} counts", f"{{1 << i: {each} for i in range({place.slot.size})}}")
            full = book.computed(f"{family} full", f"sum(1 << {width} * k + {width - 1} for k in range({len(sets)}))")
            start = (1 << (width - 1)) - cells
            base = book.computed(f"{family} base", f"sum({start} << {width} * k for k in range({len(sets)}))")
            helper = book.helper(
                f"count_{family}",
                "n",
                f"{base} + sum(v for b, v in {counts[family]}.items() if n & b) if n else {base}",
            )
            for i, value in enumerate(place.masks or ()):
                field = self.layout.names[place.field + i]
                tallies[family, value] = Tally(sets, f"{field}_tally", full)
                lines.append(f"{field}_tally = {helper}({field})")
        return tallies, counts, lines

    def _body(
        self,
        now: Variant,
        slots: set[str],
        number: dict[Variant, int] | None,
        exits: set[Variant],
    ) -> Lines:
        """Draw a move at a variant and play it; `number`: tell where to go on."""
        names = Names(self.module.names)
        for name in self.layout.names:
            names.take(name)
        point = self.by_label[now.label]
        assert isinstance(point, (DecisionPoint, ChancePoint))
        known = {**dict(now.known), self.automaton.control: point.number}

        def leave(label: str | None, scope: Scope) -> None:
            values = dict(scope.values)
            if label is None:
                steps.lines.add(f"return {with_known(scope, values).access.whole()}", "over")
                return
            following = Variant(label, tuple(sorted((n, v) for n, v in values.items() if n in slots)))
            if slots and not following.known:
                raise TooLong
            exits.add(following)
            for slot, value in sorted(values.items()):
                if slot not in slots and slot != self.automaton.control and known.get(slot) != value:
                    steps.lines.add(f"{self.layout.names[self.layout[slot].field]} = {value}")
            if number is not None:
                steps.lines.add(f"at = {number[following]}", label)

        steps = Fused(self.module, Lines(), names, leave)
        steps.counts, steps.lists = self.counts, self.lists
        scope = with_known(Scope(InLocals(self.layout, {}), tallies=self.tallies), known)
        if not self._sample(point, steps, scope):
            self._draw(point, steps, scope)
            self._play(point, "m", steps, scope)
        return steps.lines

    def _sample(self, point: DecisionPoint | ChancePoint, steps: Fused, scope: Scope) -> bool:
        """Draw a candidate and test it until one is legal; after many misses choose from the list."""
        if not isinstance(point, DecisionPoint) or len(point.options) != 1:
            return False
        (option,) = point.options
        text = None
        if self.options.form(point) != "number":
            listing = Lines()
            self.options.legal(point, scope, listing)
            text = listing.single_return()
        if text is not None and text.endswith("]") and not text.startswith("[") and not CALL.search(text):
            return False  # one look into a table: nothing is quicker
        found = candidates(option, self.expressions, scope)
        if found is None or len(found.rows) < 2:
            return False
        lines = steps.lines
        for name, type_ in zip(found.names, found.types, strict=True):
            scope = scope.knowing(name, code.name(steps.names.fresh(name)), type_)
        drawn_from = pieces(option, found, self.layout) if self.lists else None
        if drawn_from is not None and (drawn_from.slot, drawn_from.value) in self.lists:
            self._sample_piece(point, drawn_from, steps, scope)
            return True
        columns = [scope.vars[n].text for n in found.names]
        bits = {}
        for name in found.bits:
            bits[scope.vars[name].text] = code.name(steps.names.fresh(f"{name}_bit"))
        columns += [b.text for b in bits.values()]
        scope = attrs.evolve(scope, bits=bits)
        rows: object = found.rows if len(columns) > 1 else tuple(r for (r,) in found.rows)
        plain = rows == tuple(range(len(found.rows)))
        index = f"int(random() * {len(found.rows)})"
        table = "" if plain else self.expressions.book.table(f"{option.name} candidates", rows)
        drawn = index if plain else f"{table}[{index}]"
        tries = min(64, max(4, len(found.rows) // 3))
        tests = [self.expressions.truth(c, scope) for c in found.tests]
        tests, scope = self._shared(option, tests, steps, scope)
        test = code.conjunction(tests)
        if test.value is not None:
            lines.add(f"{', '.join(columns)} = {drawn}")
        else:
            with lines.block(
                f"for _ in {self.expressions.book.computed('TRIES', f'range({tries})')}:", remark(point.about)
            ):
                lines.add(f"{', '.join(columns)} = {drawn}")
                with lines.block(f"if {test}:"):
                    lines.add("break")
            with lines.block("else:", "rarely"):
                whole = with_known(scope, dict(scope.values)).access.whole()
                lines.add(f"moves = {text}" if text is not None else f"moves = legal({whole})")
                parameters = [scope.vars[n].text for n, _ in option.parameters]
                chosen = "moves[int(random() * len(moves))]"
                if self.options.form(point) == "number":
                    chosen = f"{self.options.moves_table(option)}[{chosen}]"
                lines.add(f"{', '.join(parameters)} = {chosen}")
                for var, name in steps.cells_found.items():
                    simple = self.expressions.known(self.expressions.simplify(settled(option.definitions)[var]), scope)
                    lines.add(f"{name} = {self.expressions.chosen_cells(simple, scope)}")
                rest = [c for c in columns if c not in parameters]
                if rest:
                    where = self.expressions.book.computed(
                        f"{option.name} by move",
                        f"{{row[:{len(parameters)}]: row[{len(parameters)}:] for row in {table}}}",
                    )
                    lines.add(f"{', '.join(rest)}, = {where}[{', '.join(parameters)},]")
        self._do(option, steps, scope)
        return True

    def _sample_piece(self, point: DecisionPoint, drawn: Pieces, steps: Fused, scope: Scope) -> None:
        """Draw a piece and one of its ways, and test the move, until one is legal."""
        (option,) = point.options
        lines, book, fresh = steps.lines, self.expressions.book, steps.names.fresh
        cells = self.lists[drawn.slot, drawn.value]
        cell = scope.vars[drawn.cell].text
        bits = {scope.vars[n].text: code.name(fresh(f"{n}_bit")) for n in drawn.bits}
        columns = [scope.vars[n].text for n in drawn.names] + [b.text for b in bits.values()]
        scope = attrs.evolve(scope, bits=bits)
        table = book.table(f"{option.name} by way", drawn.rows)
        ways = book.computed(
            f"{option.name} ways", f"tuple((i, rows) for i in range({drawn.size}) for rows in {table})"
        )
        at, rows, row, many = fresh("piece"), fresh("rows"), fresh("row"), fresh("many")
        test = code.conjunction([self.expressions.truth(c, scope) for c in drawn.tests])
        lines.add(f"{many} = {len(drawn.rows)} * len({cells})")
        with lines.block(f"for _ in {book.computed('TRIES', 'range(64)')}:", remark(point.about)):
            lines.add(f"{at}, {rows} = {ways}[int(random() * {many})]")
            lines.add(f"{cell} = {cells}[{at}]")
            with lines.block(f"if {row} := {rows}[{cell}]:"):
                lines.add(f"{', '.join(columns)}, = {row}")
                with lines.block(f"if {test}:"):
                    lines.add("break")
        with lines.block("else:", "rarely"):
            lines.add(f"moves = legal({with_known(scope, dict(scope.values)).access.whole()})")
            others = [scope.vars[n].text for n, _ in option.parameters if n != drawn.cell]
            parameters = ", ".join(scope.vars[n].text for n, _ in option.parameters)
            lines.add(f"{parameters}, = {self.options.moves_table(option)}[moves[int(random() * len(moves))]]")
            lines.add(f"{at} = {cells}.index({cell})")
            chosen = f"{row}[:{len(others)}] == ({', '.join(others)},)"
            lines.add(f"{row} = next(r for rows in {table} if (r := rows[{cell}]) and {chosen.replace(row, 'r', 1)})")
            lines.add(f"{', '.join(columns)}, = {row}")
        steps.drawn, steps.drawn_cell = at, cell
        self._do(option, steps, scope)

    def _chain(self, order: list[Variant], exits: dict[Variant, set[Variant]]) -> list[Variant] | None:
        """The variants in the order in which they always follow one another, if they do and are at most two."""
        if len(order) > 2 or any(isinstance(self.by_label[v.label], ChancePoint) for v in order):
            return None
        if len(order) == 1:
            return order if exits[order[0]] <= {order[0]} else None
        a, b = order
        return order if exits[a] <= {b} and exits[b] <= {a} else None

    def _draw(self, point: DecisionPoint | ChancePoint, steps: Fused, scope: Scope) -> None:
        """Choose a move at random: `m = ...`."""
        lines = steps.lines
        if isinstance(point, ChancePoint):
            weight = self.expressions.simplify(point.weight)
            positive = self.expressions.simplify(Op("<", (Const(0, weight.type), weight), Flag()))
            head, inner = self.expressions.loop(point.var, point.kind, positive, scope)
            lines.add(f"moves = [{inner.vars[point.var]} {head}]", remark(point.about))
            if isinstance(weight, Const) or (isinstance(weight, Op) and _zero_or_one(weight)):
                lines.add("m = moves[int(random() * len(moves))]")
                return
            lines.add(f"chances = [{self.expressions.value(weight, inner)} {head}]")
            lines.add("mark = int(random() * sum(chances))")
            with lines.block("for m, chance in zip(moves, chances):"):
                lines.add("mark -= chance")
                with lines.block("if mark < 0:"):
                    lines.add("break")
            return
        if self.options.form(point) == "number":
            lines.add(f"moves = legal({scope.access.whole()})")
            lines.add("m = moves[int(random() * len(moves))]")
            return
        listing = Lines()
        self.options.legal(point, scope, listing)
        text = listing.single_return()
        if text is not None:
            lines.add(
                f"moves = {text.removeprefix('list(').removesuffix(')') if text.startswith('list(') else text}",
                remark(point.about),
            )
        else:
            lines.extend(listing.without("return moves"))
        lines.add("m = moves[int(random() * len(moves))]")


def _zero_or_one(weight: Expr) -> bool:
    match weight:
        case Op(name="if", arguments=(_, Const(value=a), Const(value=b))):
            return {a, b} == {0, 1}
    return False
