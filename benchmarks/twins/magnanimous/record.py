"""Writes games as JSON lines in the format of the reference games: tests/reference/README.md tells what stands where."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from benchmarks.twins.magnanimous.chance import Noted
from benchmarks.twins.magnanimous.content import (
    BOARDS,
    COLOURS,
    IMPROVEMENTS,
    PARTIES,
    PROVINCES,
    SPACES,
    TRADE_SPACES,
)
from benchmarks.twins.magnanimous.ending import ITEMS, scores
from benchmarks.twins.magnanimous.flow import playing
from benchmarks.twins.magnanimous.game import Ask, Game
from benchmarks.twins.magnanimous.moves import Move, written

Policy = Callable[[Game, Ask, Callable[[], float]], Move]


def position(game: Game) -> dict[str, Any]:
    """Every component of the state, in words."""
    colours = COLOURS[: game.players]

    def each(values: list[Any]) -> dict[str, Any]:
        return dict(zip(colours, values, strict=True))

    boards = [home for player in range(game.players) for home in BOARDS[player]]

    def some(values: list[int]) -> dict[str, int]:
        return {PROVINCES[home]: values[home] for home in boards if values[home]}

    def cards(numbers: list[int]) -> list[str]:
        return [f"E{card}" for card in numbers]

    def by_kind(counts: list[int]) -> list[str]:
        return [name for name, count in zip(IMPROVEMENTS, counts, strict=True) for _ in range(count)]

    return {
        "round": game.round,
        "phase": game.phase,
        "governor": colours[game.governor],
        "nobility": each(game.nobility),
        "republic": game.republic,
        "proclaimed": game.proclaimed,
        "arrival": each(game.arrival),
        "coins": each(game.coins),
        "bank": game.bank,
        "area": {SPACES[space]: face for space, face in enumerate(game.area) if face},
        "slots": some(game.slot),
        "purple": ["riocard" if game.on_card else "paraguay", game.purple],
        "troops": some(game.troops),
        "imperial": game.imperial,
        "goods": some(game.goods),
        "transit": some(game.transit),
        "improvements": {
            PROVINCES[home]: IMPROVEMENTS[game.improvement[home]] for home in boards if game.improvement[home] >= 0
        },
        "occupied": [name for name, held in zip(PROVINCES, game.occupied, strict=True) if held],
        "trains": {colours[player]: PROVINCES[at] for player, at in enumerate(game.train) if at >= 0},
        "ships": {
            colour: {"yard": yard, "port": port, "rio": rio}
            for colour, yard, port, rio in zip(colours, game.yard, game.port, game.rio, strict=True)
        },
        "deputies": {
            colour: dict(zip(PARTIES, held, strict=True)) for colour, held in zip(colours, game.deputies, strict=True)
        },
        "ministers": each([[f"M{tile}" for tile in held if tile >= 0] for held in game.ministers]),
        "crowns": [f"M{tile}" if tile >= 0 else None for tile in game.crowns],
        "minister_discard": [f"M{tile}" for tile in sorted(game.minister_discard)],
        "trade": {
            str(space): [colours[game.trade_owner[space]], game.trade[space]]
            for space in range(TRADE_SPACES)
            if game.trade[space]
        },
        "display": by_kind(game.display),
        "improvement_discard": by_kind(game.improvement_discard),
        "discard": cards(sorted(game.discard)),
        "removed": cards(sorted(game.removed)),
        "hands": each([cards(hand) for hand in game.hands]),
        "throne": [[f"E{card}", colours[player]] for card, player in game.throne],
        "events": cards(game.events),
        "controlled": each([cards(held) for held in game.controlled]),
        "barons": {colours[player]: f"B{baron}" for player, baron in enumerate(game.barons) if baron >= 0},
        "vote": game.vote
        and {"card": f"E{game.vote[0]}", "for": each(list(game.vote[1])), "against": each(list(game.vote[2]))},
        "morale": game.morale,
        "auction": game.auction
        and {"in": [colours[p] for p in game.auction[0]], "best": game.auction[1], "leader": colours[game.auction[2]]},
    }


def outcome(game: Game) -> dict[str, Any]:
    score = {
        COLOURS[player]: {**dict(zip(ITEMS, items, strict=True)), "total": sum(items)}
        for player, items in enumerate(scores(game))
    }
    return {"end": game.end, "winners": [COLOURS[player] for player in game.winners], "score": score}


def recorded(
    players: int, seed: int, name: str, policy: Policy, survey: Callable[[Game, str], None] | None = None
) -> Iterator[dict[str, Any]]:
    """The lines of one game that a policy plays; `survey` is told every decision and at last the end."""
    random = Random(seed).random
    chance = Noted(random)
    game = Game(players, chance)
    asking = playing(game)
    ask: Ask | None = next(asking)
    before = position(game)
    yield {
        "players": list(COLOURS[:players]),
        "pack": "neutral",
        "rulings": "default",
        "policy": name,
        "seed": seed,
        "chance": chance.taken(),
        "state": before,
    }
    number = 0
    while ask is not None:
        player, decision, legal = ask
        if survey:
            survey(game, decision)
        move = policy(game, ask, random)
        head = {"n": number, "round": game.round, "phase": game.phase, "owner": COLOURS[player], "dec": decision}
        moves = {"legal": [written(some) for some in legal], "move": written(move)}
        try:
            ask = asking.send(move)
        except StopIteration:
            ask = None
        after = position(game)
        changed = {key: value for key, value in after.items() if value != before[key]}
        yield {**head, **moves, "chance": chance.taken(), "changed": changed}
        before = after
        number += 1
    if survey:
        survey(game, "end")
    yield {"outcome": outcome(game)}


def as_text(lines: Iterator[dict[str, Any]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)
