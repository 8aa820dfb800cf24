"""An answer as data: verdict, the clauses that refuse or allow a move, the facts that decide them, what would be legal.

Reads nothing; `adjudicate` makes them. `Answer.render` shows one as text, `to_json` as JSON (schema `answer`).
Every text is given in all languages of the game.
"""

from collections.abc import Mapping
from typing import Any

import attrs

from rulespec.explain.contributions import Contributed

LEGAL, FORBIDDEN, NOT_PERMITTED = "LEGAL", "FORBIDDEN", "NOT_PERMITTED"
ILL_FORMED, UNDETERMINED = "ILL_FORMED", "UNDETERMINED"
FORMAT = "rulespec-answer/1"
Texts = Mapping[str, str]


@attrs.frozen
class Fact:
    """What decides a clause: the relation that should hold, actual and required value, the element it fails for."""

    relation: str
    actual: Any
    required: Any
    element: Any
    more: int
    texts: Texts
    inner: tuple["Fact", ...] = ()

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"relation": self.relation, "texts": dict(self.texts)}
        if self.actual is not None or self.required is not None:
            found |= {"actual": self.actual, "required": self.required}
        if self.element is not None:
            found |= {"element": self.element, "more": self.more}
        return found | ({"inner": [fact.to_json() for fact in self.inner]} if self.inner else {})


@attrs.frozen
class Condition:
    """One clause in an answer. `code` is stable; "moment", "turn", "over" and "reading" are the engine's own."""

    code: str
    texts: Texts
    facts: tuple[Fact, ...] = ()
    cites: tuple[str, ...] = ()
    source: str = ""
    prohibition: bool = False
    place: str = ""
    lifted_by: str = ""
    never: bool = False
    """Only the move and fixed tables decide it: it will not change."""

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "code": self.code,
            "texts": dict(self.texts),
            "facts": [fact.to_json() for fact in self.facts],
            "cites": list(self.cites),
        }
        more = {"source": self.source, "place": self.place, "lifted_by": self.lifted_by}
        found |= {name: text for name, text in more.items() if text}
        return found | ({"prohibition": True} if self.prohibition else {}) | ({"never": True} if self.never else {})


@attrs.frozen
class Fix:
    """A change that makes the move legal, tried before it is shown. `kind`: PARAM (other values), WAIT (another
    decision), OTHER (another player decides), RULING (another reading), NEVER."""

    kind: str
    move: Mapping[str, Any] | None
    texts: Texts

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "texts": dict(self.texts)} | ({"move": dict(self.move)} if self.move else {})


@attrs.frozen
class Source:
    """What a citation stands for: a statement of the rulebooks in our words, and the section of each that says it. A
    rulebook without a section is silent."""

    id: str
    text: str
    sections: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "text": self.text, "sections": dict(self.sections)}

    def __str__(self) -> str:
        return " · ".join([self.id, *(f"{book.upper()} {section}" for book, section in self.sections.items())])


@attrs.frozen
class Contested:
    """Readings under which the verdict is another one."""

    rulings: Mapping[str, str]
    verdict: str

    def to_json(self) -> dict[str, Any]:
        return {"rulings": dict(self.rulings), "verdict": self.verdict}


@attrs.frozen
class Answer:
    """See the module. `blockers` are the failing clauses: each alone refuses the move. Texts are by language."""

    verdict: str
    query: Mapping[str, Any]
    player: str | None
    decision: str | None
    viewer: str | None
    rulings: Mapping[str, str]
    text_hash: str
    headline: Texts
    because: tuple[Condition, ...] = ()
    blockers: tuple[Condition, ...] = ()
    unknown: tuple[Condition, ...] = ()
    overridden: tuple[Condition, ...] = ()
    fixes: tuple[Fix, ...] = ()
    contested: tuple[Contested, ...] = ()
    contributions: tuple[Contributed, ...] = ()
    complete: bool = True
    incomplete_because: tuple[str, ...] = ()
    state_id: str = ""
    """The same for equal positions of one game; empty where the position is not known."""
    read_as: Texts = attrs.field(factory=dict)
    """How a question in words was read, where it left something open or said more than the move."""
    sources: tuple[Source, ...] = ()
    """What the citations stand for, of those that the game's catalogue has."""
    words: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict, eq=False, repr=False)
    """Fixed words that `render` needs, per language."""

    @property
    def citations(self) -> tuple[str, ...]:
        """Every source that the answer rests on, in the order of its clauses."""
        conditions = (*self.blockers, *self.unknown, *self.because, *self.overridden)
        return tuple(dict.fromkeys(cite for condition in conditions for cite in condition.cites))

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON; the same question in the same state gives the same bytes."""
        return {
            "format": FORMAT,
            "verdict": self.verdict,
            "query": dict(self.query),
            "read_as": dict(self.read_as),
            "state_id": self.state_id,
            "player": self.player,
            "decision": self.decision,
            "viewer": self.viewer,
            "rulings": dict(self.rulings),
            "text_hash": self.text_hash,
            "headline": dict(self.headline),
            "because": [condition.to_json() for condition in self.because],
            "blockers": [condition.to_json() for condition in self.blockers],
            "unknown": [condition.to_json() for condition in self.unknown],
            "overridden": [condition.to_json() for condition in self.overridden],
            "citations": list(self.citations),
            "sources": [source.to_json() for source in self.sources],
            "fixes": [fix.to_json() for fix in self.fixes],
            "contested": [contested.to_json() for contested in self.contested],
            "contributions": [found.to_json() for found in self.contributions],
            "complete": self.complete,
            "incomplete_because": list(self.incomplete_because),
        }

    def render(self, lang: str | None = None, style: str = "full") -> str:
        """The answer as text, at most 12 lines; `short` is its first lines without alternatives and readings."""
        lang = lang if lang is not None and lang in self.headline else next(iter(self.headline))
        words = self.words[lang]
        lines = [f"{words[self.verdict]}: {self.headline[lang]}"]
        lines += [f"  {self.read_as[lang]}"] if self.read_as else []
        width = max((len(c.code) for c in (*self.blockers, *self.unknown)), default=0)
        for mark, condition in [("✗", c) for c in self.blockers] + [("?", c) for c in self.unknown]:
            lines.append(f"  {mark} {condition.code:{width}}  {_told(condition, lang)}{self._cited(condition)}")
        if style == "short":
            return "\n".join(lines[:6])
        if self.verdict == LEGAL:
            lines += [f"  ✓ {c.code}  {c.texts[lang]}{self._cited(c)}" for c in self.because]
        lines += [f"  {words['overridden']}: {c.code} {words['by']} {c.lifted_by}" for c in self.overridden]
        for found in self.contributions[:2]:
            lines.append(f"  {found.texts[lang]}")
        moves = [fix.texts[lang] for fix in self.fixes if fix.kind == "PARAM"]
        if moves:
            lines.append(f"  {words['would be legal']}: {', '.join(moves)}")
        lines += [f"  {fix.texts[lang]}" for fix in self.fixes if fix.kind not in ("PARAM", "RULING")]
        if self.contested:
            changed = "; ".join(
                ", ".join(f"{r}={letter}" for r, letter in c.rulings.items()) + f" ({words[c.verdict]})"
                for c in self.contested[:4]
            )
            lines.append(f"  {words['contested yes']} {changed}")
        if self.incomplete_because:
            lines.append(f"  {words['incomplete']}: {'; '.join(self.incomplete_because)}")
        if len(lines) > 12:
            lines = [*lines[:11], "  …"]
        return "\n".join(lines)

    def _cited(self, condition: Condition) -> str:
        """The sources of a condition; of the first one the sections too."""
        if not condition.cites:
            return ""
        known = {source.id: source for source in self.sources}
        first = next((cite for cite in condition.cites if cite in known), "")
        shown = [str(known[cite]) if cite == first else cite for cite in condition.cites]
        return f"  [{', '.join(shown)}]"

    def __str__(self) -> str:
        return self.render()


def _told(condition: Condition, lang: str) -> str:
    facts = [fact.texts[lang] for fact in condition.facts if fact.texts[lang]]
    own = condition.texts[lang]
    return "; ".join(dict.fromkeys(facts)) if facts else own


WORDS = "LEGAL FORBIDDEN NOT_PERMITTED ILL_FORMED UNDETERMINED overridden by incomplete".split() + [
    "would be legal",
    "contested yes",
    "contested no",
]
