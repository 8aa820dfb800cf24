"""A game in a chat channel, as for Discord: one message in, one message out, hands in private messages.

The channel here is a fake one; a real one calls `on_message` the same way, with its own `send`.
"""

import rulespec
from rulespec.drawing.text import lines_of
from rulespec.game.desk import PERSON, Desk
from rulespec.game.telling import Teller


class ChatBot:
    """`!join`, `!start`, a move such as `mark(b2)`, `!why MOVE`, `!moves`, `!undo`."""

    def __init__(self, path, send, lang=None, seed=1):
        self.game, self.send, self.lang, self.seed = rulespec.load(path), send, lang, seed
        self.teller, self.seats, self.desk = Teller(self.game, lang), {}, None

    def on_message(self, author, text):
        word, _, rest = text.strip().partition(" ")
        try:
            match word:
                case "!join" if self.desk is None and len(self.seats) < len(self.game.players):
                    self.seats[author] = self.game.players[len(self.seats)]
                    self.send(None, f"{author} is {self.teller.player(self.seats[author])}")
                case "!start" if self.desk is None and self.seats:
                    self.desk = Desk(self.game, dict.fromkeys(self.seats.values(), PERSON), self.seed)
                    self.go_on(self.desk.session.events)
                case _ if self.desk is None or author not in self.seats:
                    self.send(author, "!join a game, then !start it")
                case "!why":
                    self.send(author, self.game.adjudicate(self.desk.session.state, rest, lang=self.lang).render())
                case "!moves":
                    self.send(author, "\n".join(str(move) for move in self.desk.session.legal()[:20]))
                case "!undo":
                    self.desk.undo()
                    self.go_on(())
                case _:
                    self.go_on(self.desk.session.play(text, by=self.seats[author]))
        except rulespec.IllegalMove as refused:
            self.send(author, refused.answer.render() if refused.answer else refused.message)
        except rulespec.RulespecError as error:
            self.send(author, error.message)

    def go_on(self, events):
        """Tell what happened, let the bots play, show everybody what they may see."""
        for happened in (events, *self.desk.bots_play()):
            told = [self.teller.told(event.seen_by(None)) for event in happened]
            self.send(None, "\n".join(line for line in told if line) or "…")
        for author, player in self.seats.items():
            pictures = self.game.pictures(self.desk.session.view(player), self.lang)
            self.send(author, "\n".join(lines_of(pictures, 60)))
        outcome = self.desk.session.outcome
        self.send(None, self.teller.result(outcome) if outcome else f"{self.desk.waits_for}?")
