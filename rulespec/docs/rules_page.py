"""The page of rules, in playing order: each rule as sentences, each option with its conditions, effects and sources.

Reads a speaker's game; returns the lines of the page.
"""

from collections.abc import Iterator

from rulespec.docs.components import cited, linked, type_words
from rulespec.docs.examples import exercised
from rulespec.docs.markdown import code, escape, link, mark
from rulespec.docs.order import callers, decisions, playing_order
from rulespec.docs.sentences.effects import Line, effect_lines, option_env
from rulespec.docs.sentences.phrase import Phrase, sentence
from rulespec.docs.sentences.speaker import Env, Speaker
from rulespec.docs.values import endings
from rulespec.rules.expressions import NO, YES, Expr
from rulespec.rules.game import Rule
from rulespec.rules.statements import Clause, Decide, Draw, ForEach, Option, Parameter, Stmt
from rulespec.rules.types import Member
from rulespec.rules.walk import blocks


def rules_page(speaker: Speaker) -> list[str]:
    lines = [f"# {speaker.grammar.words['rules']}", ""]
    words = speaker.grammar.words
    order = playing_order(speaker.game)
    lines += [f"- {link(escape(rule_title(speaker, rule)), '', rule.name)}" for rule in order]
    lines += [f"- {link(words['endings'], '', 'endings')}"]
    for rule in order:
        lines += ["", *_rule(speaker, rule)]
    return [*lines, "", mark("endings"), "", *endings(speaker)]


def rule_title(speaker: Speaker, rule: Rule) -> str:
    title = speaker.names.title(rule.about, rule.name, rule.name)
    return title[:1].upper() + title[1:]


def _rule(speaker: Speaker, rule: Rule) -> list[str]:
    words = speaker.grammar.words
    lines = [mark(rule.name), "", f"## {escape(rule_title(speaker, rule))}", ""]
    notes = [f"{words[rule.form]} {code(rule.name)}{cited(rule.about)}"]
    given = [name for name, _ in rule.parameters if name != rule.performer]
    if rule.performer is not None:
        notes.append(f"{words['performed by']}: {escape(speaker.names.noun(rule.performer).text)}")
    if given:
        notes.append(f"{words['with']}: {escape(speaker.grammar.listed([speaker.names.noun(n).text for n in given]))}")
    used = [link(escape(rule_title(speaker, r)), "", r.name) for r in callers(speaker.game, rule.name)]
    if used:
        notes.append(f"{words['called from']}: {', '.join(used)}")
    lines += [" · ".join(notes), ""]
    env: dict[str, Phrase] = {name: speaker.names.noun(name) for name, _ in rule.parameters}
    lines += _listed(speaker, effect_lines(speaker, rule.body, env))
    known = dict(_known_at(speaker, rule.body, env))
    for decision in decisions(rule):
        # A menu and its only decision share their code, and so their anchor.
        anchors = [name for name in dict.fromkeys((decision.code, decision.id)) if name and name != rule.name]
        lines += ["", "".join(map(mark, anchors)), "", *_decision(speaker, decision, known.get(decision.code, env))]
    return lines


def _known_at(speaker: Speaker, body: tuple[Stmt, ...], env: Env) -> Iterator[tuple[str, Env]]:
    """What the variables are called at each decision."""
    for statement in body:
        inside = env
        match statement:
            case ForEach(var=var, kind=kind):
                inside = speaker.among(var, kind, env)
            case Draw(var=var, kind=kind):
                env = speaker.among(var, kind, {k: v for k, v in env.items() if k != var})
            case Decide(code=name, options=options):
                yield name, env
                for option in options:
                    yield from _known_at(speaker, option.effect, option_env(speaker, option, env))
                continue
            case _:
                pass
        for block in blocks(statement):
            yield from _known_at(speaker, block, inside)


def _listed(speaker: Speaker, lines: Iterator[Line]) -> list[str]:
    """Sentences as a nested list; an option leads to its own section."""
    result = []
    for line in lines:
        text = escape(line.text[:1].upper() + line.text[1:])
        if line.option is None and line.decision is None:
            text = linked(speaker, text)
        if line.option is not None:
            text = link(text, "", line.option.about.code)
        elif line.decision is not None:
            text = link(text, "", line.decision.code)
        end = ":" if line.opens else ("" if line.option is not None else ".")
        if text.endswith((".", "?", "!", "”", ":")) and end == ".":
            end = "" if not text.endswith("”") else "."
        result.append(f"{'    ' * line.depth}- {text}{end}{cited(line.about)}")
    return [*result, ""]


def _decision(speaker: Speaker, decision: Decide, env: Env) -> list[str]:
    words = speaker.grammar.words
    lines = [f"### {escape(sentence(speaker.decision_title(decision)).rstrip('.'))}", ""]
    shown = f" ({escape(decision.id)})" if decision.id not in ("", decision.code) else ""
    notes = [f"{words['decision']} {code(decision.code)}{shown}{cited(decision.about)}"]
    notes.append(f"{words['owner']}: {escape(speaker.noun(decision.owner, env).text)}")
    if decision.several:
        notes.append(words["several"])
    lines += [" · ".join(notes), ""]
    for option in decision.options:
        lines += _option(speaker, option, env)
    return lines


def _option(speaker: Speaker, option: Option, outside: Env) -> list[str]:
    words = speaker.grammar.words
    env = option_env(speaker, option, outside)
    title = speaker.open_title(option)
    lines = [mark(option.about.code), "", f"#### {escape(title[:1].upper() + title[1:])}", ""]
    lines += [f"{code(option.about.code or option.name)}{cited(option.about)}", ""]
    if option.active is not None:
        lines += [*_active(speaker, option.active, env), ""]
        if speaker.played(option.active) == NO:  # its text is that of a reading under which it exists
            others = (other for other, _, then in speaker.otherwise(option.active) if then != NO)
            speaker = next(others, speaker)
    if option.parameters:
        shown = [_parameter(speaker, p) for p in option.parameters]
        lines += [escape(f"{words['parameters']} {speaker.grammar.listed(shown)}."), ""]
    if option.definitions:
        named = [
            speaker.grammar.say("let", a=speaker.names.noun(d.var), b=speaker.noun(d.value, env))
            for d in option.definitions
        ]
        lines += [escape(_where(words["where"], named)), ""]
    if option.clauses:
        lines += [f"**{words['conditions']}**", ""]
        for clause in option.clauses:
            lines += _clause(speaker, clause, env)
        lines.append("")
    else:
        lines += [words["no conditions"], ""]
    lines += [f"**{words['effects']}**", ""]
    effects = _listed(speaker, effect_lines(speaker, option.effect, env))
    return [*lines, *(effects if option.effect else [words["no effect"], ""])]


def _active(speaker: Speaker, active: Expr, env: Env) -> list[str]:
    """Under which readings an option exists."""
    now, others = speaker.played(active), speaker.otherwise(active)
    lines = []
    if now == NO:
        names = [name for _, name, then in others if then != NO]
        lines.append(speaker.grammar.say("only under", readings=speaker.grammar.listed(names, "or")))
    else:
        if now != YES:
            lines.append(f"{speaker.grammar.words['active if']} {speaker.sentence(now, env)}")
        lines += [speaker.grammar.say("left out under", readings=name) for _, name, then in others if then == NO]
    return [linked(speaker, escape(sentence(line))) for line in lines]


def _parameter(speaker: Speaker, parameter: Parameter) -> str:
    """`a square`; `the number (1 to 5)` where the name says more than the type or less."""
    noun = speaker.names.noun(parameter.name)
    match parameter.type:
        case Member(kind=kind, optional=False) if speaker.names.noun(kind.name).words == noun.words:
            return speaker.say_of("indefinite", noun)
        case type_:
            return f"{noun.text} ({type_words(speaker, type_)})"


def _where(word: str, named: list[str]) -> str:
    return f"{word[:1].upper()}{word[1:]} {'; '.join(named)}."


def _clause(speaker: Speaker, clause: Clause, env: Env) -> list[str]:
    """The condition as it is played, then what it is under other readings and what lifts it."""
    words, say = speaker.grammar.words, speaker.grammar.say
    now, others = speaker.played(clause.condition), speaker.otherwise(clause.condition)
    source = clause.source if clause.source not in (name for _, name, _ in others) else ""
    added = f" ({words['added by']} {escape(speaker.label_said(source))})" if source else ""
    head = f"- {mark(clause.about.code)}{code(clause.label)}"
    notes = []
    for other, name, then in others:
        text = say("lapses under", readings=name)
        if then != YES:
            text = say("under said", readings=name, sentence=other.sentence(then, env))
        notes.append(linked(speaker, escape(sentence(text))))
    if now == YES and notes:  # only other readings ask for it
        lines, notes = [f"{head} {notes[0]}{added}{cited(clause.about)}"], notes[1:]
    else:
        lines = [f"{head} {escape(sentence(speaker.sentence(now, env)))}{added}{cited(clause.about)}"]
    lines += [f"    - {note}" for note in notes]
    seen = [link(code(name), "examples.md", f"scenario.{name}") for name in exercised(speaker.game, clause.about.code)]
    lines += [f"    - {words['example']}: {', '.join(seen)}"] if seen else []
    for lift, about in clause.lifts:
        otherwise = escape(sentence(f"{words['lifted if']}: {speaker.sentence(lift, env)}"))
        lines.append(f"    - {mark(about.code) if about.code else ''}{otherwise}{cited(about)}")
    return lines
