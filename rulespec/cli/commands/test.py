"""`rulespec test`: runs scenarios. Exit code 1 if one fails."""

from collections.abc import Iterator
from pathlib import Path

import click

from rulespec.cli.exits import DONE, NO
from rulespec.cli.failures import TextError
from rulespec.cli.options import Wanted, json_option, print_json, read_bytes
from rulespec.diagnostics import LoadError, RulespecError
from rulespec.game.facade import Game
from rulespec.game.files import GAME_FILE
from rulespec.game.json_text import decode
from rulespec.game.scenario import every_scenario, further_scenarios, game_of, run_scenario
from rulespec.rules.game import Scenario
from rulespec.source import Source

BESIDE = ("games",)
"""Where a game of a name is looked for when none of that name is installed."""


@click.command()
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@click.option("-k", "only", metavar="TEXT", help="only scenarios whose name contains this")
@json_option
def command(paths: tuple[str, ...], only: str | None, as_json: bool) -> int:
    """Run the scenarios of games, or of `.scenario` files and folders of them.

    A file outside a game says which one it is about: `scenarios for NAME`.
    """
    results = []
    for path in paths:
        for game, scenario in _scenarios(path):
            if only is not None and only not in scenario.name:
                continue
            verdict = run_scenario(game, scenario)
            results.append({
                "game": game.name,
                "scenario": verdict.name,
                "passed": verdict.passed,
                "problems": [{"place": str(span), "text": text} for span, text in verdict.problems],
            })  # fmt: skip
            if not as_json:
                click.echo(f"{'passed' if verdict.passed else 'FAILED'}  {game.name}: {verdict.name}")
                for span, text in verdict.problems:
                    click.echo(f"        {span}: {text}")
    if not results:
        raise RulespecError("R0663", "there are no scenarios in what was given")
    failed = sum(not result["passed"] for result in results)
    if as_json:
        print_json({"scenarios": results, "failed": failed})
    else:
        click.echo(f"{len(results)} scenarios, {failed} failed")
    return NO if failed else DONE


def _scenarios(path: str) -> Iterator[tuple[Game, Scenario]]:
    """The scenarios of a game, of a file, or of a folder of files."""
    named = Path(path)
    if named.suffix == ".scenario":
        yield from _of_file(named)
    elif named.is_dir() and not (named / GAME_FILE).exists() and (files := _files_in(named)):
        for file in files:
            yield from _of_file(file)
    else:
        yield from every_scenario(Wanted(path, None, "default", {}, None).load())


def _files_in(folder: Path) -> list[Path]:
    """Its scenario files and those of its folders (a link to the scenarios of a game is one)."""
    return sorted([*folder.glob("*.scenario"), *folder.glob("*/*.scenario")])


def _of_file(path: Path) -> Iterator[tuple[Game, Scenario]]:
    source = Source(f"scenarios/{path.name}", decode(read_bytes(str(path)), path.name).replace("\r\n", "\n"))
    name = game_of(source)
    beside = [folder / name for folder in map(Path, BESIDE) if (folder / name / GAME_FILE).is_file()]
    try:
        yield from further_scenarios(
            Wanted(str(beside[0]) if beside else name, None, "default", {}, None).load(), source
        )
    except LoadError as error:
        raise TextError(error, [source]) from None
