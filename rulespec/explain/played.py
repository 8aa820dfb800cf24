"""A condition as it is played: the readings that are played put in, so that an answer speaks of no other.

Reads a condition and the rulings; returns a condition that means the same under them.
"""

from collections.abc import Mapping

import attrs

from rulespec.rules.expressions import NO, YES, Const, Expr, Op, Quantified, RulingIs
from rulespec.rules.types import Flag


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
        case Op(name="if", arguments=(test, then, otherwise)) if isinstance(condition.type, Flag):
            decided = played(test, rulings)
            if isinstance(decided, Const):
                return played(then if decided == YES else otherwise, rulings)
            return condition
        case Quantified(body=body):
            inside = played(body, rulings)
            return condition if inside is body else attrs.evolve(condition, body=inside)
        case _:
            return condition
