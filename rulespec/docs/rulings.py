"""The page of rulings: every open question with its readings, the default, and the clauses that depend on it.

Reads a speaker's game; returns the lines of the page.
"""

from rulespec.docs.components import cited
from rulespec.docs.markdown import code, escape, link, mark
from rulespec.docs.order import rulings_read_by
from rulespec.docs.sentences.speaker import Speaker
from rulespec.rules.game import RulingDecl


def rulings_page(speaker: Speaker) -> list[str]:
    game, words = speaker.game, speaker.grammar.words
    lines = [f"# {words['rulings']}", ""]
    if not game.rulings:
        return [*lines, words["no rulings"]]
    read_by = rulings_read_by(game)
    for ruling in game.rulings.values():
        question = speaker.names.text(ruling.id) or ruling.question
        lines += [mark(ruling.id), "", f"## {escape(ruling.id)}: {escape(question)}{_weight(ruling)}", ""]
        for reading in ruling.readings:
            text = speaker.names.text(f"{ruling.id}.{reading.letter}") or reading.text
            shown = f"**{escape(reading.letter)}**" + (
                f" ({words['default']})" if reading.letter == ruling.default else ""
            )
            shown += f": {escape(text)}{_evidence(ruling, reading.letter)}"
            lines.append(f"- {mark(f'{ruling.id}.{reading.letter}')}{shown}")
        places = [link(code(name), page, name) for page, name in read_by[ruling.id]]
        lines += [
            "",
            f"{words['affects']}: {', '.join(places)}{cited(ruling.about)}" if places else cited(ruling.about).strip(),
            "",
        ]
    return lines


def _weight(ruling: RulingDecl) -> str:
    return f" ({escape(ruling.weight)})" if ruling.weight else ""


def _evidence(ruling: RulingDecl, letter: str) -> str:
    """The sections of the rulebooks that speak for a reading, under the language of each book."""
    sections: dict[str, list[str]] = {}
    for one in ruling.evidence:
        if one.letter == letter:
            sections.setdefault(one.book, []).append(escape(one.section))
    books = "; ".join(f"{escape(book)}: {', '.join(titles)}".removeprefix(": ") for book, titles in sections.items())
    return f" — *{books}*" if books else ""
