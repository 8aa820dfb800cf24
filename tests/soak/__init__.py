"""Long tests, run by `make soak` and never by `make test`.

They are ordinary pytest files, but named soak_*.py, which is what keeps them apart.
A random test prints its seed when it fails; what it found becomes a small test in `make test`.
"""
