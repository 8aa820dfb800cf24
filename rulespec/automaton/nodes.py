"""The automaton: flat slots, control points, and a DAG of blocks between them.

Made by `rulespec.lower` from the typed rules; read by `rulespec.python` and by `verifier`, which read nothing else.
Expressions are those of `rulespec.rules.expressions` without PlaceAt, CanChoose (and, after `fold`, without RulingIs):
places are plain numbers, definitions and possibilities are `functions`. Values keep their meaning (see
`rulespec.rules.types`); the keys of Read and Target are values, not positions: a backend turns them into offsets by
`Slot.keys`.
"""

from collections.abc import Mapping

import attrs

from rulespec.rules.expressions import Expr
from rulespec.rules.statements import About
from rulespec.rules.types import Kind, Scalar, Type


@attrs.frozen
class Slot:
    """A family of cells of the flat state. `Read.family` names it.

    `role`: place, location, marker, account, keep, known (from the typed rules) or param, local, cursor, return,
    control (made here). `frame` is the rule whose activation it belongs to (None: the game's own state). Frame slots
    that are dead hold `default`. Slots lie one after another in the order of `Automaton.slots`; cell offset =
    slot.offset + row-major position of the keys.
    """

    name: str
    keys: tuple[Kind, ...]
    type: Scalar
    default: int
    role: str
    offset: int
    frame: str | None = None
    is_set: bool = False

    @property
    def size(self) -> int:
        n = 1
        for kind in self.keys:
            n *= kind.size
        return n


@attrs.frozen
class Target:
    slot: str
    keys: tuple[Expr, ...]


@attrs.frozen
class Bind:
    """A local value within one atomic step."""

    var: str
    value: Expr
    about: About = About()


@attrs.frozen
class Write:
    """slot[keys] := value. `role` "" is an effect of the rules (an event), anything else is plumbing: cursor, return,
    save, dead, settle. `verb`/`amount` as in the typed rules."""

    target: Target
    value: Expr
    role: str = ""
    verb: str = "becomes"
    amount: Expr | None = None
    about: About = About()


@attrs.frozen
class WriteAll:
    """For all members of the vars' kinds with `condition`, simultaneously: slot[fixed_keys + vars] := value."""

    slot: str
    vars: tuple[tuple[str, Kind], ...]
    condition: Expr
    value: Expr
    fixed_keys: tuple[Expr, ...] = ()
    role: str = ""
    verb: str = "becomes"
    about: About = About()


@attrs.frozen
class Move:
    """Move `amount` pieces between cells: the only writer of places. Never more than the source holds."""

    piece: str
    amount: Expr
    source: Target
    target: Target
    mode: str = "exact"
    verb: str = "move"
    about: About = About()


@attrs.frozen
class Note:
    """Nothing changes, but people are told: kinds "show", "announce", "outcome"."""

    kind: str
    values: tuple[tuple[str, Expr], ...]
    about: About = About()
    to: str | Expr = "all"


@attrs.frozen
class When:
    """A branch without exits: both sides fall through."""

    condition: Expr
    then: tuple["Effect", ...]
    otherwise: tuple["Effect", ...] = ()
    label: str = ""
    about: About = About()


@attrs.frozen
class Each:
    """A loop without control inside, in canonical order (or cyclically from `start`); `condition` is tested at each
    visit."""

    var: str
    kind: Kind
    start: Expr | None
    condition: Expr
    body: tuple["Effect", ...]
    about: About = About()


Effect = Bind | Write | WriteAll | Move | Note | When | Each


@attrs.frozen
class Goto:
    """Go to a joint or a point (by label). `arguments` are the local values a joint needs (aligned with
    Joint.parameters). `returns_to`: for calls, the joint that the callee will come back to (analyses need it, execution
    does not)."""

    label: str
    arguments: tuple[Expr, ...] = ()
    returns_to: str | None = None


@attrs.frozen
class Branch:
    """A branch whose sides end by themselves."""

    condition: Expr
    then: "Block"
    otherwise: "Block"
    label: str = ""
    about: About = About()


@attrs.frozen
class Finish:
    """The game is over: frame slots to their defaults, control to `over`, the ending noted."""

    ending: str
    about: About = About()


Exit = Goto | Branch | Finish


@attrs.frozen
class Block:
    effects: tuple[Effect, ...]
    exit: Exit


@attrs.frozen
class Joint:
    """A shared continuation inside atomic steps. The graph of joints between points is acyclic.
    `rule` is where it came from."""

    label: str
    parameters: tuple[tuple[str, Type], ...]
    block: Block
    rule: str


@attrs.frozen
class ClauseCode:
    """A clause of an option, lifts folded into `condition`; defined on its own (does not need its predecessors)."""

    code: str
    condition: Expr
    about: About = About()


@attrs.frozen
class OptionPoint:
    """Clauses and block may read parameters (Var), definitions (Var, bound in order before use) and slots."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    definitions: tuple[Bind, ...]
    clauses: tuple[ClauseCode, ...]
    block: Block
    about: About = About()
    active: Expr | None = None


@attrs.frozen
class DecisionPoint:
    label: str
    number: int
    """Value of the control slot at this point, from 1."""
    owner: Expr
    options: tuple[OptionPoint, ...]
    several: bool
    id: str
    rule: str
    about: About = About()


@attrs.frozen
class ChancePoint:
    label: str
    number: int
    var: str
    kind: Kind
    weight: Expr
    block: Block
    id: str
    rule: str
    seen_by: str | Expr = "all"
    about: About = About()


@attrs.frozen
class AutomaticPoint:
    """The head of a loop on a cycle that no decision or draw cuts."""

    label: str
    number: int
    block: Block
    rule: str
    rank: Expr | None = None
    about: About = About()


Point = DecisionPoint | ChancePoint | AutomaticPoint


@attrs.frozen
class Function:
    """A definition (`origin` its name) or a possibility ("can ..."; origin = decision code) as a pure function."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    body: Expr
    type: Type
    origin: str = ""
    about: About = About()


@attrs.frozen
class FrameFact:
    """What only the lowering knows: at these points this holds (cursor bounds, conditions of enclosing branches,
    accounts empty outside their settlement, return slots set). Proofs use them as invariants."""

    name: str
    points: tuple[str, ...]
    condition: Expr


@attrs.frozen
class InvariantAt:
    """An invariant and the points (labels) at which it must hold."""

    name: str
    points: tuple[str, ...]
    condition: Expr
    about: About = About()


@attrs.frozen
class PieceSum:
    """Conservation data of a counted piece: places (slot names) with the piece key each cell belongs to.
    `keys_of[i]` gives, for place i, the piece's key values as expressions over Var("key0").. of the place's keys."""

    name: str
    total: int
    keys: tuple[Kind, ...]
    slots: tuple[str, ...]
    keys_of: tuple[tuple[Expr, ...], ...]


@attrs.frozen
class TableData:
    name: str
    keys: tuple[Kind, ...]
    type: Type
    values: tuple[int, ...]


@attrs.frozen
class EndingData:
    name: str
    number: int
    winners: Expr | None


@attrs.frozen
class Automaton:
    """`control` is the name of the slot that holds the number of the point (0: over); `ending` of the slot that holds
    the number of the ending (0: none). `start` is run from the initial cells to reach the first point."""

    game: str
    slots: tuple[Slot, ...]
    initial: tuple[int, ...]
    control: str
    ending: str
    player_kind: Kind
    points: tuple[Point, ...]
    joints: Mapping[str, Joint]
    start: Block
    functions: Mapping[str, Function]
    tables: Mapping[str, TableData]
    endings: tuple[EndingData, ...]
    scores: tuple[tuple[str, Expr], ...]
    """item name -> expression over Var("player")"""
    invariants: tuple[InvariantAt, ...]
    facts: tuple[FrameFact, ...]
    pieces: tuple[PieceSum, ...]
    cards: tuple[tuple[str, int], ...] = ()
    """location slot -> number of places"""
    folded: Mapping[str, str] = attrs.field(factory=dict)
    """ruling -> letter, once folded"""
    valuation: Expr | None = None
    """what a player would like to have, over Var("player"); for bots"""

    def slot(self, name: str) -> Slot:
        return next(s for s in self.slots if s.name == name)
