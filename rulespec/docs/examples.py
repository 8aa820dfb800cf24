"""The page of worked examples: the scenarios of a game in sentences, as they came out when the page was written.

Reads a speaker's game and what running its scenarios gave (`Example`); returns the lines of the page.
"""

from collections.abc import Mapping, Sequence

import attrs

from rulespec.docs.components import cited
from rulespec.docs.markdown import code, escape, link, mark
from rulespec.docs.order import decisions
from rulespec.docs.sentences.phrase import Phrase, sentence
from rulespec.docs.sentences.speaker import Speaker
from rulespec.rules.expressions import Const, Expr, Op, Read
from rulespec.rules.game import Fact, Game, Scenario
from rulespec.rules.types import Flag, Member


@attrs.frozen
class Example:
    """A scenario that was run: what its moves are called in each language, and what went wrong, if anything did."""

    scenario: Scenario
    moves: tuple[Mapping[str, str], ...]
    problems: tuple[str, ...] = ()
    ran: bool = True


def examples_page(speaker: Speaker, examples: Sequence[Example]) -> list[str]:
    lines = [f"# {speaker.grammar.words['examples']}", ""]
    for example in examples:
        lines += _example(speaker, example)
    return lines


def untried(game: Game) -> tuple[Example, ...]:
    """The scenarios of a game that nobody has run."""
    return tuple(Example(s, tuple({} for _ in s.played), ran=False) for s in game.scenarios)


def exercised(game: Game, clause: str) -> list[str]:
    """The scenarios in which the clause refuses a move."""
    return [s.name for s in game.scenarios if any(played.refused_by == clause for played in s.played)]


def _example(speaker: Speaker, example: Example) -> list[str]:
    words, scenario = speaker.grammar.words, example.scenario
    title = speaker.names.title(scenario.about, scenario.name, scenario.name)
    lines = [mark(f"scenario.{scenario.name}"), "", f"## {escape(title[:1].upper() + title[1:])}", ""]
    lines += [f"{code(scenario.name)}{cited(scenario.about)}", ""]
    if scenario.given:
        lines += [f"**{words['given']}**", ""]
        lines += [f"- {escape(sentence(_fact(speaker, fact)))}" for fact in scenario.given]
        lines.append("")
    clauses = {
        c.about.code for r in speaker.game.rules.values() for d in decisions(r) for o in d.options for c in o.clauses
    }
    for played, said in zip(scenario.played, example.moves, strict=True):
        move = said.get(speaker.language) or played.move
        who = speaker.names.text(f"name:{played.player}") or played.player or words["chance"]
        head = speaker.say("plays", player=who, move=f"“{move}”")
        head = f"- {escape(head[:1].upper() + head[1:])}"
        if played.refused_by is not None:
            by = code(played.refused_by)
            shown = link(by, "rules.md", played.refused_by) if played.refused_by in clauses else by
            lines.append(f"{head}: {words['refused by']} {shown}.")
            continue
        lines.append(f"{head}{':' if played.facts else '.'}")
        lines += [f"    - {escape(sentence(_fact(speaker, fact)))}" for fact in played.facts]
    if example.problems:
        lines += ["", f"**{words['failed']}** {escape('; '.join(example.problems))}", ""]
    elif example.ran:
        lines += ["", f"*{words['came out']}*", ""]
    return [*lines, ""]


def _fact(speaker: Speaker, fact: Fact) -> str:
    if fact.condition is not None:
        return speaker.sentence(fact.condition, {})
    if fact.cell_family is None:
        return ""
    family = speaker.game.families[fact.cell_family]
    keys: list[Expr] = [Const(key, Member(kind)) for key, kind in zip(fact.keys, family.keys, strict=True)]
    cell = Read(family.name, tuple(keys), family.type)
    place = next((p for cards in speaker.game.cards.values() if cards.location == family.name for p in cards.places
                  if p.base <= fact.value < p.base + _size(p.keys)), None)  # fmt: skip
    if place is not None:  # a card lies somewhere
        at, inside = fact.value - place.base, list[tuple[str, Phrase]]()
        for kind in reversed(place.keys):
            inside.insert(0, (kind.name, speaker.names.member(kind, kind.values[at % kind.size])))
            at //= kind.size
        card = speaker.noun(keys[0], {})
        return speaker.grammar.say("lies in", a=card, b=speaker.names.word(place.name, inside))
    if isinstance(family.type, Flag):
        return speaker.sentence(cell, {}, bool(fact.value))
    return speaker.sentence(Op("=", (cell, Const(fact.value, family.type)), Flag()), {})


def _size(kinds: Sequence[object]) -> int:
    size = 1
    for kind in kinds:
        size *= getattr(kind, "size", 1)
    return size
