"""`rulespec version`: which rulespec, Python and libraries these are."""

import platform
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed

import click

import rulespec
from rulespec.cli.options import json_option, print_json

LIBRARIES = ("lark", "attrs", "click", "rich", "z3-solver", "hypothesis", "mkdocs")


@click.command()
@json_option
def command(as_json: bool) -> None:
    """Which rulespec this is, and what it finds installed."""
    found = {"rulespec": rulespec.__version__, "python": platform.python_version()}
    for library in LIBRARIES:
        try:
            found[library] = installed(library)
        except PackageNotFoundError:
            found[library] = "not installed"
    if as_json:
        print_json(found)
        return
    for name, version in found.items():
        click.echo(f"{name:12} {version}")
