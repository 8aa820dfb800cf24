"""The published JSON Schemas of the public values: `rulespec schema NAME`.

Reads the files beside the package (`rulespec/schemas/NAME.json`); returns plain values.
"""

import json
from importlib.resources import files
from typing import Any

from rulespec.diagnostics import RulespecError, did_you_mean
from rulespec.game.limits import shorten

NAMES = ("move", "decision", "state", "view", "event", "log", "outcome", "answer", "error")


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a public value.

    >>> schema("move")["required"]
    ['option', 'args']
    """
    if name not in NAMES:
        help = did_you_mean(shorten(name), NAMES) or f"schemas are {', '.join(NAMES)}"
        raise RulespecError("R0660", f"there is no schema `{shorten(name)}`", None, help)
    found: dict[str, Any] = json.loads(files("rulespec").joinpath("schemas", f"{name}.json").read_text("utf-8"))
    return found
