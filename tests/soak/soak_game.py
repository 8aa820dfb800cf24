"""The facade under far more hostile input than `make test` has time for, and longer random games."""

import pytest
from hypothesis import settings

from tests import test_game_facade, test_game_moves, test_game_saves, test_game_sessions
from tests.game_samples import NAMES

MANY = settings(max_examples=5_000, deadline=None)

test_edited_saves = MANY(test_game_saves.test_an_edited_save_is_refused_or_playable)
test_changed_logs = MANY(test_game_sessions.test_a_log_with_changed_bytes_is_refused_or_replays)
test_texts_as_moves = MANY(test_game_moves.test_any_text_is_a_move_or_gets_a_code)
test_json_as_moves = MANY(test_game_moves.test_any_json_is_a_move_or_gets_a_code)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(100, 200))
def test_long_games_agree_with_the_interpreter(name: str, seed: int) -> None:
    test_game_facade.test_facade_plays_as_the_interpreter_does(name, seed, None)
    test_game_saves.test_a_dump_comes_back(name, seed)
    test_game_sessions.test_every_transcript_replays(name, seed, seed % 2 == 0)
