"""`rulespec test`: runs scenarios. Exit code 1 if one fails."""

import click

from rulespec.cli.exits import DONE, NO
from rulespec.cli.options import Wanted, json_option, print_json
from rulespec.diagnostics import RulespecError
from rulespec.game.scenario import every_scenario, run_scenario


@click.command()
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@click.option("-k", "only", metavar="TEXT", help="only scenarios whose name contains this")
@json_option
def command(paths: tuple[str, ...], only: str | None, as_json: bool) -> int:
    """Run the scenarios of games."""
    results = []
    for path in paths:
        game = Wanted(path, None, "default", {}, None).load()
        for table, scenario in every_scenario(game):
            if only is not None and only not in scenario.name:
                continue
            verdict = run_scenario(table, scenario)
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
