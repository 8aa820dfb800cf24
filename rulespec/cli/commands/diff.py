"""`rulespec diff`: what another reading of a ruling changes, and the shortest game in which it shows."""

import sys
from typing import Any

import attrs
import click

from rulespec.cli.exits import DONE, NO, UNKNOWN
from rulespec.cli.options import Wanted, game_options, json_option, print_json
from rulespec.diagnostics import RulespecError
from rulespec.docs.order import rulings_read_by
from rulespec.game.difference import MOST, Difference, difference


@click.command()
@game_options
@click.option("--limit", type=click.IntRange(1, 10_000_000), default=MOST, show_default=True, help="positions to try")
@json_option
def command(wanted: Wanted, limit: int, as_json: bool) -> int:
    """What `--ruling ID=a..b` changes in GAME: the rules that read it, and the smallest position where it shows.

    Exit code 0 if the readings differ, 1 if they never do, 3 if no difference was found within the limit.
    """
    changed = {name: letters.split("..") for name, letters in wanted.rulings.items() if ".." in letters}
    if not changed or any(len(letters) != 2 or not all(letters) for letters in changed.values()):
        raise RulespecError("R0608", "two readings are compared", None, "such as --ruling AMB-53=a..b")
    one, two = (
        attrs.evolve(wanted, rulings=wanted.rulings | {name: letters[i] for name, letters in changed.items()}).load()
        for i in (0, 1)
    )
    show = sys.stderr.isatty() and not as_json

    def progress(positions: int) -> None:
        if show:
            click.echo(f"\r{positions} positions", nl=False, err=True)

    found = difference(one, two, limit, progress)
    if show:
        click.echo("\r" + " " * 40 + "\r", nl=False, err=True)
    read_by = {name: [code for _, code in places] for name, places in rulings_read_by(one.typed).items()}
    touched = {name: read_by.get(name, []) for name in changed}
    if as_json:
        shown: dict[str, Any] = {"rulings": changed, "read_by": touched, "difference": found.to_json()}
        print_json(shown)
    else:
        for name, letters in changed.items():
            texts = {reading.letter: reading.text for reading in one.rulings[name].readings}
            click.echo(f"{name}  {one.rulings[name].question}")
            for letter in letters:
                click.echo(f"  {letter}  {texts[letter]}")
            click.echo(f"  read by {', '.join(touched[name]) or 'nothing'}")
        _tell(found)
    return DONE if found.what else NO if found.complete else UNKNOWN


def _tell(found: Difference) -> None:
    if found.what:
        after = f"after {', '.join(found.moves)}" if found.moves else "at the start"
        how = "" if found.shortest else " (met in random play; there may be a shorter way)"
        click.echo(f"they differ {after}{how}:\n  {found.what}")
    elif found.complete:
        click.echo(f"they never differ: all {found.positions} positions are the same")
    else:
        click.echo(f"no difference in {found.positions} positions; --limit looks further")
