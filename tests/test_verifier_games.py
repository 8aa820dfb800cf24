"""The verifier on whole games: typed rules, lowered, proved; and the same with a mistake planted in the rules."""

import random

import attrs
import pytest

from rulespec.automaton.nodes import Automaton, ChancePoint, DecisionPoint
from rulespec.automaton.run import Choice, Runner, State, values_of
from rulespec.lower import fold, lower
from rulespec.rules.game import Game
from rulespec.rules.statements import Assign, Cell, Decide, ForEach, Stmt, Transfer
from tests.handmade import ALL, add, auction, kuhn_poker, number, tic_tac_toe
from tests.random_expressions import random_state
from verifier import verify
from verifier.agree import Encoded, disagreement


def lowered(game: Game) -> Automaton:
    return fold(lower(game), {name: ruling.default for name, ruling in game.rulings.items()})


# --- proofs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker"])
def test_game_is_proved(name: str) -> None:
    report = verify(ALL[name]())
    assert report.ok, report.text()


def test_chips_are_conserved() -> None:
    report = verify(kuhn_poker())
    assert report.of("conservation", "chip") == "proved"
    assert report.of("range") == "proved"
    used = {lemma for r in report.results if r.kind == "range" for lemma in r.uses}
    assert "conservation:chip" in used


def test_auction_is_proved_with_guessed_facts() -> None:
    """Accounts settled by a rule that asks, keeps, offers, sets and maps as parameters, loops round the table."""
    report = verify(auction())
    assert report.ok, report.text()
    for kind in ("invariant", "conservation", "range", "transfer", "index", "choice", "termination"):
        assert report.of(kind) == "proved", kind
    assert any(r.subject.startswith("guess: ") for r in report.results)


# --- planted bugs -----------------------------------------------------------------------------------------------------


def with_rule(game: Game, rule: str, body: tuple[Stmt, ...]) -> Game:
    return attrs.evolve(game, rules={**game.rules, rule: attrs.evolve(game.rules[rule], body=body)})


def without_clause(game: Game, rule: str, code: str) -> Game:
    """The same game with one clause of a rule left out."""

    def bare(statement: Stmt) -> Stmt:
        match statement:
            case Decide(options=options):
                kept = tuple(
                    attrs.evolve(o, clauses=tuple(c for c in o.clauses if c.about.code != code)) for o in options
                )
                return attrs.evolve(statement, options=kept)
            case ForEach(body=body):
                return attrs.evolve(statement, body=tuple(map(bare, body)))
            case _:
                return statement

    return with_rule(game, rule, tuple(map(bare, game.rules[rule].body)))


def test_bid_beyond_the_purse_is_refuted() -> None:
    report = verify(without_clause(auction(), "sale", "sale.bid.bid.purse"), only="bids_covered", search_seconds=4)
    assert report.of("invariant", "bids_covered") == "violated"
    violation = report.violations[0]
    assert violation.story is not None
    assert violation.story.steps[-1].move.startswith("bid(amount ")


def test_mark_on_a_taken_square_is_refuted() -> None:
    report = verify(without_clause(tic_tac_toe(), "play", "play.place.place.empty"), search_seconds=2)
    assert report.of("invariant", "fair") == "violated"


def test_chip_from_nowhere_is_refuted() -> None:
    """The winner is given a chip more than lies in the pot."""
    game = kuhn_poker()

    def mint(statement: Stmt) -> tuple[Stmt, ...]:
        if not isinstance(statement, Decide):
            return (statement,)
        options = []
        for option in statement.options:
            effect: list[Stmt] = []
            for part in option.effect:
                if isinstance(part, Transfer) and part.mode == "all":
                    pot = part.amount
                    target: Cell = part.target
                    effect.append(Assign(part.source, number(0)))
                    effect.append(Assign(target, add(pot, number(1))))
                else:
                    effect.append(part)
            options.append(attrs.evolve(option, effect=tuple(effect)))
        return (attrs.evolve(statement, options=tuple(options)),)

    body = tuple(s for statement in game.rules["answer"].body for s in mint(statement))
    report = verify(with_rule(game, "answer", body))
    assert report.of("conservation", "chip") == "violated"
    (violation, *_) = [r for r in report.violations if r.kind == "conservation"]
    assert violation.story is not None
    assert violation.story.from_start
    assert [step.move for step in violation.story.steps][-1] == "fold"
    told = "\n".join(violation.story.lines())
    assert "first: bet" in told
    assert "the number of pieces `chip` is not what it was" in told


# --- the encoding -----------------------------------------------------------------------------------------------------


def some_choice(runner: Runner, state: State, rng: random.Random) -> Choice:
    match runner.point(state):
        case DecisionPoint(options=options):
            option = rng.choice(options)
            return option.name, tuple(rng.choice(list(values_of(t))) for _, t in option.parameters)
        case ChancePoint(kind=kind):
            return "", (rng.choice(kind.values),)
        case _:
            return "", ()


@pytest.mark.parametrize("name", list(ALL))
def test_z3_agrees_with_the_runner_on_random_states(name: str) -> None:
    automaton = lowered(ALL[name]())
    encoded, runner, rng = Encoded(automaton), Runner(automaton), random.Random(name)
    for _ in range(30):
        state = random_state(automaton, rng)
        choice = some_choice(runner, state, rng)
        assert disagreement(encoded, runner, state, choice) == "", (state, choice)


@pytest.mark.parametrize("name", list(ALL))
def test_z3_agrees_with_the_runner_on_games(name: str) -> None:
    automaton = lowered(ALL[name]())
    encoded, runner, rng = Encoded(automaton), Runner(automaton), random.Random(name)
    state = runner.new()
    for _ in range(25):
        moves = runner.legal(state)
        if not moves:
            state = runner.new()
            continue
        choice = rng.choice(moves)
        assert disagreement(encoded, runner, state, choice) == "", (state, choice)
        state = runner.step(state, choice)
