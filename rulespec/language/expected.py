"""What the parser would have accepted, in a reader's words.

Reads token names of the grammar; returns help texts.
"""

DECLARATION_WORDS = (
    "game",
    "players",
    "starts",
    "files",
    "pack",
    "kinds",
    "grid",
    "pieces",
    "cards",
    "marker",
    "printed",
    "account",
    "menu",
    "rule",
    "phase",
    "value",
    "card",
    "table",
    "links",
    "ending",
    "score",
    "scenario",
    "always",
    "during",
    "outside",
    "after",
    "ruling",
    "readings",
    "profile",
    "valuation",
    "layout",
    "names",
)

_SENTENCES = {
    "NAME": "a name (small letters, digits and _)",
    "INT": "a number",
    "STRING": 'words in "quotation marks"',
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "COLON": "`:`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "a margin `[...]`",
    "_OF": "`'s`",
    "SIGN": "`+` or `-`",
    "IS": "`is`",
    "HOLDS": "`holds`",
    "A": "`a`",
    "QUANT": "`every`, `some` or `no`",
    "RISES": "`rises by` or `falls by`",
    "BECOMES": "`becomes`",
    "JOINS": "`joins` or `leaves`",
}


def in_words(expected: set[str], found: str) -> str | None:
    """A help text from the tokens that would have fitted."""
    if found in ("and", "or") and {"AND", "OR"} & expected:
        return "`and` and `or` need brackets when they meet"
    if found.startswith("'"):
        return "only one `'s`: give the owner's thing a name of its own"
    if found == "=" and "IS" in expected:
        return "words compare: write `is`, `is at least`, `is more than`; `=` names a value"
    if found in ("<", ">", "<=", ">="):
        return "words compare: write `is less than`, `is at most`, `is more than`, `is at least`"
    if found and found[0].isupper():
        return "names are written in small letters with _ between words"
    if {token for token in expected if not token.startswith("_D")} in ({"COLON"}, {"AS", "NAME"}):
        return "a condition begins with its label: `label: sentence`"
    words = sorted(_in_a_word(token) for token in expected if not token.startswith(("__", "_D", "$")))
    if not words or len(words) > 9:
        return None
    return "expected " + (words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1])


def _in_a_word(token: str) -> str:
    return _SENTENCES.get(token, f"`{token.lower().strip('_')}`")
