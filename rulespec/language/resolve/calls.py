"""Which rule calls which: cycles are refused, since the state of a game is flat.

Reads typed rules; adds diagnostics.
"""

from collections.abc import Iterator

from rulespec.language.resolve.world import World
from rulespec.rules.game import Rule
from rulespec.rules.statements import Announce, Call, Decide, ForEach, If, Repeat, Step, Stmt


def check_calls(world: World, rules: dict[str, Rule]) -> None:
    """Report each circle of calls once, at the call that closes it."""
    done: set[str] = set()
    for name in rules:
        _visit(world, rules, name, (), done)


def _visit(world: World, rules: dict[str, Rule], name: str, path: tuple[str, ...], done: set[str]) -> None:
    if name in done:
        return
    for call in calls(rules[name].body):
        if call.rule in (*path, name):
            circle = " -> ".join((*path, name, call.rule)[(*path, name).index(call.rule) :])
            world.found.error(
                "R0406",
                f"rules may not call each other in a circle: {circle}",
                call.about.span,
                help="let the rule `earn` into an account that is settled one by one, or go on with `each … again until`",
            )
        elif call.rule in rules:
            _visit(world, rules, call.rule, (*path, name), done)
    done.add(name)


def calls(body: tuple[Stmt, ...]) -> Iterator[Call]:
    """All calls in these statements, in order."""
    for statement in body:
        match statement:
            case Call():
                yield statement
            case If(then=then, otherwise=otherwise):
                yield from calls(then)
                yield from calls(otherwise)
            case ForEach(body=inner) | Repeat(body=inner) | Step(body=inner):
                yield from calls(inner)
            case Announce(reactions=reactions):
                yield from calls(reactions)
            case Decide(options=options):
                for option in options:
                    yield from calls(option.effect)
            case _:
                continue
