"""Which values the cells may have at each point, as far as the paths alone say: found without a solver.

Reads paths; returns a `Flow`: for every point that can be reached the state there (cells with one possible value are
constants, which closes branches that no game takes), its units walked, and facts about the other cells. A dead frame
slot holds its default, a return slot the calls that lead here: nobody has to write that down for a proof.
"""

from collections.abc import Callable, Mapping

import attrs

from rulespec.automaton.nodes import Automaton, Point, Slot
from rulespec.automaton.walk import blocks_of, effect_writes, sub_blocks
from rulespec.rules.types import domain
from verifier.meaning import Meaning
from verifier.paths import OVER, Path, Unit, Walked, units_of, walk_unit
from verifier.store import Store, cell_name, cell_variable, cells, concrete_store, constant, family
from verifier.terms import Term

PRECISION = 4
"""A cell with more possible values than this is taken to have all of its type."""

Possible = frozenset[int] | None
"""The values a cell may have; None: any of its type."""

Shape = dict[str, tuple[Possible, ...]]
"""For each slot the possible values of its cells."""


@attrs.frozen
class Reached:
    """A point that a game can come to."""

    point: Point
    store: Store
    facts: Mapping[str, Term]
    units: tuple[Walked, ...]


@attrs.frozen
class Flow:
    start: Walked
    reached: Mapping[str, Reached]
    unreached: tuple[str, ...]
    """Labels of points that no path leads to."""

    @property
    def complete(self) -> bool:
        """Were all paths followed?"""
        return self.start.complete and all(unit.complete for at in self.reached.values() for unit in at.units)


def follow(meaning: Meaning, watch: Callable[[str], None] = lambda label: None) -> Flow:
    """Go along all paths from the start until nothing new is possible anywhere; `watch` is told at which point it is."""
    return _Follower(meaning, watch).follow()


class _Follower:
    def __init__(self, meaning: Meaning, watch: Callable[[str], None]) -> None:
        self.watch = watch
        self.meaning, self.terms, self.automaton = meaning, meaning.terms, meaning.automaton
        self.points = {p.label: p for p in self.automaton.points}
        self.cell_of = {cell_name(slot, i): (slot.name, i) for slot in self.automaton.slots for i in range(slot.size)}
        self.shapes: dict[str, Shape] = {}
        self.written = _written_later(self.automaton)
        self.reached: dict[str, Reached] = {}

    def follow(self) -> Flow:
        start = Unit("start", None, None, (), concrete_store(self.terms, self.automaton, self.automaton.initial))
        walked = walk_unit(self.meaning, start)
        todo: dict[str, None] = {}
        for path in walked.paths:
            self.arrive(path, {}, todo)
        while todo:
            label = min(todo, key=lambda name: self.points[name].number)
            del todo[label]
            shape = self.shapes[label]
            reached = self.reached[label] = self.walk(self.points[label], shape)
            for unit in reached.units:
                for path in unit.paths:
                    self.arrive(path, shape, todo)
        if not all(unit.complete for reached in self.reached.values() for unit in reached.units):
            # Paths are missing, so what the others say is not all: anything may hold anywhere.
            anything: Shape = {s.name: (_whole(s),) * s.size for s in self.automaton.slots}
            for label, point in self.points.items():
                control = {self.automaton.control: (frozenset((point.number,)),)}
                self.reached[label] = self.walk(point, {**anything, **control})
        unreached = tuple(p.label for p in self.automaton.points if p.label not in self.reached)
        return Flow(walked, dict(sorted(self.reached.items(), key=lambda item: item[1].point.number)), unreached)

    def walk(self, point: Point, shape: Shape) -> Reached:
        """The units of a point; walked anew only if other cells are constant than the last time."""
        store, facts = self.state(shape)
        last = self.reached.get(point.label)
        if last is not None and _same_cells(last.store, store):
            return attrs.evolve(last, facts=facts)
        self.watch(point.label)
        units = tuple(walk_unit(self.meaning, unit) for unit in units_of(self.meaning, point, store))
        return Reached(point, store, facts, units)

    def state(self, shape: Shape) -> tuple[Store, dict[str, Term]]:
        families, facts = {}, {}
        for slot in self.automaton.slots:
            found = []
            for i, possible in enumerate(shape[slot.name]):
                if possible is not None and len(possible) == 1:
                    found.append(constant(self.terms, slot, min(possible)))
                    continue
                variable = cell_variable(self.terms, slot, i)
                found.append(variable)
                if possible is not None:
                    facts[f"flow:{cell_name(slot, i)}"] = self.terms.among(variable, possible)
            families[slot.name] = family(self.terms, slot, tuple(found))
        return Store(families), facts

    def arrive(self, path: Path, shape: Shape, todo: dict[str, None]) -> None:
        """Join what holds at the end of a path to what is possible at its target."""
        if path.target == OVER:
            return
        memo: dict[int, Possible] = {}
        old = self.shapes.get(path.target)
        new: Shape = {}
        for slot in self.automaton.slots:
            if slot.name in self.written:
                new[slot.name] = (_whole(slot),) * slot.size
                continue
            found = cells(self.terms, path.known, path.after.families[slot.name])
            before = old[slot.name] if old is not None else (frozenset[int](),) * slot.size
            values = tuple(self.possible(term, shape, memo) for term in found)
            new[slot.name] = tuple(_join(slot, a, b) for a, b in zip(before, values, strict=True))
        if new != old:
            self.shapes[path.target] = new
            todo[path.target] = None

    def possible(self, term: Term, shape: Shape, memo: dict[int, Possible]) -> Possible:
        """The values of a term, if they are few: those of the ends of its ifs."""
        if term.ident not in memo:
            memo[term.ident] = self._possible(term, shape, memo)
        return memo[term.ident]

    def _possible(self, term: Term, shape: Shape, memo: dict[int, Possible]) -> Possible:
        match term.op:
            case "const":
                return frozenset((int(str(term.value)),))
            case "var" if str(term.value) in self.cell_of:
                slot, i = self.cell_of[str(term.value)]
                return shape[slot][i]
            case "var" if not term.is_flag:
                values = self.terms.domains[str(term.value)]
                return frozenset(values) if len(values) <= PRECISION else None
            case "ite":
                then, otherwise = (self.possible(t, shape, memo) for t in term.args[1:])
                if then is None or otherwise is None or len(then | otherwise) > PRECISION:
                    return None
                return then | otherwise
            case _:
                return None


def _written_later(automaton: Automaton) -> frozenset[str]:
    """The game's own slots that a step writes: what is known of them at the start is soon lost, and following them
    would only mean to walk the same steps again."""
    found: set[str] = set()
    for node in (*automaton.points, *automaton.joints.values()):
        for block in (part for body in blocks_of(node) for part in sub_blocks(body)):
            found.update(slot for effect in block.effects for slot in effect_writes(effect))
    own = (slot for slot in automaton.slots if slot.frame is None and slot.role != "account")
    return frozenset(slot.name for slot in own if slot.name in found)


def _join(slot: Slot, a: Possible, b: Possible) -> Possible:
    if a is None or b is None:
        return None
    both = a | b
    # Who called is worth following; other cells would only be walked again for each value they may have.
    most = PRECISION if slot.role == "return" else 1
    return both if len(both) <= most and not both.issuperset(domain(slot.type)) else _whole(slot)


def _whole(slot: Slot) -> Possible:
    """Any value; but the only value of a type stays known."""
    values = domain(slot.type)
    return frozenset(values) if len(values) == 1 else None


def _same_cells(a: Store, b: Store) -> bool:
    return all(held is b.families[name] for name, held in a.families.items())
