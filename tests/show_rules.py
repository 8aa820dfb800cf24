"""Typed rules as indented lines, for reading a generated game that was found to differ.

Reads `rulespec.rules`; returns text. Terse on purpose: one line per statement, expressions in brackets.
"""

from collections.abc import Iterator, Sequence
from typing import assert_never

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
from rulespec.rules.game import Game
from rulespec.rules.statements import (
    Announce,
    Assign,
    AssignAll,
    Call,
    Cell,
    Decide,
    Draw,
    Earn,
    EndGame,
    ForEach,
    If,
    Let,
    MoveCard,
    Option,
    Repeat,
    Show,
    Step,
    Stmt,
    Transfer,
)
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf, Type


def show(game: Game) -> str:
    """The whole game."""
    lines = [f"game {game.name}"]
    lines += [f"kind {k.name}: {' '.join(map(str, k.values))} of {k.root_size} {k.root}" for k in game.kinds.values()]
    for f in game.families.values():
        owner = "" if f.rule is None else f" of {f.rule}"
        start = f.default if f.initial is None else f.initial
        lines.append(f"{f.role} {f.name}({', '.join(k.name for k in f.keys)}): {show_type(f.type)} = {start}{owner}")
    for t in game.tables.values():
        lines.append(f"table {t.name}({', '.join(k.name for k in t.keys)}) = {t.values}")
    for d in game.definitions.values():
        lines.append(f"value {d.name}({_parameters(d.parameters)}): {show_type(d.type)}")
        lines += [f"    {_e(arm.value)} if {_e(arm.condition)}" for arm in d.arms]
        lines += [f"    {c.verb} {_e(c.amount)} if {_e(c.condition)}, floor {c.floor}" for c in d.contributions]
    for a in game.accounts.values():
        start_at = "" if a.start is None else f" from {_e(a.start)}"
        lines.append(f"account {a.name} in {a.family} settled by {a.settled_by}{start_at}")
    lines += [f"invariant {i.name} {i.scope} {i.where}: {_e(i.condition)}" for i in game.invariants]
    for r in game.rules.values():
        lines.append(f"rule {r.name}({_parameters(r.parameters)})")
        lines += _block(r.body, 1)
    return "\n".join(lines)


def show_type(type_: Type) -> str:
    match type_:
        case Number(low=low, high=high):
            return f"{low}..{high}"
        case Member(kind=kind, optional=optional):
            return kind.name + ("?" if optional else "")
        case Flag():
            return "flag"
        case SetOf(kind=kind):
            return f"set of {kind.name}"
        case MapOf(kind=kind, entry=entry):
            return f"{show_type(entry)} of each {kind.name}"


def _parameters(parameters: Sequence[tuple[str, Type]]) -> str:
    return ", ".join(f"{name}: {show_type(type_)}" for name, type_ in parameters)


def _block(stmts: Sequence[Stmt], depth: int) -> Iterator[str]:
    for stmt in stmts:
        yield from _lines(stmt, depth)


def _lines(stmt: Stmt, depth: int) -> Iterator[str]:
    pad = "    " * depth
    match stmt:
        case Let(var=var, value=value):
            yield f"{pad}let {var} = {_e(value)}"
        case Assign(cell=cell, value=value):
            yield f"{pad}{_cell(cell)} := {_e(value)}"
        case AssignAll(family=family, vars=vars_, condition=condition, value=value, fixed_keys=fixed):
            keys = [*map(_e, fixed), *(f"each {name}: {kind.name}" for name, kind in vars_)]
            yield f"{pad}{family}[{', '.join(keys)}] := {_e(value)} if {_e(condition)}"
        case Transfer(amount=amount, source=source, target=target):
            yield f"{pad}move {_e(amount)} from {_cell(source)} to {_cell(target)}"
        case MoveCard(cards=cards, card=card, place=place):
            yield f"{pad}put {cards}[{_e(card)}] in {_e(place)}"
        case If(condition=condition, then=then, otherwise=otherwise, label=label):
            yield f"{pad}if {_e(condition)}" + (f" -- {label}" if label else "")
            yield from _block(then, depth + 1)
            if otherwise:
                yield f"{pad}otherwise"
                yield from _block(otherwise, depth + 1)
        case ForEach(var=var, kind=kind, start=start, condition=condition, body=body, until=until):
            begin = "" if start is None else f" from {_e(start)}"
            end = "" if until is None else f" again until {_e(until)}"
            yield f"{pad}each {var}: {kind.name}{begin} if {_e(condition)}{end}"
            yield from _block(body, depth + 1)
        case Repeat(until=until, body=body):
            yield f"{pad}repeat until {_e(until)}"
            yield from _block(body, depth + 1)
        case Decide(owner=owner, options=options, code=code, several=several):
            yield f"{pad}decide {code} by {_e(owner)}" + (" if several" if several else "")
            for option in options:
                yield from _option(option, depth + 1)
        case Draw(var=var, kind=kind, weight=weight, code=code):
            yield f"{pad}draw {var}: {kind.name} weight {_e(weight)} ({code})"
        case Call(rule=rule, arguments=arguments):
            yield f"{pad}do {rule}({', '.join(map(_e, arguments))})"
        case Earn(account=account, key=key, amount=amount):
            yield f"{pad}earn {account}[{_e(key)}] {_e(amount)}"
        case Announce(name=name, by=by, reactions=reactions):
            yield f"{pad}announce {name} by {_e(by)}"
            yield from _block(reactions, depth + 1)
        case Show(card=card):
            yield f"{pad}show {_e(card)}"
        case EndGame(ending=ending):
            yield f"{pad}end game {ending}"
        case Step(name=name, body=body):
            yield f"{pad}step {name}"
            yield from _block(body, depth + 1)
        case _:
            assert_never(stmt)


def _option(option: Option, depth: int) -> Iterator[str]:
    pad = "    " * depth
    active = "" if option.active is None else f" under {_e(option.active)}"
    yield f"{pad}option {option.name}({_parameters([(p.name, p.type) for p in option.parameters])}){active}"
    for let in option.definitions:
        yield f"{pad}  where {let.var} = {_e(let.value)}"
    for clause in option.clauses:
        lifts = "".join(f" or lifted {_e(lift)}" for lift, _ in clause.lifts)
        yield f"{pad}  only if {_e(clause.condition)}{lifts}"
    yield from _block(option.effect, depth + 1)


def _cell(cell: Cell) -> str:
    return f"{cell.family}[{', '.join(map(_e, cell.keys))}]"


def _over(var: str, kind: Kind) -> str:
    return f"{var}: {kind.name}"


def _e(expr: Expr) -> str:
    match expr:
        case Const(value=value, type=Member(kind=kind)):
            return "none" if value == kind.none else f"{kind.name}#{value}"
        case Const(value=value, type=type_):
            return str(value) if not isinstance(type_, Flag) else ("yes" if value else "no")
        case Var(name=name):
            return name
        case Read(family=name, keys=keys) | Lookup(table=name, keys=keys):
            return f"{name}[{', '.join(map(_e, keys))}]"
        case PlaceAt(place=name, keys=keys):
            return f"place {name}[{', '.join(map(_e, keys))}]"
        case Apply(definition=name, arguments=arguments):
            return f"{name}({', '.join(map(_e, arguments))})"
        case Op(name="if", arguments=(a, b, c)):
            return f"({_e(b)} if {_e(a)} else {_e(c)})"
        case Op(name="min" | "max" | "not" as name, arguments=arguments):
            return f"{name}({', '.join(map(_e, arguments))})"
        case Op(name=name, arguments=arguments):
            return "(" + f" {name} ".join(map(_e, arguments)) + ")"
        case IsKind(value=value, kind=kind):
            return f"({_e(value)} is a {kind.name})"
        case Contains(set=set_, element=element):
            return f"({_e(element)} in {_e(set_)})"
        case Entry(map=map_, key=key):
            return f"{_e(map_)}.{_e(key)}"
        case SetBy(var=var, kind=kind, condition=condition):
            return f"{{{_over(var, kind)} | {_e(condition)}}}"
        case Total(var=var, kind=kind, condition=condition, body=body):
            return f"sum({_e(body)} for {_over(var, kind)} if {_e(condition)})"
        case Quantified(every=every, var=var, kind=kind, condition=condition, body=body):
            return f"{'every' if every else 'some'}({_e(body)} for {_over(var, kind)} if {_e(condition)})"
        case FirstOf(var=var, kind=kind, start=start, condition=condition):
            begin = "" if start is None else f" from {_e(start)}"
            return f"first({_over(var, kind)}{begin} | {_e(condition)})"
        case CanChoose(decision=decision, option=option, bindings=bindings, fixed=fixed):
            given = [f"{n}={_e(e)}" for n, e in (*bindings, *fixed)]
            return f"can({decision}.{option or '*'}; {', '.join(given)})"
        case RulingIs(ruling=ruling, letter=letter):
            return f"{ruling}={letter}"
        case _:
            assert_never(expr)
