"""`rulespec check`: all mistakes of a game's text in one run.

Reads the files of a game; prints diagnostics. Exit code 2 if there are errors.
"""

import click

from rulespec.cli.excerpts import render_all
from rulespec.cli.exits import BAD_INPUT, DONE
from rulespec.cli.failures import diagnostic_json
from rulespec.cli.options import Wanted, game_options, json_option, print_json
from rulespec.game import files
from rulespec.game.load import check_sources, readings


@click.command()
@game_options
@click.option("--warnings/--no-warnings", default=True, help="show warnings too")
@json_option
def command(wanted: Wanted, warnings: bool, as_json: bool) -> int:
    """Find mistakes in a game: syntax, names, types, rules, translations, citations."""
    found = files.find(wanted.path, wanted.content)
    rules, diagnostics = check_sources(found.sources, wanted.players)
    shown = tuple(d for d in diagnostics if warnings or d.is_error)
    failed = rules is None or any(d.is_error for d in diagnostics)
    if rules is not None and not failed:
        readings(rules, wanted.profile, wanted.rulings)
    if as_json:
        print_json({"ok": not failed, "diagnostics": [diagnostic_json(d) for d in shown]})
    else:
        if shown:
            click.echo(render_all(shown, found.sources))
        if rules is not None and not failed:
            lines = sum(s.text.count("\n") + 1 for s in found.sources if s.name.endswith(".rules"))
            counts = f"{len(rules.rules)} rules, {len(rules.rulings)} rulings, {len(rules.invariants)} invariants"
            click.echo(f"{rules.title or rules.name}: no mistakes found ({lines} lines; {counts})")
    return BAD_INPUT if failed else DONE
