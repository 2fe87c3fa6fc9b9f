#!/usr/bin/env python3
"""stringzilla: how long StringZilla needs to count a needle in all rows at once."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shared.corpus import Corpus, Rows, absent_character
from shared.errors import Declined
from shared.profile import Asked
from shared.protocol import PAGE_SIZE, Engine, Found, require, serve

# The package bears the name of this folder, which is not in the path.
stringzilla: Any = require("stringzilla")


class StringZilla(Engine):
    """The occurrences in one text of all rows; which rows they are in is found out untimed."""

    name = "stringzilla"
    version = stringzilla.__version__
    notes = "one text field, contains, one term, no token and no scope"
    wants = ["rows", "count"]

    def reason_to_decline(self, corpus: Corpus) -> "str | None":
        if corpus.profile.modes != ["contains"] or corpus.profile.numeric:
            return "it counts needles in one text field, and nothing else"
        return None

    def build(self, rows: Rows) -> int:
        self.texts = rows.texts[0]
        separator = absent_character(rows.texts)
        # StringZilla looks at the bytes where they lie, so the text is kept.
        self.text = separator.join(self.texts)
        self.haystack = stringzilla.Str(self.text)
        self.counts: dict[str, int] = {}
        return 0

    def find(self, asked: Asked, want: str) -> Found:
        if len(asked.terms) != 1 or asked.filters:
            raise Declined("it counts one needle, in all rows")
        needle = asked.terms[0].needles[0]
        if want == "count":
            return self.haystack.count(needle), []
        ids = [row for row, text in enumerate(self.texts) if needle in text]
        return len(ids), ids[:PAGE_SIZE] if want == "page" else ids

    def complete(self, asked: Asked, want: str, found: Found) -> Found:
        """A row counts once, however often it has the needle; asked again, the count is the same."""
        if want != "count":
            return found
        needle = asked.terms[0].needles[0]
        if needle not in self.counts:
            self.counts[needle] = sum(needle in text for text in self.texts)
        return self.counts[needle], []


if __name__ == "__main__":
    serve(StringZilla())
