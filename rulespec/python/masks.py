"""Questions about many cells of a packed slot as operations on sets of bits.

Reads expressions and the layout; returns what is asked of which set. `for some line: every cell of the line is the
player's` becomes a list of sets of cells, one of which the player's cells must contain; lines that are shifts of each
other are asked about together.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping

import attrs

from rulespec.automaton.terms import YES, Const, Expr, Flag, Op, Quantified, Read, Var
from rulespec.automaton.walk import free_vars
from rulespec.python.layout import Layout, positions

MOST_SETS = 600
Static = Callable[[Expr, Mapping[str, int]], int]


@attrs.frozen
class CellSet:
    """The cells of a packed slot that hold a value (`outside`: that do not)."""

    family: str
    value: Expr
    outside: bool = False


@attrs.frozen
class Asked:
    """Does the set contain one of `sets`? `of` None: the answer does not depend on the state."""

    of: CellSet | None
    sets: tuple[int, ...]


def ask(expr: Expr, layout: Layout, static: Static) -> Asked | None:
    """The expression as a question about one set of cells, if it is one."""

    def atom(e: Expr, env: Mapping[str, int], outside: bool) -> Asked | None:
        match e:
            case Op(name="=", arguments=(Read() as read, value)) if layout[read.family].masks is not None:
                pass
            case Op(name="=", arguments=(value, Read() as read)) if layout[read.family].masks is not None:
                pass
            case Read() as read if layout[read.family].masks is not None and isinstance(read.type, Flag):
                value = YES
            case _:
                return None
        if free_vars(value) & set(env) or any(not free_vars(k) <= set(env) for k in read.keys):
            return None
        keys = tuple(static(k, env) for k in read.keys)
        at = positions(layout[read.family].slot.keys).get(keys)
        return None if at is None else Asked(CellSet(read.family, value, outside), (1 << at,))

    def join(parts: list[Asked | None], *, every: bool) -> Asked | None:
        of: CellSet | None = None
        sets: tuple[int, ...] = (0,) if every else ()
        for part in parts:
            if part is None or (part.of is not None and of is not None and part.of != of):
                return None
            of = of if part.of is None else part.of
            if every:
                sets = tuple(dict.fromkeys(a | b for a in sets for b in part.sets))
            else:
                sets = tuple(dict.fromkeys(sets + part.sets))
            if len(sets) > MOST_SETS:
                return None
        return Asked(None, (0,) if 0 in sets else ()) if 0 in sets or not sets else Asked(of, sets)

    def go(e: Expr, env: Mapping[str, int], outside: bool) -> Asked | None:
        if isinstance(e, Const):
            return Asked(None, (0,) if bool(e.value) is not outside else ())
        if isinstance(e, Op) and e.name == "not":
            return go(e.arguments[0], env, not outside)
        if isinstance(e, Op) and e.name in ("and", "or"):
            every = (e.name == "and") is not outside
            return join([go(a, env, outside) for a in e.arguments], every=every)
        if isinstance(e, Quantified):
            parts: list[Asked | None] = []
            for v in e.kind.values:
                inner = {**env, e.var: v}
                if not free_vars(e.condition) <= set(inner):
                    return None
                if static(e.condition, inner):
                    parts.append(go(e.body, inner, outside))
                    if parts[-1] is None:
                        return None
            return join(parts, every=e.every is not outside)
        found = atom(e, env, outside)
        if found is None and free_vars(e) <= set(env):
            return Asked(None, (0,) if bool(static(e, env)) is not outside else ())
        return found

    return go(expr, {}, False)


def shifts(sets: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """The sets as (pattern of distances, bits where it begins): sets that are shifts of one another together."""
    groups: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for one in sets:
        low = (one & -one).bit_length() - 1
        pattern = tuple(i for i in range((one >> low).bit_length()) if one >> low >> i & 1)
        groups[pattern] |= 1 << low
    return sorted(groups.items())


def shift_test(pattern: tuple[int, ...], starts: int) -> str:
    """Text of a test on `n`: does the pattern occur, beginning at one of `starts`?"""
    return f"{all_of(pattern)} & {starts:#x}"


def all_of(pattern: tuple[int, ...]) -> str:
    """Text of the bits of `n` at which the pattern begins; an even row of equal steps is taken in pairs."""
    step = pattern[1] if len(pattern) > 1 else 0
    if len(pattern) > 2 and len(pattern) % 2 == 0 and pattern == tuple(step * i for i in range(len(pattern))):
        pairs = " & ".join(f"t >> {p}" for p in pattern[2::2])
        return f"(t := n & n >> {step}) & {pairs}"
    return " & ".join("n" if p == 0 else f"n >> {p}" for p in pattern)


def bound_atom(expr: Expr, var: str) -> bool:
    """Is it a question about the cell of the bound member alone?"""
    inner = expr.arguments[0] if isinstance(expr, Op) and expr.name == "not" else expr
    match inner:
        case Op(name="=", arguments=(Read(keys=(Var(name=n),)), value)) if n == var:
            return var not in free_vars(value)
        case Op(name="=", arguments=(value, Read(keys=(Var(name=n),)))) if n == var:
            return var not in free_vars(value)
        case Read(keys=(Var(name=n),), type=Flag()):
            return n == var
        case _:
            return False
