"""`rulespec print`: a game as the stages of the compiler see it."""

import click

from rulespec.cli.failures import needs_extra
from rulespec.cli.options import Wanted, game_options, json_option, print_json
from rulespec.game import files

FORMS = ("tree", "rules", "ir", "python", "graph")


@click.command()
@click.argument("form", type=click.Choice(FORMS))
@game_options
@json_option
def command(wanted: Wanted, form: str, as_json: bool) -> None:
    """Print the syntax tree, the typed rules, the automaton (ir), the Python module, or the graph of decisions."""
    text = _text(wanted, form)
    if as_json:
        print_json({"form": form, "text": text})
    else:
        click.echo(text.rstrip("\n"))


def _text(wanted: Wanted, form: str) -> str:
    match form:
        case "tree":
            with needs_extra("dev"):
                from rulespec.cli.tree import tree_text

                sources = files.find(wanted.path, wanted.content).sources
                return "\n".join(tree_text(s) for s in sources if s.name.endswith(".rules"))
        case "rules":
            from rulespec.cli.printing import nodes_text

            return nodes_text(wanted.load().typed)
        case "ir":
            from rulespec.cli.printing import automaton_text

            return automaton_text(wanted.load().automaton)
        case "python":
            return wanted.load().source
        case _:
            from rulespec.cli.printing import graph_text

            return graph_text(wanted.load().automaton)
