"""Values held against their published schemas, and errors against the table of codes.

Reads a value and a schema; raises what jsonschema raises, with the value's place.
"""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import jsonschema

from rulespec.codes import CODES
from rulespec.diagnostics import RulespecError


@cache
def _validator(text: str) -> Any:
    return jsonschema.Draft202012Validator(json.loads(text))


def error_of(call: Callable[[], Any]) -> RulespecError | None:
    """The error that a call ends with, which must have a code of the table; None if it succeeds."""
    try:
        call()
    except RulespecError as error:
        if error.code not in CODES:
            raise AssertionError(f"{error.code} is not in the table") from error
        return error
    return None


def validate(value: Any, schema: dict[str, Any]) -> None:
    """The value has the schema, also after a journey through text."""
    assert json.loads(json.dumps(value)) == value
    _validator(json.dumps(schema)).validate(value)
