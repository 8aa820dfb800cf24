"""Hypothesis strategies for any game: games that are played, their positions, moves and logs; a state machine.

Reads a loaded game; returns strategies. What is drawn is a list of numbers, each of which ranks the moves (and outcomes
of chance) in an order of its own; played is the first that is legal. Whatever is taken out of the list, the rest is a
legal game in which the other numbers mostly stand for the same moves as before: a failing property shrinks to a short
game that can be played again (`Played.log`, `game.replay`).

    >>> from hypothesis import given
    >>> from verifier.strategies import states
    >>> @given(states(rulespec.load("kuhn_poker")))
    ... def test_chips(state): assert sum(state.game.dump(state)["state"]["purse"].values()) <= 4
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import attrs
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rulespec.automaton.run import Runner
from rulespec.game.facade import Game
from rulespec.game.move import Move
from rulespec.game.session import Session
from rulespec.game.state import State
from rulespec.rules.types import Flag, MapOf, Member, Number, SetOf, Type, domain
from verifier.traces import Judge
from verifier.words import Words

PICKS = 1 << 16
"""A pick is a number below this."""

_WORD = (1 << 64) - 1

LONGEST = 100_000
"""Moves after which a game is taken to have no end."""

Check = Callable[[State], object]


@attrs.frozen(repr=False, eq=False)
class Played:
    """A game as far as it was played, chance included: `len(moves) + 1` states."""

    game: Game
    positions: tuple[Any, ...]
    coded: tuple[Any, ...]

    @cached_property
    def states(self) -> tuple[State, ...]:
        """All states, the start first."""
        return tuple(State(self.game, position) for position in self.positions)

    @property
    def state(self) -> State:
        """The last state."""
        return State(self.game, self.positions[-1])

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """What was played and what chance brought."""
        pairs = zip(self.positions, self.coded, strict=False)
        return tuple(self.game.decode(State(self.game, position), move) for position, move in pairs)

    @cached_property
    def session(self) -> Session:
        """The game as a session, which has the events too."""
        session = Session(self.game)
        for move in self.moves:
            session.play(move)
        return session

    @cached_property
    def log(self) -> str:
        """The log: `game.replay(log)` gives the last state."""
        session = Session(self.game, tell=False)
        for move in self.moves:
            session.play(move)
        return session.log

    def __len__(self) -> int:
        return len(self.coded)

    def __repr__(self) -> str:
        told = [f"{State(self.game, p).owner}: {m}" for p, m in zip(self.positions, self.moves, strict=False)]
        return f"<{self.game.name}, {len(self)} moves: {'; '.join(told) or 'the start'}>"


# --- strategies -------------------------------------------------------------------------------------------------------


def games(game: Game, *, max_moves: int = 100, min_moves: int = 0, full: bool = False) -> st.SearchStrategy[Played]:
    """Games of up to `max_moves` moves and outcomes of chance; `full`: played on to the end, however far that is.

    Shrinks to few moves."""

    @st.composite
    def draw_game(draw: st.DrawFn) -> Played:
        most = draw(st.integers(min_moves, max_moves))
        picks = _drawn(draw, most, full=full)
        played = play(game, picks)
        assume(len(played) >= min_moves)
        return played

    return draw_game()


def _drawn(draw: st.DrawFn, most: int, *, full: bool) -> Iterator[int]:
    """Picks, drawn when they are asked for; each once: of a list of equal ones only the last could be left out."""
    used: set[int] = set()
    for _ in range(most):
        picked = draw(st.integers(0, PICKS - 1))
        while picked in used:
            picked += 1
        used.add(picked)
        yield picked
    if full:
        yield from range(2 * PICKS, 2 * PICKS + LONGEST)


def states(game: Game, *, max_moves: int = 100, over: bool | None = None) -> st.SearchStrategy[State]:
    """States that games come to; `over`: only final ones, or only ones that go on."""
    found = games(game, max_moves=max_moves, full=over is True)

    def last(played: Played) -> State:
        return played.states[-2] if over is False and played.is_over else played.state

    return found.map(last)


def moves(game: Game, state: State | None = None, *, legal: bool = True) -> st.SearchStrategy[Move]:
    """Legal moves of a state. Without a state, or with `legal=False`: moves of the text, whether legal or not."""
    if state is not None and legal:
        choices = game.legal(state)
        return st.sampled_from(choices) if choices else st.nothing()
    points = [game.point(state.position)] if state is not None else list(game.decisions.values())
    texts = []
    for point in points:
        if not point.is_chance:
            for option in point.options:
                arguments = st.tuples(*(values(type_) for _, type_ in option.parameters))
                texts.append(st.tuples(st.just(option), arguments))
    return st.one_of(texts).map(lambda pair: game.named(*pair)) if texts else st.nothing()


def logs(game: Game, *, max_moves: int = 100) -> st.SearchStrategy[str]:
    """Logs of games, for `game.replay`."""
    return games(game, max_moves=max_moves).map(lambda played: played.log)


def values(type_: Type) -> st.SearchStrategy[Any]:
    """Values of a parameter, as the core has them: a set is a bit mask, a map a tuple."""
    match type_:
        case Flag() | Member() | Number():
            return st.sampled_from(domain(type_))
        case SetOf(kind=kind):
            return st.integers(0, (1 << kind.size) - 1)
        case MapOf(kind=kind, entry=entry):
            return st.tuples(*(st.sampled_from(domain(entry)) for _ in range(kind.size)))


def play(game: Game, picks: Iterable[int]) -> Played:
    """The game in which each pick chooses among what is legal; it stops at the end of the game."""
    core = game.core
    position = core.new()
    positions, coded = [position], []
    drawn = iter(picks)
    while choices := core.legal(position):
        picked = next(drawn, None)
        if picked is None:
            break
        move = chosen(picked, choices, core.weights(position) if core.owner(position) == -1 else None)
        position = game.stepped(position, move)
        positions.append(position)
        coded.append(move)
    return Played(game, tuple(positions), tuple(coded))


def chosen(picked: int, choices: Sequence[Any], weights: Sequence[int] | None = None) -> Any:
    """The choice that comes first in the order of this pick: each as likely as its weight says, whatever the others
    are."""
    if weights is None:
        return max(choices, key=lambda choice: _height(picked, choice))
    pairs = [(math.log(_height(picked, c)) / w, i) for i, (c, w) in enumerate(zip(choices, weights, strict=True)) if w]
    return choices[max(pairs)[1]]


def _height(picked: int, choice: Any) -> float:
    """A number between 0 and 1 that looks random; the same in every run."""
    mixed = (hash(choice) + picked * 0x9E3779B97F4A7C15) & _WORD  # hashes of numbers are the same in every process
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
    return ((mixed ^ mixed >> 31) + 1) / (_WORD + 2)


# --- a state machine --------------------------------------------------------------------------------------------------


def state_machine(game: Game, *checks: Check) -> type[RuleBasedStateMachine]:
    """A rule-based state machine of the game, in one line: `TestMyGame = state_machine(game, my_check).TestCase`.

    At every state it checks that somebody can play unless the game is over, that what the text claims holds, that a
    dump comes back as the same state, and that the compiled step does what the automaton says; then each of `checks`,
    which fails by raising an exception or returning False."""
    runner = Runner(game.automaton)
    judge = Judge(game.automaton, runner, Words(game.automaton))

    class GameMachine(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.session = Session(game, tell=False)

        @property
        def state(self) -> State:
            return self.session.state

        @initialize()
        def start(self) -> None:
            self.session = Session(game, tell=False)

        @precondition(lambda self: not self.session.is_over)
        @rule(picked=st.integers(0, PICKS - 1))
        def play(self, picked: int) -> None:
            core, before = game.core, self.state.position
            weights = core.weights(before) if core.owner(before) == -1 else None
            coded = chosen(picked, core.legal(before), weights)
            move = game.decode(self.state, coded)
            self.session.play(move)
            number, arguments = core.unpack(before, coded)
            point = game.point(before)
            choice = ("" if point.is_chance else point.options[number].name, tuple(arguments))
            expected = runner.step(tuple(core.to_values(before)), choice)
            assert tuple(core.to_values(self.state.position)) == expected, f"{move}: compiled code differs"

        @precondition(lambda self: not self.session.is_over)
        @rule()
        def undo(self) -> None:
            before = self.session.log
            self.session.play(self.session.legal()[0])
            self.session.undo()
            assert self.session.log == before

        @rule()
        def look(self) -> None:
            for who in (None, *game.players):
                game.view(self.state, who)

        @invariant()
        def somebody_can_play(self) -> None:
            assert self.session.is_over or self.session.legal(), "nobody can play, but the game is not over"

        @invariant()
        def what_the_text_claims_holds(self) -> None:
            faults = judge.faults(tuple(game.core.to_values(self.state.position)))
            assert not faults, f"{faults} in\n{self.session.log}"

        @invariant()
        def a_dump_comes_back(self) -> None:
            assert game.restore(game.dump(self.state)) == self.state

        @invariant()
        def own_checks_hold(self) -> None:
            for check in checks:
                assert check(self.state) is not False, f"{check} fails after\n{self.session.log}"

    GameMachine.__name__ = GameMachine.__qualname__ = f"{game.name.title().replace('_', '')}Machine"
    return GameMachine
