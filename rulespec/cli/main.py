"""The command `rulespec`: finds the command that was asked for and turns a failure into a message and an exit code.

Reads the command line; prints. A command's module is imported when it is used, so that `rulespec version` needs no
parser. Exit codes: 0 yes or done, 1 no (illegal, violated, failed), 2 usage or bad input, 3 undetermined or unknown,
4 contested under --strict-rulings, 70 a mistake in rulespec itself, 130 interrupted.
"""

import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from rulespec.cli.exits import BAD_INPUT, INTERNAL, INTERRUPTED
from rulespec.cli.failures import explain_failure, failure_json
from rulespec.diagnostics import RulespecError

COMMANDS = {
    "check": ("check", "find mistakes in a game's text"),
    "new": ("new", "write a small game that runs at once"),
    "fmt": ("fmt", "lay out a game's text"),
    "play": ("play", "play in the terminal, bots on the other seats"),
    "legal": ("legal", "the legal moves of a state"),
    "dump": ("dump", "a state as JSON: a new game, or what a log leads to"),
    "web": ("web", "write a web page that plays against bots in the browser"),
    "view": ("view", "what one player sees of a state"),
    "replay": ("replay", "play a log again, and tell what happened"),
    "ask": ("ask", "may this be played, and why not? (also: why, why-not)"),
    "who": ("who", "which players may play this now"),
    "can": ("can", "what a player may do now, and what is one condition away"),
    "suppose": ("suppose", "a state with some values changed"),
    "cite": ("cite", "everything in the text about a word or source"),
    "rulings": ("rulings", "open questions of the rulebooks and their readings"),
    "diff": ("diff", "what another reading changes, and where it shows first"),
    "simulate": ("simulate", "play at random, with statistics"),
    "test": ("test", "run scenarios"),
    "coverage": ("coverage", "sources cited, and the scenarios that exercise them"),
    "verify": ("verify", "prove what the text claims"),
    "docs": ("docs", "write the rules reference"),
    "compile": ("compile_", "write the engine as one Python module"),
    "print": ("print_", "look inside: tree, ir, python, graph"),
    "schema": ("schema", "the JSON Schemas of the public values"),
    "explain": ("explain", "what an error code means"),
    "bench": ("bench", "how fast a game plays here"),
    "version": ("version", "which rulespec this is"),
}
ALIASES = {
    "why": "ask",
    "why-not": "ask",
    "moves": "legal",
    "playout": "simulate",
    "explain-code": "explain",
}


class Commands(click.Group):
    """The commands in the order of the table, each imported when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in COMMANDS:
            return None
        command = import_module(f"rulespec.cli.commands.{COMMANDS[name][0]}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and ALIASES.get(args[0], args[0]) not in COMMANDS and not args[0].startswith("-"):
            from rulespec.diagnostics import did_you_mean

            near = did_you_mean(args[0][:60], [*COMMANDS, *ALIASES])
            ctx.fail(f"there is no command `{args[0][:60]}`" + (f"; {near}" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help) for name, (_, help) in COMMANDS.items()])


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def cli() -> None:
    """The rules of a board game, written once: check, play, ask, prove, document.

    GAME is a file, a folder with a game.rules, or the name of an installed game. STATE is a dump, a view, a log
    (game.log, or game.log@57 for the state after 57 entries), a .scenario whose given facts are taken (or
    scenario:NAME for one of the game's own), `new`, or - for standard input.

    \b
    Exit codes: 0 yes or done · 1 no (illegal, violated, failed) · 2 usage or bad input
                3 undetermined or unknown · 4 contested under --strict-rulings
    """


def run(arguments: Sequence[str]) -> int:
    """Run a command; returns its exit code and never raises."""
    try:
        result = cli.main(args=list(arguments), prog_name="rulespec", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.Abort:
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return BAD_INPUT
    except RulespecError as error:
        if "--json" in arguments:
            click.echo(json.dumps(failure_json(error), ensure_ascii=False, indent=2))
        else:
            explain_failure(error)
        return BAD_INPUT
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone; there is nobody to tell
        return 0
    except Exception as error:
        if os.environ.get("RULESPEC_TRACEBACK"):
            raise
        click.echo(f"internal error: {type(error).__name__}: {error}"[:500], err=True)
        click.echo("This is a mistake in rulespec, not in your text: please report it.", err=True)
        click.echo("With RULESPEC_TRACEBACK=1 the place in the program is shown.", err=True)
        return INTERNAL


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
