"""What readings and cards change: each sentence under a letter or a card, with the condition it counts under.

Reads `ruling`, `under`, `readings`, `profile` and `card` trees; returns rulings, profiles and changes.
"""

from collections.abc import Mapping

import attrs

from rulespec.diagnostics import Diagnostics, did_you_mean
from rulespec.language.resolve.margins import about_of, unquoted, weight_of
from rulespec.language.tree import Holding, Node, Readings
from rulespec.rules.game import Evidence, Reading, RulingDecl

WHOLE = ("instead", "new_step", "new_rule", "new_outcome", "new_clause")


@attrs.frozen
class Change:
    """One sentence that changes the rules. `place` is the rule it is looked up in first (empty: all rules)."""

    node: Node
    under: tuple[Readings, ...]
    source: str
    place: str
    while_in: Holding | None = None

    @property
    def weight(self) -> int:
        """How many readings must come together: the more, the later, for the special prevails."""
        return max((len(together) for together in self.under), default=0)


@attrs.define
class Collector:
    """Gathers rulings and changes of a text."""

    found: Diagnostics
    rulings: dict[str, RulingDecl] = attrs.field(factory=dict)
    changes: list[Change] = attrs.field(factory=list)
    combined: list[tuple[Node, str]] = attrs.field(factory=list)

    def ruling(self, tree: Node, place: str) -> None:
        if tree.kind == "under":
            # Looked at when all rulings are known.
            self.combined.append((tree, place))
            return
        leaf = tree.leaf("RULING")
        assert leaf is not None
        id = leaf.text
        if id in self.rulings:
            self.found.error(
                "R0202",
                f"{id} is asked twice",
                leaf.span,
                (self.rulings[id].about.span, "asked here"),
                help="one question, one ruling",
            )
            return
        strings, default = tree.leaves("STRING"), tree.text("LETTER") or "a"
        readings = {default: Reading(default, unquoted(strings[1]))}
        for reading in tree.all("reading"):
            letter = reading.leaf("LETTER")
            assert letter is not None
            if letter.text in readings:
                self.found.error(
                    "R0202", f"{id} has two readings {letter.text}", letter.span, help="each reading has its own letter"
                )
                continue
            words = [unquoted(leaf) for leaf in reading.leaves("STRING")]
            changes = _changes(reading)
            seats = tuple(leaf.text for c in changes if c.kind == "seating" for leaf in c.leaves("NAME"))
            readings[letter.text] = Reading(letter.text, words[0], "".join(words[1:]), seats)
            for change in (c for c in changes if c.kind != "seating"):
                self.changes.append(Change(change, (((id, letter.text),),), f"{id} {letter.text}", place))
        ordered = tuple(readings[letter] for letter in sorted(readings))
        self.rulings[id] = RulingDecl(
            id, unquoted(strings[0]), default, ordered, about_of(tree, id, unquoted(strings[0])), weight_of(tree),
            self._evidence(tree, readings, default),
        )  # fmt: skip

    def _evidence(self, tree: Node, readings: Mapping[str, Reading], default: str) -> tuple[Evidence, ...]:
        """`evidence for b pt "Resumo 3", en "Order", "Objective"`: each section belongs to the book named last."""
        found: list[Evidence] = []
        for evidence in tree.all("evidence"):
            leaf = evidence.leaf("LETTER")
            letter = leaf.text if leaf is not None else default
            if leaf is not None and letter not in readings:
                self.found.error(
                    "R0201", f"there is no reading {letter} here", leaf.span,
                    help=f"its readings are {', '.join(sorted(readings))}",
                )  # fmt: skip
            book = ""
            for section in evidence.all("section"):
                book = section.text("NAME") or book
                found.append(Evidence(letter, book, unquoted(section.leaf("STRING"))))
        return tuple(found)

    def combinations(self) -> None:
        """`under AMB-26 b and AMB-27 b`: what readings change together."""
        for tree, place in self.combined:
            under = self._condition(tree)
            if under is None:
                continue
            source = " or ".join(" and ".join(f"{r} {letter}" for r, letter in together) for together in under)
            self.changes.extend(Change(change, under, source, place) for change in _changes(tree))

    def _condition(self, tree: Node) -> tuple[Readings, ...] | None:
        terms = [("", tree.text("RULING"), tree.text("LETTER"))]
        for more in tree.all("under_more"):
            terms.append((more.text("OR_AND"), more.text("RULING") or terms[-1][1], more.text("LETTER")))
        joiners = {joiner for joiner, _, _ in terms[1:]}
        if len(joiners) > 1:
            self.found.error(
                "R0408", "`and` and `or` are mixed here", tree.span, help="write one `under` for each combination"
            )
            return None
        for _, id, letter in terms:
            if not self.known(id, letter, tree):
                return None
        readings = [(id, letter) for _, id, letter in terms]
        return (tuple(readings),) if joiners == {"and"} else tuple((reading,) for reading in readings)

    def known(self, id: str, letter: str, tree: Node) -> bool:
        ruling = self.rulings.get(id)
        if ruling is None:
            self.found.error("R0201", f"there is no ruling {id}", tree.span, help=did_you_mean(id, self.rulings))
            return False
        letters = [reading.letter for reading in ruling.readings]
        if letter not in letters:
            self.found.error(
                "R0201", f"{id} has no reading {letter}", tree.span, help=f"its readings are {', '.join(letters)}"
            )
            return False
        return True

    def card(self, tree: Node) -> None:
        name = tree.leaves("NAME")[0].text
        for while_in in tree.all("while_in"):
            pattern = while_in.one("pattern")
            assert pattern is not None
            holding = Holding(name, pattern, while_in.text("NAME"))
            for change in while_in.items[1:]:
                if isinstance(change, Node):
                    self.changes.append(Change(change, (), name, "", holding))
        self.changes.extend(Change(upon, (), name, "") for upon in tree.all("upon"))

    def profiles(self, trees: list[Node]) -> Mapping[str, Mapping[str, str]]:
        """`profile pt`, then lines of rulings with their letters. `default` is always there."""
        found: dict[str, dict[str, str]] = {"default": {}}
        for tree in trees:
            name = tree.leaves("NAME")[0]
            if found.get(name.text):
                self.found.error("R0202", f"there are two profiles `{name.text}`", name.span, help="rename one")
                continue
            choices: dict[str, str] = {}
            for ruling, letter in zip(tree.leaves("RULING"), tree.leaves("LETTER"), strict=True):
                if self.known(ruling.text, letter.text, attrs.evolve(tree, span=ruling.span)):
                    choices[ruling.text] = letter.text
            found[name.text] = choices
        return found


def _changes(tree: Node) -> list[Node]:
    beside = ("margin", "under_more")
    return [item for item in tree.items if isinstance(item, Node) and item.kind not in beside]
