"""The benchmark's frame: figures come from what was played, what is missing says so, forms choose as they should."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from benchmarks import __main__ as command
from benchmarks import contenders, playing
from benchmarks.loading import Loading
from benchmarks.measure import measure
from benchmarks.report import Result, as_json, below_floor, rows
from benchmarks.twins import FUNCTIONAL


class CoinThenCount:
    """A game of three steps as a core: chance says 0 or 1 (three to one), then two decisions between three moves."""

    def new(self) -> tuple[int, ...]:
        return ()

    def owner(self, state: Sequence[int]) -> int | None:
        return (-1, 0, 1, None)[len(state)]

    def legal(self, state: Sequence[int]) -> list[int]:
        return ([0, 1], [0, 1, 2], [0, 1, 2], [])[len(state)]

    def weights(self, state: Sequence[int]) -> list[int]:
        return [3, 1]

    def step(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def thaw(self, state: tuple[int, ...]) -> list[int]:
        return list(state)

    def apply(self, live: list[int], move: int) -> None:
        live.append(move)

    def freeze(self, live: list[int]) -> tuple[int, ...]:
        return tuple(live)

    def playout(self, state: tuple[int, ...], random: Callable[[], float]) -> tuple[int, ...]:
        raise NotImplementedError

    def outcome(self, state: Sequence[int]) -> tuple[int, int]:
        return (0, 0)


def test_chance_is_drawn_by_weight_and_moves_evenly() -> None:
    core = CoinThenCount()
    random = Random(1).random
    ends = Counter(playing.random_game(core, random)[1] for _ in range(18_000))
    for (coin, *_), count in ends.items():
        expected = 18_000 * (0.75, 0.25)[coin] / 9
        assert abs(count - expected) < 5 * expected**0.5
    assert len(ends) == 18


@pytest.mark.parametrize("form", [playing.pure, playing.in_place])
def test_forms_play_games_with_chance(form: Callable[[Any], Callable[[int], object]]) -> None:
    form(CoinThenCount())(10)
    assert playing.has_chance(CoinThenCount())


def test_core_that_goes_on_after_the_end_is_refused() -> None:
    class Endless(CoinThenCount):
        def legal(self, state: Sequence[int]) -> list[int]:
            return super().legal(state) or [0]

    with pytest.raises(ValueError, match="after the end"):
        playing.pure(Endless())


def test_every_contender_plays_every_round() -> None:
    played: Counter[str] = Counter()

    def player(name: str, effort: int) -> Callable[[int], object]:
        def play(games: int) -> None:
            played[name] += games
            for _ in range(games):
                sum(range(effort))

        return play

    rates = measure({"light": player("light", 1_000), "heavy": player("heavy", 10_000)}, seconds=0.1, rounds=3)
    assert rates["light"] > 3 * rates["heavy"] > 0
    assert played["light"] > played["heavy"] > 3


def test_core_of_another_game_does_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loaded:
        core = CoinThenCount()

    class Library:
        @staticmethod
        def load(path: object) -> Loaded:
            return Loaded()

    monkeypatch.setitem(sys.modules, "rulespec", Library)
    field = contenders.own_forms("tic_tac_toe")
    assert field.ready == {}
    assert "another game than its twin" in field.missing["pure"]


def test_report_of_measured_and_missing() -> None:
    rates = {"pure": 260.0, "playout": 330.0, "functional_twin": 100.0, "mutable_twin": 900.0}
    result = Result("tic_tac_toe", rates, {"in_place": "no such thing"}, Loading(150, 0.4, 0.06))
    found = {row.title: (row.figure, row.ratio, row.verdict) for row in rows(result)}
    assert found["pure: legal, step"] == ("260", "2.60", "goal")
    assert found["in place: legal, apply"] == ("not available", "", "no such thing")
    assert found["best of these"] == ("330", "3.30", "below floor")
    assert found["load 150 lines, cold"] == ("0.400 s", "", "within")
    assert found["load 150 lines, warm"] == ("0.060 s", "", "too slow")
    assert as_json([result])["games"] == {"tic_tac_toe": {key: round(rate) for key, rate in rates.items()}}
    assert as_json([result])["missing"] == {"tic_tac_toe": {"in_place": "no such thing"}}
    assert len(below_floor([result])) == 3


def test_command_prints_json_of_the_twins(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--games", "tic_tac_toe", "--seconds", "0.1", "--json", "--no-load"]) == 0
    figures = json.loads(capsys.readouterr().out)["games"]["tic_tac_toe"]
    assert figures["mutable_twin"] > figures["functional_twin"] > 0


def test_command_refuses_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(["--games", "ludo"])
    assert stopped.value.code == 2
    assert "no such game: ludo; there are " + ", ".join(FUNCTIONAL) in capsys.readouterr().err
