"""Facts that nobody wrote down but that may well hold at a point, for proofs that fail without them.

Reads the automaton and positions of real games; returns `FrameFact`s to be proved like any other: a guess that is not
proved is forgotten. Only what games have never contradicted is guessed: that an account is empty, that a number is not
at its lower end, that something is, or is not, none, that what a rule is busy with has a mark.
"""

from collections.abc import Iterator, Mapping, Sequence

from rulespec.automaton.nodes import Automaton, FrameFact, Slot
from rulespec.automaton.run import State
from rulespec.rules.expressions import YES, Const, Expr, Op, Quantified, Read, Var
from rulespec.rules.types import Flag, Member, Number
from verifier.traces import Judge

PREFIX = "guess: "


def guess(automaton: Automaton, judge: Judge, seen: Mapping[str, Sequence[State]]) -> tuple[FrameFact, ...]:
    """The candidates that hold in all positions `seen` at their point (of a point that was not seen: all)."""
    found = []
    for point in automaton.points:
        states = seen.get(point.label, ())
        for name, condition in candidates(automaton):
            if all(judge.holds(condition, state) for state in states):
                found.append(FrameFact(f"{PREFIX}{name} at {point.label}", (point.label,), condition))
    return tuple(found)


def candidates(automaton: Automaton) -> Iterator[tuple[str, Expr]]:
    for slot in automaton.slots:
        if slot.name in (automaton.control, automaton.ending):
            continue
        if slot.role == "account":
            yield f"{slot.name} is empty", _everywhere(slot)
        if slot.keys:
            continue
        held = Read(slot.name, (), slot.type)
        match slot.type:
            case Number(low=low):
                yield f"{slot.name} is more than {low}", Op("<", (Const(low, slot.type), held), Flag())
            case Member(kind=kind, optional=True):
                is_none = Op("=", (held, Const(kind.none, slot.type)), Flag())
                yield f"{slot.name} is none", is_none
                yield f"{slot.name} is not none", Op("not", (is_none,), Flag())
            case Member(kind=kind) if slot.frame is not None:
                for flags in automaton.slots:
                    if isinstance(flags.type, Flag) and len(flags.keys) == 1 and kind.within(flags.keys[0]):
                        yield f"{flags.name} of {slot.name}", Read(flags.name, (held,), Flag())
            case _:
                pass


def _everywhere(slot: Slot) -> Expr:
    """Every cell of the slot holds its default."""
    names = [f"key{i}" for i in range(len(slot.keys))]
    keys = tuple(Var(name, Member(kind)) for name, kind in zip(names, slot.keys, strict=True))
    condition: Expr = Op("=", (Read(slot.name, keys, slot.type), Const(slot.default, slot.type)), Flag())
    for name, kind in zip(reversed(names), reversed(slot.keys), strict=True):
        condition = Quantified(True, name, kind, YES, condition)
    return condition
