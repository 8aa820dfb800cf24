"""Why a condition is false: the comparisons that decide it, with their values, down to the element that breaks it.

Reads a condition and a scope; returns `Reason`s, which a voice turns into words. Each reason alone is enough for the
value of the condition, except where several are needed together (`or`): then all of them stand in one `together`.
"""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from rulespec.diagnostics import InternalError, RulespecError
from rulespec.explain.situation import Hidden
from rulespec.explain.voice import Bound, Voice
from rulespec.interp.evaluate import Lazy, Scope, Unbound, Undefined, evaluate, holds
from rulespec.interp.store import Value
from rulespec.rules.expressions import Apply, Const, Expr, Op, Quantified, Var
from rulespec.rules.types import Flag, Kind, Type
from rulespec.rules.walk import within

OPPOSITE = {"=": "not =", "<": ">=", "<=": ">"}
MIRRORED = {"=": "=", "<": ">", "<=": ">="}
DEPTH = 6
"""How many named values inside each other are looked into."""


@attrs.frozen
class Reason:
    """One fact. `relation` is a comparison that was required (`=`, `<`, ...) with its two sides, or:
    "so" (a yes/no value, or what cannot be taken apart), "element" (of a quantified condition), "none fits",
    "none there", "together" (all of `inner` are needed), "hidden" (the viewer does not see what decides)."""

    relation: str
    condition: Expr
    bound: Bound = attrs.field(factory=dict, eq=False)
    truth: bool = False
    left: Expr | None = None
    right: Expr | None = None
    actual: Value | None = None
    required: Value | None = None
    kind: Kind | None = None
    element: int | None = None
    more: int = 0
    """Further elements that break the condition as well."""
    inner: tuple["Reason", ...] = ()

    def text(self, voice: Voice) -> str:
        """The reason in words."""
        told = voice.listed([reason.text(voice) for reason in self.inner])
        match self.relation:
            case "hidden":
                return voice.say("hidden")
            case "together":
                return told
            case "element" if self.kind is not None and self.element is not None:
                element = voice.element(self.kind, self.element)
                text = voice.say("holds for" if self.truth else "fails for", element=element, fact=told)
                return text + (voice.say("more of them", number=str(self.more)) if self.more else "")
            case "none fits" | "none there" if self.kind is not None:
                return voice.each(self.relation, self.kind)
            case "so":
                said = voice.said(self.condition, self.bound, self.truth)
                return voice.say("word because", word=said, fact=told) if told else said
            case _:
                if self.left is None or self.right is None or self.actual is None or self.required is None:
                    raise InternalError("a comparison has two sides")
                return voice.fact(self.relation, self.left, self.right, self.bound, self.actual, self.required)


def reasons(condition: Expr, scope: Scope, truth: bool = False, depth: int = 0) -> tuple[Reason, ...]:
    """Why the condition is `truth` (which it must be): each reason alone suffices."""
    try:
        return tuple(_reasons(condition, scope, truth, depth))
    except Hidden:
        return (Reason("hidden", condition),)


def _reasons(condition: Expr, scope: Scope, truth: bool, depth: int) -> Iterator[Reason]:
    match condition:
        case Op(name="not", arguments=(inner,)):
            yield from _reasons(inner, scope, not truth, depth)
        case Op(name="and" | "or" as name, arguments=arguments):
            if (name == "and") != truth:
                yield from _any_of(arguments, scope, truth, depth)
            else:
                yield _together(condition, arguments, scope, truth, depth)
        case Op(name="if", arguments=(test, then, otherwise)) if isinstance(condition.type, Flag):
            chosen = holds(test, scope)
            yield from _reasons(then if chosen else otherwise, scope, truth, depth)
        case Op(name="=" | "<" | "<=" as name, arguments=(a, b)):
            yield _compared(condition, name, a, b, scope, truth)
        case Quantified():
            yield _quantified(condition, scope, truth, depth)
        case Apply():
            yield _word(condition, scope, truth, depth)
        case Var(name=name) if isinstance(named := scope.variables.get(name), Lazy):
            yield from _reasons(named.expression, named.scope, truth, depth)
        case _:
            # it is read, so that a hidden cell shows itself
            evaluate(condition, scope)
            yield Reason("so", condition, bound_in(condition, scope), truth)


def _any_of(arguments: Sequence[Expr], scope: Scope, truth: bool, depth: int) -> Iterator[Reason]:
    """Every argument that has this value is a reason by itself; one that needs those before it is not."""
    unseen, told = None, False
    for argument in arguments:
        try:
            if holds(argument, scope) == truth:
                yield from _reasons(argument, scope, truth, depth)
                told = True
        except (RulespecError, Unbound):
            continue
        except Hidden as hidden:
            unseen = hidden
    if unseen is not None and not told:
        raise unseen


def _together(condition: Expr, arguments: Sequence[Expr], scope: Scope, truth: bool, depth: int) -> Reason:
    """All arguments have this value: of each the first reason."""
    inner: list[Reason] = []
    for argument in arguments:
        found = tuple(_reasons(argument, scope, truth, depth))
        inner += found[0].inner if found and found[0].relation == "together" else found[:1]
    return Reason("together", condition, truth=truth, inner=tuple(dict.fromkeys(inner)))


def _compared(condition: Expr, name: str, a: Expr, b: Expr, scope: Scope, truth: bool) -> Reason:
    """The relation that was required: the condition's own, or its opposite where it should not hold."""
    relation = OPPOSITE[name] if truth else name
    left, right = evaluate(a, scope), evaluate(b, scope)
    chosen = name != "=" and isinstance(b, Var) and not isinstance(a, Var)
    if chosen or (isinstance(a, Const) and not isinstance(b, Const)):
        a, b, left, right = b, a, right, left
        relation = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(relation, relation)
    return Reason(relation, condition, bound_in(condition, scope), truth, a, b, left, right)


def _quantified(condition: Quantified, scope: Scope, truth: bool, depth: int) -> Reason:
    var, kind = condition.var, condition.kind
    candidates = [m for m in kind.values if holds(condition.condition, scope.knowing({var: m}))]
    if condition.every == truth:
        # all of them agree: only one that stands alone is worth naming
        if not candidates:
            return Reason("none there", condition, truth=truth, kind=kind)
        if truth or len(candidates) > 1:
            bound = bound_in(condition, scope)
            return Reason("so" if truth else "none fits", condition, bound, truth, kind=kind)
        breaking = candidates
    else:
        breaking = [m for m in candidates if holds(condition.body, scope.knowing({var: m})) == truth]
    inside = scope.knowing({var: breaking[0]})
    inner = tuple(_reasons(condition.body, inside, truth, depth))
    return Reason(
        "element", condition, truth=truth, kind=kind, element=breaking[0], more=len(breaking) - 1, inner=inner
    )


def _word(condition: Apply, scope: Scope, truth: bool, depth: int) -> Reason:
    """A yes/no word, and why it holds or not where it has a single definition."""
    evaluate(condition, scope)
    definition = scope.game.definitions[condition.definition]
    plain = Reason("so", condition, bound_in(condition, scope), truth)
    if depth >= DEPTH or definition.contributions:
        return plain
    values = dict(
        zip((n for n, _ in definition.parameters), (evaluate(a, scope) for a in condition.arguments), strict=True)
    )
    inside = scope.alone(values)
    arm = next((arm for arm in definition.arms if holds(arm.condition, inside)), None)
    if arm is None:
        return plain
    if isinstance(arm.value, Const):
        tests = [a for a in definition.arms if a is not arm]
        inner = reasons(arm.condition, inside, True, depth + 1) if arm.condition != _ALWAYS else ()
        return attrs.evolve(plain, inner=inner if len(tests) <= 1 else ())
    return attrs.evolve(plain, inner=tuple(_reasons(arm.value, inside, truth, depth + 1))[:2])


_ALWAYS = Const(1, Flag())


def bound_in(expression: Expr, scope: Scope) -> dict[str, tuple[Type, Value]]:
    """The variables of an expression that have a value, with it. Named values keep their names."""
    found: dict[str, tuple[Type, Value]] = {}
    for part in within(expression):
        if isinstance(part, Var) and part.name in scope.variables:
            value = scope.variables[part.name]
            if not isinstance(value, Lazy | Undefined):
                found[part.name] = (part.type, value)
    return found


def flat(found: Sequence[Reason]) -> Iterator[Reason]:
    """The reasons and everything inside them."""
    for reason in found:
        yield reason
        yield from flat(reason.inner)


Texts = Mapping[str, str]


def texts(voices: Sequence[Voice], found: Reason) -> Texts:
    """The reason in every language."""
    return {voice.language: found.text(voice) for voice in voices}
