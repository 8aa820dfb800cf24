"""The rules reference of a game: plain Markdown in every language of its text, generated from the typed rules.

Reads a typed game; returns path -> page, in reading order. Same game, same bytes: nothing depends on time or place.
Each clause, option, decision, rule, value, ruling and invariant has an anchor, its code.
"""

from collections.abc import Sequence

from rulespec.docs import legend
from rulespec.docs.components import components_page
from rulespec.docs.examples import Example, examples_page, untried
from rulespec.docs.flow import Flow, flow_page
from rulespec.docs.indexes import glossary_page, index_page
from rulespec.docs.markdown import escape, link, page
from rulespec.docs.rules_page import rules_page
from rulespec.docs.rulings import rulings_page
from rulespec.docs.sentences.speaker import Speaker, speakers
from rulespec.docs.values import values_page
from rulespec.rules.game import Game

CHAPTERS = {
    "components.md": components_page,
    "rules.md": rules_page,
    "values.md": values_page,
    "rulings.md": rulings_page,
    "glossary.md": glossary_page,
    "indexes.md": index_page,
}


HEADINGS = {
    "components.md": "components", "rules.md": "rules", "flow.md": "graph", "values.md": "values",
    "rulings.md": "rulings", "examples.md": "examples", "glossary.md": "glossary", "indexes.md": "indexes",
}  # fmt: skip
"""Every page in reading order, with the word that is its heading."""


def pages(game: Game, flow: Flow | None = None, examples: Sequence[Example] = ()) -> dict[str, str]:
    """The pages of the reference: `index.md`, then `en/index.md`, `en/rules.md`, ... for each language.

    `flow` and `examples` are what a running game tells; without them there are no pages of them.
    """
    defaults = {ruling.id: ruling.default for ruling in game.rulings.values()}
    voices = tuple(speaker.by(defaults) for speaker in speakers(game))
    languages = [f"- {link(escape(v.grammar.words['language']), f'{v.language}/index.md')}" for v in voices]
    found = {"index.md": page([f"# {escape(_title(voices[0]))}", "", *languages])}
    for speaker in voices:
        told = {path: write(speaker) for path, write in CHAPTERS.items() if path in chapters(game)}
        if flow is not None:
            told["flow.md"] = flow_page(speaker, flow)
        if game.scenarios:
            told["examples.md"] = examples_page(speaker, examples or untried(game))
        found[f"{speaker.language}/index.md"] = _front(speaker, voices, [path for path in HEADINGS if path in told])
        for path in HEADINGS:
            if path in told:
                found[f"{speaker.language}/{path}"] = page(_with_ways_out(speaker, voices, path, told[path]))
    return found


def _with_ways_out(speaker: Speaker, voices: Sequence[Speaker], path: str, lines: list[str]) -> list[str]:
    """Below its heading a page leads to the front page and to itself in the other languages."""
    ways = [link(escape(_title(speaker)), "index.md")]
    ways += [
        link(escape(voice.grammar.words["language"]), f"../{voice.language}/{path}")
        for voice in voices
        if voice is not speaker
    ]
    return [lines[0], "", " · ".join(ways), *lines[1:]]


def chapters(game: Game) -> list[str]:
    """The pages that a game needs, in reading order."""
    return [path for path in CHAPTERS if path != "rulings.md" or game.rulings]


def _title(speaker: Speaker) -> str:
    return speaker.names.text("game", speaker.game.name) or speaker.game.title or speaker.game.name


def _front(speaker: Speaker, voices: tuple[Speaker, ...], paths: Sequence[str]) -> str:
    """Title, players, contents, how to read it."""
    game, words = speaker.game, speaker.grammar.words
    players = game.kinds[game.player_kind]
    names = ", ".join(speaker.names.member(players, v).text for v in players.values)
    lines = [f"# {escape(_title(speaker))}", ""]
    lines += [f"{words['version']} {escape(game.version)} · {words['players']}: {escape(names)}", ""]
    others = [
        link(escape(v.grammar.words["language"]), f"../{v.language}/index.md") for v in voices if v is not speaker
    ]
    lines += [" · ".join(others), ""] if others else []
    lines += [f"## {words['contents']}", ""]
    lines += [f"- {link(words[HEADINGS[path]], path)}" for path in paths]
    lines += ["", f"## {legend.TITLES.get(speaker.language, legend.TITLES['en'])}", ""]
    lines += [f"{n}. {escape(text)}" for n, text in enumerate(legend.legend(game, speaker.language), 1)]
    return page(lines)
