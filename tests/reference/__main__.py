"""`python -m tests.reference FILE...`: replays games of an independent program and compares every decision.

Prints `N games, M decisions, all equal` and exits with 0, or the first difference in words and exits with 1.
Without files, those of tests/reference/games are replayed.
"""

import sys
from pathlib import Path

import click
import rich.progress

from tests.reference.replay import Difference, Replay

OWN = Path(__file__).parent / "games"


@click.command(help=__doc__)
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
def main(files: tuple[Path, ...]) -> None:
    found = list(files) or sorted(OWN.glob("*.jsonl"))
    decisions = 0
    for file in rich.progress.track(found, "replaying", disable=not sys.stderr.isatty()):
        try:
            decisions += Replay(file).run()
        except Difference as difference:
            print(f"{file}: {difference}")
            sys.exit(1)
    print(f"{len(found)} games, {decisions} decisions, all equal")


if __name__ == "__main__":
    main()
