"""Options that many commands share: which game, by which readings, from which state.

Reads options and files; returns loaded games and states, raises `RulespecError`.
"""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import attrs
import click

from rulespec.cli.failures import TextError
from rulespec.diagnostics import LoadError, RulespecError, did_you_mean
from rulespec.game import files
from rulespec.game.errors import BadSave
from rulespec.game.facade import Game
from rulespec.game.json_text import decode
from rulespec.game.limits import LOG_BYTES
from rulespec.game.load import load
from rulespec.game.scenario import scenarios_in, state_of
from rulespec.game.session import Session
from rulespec.game.state import State
from rulespec.game.view import View
from rulespec.rules.game import Scenario
from rulespec.source import Source

Command = TypeVar("Command", bound=Callable[..., Any])


@attrs.frozen
class Wanted:
    """A game as it was asked for on the command line."""

    path: str
    players: Any
    profile: str
    rulings: dict[str, str]
    content: str | None

    def load(self) -> Game:
        """The game; mistakes in its text come with the text."""
        try:
            return load(
                self.path, players=self.players, profile=self.profile, rulings=self.rulings, content=self.content
            )
        except LoadError as error:
            raise TextError(error, files.find(self.path, self.content).sources) from None


def game_options(command: Command) -> Command:
    """The argument GAME and the options that choose players, readings and content; gives `wanted`."""

    def gather(**given: Any) -> Any:
        wanted = Wanted(
            given.pop("game"),
            _players(given.pop("players")),
            given.pop("profile"),
            _rulings(given.pop("ruling")),
            given.pop("content"),
        )
        return command(wanted=wanted, **given)

    gather.__name__, gather.__doc__ = command.__name__, command.__doc__
    gather.__click_params__ = getattr(command, "__click_params__", [])  # type: ignore[attr-defined]
    for option in (
        click.option("--content", metavar="PACK", help="the content pack to play with"),
        click.option("--ruling", multiple=True, metavar="ID=LETTER", help="play by this reading; may be repeated"),
        click.option("--profile", default="default", show_default=True, help="a named set of readings"),
        click.option("--players", metavar="N|NAMES", help="how many play, or who: red,blue"),
        click.argument("game", metavar="GAME"),
    ):
        gather = option(gather)
    return gather  # type: ignore[return-value]


def _players(given: str | None) -> Any:
    if given is None:
        return None
    if given.isdecimal() and given.isascii() and len(given) < 6:
        return int(given)
    return tuple(name.strip() for name in given.split(","))


def _rulings(given: tuple[str, ...]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for pair in given:
        name, sign, letter = pair.partition("=")
        if not sign or not name or not letter:
            raise RulespecError("R0608", f"`{pair[:60]}` is not written ID=LETTER", None, "such as --ruling AMB-53=a")
        chosen[name.strip()] = letter.strip()
    return chosen


json_option = click.option("--json", "as_json", is_flag=True, help="print JSON")
always_json = click.option("--json", is_flag=True, expose_value=False, help="it is JSON anyway")
lang_option = click.option("--lang", metavar="LANGUAGE", help="the language of texts, such as en or pt")
seed_option = click.option("--seed", type=int, metavar="N", help="chance comes from this seed")


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


# --- states ----------------------------------------------------------------------------------------------------------


@attrs.frozen
class Given:
    """What was named on the command line: a state or a view, with its session if it came from a log."""

    position: State | View
    session: Session | None = None

    @property
    def state(self) -> State:
        """The state, for commands that cannot do with what one player sees."""
        if isinstance(self.position, View):
            raise BadSave("R0653", "this is a view, and a whole state is needed here", None, "give a dump or a log")
        return self.position


def read_state(game: Game, named: str, seed: int | None = None) -> Given:
    """`new`, a dump, a view, a log, `game.log@57`, a `.scenario`, or `scenario:NAME` for one of the game's own."""
    if named == "new":
        return Given(game.new(seed))
    if named.startswith("scenario:") and not Path(named).exists():
        return Given(_given_by(game, game.typed.scenarios, named.removeprefix("scenario:")))
    path, sign, part = named.rpartition("@")
    if sign and not Path(named).exists():
        if path.endswith(".scenario"):
            return Given(_given_by(game, _scenarios(game, path), part))
        if part.isdecimal() and len(part) < 9:
            session = Session.resume(game, read_bytes(path), most=int(part))
            return Given(session.state, session)
    if named.endswith(".scenario"):
        return Given(_given_by(game, _scenarios(game, named), None))
    data = read_bytes(named)
    if is_log(data):
        session = Session.resume(game, data)
        return Given(session.state, session)
    if b'"rulespec-view/' in data[:2000]:
        return Given(game.restore_view(data))
    return Given(game.restore(data))


def _scenarios(game: Game, path: str) -> tuple[Scenario, ...]:
    data = read_bytes(path)
    source = Source(f"scenarios/{Path(path).name}", decode(data, path[:200]).replace("\r\n", "\n"))
    try:
        return scenarios_in(game, source)
    except LoadError as error:
        raise TextError(error, [source]) from None


def _given_by(game: Game, scenarios: Sequence[Scenario], name: str | None) -> State:
    """The position of the scenario of that name, or of the first."""
    found = next((s for s in scenarios if name is None or s.name == name), None)
    if found is None:
        names = [s.name for s in scenarios]
        help = did_you_mean((name or "")[:60], names) or (f"there are {', '.join(names[:8])}" if names else None)
        raise RulespecError(
            "R0663", f"there is no scenario `{name[:60]}`" if name else "there is no scenario", None, help
        )
    return state_of(game, found)


def is_log(data: bytes) -> bool:
    """Does the first line say so?"""
    return b"rulespec-log/" in data[:2000].partition(b"\n")[0]


def read_bytes(named: str) -> bytes:
    """A file that a stranger may have written, or standard input for `-`."""
    try:
        if named == "-":
            data = sys.stdin.buffer.read(LOG_BYTES + 1)
        else:
            with Path(named).open("rb") as file:
                data = file.read(LOG_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RulespecError("R0606", f"the file cannot be read: {reason}", named[:200]) from None
    if len(data) > LOG_BYTES:
        raise BadSave("R0605", f"the file has more than {LOG_BYTES:,} bytes", named[:200])
    return data


def write_text(path: str, text: str) -> None:
    """Write a file of the user's choice."""
    try:
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RulespecError("R0664", f"the file cannot be written: {reason}", path[:200]) from None
