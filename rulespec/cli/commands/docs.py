"""`rulespec docs`: the rules reference as plain Markdown."""

import click

from rulespec.cli.failures import needs_extra
from rulespec.cli.options import Wanted, game_options, json_option, print_json, write_text
from rulespec.diagnostics import RulespecError


@click.command()
@game_options
@click.option("--out", metavar="DIR", required=True, help="the folder to write to")
@json_option
def command(wanted: Wanted, out: str, as_json: bool) -> None:
    """Write the rules reference of GAME, in every language of its text."""
    game = wanted.load()
    with needs_extra("docs"):
        from rulespec.game.reference import reference

        written = reference(game)
    for name, text in written.items():
        if name.startswith("/") or ".." in name.split("/"):
            raise RulespecError("R0602", f"a page would lie outside the folder: {name}")
        write_text(f"{out}/{name}", text)
    if as_json:
        print_json({"out": out, "pages": list(written)})
    else:
        click.echo(f"{out}: {len(written)} pages")
