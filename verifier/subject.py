"""What is to be verified: the automaton behind whatever a caller has in hand.

Reads an automaton, typed rules or a loaded game; returns a `Subject`.
"""

from collections.abc import Mapping

import attrs

from rulespec import lower
from rulespec.automaton.nodes import Automaton
from rulespec.diagnostics import RulespecError
from rulespec.rules.game import Game

Cited = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


@attrs.frozen
class Subject:
    automaton: Automaton
    rulings: Mapping[str, str]
    places: Mapping[str, tuple[str, ...]]
    """For each slot that says where cards lie: the names of the places, by number."""
    cited: Cited = ()
    """For each id that a claim of the text cites, what must be proved for it: kinds of obligations and their subjects."""


def subject_of(game: object, rulings: Mapping[str, str] | None) -> Subject:
    """The automaton of a game under the given rulings (the others: as the game has them, or by default)."""
    if isinstance(game, Automaton):
        return Subject(game, {**game.folded, **(rulings or {})}, {})
    if isinstance(game, Game):
        chosen = {name: ruling.default for name, ruling in game.rulings.items()} | dict(rulings or {})
        unfolded = lower.lower(game)
        return Subject(lower.fold(unfolded, chosen), chosen, place_names(game), cited_by(game))
    typed, readings = getattr(game, "typed", None), getattr(game, "readings", None)
    if isinstance(typed, Game) and isinstance(readings, Mapping):
        return subject_of(typed, {**readings, **(rulings or {})})
    raise RulespecError(
        "V0101",
        f"a {type(game).__name__} cannot be verified",
        help="give an automaton, typed rules or what `load` returns",
    )


def cited_by(game: Game) -> Cited:
    """An invariant stands for what it says, counted pieces for their conservation, cards for lying where they can."""
    claims = [(i.about, ("invariant", i.name)) for i in game.invariants]
    claims += [(p.about, ("conservation", p.name)) for p in game.pieces.values()]
    claims += [(c.about, ("range", c.location)) for c in game.cards.values()]
    found: dict[str, list[tuple[str, str]]] = {}
    for about, claim in claims:
        for id in about.cites:
            found.setdefault(id, []).append(claim)
    return tuple((id, tuple(dict.fromkeys(found[id]))) for id in sorted(found))


def place_names(game: Game) -> dict[str, tuple[str, ...]]:
    """The numbered places of each kind of cards, with their keys."""
    found = {}
    for cards in game.cards.values():
        names: dict[int, str] = {}
        for place in cards.places:
            expanded = [""]
            for kind in place.keys:
                expanded = [f"{prefix}, {m}" if prefix else m for prefix in expanded for m in kind.members]
            for i, key in enumerate(expanded):
                names[place.base + i] = f"{place.name}[{key}]" if key else place.name
        found[cards.location] = tuple(names.get(i, str(i)) for i in range(max(names, default=-1) + 1))
    return found
