"""What the compiled games must reach: multiples of the functional twin, as issue 4 sets them.

The floor of the best form is what Ludii's playouts make beside such twins. The last column is the ratio of the pair
of twins that those numbers come from: a mutable twin that reaches less would flatter nobody but the functional one.
"""

from collections.abc import Mapping
from types import MappingProxyType

import attrs


@attrs.frozen
class Target:
    """Multiples of the functional twin: what must be, and what is hoped for."""

    floor: float
    goal: float | None = None

    def verdict(self, ratio: float) -> str:
        """`below floor`, `floor` or `goal`, whichever the ratio reaches."""
        if ratio < self.floor:
            return "below floor"
        return "floor" if self.goal is None or ratio < self.goal else "goal"


PURE = Target(1.0, 2.5)
BEST: Mapping[str, Target] = MappingProxyType(
    {"tic_tac_toe": Target(3.4, 5.0), "connect_four": Target(2.2, 3.5), "breakthrough": Target(0.9, 5.0)}
)
MUTABLE_TWIN: Mapping[str, Target] = MappingProxyType(
    {"tic_tac_toe": Target(8.1), "connect_four": Target(4.9), "breakthrough": Target(7.7)}
)


def target_of(game: str, row: str) -> Target | None:
    """The target of one row of a game's table, if it has one."""
    if game not in BEST:
        return None
    return {"pure": PURE, "best": BEST[game], "mutable_twin": MUTABLE_TWIN[game]}.get(row)
