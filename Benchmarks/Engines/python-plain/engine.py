#!/usr/bin/env python3
"""python-plain: a list of folded strings, scanned for every keystroke."""

import platform
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shared.corpus import Rows
from shared.profile import Asked, Term
from shared.protocol import PAGE_SIZE, Engine, serve


class PythonPlain(Engine):
    name = "python-plain"
    version = platform.python_version()

    def build(self, rows: Rows) -> int:
        self.rows = rows
        return sum(sys.getsizeof(text) for column in rows.texts for text in column)

    def find(self, asked: Asked, want: str) -> tuple[int, list[int]]:
        found = range(self.rows.count)
        for column, wanted in asked.filters:
            cells = self.rows.filters[column]
            found = [row for row in found if cells[row] in wanted]
        for term in asked.terms:
            found = self.matching(term, found)
        ids = list(found)
        return len(ids), ids[:PAGE_SIZE] if want == "page" else ids

    def matching(self, term: Term, candidates: "range | list[int]") -> list[int]:
        """The candidates with the needle in any text field, or the number in any numeric field."""
        found = [
            self.matching_field(field, needle, candidates)
            for field, needle in enumerate(term.needles)
        ]
        if term.number is not None:
            for cells in self.rows.numbers:
                found.append([row for row in candidates if cells[row] == term.number])
        return found[0] if len(found) == 1 else sorted(set().union(*found))

    def matching_field(
        self, field: int, needle: str, candidates: "range | list[int]"
    ) -> list[int]:
        texts, mode = self.rows.texts[field], self.rows.modes[field]
        if isinstance(candidates, range):
            pairs = enumerate(texts)
        else:
            pairs = ((row, texts[row]) for row in candidates)
        if mode == "prefix":
            return [row for row, text in pairs if text.startswith(needle)]
        if mode == "equality":
            return [row for row, text in pairs if text == needle]
        return [row for row, text in pairs if needle in text]


if __name__ == "__main__":
    serve(PythonPlain())
