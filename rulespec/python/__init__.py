"""From the automaton to Python source."""

from rulespec.python.load import load_source
from rulespec.python.module import emit

__all__ = ["emit", "load_source"]
