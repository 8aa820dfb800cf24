"""`rulespec rulings`: the open questions of the rulebooks and their readings."""

import click

from rulespec.cli.options import Wanted, game_options, json_option, print_json


@click.command()
@game_options
@json_option
def command(wanted: Wanted, as_json: bool) -> None:
    """The questions, their readings, and which one is played (marked *)."""
    game = wanted.load()
    if as_json:
        print_json({
            ruling.id: {"question": ruling.question, "default": ruling.default, "played": game.readings[ruling.id],
                        "readings": {r.letter: r.text for r in ruling.readings}, "weight": ruling.weight,
                        "settled": ruling.is_settled,
                        "evidence": [{"for": e.letter, "book": e.book, "section": e.section} for e in ruling.evidence]}
            for ruling in game.rulings.values()
        })  # fmt: skip
        return
    if not game.rulings:
        click.echo("the text leaves no question open")
    for ruling in game.rulings.values():
        weight = f"  [{ruling.weight}]" if ruling.weight else ""
        click.echo(f"{ruling.id}  {ruling.question}{weight}")
        for reading in ruling.readings:
            mark = "*" if reading.letter == game.readings[ruling.id] else " "
            default = " (settled)" if ruling.is_settled else " (default)" if reading.letter == ruling.default else ""
            click.echo(f"  {mark} {reading.letter}  {reading.text}{default}")
