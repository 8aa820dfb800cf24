"""A condition as it is played: the readings that are played put in, so that a text speaks of no other.

Reads a condition and the rulings; returns a condition that means the same under them.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, product

import attrs

from rulespec.rules.expressions import NO, YES, Const, Expr, Op, Quantified, RulingIs
from rulespec.rules.game import Game
from rulespec.rules.walk import within


def played(condition: Expr, rulings: Mapping[str, str]) -> Expr:
    """The condition without the readings that are not played.

    >>> played(Op("or", (RulingIs("AMB-1", "b", Flag()), NO), Flag()), {"AMB-1": "b"}) == YES
    True
    """
    match condition:
        case RulingIs(ruling=ruling, letter=letter):
            return YES if rulings[ruling] == letter else NO
        case Op(name="not", arguments=(inner,)):
            inside = played(inner, rulings)
            if isinstance(inside, Const):
                return NO if inside == YES else YES
            return condition if inside is inner else attrs.evolve(condition, arguments=(inside,))
        case Op(name="and" | "or" as name, arguments=arguments):
            neutral, final = (YES, NO) if name == "and" else (NO, YES)
            inside_all = [played(a, rulings) for a in arguments]
            left = tuple(a for a in inside_all if a != neutral)
            if final in left or not left:
                return final if final in left else neutral
            if len(left) == 1:
                return left[0]
            same = len(left) == len(arguments) and all(a is b for a, b in zip(left, arguments, strict=True))
            return condition if same else attrs.evolve(condition, arguments=left)
        case Op(name="if", arguments=(test, then, otherwise)):
            decided = played(test, rulings)
            if isinstance(decided, Const):
                return played(then if decided == YES else otherwise, rulings)
            return condition
        case Quantified(body=body):
            inside = played(body, rulings)
            if inside == (YES if condition.every else NO):
                return inside
            return condition if inside is body else attrs.evolve(condition, body=inside)
        case _:
            return condition


def otherwise_played(game: Game, condition: Expr, rulings: Mapping[str, str]) -> Iterator[tuple[dict[str, str], Expr]]:
    """The fewest other readings under which the condition is another one, each with what it is then."""
    read = {part.ruling for part in within(condition) if isinstance(part, RulingIs)}
    names = [name for name in game.rulings if name in read]
    now = played(condition, rulings)
    found: list[dict[str, str]] = []
    for number in (1, 2):
        for some in combinations(names, number):
            letters = [[r.letter for r in game.rulings[n].readings if r.letter != rulings[n]] for n in some]
            for chosen in product(*letters):
                changed = dict(zip(some, chosen, strict=True))
                if any(other.items() <= changed.items() for other in found):
                    continue
                then = played(condition, {**rulings, **changed})
                if then != now:
                    found.append(changed)
                    yield changed, then
