"""Sentences for people from the typed rules: expressions and statements in English and Portuguese.

Reads: a typed game and its texts. Returns: plain text without markup (whoever shows it escapes it).
"""

from rulespec.docs.sentences.grammar import Grammar
from rulespec.docs.sentences.phrase import Phrase
from rulespec.docs.sentences.speaker import Speaker, grammar_for, speakers

__all__ = ["Grammar", "Phrase", "Speaker", "grammar_for", "speakers"]
