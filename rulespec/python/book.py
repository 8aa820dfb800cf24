"""The tables and small helpers a generated module needs, gathered while it is written.

Reads constants; returns their names. Equal tables are written once, in the order of first use.
"""

import re
from collections.abc import Mapping
from itertools import product

import attrs

from rulespec.automaton.terms import (
    Kind,
)
from rulespec.python import code
from rulespec.python.code import Code
from rulespec.python.names import Names


@attrs.define
class Book:
    """What the module gathers while it is written: tables by their content, in order of first use."""

    names: Names
    tables: dict[str, str] = attrs.field(factory=dict)
    imports: set[str] = attrs.field(factory=set)
    helpers: dict[str, str] = attrs.field(factory=dict)
    chunks: dict[str, list[tuple[str, int, int]]] = attrs.field(factory=dict)
    """Helpers that list a set by windows of its bits."""
    _by_value: dict[object, str] = attrs.field(factory=dict)

    def table(self, wish: str, value: object, comment: str = "") -> str:
        """The name of a constant with this value (a nest of tuples and ints)."""
        key = (repr(value), type(value))
        if key not in self._by_value:
            name = self.names.fresh(wish, upper=True)
            self._by_value[key] = name
            self.tables[name] = written(value) + (f"  # {comment}" if comment else "")
        return self._by_value[key]

    def helper(self, wish: str, parameters: str, body: str) -> str:
        """The name of a small function of its parameters alone."""
        key = (parameters, body)
        if key not in self._by_value:
            name = self.names.fresh(wish)
            self._by_value[key] = name
            self.helpers[name] = f"def {name}({parameters}):\n    return {body}"
        return self._by_value[key]

    def used(self, body: str) -> tuple[dict[str, str], dict[str, str]]:
        """The tables and helpers that a text needs, also for one another: some were made for code that is not kept."""
        wanted, waiting = set[str](), [body]
        while waiting:
            for name in set(re.findall(r"\w+", waiting.pop())) - wanted:
                if name in self.tables or name in self.helpers:
                    wanted.add(name)
                    waiting.append(self.tables.get(name) or self.helpers[name])
        return (
            {n: t for n, t in self.tables.items() if n in wanted},
            {n: t for n, t in self.helpers.items() if n in wanted},
        )

    def computed(self, wish: str, text: str) -> str:
        """The name of a constant computed by this text when the module is loaded."""
        if text not in self._by_value:
            name = self.names.fresh(wish, upper=True)
            self._by_value[text] = name
            self.tables[name] = text
        return self._by_value[text]


def written(value: object) -> str:
    """A constant as text, in lines of a bearable length."""
    text = repr(value)
    if len(text) <= 100 or not isinstance(value, tuple):
        return text
    parts, lines, line = [written(v) for v in value], [], ""
    for part in parts:
        if line and len(line) + len(part) > 100:
            lines.append(line.rstrip())
            line = ""
        line += part + ", "
    lines.append(line.rstrip())
    inner = "\n".join(lines).replace("\n", "\n    ")
    return f"(\n    {inner}\n)"


def nested(keys: tuple[Kind, ...], values: tuple[int, ...]) -> object:
    """A table as a nest of tuples indexed by the keys' values; entries nobody may ask for are 0."""
    return spread(tuple(k.values for k in keys), dict(zip(product(*(k.values for k in keys)), values, strict=True)), 0)


def spread(domains: tuple[tuple[int, ...], ...], found: Mapping[tuple[int, ...], object], missing: object) -> object:
    """A nest of tuples indexed by values, with `missing` where there is none (one past the end: none)."""

    def level(given: tuple[int, ...]) -> object:
        if len(given) == len(domains):
            return found.get(given, missing)
        values = domains[len(given)]
        return tuple(level((*given, v)) for v in range(max(values, default=0) + 2))

    return level(())


def subsets(values: tuple[int, ...]) -> str:
    """Text of a tuple: for each set of bits the values whose bits are set."""
    if values == tuple(range(len(values))):
        return f"tuple(tuple(i for i in range({len(values)}) if n >> i & 1) for n in range({1 << len(values)}))"
    listed = f"tuple(v for i, v in enumerate({values!r}) if n >> i & 1)"
    return f"tuple({listed} for n in range({1 << len(values)}))"


def chunk(cells: Code, first: int, mask: int) -> Code:
    cells = code.binary(">>", cells, code.literal(first)) if first else cells
    return code.binary("&", cells, code.literal(mask)) if mask else cells


def chunk_list(cells: Code, chunks: list[tuple[str, int, int]]) -> str:
    """A list display that looks up each window of the cells."""
    parts = []
    for number, (table, first, mask) in enumerate(chunks):
        simple = cells if code.is_simple(cells) else Code(f"(n := {cells})") if number == 0 else code.name("n")
        parts.append(f"*{table}[{chunk(simple, first, mask)}]")
    return f"[{', '.join(parts)}]"
