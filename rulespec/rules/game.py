"""The typed rules of a whole game: what the checker returns and every reader of the structured rules takes.

Reads `types`, `expressions`, `statements`. Data only; frozen.
"""

from collections.abc import Mapping
from typing import Union

import attrs

from rulespec.rules.expressions import Expr
from rulespec.rules.layout import Panel
from rulespec.rules.statements import About, Stmt
from rulespec.rules.types import Kind, Scalar, Type


@attrs.frozen
class Visibility:
    """Who sees the value of a cell: "all", "none" (face down), "owner" (the player that is key number `key`), "count"
    (only how many cards lie there)."""

    who: str = "all"
    key: int = 0


@attrs.frozen
class Family:
    """A named piece of state, one cell per combination of its keys.

    `role`: "place" (count of a piece), "location" (of cards, value = place number), "marker", "account", "keep" (of rule
    `rule`: exists while it runs, initialised to `default` when it is entered). A set is a family of flags whose last key is its kind.
    """

    name: str
    keys: tuple[Kind, ...]
    type: Scalar
    role: str
    default: int = 0
    initial: tuple[int, ...] | None = None
    """Starting values in key order (row-major); None: `default` everywhere."""
    rule: str | None = None
    visibility: Visibility = Visibility()
    is_set: bool = False
    about: About = About()
    known_of: str | None = None
    """Set on the flags family (card, player) that says who has come to know cards of that location family."""


@attrs.frozen
class Place:
    """A place of counted pieces (its family has the same name) or of cards (numbered from `base` in its location family)."""

    name: str
    keys: tuple[Kind, ...]
    piece: str
    visibility: Visibility
    supply: bool = False
    discards: bool = False
    base: int = 0
    """First place number (cards only)."""
    owner_of: tuple[Expr, ...] = ()
    """For keyed pieces: the piece's key values as expressions over Var("key0"), Var("key1"), ... of the place."""
    about: About = About()


@attrs.frozen
class Piece:
    """Counted pieces (`pieces 180 coins`) with their total per key; conservation: for each key combination the sum over all
    places is `total`. Cards are `CardKind`s instead."""

    name: str
    total: int
    keys: tuple[Kind, ...]
    places: tuple[Place, ...]
    about: About = About()


@attrs.frozen
class CardKind:
    """Unique cards: each lies in exactly one place. `location` is the family holding the place number."""

    name: str
    kind: Kind
    location: str
    places: tuple[Place, ...]
    about: About = About()


JOINED = ".joined_"
"""In the name of a table that was worked out from links: which members are joined step by step."""


@attrs.frozen
class Table:
    """Static facts keyed by kinds, row-major. `provenance`: stated, derived, community, per row or one for all."""

    name: str
    keys: tuple[Kind, ...]
    type: Type
    values: tuple[int, ...]
    provenance: tuple[str, ...] = ()
    about: About = About()


@attrs.frozen
class Arm:
    """`the province's garrison otherwise`: the first arm whose condition holds gives the value."""

    value: Expr
    condition: Expr
    about: About = About()


@attrs.frozen
class Contribution:
    """`levy: -1 to ... if ..., at least 0`: a named part of a value from a rule, card or improvement.

    Order: the arm's value, then "set"s, then "add"s with their `floor`, in the order of the tuple.
    """

    label: str
    verb: str
    amount: Expr
    condition: Expr
    floor: int | None
    source: str
    about: About = About()


@attrs.frozen
class Definition:
    """A derived value or yes/no word: `value a province's power for a role`, `a home is free when ...`."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    type: Type
    arms: tuple[Arm, ...]
    contributions: tuple[Contribution, ...] = ()
    text: str = ""
    word: str = ""
    """The word as written (`free`, `power`), with its prepositions in `prepositions`."""
    prepositions: tuple[str, ...] = ()
    about: About = About()


@attrs.frozen
class Rule:
    """A rule, phase or menu. `form` in {"rule", "phase", "menu"}; a menu's body is one Decide. `performer` names the parameter
    after `by` (always the last of `parameters`)."""

    name: str
    form: str
    parameters: tuple[tuple[str, Type], ...]
    performer: str | None
    body: tuple[Stmt, ...]
    about: About


@attrs.frozen
class Account:
    """`account steps of each player: 0..60, settled one by one by climb, in turn from the governor`."""

    name: str
    family: str
    settled_by: str
    start: Expr | None
    about: About = About()


@attrs.frozen
class Ending:
    """A way the game ends. `winners` is a set expression, or None: those with the highest total score (if nothing is scored, nobody)."""

    name: str
    winners: Expr | None
    about: About


@attrs.frozen
class Score:
    """An item of a player's result. The total over all items is what `core.outcome` returns per player."""

    name: str
    definition: str
    about: About


@attrs.frozen
class Invariant:
    """What must hold. `scope`: "always", "during" / "outside" a rule or step (`where`), "after" a rule or phase."""

    name: str
    scope: str
    where: str
    condition: Expr
    about: About


@attrs.frozen
class Reading:
    """One answer to a question. `void` says why it makes no difference to the rules, if that is so; `seating` is the
    order in which the players sit under it, if it says that."""

    letter: str
    text: str
    void: str = ""
    seating: tuple[str, ...] = ()


@attrs.frozen
class Evidence:
    """A section of a rulebook (by its language) that speaks for a reading; without a letter, for the only one there is."""

    letter: str
    book: str
    section: str


@attrs.frozen
class RulingDecl:
    """An open question of the rulebooks with its readings; one with a single reading is settled."""

    id: str
    question: str
    default: str
    readings: tuple[Reading, ...]
    about: About
    weight: str = ""
    """How often it matters: H (who wins, what is legal), M (normal play), L (rare); empty if not said."""
    evidence: tuple[Evidence, ...] = ()

    @property
    def is_settled(self) -> bool:
        return len(self.readings) == 1


@attrs.frozen
class Statement:
    """One statement of the rulebooks: what it says in our words, and the section of each rulebook (by language) that says it.

    `status` is "executable", "data" or "descriptive"; `reason` says why it is only descriptive, `answer` how one that
    speaks of a condition or choice is met by something that has none.
    """

    id: str
    text: str
    sections: Mapping[str, str]
    kind: str
    status: str
    reason: str = ""
    answer: str = ""
    about: About = About()


@attrs.frozen
class Fact:
    """`given` and expected facts of a scenario: either a cell that has a value, or a condition to hold."""

    cell_family: str | None
    keys: tuple[int, ...]
    value: int
    condition: Expr | None
    about: About


@attrs.frozen
class Played:
    """`when blue plays export(...)`: expected facts after it, or the clause code that refuses it.

    With readings of its own (`under AMB-53 a`) it is tried in the same position by them, and play goes on as before.
    """

    player: str
    move: str
    refused_by: str | None
    facts: tuple[Fact, ...]
    about: About
    readings: tuple[tuple[str, str], ...] = ()


@attrs.frozen
class Scenario:
    """`given` facts on top of the initial state, control put `at` a rule by a player (or after moves from the start).

    `reached` must be true as soon as somebody has to decide; `readings` are those it is played by."""

    name: str
    given: tuple[Fact, ...]
    at_rule: str | None
    at_arguments: tuple[Expr, ...]
    played: tuple[Played, ...]
    about: About
    reached: tuple[Fact, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    players: int = 0
    content: str | None = None


@attrs.frozen
class Game:
    """Everything a text says, resolved and checked."""

    name: str
    title: str
    version: str
    languages: tuple[str, ...]
    player_kind: str
    start_rule: str
    kinds: Mapping[str, Kind]
    families: Mapping[str, Family]
    pieces: Mapping[str, Piece]
    cards: Mapping[str, CardKind]
    places: Mapping[str, Place]
    tables: Mapping[str, Table]
    definitions: Mapping[str, Definition]
    rules: Mapping[str, Rule]
    accounts: Mapping[str, Account]
    endings: Mapping[str, Ending]
    scores: tuple[Score, ...]
    invariants: tuple[Invariant, ...]
    rulings: Mapping[str, RulingDecl]
    profiles: Mapping[str, Mapping[str, str]]
    scenarios: tuple[Scenario, ...]
    """Those for this number of players and this content; `elsewhere` says which others there are."""
    texts: Mapping[str, Mapping[str, str]]
    """language -> code -> text"""
    elsewhere: tuple[tuple[int, str | None], ...] = ()
    """Tables that scenarios ask for and that this one is not: how many players, which content."""
    player_counts: tuple[int, ...] = ()
    text_hash: str = ""
    layout: tuple[str, ...] = ()
    valuation: Expr | None = None
    """How much a player likes a position, over Var("player"): what the greedy bot plays for."""
    panels: tuple[Panel, ...] = ()
    """How a position is laid out; empty: as `default_layout` has it."""
    catalogue: Mapping[str, Statement] = attrs.field(factory=dict)
    """What the rulebooks state, by id; empty if the text names no catalogue."""
    extra: Mapping[str, object] = attrs.field(factory=dict)
    pack_facts: tuple[Invariant, ...] = ()
    """`pack must`: what the tables and cards of every content pack must satisfy; looked at once, when the game is loaded."""


Declared = Union[Family, Place, Table, Definition]
