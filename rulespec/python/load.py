"""A generated source as a module whose lines tracebacks and debuggers can show.

Reads source text; returns a module. Nothing is written to disk.
"""

import linecache
from types import ModuleType


def load_source(source: str, filename: str) -> ModuleType:
    """Run the generated source as a module named by its file."""
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    module = ModuleType(filename)
    module.__file__ = filename
    exec(compile(source, filename, "exec"), module.__dict__)
    return module
