"""The rows of a corpus: the canonical file, read once, and its texts as an engine stores them."""

import json
import zlib
from dataclasses import dataclass
from typing import Any, Iterable

from shared.folding import check
from shared.profile import Profile, stored
from shared.text import canonical_number


@dataclass
class Corpus:
    """The columns that a profile needs, as they stand in the file."""

    profile: Profile
    row_count: int
    identity: str
    """CRC-32 and length of the bytes that were read"""
    texts: list[list[str]]
    numbers: list[list[str]]
    filters: list[list[str]]
    known: list[list[str]]
    """the known values of each filter column"""


@dataclass
class Rows:
    """The columns ready to be indexed: folding them is part of building."""

    profile: Profile
    count: int
    texts: list[list[str]]
    modes: list[str]
    """contains, prefix or equality: word prefixes are `contains` over marked texts"""
    numbers: "list[list[str | None]]"
    filters: list[list[str]]
    marker: str
    """what stands before each start of a word, where the profile asks for words"""


def load(path: str, profile_json: dict[str, Any]) -> Corpus:
    """Reads the file line by line; its first line is the schema, then comes a row a line."""
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
    values = {column["name"]: column.get("values", []) for column in json.loads(header)["columns"]}
    known = [values[name] for name in profile.filters]
    return Corpus(profile, count, f"{checksum:08x}-{size}", texts, numbers, filters, known)


def fold_rows(corpus: Corpus) -> Rows:
    """The texts folded, word starts marked, numbers in canonical form."""
    profile = corpus.profile
    folded = [list(map(profile.fold, column)) for column in corpus.texts]
    marker = absent_character(folded) if "wordPrefix" in profile.modes else ""
    texts = [
        [stored(text, mode, marker) for text in column] if mode == "wordPrefix" else column
        for column, mode in zip(folded, profile.modes)
    ]
    modes = ["contains" if mode == "wordPrefix" else mode for mode in profile.modes]
    numbers = [list(map(canonical_number, column)) for column in corpus.numbers]
    return Rows(profile, corpus.row_count, texts, modes, numbers, corpus.filters, marker)


def absent_character(texts: list[list[str]]) -> str:
    """A control or private-use character that is in no text, so that it can mark word starts.

    A needle that holds it itself matches nothing, as it should: no row has it.
    """
    used = set().union(*(text for column in texts for text in column))
    candidates: Iterable[int] = [*range(0x01, 0x20), *range(0xE000, 0xF8FF)]
    return next(chr(scalar) for scalar in candidates if chr(scalar) not in used)
