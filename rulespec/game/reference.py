"""The rules reference of a loaded game, with what only a running game knows: its course of play, its examples executed.

Reads a game; returns path -> page. Same game, same bytes.
"""

from rulespec.automaton.nodes import AutomaticPoint
from rulespec.automaton.text import edges
from rulespec.diagnostics import RulespecError
from rulespec.docs.examples import Example
from rulespec.docs.flow import OVER
from rulespec.docs.reference import pages
from rulespec.game.facade import Game
from rulespec.game.scenario import run_scenario
from rulespec.rules.game import Scenario


def reference(game: Game) -> dict[str, str]:
    """The pages of the reference, in reading order."""
    return pages(game.typed, flow(game), examples(game))


def flow(game: Game) -> dict[str, tuple[str, ...]]:
    """Which decision can follow which; draws and points where nobody decides are passed through."""
    after: dict[str, set[str]] = {}
    for source, _, target in edges(game.automaton):
        after.setdefault(source, set()).add(target)
    silent = {point.code for point in game.sheet.points if point.is_chance}
    silent |= {point.label for point in game.automaton.points if isinstance(point, AutomaticPoint)}
    found = {}
    for source in after:
        if source in silent:
            continue
        reached, todo, seen = set(), list(after[source]), set()
        while todo:
            target = todo.pop()
            if target in seen:
                continue
            seen.add(target)
            if target in silent:
                todo += after.get(target, ())
            else:
                reached.add(target)
        found[source] = tuple(sorted(reached, key=lambda name: (name == OVER, name)))
    return found


def examples(game: Game) -> tuple[Example, ...]:
    """Every scenario, run."""
    return tuple(_run(game, scenario) for scenario in game.typed.scenarios)


def _run(game: Game, scenario: Scenario) -> Example:
    problems = [text for _, text in run_scenario(game, scenario).problems]
    return Example(scenario, tuple(_labels(game, played.move) for played in scenario.played), tuple(problems))


def _labels(game: Game, move: str) -> dict[str, str]:
    try:
        found = game.move(move)
        return {language: found.label(language) for language in game.languages}
    except RulespecError:
        return {}
