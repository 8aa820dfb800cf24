"""`rulespec who`: which players may play a move now, and what stands in the way of the others."""

import click

from rulespec.cli.commands.ask import EXITS
from rulespec.cli.exits import BAD_INPUT, DONE, NO
from rulespec.cli.options import Wanted, game_options, json_option, lang_option, print_json, read_state, seed_option


@click.command()
@game_options
@click.argument("state")
@click.argument("question")
@seed_option
@lang_option
@json_option
def command(wanted: Wanted, state: str, question: str, seed: int | None, lang: str | None, as_json: bool) -> int:
    """Who may play QUESTION, a move such as "bid(2)", in STATE? Exit code 1 if nobody may."""
    game = wanted.load()
    given = read_state(game, state, seed)
    answers = {p: game.adjudicate(given.position, f"{p} {question}", lang=lang) for p in game.players}
    exits = {EXITS.get(str(answer.verdict), BAD_INPUT) for answer in answers.values()}
    if as_json:
        print_json({player: answer.to_json() for player, answer in answers.items()})
    else:
        for answer in answers.values():
            click.echo(answer.render(lang, style="short"))
    return DONE if DONE in exits else NO if NO in exits else max(exits)
