"""The page of values: what is worked out from the state, how the game ends, what is scored, what always holds.

Reads a speaker's game; returns the lines of the page.
"""

from rulespec.docs.components import cited, linked, type_words
from rulespec.docs.markdown import code, escape, mark
from rulespec.docs.sentences.phrase import sentence
from rulespec.docs.sentences.speaker import Env, Speaker
from rulespec.rules.expressions import NO, YES, Expr, SetBy
from rulespec.rules.game import Arm, Contribution, Definition, Invariant
from rulespec.rules.types import Flag


def values_page(speaker: Speaker) -> list[str]:
    words = speaker.grammar.words
    lines = [f"# {words['values']}", ""]
    scored = {score.definition for score in speaker.game.scores}
    for definition in speaker.game.definitions.values():
        if definition.name not in scored:
            lines += _definition(speaker, definition)
    return [*lines, *_invariants(speaker)]


def definition_title(speaker: Speaker, definition: Definition) -> str:
    """The word said of its parameters: `the province's power for the role`, `the home is free`."""
    keys = [(name, speaker.names.noun(name)) for name, _ in definition.parameters]
    if isinstance(definition.type, Flag):
        return speaker.names.yes_no(definition.name, keys, definition.prepositions, True)
    return speaker.names.word(definition.name, keys, definition.prepositions).text


def _definition(speaker: Speaker, definition: Definition) -> list[str]:
    words = speaker.grammar.words
    env: Env = {name: speaker.names.noun(name) for name, _ in definition.parameters}
    title = definition_title(speaker, definition)
    lines = [mark(definition.name), "", f"## {escape(title[:1].upper() + title[1:])}", ""]
    kind = (
        ""
        if isinstance(definition.type, Flag)
        else f" · {words['range']}: {escape(type_words(speaker, definition.type))}"
    )
    lines += [f"{code(definition.name)}{kind}{cited(definition.about)}", ""]
    lines += arms_said(speaker, definition, env)
    if definition.contributions:
        lines += ["", f"{words['contributions']}:", ""]
        lines += [_contribution(speaker, part, env) for part in definition.contributions]
    return [*lines, ""]


def value_said(speaker: Speaker, value: Expr, env: Env) -> str:
    """A value as a noun, a yes/no as a sentence."""
    return speaker.sentence(value, env) if isinstance(value.type, Flag) else speaker.noun(value, env).text


def _contribution(speaker: Speaker, part: Contribution, env: Env) -> str:
    words = speaker.grammar.words
    text = f"{words[part.verb]} {speaker.noun(part.amount, env).text}"
    condition = speaker.played(part.condition)
    if condition == NO:
        names = [name for _, name, then in speaker.otherwise(part.condition) if then != NO]
        text += ", " + speaker.grammar.say("only under", readings=speaker.grammar.listed(names, "or"))
    elif condition != YES:
        text += f" {words['if']} {speaker.sentence(condition, env)}"
    if part.floor is not None:
        text += f", {words['at least']} {part.floor}"
    source = f" ({escape(speaker.label_said(part.source))})" if part.source and part.source != part.label else ""
    return f"- {code(part.label)} {linked(speaker, escape(sentence(text)))}{source}{cited(part.about)}"


def arms_said(speaker: Speaker, definition: Definition, env: Env) -> list[str]:
    """Each case of a value in a line; a single one alone. What only other readings know stands under their names."""
    lines: list[str] = []
    others: dict[str, list[str]] = {}
    for arm in definition.arms:
        now = speaker.played(arm.condition)
        for other, name, then in speaker.otherwise(arm.condition):
            if then != NO:
                others.setdefault(name, []).append(_arm(other, arm, then, env, True))
        if now != NO and not (lines and lines[-1].startswith("!")):
            several = len(definition.arms) > 1 and (now == arm.condition or bool(lines))
            lines.append(("!" if now == YES else "") + _arm(speaker, arm, now, env, several))
    found = [f"- {line.removeprefix('!')}" for line in lines]
    for name, told in others.items():
        found.append(f"- {linked(speaker, escape(sentence(speaker.grammar.say('under', readings=name) + ':')))}")
        found += [f"    - {line}" for line in told]
    return found


def _arm(speaker: Speaker, arm: Arm, condition: Expr, env: Env, several: bool) -> str:
    words = speaker.grammar.words
    text = value_said(speaker, arm.value, env)
    if several and condition == YES:
        text += f" {words['in other cases']}"
    if condition != YES:
        text += f" {words['if']} {speaker.sentence(condition, env)}"
    return f"{escape(sentence(text))}{cited(arm.about)}"


def endings(speaker: Speaker) -> list[str]:
    """How the game ends, who wins, and what is scored."""
    game, words = speaker.game, speaker.grammar.words
    lines = [f"## {words['endings']}", ""]
    for ending in game.endings.values():
        if isinstance(ending.winners, SetBy) and ending.winners.condition == NO:
            winners = words["nobody"]
        elif ending.winners is not None:
            winners = speaker.say("winner is", list=speaker.noun(ending.winners, {}).text)
        else:
            winners = words["highest"] if game.scores else words["nobody"]
        title = escape(sentence(speaker.names.title(ending.about, ending.name, ending.name)))
        lines.append(f"- {mark(ending.name)}**{title}** {escape(sentence(winners))}{cited(ending.about)}")
    if game.scores:
        lines += ["", f"## {words['scores']}", ""]
    for score in game.scores:
        definition = game.definitions[score.definition]
        title = escape(speaker.names.title(score.about, score.name, score.name))
        env: Env = {name: speaker.names.noun(name) for name, _ in definition.parameters}
        lines += [mark(definition.name), "", f"**{title}** · {escape(definition_title(speaker, definition))}", ""]
        lines += [*arms_said(speaker, definition, env), cited(score.about).strip(), ""]
    return lines


def _invariants(speaker: Speaker) -> list[str]:
    words = speaker.grammar.words
    if not speaker.game.invariants:
        return []
    lines = [f"## {words['invariants']}", ""]
    for invariant in speaker.game.invariants:
        text = escape(sentence(speaker.sentence(invariant.condition, {})))
        head = f"{mark(invariant.name)}{code(invariant.name)} ({_scope(speaker, invariant)})"
        lines.append(f"- {head} {text}{cited(invariant.about)}")
    return [*lines, ""]


def _scope(speaker: Speaker, invariant: Invariant) -> str:
    where = invariant.where
    rule = speaker.game.rules.get(where.partition(".")[0])
    shown = where if rule is None or "." in where else speaker.names.title(rule.about, rule.name, rule.name)
    return escape(speaker.say(invariant.scope, where=f"“{shown}”"))
