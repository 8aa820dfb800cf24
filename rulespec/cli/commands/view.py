"""`rulespec view`: what one player sees of a state, as JSON."""

import click

from rulespec.cli.options import Wanted, always_json, game_options, print_json, read_state, seed_option


@click.command()
@game_options
@click.argument("state")
@click.argument("player", required=False)
@seed_option
@always_json
def command(wanted: Wanted, state: str, player: str | None, seed: int | None) -> None:
    """What PLAYER sees of STATE; without a player, what a spectator sees. A log adds what they saw happen."""
    game = wanted.load()
    given = read_state(game, state, seed)
    view = given.session.view(player) if given.session else game.view(given.state, player)
    print_json(view.to_json())
