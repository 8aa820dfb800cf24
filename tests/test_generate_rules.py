"""The generated games themselves: all of the typed rules occurs in them, and the interpreter plays them to the end."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import attrs
import pytest

from rulespec.interp import evaluate as evaluation
from rulespec.interp import machine
from rulespec.interp.machine import Interpreter
from rulespec.interp.store import Value, belongs
from rulespec.rules.expressions import Expr
from rulespec.rules.game import Game
from rulespec.rules.statements import Call, Decide, Earn, ForEach, If, Repeat, Stmt
from rulespec.rules.types import Kind
from tests.generate_rules import generate
from tests.show_rules import show
from tests.shrink_rules import shrink

SEEDS = range(150)


def nodes(thing: Any) -> Iterator[Any]:
    """All statements and expressions inside."""
    if isinstance(thing, Kind):
        return
    if isinstance(thing, tuple):
        for part in thing:
            yield from nodes(part)
    elif isinstance(thing, dict):
        for part in thing.values():
            yield from nodes(part)
    elif attrs.has(type(thing)):
        yield thing
        for field in attrs.fields(type(thing)):
            yield from nodes(getattr(thing, field.name))


def test_everything_that_rules_can_say_is_said() -> None:
    seen = Counter(type(node) for seed in SEEDS for node in nodes(generate(seed).rules))
    missing = [c.__name__ for c in (*get_args(Stmt), *get_args(Expr)) if seen[c] < 5]
    assert missing == []


def test_the_hard_combinations_occur() -> None:
    found: Counter[str] = Counter()
    for seed in SEEDS:
        game = generate(seed)
        for node in nodes(game.rules):
            match node:
                case Decide(options=options, several=several):
                    found["several"] += several
                    found["active"] += any(o.active is not None for o in options)
                    found["lift"] += any(c.lifts for o in options for c in o.clauses)
                    found["decision in a decision"] += any(
                        isinstance(n, Decide) for o in options for n in nodes(o.effect)
                    )
                    found["earn in an option"] += any(isinstance(s, Earn) for o in options for s in o.effect)
                case ForEach(start=start, until=until, body=body):
                    found["round"] += until is not None
                    found["start"] += start is not None
                    found["decision in a loop"] += any(isinstance(n, Decide) for n in nodes(body))
                    found["call in a loop"] += any(isinstance(n, Call) for n in nodes(body))
                case Repeat(body=body):
                    found["loop in a repeat"] += any(isinstance(n, ForEach) for n in nodes(body))
                case _:
                    pass
        found["account settled by a rule that asks"] += any(
            isinstance(n, Decide) for a in game.accounts.values() for n in nodes(game.rules[a.settled_by].body)
        )
        found["kept"] += any(f.role == "keep" for f in game.families.values())
    assert [what for what, count in found.items() if count < 5] == []


def test_the_same_seed_gives_the_same_game() -> None:
    assert generate(7) == generate(7)
    assert generate(7) != generate(8)


def play(game: Game, seed: int) -> tuple[int, bool]:
    """How many moves were played, and whether the end was reached."""
    interp, rng = Interpreter(game), Random(seed)
    position = interp.new()
    for n in range(30):
        interp.outcome(position)
        legal = interp.legal(position)
        if not legal:
            return n, interp.owner(position) is None
        position, _ = interp.step(position, rng.choice(legal))
    return 30, False


def test_generated_games_are_played_without_errors() -> None:
    """What the rules ask for is always there: no R05xx, whatever is played."""
    moves, ends = 0, 0
    for seed in SEEDS:
        try:
            n, over = play(generate(seed), seed)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        moves, ends = moves + n, ends + over
    assert moves > 3 * len(SEEDS)
    assert ends > len(SEEDS) // 2


def test_a_failing_game_is_made_small() -> None:
    """The shrinker keeps what the failure needs, and little else."""

    def fails(game: Game) -> bool:
        deciding = [n for n in nodes(game.rules) if isinstance(n, If) and any(isinstance(m, Decide) for m in nodes(n))]
        return bool(deciding)

    seed = next(s for s in SEEDS if fails(generate(s)))
    small = shrink(generate(seed), fails)
    assert len(small.rules) == 1
    assert len([n for n in nodes(small.rules) if isinstance(n, get_args(Stmt))]) == 2
    assert show(small).count("\n") < 12


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_game_can_be_read(seed: int) -> None:
    text = show(generate(seed))
    assert text.startswith(f"game game_{seed}")
    assert "decide" in text


def test_every_value_is_one_of_its_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """The types of generated expressions are sound: compiled code may rely on them."""
    plain = evaluation.evaluate

    def checked(expression: Expr, scope: evaluation.Scope) -> Value:
        value = plain(expression, scope)
        assert belongs(value, expression.type), f"{value} is not {expression.type}: {expression}"
        return value

    monkeypatch.setattr(evaluation, "evaluate", checked)
    monkeypatch.setattr(machine, "evaluate", checked)
    for seed in range(60):
        play(generate(seed), seed)
