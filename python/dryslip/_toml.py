"""Nested dicts and lists as TOML text, for the one reader of scenarios."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np


def _value(value: Any, key: str) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v, k)}" for k, v in value.items() if v is not None) + " }"
    if isinstance(value, np.ndarray):
        return _value(value.tolist(), key)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(v, key) for v in value) + "]"
    raise TypeError(f"{key}: {type(value).__name__}: must be a number, text, bool, list or dict")


def _key(key: str) -> str:
    if not isinstance(key, str):
        raise TypeError(f"{key!r}: keys must be text")
    is_bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if is_bare else json.dumps(key, ensure_ascii=False)


def toml_text(tables: Mapping[str, Any]) -> str:
    """A document with these keys; None is left out."""
    return "".join(f"{_key(key)} = {_value(value, key)}\n" for key, value in tables.items() if value is not None)
