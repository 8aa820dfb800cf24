"""Which sources a text cites, where, and which scenarios exercise them.

Reads a game and runs its scenarios; returns a `Source` per cited id. A scenario exercises what happened in it: the
rules that ran, the options played with their clauses, and the clauses that refused something.
"""

from collections.abc import Iterator
from typing import Any

import attrs

from rulespec.game.facade import Game
from rulespec.game.mentions import Mention, mentions
from rulespec.game.scenario import run_scenario
from rulespec.rules.game import Scenario


@attrs.frozen
class Source:
    """An id of the margin: what cites it, and the scenarios in which that happens."""

    id: str
    cited_by: tuple[str, ...]
    scenarios: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "cited_by": list(self.cited_by), "scenarios": list(self.scenarios)}


@attrs.frozen
class Covered:
    """All of it; `silent` are rules and clauses that cite nothing, `failed` scenarios that do not pass."""

    sources: tuple[Source, ...]
    silent: tuple[str, ...]
    failed: tuple[str, ...]


def coverage(game: Game) -> Covered:
    """What the text cites, in alphabetical order."""
    cited: dict[str, dict[str, None]] = {}
    silent: dict[str, None] = {}
    for mention in mentions(game.typed):
        for cite in sources_of(mention):
            cited.setdefault(cite, {})[mention.code] = None
        if mention.what in ("rule", "phase", "menu", "option", "clause") and not mention.about.cites:
            silent[mention.code] = None
    exercised: dict[str, dict[str, None]] = {}
    failed = []
    for scenario in game.typed.scenarios:
        codes, cites, passed = _happened(game, scenario)
        if not passed:
            failed.append(scenario.name)
        for id, by in cited.items():
            if id in cites or codes & by.keys():
                exercised.setdefault(id, {})[scenario.name] = None
    found = tuple(Source(id, tuple(cited[id]), tuple(exercised.get(id, ()))) for id in sorted(cited))
    return Covered(found, tuple(silent), tuple(failed))


def sources_of(mention: Mention) -> tuple[str, ...]:
    """What a mention cites; the number of a decision or draw is a source too."""
    own = mention.words if mention.what in ("decision", "draw") and mention.words != mention.code else ""
    return (*mention.about.cites, own) if own else mention.about.cites


def _happened(game: Game, scenario: Scenario) -> tuple[set[str], set[str], bool]:
    """The codes and sources of what a scenario makes happen."""
    narrator = game.narrator
    narrator.told = []
    passed = run_scenario(game, scenario).passed
    codes: set[str] = set()
    cites: set[str] = set()
    for event in narrator.told:
        codes |= {event.rule, event.clause}
        cites |= set(event.cites)
    codes |= set(_asked(game, codes)) | {p.refused_by for p in scenario.played if p.refused_by is not None}
    return codes - {""}, cites, passed


def _asked(game: Game, codes: set[str]) -> Iterator[str]:
    """The decisions in which options were played, and the clauses of those options: they were asked, and held."""
    decision = ""
    for mention in mentions(game.typed):
        match mention.what:
            case "decision":
                decision = mention.code
            case "option" if mention.code in codes:
                yield decision
            case "clause" if mention.code.rpartition(".")[0] in codes:
                yield mention.code
            case _:
                pass
