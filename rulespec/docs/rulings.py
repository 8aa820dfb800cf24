"""The page of rulings: every open question with its readings, the default, and the clauses that depend on it.

Reads a speaker's game; returns the lines of the page.
"""

from rulespec.docs.components import cited
from rulespec.docs.markdown import code, escape, link, mark
from rulespec.docs.order import rulings_read_by
from rulespec.docs.sentences.speaker import Speaker


def rulings_page(speaker: Speaker) -> list[str]:
    game, words = speaker.game, speaker.grammar.words
    lines = [f"# {words['rulings']}", ""]
    if not game.rulings:
        return [*lines, words["no rulings"]]
    read_by = rulings_read_by(game)
    for ruling in game.rulings.values():
        question = speaker.names.text(ruling.id) or ruling.question
        lines += [mark(ruling.id), "", f"## {escape(ruling.id)}: {escape(question)}", ""]
        for reading in ruling.readings:
            text = speaker.names.text(f"{ruling.id}.{reading.letter}") or reading.text
            shown = f"**{escape(reading.letter)}**" + (
                f" ({words['default']})" if reading.letter == ruling.default else ""
            )
            lines.append(f"- {mark(f'{ruling.id}.{reading.letter}')}{shown}: {escape(text)}")
        places = [link(code(name), page, name) for page, name in read_by[ruling.id]]
        lines += [
            "",
            f"{words['affects']}: {', '.join(places)}{cited(ruling.about)}" if places else cited(ruling.about).strip(),
            "",
        ]
    return lines
