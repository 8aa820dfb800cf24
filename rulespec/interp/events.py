"""What happened in a step, for people: each effect of the rules is one event.

Returns data; who may see what is decided by the reader of the events.
"""

import attrs

from rulespec.interp.store import Value
from rulespec.rules.statements import About

Named = tuple[tuple[str, str | Value], ...]
"""Values with what they are called: (("amount", 2), ...)."""


@attrs.frozen
class Event:
    """`kind`: move, set, draw, reveal, decide, owe, announce, outcome, end. `values` are named by what they are."""

    kind: str
    rule: str
    verb: str
    values: Named
    about: About
    to: str | int = "all"
    """"all", "none", or the one player who learns it."""
