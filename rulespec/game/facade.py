"""A loaded game: the public interface on top of its core.

Reads a sheet and a core; the typed rules and the automaton only when somebody asks for reasons, events or pages.
Returns public values (`State`, `Move`, `Decision`, `View`, `Event`, `Outcome`) and raises `RulespecError`s.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from rulespec.automaton.nodes import Automaton
from rulespec.automaton.run import Runner
from rulespec.diagnostics import RulespecError, did_you_mean
from rulespec.game import match, save
from rulespec.game.cells import Viewer, show_state
from rulespec.game.chance import pick
from rulespec.game.core import CHANCE, Core, RunnerCore, coded_fault
from rulespec.game.decision import CHANCE_NAME, Decision, decision_at
from rulespec.game.errors import BadMove, BadSave, GameOver, IllegalMove
from rulespec.game.event import Event
from rulespec.game.label import labelled
from rulespec.game.limits import NUMBER_DIGITS, shorten
from rulespec.game.match import Given
from rulespec.game.move import Move
from rulespec.game.narrate import Narrator, check_same
from rulespec.game.sheet import Choosable, Point, Sheet
from rulespec.game.state import State
from rulespec.game.survey import survey
from rulespec.game.values import Plain, Public, member_name, public
from rulespec.game.view import Outcome, View
from rulespec.rules import game as typed
from rulespec.rules.game import Invariant, Rule, RulingDecl, Statement
from rulespec.rules.statements import Decide, Option
from rulespec.rules.walk import statements

if TYPE_CHECKING:
    from rulespec.docs.sentences.speaker import Speaker
    from rulespec.drawing import Picture
    from rulespec.game.lexicon import Lexicon

Draws = tuple[Move, ...]


@attrs.frozen
class Origin:
    """Where a game came from, so that it can be loaded again: by another process, or for its reasons."""

    path: str
    players: Any = None
    profile: str = "default"
    rulings: tuple[tuple[str, str], ...] = ()
    content: str | None = None


class Game:
    """One game with its players, readings and content. Holds no state of play."""

    def __init__(
        self,
        sheet: Sheet,
        core: Core,
        rules: Callable[[], typed.Game],
        automaton: Callable[[], Automaton],
        origin: Origin | None = None,
        source: str = "",
    ) -> None:
        self.sheet = sheet
        self.core: Any = core
        self.origin = origin
        self.source = source
        """The Python text of the core; empty for one that is not generated."""
        self._rules, self._automaton = rules, automaton
        self._points = {point.number: point for point in sheet.points}
        self._variants: dict[tuple[tuple[str, str], ...], Game] = {}

    @classmethod
    def from_rules(
        cls,
        rules: typed.Game,
        rulings: Mapping[str, str] | None = None,
        *,
        compiled: bool = True,
        content: str | None = None,
    ) -> "Game":
        """A game from typed rules, without a text; `compiled=False` plays the automaton itself, slowly."""
        from rulespec.lower import fold, lower

        chosen = {name: ruling.default for name, ruling in rules.rulings.items()} | dict(rulings or {})
        for name, letter in chosen.items():
            check_reading(rules, name, letter)
        automaton = fold(lower(rules), chosen)
        sheet = survey(rules, automaton, content)
        if not compiled:
            return cls(sheet, RunnerCore(automaton), lambda: rules, lambda: automaton)
        from rulespec.python import emit, load_source

        source = emit(automaton)
        core: Any = load_source(source, f"<rules of {rules.name}>")
        return cls(sheet, core, lambda: rules, lambda: automaton, None, source)

    # --- what it is ------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.sheet.game

    @property
    def title(self) -> str:
        return self.sheet.title

    @property
    def version(self) -> str:
        return self.sheet.version

    @property
    def players(self) -> tuple[str, ...]:
        return self.sheet.players

    @property
    def languages(self) -> tuple[str, ...]:
        return self.sheet.languages

    @property
    def readings(self) -> dict[str, str]:
        """The reading that each ruling is played by."""
        return dict(self.sheet.rulings)

    @property
    def identity(self) -> tuple[Any, ...]:
        """Games with one identity have the same states."""
        s = self.sheet
        return s.game, s.version, s.text_hash, s.players, tuple(sorted(s.rulings.items())), s.content

    @cached_property
    def typed(self) -> typed.Game:
        """The typed rules."""
        return self._rules()

    @cached_property
    def automaton(self) -> Automaton:
        """The automaton, the readings folded in."""
        return self._automaton()

    @property
    def rules(self) -> Mapping[str, Rule]:
        return self.typed.rules

    @property
    def rulings(self) -> Mapping[str, RulingDecl]:
        return self.typed.rulings

    @property
    def catalogue(self) -> Mapping[str, Statement]:
        """What the rulebooks state, by the id that margins cite; empty if the text names no catalogue."""
        return self.typed.catalogue

    @property
    def invariants(self) -> tuple[Invariant, ...]:
        return self.typed.invariants

    @cached_property
    def decisions(self) -> Mapping[str, Point]:
        """Every decision and draw of the game by its code."""
        return {point.code: point for point in self.sheet.points}

    @cached_property
    def narrator(self) -> Narrator:
        return Narrator(self.automaton, self.sheet)

    def __repr__(self) -> str:
        return f"<Game {self.name} {self.version}: {', '.join(self.players)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        from rulespec.game.pickling import load_again, rules_again

        if self.origin is not None:
            return load_again, (self.origin, self.sheet.text_hash)
        return rules_again, (
            self.typed,
            tuple(sorted(self.sheet.rulings.items())),
            self.source != "",
            self.sheet.content,
        )

    def under(self, readings: Mapping[str, str]) -> "Game":
        """The same game under other readings, for questions and scenarios: slow, but nothing is compiled. Positions of
        both are the same values."""
        chosen = self.readings | dict(readings)
        if chosen == self.readings:
            return self
        for name, letter in chosen.items():
            check_reading(self.typed, name, letter)
        key = tuple(sorted(chosen.items()))
        found = self._variants.get(key)
        if found is None:
            from rulespec.lower import fold

            automaton = fold(self._open, chosen)
            sheet = survey(self.typed, automaton, self.sheet.content)
            found = Game(sheet, RunnerCore(automaton), lambda: self.typed, lambda: automaton)
            found._variants, found.__dict__["_open"] = self._variants, self._open
            self._variants[key] = found
        return found

    @cached_property
    def _open(self) -> Automaton:
        """The automaton before any reading is chosen."""
        from rulespec.lower import lower

        return lower(self.typed)

    # --- states ----------------------------------------------------------------------------------------------------

    def new(self, seed: int | None = None) -> State:
        """The start. With a seed chance is settled by it; without one, it shows up as decisions of `chance`."""
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool) or abs(seed) >= 10**NUMBER_DIGITS):
            raise RulespecError("R0642", f"a seed is a whole number of at most {NUMBER_DIGITS} digits")
        return self._settled(State(self, self.core.new(), seed))[0]

    def _settled(self, state: State) -> tuple[State, list[tuple[Any, Any]]]:
        """Draw by the seed until a player decides; returns the positions and core moves of the draws too."""
        position, draws = state.position, state.draws
        made: list[tuple[Any, Any]] = []
        if state.seed is not None:
            while self.core.owner(position) == CHANCE:
                moves = self.core.legal(position)
                if not moves:
                    self._check_choice(position)
                move = moves[pick(state.seed, draws, self.core.weights(position))]
                made.append((position, move))
                position, draws = self.stepped(position, move), draws + 1
        return State(self, position, state.seed, draws), made

    def point(self, position: Any) -> Point:
        """The decision or draw at which a position stands."""
        return self._points[self.core.to_values(position)[self.sheet.control]]

    def point_at(self, values: Sequence[int]) -> Point | None:
        """The same for flat values; None at the end."""
        return self._points.get(values[self.sheet.control])

    def owner(self, state: State) -> str | None:
        """The player who decides, `chance`, or None when the game is over."""
        owner = self.core.owner(self.checked(state).position)
        return None if owner is None else CHANCE_NAME if owner == CHANCE else self.players[owner]

    def decision(self, state: State) -> Decision | None:
        position = self.checked(state).position
        owner = self.core.owner(position)
        if owner is None:
            return None
        values = self.core.to_values(position)
        weights = self.core.weights(position) if owner == CHANCE else ()
        return decision_at(self.sheet, self._points[values[self.sheet.control]], owner, values, weights)

    def checked(self, state: State) -> State:
        """The state, if it is one of this game."""
        if not isinstance(state, State):
            raise BadSave("R0647", f"a {type(state).__name__} is not a state", None, "use game.new or game.restore")
        if state.game is not self and state.game.identity != self.identity:
            raise BadSave("R0644", f"this is a state of {state.game!r}, not of {self!r}")
        return state

    # --- moves -----------------------------------------------------------------------------------------------------

    def legal(self, state: "State | View") -> list[Move]:
        """The legal moves in canonical order; at a chance point the outcomes; none when the game is over."""
        if isinstance(state, View):
            if state.decision is not None and state.decision.owner != state.viewer:
                who = state.decision.owner
                raise RulespecError(
                    "R0629", f"{who} decides now, and this is what {state.viewer or 'a spectator'} sees"
                )
            return list(state.legal)
        position = self.checked(state).position
        moves = self.core.legal(position)
        if not moves:
            self._check_choice(position)
            return []
        options = match.options_at(self.point(position))
        unpacked = (self.core.unpack(position, move) for move in moves)
        return [self.named(options[number], args) for number, args in unpacked]

    def _check_choice(self, position: Any) -> None:
        """Nothing can be played: then the game must be over, or its text leaves a gap."""
        owner = self.core.owner(position)
        if owner is not None:
            where = self.point(position).code
            if owner == CHANCE:
                raise RulespecError("R0502", "nothing can be drawn here", where)
            raise RulespecError("R0504", f"{self.players[owner]} must choose, but no option is possible", where)

    def move(self, given: Given, state: State | None = None) -> Move:
        """A move from text, JSON or a move; with a state, one of the pending decision."""
        point = None
        if state is not None:
            point = None if state.is_over else self.point(state.position)
        option, args = match.read(self.sheet, given, point)
        return self.named(option, args)

    def named(self, option: Choosable, args: Sequence[Plain]) -> Move:
        """A move with its names; what it is called in a language is found out when somebody asks."""
        return match.named(self.sheet, option, args, lambda move, lang: labelled(self, option, args, move, lang))

    def encode(self, state: State, move: Given) -> Any:
        """What the core calls a move of the pending decision (legal or not)."""
        position = self.checked(state).position
        if self.core.owner(position) is None:
            raise GameOver()
        point = self.point(position)
        option, args = match.read(self.sheet, move, point)
        return self.core.pack(position, match.options_at(point).index(option), args)

    def decode(self, state: State, move: Any) -> Move:
        """The move that the core calls so."""
        position = self.checked(state).position
        number, args = self.core.unpack(position, move)
        return self.named(match.options_at(self.point(position))[number], args)

    def choices(self, state: State, option: str | None = None, **fixed: Any) -> tuple[Public, ...]:
        """The legal values of the next open parameter; without an option, the options that have legal moves."""
        position = self.checked(state).position
        if self.core.owner(position) is None:
            return ()
        point = self.point(position)
        offered = match.options_at(point)
        unpacked = [self.core.unpack(position, move) for move in self.core.legal(position)]
        if option is None:
            if fixed:
                raise BadMove("R0622", "values are given, but not the option they belong to")
            return tuple(dict.fromkeys(offered[number].name for number, _ in unpacked))
        wanted = next((i for i, o in enumerate(offered) if o.name == option), None)
        if wanted is None:
            match.read(self.sheet, option, point)
            raise BadMove("R0621", f"there is no option `{shorten(option)}`")
        chosen = offered[wanted]
        given = {name: match.argument(chosen, name, value) for name, value in fixed.items()}
        names = [name for name, _ in chosen.parameters]
        open_at = next((i for i, name in enumerate(names) if name not in given), None)
        if open_at is None:
            return ()
        fitting = [
            args for number, args in unpacked
            if number == wanted and all(args[names.index(name)] == value for name, value in given.items())
        ]  # fmt: skip
        type_ = chosen.parameters[open_at][1]
        values: dict[Plain, None] = dict.fromkeys(args[open_at] for args in fitting)
        return tuple(public(type_, value) for value in sorted(values))

    # --- playing ---------------------------------------------------------------------------------------------------

    def play(self, state: State, move: Given, by: str | None = None) -> State:
        """The state after a move. Pure; an illegal move raises `IllegalMove` with its answer."""
        return self._settled(self._after(state, self._checked(state, move, by)))[0]

    def step(self, state: State, move: Given, by: str | None = None) -> tuple[State, tuple[Event, ...]]:
        """The same, with what happened."""
        after, _, events = self.advance(state, move, by)
        return after, events

    def advance(self, state: State, move: Given, by: str | None = None) -> tuple[State, Draws, tuple[Event, ...]]:
        """The same, with what the seed drew, and what happened."""
        coded = self._checked(state, move, by)
        after, made = self._settled(self._after(state, coded))
        events = [event for position, m in ((state.position, coded), *made) for event in self._told(position, m)]
        return after, self._draws_of(made), tuple(events)

    def _after(self, state: State, coded: Any) -> State:
        return State(self, self.stepped(state.position, coded), state.seed, state.draws)

    def stepped(self, position: Any, coded: Any) -> Any:
        """The core's step. The core trusts the text; where that fails, a slower run of the step finds the mistake."""
        try:
            return self.core.step(position, coded)
        except Exception as error:
            number, args = self.core.unpack(position, coded)
            point = self.point(position)
            choice = ("" if point.is_chance else point.options[number].name, args)
            Runner(self.automaton).step(tuple(self.core.to_values(position)), choice)  # raises what it finds
            raise coded_fault(error) from error

    def _draws_of(self, made: Sequence[tuple[Any, Any]]) -> Draws:
        return tuple(self.decode(State(self, position), m) for position, m in made)

    def _checked(self, state: State, move: Given, by: str | None) -> Any:
        """The core's move, if the rules allow it."""
        coded = self.encode(state, move)
        if by is not None and by != self.owner(state):
            self.player(by)
            raise IllegalMove(f"{self.owner(state)} decides now, not {by}", None, "R0628")
        if coded not in self.core.legal(state.position):
            raise self._refusal(state, move)
        return coded

    def _refusal(self, state: State, move: Given) -> IllegalMove:
        written = self.move(move, state)
        refused = self.refused(state, written)
        where = self.point(state.position).code
        reason = f": {', '.join(refused)}" if refused else ""
        return IllegalMove(
            f"{shorten(str(written), 200)} is not legal now{reason}", lambda: self._answer(state, written), place=where
        )

    def refused(self, state: State, move: Given) -> tuple[str, ...]:
        """The codes of the clauses that do not hold for a move of the pending decision."""
        point = self.point(self.checked(state).position)
        if point.is_chance:
            return ()
        option, args = match.read(self.sheet, move, point)
        return tuple(self.narrator.refused(tuple(self.core.to_values(state.position)), (option.name, args)))

    def _answer(self, state: State, move: Move) -> Any:
        """The reasons of a refusal; a refusal stands even where its reasons cannot be told."""
        try:
            return self.adjudicate(state, move)
        except (RulespecError, ImportError, NotImplementedError):
            return None

    def _told(self, position: Any, coded: Any) -> tuple[Event, ...]:
        number, args = self.core.unpack(position, coded)
        point = self.point(position)
        option = "" if point.is_chance else point.options[number].name
        after, events = self.narrator.events_of(tuple(self.core.to_values(position)), option, args)
        check_same(tuple(self.core.to_values(self.core.step(position, coded))), after)
        return events

    def begin(self, seed: int | None = None) -> tuple[State, Draws, tuple[Event, ...]]:
        """`new` with what the seed drew, and what happened."""
        self.new(seed)  # refuses a bad seed
        state, made = self._settled(State(self, self.core.new(), seed))
        events = [*self.narrator.events_of_start(), *(e for position, m in made for e in self._told(position, m))]
        return state, self._draws_of(made), tuple(events)

    # --- what players know -----------------------------------------------------------------------------------------

    def player(self, name: str) -> int:
        """The root index of a player."""
        if name not in self.players:
            shown = shorten(str(name))
            help = did_you_mean(shown, self.players) or f"the players are {', '.join(self.players)}"
            raise RulespecError("R0627", f"there is no player `{shown}`", None, help)
        return self.sheet.player_kind.values[self.players.index(name)]

    def view(self, state: State, who: str | None, log: Any = None) -> View:
        """What a player may know of a state (None: a spectator); with a log, also what they saw happen."""
        events: tuple[Event, ...] = ()
        if log is not None:
            from rulespec.game.session import Session

            events = tuple(Session.resume(self, log).events)
        return self.view_with(state, who, events)

    def view_with(self, state: State, who: str | None, events: Sequence[Event]) -> View:
        """A view that holds these events as the player got them."""
        viewer: Viewer = None if who is None else self.player(who)
        values = self.core.to_values(self.checked(state).position)
        decision = self.decision(state)
        if decision is not None and decision.is_chance:
            decision = attrs.evolve(decision, weights=())  # what may be drawn tells what lies in hidden places
        mine = decision is not None and who is not None and decision.owner == who
        return View(
            viewer=who,
            header=save.header(self.sheet),
            state=show_state(self.sheet, values, viewer),
            control=save.show_control(self.sheet, values, viewer),
            decision=decision,
            legal=tuple(self.legal(state)) if mine else (),
            events=tuple(event.seen_by(who) for event in events),
            outcome=self.outcome(state),
        )

    def observe(self, state: State, who: str | None) -> tuple[int, ...]:
        """What a player may know as a row of numbers of a fixed length, -1 for what is hidden: for learning and search."""
        from rulespec.game.observe import observed

        viewer: Viewer = None if who is None else self.player(who)
        return observed(self.sheet, self.core.to_values(self.checked(state).position), viewer)

    def pictures(self, position: "State | View", lang: str | None = None) -> "tuple[Picture, ...]":
        """A position on the panels of the layout: what a view holds, or what a spectator sees of a state."""
        from rulespec.docs.sentences.wording import PictureWords
        from rulespec.drawing import pictures_of

        view = position if isinstance(position, View) else self.view(position, None)
        say = PictureWords(self.voices(lang)[0].names)
        return pictures_of(self.typed, view.state, say, view.viewer, view.control)

    # --- saves -----------------------------------------------------------------------------------------------------

    def dump(self, state: State) -> dict[str, Any]:
        """The state as plain values for JSON."""
        return save.dump(self.sheet, self.core.to_values(self.checked(state).position), state.seed, state.draws)

    def restore(self, given: Any) -> State:
        """The state of a dump (a dict, or JSON text)."""
        saved = save.restore(self.sheet, given)
        self._check_control(saved.values)
        state = State(self, self.core.from_values(saved.values), saved.seed, saved.draws)
        self._check_alive(state)
        return state

    def restore_view(self, given: Any) -> View:
        """The view of what `View.to_json` gave: for `legal` and `adjudicate` on the other side of a wire."""
        from rulespec.game.read_view import read_view

        return read_view(self, given)

    def suppose(self, state: State, changes: Mapping[str, Any] | None = None, /, **named: Any) -> State:
        """The state with some values changed: `game.suppose(state, purse={"blue": 4})`. What does not add up is
        refused."""
        from rulespec.game.suppose import supposed

        values = self.core.to_values(self.checked(state).position)
        changed = supposed(self, values, {**(changes or {}), **named})
        found = State(self, self.core.from_values(changed), state.seed, state.draws)
        self._check_alive(found)
        return found

    def _check_control(self, values: tuple[int, ...]) -> None:
        """What the lowering knows to hold wherever play can rest."""
        if values[self.sheet.control] == 0:
            return
        narrator = self.narrator
        label = self._points[values[self.sheet.control]].code
        for fact in self.automaton.facts:
            if label in fact.points:
                try:
                    holds = narrator.holds(fact.condition, values)
                except (RulespecError, LookupError, ValueError, AssertionError):
                    holds = False
                if not holds:
                    message = f"no course of play rests at `{label}` with what these rules remember ({fact.name})"
                    raise BadSave("R0650", message, "the save.control")

    def _check_alive(self, state: State) -> None:
        try:
            owner = self.core.owner(state.position)
            sound = owner is None or (-1 <= owner < len(self.players) and len(self.core.legal(state.position)) > 0)
        except Exception:  # whatever generated code does with values that cannot be, the save is to blame
            sound = False
        if not sound:
            raise BadSave("R0650", "nobody can decide anything in this position", "the save.control")

    def replay(self, log: Any) -> State:
        """The state to which a log leads."""
        from rulespec.game.session import Session

        return Session.resume(self, log, tell=False).state

    # --- results ---------------------------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""
        position = self.checked(state).position
        if self.core.owner(position) is not None:
            return None
        values = self.core.to_values(position)
        end = next((e for e in self.sheet.ends if e.number == values[self.sheet.ending]), None)
        totals = dict(zip(self.players, self.core.outcome(position), strict=True))
        points = self._points_of(values, totals) if self.sheet.scores else None
        if end is not None and end.names_winners:
            winners = self._named_winners(end.number, values)
        elif self.sheet.scores:
            best = max(totals.values())
            winners = tuple(p for p, n in totals.items() if n == best)
        else:
            winners = ()
        return Outcome(end.name if end else None, winners, points, end.sources if end else ())

    def _points_of(self, values: tuple[int, ...], totals: Mapping[str, int]) -> dict[str, dict[str, int]]:
        if len(self.sheet.scores) == 1:
            (item,) = self.sheet.scores
            return {player: {item: total, "total": total} for player, total in totals.items()}
        narrator = self.narrator
        by_player = {}
        for player, value in zip(self.players, self.sheet.player_kind.values, strict=True):
            items = {name: narrator.number(e, {"player": value}, values) for name, e in self.automaton.scores}
            by_player[player] = {**items, "total": totals[player]}
        return by_player

    def _named_winners(self, number: int, values: tuple[int, ...]) -> tuple[str, ...]:
        end = next(e for e in self.automaton.endings if e.number == number)
        assert end.winners is not None
        mask = self.narrator.number(end.winners, {}, values)
        kind = self.sheet.player_kind
        return tuple(str(member_name(kind, v)) for i, v in enumerate(kind.values) if mask >> i & 1)

    # --- reasons ---------------------------------------------------------------------------------------------------

    def adjudicate(self, state: "State | View", question: Given, *, viewer: str | None = None, lang: str | None = None,
                   log: Any = None) -> Any:  # fmt: skip
        """May this be played, and why not? -> `Answer`."""
        from rulespec.game.asking import ask

        return ask(self, state, question, viewer, lang)

    def voices(self, lang: str | None = None) -> tuple["Speaker", ...]:
        """Who says answers, in every language of the game; the wanted one first."""
        return tuple(sorted(self._speakers, key=lambda speaker: speaker.language != lang))

    @cached_property
    def typed_decisions(self) -> tuple[Decide, ...]:
        """The decisions of the typed rules."""
        return tuple(s for rule in self.rules.values() for s in statements(rule.body) if isinstance(s, Decide))

    @cached_property
    def typed_options(self) -> Mapping[str, Option]:
        """The options of the typed rules by their code."""
        decides = (s for rule in self.rules.values() for s in statements(rule.body) if isinstance(s, Decide))
        return {option.about.code: option for decide in decides for option in decide.options}

    @cached_property
    def lexicon(self) -> "Lexicon":
        """The words in which people may ask."""
        from rulespec.game.lexicon import Lexicon

        return Lexicon.of(self)

    @cached_property
    def _speakers(self) -> tuple["Speaker", ...]:
        from rulespec.docs.sentences.speaker import speakers

        return speakers(self.typed)


def check_reading(rules: typed.Game, name: str, letter: str) -> None:
    """The ruling and its reading must be declared."""
    declared = rules.rulings.get(name)
    if declared is None:
        raise RulespecError(
            "R0608", f"there is no ruling `{shorten(str(name))}`", None, did_you_mean(str(name)[:60], rules.rulings)
        )
    letters = [reading.letter for reading in declared.readings]
    if letter not in letters:
        raise RulespecError(
            "R0608", f"`{name}` has no reading `{shorten(str(letter))}`", None, f"readings are {', '.join(letters)}"
        )
