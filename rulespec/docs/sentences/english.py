"""English: templates and grammar.

Reads phrases. Returns text.
"""

import re

import attrs

from rulespec.docs.sentences.grammar import Grammar
from rulespec.docs.sentences.phrase import Phrase, readable

TEMPLATES = {
    # values
    "none": "none",
    "yes": "yes",
    "no": "no",
    "nothing": "nothing",
    "entry": "{of key}",
    "number of": "the number of {bare many}{narrow}",
    "sum of": "the sum of {body} over every {bare one}{narrow}",
    "every one": "all {bare many}{narrow}",
    "empty set": "empty",
    "is empty": "{a} {is a} empty",
    "not is empty": "{a} {is a} not empty",
    "pays": "{a} {pays a} {amount} to {b}",
    "first": "the first {bare one}{narrow}",
    "next after": "the next {bare one} after {start}",
    "direction": "{bare one} {direction} of {a}",
    "first from": "the first {bare one} from {start}{narrow}",
    "smaller": "the smaller of ({list})",
    "larger": "the larger of ({list})",
    "choice": "{a} if {condition}, otherwise {b}",
    "quotient": "{a} ÷ {b}, rounded down",
    "remainder": "the remainder of {a} ÷ {b}",
    "whether": "whether {condition}",
    "from to": "{low} to {high}",
    "or none": "{bare one} or none",
    "cards listed": "{number} cards: {list}.",
    "indefinite": "{a a}",
    "numbered": "{bare kind} {number}",
    # comparisons, then their opposites
    "=": "{a} {is a} {b}",
    "<": "{a} {is a} less than {b}",
    "<=": "{a} {is a} at most {b}",
    ">": "{a} {is a} more than {b}",
    ">=": "{a} {is a} at least {b}",
    "not =": "{a} {is a} not {b}",
    "lies in": "{a} {is a} in {b}",
    "not lies in": "{a} {is a} not in {b}",
    "is a": "{a} {is a} {a one}",
    "not is a": "{a} {is a} not {a one}",
    "has none": "{a} {has a} no {bare one}",
    "has one": "{a} {has a} {a one}",
    "there is none": "there is no {bare a}",
    "there is one": "there is {a a}",
    "is word": "{a} {is a} {word}",
    "not is word": "{a} {is a} not {word}",
    "is so": "“{word}” holds",
    "not is so": "“{word}” does not hold",
    "not": "it is not so that {sentence}",
    # sentences within sentences
    "every": "every {bare one}{narrow}",
    "some": "some {bare one}{narrow}",
    "no one": "no {bare one}{narrow}",
    "for every": "for every {bare one}{narrow}, {sentence}",
    "for some": "there is {a one}{narrow} such that {sentence}",
    "for no": "there is no {bare one}{narrow} such that {sentence}",
    "whose": "whose {bare a}",
    "of": " {of a}",
    "other than": " other than {a}",
    "only": "only {a}",
    "without": " without {a one}",
    "with one": " with {a one}",
    "that is": " that {is one} {word}",
    "that is not": " that {is one} not {word}",
    "in": " in {a}",
    "lying": " in {a}",
    "where": " where {sentence}",
    "can choose": "{a} can choose “{option}”",
    "can perform": "{a} can choose something in “{option}”",
    "not can choose": "{a} cannot choose “{option}”",
    "not can perform": "{a} can choose nothing in “{option}”",
    "somebody": "the player",
    "ruling": "the game is played by {ruling} {letter}",
    "not ruling": "the game is not played by {ruling} {letter}",
    "always": "always",
    "never": "never",
    # what happens
    "let": "{a} {is a} {b}",
    "becomes": "{a} {becomes a} {b}",
    "becomes none": "{a} {has a} no {bare one} any more",
    "becomes none alone": "there is no {bare a} any more",
    "becomes so": "from now on {sentence}",
    "rises": "{a} {rises a} by {b}",
    "falls": "{a} {falls a} by {b}",
    "joins": "{a} {joins a} {b}",
    "leaves": "{a} {leaves a} {b}",
    "all": "for every {bare one}{narrow}: {sentence}",
    "move": "{amount} {moves amount} from {source} to {target}",
    "counted": "{number} {bare pieces}",
    "as many": "as many {bare pieces} as {amount}",
    "up to": "up to {amount}",
    "all pieces": "all {bare pieces}",
    "at most there": "; {target} {holds target} {most} at most",
    "under": "under {readings}",
    "instead under": "instead, under {readings}",
    "left out under": "this is left out under {readings}",
    "only under": "only under {readings}",
    "under said": "under {readings}: {sentence}",
    "lapses under": "under {readings} this need not hold",
    "times": "{text}, {number} times",
    "with highest": " with the highest {bare a}",
    "move card": "{card} {moves card} to {place}",
    "if": "if {condition}",
    "otherwise": "otherwise",
    "otherwise if": "otherwise, if {condition}",
    "outcome": "{condition} → “{label}”",
    "each": "each {bare one}{narrow}",
    "in turn from": ", in turn from {start}",
    "again until": ", round after round, until {condition}",
    "again": ", round after round",
    "at once": ", all at once",
    "repeat": "repeat until {condition}",
    "repeat forever": "repeat until the game ends",
    "chooses": "{owner} {chooses owner}: “{title}”",
    "option": "{option}",
    "draw": "chance picks {a one}",
    "draw among": "chance picks {a one} where {condition}, each equally likely",
    "draw card": "{a one} is drawn at random from {source} to {target}",
    "draw weighted": "chance picks {a one}; its weight is {weight}",
    "seen by": " (seen by {who})",
    "unseen": " (unseen)",
    "call": "“{rule}” follows",
    "call by": "{a} {performs a} “{rule}”",
    "with": " with {list}",
    "earns": "{a} {earns a} {amount} {of account}",
    "earns count": "{a} {earns a} {number} × “{account}”",
    "announce": "“{name}” is announced by {a}",
    "show all": "{a} {is a} shown to all",
    "show": "{a} {is a} shown to {b}",
    "end": "the game ends: {ending}",
    "step": "{title}",
    # why a condition fails
    "fact =": "{a} {is a} {actual}, not {required}",
    "fact not =": "{a} {is a} {actual}",
    "fact <": "{a} {is a} {actual}; less than {required} is needed",
    "fact <=": "{a} {is a} {actual}; at most {required} is allowed",
    "fact >": "{a} {is a} {actual}; more than {required} is needed",
    "fact >=": "{a} {is a} {actual}; at least {required} is needed",
    "required by": "{required} ({b})",
    "fails for": "fails for {element}: {fact}",
    "holds for": "{element}: {fact}",
    "word because": "{word}: {fact}",
    "none fits": "no {bare one} fits",
    "none there": "there is no such {bare one}",
    "more of them": " (and for {number} more)",
    "hidden": "what decides it is hidden",
}
WORDS = {
    "and": "and",
    "or": "or",
    "for": "for",
    "reading": "reading",
    "default": "default",
    "source": "Source",
    "options": "Options",
    "option decline": "decline",
    "conditions": "Conditions",
    "effects": "Then",
    "rules": "Rules",
    "tables": "Tables",
    "rulings": "Rulings",
    "invariants": "What always holds",
    "glossary": "Glossary",
    "citations": "Index by citation",
    "graph": "Decisions in their order",
    "graph is": "What can come next after each decision. Draws, and what happens by itself, lie between them.",
    "followed by": "Can be followed by",
    "code": "Code",
    "examples": "Worked examples",
    "example": "Example",
    "given": "Given",
    "plays": "{player} plays {move}",
    "refused by": "refused by",
    "came out": "Played when this page was written: it came out so.",
    "failed": "It came out otherwise:",
    "contents": "Contents",
    "players": "Players",
    "version": "Version",
    "decisions": "Decisions",
    "decision": "Decision",
    "owner": "Who decides",
    "where": "here",
    "parameters": "Choose",
    "several": "asked only if there is a choice",
    "no conditions": "Always possible.",
    "no effect": "Nothing happens.",
    "lifted if": "Or else",
    "added by": "added by",
    "values": "Values and words",
    "definition": "{word} of {list}",
    "if": "if",
    "otherwise": "otherwise",
    "in other cases": "otherwise",
    "kinds": "Kinds",
    "components": "Components",
    "indexes": "Indexes",
    "pieces": "Pieces",
    "cards": "Cards",
    "place": "Place",
    "places": "Places",
    "supply": "supply",
    "total": "Total",
    "visible": "Seen by",
    "all": "all",
    "none": "nobody",
    "its owner": "its owner",
    "count": "all (only how many)",
    "markers": "Markers",
    "starts": "Starts at",
    "range": "Values",
    "endings": "How the game ends",
    "scores": "Scores",
    "winners": "Winners",
    "highest": "whoever has the highest total wins",
    "nobody": "nobody wins",
    "winner is": "{list} wins",
    "question": "Question",
    "affects": "Read by",
    "always": "always",
    "during": "during {where}",
    "outside": "outside {where}",
    "after": "after {where}",
    "language": "English",
    "performed by": "Performed by",
    "with": "With",
    "called from": "Used by",
    "chance": "Chance",
    "over": "The game is over",
    "start": "Start",
    "phase": "Phase",
    "rule": "Rule",
    "menu": "Menu",
    "step": "Step",
    "term": "Word",
    "meaning": "Meaning",
    "each": "each",
    "of each": "of each",
    "citation": "Citation",
    "statement": "Statement",
    "section": "Section",
    "found in": "Found in",
    "facts": "Provenance",
    "contributions": "Changed by",
    "at least": "at least",
    "set": "becomes",
    "add": "changes by",
    "readings": "Readings",
    "no rulings": "The text leaves no question open.",
    "active if": "Only if",
    "account": "Account",
    "settled": "settled one by one by",
    "LEGAL": "LEGAL",
    "FORBIDDEN": "FORBIDDEN",
    "NOT_PERMITTED": "NOT PERMITTED",
    "ILL_FORMED": "NOT A MOVE",
    "UNDETERMINED": "UNDETERMINED",
    "verdict LEGAL": "{player} may play {move}.",
    "verdict FORBIDDEN": "{player} may not play {move}.",
    "verdict NOT_PERMITTED": "{player} may not play {move}.",
    "verdict ILL_FORMED": "{move} is not a move of this game.",
    "verdict UNDETERMINED": "whether {player} may play {move} depends on what {viewer} cannot see.",
    "would be legal": "Would be legal",
    "never": "Never: a condition on fixed facts fails.",
    "belongs to": "It belongs to",
    "legal under": "legal under",
    "contested yes": "Contested: the verdict changes under",
    "contested no": "Contested: no, the same under every reading.",
    "overridden": "Lifted",
    "by": "by",
    "incomplete": "Not looked at",
    "more": "{number} more",
    "requires": "must hold",
    "wrong moment": "the pending decision is another one: {decision}",
    "wrong player": "{owner} is to decide, not {player}",
    "game over": "the game is over",
    "not active": "this option does not exist under the readings played",
    "no such option": "there is no option of that name",
    "wrong count": "it takes {required} values, not {actual}",
    "out of range": "{name} cannot be {actual}",
    "impossible draw": "this cannot be drawn now",
    "unclear": "the question was not understood",
    "unknown words": "no words of this game: {list}",
    "could be meant": "it could mean: {list}",
    "can be chosen": "now one can choose: {list}",
    "first": "Possible after “{move}”",
    "read as": "Read as {move}",
    "left open": "the question leaves open {list}",
    "unused": "not part of this move: {list}",
    "cells": "what {viewer} cannot see",
    "it takes": "It takes",
}


VERBS = {
    "is": ("is", "are"),
    "pays": ("pays", "pay"),
    "holds": ("holds", "hold"),
    "has": ("has", "have"),
    "does": ("does", "do"),
    "becomes": ("becomes", "become"),
    "rises": ("rises", "rise"),
    "falls": ("falls", "fall"),
    "joins": ("joins", "join"),
    "leaves": ("leaves", "leave"),
    "moves": ("moves", "move"),
    "chooses": ("chooses", "choose"),
    "performs": ("performs", "perform"),
    "earns": ("earns", "earn"),
}


DIRECTIONS = {
    "north": "north", "north_east": "north-east", "east": "east", "south_east": "south-east",
    "south": "south", "south_west": "south-west", "west": "west", "north_west": "north-west",
}  # fmt: skip


class English(Grammar):
    """`the player's purse is at least the cost`."""

    code = "en"
    templates = TEMPLATES
    words = WORDS
    prepositions = frozenset("of in to from for at on by with a the".split())
    verbs = VERBS
    directions = DIRECTIONS

    def forms(self, text: str) -> Phrase:
        one, _, several = (part.strip() for part in text.partition(","))
        first, _, rest = one.partition(" ")
        article = first if first == "the" and rest else ""
        words = rest if (first in ("the", "a", "an") and rest) else one
        return Phrase(words, article, plural=False, plural_words=re.sub(r"^the ", "", several) or None)

    def common(self, name: str) -> Phrase:
        words = readable(name)
        last = words.rsplit(" ", 1)[-1]
        plural = last.endswith("s") and not last.endswith(("ss", "us", "is")) and len(last) > 2
        return Phrase(words, "the", plural=plural)

    def article(self, phrase: Phrase) -> str:
        return "the"

    def preposition(self, word: str) -> str:
        return word

    def many(self, phrase: Phrase) -> Phrase:
        if phrase.plural:
            return phrase.bare()
        words = phrase.plural_words or _plural(phrase.words)
        return attrs.evolve(phrase, words=words, article="", plural=True)

    def with_preposition(self, preposition: str, phrase: Phrase) -> str:
        if preposition == "the":
            return f"the {phrase.words}"
        if preposition == "a":
            return f"{'an' if phrase.words[:1].lower() in 'aeiou' else 'a'} {phrase.words}"
        return f"{preposition} {phrase.text}"

    def owned(self, noun: Phrase, owner: Phrase) -> Phrase:
        if owner.compound:
            return attrs.evolve(noun, words=f"{noun.words} of {owner.text}", article="the", compound=True)
        mark = "'" if owner.plural and owner.words.endswith("s") else "'s"
        return attrs.evolve(noun, words=f"{owner.text}{mark} {noun.words}", article="", compound=True)

    def that(self, phrase: Phrase) -> Phrase:
        return attrs.evolve(phrase, article="those" if phrase.plural else "that")

    def negated(self, template: str) -> str:
        if "{not}" in template:
            return template.replace("{not}", "not")
        agreeing = re.search(r"\{(is|has) (\w+)\}", template)
        if agreeing is not None:
            verb, subject = agreeing.groups()
            opposite = f"{{is {subject}}} not" if verb == "is" else f"{{does {subject}}} not have"
            return template.replace(agreeing.group(), opposite, 1)
        for verb in ("is", "are", "can", "may", "was", "were", "has", "have"):
            if f" {verb} " in template:
                opposite = {"can": "cannot", "has": "does not have", "have": "do not have"}.get(verb, f"{verb} not")
                return template.replace(f" {verb} ", f" {opposite} ", 1)
        return "it is not so that " + template

    def relative(self, template: str, subject: str) -> str | None:
        head = f"{{{subject}}} "
        return " that " + template.removeprefix(head) if template.startswith(head) else None


def _plural(words: str) -> str:
    if re.search(r"[^aeiou]y$", words):
        return words[:-1] + "ies"
    if re.search(r"(s|x|z|ch|sh)$", words):
        return words + "es"
    return words + "s"
