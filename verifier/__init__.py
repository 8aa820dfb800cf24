"""Proofs about games: obligations read off the automaton, Z3, counterexamples that can be played."""

from verifier.report import Report, Result
from verifier.verify import verify

__all__ = ["Report", "Result", "verify"]
