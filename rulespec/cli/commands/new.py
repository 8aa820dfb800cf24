"""`rulespec new`: writes a small game that runs at once, to be changed into one's own.

Reads the templates beside this package (`rulespec/cli/template.*`); writes a folder.
"""

import re
from importlib.resources import files
from pathlib import Path

import click

from rulespec.cli.options import json_option, print_json, write_text
from rulespec.diagnostics import RulespecError

FILES = {"template.rules": "game.rules", "template.scenario": "scenarios/first.scenario"}

NEXT = """Its remarks explain the language. Try:
  rulespec check {where}       find mistakes
  rulespec play {where}        play against a bot
  rulespec test {where}        run its scenario
  rulespec simulate {where}    play a hundred games at random"""


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
    templates = files("rulespec").joinpath("cli")
    for template, name in FILES.items():
        text = templates.joinpath(template).read_text("utf-8").replace("GAME_NAME", path.name)
        write_text(str(path / name), text)
    if as_json:
        print_json({"file": str(path / "game.rules"), "files": [str(path / name) for name in FILES.values()]})
        return
    click.echo(f"{path / 'game.rules'} is written. " + NEXT.format(where=where))
