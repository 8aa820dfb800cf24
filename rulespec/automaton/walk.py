"""Walking and rewriting expressions, effects and blocks, one step at a time.

Reads nodes; returns new ones, the given ones are never changed. Every pass over the automaton that is not about one
kind of node alone is a function given to `map_expr`, `map_effect` or `map_block`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

import attrs

from rulespec.automaton.nodes import (
    AutomaticPoint,
    Bind,
    Block,
    Branch,
    ChancePoint,
    DecisionPoint,
    Each,
    Effect,
    Exit,
    Finish,
    Goto,
    Joint,
    Move,
    Note,
    Point,
    Target,
    When,
    Write,
    WriteAll,
)
from rulespec.rules.expressions import (
    Apply,
    CanChoose,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    IsKind,
    Lookup,
    Op,
    PlaceAt,
    Quantified,
    Read,
    RulingIs,
    SetBy,
    Total,
    Var,
)

Rewrite = Callable[[Expr], Expr]


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside this one, in order of evaluation."""
    match expr:
        case Const() | Var() | RulingIs():
            return ()
        case Read(keys=keys) | Lookup(keys=keys) | PlaceAt(keys=keys):
            return keys
        case Apply(arguments=arguments) | Op(arguments=arguments):
            return arguments
        case IsKind(value=value):
            return (value,)
        case Contains(set=set_, element=element):
            return (set_, element)
        case Entry(map=map_, key=key):
            return (map_, key)
        case SetBy(condition=condition):
            return (condition,)
        case Total(condition=condition, body=body) | Quantified(condition=condition, body=body):
            return (condition, body)
        case FirstOf(start=start, condition=condition):
            return (condition,) if start is None else (start, condition)
        case CanChoose(bindings=bindings, fixed=fixed):
            return tuple(e for _, e in bindings + fixed)
        case _:
            assert_never(expr)


def map_expr(expr: Expr, go: Rewrite) -> Expr:
    """The same expression with `go` applied to the expressions directly inside it."""
    match expr:
        case Const() | Var() | RulingIs():
            return expr
        case Read(keys=keys) | Lookup(keys=keys) | PlaceAt(keys=keys):
            return attrs.evolve(expr, keys=tuple(map(go, keys))) if keys else expr
        case Apply(arguments=arguments) | Op(arguments=arguments):
            return attrs.evolve(expr, arguments=tuple(map(go, arguments))) if arguments else expr
        case IsKind(value=value):
            return attrs.evolve(expr, value=go(value))
        case Contains(set=set_, element=element):
            return attrs.evolve(expr, set=go(set_), element=go(element))
        case Entry(map=map_, key=key):
            return attrs.evolve(expr, map=go(map_), key=go(key))
        case SetBy(condition=condition):
            return attrs.evolve(expr, condition=go(condition))
        case Total(condition=condition, body=body) | Quantified(condition=condition, body=body):
            return attrs.evolve(expr, condition=go(condition), body=go(body))
        case FirstOf(start=start, condition=condition):
            return attrs.evolve(expr, start=None if start is None else go(start), condition=go(condition))
        case CanChoose(bindings=bindings, fixed=fixed):
            return attrs.evolve(
                expr,
                bindings=tuple((n, go(e)) for n, e in bindings),
                fixed=tuple((n, go(e)) for n, e in fixed),
            )
        case _:
            assert_never(expr)


def walk(expr: Expr) -> Iterator[Expr]:
    """This expression and all inside it."""
    yield expr
    for child in children(expr):
        yield from walk(child)


def free_vars(expr: Expr) -> frozenset[str]:
    """The names an expression needs from outside."""
    match expr:
        case Var(name=name):
            return frozenset((name,))
        case SetBy(var=var) | Total(var=var) | Quantified(var=var):
            return frozenset().union(*map(free_vars, children(expr))) - {var}
        case FirstOf(var=var, start=start, condition=condition):
            inside = free_vars(condition) - {var}
            return inside if start is None else inside | free_vars(start)
        case _:
            return frozenset().union(*map(free_vars, children(expr)))


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """Free variables replaced. The values must not mention names bound inside (names are unique where this is used)."""
    match expr:
        case Var(name=name):
            return values.get(name, expr)
        case SetBy(var=var) | Total(var=var) | Quantified(var=var) | FirstOf(var=var) if var in values:
            if isinstance(expr, FirstOf) and expr.start is not None:
                expr = attrs.evolve(expr, start=substitute(expr.start, values))
                values = {n: e for n, e in values.items() if n != var}
                return attrs.evolve(expr, condition=substitute(expr.condition, values))
            values = {n: e for n, e in values.items() if n != var}
            return map_expr(expr, lambda e: substitute(e, values))
        case _:
            return map_expr(expr, lambda e: substitute(e, values))


def reads(expr: Expr, of_functions: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The slots an expression may read, through functions too (`of_functions`: what each function reads)."""
    found: set[str] = set()
    for e in walk(expr):
        match e:
            case Read(family=family):
                found.add(family)
            case Apply(definition=definition):
                found |= of_functions[definition]
    return frozenset(found)


def function_reads(bodies: Mapping[str, Expr]) -> dict[str, frozenset[str]]:
    """For each function what it may read, through the functions it uses."""
    done: dict[str, frozenset[str]] = {}

    def visit(name: str) -> frozenset[str]:
        if name not in done:
            done[name] = frozenset()  # a cycle cannot happen in checked rules; this keeps us from looping on one
            used = (e.definition for e in walk(bodies[name]) if isinstance(e, Apply))
            for other in used:
                visit(other)
            done[name] = reads(bodies[name], done)
        return done[name]

    for name in bodies:
        visit(name)
    return done


def map_target(target: Target, go: Rewrite) -> Target:
    return attrs.evolve(target, keys=tuple(map(go, target.keys))) if target.keys else target


def map_effect(effect: Effect, go: Rewrite) -> Effect:
    """The same effect with every expression that stands in it directly or in its parts rewritten."""
    match effect:
        case Bind(value=value):
            return attrs.evolve(effect, value=go(value))
        case Write(target=target, value=value, amount=amount):
            new = None if amount is None else go(amount)
            return attrs.evolve(effect, target=map_target(target, go), value=go(value), amount=new)
        case WriteAll(condition=condition, value=value, fixed_keys=fixed_keys):
            return attrs.evolve(effect, condition=go(condition), value=go(value), fixed_keys=tuple(map(go, fixed_keys)))
        case Move(amount=amount, source=source, target=target):
            return attrs.evolve(effect, amount=go(amount), source=map_target(source, go), target=map_target(target, go))
        case Note(values=values, to=to):
            return attrs.evolve(
                effect, values=tuple((n, go(e)) for n, e in values), to=to if isinstance(to, str) else go(to)
            )
        case When(condition=condition, then=then, otherwise=otherwise):
            return attrs.evolve(
                effect, condition=go(condition), then=map_effects(then, go), otherwise=map_effects(otherwise, go)
            )
        case Each(start=start, condition=condition, body=body):
            return attrs.evolve(
                effect,
                start=None if start is None else go(start),
                condition=go(condition),
                body=map_effects(body, go),
            )
        case _:
            assert_never(effect)


def map_effects(effects: tuple[Effect, ...], go: Rewrite) -> tuple[Effect, ...]:
    return tuple(map_effect(e, go) for e in effects)


def map_exit(exit_: Exit, go: Rewrite) -> Exit:
    match exit_:
        case Goto(arguments=arguments):
            return attrs.evolve(exit_, arguments=tuple(map(go, arguments))) if arguments else exit_
        case Branch(condition=condition, then=then, otherwise=otherwise):
            return attrs.evolve(
                exit_, condition=go(condition), then=map_block(then, go), otherwise=map_block(otherwise, go)
            )
        case Finish():
            return exit_
        case _:
            assert_never(exit_)


def map_block(block: Block, go: Rewrite) -> Block:
    return Block(map_effects(block.effects, go), map_exit(block.exit, go))


def effect_exprs(effect: Effect) -> Iterator[Expr]:
    """Every expression of an effect and its parts."""
    match effect:
        case Bind(value=value):
            yield value
        case Write(target=target, value=value, amount=amount):
            yield from target.keys
            yield value
            if amount is not None:
                yield amount
        case WriteAll(condition=condition, value=value, fixed_keys=fixed_keys):
            yield from fixed_keys
            yield condition
            yield value
        case Move(amount=amount, source=source, target=target):
            yield amount
            yield from source.keys
            yield from target.keys
        case Note(values=values, to=to):
            yield from (e for _, e in values)
            if not isinstance(to, str):
                yield to
        case When(condition=condition, then=then, otherwise=otherwise):
            yield condition
            for part in then + otherwise:
                yield from effect_exprs(part)
        case Each(start=start, condition=condition, body=body):
            if start is not None:
                yield start
            yield condition
            for part in body:
                yield from effect_exprs(part)
        case _:
            assert_never(effect)


def effect_names(effect: Effect) -> Iterator[str]:
    """The local names an effect and its parts give values to."""
    match effect:
        case Bind(var=var):
            yield var
        case WriteAll(vars=vars_):
            yield from (n for n, _ in vars_)
        case When(then=then, otherwise=otherwise):
            for part in then + otherwise:
                yield from effect_names(part)
        case Each(var=var, body=body):
            yield var
            for part in body:
                yield from effect_names(part)
        case Write() | Move() | Note():
            pass
        case _:
            assert_never(effect)


def effect_writes(effect: Effect) -> Iterator[str]:
    """The slots an effect and its parts may change."""
    match effect:
        case Write(target=target):
            yield target.slot
        case WriteAll(slot=slot):
            yield slot
        case Move(source=source, target=target):
            yield source.slot
            yield target.slot
        case When(then=then, otherwise=otherwise):
            for part in then + otherwise:
                yield from effect_writes(part)
        case Each(body=body):
            for part in body:
                yield from effect_writes(part)
        case Bind() | Note():
            pass
        case _:
            assert_never(effect)


def effect_needs(effect: Effect) -> frozenset[str]:
    """The local names an effect needs from outside (names are unique, so what is given inside is not needed)."""
    needed: set[str] = set()
    for expr in effect_exprs(effect):
        needed |= free_vars(expr)
    return frozenset(needed.difference(effect_names(effect)))


def leaves(block: Block) -> Iterator[Goto | Finish]:
    """The exits of a block, branches followed."""
    match block.exit:
        case Branch(then=then, otherwise=otherwise):
            yield from leaves(then)
            yield from leaves(otherwise)
        case Goto() | Finish():
            yield block.exit
        case _:
            assert_never(block.exit)


def sub_blocks(block: Block) -> Iterator[Block]:
    """This block and those of its branches."""
    yield block
    if isinstance(block.exit, Branch):
        yield from sub_blocks(block.exit.then)
        yield from sub_blocks(block.exit.otherwise)


def blocks_of(node: Joint | Point) -> tuple[Block, ...]:
    """The blocks that begin at a joint or point: one per option at a decision."""
    match node:
        case Joint(block=block) | ChancePoint(block=block) | AutomaticPoint(block=block):
            return (block,)
        case DecisionPoint(options=options):
            return tuple(o.block for o in options)
        case _:
            assert_never(node)


def node_exprs(node: Joint | Point) -> Iterator[Expr]:
    """The expressions a point evaluates before a block begins: owner, clauses, weights, rank."""
    match node:
        case Joint():
            return
        case DecisionPoint(owner=owner, options=options):
            yield owner
            for option in options:
                if option.active is not None:
                    yield option.active
                yield from (d.value for d in option.definitions)
                yield from (c.condition for c in option.clauses)
        case ChancePoint(weight=weight, seen_by=seen_by):
            yield weight
            if not isinstance(seen_by, str):
                yield seen_by
        case AutomaticPoint(rank=rank):
            if rank is not None:
                yield rank
        case _:
            assert_never(node)


def block_exprs(block: Block) -> Iterator[Expr]:
    """Every expression of a block and its branches."""
    for part in sub_blocks(block):
        for effect in part.effects:
            yield from effect_exprs(effect)
        match part.exit:
            case Goto(arguments=arguments):
                yield from arguments
            case Branch(condition=condition):
                yield condition
            case Finish():
                pass
            case _:
                assert_never(part.exit)
