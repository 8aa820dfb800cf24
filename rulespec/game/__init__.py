"""The public facade: states, moves, decisions, views, sessions, logs."""
