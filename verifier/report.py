"""What a verification found, for people and for programs.

Reads nothing; `Report.text()` is the account for people, `Report.to_json()` the one for programs, in stable order.
Five verdicts, never two: proved, violated, not inductive, unknown, vacuous.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

import attrs

from rulespec.source import NOWHERE, Span
from verifier.conditions import Kind
from verifier.subject import Cited
from verifier.traces import Story

Verdict = Literal["proved", "violated", "not inductive", "unknown", "vacuous"]

GRAVITY: tuple[Verdict, ...] = ("proved", "vacuous", "unknown", "not inductive", "violated")
"""From the best to the worst: a whole is as good as its worst part."""

KINDS: Mapping[Kind, str] = {
    "invariant": "invariants",
    "fact": "facts at points",
    "conservation": "pieces are conserved",
    "range": "values stay in range",
    "transfer": "no place is overdrawn",
    "index": "nothing is asked about none",
    "choice": "there is always something to choose",
    "termination": "loops come to an end",
    "paths": "steps too large to follow",
}


@attrs.frozen
class Result:
    """The verdict on one obligation. `how`: by which means, if proved without the solver; `why`: the reason of another
    verdict; `uses`: the lemmas the proof needed."""

    id: str
    kind: Kind
    subject: str
    rule: str
    unit: str
    target: str
    verdict: Verdict
    seconds: float
    how: str = ""
    why: str = ""
    uses: tuple[str, ...] = ()
    story: Story | None = None
    span: Span = NOWHERE


@attrs.frozen
class Report:
    game: str
    results: tuple[Result, ...]
    invariants: tuple[str, ...]
    cited: Cited = ()
    """Ids that the claims of the text cite, with the claims."""
    unreached: tuple[str, ...] = ()
    """Points that no game comes to."""
    visited: int = 0
    """Positions the search for games went through (0: it was not needed)."""
    exhaustive: bool = False
    seconds: float = 0.0
    stopped: bool = False
    """Interrupted: what was not done is `unknown`."""

    @property
    def counts(self) -> dict[Verdict, int]:
        """How many obligations have each verdict."""
        return {v: n for v in GRAVITY if (n := sum(r.verdict == v for r in self.results))}

    @property
    def verdict(self) -> Verdict:
        return worst([r.verdict for r in self.results])

    @property
    def ok(self) -> bool:
        """Is everything proved?"""
        return self.verdict in ("proved", "vacuous")

    @property
    def exit_code(self) -> int:
        """0 proved, 1 violated, 3 undetermined."""
        return {"proved": 0, "vacuous": 0, "violated": 1}.get(self.verdict, 3)

    def of(self, kind: Kind, subject: str | None = None) -> Verdict | None:
        """The verdict on an invariant, a piece, or all of a kind; None if there is nothing of it."""
        verdicts = [r.verdict for r in self.results if r.kind == kind and subject in (None, r.subject)]
        return worst(verdicts) if verdicts else None

    @property
    def by_id(self) -> dict[str, Verdict]:
        """The verdict on everything that cites an id."""
        grouped: dict[tuple[str, str], list[Verdict]] = {}
        for r in self.results:
            grouped.setdefault((r.kind, r.subject), []).append(r.verdict)
        return {id: worst([v for claim in claims for v in grouped.get(claim, [])]) for id, claims in self.cited}

    @property
    def violations(self) -> tuple[Result, ...]:
        return tuple(r for r in self.results if r.verdict == "violated")

    def to_json(self) -> dict[str, object]:
        """As values of JSON, always the same but for the seconds."""
        invariants = {name: self.of("invariant", name) or "unknown" for name in self.invariants} | self.by_id
        pieces = sorted({r.subject for r in self.results if r.kind == "conservation"})
        return {
            "game": self.game,
            "verdict": self.verdict,
            "obligations": [_result_data(r) for r in self.results],
            "invariants": invariants,
            "pieces": {name: self.of("conservation", name) for name in pieces},
            "summary": dict(self.counts),
            "unreached": list(self.unreached),
            "positions": {"visited": self.visited, "all": self.exhaustive},
            "seconds": round(self.seconds, 3),
            "stopped": self.stopped,
        }

    @property
    def summary(self) -> str:
        """The account for people."""
        return "\n".join(self.lines())

    def text(self, *, verbose: bool = False) -> str:
        return "\n".join(self.lines(verbose=verbose)) + "\n"

    def lines(self, *, verbose: bool = False) -> Iterator[str]:
        """A summary, a table, and a story for everything that is not proved."""
        counts = ", ".join(f"{n} {verdict}" for verdict, n in self.counts.items())
        yield f"{self.game}: {len(self.results)} obligations: {counts} ({self.seconds:.1f} s)"
        if self.stopped:
            yield "stopped before the end; what was not done is unknown"
        yield ""
        yield from self._table()
        if verbose:
            yield ""
            for r in self.results:
                yield f"{r.verdict:<13} {r.id}  {r.seconds * 1000:.0f} ms{'  ' + r.how if r.how else ''}"
        for label in self.unreached:
            yield f"no game comes to {label}"
        told: set[tuple[str, str, str]] = set()
        for r in sorted(self.results, key=lambda r: -GRAVITY.index(r.verdict)):
            if r.verdict in ("proved", "vacuous") or (r.kind, r.subject, r.verdict) in told:
                continue
            told.add((r.kind, r.subject, r.verdict))
            yield ""
            yield f"{r.verdict}: {_claim(r)}"
            more = sum((o.kind, o.subject, o.verdict) == (r.kind, r.subject, r.verdict) for o in self.results) - 1
            yield f"  in rule {r.rule}, at {r.unit}{_place(r.span)}" + (f" (and {more} more like it)" if more else "")
            if r.why:
                yield f"  {r.why}"
            if r.story is not None:
                yield from (f"  {line}" for line in r.story.lines())

    def _table(self) -> Iterator[str]:
        rows: list[tuple[str, str, str, str]] = []
        for kind, title in KINDS.items():
            mine = [r for r in self.results if r.kind == kind]
            if not mine:
                continue
            named = kind in ("invariant", "conservation")
            for subject in dict.fromkeys(r.subject for r in mine) if named else [""]:
                of_it = [r for r in mine if not named or r.subject == subject]
                plain = sum(r.verdict == "proved" and not r.seconds for r in of_it)
                steps = f"{len(of_it)} ({plain} without solver)" if plain else str(len(of_it))
                title_of_it = f"{title}: {subject}" if named else title
                rows.append((title_of_it, worst([r.verdict for r in of_it]), steps, f"{_seconds(of_it):.2f} s"))
        widths = [max((len(row[i]) for row in rows), default=0) for i in range(4)]
        for row in rows:
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def worst(verdicts: list[Verdict]) -> Verdict:
    """Of no verdicts: proved, for there is nothing to prove. Vacuous only if nothing else is there."""
    if not verdicts:
        return "proved"
    if set(verdicts) == {"proved", "vacuous"}:
        return "proved"
    return max(verdicts, key=GRAVITY.index)


def _seconds(results: list[Result]) -> float:
    return sum(r.seconds for r in results)


def _place(span: Span) -> str:
    return f", {span}" if span != NOWHERE else ""


def _claim(r: Result) -> str:
    match r.kind:
        case "invariant":
            return f"`{r.subject}` holds"
        case "fact":
            return f"{r.subject} (a fact of the lowering)"
        case "conservation":
            return f"pieces `{r.subject}` are conserved"
        case "range":
            return f"`{r.subject}` stays in its range [R0503]"
        case "transfer":
            return f"`{r.subject}` holds what is taken from it [R0501]"
        case "index":
            return f"`{r.subject}` is never asked about none [R0505]"
        case "choice":
            return f"there is something to choose at {r.subject}"
        case "termination":
            return f"what goes on by itself at {r.subject} comes to an end [R0506]"
        case "paths":
            return f"{r.subject} has too many paths to follow"


def _result_data(r: Result) -> dict[str, object]:
    data: dict[str, object] = {
        "id": r.id,
        "kind": r.kind,
        "invariant": r.subject if r.kind == "invariant" else None,
        "subject": r.subject,
        "rule": r.rule,
        "unit": r.unit,
        "to": r.target,
        "verdict": r.verdict,
        "seconds": round(r.seconds, 4),
    }
    if r.how:
        data["how"] = r.how
    if r.why:
        data["why"] = r.why
    if r.uses:
        data["uses"] = list(r.uses)
    if r.span != NOWHERE:
        data["place"] = str(r.span)
    if r.story is not None:
        data["story"] = _story_data(r.story)
    return data


def _story_data(story: Story) -> dict[str, object]:
    return {
        "from_start": story.from_start,
        "shortest": story.shortest,
        "before": dict(story.before),
        "steps": [
            {
                "point": step.point,
                "who": step.who,
                "move": step.move,
                "option": step.choice[0],
                "args": list(step.choice[1]),
                "changes": {c.cell: [c.before, c.after] for c in step.changes},
            }
            for step in story.steps
        ],
        "fault": story.fault,
    }
