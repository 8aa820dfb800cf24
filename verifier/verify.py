"""The whole verification of a game: obligations, questions, counterexamples, verdicts.

Reads an automaton (or typed rules, or a loaded game, from which it takes them); returns a `Report`. Nothing is called
proved on the strength of a lemma that is not proved itself, and nothing violated that was not played.
"""

import math
import time
from collections.abc import Callable, Iterable, Mapping

import attrs

from rulespec.automaton.nodes import AutomaticPoint, Automaton
from rulespec.automaton.run import Runner
from verifier.choices import something_to_do
from verifier.conditions import Obligation, PointConditions, obligations, rank_obligation, two_steps
from verifier.counterexamples import candidate, fault_of, play
from verifier.encode import Encoder
from verifier.flow import Flow, follow
from verifier.guesses import PREFIX, guess
from verifier.meaning import Here, Meaning
from verifier.ranks import Edge, rank_claims
from verifier.report import Report, Result, Verdict
from verifier.search import Search
from verifier.solve import Budget, Reply, Session
from verifier.subject import Subject, subject_of
from verifier.terms import Known, Term, Terms, evaluate, variables
from verifier.traces import Fault, Judge, Story, describe
from verifier.words import Words


class OutOfTime(Exception):
    """The time for all questions together is used up."""


GOOD: frozenset[Verdict | None] = frozenset(("proved", "vacuous"))

MAX_GUESSED = 200
"""Cells of a game beyond which nothing is guessed: the questions would be too many."""

ROUNDS = 8
"""How often what a path must establish is asked together, without what was refuted so far."""

SHORT = 1.5
"""Seconds of the first search for games."""
NO_ANSWER = "no answer within"

Progress = Callable[[int, int, str], None]
"""Called with (done, total, what) as the work goes on."""


def verify(
    game: object,
    *,
    rulings: Mapping[str, str] | None = None,
    only: str | Iterable[str] | None = None,
    timeout: float = 20.0,
    steps: int = 6_000_000,
    within: float = 0.0,
    search_seconds: float = 10.0,
    search_states: int = 20_000,
    progress: Progress | None = None,
) -> Report:
    """Prove what must hold of a game.

    `game` is an automaton, typed rules or a loaded game; `only` are texts that the obligations to look at contain:
    kinds, invariants, pieces, rules, units (what their proofs rely on is added). A question beyond `steps`, the
    solver's own measure, or `timeout` seconds is unknown; `within` are the seconds for all questions together (0: as
    long as it takes). The search for games that come to a fault has its own limits."""
    subject = subject_of(game, rulings)
    texts = (only,) if isinstance(only, str) else only
    budget = Budget(timeout, steps)
    deadline = time.monotonic() + within if within else math.inf
    first = _Run(subject, budget, progress, deadline)
    # A short search finds what is plainly wrong and shows what positions look like; a long one only if need be.
    first.search = Search(first.judge, max_states=search_states, seconds=min(SHORT, search_seconds))
    report = first.verify(None if texts is None else frozenset(texts))
    if report.stopped or not (open_ := _open(report)):
        return report
    cells = sum(slot.size for slot in subject.automaton.slots)
    if cells <= MAX_GUESSED and (guesses := guess(subject.automaton, first.judge, first.search.seen)):
        helped = attrs.evolve(subject.automaton, facts=subject.automaton.facts + guesses)
        second = first.with_facts(helped)
        report = _merge(report, second.verify(open_ | {PREFIX}))
        open_ = _open(report)
    if open_ and not first.search.exhaustive and search_seconds > SHORT and not report.stopped:
        search = Search(first.judge, max_states=search_states, seconds=search_seconds)
        report = _merge(report, first.look_further(search, open_))
    return report


def _open(report: Report) -> frozenset[str]:
    """What might still be settled: the solver's budget was not what stopped it."""
    return frozenset(
        r.id
        for r in report.results
        if r.verdict == "not inductive" or (r.verdict == "unknown" and not r.why.startswith(NO_ANSWER))
    )


def _merge(first: Report, second: Report) -> Report:
    """The first report, with what the second could settle, and the guesses that were proved for it."""
    settled = {r.id: r for r in second.results if r.verdict in ("proved", "violated")}
    results = [settled.get(r.id, r) if r.verdict in ("not inductive", "unknown") else r for r in first.results]
    if (new := [r for r in second.results if r.kind == "termination"]) and all(r.verdict in GOOD for r in new):
        # A proof of termination is one thing: its steps do not mix with those of another.
        results = [r for r in results if r.kind != "termination"] + new
    known = {r.id for r in results}
    while more := [
        r
        for r in second.results
        if r.id not in known and any(f"{r.kind}:{r.subject}" in other.uses for other in results)
    ]:
        results += more
        known.update(r.id for r in more)
    return attrs.evolve(
        first,
        results=tuple(results),
        seconds=first.seconds + second.seconds,
        visited=second.visited,
        exhaustive=second.exhaustive,
        stopped=second.stopped,
    )


@attrs.define
class _Asked:
    """An obligation and what became of it."""

    obligation: Obligation
    point: int
    unit: int
    verdict: Verdict | None = None
    seconds: float = 0.0
    how: str = ""
    why: str = ""
    uses: frozenset[str] = frozenset()
    story: Story | None = None

    def result(self) -> Result:
        o = self.obligation
        return Result(
            id=o.id,
            kind=o.kind,
            subject=o.subject,
            rule=o.rule,
            unit=o.unit,
            target=o.target,
            verdict=self.verdict or "unknown",
            seconds=self.seconds,
            how=self.how,
            why=self.why if self.verdict is not None else "not asked",
            uses=tuple(sorted(self.uses)),
            story=self.story,
            span=o.span,
        )


class _Run:
    def __init__(self, subject: Subject, budget: Budget, progress: Progress | None, deadline: float) -> None:
        self.deadline = deadline
        automaton, rulings, places = subject.automaton, subject.rulings, subject.places
        self.subject = subject
        self.automaton, self.budget, self.progress = automaton, budget, progress
        self.terms = Terms()
        self.meaning = Meaning(self.terms, automaton, rulings)
        self.encoder = Encoder(self.terms)
        runner = Runner(automaton, {**automaton.folded, **rulings})
        self.judge = Judge(automaton, runner, Words(automaton, places))
        self.points: list[PointConditions] = []
        self.sessions: dict[int, Session] = {}
        self.enabled: dict[tuple[int, int], Reply] = {}
        self.search: Search
        self.flow: Flow | None = None
        self.everything: list[_Asked] = []
        self.chosen: list[_Asked] = []
        self.numbers: dict[str | None, int] = {}
        self.deep: dict[object, frozenset[str] | None] = {}
        self.possible: dict[str, Reply] = {}
        self.names_in: dict[int, frozenset[str]] = {}

    def with_facts(self, automaton: Automaton) -> "_Run":
        """A run on the same automaton with more facts: paths and terms stay, only what is claimed is new."""
        other = _Run(attrs.evolve(self.subject, automaton=automaton), self.budget, self.progress, self.deadline)
        other.terms, other.encoder, other.flow, other.search = self.terms, self.encoder, self.flow, self.search
        other.meaning = self.meaning.with_facts(automaton)
        return other

    def verify(self, only: frozenset[str] | None) -> Report:
        started = time.perf_counter()
        stopped = False
        try:
            self.flow = self.flow or follow(self.meaning, lambda label: self.watch(f"the steps at {label}"))
            self.points = list(obligations(self.meaning, self.flow))
            self.numbers = {p.point.label if p.point else None: i for i, p in enumerate(self.points)}
            self.everything = [
                _Asked(obligation, i, j)
                for i, point in enumerate(self.points)
                for j, unit in enumerate(point.units)
                for obligation in unit.obligations
            ]
            self.chosen = [a for a in self.everything if only is None or _matches(a.obligation, only)]
            self.settle()
            if only is None or any("termination" in text for text in only):
                self.prove_ranks()
        except (KeyboardInterrupt, OutOfTime):
            stopped = True
        return self.report(started, stopped)

    def look_further(self, search: Search, ids: frozenset[str]) -> Report:
        """Another search for games, for what is still open."""
        started = time.perf_counter()
        stopped = False
        self.search = search
        try:
            search.run()
            for asked in self.chosen:
                if asked.obligation.id in ids:
                    self.look(asked, search, confirm=False)
        except KeyboardInterrupt:
            stopped = True
        return self.report(started, stopped)

    def report(self, started: float, stopped: bool) -> Report:
        return Report(
            game=self.automaton.game,
            results=tuple(a.result() for a in self.chosen),
            invariants=tuple(dict.fromkeys(i.name for i in self.automaton.invariants)),
            cited=self.subject.cited,
            unreached=self.flow.unreached if self.flow is not None else (),
            visited=self.search.visited,
            exhaustive=self.search.exhaustive,
            seconds=time.perf_counter() - started,
            stopped=stopped,
        )

    # --- questions --------------------------------------------------------------------------------------------------

    def ask_missing(self) -> bool:
        """Ask what was chosen, then what the proofs rely on, until nothing is missing. False: there was nothing."""
        asked_any = False
        while missing := [a for a in self.chosen if a.verdict is None]:
            asked_any = True
            self.ask_together(missing)
            for asked in missing:
                if asked.verdict is None:
                    self.first_ask(asked)
                self.watch(asked.obligation.id)
            self.include_lemmas()
        return asked_any

    def ask_together(self, missing: Iterable[_Asked]) -> None:
        """What a path must establish, all at once: mostly it all follows, and one question is enough."""
        groups: dict[tuple[int, int, str, tuple[Term, ...]], list[_Asked]] = {}
        for asked in missing:
            o = asked.obligation
            if o.target and not o.how and o.later is None and not _is_guess(o) and o.goal is not self.terms.true:
                groups.setdefault((asked.point, asked.unit, o.target, o.assumed), []).append(asked)
        for (point, _, _, assumed), group in groups.items():
            if len(group) < 2:
                continue
            self.watch(group[0].obligation.id)
            if (enabled := self.is_enabled(group[0], frozenset())) is not None and enabled.answer == "follows":
                continue
            rest = group
            for _ in range(ROUNDS):
                reply = self.session(point).ask(assumed, self.terms.all([asked.obligation.goal for asked in rest]))
                if reply.answer == "follows":
                    for asked in rest:
                        asked.verdict, asked.uses = "proved", frozenset(reply.used)
                        asked.seconds = reply.seconds / len(rest)
                if reply.answer != "fails":
                    break
                # What the counterexample breaks is asked alone later; the others may well follow together.
                rest = [asked for asked in rest if self.is_true_in(asked.obligation.goal, reply.values)]
                if len(rest) < 2:
                    break

    def is_true_in(self, goal: Term, values: Mapping[str, int]) -> bool:
        """Is the goal true where the solver found a counterexample? What it left open has its lowest value."""
        names = variables(goal, self.names_in)
        filled = {name: values.get(name, self.terms.domains.get(name, (0,))[0]) for name in names}
        return bool(evaluate(goal, filled))

    def watch(self, what: str) -> None:
        """Say how far it has got; stop where the time is up."""
        if time.monotonic() > self.deadline:
            raise OutOfTime
        if self.progress is not None:
            done = sum(a.verdict is not None for a in self.chosen)
            self.progress(done, len(self.chosen), what)

    def include_lemmas(self) -> None:
        """Choose also what the proofs so far rely on."""
        included = {a.obligation.id for a in self.chosen}
        needed = frozenset().union(*(a.uses for a in self.chosen))
        self.chosen += [a for a in self.everything if a.obligation.lemma in needed and a.obligation.id not in included]

    def first_ask(self, asked: _Asked) -> None:
        obligation = asked.obligation
        if obligation.how:
            asked.verdict, asked.how = "proved", obligation.how
            # Untouched and merely moved: what held before holds after, so the lemma itself is used.
            return
        if obligation.kind == "paths":
            asked.verdict, asked.why = "unknown", "the step has too many paths"
            return
        self.decide(asked, frozenset())

    def decide(self, asked: _Asked, without: frozenset[str]) -> None:
        """Ask the solver, leaving lemmas out; a failure is settled later."""
        if asked.obligation.later is not None and self.always_possible(asked, without):
            return
        obligation = asked.obligation = asked.obligation.written()
        if obligation.goal is self.terms.true:
            asked.verdict, asked.how = "proved", "plain"
            return
        session = self.session(asked.point)
        enabled = self.is_enabled(asked, without)
        if enabled is not None and enabled.answer == "follows":
            asked.verdict, asked.uses, asked.seconds = "vacuous", frozenset(enabled.used), enabled.seconds
            asked.why = "it is never possible"
            return
        reply = session.ask(obligation.assumed, obligation.goal, without=without)
        asked.seconds += reply.seconds
        if reply.answer == "fails" and obligation.helpers:
            helped = session.ask(obligation.assumed, obligation.goal, without=without, helpers=obligation.helpers)
            asked.seconds += helped.seconds
            reply = helped if helped.answer == "follows" else reply
        match reply.answer:
            case "follows":
                asked.verdict, asked.uses = "proved", frozenset(reply.used)
            case "fails" if not _is_guess(obligation) and self.follows_in_two_steps(asked, without):
                asked.verdict, asked.how = "proved", "looking one step further back"
            case "fails":
                asked.verdict = "not inductive"
            case "unknown":
                asked.verdict, asked.why = "unknown", f"{NO_ANSWER} {self.budget} ({reply.reason})"

    def always_possible(self, asked: _Asked, without: frozenset[str]) -> bool:
        """Is there something to choose in whatever state the decision is come to? Asked once for all who come."""
        label = asked.obligation.target
        reply = self.possible.get(label)
        if reply is None or without.intersection(reply.used):
            assert self.flow is not None
            reached = self.flow.reached.get(label)
            if reached is None or isinstance(reached.point, AutomaticPoint):
                return False
            goal = something_to_do(self.meaning, reached.point, Here(reached.store, Known(), self.terms.true))
            reply = self.possible[label] = self.session(self.numbers[label]).ask((), goal, without=without)
            asked.seconds += reply.seconds
        if reply.answer != "follows":
            return False
        asked.verdict, asked.uses, asked.how = "proved", frozenset(reply.used), f"at {label} there always is"
        return True

    def follows_in_two_steps(self, asked: _Asked, without: frozenset[str]) -> bool:
        """A state that breaks it may have no past: ask again for every way the game comes to the point.

        Sound, for a state in a game is its first or has one before it, and there everything stood that is proved. All
        that a unit must do for one invariant is asked at once, and remembered."""
        obligation = asked.obligation
        key = (asked.point, asked.unit, obligation.kind, obligation.subject, without)
        if key not in self.deep:
            self.deep[key] = self.ask_two_steps(asked, without)
        uses = self.deep[key]
        asked.uses = uses or frozenset()
        return uses is not None

    def ask_two_steps(self, asked: _Asked, without: frozenset[str]) -> frozenset[str] | None:
        """The lemmas used, or None if it does not follow."""
        obligation = asked.obligation
        point = self.points[asked.point].point
        flow = self.flow
        if point is None or flow is None or obligation.kind == "termination" or not flow.complete:
            return None
        uses: set[str] = set()
        # Its obligations are looked up again by kind and subject, so this is only for those that a unit has by itself.
        for again in two_steps(self.meaning, flow, point.label, obligation.unit):
            if not again.conditions.walked.complete:
                return None
            session = self.session(self.numbers[again.source])
            for second in again.conditions.obligations:
                if (second.kind, second.subject) != (obligation.kind, obligation.subject) or second.how:
                    continue
                second = second.written()
                helpers = dict(again.between)
                for name, term in second.helpers.items():
                    helpers[name] = self.terms.both(term, helpers.get(name, self.terms.true))
                reply = session.ask(second.assumed, second.goal, without=without, helpers=helpers)
                asked.seconds += reply.seconds
                if reply.answer != "follows":
                    return None
                uses.update(reply.used)
        return frozenset(uses)

    def session(self, point: int) -> Session:
        if point not in self.sessions:
            hypotheses = self.points[point].hypotheses
            self.sessions[point] = Session(self.terms, self.encoder, hypotheses, self.budget)
        return self.sessions[point]

    def is_enabled(self, asked: _Asked, without: frozenset[str]) -> Reply | None:
        """Whether the unit can happen at all: `follows` means that it cannot. None where that is not assumed: a clause
        must make sense even where the move is not legal."""
        key = (asked.point, asked.unit)
        walked = self.points[asked.point].units[asked.unit].walked
        if not self.is_about_games(asked):
            return None
        found = self.enabled.get(key)
        if found is None or without.intersection(found.used):
            found = self.session(asked.point).ask(walked.enabled, self.terms.false, without=without)
            self.enabled[key] = found
        return found

    # --- failures ---------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Ask everything; play the counterexamples; take back what relied on a lemma that is not proved, which may need
        others that were not asked yet."""
        broken: frozenset[str] = frozenset()
        while True:
            asked_any = self.ask_missing()
            if asked_any:
                self.look_at_failures()
            now = self.broken()
            if now == broken and not asked_any:
                return
            broken = now
            for asked in self.chosen:
                # That a step preserves a lemma may use the lemma itself: where it fails is told of another step.
                others = broken - {asked.obligation.lemma}
                if asked.verdict in GOOD and asked.uses & others:
                    self.again(asked, others)
            self.include_lemmas()

    def prove_ranks(self) -> None:
        """Find ranks with what is proved so far; what the proof relies on is settled like everything else."""
        broken = self.broken()
        assert self.flow is not None

        def follows(edge: Edge, goal: Term) -> bool:
            session = self.session(self.numbers[edge.source])
            return session.ask(edge.assumed, goal, without=broken).answer == "follows"

        for claim in rank_claims(self.meaning, self.flow, follows):
            point = self.numbers[claim.edge.source]
            unit = next(i for i, u in enumerate(self.points[point].units) if u.walked.unit is claim.edge.unit)
            self.chosen.append(_Asked(rank_obligation(claim), point, unit))
        self.settle()

    def broken(self) -> frozenset[str]:
        """The lemmas that are not proved."""
        return frozenset(a.obligation.lemma for a in self.chosen if a.verdict not in GOOD and a.obligation.lemma)

    def look_at_failures(self) -> None:
        failures = [
            a
            for a in self.chosen
            if a.verdict in ("not inductive", "unknown") and a.story is None and not _is_guess(a.obligation)
        ]
        if failures and not self.search.done:
            if self.progress is not None:
                self.progress(len(self.chosen), len(self.chosen), "looking for games")
            self.search.run()
        for asked in failures:
            self.look(asked, self.search)

    def again(self, asked: _Asked, broken: frozenset[str]) -> None:
        """Prove it without the lemmas that failed, if it can be."""
        relied = ", ".join(sorted(asked.uses & broken))
        asked.uses = frozenset()
        self.decide(asked, broken)
        if asked.verdict not in GOOD:
            asked.verdict, asked.why = "unknown", f"follows from {relied}, which is not proved"
            if not _is_guess(asked.obligation):
                self.look(asked, self.search)

    def look(self, asked: _Asked, search: Search, *, confirm: bool = True) -> None:
        """What games say about an obligation that the solver did not prove."""
        obligation = asked.obligation
        fault = fault_of(obligation)
        text = describe(fault, obligation.subject)
        found = search.found.get(fault)
        if found is not None:
            asked.verdict, asked.why = "violated", ""
            if found.states:
                asked.story = self.judge.tell(
                    found.states, found.choices, text, from_start=True, shortest=found.shortest
                )
            return
        if search.exhaustive and obligation.kind != "paths" and self.is_about_games(asked):
            asked.verdict, asked.why = "proved", ""
            asked.how = f"all {search.visited} positions of the game were visited"
            asked.uses = frozenset()
            return
        if confirm and asked.verdict == "not inductive":
            self.confirm(asked, fault, text)

    def is_about_games(self, asked: _Asked) -> bool:
        """Does it speak of legal moves only? That each clause makes sense alone is more than what games show."""
        enabled = self.points[asked.point].units[asked.unit].walked.enabled
        return set(enabled) <= set(asked.obligation.assumed)

    def confirm(self, asked: _Asked, fault: Fault, text: str) -> None:
        """Turn the solver's model into a state and a move, and play it."""
        point = self.points[asked.point]
        if point.point is None:
            # There is only one start: what fails there fails in every game.
            asked.verdict, asked.why = "violated", f"{text} when the game starts"
            return
        obligation = asked.obligation
        walked = point.units[asked.unit].walked
        seconds = min(2.0, self.budget.seconds)
        found = candidate(self.automaton, self.terms, self.session(asked.point), walked, obligation, seconds)
        if found is None:
            return
        state, choice = found
        states = play(self.judge, state, choice, obligation)
        if states is not None:
            asked.story = self.judge.tell(states, [choice], text, from_start=False, shortest=False)
            asked.why = f"one step leads out of it; no such game among {self.search.visited} positions"
        else:
            asked.verdict = "unknown"
            asked.why = "the solver's counterexample does not happen when it is played: what is known is too weak"


def _is_guess(obligation: Obligation) -> bool:
    return obligation.subject.startswith(PREFIX)


def _matches(obligation: Obligation, only: frozenset[str]) -> bool:
    return any(text in obligation.id or text in (obligation.rule, obligation.subject) for text in only)
