"""From the solver's model to a state and a move, and whether they do what they are said to do.

Reads an obligation that does not follow; `candidate` returns a state and a choice, `play` runs them in the runner.
"""

from collections.abc import Callable, Mapping

from rulespec.automaton.evaluate import Value as Plain
from rulespec.automaton.nodes import Automaton
from rulespec.automaton.run import Choice, State
from rulespec.diagnostics import RulespecError
from verifier.conditions import CODES, Obligation
from verifier.meaning import MapValue, SetValue, Value
from verifier.paths import Unit, Walked
from verifier.solve import Session
from verifier.store import Store
from verifier.terms import Term, Terms, evaluate
from verifier.traces import Fault, Judge

MAX_WISHES = 200


def fault_of(obligation: Obligation) -> Fault:
    """What a game would show if the obligation fails."""
    if obligation.kind == "termination":
        return CODES["termination"], obligation.subject
    if obligation.kind in CODES:
        return CODES[obligation.kind], obligation.unit
    return obligation.kind, obligation.subject


def candidate(
    automaton: Automaton, terms: Terms, session: Session, walked: Walked, obligation: Obligation, seconds: float
) -> tuple[State, Choice] | None:
    """A state and a move in which the hypotheses hold and the goal does not, if the solver still finds one."""
    store = walked.unit.before
    obligation = obligation.written()
    assumed = (*obligation.assumed, terms.negate(obligation.goal))
    reply = session.witness(assumed, _wishes(automaton, terms, store), seconds)
    if reply.answer != "fails":
        return None
    return _state(automaton, store, reply.values), _choice(walked.unit, reply.values)


def play(judge: Judge, state: State, choice: Choice, obligation: Obligation) -> list[State] | None:
    """The states of one step if it comes to the fault (only the first if it stops there); None if it does not."""
    if judge.faults(state):
        return None
    fault = fault_of(obligation)
    try:
        if not judge.is_legal(state, choice):
            return None
        after = judge.step(state, choice)
    except RulespecError as error:
        return [state] if (error.code, obligation.unit) == fault else None
    if obligation.kind == "termination":
        return [state, after] if judge.label(after) == obligation.target else None
    seen = judge.faults(after)
    choices, _ = judge.choices(after)
    if not choices and judge.runner.point(after) is not None:
        seen.append(("choice", judge.label(after)))
    return [state, after] if fault in seen else None


def _wishes(automaton: Automaton, terms: Terms, store: Store) -> list[Term]:
    """A counterexample is easier to read the more of it is as at the start of the game."""
    found = []
    for slot in automaton.slots:
        for i, term in enumerate(store.families[slot.name].cells):
            if not term.is_const:
                value = automaton.initial[slot.offset + i]
                found.append(terms.eq(term, terms.flag(value) if term.is_flag else terms.number(value)))
    return found[:MAX_WISHES]


def _state(automaton: Automaton, store: Store, values: Mapping[str, int]) -> State:
    """What the solver left open is as at the start of the game."""
    cells = list(automaton.initial)
    for slot in automaton.slots:
        for i, term in enumerate(store.families[slot.name].cells):
            if term.is_const or str(term.value) in values:
                cells[slot.offset + i] = evaluate(term, values)
    return tuple(cells)


def _choice(unit: Unit, values: Mapping[str, int]) -> Choice:
    def number(term: Term) -> int:
        if term.op == "var" and str(term.value) not in values:
            return term.low
        return evaluate(term, values)

    option = unit.option.name if unit.option is not None else ""
    return option, tuple(_argument(value, number) for _, _, value in unit.parameters)


def _argument(value: Value, number: Callable[[Term], int]) -> Plain:
    match value:
        case SetValue(bits=bits):
            return sum(number(bit) << i for i, bit in enumerate(bits))
        case MapValue(entries=entries):
            return tuple(number(entry) for entry in entries)
        case _:
            return number(value)
