"""The requests of the protocol: validates a line and reads its request."""

import json
from typing import Any

from shared.errors import Malformed

GREATEST = 2**53 - 1
MODES = ("contains", "prefix", "wordPrefix", "equality")
WANTS = ("rows", "page", "count", "digest")
Object = dict[str, Any]


def read(line: bytes) -> Object:
    """The request in a line, with every key that it needs.

    Raises `Malformed` for anything else; keys that are not known are ignored.
    """
    try:
        request = json.loads(line, object_pairs_hook=unique_keys)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON in UTF-8: {error}") from error
    if not isinstance(request, dict):
        raise Malformed(f"got {line[:20]!r}, expected an object")
    kind = one_of(request, "type", ("hello", "load", "build", "query", "bye"))
    if kind == "hello":
        whole(request, "protocol", 0)
    elif kind == "load":
        check_load(request)
    elif kind == "query":
        check_query(request)
    return request


def check_load(request: Object) -> None:
    for key, type_ in {"corpus_hash": str, "schema": dict, "profile": dict, "rows": str}.items():
        typed(request, key, type_)
    profile = request["profile"]
    for field in typed(profile, "textFields", list):
        typed(field, "name", str)
        one_of(field, "match", MODES)
    for key in ("numericFields", "facets"):
        typed(profile, key, list)
    one_of(profile, "folding", ("exact", "c", "cd", "loose"))
    one_of(profile, "trim", ("none", "whitespace"))
    one_of(profile, "terms", ("phrase", "splitAND"))
    one_of(profile, "empty", ("suggestions", "browse", "none"))


def check_query(request: Object) -> None:
    whole(request, "id", 0)
    typed(request, "text", str)
    whole(request, "repeat", 1)
    if request.get("limit") is not None:
        whole(request, "limit", 0)  # a needle for an engine that ranks
        return
    one_of(request, "want", WANTS)
    request["tokens"] = [] if request.get("tokens") is None else typed(request, "tokens", list)
    for token in request["tokens"]:
        typed(token, "facet", str)
        typed(token, "value", str)
    request["scope"] = None if request.get("scope") is None else typed(request, "scope", str)


def unique_keys(pairs: list[tuple[str, Any]]) -> Object:
    """JSON does not say which of two equal keys counts, so repeated keys are refused."""
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError("a key stands twice in an object")
    return result


def typed(holder: Any, key: str, type_: type) -> Any:
    value = holder.get(key) if isinstance(holder, dict) else None
    if not isinstance(value, type_):
        raise Malformed(f"got {value!r} for key '{key}', expected {type_.__name__}")
    return value


def whole(holder: Object, key: str, least: int) -> int:
    value = typed(holder, key, int)
    if isinstance(value, bool) or not least <= value <= GREATEST:
        raise Malformed(f"got {value!r} for key '{key}', expected a number from {least}")
    return value


def one_of(holder: Any, key: str, allowed: tuple[str, ...]) -> str:
    value = typed(holder, key, str)
    if value not in allowed:
        raise Malformed(f"got '{value}' for key '{key}', expected one of {', '.join(allowed)}")
    return value
