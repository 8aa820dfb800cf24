"""The programs in examples/ run as they stand, for games that they do not know."""

import random
import sys
import warnings
from pathlib import Path

import pytest

import rulespec

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
sys.path.insert(0, str(EXAMPLES))

import chat_bot  # noqa: E402
import terminal_bot  # noqa: E402

KUHN, TTT, EMPIRE = "games/kuhn_poker", "games/tic_tac_toe", "games/little_empire"


def test_a_terminal_bot_blocks_and_wins() -> None:
    game = rulespec.load(TTT)
    state = game.new()
    for move in ("mark(a1)", "mark(b2)", "mark(b1)"):
        state = game.play(state, move)
    assert str(terminal_bot.best_move(game, state, 60, random.Random(3))) == "mark(cell=c1)"


def test_a_game_in_the_terminal_is_played_to_its_end() -> None:
    said: list[str] = []
    typed = iter(["mark(a1)", "mark(a1)", "nonsense(", *(f"mark({c}{r})" for r in "123" for c in "abc")] * 3)
    terminal_bot.main(TTT, ask=lambda _: next(typed), say=said.append)
    assert said[-1].startswith("Won by")
    assert any("NOT PERMITTED" in line for line in said)


def test_a_chat_plays_and_keeps_hands_private() -> None:
    sent: list[tuple[str | None, str]] = []
    bot = chat_bot.ChatBot(KUHN, lambda to, text: sent.append((to, text)), seed=5)
    for author, text in (("ann", "bet"), ("ann", "!join"), ("bob", "!join"), ("cem", "!join"), ("ann", "!start")):
        bot.on_message(author, text)
    assert sent[0] == ("ann", "!join a game, then !start it")
    hands = {to: text for to, text in sent if to and "Your card" in text}
    cards = {to: [c for c in ("Jack", "Queen", "King") if c in text] for to, text in hands.items()}
    assert [len(cards[who]) for who in ("ann", "bob")] == [1, 1]
    assert cards["ann"] != cards["bob"]
    assert not [text for to, text in sent if to is None and any(c in text for c in ("Jack", "Queen", "King"))]
    for author, text in (
        ("bob", "bet"),
        ("ann", "fold"),
        ("ann", "!why fold"),
        ("ann", "!moves"),
        ("ann", "bet"),
        ("bob", "call"),
    ):
        bot.on_message(author, text)
    assert ("ann", "bet\ncheck") in sent
    assert "Won by" in sent[-1][1] or "won" in sent[-1][1]


@pytest.mark.parametrize("name", [KUHN, EMPIRE])
def test_the_environment_passes_the_tests_of_pettingzoo(name: str) -> None:
    from pettingzoo.test import api_test, seed_test
    from pettingzoo_env import RulesEnv

    game = rulespec.load(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(RulesEnv(game), num_cycles=150)
        seed_test(lambda: RulesEnv(game), num_cycles=150)


def test_an_action_that_is_masked_is_refused_and_every_mask_has_a_way_on() -> None:
    from pettingzoo_env import RulesEnv

    env = RulesEnv(rulespec.load(EMPIRE))
    lots = random.Random(5)
    env.reset(seed=3)
    for agent in env.agent_iter(400):
        seen, _, over, _, _ = env.last()
        if over:
            env.step(None)
            continue
        assert agent == env.agent_selection
        allowed = [i for i, yes in enumerate(seen["action_mask"]) if yes]
        assert allowed
        masked = [i for i, yes in enumerate(seen["action_mask"]) if not yes]
        if masked and lots.random() < 0.05:
            with pytest.raises(rulespec.RulespecError):
                env.step(lots.choice(masked))
            break
        env.step(lots.choice(allowed))


def test_an_observation_tells_apart_what_a_view_tells_apart_and_nothing_more() -> None:
    game = rulespec.load(KUHN)
    starts = [game.new(seed) for seed in range(12)]
    for who in (*game.players, None):
        for a in starts:
            for b in starts:
                assert (game.view(a, who) == game.view(b, who)) == (game.observe(a, who) == game.observe(b, who))


HOW_TO = sorted((EXAMPLES.parent / "docs/how-to").glob("*.md"))


@pytest.mark.parametrize("page", [p for p in HOW_TO if "```python" in p.read_text("utf-8")], ids=lambda p: p.stem)
def test_the_programs_of_the_how_to_pages_run(page: Path) -> None:
    for snippet in page.read_text("utf-8").split("```python\n")[1:]:
        exec(compile(snippet.partition("```")[0], str(page), "exec"), {"__name__": page.stem})
