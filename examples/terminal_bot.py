"""A bot of your own in the terminal: it plays every move out at random a few times and takes the best.

python examples/terminal_bot.py games/connect_four
"""

import random
import sys

import rulespec
from rulespec.drawing.text import lines_of


def best_move(game, state, playouts=20, lots=random):
    """The move after which random play ends best. The core is the compiled game: plain numbers, no objects."""
    core, me = game.core, game.core.owner(state.position)

    def result(move):
        after = core.step(state.position, move)
        return sum(core.outcome(core.playout(after, lots.random))[me] for _ in range(playouts))

    return game.decode(state, max(core.legal(state.position), key=result))


def main(path, person=0, ask=input, say=print, seed=1):
    """One person against the bot on all other seats."""
    game = rulespec.load(path)
    state, you, lots = game.new(seed), game.players[person], random.Random(seed)
    while not state.is_over:
        if state.owner == you:
            say("\n".join(lines_of(game.pictures(game.view(state, you)))))
            try:
                state = game.play(state, ask(f"{you} ({game.legal(state)[0]}, …): "))
            except rulespec.IllegalMove as refused:
                say(refused.answer.render())
            except rulespec.BadMove as error:
                say(error.message)
        else:
            move = best_move(game, state, lots=lots)
            say(f"{state.owner}: {move.label()}")
            state = game.play(state, move)
    say(f"Won by {', '.join(game.outcome(state).winners) or 'nobody'}.")


if __name__ == "__main__":
    main(sys.argv[1])
