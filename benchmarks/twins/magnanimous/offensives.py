"""Plays Paraguay's offensives: Paraguay, then what it held before, each against its neighbours until one falls."""

from collections.abc import Generator

from benchmarks.twins.magnanimous.content import FORTIFICATION, NEIGHBOURS, NEIGHBOURS_OF_PARAGUAY, PORTS, RIO
from benchmarks.twins.magnanimous.game import Ask, Game, Play, RioFell
from benchmarks.twins.magnanimous.moves import ORIGIN, TARGET, Move


def offensives(game: Game) -> Play:
    game.on_card = False
    game.purple = game.purple % 6 + 1
    attackers = [province for province in range(20) if game.occupied[province]]
    yield from _attack(game, NEIGHBOURS_OF_PARAGUAY)
    while attackers:
        attacker = attackers[0]
        if len(attackers) > 1:
            attacker = (yield game.governor, "DEC-27", [ORIGIN[province] for province in attackers])[1]
        attackers.remove(attacker)
        yield from _attack(game, NEIGHBOURS[attacker])


def _attack(game: Game, neighbours: tuple[int, ...]) -> Play:
    """One target of each owner by turns, the governor's first; uncontrolled ones and Rio at the end."""
    occupied = game.occupied
    controlled = 5 * game.players
    targets = [province for province in neighbours if not occupied[province]]
    untried = [[t for t in targets if t < controlled and t // 5 == owner] for owner in game.from_governor()]
    while any(untried):
        for mine in untried:
            if mine:
                target = yield from _pick(mine[0] // 5, "DEC-28", mine)
                if _falls(game, target):
                    return
    last = [t for t in targets if t >= controlled]
    while last:
        target = yield from _pick(game.governor, "DEC-29", last)
        if _falls(game, target):
            return


def _pick(chooser: int, decision: str, untried: list[int]) -> Generator[Ask, Move, int]:
    target = untried[0]
    if len(untried) > 1:
        target = (yield chooser, decision, [TARGET[province] for province in untried])[1]
    untried.remove(target)
    return target


def _falls(game: Game, province: int) -> bool:
    """Whether the province falls; if it does, what it held is lost."""
    if game.uncontrolled(province):
        pieces = game.imperial
    elif province in PORTS:
        pieces = game.port[province // 5]
    else:
        pieces = game.troops[province]
    power = pieces
    if pieces:
        power += game.morale
        if game.ally_board(province) and game.improvement[province] == FORTIFICATION:
            power += 1
    if game.purple <= power:
        return False
    game.occupied[province] = True
    if province == RIO:
        raise RioFell
    if game.uncontrolled(province):
        game.seen.add("uncontrolled province falls")
    else:
        game.purple = max(1, game.purple - pieces)
        _empty(game, province)
    stranded = [owner for owner in range(game.players) if game.train[owner] == province]
    for owner in stranded:
        home = game.home[owner]
        game.goods_supply[home] += game.transit[home]
        game.unload(owner, game.transit[home])
        game.seen.add("train lost")
    if len(stranded) > 1:
        game.seen.add("several trains lost at once")
    return True


def _empty(game: Game, province: int) -> None:
    if province in PORTS:
        owner = province // 5
        if game.port[owner]:
            game.seen.add("port with ships falls")
        game.yard[owner] += game.port[owner]
        game.port[owner] = 0
        return
    game.troops[province] = 0
    game.goods_supply[province] += game.goods[province]
    game.goods[province] = 0
    kind = game.improvement[province]
    if kind >= 0:
        game.improvement_discard[kind] += 1
        game.improvement[province] = -1
    if game.transit[province] and game.train[province // 5] != province:
        game.seen.add("home falls, its goods travel on")
