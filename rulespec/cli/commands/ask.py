"""`rulespec ask` (also `why`, `why-not`): may this be played in this state, and why not?

Exit codes: 0 legal, 1 illegal, 2 ill-formed, 3 undetermined, 4 contested under --strict-rulings.
"""

import click

from rulespec.cli.exits import BAD_INPUT, CONTESTED, DONE, NO, UNKNOWN
from rulespec.cli.options import Wanted, game_options, json_option, lang_option, print_json, read_state, seed_option

EXITS = {"LEGAL": DONE, "FORBIDDEN": NO, "NOT_PERMITTED": NO, "ILL_FORMED": BAD_INPUT, "UNDETERMINED": UNKNOWN}


@click.command()
@game_options
@click.argument("state")
@click.argument("question")
@click.option("--viewer", metavar="PLAYER", help="answer only from what this player can see")
@click.option("--strict-rulings", is_flag=True, help="exit code 4 if another reading would change the verdict")
@seed_option
@lang_option
@json_option
def command(
    wanted: Wanted,
    state: str,
    question: str,
    viewer: str | None,
    strict_rulings: bool,
    seed: int | None,
    lang: str | None,
    as_json: bool,
) -> int:
    """May QUESTION, a move such as "place(square=b2)", be played in STATE? Names the clauses that refuse it."""
    game = wanted.load()
    given = read_state(game, state, seed)
    log = given.session.log if given.session else None
    answer = game.adjudicate(given.position, question, viewer=viewer, lang=lang, log=log)
    if as_json:
        print_json(answer.to_json())
    else:
        click.echo(answer.render(lang) if lang else answer.render())
    if strict_rulings and answer.contested:
        return CONTESTED
    return EXITS.get(str(getattr(answer.verdict, "value", answer.verdict)), UNKNOWN)
