"""Questions about many cells of a packed slot, answered on sets of bits without a loop.

Reads quantified expressions; returns `Code`, or None where the question is of another form.
"""

from collections.abc import Mapping

import attrs

from rulespec.automaton.nodes import Automaton
from rulespec.automaton.terms import (
    YES,
    Const,
    Expr,
    FirstOf,
    Flag,
    Kind,
    MapOf,
    Number,
    Op,
    Quantified,
    Read,
    SetOf,
    Total,
    Var,
    domain,
)
from rulespec.automaton.walk import free_vars, substitute
from rulespec.diagnostics import InternalError, RulespecError
from rulespec.python import code
from rulespec.python.book import Book, spread
from rulespec.python.code import Code
from rulespec.python.layout import Layout
from rulespec.python.masks import Asked, ask, bound_atom, shift_test, shifts
from rulespec.python.reading import Reading
from rulespec.python.scope import Scope
from rulespec.python.simplify import conjuncts, is_static

MOST_ROWS = 20_000
"""A table of static answers has at most so many entries."""


class CellSets(Reading):
    """Asks about sets of cells."""

    def __init__(self, automaton: Automaton, layout: Layout, book: Book, functions: Mapping[str, str]) -> None:
        super().__init__(automaton, layout, book, functions)
        self._asked: dict[str, Asked | None] = {}
        self._bit_tables: dict[tuple[str, str, Expr, str], object] = {}

    def _masked_call(self, definition: str, given: Mapping[str, Expr], scope: Scope) -> Code | None:
        """A function that only asks about a set of cells is asked in place."""
        asked = self._asked_by(definition)
        if asked is None or asked.of is None:
            return None
        value = substitute(asked.of.value, given)
        return self._test(attrs.evolve(asked, of=attrs.evolve(asked.of, value=value)), definition, scope)

    def _asked_by(self, definition: str) -> Asked | None:
        if definition not in self._asked:
            try:
                self._asked[definition] = ask(self.simplify.body(definition), self.layout, self.static)
            except (RulespecError, InternalError, LookupError):
                self._asked[definition] = None
        return self._asked[definition]

    def _masked(self, e: Expr, scope: Scope) -> Code | None:
        """A loop over the cells of a packed slot, without the loop."""
        if not self.layout.is_packed:
            return None
        selected = self._selected(e, scope)
        if selected is not None:
            return selected
        if not isinstance(e, Quantified):
            return None
        try:
            asked = ask(e, self.layout, self.static)
        except (RulespecError, InternalError, LookupError):
            return None
        return None if asked is None else self._test(asked, e.var, scope)

    def _test(self, asked: Asked, wish: str, scope: Scope) -> Code | None:
        if asked.of is None:
            return code.TRUE if asked.sets else code.FALSE
        cells = self.cell_set(asked.of.family, asked.of.value, scope, outside=asked.of.outside)
        if cells is None:
            return None
        size = self.layout[asked.of.family].slot.size
        if all(s.bit_count() == 1 for s in asked.sets):
            some = code.literal(sum(asked.sets))
            if cells.text.startswith("~"):
                return code.compare("!=", code.binary("&", Code(cells.text[1:]), some), some)
            return code.truth(code.binary("&", cells, some))
        if len(asked.sets) == 1:
            (one,) = asked.sets
            if cells.text.startswith("~"):
                inner = Code(cells.text[1:])
                return code.negation(inner if one == (1 << size) - 1 else code.binary("&", inner, code.literal(one)))
            held = cells if one == (1 << size) - 1 else code.binary("&", cells, code.literal(one))
            return code.compare("==", held, code.literal(one))
        if cells.text.startswith("~"):
            cells = code.binary("^", Code(cells.text[1:]), code.literal((1 << size) - 1))
        if size <= 12:
            sets = self.book.table(f"{wish} sets", asked.sets)
            text = f"tuple(any(n & cells == cells for cells in {sets}) for n in range({1 << size}))"
            found = code.item(code.name(self.book.computed(f"is {wish}", text)), cells)
        elif (tally := self._tally(asked, scope)) is not None:
            return tally
        else:
            tests = " or ".join(shift_test(*group) for group in shifts(asked.sets))
            fewest = min(s.bit_count() for s in asked.sets)
            body = f"n.bit_count() >= {fewest} and ({tests})" if fewest > 2 else tests
            found = code.call(self.book.helper(f"{wish}_in", "n", body), cells)
        return attrs.evolve(found, is_bool=size <= 12, is_truth=size > 12)

    def _tally(self, asked: Asked, scope: Scope) -> Code | None:
        of = asked.of
        if of is None or of.outside or not scope.tallies:
            return None
        value = self._simplified(of.value, scope)
        found = scope.tallies.get((of.family, value.value)) if isinstance(value, Const) else None
        if found is None or found.sets != asked.sets:
            return None
        return code.truth(code.binary("&", code.name(found.variable), code.name(found.full)))

    def lined_sets(self) -> dict[str, tuple[int, ...]]:
        """Packed slots of which some function asks whether one of many equally large sets is complete."""
        found: dict[str, tuple[int, ...]] = {}
        for definition in self.automaton.functions:
            asked = self._asked_by(definition)
            if asked is None or asked.of is None or asked.of.outside or len(asked.sets) < 12:
                continue
            if self.layout[asked.of.family].slot.size > 12 and len({s.bit_count() for s in asked.sets}) == 1:
                found.setdefault(asked.of.family, asked.sets)
        return found

    def cell_set(self, family: str, value: Expr, scope: Scope, *, outside: bool = False) -> Code | None:
        """The cells of a packed slot that hold a value, as bits (`~...` if that is shorter)."""
        place = self.layout[family]
        wanted = self._number(self._simplified(value, scope), scope)
        if wanted.value is None and not self._surely(value.type, place.masks or ()):
            return None
        found = self.mask(family, wanted, scope)
        if not outside:
            return found
        if found.text.startswith("~"):
            inner = found.text[1:]
            return Code(inner, code.ATOM)
        return Code(f"~{found.at(code.ATOM)}", code.UNARY)

    def _selected(self, e: Expr, scope: Scope) -> Code | None:
        """Some, every, the first, the number of members with a static property whose cell holds a value."""
        match e:
            case Quantified(every=True, var=var, kind=kind, condition=condition, body=body):
                tests = conjuncts(condition)
                body = self.simplify(body)
                if not bound_atom(body, var) or not all(map(is_static, tests)):
                    return None
                atom: Expr = body
            case (
                Quantified(every=False, var=var, kind=kind)
                | FirstOf(var=var, kind=kind, start=None)
                | Total(var=var, kind=kind, body=Const(value=1))
            ):
                parts = conjuncts(e.condition) + (conjuncts(e.body) if isinstance(e, Quantified) else [])
                atoms = [p for p in parts if bound_atom(p, var)]
                tests = [p for p in parts if p not in atoms]
                if len(atoms) != 1 or not all(map(is_static, tests)):
                    return None
                atom = atoms[0]
            case _:
                return None
        cells = self.cells_where(atom, var, kind, scope)
        if cells is None:
            return None
        where = self._bits_of(var, kind, tests, scope)
        if where is None:
            return None
        everything = where.value == (1 << kind.size) - 1
        if isinstance(e, Quantified) and e.every:
            if cells.text.startswith("~"):
                return code.negation(
                    code.binary("&", Code(cells.text[1:]), where) if not everything else Code(cells.text[1:])
                )
            return code.compare("==", cells if everything else code.binary("&", cells, where), where)
        if everything and cells.text.startswith("~"):
            chosen = code.binary("^", Code(cells.text[1:]), where)
        else:
            chosen = cells if everything else code.binary("&", cells, where)
        if isinstance(e, Quantified):
            return code.truth(chosen)
        if isinstance(e, Total):
            return code.method(chosen, "bit_count")
        if kind.values != tuple(range(kind.size)):
            return None
        return code.call(
            self.book.helper("first_of", "n, none", "(n & -n).bit_length() - 1 if n else none"),
            chosen,
            code.literal(kind.none),
        )

    def chosen_cells(self, e: Expr, scope: Scope) -> Code | None:
        """The set of which a `first ... that ...` takes the first, if it is about cells of a packed slot."""
        if not isinstance(e, FirstOf) or e.start is not None:
            return None
        return self._selected(Quantified(False, e.var, e.kind, e.condition, YES), scope)

    def _bits_of(self, var: str, kind: Kind, tests: list[Expr], scope: Scope) -> Code | None:
        """The members with a static property as bits, looked up by the one other value it depends on."""
        if not tests:
            return code.literal((1 << kind.size) - 1)
        condition = Op("and", tuple(tests), Flag())
        names = sorted(free_vars(condition) - {var})
        if len(names) > 1:
            return None

        def bits(env: Mapping[str, int]) -> int:
            return sum(1 << i for i, v in enumerate(kind.values) if self.static(condition, {**env, var: v}))

        try:
            if not names:
                return code.literal(bits({}))
            (name,) = names
            type_ = scope.types.get(name)
            if type_ is None or isinstance(type_, (SetOf, MapOf)) or (isinstance(type_, Number) and type_.low < 0):
                return None
            values = domain(type_)
            if len(values) * kind.size > MOST_ROWS:
                return None
            key = (var, kind.name, condition, name)
            if key not in self._bit_tables:
                self._bit_tables[key] = spread((values,), {(v,): bits({name: v}) for v in values}, 0)
            table = self._bit_tables[key]
        except (RulespecError, InternalError, LookupError):
            return None
        return code.item(code.name(self.book.table(f"{var} bits by {name}", table)), scope.vars[name])

    def cells_where(self, condition: Expr, var: str, kind: Kind, scope: Scope) -> Code | None:
        """The members of `kind` for which the condition on a packed cell of that member holds, as bits."""
        match condition:
            case Op(name="=", arguments=(Read(family=family, keys=(Var(name=n),)), value)) if n == var:
                pass
            case Op(name="=", arguments=(value, Read(family=family, keys=(Var(name=n),)))) if n == var:
                pass
            case Read(family=family, keys=(Var(name=n),)) if n == var:
                value = YES
            case Op(name="not", arguments=(inner,)):
                found = self.cells_where(inner, var, kind, scope)
                if found is None:
                    return None
                if found.text.startswith("~"):
                    return Code(found.text[1:].removeprefix("(").removesuffix(")"), code.BIT_OR)
                return Code(f"~{found.at(code.ATOM)}", code.UNARY)
            case _:
                return None
        place = self.layout[family]
        if place.masks is None or place.slot.keys[0].values != kind.values or var in free_vars(value):
            return None
        wanted = self._number(self._simplified(value, scope), scope)
        if wanted.value is None and not self._surely(value.type, place.masks):
            return None
        return self.mask(family, wanted, scope)
