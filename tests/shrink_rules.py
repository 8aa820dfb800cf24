"""Makes a game that fails smaller, as long as it still fails the same way: what remains is a test case one can read.

Reads typed rules and a predicate; returns typed rules. Cuts statements, options, clauses, rules and families; replaces
blocks by their insides and expressions by constants. A cut that breaks the game is no failure of the kind looked for.
"""

from collections.abc import Callable, Iterator
from typing import Any, get_args

import attrs

from rulespec.rules.expressions import NO, YES, Const, Expr
from rulespec.rules.game import Definition, Game, Rule
from rulespec.rules.statements import Announce, Call, Clause, Decide, ForEach, If, Let, Option, Repeat, Step, Stmt
from rulespec.rules.types import Flag, Member, Number

Fails = Callable[[Game], bool]
EXPRESSIONS = get_args(Expr)


def changed(node: Any, name: str, value: object) -> Any:
    """The node with one field replaced."""
    return attrs.evolve(node, **{name: value})


def shrink(game: Game, fails: Fails, rounds: int = 2000) -> Game:
    """The smallest game found with at most `rounds` trials."""
    trials = 0
    progress = True
    while progress:
        progress = False
        for smaller in candidates(game):
            trials += 1
            if trials > rounds:
                return game
            if still_fails(smaller, fails):
                game, progress = smaller, True
                break
    return game


def still_fails(game: Game, fails: Fails) -> bool:
    """A game that is broken in another way does not count."""
    try:
        return fails(game)
    except Exception:
        return False


def candidates(game: Game) -> Iterator[Game]:
    """The game with one thing less, large cuts first."""
    for field in ("invariants", "scores"):
        if getattr(game, field):
            yield changed(game, field, ())
    for name in game.rules:
        if name != game.start_rule:
            yield changed(game, "rules", {n: _without_calls(r, name) for n, r in game.rules.items() if n != name})
    for name, rule in game.rules.items():
        for body in blocks(rule.body):
            yield changed(game, "rules", {**game.rules, name: changed(rule, "body", body)})
    for field in ("families", "tables", "definitions", "accounts", "rulings", "kinds", "pieces", "cards", "places"):
        things: dict[str, Any] = dict(getattr(game, field))
        for name in things:
            yield changed(game, field, {n: t for n, t in things.items() if n != name})
    for name, definition in game.definitions.items():
        for less in _definitions(definition):
            yield changed(game, "definitions", {**game.definitions, name: less})


def _definitions(definition: Definition) -> Iterator[Definition]:
    for i in range(len(definition.contributions)):
        rest = definition.contributions[:i] + definition.contributions[i + 1 :]
        yield changed(definition, "contributions", rest)
    for i in range(len(definition.arms) - 1):
        yield changed(definition, "arms", definition.arms[:i] + definition.arms[i + 1 :])
    for i, arm in enumerate(definition.arms):
        for value in simpler(arm.value):
            new = changed(arm, "value", value)
            yield changed(definition, "arms", (*definition.arms[:i], new, *definition.arms[i + 1 :]))


def _without_calls(rule: Rule, callee: str) -> Rule:
    def cut(stmts: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        kept = (s for s in stmts if not (isinstance(s, Call) and s.rule == callee))
        return tuple(inside(s) for s in kept)

    def inside(stmt: Stmt) -> Stmt:
        match stmt:
            case If(then=then, otherwise=otherwise):
                return attrs.evolve(stmt, then=cut(then), otherwise=cut(otherwise))
            case ForEach(body=body) | Repeat(body=body) | Step(body=body):
                return attrs.evolve(stmt, body=cut(body))
            case Announce(reactions=reactions):
                return attrs.evolve(stmt, reactions=cut(reactions))
            case Decide(options=options):
                return attrs.evolve(stmt, options=tuple(attrs.evolve(o, effect=cut(o.effect)) for o in options))
            case _:
                return stmt

    return attrs.evolve(rule, body=cut(rule.body))


def blocks(stmts: tuple[Stmt, ...]) -> Iterator[tuple[Stmt, ...]]:
    """The block with one thing less."""
    for i, stmt in enumerate(stmts):
        before, after = stmts[:i], stmts[i + 1 :]
        yield before + after
        for part in parts(stmt):
            yield (*before, *part, *after)
    for i, stmt in enumerate(stmts):
        for smaller in statements(stmt):
            yield (*stmts[:i], smaller, *stmts[i + 1 :])


def parts(stmt: Stmt) -> Iterator[tuple[Stmt, ...]]:
    """The insides of a statement, to stand in its place."""
    match stmt:
        case If(then=then, otherwise=otherwise):
            yield then
            yield otherwise
        case ForEach(body=body) | Repeat(body=body) | Step(body=body):
            yield body
        case Announce(reactions=reactions):
            yield reactions
        case Decide(options=options):
            for option in options:
                yield option.effect
        case _:
            return


def statements(stmt: Stmt) -> Iterator[Stmt]:
    """The statement, made simpler."""
    match stmt:
        case If(then=then, otherwise=otherwise):
            yield from (changed(stmt, "then", b) for b in blocks(then))
            yield from (changed(stmt, "otherwise", b) for b in blocks(otherwise))
        case ForEach(body=body):
            yield from (changed(stmt, "body", b) for b in blocks(body))
            if stmt.start is not None:
                yield changed(stmt, "start", None)
        case Repeat(body=body) | Step(body=body):
            yield from (changed(stmt, "body", b) for b in blocks(body))
        case Announce(reactions=reactions):
            yield from (changed(stmt, "reactions", b) for b in blocks(reactions))
        case Decide(options=options):
            for i, option in enumerate(options):
                if len(options) > 1:
                    yield changed(stmt, "options", options[:i] + options[i + 1 :])
                for less in _options(option):
                    yield changed(stmt, "options", (*options[:i], less, *options[i + 1 :]))
            if stmt.several:
                yield changed(stmt, "several", False)
        case _:
            pass
    for name in ("value", "condition", "until", "amount", "owner", "weight", "key", "start"):
        old = getattr(stmt, name, None)
        if isinstance(old, EXPRESSIONS):
            yield from (changed(stmt, name, new) for new in simpler(old))
    if isinstance(stmt, Call):
        for i, argument in enumerate(stmt.arguments):
            for new in simpler(argument):
                yield changed(stmt, "arguments", (*stmt.arguments[:i], new, *stmt.arguments[i + 1 :]))


def _options(option: Option) -> Iterator[Option]:
    for i in range(len(option.clauses)):
        yield changed(option, "clauses", option.clauses[:i] + option.clauses[i + 1 :])
    for i in range(len(option.definitions)):
        yield changed(option, "definitions", option.definitions[:i] + option.definitions[i + 1 :])
    for i in range(len(option.parameters)):
        yield changed(option, "parameters", option.parameters[:i] + option.parameters[i + 1 :])
    if option.active is not None:
        yield changed(option, "active", None)
    yield from (changed(option, "effect", b) for b in blocks(option.effect))
    for i, clause in enumerate(option.clauses):
        for less in _clauses(clause):
            yield changed(option, "clauses", (*option.clauses[:i], less, *option.clauses[i + 1 :]))
    for i, let in enumerate(option.definitions):
        for new in simpler(let.value):
            smaller = Let(let.var, new, let.about)
            yield changed(option, "definitions", (*option.definitions[:i], smaller, *option.definitions[i + 1 :]))


def _clauses(clause: Clause) -> Iterator[Clause]:
    if clause.lifts:
        yield changed(clause, "lifts", ())
    yield from (changed(clause, "condition", new) for new in simpler(clause.condition))


def simpler(expr: Expr) -> Iterator[Expr]:
    """Constants of the type, then parts of the expression with the same type."""
    if isinstance(expr, Const):
        return
    match expr.type:
        case Flag():
            yield YES
            yield NO
        case Number(low=low, high=high):
            yield Const(max(low, min(high, 0)), expr.type)
        case Member(kind=kind):
            yield Const(kind.values[0], expr.type)
        case _:
            pass
    for field in attrs.fields(type(expr)):
        old = getattr(expr, field.name)
        if isinstance(old, EXPRESSIONS):
            if type(old.type) is type(expr.type):
                yield old
            yield from (changed(expr, field.name, new) for new in simpler(old))
        elif isinstance(old, tuple):
            for i, part in enumerate(old):
                if isinstance(part, EXPRESSIONS):
                    if type(part.type) is type(expr.type):
                        yield part
                    for new in simpler(part):
                        yield changed(expr, field.name, (*old[:i], new, *old[i + 1 :]))
