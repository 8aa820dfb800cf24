"""`rulespec explain` (also `explain-code`): what an error code means."""

import click

from rulespec.cli.options import json_option, print_json
from rulespec.codes import CODES
from rulespec.diagnostics import RulespecError, did_you_mean


@click.command()
@click.argument("code", required=False)
@json_option
def command(code: str | None, as_json: bool) -> None:
    """What CODE means, why it is an error, and an example; without a code, all of them."""
    if code is None:
        if as_json:
            print_json({name: each.title for name, each in CODES.items()})
        for name, each in CODES.items() if not as_json else ():
            click.echo(f"{name}  {each.title}")
        return
    found = CODES.get(code.upper())
    if found is None:
        raise RulespecError("R0661", f"there is no code `{code[:60]}`", None, did_you_mean(code.upper()[:60], CODES))
    if as_json:
        print_json({"code": code.upper(), "title": found.title, "explanation": found.explanation,
                    "example": found.example})  # fmt: skip
        return
    click.echo(f"{code.upper()}: {found.title}\n\n{found.explanation}")
    if found.example:
        click.echo("\nFor example:\n")
        for line in found.example.split("\n"):
            click.echo(f"    {line}")
