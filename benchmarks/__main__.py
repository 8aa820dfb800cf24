"""`python -m benchmarks`: measures every game in every form and prints one table, or JSON.

Reads games/ and the command line. Exits 0, or with `--check` 1 if a floor is missed.
"""

import argparse
import json
import sys
from collections.abc import Sequence

from rich.console import Console

from benchmarks.contenders import GAMES, SEATS, available_games, contenders
from benchmarks.loading import Loading, load_times
from benchmarks.measure import measure
from benchmarks.report import Result, as_json, below_floor, table


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Playouts per CPU second of the compiled games, beside hand-written twins and OpenSpiel.",
    )
    parser.add_argument("--games", nargs="+", metavar="NAME", help="only these games (default: all)")
    parser.add_argument("--seconds", type=float, default=1.4, help="CPU seconds for each contender (default: 1.4)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    parser.add_argument("--no-load", action="store_true", help="leave out the load times")
    parser.add_argument("--check", action="store_true", help="exit 1 if a floor is missed")
    options = parser.parse_args(argv)
    known = available_games()
    options.games = [name for given in options.games or known for name in given.split(",")]
    if unknown := [name for name in options.games if name not in known]:
        parser.error(f"no such game: {', '.join(unknown)}; there are {', '.join(known)}")
    if not 0 < options.seconds <= 600:
        parser.error("--seconds must be more than 0 and at most 600")
    return options


def loading_of(name: str, asked: bool) -> Loading | str:
    if not asked:
        return "not asked for"
    folder = GAMES.parent / "magnanimous_rules" if name in SEATS else GAMES / name
    if not (folder / "game.rules").is_file():
        return f"there is no {folder.relative_to(GAMES.parent)}/game.rules"
    try:
        return load_times(folder, SEATS.get(name))
    except (RuntimeError, ValueError) as error:
        return str(error)


def result_of(name: str, seconds: float, with_load: bool) -> Result:
    field = contenders(name)
    return Result(name, measure(field.ready, seconds), field.missing, loading_of(name, with_load), field.choices)


def main(argv: Sequence[str] | None = None) -> int:
    options = arguments(argv)
    results: list[Result] = []
    with Console(stderr=True).status("") as status:
        for name in options.games:
            status.update(f"measuring {name} ({len(results) + 1} of {len(options.games)})")
            results.append(result_of(name, options.seconds, not options.no_load))
    if options.json:
        print(json.dumps(as_json(results), indent=2))
    else:
        Console(width=None if sys.stdout.isatty() else 140).print(table(results))
    missed = below_floor(results) if options.check else []
    for line in missed:
        print(line, file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
