"""The exit codes of all commands; documented in `rulespec --help`."""

DONE = 0
NO = 1  # illegal, violated, failed
BAD_INPUT = 2  # usage, a text with mistakes, a save that is none
UNKNOWN = 3  # undetermined, not proved and not refuted
CONTESTED = 4  # under --strict-rulings
INTERNAL = 70
INTERRUPTED = 130
