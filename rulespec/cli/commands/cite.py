"""`rulespec cite`: everything in a text that speaks of a word, or cites a source."""

import click

from rulespec.cli.excerpts import visible
from rulespec.cli.exits import DONE, NO
from rulespec.cli.options import Wanted, game_options, json_option, print_json
from rulespec.game.mentions import about_word


@click.command()
@game_options
@click.argument("word")
@json_option
def command(wanted: Wanted, word: str, as_json: bool) -> int:
    """Every rule, clause, value and ruling of GAME about WORD, which may also be an id of the margin (DEC-01).

    Exit code 1 if nothing speaks of it.
    """
    game = wanted.load()
    found = about_word(game.typed, word)
    if as_json:
        print_json([mention.to_json() for mention in found])
        return DONE if found else NO
    if not found:
        click.echo(f"nothing in {game.title or game.name} speaks of `{visible(word[:60])}`")
        return NO
    width = max(len(mention.code) for mention in found)
    for mention in found:
        parts = [f"{mention.what:10} {mention.code:{width}}", mention.about.title or mention.words]
        parts += [f"[{', '.join(mention.about.cites)}]"] if mention.about.cites else []
        parts += [str(mention.about.span)] if mention.about.span.file else []
        click.echo("  ".join(part for part in parts if part))
    return DONE
