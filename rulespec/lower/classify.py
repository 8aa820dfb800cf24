"""Which rules and statements have control inside, who calls whom, and who settles what.

Reads the typed rules. A statement is *plain* (an effect), *exits* (it may end the game, but nothing stops in it) or
*stops* (a decision, a draw, a loop that needs a point, a settlement). Rules without stops are inlined where they are
called.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cached_property
from typing import assert_never

from rulespec.diagnostics import Diagnostic, LoadError
from rulespec.rules.game import Game
from rulespec.rules.statements import (
    Announce,
    Assign,
    AssignAll,
    Call,
    Decide,
    Draw,
    Earn,
    EndGame,
    ForEach,
    If,
    Let,
    MoveCard,
    Repeat,
    Show,
    Step,
    Stmt,
    Transfer,
)


class Flow(IntEnum):
    """What can happen to control inside a statement."""

    PLAIN = 0
    EXITS = 1
    STOPS = 2


def inner(stmt: Stmt) -> tuple[tuple[Stmt, ...], ...]:
    """The blocks of a statement, without the effects of options."""
    match stmt:
        case If(then=then, otherwise=otherwise):
            return (then, otherwise)
        case ForEach(body=body) | Repeat(body=body) | Step(body=body):
            return (body,)
        case Announce(reactions=reactions):
            return (reactions,)
        case (
            Let()
            | Assign()
            | AssignAll()
            | Transfer()
            | MoveCard()
            | Decide()
            | Draw()
            | Call()
            | Earn()
            | Show()
            | EndGame()
        ):
            return ()
        case _:
            assert_never(stmt)


def within(stmts: Sequence[Stmt]) -> Iterator[Stmt]:
    """All statements of a body, but not those of its options' effects (they are bodies of their own)."""
    for stmt in stmts:
        yield stmt
        for block in inner(stmt):
            yield from within(block)


def everything(stmts: Sequence[Stmt]) -> Iterator[Stmt]:
    """All statements, those of options' effects included."""
    for stmt in within(stmts):
        yield stmt
        if isinstance(stmt, Decide):
            for option in stmt.options:
                yield from everything(option.effect)


class Rules:
    """The rules of a game with what the lowering asks about them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._flow: dict[str, Flow] = {}
        self._writes: dict[str, frozenset[str]] = {}
        self._asked_after = {i.where for i in game.invariants if i.scope == "after"}
        self._check_cycles()

    # --- calls --------------------------------------------------------------------------------------------------

    @cached_property
    def calls(self) -> dict[str, tuple[str, ...]]:
        """The rules each rule calls, in the order of the text."""
        return {
            name: tuple(dict.fromkeys(s.rule for s in everything(rule.body) if isinstance(s, Call)))
            for name, rule in self.game.rules.items()
        }

    @cached_property
    def trees(self) -> dict[str, frozenset[str]]:
        """For each account the rules that run inside its settlement."""
        return {name: self.reached((account.settled_by,)) for name, account in self.game.accounts.items()}

    def reached(self, roots: Sequence[str]) -> frozenset[str]:
        """The roots and all they call, directly or not."""
        found: set[str] = set()
        todo = list(roots)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo.extend(self.calls[name])
        return frozenset(found)

    def due(self, rule: str, body: Sequence[Stmt]) -> tuple[str, ...]:
        """The accounts to settle at the end of this body (a rule's, or an option's effect): what is earned in it,
        unless it runs inside that settlement, which goes on by itself."""
        earned = {s.account for s in within(body) if isinstance(s, Earn)}
        return tuple(a for a in self.game.accounts if a in earned and rule not in self.trees[a])

    def due_after(self, caller: str, called: str) -> tuple[str, ...]:
        """The accounts to settle when a rule comes back that belongs to a settlement but was called from outside it:
        the end of its body is the same moment, and its frame is free by then."""
        earned = {s.account for s in within(self.game.rules[called].body) if isinstance(s, Earn)}
        return tuple(
            a for a in self.game.accounts if a in earned and called in self.trees[a] and caller not in self.trees[a]
        )

    def _edges(self, name: str) -> Iterator[str]:
        yield from self.calls[name]
        bodies = [self.game.rules[name].body]
        for stmt in everything(self.game.rules[name].body):
            if isinstance(stmt, Decide):
                bodies.extend(o.effect for o in stmt.options)
        for body in bodies:
            yield from (self.game.accounts[a].settled_by for a in self.due(name, body))
        for called in self.calls[name]:
            yield from (self.game.accounts[a].settled_by for a in self.due_after(name, called))

    def _check_cycles(self) -> None:
        state: dict[str, int] = {}
        problems: list[Diagnostic] = []

        def visit(name: str, path: tuple[str, ...]) -> None:
            if state.get(name) == 2:
                return
            if state.get(name) == 1:
                cycle = " -> ".join((*path[path.index(name) :], name))
                about = self.game.rules[name].about
                problems.append(
                    Diagnostic(
                        "R0450",
                        f"rules call each other in a circle: {cycle}",
                        about.span,
                        help="let the inner rule earn into an account, which is settled step by step",
                    )
                )
                return
            state[name] = 1
            for other in self._edges(name):
                visit(other, (*path, name))
            state[name] = 2

        for name in self.game.rules:
            visit(name, ())
        if not problems:
            problems.extend(self._unsettled())
        if problems:
            raise LoadError(tuple(problems))

    def _unsettled(self) -> Iterator[Diagnostic]:
        """Rules of a settlement that are called from outside it and would have to settle in their own middle."""
        running = self.reached((self.game.start_rule, *(a.settled_by for a in self.game.accounts.values())))
        for account, tree in self.trees.items():
            for caller in self.game.rules:
                if caller in tree or caller not in running:
                    continue
                for called in self.calls[caller]:
                    if called in tree and self._earns_inside(called, account):
                        yield Diagnostic(
                            "R0451",
                            f"`{caller}` calls `{called}`, which earns {account} while it runs and also belongs to the"
                            f" settlement of {account}",
                            self.game.rules[caller].about.span,
                            help=f"let `{caller}` earn {account} instead of calling `{called}`",
                        )
                    elif called in tree and account in self.due_after(caller, called):
                        yield from self._out_of_turn(caller, called, account)

    def _out_of_turn(self, caller: str, called: str, account: str) -> Iterator[Diagnostic]:
        """What the rule settles itself would come before this account, which its caller settles: not in their order."""
        order = list(self.game.accounts)
        for other in self.due(called, self.game.rules[called].body):
            if order.index(other) > order.index(account):
                yield Diagnostic(
                    "R0451",
                    f"`{caller}` calls `{called}`, which earns {account} and {other} and also belongs to the settlement"
                    f" of {account}",
                    self.game.rules[caller].about.span,
                    help=f"declare the account {other} before {account}, or let `{caller}` earn {account} instead",
                )

    def _earns_inside(self, name: str, account: str) -> bool:
        """Does the rule earn in an option, or call a rule that earns?"""
        own = {id(s) for s in within(self.game.rules[name].body)}
        stmts = everything(self.game.rules[name].body)
        if any(isinstance(s, Earn) and s.account == account and id(s) not in own for s in stmts):
            return True
        below = self.reached(self.calls[name])
        return any(
            isinstance(s, Earn) and s.account == account for r in below for s in everything(self.game.rules[r].body)
        )

    # --- control ------------------------------------------------------------------------------------------------

    def flow_of(self, rule: str) -> Flow:
        """What can happen to control inside a rule."""
        if rule not in self._flow:
            declared = self.game.rules[rule]
            stops = self.due(rule, declared.body) or rule in self._asked_after
            self._flow[rule] = Flow.STOPS if stops else self.flow_in(rule, declared.body)
        return self._flow[rule]

    def flow_in(self, rule: str, stmts: Sequence[Stmt]) -> Flow:
        return max((self.flow(rule, s) for s in stmts), default=Flow.PLAIN)

    def flow(self, rule: str, stmt: Stmt) -> Flow:
        """What can happen to control inside a statement of this rule."""
        match stmt:
            case Decide() | Draw() | Repeat():
                return Flow.STOPS
            case EndGame():
                return Flow.EXITS
            case ForEach(body=body, until=until):
                # a loop that may be left in the middle is not an effect, and its head lies on a cycle
                return Flow.STOPS if until is not None or self.flow_in(rule, body) else Flow.PLAIN
            case Step(name=name) if self.asked_after(f"{rule}.{name}"):
                return Flow.STOPS
            case Call(rule=called):
                return Flow.STOPS if self.due_after(rule, called) else self.flow_of(called)
            case If() | Step() | Announce():
                return max((self.flow_in(rule, block) for block in inner(stmt)), default=Flow.PLAIN)
            case Let() | Assign() | AssignAll() | Transfer() | MoveCard() | Earn() | Show():
                return Flow.PLAIN
            case _:
                assert_never(stmt)

    def asked_after(self, where: str) -> bool:
        """Is there an invariant about the moment at which this rule or step has ended?"""
        return where in self._asked_after

    # --- effects ------------------------------------------------------------------------------------------------

    def written(self, rule: str, stmts: Sequence[Stmt]) -> frozenset[str]:
        """The families that these statements, the rules they call and the settlements they cause may change."""
        found: set[str] = set()
        for stmt in everything(stmts):
            match stmt:
                case Assign(cell=cell):
                    found.add(cell.family)
                case AssignAll(family=family):
                    found.add(family)
                case Transfer(source=source, target=target):
                    found |= {source.family, target.family}
                case MoveCard(cards=cards):
                    found.add(cards)
                case Earn(account=account):
                    # whoever settles it, it may be settled while these statements run
                    found.add(self.game.accounts[account].family)
                    if rule not in self.trees[account]:
                        found |= self.written_by(self.game.accounts[account].settled_by)
                case Call(rule=called):
                    found |= self.written_by(called)
                    for account in self.due_after(rule, called):
                        found |= self.written_by(self.game.accounts[account].settled_by)
                case _:
                    pass
        return frozenset(found)

    def written_by(self, rule: str) -> frozenset[str]:
        if rule not in self._writes:
            keeps = {f.name for f in self.game.families.values() if f.rule == rule}
            self._writes[rule] = self.written(rule, self.game.rules[rule].body) | keeps
        return self._writes[rule]
