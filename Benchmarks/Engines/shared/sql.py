"""What the engines that speak SQL share: one table of rows, and one WHERE clause.

The table `rows` has the columns id (the row, from 0), t0… (folded texts), n0… (canonical numbers,
as text) and f0… (what tokens and scope filter by).
"""

import sys
from typing import Any, Callable, Iterator

from shared.corpus import Rows
from shared.profile import Asked
from shared.protocol import PAGE_SIZE

# Appends the values of a condition on a text field and returns its SQL: (field, needle, values).
TextCondition = Callable[[int, str, list[Any]], str]


def columns(rows: Rows) -> list[str]:
    """The names of all columns but the id."""
    groups = {"t": rows.texts, "n": rows.numbers, "f": rows.filters}
    return [f"{letter}{index}" for letter, group in groups.items() for index in range(len(group))]


def tuples(rows: Rows) -> Iterator[tuple[Any, ...]]:
    """The rows in the form of the table."""
    return zip(range(rows.count), *rows.texts, *rows.numbers, *rows.filters)


def where(
    asked: Asked, rows: Rows, text: TextCondition, mark: str = "?"
) -> tuple[str, list[Any]]:
    """The condition of a keystroke and its values; `mark` is the placeholder of a value."""
    values: list[Any] = []
    parts = []
    for term in asked.terms:
        options = [text(field, needle, values) for field, needle in enumerate(term.needles)]
        if term.number is not None:
            options += [f"n{column} = {mark}" for column in range(len(rows.numbers))]
            values += [term.number] * len(rows.numbers)
        parts.append(options[0] if len(options) == 1 else f"({' OR '.join(options)})")
    parts += filters(asked, values, mark)
    return " AND ".join(parts), values


def filters(asked: Asked, values: list[Any], mark: str = "?") -> list[str]:
    """The conditions of tokens and scope."""
    parts = []
    for column, wanted in asked.filters:
        parts.append(f"f{column} IN ({','.join([mark] * len(wanted))})")
        values += wanted
    return parts


def after_prefix(prefix: str) -> "str | None":
    """The smallest text that is greater than all that start with `prefix`, by scalar value.

    None where there is none: the prefix is nothing but U+10FFFF.
    """
    for position in range(len(prefix) - 1, -1, -1):
        scalar = ord(prefix[position])
        if scalar < sys.maxunicode:
            following = 0xE000 if scalar == 0xD7FF else scalar + 1
            return prefix[:position] + chr(following)
    return None


def prefix_range(column: str, prefix: str, values: list[Any], mark: str = "?") -> str:
    """The texts that start with a prefix, as a range that a sorted index can look up."""
    values.append(prefix)
    end = after_prefix(prefix)
    if end is None:
        return f"{column} >= {mark}"
    values.append(end)
    return f"({column} >= {mark} AND {column} < {mark})"


def select(
    fetch: Callable[[str], list[tuple[int]]], id: str, source: str, order: str, want: str
) -> tuple[int, list[int]]:
    """The rows of `SELECT id source order`.

    One row more than a page is asked for: only where it is there must the rest be counted. A rare
    needle costs one look through the rows, a frequent one that and a beginning.
    """
    if want == "count":
        return fetch(f"SELECT count(*) {source}")[0][0], []
    limit = f"LIMIT {PAGE_SIZE + 1}" if want == "page" else ""
    ids = [row for (row,) in fetch(f"SELECT {id} {source} {order} {limit}")]
    if want == "rows" or len(ids) <= PAGE_SIZE:
        return len(ids), ids
    return fetch(f"SELECT count(*) {source}")[0][0], ids[:PAGE_SIZE]
