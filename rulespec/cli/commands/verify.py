"""`rulespec verify`: proves what a text claims, or shows a game that breaks it. Needs the extra `verify`.

Exit codes: 0 all proved, 1 violated or vacuous, 3 unknown or not inductive. With `--compare`: 0 every pair of readings
differs, 1 a pair never does, 3 no difference was found within the limit. With `--mutants`: 0 every mistake that
changes something was noticed, 1 some survive.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import click

from rulespec.cli.exits import DONE, NO, UNKNOWN
from rulespec.cli.failures import needs_extra
from rulespec.cli.options import Wanted, game_options, json_option, print_json
from rulespec.game import files
from rulespec.game.facade import Game


@click.command()
@game_options
@click.option("--timeout", type=float, default=20.0, show_default=True, help="seconds per question")
@click.option(
    "--steps", type=int, default=6_000_000, show_default=True, help="the solver's own measure of work, per question"
)
@click.option("--within", type=float, default=600.0, show_default=True, help="seconds for all questions together")
@click.option(
    "--search", type=float, default=10.0, show_default=True, help="seconds to look for games that show a fault"
)
@click.option(
    "--only", multiple=True, metavar="NAME", help="an invariant, piece, rule or kind of obligation; repeatable"
)
@click.option("--compare", metavar="ID,ID", help="where the readings of these rulings part, instead of proofs")
@click.option("--limit", type=click.IntRange(1, 10_000_000), default=2_000, show_default=True,
              help="positions to try for each pair of readings")  # fmt: skip
@click.option("--mutants", type=click.IntRange(0), metavar="N",
              help="plant N mistakes in the rules (0: all there are) and say which are noticed, instead of proofs")  # fmt: skip
@click.option("--fresh", is_flag=True, help="prove everything anew, whatever was kept of the last time")
@click.option(
    "--write", is_flag=True, help="write the verdicts into the game's folder (proofs.json), for docs and answers"
)
@click.option("-v", "--verbose", is_flag=True, help="print every obligation")
@json_option
def command(
    wanted: Wanted,
    timeout: float,
    steps: int,
    within: float,
    search: float,
    only: tuple[str, ...],
    compare: str | None,
    limit: int,
    mutants: int | None,
    fresh: bool,
    write: bool,
    verbose: bool,
    as_json: bool,
) -> int:
    """Prove invariants, conservation and ranks of GAME; what is violated comes with a game that shows it."""
    game = wanted.load()
    with needs_extra("verify"):
        from verifier import keep, proofs
        from verifier.verify import verify
    if compare is not None:
        return _compare(wanted, [name.strip() for name in compare.split(",") if name.strip()], limit, as_json)
    say, wipe = _status(as_json)
    if mutants is not None:
        from verifier.mutate import judge_mutants

        found = judge_mutants(game, most=mutants, progress=lambda n, what: say(f"{n} {what}"))
        wipe()
        if as_json:
            print_json(found.to_json())
        else:
            click.echo("\n".join(found.lines(verbose=verbose)))
        return NO if found.of("survives") else DONE
    key = keep.key_of([game.identity, sorted(only), timeout, steps, within, search])
    report, note = (None, "") if fresh else keep.find(key)
    if note:
        click.echo(f"note: {note}", err=True)
    kept = report is not None
    if report is None:
        report = verify(
            game.typed,
            rulings=game.readings,
            only=only or None,
            timeout=timeout,
            steps=steps,
            within=within,
            search_seconds=search,
            progress=lambda done, total, what: say(f"{done}/{total} {what}"),
        )
        wipe()
        keep.keep(key, report)
    if write and not only:
        path = proofs.write(Path(files.find(wanted.path, wanted.content).path), game, report)
        click.echo(f"wrote {path}", err=True)
    if as_json:
        print_json(report.to_json())
    else:
        click.echo(report.text(verbose=verbose), nl=False)
        if kept:
            click.echo("\nnothing has changed since this was proved (--fresh proves it anew)")
    verdicts = set(report.counts)
    if verdicts & {"violated", "vacuous"}:
        return NO
    return UNKNOWN if verdicts & {"unknown", "not inductive"} else DONE


def _compare(wanted: Wanted, rulings: list[str], limit: int, as_json: bool) -> int:
    from verifier.compare import compare

    def reload(changed: dict[str, str]) -> Game:
        return attrs.evolve(wanted, rulings=wanted.rulings | changed).load()

    say, wipe = _status(as_json)
    found: list[dict[str, Any]] = []
    verdicts = set()
    for pair in compare(reload, rulings, most=limit, progress=lambda what, n: say(f"{what}: {n} positions")):
        wipe()
        verdicts.add(pair.verdict)
        found.append(pair.to_json())
        if not as_json:
            click.echo("\n".join(pair.lines()))
    if as_json:
        click.echo(json.dumps({"pairs": found}, ensure_ascii=False, indent=2))
    return NO if "never differ" in verdicts else UNKNOWN if "no difference found" in verdicts else DONE


def _status(as_json: bool) -> tuple[Callable[[str], None], Callable[[], None]]:
    """A line that says how far it has got, and what wipes it; only for people."""
    show = sys.stderr.isatty() and not as_json

    def say(text: str) -> None:
        if show:
            click.echo(f"\r{text[:88]:88}", nl=False, err=True)

    def wipe() -> None:
        if show:
            click.echo("\r" + " " * 90 + "\r", nl=False, err=True)

    return say, wipe
