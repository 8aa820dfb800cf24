"""How large a text from a stranger may be. One table; what exceeds a line of it gets the code beside it.

Reads nothing. The limits are far above what a real game needs and low enough that no text can fill the memory.
"""

FILE_BYTES = 2_000_000  # R0605: one file of a game
GAME_BYTES = 8_000_000  # R0605: all files of a game
GAME_FILES = 500  # R0605
SAVE_BYTES = 4_000_000  # R0605: one state or view
LOG_BYTES = 64_000_000  # R0605: a whole log
LOG_LINE_BYTES = 100_000  # R0605
MOVE_CHARACTERS = 20_000  # R0605: one move as text
NESTING = 24  # R0641: levels of brackets in JSON or in a move
NUMBER_DIGITS = 18  # R0642
NAME_CHARACTERS = 200  # what a message repeats of a name


def shorten(text: str, most: int = 60) -> str:
    """The beginning of a text, for a message.

    >>> shorten("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"
