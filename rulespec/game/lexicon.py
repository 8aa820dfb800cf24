"""The words in which people ask about a game: names of its players, pieces and options, in every language of its text.

Reads the typed rules and their texts; returns a `Lexicon`. A word is compared without case, accents and signs.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from rulespec.docs.sentences.phrase import Phrase
from rulespec.game.match import options_at
from rulespec.game.sheet import Choosable, Point
from rulespec.rules.statements import Option
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf

if TYPE_CHECKING:
    from rulespec.docs.sentences.speaker import Speaker
    from rulespec.game.facade import Game

Words = tuple[str, ...]
Thing = tuple[str, int]
"""A member: its root kind and its value."""

TOKEN = re.compile(r"[^\W_]+")
BLANK = re.compile(r"\{[^{}]*\}")

STOP = frozenset(
    "a an the this that these those may can could might would will shall should must do does did is are was were be not"
    " cannot t s why what whether if it its his her their my i we he she they to from in into on onto at of for with by"
    " and or as please now here there then player let o os as um uma uns umas pode podem poderia posso nao por que porque"
    " porquê pra para em no na nos nas de do da dos das ao aos com e ou se sua seu suas seus ele ela eles elas agora ja"
    " aqui jogador jogadora desde ate la isso isto este esta esse essa sera foi fazer jogar"
    " play plays make makes move moves use using want wants allowed permitted legal possible permitido".split()
)
"""Words that carry no meaning of their own in a question, English and Portuguese together."""

DOING = frozenset("move moves make makes play plays use using do fazer jogar".split())
"""Small words that mean something where the title of an option begins with them."""

NUMBERS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "dois": 2, "duas": 2, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6,
    "sete": 7, "oito": 8, "nove": 9, "dez": 10, "onze": 11, "doze": 12,
}  # fmt: skip

CUES = {
    word: number
    for number, group in enumerate(
        (
            "from desde de do da dos das out off",
            "to into onto para ate ao aos pra toward towards",
            "in at on em no na nos nas inside",
            "with using com",
            "for por pelo pela",
            "by",
        )
    )
    for word in group.split()
}
"""Prepositions that say the same thing, whichever language the title is in."""


ENDING = 4
"""How many letters an ending has at most: `sell` and `selling`."""


def plain(text: str) -> str:
    """Without case and accents.

    >>> plain("São PAULO")
    'sao paulo'
    """
    apart = unicodedata.normalize("NFKD", text)
    return "".join(c for c in apart if not unicodedata.combining(c)).casefold()


def cut(text: str) -> Words:
    """The words of a text.

    >>> cut("Rio_grande: (o) 7")
    ('rio', 'grande', 'o', '7')
    """
    return tuple(TOKEN.findall(plain(text).replace("_", " ")))


def alike(a: str, b: str) -> bool:
    """One word in two forms: `exports` and `export`, `marcar` and `marca`.

    >>> alike("recruits", "recruiting"), alike("sell", "self"), alike("place", "play")
    (True, False, False)
    """
    if a == b:
        return True
    short = min(len(a), len(b))
    if abs(len(a) - len(b)) > ENDING:
        return False
    common = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), short)
    if short < 4:
        return common == short and abs(len(a) - len(b)) == 1 and max(a, b, key=len)[-1] == "s"
    return common >= max(4, short - 1) if short < 6 else common >= short - 2 and common >= 5


@attrs.frozen
class Wording:
    """An option in words: `name` what it is called in moves, `title` the words of its titles without blanks,
    `around` those of its decision and rule; `cues` are the prepositions before its parameters."""

    option: Choosable
    point: Point
    name: Words
    title: frozenset[str]
    verbs: frozenset[str]
    """The first word of each title."""
    around: frozenset[str]
    cues: dict[str, frozenset[int]]
    nouns: dict[str, frozenset[str]]
    """Per parameter the words that may stand beside its value: `space` in `space 7`."""


@attrs.frozen
class Lexicon:
    """All words of a game. `longest` is how many words a name has at most."""

    members: dict[Words, frozenset[Thing]]
    known: frozenset[str]
    """Every word that the text uses for something, so that another one is certainly not understood."""
    wordings: tuple[Wording, ...]
    longest: int

    @staticmethod
    def of(game: "Game") -> "Lexicon":
        members: dict[Words, set[Thing]] = {}
        known: set[str] = set()
        for voice in game.voices():
            for kind in _kinds(game):
                for value in kind.values:
                    for words in _names(voice, kind, value):
                        members.setdefault(words, set()).add((kind.root, value))
                        known.update(words)
            known.update(_nouns(game, voice))
        wordings = tuple(
            _wording(game, point, option)
            for point in game.sheet.points
            if not point.is_chance
            for option in options_at(point)
        )
        found = {words: frozenset(things) for words, things in members.items()}
        return Lexicon(found, frozenset(known), wordings, max(map(len, found), default=1))


def _kinds(game: "Game") -> list[Kind]:
    """Largest first, so that a member is met in its root."""
    return sorted(game.typed.kinds.values(), key=lambda kind: -kind.size)


def _names(voice: "Speaker", kind: Kind, value: int) -> Iterator[Words]:
    if kind.first_number is not None:
        return  # numbers are read as numbers
    for text in (kind.name_of(value), voice.names.member(kind, value).words, voice.names.member(kind, value).text):
        if words := cut(text):
            yield words


def _nouns(game: "Game", voice: "Speaker") -> Iterator[str]:
    """The words for kinds, pieces, places, values and everything else that has a name."""
    typed = game.typed
    for table in (typed.kinds, typed.pieces, typed.cards, typed.places, typed.families, typed.tables,
                  typed.definitions):  # fmt: skip
        for name in table:
            short = name.rpartition(".")[2]
            yield from cut(short)
            yield from _forms(voice, voice.names.alone(name))


def _forms(voice: "Speaker", phrase: Phrase) -> Iterator[str]:
    yield from cut(BLANK.sub(" ", phrase.words))
    yield from cut(BLANK.sub(" ", voice.grammar.many(phrase).words))


def _wording(game: "Game", point: Point, option: Choosable) -> Wording:
    typed = game.typed_options.get(option.code)
    title: set[str] = set()
    verbs: set[str] = set()
    around: set[str] = set(cut(point.title)) | set(cut(point.rule))
    cues: dict[str, set[int]] = {}
    for voice in game.voices():
        said = voice.names.title(typed.about, typed.name) if typed is not None else option.title
        title |= set(cut(BLANK.sub(" ", said)))
        verbs |= set(cut(said)[:1])
        if typed is not None:
            for name, word in _before_blanks(typed, said):
                if word in CUES:
                    cues.setdefault(name, set()).add(CUES[word])
        around |= set(cut(BLANK.sub(" ", game.sheet.texts.get(voice.language, {}).get(point.code, ""))))
    nouns = {name: frozenset(_beside(game, name, type_)) for name, type_ in option.parameters}
    return Wording(
        option,
        point,
        cut(option.name),
        frozenset(title - STOP),
        frozenset(verbs - (STOP - DOING)),
        frozenset(around - STOP),
        {name: frozenset(found) for name, found in cues.items()},
        nouns,
    )


def _before_blanks(option: Option, title: str) -> Iterator[tuple[str, str]]:
    """Each parameter that has a blank, with the preposition of the blank (`{em home}`) or the word before it."""
    public = {name: p.public for p in option.parameters for name in (p.name, p.public)}
    for match in BLANK.finditer(title):
        *inside, name = match.group()[1:-1].split()
        if name in public:
            before = cut(inside[0]) if inside else cut(title[: match.start()])[-1:]
            yield from ((public[name], word) for word in before)


def _beside(game: "Game", name: str, type_: object) -> Iterator[str]:
    names = [name]
    match type_:
        case Member(kind=kind) | SetOf(kind=kind) | MapOf(kind=kind):
            names.append(kind.name)
        case Number() | Flag():
            pass
    for each in names:
        for part in cut(each):
            if part not in STOP:
                yield part
        for voice in game.voices():
            yield from (word for word in _forms(voice, voice.names.noun(each)) if word not in STOP)
