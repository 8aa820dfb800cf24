"""The lowering: typed rules to the automaton.

    classify   which rules have control inside
    sketch     each of these as a graph of blocks (statements, loops, settle)
    connect    ways back from rules that are called
    cut        loop heads on cycles without a stop become points
    promote    values that outlive a step become slots
    tidy       fewer joints
    assemble   one layout, one numbering, functions, invariants and facts

Reads a checked `Game`; returns an `Automaton` with its rulings open: `fold` closes them and leaves the layout alone.
"""

from collections.abc import Iterator

import attrs

from rulespec.automaton.nodes import (
    Automaton,
    Block,
    EndingData,
    Function,
    Goto,
    Joint,
    PieceSum,
    Point,
    Slot,
    TableData,
)
from rulespec.automaton.walk import function_reads
from rulespec.lower.calls import connect, sites_of
from rulespec.lower.classify import Rules, everything
from rulespec.lower.defined import Definedness
from rulespec.lower.definitions import function_of
from rulespec.lower.expressions import Translator
from rulespec.lower.heads import cut_cycles
from rulespec.lower.moments import Moments
from rulespec.lower.names import Names, Scope
from rulespec.lower.possible import Possibilities
from rulespec.lower.promote import promote
from rulespec.lower.settle import lower_settlement
from rulespec.lower.sketch import FrameSlot, Sketch
from rulespec.lower.statements import Body, Doors, Labels, before, keep_slot, settlement
from rulespec.lower.tidy import reachable, tidy
from rulespec.rules.expressions import Apply, Expr, Var
from rulespec.rules.game import Game
from rulespec.rules.statements import Decide, Draw
from rulespec.rules.types import Member, Number

OWN_NAMES = frozenset(("return", "key0", "key1", "key2", "key3", "element"))
"""What the lowering itself calls things inside a rule."""


def lower(game: Game) -> Automaton:
    """The automaton of a game; `LoadError` if its rules cannot be laid out."""
    rules = Rules(game)
    possible = Possibilities(game)
    defined = Definedness(possible.translator)
    sketches = draw_sketches(rules, defined)
    sites = sites_of(sketches)
    connect(sketches, sites)
    cut_cycles(sketches)
    for sketch in sketches:
        promote(sketch)

    functions = {**functions_of(game, possible), **defined.functions}
    slots = lay_out(game, sketches)
    of_functions = function_reads({name: f.body for name, f in functions.items()})
    moments = Moments(rules, possible.translator, sketches, sites, of_functions)
    invariants = moments.invariants(game.invariants)
    facts = moments.facts()
    functions = {**functions, **possible.functions}  # invariants may have asked for more
    control, ending = slots[0].name, slots[1].name
    start = Block((), Goto(sketches[0].enter))
    points = number_points(sketches, game)
    joints = reachable(start, points, {label: joint for s in sketches for label, joint in s.joints.items()})
    points, joints = tidy(points, joints, [s.enter for s in sketches])
    return Automaton(
        game=game.name,
        slots=slots,
        initial=tuple(value for slot in slots for value in initial_cells(game, slot)),
        control=control,
        ending=ending,
        player_kind=game.kinds[game.player_kind],
        points=points,
        joints=joints,
        start=start,
        functions=functions,
        tables=tables_of(game, possible.translator),
        endings=endings_of(game, possible.translator),
        scores=tuple((s.name, score(game, s.definition)) for s in game.scores),
        valuation=valuation_of(game, possible.translator),
        invariants=invariants,
        facts=facts,
        pieces=tuple(pieces_of(game, possible.translator)),
        cards=tuple((c.location, places_of(game, c.name)) for c in game.cards.values()),
    )


# --- rules to graphs ------------------------------------------------------------------------------------------------


def draw_sketches(rules: Rules, defined: Definedness) -> tuple[Sketch, ...]:
    """A graph for every rule with stops that the start leads to, and for every settlement; the start first."""
    game = rules.game
    codes = [s.code for r in game.rules.values() for s in everything(r.body) if isinstance(s, Decide | Draw)]
    named = [*game.rules, *(settlement(a) for a in game.accounts)]
    labels = Labels(codes)
    doors = Doors(
        {name: labels.fresh(f"{name}.enter") for name in named}, {name: labels.fresh(f"{name}.leave") for name in named}
    )
    found: dict[str, Sketch] = {}
    todo = [game.start_rule]
    while todo:
        name = todo.pop(0)
        if name in found:
            continue
        sketch = Sketch(name, doors.enter[name], doors.leave[name])
        found[name] = sketch
        account = next((a for a in game.accounts.values() if settlement(a.name) == name), None)
        if account is None:
            draw_rule(Body(rules, defined, labels, doors, sketch), name)
        else:
            sketch.names = Names(OWN_NAMES)
            sketch.joints[sketch.enter] = Joint(sketch.enter, (), Block((), Goto("")), name)
            body = Body(rules, defined, labels, doors, sketch)
            sketch.joints[sketch.leave] = Joint(sketch.leave, (), Block((), Goto("")), name)
            sketch.joints[sketch.enter] = Joint(sketch.enter, (), lower_settlement(body, account), name)
        todo.extend(site.called for site in sketch.calls)
    order = {name: i for i, name in enumerate(named)}
    first, *others = found.values()
    return (first, *sorted(others, key=lambda s: order[s.rule]))


def draw_rule(body: Body, name: str) -> None:
    sketch, rules = body.sketch, body.rules
    rule = body.game.rules[name]
    asked = {p.name for s in everything(rule.body) if isinstance(s, Decide) for o in s.options for p in o.parameters}
    sketch.names = Names(OWN_NAMES | asked)
    parameters = {n: sketch.names.fresh(n, t) for n, t in rule.parameters}
    sketch.parameters = tuple((v.name, v.type) for v in parameters.values())
    sketch.joints[sketch.enter] = Joint(sketch.enter, sketch.parameters, Block((), Goto("")), name)
    scope = Scope(name, parameters)
    sketch.joints[sketch.leave] = Joint(sketch.leave, (), Block(body.forget(name), Goto("")), name)
    end = body.automatic("end", scope, sketch.leave) if rules.asked_after(name) else sketch.leave
    k = body.settled(rules.due(name, rule.body), attrs.evolve(scope, finished=True), end)
    block = before(body.begin(name), body.seq(rule.body, scope, k))
    sketch.joints[sketch.enter] = Joint(sketch.enter, sketch.parameters, block, name)


# --- layout and numbering ---------------------------------------------------------------------------------------------


def number_points(sketches: tuple[Sketch, ...], game: Game) -> tuple[Point, ...]:
    """Rule by rule, decisions and draws in the order of the text, loop heads after them."""
    stmts = (s for rule in game.rules.values() for s in everything(rule.body))
    texts = {s.code: i for i, s in enumerate(stmts) if isinstance(s, Decide | Draw)}
    last = len(texts) and max(texts.values()) + 1
    points = [point for s in sketches for point in sorted(s.points.values(), key=lambda p: texts.get(p.label, last))]
    return tuple(attrs.evolve(point, number=i) for i, point in enumerate(points, 1))


def lay_out(game: Game, sketches: tuple[Sketch, ...]) -> tuple[Slot, ...]:
    """Control first, then the game's own cells, then the frames, which an end of the game clears as one piece."""
    taken = set(game.families)
    count = sum(len(s.points) for s in sketches)
    slots: list[Slot] = []

    def add(slot: FrameSlot, frame: str | None) -> None:
        offset = slots[-1].offset + slots[-1].size if slots else 0
        slots.append(Slot(slot.name, slot.keys, slot.type, slot.default, slot.role, offset, frame, slot.is_set))

    add(FrameSlot(free_name("control", taken), (), Number(0, count), 0, "control"), None)
    add(FrameSlot(free_name("ending", taken), (), Number(0, len(game.endings)), 0, "control"), None)
    order = {name: i for i, name in enumerate(game.layout)}
    own = sorted(game.families.values(), key=lambda f: order.get(f.name, len(order)))
    for family in own:
        if family.rule is None:
            role = "known" if family.known_of is not None else family.role
            add(FrameSlot(family.name, family.keys, family.type, family.default, role, family.is_set), None)
    by_rule = {s.rule: s for s in sketches}
    for name in dict.fromkeys((*game.rules, *by_rule)):
        for family in own:
            if family.rule == name:
                add(keep_slot(family), name)
        if name in by_rule:
            for slot in by_rule[name].frame.values():
                add(slot, name)
    return tuple(slots)


def free_name(wish: str, taken: set[str]) -> str:
    while wish in taken:
        wish += "_"
    return wish


def initial_cells(game: Game, slot: Slot) -> tuple[int, ...]:
    family = game.families.get(slot.name)
    if slot.frame is None and family is not None and family.initial is not None:
        return family.initial
    return (slot.default,) * slot.size


# --- what is not control ----------------------------------------------------------------------------------------------


def functions_of(game: Game, possible: Possibilities) -> dict[str, Function]:
    functions = {d.name: function_of(d, possible.translator) for d in game.definitions.values()}
    return {**functions, **possible.functions}


def tables_of(game: Game, translator: Translator) -> dict[str, TableData]:
    own = {t.name: TableData(t.name, t.keys, t.type, t.values) for t in game.tables.values()}
    return {**own, **translator.place_tables}


def endings_of(game: Game, translator: Translator) -> tuple[EndingData, ...]:
    def winners(expr: Expr | None) -> Expr | None:
        return None if expr is None else translator.translate(expr, {}, Names())

    return tuple(EndingData(e.name, i, winners(e.winners)) for i, e in enumerate(game.endings.values(), 1))


def score(game: Game, definition: str) -> Expr:
    declared = game.definitions[definition]
    return Apply(definition, (Var("player", Member(game.kinds[game.player_kind])),), declared.type)


def valuation_of(game: Game, translator: Translator) -> Expr | None:
    if game.valuation is None:
        return None
    player = Var("player", Member(game.kinds[game.player_kind]))
    return translator.translate(game.valuation, {"player": player}, Names())


def pieces_of(game: Game, translator: Translator) -> Iterator[PieceSum]:
    for piece in game.pieces.values():
        keys_of: list[tuple[Expr, ...]] = []
        for place in piece.places:
            known = {f"key{i}": Var(f"key{i}", Member(kind)) for i, kind in enumerate(place.keys)}
            keys_of.append(tuple(translator.translate(e, known, Names()) for e in place.owner_of))
        yield PieceSum(piece.name, piece.total, piece.keys, tuple(p.name for p in piece.places), tuple(keys_of))


def places_of(game: Game, cards: str) -> int:
    """How many places these cards may lie in."""
    total = 0
    for place in game.cards[cards].places:
        size = 1
        for kind in place.keys:
            size *= kind.size
        total = max(total, place.base + size)
    return total
