"""`rulespec schema`: the published JSON Schemas."""

import click

from rulespec.cli.options import always_json, print_json
from rulespec.game.schemas import NAMES, schema


@click.command()
@click.argument("name", required=False)
@always_json
def command(name: str | None) -> None:
    """The JSON Schema of a public value; without NAME, which there are."""
    if name is None:
        click.echo("\n".join(NAMES))
    else:
        print_json(schema(name))
