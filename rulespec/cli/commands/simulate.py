"""`rulespec simulate` (also `playout`): games between bots, with statistics.

Exit code 1 if an invariant was broken. Games are numbered and seeded one by one, so that --jobs changes nothing.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import click

from rulespec.cli.exits import DONE, NO
from rulespec.cli.options import Wanted, game_options, json_option, print_json, write_text
from rulespec.game.simulate import Statistics, simulate


@click.command()
@game_options
@click.option(
    "-n", "--number", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="how many games"
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="processes")
@click.option(
    "--bots", default="random", show_default=True, help="random or greedy, or one for each seat: greedy,random"
)
@click.option("--check-invariants", is_flag=True, help="test every invariant at every step")
@click.option("--coverage", is_flag=True, help="count options played and clauses that refused something")
@click.option("--save", metavar="FILE", help="write the log of a game that broke an invariant")
@json_option
def command(
    wanted: Wanted,
    number: int,
    seed: int,
    jobs: int,
    bots: str,
    check_invariants: bool,
    coverage: bool,
    save: str | None,
    as_json: bool,
) -> int:
    """Play GAME with bots.

    Greedy bots follow the valuation in the game's text; where it has none, the score.
    """
    game = wanted.load()
    seats = tuple(bots.split(","))
    jobs = min(jobs, number)
    with click.progressbar(
        length=number, label=game.name, file=sys.stderr, hidden=as_json or not sys.stderr.isatty()
    ) as bar:
        if jobs == 1:
            done = 0

            def progress(now: int) -> None:
                nonlocal done
                bar.update(now - done)
                done = now

            total = simulate(
                game, number, seed, check_invariants=check_invariants, coverage=coverage, bots=seats, progress=progress
            )
        else:
            total = Statistics()
            size = -(-number // (jobs * 4))
            parts = [(start, min(size, number - start)) for start in range(0, number, size)]
            with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
                waiting = [
                    pool.submit(_part, wanted, n, seed, start, check_invariants, coverage, seats) for start, n in parts
                ]
                for (_, n), part in zip(parts, waiting, strict=True):
                    total.add(part.result())
                    bar.update(n)
    if as_json:
        print_json(total.to_json())
    else:
        click.echo(_told(total, coverage))
    if save and total.broken:
        write_text(save, next(iter(total.broken.values())))
    return NO if total.broken else DONE


def _part(
    wanted: Wanted, number: int, seed: int, first: int, check_invariants: bool, coverage: bool, bots: tuple[str, ...]
) -> Statistics:
    game = wanted.load()
    return simulate(game, number, seed, check_invariants=check_invariants, coverage=coverage, first=first, bots=bots)


def _told(s: Statistics, coverage: bool) -> str:
    games = max(s.games, 1)
    lines = [
        f"{s.games} games, {s.steps / games:.1f} steps each ({s.shortest} to {s.longest}),"
        f" {s.moves / max(s.decisions, 1):.1f} moves to choose from (up to {s.most_moves})"
    ]
    lines += [f"  ended by {name or 'nothing'}: {n} ({n / games:.1%})" for name, n in sorted(s.ends.items())]
    lines += [f"  won by {name}: {n} ({n / games:.1%})" for name, n in sorted(s.wins.items())]
    lines += [f"  points of {name}: {n / games:.3f} on average" for name, n in sorted(s.points.items())]
    if s.unfinished:
        lines.append(f"  given up as endless: {s.unfinished}")
    if coverage:
        lines += [f"  option {name}: played {n} times" for name, n in sorted(s.options.items())]
        lines += [f"  clause {name}: refused {n} random moves" for name, n in sorted(s.clauses.items())]
    lines += [f"  BROKEN: invariant {name}" for name in sorted(s.broken)]
    return "\n".join(lines)
