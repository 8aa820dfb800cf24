"""Keeps the parser's tables beside the grammar: making them takes most of a second, whatever is then parsed.

Reads and writes one file in this folder, named after what it was made from, so that another grammar or another lark
asks for another file. It is made on the first use after an installation; where it cannot be written, on every one.
"""

import contextlib
import hashlib
import marshal
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

FORMAT = 4
"""Of marshal, the same in every Python that we run on."""
FOLDER = Path(__file__).resolve().parent


def path_for(made_from: Iterable[str]) -> Path:
    """Where the tables made from these texts lie."""
    digest = hashlib.sha256("\0".join(made_from).encode()).hexdigest()[:12]
    return FOLDER / f"grammar.{digest}.tables"


def kept(path: Path, make: Callable[[], Any]) -> Any:
    """The tables in that file, or those that are made now and kept for the next time."""
    with contextlib.suppress(OSError, ValueError, EOFError, TypeError):
        return marshal.loads(path.read_bytes())
    tables = make()
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix="grammar.new-")
        with os.fdopen(handle, "wb") as file:
            file.write(marshal.dumps(tables, FORMAT))
        for old in path.parent.glob("grammar.*.tables"):
            old.unlink(missing_ok=True)
        os.replace(name, path)  # whole or not at all, also when two processes write
    return tables
