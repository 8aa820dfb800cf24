"""Where play stands: the cells of the game and the stack of what is still to be done.

A position is a value: equal positions are equal, and nothing in one ever changes.
"""

import attrs

from rulespec.interp.evaluate import Undefined
from rulespec.interp.store import Store, Value
from rulespec.rules.statements import ForEach, Repeat, Stmt

Variables = tuple[tuple[str, Value | Undefined], ...]
"""The names known in a block, in the order they were bound."""


@attrs.frozen
class Block:
    """Statements at a place in the rules. The place identifies them: comparing positions need not compare rules."""

    path: str
    statements: tuple[Stmt, ...] = attrs.field(eq=False, repr=False)


@attrs.frozen
class Doing:
    """The statements of `block` from number `at` on are to be done."""

    block: Block
    at: int
    variables: Variables


@attrs.frozen
class Visiting:
    """A `for each` without `until`: these members are still to be visited."""

    path: str
    loop: ForEach = attrs.field(eq=False, repr=False)
    members: tuple[int, ...]
    variables: Variables


@attrs.frozen
class GoingRound:
    """A `for each` with `until`: these members come next, in this order, and then again from the first."""

    path: str
    loop: ForEach = attrs.field(eq=False, repr=False)
    members: tuple[int, ...]
    variables: Variables


@attrs.frozen
class Repeating:
    """A `repeat`: its condition is tested before the next pass."""

    path: str
    loop: Repeat = attrs.field(eq=False, repr=False)
    variables: Variables


@attrs.frozen
class Running:
    """A rule was entered: everything above this frame is done for it, with the cells it keeps."""

    rule: str
    keeps: Store


@attrs.frozen
class Due:
    """A body that earns was entered: when it is finished, these accounts are settled, one after another."""

    accounts: tuple[str, ...]


@attrs.frozen
class Settling:
    """The account is being settled, one by one."""

    account: str


Frame = Doing | Visiting | GoingRound | Repeating | Running | Due | Settling


@attrs.frozen
class Position:
    """The game's own cells, and what is still to be done: the last frame first. An empty stack: the game is over."""

    store: Store
    stack: tuple[Frame, ...]
    ending: str | None = None
