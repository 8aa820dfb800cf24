"""`rulespec coverage`: the sources that a text cites, what cites them, and which scenarios exercise them."""

import click

from rulespec.cli.exits import DONE, NO
from rulespec.cli.options import Wanted, game_options, json_option, print_json
from rulespec.game.coverage import coverage


@click.command()
@game_options
@click.option("--strict", is_flag=True, help="exit code 1 if a cited source is exercised by no scenario")
@json_option
def command(wanted: Wanted, strict: bool, as_json: bool) -> int:
    """The ids in the margins of GAME: the rules that cite them, the scenarios that exercise them.

    Exit code 1 if a scenario fails.
    """
    game = wanted.load()
    found = coverage(game)
    untested = [source.id for source in found.sources if not source.scenarios]
    if as_json:
        print_json({
            "sources": [source.to_json() for source in found.sources],
            "untested": untested,
            "cite_nothing": list(found.silent),
            "failed_scenarios": list(found.failed),
        })  # fmt: skip
    else:
        for source in found.sources:
            by = ", ".join(source.scenarios) or "no scenario"
            click.echo(f"{source.id:12} cited by {', '.join(source.cited_by)}; exercised by {by}")
        total = len(found.sources)
        click.echo(f"{total} sources are cited, {total - len(untested)} of them exercised by scenarios")
        if found.silent:
            click.echo(f"cite nothing: {', '.join(found.silent[:12])}{', …' if len(found.silent) > 12 else ''}")
        for name in found.failed:
            click.echo(f"FAILED  {name}")
    return NO if found.failed or (strict and untested) else DONE
