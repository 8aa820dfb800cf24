"""`rulespec web`: a game as a web page that plays against bots, in a folder for any web server.

Reads a game; writes the folder, and shows it on this machine if asked to.
"""

import functools
import http.server
from pathlib import Path

import attrs
import click

from rulespec.cli.options import Wanted, game_options, json_option, print_json
from rulespec.diagnostics import RulespecError
from rulespec.game.facade import Game
from rulespec.web.folder import Table, write_folder
from rulespec.web.pyodide import pyodide_folder


@click.command()
@game_options
@click.option("--out", default="web", show_default=True, metavar="DIR", help="the folder to write")
@click.option("--pyodide", metavar="DIR", help="where Pyodide lies; otherwise npm fetches it once")
@click.option("--serve", type=click.IntRange(1, 65535), metavar="PORT", help="then show it at http://localhost:PORT")
@json_option
def command(wanted: Wanted, out: str, pyodide: str | None, serve: int | None, as_json: bool) -> None:
    """Write GAME as a web page: it is played in the browser, against bots, without a server behind it.

    For every number of players and every profile of readings the rules are compiled beforehand; --players and --profile narrow
    that to one.
    """
    runtime = pyodide_folder(pyodide)
    tables = tables_of(wanted, wanted.load())

    def told(line: str) -> None:
        if not as_json:
            click.echo(line)

    try:
        size = write_folder(Path(out), tables, runtime, told)
    except OSError as error:
        raise RulespecError("R0664", f"the folder cannot be written: {error.strerror}", out[:200]) from None
    if as_json:
        print_json(
            {"folder": out, "bytes": size, "games": [{"players": t.players, "profile": t.profile} for t in tables]}
        )
    told(f"{out}: {size / 1e6:.1f} MB; any web server can hand it out, such as: python -m http.server -d {out}")
    if serve is not None:
        show(out, serve)


def tables_of(wanted: Wanted, first: Game) -> list[Table]:
    """Every table that can be sat down at; the largest one first."""
    counts = [len(first.players)] if wanted.players is not None else sorted(first.typed.player_counts, reverse=True)
    narrowed = wanted.profile != "default" or wanted.rulings
    profiles = [wanted.profile] if narrowed else ["default", *(p for p in first.typed.profiles if p != "default")]

    def loader(count: int, profile: str) -> Table:
        if (count, profile) == (len(first.players), wanted.profile):
            return Table(count, profile, lambda: first)
        players = wanted.players if wanted.players is not None else count
        return Table(count, profile, lambda: attrs.evolve(wanted, players=players, profile=profile).load())

    return [loader(count, profile) for profile in profiles for count in counts or [len(first.players)]]


class Handler(http.server.SimpleHTTPRequestHandler):
    """Hands out the folder and keeps quiet about it."""

    extensions_map = {  # noqa: RUF012 (so declared in the base class)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:
        pass


def show(out: str, port: int) -> None:
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Handler, directory=out))
    except OSError as error:
        raise RulespecError("R0664", f"port {port} cannot be used: {error.strerror}") from None
    click.echo(f"http://localhost:{port}  (Ctrl-C stops it)")
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("")
