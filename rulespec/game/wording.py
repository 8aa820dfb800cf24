"""Reads a question in words, `blue export 4 coffee to space 7`, tolerant of order, case, accents and names.

Reads a lexicon and a text; returns a `Meant`: an option with some of its values, what was left open and what found no
use, or raises `Unclear` with the nearest that could be meant. The text is cut into words and compared, never evaluated.
"""

from collections.abc import Iterator, Sequence

import attrs

from rulespec.game.lexicon import CUES, NUMBERS, STOP, Lexicon, Thing, Wording, alike, cut
from rulespec.game.sheet import Choosable, Point
from rulespec.game.values import Plain
from rulespec.rules.types import Flag, MapOf, Member, Number, SetOf, Type

QUESTION_CHARACTERS = 300
SIGNS = frozenset(" .,;:!?'’“”\"-_")
NEAREST = 5
IDLE = 2
"""How many words may say nothing about the move that a question is taken for; never more than are its own."""
VALUES = 8
"""A question that names more values than this is none about a single move."""


class Unclear(Exception):
    """Not understood; `unknown` are words that the game does not have, `nearest` what could be meant."""

    def __init__(self, unknown: Sequence[str] = (), nearest: Sequence["Meant"] = ()) -> None:
        super().__init__(unknown)
        self.unknown, self.nearest = tuple(unknown), tuple(nearest)


@attrs.frozen
class Meant:
    """What a question asks: `values` by parameter; `left_open` were not named, `unused` words say nothing here."""

    player: str | None
    option: Choosable
    point: Point
    values: dict[str, Plain]
    left_open: tuple[str, ...]
    unused: tuple[str, ...]


@attrs.frozen
class Item:
    """A stretch of the question: a number, a name with all that it may mean, or a word."""

    words: tuple[str, ...]
    things: frozenset[Thing] = frozenset()
    number: int | None = None

    @property
    def is_value(self) -> bool:
        return self.number is not None or bool(self.things)

    @property
    def is_soft(self) -> bool:
        """A name that is a small word too: the province Para, and `para`."""
        return len(self.words) == 1 and self.words[0] in STOP


def in_words(text: str) -> bool:
    """Is the text words, numbers and the signs of sentences alone?"""
    return 0 < len(text) <= QUESTION_CHARACTERS and all(c.isalnum() or c in SIGNS for c in text)


def read_words(lexicon: Lexicon, text: str, players: Sequence[str], root: str, point: Point | None) -> Meant:
    """The move that is asked about. `root` is the kind of the players; options of `point` are preferred."""
    items = list(_items(lexicon, cut(text)))
    player, items = _subject(lexicon, items, players, root)
    found = [fit for wording in lexicon.wordings for fit in _fits(lexicon, wording, items, player, point)]
    found.sort(key=lambda fit: fit.rank)
    understood = [fit for fit in found if not fit.unknown]
    if not understood:
        words = [w for item in items if not item.is_value for w in item.words]
        strange = [w for w in words if not _has(lexicon, w)]
        raise Unclear(strange, _several([fit.meant for fit in found]))
    best = [fit for fit in understood if fit.rank == understood[0].rank]
    if len({(fit.meant.option.name, tuple(fit.meant.values.items())) for fit in best}) > 1:
        raise Unclear((), _several([fit.meant for fit in best]))
    return best[0].meant


def _several(meant: Sequence[Meant]) -> list[Meant]:
    """The first few, each once."""
    found: dict[object, Meant] = {}
    for each in meant:
        found.setdefault((each.option.name, tuple(each.values.items())), each)
    return list(found.values())[:NEAREST]


# --- words ------------------------------------------------------------------------------------------------------------


def _items(lexicon: Lexicon, words: tuple[str, ...]) -> Iterator[Item]:
    """Names first, the longest that fits."""
    at = 0
    while at < len(words):
        for length in range(min(lexicon.longest, len(words) - at), 0, -1):
            things = lexicon.members.get(words[at : at + length])
            if things:
                yield Item(words[at : at + length], things)
                break
        else:
            length, word = 1, words[at]
            digits = word.isdecimal() and word.isascii() and len(word) < 10
            yield Item((word,), number=int(word) if digits else NUMBERS.get(word))
        at += length


def _subject(lexicon: Lexicon, items: list[Item], players: Sequence[str], root: str) -> tuple[str | None, list[Item]]:
    """The player who is asked about: the first that is named, a name that is also an article (`o`) only if no other."""
    named = [(i, v) for i, item in enumerate(items) for kind, v in sorted(item.things) if kind == root]
    if not named:
        named = [
            (i, v) for i, item in enumerate(items) if not item.is_value for v in _alike_player(lexicon, item, root)
        ]
    named = [(i, value) for i, value in named if value < len(players)]
    chosen = next((pair for pair in named if not items[pair[0]].is_soft), next(iter(named), None))
    if chosen is None:
        return None, items
    at, value = chosen
    rest = [item for i, item in enumerate(items) if i != at]
    # Beside a player that is named, an article is an article.
    articles = [item.is_soft and all(kind == root for kind, _ in item.things) for item in rest]
    return players[value], [Item(item.words) if it_is else item for item, it_is in zip(rest, articles, strict=True)]


def _alike_player(lexicon: Lexicon, item: Item, root: str) -> Iterator[int]:
    """`as pretas` are the player who is called Preto."""
    (word,) = item.words
    if len(word) < 4 or word in STOP:
        return
    for words, things in lexicon.members.items():
        if len(words) == 1 and alike(word, words[0]):
            yield from (value for kind, value in sorted(things) if kind == root)


def _has(lexicon: Lexicon, word: str) -> bool:
    return word in STOP or any(alike(word, known) for known in _all_words(lexicon))


def _all_words(lexicon: Lexicon) -> Iterator[str]:
    yield from lexicon.known
    for wording in lexicon.wordings:
        yield from (*wording.name, *wording.title, *wording.around)


# --- one option -------------------------------------------------------------------------------------------------------


@attrs.frozen
class Fit:
    """How an option fits a question; the smallest `rank` fits best."""

    meant: Meant
    rank: tuple[int, ...]
    unknown: tuple[str, ...]


def _fits(
    lexicon: Lexicon, wording: Wording, items: Sequence[Item], player: str | None, point: Point | None
) -> Iterator[Fit]:
    """The ways in which the option may be meant; none if no word of the question is one of its own."""
    own, around, unknown, idle = _told(lexicon, wording, items)
    if own == 0:
        return
    for values, used, score in _assigned(wording, items):
        left = [
            item for i, item in enumerate(items) if item.is_value and i not in used and not _is_named(wording, item)
        ]
        # A number or a name of a kind that the option has must mean something in it.
        contrary = [item for item in left if not item.is_soft and (item.number is not None or _accepted(wording, item))]
        unused = [" ".join(item.words) for item in left if item not in contrary and not item.is_soft] + idle
        left_open = tuple(name for name, type_ in wording.option.parameters if name not in values and _is_asked(type_))
        filled = {
            name: values.get(name, _default(type_))
            for name, type_ in wording.option.parameters
            if name not in left_open
        }
        meant = Meant(player, wording.option, wording.point, filled, left_open, tuple(unused))
        elsewhere = point is None or wording.point.code != point.code
        strange = (*unknown, *(" ".join(item.words) for item in contrary))
        if len(unused) > min(own, IDLE):
            strange += tuple(unused)
        missed = sum(not any(alike(word, w) for item in items for w in item.words) for word in wording.name)
        rank = (len(strange), -own, elsewhere, missed, -around, len(unused), len(left_open), -score)
        yield Fit(meant, rank, strange)


def _told(lexicon: Lexicon, wording: Wording, items: Sequence[Item]) -> tuple[int, int, tuple[str, ...], list[str]]:
    """How many words are the option's own, how many belong to its decision, which mean nothing, which are idle."""
    own, named_too, around, unknown, idle = set(), 0, 0, [], []
    spoken = False
    nouns = set().union(*wording.nouns.values())
    own_words = (*wording.name, *sorted(wording.verbs), *sorted(wording.title))
    for item in items:
        if item.is_value:
            if _is_named(wording, item):  # the place in `guard_rio`
                named_too += 1
            continue
        (word,) = item.words
        named = next((name for name in own_words if alike(word, name)), None)
        if named is not None and (word not in STOP or named in wording.name or named in wording.verbs):
            own.add(named)
            spoken = spoken or named in wording.name or named in wording.verbs
        elif word in STOP or word in nouns:
            pass
        elif any(alike(word, name) for name in wording.around):
            around += 1
        elif any(alike(word, name) for name in lexicon.known):
            idle.append(word)
        else:
            unknown.append(word)
    if not spoken and 2 * len(own) < len(wording.title):
        return 0, around, tuple(unknown), idle  # a word of its title in passing
    return len(own) + (named_too if own else 0), around, tuple(unknown), idle


def _is_named(wording: Wording, item: Item) -> bool:
    """Does the item belong to what the option is called?"""
    return set(item.words) <= {*wording.name, *wording.title}


def _assigned(wording: Wording, items: Sequence[Item]) -> list[tuple[dict[str, Plain], set[int], int]]:
    """The best ways to give the question's values to the parameters: values, the items used, how well they fit."""
    parameters = wording.option.parameters
    values = [i for i, item in enumerate(items) if item.is_value]
    if len(values) > VALUES:
        return []
    gathered: dict[str, Plain] = {}
    used: set[int] = set()
    for name, type_ in parameters:
        match type_:
            case MapOf():
                gathered[name], taken = _map(type_, items)
                used |= taken
            case SetOf(kind=kind):
                here = {i: v for i in values if (v := _member(items[i], kind.root, kind.values)) is not None}
                gathered[name] = sum({1 << kind.position(v) for v in here.values()})
                used |= set(here)
            case Flag():
                gathered[name] = 0
    single = [(name, type_) for name, type_ in parameters if isinstance(type_, Member | Number)]
    best: list[tuple[dict[str, Plain], set[int], int]] = []
    best_fit: list[tuple[int, ...]] = []

    def fitness(given: dict[str, Plain], taken: set[int], score: int) -> tuple[int, ...]:
        hard = sum(not items[i].is_soft for i in taken)
        asked = sum(name in given for name, type_ in single if _is_asked(type_))
        return hard, asked, hard - len(taken), score

    def choose(at: int, given: dict[str, Plain], taken: set[int], score: int) -> None:
        if at == len(single):
            fit = fitness(given, taken, score)
            if best_fit and fit > best_fit[0]:
                best.clear()
                best_fit.clear()
            if not best_fit or fit == best_fit[0]:
                best.append((given, taken, score))
                best_fit.append(fit)
            return
        name, type_ = single[at]
        for i in values:
            if i in taken or i in used:
                continue
            value = _value(items[i], type_)
            if value is not None:
                choose(at + 1, {**given, name: value}, taken | {i}, score + _closeness(wording, name, items, i))
        choose(at + 1, given, taken, score)

    choose(0, {}, set(), 0)
    return [({**gathered, **given}, used | taken, score) for given, taken, score in best]


def _value(item: Item, type_: Type) -> int | None:
    match type_:
        case Number(low=low, high=high):
            return item.number if item.number is not None and low <= item.number <= high else None
        case Member(kind=kind):
            if item.number is not None and kind.first_number is not None:
                index = item.number - kind.first_number
                return index if index in kind.values else None
            return _member(item, kind.root, kind.values)
    return None


def _member(item: Item, root: str, values: Sequence[int]) -> int | None:
    return next((value for kind, value in sorted(item.things) if kind == root and value in values), None)


def _closeness(wording: Wording, name: str, items: Sequence[Item], at: int) -> int:
    """How clearly a value belongs to a parameter: `space 7` names it, `to space 7` has the title's preposition."""
    before = [item.words[-1] for item in items[max(0, at - 3) : at] if not item.is_value][::-1]
    after = items[at + 1].words[0] if at + 1 < len(items) else ""
    score = 1
    own = wording.nouns[name]
    others = {n for other, nouns in wording.nouns.items() if other != name for n in nouns} - own
    if before and before[0] in own:
        score += 4
    elif before and before[0] in others:
        score -= 2
    cue = next((CUES[word] for word in before if word in CUES), None)
    if cue is not None:
        claimed = {c for other, cues in wording.cues.items() if other != name for c in cues}
        score += 2 if cue in wording.cues.get(name, ()) else -1 if cue in claimed else 0
    if items[at].number is not None and after in own:
        score += 2
    return score


def _map(type_: MapOf, items: Sequence[Item]) -> tuple[Plain, set[int]]:
    """`2 conservative and 1 liberal`: each member with the number beside it; a member alone counts once."""
    found, used = dict.fromkeys(type_.kind.values, 0), set()
    for i, item in enumerate(items):
        value = _member(item, type_.kind.root, type_.kind.values)
        if value is None:
            continue
        number = next((j for j in (i - 1, i + 1) if 0 <= j < len(items) and j not in used
                       and items[j].number is not None), None)  # fmt: skip
        found[value] = 1 if number is None else items[number].number or 0
        used |= {i} if number is None else {i, number}
    entry = type_.entry
    return tuple(min(max(n, entry.low), entry.high) for n in found.values()), used


def _accepted(wording: Wording, item: Item) -> bool:
    """Has the option a parameter to which the item could have been given?"""
    return any(
        isinstance(type_, Member | SetOf | MapOf) and _member(item, type_.kind.root, type_.kind.values) is not None
        for _, type_ in wording.option.parameters
    )


def _is_asked(type_: Type) -> bool:
    """Is a value that was not named an open question? What may be none is none then."""
    return isinstance(type_, Number) or (isinstance(type_, Member) and not type_.optional)


def _default(type_: Type) -> Plain:
    return type_.kind.none if isinstance(type_, Member) else 0
