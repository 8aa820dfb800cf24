"""`rulespec suppose`: a state with some values changed, as JSON that every other command takes."""

from typing import Any

import click

from rulespec.cli.options import Wanted, always_json, game_options, print_json, read_state, seed_option
from rulespec.diagnostics import RulespecError
from rulespec.game import json_text


@click.command()
@game_options
@click.argument("state")
@click.argument("changes", metavar="NAME=VALUE…", nargs=-1, required=True)
@seed_option
@always_json
def command(wanted: Wanted, state: str, changes: tuple[str, ...], seed: int | None) -> None:
    """STATE with changes: `purse.blue=4`, `mark.a1=none`, `hand.red=[king]`.

    Pieces come from their supply; what does not add up is refused. Ask about the result: `rulespec suppose ... |
    rulespec ask GAME - "..."`.
    """
    game = wanted.load()
    given = read_state(game, state, seed).state
    print_json(game.dump(game.suppose(given, _parsed(changes))))


def _parsed(changes: tuple[str, ...]) -> dict[str, Any]:
    """`purse.blue=4` as {"purse": {"blue": 4}}."""
    found: dict[str, Any] = {}
    for change in changes:
        name, sign, text = change.partition("=")
        path = [part.strip() for part in name.split(".")]
        if not sign or not all(path) or len(path) > 8:
            raise RulespecError("R0666", f"`{change[:60]}` is not written NAME=VALUE", None, "such as purse.blue=4")
        inner = found
        for part in path[:-1]:
            inner = inner.setdefault(part, {})
            if not isinstance(inner, dict):
                raise RulespecError("R0666", f"`{change[:60]}` changes something twice")
        inner[path[-1]] = _value(text.strip())
    return found


def _value(text: str) -> Any:
    """A word, a number, yes, no, none, or a list of words in brackets."""
    match text:
        case "none" | "null" | "-":
            return None
        case "yes" | "true":
            return True
        case "no" | "false":
            return False
        case _ if text.startswith("[") and text.endswith("]"):
            return [part.strip() for part in text[1:-1].split(",") if part.strip()]
        case _ if text.removeprefix("-").isdecimal():
            return json_text.parse(text, "the value", 100)
        case _:
            return text
