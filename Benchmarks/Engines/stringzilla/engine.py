#!/usr/bin/env python3
"""stringzilla: how long StringZilla takes to count a needle in the text of all rows at once."""

import sys
from array import array
from bisect import bisect_right
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shared.corpus import Corpus, Rows, absent_character
from shared.errors import Declined
from shared.profile import Asked
from shared.protocol import PAGE_SIZE, Engine, Found, require, serve

# The package has the name of this folder, which is not in the path.
stringzilla: Any = require("stringzilla")

# With fewer occurrences than one per this many rows they are found one by one, else by row.
ROWS_AN_OCCURRENCE = 30


class StringZilla(Engine):
    """Counting occurrences is timed; counting rows, which proves the answer, is not."""

    name = "stringzilla"
    version = stringzilla.__version__
    notes = "one text field, contains, one term, no token and no scope"
    wants = ["rows", "count"]

    def reason_to_decline(self, corpus: Corpus) -> "str | None":
        if corpus.profile.modes != ["contains"] or corpus.profile.numeric:
            return "it counts needles in one text field, and does nothing else"
        return None

    def build(self, rows: Rows) -> int:
        self.texts = rows.texts[0]
        self.separator = absent_character(rows.texts)
        # StringZilla reads the bytes in place, so they must stay alive.
        self.bytes = self.separator.join(self.texts).encode()
        self.haystack = stringzilla.Str(self.bytes)
        self.starts = array("Q", [0])
        for text in self.texts:
            size = len(text) if text.isascii() else len(text.encode())
            self.starts.append(self.starts[-1] + size + len(self.separator.encode()))
        self.counts: dict[str, int] = {}
        return 0

    def find(self, asked: Asked, want: str) -> Found:
        if len(asked.terms) != 1 or asked.filters:
            raise Declined("it counts one needle, in all rows")
        needle = asked.terms[0].needles[0]
        if want == "count":
            return self.haystack.count(needle), []
        ids = self.rows(needle)
        return len(ids), ids[:PAGE_SIZE] if want == "page" else ids

    def complete(self, asked: Asked, want: str, found: Found) -> Found:
        """Counts each row once, however often it has the needle; the count is kept."""
        if want != "count":
            return found
        needle = asked.terms[0].needles[0]
        if needle not in self.counts:
            self.rows(needle)
        return self.counts[needle], []

    def rows(self, needle: str) -> list[int]:
        """The rows that have the needle."""
        if self.separator in needle:
            ids = []
        elif self.haystack.count(needle) * ROWS_AN_OCCURRENCE < len(self.texts):
            ids = self.rows_of_few(needle)
        else:
            ids = [row for row, text in enumerate(self.texts) if needle in text]
        self.counts[needle] = len(ids)
        return ids

    def rows_of_few(self, needle: str) -> list[int]:
        """Goes from each occurrence to the next row."""
        ids: list[int] = []
        position = self.haystack.find(needle)
        while position >= 0:
            row = bisect_right(self.starts, position) - 1
            ids.append(row)
            if row + 1 == len(self.texts):
                break
            position = self.haystack.find(needle, self.starts[row + 1])
        return ids


if __name__ == "__main__":
    serve(StringZilla())
