"""The automaton: slots, control points, blocks."""
