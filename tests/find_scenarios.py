"""Finds a small scenario for every option and every clause of a game, and writes them as text.

`python -m tests.find_scenarios GAME --players N --content PACK` plays at random and keeps, for each clause, a position and a
move that this clause alone refuses, and for each option a move that plays it; both are made small: facts are dropped
as long as the same happens. What was not found is listed at the end, as a remark. The text goes to standard output.
"""

import random
import sys
from collections.abc import Iterator
from typing import Any

import attrs
import click

import rulespec
from rulespec import Game, Move, State
from rulespec.diagnostics import RulespecError
from rulespec.game import match
from rulespec.game.mentions import mentions
from rulespec.game.scenario import set_up
from rulespec.game.sheet import Cells
from rulespec.rules.expressions import Const, Expr
from rulespec.rules.game import Fact, Scenario
from rulespec.rules.statements import About
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf, Type

TRIES = 40
"""Random moves that are tried at each position."""


@attrs.frozen
class Found:
    """A scenario in the making: `refused` is the clause that alone refuses the move, or none if it is played."""

    scenario: Scenario
    owner: str
    decision: str
    move: Move
    refused: str | None
    cites: tuple[str, ...]


class Finder:
    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.random = game, random.Random(seed)
        self.cells: list[Cells] = [c for c in game.sheet.cells if c.frame is None and c.role != "account"]
        self.initial = list(game.automaton.initial)
        self.supplies = {p.name for piece in game.typed.pieces.values() for p in piece.places if p.supply}
        self.clauses = {m.code: m.about.cites for m in mentions(game.typed) if m.what == "clause"}
        self.options = {m.code: m.about.cites for m in mentions(game.typed) if m.what == "option"}
        self.found: dict[str, Found] = {}

    def missing(self) -> list[str]:
        return [code for code in (*self.options, *self.clauses) if code not in self.found]

    def play(self) -> None:
        """One random game; at each decision some legal and some other moves are looked at."""
        state = self.game.new(self.random.randrange(1 << 30))
        while (decision := state.decision) is not None:
            legal = self.game.legal(state)
            if len(self.missing()) and decision.owner != "chance":
                self.look(state, legal)
            state = self.game.play(state, self.random.choice(legal))

    def look(self, state: State, legal: tuple[Move, ...]) -> None:
        values = tuple(self.game.core.to_values(state.position))
        point = self.game.decisions[self.game.narrator.points[values[self.game.narrator.control]].label]
        start = self.start_of(state, values)
        if start is None:
            return
        for move in self.random.sample(legal, min(len(legal), 3)):
            option, _ = match.read(self.game.sheet, str(move), point)
            if option.code not in self.found:
                self.keep(option.code, start, state, move, None, self.options.get(option.code, ()))
        for option in match.options_at(point):
            wanted = [c for c in self.clauses if c.startswith(f"{option.code}.") and c not in self.found]
            for _ in range(TRIES if wanted else 0):
                args = tuple(self.any_value(type_) for _, type_ in option.parameters)
                try:
                    refused = tuple(self.game.narrator.refused(values, (option.name, args)))
                except RulespecError:
                    continue
                if len(refused) == 1 and refused[0] in self.clauses and refused[0] not in self.found:
                    move = self.game.named(option, args)
                    self.keep(refused[0], start, state, move, refused[0], self.clauses[refused[0]])

    def any_value(self, type_: Type) -> Any:
        match type_:
            case SetOf(kind=kind):
                return sum(1 << i for i in range(kind.size) if self.random.random() < 2 / kind.size)
            case MapOf(kind=kind, entry=entry):
                return tuple(self.random.randint(entry.low, min(entry.high, 3)) for _ in kind.values)
            case Number(low=low, high=high):
                return self.random.randint(low, min(high, low + 12))
            case Member(kind=kind, optional=optional):
                return self.random.choice((*kind.values, *((kind.none,) if optional else ())))
            case Flag():
                return self.random.randrange(2)

    # --- a position as facts ------------------------------------------------------------------------------------------

    def start_of(self, state: State, values: tuple[int, ...]) -> Scenario | None:
        """The position as facts, control at the rule that asks; None if that does not lead to the same decision."""
        decision = state.decision
        assert decision is not None
        rule = self.game.typed.rules.get(decision.rule)
        frames = self.game.dump(state)["control"]["frames"]
        if rule is None or not frames or frames[0]["rule"] != rule.name:
            return None
        arguments: list[Expr] = []
        for name, type_ in rule.parameters:
            value = frames[0]["values"].get(name, decision.owner if name == rule.performer else None)
            made = _const(value, type_, self.game)
            if made is None:
                return None
            arguments.append(made)
        facts = []
        for cells in self.cells:
            if cells.name in self.supplies:
                continue
            for at in range(_size(cells)):
                if values[cells.offset + at] != self.initial[cells.offset + at]:
                    facts.append(Fact(cells.name, _keys(cells, at), values[cells.offset + at], None, About()))
        return Scenario("found", tuple(facts), rule.name, tuple(arguments), (), About())

    def keep(
        self, code: str, start: Scenario, state: State, move: Move, refused: str | None, cites: tuple[str, ...]
    ) -> None:
        decision = state.decision
        assert decision is not None
        found = Found(start, str(decision.owner), decision.code, move, refused, cites)
        if self.holds(found):
            self.found[code] = self.smaller(found)
            print(f"\r{len(self.found)} found, {len(self.missing())} missing  ", end="", file=sys.stderr, flush=True)

    def holds(self, found: Found) -> bool:
        """Does it still happen?"""
        game, narrator = self.game, self.game.narrator
        try:
            values = set_up(game, found.scenario)
            point = game.decisions[narrator.points[values[narrator.control]].label]
            owner = narrator.owner(values)
            if point.code != found.decision or owner is None or game.players[owner] != found.owner:
                return False
            option, args = match.read(game.sheet, str(found.move), point)
            refused = tuple(narrator.refused(values, (option.name, args)))
            if found.refused is not None:
                return refused == (found.refused,)
            if refused:
                return False
            narrator.step(values, (option.name, args))
            return True
        except (RulespecError, LookupError, ValueError):
            return False

    def smaller(self, found: Found) -> Found:
        """Without the facts that do not matter: by halves first, then one by one."""
        size = max(1, len(found.scenario.given) // 2)
        while size:
            at = 0
            while at < len(found.scenario.given):
                given = found.scenario.given
                shorter = attrs.evolve(
                    found, scenario=attrs.evolve(found.scenario, given=(*given[:at], *given[at + size :]))
                )
                if self.holds(shorter):
                    found = shorter
                else:
                    at += size
            size //= 2
        return found

    # --- as text ------------------------------------------------------------------------------------------------------

    def text(self, code: str, settings: str) -> Iterator[str]:
        found = self.found[code]
        name = code.replace(".", "_")
        what = f"{code} alone refuses this" if found.refused else f"{code} is played"
        cites = f"  [{', '.join(found.cites)}]" if found.cites else ""
        prefix = "refused_" if found.refused else "played_"
        yield f'scenario {prefix}{name} "{what}"{settings}{cites}'
        if found.scenario.given:
            yield "  given"
            for fact in found.scenario.given:
                yield f"    {self.fact(fact)}"
        rule = self.game.typed.rules[found.scenario.at_rule or ""]
        arguments = [
            _written(a, self.game)
            for a, (name_, _) in zip(found.scenario.at_arguments, rule.parameters, strict=True)
            if name_ != rule.performer
        ]
        inside = f"({', '.join(arguments)})" if arguments else ""
        performer = next(
            (_written(a, self.game) for a, (n, _) in zip(found.scenario.at_arguments, rule.parameters, strict=True) if n == rule.performer),
            None,
        )  # fmt: skip
        yield f"  at {rule.name}{inside}" + (f" by {performer}" if performer else "")
        refused = f": refused by {found.refused}" if found.refused else ""
        yield f"  when {found.owner} plays {_positional(found.move)}{refused}"

    def fact(self, fact: Fact) -> str:
        cells = next(c for c in self.cells if c.name == fact.cell_family)
        keys = [_named(kind, value) for kind, value in zip(cells.keys, fact.keys, strict=True)]
        for cards in self.game.typed.cards.values():
            if cards.location == cells.name:
                return f"{keys[0]} is in {self.place(cards.places, fact.value)}"
        match cells.type:
            case Flag():
                value = "yes" if fact.value else "no"
            case Member(kind=kind):
                value = "none" if fact.value == kind.none else _named(kind, fact.value)
            case _:
                value = str(fact.value)
        return f"{_phrase(cells.name, keys)} is {value}"

    def place(self, places: Any, number: int) -> str:
        for place in places:
            size = 1
            for kind in place.keys:
                size *= kind.size
            if place.base <= number < place.base + size:
                keys, rest = [], number - place.base
                for kind in reversed(place.keys):
                    keys.append(_named(kind, kind.values[rest % kind.size]))
                    rest //= kind.size
                return _phrase(place.name, keys[::-1])
        raise ValueError(number)


def _phrase(name: str, keys: list[str]) -> str:
    if not keys:
        return f"the {name}"
    return f"{keys[0]}'s {name}" + "".join(f" for {key}" for key in keys[1:])


def _named(kind: Kind, value: int) -> str:
    member = kind.members[kind.values.index(value)]
    return f"{kind.name} {member}" if member.isdigit() else member


def _written(expr: Expr, game: Game) -> str:
    assert isinstance(expr, Const)
    match expr.type:
        case SetOf(kind=kind):
            chosen = [m for i, m in enumerate(kind.members) if expr.value >> i & 1]
            return (
                f"only {chosen[0]}"
                if len(chosen) == 1
                else f"each {kind.name} where " + " or ".join(f"the {kind.name} is {m}" for m in chosen)
            )
        case Member(kind=kind):
            return "none" if expr.value == kind.none else _named(kind, expr.value)
        case _:
            return str(expr.value)


def _const(value: Any, type_: Type, game: Game) -> Const | None:
    match type_:
        case SetOf(kind=kind) if isinstance(value, list) and value:
            return Const(sum(1 << kind.members.index(m) for m in value), type_)
        case Member(kind=kind, optional=optional):
            if value is None:
                return Const(kind.none, type_) if optional else None
            root = game.typed.kinds[kind.root]
            return Const(root.members.index(str(value)), type_)
        case Number(low=low, high=high):
            number = low if value is None else int(value)
            return Const(number, type_) if low <= number <= high else None
        case _:
            return None


def _size(cells: Cells) -> int:
    size = 1
    for kind in cells.keys:
        size *= kind.size
    return size


def _keys(cells: Cells, at: int) -> tuple[int, ...]:
    found = []
    for kind in reversed(cells.keys):
        found.append(kind.values[at % kind.size])
        at //= kind.size
    return tuple(found[::-1])


def _positional(move: Move) -> str:
    name, bracket, _ = str(move).partition("(")
    if not bracket:
        return name
    values = dict(move.args).values()
    return f"{name}({', '.join(_plain(v) for v in values)})"


def _plain(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, (list, tuple, set, frozenset)):
        return "{" + ", ".join(map(str, value)) + "}"
    if hasattr(value, "items"):
        return "{" + ", ".join(f"{k}: {v}" for k, v in value.items()) + "}"
    return str(value)


@click.command(help=__doc__)
@click.argument("name", metavar="GAME")
@click.option("--players", type=int)
@click.option("--content")
@click.option("--games", default=30, show_default=True, help="how many random games to look at")
@click.option("--seed", default=1, show_default=True)
@click.option("--only", default="", help="only codes that begin so")
def main(name: str, players: int | None, content: str | None, games: int, seed: int, only: str) -> None:
    game = rulespec.load(name, players=players, content=content)
    finder = Finder(game, seed)
    finder.clauses = {c: v for c, v in finder.clauses.items() if c.startswith(only)}
    finder.options = {c: v for c, v in finder.options.items() if c.startswith(only)}
    for _ in range(games):
        if finder.missing():
            finder.play()
    settings = f", {players} players" if players and players != max(game.typed.player_counts) else ""
    settings += f", content {content}" if content else ""
    print(
        f"-- Found by random play and made small: python -m tests.find_scenarios {name} --seed {seed} --games {games}"
    )
    print(f"scenarios for {game.name}\n")
    for code in (*finder.options, *finder.clauses):
        if code in finder.found:
            print("\n".join(finder.text(code, settings)))
    for code in finder.missing():
        print(f"-- not found: {code}")


if __name__ == "__main__":
    main()
