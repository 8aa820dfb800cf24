"""Statements of the typed rules: what happens, one after another.

Reads `expressions`. Sugar is gone (offers are turns with a decision, reactions are decisions at the announcement), but the
structure of the text is kept: blocks, loops, calls, options, with label, citation and source line on each (`about`).
"""

from typing import Union

import attrs

from rulespec.rules.expressions import Expr
from rulespec.rules.types import Kind, Type
from rulespec.source import NOWHERE, Span


@attrs.frozen
class About:
    """What a statement, option or clause says of itself: its code, sources, title per language and place in the text."""

    code: str = ""
    cites: tuple[str, ...] = ()
    title: str = ""
    span: Span = attrs.field(default=NOWHERE, eq=False, repr=False)


@attrs.frozen
class Cell:
    """One cell of a state family, as a target."""

    family: str
    keys: tuple[Expr, ...]


@attrs.frozen
class Let:
    """`price = the space's die`: fixed where it stands, known to what follows in the block and blocks inside it."""

    var: str
    value: Expr
    about: About = About()


@attrs.frozen
class Assign:
    """`becomes`, `rises by`, `falls by`, `joins`, `leaves`. `value` is the new value, overflow policy already applied
    (clamp: min/max, wrap: %); `verb` and `amount` are for texts and events."""

    cell: Cell
    value: Expr
    verb: str = "becomes"
    amount: Expr | None = None
    about: About = About()


@attrs.frozen
class AssignAll:
    """Simultaneously, for all members of the kinds with `condition`: cell[keys] := value. All right sides read the state
    before. Serves whole sets (`the targets become empty`), refills and `discard all cards`."""

    family: str
    vars: tuple[tuple[str, Kind], ...]
    condition: Expr
    value: Expr
    verb: str = "becomes"
    about: About = About()
    fixed_keys: tuple[Expr, ...] = ()
    """Leading keys that are the same for all (the vars are the trailing keys)."""


@attrs.frozen
class Transfer:
    """Move counted pieces. `amount` is already the number that moves (`up to`, `all`, `at most` computed into it);
    `mode` in {"exact", "up_to", "all"} is for texts. `exact` must not exceed what the source holds: an obligation, and a
    run-time error (R0501) in interp and compiled code never happens in a legal game because the clauses guard it."""

    piece: str
    amount: Expr
    source: Cell
    target: Cell
    mode: str = "exact"
    verb: str = "move"
    about: About = About()


@attrs.frozen
class MoveCard:
    """Put one card into a place: the only writer of a card's location besides AssignAll."""

    cards: str
    """Name of the location family."""
    card: Expr
    place: Expr
    verb: str = "move"
    about: About = About()


@attrs.frozen
class If:
    """`if`, `first that applies`, `step`s under a reading. `label` names an outcome people dispute ("rejected")."""

    condition: Expr
    then: tuple["Stmt", ...]
    otherwise: tuple["Stmt", ...] = ()
    label: str = ""
    about: About = About()


@attrs.frozen
class ForEach:
    """`each player, in turn from the governor` / `each source of the player`.

    Members of `kind` are visited in canonical order, or cyclically from `start` (which comes first). `condition` is tested
    when the visit begins. Without `until`: each member at most once. With `until` (`again until`): round and round, `until` tested
    before each visit, members without `condition` skipped; a full round without a visit is an error the verifier excludes.
    `simultaneous` loops have no decision inside and their iterations commute (checked): they may run in canonical order too.
    """

    var: str
    kind: Kind
    start: Expr | None
    condition: Expr
    body: tuple["Stmt", ...]
    until: Expr | None = None
    rank: Expr | None = None
    simultaneous: bool = False
    about: About = About()


@attrs.frozen
class Repeat:
    """`repeat until`: the condition is tested before each pass; `rank` falls with each pass."""

    until: Expr
    body: tuple["Stmt", ...]
    rank: Expr | None = None
    about: About = About()


@attrs.frozen
class Clause:
    """One labelled condition of an option: a named yes/no value. Holds if `condition` or one of `lifts` holds.
    `code` is unique and stable: `vote.fixed.cast.colour`."""

    label: str
    condition: Expr
    about: About
    lifts: tuple[tuple[Expr, About], ...] = ()
    source: str = ""
    """The card or ruling that added the clause, empty for the rule itself."""
    prohibition: bool = False
    """Added by a card or reading (`also only if`): a failure is FORBIDDEN, not NOT_PERMITTED."""
    text: str = ""
    """The quoted sentence with {holes}, empty if the condition's own words serve."""


@attrs.frozen
class Parameter:
    """A parameter of an option; its domain is all of `type`. `name` is its variable, of which a rule has one alone."""

    name: str
    type: Type
    called: str = ""
    """What the text calls it, where the variable had to be called otherwise (`home_2`)."""

    @property
    def public(self) -> str:
        """Its name in moves."""
        return self.called or self.name


@attrs.frozen
class Option:
    """`may export(port, space, number) only if ... then ...`.

    `definitions` are named values used by clauses and effects (evaluated on demand from parameters and state, in order).
    `active` is false under readings that remove the option (folded like rulings).
    """

    name: str
    parameters: tuple[Parameter, ...]
    definitions: tuple[Let, ...]
    clauses: tuple[Clause, ...]
    effect: tuple["Stmt", ...]
    about: About
    active: Expr | None = None


@attrs.frozen
class Decide:
    """One player chooses one option. `code` is unique in the game (rule path); `id` the number in the catalogue (DEC-11).
    `several`: where exactly one move is legal it is played without asking."""

    owner: Expr
    options: tuple[Option, ...]
    code: str
    id: str
    several: bool
    about: About


@attrs.frozen
class Draw:
    """Chance: `var` becomes a member of `kind` with probability weight / sum of weights (weights are whole numbers, a
    function of var and state; at least one is positive). `seen_by` is who learns the result: "all", "none", or an expression
    for a player."""

    var: str
    kind: Kind
    weight: Expr
    code: str
    id: str
    seen_by: Union[str, Expr] = "all"
    about: About = About()


@attrs.frozen
class Call:
    """Perform another rule (or menu) with arguments, then go on."""

    rule: str
    arguments: tuple[Expr, ...]
    about: About = About()


@attrs.frozen
class Earn:
    """Add to an account; settled at the end of the option effect or rule body in which this stands (not inside the
    settling rule's own call tree, where the running settlement takes care)."""

    account: str
    key: Expr
    amount: Expr
    about: About = About()


@attrs.frozen
class Announce:
    """Something happened that others react to; `reactions` is what the packs attach, in declared order."""

    name: str
    by: Expr
    reactions: tuple["Stmt", ...]
    about: About = About()


@attrs.frozen
class Show:
    """Tell players what a card is. `to` is "all" or a player. The effect on what is known is separate `AssignAll`s."""

    card: Expr
    to: Union[str, Expr]
    about: About = About()


@attrs.frozen
class EndGame:
    """The game is over at once, whatever was running."""

    ending: str
    about: About = About()


@attrs.frozen
class Step:
    """A named part of a rule: a heading for readers, a scope for `during`."""

    name: str
    body: tuple["Stmt", ...]
    about: About = About()


Stmt = Union[
    Let,
    Assign,
    AssignAll,
    Transfer,
    MoveCard,
    If,
    ForEach,
    Repeat,
    Decide,
    Draw,
    Call,
    Earn,
    Announce,
    Show,
    EndGame,
    Step,
]
