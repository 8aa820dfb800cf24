"""`rulespec verify`: proves what a text claims, or shows a game that breaks it. Needs the extra `verify`.

Exit codes: 0 all proved, 1 violated or vacuous, 3 unknown or not inductive.
"""

import sys

import click

from rulespec.cli.exits import DONE, NO, UNKNOWN
from rulespec.cli.failures import needs_extra
from rulespec.cli.options import Wanted, game_options, json_option, print_json


@click.command()
@game_options
@click.option("--timeout", type=float, default=5.0, show_default=True, help="seconds per question")
@click.option(
    "--search", type=float, default=10.0, show_default=True, help="seconds to look for games that show a fault"
)
@click.option(
    "--only", multiple=True, metavar="NAME", help="an invariant, piece, rule or kind of obligation; repeatable"
)
@click.option("-v", "--verbose", is_flag=True, help="print every obligation")
@json_option
def command(wanted: Wanted, timeout: float, search: float, only: tuple[str, ...], verbose: bool, as_json: bool) -> int:
    """Prove invariants, conservation and ranks of GAME; what is violated comes with a game that shows it."""
    game = wanted.load()
    with needs_extra("verify"):
        from verifier.verify import verify

    show = sys.stderr.isatty() and not as_json

    def progress(done: int, total: int, what: str) -> None:
        if show:
            click.echo(f"\r{done}/{total} {what[:70]:70}", nl=False, err=True)

    report = verify(
        game.typed, rulings=game.readings, only=only or None, timeout=timeout, search_seconds=search, progress=progress
    )
    if show:
        click.echo("\r" + " " * 90 + "\r", nl=False, err=True)
    if as_json:
        print_json(report.to_json())
    else:
        click.echo(report.text(verbose=verbose), nl=False)
    found = set(report.counts)
    if found & {"violated", "vacuous"}:
        return NO
    return UNKNOWN if found & {"unknown", "not inductive"} else DONE
