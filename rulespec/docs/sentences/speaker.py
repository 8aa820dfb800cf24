"""Says expressions of the typed rules: values as nouns, conditions as sentences, in one language.

Reads a typed game; returns phrases and sentences without capital letter and full stop. `Env` says what the variables
are called at that place; a variable that is not in it is called by its name.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

import attrs

from rulespec.docs.sentences.english import English
from rulespec.docs.sentences.grammar import Grammar
from rulespec.docs.sentences.names import Bound, Names, Value
from rulespec.docs.sentences.phrase import Phrase, readable, without_number
from rulespec.docs.sentences.portuguese import Portuguese
from rulespec.rules.expressions import (
    NO,
    YES,
    Apply,
    CanChoose,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    IsKind,
    Lookup,
    Op,
    PlaceAt,
    Quantified,
    Read,
    RulingIs,
    SetBy,
    Total,
    Var,
)
from rulespec.rules.game import Game
from rulespec.rules.grids import is_belonging, is_coordinate, is_direction
from rulespec.rules.played import otherwise_played, played
from rulespec.rules.statements import Clause, Decide, Option
from rulespec.rules.types import Flag, Kind, Member, Type
from rulespec.rules.walk import statements, within
from rulespec.source import NOWHERE

Env = Mapping[str, Phrase]
GRAMMARS: Mapping[str, Grammar] = {"en": English(), "pt": Portuguese()}
OPPOSITE = {"=": "not =", "not =": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
SPOKEN_OF_IN_PLURAL = ("number of", "every one")
NAMED = re.compile(r"\{(?:[^{}]* )?(\w+)\}")
MIRRORED = {"=": "=", "<": ">", "<=": ">="}


def grammar_for(language: str) -> Grammar:
    """The grammar of a language; English where we have none."""
    return GRAMMARS.get(language, GRAMMARS.get(language[:2], GRAMMARS["en"]))


def speakers(game: Game) -> tuple["Speaker", ...]:
    """One speaker per language that the game declares and we have a grammar for; at least one."""
    found = [Speaker(Names(game, GRAMMARS[code])) for code in dict.fromkeys(game.languages) if code in GRAMMARS]
    return tuple(found) or (Speaker(Names(game, GRAMMARS["en"])),)


def comparison(condition: Expr) -> tuple[str, Expr, Expr] | None:
    """`a = b`, `a < b`, `a <= b` with the more telling side first: `1 <= the purse` is `the purse >= 1`."""
    match condition:
        case Op(name="=" | "<" | "<=" as name, arguments=(a, b)):
            # What was chosen is compared with the state, not the other way round: `the amount is more than the best`.
            chosen = name != "=" and isinstance(b, Var) and not isinstance(a, Var)
            written = name != "=" and _is_written_first(b, a)
            if chosen or written or (isinstance(a, Const) and not isinstance(b, Const)):
                return MIRRORED[name], b, a
            return name, a, b
    return None


@attrs.frozen(eq=False)
class Speaker:
    """One language of one game."""

    names: Names
    readings: Mapping[str, str] | None = None
    """What pages speak of is played by these readings; answers put in those of their game."""

    def by(self, readings: Mapping[str, str]) -> "Speaker":
        """One who speaks of the rules under these readings, the others as they are."""
        return attrs.evolve(self, readings={**(self.readings or {}), **readings})

    def otherwise(self, condition: Expr) -> list[tuple["Speaker", str, Expr]]:
        """The other readings under which a condition is another one: who speaks by them, their names, the condition."""
        if self.readings is None:
            return []
        return [
            (self.by(changed), ", ".join(f"{name} {letter}" for name, letter in changed.items()), then)
            for changed, then in otherwise_played(self.game, condition, self.readings)
        ]

    def played(self, expression: Expr) -> Expr:
        return expression if self.readings is None else played(expression, self.readings)

    @property
    def language(self) -> str:
        return self.names.grammar.code

    @property
    def grammar(self) -> Grammar:
        return self.names.grammar

    @property
    def game(self) -> Game:
        return self.names.game

    # --- names ------------------------------------------------------------------------------------------------------

    def bound(self, values: Bound) -> dict[str, Phrase]:
        """An Env in which variables are called by their values."""
        return {name: self.names.value(type_, value) for name, (type_, value) in values.items()}

    def variable(self, name: str, type_: Type, env: Env) -> Phrase:
        if name in env:
            return env[name]
        return self.names.noun(name)

    def one_of(self, var: str, kind: Kind) -> Phrase:
        """What one member is called that a sentence picks."""
        short = without_number(var)
        if short == "other":  # `every player other than blue`
            return self.names.noun(kind.name)
        # A letter is machinery; what it stands for is one of its kind.
        return self.names.noun(kind.name if len(short) <= 2 else short)

    def among(self, var: str, kind: Kind, env: Env) -> dict[str, Phrase]:
        """The Env with one more variable over a kind; `that player` where `the player` is spoken of already."""
        phrase = self.one_of(var, kind)
        if any(phrase.text == other.text for name, other in env.items() if name != var):
            phrase = self.grammar.that(phrase)
        return {**env, var: phrase}

    # --- values -----------------------------------------------------------------------------------------------------

    def noun(self, expression: Expr, env: Env) -> Phrase:
        """What a value is called."""
        grammar = self.grammar
        expression = self.played(expression)
        match expression:
            case Const(value=value, type=type_):
                return self.names.value(type_, value)
            case Var(name=name, type=type_):
                return self.variable(name, type_, env)
            case _ if isinstance(expression.type, Flag):
                return Phrase(grammar.say("whether", condition=self.sentence(expression, env)), compound=True)
            case Read(family=name, keys=keys):
                return self.names.word(name, self._keys(self.game.families[name].keys, keys, env))
            case Lookup(table=name, keys=(key,)) if is_direction(self.game.tables[name]):
                one = self.names.noun(self.game.tables[name].keys[0].name)
                words = grammar.say("direction", one=one, direction=grammar.directions[name], a=self.noun(key, env))
                return attrs.evolve(one, words=words, compound=True)
            case Lookup(table=name, keys=keys):
                return self.names.word(name, self._keys(self.game.tables[name].keys, keys, env))
            case PlaceAt(place=name, keys=keys):
                return self.names.word(name, self._keys(self.game.places[name].keys, keys, env))
            case Apply(definition=name, arguments=arguments):
                prepositions = self.game.definitions[name].prepositions
                return self.names.word(name, self._arguments(name, arguments, env), prepositions)
            case Op(name="+", arguments=(member, Const(value=first))) if _is_number_of(member, first):
                return self.noun(member, env)
            case Op():
                return Phrase(self._operation(expression, env), compound=True)
            case Entry(map=map_, key=key):
                return grammar.owned(self.noun(map_, env), self.noun(key, env))
            case SetBy(var=var, condition=Op(name="=", arguments=(Var(name=name), one))) if name == var:
                return Phrase(grammar.say("only", a=self.noun(one, env)), compound=True)
            case SetBy(condition=condition) if condition == NO:
                return Phrase(grammar.templates["empty set"], compound=True)
            case SetBy(var=var, condition=Read(family=name, keys=(*keys, Var(name=last)))) if (
                last == var and self.game.families[name].is_set
            ):
                return self._set_word(name, keys, env)
            case SetBy(var=var, kind=kind, condition=condition) if (best := _highest(var, condition)) is not None:
                rest, highest = best
                text = self._some("every one", var, kind, rest, env)
                return Phrase(text + self._with_highest(highest, env), compound=True)
            case SetBy(var=var, kind=kind, condition=condition):
                return Phrase(self._some("every one", var, kind, condition, env), compound=True)
            case Total(var=var, kind=kind, condition=condition, body=Const(value=1)):
                return Phrase(self._some("number of", var, kind, condition, env), compound=True)
            case Total(var=var, kind=kind, condition=condition, body=body):
                inside = self.among(var, kind, env)
                return Phrase(
                    self._some("sum of", var, kind, condition, env, body=self.noun(body, inside)), compound=True
                )
            case FirstOf(var=var, kind=kind, condition=condition, start=None):
                return Phrase(self._some("first", var, kind, condition, env), compound=True)
            case FirstOf(
                var=var, kind=kind, start=start, condition=Op(name="not", arguments=(Op(name="=") as same,))
            ) if start in same.arguments:
                assert start is not None
                text = grammar.say("next after", one=self.one_of(var, kind), start=self.noun(start, env))
                return Phrase(text, compound=True)
            case FirstOf(var=var, kind=kind, condition=condition, start=start):
                assert start is not None
                text = self._some("first from", var, kind, condition, env, start=self.noun(start, env))
                return Phrase(text, compound=True)
            case IsKind() | Contains() | Quantified() | CanChoose() | RulingIs():
                return Phrase(grammar.say("whether", condition=self.sentence(expression, env)), compound=True)
            case _:
                assert_never(expression)

    def _with_highest(self, value: Expr, env: Env) -> str:
        """` with the highest claim for the card`."""
        named = self._named(value, env)
        if named is None:
            return ""
        word, keys, prepositions = named
        one = self.names.alone(word)
        return self.grammar.say(
            "with highest", a=attrs.evolve(one, words=one.words + self.names.after(keys[1:], prepositions))
        )

    def _operation(self, op: Op, env: Env) -> str:
        say = self.grammar.say
        match op.name, op.arguments:
            case "min" | "max", arguments:
                shown = ", ".join(self.noun(a, env).text for a in arguments)
                return say("smaller" if op.name == "min" else "larger", list=shown)
            case "if", (condition, a, b):
                return say("choice", a=self.noun(a, env), b=self.noun(b, env), condition=self.sentence(condition, env))
            case "//", (a, b):
                return say("quotient", a=self._term(a, env), b=self._term(b, env))
            case "%", (a, b):
                return say("remainder", a=self._term(a, env), b=self._term(b, env))
            case name, arguments:
                sign = {"*": "×", "-": "−"}.get(name, name)
                return f" {sign} ".join(self._term(a, env) for a in arguments)

    def _term(self, expression: Expr, env: Env) -> str:
        """A part of a sum, in brackets where it is one itself."""
        text = self.noun(expression, env).text
        whole = isinstance(expression, Total | FirstOf) or (isinstance(expression, Op) and " " in text)
        return f"({text})" if whole else text

    def _keys(self, kinds: Sequence[Kind], keys: Sequence[Expr], env: Env) -> list[tuple[str, Phrase]]:
        return [(kind.name, self.noun(key, env)) for kind, key in zip(kinds, keys, strict=True)]

    def _arguments(self, definition: str, arguments: Sequence[Expr], env: Env) -> list[tuple[str, Phrase]]:
        parameters = self.game.definitions[definition].parameters
        return [(name, self.noun(a, env)) for (name, _), a in zip(parameters, arguments, strict=True)]

    def _some(self, key: str, var: str, kind: Kind, condition: Expr, env: Env, **more: Phrase | str) -> str:
        """A template about the members of a kind that are narrowed by a condition."""
        one = self.one_of(var, kind)
        many = self.grammar.many(one)
        spoken = many if key in SPOKEN_OF_IN_PLURAL else None
        narrow = Phrase(self.narrow(var, condition, self.among(var, kind, env), spoken))
        return self.grammar.say(key, one=one, many=many, narrow=narrow, **more)

    def narrow(self, var: str, condition: Expr, env: Env, many: Phrase | None = None) -> str:
        """` of the line that is empty`, ` whose mark is x`, ` where ...`; nothing if all are meant.

        `many` is what the members are called where the sentence speaks of them in the plural.
        """
        if condition == YES:
            return ""
        parts = _flat(condition) if isinstance(condition, Op) and condition.name == "and" else [condition]
        placed = [self._placed(var, part, env) for part in parts]
        inside = env if many is None else {**env, var: many}
        judged = [self._judged(var, part, inside) for part, place in zip(parts, placed, strict=True) if not place]
        if not all(judged):
            return self.grammar.say("where", sentence=self.sentence(condition, env))
        joint = f" {self.grammar.words['and']}"
        return "".join(placed) + joint.join(judged)

    def _placed(self, var: str, condition: Expr, env: Env) -> str:
        """Where a member belongs or lies: ` of the line`, ` in the deck`; empty if the condition does not say it."""
        say, tables = self.grammar.say, self.game.tables
        match condition:
            case Op(name="=", arguments=(Read(keys=(Var(name=name),)) as a, PlaceAt() as place)) if name == var:
                return say("lying", a=self.noun(place, env)) if self.card(a) is not None else ""
            case Op(name="=", arguments=(Lookup(table=table, keys=(Var(name=name),)), b)) if name == var:
                return say("of", a=self.noun(b, env)) if is_coordinate(tables[table]) else ""
            case Lookup(table=table, keys=(of, Var(name=name))) if name == var and is_belonging(tables[table]):
                return say("of", a=self.noun(of, env))
            case Read(family=family, keys=(*keys, Var(name=name))) if name == var and self.game.families[family].is_set:
                return say("in", a=self._set_word(family, keys, env))
            case Contains(set=set_, element=Var(name=name)) if name == var:
                return say("in", a=self.noun(set_, env))
        return ""

    def _judged(self, var: str, condition: Expr, env: Env, so: bool = True) -> str:
        """What a member is like: ` that is empty`, ` whose mark is x`; empty if it cannot be said so shortly."""
        compared = comparison(condition)
        if compared is not None:
            return self._whose(var, *compared, env, so)
        match condition:
            case Op(name="not", arguments=(inner,)):
                return self._judged(var, inner, env, not so)
            case Apply(definition=word, arguments=(Var(name=name), *_) as arguments) if name == var:
                keys = self._arguments(word, arguments, env)
                return self.names.relative(word, keys[0][0], keys, self.game.definitions[word].prepositions, so)
            case Read(family=word, keys=(Var(name=name), *_) as some) if (
                name == var and isinstance(condition.type, Flag) and not self.game.families[word].is_set
            ):
                keys = self._keys(self.game.families[word].keys, some, env)
                return self.names.relative(word, keys[0][0], keys, (), so)
        return ""

    def _whose(self, var: str, relation: str, a: Expr, b: Expr, env: Env, so: bool) -> str:
        """` whose votes for support are at least 1`, ` without a mark`, ` that have a disc of Red`."""
        if relation == "=" and not so and isinstance(a, Var) and a.name == var and not _speaks_of(b, var):
            return self.grammar.say("other than", a=self.noun(b, env))
        named = self._named(a, env)
        if named is None or isinstance(a.type, Flag) or not _is_about(a, var) or _speaks_of(b, var):
            return ""
        word, keys, prepositions = named
        noun = self.names.alone(word)
        if relation == "=" and _is_none(b):
            return self.grammar.say("without" if so else "with one", one=noun) if len(keys) == 1 else ""
        value = self._plain_number(b, env)
        if relation == "=" and so and self.names.own_form(word, "is") is not None:
            return self.names.relative_form(word, "is", [*keys, ("value", value)])
        if not self._is_plain(word):
            return ""
        words = self.grammar.say("whose", a=noun) + self.names.after(keys[1:], prepositions)
        subject = attrs.evolve(noun, words=words, article="", compound=True)
        return " " + self.grammar.say(relation if so else OPPOSITE[relation], a=subject, b=value)

    def _is_plain(self, word: str) -> bool:
        """Has the word no sentences or blanks of its own?"""
        template = self.names.template(word)
        return self.names.own_form(word, "is") is None and (template is None or "{" not in template)

    def _set_word(self, family: str, keys: Sequence[Expr], env: Env) -> Phrase:
        return self.names.word(family, self._keys(self.game.families[family].keys[: len(keys)], keys, env))

    # --- conditions -------------------------------------------------------------------------------------------------

    def sentence(self, condition: Expr, env: Env, so: bool = True) -> str:
        """A condition as a sentence; with `so` false the opposite one."""
        say = self.grammar.say
        opposite = "" if so else "not "
        condition = self.played(condition)
        compared = comparison(condition)
        if compared is not None:
            return self._compared(*compared, env, so)
        match condition:
            case Const(value=value):
                return self.grammar.templates["always" if bool(value) == so else "never"]
            case Op(name="not", arguments=(inner,)):
                return self.sentence(inner, env, not so)
            case Op(name="and" | "or" as name):
                return self._joined(condition, name if so else {"and": "or", "or": "and"}[name], env, so)
            case Op(name="if", arguments=(test, a, b)):
                words = {"a": self.sentence(a, env, so), "b": self.sentence(b, env, so)}
                return say("choice", condition=self.sentence(test, env), **words)
            case Op():
                return self._operation(condition, env)
            case Var(name=name):
                shown = self.variable(name, condition.type, env).words
                return say(opposite + "is so", word=shown)
            case Read(family=name, keys=(*first, last)) if self.game.families[name].is_set:
                return say(opposite + "lies in", a=self.noun(last, env), b=self._set_word(name, first, env))
            case Read(family=name, keys=keys):
                return self.names.yes_no(name, self._keys(self.game.families[name].keys, keys, env), (), so)
            case Lookup(table=name, keys=keys):
                return self.names.yes_no(name, self._keys(self.game.tables[name].keys, keys, env), (), so)
            case Apply(definition=name, arguments=arguments):
                prepositions = self.game.definitions[name].prepositions
                return self.names.yes_no(name, self._arguments(name, arguments, env), prepositions, so)
            case IsKind(value=value, kind=kind):
                return say(opposite + "is a", a=self.noun(value, env), one=self.names.noun(kind.name))
            case Contains(set=set_, element=element):
                return say(opposite + "lies in", a=self.noun(element, env), b=self.noun(set_, env))
            case Quantified():
                return self._quantified(condition, env, so)
            case CanChoose(decision=decision, option=option, bindings=bindings):
                return self._can_choose(decision, option, dict(bindings), env, opposite)
            case RulingIs(ruling=ruling, letter=letter):
                return say(opposite + "ruling", ruling=ruling, letter=letter)
            case PlaceAt() | Entry() | SetBy() | Total() | FirstOf():
                return self.noun(condition, env).text
            case _:
                assert_never(condition)

    def _quantified(self, condition: Quantified, env: Env, so: bool) -> str:
        """`no cell is empty`, `for every cell of the line, ...`, `there is a line such that ...`."""
        var, kind, body = condition.var, condition.kind, condition.body
        turned = isinstance(body, Op) and body.name == "not"
        held = self._members_of(condition, env)
        if held is not None:
            return self.grammar.say("not is empty" if so else "is empty", a=held)
        short = body.arguments[0] if isinstance(body, Op) and turned else body
        if _is_about(short, var):
            # every ... not = no; not every = some ... not; not some = no
            word, holds = ("no one" if turned else "every", True) if condition.every else ("some", not turned)
            if not so:
                word, holds = ("some", turned) if condition.every else ("no one", not turned)
            one = self.one_of(var, kind)
            inside = self.among(var, kind, env)
            text = self._some(word, var, kind, condition.condition, env)
            return self.sentence(
                short, {**inside, var: attrs.evolve(one, words=text, article="", compound=True)}, holds
            )
        inside = self.among(var, kind, env)
        key = "for every" if condition.every else "for some"
        if not so:
            key = "for some" if condition.every else "for no"
        told = self.sentence(body, inside, so if condition.every else True)
        return self._some(key, var, kind, condition.condition, env, sentence=told)

    def _members_of(self, condition: Quantified, env: Env) -> Phrase | None:
        """The set of which a condition only asks whether something is in it."""
        if condition.every or condition.condition != YES:
            return None
        match condition.body:
            case Read(family=name, keys=(*keys, Var(name=last))) if (
                last == condition.var and self.game.families[name].is_set
            ):
                return self._set_word(name, keys, env)
            case Contains(set=set_, element=Var(name=last)) if last == condition.var and isinstance(set_, Var | SetBy):
                return self.noun(set_, env)
        return None

    def _compared(self, name: str, a: Expr, b: Expr, env: Env, so: bool) -> str:
        say = self.grammar.say
        if name == "=" and isinstance(b, PlaceAt):
            place = self.noun(b, env)
            card = self.card(a)
            return say("lies in" if so else "not lies in", a=self.noun(a if card is None else card, env), b=place)
        if name == "=" and isinstance(a.type, Flag) and isinstance(b, Const):
            return self.sentence(a, env, so == bool(b.value))
        if name == "=" and _is_none(b):
            return self.missing(a, env, so)
        value = self._plain_number(b, env)
        own = self.own_sentence(a, "is", value, env, so) if name == "=" else None
        return own or say(name if so else OPPOSITE[name], a=self.noun(a, env), b=value)

    def own_sentence(self, a: Expr, form: str, value: Phrase | None, env: Env, so: bool = True) -> str | None:
        """The sentence that the texts give to a cell, fact or value that is something (`is`, `none`, `becomes`)."""
        named = self._named(a, env)
        if named is None:
            return None
        name, keys, _ = named
        return self.names.own_sentence(name, form, [*keys, *([("value", value)] if value is not None else [])], so)

    def _named(self, a: Expr, env: Env) -> tuple[str, list[tuple[str, Phrase]], tuple[str, ...]] | None:
        """The word of a cell, fact or value, its keys and their prepositions."""
        match a:
            case Read(family=name, keys=keys):
                return name, self._keys(self.game.families[name].keys, keys, env), ()
            case Lookup(table=name, keys=keys) if not is_direction(self.game.tables[name]):
                return name, self._keys(self.game.tables[name].keys, keys, env), ()
            case Apply(definition=name, arguments=arguments):
                return name, self._arguments(name, arguments, env), self.game.definitions[name].prepositions
        return None

    def missing(self, a: Expr, env: Env, so: bool, form: str = "none") -> str:
        """`the cell has no mark`, `there is no bettor`; with `so` false that there is one. `becomes`: not any more."""
        # The opposite of `has no mark` is not `does not have no mark`, hence a form of its own.
        own = self.own_sentence(a, "gone" if form == "becomes" else "none" if so else "some", None, env)
        if own is not None:
            return own
        say, named = self.grammar.say, self._named(a, env)
        has, there = ("has none", "there is none") if so else ("has one", "there is one")
        if form == "becomes":
            has, there = "becomes none", "becomes none alone"
        if named is not None and len(named[1]) == 1 and "{" not in (self.names.template(named[0]) or ""):
            return say(has, a=named[1][0][1], one=self.names.alone(named[0]))
        phrase = self.noun(a, env)
        if phrase.article:
            return say(there, a=phrase)
        return say("=" if so else "not =", a=phrase, b=self.grammar.templates["none"])

    def _plain_number(self, b: Expr, env: Env) -> Phrase:
        """What something is compared with: a numbered member is its number there, `the row is 8`."""
        if isinstance(b, Const) and isinstance(b.type, Member) and b.type.kind.first_number is not None:
            if b.value != b.type.kind.none:
                return Phrase(b.type.kind.name_of(b.value))
        return self.noun(b, env)

    def card(self, expression: Expr) -> Expr | None:
        """The card whose place the expression reads."""
        match expression:
            case Read(family=family, keys=(card,)) if self.game.families[family].role == "location":
                return card
        return None

    def _joined(self, condition: Op, shown: str, env: Env, so: bool) -> str:
        parts = [self._bracketed(a, condition.name, env, so) for a in _flat(condition)]
        return self.grammar.listed(parts, shown)

    def _bracketed(self, part: Expr, inside: str, env: Env, so: bool) -> str:
        """`and` and `or` are never mixed without brackets."""
        text = self.sentence(part, env, so)
        core = part.arguments[0] if isinstance(part, Op) and part.name == "not" else part
        mixed = isinstance(core, Op) and core.name in ("and", "or") and core.name != inside
        # A sentence within the sentence would run on into what follows; `some cell is empty` does not.
        runs_on = isinstance(core, Quantified) and ("," in text or not _is_short(core))
        return f"({text})" if mixed or runs_on else text

    def _can_choose(self, code: str, name: str | None, bound: Mapping[str, Expr], env: Env, opposite: str) -> str:
        decision = self.decision(code)
        who = Phrase(self.grammar.templates["somebody"])
        if decision is not None and isinstance(decision.owner, Var) and decision.owner.name in bound:
            who = self.noun(bound[decision.owner.name], env)
        if decision is None:
            return self.grammar.say(opposite + "can perform", a=who, option=code)
        if name is None:
            return self.grammar.say(opposite + "can perform", a=who, option=self.decision_title(decision))
        option = next(o for o in decision.options if o.name == name)
        return self.grammar.say(opposite + "can choose", a=who, option=self.open_title(option))

    # --- decisions, options, clauses ----------------------------------------------------------------------------------

    def decision(self, code: str) -> Decide | None:
        every = (s for rule in self.game.rules.values() for s in statements(rule.body))
        return next((s for s in every if isinstance(s, Decide) and s.code == code), None)

    def decision_title(self, decision: Decide) -> str:
        """What is to be decided; a decision without a title is called by its options."""
        keys = (decision.id, decision.code)
        if not decision.about.title and self.names.text(*keys) is None:
            return self.grammar.listed([self.open_title(option) for option in decision.options], "or")
        return self._filled(self.names.title(decision.about, "", *keys), {})

    def option_title(self, option: Option, env: Env) -> str:
        return self._filled(self.names.title(option.about, option.name), env)

    def open_title(self, option: Option) -> str:
        """What an option is called before its parameters are chosen: `Mark ‹cell›`."""
        nouns = {p.name: self.names.noun(p.name) for p in option.parameters}
        env = {name: attrs.evolve(noun, words=f"‹{noun.words}›", article="") for name, noun in nouns.items()}
        return self.option_title(option, env)

    def clause_text(self, clause: Clause, env: Env, value_of: Callable[[Expr], Phrase] | None = None) -> str | None:
        """The sentence that the text quotes for a clause, its blanks filled; None if its own words serve."""
        template = self.names.text(clause.about.code) or (clause.text if self.names.is_first_language else "")
        return self._filled(template, env, value_of) if template else None

    def definition_text(self, name: str, env: Env, value_of: Callable[[Expr], Phrase] | None = None) -> str | None:
        """The sentence that explains a yes/no word."""
        definition = self.game.definitions[name]
        own = definition.text if self.names.is_first_language else ""
        template = self.names.text(definition.about.code or name) or own
        return self._filled(template, env, value_of) if template else None

    def _filled(self, template: str, env: Env, value_of: Callable[[Expr], Phrase] | None = None) -> str:
        """A quoted sentence: blanks are variables (`{source}`) or values (`{best}`, `{a player's title}`)."""

        spoken = {without_number(name): phrase for name, phrase in env.items()}

        def lookup(name: str) -> Phrase | None:
            if name in env or name in spoken:
                return env.get(name, spoken.get(name))
            found = self.blank(name)
            if found is None:
                return self.names.noun(name) if name in self.game.kinds else None
            return value_of(found) if value_of is not None else self.noun(found, env)

        return self.grammar.fill(template, lookup)

    def blank(self, name: str) -> Expr | None:
        """The value that a blank names: `best`, `the player's purse`, `a player's title`; also in Portuguese texts."""
        owner, mark, thing = name.partition("'s ")
        if mark:
            owner = owner.split(" ")[-1]
            families = [
                f for f in self.game.families.values() if f.name.rpartition(".")[2] == thing and len(f.keys) == 1
            ]
            if families:
                return Read(families[0].name, (Var(owner, Member(families[0].keys[0])),), families[0].type)
            definition = self.game.definitions.get(thing)
            if definition is not None and len(definition.parameters) == 1:
                return Apply(thing, (Var(owner, definition.parameters[0][1]),), definition.type)
            table = self.game.tables.get(thing)
            if table is not None and len(table.keys) == 1:
                return Lookup(thing, (Var(owner, Member(table.keys[0])),), table.type)
            return None
        alone = name.removeprefix("the ")
        for family in self.game.families.values():
            if family.name.rpartition(".")[2] == alone and not family.keys:
                return Read(family.name, (), family.type)
        defined = self.game.definitions.get(alone)
        return Apply(alone, (), defined.type) if defined is not None and not defined.parameters else None

    # --- what `explain` asks for (it knows this class only as its `Voice`) --------------------------------------------

    def say(self, key: str, **texts: str | Phrase) -> str:
        """A fixed word or sentence of pages and answers."""
        given = {name: Phrase(text) if isinstance(text, str) else text for name, text in texts.items()}
        return self.grammar.fill(self.grammar.words.get(key) or self.grammar.templates[key], given.get)

    def say_of(self, key: str, phrase: Phrase) -> str:
        """A fixed phrase about one thing."""
        return self.grammar.say(key, a=phrase)

    def listed(self, items: Sequence[str], last: str = "and") -> str:
        return self.grammar.listed(items, last)

    def shown(self, type_: Type, value: Value) -> str:
        return self.names.value(type_, value).text

    def named(self, expression: Expr, bound: Bound) -> str:
        """What a value is called, its variables' values put in."""
        return self.noun(expression, self.bound(bound)).text

    def said(self, condition: Expr, bound: Bound, so: bool = True) -> str:
        """A condition with its variables' values put in."""
        return self.sentence(condition, self.bound(bound), so)

    def fact(self, relation: str, a: Expr, b: Expr, bound: Bound, actual: Value, required: Value) -> str:
        """Why a comparison is as it is: `blue's purse is 2; at least 3 is needed`."""
        env = self.bound(bound)
        # A parameter is called by its name here: its value is what the fact tells.
        about = self.names.noun(a.name) if isinstance(a, Var) else self.noun(a, env)
        card = self.card(a)
        if card is not None and isinstance(b, PlaceAt):
            return self._compared("=", a, b, env, relation == "=" and actual == required)
        told = self.names.value(a.type, actual)
        if relation in ("=", "not ="):
            if self._is_none_value(a.type, actual):
                return self.missing(a, env, True)
            own = self.own_sentence(a, "is", told, env)
            if own is not None or (relation == "=" and self._is_none_value(b.type, required)):
                return own or self.grammar.say("=", a=about, b=told)
        limit = self.names.value(b.type, required)
        named = self.noun(b, env)
        if not isinstance(b, Const | Var) and named.text != limit.text:
            limit = Phrase(self.grammar.say("required by", required=limit, b=named), compound=True)
        return self.grammar.say(f"fact {relation}", a=about, actual=told, required=limit)

    @staticmethod
    def _is_none_value(type_: Type, value: Value) -> bool:
        return isinstance(type_, Member) and value == type_.kind.none

    def clause_said(
        self, clause: Clause, bound: Bound, value_of: Callable[[Expr], tuple[Type, Value] | None]
    ) -> str | None:
        """The clause's quoted sentence with the values of this moment."""
        env = self.bound(bound)

        def valued(expression: Expr) -> Phrase:
            found = value_of(expression)
            return self.noun(expression, env) if found is None else self.names.value(*found)

        return self.clause_text(clause, env, valued)

    def option_said(self, option: Option, bound: Bound) -> str:
        return self.option_title(option, self.bound(bound))

    def blanks(self, option: Option) -> frozenset[str]:
        """The names that the title of an option has blanks for."""
        return frozenset(NAMED.findall(self.names.title(option.about, option.name)))

    def element(self, kind: Kind, value: int) -> str:
        return self.names.member(kind, value).text

    def label_said(self, source: str) -> str:
        """What a card, reading or rule that changes another is called."""
        return self.names.text(source) or self.names.text(f"name:{source}") or readable(source)

    def each(self, key: str, kind: Kind, **texts: str) -> str:
        """A template about one of a kind (`no home fits`)."""
        given = {name: Phrase(text) for name, text in texts.items()}
        return self.grammar.say(key, one=self.names.noun(kind.name), **given)


def _highest(var: str, condition: Expr) -> tuple[Expr, Expr] | None:
    """A condition that asks for the highest of something: what else it asks, and the value that is compared."""
    if not isinstance(condition, Op) or condition.name != "and":
        return None
    *rest, last = condition.arguments
    match last:
        case Quantified(every=True, var=other, body=Op(name="<=", arguments=(theirs, mine))) if (
            isinstance(mine, Apply | Read | Lookup) and _is_about(mine, var) and _renamed(theirs, other, var) == mine
        ):
            return (rest[0] if len(rest) == 1 else attrs.evolve(condition, arguments=tuple(rest))), mine
    return None


def _renamed(expression: Expr, old: str, new: str) -> Expr:
    """A word said of another variable."""
    match expression:
        case Apply(arguments=(Var(name=name) as first, *rest)) if name == old:
            return attrs.evolve(expression, arguments=(attrs.evolve(first, name=new), *rest))
        case Read(keys=(Var(name=name) as first, *rest)) | Lookup(keys=(Var(name=name) as first, *rest)) if name == old:
            return attrs.evolve(expression, keys=(attrs.evolve(first, name=new), *rest))
    return expression


def _is_written_first(b: Expr, a: Expr) -> bool:
    """Does the text name `b` before `a`? Then it says `more` where the rules have `less`."""
    # A variable carries the place where it was named, not where it is spoken of.
    known = all(x.span != NOWHERE and not isinstance(x, Var) for x in (a, b))
    return known and (b.span.line, b.span.column) < (a.span.line, a.span.column)


def _is_none(expression: Expr) -> bool:
    match expression:
        case Const(value=value, type=Member(kind=kind)):
            return value == kind.none
    return False


def _is_number_of(expression: Expr, first: int) -> bool:
    """Is it a member of a numbered kind, to which its first number is added? Then it means its own number."""
    type_ = expression.type
    return isinstance(type_, Member) and type_.kind.first_number == first


def _is_short(condition: Quantified) -> bool:
    """Is it said with the member as the subject: `no cell is empty`?"""
    body = condition.body
    return _is_about(body.arguments[0] if isinstance(body, Op) and body.name == "not" else body, condition.var)


def _is_about(condition: Expr, var: str) -> bool:
    """Is the variable the subject of the sentence, and spoken of nowhere else in it?"""
    match condition:
        case (
            Apply(arguments=(Var(name=name), *rest))
            | Read(keys=(Var(name=name), *rest))
            | Lookup(keys=(Var(name=name), *rest))
        ):
            others: Sequence[Expr] = rest
        case IsKind(value=Var(name=name)):
            others = ()
        case Contains(set=set_, element=Var(name=name)):
            others = (set_,)
        case Op(name="=" | "<" | "<=", arguments=(Var(name=name), b)):
            others = (b,)
        case Op(name="=", arguments=(Read(keys=(Var(name=name),)), PlaceAt() as b)):
            others = (b,)
        case _:
            return False
    return name == var and not any(_speaks_of(other, var) for other in others)


def _speaks_of(expression: Expr, var: str) -> bool:
    return any(isinstance(part, Var) and part.name == var for part in within(expression))


def _flat(op: Op) -> list[Expr]:
    """The arguments of an `and` or `or`, those of the same kind inside it taken in."""
    return [x for a in op.arguments for x in (_flat(a) if isinstance(a, Op) and a.name == op.name else [a])]
