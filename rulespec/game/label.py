"""What a move is called in a language of the game: `Mover o peão de a2 para a frente`.

Reads the typed rules and their texts, when somebody asks; returns text. Values that the title does not name stand
behind it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulespec.game.move import Move
from rulespec.game.sheet import Choosable
from rulespec.game.values import Plain

if TYPE_CHECKING:
    from rulespec.game.facade import Game


def labelled(game: "Game", option: Choosable, args: Sequence[Plain], move: Move, lang: str | None) -> str:
    """The move as people say it, in the wanted language or else the game's first."""
    wanted = lang if lang in game.languages else next(iter(game.languages), None)
    voices = game.voices(wanted)
    if not voices:
        return str(move)
    voice = voices[0]
    typed = game.typed_options.get(option.code)
    names = [p.name for p in typed.parameters] if typed is not None else [name for name, _ in option.parameters]
    values = {name: (type_, value) for name, (_, type_), value in zip(names, option.parameters, args, strict=True)}
    shown = {name: voice.shown(type_, value) for name, (type_, value) in values.items()}
    if typed is None:  # what chance brings
        return ", ".join(shown.values()) or option.name
    told = voice.blanks(typed)
    rest = [shown[p.name] for p in typed.parameters if not {p.name, p.public} & told]
    said = voice.option_said(typed, values)
    return f"{said}: {', '.join(rest)}" if rest else said
