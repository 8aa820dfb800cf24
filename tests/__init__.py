"""The tests: `make test` runs test_*.py, `make soak` runs soak/soak_*.py, `make golden` writes the expected outputs."""
