"""`rulespec bench`: how many random games per second a game plays here."""

from random import Random
from time import perf_counter, process_time

import click

from rulespec.cli.options import Wanted, game_options, json_option, print_json


@click.command()
@game_options
@click.option("--seconds", type=float, default=2.0, show_default=True, help="how long to play")
@json_option
def command(wanted: Wanted, seconds: float, as_json: bool) -> None:
    """Play GAME at random on its core and count. (`make bench` compares with hand-written games.)"""
    start = perf_counter()
    game = wanted.load()
    core = game.core
    core.new()
    loaded = perf_counter() - start
    random = Random(1).random
    games, began = 0, process_time()
    while process_time() - began < min(max(seconds, 0.1), 600):
        core.playout(core.new(), random)
        games += 1
    rate = games / (process_time() - began)
    if as_json:
        print_json({"game": game.name, "load_seconds": round(loaded, 4), "playouts_per_second": round(rate)})
    else:
        click.echo(f"{game.name}: loaded in {loaded:.3f} s, {rate:,.0f} playouts per CPU second ({games:,} games)")
