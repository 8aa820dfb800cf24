"""The questions of tests/questions as players ask them, with the answers of today.

Reads `GAME.txt` (a line `@ POSITION`, then questions in it) and `GAME.scenario`; returns the text of `GAME.answers`.
"""

from collections.abc import Iterator
from pathlib import Path

import rulespec
from rulespec.explain.named import written
from rulespec.explain.verdict import Answer
from rulespec.game.facade import Game
from rulespec.game.scenario import scenarios_in, state_of
from rulespec.game.state import State
from rulespec.source import Source

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "questions"


def games() -> list[str]:
    """The small games, whose answers are kept as goldens; those of the large one are looked at by `make soak`."""
    return sorted(path.stem for path in FOLDER.glob("*.txt") if (ROOT / "games" / path.stem).exists())


def load(name: str) -> Game:
    folder = ROOT / "games" / name
    return rulespec.load(folder) if folder.exists() else rulespec.load(ROOT / f"{name}_rules", players=3)


def questions(name: str) -> Iterator[tuple[State, str, str]]:
    """Each position with its name and a question in it."""
    game = load(name)
    typed = FOLDER / f"{name}.scenario"
    scenarios = game.typed.scenarios
    if typed.exists():
        scenarios = scenarios_in(game, Source(f"scenarios/{typed.name}", typed.read_text("utf-8")))
    positions = {scenario.name: scenario for scenario in scenarios}
    state, where = game.new(), ""
    for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines():
        if line.startswith("@ "):
            where = line[2:]
            seed = where.removeprefix("seed ")
            state = game.new(seed=int(seed)) if seed != where else state_of(game, positions[where])
        elif line.strip():
            yield state, where, line


def answers(name: str) -> str:
    """What each question is answered: the texts in every language, and the codes that decide."""
    told, last = [], ""
    for state, where, question in questions(name):
        if where != last:
            told.append(f"@ {where}\n")
            last = where
        answer = state.game.adjudicate(state, question)
        lines = [f"> {question}"]
        if not (ROOT / "games" / name).exists():
            told.append("\n".join([*lines, *_in_short(answer)]) + "\n")
            continue
        for language in state.game.languages:
            lines.append(answer.render(language, style="short" if language != state.game.languages[0] else "full"))
        told.append("\n".join(lines) + "\n")
    return "\n".join(told)


def _in_short(answer: Answer) -> list[str]:
    """Of a large game whose texts are still growing: the verdict, the move that was understood, the clauses, the ways
    out."""
    if answer.verdict == "ILL_FORMED":
        return [f"{answer.verdict}  nearest: {', '.join(answer.query.get('nearest', ())) or '-'}"]
    lines = [f"{answer.verdict}  {answer.player} {written(answer.query['option'], answer.query['args'])}"]
    lines += [f"  left open: {', '.join(answer.query['left_open'])}"] if "left_open" in answer.query else []
    for blocker in answer.blockers:
        facts = "; ".join(f"{f.actual} {f.relation} {f.required}" for f in blocker.facts if f.actual is not None)
        lines.append(f"  {blocker.code}" + (f"  {facts}" if facts else ""))
    moves = [written(f.move["option"], f.move["args"]) for f in answer.fixes if f.move is not None]
    return [*lines, *([f"  would be legal: {', '.join(moves)}"] if moves else [])]
