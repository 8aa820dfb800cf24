"""The fixed functions of a generated module: `new`, `owner`, `legal`, `step`, `apply`, `playout`, `outcome` and so on.

Reads the automaton; writes what dispatches on the control point to the functions of `points`.
"""

from collections.abc import Sequence

from rulespec.automaton.nodes import AutomaticPoint, Automaton, ChancePoint, DecisionPoint
from rulespec.automaton.terms import Const, Expr, Member
from rulespec.python import code
from rulespec.python.effects import remark
from rulespec.python.lines import Lines
from rulespec.python.playout import Playouts
from rulespec.python.points import Points
from rulespec.python.pure import PureSteps
from rulespec.python.values import to_fields


class Core(Points):
    """Writes the core."""

    def __init__(self, automaton: Automaton) -> None:
        super().__init__(automaton)
        self.pure: dict[str, str] = {}
        """Labels of points -> functions that build the next tuple directly."""

    def pure_steps(self, lines: Lines) -> None:
        """Steps that build the next tuple directly, where that is short enough to write."""
        writer = PureSteps(self.shared, self.options, self.points)
        for point in self.automaton.points:
            if isinstance(point, (DecisionPoint, ChancePoint)):
                found = writer.steps(point)
                if found is not None:
                    lines.blank(2)
                    lines.extend(found)
                    self.pure[point.label] = f"step_{self.points[point.label]}"

    def dispatch(self, lines: Lines) -> None:
        """Tables of functions indexed by control."""
        top = max((p.number for p in self.automaton.points), default=0)
        by_number = {p.number: p for p in self.automaton.points}
        rows: dict[str, list[str]] = {n: [] for n in ("OWNER", "LEGAL", "WEIGHTS", "APPLY")}
        for number in range(top + 1):
            point = by_number.get(number)
            name = self.points[point.label] if point is not None else ""
            decision, chance = isinstance(point, DecisionPoint), isinstance(point, ChancePoint)
            rows["OWNER"].append(f"owner_{name}" if decision else "by_chance" if chance else "nobody")
            rows["LEGAL"].append(f"legal_{name}" if decision or chance else "nothing")
            rows["WEIGHTS"].append(f"weights_{name}" if chance else "nothing")
            rows["APPLY"].append(f"apply_{name}" if point is not None else "None")
            if self.pure:
                rows.setdefault("STEP", []).append(
                    self.pure.get(point.label, "general_step") if point is not None else "None"
                )
        lines.blank(2)
        for name, result in (("nobody", "None"), ("by_chance", "-1"), ("nothing", "[]")):
            with lines.block(f"def {name}(s):"):
                lines.add(f"return {result}")
            lines.blank(2)
        if self.pure:
            frozen = "tuple(l)"
            with lines.block("def general_step(s, m):"):
                lines.add("l = list(s)")
                lines.add(f"APPLY[l[{self.control}]](l, m, None)")
                lines.add("advance(l, None)")
                lines.add(f"return {frozen}")
            lines.blank(2)
            with lines.block("def settle(s):", "on to where somebody decides"):
                lines.add("l = list(s)")
                lines.add("advance(l, None)")
                lines.add(f"return {frozen}")
            lines.blank(2)
        for table, functions in rows.items():
            lines.add(f"{table} = ({', '.join(functions)},)")

    def core(self, lines: Lines) -> None:
        thawed = "list(s)"
        frozen = "bytes(l)" if self.layout.form == "bytes" else "tuple(l)"
        copied = "bytearray(s)" if self.layout.form == "bytes" else "list(s)"
        automatic = [str(p.number) for p in self.automaton.points if isinstance(p, AutomaticPoint)]
        several = [str(p.number) for p in self.automaton.points if isinstance(p, DecisionPoint) and p.several]
        lines.blank(2)
        with lines.block("def advance(l, log):", "on to where somebody decides"):
            if automatic or several:
                with lines.block("while True:"):
                    lines.add(f"at = l[{self.control}]")
                    if automatic:
                        with lines.block(f"if at in ({', '.join(automatic)},):"):
                            lines.add("APPLY[at](l, None, log)")
                            lines.add("continue")
                    if several:
                        with lines.block(f"if at in ({', '.join(several)},):", "asked only if there is a choice"):
                            lines.add("moves = LEGAL[at](l)")
                            with lines.block("if len(moves) == 1:"):
                                lines.add("APPLY[at](l, moves[0], log)")
                                lines.add("continue")
                    lines.add("return")
        advance = "advance(l, {})" if automatic or several else ""

        def function(head: str, doc: str, *body: str) -> None:
            lines.blank(2)
            with lines.block(head):
                lines.add(f'"""{doc}"""')
                for line in body:
                    if line:
                        lines.add(line)

        initial = to_fields(self.layout, self.automaton.initial)
        function(
            "def _first():",
            "The first state.",
            f"l = {initial!r}",
            "start(l, None)",
            advance.format("None"),
            f"return {frozen}",
        )
        lines.blank(2)
        lines.add("FIRST = _first()")
        function("def new():", "The first state.", "return FIRST")
        function(
            "def owner(s):",
            "Who decides: a player's number from 0, -1 for chance, None when the game is over.",
            f"return OWNER[s[{self.control}]](s)",
        )
        (point, *others) = self.automaton.points or (None,)
        if isinstance(point, DecisionPoint) and not others and len(point.options) == 1 and self.layout.is_small:
            listing = Lines()
            self.options.legal(point, self.reading(), listing)
            lines.blank(2)
            with lines.block("def legal(s):"):
                lines.add('"""The legal moves in canonical order."""')
                with lines.block(f"if not s[{self.control}]:"):
                    lines.add("return ()")
                lines.extend(listing)
        else:
            function("def legal(s):", "The legal moves in canonical order.", f"return LEGAL[s[{self.control}]](s)")
        function(
            "def weights(s):",
            "At a draw: the outcomes' weights, aligned with `legal`.",
            f"return WEIGHTS[s[{self.control}]](s)",
        )
        if self.pure:
            only = len(self.automaton.points) == 1 and len(self.pure) == 1
            if only:
                lines.blank(2)
                lines.add(f"step = {next(iter(self.pure.values()))}", "the only decision")
            else:
                function(
                    "def step(s, m):",
                    "The next state at which somebody decides.",
                    f"return STEP[s[{self.control}]](s, m)",
                )
        else:
            function(
                "def step(s, m):",
                "The next state at which somebody decides.",
                f"l = {copied}",
                f"APPLY[l[{self.control}]](l, m, None)",
                advance.format("None"),
                f"return {frozen}",
            )
        function("def thaw(s):", "A state to change in place.", f"return {thawed}")
        function(
            "def apply(l, m, log=None):",
            "Play a move in place; `log`, a list, receives the events.",
            *(["if log is None:", "    l[:] = step(l, m)", "    return"] if self.pure else []),
            f"APPLY[l[{self.control}]](l, m, log)",
            advance.format("log"),
        )
        function("def freeze(l):", "The state as a value.", f"return {frozen}")
        lines.blank(2)
        playout = Playouts(self.shared, self.options, self.points).playout() if self.layout.is_small else None
        if playout is not None:
            lines.extend(playout)
        else:
            self.general_playout(lines, advance, frozen)
        self.outcome(lines)
        self.liking(lines)

    def general_playout(self, lines: Lines, advance: str, frozen: str) -> None:
        with lines.block("def playout(s, random):"):
            lines.add('"""Play at random to the end."""')
            lines.add("l = list(s)")
            with lines.block(f"while at := l[{self.control}]:"):
                lines.add("moves = LEGAL[at](l)")
                if any(isinstance(p, ChancePoint) for p in self.automaton.points):
                    with lines.block("if chances := WEIGHTS[at](l):"):
                        lines.add("mark = int(random() * sum(chances))")
                        with lines.block("for m, chance in zip(moves, chances):"):
                            lines.add("mark -= chance")
                            with lines.block("if mark < 0:"):
                                lines.add("break")
                    with lines.block("else:"):
                        lines.add("m = moves[int(random() * len(moves))]")
                    lines.add("APPLY[at](l, m, None)")
                else:
                    lines.add("APPLY[at](l, moves[int(random() * len(moves))], None)")
                if advance:
                    lines.add(advance.format("None"))
            lines.add(f"return {frozen}")

    def outcome(self, lines: Lines) -> None:
        lines.blank(2)
        with lines.block("def outcome(s):"):
            lines.add('"""Points of each player."""')
            lines.add(f"return {self.of_each_player([e for _, e in self.automaton.scores]).text}")

    def liking(self, lines: Lines) -> None:
        """Only where the text has a `valuation`."""
        if self.automaton.valuation is None:
            return
        lines.blank(2)
        with lines.block("def liking(s):"):
            lines.add('"""How much each player likes the position: the valuation of the text."""')
            lines.add(f"return {self.of_each_player([self.automaton.valuation]).text}")

    def of_each_player(self, items: Sequence[Expr]) -> code.Code:
        """The sum of the items for every player."""
        totals = []
        for player in self.automaton.player_kind.values:
            known = Const(player, Member(self.automaton.player_kind))
            total = code.ZERO
            for item in items:
                simple = self.expressions.simplify(item, {"player": known})
                total = code.binary("+", total, self.expressions.value(simple, self.reading()))
            totals.append(total)
        return code.tuple_of(totals)

    def invariants(self, lines: Lines) -> None:
        at: dict[int, list[str]] = {}
        for invariant in self.automaton.invariants:
            name = self.names.fresh(f"holds_{invariant.name}")
            lines.blank(2)
            with lines.block(f"def {name}(s):", remark(invariant.about)):
                lines.add(f"return {self.expressions.truth(invariant.condition, self.reading())}")
            for label in invariant.points:
                number = self.shared.numbers.get(label, 0)
                at.setdefault(number, []).append(f"({invariant.name!r}, {name})")
        lines.blank(2)
        if not at:
            lines.add("INVARIANTS = {}")
        else:
            self.invariant_table(at, lines)
        lines.blank(2)
        with lines.block("def check_invariants(s):"):
            lines.add('"""The names of the invariants that do not hold here."""')
            lines.add(f"return [name for name, holds in INVARIANTS.get(s[{self.control}], ()) if not holds(s)]")

    def invariant_table(self, at: dict[int, list[str]], lines: Lines) -> None:
        with lines.block("INVARIANTS = {"):
            for number, names in sorted(at.items()):
                lines.add(f"{number}: ({', '.join(names)},),")
        lines.add("}")
