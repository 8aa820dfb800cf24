"""Python text with its precedence, so that brackets appear where they are needed and nowhere else.

Reads nothing. Every other module of the generator builds expressions with these functions, never by joining strings.
"""

import attrs

IF, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT, UNARY, ATOM = range(1, 14)

LEVELS = {
    "|": BIT_OR,
    "^": BIT_XOR,
    "&": BIT_AND,
    "<<": SHIFT,
    ">>": SHIFT,
    "+": SUM,
    "-": SUM,
    "*": PRODUCT,
    "//": PRODUCT,
    "%": PRODUCT,
}


@attrs.frozen
class Code:
    """An expression: its text, how tightly it binds, its value if it is a literal.

    `is_bool`: it yields a bool. `is_truth`: only its truth means anything (`mask & bit` is not 0 or 1).
    """

    text: str
    level: int = ATOM
    value: int | None = None
    is_bool: bool = False
    is_truth: bool = False

    def at(self, level: int) -> str:
        """The text, in brackets if it binds less tightly than `level`."""
        return self.text if self.level >= level else f"({self.text})"

    def __str__(self) -> str:
        return self.text


def literal(value: int) -> Code:
    return Code(str(value), ATOM if value >= 0 else UNARY, value)


ZERO, ONE = literal(0), literal(1)
TRUE, FALSE = Code("True", ATOM, 1, True), Code("False", ATOM, 0, True)


def name(text: str) -> Code:
    return Code(text)


def binary(op: str, a: Code, b: Code) -> Code:
    """`a op b` for arithmetic and bits; literals are computed."""
    if a.value is not None and b.value is not None:
        return literal(_compute(op, a.value, b.value))
    if op in ("+", "-") and b.value == 0:
        return a
    if op == "+" and a.value == 0:
        return b
    if op == "*" and a.value == 1:
        return b
    if op in ("*", "//") and b.value == 1:
        return a
    if op == "+" and b.value is not None and b.value < 0:
        return binary("-", a, literal(-b.value))
    level = LEVELS[op]
    return Code(f"{a.at(level)} {op} {b.at(level + 1)}", level)


def _compute(op: str, a: int, b: int) -> int:
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "//":
            return a // b
        case "%":
            return a % b
        case "|":
            return a | b
        case "&":
            return a & b
        case "^":
            return a ^ b
        case "<<":
            return a << b
        case ">>":
            return a >> b
        case _:
            raise ValueError(op)


def compare(op: str, a: Code, b: Code) -> Code:
    return Code(f"{a.at(BIT_OR)} {op} {b.at(BIT_OR)}", COMPARE, is_bool=True)


def conjunction(parts: list[Code]) -> Code:
    """All of them, lazily from the left."""
    kept = [p for p in parts if p.value is None or p.value == 0]
    if not kept:
        return TRUE
    if len(kept) == 1:
        return kept[0]
    return _of_truths(" and ".join(p.at(AND) for p in kept), AND, kept)


def disjunction(parts: list[Code]) -> Code:
    """One of them, lazily from the left."""
    kept = [p for p in parts if p.value != 0]
    if not kept:
        return FALSE
    if len(kept) == 1:
        return kept[0]
    return _of_truths(" or ".join(p.at(OR) for p in kept), OR, kept)


def _of_truths(text: str, level: int, parts: list[Code]) -> Code:
    """Yields one of the parts: a bool if all are, 0 or 1 if all are, else something true or false."""
    boolean = all(p.is_bool for p in parts)
    return Code(text, level, is_bool=boolean, is_truth=not boolean and any(p.is_bool or p.is_truth for p in parts))


def truth(a: Code) -> Code:
    """The same, to be asked only whether it is true."""
    return a if a.value is not None or a.is_bool else attrs.evolve(a, is_truth=True)


def negation(a: Code) -> Code:
    if a.value is not None:
        return FALSE if a.value else TRUE
    if a.level == NOT and a.text.startswith("not "):
        inner = a.text[4:]
        return Code(inner, COMPARE, is_truth=True)
    return Code(f"not {a.at(NOT)}", NOT, is_bool=True)


def conditional(condition: Code, yes: Code, no: Code) -> Code:
    if condition.value is not None:
        return yes if condition.value else no
    if yes.text == no.text:
        return yes
    text = f"{yes.at(OR)} if {condition.at(OR)} else {no.at(IF)}"
    return Code(text, IF, is_bool=yes.is_bool and no.is_bool, is_truth=yes.is_truth or no.is_truth)


def call(function: str, *arguments: Code) -> Code:
    return Code(f"{function}({', '.join(a.text for a in arguments)})")


def method(receiver: Code, function: str) -> Code:
    """`receiver.function()`; a literal number needs its brackets."""
    text = receiver.text if receiver.level == ATOM and receiver.value is None else f"({receiver.text})"
    return Code(f"{text}.{function}()")


def item(sequence: Code, index: Code) -> Code:
    return Code(f"{sequence.at(ATOM)}[{index.text}]")


def tuple_of(parts: list[Code]) -> Code:
    inner = ", ".join(p.at(IF) for p in parts)
    return Code(f"({inner},)" if len(parts) == 1 else f"({inner})")


def number_of(a: Code) -> Code:
    """A value as an int: a condition as 0 or 1."""
    if a.value is not None:
        return literal(a.value)
    return conditional(a, ONE, ZERO) if a.is_bool or a.is_truth else a


def is_simple(a: Code) -> bool:
    """Cheap enough to be written twice: a name, a literal, one reading."""
    return a.value is not None or (
        len(a.text) <= 24 and "(" not in a.text and a.text.count("[") <= 1 and a.level >= SUM
    )
