"""What the compiled games must reach: multiples of the functional twin, or of the only one, as issues 4 and 5 set them.

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
# Beside Magnanimous' one twin, which plays in place. A hand-written program that copies its game at every move makes
# half as many games, so that much is asked of the pure form.
MAGNANIMOUS: Mapping[str, Target] = MappingProxyType({"in_place": Target(0.5, 1.0), "pure": Target(0.25, 0.5)})


def target_of(game: str, row: str) -> Target | None:
    """The target of one row of a game's table, if it has one."""
    if game.startswith("magnanimous"):
        return MAGNANIMOUS.get(row)
    if game not in BEST:
        return None
    return {"pure": PURE, "best": BEST[game], "mutable_twin": MUTABLE_TWIN[game]}.get(row)
