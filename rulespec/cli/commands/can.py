"""`rulespec can`: what a player may do now, and what a single condition forbids."""

from typing import Any

import click

from rulespec.cli.exits import DONE, NO
from rulespec.cli.options import Wanted, game_options, json_option, lang_option, print_json, read_state, seed_option
from rulespec.game.near import near

SHOWN = 20


@click.command()
@game_options
@click.argument("state", default="new")
@click.argument("player", required=False)
@click.option("--near", "with_near", is_flag=True, help="also the moves that one condition forbids")
@seed_option
@lang_option
@json_option
def command(
    wanted: Wanted,
    state: str,
    player: str | None,
    with_near: bool,
    seed: int | None,
    lang: str | None,
    as_json: bool,
) -> int:
    """What PLAYER (default: who decides) may do in STATE. Exit code 1 if it is nothing."""
    game = wanted.load()
    if state in game.players and player is None:
        state, player = "new", state
    if player is not None:
        game.player(player)
    given = read_state(game, state, seed).state
    owner = given.owner
    mine = owner is not None and player in (None, owner)
    moves = game.legal(given) if mine else []
    almost = near(game, given) if mine and with_near else None
    if as_json:
        found: dict[str, Any] = {
            "player": player or owner,
            "decides": owner,
            "legal": [move.to_json() for move in moves],
        }
        if almost is not None:
            found["near"] = [{"move": move.to_json(), "refused_by": code} for move, code in almost.moves]
            found["complete"] = almost.complete
        print_json(found)
        return DONE if moves else NO
    if not mine:
        click.echo("the game is over" if owner is None else f"{player} may do nothing now: {owner} decides")
        return NO
    click.echo(f"{owner} may")
    for move in moves:
        click.echo(f"  {move.label(lang) if lang else move}")
    if almost is not None:
        click.echo("one condition away:" if almost.moves else "nothing is one condition away")
        for move, code in almost.moves[:SHOWN]:
            click.echo(f"  {move.label(lang) if lang else move}   ✗ {code}")
        if len(almost.moves) > SHOWN:
            click.echo(f"  … and {len(almost.moves) - SHOWN} more")
        if not almost.complete:
            click.echo("  (not all moves were tried: there are too many)")
    return DONE
