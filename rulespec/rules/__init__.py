"""The typed rules: what a game's text means, as data."""
