"""`rulespec legal` (also `moves`): the legal moves of a state, or the legal values of the next parameter."""

import click

from rulespec.cli.options import Wanted, game_options, json_option, lang_option, print_json, read_state, seed_option
from rulespec.game.values import to_json, to_text


@click.command()
@game_options
@click.argument("state", default="new")
@click.option("--option", metavar="NAME", help="the values of this option's first parameter instead")
@seed_option
@lang_option
@json_option
def command(wanted: Wanted, state: str, option: str | None, seed: int | None, lang: str | None, as_json: bool) -> None:
    """The legal moves of STATE (default: the start), in canonical order."""
    game = wanted.load()
    given = read_state(game, state, seed)
    if option is not None:
        choices = game.choices(given.state, option)
        if as_json:
            print_json([to_json(value) for value in choices])
        else:
            for value in choices:
                click.echo(to_text(value))
        return
    moves = game.legal(given.position)
    decision = given.position.decision
    if as_json:
        print_json({"decision": decision.to_json() if decision else None, "legal": [m.to_json() for m in moves]})
        return
    if decision is None:
        click.echo("the game is over")
        return
    click.echo(f"{decision.owner} decides {decision.id}: {len(moves)} move{'s' if len(moves) != 1 else ''}")
    weights = decision.weights or ("",) * len(moves)
    for move, weight in zip(moves, weights, strict=True):
        name = move.label(lang) if lang else str(move)
        click.echo(f"  {name}" + (f"   (weight {weight})" if weight else ""))
