"""The verifier on automata built by hand: what holds is proved, what was broken is refuted by a game one can play.

The encoding is held against the plain runner on random automata and states, and the verdicts against a search.
"""

import json
import random

import attrs
import pytest

from rulespec.automaton.nodes import Automaton, InvariantAt
from rulespec.automaton.run import Runner, values_of
from rulespec.diagnostics import RulespecError
from tests.random_expressions import Writer, random_state, world
from tests.small_automata import coins, counter, goods, tennis
from verifier import Report, verify
from verifier.agree import Encoded, disagreement
from verifier.conditions import CODES
from verifier.search import Search
from verifier.traces import Judge, Story
from verifier.words import Words

# --- what holds is proved ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("automaton", [coins(), goods()], ids=lambda a: a.game)
def test_sound_game_is_proved_without_playing(automaton: Automaton) -> None:
    report = verify(automaton, search_seconds=0)
    assert report.ok, report.text()
    assert report.exit_code == 0
    assert report.visited == 0
    assert {r.verdict for r in report.results} == {"proved"}


def test_solver_is_asked_only_for_what_is_not_plain() -> None:
    report = verify(coins(), search_seconds=0)
    asked = {r.id for r in report.results if not r.how}
    assert "range:bank@turn.pay.pay#1" in asked
    assert not any(r.startswith("conservation") for r in asked)
    proof = next(r for r in report.results if r.id == "range:bank@turn.pay.pay#1")
    assert proof.uses == ("conservation:coin",)


def test_only_also_proves_what_the_proofs_rely_on() -> None:
    report = verify(coins(), only="range:")
    assert {r.kind for r in report.results} == {"range", "conservation"}


# --- what is broken is refuted ----------------------------------------------------------------------------------------


def replay(automaton: Automaton, story: Story) -> tuple[Judge, tuple[int, ...], str]:
    """Play a story with the plain runner: the last state, and the code of the error it ends in."""
    judge = Judge(automaton, Runner(automaton), Words(automaton))
    state = judge.start() if story.from_start else story.state
    for step in story.steps:
        assert judge.label(state) == step.point
        assert judge.is_legal(state, step.choice)
        try:
            state = judge.step(state, step.choice)
        except RulespecError as error:
            return judge, state, error.code
    return judge, state, ""


PLANTED = {
    "unguarded payment": (coins(guarded=False), "transfer", "purse", "R0501"),
    "coin from nowhere": (coins(minted=True), "conservation", "coin", ""),
    "nothing to choose": (coins(way_out=False), "choice", "turn.pay", ""),
    "limit off by one": (coins(limit=4), "invariant", "modest", ""),
    "goods on a foreign stall": (goods(own_stall=False), "conservation", "good", ""),
    "full stall changes hands": (goods(emptied=False), "conservation", "good", ""),
    "endless loop": (goods(falling=False), "termination", "loop", ""),
}


@pytest.mark.parametrize(("automaton", "kind", "subject", "code"), PLANTED.values(), ids=PLANTED)
def test_planted_bug_is_refuted_by_a_game(automaton: Automaton, kind: str, subject: str, code: str) -> None:
    report = verify(automaton, search_seconds=5)
    assert report.verdict == "violated"
    assert report.exit_code == 1
    (first, *_) = [r for r in report.violations if (r.kind, r.subject) == (kind, subject)]
    assert first.story is not None
    assert first.story.from_start
    judge, state, stopped = replay(automaton, first.story)
    assert stopped == code
    match kind:
        case "invariant" | "conservation":
            assert (kind, subject) in judge.faults(state)
        case "choice":
            assert judge.choices(state)[0] == []
        case _:
            pass


@pytest.mark.parametrize(("automaton", "kind", "subject", "code"), PLANTED.values(), ids=PLANTED)
def test_planted_bug_is_not_inductive_where_no_game_is_looked_for(
    automaton: Automaton, kind: str, subject: str, code: str
) -> None:
    """From a state of the solver's; the plain runner comes to the same fault in one step."""
    report = verify(automaton, search_seconds=0, search_states=0)
    failed = [r for r in report.results if (r.kind, r.subject) == (kind, subject) and r.verdict == "not inductive"]
    assert failed, report.text()
    story = failed[0].story
    assert story is not None
    assert not story.from_start
    judge, state, stopped = replay(automaton, story)
    assert stopped == code
    if kind in ("invariant", "conservation"):
        assert (kind, subject) in judge.faults(state)


def test_story_in_the_words_of_the_game() -> None:
    report = verify(coins(limit=4))
    (violation,) = report.violations
    assert violation.story is not None
    assert list(violation.story.lines()) == [
        "from the start of the game (the shortest):",
        "  1. red: pay(amount 2)   (turn.pay)",
        "       purse[red]: 3 -> 1",
        "       bank: 0 -> 2",
        "       turn: red -> blue",
        "  2. blue: pay(amount 3)   (turn.pay)",
        "       purse[blue]: 3 -> 0",
        "       bank: 2 -> 5",
        "       turn: blue -> red",
        "  then `modest` does not hold",
    ]


def test_state_without_a_past_is_no_counterexample() -> None:
    report = verify(tennis(), search_seconds=0, search_states=0)
    assert report.of("invariant", "red_leads") == "proved", report.text()
    assert "looking one step further back" in {r.how for r in report.results}


def test_invariant_that_no_step_proves_is_proved_where_every_position_was_visited() -> None:
    weak = verify(counter(2), search_seconds=0, search_states=0)
    assert weak.of("invariant", "not_three") == "not inductive"
    assert weak.exit_code == 3
    report = verify(counter(2))
    assert report.of("invariant", "not_three") == "proved"
    assert report.exhaustive
    assert verify(counter(1)).of("invariant", "not_three") == "violated"


# --- budgets ----------------------------------------------------------------------------------------------------------


def test_question_beyond_its_budget_is_unknown_never_proved() -> None:
    report = verify(coins(), steps=1, search_seconds=0, search_states=0)
    undecided = [r for r in report.results if not r.how]
    assert undecided
    assert {r.verdict for r in undecided} == {"unknown"}
    assert report.exit_code == 3


def test_interrupted_verification_leaves_a_partial_report() -> None:
    def stop(done: int, total: int, what: str) -> None:
        if done == 3:
            raise KeyboardInterrupt

    report = verify(coins(), progress=stop)
    assert report.stopped
    assert report.verdict == "unknown"
    assert report.counts["proved"] == 3


# --- reports ----------------------------------------------------------------------------------------------------------


def test_report_as_json() -> None:
    report = verify(coins(limit=4))
    data = json.loads(json.dumps(report.to_json()))
    assert data["invariants"] == {"modest": "violated", "not_all": "proved"}
    assert data["pieces"] == {"coin": "proved"}
    assert sum(data["summary"].values()) == len(data["obligations"])
    for obligation in data["obligations"]:
        assert {"id", "kind", "invariant", "rule", "verdict", "seconds"} <= set(obligation)
    ids = [o["id"] for o in data["obligations"]]
    assert len(ids) == len(set(ids))


def test_report_is_the_same_every_time() -> None:
    def plain(report: Report) -> list[tuple[str, str]]:
        return [(r.id, r.verdict) for r in report.results]

    assert plain(verify(goods(emptied=False))) == plain(verify(goods(emptied=False)))


# --- the encoding means what the automaton does -----------------------------------------------------------------------


def check_agreement(automaton: Automaton, rng: random.Random, *, by_solver: bool, steps: int) -> int:
    """Random states and moves; returns how many moves came to a state."""
    encoded, runner = Encoded(automaton, by_solver=by_solver), Runner(automaton)
    arrived = 0
    for _ in range(steps):
        state = random_state(automaton, rng)
        point = runner.point(state)
        option = rng.choice(getattr(point, "options", [None]))
        if option is None:
            choice = ("", ())
        else:
            choice = (option.name, tuple(rng.choice(list(values_of(t))) for _, t in option.parameters))
        assert disagreement(encoded, runner, state, choice) == "", (state, choice)
        arrived += encoded.step(state, choice).state is not None
    return arrived


def test_z3_agrees_with_the_runner_on_random_automata() -> None:
    arrived = 0
    for seed in range(25):
        rng = random.Random(seed)
        arrived += check_agreement(world(rng), rng, by_solver=True, steps=5)
    assert arrived > 30


def test_terms_agree_with_the_runner_on_random_automata() -> None:
    arrived = 0
    for seed in range(1000, 1100):
        rng = random.Random(seed)
        arrived += check_agreement(world(rng), rng, by_solver=False, steps=8)
    assert arrived > 150


@pytest.mark.parametrize("automaton", [coins(), goods()], ids=lambda a: a.game)
def test_z3_agrees_with_the_runner_on_small_games(automaton: Automaton) -> None:
    assert check_agreement(automaton, random.Random(1), by_solver=True, steps=60) > 10


def test_nothing_is_proved_that_a_game_refutes() -> None:
    """Random automata with random invariants: the verdicts without search, held against a search."""
    refuted = 0
    for seed in range(30):
        rng = random.Random(seed)
        automaton = world(rng)
        writer = Writer(rng)
        invariants = tuple(
            InvariantAt(f"i{k}", tuple(rng.sample(["here", "there"], rng.randint(1, 2))), writer.flag(2, {}))
            for k in range(3)
        )
        initial = (0, 0, *random_state(automaton, rng)[2:])
        automaton = attrs.evolve(automaton, invariants=invariants, initial=initial)
        report = verify(automaton, search_seconds=0, search_states=0)
        verdicts: dict[tuple[str, str], set[str]] = {}
        for r in report.results:
            fault = (CODES[r.kind], r.unit) if r.kind in CODES else (r.kind, r.subject)
            verdicts.setdefault(fault, set()).add(r.verdict)
        search = Search(Judge(automaton, Runner(automaton), Words(automaton)), max_states=100, seconds=1)
        search.run()
        for fault in search.found:
            assert not verdicts.get(fault, {"nothing"}) <= {"proved", "vacuous", "nothing"}, (seed, fault)
            refuted += 1
    assert refuted > 30
