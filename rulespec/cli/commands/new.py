"""`rulespec new`: writes a small game that runs at once, to be changed into one's own.

Reads the template beside this package (`rulespec/cli/template.rules`); writes a folder.
"""

import re
from importlib.resources import files
from pathlib import Path

import click

from rulespec.cli.options import json_option, print_json, write_text
from rulespec.diagnostics import RulespecError


@click.command()
@click.argument("where")
@json_option
def command(where: str, as_json: bool) -> None:
    """Write a small game into WHERE, a folder; its name is the game's name."""
    path = Path(where)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", path.name):
        raise RulespecError("R0665", f"`{path.name[:60]}` cannot be the name of a game", None, "such as my_game")
    if path.exists() and any(path.iterdir() if path.is_dir() else [path]):
        raise RulespecError("R0665", "the folder is there already, and not empty", where[:200])
    text = files("rulespec").joinpath("cli", "template.rules").read_text("utf-8")
    write_text(str(path / "game.rules"), text.replace("GAME_NAME", path.name))
    if as_json:
        print_json({"file": str(path / "game.rules")})
        return
    click.echo(f"{path / 'game.rules'} is written. Try:")
    click.echo(f"  rulespec check {where}\n  rulespec play {where}\n  rulespec simulate {where}")
