"""Conditions on a set or map that speak of one element at a time: `every paper is in the player's hand`.

Reads expressions; returns the quantifier whose instance tells, for one element, whether it may be in the set (or which
entries it may have). Such a condition prunes the choice before sets are formed; without it 48 cards would be 2^48 moves.
"""

from rulespec.rules.expressions import Contains, Entry, Expr, Quantified, Var
from rulespec.rules.walk import parts, within


def by_element(condition: Expr, name: str) -> Quantified | None:
    """The condition itself, if it is an `every` that looks at the choice `name` at its own element only."""
    match condition:
        case Quantified(every=True, var=var, condition=where, body=body):
            alone = all(_alone(e, name, var) for e in (where, body))
            used = any(_looks(e, name, var) for e in (where, body))
            return condition if alone and used else None
        case _:
            return None


def _alone(expression: Expr, name: str, var: str) -> bool:
    """Is the choice spoken of only as "this element of it"?"""
    if _is_this_element(expression, name, var):
        return True
    if isinstance(expression, Var):
        return expression.name != name
    return all(_alone(part, name, var) for part in parts(expression))


def _looks(expression: Expr, name: str, var: str) -> bool:
    return any(_is_this_element(e, name, var) for e in within(expression))


def _is_this_element(expression: Expr, name: str, var: str) -> bool:
    match expression:
        case (
            Contains(set=Var(name=chosen), element=Var(name=element))
            | Entry(map=Var(name=chosen), key=Var(name=element))
        ):
            return chosen == name and element == var
        case _:
            return False
