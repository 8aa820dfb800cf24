"""Adjudicates a move: may it be played, which clauses refuse it, what decides each of them, what would be legal.

Reads a situation, a move and the voices of the languages; returns an `Answer`. The yes/no of play does not come this
way: nothing here runs unless somebody asks.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import attrs

from rulespec.diagnostics import RulespecError
from rulespec.explain import judge as judging
from rulespec.explain.contributions import Contributed, contributions
from rulespec.explain.judge import Judged, judge
from rulespec.explain.named import named, named_member
from rulespec.explain.reasons import Reason, bound_in, reasons
from rulespec.explain.situation import Hidden, Situation, Veil, veil_of
from rulespec.explain.verdict import (
    ILL_FORMED,
    LEGAL,
    NOT_PERMITTED,
    WORDS,
    Answer,
    Condition,
    Contested,
    Fact,
    Fix,
    Source,
    Texts,
)
from rulespec.explain.voice import Bound, Voice
from rulespec.interp.evaluate import Unbound, evaluate, option_scope
from rulespec.interp.store import Value, belongs
from rulespec.rules.expressions import YES, Expr, Var
from rulespec.rules.played import played
from rulespec.rules.statements import Clause, Decide, Draw, Option
from rulespec.rules.types import Type
from rulespec.rules.walk import option_expressions, own_expressions, statements, within
from rulespec.source import NOWHERE

READINGS = 64
"""How many combinations of readings are tried."""


# --- asking -----------------------------------------------------------------------------------------------------------


def adjudicate(
    situation: Situation,
    option: str,
    args: Mapping[str, Value] | Sequence[Value] = (),
    *,
    voices: Sequence[Voice],
    player: int | None = None,
    viewer: int | None = None,
    near: bool = True,
    code: str = "",
) -> Answer:
    """May the pending decision's owner (or `player`) play this option with these values?

    Values are those of the typed rules. `voices` are the languages of the answer, the first one for `render()`. With a
    `viewer` the answer tells nothing that this player cannot see. `near=False` leaves out alternatives and readings.
    """
    return _Asked(situation, option, args, tuple(voices), player, viewer, near, code).answer()


def judged_ways(
    situation: Situation, code: str, ways: Sequence[Sequence[Value]], viewer: int | None = None
) -> list[tuple[int, int]]:
    """How far each of these ways to play an option is from being legal: smaller is nearer, (0, 0) is legal."""
    options = (option for decision in situation.scope.decisions.values() for option in decision.options)
    option = next((option for option in options if option.about.code == code), None)
    if option is None or option not in getattr(situation.pending, "options", ()):
        return [(1, 0)] * len(ways)
    veil = None if viewer is None else veil_of(situation, viewer)
    names = [parameter.name for parameter in option.parameters]
    found = []
    for way in ways:
        judged = judge(situation.scope, option, dict(zip(names, way, strict=True)), veil)
        found.append((len(judged.failing), len(judged.unknown)))
    return found


def ill_formed(situation: Situation, query: str, reason: str | Texts, *, voices: Sequence[Voice]) -> Answer:
    """The answer to what is not a move at all; `reason` says why, in the words of whoever tried to read it."""
    asked = _Asked(situation, query, (), tuple(voices), None, None, False)
    shown = query if len(query) <= 60 else query[:57] + "..."
    texts = {voice.language: reason for voice in voices} if isinstance(reason, str) else reason
    return asked.made(ILL_FORMED, {"text": shown}, shown, blockers=(Condition("form", texts),))


@attrs.frozen(eq=False)
class _Asked:
    """One question while it is being answered."""

    situation: Situation
    option_name: str
    args: Mapping[str, Value] | Sequence[Value]
    voices: tuple[Voice, ...]
    player: int | None
    viewer: int | None
    near: bool
    code: str = ""
    """Which of several options of that name; empty: the first that is found."""

    def answer(self) -> Answer:
        decide, option = self._find()
        if decide is None or option is None:
            return self.made(
                ILL_FORMED, {"option": self.option_name}, self.option_name, blockers=(self._own("no such option"),)
            )
        values = self._values(option)
        if isinstance(values, Condition):
            return self.made(ILL_FORMED, {"option": option.name}, option.name, blockers=(values,))
        query = self._query(option, values)
        pending = self.situation.pending
        if pending is None:
            return self.made(
                NOT_PERMITTED, query, self._label(option, values), blockers=(self._own("over", "game over"),)
            )
        blockers: tuple[Condition, ...] = ()
        fixes: tuple[Fix, ...] = ()
        if decide is not pending:
            texts = self._texts("wrong moment", decision=lambda v: f"“{_title(v, pending)}”")
            blockers = (Condition("moment", texts, cites=pending.about.cites),)
            wait = {v.language: f"{v.say('belongs to')}: “{v.decision_title(decide)}”" for v in self.voices}
            return self.made(
                NOT_PERMITTED,
                query,
                self._label(option, values),
                blockers=blockers,
                fixes=(Fix("WAIT", None, wait),),
            )
        if self.player is not None and self.player != self.situation.owner:
            owner = self.situation.owner
            texts = self._texts(
                "wrong player", owner=lambda v: self._who(v, owner), player=lambda v: self._who(v, self.player)
            )
            other = {v.language: f"{v.say('belongs to')}: {self._who(v, owner)}" for v in self.voices}
            blockers, fixes = (Condition("turn", texts),), (Fix("OTHER", None, other),)
        return self._judged(option, values, query, blockers, fixes)

    # --- the verdict --------------------------------------------------------------------------------------------------

    def _judged(
        self,
        option: Option,
        values: Mapping[str, Value],
        query: Mapping[str, Any],
        blockers: tuple[Condition, ...],
        fixes: tuple[Fix, ...],
    ) -> Answer:
        veil = None if self.viewer is None else veil_of(self.situation, self.viewer)
        found = judge(self.situation.scope, option, values, veil)
        if not found.active:
            blockers += (self._own("reading", "not active", option.about.cites),)
        blockers += tuple(self._condition(clause, option, values, veil) for clause in found.failing)
        verdict = found.verdict if found.failing or not blockers else NOT_PERMITTED
        label = self._label(option, values)
        cut: list[str] = []
        if self.near:
            moves: tuple[dict[str, Value], ...] = ()
            complete = True
            if found.failing and not fixes:
                moves, complete = judging.nearest(self.situation, option, values, veil)
            if not complete:
                cut.append(f"more than {judging.TRIED} other moves")
            fixes += tuple(self._other(option, move) for move in moves)
            if any(condition.never for condition in blockers) and not moves:
                fixes += (Fix("NEVER", None, self._texts("never")),)
            contested, complete = self._contested(option, values, veil, verdict, bool(blockers) and not found.failing)
            if not complete:
                cut.append(f"more than {READINGS} combinations of readings")
            fixes += tuple(self._reading(c) for c in contested if verdict != LEGAL and c.verdict == LEGAL)
        else:
            contested = ()
            cut.append("alternatives and readings were not asked for")
        return self.made(
            verdict,
            query,
            label,
            because=tuple(
                self._condition(c, option, values, veil, facts=False)
                for c in found.holding
                if played(c.condition, self.situation.scope.rulings) != YES
            )
            if verdict == LEGAL
            else (),
            blockers=blockers,
            unknown=tuple(self._unknown(clause, option, values, veil) for clause in found.unknown),
            overridden=tuple(self._lifted(clause, by, option, values, veil) for clause, by in found.lifted),
            fixes=fixes,
            contested=contested,
            contributions=self._contributions(found, option, values, veil),
            incomplete=tuple(cut),
        )

    def _contested(
        self, option: Option, values: Mapping[str, Value], veil: Veil | None, verdict: str, fixed: bool
    ) -> tuple[tuple[Contested, ...], bool]:
        """The other readings that give another verdict; fewest changes first, and no superset of one that does."""
        game, scope = self.situation.game, self.situation.scope
        if fixed:  # the moment or the player is wrong: no reading of the option's clauses changes that
            return (), True
        names = judging.rulings_read(game, option, scope.decisions)
        letters = [[reading.letter for reading in game.rulings[name].readings] for name in names]
        tried = list(product(*letters))
        found: list[Contested] = []
        tried.sort(key=lambda combination: sum(scope.rulings[n] != x for n, x in zip(names, combination, strict=True)))
        for combination in tried[:READINGS]:
            changed = {n: x for n, x in zip(names, combination, strict=True) if scope.rulings[n] != x}
            if not changed or any(c.rulings.items() <= changed.items() for c in found):
                continue
            other = attrs.evolve(scope, rulings={**scope.rulings, **changed})
            judged = judge(other, option, values, veil)
            under = judged.verdict if judged.active else ILL_FORMED  # there the option is another one
            if under != verdict:
                found.append(Contested(changed, under))
        return tuple(found), len(tried) <= READINGS

    # --- conditions ---------------------------------------------------------------------------------------------------

    def _scope(self, option: Option, values: Mapping[str, Value], veil: Veil | None) -> Any:
        scope = self.situation.scope if veil is None else veil.over(self.situation.scope)
        return option_scope(option, scope, values)

    def _condition(
        self, clause: Clause, option: Option, values: Mapping[str, Value], veil: Veil | None, facts: bool = True
    ) -> Condition:
        scope = self._scope(option, values, veil)
        game, decisions = self.situation.game, self.situation.scope.decisions
        clause = attrs.evolve(clause, condition=played(clause.condition, self.situation.scope.rulings))
        found: tuple[Reason, ...] = ()
        if facts:
            try:
                found = reasons(clause.condition, scope)
            except (RulespecError, Unbound):
                found = ()
        return Condition(
            clause.about.code,
            self._clause_texts(clause, scope),
            tuple(self._fact(reason) for reason in found),
            clause.about.cites,
            clause.source,
            clause.prohibition,
            "" if clause.about.span == NOWHERE else str(clause.about.span),
            never=facts and judging.is_fixed(game, clause, option, decisions),
        )

    def _clause_texts(self, clause: Clause, scope: Any) -> Texts:
        """What the clause demands, with the values of this moment put in."""
        bound = bound_in(clause.condition, scope)
        return {
            voice.language: voice.clause_said(clause, bound, lambda e: _value(e, scope))
            or voice.said(clause.condition, bound)
            for voice in self.voices
        }

    def _unknown(self, clause: Clause, option: Option, values: Mapping[str, Value], veil: Veil | None) -> Condition:
        condition = self._condition(clause, option, values, veil, facts=False)
        hidden = Fact("hidden", None, None, None, 0, self._texts("hidden"))
        return attrs.evolve(condition, facts=(hidden,))

    def _lifted(
        self, clause: Clause, by: int, option: Option, values: Mapping[str, Value], veil: Veil | None
    ) -> Condition:
        condition = self._condition(clause, option, values, veil)
        about = clause.lifts[by][1]
        return attrs.evolve(condition, lifted_by=about.code or about.title, cites=(*condition.cites, *about.cites))

    def _fact(self, reason: Reason) -> Fact:
        def side(expression: Expr | None, value: Value | None) -> Any:
            return None if expression is None or value is None else named(expression.type, value)

        element = None
        if reason.kind is not None and reason.element is not None:
            element = {"kind": reason.kind.name, "member": named_member(reason.kind, reason.element)}
        return Fact(
            reason.relation,
            side(reason.left, reason.actual),
            side(reason.right, reason.required),
            element,
            reason.more,
            {voice.language: reason.text(voice) for voice in self.voices},
            tuple(self._fact(inner) for inner in reason.inner),
        )

    def _contributions(
        self, found: Judged, option: Option, values: Mapping[str, Value], veil: Veil | None
    ) -> tuple[Contributed, ...]:
        """Of the values that failing clauses compare: who changed them."""
        scope = self._scope(option, values, veil)
        result: list[Contributed] = []
        for clause in found.failing:
            for one in contributions(clause.condition, scope, self.voices):
                if one not in result:
                    result.append(one)
        return tuple(result)

    # --- fixes --------------------------------------------------------------------------------------------------------

    def _other(self, option: Option, values: Mapping[str, Value]) -> Fix:
        query = self._query(option, values)
        return Fix("PARAM", query, {v.language: self._move_text(v, option, values) for v in self.voices})

    def _reading(self, contested: Contested) -> Fix:
        shown = ", ".join(f"{name}={letter}" for name, letter in contested.rulings.items())
        return Fix("RULING", None, {v.language: f"{v.say('legal under')} {shown}" for v in self.voices})

    # --- the question -------------------------------------------------------------------------------------------------

    def _find(self) -> tuple[Decide | None, Option | None]:
        """The option of that name: of the pending decision, else of another one."""
        pending = self.situation.pending
        others = [d for d in self.situation.scope.decisions.values() if d is not pending]
        for decision in ([pending] if isinstance(pending, Decide) else []) + others:
            for option in decision.options:
                if option.name == self.option_name and self.code in ("", option.about.code):
                    return decision, option
        return None, None

    def _values(self, option: Option) -> dict[str, Value] | Condition:
        """The parameters with their values, or what is wrong with them."""
        names = [parameter.name for parameter in option.parameters]
        given = self.args if isinstance(self.args, Mapping) else dict(zip(names, self.args, strict=False))
        count = len(self.args)
        if count != len(names) or set(given) != set(names):
            texts = self._texts("wrong count", required=lambda _: str(len(names)), actual=lambda _: str(count))
            return Condition("form", texts)
        for parameter in option.parameters:
            if not belongs(given[parameter.name], parameter.type):
                shown = str(given[parameter.name])[:40]
                texts = self._texts("out of range", name=lambda _, n=parameter.name: n, actual=lambda _, s=shown: s)
                return Condition("form", texts)
        return {name: given[name] for name in names}

    def _query(self, option: Option, values: Mapping[str, Value]) -> dict[str, Any]:
        return {"option": option.name, "args": {p.public: named(p.type, values[p.name]) for p in option.parameters}}

    # --- words --------------------------------------------------------------------------------------------------------

    def _bound(self, option: Option, values: Mapping[str, Value]) -> Bound:
        return {p.name: (p.type, values[p.name]) for p in option.parameters}

    def _move_text(self, voice: Voice, option: Option, values: Mapping[str, Value]) -> str:
        """The move in the words of its option; values that the title does not name stand behind it."""
        bound = self._bound(option, values)
        said = voice.option_said(option, {**bound, **self._named(option, values)})
        told = voice.blanks(option)
        rest = [voice.shown(p.type, values[p.name]) for p in option.parameters if not {p.name, p.public} & told]
        return f"{said}: {', '.join(rest)}" if rest else said

    def _named(self, option: Option, values: Mapping[str, Value]) -> Bound:
        """Named values (`the cost`) and what the running rules were given, as far as they have a value now."""
        veil = None if self.viewer is None else veil_of(self.situation, self.viewer)
        scope = self._scope(option, values, veil)
        found = {}
        said = [*option_expressions(option), *(e for s in statements(option.effect) for e in own_expressions(s))]
        spoken_of = {part.name: part.type for e in said for part in within(e) if isinstance(part, Var)}
        spoken_of |= {named_value.var: named_value.value.type for named_value in option.definitions}
        for name, type_ in spoken_of.items():
            known = _value(Var(name, type_), scope) if name in scope.variables else None
            if known is not None:
                found[name] = known
        return found

    def _label(self, option: Option, values: Mapping[str, Value]) -> dict[str, str]:
        return {v.language: f"“{self._move_text(v, option, values)}”" for v in self.voices}

    def _who(self, voice: Voice, player: int | None) -> str:
        kind = self.situation.game.kinds[self.situation.game.player_kind]
        return voice.say("chance") if player is None else voice.element(kind, player)

    def _own(self, code: str, key: str = "", cites: tuple[str, ...] = ()) -> Condition:
        return Condition("form" if not key else code, self._texts(key or code), cites=cites)

    def _texts(self, key: str, **blanks: Any) -> dict[str, str]:
        return {v.language: v.say(key, **{name: blank(v) for name, blank in blanks.items()}) for v in self.voices}

    def made(
        self,
        verdict: str,
        query: Mapping[str, Any],
        label: str | Mapping[str, str],
        *,
        incomplete: tuple[str, ...] = (),
        **parts: Any,
    ) -> Answer:
        """The answer with its headline."""
        situation = self.situation
        kind = situation.game.kinds[situation.game.player_kind]
        asked = self.player if self.player is not None else situation.owner

        def headline(voice: Voice) -> str:
            move = label if isinstance(label, str) else label[voice.language]
            viewer = "" if self.viewer is None else self._who(voice, self.viewer)
            text = voice.say(f"verdict {verdict}", player=self._who(voice, asked), move=move, viewer=viewer)
            return text[:1].upper() + text[1:]

        pending = situation.pending
        answer = Answer(
            verdict,
            query,
            None if asked is None else str(named_member(kind, asked)),
            None if pending is None else (pending.id or pending.code),
            None if self.viewer is None else str(named_member(kind, self.viewer)),
            dict(situation.scope.rulings),
            situation.game.text_hash,
            {voice.language: headline(voice) for voice in self.voices},
            complete=not incomplete,
            incomplete_because=incomplete,
            words={v.language: {word: v.say(word) for word in WORDS} for v in self.voices},
            **parts,
        )
        stated = (situation.game.catalogue.get(cite) for cite in answer.citations)
        return attrs.evolve(answer, sources=tuple(Source(s.id, s.text, s.sections) for s in stated if s is not None))


def _title(voice: Voice, pending: Decide | Draw) -> str:
    return voice.decision_title(pending) if isinstance(pending, Decide) else voice.say("chance")


def _value(expression: Expr, scope: Any) -> tuple[Type, Value] | None:
    """The value of a blank, unless it has none now or is hidden."""
    try:
        return expression.type, evaluate(expression, scope)
    except (Hidden, Unbound, RulespecError):
        return None


__all__ = ["Answer", "Condition", "Contested", "Fact", "Fix", "adjudicate", "ill_formed"]
