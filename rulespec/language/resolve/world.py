"""What a text has declared so far: the dictionary that names are looked up in.

Reads `rules`; filled by the `declare_*` modules, read by those that resolve expressions and statements.
"""

from collections.abc import Iterable

import attrs

from rulespec.diagnostics import Diagnostics, did_you_mean
from rulespec.language.tree import Leaf, Node
from rulespec.rules.game import (
    Account,
    CardKind,
    Definition,
    Ending,
    Family,
    Piece,
    Place,
    RulingDecl,
    Score,
    Table,
)
from rulespec.rules.types import Kind, Member, Type
from rulespec.source import NOWHERE, Span


@attrs.define
class Signature:
    """What is known of a rule or definition before its body is read."""

    name: str
    node: Node
    parameters: tuple[tuple[str, Type], ...]
    performer: str | None = None
    type: Type | None = None
    prepositions: tuple[str, ...] = ()
    word: str = ""
    rule: str | None = None
    """The rule that the definition stands in, if it is local."""
    captured: tuple[tuple[str, Type], ...] = ()


@attrs.define
class Policy:
    """What a marker does at the ends of its range: "fail", "stop" or "wrap"."""

    overflow: str = "fail"


@attrs.define
class World:
    """All declarations of a game, by name."""

    found: Diagnostics
    player_kind: str = "player"
    kinds: dict[str, Kind] = attrs.field(factory=dict)
    families: dict[str, Family] = attrs.field(factory=dict)
    pieces: dict[str, Piece] = attrs.field(factory=dict)
    cards: dict[str, CardKind] = attrs.field(factory=dict)
    places: dict[str, Place] = attrs.field(factory=dict)
    tables: dict[str, Table] = attrs.field(factory=dict)
    definitions: dict[str, Definition] = attrs.field(factory=dict)
    signatures: dict[str, Signature] = attrs.field(factory=dict)
    rules: dict[str, Signature] = attrs.field(factory=dict)
    accounts: dict[str, Account] = attrs.field(factory=dict)
    endings: dict[str, Ending] = attrs.field(factory=dict)
    scores: list[Score] = attrs.field(factory=list)
    rulings: dict[str, RulingDecl] = attrs.field(factory=dict)
    policies: dict[str, Policy] = attrs.field(factory=dict)
    printed: set[str] = attrs.field(factory=set)
    """Tables that the rules declare and the content fills in."""
    absent: set[str] = attrs.field(factory=set)
    """Players that the text names and this table does not have; a fact that names one of them says none."""
    relations: dict[tuple[str, str], str] = attrs.field(factory=dict)
    """(owner kind, member kind) -> table of flags: `cell of the line`."""
    neighbours: dict[str, str] = attrs.field(factory=dict)
    """kind -> symmetric table of flags: `is next to`."""
    spans: dict[str, Span] = attrs.field(factory=dict)
    """Where each name of the text was declared, "what:name"."""
    used: set[str] = attrs.field(factory=set)
    texts: dict[str, str] = attrs.field(factory=dict)
    """English texts by code."""

    def declare(self, what: str, leaf: Leaf, taken: Iterable[str]) -> bool:
        """Note a new name; False (and a diagnostic) if it is taken."""
        if leaf.text in set(taken):
            before = next((s for k, s in self.spans.items() if k.endswith(":" + leaf.text)), NOWHERE)
            self.found.error(
                "R0202",
                f"there is already something called `{leaf.text}`",
                leaf.span,
                (before, "declared here"),
                help="one word for each thing: choose another name",
            )
            return False
        self.spans[f"{what}:{leaf.text}"] = leaf.span
        return True

    def kind_named(self, name: str) -> Kind | None:
        """The kind of that name, singular or plural."""
        for candidate in singulars(name):
            if candidate in self.kinds:
                return self.kinds[candidate]
        return None

    def need_kind(self, leaf: Leaf) -> Kind | None:
        kind = self.kind_named(leaf.text)
        if kind is None:
            self.found.error(
                "R0201",
                f"there is no kind called `{leaf.text}`",
                leaf.span,
                help=did_you_mean(leaf.text, self.kinds) or "declare it under `kinds`",
            )
        return kind

    def members_named(self, name: str) -> list[tuple[Kind, int]]:
        """Root kinds that have a member of this name, with its index."""
        return [
            (kind, kind.members.index(name))
            for kind in self.kinds.values()
            if kind.name == kind.root and name in kind.members
        ]

    @property
    def player(self) -> Kind:
        return self.kinds[self.player_kind]


def singulars(name: str) -> list[str]:
    """The name itself and what it may be the plural of."""
    found = [name]
    if name.endswith("ies"):
        found.append(name[:-3] + "y")
    if name.endswith("es"):
        found.append(name[:-2])
    if name.endswith("s"):
        found.append(name[:-1])
    irregular = {"dice": "die", "men": "man", "people": "person"}
    if name in irregular:
        found.append(irregular[name])
    return found


def singular(name: str) -> str:
    """What one of them is most likely called: `deputies`, a `deputy`."""
    found = singulars(name)
    return found[1] if name.endswith("ies") else found[-1]


def is_member(type_: Type | None, root: str | None = None) -> bool:
    """Is it the type of a member (of a kind with that root)?"""
    return isinstance(type_, Member) and (root is None or type_.kind.root == root)
