"""The web page: files that `rulespec web` copies beside a game. `folder` writes them, `pyodide` finds the Python of browsers."""
