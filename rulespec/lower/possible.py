"""`can ...`: is there a legal move? Answered by functions of the automaton, one for each way of asking.

Reads a decision's options; returns `automaton.nodes.Function`s. A parameter that the asker leaves open is bound by
"some"; a clause stands as far out as its parameters allow, so that a search stops early.
"""

from collections.abc import Mapping, Sequence
from itertools import chain

import attrs

from rulespec.automaton.nodes import Function
from rulespec.automaton.walk import free_vars, map_expr, walk
from rulespec.diagnostics import InternalError
from rulespec.lower.build import all_of, any_of, equal, member_of, number, some
from rulespec.lower.classify import everything
from rulespec.lower.expressions import Translator
from rulespec.lower.names import Names
from rulespec.rules.expressions import CanChoose, Entry, Expr, Op, SetBy, Var
from rulespec.rules.game import Game
from rulespec.rules.statements import Decide, Option
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, SetOf, Type

MASKS = 10
"""Up to so many members a set parameter is searched mask by mask, as one variable."""


@attrs.frozen
class Open:
    """An open parameter as variables of "some", outermost first, and the value they make together."""

    binders: tuple[tuple[str, Kind], ...]
    value: Expr
    entries: tuple[Expr, ...] = ()
    """For a map: the value of each entry (`value` is only a name for all of them)."""


class Possibilities:
    """Makes the functions as they are asked for."""

    def __init__(self, game: Game) -> None:
        self.decisions: dict[str, Decide] = {
            s.code: s for rule in game.rules.values() for s in everything(rule.body) if isinstance(s, Decide)
        }
        self.translator = Translator(game, self)
        self.functions: dict[str, Function] = {}
        self._names: dict[tuple[str, str | None, tuple[tuple[str, Type], ...], tuple[str, ...]], str] = {}

    def __call__(self, asked: CanChoose) -> tuple[str, tuple[str, ...]]:
        """The function that answers, and the names of the values it takes."""
        options = self._options(asked)
        declared = _declared(options)
        types = {n: _wide_enough(declared[n], e.type) for n, e in asked.bindings + asked.fixed if n in declared}
        key = (asked.decision, asked.option, tuple(types.items()), tuple(n for n, _ in asked.fixed))
        if key not in self._names:
            fixed = ", ".join(n for n, _ in asked.fixed)
            wish = f"can {asked.decision}" + (f" {asked.option}" if asked.option else "")
            wish += f" with {fixed}" if fixed else ""
            name, n = wish, 1
            while name in self._names.values():
                n += 1
                name = f"{wish} {n}"
            self._names[key] = name
            self.functions[name] = self._function(name, asked, options, types)
        return self._names[key], tuple(types)

    def _options(self, asked: CanChoose) -> list[Option]:
        return [o for o in self.decisions[asked.decision].options if asked.option in (None, o.name)]

    def _function(self, name: str, asked: CanChoose, options: Sequence[Option], types: Mapping[str, Type]) -> Function:
        names = Names()
        parameters = {n: names.fresh(n, type_) for n, type_ in types.items()}
        fixed = {n: parameters[n] for n, _ in asked.fixed if n in parameters}
        bound = {n: v for n, v in parameters.items() if n not in fixed}
        body = any_of(*(self._possible(o, bound, fixed, names) for o in options))
        taken = tuple((v.name, v.type) for v in parameters.values())
        return Function(name, taken, body, Flag(), asked.decision, self.decisions[asked.decision].about)

    def _possible(self, option: Option, bound: Mapping[str, Var], fixed: Mapping[str, Var], names: Names) -> Expr:
        known: dict[str, Expr] = dict(bound)

        def go(expr: Expr) -> Expr:
            return self.translator.translate(expr, known, names)

        active = None if option.active is None else go(option.active)
        binders: list[tuple[str, Kind]] = []
        maps: dict[str, tuple[Expr, ...]] = {}
        for parameter in option.parameters:
            if parameter.name in fixed:
                known[parameter.name] = fixed[parameter.name]
            else:
                opened = open_parameter(parameter.name, parameter.type, names)
                binders.extend(opened.binders)
                known[parameter.name] = opened.value
                if isinstance(opened.value, Var) and opened.entries:
                    maps[opened.value.name] = opened.entries
        for definition in option.definitions:
            known[definition.var] = go(definition.value)
        levels: list[list[Expr]] = [[] for _ in range(len(binders) + 1)]
        order = [n for n, _ in binders]
        for clause in option.clauses:
            condition = any_of(go(clause.condition), *(go(lift) for lift, _ in clause.lifts))
            condition = spread(condition, maps)
            free = free_vars(condition)
            levels[max((i + 1 for i, n in enumerate(order) if n in free), default=0)].append(condition)
        body = all_of(*levels[-1])
        for level, (var, kind) in zip(reversed(levels[:-1]), reversed(binders), strict=True):
            body = all_of(*level, some(var, kind, body))
        return body if active is None else all_of(active, body)


def _declared(options: list[Option]) -> dict[str, Type]:
    """The types of the names that these options speak of, as they use them."""
    found: dict[str, Type] = {}
    for option in options:
        found.update((p.name, p.type) for p in option.parameters)
        conditions = chain(
            (d.value for d in option.definitions),
            (c.condition for c in option.clauses),
            (lift for c in option.clauses for lift, _ in c.lifts),
            () if option.active is None else (option.active,),
        )
        for condition in conditions:
            free = free_vars(condition)
            for e in walk(condition):
                if isinstance(e, Var) and e.name in free:
                    found.setdefault(e.name, e.type)
    return found


def _wide_enough(declared: Type, given: Type) -> Type:
    """The type by which options know a name, or one that has all values that are given for it."""
    if not isinstance(declared, Member) or not isinstance(given, Member):
        return declared
    kind = declared.kind if given.kind.within(declared.kind) else given.kind
    return attrs.evolve(declared, kind=kind, optional=declared.optional or given.optional)


def open_parameter(name: str, type_: Type, names: Names) -> Open:
    """Variables that run through all values of a type."""
    match type_:
        case Member(kind=kind, optional=False):
            return _one(name, type_, kind, names)
        case Member(kind=kind):
            with_none = attrs.evolve(
                kind,
                name=f"{kind.name} or none",
                root=f"{kind.root} or none",
                values=(*kind.values, kind.none),
                members=(*kind.members, "none"),
                root_size=kind.root_size + 1,
            )
            return _one(name, type_, with_none, names)
        case Number(low=low, high=high) if low < 0:
            steps = _one(name, Number(0, high - low), numbers(0, high - low), names)
            return attrs.evolve(steps, value=Op("+", (steps.value, number(low)), type_))
        case Number(low=low, high=high):
            return _one(name, type_, numbers(low, high), names)
        case Flag():
            return _one(name, type_, numbers(0, 1), names)
        case SetOf(kind=kind) if kind.size <= MASKS:
            return _one(name, type_, numbers(0, (1 << kind.size) - 1), names)
        case SetOf(kind=kind):
            flags = [names.fresh(f"{name}_{m}", Flag()) for m in kind.members]
            x = names.fresh(f"{name}_member", Member(kind))
            value = SetBy(x.name, kind, by_member(kind, x, flags, Flag()), type_)
            return Open(tuple((f.name, numbers(0, 1)) for f in flags), value)
        case MapOf(kind=kind, entry=entry):
            parts = [open_parameter(f"{name}_{m}", entry, names) for m in kind.members]
            binders = tuple(binder for part in parts for binder in part.binders)
            return Open(binders, names.fresh(name, type_), tuple(part.value for part in parts))


def spread(expr: Expr, maps: Mapping[str, tuple[Expr, ...]]) -> Expr:
    """Entries of open maps are the variables that stand for them."""
    match expr:
        case Entry(map=Var(name=name, type=MapOf(kind=kind)), key=key) if name in maps:
            return by_member(kind, spread(key, maps), maps[name], expr.type)
        case Var(name=name) if name in maps:
            raise InternalError("a whole map is used in a condition that is asked for; please report this")
        case _:
            return map_expr(expr, lambda e: spread(e, maps)) if maps else expr


def _one(name: str, type_: Type, kind: Kind, names: Names) -> Open:
    var = names.fresh(name, type_)
    return Open(((var.name, kind),), var)


def numbers(low: int, high: int) -> Kind:
    """Numbers as a kind to search through: members stand for themselves."""
    values = tuple(range(low, high + 1))
    name = f"{low}..{high}"
    return Kind(name, name, values, tuple(map(str, values)), high + 1, 0)


def by_member(kind: Kind, key: Expr, values: Sequence[Expr], type_: Type) -> Expr:
    """The value that belongs to the member `key`."""
    *others, last = zip(kind.values, values, strict=True)
    result = last[1]
    for member, value in reversed(others):
        result = Op("if", (equal(key, member_of(kind, member)), value, result), type_)
    return result
