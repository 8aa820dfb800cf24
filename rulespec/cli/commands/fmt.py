"""`rulespec fmt`: lays out a game's text in the one way."""

from pathlib import Path

import click

from rulespec.cli.exits import DONE, NO
from rulespec.cli.layout import laid_out
from rulespec.cli.options import json_option, print_json, write_text
from rulespec.game import files


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--check", "only_check", is_flag=True, help="write nothing; exit code 1 if something would change")
@json_option
def command(game: str, only_check: bool, as_json: bool) -> int:
    """Lay out the rules of GAME: spaces, margins, blank lines. What a text means does not change."""
    found = files.find(game)
    folder = found.path if found.path.is_dir() else found.path.parent
    changed = []
    for source in found.sources:
        text = laid_out(source.text) if source.name.endswith(".rules") else source.text
        if text != source.text:
            changed.append(source.name)
            if not only_check:
                write_text(str(Path(folder) / source.name), text)
    if as_json:
        print_json({"changed": changed, "written": not only_check})
    for name in changed if not as_json else ():
        click.echo(f"{'would change' if only_check else 'changed'} {name}")
    return NO if changed and only_check else DONE
