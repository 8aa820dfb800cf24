"""The weaver: puts every change where it belongs, and reports those that belong nowhere.

Reads the trees of a game; returns them without rulings and cards' sentences, each variant beside the default. Order: whole
things (those of several readings last), then sentences, then what is added and lifted.
"""

from collections.abc import Mapping, Sequence
from functools import partial

import attrs

from rulespec.diagnostics import Diagnostics, did_you_mean
from rulespec.language.tree import Leaf, Node, Readings, Tree, When
from rulespec.language.weave.changes import WHOLE, Change, Collector
from rulespec.language.weave.names import DEFINITIONS, Path, find, fits, name_of, rewrite, role_of
from rulespec.rules.game import RulingDecl

RULES = ("rule", "menu")
RULINGS = ("ruling", "settled", "under")


@attrs.frozen
class Woven:
    """The woven text, its open questions and profiles, and what cards do beside rules (values, reactions)."""

    trees: list[Node]
    rulings: Mapping[str, RulingDecl]
    profiles: Mapping[str, Mapping[str, str]]
    contributions: list[Change]
    reactions: list[Change]
    limits: list[tuple[Leaf, Leaf]]
    """Marks of options that may be used once in a rule, and the rule."""


def weave(trees: Sequence[Node], found: Diagnostics) -> Woven:
    """All changes of all readings and cards put into the rules."""
    collector = Collector(found)
    bare: list[Node] = []
    for tree in trees:
        if tree.kind in RULINGS:
            collector.ruling(tree, "")
        elif tree.kind == "readings":
            for ruling in tree.all(*RULINGS):
                collector.ruling(ruling, tree.text("NAME"))
        elif tree.kind == "card":
            collector.card(tree)
            bare.append(tree)
        elif tree.kind in RULES:
            for ruling in tree.all(*RULINGS):
                collector.ruling(ruling, name_of(tree))
            kept = tuple(i for i in tree.items if not (isinstance(i, Node) and i.kind in RULINGS))
            bare.append(attrs.evolve(tree, items=kept))
        elif tree.kind != "profile":
            bare.append(tree)
    collector.combinations()
    profiles = collector.profiles([tree for tree in trees if tree.kind == "profile"])
    weaver = _Weaver(bare, found)
    changes = [c for c in collector.changes if c.node.kind not in ("contribution", "reaction")]
    for change in sorted(
        (c for c in changes if c.node.kind in WHOLE), key=lambda c: (c.node.kind == "new_clause", c.weight)
    ):
        weaver.replace(change)
    weaver.clashes()
    for change in changes:
        if change.node.kind not in WHOLE:
            weaver.add(change)
    return Woven(
        weaver.trees, collector.rulings, profiles,
        [c for c in collector.changes if c.node.kind == "contribution"], [c for c in collector.changes if c.node.kind == "reaction"],
        weaver.limits,
    )  # fmt: skip


class _Weaver:
    def __init__(self, trees: list[Node], found: Diagnostics) -> None:
        self.trees, self.found = trees, found
        self._replaced: dict[tuple[str, Path], list[Change]] = {}
        self.limits: list[tuple[Leaf, Leaf]] = []

    # --- looking up ---------------------------------------------------------------------------------------------------

    def _targets(self, role: str, wanted: tuple[str, ...], change: Change, also_everywhere: bool = True) -> set[Path]:
        """The paths of what a change speaks of: in its own rule if it is there, else anywhere."""
        own = [tree for tree in self.trees if tree.kind in RULES and name_of(tree) == change.place]
        found = find(own, role, wanted)
        if not found and (also_everywhere or not change.place):
            found = find(self.trees, role, wanted)
        return {path for _, path in found}

    def _names(self, role: str) -> list[str]:
        names: list[str] = []

        def look(node: Node, path: Path) -> None:
            if role_of(node) == role and name_of(node):
                names.append(name_of(node))

        for tree in self.trees:
            rewrite(tree, look)
        return names

    def _missing(self, role: str, wanted: tuple[str, ...], change: Change) -> None:
        self.found.error(
            "R0409", f"there is no {role} `{'.'.join(wanted)}` that {change.source or 'this'} could change", change.node.span,
            help=did_you_mean(wanted[-1], self._names(role)) or "only `also` adds something new",
        )  # fmt: skip

    # --- whole things and sentences -----------------------------------------------------------------------------------

    def replace(self, change: Change) -> None:
        """Put a thing of a reading beside the one of the same name."""
        if change.node.kind == "new_clause":
            leaf = change.node.leaves("PATH")[0]
            wanted = tuple(leaf.text.split("."))
            label = attrs.evolve(leaf, kind="NAME", text=wanted[-1])
            thing = Node("clause", (label, *change.node.items[1:]), change.node.span)
        else:
            thing = next(i for i in change.node.items if isinstance(i, Node))
            wanted = (name_of(thing),)
        role = role_of(thing)
        targets = self._targets(role, wanted, change)
        if not targets:
            self._missing(role, wanted, change)
            return
        for path in targets:
            self._replaced.setdefault((role, path), []).append(change)
        self.trees = [
            new
            for tree in self.trees
            for new in rewrite(tree, lambda n, p: self._beside(n, p, role, targets, thing, change))
        ]

    def _beside(
        self, node: Node, path: Path, role: str, targets: set[Path], thing: Node, change: Change
    ) -> list[Node] | None:
        """For the parent of a thing: its items with the new one behind the old ones. (A parent, for the old ones stand together.)"""
        if role in ("rule", "value"):
            # Rules and values are one declaration each: what a reading says instead goes into it.
            if path not in targets or role_of(node) != role or node.kind == "alternative":
                return None
            extra = Node("alternative", (thing,), thing.span, _when(change), change.while_in, change.source)
            return [attrs.evolve(node, items=(*node.items, extra))]
        mine = [
            item for item in node.items
            if isinstance(item, Node) and role_of(item) == role and _path_of(item, path, node) in targets
        ]  # fmt: skip
        if not mine:
            return None
        before = _text_so_far(mine, change.under)
        new = self._as_before(_shaped(thing, mine[0]), before)
        new = attrs.evolve(new, when=_when(change), source=change.source)
        items: list[Tree] = []
        for item in node.items:
            if item in mine:
                assert isinstance(item, Node)
                when = item.when or When()
                items.append(attrs.evolve(item, when=attrs.evolve(when, unless=(*when.unless, *change.under))))
                if item is mine[-1]:
                    items.append(new)
            else:
                items.append(item)
        return [attrs.evolve(node, items=tuple(items))]

    def _as_before(self, thing: Node, before: Node) -> Node:
        """The new text with `as before` filled in from the old."""

        def fill(node: Node, path: Path) -> Sequence[Node] | None:
            match node.kind:
                case "clause_as_before":
                    onlyif = _inside(before, "onlyif")
                    return onlyif.all("clause", "named") if onlyif is not None else []
                case "line" if any(i.kind == "as_before" for i in node.items if isinstance(i, Node)):
                    then = _inside(before, "then") or before
                    return _sentences(then)
                case "option_as_before":
                    return self._old_option(before, node)
                case "chooses" if node.leaves("NAME"):
                    bodies = [body for option in self._old_option(before, node) for body in option.all("body")]
                    chooser = next(i for i in node.items if isinstance(i, Node))
                    return [attrs.evolve(node, items=(chooser, *bodies, *node.all("margin")))]
                case _:
                    return None

        return rewrite(thing, fill)[0]

    def _old_option(self, before: Node, node: Node) -> list[Node]:
        name = node.leaves("NAME")[0].text
        found = find([before], "option", (name,)) or find(self.trees, "option", (name,))
        if not found:
            self.found.error(
                "R0409",
                f"there is no option `{name}` before this",
                node.span,
                help=did_you_mean(name, self._names("option")),
            )
            return []
        option = found[0][0]
        return [option if option.kind == "option" else Node("option", (option,), option.span)]

    def clashes(self) -> None:
        """Two readings that replace one thing need a word on what holds when both are chosen."""
        for (role, path), changes in self._replaced.items():
            covered = [frozenset(together) for change in changes for together in change.under if len(together) > 1]
            for number, one in enumerate(changes):
                for other in changes[number + 1 :]:
                    for left in one.under:
                        for right in other.under:
                            both = frozenset(left) | frozenset(right)
                            if (
                                len(left) > 1
                                or len(right) > 1
                                or not _possible(both)
                                or any(both <= c for c in covered)
                            ):
                                continue
                            if frozenset(left) == frozenset(right):
                                continue
                            self.found.error(
                                "R0410", f"{one.source} and {other.source} both change the {role} `{'.'.join(path)}`", other.node.span,
                                (one.node.span, "the other change"),
                                help="say what holds under both: `under " + " and ".join(f"{r} {x}" for r, x in sorted(both)) + "`",
                            )  # fmt: skip

    # --- additions ----------------------------------------------------------------------------------------------------

    def add(self, change: Change) -> None:
        """What a reading or card adds to what is there."""
        node = change.node
        if node.kind == "also":
            self._also(change)
            return
        if node.kind == "upon":
            self._upon(change)
            return
        if node.kind == "also_option" and node.leaf("NAME") is not None:
            change = self._once_per(change)
            node = change.node
        path_node = node.one("path")
        assert path_node is not None
        wanted = tuple(path_node.leaves()[0].text.split("."))
        roles = {
            "also_only_if": ("option",), "also_then": ("option", "line", "step", "outcome", "rule"),
            "first": ("option", "step", "rule"), "before": ("step", "line"), "lifted": ("clause",), "chosen_by": ("option",),
            "left_out": ("option", "step", "line"), "also_option": ("option",),
        }[node.kind]  # fmt: skip
        for role in roles:
            targets = self._targets(role, wanted, change)
            if targets:
                self.trees = [
                    new
                    for tree in self.trees
                    for new in rewrite(tree, partial(self._add_to, role=role, targets=targets, change=change))
                ]
                return
        self._missing(roles[0], wanted, change)

    def _add_to(self, node: Node, path: Path, role: str, targets: set[Path], change: Change) -> list[Node] | None:
        kind = change.node.kind
        if kind == "chosen_by":
            return self._choose(node, path, targets, change)
        if kind == "also_option":
            return self._join(node, path, targets, change)
        if kind == "left_out":
            return self._leave_out(node, path, role, targets, change)
        if path not in targets or role_of(node) != role or node.kind == "option":
            return None
        written = [i for i in change.node.items if isinstance(i, Node) and i.kind not in ("path", "margin")]
        match kind:
            case "also_only_if":
                clauses = tuple(_guarded(c, change) for c in written[0].all("clause", "named"))
                onlyif = node.one("onlyif")
                if onlyif is None:
                    return [_behind(node, ("params", "where"), Node("onlyif", clauses, change.node.span))]
                return [_exchange(node, onlyif, attrs.evolve(onlyif, items=(*onlyif.items, *clauses)))]
            case "lifted":
                lift = Node("lift", tuple(written), change.node.span, _when(change), change.while_in, change.source)
                return [attrs.evolve(node, items=(*node.items, lift))]
            case "before":
                return [*(_guarded(s, change) for s in _sentences(written[0])), node]
            case "first" | "also_then":
                new = [_guarded(s, change) for s in (_sentences(written[0]) if kind == "also_then" else written)]
                if role == "line":
                    return [node, *new]
                holder = node.one("then") if role == "option" else node
                if holder is None:
                    return [attrs.evolve(node, items=(*node.items, Node("then", tuple(new), change.node.span)))]
                added = _with_sentences(holder, new, first=kind == "first")
                return [added if holder is node else _exchange(node, holder, added)]
            case _:
                raise AssertionError(kind)

    def _choose(self, node: Node, path: Path, targets: set[Path], change: Change) -> list[Node] | None:
        """`owned.target is chosen by the governor`: another chooser for the decision that has the option."""
        if node.kind != "chooses":
            return None
        bodies = [*node.all("body"), *(b for option in node.all("option") for b in option.all("body"))]
        if not any((*path, name_of(b)) in targets or path in targets for b in bodies):
            return None
        chooser = [i for i in change.node.items if isinstance(i, Node) and i.kind not in ("path", "margin")][-1]
        old = next(i for i in node.items if isinstance(i, Node))
        other = attrs.evolve(_exchange(node, old, chooser), when=_when(change), source=change.source)
        when = node.when or When()
        return [attrs.evolve(node, when=attrs.evolve(when, unless=(*when.unless, *change.under))), other]

    def _join(self, node: Node, path: Path, targets: set[Path], change: Change) -> list[Node] | None:
        """`station also may …`: a further option of the decision that has this one."""
        if node.kind not in ("chooses", "menu", "menu_group"):
            return None
        mine = [
            item for item in node.items
            if isinstance(item, Node) and item.kind in ("option", "body") and (*path, name_of(item)) in targets
        ]  # fmt: skip
        if not mine:
            return None
        # A decision written as one option becomes one with several: its title is then that of the decision.
        option = next(i for i in change.node.items if isinstance(i, Node) and i.kind == "option")
        items = [Node("option", (i,), i.span) if i in mine and i.kind == "body" else i for i in node.items]
        return [attrs.evolve(node, items=(*items, _guarded(option, change)))]

    @staticmethod
    def _leave_out(node: Node, path: Path, role: str, targets: set[Path], change: Change) -> list[Node] | None:
        """`income is left out`: what does not count under the readings of the change."""
        outer = node.kind == "option" or role != "option"
        named = path if node.kind != "option" else (*path, name_of(node))
        if not outer or role_of(node) != role or (path not in targets and named not in targets):
            return None
        when = node.when or When()
        return [attrs.evolve(node, when=attrs.evolve(when, unless=(*when.unless, *change.under)))]

    def _upon(self, change: Change) -> None:
        """`after reward of the card`: sentences at the end of a rule, where it is about this card."""
        name, about = change.node.leaves("NAME")
        rule = next((tree for tree in self.trees if tree.kind == "rule" and name_of(tree) == name.text), None)
        if rule is None:
            self._missing("rule", (name.text,), change)
            return
        params = [p.text("NAME") for params in rule.all("params") for p in params.all("param")]
        if about.text not in params:
            self.found.error(
                "R0205", f"the rule `{name.text}` speaks of no `{about.text}`", about.span, (rule.span, "the rule"),
                help=did_you_mean(about.text, params) or f"it speaks of {', '.join(params) or 'nothing'}",
            )  # fmt: skip
            return
        span = change.node.span
        mine = _judged(Node("the", (about,), about.span), Leaf("NAME", change.source, span))
        step = Node("step", (Leaf("NAME", change.source, span), *change.node.all("block")), span)
        new = Node("if_", (mine, Node("block", (step,), span)), span, source=change.source)
        self.trees = [attrs.evolve(tree, items=(*tree.items, new)) if tree is rule else tree for tree in self.trees]

    def _once_per(self, change: Change) -> Change:
        """`pass also, once per round, may …`: the option says itself that it was not used yet."""
        per = change.node.leaves("NAME")[0]
        option = change.node.all("option")[0]
        body = option.all("body")[0]
        mark = Leaf("NAME", f"{change.source}_{name_of(body)}_used", per.span)
        self.limits.append((mark, per))
        limited = _exchange(option, body, _once(body, mark))
        return attrs.evolve(change, node=_exchange(change.node, option, limited))

    def _also(self, change: Change) -> None:
        """A new option, value or kept thing of the rule."""
        thing = next(i for i in change.node.items if isinstance(i, Node))
        if thing.kind in DEFINITIONS and not change.place:
            self.trees.append(thing)
            return
        if thing.kind == "option":
            self._also_may(thing, change)
            return
        done = False
        trees = []
        for tree in self.trees:
            if tree.kind in RULES and name_of(tree) == change.place and not done:
                done = True
                new = (
                    thing
                    if thing.kind != "keep"
                    else Node("line", (Node("simple", (thing,), thing.span), *change.node.all("margin")), thing.span)
                )
                new = attrs.evolve(new, source=change.source)
                tree = _before_sentences(tree, new)
            trees.append(tree)
        self.trees = trees
        if not done:
            self._missing("rule", (change.place or "?",), change)

    def _also_may(self, option: Node, change: Change) -> None:
        count = 0

        def edit(node: Node, path: Path) -> list[Node] | None:
            nonlocal count
            if node.kind != "chooses" or not node.all("option"):
                return None
            count += 1
            return [attrs.evolve(node, items=(*node.items, _guarded(option, change)))]

        trees = []
        for tree in self.trees:
            if tree.kind == "rule" and name_of(tree) == change.place:
                trees.extend(rewrite(tree, edit))
            elif tree.kind == "menu" and name_of(tree) == change.place:
                count += 1
                group = Node("menu_group", (_guarded(option, change),), option.span)
                trees.append(attrs.evolve(tree, items=(*tree.items, group)))
            else:
                trees.append(tree)
        if count != 1:
            self.found.error(
                "R0409",
                f"`also may` needs one decision to join; `{change.place}` has {count}",
                change.node.span,
                help="write the whole `step` anew",
            )
        self.trees = trees


def _path_of(item: Node, path: Path, parent: Node) -> Path:
    name = name_of(item)
    return (*path, name) if name and (not path or path[-1] != name or role_of(item) == "clause") else path


def _when(change: Change) -> When | None:
    return When(change.under) if change.under else None


def _guarded(node: Node, change: Change) -> Node:
    return attrs.evolve(node, when=_when(change), while_in=change.while_in, source=change.source)


def _judged(thing: Node, value: Tree) -> Node:
    """`the card is lei_aurea`, `the caxias_levy_used is no`."""
    named = Node("flag" if isinstance(value, Leaf) and value.kind == "FLAG" else "name", (value,), value.span)
    said = Node("is_value", (Leaf("IS", "is", value.span), named), value.span)
    return Node("judged", (Node("phrase", (thing,), thing.span), said), value.span)


def _once(body: Node, mark: Leaf) -> Node:
    """The option with the condition that it was not used yet, and the mark that it is now."""
    used = Node("the", (mark,), mark.span)
    label = Leaf("NAME", "once", mark.span)
    clause = Node("clause", (label, _judged(used, Leaf("FLAG", "no", mark.span))), mark.span)
    yes = Node("flag", (Leaf("FLAG", "yes", mark.span),), mark.span)
    marked = Node(
        "becomes", (Node("phrase", (used,), mark.span), Leaf("BECOMES", "becomes", mark.span), yes), mark.span
    )
    line = Node("line", (marked,), mark.span)
    onlyif = body.one("onlyif")
    if onlyif is None:
        body = _behind(body, ("params", "where"), Node("onlyif", (clause,), mark.span))
    else:
        body = _exchange(body, onlyif, attrs.evolve(onlyif, items=(*onlyif.items, clause)))
    then = body.one("then")
    if then is None:
        return attrs.evolve(body, items=(*body.items, Node("then", (line,), mark.span)))
    return _exchange(body, then, _with_sentences(then, [line], first=True))


def _possible(readings: frozenset[tuple[str, str]]) -> bool:
    """Can they be chosen together: one letter for each ruling?"""
    return len({ruling for ruling, _ in readings}) == len(readings)


def _text_so_far(mine: list[Node], under: tuple[Readings, ...]) -> Node:
    """The text that a change of several readings builds on: that of one of them, else the default's."""
    wanted = {reading for together in under for reading in together}
    for node in reversed(mine):
        if node.when is not None and any(set(together) < wanted for together in node.when.under):
            return node
    return mine[0]


def _shaped(thing: Node, old: Node) -> Node:
    """`may x` stands for a body where the old one is a body; a `keep` for the line it stands on."""
    if old.kind == "body" and thing.kind == "option":
        return thing.one("body") or thing
    if old.kind == "line" and thing.kind == "keep":
        return Node("line", (Node("simple", (thing,), thing.span),), thing.span)
    return thing


def _inside(node: Node, kind: str) -> Node | None:
    body = node.one("body") if node.kind == "option" else node
    return body.one(kind) if body is not None else None


SENTENCES = ("line", "if_", "repeat", "each", "first_that_applies", "chooses", "offer", "step", "part")


def _sentences(node: Node) -> list[Node]:
    inner = node.one("block") or node
    return inner.all(*SENTENCES)


def _with_sentences(node: Node, new: list[Node], *, first: bool) -> Node:
    inner = node.one("block")
    if inner is not None:
        return _exchange(node, inner, _with_sentences(inner, new, first=first))
    if first:
        return _before_sentences(node, *new)
    return attrs.evolve(node, items=(*node.items, *new))


def _before_sentences(node: Node, *new: Node) -> Node:
    items = list(node.items)
    at = next(
        (n for n, i in enumerate(items) if isinstance(i, Node) and i.kind in (*SENTENCES, *DEFINITIONS)), len(items)
    )
    return attrs.evolve(node, items=(*items[:at], *new, *items[at:]))


def _behind(node: Node, kinds: tuple[str, ...], new: Node) -> Node:
    items = list(node.items)
    at = max((n for n, i in enumerate(items) if not isinstance(i, Node) or i.kind in kinds), default=-1) + 1
    return attrs.evolve(node, items=(*items[:at], new, *items[at:]))


def _exchange(node: Node, old: Tree, new: Tree) -> Node:
    return attrs.evolve(node, items=tuple(new if i is old else i for i in node.items))


__all__ = ["Woven", "fits", "weave"]
