"""The members of a set of bits as a sequence to loop over or to choose from: looked up by windows of bits.

Reads sets of cells; returns the text of a sequence.
"""

from collections.abc import Mapping

from rulespec.automaton.terms import (
    Expr,
    Flag,
    Kind,
    Op,
    Quantified,
)
from rulespec.automaton.walk import free_vars
from rulespec.diagnostics import InternalError, RulespecError
from rulespec.python import code
from rulespec.python.book import chunk, chunk_list, subsets
from rulespec.python.cellsets import MOST_ROWS, CellSets
from rulespec.python.code import Code
from rulespec.python.masks import all_of, bound_atom, shifts
from rulespec.python.scope import Scope
from rulespec.python.simplify import conjuncts, is_static

WINDOW = 12
"""Sets of at most so many bits are looked up."""


class Listing(CellSets):
    """Lists members."""

    def listed_bits(self, bits: Code, kind: Kind) -> str:
        """The members of a set given as bits: looked up, in chunks if it is large."""
        return self.listed_windows(
            bits, kind.name, {v: 1 << i for i, v in enumerate(kind.values)}, 12 if kind.size <= 12 else 8
        )

    def listed_windows(self, cells: Code, wish: str, sets: Mapping[int, int], most: int) -> str:
        """The keys of `sets` whose set meets the cells, in order: looked up by windows of bits."""
        outside = cells.text.startswith("~")
        inner = Code(cells.text[1:]) if outside else cells
        windows: list[tuple[int, int, dict[int, int]]] = []
        for value, bits in sets.items():
            low, high = (bits & -bits).bit_length() - 1, bits.bit_length()
            if windows and min(windows[-1][0], low) + most >= max(windows[-1][1], high):
                first, last, members = windows[-1]
                windows[-1] = (min(first, low), max(last, high), {**members, value: bits})
            else:
                windows.append((low, high, {value: bits}))
        top = max(last for _, last, _ in windows)
        chunks: list[tuple[str, int, int]] = []
        for number, (first, last, members) in enumerate(windows):
            rows = tuple((v, b >> first) for v, b in members.items())
            if all(b == 1 << i for i, (_, b) in enumerate(rows)) and not outside:
                text = subsets(tuple(members))
            else:
                test = "n & b != b" if outside else "n & b"
                text = f"tuple(tuple(v for v, b in {rows!r} if {test}) for n in range({1 << (last - first)}))"
            table = self.book.computed(f"{wish}s of {number}" if len(windows) > 1 else f"{wish}s of", text)
            chunks.append((table, first, (1 << (last - first)) - 1 if last < top else 0))
        if len(chunks) == 1:
            return code.item(code.name(chunks[0][0]), chunk(inner, *chunks[0][1:])).text
        name = self.book.helper(f"{wish}s_in", "n", chunk_list(code.name("n"), chunks))
        self.book.chunks[name] = chunks
        return f"{name}({inner})"

    def windows(self, condition: Expr, var: str, kind: Kind, scope: Scope) -> str | None:
        """Members for which some cell of a static set holds a value (`the column has room`), looked up."""
        match self.simplify(condition):
            case Quantified(every=False, var=inner, kind=cells_kind) as e:
                parts = conjuncts(e.condition) + conjuncts(e.body)
            case _:
                return None
        atoms = [p for p in parts if bound_atom(p, inner)]
        tests = [p for p in parts if p not in atoms]
        if len(atoms) != 1 or not all(map(is_static, tests)) or not tests or var in free_vars(atoms[0]):
            return None
        test = Op("and", tuple(tests), Flag())
        if not free_vars(test) <= {var, inner} or kind.size * cells_kind.size > MOST_ROWS:
            return None
        cells = self.cells_where(atoms[0], inner, cells_kind, scope)
        if cells is None:
            return None
        members = enumerate(cells_kind.values)
        try:
            pairs = list(members)
            sets = {v: sum(1 << i for i, c in pairs if self.static(test, {var: v, inner: c})) for v in kind.values}
        except (RulespecError, InternalError, LookupError):
            return None
        if not all(sets.values()):
            return None
        widest = max(b.bit_length() - ((b & -b).bit_length() - 1) for b in sets.values())
        if widest <= WINDOW:
            return self.listed_windows(cells, kind.name, sets, WINDOW)
        return self._listed_shifts(cells, kind.name, sets)

    def _listed_shifts(self, cells: Code, wish: str, sets: Mapping[int, int]) -> str | None:
        """The keys of `sets`, which are shifts of one another, whose set is not wholly outside: looked up."""
        groups = shifts(tuple(sets.values()))
        lowest = {v: (bits & -bits).bit_length() - 1 for v, bits in sets.items()}
        first, last = min(lowest.values()), max(lowest.values())
        if len(groups) != 1 or last - first >= WINDOW or not cells.text.startswith("~"):
            return None
        pattern, starts = groups[0]
        body = f"({all_of(pattern)}) >> {first}" if first else all_of(pattern)
        full = code.call(self.book.helper(f"full_{wish}s", "n", f"{body} & {starts >> first:#x}"), Code(cells.text[1:]))
        return self.listed_windows(Code(f"~{full}"), wish, {v: 1 << low - first for v, low in lowest.items()}, WINDOW)
