"""Which texts a game needs in each language it declares, and what its `.texts` files lack or have too much.

Reads a typed game and its parsed `.texts` files; returns diagnostics (warnings: a game with a gap in one language can
be played in all of them). The first language is that of the rules themselves: names and quoted titles serve there.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import attrs

from rulespec.diagnostics import Diagnostic, Diagnostics, did_you_mean
from rulespec.language.texts import TextEntry, TextFile, brace_problem
from rulespec.rules.expressions import Expr, FirstOf, Quantified, SetBy, Total
from rulespec.rules.game import JOINED, Game
from rulespec.rules.grids import is_belonging, is_coordinate, is_direction
from rulespec.rules.statements import About, Announce, Decide, Draw, ForEach, If, Let, Option, Step, Stmt
from rulespec.rules.types import Flag
from rulespec.rules.walk import definition_expressions, own_expressions, statements, within
from rulespec.source import NOWHERE, Span

ARTICLES = {"pt": frozenset(("o", "a", "os", "as"))}
"""Languages whose common nouns must show their gender, with the articles that do."""

FORMS = ("is", "none", "some", "becomes", "gone")
"""Sentences that a word may have of its own: `disc.is {cell} tem um disco {de value}`."""

DECLINE = "decline"
"""The option that every offer has; each language has its word for it."""

_BLANK = re.compile(r"\{([^{}]*)\}")


@attrs.frozen
class Required:
    """A text that every further language needs. Any of `keys` serves; `what` is said to the author."""

    keys: tuple[str, ...]
    what: str
    span: Span = attrs.field(default=NOWHERE, eq=False)
    forms: int = 0
    """0: any text; 1: a common noun with its article; 2: and its plural."""


# --- what is needed ---------------------------------------------------------------------------------------------------


def required_texts(game: Game, places: Mapping[str, Span] | None = None) -> tuple[Required, ...]:
    """The texts that each language but the first needs, in the order of the rules.

    `places` says where names were declared ("kind:cell"), for things that do not carry their place themselves.
    """
    found: dict[str, Required] = {}
    for one in chain(_nouns(game, places or {}), _words(game), _titles(game)):
        if one.keys[0]:  # rules that were not read from a text may have no codes
            found.setdefault(one.keys[0], one)
    return tuple(found.values())


def _nouns(game: Game, places: Mapping[str, Span]) -> Iterator[Required]:
    for kind in game.kinds.values():
        span = places.get(f"kind:{kind.name}", NOWHERE)
        yield Required((f"name:{kind.name}",), f"the kind `{kind.name}`", span, forms=2)
        if kind.name == kind.root:
            for member in kind.members:
                if not _is_symbol(member):
                    keys = (f"name:{member}", f"name:{kind.name}.{member}")
                    yield Required(keys, f"the {kind.name} `{member}`", span)
    for piece in game.pieces.values():
        yield Required((f"name:{piece.name}",), f"the pieces `{piece.name}`", piece.about.span, forms=2)
    for name, span in _variables(game):
        if len(name) > 2 and name not in game.kinds:
            keys = (f"name:{name}", f"word:{name}")
            yield Required(keys, f"`the {name}`", span, forms=1)


def _is_symbol(member: str) -> bool:
    """`x`, `7`, `a1`, `a1_c1`: signs, the same in every language."""
    return len(member) == 1 or any(letter.isdigit() for letter in member)


def _variables(game: Game) -> Iterator[tuple[str, Span]]:
    """The words that rules, options and sentences name things by, without the number that tells them apart."""
    for rule in game.rules.values():
        yield from ((plain(name), rule.about.span) for name, _ in rule.parameters)
        for statement in statements(rule.body):
            span = statement.about.span
            match statement:
                case Let(var=var) | ForEach(var=var) | Draw(var=var):
                    yield plain(var), span
                case Decide(options=options):
                    for option in options:
                        names = [p.name for p in option.parameters] + [d.var for d in option.definitions]
                        yield from ((plain(name), option.about.span) for name in names)
                case _:
                    pass
            yield from ((plain(var), span) for e in own_expressions(statement) for var in _bound_in(e))
    for definition in game.definitions.values():
        span = definition.about.span
        yield from ((plain(name), span) for name, _ in definition.parameters)
        yield from ((plain(var), span) for e in definition_expressions(definition) for var in _bound_in(e))
    for invariant in game.invariants:
        yield from ((plain(var), invariant.about.span) for var in _bound_in(invariant.condition))


def _bound_in(expression: Expr) -> Iterator[str]:
    for part in within(expression):
        if isinstance(part, SetBy | Total | Quantified | FirstOf):
            yield part.var


def plain(name: str) -> str:
    """A variable's name as the text has it: the second `cell` of a rule is `cell_2`."""
    return re.sub(r"_\d+$", "", name) or name


def _words(game: Game) -> Iterator[Required]:
    """Cells, tables, values and places: `word:mark`."""
    for family in game.families.values():
        if family.role in ("location", "account") or family.known_of is not None:
            continue
        yield _word(family.name, family.role, family.about.span, isinstance(family.type, Flag) and not family.is_set)
    for name, account in game.accounts.items():
        yield Required((f"name:{name}", f"word:{name}"), f"the account `{name}`", account.about.span, forms=1)
    for place in game.places.values():
        yield _word(place.name, "place", place.about.span)
    for table in game.tables.values():
        # Every grammar has words for directions and lines, and a coordinate is called like its kind.
        if JOINED not in table.name and not (is_direction(table) or is_coordinate(table) or is_belonging(table)):
            yield _word(table.name, "table", table.about.span, isinstance(table.type, Flag))
    for definition in game.definitions.values():
        if not any(score.definition == definition.name for score in game.scores):
            yield _word(definition.name, "value", definition.about.span, isinstance(definition.type, Flag))


def _word(name: str, what: str, span: Span, yes_no: bool = False) -> Required:
    short = name.rpartition(".")[2]
    keys = dict.fromkeys((f"word:{name}", f"word:{short}", f"name:{short}"))
    return Required(tuple(keys), f"the {what} `{name}`", span, forms=0 if yes_no else 1)


def _titles(game: Game) -> Iterator[Required]:
    """Everything that is quoted in the rules, and what has only a name there."""
    yield Required(("game", game.name), "the title of the game")
    for rule in game.rules.values():
        yield Required((rule.name,), f"the {rule.form} `{rule.name}`", rule.about.span)
        for statement in statements(rule.body):
            yield from _titles_of(statement)
    for definition in game.definitions.values():
        if definition.text:
            key = definition.about.code or definition.name
            yield Required((key,), f"the sentence of `{definition.name}`", definition.about.span)
    for ending in game.endings.values():
        keys = dict.fromkeys(filter(None, (ending.name, ending.about.code)))
        yield Required(tuple(keys), f"the ending `{ending.name}`", ending.about.span)
    for score in game.scores:
        keys = dict.fromkeys(filter(None, (score.name, score.about.code, f"word:{score.definition}")))
        yield Required(tuple(keys), f"the score `{score.name}`", score.about.span)
        yield _word(score.definition, "value", score.about.span)
    for panel in game.panels:
        if panel.title:
            yield Required((panel.code,), f"the panel `{panel.title}`")
    for ruling in game.rulings.values():
        yield Required((ruling.id,), f"the question of {ruling.id}", ruling.about.span)
        for reading in ruling.readings:
            yield Required(
                (f"{ruling.id}.{reading.letter}",), f"reading {reading.letter} of {ruling.id}", ruling.about.span
            )


def _titles_of(statement: Stmt) -> Iterator[Required]:
    about = statement.about
    match statement:
        case Step(name=name):
            yield Required((about.code,), f"the step `{name}`", about.span)
        case If(label=label) if label:
            yield Required((about.code,), f"the outcome `{label}`", about.span)
        case Announce(name=name):
            yield Required((f"name:{name}",), f"the announcement `{name}`", about.span)
        case Decide(code=code, id=id_, options=options):
            if about.title:
                keys = dict.fromkeys(filter(None, (code, id_)))
                yield Required(tuple(keys), f"the decision “{about.title}”", about.span)
            for option in options:
                yield from _titles_of_option(option)
        case _:
            pass


def _titles_of_option(option: Option) -> Iterator[Required]:
    if option.name != DECLINE:
        yield Required((option.about.code,), f"the option `{option.name}`", option.about.span)
    for clause in option.clauses:
        if clause.text:
            yield Required((clause.about.code,), f"the condition `{clause.label}`", clause.about.span)


# --- what is there ----------------------------------------------------------------------------------------------------


def check_texts(
    game: Game,
    files: Sequence[TextFile],
    places: Mapping[str, Span] | None = None,
    header: Span = NOWHERE,
) -> tuple[Diagnostic, ...]:
    """What the declared languages lack (R0126, R0127), and texts that belong to nothing (R0128, R0129)."""
    found = Diagnostics()
    needed = required_texts(game, places)
    names = _names_of_blanks(game)
    for file in files:
        if file.language and file.language not in game.languages:
            _undeclared(game, file, header, found)
    for language in game.languages:
        entries = {entry.key: entry for file in files if file.language == language for entry in file.entries}
        if language != game.languages[0]:
            _missing(language, needed, {key: entry.text for key, entry in entries.items()}, header, found)
            _forms(language, needed, entries, found)
    known = set(_known(game, needed))
    for file in files:
        if file.language in game.languages:
            for entry in file.entries:
                if entry.key not in known:
                    shown, near = _shown(entry.key), did_you_mean(_shown(entry.key), {_shown(key) for key in known})
                    help = near or "take the line out, or correct the code at its beginning"
                    found.warning("R0128", f"nothing is called `{shown}` in this game", entry.span, help=help)
                else:
                    _blanks(entry.text, entry.span, names, found)
    for about, text in _quoted(game):
        problem = brace_problem(text)
        if problem is not None:
            found.error("R0125", f"{problem} in “{text}”", about.span, help="a blank is written `{name}`")
        else:
            _blanks(text, about.span, names, found)
    return found.sorted([file.entries[0].span.file for file in files if file.entries])


def _undeclared(game: Game, file: TextFile, header: Span, found: Diagnostics) -> None:
    span = file.entries[0].span if file.entries else header
    declared = " and ".join(game.languages)
    found.warning(
        "R0128", f"these texts are in `{file.language}`, a language that the game does not have", span,
        (header, "its languages are declared here"), help=f"write `in {declared} and {file.language}` in the header",
    )  # fmt: skip


def _missing(
    language: str, needed: Sequence[Required], texts: Mapping[str, str], header: Span, found: Diagnostics
) -> None:
    note = (header, f"the game is said to be in `{language}`")
    missing = [one for one in needed if not any(key in texts for key in one.keys)]
    if missing and not texts:
        # One remark instead of a hundred: nobody has begun with this language.
        help = f"write texts/{language}.texts with {len(missing)} entries, or take `{language}` out of the header"
        found.warning("R0126", f"there are no texts in `{language}`", header, help=help)
        return
    for one in missing:
        place = header if one.span == NOWHERE else one.span
        found.warning("R0126", f"{one.what} has no text in `{language}`", place, note, help=_line_for(one))


def _line_for(one: Required) -> str:
    key = one.keys[0]
    for heading, prefix in (("names", "name:"), ("words", "word:")):
        if key.startswith(prefix):
            return f"add a line `{key.removeprefix(prefix)} …` under `{heading}`"
    return f"add a line `{key} …` under `texts`"


def _forms(language: str, needed: Sequence[Required], entries: Mapping[str, TextEntry], found: Diagnostics) -> None:
    articles = ARTICLES.get(language)
    if articles is None:
        return
    for one in needed:
        entry = next((entries[key] for key in one.keys if key in entries), None)
        if entry is None or one.forms == 0 or "{" in entry.text:
            continue
        singular, comma, plural = (part.strip() for part in entry.text.partition(","))
        if singular.partition(" ")[0] not in articles:
            help = f"begin with an article ({', '.join(sorted(articles))}), as in `o navio, os navios`"
            found.warning("R0127", f"`{singular}` does not show its gender", entry.span, help=help)
        elif one.forms == 2 and not (comma and plural.partition(" ")[0] in articles):
            help = "add it after a comma: `o navio, os navios`"
            found.warning("R0127", f"`{singular}` has no plural", entry.span, help=help)


def _shown(key: str) -> str:
    return key.partition(":")[2] if key.startswith(("name:", "word:")) else key


def _known(game: Game, needed: Sequence[Required]) -> Iterator[str]:
    """Every key that has a meaning."""
    for one in needed:
        yield from one.keys
    for kind in game.kinds.values():
        for member in kind.members:
            yield from (f"name:{member}", f"name:{kind.root}.{member}")
    for name in (*game.families, *game.tables, *game.places, *game.definitions):
        for word in (name, name.rpartition(".")[2]):
            yield from (f"word:{word}", *(f"word:{word}.{form}" for form in FORMS))
    for name in (*game.accounts, *game.pieces, *game.cards):
        yield from (name, f"name:{name}", f"word:{name}")
    for rule in game.rules.values():
        yield rule.about.code
        for statement in statements(rule.body):
            yield statement.about.code
            if isinstance(statement, Decide | Draw):
                yield from (statement.code, statement.id)
            if isinstance(statement, Decide):
                for option in statement.options:
                    yield option.about.code
                    yield from (clause.about.code for clause in option.clauses)
                    yield from (clause.source for clause in option.clauses)
    for definition in game.definitions.values():
        yield from (definition.name, definition.about.code)
        yield from (code for part in definition.contributions for code in (part.label, part.about.code, part.source))
    yield from (invariant.about.code for invariant in game.invariants)
    yield from (code for scenario in game.scenarios for code in (scenario.name, scenario.about.code))


def _quoted(game: Game) -> Iterator[tuple[About, str]]:
    """What the rules quote: titles and sentences with blanks."""
    for rule in game.rules.values():
        for statement in statements(rule.body):
            if isinstance(statement, Decide):
                yield statement.about, statement.about.title
                for option in statement.options:
                    yield option.about, option.about.title
                    yield from ((clause.about, clause.text) for clause in option.clauses)
    yield from ((definition.about, definition.text) for definition in game.definitions.values())


def _names_of_blanks(game: Game) -> frozenset[str]:
    """What a blank can name: a variable of the rules, a kind, a cell or value."""
    variables = {name for name, _ in _variables(game)}
    things = {name.rpartition(".")[2] for name in (*game.families, *game.tables, *game.definitions, *game.places)}
    return frozenset(variables | things | set(game.kinds))


def _blanks(text: str, span: Span, names: frozenset[str], found: Diagnostics) -> None:
    for blank in _BLANK.findall(text):
        inside = blank.partition(":")[0].strip()
        # `{port}`, `{em port}`, `{the player's purse}`, `{player2}`, `{1}`, `{não}` (where a sentence is turned round)
        last = re.sub(r"\d+$", "", inside.split(" ")[-1]) if inside else ""
        if (
            last not in names
            and inside not in ("não", "not")
            and last != "value"
            and not inside.split(" ")[-1].isdigit()
        ):
            help = did_you_mean(last, names) or "a blank is named like what the rule speaks of"
            found.warning("R0129", f"`{{{blank}}}` names nothing that can be said here", span, help=help)
