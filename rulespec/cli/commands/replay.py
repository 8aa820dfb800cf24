"""`rulespec replay`: plays a log again and tells what happened."""

import click

from rulespec.cli.options import Wanted, game_options, json_option, print_json, read_bytes
from rulespec.game.session import Session


@click.command()
@game_options
@click.argument("log")
@click.option("--viewer", metavar="PLAYER", help="only what this player saw")
@json_option
def command(wanted: Wanted, log: str, viewer: str | None, as_json: bool) -> None:
    """Play LOG again; a line that does not fit is an error with its number."""
    game = wanted.load()
    if viewer is not None:
        game.player(viewer)
    session = Session.resume(game, read_bytes(log))
    events = [event.seen_by(viewer) if viewer else event for event in session.events]
    outcome = session.outcome
    if as_json:
        print_json({"events": [e.to_json() for e in events], "outcome": outcome.to_json() if outcome else None})
        return
    for event in events:
        click.echo(f"{'' if event.kind == 'decide' else '  '}{event}")
    if outcome is None:
        click.echo(f"{session.state.owner} decides next")
    else:
        click.echo(f"over: {outcome.end}; won by {', '.join(outcome.winners) or 'nobody'}")
