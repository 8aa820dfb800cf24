"""From typed rules to the automaton."""

from rulespec.lower.fold import fold
from rulespec.lower.lower import lower

__all__ = ["fold", "lower"]
