"""What `make demo` shows: a game loaded, an excerpt of play told, a move refused with its reason, speed, a proof.

Reads the texts in games/; prints. Every figure is made while one looks, and nothing here knows a game: the texts do.
"""

import sys
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import click

from rulespec.cli.failures import explain_failure, needs_extra
from rulespec.cli.options import Wanted
from rulespec.cli.table import show_view
from rulespec.diagnostics import RulespecError
from rulespec.game.chance import random_of
from rulespec.game.errors import IllegalMove
from rulespec.game.facade import Game
from rulespec.game.session import Session

GAMES = Path(__file__).resolve().parent.parent.parent / "games"
EXCERPT_LINES = 16
PLAYED = 6
PLAYOUT_SECONDS = 0.5
PARTS = 7


def main() -> int:
    """The whole demonstration; 0 if everything in it worked."""
    paths = sorted((path.parent for path in GAMES.glob("*/game.rules")), key=_length)
    if not paths:
        click.echo(f"there are no games in {GAMES}", err=True)
        return 2
    first = next((path for path in paths if "\nscenario " in _text(path)), paths[0])
    secret = next((p for p in paths if any(word in _text(p) for word in ("face down", "seen by"))), None)
    try:
        heading(1, "a game is a text")
        show_text(first)
        heading(2, "loaded: text to Python, or from the cache")
        loaded = [load(path) for path in dict.fromkeys(path for path in (first, secret) if path is not None)]
        heading(3, "played: a few random moves, and what the rules made of them")
        for game in loaded:
            play(game)
        heading(4, "a move that is refused says why")
        refuse(loaded[0])
        heading(5, "each player sees what is theirs, and nothing else")
        look(loaded[-1])
        heading(6, "fast enough for bots and search")
        for game in loaded:
            race(game)
        heading(7, "what the text claims is proved, for every position that can arise")
        return prove(loaded)
    except RulespecError as error:
        explain_failure(error)
        return 2


def _text(path: Path) -> str:
    return (path / "game.rules").read_text("utf-8")


def _length(path: Path) -> int:
    return _text(path).count("\n")


def heading(number: int, text: str) -> None:
    click.echo()
    click.secho(f"[{number}/{PARTS}] {text}", bold=True)


def show_text(path: Path) -> None:
    text = _text(path).split("\n")
    start = next((i for i, line in enumerate(text) if line.startswith(("rule ", "phase "))), 0)
    for line in text[start : start + EXCERPT_LINES]:
        click.echo(f"    {line}".rstrip() if len(line) < 96 else f"    {line[:95].rstrip()} …")
    click.echo(f"    … ({len(text) - 1} lines, games/{path.name}/game.rules)")


def load(path: Path) -> Game:
    start = perf_counter()
    game = Wanted(str(path), None, "default", {}, None).load()
    game.core.new()
    seconds = perf_counter() - start
    kinds = [sum(point.is_chance is chance for point in game.sheet.points) for chance in (False, True)]
    size = ", ".join(f"{n} {what}{'s' * (n > 1)}" for n, what in zip(kinds, ("decision", "draw"), strict=True) if n)
    lines = game.source.count("\n")
    click.echo(
        f"    {game.title or game.name}: {' and '.join(game.players)}; {size}; {lines} lines of Python; {seconds:.2f} s"
    )
    return game


def play(game: Game) -> None:
    click.secho(f"    {game.title or game.name}", italic=True)
    session, random = Session(game, seed=7), random_of(7, 1)
    for event in session.events:
        click.echo(f"        {event}")
    for _ in range(PLAYED):
        if session.is_over:
            break
        moves = session.legal()
        move, owner = moves[random.below(len(moves))], session.state.owner
        click.echo(f"      {owner}: {move.label(game.languages[0])}")
        for event in session.play(move):
            if event.kind != "decide":
                click.echo(f"        {event}")
    for line in show_view(session.view(None)).split("\n"):
        click.echo(f"      {line}")
    outcome = session.outcome
    if outcome is not None:
        points = ", ".join(f"{player} {items['total']:+}" for player, items in (outcome.points or {}).items())
        click.echo(f"      over: won by {', '.join(outcome.winners) or 'nobody'}" + (f" ({points})" if points else ""))
    else:
        click.echo(f"      … and {session.state.owner} is to decide")


def refuse(game: Game) -> None:
    """Play until a move that was legal is not any more, and try it again."""
    session, random = Session(game, seed=7), random_of(7, 2)
    tried: list[str] = []
    for _ in range(60):
        if session.is_over:
            session, tried = Session(game, seed=7), []
        legal = [str(move) for move in session.legal()]
        for move in tried:
            if move not in legal:
                click.echo(f"    {session.state.owner} tries {move}")
                try:
                    session.play(move)
                except IllegalMove as error:
                    for lang in game.languages:
                        for line in reason(error, lang).split("\n"):
                            click.echo(f"      {line}")
                    return
                except RulespecError:
                    continue
        tried.append(legal[random.below(len(legal))])
        session.play(tried[-1])


def reason(error: IllegalMove, lang: str) -> str:
    return str(error.answer.render(lang)) if error.answer is not None else error.message


def look(game: Game) -> None:
    session = Session(game, seed=7)
    for player in game.players:
        click.echo(f"    {player} sees")
        for line in show_view(session.view(player)).split("\n"):
            click.echo(f"      {line}")


def race(game: Game) -> None:
    core, random = game.core, Random(7).random
    games, start = 0, perf_counter()
    while perf_counter() - start < PLAYOUT_SECONDS:
        for _ in range(100):
            core.playout(core.new(), random)
        games += 100
    click.echo(f"    {game.title or game.name}: {games / (perf_counter() - start):,.0f} random games per second")


def prove(games: list[Game]) -> int:
    with needs_extra("verify"):
        from verifier.verify import verify

    worst = 0
    for game in games:
        click.secho(f"    {game.title or game.name} …", italic=True)
        show = sys.stderr.isatty()

        def progress(done: int, total: int, what: str, show: bool = show) -> None:
            if show:
                click.echo(f"\r    {done}/{total} {what[:60]:60}", nl=False, err=True)

        report: Any = verify(game.typed, rulings=game.readings, timeout=5.0, search_seconds=5.0, progress=progress)
        if show:
            click.echo("\r" + " " * 80 + "\r", nl=False, err=True)
        lines = [line for line in report.text().split("\n") if line.strip()]
        for line in lines[:16]:
            click.echo(f"    {line}")
        worst = max(worst, 1 if report.violations else 0)
    return worst


if __name__ == "__main__":
    sys.exit(main())
