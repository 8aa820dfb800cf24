"""Renders results: one table for people, one JSON value for programs.

Reads the results of each game. The table shows figures, ratios to the (functional) twin, floor and goal beside them;
what is missing stands there with its reason. The JSON has only measured figures under `games`, the rest elsewhere.
"""

from collections.abc import Iterator, Sequence

import attrs
from rich.table import Table
from rich.text import Text

from benchmarks.contenders import FORMS
from benchmarks.loading import Loading
from benchmarks.playing import Choices
from benchmarks.targets import target_of

TITLES = {
    "pure": "pure: legal, step",
    "in_place": "in place: legal, apply",
    "playout": "playout",
    "best": "best of these",
    "functional_twin": "functional twin",
    "mutable_twin": "mutable twin",
    "openspiel_cpp": "OpenSpiel, C++ game",
    "openspiel_python": "OpenSpiel, Python game",
}
COLOURS = {"goal": "green", "floor": "yellow", "within": "green", "below floor": "red", "too slow": "red"}


@attrs.frozen
class Result:
    """One game: playouts per CPU second of those who played, why the others did not, and how long it takes to load."""

    game: str
    rates: dict[str, float]
    missing: dict[str, str]
    loading: Loading | str  # or why there is none
    choices: Choices | None = None

    @property
    def best(self) -> float | None:
        return max((self.rates[form] for form in FORMS if form in self.rates), default=None)

    def ratio(self, rate: float) -> float | None:
        """To the functional twin; to the only one where there is no such."""
        twin = self.rates.get("functional_twin") or self.rates.get("mutable_twin")
        return rate / twin if twin else None


@attrs.frozen
class Row:
    """One line of the table, already in words."""

    title: str
    figure: str
    ratio: str = ""
    floor: str = ""
    goal: str = ""
    verdict: str = ""


def rate_row(result: Result, key: str, rate: float) -> Row:
    ratio, target = result.ratio(rate), target_of(result.game, key)
    row = Row(TITLES[key], f"{rate:,.0f}", f"{ratio:.2f}" if ratio is not None else "")
    if ratio is None or target is None:
        return row
    goal = f"{target.goal:g}" if target.goal is not None else ""
    return attrs.evolve(row, floor=f"{target.floor:g}", goal=goal, verdict=target.verdict(ratio))


def loading_rows(loading: Loading | str) -> Iterator[Row]:
    if isinstance(loading, str):
        yield Row("load", "not available", verdict=loading)
        return
    for title, seconds, limit in (("cold", loading.cold, loading.limits[0]), ("warm", loading.warm, loading.limits[1])):
        verdict = "within" if seconds <= limit else "too slow"
        yield Row(f"load {loading.lines} lines, {title}", f"{seconds:.3f} s", floor=f"{limit:g} s", verdict=verdict)


def rows(result: Result) -> Iterator[Row]:
    """The lines of one game, in the order of TITLES."""
    for key in TITLES:
        if key == "best":
            if result.best is not None:
                yield rate_row(result, key, result.best)
        elif key in result.rates:
            yield rate_row(result, key, result.rates[key])
        elif key in result.missing:
            yield Row(TITLES[key], "not available", verdict=result.missing[key])
    if (asked := result.choices) is not None:
        words = f"{asked.mean:.1f} moves on average, at most {asked.most}"
        yield Row("choices a game", f"{asked.a_game:,.0f}", verdict=words)
    yield from loading_rows(result.loading)


def table(results: Sequence[Result]) -> Table:
    """The one table: games as sections."""
    drawn = Table(title="Playouts per CPU second, one core, all measured by turns in this run")
    drawn.add_column("game", no_wrap=True)
    drawn.add_column("form", no_wrap=True)
    drawn.add_column("playouts/s", justify="right", no_wrap=True)
    for heading in ("× twin", "floor", "goal"):
        drawn.add_column(heading, justify="right")
    drawn.add_column("reached")
    for result in results:
        name = result.game
        for row in rows(result):
            reached = Text(row.verdict, style=COLOURS.get(row.verdict, "dim"))
            drawn.add_row(name, row.title, row.figure, row.ratio, row.floor, row.goal, reached)
            name = ""
        drawn.add_section()
    return drawn


def as_json(results: Sequence[Result]) -> dict[str, dict[str, dict[str, object]]]:
    """`games` holds playouts per CPU second; `load` seconds; `missing` the reasons of what is in neither."""
    loads = {result.game: result.loading for result in results}
    missing: dict[str, dict[str, object]] = {
        result.game: {**result.missing, **({"load": result.loading} if isinstance(result.loading, str) else {})}
        for result in results
    }
    return {
        "games": {result.game: {key: round(rate) for key, rate in result.rates.items()} for result in results},
        "load": {game: attrs.asdict(load) for game, load in loads.items() if isinstance(load, Loading)},
        "choices": {result.game: attrs.asdict(result.choices) for result in results if result.choices is not None},
        "missing": {game: reasons for game, reasons in missing.items() if reasons},
    }


def below_floor(results: Sequence[Result]) -> list[str]:
    """What misses its floor or its limit, or is not there at all although it has one."""
    found = []
    for result in results:
        has_target = target_of(result.game, "pure") is not None
        found += [
            f"{result.game}, {row.title}: {row.verdict}"
            for row in rows(result)
            if row.verdict in ("below floor", "too slow")
            or (row.figure == "not available" and has_target and not row.title.startswith("OpenSpiel"))
        ]
    return found
