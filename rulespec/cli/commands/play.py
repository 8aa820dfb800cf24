"""`rulespec play`: a game in the terminal, with bots on the other seats.

Reads lines, prints what the players on human seats may see. `?` lists what one can type.
"""

from collections.abc import Sequence
from typing import Any

import click

from rulespec.cli.options import Wanted, game_options, lang_option, read_bytes, seed_option, write_text
from rulespec.diagnostics import RulespecError
from rulespec.drawing.text import WIDTH, lines_of
from rulespec.game.bots import KINDS
from rulespec.game.desk import HINT, PERSON, Desk
from rulespec.game.errors import BadMove, IllegalMove
from rulespec.game.event import Event
from rulespec.game.move import Move
from rulespec.game.session import Session
from rulespec.game.telling import Teller

HELP = """  a number                    choose it; 0 goes one choice back
  a move, such as {example}
  moves [OPTION]              all legal moves
  why not MOVE                may this be played, and why not
  board                       show the position again
  undo                        take back your last move
  hint                        what the greedy bot would play
  save FILE                   write the log; go on later with --log FILE
  quit                        stop"""
FEW = 30


@click.command()
@game_options
@click.option("--as", "seats", multiple=True, metavar="PLAYER", help="who you are; repeatable; default: the first")
@click.option("--bots", is_flag=True, help="nobody is human: watch")
@click.option("--bot", type=click.Choice(KINDS), default=HINT, show_default=True, help="who plays the empty seats")
@click.option("--log", metavar="FILE", help="go on with this log")
@seed_option
@lang_option
def command(
    wanted: Wanted, seats: tuple[str, ...], bots: bool, bot: str, log: str | None, seed: int | None, lang: str | None
) -> None:
    """Play GAME in the terminal; bots take the empty seats."""
    game = wanted.load()
    for seat in seats:
        game.player(seat)
    people = () if bots else seats or game.players[:1]
    seed = 1 if seed is None else seed
    session = Session.resume(game, read_bytes(log)) if log else Session(game, seed)
    desk = Desk(game, {p: PERSON if p in people else bot for p in game.players}, seed, session)
    Terminal(desk, lang).run()


class Terminal:
    """One person (or several on one keyboard) at a desk."""

    def __init__(self, desk: Desk, lang: str | None) -> None:
        self.desk, self.lang = desk, lang
        self.game, self.session = desk.game, desk.session
        self.teller = Teller(desk.game, lang)
        self.told = 0

    def run(self) -> None:
        click.echo(f"{self.teller.title()}: {', '.join(map(self.teller.player, self.game.players))}")
        while not self.session.is_over:
            self.tell()
            if self.desk.waits_for is None:
                self.desk.bot_move()
            elif not self.ask():
                return
        self.tell()
        self.ended()

    def tell(self) -> None:
        """What happened since, as the one person at the table got to know it."""
        events = self.session.events
        self.told = min(self.told, len(events))
        for event in events[self.told :]:
            line = self.teller.told(self.as_seen(event))
            if line:
                click.echo(f"  {line}")
        self.told = len(events)

    def as_seen(self, event: Event) -> Event:
        people = self.desk.people
        # Watching bots, one sees what a spectator sees; several people on one keyboard have no secrets but in their hands.
        return event.seen_by(people[0] if len(people) == 1 else None)

    def ended(self) -> None:
        outcome = self.session.outcome
        assert outcome is not None
        self.board(None)
        click.echo(f"\n{self.teller.result(outcome)}")
        for player, items in (outcome.points or {}).items():
            parts = [f"{name} {points}" for name, points in items.items() if name != "total"]
            detail = f"  ({', '.join(parts)})" if len(parts) > 1 else ""
            click.echo(f"  {self.teller.player(player)}: {items['total']}{detail}")

    def board(self, who: str | None) -> None:
        width = WIDTH
        for line in lines_of(self.game.pictures(self.session.view(who), self.lang), width):
            click.echo(line)

    # --- one decision ------------------------------------------------------------------------------------------------

    def ask(self) -> bool:
        """Let a person decide; False: they stop."""
        owner = self.desk.waits_for or ""
        click.echo("")
        self.board(owner)
        self.offer()
        chosen: dict[str, Any] = {}
        option: str | None = None
        while True:
            shown = self.shown(option, chosen)
            try:
                line = click.prompt(owner, prompt_suffix="> ", type=str).strip()
            except (click.Abort, EOFError):
                click.echo("")
                return False
            word, _, rest = line.partition(" ")
            try:
                if word.isdecimal() and len(word) < 9 and not rest:
                    picked = self.picked(int(word), shown, option, chosen)
                    if picked is None:
                        option, chosen = None, {}
                        continue
                    option, chosen, move = picked
                    if move is not None:
                        self.desk.play(move)
                        return True
                    self.next_choice(option, chosen)
                    continue
                done = self.command(word, rest.strip(), line, owner)
                if done is not None:
                    return done
            except IllegalMove as error:
                click.echo(f"  {self.reason(error)}")
            except BadMove as error:
                click.echo(f"  {error.message}" + (f" ({error.help})" if error.help else ""))
            except RulespecError as error:
                click.echo(f"  {error.message}")

    def command(self, word: str, rest: str, line: str, owner: str) -> bool | None:
        """What a word asks for: True goes on with the game, False stops, None asks again."""
        match word:
            case "?" | "help":
                click.echo(HELP.format(example=self.session.legal()[0]))
            case "quit" | "exit" | "q":
                return False
            case "moves":
                self.list_moves(self.session.legal(), rest)
            case "board":
                self.board(owner)
                self.offer()
            case "hint":
                move = self.desk.hint()
                click.echo(f"  {move}   {move.label(self.lang)}")
            case "save":
                write_text(rest or "game.log", self.session.log)
                click.echo(f"  written to {rest or 'game.log'}")
            case "why":
                click.echo(self.why(rest.removeprefix("not ").strip()))
            case "undo":
                if self.desk.undo():
                    click.echo("  taken back")
                    return True
                click.echo("  there is nothing to take back")
            case "":
                pass
            case _:
                self.desk.play(line)
                return True
        return None

    # --- what can be chosen ------------------------------------------------------------------------------------------

    def offer(self) -> None:
        decision, moves = self.session.decision, self.session.legal()
        assert decision is not None
        title = self.teller.decision(self.session.state)
        many = "1 move" if len(moves) == 1 else f"{len(moves)} moves"
        click.echo(f"\n{self.teller.player(decision.owner)}: {title} ({many}; ? for help)")
        if len(moves) <= FEW:
            self.list_moves(moves)
        else:
            self.numbered([self.option_title(o) for o in self.game.choices(self.session.state)])

    def shown(self, option: str | None, chosen: dict[str, Any]) -> Sequence[Any]:
        """What the numbers on the screen mean: moves, options, or values of the next open parameter."""
        moves = self.session.legal()
        if len(moves) <= FEW:
            return moves
        if option is None:
            return self.game.choices(self.session.state)
        return self.game.choices(self.session.state, option, **chosen)

    def picked(
        self, number: int, shown: Sequence[Any], option: str | None, chosen: dict[str, Any]
    ) -> tuple[str, dict[str, Any], Move | None] | None:
        """What a number chooses: a whole move, or one more part of one; None after going back."""
        if number == 0:
            self.offer()
            return None
        if not 1 <= number <= len(shown):
            raise BadMove("R0622", f"choose from 1 to {len(shown)}")
        value = shown[number - 1]
        if isinstance(value, Move):
            return value.option, {}, value
        if option is None:
            option, chosen = str(value), {}
        else:
            parameter = self.parameters(option)[len(chosen)]
            chosen = {**chosen, parameter: value}
        if len(chosen) == len(self.parameters(option)):
            return option, chosen, self.game.move({"option": option, "args": {k: plain_json(v) for k, v in chosen.items()}},
                                                   self.session.state)  # fmt: skip
        return option, chosen, None

    def next_choice(self, option: str, chosen: dict[str, Any]) -> None:
        parameter = self.parameters(option)[len(chosen)]
        click.echo(f"  {self.option_title(option)}: {self.teller.names.noun(parameter).words}?")
        values = self.game.choices(self.session.state, option, **chosen)
        self.numbered([self.value_label(option, parameter, v) for v in values])

    def parameters(self, option: str) -> list[str]:
        decision = self.session.decision
        assert decision is not None
        return [p.name for o in decision.options if o.name == option for p in o.parameters]

    def option_title(self, option: Any) -> str:
        return self.teller.offered(self.session.state, str(option))

    def value_label(self, option: str, parameter: str, value: Any) -> str:
        return self.teller.argument(self.session.state, option, parameter, value)

    def numbered(self, words: Sequence[str]) -> None:
        """Numbered words in as many columns as fit."""
        cells = [f"{i:4}  {w}" for i, w in enumerate(words, start=1)]
        wide = max(map(len, cells)) + 2
        columns = max(1, min(WIDTH // wide, -(-len(cells) // 4)))
        rows = -(-len(cells) // columns)
        for row in range(rows):
            click.echo("".join(cell.ljust(wide) for cell in cells[row::rows]).rstrip())

    def list_moves(self, moves: Sequence[Move], option: str = "") -> None:
        if not option and len(moves) <= FEW:
            self.numbered([m.label(self.lang) for m in moves])
            return
        for number, move in enumerate(moves, start=1):
            if not option or move.option == option:
                click.echo(f"  {number:3}  {move}   {move.label(self.lang)}")

    # --- reasons -----------------------------------------------------------------------------------------------------

    def why(self, question: str) -> str:
        answer = self.game.adjudicate(self.session.state, question, lang=self.lang)
        return str(answer.render(self.lang) if self.lang else answer.render())

    def reason(self, error: IllegalMove) -> str:
        if error.answer is None:
            return error.message
        return str(error.answer.render(self.lang) if self.lang else error.answer.render())


def plain_json(value: Any) -> Any:
    """A chosen value as a move has it."""
    if isinstance(value, tuple):
        return [plain_json(v) for v in value]
    return dict(value) if hasattr(value, "items") else value
