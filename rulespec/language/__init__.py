"""The text and its checking: grammar, parse, resolve, check."""
