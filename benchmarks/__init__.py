"""Playouts per CPU second of compiled games, beside hand-written Python and OpenSpiel: `python -m benchmarks`."""
