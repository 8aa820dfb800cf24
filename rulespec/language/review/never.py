"""Options that tables alone rule out: whatever is chosen, some condition fails, in every position of every game.

Values are worked out as far as tables and constants tell; what depends on the state or on a reading is unknown (None).
"""

from collections.abc import Iterator, Mapping
from itertools import islice, product

from rulespec.diagnostics import Diagnostic
from rulespec.rules.expressions import Apply, Const, Expr, IsKind, Lookup, Op, Quantified, Var
from rulespec.rules.game import Definition, Game, Table
from rulespec.rules.statements import Clause, Decide, Option
from rulespec.rules.types import Flag, Member, Number, domain
from rulespec.rules.walk import statements

MOST = 2_000
"""So many ways to choose an option are looked at."""
Known = Mapping[str, int | None]


def never(game: Game) -> Iterator[Diagnostic]:
    for rule in game.rules.values():
        for decision in statements(rule.body):
            for option in decision.options if isinstance(decision, Decide) else ():
                if option.active is None and option.clauses and not _may_be_legal(game, option):
                    yield Diagnostic(
                        "R0415",
                        f"`{option.name}` can never be chosen: whatever is chosen, a condition fails by the tables",
                        option.about.span,
                        help="look at " + ", ".join(f"`{c.label}`" for c in option.clauses[:6]),
                        severity="warning",
                    )


def _may_be_legal(game: Game, option: Option) -> bool:
    open_ = [p for p in option.parameters if isinstance(p.type, Member | Number | Flag)]
    sizes = 1
    for parameter in open_:
        assert isinstance(parameter.type, Member | Number | Flag)
        sizes *= len(domain(parameter.type))
    if sizes > MOST or sizes == 0:
        return True
    domains = [domain(p.type) for p in open_ if isinstance(p.type, Member | Number | Flag)]
    for values in islice(product(*domains), MOST):
        known: dict[str, int | None] = dict(zip((p.name for p in open_), values, strict=True))
        for definition in option.definitions:
            known[definition.var] = _value(game, definition.value, known, 0)
        if not any(_fails(game, clause, known) for clause in option.clauses):
            return True
    return False


def _fails(game: Game, clause: Clause, known: Known) -> bool:
    return all(_value(game, e, known, 0) == 0 for e in (clause.condition, *(lift for lift, _ in clause.lifts)))


def _value(game: Game, expression: Expr, known: Known, depth: int) -> int | None:
    match expression:
        case Const(value=value):
            return value
        case Var(name=name):
            return known.get(name)
        case Lookup(table=table, keys=keys):
            return _in_table(game.tables[table], [_value(game, k, known, depth) for k in keys])
        case IsKind(value=value, kind=kind):
            found = _value(game, value, known, depth)
            return None if found is None else int(found in kind.values)
        case Op(name="and" | "or" as name, arguments=arguments):
            return _joined(name, [_value(game, a, known, depth) for a in arguments])
        case Op(name="if", arguments=(condition, yes, no)):
            chosen = _value(game, condition, known, depth)
            return None if chosen is None else _value(game, yes if chosen else no, known, depth)
        case Op(name=name, arguments=arguments):
            values = [_value(game, a, known, depth) for a in arguments]
            whole = [v for v in values if v is not None]
            return _worked_out(name, whole) if len(whole) == len(values) else None
        case Quantified(every=every, var=var, kind=kind, condition=condition, body=body):
            found_: list[int | None] = []
            for member in kind.values:
                inner = {**known, var: member}
                asked, held = _value(game, condition, inner, depth), _value(game, body, inner, depth)
                found_.append(_joined("or", [_not(asked), held]) if every else _joined("and", [asked, held]))
            return _joined("and" if every else "or", found_)
        case Apply(definition=definition, arguments=arguments) if depth < 8:
            return _defined(
                game, game.definitions[definition], [_value(game, a, known, depth) for a in arguments], depth
            )
    return None


def _defined(game: Game, definition: Definition, arguments: list[int | None], depth: int) -> int | None:
    if definition.contributions:
        return None
    known: Known = dict(zip((n for n, _ in definition.parameters), arguments, strict=False))
    for arm in definition.arms:
        holds = _value(game, arm.condition, known, depth + 1)
        if holds is None:
            return None
        if holds:
            return _value(game, arm.value, known, depth + 1)
    return None


def _in_table(table: Table, keys: list[int | None]) -> int | None:
    at = 0
    for kind, key in zip(table.keys, keys, strict=True):
        if key is None or key not in kind.values:
            return None
        at = at * kind.size + kind.position(key)
    return table.values[at]


def _joined(name: str, values: list[int | None]) -> int | None:
    stop = 0 if name == "and" else 1
    if any(v is not None and bool(v) == bool(stop) for v in values):
        return stop
    return None if None in values else 1 - stop


def _not(value: int | None) -> int | None:
    return None if value is None else 1 - value


def _worked_out(name: str, values: list[int]) -> int | None:
    match name, values:
        case "not", [a]:
            return 1 - a
        case "=", [a, b]:
            return int(a == b)
        case "<", [a, b]:
            return int(a < b)
        case "<=", [a, b]:
            return int(a <= b)
        case "+", _:
            return sum(values)
        case "-", [a, b]:
            return a - b
        case "min", _:
            return min(values)
        case "max", _:
            return max(values)
    return None
