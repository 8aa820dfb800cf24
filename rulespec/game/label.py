"""What a move is called in a language of the game: `Mover o peão de a2 para a frente`.

Reads the typed rules and their texts, when somebody asks; returns text. Values that the title does not name stand
behind it.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulespec.game.move import Move
from rulespec.game.sheet import Choosable
from rulespec.game.values import Plain

if TYPE_CHECKING:
    from rulespec.docs.sentences.speaker import Speaker
    from rulespec.game.facade import Game

_BLANK = re.compile(r"\{(?:[^{}]* )?(\w+)\}")


def labelled(game: "Game", option: Choosable, args: Sequence[Plain], move: Move, lang: str | None) -> str:
    """The move as people say it, in the wanted language or else the game's first."""
    wanted = lang if lang in game.languages else next(iter(game.languages), None)
    voices = game.voices(wanted)
    if not voices:
        return str(move)
    voice = voices[0]
    typed = game.typed_options.get(option.code)
    values = {name: (type_, value) for (name, type_), value in zip(option.parameters, args, strict=True)}
    shown = {name: voice.shown(type_, value) for name, (type_, value) in values.items()}
    if typed is None:  # what chance brings
        return ", ".join(shown.values()) or option.name
    rest = [text for name, text in shown.items() if name not in _blanks(voice, typed.about.code, typed.about.title)]
    said = voice.option_said(typed, values)
    return f"{said}: {', '.join(rest)}" if rest else said


def _blanks(voice: "Speaker", code: str, title: str) -> set[str]:
    """The names that the title of an option has blanks for."""
    text = voice.game.texts.get(voice.language, {}).get(code) or title
    return set(_BLANK.findall(text))
