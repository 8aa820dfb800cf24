"""Names of the generated module: readable, legal in Python, never two things by one name.

Reads the automaton's names; returns identifiers. What the generator itself calls its things is reserved from the
start.
"""

import builtins
import keyword
import re

RESERVED = (
    frozenset(keyword.kwlist)
    | frozenset(dir(builtins))
    | frozenset(("s", "l", "m", "log", "random", "moves", "i", "bit", "n", "at", "mark", "chances", "chance", "_"))
)
CORE = frozenset(
    "new owner legal weights step thaw apply freeze playout outcome liking pack unpack get from_values to_values "
    "check_invariants advance start settle end nobody by_chance nothing cell cells general_step product reduce Answers "
    "GAME PLAYERS SLOTS POINTS OWNER LEGAL WEIGHTS APPLY INVARIANTS FORM STEP FIRST".split()
)


def identifier(text: str) -> str:
    """The text as an identifier, its words kept."""
    cleaned = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_")
    return f"_{cleaned}" if not cleaned or cleaned[0].isdigit() else cleaned


class Names:
    """Hands out names that are not yet taken in one scope (and not in the scopes around it)."""

    def __init__(self, taken: "Names | None" = None) -> None:
        self._outer = taken
        self._taken: set[str] = set()

    def is_taken(self, name: str) -> bool:
        return (
            name in RESERVED
            or name in CORE
            or name in self._taken
            or (self._outer is not None and self._outer.is_taken(name))
        )

    def take(self, name: str) -> None:
        """A name that is given already."""
        self._taken.add(name)

    def fresh(self, wish: str, *, upper: bool = False) -> str:
        """The wished name, or with the first free number behind it."""
        base = identifier(wish)
        base = base.upper() if upper else base
        if not upper and base.isupper():  # capitals are for tables
            base = base.lower()
        found, number = base, 2
        while self.is_taken(found):
            found, number = f"{base}_{number}", number + 1
        self._taken.add(found)
        return found
