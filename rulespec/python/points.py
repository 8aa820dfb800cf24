"""The functions of a generated module that belong to one definition, joint or control point each.

Reads the automaton; writes `owner_...`, `legal_...`, `weights_...`, `apply_...` and the functions they call.
"""

import attrs

from rulespec.automaton.nodes import AutomaticPoint, Automaton, Block, ChancePoint, DecisionPoint, Joint, Point
from rulespec.automaton.terms import Const, Expr, Flag, Member, Op
from rulespec.automaton.walk import block_exprs, free_vars, function_reads
from rulespec.python import code
from rulespec.python.access import InSequence, constant_name
from rulespec.python.book import Book
from rulespec.python.effects import Module, Steps, remark
from rulespec.python.expressions import Expressions
from rulespec.python.layout import Layout, choose_layout
from rulespec.python.lines import Lines
from rulespec.python.names import Names
from rulespec.python.options import Options, is_partial, settled
from rulespec.python.regions import find_regions
from rulespec.python.scope import Answers, Scope

ANSWERS = '''class Answers(dict):
    """What a function says of one state, each answer worked out once: `answers[arguments]`."""

    __slots__ = ("function", "state")

    def __init__(self, function, state):
        self.function, self.state = function, state

    def __missing__(self, arguments):
        answer = self[arguments] = self.function(self.state, *arguments)
        return answer'''


class Points:
    """Writes the parts."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        self.names = Names()
        self.points = {p.label: self.names.fresh(p.label) for p in automaton.points}
        functions = {n: self.names.fresh(n) for n in automaton.functions}
        regions = find_regions(automaton)
        joints = {label: self.names.fresh(label) for label in automaton.joints if label in regions.functions}
        self.layout: Layout = choose_layout(automaton, self.names)
        self.book = Book(self.names)
        self.expressions = Expressions(automaton, self.layout, self.book, functions)
        numbers = {p.label: p.number for p in automaton.points}
        bodies = {n: f.body for n, f in automaton.functions.items()}
        self.shared = Module(automaton, self.expressions, regions, self.names, joints, numbers, function_reads(bodies))
        self.options = Options(self.expressions)
        self.control = self.layout[automaton.control].name
        if self.layout.form == "tuple":
            self.control = constant_name(self.layout, self.layout[automaton.control].field)

    def reading(self, variable: str = "s") -> Scope:
        return Scope(InSequence(self.layout, variable))

    def changing(self) -> Scope:
        return Scope(InSequence(self.layout, "l"))

    def functions(self, lines: Lines) -> None:
        for name, function in self.automaton.functions.items():
            names = Names(self.names)
            scope = self.reading()
            arguments = []
            for parameter, type_ in function.parameters:
                argument = names.fresh(parameter)
                arguments.append(argument)
                scope = scope.knowing(parameter, code.name(argument), type_)
            lines.blank(2)
            head = f"def {self.expressions.functions[name]}({', '.join(('s', *arguments))}):"
            with lines.block(head, remark(function.about)):
                body: Expr = self.expressions.simplify.body(name)
                while isinstance(body, Op) and body.name == "if":
                    test, yes, body = body.arguments
                    with lines.block(f"if {self.expressions.truth(test, scope)}:"):
                        lines.add(f"return {self.expressions.value(yes, scope)}")
                lines.add(f"return {self.expressions.truth(body, scope)}")

    def joint(self, joint: Joint, lines: Lines) -> None:
        names = Names(self.names)
        scope = self.changing()
        arguments = []
        for parameter, type_ in joint.parameters:
            argument = names.fresh(parameter)
            arguments.append(argument)
            scope = scope.knowing(parameter, code.name(argument), type_)
        lines.blank(2)
        with lines.block(f"def {self.shared.joints[joint.label]}({', '.join(('l', 'log', *arguments))}):"):
            self.steps(joint.block, scope, lines, names)

    def steps(self, block: Block, scope: Scope, lines: Lines, names: Names) -> None:
        Steps(self.shared, lines, names, log=True).block(block, scope, None, last=True)

    def point(self, point: Point, lines: Lines) -> None:
        name = self.points[point.label]
        lines.blank(2)
        match point:
            case DecisionPoint():
                with lines.block(f"def owner_{name}(s):", remark(point.about)):
                    owner = self.expressions.value(point.owner, self.reading())
                    position = self.expressions.position_in(self.automaton.player_kind, owner)
                    lines.add(f"return {position}")
                lines.blank(2)
                with lines.block(f"def legal_{name}(s):", remark(point.about)):
                    self.legal(point, lines)
                self.decision(point, name, lines)
            case ChancePoint(kind=kind, var=var, weight=weight, block=block):
                simple = self.expressions.simplify(weight)
                positive = self.expressions.simplify(Op("<", (Const(0, weight.type), simple), Flag()))
                for what in ("legal", "weights"):
                    with lines.block(f"def {what}_{name}(s):", remark(point.about)):
                        head, inner = self.expressions.loop(var, kind, positive, self.reading())
                        element = inner.vars[var] if what == "legal" else self.expressions.value(simple, inner)
                        lines.add(f"return [{element} {head}]")
                    lines.blank(2)
                names = Names(self.names)
                argument = names.fresh(var)
                scope = self.changing().knowing(var, code.name(argument), Member(kind))
                with lines.block(f"def apply_{name}(l, {argument}, log):", remark(point.about)):
                    steps = Steps(self.shared, lines, names, log=True)
                    pairs = [(var, argument)]
                    if point.seen_by != "all":
                        seen = point.seen_by
                        to = repr(seen) if isinstance(seen, str) else self.expressions.value(seen, scope).text
                        pairs.append(("to", to))
                    steps.event(point.about, "draw", "draw", pairs)
                    steps.block(block, scope, None, last=True)
            case AutomaticPoint(block=block):
                with lines.block(f"def apply_{name}(l, m, log):", remark(point.about)):
                    self.steps(block, self.changing(), lines, Names(self.names))

    def legal(self, point: DecisionPoint, lines: Lines) -> None:
        """The body of `legal_...`, after the functions whose answers are kept in it."""
        answers, first = Answers(), lines.here
        self.options.legal(point, attrs.evolve(self.reading(), answers=answers), lines)
        for function, kept in reversed(answers.names.items()):
            self.book.helpers["Answers"] = ANSWERS
            lines.insert(first, f"{kept} = Answers({function}, s)")

    def decision(self, point: DecisionPoint, name: str, lines: Lines) -> None:
        """`apply_...`: one function per option where there are several."""
        form = self.options.form(point)
        if len(point.options) == 1:
            lines.blank(2)
            with lines.block(f"def apply_{name}(l, m, log):", remark(point.about)):
                self.option(point, 0, form, lines)
            return
        chosen = []
        for number, option in enumerate(point.options):
            function = self.names.fresh(f"apply_{name}_{option.name}")
            chosen.append(function)
            lines.blank(2)
            with lines.block(f"def {function}(l, m, log):", remark(option.about)):
                self.option(point, number, form, lines)
        table = self.names.fresh(f"{name} options", upper=True)
        lines.blank(2)
        lines.add(f"{table} = ({', '.join(chosen)},)" if chosen else f"{table} = ()")
        lines.blank(2)
        with lines.block(f"def apply_{name}(l, m, log):"):
            lines.add(f"{table}[{'m' if form == 'option' else 'm[0]'}](l, m, log)")

    def option(self, point: DecisionPoint, number: int, form: str, lines: Lines) -> None:
        option = point.options[number]
        names = Names(self.names)
        scope = self.changing()
        locals_ = [names.fresh(n) for n, _ in option.parameters]
        for (parameter, type_), local in zip(option.parameters, locals_, strict=True):
            scope = scope.knowing(parameter, code.name(local), type_)
        match form:
            case "value":
                lines.add(f"{locals_[0]} = m")
            case "number":
                lines.add(f"{', '.join(locals_)} = {self.options.moves_table(option)}[m]")
            case "arguments":
                lines.add(f"{', '.join(locals_)} = m")
            case "tuple" if locals_:
                lines.add(f"_, {', '.join(locals_)} = m")
        steps = Steps(self.shared, lines, names, log=True)
        pairs = [
            ("option", repr(option.name)),
            *((p, local) for (p, _), local in zip(option.parameters, locals_, strict=True)),
        ]
        steps.event(option.about, "decide", option.name, pairs)
        needed = frozenset().union(*(free_vars(e) for e in block_exprs(option.block)))
        for var, value in settled(option.definitions).items():
            if var not in needed:
                continue
            if is_partial(self.expressions.simplify(value)):
                local = names.fresh(var)
                with lines.block("try:"):
                    lines.add(f"{local} = {self.expressions.value(value, scope)}")
                with lines.block("except IndexError:", "meaningless here, and then not asked for"):
                    lines.add(f"{local} = 0")
                scope = scope.knowing(var, code.name(local), value.type)
            else:
                scope = steps.bind(var, value, scope)
        steps.block(option.block, scope, None, last=True)

    def start(self, lines: Lines) -> None:
        lines.blank(2)
        with lines.block("def end(l, ending):", "frames are forgotten, the rest stays"):
            steps = Steps(self.shared, lines, Names(self.names), log=False)
            for place in self.layout.places:
                if place.slot.frame is not None:
                    steps.fill(place, place.slot.default, self.changing(), "")
            lines.add(f"l[{self.control}] = 0")
            ending = self.layout[self.automaton.ending]
            steps.store(ending, code.ZERO, code.name("ending"), self.changing())
        lines.blank(2)
        with lines.block("def start(l, log):"):
            self.steps(self.automaton.start, self.changing(), lines, Names(self.names))
