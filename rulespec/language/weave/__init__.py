"""Weaving: the sentences that readings and cards change are put into the rules they change, each under its condition.

Reads trees and returns trees, so that everything after it sees one text in which each variant stands beside the default.
"""

from rulespec.language.weave.changes import Change
from rulespec.language.weave.weave import Woven, weave

__all__ = ["Change", "Woven", "weave"]
