"""Runs scenarios: a position, moves, and what must be true after them.

Reads typed rules' scenarios and the automaton; returns `Verdict`s. A scenario that cannot even be set up has failed.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import attrs

from rulespec.automaton.run import State
from rulespec.diagnostics import LoadError, RulespecError
from rulespec.game import match
from rulespec.game.asking import situation_at
from rulespec.game.cells import cell_text, check_sums
from rulespec.game.errors import BadMove
from rulespec.game.facade import Game
from rulespec.game.narrate import Narrator
from rulespec.game.state import State as GameState
from rulespec.game.suppose import balance
from rulespec.game.values import public, to_text
from rulespec.interp.evaluate import holds
from rulespec.rules import game as typed
from rulespec.rules.game import Fact, Played, Scenario
from rulespec.source import Source, Span


@attrs.frozen
class Verdict:
    """What became of a scenario; `problems` say where and why it failed."""

    name: str
    problems: tuple[tuple[Span, str], ...]

    @property
    def passed(self) -> bool:
        return not self.problems


def run_scenarios(game: Game, scenarios: Sequence[Scenario] | None = None) -> Iterator[Verdict]:
    """All scenarios of a game, one after another."""
    for scenario in game.typed.scenarios if scenarios is None else scenarios:
        yield run_scenario(game, scenario)


def every_scenario(game: Game) -> Iterator[tuple[Game, Scenario]]:
    """All scenarios of a text, each with the game that it is about: its players, its content, its readings."""
    yield from ((game.under(dict(scenario.readings)), scenario) for scenario in game.typed.scenarios)
    for players, content in game.typed.elsewhere:
        table = other_table(game, players, content)
        for scenario in table.typed.scenarios:
            if (scenario.players, scenario.content) == (players, content):
                yield table.under(dict(scenario.readings)), scenario


@lru_cache(maxsize=64)
def other_table(game: Game, players: int, content: str | None) -> Game:
    """The same text for other players or with other content."""
    from rulespec.game.load import load

    if game.origin is None:
        raise RulespecError("R0663", "a game that was not loaded from files has no other tables")
    origin = game.origin
    return load(
        origin.path,
        players=players,
        profile=origin.profile,
        rulings=dict(origin.rulings),
        content=content or origin.content,
    )


def run_scenario(game: Game, scenario: Scenario) -> Verdict:
    problems: list[tuple[Span, str]] = []
    try:
        state = set_up(game, scenario)
        for fact in scenario.reached:
            _check(game, game.narrator, state, fact, problems)
        for played in scenario.played:
            if played.readings:
                # tried in this position under other readings; play goes on from where it was
                _play(game.under(dict(played.readings)), state, played, problems)
            else:
                state = _play(game, state, played, problems)
            if problems:
                break
    except RulespecError as error:
        problems.append((scenario.about.span, f"[{error.code}] {error.message}"))
    return Verdict(scenario.name, tuple(problems))


def set_up(game: Game, scenario: Scenario) -> State:
    """The position that the scenario gives: facts on the initial cells, control at a rule or at the start.

    Pieces that are given come from their supply, and those that are missing lie there."""
    narrator, automaton = game.narrator, game.automaton
    cells = list(automaton.initial)
    for fact in scenario.given:
        if fact.cell_family is not None:
            narrator.put(cells, fact.cell_family, narrator.offset(fact.cell_family, fact.keys), fact.value)
    balance(game, cells, frozenset(fact.cell_family for fact in scenario.given if fact.cell_family is not None))
    if scenario.at_rule is None:
        narrator.run(cells, automaton.start, {}, None)
        return narrator.settle(cells, None)
    arguments = tuple(narrator.value(a, {}, tuple(cells)) for a in scenario.at_arguments)
    label = f"{scenario.at_rule}.enter"
    if label not in automaton.joints:
        raise RulespecError("R0650", f"nothing is decided in `{scenario.at_rule}`, so play cannot be put there")
    return narrator.begin(label, arguments, tuple(cells))


def state_of(game: Game, scenario: Scenario) -> GameState:
    """The position that a scenario gives, before anything is played in it."""
    values = set_up(game, scenario)
    check_sums(game.sheet, values, f"the scenario {scenario.name}")
    return GameState(game, game.core.from_values(tuple(values)))


_FOR = re.compile(r"^scenarios[ \t]+for[ \t]+(?P<name>[a-z][a-z_0-9]*)", re.MULTILINE)


def game_of(source: Source) -> str:
    """Which game the scenarios of a file are about: it says so itself."""
    found = _FOR.search(source.text)
    if found is None:
        raise RulespecError(
            "R0663", "this file does not say which game it is about", source.name, "begin it with `scenarios for …`"
        )
    return found["name"]


def further_scenarios(game: Game, source: Source) -> Iterator[tuple[Game, Scenario]]:
    """Those of a file that does not belong to the game, each with the game that it is about."""
    tables = {(len(game.players), game.sheet.content): game}
    waiting = [(len(game.players), game.sheet.content)]
    for table in waiting:
        typed = _read_with(tables[table], source)
        for scenario in typed.scenarios:
            if scenario.about.span.file == source.name:
                yield tables[table].under(dict(scenario.readings)), scenario
        for players, content in typed.elsewhere:
            other = (players, content or table[1])
            if other not in tables:
                tables[other] = other_table(game, *other)
                waiting.append(other)


def scenarios_in(game: Game, source: Source) -> tuple[Scenario, ...]:
    """The scenarios of a further text, read as if it belonged to the game."""
    return tuple(s for s in _read_with(game, source).scenarios if s.about.span.file == source.name)


def _read_with(game: Game, source: Source) -> typed.Game:
    from rulespec.game.files import find
    from rulespec.game.load import check_sources

    if game.origin is None:
        raise RulespecError("R0663", "a game that was not loaded from files reads no scenarios")
    found = find(game.origin.path, game.origin.content).sources
    sources = [s for s in found if s.name != source.name and not s.name.endswith(".scenario")]
    rules, diagnostics = check_sources([*sources, source], game.origin.players)
    if rules is None:
        raise LoadError(tuple(d for d in diagnostics if d.is_error))
    return rules


def _play(game: Game, state: State, played: Played, problems: list[tuple[Span, str]]) -> State:
    narrator = game.narrator
    span = played.about.span
    owner = narrator.owner(state)
    if owner is None:
        problems.append((span, "the game is over"))
        return state
    point = game.decisions[narrator.points[state[narrator.control]].label]
    name = "chance" if owner < 0 else game.players[owner]
    if played.player and played.player != name:
        problems.append((span, f"{name} decides here, not {played.player}"))
        return state
    try:
        option, args = match.read(game.sheet, played.move, point)
    except BadMove:
        if played.refused_by is not None and played.refused_by == played.move.partition("(")[0]:
            return state  # the readings played by have no such option here
        raise
    choice = ("" if point.is_chance else option.name, args)
    refused = () if point.is_chance else tuple(narrator.refused(state, choice))
    if played.refused_by is not None:
        if played.refused_by not in refused and not any(c.endswith(f".{played.refused_by}") for c in refused):
            found = ", ".join(refused) or "nothing"
            problems.append((span, f"{played.move} should be refused by {played.refused_by}; it is refused by {found}"))
        return state
    if refused or choice not in narrator.legal(state):
        problems.append((span, f"{played.move} is refused by {', '.join(refused) or 'the decision'}"))
        return state
    state = narrator.step(state, choice)
    for fact in played.facts:
        _check(game, narrator, state, fact, problems)
    return state


def _check(game: Game, narrator: Narrator, state: State, fact: Fact, problems: list[tuple[Span, str]]) -> None:
    if fact.cell_family is not None:
        cells = game.sheet.of(fact.cell_family)
        found = state[narrator.offset(fact.cell_family, fact.keys)]
        if found != fact.value:
            what = cell_text(cells.name, cells.keys, fact.keys)
            shown, wanted = to_text(public(cells.type, found)), to_text(public(cells.type, fact.value))
            problems.append((fact.about.span, f"{what} is {shown}, not {wanted}"))
    elif fact.condition is not None:
        # facts are typed rules, as written: the interpreter's evaluator knows all their words
        if not holds(fact.condition, situation_at(game, state).scope):
            problems.append((fact.about.span, "this does not hold"))
