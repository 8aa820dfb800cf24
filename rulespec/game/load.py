"""Loads a game: from text to a facade, through every stage or from the cache.

Reads files; returns a `Game` or raises `RulespecError`, with all mistakes of the text at once as `LoadError`.
"""

import hashlib
import linecache
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import attrs

from rulespec.automaton.nodes import Automaton
from rulespec.diagnostics import Diagnostic, LoadError, RulespecError, did_you_mean
from rulespec.game import cache, files
from rulespec.game.endless import check_start
from rulespec.game.facade import Game, Origin, check_reading
from rulespec.game.limits import shorten
from rulespec.game.pack_facts import missing_facts
from rulespec.game.survey import survey
from rulespec.rules import game as typed
from rulespec.source import Source

Players = int | Sequence[str] | None


def load(
    path: str | Path,
    *,
    players: Players = None,
    profile: str = "default",
    rulings: Mapping[str, str] | None = None,
    content: str | None = None,
) -> Game:
    """The game at a path, or the installed game of that name.

    `players` is a number or a list of the text's player names in the order in which they sit; `profile` a set of readings, `rulings` single
    ones on top.
    """
    who = _players(players)
    chosen = _given_rulings(rulings)
    found = files.find(path, content)
    content = found.content
    origin = Origin(str(Path(found.path).resolve()), who, profile, tuple(sorted(chosen.items())), content)
    key = cache.key_of([repr(attrs.astuple(origin)[1:]), *(part for s in found.sources for part in (s.name, s.text))])
    filename = f"<rules of {found.path.name} {key[:8]}>"
    kept = cache.find(key)
    stages = _Stages(found.sources, who, profile, chosen)
    if kept is not None:
        core: Any = _module(kept.code, kept.source, filename)
        return Game(kept.sheet, core, stages.rules, stages.automaton, origin, kept.source)
    from rulespec.python import emit, load_source

    automaton = stages.automaton()
    check_start(automaton)  # the core would run for ever
    sheet = survey(stages.rules(), automaton, content)
    source = emit(automaton)
    cache.keep(key, sheet, source, filename)
    core = load_source(source, filename)
    return Game(sheet, core, stages.rules, stages.automaton, origin, source)


class _Stages:
    """The stages of one game, each run when it is first asked for."""

    def __init__(self, sources: tuple[Source, ...], players: Any, profile: str, rulings: dict[str, str]) -> None:
        self.sources, self.players, self.profile, self.given = sources, players, profile, rulings

    @lru_cache(maxsize=1)  # noqa: B019  (one per game, and it dies with it)
    def rules(self) -> typed.Game:
        rules, diagnostics = self._checked(self.players)
        if rules is not None and (seated := self._seated(rules)) is not None:
            rules, diagnostics = self._checked(seated)
        errors = tuple(d for d in diagnostics if d.is_error)
        if rules is None or errors:
            raise LoadError(errors or diagnostics)
        return rules

    def _checked(self, players: Players) -> tuple[typed.Game | None, tuple[Diagnostic, ...]]:
        return check_sources(self.sources, players)

    def _seated(self, rules: typed.Game) -> tuple[str, ...] | None:
        """The players in the order that a reading chosen here seats them in, if the caller has not seated them."""
        chosen = readings(rules, self.profile, self.given)
        orders = (
            r.seating for name, ruling in rules.rulings.items() for r in ruling.readings if r.letter == chosen[name]
        )
        order = next((seating for seating in orders if seating), None)
        if order is None or not (self.players is None or isinstance(self.players, int)):
            return None
        here = rules.kinds[rules.player_kind].members
        return tuple(sorted(here, key=lambda name: order.index(name) if name in order else len(order)))

    @lru_cache(maxsize=1)  # noqa: B019
    def automaton(self) -> Automaton:
        from rulespec.lower import fold, lower

        rules = self.rules()
        return fold(lower(rules), readings(rules, self.profile, self.given))


def check_sources(
    sources: Sequence[Source], players: Players = None
) -> tuple[typed.Game | None, tuple[Diagnostic, ...]]:
    """The typed rules of sources, with the hash of their texts, and every mistake."""
    from rulespec.language.check import check

    rules, diagnostics = check(sources, players=players)
    if rules is not None and not any(d.is_error for d in diagnostics):
        diagnostics = (*diagnostics, *missing_facts(rules, sources))
    if rules is not None:
        rules = attrs.evolve(rules, text_hash=hash_of(sources))
    return rules, diagnostics


def hash_of(sources: Sequence[Source]) -> str:
    """What stands for the texts of a game in saves and logs; scenarios and translations change no position."""
    digest = hashlib.sha256()
    for source in sources:
        if source.name.endswith(".rules"):
            digest.update(f"{source.name}\n{len(source.text)}\n{source.text}\n".encode())
    return digest.hexdigest()[:16]


def readings(rules: typed.Game, profile: str, given: Mapping[str, str]) -> dict[str, str]:
    """The reading of every ruling: the profile's, changed by those given."""
    if profile not in rules.profiles and profile != "default":
        help = did_you_mean(shorten(profile), rules.profiles) or f"profiles are {', '.join(rules.profiles)}"
        raise RulespecError("R0608", f"the game has no profile `{shorten(profile)}`", None, help)
    chosen = {name: ruling.default for name, ruling in rules.rulings.items()}
    for name, letter in (*rules.profiles.get(profile, {}).items(), *given.items()):
        check_reading(rules, name, letter)
        chosen[name] = letter
    return chosen


def _players(given: Any) -> int | tuple[str, ...] | None:
    """Who plays, checked as far as one can without the text."""
    if given is None or (isinstance(given, int) and not isinstance(given, bool)):
        if given is not None and not 1 <= given <= 1000:
            raise RulespecError("R0607", f"{shorten(str(given))} players cannot be")
        return given
    if isinstance(given, str):
        given = [given]
    if not isinstance(given, Sequence) or not all(isinstance(name, str) for name in given):
        raise RulespecError("R0607", "players are a number or a list of names")
    names = tuple(given)
    if len(set(names)) != len(names) or not names:
        raise RulespecError("R0607", "the players are not named once each")
    return names


def _given_rulings(given: Mapping[str, str] | None) -> dict[str, str]:
    chosen = dict(given or {})
    for name, letter in chosen.items():
        if not isinstance(name, str) or not isinstance(letter, str):
            raise RulespecError("R0608", "rulings are given as {ruling: letter}")
    return chosen


def _module(code: CodeType, source: str, filename: str) -> ModuleType:
    """The core from its byte code, visible to tracebacks and debuggers."""
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    module = ModuleType("rules")
    module.__file__ = filename
    exec(code, module.__dict__)
    return module
