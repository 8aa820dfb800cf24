"""Mistakes planted in the rules are noticed, by a step that was played; what changes nothing is told apart."""

import attrs

import rulespec
from rulespec.automaton.run import Runner
from rulespec.rules.expressions import YES
from tests.small_automata import coins, goods
from verifier.mutate import Mutant, judge_mutants, mutants
from verifier.traces import Judge
from verifier.words import Words


def caught(what: str, **changes: object) -> None:
    found = judge_mutants(coins(), only=lambda mutant: what in mutant.what)
    assert found.judged
    assert {j.fate for j in found.judged} == {"caught"}, list(found.lines(verbose=True))


def test_wrong_payment_is_noticed() -> None:
    caught("one more moved")
    caught("move turned round")


def test_what_catches_a_mistake_was_played() -> None:
    found = judge_mutants(goods())
    assert found.of("caught")
    for judged in found.of("caught"):
        story = judged.story
        assert story is not None
        assert not story.from_start
        automaton = judged.mutant.automaton
        judge = Judge(automaton, Runner(automaton), Words(automaton))
        assert judge.label(story.state) == story.steps[0].point
        assert judge.is_legal(story.state, story.steps[0].choice)


def test_clause_that_says_nothing_changes_nothing() -> None:
    automaton = coins()
    point = automaton.points[0]
    option = point.options[0]
    doubled = attrs.evolve(
        option, clauses=(*option.clauses, attrs.evolve(option.clauses[0], code="again", condition=YES))
    )
    more = attrs.evolve(
        automaton, points=(attrs.evolve(point, options=(doubled, *point.options[1:])), *automaton.points[1:])
    )
    found = judge_mutants(more, only=lambda mutant: mutant.what == "clause again left out")
    assert [j.fate for j in found.judged] == ["changes nothing"]


def test_every_clause_of_a_game_is_left_out_once() -> None:
    automaton = rulespec.load("games/kuhn_poker").automaton
    planted = list(mutants(automaton))
    clauses = [c.code for p in automaton.points for o in getattr(p, "options", ()) for c in o.clauses]
    assert [m.what for m in planted if m.dropped] == [f"clause {code} left out" for code in clauses]
    assert all(isinstance(m, Mutant) and m.automaton != automaton for m in planted)


def test_share_of_a_game() -> None:
    found = judge_mutants(rulespec.load("games/kuhn_poker"))
    assert found.share >= 0.5
    assert {"game", "share", "mutants"} == set(found.to_json())
