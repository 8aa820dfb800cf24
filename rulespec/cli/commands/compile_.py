"""`rulespec compile`: the engine of a game as one readable Python module that needs only the standard library."""

import click

from rulespec.cli.options import Wanted, game_options, json_option, print_json, write_text


@click.command()
@game_options
@click.option("-o", "--out", metavar="FILE", help="write it here; without it, it is printed")
@json_option
def command(wanted: Wanted, out: str | None, as_json: bool) -> None:
    """Write the engine of GAME under its readings as one Python module."""
    game = wanted.load()
    if out:
        write_text(out, game.source)
        lines = game.source.count("\n")
        if as_json:
            print_json({"file": out, "lines": lines})
        else:
            click.echo(f"{out}: {lines} lines")
    elif as_json:
        print_json({"file": None, "source": game.source})
    else:
        click.echo(game.source, nl=False)
