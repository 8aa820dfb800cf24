"""`rulespec dump`: a state as JSON."""

import json

import click

from rulespec.cli.options import Wanted, always_json, game_options, read_state, seed_option, write_text


@click.command()
@game_options
@click.argument("state", default="new")
@click.option("-o", "--out", metavar="FILE", help="write it here instead")
@seed_option
@always_json
def command(wanted: Wanted, state: str, out: str | None, seed: int | None) -> None:
    """A state as JSON: the start, a dump again (checked), or what a log leads to (game.log, game.log@57)."""
    game = wanted.load()
    text = json.dumps(game.dump(read_state(game, state, seed).state), ensure_ascii=False, indent=2)
    if out:
        write_text(out, text + "\n")
    else:
        click.echo(text)
