"""Games that an independent program played, replayed through the public interface: see `python -m tests.reference --help`."""
