"""Our position in the words of the reference games.

Reads a dump of the public interface; returns the components that the reference games write down. Lists whose order means
nothing (hands, piles of discards, ministers of a player) are sorted on both sides.
"""

from typing import Any

from tests.reference.moves import card, space

UNORDERED = ("minister_discard", "display", "improvement_discard", "discard", "removed", "events", "occupied")
PER_PLAYER = ("hands", "controlled", "ministers")


def position(dump: dict[str, Any]) -> dict[str, Any]:
    s, players = dump["state"], dump["players"]
    frames = {frame["rule"]: frame["values"] for frame in reversed(dump["control"]["frames"])}
    # A map that is all zero is not written in a frame: the tables below fill it up.
    return {
        "round": max(1, s["round_number"]),
        "governor": s["governor"],
        "nobility": s["nobility"],
        "republic": s["republic"],
        "proclaimed": bool(s["proclaimed"]),
        "arrival": s["arrival"],
        "coins": s["purse"],
        "bank": s["bank"],
        "area": {space(k): n for k, n in s["area_die"].items() if n},
        "slots": _some(s["slot_die"]),
        "purple": ["riocard" if s["die_on_card"] else "paraguay", s["purple_die"]],
        "troops": _some(s["garrison"]),
        "imperial": s["imperial_area"],
        "goods": _some(s["store"]),
        "transit": _some(s["transit"]),
        "improvements": {home: craft for home, crafts in s["built"].items() for craft, n in crafts.items() if n},
        "occupied": [p for p, held in s["occupied"].items() if held],
        "trains": {p: where for p, where in s["train"].items() if where is not None},
        "ships": {p: {"yard": s["yard"][p], "port": s["harbour"][p], "rio": s["rio_dock"][p]} for p in players},
        "deputies": s["bench"],
        "ministers": {p: [card(m) for m in s["cabinet"][p]] for p in players},
        "crowns": [card(tile[0]) if tile else None for tile in s["crown_tile"].values()],
        "minister_discard": [card(m) for m in s["minister_discard"]],
        "trade": {k: [p, s["trade"][p][k]] for p in players for k in s["trade"][p] if s["trade"][p][k]},
        "display": [craft for craft, n in s["display"].items() for _ in range(n)],
        "improvement_discard": [craft for craft, n in s["scrap"].items() for _ in range(n)],
        "discard": [card(c) for c in s["discard_pile"]],
        "removed": [card(c) for c in s["removed"]],
        "hands": {p: [card(c) for c in s["hand"][p]] for p in players},
        "throne": [card(c) for tier in s["throne"].values() for c in tier],
        "events": [card(c) for c in s["event_area"]],
        "controlled": {p: [card(c) for c in s["collection"][p]] for p in players},
        "barons": {p: card(b) for p in players for b in (*s["seat"][p], *s["choice"][p])},
        "vote": _vote(frames.get("vote"), s["vote_area"], players),
        # The reward may be interrupted by a minister; there the auction is over by then.
        "auction": _auction(frames.get("auction"))
        if (dump["control"]["decision"] or "").startswith("auction.")
        else None,
    }


def _some(counts: dict[str, int]) -> dict[str, int]:
    return {name: n for name, n in counts.items() if n}


def _vote(values: dict[str, Any] | None, area: list[str], players: list[str]) -> dict[str, Any] | None:
    if values is None or not area:
        return None
    votes = values.get("votes", {})
    sides = {
        name: {p: votes.get(p, {}).get(side, 0) for p in players}
        for name, side in (("for", "support"), ("against", "oppose"))
    }
    return {"card": card(area[0]), **sides}


def _auction(values: dict[str, Any] | None) -> dict[str, Any] | None:
    if values is None:
        return None
    return {"in": values["bidders"], "best": values.get("best", 0), "leader": values["leader"]}


def theirs(state: dict[str, Any]) -> dict[str, Any]:
    """The state of a reference game, without what is derived or names a phase, in the same order as ours."""
    found = {key: value for key, value in state.items() if key not in ("phase", "morale")}
    found["throne"] = [entry[0] for entry in state["throne"]]
    return found


def ordered(state: dict[str, Any]) -> dict[str, Any]:
    """With everything sorted whose order means nothing."""
    found = dict(state)
    for key in UNORDERED:
        found[key] = sorted(found[key])
    for key in PER_PLAYER:
        found[key] = {player: sorted(cards) for player, cards in found[key].items()}
    if found["auction"] is not None:
        found["auction"] = {**found["auction"], "in": sorted(found["auction"]["in"])}
    return found
