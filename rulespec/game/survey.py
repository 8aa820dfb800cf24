"""Makes the sheet of a game: what its facade must know to name what the core does.

Reads the typed rules and the folded automaton; returns a `Sheet`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from rulespec.automaton import walk
from rulespec.automaton.evaluate import evaluate
from rulespec.automaton.nodes import (
    Automaton,
    ChancePoint,
    DecisionPoint,
    Effect,
    Goto,
    OptionPoint,
    PieceSum,
    Slot,
    Write,
)
from rulespec.game.sealed import FaceDown, Tainted, hidden_families, parts
from rulespec.game.sheet import CallSite, CardPlace, Cards, Cells, Choosable, End, Point, Sheet, Sum
from rulespec.rules.expressions import Const
from rulespec.rules.game import Game
from rulespec.rules.statements import Call, Decide, Draw, Option, Stmt


def survey(game: Game, automaton: Automaton, content: str | None = None) -> Sheet:
    """The sheet of a game; `automaton` is folded, its readings are the sheet's."""
    outline = _Outline(game)
    face_down = FaceDown(game)
    sealed = {f"{code}/{o.name}": face_down.parameters(o) for code, d in outline.decides.items() for o in d.options}
    tainted = Tainted(automaton, hidden_families(game), sealed).slots
    codes = {*outline.decides, *outline.draws, *game.rules, *game.endings}
    codes |= {o.about.code for d in outline.decides.values() for o in d.options}
    spoken = _spoken_titles(game, tuple(outline.decides.values()))
    return Sheet(
        game=game.name,
        title=game.title,
        version=game.version,
        text_hash=game.text_hash,
        languages=game.languages,
        content=content,
        player_kind=automaton.player_kind,
        rulings=dict(automaton.folded),
        control=automaton.slot(automaton.control).offset,
        ending=automaton.slot(automaton.ending).offset,
        size=len(automaton.initial),
        cells=tuple(_cells(game, automaton, s, tainted) for s in automaton.slots if s.role != "control"
                    and s.name not in (automaton.control, automaton.ending)),
        cards=tuple(_cards(game)),
        points=tuple(_points(automaton, outline, sealed)),
        calls=tuple(_calls(automaton, outline)),
        sums=tuple(_sum(automaton, piece) for piece in automaton.pieces),
        ends=tuple(_ends(game, automaton)),
        scores=tuple(name for name, _ in automaton.scores),
        texts={lang: {k: v for k, v in texts.items() if k in codes or k.startswith("name:")} | spoken.get(lang, {})
               for lang, texts in game.texts.items()},
    )  # fmt: skip


def _spoken_titles(game: Game, decides: Sequence[Decide]) -> dict[str, dict[str, str]]:
    """Titles with blanks as they are said while the blanks are open, by language and code: `Mark ‹cell›`."""
    titles = [about.title for d in decides for about in (d.about, *(o.about for o in d.options))]
    if not any("{" in text for texts in (titles, *(t.values() for t in game.texts.values())) for text in texts):
        return {}
    from rulespec.docs.sentences.speaker import speakers

    found: dict[str, dict[str, str]] = {}
    for speaker in speakers(game):
        said = {decide.code: speaker.decision_title(decide) for decide in decides if decide.about.title}
        said |= {o.about.code: speaker.open_title(o) for decide in decides for o in decide.options if o.about.title}
        found[speaker.language] = said
    return found


class _Outline:
    """Where decisions, draws and calls stand in the structured rules."""

    def __init__(self, game: Game) -> None:
        self.decides: dict[str, Decide] = {}
        self.draws: dict[str, Draw] = {}
        self.within: dict[str, tuple[str, ...]] = {}
        self.calls: dict[tuple[str, str], list[tuple[str, ...]]] = {}
        for rule in game.rules.values():
            self._visit(rule.name, rule.body, ())

    def _visit(self, rule: str, stmts: Sequence[Stmt], within: tuple[str, ...]) -> None:
        for stmt in stmts:
            match stmt:
                case Decide(code=code, options=options):
                    self.decides[code], self.within[code] = stmt, within
                    for option in options:
                        self._visit(rule, option.effect, (*within, code))
                case Draw(code=code):
                    self.draws[code], self.within[code] = stmt, within
                case Call(rule=called):
                    self.calls.setdefault((rule, called), []).append(within)
                case _:
                    for part in parts(stmt):
                        self._visit(rule, part, within)

    def around(self, caller: str, called: str, after: set[str]) -> tuple[str, ...]:
        """The decisions in whose effects a call certainly stands; it is reached from the decisions in `after`."""
        ways = [w for w in self.calls.get((caller, called), []) if not w or w[-1] in after]
        common = ways[0] if ways else ()
        for way in ways[1:]:
            common = _common(common, way)
        return common


def _common(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[str, ...]:
    """What two ways have in common from the start."""
    length = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return a[:length]


def _cells(game: Game, automaton: Automaton, slot: Slot, tainted: set[str]) -> Cells:
    who, key = "all", 0
    family = game.families.get(slot.name)
    place = game.places.get(slot.name)
    if family is not None:
        who, key = family.visibility.who, family.visibility.key
        if family.known_of is not None:
            who = "known"
        elif who == "all" and place is not None:
            who, key = place.visibility.who, place.visibility.key
    elif slot.name in tainted:
        who = "none"
    return Cells(
        slot.name, slot.keys, slot.type, slot.role, slot.offset, slot.default, slot.frame, slot.is_set, who, key
    )


def _cards(game: Game) -> Iterator[Cards]:
    for cards in game.cards.values():
        known = next((f.name for f in game.families.values() if f.known_of == cards.location), None)
        places = tuple(
            CardPlace(p.name, p.keys, p.base, p.visibility.who, p.visibility.key)
            for p in sorted(cards.places, key=lambda p: p.base)
        )
        yield Cards(cards.name, cards.location, places, known)


def _points(automaton: Automaton, outline: _Outline, sealed: Mapping[str, tuple[str, ...]]) -> Iterator[Point]:
    for point in automaton.points:
        within = outline.within.get(point.label, ())
        match point:
            case DecisionPoint(number=number, label=label, id=id_, rule=rule, about=about):
                declared = {o.name: o for o in outline.decides[label].options} if label in outline.decides else {}
                options = tuple(
                    _choosable(o, declared.get(o.name), label, sealed.get(f"{label}/{o.name}", ()))
                    for o in point.options
                )
                yield Point(number, label, id_ or label, rule, about.title, options, None, within)
            case ChancePoint(number=number, label=label, id=id_, rule=rule, about=about, kind=kind):
                yield Point(number, label, id_ or label, rule, about.title, (), kind, within)
            case _:
                pass


def _choosable(lowered: OptionPoint, option: Option | None, decision: str, sealed: Sequence[str]) -> Choosable:
    """The option with its parameters as moves call them."""
    public = {p.name: p.public for p in option.parameters} if option is not None else {}
    return Choosable(
        lowered.name,
        _code(option, decision, lowered.name),
        tuple((public.get(name, name), type_) for name, type_ in lowered.parameters),
        lowered.about.title,
        tuple(public.get(name, name) for name in sealed),
    )


def _code(option: Option | None, decision: str, name: str) -> str:
    return option.about.code if option is not None and option.about.code else f"{decision}.{name}"


def _calls(automaton: Automaton, outline: _Outline) -> Iterator[CallSite]:
    """The places from which rules are called, with the number that the return slot then holds."""
    nodes = (*automaton.joints.values(), *automaton.points)
    rule_of = {node.label: node.rule for node in nodes}
    after = _decided_before(automaton)
    blocks = [(node.label, block) for node in nodes for block in walk.blocks_of(node)] + [("", automaton.start)]
    for label, block in blocks:
        for part in walk.sub_blocks(block):
            if not isinstance(part.exit, Goto) or part.exit.returns_to is None:
                continue
            called = rule_of.get(part.exit.label, part.exit.label)
            back = part.exit.returns_to
            caller = rule_of.get(back, "")
            number = next((n for e in part.effects if (n := _return_number(e)) is not None), None)
            within = outline.around(caller, called, after.get(label, set()))
            yield CallSite(called, caller, number, back, within)


def _return_number(effect: Effect) -> int | None:
    match effect:
        case Write(role="return", value=Const(value=number)):
            return number
        case _:
            return None


def _decided_before(automaton: Automaton) -> dict[str, set[str]]:
    """For each joint and point the decisions from which it is reached without another in between."""
    after: dict[str, set[str]] = {}
    for point in automaton.points:
        waiting = [
            leaf.label for block in walk.blocks_of(point) for leaf in walk.leaves(block) if isinstance(leaf, Goto)
        ]
        after.setdefault(point.label, set()).add(point.label)
        seen: set[str] = set()
        while waiting:
            label = waiting.pop()
            if label in seen or label not in automaton.joints:
                continue
            seen.add(label)
            after.setdefault(label, set()).add(point.label)
            block = automaton.joints[label].block
            waiting += [leaf.label for leaf in walk.leaves(block) if isinstance(leaf, Goto)]
    return after


def _sum(automaton: Automaton, piece: PieceSum) -> Sum:
    groups: dict[tuple[int, ...], list[int]] = {keys: [] for keys in product(*(k.values for k in piece.keys))}
    for name, key_exprs in zip(piece.slots, piece.keys_of, strict=True):
        slot = automaton.slot(name)
        for at, keys in enumerate(product(*(k.values for k in slot.keys))):
            env = {f"key{i}": key for i, key in enumerate(keys)}
            belongs = [evaluate(e, env, _no_read, automaton, automaton.folded) for e in key_exprs]
            group = groups.get(tuple(v for v in belongs if isinstance(v, int)))
            if group is not None:
                group.append(slot.offset + at)
    return Sum(piece.name, piece.total, tuple(map(tuple, groups.values())))


def _no_read(slot: str, keys: tuple[int, ...]) -> int:
    raise ValueError("whose piece lies in a place does not depend on the state")


def _ends(game: Game, automaton: Automaton) -> Iterator[End]:
    for end in automaton.endings:
        about = game.endings[end.name].about if end.name in game.endings else None
        sources = (about.code or end.name, *about.cites) if about is not None else (end.name,)
        yield End(end.name, end.number, about.title if about else "", sources, end.winners is not None)
