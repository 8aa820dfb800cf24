"""Our moves in the words of the reference games.

Reads moves of the public interface. Returns, for each, the path of reference moves that it stands for: taking a die is one
move here and three lines there (die, slot, mode). The empty path is a move that the other program does not ask about.
"""

from rulespec import Move

Step = tuple[str | int, ...]
Path = tuple[Step, ...]

QUADRANTS = {"recruiting": "troop", "improving": "improvement", "lobbying": "deputy", "shipping": "ship"}
PLAIN = {
    "guard_rio": "area", "reinforce_rio": "area", "reinforce_none": "none", "influence_none": "none", "no_ship": "none",
    "to_rio": "torio", "to_port": "toport", "hire_at_rio": "rio", "climb_track": "nobility", "stir": "republic",
    "free_none": "none", "stay": "none", "take_office": "purple", "pass": "pass", "withdraw": "pass", "sail": "sail",
    "again": "again", "stop": "stop", "follow": "yes", "buy": "yes", "join": "yes", "decline": "no", "keep_old": "keep",
    "take_new": "take",
}  # fmt: skip


def card(name: str) -> str:
    return name[0].upper() + name[1:]


def space(name: str) -> str:
    quadrant, _, number = name.rpartition("_")
    return f"{QUADRANTS.get(quadrant, quadrant)}.{number}"


def path_of(move: Move, decision: str, rule: str) -> Path:
    a = dict(move.args)
    match move.option:
        case "keep":
            return (("baron", card(a["baron"])),)
        case "seat_deputy" | "influence":
            return (("party", a["party"]),)
        case "station" | "recruit" | "reinforce":
            return (("at", a["home"]),)
        case "build" | "build_any" | "improve":
            return (("impr", a["craft"], a["home"]) if "craft" in a else ("impr", a["home"]),)
        case "send":
            return (("deputies", a["sent"]["conservative"], a["sent"]["liberal"]),)
        case "send_none":
            return (("deputies", 0, 0),)
        case "add":
            return (("cards", *sorted((card(c) for c in a["papers"]), key=lambda c: int(c[1:]))),)
        case "add_none":
            return (("cards",),)
        case "bid":
            return (("bid", a["amount"]),)
        case "place_act" | "place_precise" | "place_sell" | "place_skip" if rule == "production_turn":
            mode = move.option.removeprefix("place_")
            return (("die", space(a["space"])), ("slot", a["home"]), (mode,))
        case "place_act" | "place_precise" | "place_sell" | "place_skip":
            return (("place", a["home"], space(a["space"])), (move.option.removeprefix("place_"),))
        case "park":
            return (("park", space(a["space"]), a["home"]),)
        case "produce":
            return ()
        case "hire":
            return (("hire",),) if rule == "rio_fleet" else (("port",),)
        case "travel" if rule == "rio_train":
            return (("move", *_stops(a)),)
        case "travel":
            return (("move",), ("path", *_stops(a)))
        case "start" if rule == "rio_train":
            return (("start", a["home"], *_stops(a)),)
        case "start":
            return (("start", a["home"]), ("path", *_stops(a)))
        case "sell_good":
            return (("sell", a["home"]),)
        case "transfer":
            return (("transfer", a["home"], a["destination"], a["number"]),)
        case "from_area":
            return (("fromarea", a["home"]),)
        case "to_area":
            return (("toarea", a["home"]),)
        case "attack":
            return (("attack", a["base"], a["target"], a["number"]),)
        case "discard_card":
            return (("discard", card(a["card"])),)
        case "enthrone":
            below = [] if a["below"] is None else [card(a["below"])]
            return (("throne", *below, card(a["card"])),)
        case "export":
            return (("export", a["port"], a["number"], int(a["trade_space"])),)
        case "free":
            return (("free", a["province"]),)
        case "next":
            return (("origin", a["province"]),)
        case "target":
            return (("target", a["province"]),)
        case option if option in PLAIN:
            return ((PLAIN[option],),)
        case option:
            raise ValueError(f"the reference games have no word for `{option}` ({decision})")


def _stops(a: dict[str, object]) -> list[str]:
    return [str(a[name]) for name in ("stop", "onward") if a[name] is not None]


def drawn(move: Move) -> tuple[str, str]:
    """A chance result: its kind and what was drawn."""
    ((name, value),) = dict(move.args).items()
    kinds = {"empire_card": "card", "minister": "minister", "baron": "baron", "craft": "improvement"}
    return kinds[name.rstrip("_0123456789")], value if name.startswith("craft") else card(value)
