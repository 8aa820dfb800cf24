"""`rulespec play`: a game in the terminal, with bots on the other seats.

Reads lines, prints what the players on human seats may see. `?` lists what one can type.
"""

import click

from rulespec.cli.options import Wanted, game_options, lang_option, read_bytes, seed_option, write_text
from rulespec.cli.table import show_view
from rulespec.diagnostics import RulespecError
from rulespec.game.chance import random_of
from rulespec.game.errors import BadMove, IllegalMove
from rulespec.game.session import Session

HELP = """  a number or a move          play it
  moves [OPTION]              the legal moves
  why MOVE                    may this be played, and why not
  board                       show the position again
  undo                        take back your last move
  hint                        a move at random
  save FILE                   write the log
  quit                        stop"""
FEW = 15


@click.command()
@game_options
@click.option("--as", "seats", multiple=True, metavar="PLAYER", help="who you are; repeatable; default: the first")
@click.option("--bots", is_flag=True, help="nobody is human: watch")
@click.option("--log", metavar="FILE", help="go on with this log")
@seed_option
@lang_option
def command(
    wanted: Wanted, seats: tuple[str, ...], bots: bool, log: str | None, seed: int | None, lang: str | None
) -> None:
    """Play GAME in the terminal. Bots choose at random."""
    game = wanted.load()
    for seat in seats:
        game.player(seat)
    humans = () if bots else seats or game.players[:1]
    seed = 1 if seed is None else seed
    session = Session.resume(game, read_bytes(log)) if log else Session(game, seed)
    bot = random_of(seed, 1)
    told = 0
    while not session.is_over:
        owner = session.state.owner or ""
        events = session.events
        for event in events[told:]:
            click.echo(f"  {event.seen_by(humans[0]) if len(humans) == 1 else event}")
        told = len(events)
        if owner not in humans:
            moves = session.legal()
            session.play(moves[bot.below(len(moves))])
            continue
        if not _ask(session, owner, humans, lang):
            return
        told = min(told, len(session.events))
    for event in session.events[told:]:
        click.echo(f"  {event}")
    outcome = session.outcome
    assert outcome is not None
    click.echo(f"\nThe game is over ({outcome.end}). Won by {', '.join(outcome.winners) or 'nobody'}.")
    for player, items in (outcome.points or {}).items():
        click.echo(f"  {player}: {items['total']}")


def _ask(session: Session, owner: str, humans: tuple[str, ...], lang: str | None) -> bool:
    """Let a person decide; False: they stop."""
    click.echo("")
    click.echo(show_view(session.view(owner)))
    moves = session.legal()
    decision = session.decision
    assert decision is not None
    title = decision.title.get(lang or session.game.languages[0], decision.id)
    click.echo(f"{owner}: {title} ({len(moves)} moves; ? for help)")
    if len(moves) <= FEW:
        _list(session, "", lang)
    while True:
        try:
            line = click.prompt(owner, prompt_suffix="> ", type=str).strip()
        except (click.Abort, EOFError):
            click.echo("")
            return False
        word, _, rest = line.partition(" ")
        try:
            match word:
                case "?" | "help":
                    click.echo(HELP)
                case "quit" | "exit" | "q":
                    return False
                case "moves":
                    _list(session, rest.strip(), lang)
                case "board":
                    click.echo(show_view(session.view(owner)))
                case "hint":
                    click.echo(f"  {moves[len(session.events) % len(moves)]}")
                case "save":
                    write_text(rest.strip() or "game.log", session.log)
                    click.echo(f"  written to {rest.strip() or 'game.log'}")
                case "why":
                    click.echo(_why(session, rest, lang))
                case "undo":
                    _undo(session, humans)
                    return True
                case _ if word.isdecimal() and len(word) < 9 and not rest:
                    if not 1 <= int(word) <= len(moves):
                        click.echo(f"  there are {len(moves)} moves")
                        continue
                    session.play(moves[int(word) - 1])
                    return True
                case _:
                    session.play(line)
                    return True
        except IllegalMove as error:
            click.echo(f"  {_reason(error, lang)}")
        except BadMove as error:
            click.echo(f"  {error.message}" + (f" ({error.help})" if error.help else ""))
        except RulespecError as error:
            click.echo(f"  {error.message}")


def _list(session: Session, option: str, lang: str | None) -> None:
    for number, move in enumerate(session.legal(), start=1):
        if not option or move.option == option:
            label = move.label(lang)
            click.echo(f"  {number:3}  {move}" + (f"   {label}" if label != str(move) else ""))


def _undo(session: Session, humans: tuple[str, ...]) -> None:
    """Back to the last decision of a person."""
    before = session.state
    session.undo()
    while session.state.owner not in humans and session.state != before:
        before = session.state
        session.undo()


def _why(session: Session, question: str, lang: str | None) -> str:
    answer = session.game.adjudicate(session.state, question, lang=lang)
    return str(answer.render(lang) if lang else answer.render())


def _reason(error: IllegalMove, lang: str | None) -> str:
    if error.answer is None:
        return error.message
    return str(error.answer.render(lang) if lang else error.answer.render())
