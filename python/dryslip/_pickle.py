"""Objects that are pickled as the call that made them."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from . import _native


def remake(function: str, *arguments: Any) -> Any:
    """Calls a function of the native module once more."""
    return attrgetter(function)(_native)(*arguments)
