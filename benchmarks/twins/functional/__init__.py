"""Twins as pure functions on tuples: written for the reader first, then measured to be the faster idiom."""
