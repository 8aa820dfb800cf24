"""Says statements of the typed rules: what happens, one line per statement, blocks indented below it.

Reads a speaker and a body; returns `Line`s. Names that a statement binds are known to the lines after it.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from typing import assert_never

import attrs

from rulespec.docs.sentences.phrase import Phrase
from rulespec.docs.sentences.speaker import Env, Speaker
from rulespec.rules.expressions import NO, YES, Const, Contains, Expr, Op, PlaceAt, Read, SetBy, Var
from rulespec.rules.statements import (
    About,
    Announce,
    Assign,
    AssignAll,
    Call,
    Cell,
    Decide,
    Draw,
    Earn,
    EndGame,
    ForEach,
    If,
    Let,
    MoveCard,
    Option,
    Repeat,
    Show,
    Step,
    Stmt,
    Transfer,
)
from rulespec.rules.types import Flag, Member, SetOf


@attrs.frozen
class Line:
    """One sentence; `option` and `decision` are set where a reader may be led to the choice itself."""

    depth: int
    text: str
    about: About = About()
    option: Option | None = None
    decision: Decide | None = None
    opens: bool = False
    """Does a block follow?"""


def effect_lines(speaker: Speaker, body: Sequence[Stmt], env: Env, depth: int = 0) -> Iterator[Line]:
    """The lines of a body; one that is said again and again stands once, with how often."""
    for _, again in groupby(_every_line(speaker, body, env, depth), key=_said):
        first, *more = again
        if more and not first.opens and first.option is None:
            times = speaker.grammar.say("times", text=first.text, number=str(len(more) + 1))
            yield attrs.evolve(first, text=times)
        else:
            yield from (first, *more)


def _said(line: Line) -> tuple[int, str, bool]:
    return line.depth, line.text, line.opens


def _every_line(speaker: Speaker, body: Sequence[Stmt], env: Env, depth: int) -> Iterator[Line]:
    said = False
    for statement, after in zip_longest(body, body[1:]):
        if said:
            said = False
            continue
        drawn = _drawn_card(speaker, statement, after, env)
        if drawn is not None:
            yield Line(depth, drawn, statement.about)
            said = True
        else:
            yield from _lines(speaker, statement, env, depth)
        match statement:
            case Draw(var=var, kind=kind):
                env = speaker.among(var, kind, {k: v for k, v in env.items() if k != var})
            case _:
                pass


def _lines(speaker: Speaker, statement: Stmt, env: Env, depth: int) -> Iterator[Line]:
    def line(text: str, opens: bool = False) -> Line:
        return Line(depth, text, statement.about, opens=opens)

    say, noun, sentence = speaker.grammar.say, speaker.noun, speaker.sentence
    match statement:
        case Let(var=var, value=value):
            yield line(say("let", a=speaker.variable(var, value.type, env), b=noun(value, env)))
        case Assign():
            yield line(_assigned(speaker, statement, env))
        case AssignAll():
            yield line(_assigned_all(speaker, statement, env))
        case Transfer(source=source, target=target):
            here, there = _cell(speaker, source, env), _cell(speaker, target, env)
            amount = _amount(speaker, statement, env)
            text = say("move", amount=amount, source=here, target=there)
            if statement.verb == "pays":
                payer = noun(source.keys[0], env) if len(source.keys) == 1 else here
                paid = noun(target.keys[0], env) if len(target.keys) == 1 else there
                text = say("pays", a=payer, amount=_sum_paid(speaker, statement, amount, env), b=paid)
            for most in _room(statement):
                text += say("at most there", most=noun(most, env), target=there)
            yield line(text)
        case MoveCard(card=card, place=place):
            yield line(say("move card", card=noun(card, env), place=noun(place, env)))
        case If():
            yield from _cases(speaker, statement, env, depth)
        case ForEach(var=var, kind=kind, condition=condition, start=start, until=until, body=body):
            inside = speaker.among(var, kind, env)
            narrow = Phrase(speaker.narrow(var, condition, inside))
            text = say("each", one=speaker.one_of(var, kind), narrow=narrow)
            if start is not None:
                text += say("in turn from", start=noun(start, env))
            if until is not None:
                text += say("again") if until == NO else say("again until", condition=sentence(until, env))
            yield line(text, True)
            yield from effect_lines(speaker, body, inside, depth + 1)
        case Repeat(until=until, body=body):
            yield line(say("repeat forever") if until == NO else say("repeat", condition=sentence(until, env)), True)
            yield from effect_lines(speaker, body, env, depth + 1)
        case Decide(owner=owner):
            text = say("chooses", owner=noun(owner, env), title=speaker.decision_title(statement))
            yield Line(depth, text, statement.about, decision=statement, opens=True)
            for option in statement.options:
                only = "" if option.active is None else _only_under(speaker, option.active)
                yield Line(depth + 1, speaker.open_title(option) + only, option.about, option)
        case Draw(seen_by=seen_by):
            yield line(_drawn(speaker, statement, env) + _seen(speaker, seen_by, env))
        case Call(rule=rule, arguments=arguments):
            yield line(_called(speaker, rule, arguments, env))
        case Earn(account=account, key=key, amount=amount):
            name = speaker.names.alone(account).words
            yield line(say("earns count", a=noun(key, env), number=noun(amount, env), account=name))
        case Announce(name=name, by=by, reactions=reactions):
            yield line(say("announce", a=noun(by, env), name=speaker.names.announcement(name)), bool(reactions))
            yield from effect_lines(speaker, reactions, env, depth + 1)
        case Show(card=card, to=to):
            if isinstance(to, str):
                yield line(say("show all", a=noun(card, env)))
            else:
                yield line(say("show", a=noun(card, env), b=noun(to, env)))
        case EndGame(ending=ending):
            about = speaker.game.endings[ending].about
            yield line(say("end", ending=f"“{speaker.names.title(about, ending)}”"))
        case Step(name=name, body=body):
            yield line(speaker.names.title(statement.about, name), True)
            yield from effect_lines(speaker, body, env, depth + 1)
        case _:
            assert_never(statement)


def _cases(speaker: Speaker, statement: If, env: Env, depth: int, key: str = "if") -> Iterator[Line]:
    """A condition and what else there is, case by case on one level."""
    say = speaker.grammar.say
    now = speaker.played(statement.condition)
    if speaker.readings is not None and now != statement.condition and isinstance(now, Const):
        yield from _decided(speaker, statement, env, depth, key)
        return
    label = f" (“{speaker.names.title(statement.about, statement.label)}”)" if statement.label else ""
    if statement.condition == YES and key == "otherwise if":
        text = say("otherwise") + label
    else:
        text = say(key, condition=speaker.sentence(statement.condition, env)) + label
    yield Line(depth, text, statement.about, opens=True)
    yield from effect_lines(speaker, statement.then, env, depth + 1)
    match statement.otherwise:
        case ():
            return
        case (If() as other,):
            yield from _cases(speaker, other, env, depth, "otherwise if")
        case otherwise:
            yield Line(depth, say("otherwise"), opens=True)
            yield from effect_lines(speaker, otherwise, env, depth + 1)


def _only_under(speaker: Speaker, active: Expr) -> str:
    """In which readings an option exists that is not played by default."""
    if speaker.played(active) != NO:
        return ""
    names = [name for _, name, then in speaker.otherwise(active) if then != NO]
    return f" ({speaker.grammar.say('only under', readings=speaker.grammar.listed(names, 'or'))})" if names else ""


def _decided(speaker: Speaker, statement: If, env: Env, depth: int, key: str) -> Iterator[Line]:
    """What readings decide: first what is played, then what the others do instead, each in a block of its own."""
    chosen = speaker.played(statement.condition) == YES
    branch = statement.then if chosen else statement.otherwise
    if key == "otherwise if" and branch:  # it stands where the earlier cases did not fit
        match branch:
            case (If() as other,) if not chosen:
                yield from _cases(speaker, other, env, depth, key)
            case _:
                yield Line(depth, speaker.grammar.say("otherwise"), opens=True)
                yield from effect_lines(speaker, branch, env, depth + 1)
    else:
        yield from effect_lines(speaker, branch, env, depth)
    for other_speaker, names, then in speaker.otherwise(statement.condition):
        instead = statement.otherwise if then == NO else statement.then
        if not instead:
            if chosen:
                yield Line(depth, speaker.grammar.say("left out under", readings=names), statement.about)
            continue
        told = speaker.grammar.say("instead under" if branch else "under", readings=names)
        if not isinstance(then, Const):
            told += ", " + speaker.grammar.say("if", condition=other_speaker.sentence(then, env))
        yield Line(depth, told, statement.about, opens=True)
        yield from effect_lines(other_speaker, instead, env, depth + 1)


def option_env(speaker: Speaker, option: Option, env: Env) -> dict[str, Phrase]:
    """What the parameters and named values of an option are called inside it."""
    inside = dict(env)
    for parameter in option.parameters:
        inside[parameter.name] = speaker.names.noun(parameter.name)
    return inside


def _cell(speaker: Speaker, cell: Cell, env: Env) -> Phrase:
    family = speaker.game.families[cell.family]
    keys = [(kind.name, speaker.noun(key, env)) for kind, key in zip(family.keys, cell.keys, strict=True)]
    return speaker.names.word(cell.family, keys)


def _assigned(speaker: Speaker, statement: Assign, env: Env) -> str:
    say, cell = speaker.grammar.say, statement.cell
    family = speaker.game.families[cell.family]
    if family.is_set:
        *first, last = cell.keys
        owner = [(k.name, speaker.noun(e, env)) for k, e in zip(family.keys, first, strict=False)]
        verb = "leaves" if statement.value == NO else "joins"
        return say(verb, a=speaker.noun(last, env), b=speaker.names.word(family.name, owner))
    if isinstance(family.type, Flag) and isinstance(statement.value, Const):
        from_now = speaker.names.yes_no(
            family.name,
            [(k.name, speaker.noun(e, env)) for k, e in zip(family.keys, cell.keys, strict=True)],
            (),
            bool(statement.value.value),
        )
        return say("becomes so", sentence=from_now)
    about = _cell(speaker, cell, env)
    if statement.verb.startswith(("rise", "fall")) and statement.amount is not None:
        verb = "rises" if statement.verb.startswith("rise") else "falls"
        return say(verb, a=about, b=speaker.noun(statement.amount, env))
    read = Read(cell.family, cell.keys, family.type)
    value = statement.value
    if isinstance(value, Const) and isinstance(family.type, Member) and value.value == family.type.kind.none:
        return speaker.missing(read, env, True, form="becomes")
    own = speaker.own_sentence(read, "becomes", speaker.noun(value, env), env)
    return own or say("becomes", a=about, b=speaker.noun(value, env))


def _assigned_all(speaker: Speaker, statement: AssignAll, env: Env) -> str:
    """Said for one of each kind; the condition narrows the last of them."""
    say = speaker.grammar.say
    family = speaker.game.families[statement.family]
    if family.is_set and len(statement.vars) == 1 and not isinstance(statement.value, Const):
        ((var, kind),) = statement.vars
        owner = [(k.name, speaker.noun(e, env)) for k, e in zip(family.keys, statement.fixed_keys, strict=False)]
        match statement.value:
            case Contains(set=whole, element=Var(name=name)) if name == var:
                members = speaker.noun(whole, env)
            case condition:
                members = speaker.noun(SetBy(var, kind, condition, SetOf(kind)), env)
        return say("becomes", a=speaker.names.word(family.name, owner), b=members)
    inside = dict(env)
    for var, kind in statement.vars:
        inside = speaker.among(var, kind, inside)
    keys = [*statement.fixed_keys, *(Var(var, type_) for var, type_ in _typed(statement))]
    one = Assign(Cell(statement.family, tuple(keys)), statement.value, statement.verb)
    if speaker.game.families[statement.family].role == "location":
        text = say("move card", card=speaker.noun(keys[-1], inside), place=speaker.noun(statement.value, inside))
    else:
        text = _assigned(speaker, one, inside)
    *outer, last = statement.vars
    narrow = Phrase(speaker.narrow(last[0], statement.condition, inside))
    text = say("all", one=inside[last[0]], narrow=narrow, sentence=text)
    for var, _ in reversed(outer):
        text = say("all", one=inside[var], narrow="", sentence=text)
    return text


def _typed(statement: AssignAll) -> Iterator[tuple[str, Member]]:
    for var, kind in statement.vars:
        yield var, Member(kind)


def _amount(speaker: Speaker, statement: Transfer, env: Env) -> Phrase:
    """`1 coin`, `all coins`, `up to 3 coins`."""
    say, piece = speaker.grammar.say, speaker.names.noun(statement.piece)
    if statement.mode == "all":
        return Phrase(say("all pieces", pieces=speaker.grammar.many(piece)), feminine=piece.feminine, plural=True)
    amount = statement.amount
    if statement.mode == "up_to":
        # What is there limits it by itself: `up to` says so.
        limits = [limit for limit in _limits(amount) if not _reads(limit, statement.source)]
        limits = [limit for limit in limits if _most_there(limit, statement.target) is None] or limits
        amount = (
            attrs.evolve(amount, arguments=tuple(limits)) if isinstance(amount, Op) and len(limits) > 1 else limits[0]
        )
    if isinstance(amount, Const):
        one = amount.value == 1
        pieces = piece if one else speaker.grammar.many(piece)
        shown = Phrase(say("counted", number=str(amount.value), pieces=pieces), feminine=piece.feminine, plural=not one)
    else:
        many = speaker.grammar.many(piece)
        words = say("as many", pieces=many, amount=speaker.noun(amount, env))
        shown = Phrase(words, feminine=piece.feminine, plural=True)
    return attrs.evolve(shown, words=say("up to", amount=shown)) if statement.mode == "up_to" else shown


def _sum_paid(speaker: Speaker, statement: Transfer, amount: Phrase, env: Env) -> Phrase:
    """`the cost`, where that is what coins are counted by; `up to the cost`."""
    limits = [limit for limit in _limits(statement.amount) if not _reads(limit, statement.source)]
    if len(limits) != 1 or isinstance(limits[0], Const) or statement.mode == "all":
        return amount
    named = speaker.noun(limits[0], env)
    return Phrase(speaker.grammar.say("up to", amount=named)) if statement.mode == "up_to" else named


def _limits(amount: Expr) -> list[Expr]:
    if isinstance(amount, Op) and amount.name == "min":
        return [limit for part in amount.arguments for limit in _limits(part)]
    return [amount]


def _room(statement: Transfer) -> list[Expr]:
    """How many the target may hold at most, where the amount is limited so."""
    if statement.mode != "up_to":
        return []
    most = (_most_there(limit, statement.target) for limit in _limits(statement.amount))
    return [limit for limit in most if limit is not None]


def _most_there(limit: Expr, target: Cell) -> Expr | None:
    """`the larger of (0, 4 - the store)` leaves room for 4 in the store."""
    match limit:
        case Op(name="max", arguments=(Const(value=0), Op(name="-", arguments=(most, held)))) if _reads(held, target):
            return most
        case Op(name="-", arguments=(most, held)) if _reads(held, target):
            return most
    return None


def _reads(expression: Expr, cell: Cell) -> bool:
    return getattr(expression, "family", None) == cell.family


def _drawn_card(speaker: Speaker, statement: Stmt, after: Stmt | None, env: Env) -> str | None:
    """A card drawn from one place and laid into another is one thing that happens."""
    match statement, after:
        case (
            Draw(var=var, kind=kind, weight=Op(name="if", arguments=(condition, _, _)), seen_by=seen_by),
            MoveCard(card=Var(name=moved), place=target),
        ) if var == moved:
            match condition:
                case Op(name="=", arguments=(Read(keys=(Var(name=read),)), PlaceAt() as source)) if read == var:
                    one = speaker.names.noun(kind.name)
                    here, there = speaker.noun(source, env), speaker.noun(target, env)
                    text = speaker.grammar.say("draw card", one=one, source=here, target=there)
                    return text + _seen(speaker, seen_by, env)
    return None


def _drawn(speaker: Speaker, statement: Draw, env: Env) -> str:
    inside = speaker.among(statement.var, statement.kind, env)
    one = speaker.names.noun(statement.kind.name)
    match statement.weight:
        case Const():
            return speaker.grammar.say("draw", one=one)
        case Op(name="if", arguments=(condition, Const(value=1), Const(value=0))):
            return speaker.grammar.say("draw among", one=one, condition=speaker.sentence(condition, inside))
        case weight if isinstance(weight.type, Flag):
            return speaker.grammar.say("draw among", one=one, condition=speaker.sentence(weight, inside))
        case weight:
            return speaker.grammar.say("draw weighted", one=one, weight=speaker.noun(weight, inside))


def _seen(speaker: Speaker, seen_by: str | Expr, env: Env) -> str:
    if not isinstance(seen_by, str):
        return speaker.grammar.say("seen by", who=speaker.noun(seen_by, env))
    return "" if seen_by == "all" else speaker.grammar.say("unseen")


def _called(speaker: Speaker, name: str, arguments: Sequence[Expr], env: Env) -> str:
    rule = speaker.game.rules[name]
    title = speaker.names.title(rule.about, name, name)
    title = title[:1].upper() + title[1:]
    given = list(arguments)
    by = given.pop() if rule.performer is not None else None
    text = (
        speaker.grammar.say("call", rule=title)
        if by is None
        else speaker.grammar.say("call by", a=speaker.noun(by, env), rule=title)
    )
    if given:
        text += speaker.grammar.say("with", list=speaker.grammar.listed([speaker.noun(a, env).text for a in given]))
    return text
