"""Which statements of the rulebooks a text cites, where, and which scenarios exercise them; what becomes of its rulings.

Reads a game and runs its scenarios; returns a `Coverage`. A scenario exercises what happened in it: the rules that ran,
the options played with their clauses, and the clauses that refused something. Without a catalogue the ids that margins
cite are all the statements there are.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from rulespec.game.facade import Game
from rulespec.game.mentions import Mention, mentions
from rulespec.game.scenario import every_scenario, run_scenario
from rulespec.rules.game import RulingDecl, Scenario, Statement
from rulespec.rules.statements import Decide, ForEach, If, Repeat, Step, Stmt
from rulespec.rules.types import Flag

CONDITIONAL = re.compile(r"\b(if|unless|may|must|instead|until|each|only)\b", re.IGNORECASE)
"""Words of a statement that ask for a condition, choice, exception, duration or loop in what cites it."""


@attrs.frozen
class Source:
    """An id: what the catalogue says of it (if there is one), what cites it, and the scenarios in which that happens."""

    id: str
    cited_by: tuple[str, ...]
    scenarios: tuple[str, ...]
    statement: Statement | None = None
    words: tuple[str, ...] = ()
    """Words like `if` and `may` that nothing in what cites the statement answers."""

    @property
    def status(self) -> str:
        return self.statement.status if self.statement is not None else "cited"

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"status": self.status, "rules": list(self.cited_by), "scenarios": list(self.scenarios)}
        if self.statement is not None and self.statement.reason:
            found["reason"] = self.statement.reason
        if self.words:
            found["words"] = list(self.words)
            found["answer"] = self.statement.answer if self.statement is not None else ""
        return found


@attrs.frozen
class Question:
    """A ruling: what cites it, and for each reading the scenarios that play it or the reason why none can."""

    ruling: RulingDecl
    cited_by: tuple[str, ...]
    scenarios: Mapping[str, tuple[str, ...]]

    @property
    def unplayed(self) -> tuple[str, ...]:
        """The letters that neither a scenario plays nor a reason excuses."""
        if self.ruling.is_settled:
            return ()
        others = (r for r in self.ruling.readings if r.letter != self.ruling.default)
        return tuple(r.letter for r in others if not r.void and not self.scenarios.get(r.letter))

    def to_json(self) -> dict[str, Any]:
        readings = {
            r.letter: {"scenarios": list(self.scenarios.get(r.letter, ())), **({"void": r.void} if r.void else {})}
            for r in self.ruling.readings
        }
        return {
            "weight": self.ruling.weight, "default": self.ruling.default, "settled": self.ruling.is_settled,
            "rules": list(self.cited_by), "readings": readings,
        }  # fmt: skip


@attrs.frozen
class Coverage:
    """All of it; `silent` are rules and clauses that cite nothing, `failed` scenarios that do not pass."""

    sources: tuple[Source, ...]
    questions: tuple[Question, ...]
    silent: tuple[str, ...]
    failed: tuple[str, ...]

    @property
    def uncited(self) -> tuple[str, ...]:
        """Executable statements that nothing cites."""
        return tuple(s.id for s in self.sources if s.status == "executable" and not s.cited_by)

    @property
    def untested(self) -> tuple[str, ...]:
        """What is cited (and executable, where a catalogue tells) and exercised by no scenario."""
        return tuple(s.id for s in self.sources if s.status in ("executable", "cited") and not s.scenarios)

    @property
    def unanswered(self) -> tuple[Source, ...]:
        return tuple(s for s in self.sources if s.words and not (s.statement is not None and s.statement.answer))

    @property
    def unplayed(self) -> tuple[str, ...]:
        return tuple(f"{q.ruling.id} {letter}" for q in self.questions for letter in q.unplayed)

    def summary(self) -> dict[str, Any]:
        by_status: dict[str, int] = {}
        for source in self.sources:
            by_status[source.status] = by_status.get(source.status, 0) + 1
        return {
            "statements": len(self.sources), "by_status": by_status, "uncited": list(self.uncited),
            "untested": list(self.untested), "unanswered": [s.id for s in self.unanswered],
            "rulings": len(self.questions), "readings_without_scenario": list(self.unplayed),
            "cite_nothing": list(self.silent), "failed_scenarios": list(self.failed),
        }  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        return {
            "statements": {source.id: source.to_json() for source in self.sources},
            "rulings": {question.ruling.id: question.to_json() for question in self.questions},
            "summary": self.summary(),
        }


def coverage(game: Game) -> Coverage:
    """The statements of the catalogue in its order; without one, what the text cites in alphabetical order."""
    cited: dict[str, dict[str, None]] = {}
    silent: dict[str, None] = {}
    for mention in mentions(game.typed):
        for cite in sources_of(mention):
            cited.setdefault(cite, {})[mention.code] = None
        if mention.what in ("rule", "phase", "menu", "option", "clause") and not mention.about.cites:
            silent[mention.code] = None
    exercised: dict[str, dict[str, None]] = {}
    failed = []
    scenarios = []
    for table, scenario in every_scenario(game):
        scenarios.append(scenario)
        codes, cites, passed = _happened(table, scenario)
        if not passed:
            failed.append(scenario.name)
        for id, by in cited.items():
            if id in cites or codes & by.keys():
                exercised.setdefault(id, {})[scenario.name] = None
    conditional = set(_conditional(game))
    statements = game.catalogue or dict.fromkeys(sorted(id for id in cited if id not in game.rulings))
    sources = tuple(
        Source(
            id, tuple(cited.get(id, ())), tuple(exercised.get(id, ())), statement, _words(statement, id in conditional)
        )
        for id, statement in statements.items()
    )
    questions = tuple(
        Question(ruling, tuple(cited.get(ruling.id, ())), _played(ruling, scenarios))
        for ruling in game.rulings.values()
    )
    return Coverage(sources, questions, tuple(silent), tuple(failed))


def sources_of(mention: Mention) -> tuple[str, ...]:
    """What a mention cites; the number of a decision or draw is a source too."""
    own = mention.words if mention.what in ("decision", "draw") and mention.words != mention.code else ""
    return (*mention.about.cites, own) if own else mention.about.cites


def _words(statement: Statement | None, is_met: bool) -> tuple[str, ...]:
    if statement is None or statement.status != "executable" or is_met:
        return ()
    return tuple(dict.fromkeys(word.lower() for word in CONDITIONAL.findall(statement.text)))


def _conditional(game: Game) -> Iterator[str]:
    """The ids cited where there is a condition, choice, exception, duration or loop: in or inside one."""
    for rule in game.rules.values():
        yield from _within(rule.body, False)
    for definition in game.typed.definitions.values():
        several = len(definition.arms) > 1 or bool(definition.contributions) or isinstance(definition.type, Flag)
        arms = [definition.about, *(arm.about for arm in definition.arms), *(c.about for c in definition.contributions)]
        if several:
            yield from (id for about in arms for id in about.cites)
    yield from (id for ending in game.typed.endings.values() for id in ending.about.cites)
    yield from (id for score in game.typed.scores for id in score.about.cites)


def _within(body: Sequence[Stmt], inside: bool) -> Iterator[str]:
    for statement in body:
        if inside or isinstance(statement, Decide | If | ForEach | Repeat):
            yield from statement.about.cites
        match statement:
            case Decide(options=options):
                for option in options:
                    yield from option.about.cites
                    yield from (id for clause in option.clauses for id in clause.about.cites)
                    yield from _within(option.effect, True)
            case If(then=then, otherwise=otherwise):
                yield from _within((*then, *otherwise), True)
            case ForEach(body=inner) | Repeat(body=inner):
                yield from _within(inner, True)
            case Step(body=inner):
                if inside or any(isinstance(s, Decide | If | ForEach | Repeat) for s in inner):
                    yield from statement.about.cites
                yield from _within(inner, inside)
            case _:
                pass


def _played(ruling: RulingDecl, scenarios: Sequence[Scenario]) -> dict[str, tuple[str, ...]]:
    """By letter, the scenarios that are played, or try a move, under it."""
    found: dict[str, dict[str, None]] = {}
    for scenario in scenarios:
        for readings in (scenario.readings, *(played.readings for played in scenario.played)):
            for id, letter in readings:
                if id == ruling.id:
                    found.setdefault(letter, {})[scenario.name] = None
    return {letter: tuple(names) for letter, names in found.items()}


def _happened(game: Game, scenario: Scenario) -> tuple[set[str], set[str], bool]:
    """The codes and sources of what a scenario makes happen."""
    narrators = [game.narrator, *(game.under(dict(p.readings)).narrator for p in scenario.played if p.readings)]
    for narrator in narrators:
        narrator.told = []
    passed = run_scenario(game, scenario).passed
    told = [event for narrator in dict.fromkeys(narrators) for event in narrator.told]
    codes: set[str] = set()
    cites: set[str] = set()
    for event in told:
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
