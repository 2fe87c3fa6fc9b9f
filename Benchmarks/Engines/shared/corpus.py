"""The rows of a corpus: the canonical file, read and folded once, ready to be indexed."""

import json
import zlib
from dataclasses import dataclass
from typing import Any, Iterable

from shared.folding import check
from shared.profile import Profile, stored
from shared.text import canonical_number


@dataclass
class Corpus:
    """The columns that a profile needs: texts folded, numbers in canonical form."""

    profile: Profile
    row_count: int
    identity: str
    """CRC-32 and length of the bytes that were read"""
    texts: list[list[str]]
    numbers: "list[list[str | None]]"
    filters: list[list[str]]
    known: list[list[str]]
    """the known values of each filter column"""


@dataclass
class Rows:
    """The columns as they are indexed."""

    profile: Profile
    count: int
    texts: list[list[str]]
    modes: list[str]
    """contains, prefix or equality: word prefixes are `contains` over marked texts"""
    numbers: "list[list[str | None]]"
    filters: list[list[str]]
    marker: str
    """the marker before each start of a word, if the profile matches word prefixes"""


def load(path: str, profile_json: dict[str, Any]) -> Corpus:
    """Reads the file line by line: the schema, then one row per line."""
    profile = Profile(profile_json)
    checksum = size = count = 0
    names = [profile.fields, profile.numeric, profile.filters]
    columns: list[list[list[str]]] = [[[] for _ in group] for group in names]
    cells = [pair for group, lists in zip(names, columns) for pair in zip(group, lists)]
    with open(path, "rb") as file:
        header = file.readline()
        checksum, size = zlib.crc32(header), len(header)
        for count, line in enumerate(file, start=1):
            checksum = zlib.crc32(line, checksum)
            size += len(line)
            row = json.loads(line)
            for name, column in cells:
                column.append(row[name])
    texts, numbers, filters = columns
    for column in texts:
        for text in column:
            check(text)
    folded = [list(map(fold, column)) for fold, column in zip(profile.folds, texts)]
    decimals = [list(map(canonical_number, column)) for column in numbers]
    values = {column["name"]: column.get("values", []) for column in json.loads(header)["columns"]}
    known = [values[name] for name in profile.filters]
    return Corpus(profile, count, f"{checksum:08x}-{size}", folded, decimals, filters, known)


def rows_to_index(corpus: Corpus) -> Rows:
    """The columns with word starts marked; this is part of building the index."""
    profile = corpus.profile
    marker = absent_character(corpus.texts) if "wordPrefix" in profile.modes else ""
    texts = [
        [stored(text, mode, marker) for text in column] if mode == "wordPrefix" else column
        for column, mode in zip(corpus.texts, profile.modes)
    ]
    modes = ["contains" if mode == "wordPrefix" else mode for mode in profile.modes]
    return Rows(profile, corpus.row_count, texts, modes, corpus.numbers, corpus.filters, marker)


def absent_character(texts: list[list[str]]) -> str:
    """A control or private-use character that occurs in no text, to mark word starts with.

    A needle that contains it matches nothing, which is right: no row has it.
    """
    used = set().union(*(text for column in texts for text in column))
    candidates: Iterable[int] = [*range(0x01, 0x20), *range(0xE000, 0xF8FF)]
    return next(chr(scalar) for scalar in candidates if chr(scalar) not in used)
