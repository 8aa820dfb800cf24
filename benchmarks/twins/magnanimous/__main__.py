"""`python -m benchmarks.twins.magnanimous write|replay|survey`: games of the hand-written program, as reference files."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.twins.magnanimous.policies import POLICIES
from benchmarks.twins.magnanimous.record import as_text, recorded
from benchmarks.twins.magnanimous.replay import Difference, replay
from benchmarks.twins.magnanimous.survey import Survey


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.twins.magnanimous", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (
        ("write", "write games into a folder and survey them"),
        ("survey", "play games, print what they exercise"),
    ):
        command = commands.add_parser(name, help=text)
        if name == "write":
            command.add_argument("folder", type=Path)
        command.add_argument("--players", type=int, nargs="+", choices=(2, 3, 4), default=[2, 3, 4])
        command.add_argument("--policy", nargs="+", choices=POLICIES, default=list(POLICIES))
        command.add_argument("--games", type=int, default=1, help="of each policy and number of players (default: 1)")
        command.add_argument("--seed", type=int, default=1, help="of the first game, then counted up (default: 1)")
    commands.add_parser("replay", help="replay files with this program").add_argument("files", type=Path, nargs="+")
    return parser.parse_args(argv)


def asked_games(options: argparse.Namespace) -> Iterator[tuple[int, int, str]]:
    for players in options.players:
        for policy in options.policy:
            for seed in range(options.seed, options.seed + options.games):
                yield players, seed, policy


def main(argv: Sequence[str] | None = None) -> int:
    options = arguments(argv)
    if options.command == "replay":
        decisions = 0
        for file in options.files:
            try:
                decisions += replay(file.read_text().splitlines())
            except Difference as difference:
                print(f"{file}: {difference}")
                return 1
        print(f"{len(options.files)} games, {decisions} decisions, all equal")
        return 0
    survey = Survey()
    for players, seed, policy in asked_games(options):
        lines = recorded(players, seed, policy, POLICIES[policy], survey)
        if options.command == "write":
            options.folder.mkdir(parents=True, exist_ok=True)
            (options.folder / f"{players}p-{policy}-{seed}.jsonl").write_text(as_text(lines))
        else:
            for _ in lines:
                pass
    print(survey.table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
