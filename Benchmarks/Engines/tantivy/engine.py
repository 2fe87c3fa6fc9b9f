#!/usr/bin/env python3
"""tantivy: an inverted index of character n-grams; what n-grams cannot decide is checked again."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shared.corpus import Rows
from shared.profile import Asked, Term
from shared.protocol import PAGE_SIZE, Engine, require, serve
from shared.scratch import ScratchFolder

# The package has the name of this folder, which is not in the path.
tantivy: Any = require("tantivy")
Query = tantivy.Query

# The longest n-gram of each mode: a needle up to that length is one term and needs no check.
LONGEST = {"contains": 4, "prefix": 8, "equality": sys.maxsize}
WRITER_BUDGET_IN_BYTES = 2_000_000_000


class Tantivy(Engine):
    name = "tantivy"
    version = tantivy.__version__.removeprefix("tantivy v").split(",")[0]
    scratch: "ScratchFolder | None" = None

    def open(self) -> None:
        self.close()

    def build(self, rows: Rows) -> int:
        self.rows = rows
        self.scratch = ScratchFolder(self.name)
        self.schema = self.make_schema()
        index = tantivy.Index(self.schema, path=str(self.scratch.path))
        for mode, tokenizer in {
            "contains": tantivy.Tokenizer.ngram(1, LONGEST["contains"]),
            "prefix": tantivy.Tokenizer.ngram(1, LONGEST["prefix"], prefix_only=True),
            "equality": tantivy.Tokenizer.raw(),
        }.items():
            index.register_tokenizer(mode, tantivy.TextAnalyzerBuilder(tokenizer).build())
        self.add_rows(index)
        index.reload()
        self.searcher = index.searcher()
        if self.searcher.num_segments > 1:
            raise MemoryError("the rows do not fit in one segment, whose order is theirs")
        return sum(file.stat().st_size for file in self.scratch.path.iterdir())

    def make_schema(self) -> Any:
        """Only terms and rows: nothing is scored, and no text is stored."""
        builder = tantivy.SchemaBuilder()
        for letter, modes in {
            "t": self.rows.modes,
            "n": ["equality"] * len(self.rows.numbers),
            "f": ["equality"] * len(self.rows.filters),
        }.items():
            for column, mode in enumerate(modes):
                name = f"{letter}{column}"
                builder.add_text_field(name, tokenizer_name=mode, index_option="basic")
        return builder.build()

    def add_rows(self, index: Any) -> None:
        """One thread makes one segment, in which a document's number is its row."""
        writer = index.writer(WRITER_BUDGET_IN_BYTES, num_threads=1)
        columns = {
            f"{letter}{column}": cells
            for letter, group in zip("tnf", (self.rows.texts, self.rows.numbers, self.rows.filters))
            for column, cells in enumerate(group)
        }
        for row in range(self.rows.count):
            document = tantivy.Document()
            for name, cells in columns.items():
                if cells[row]:
                    document.add_text(name, cells[row])
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()

    def equals(self, name: str, text: str) -> Any:
        return Query.term_query(self.schema, name, text, "basic")

    def grams(self, field: int, needle: str) -> Any:
        """All n-grams of a needle: exact up to the longest n-gram, only candidates beyond that."""
        mode, size = self.rows.modes[field], LONGEST[self.rows.modes[field]]
        ends = [size] if mode == "prefix" else range(size, len(needle) + 1)
        parts = [needle] if len(needle) <= size else [needle[end - size : end] for end in ends]
        return self.all_of([self.equals(f"t{field}", part) for part in parts])

    def all_of(self, parts: list[Any]) -> Any:
        return parts[0] if len(parts) == 1 else Query.boolean_query(
            [(tantivy.Occur.Must, part) for part in parts])

    def any_of(self, parts: list[Any]) -> Any:
        return parts[0] if len(parts) == 1 else Query.boolean_query(
            [(tantivy.Occur.Should, part) for part in parts])

    def term(self, term: Term) -> Any:
        options = [self.grams(field, needle) for field, needle in enumerate(term.needles)]
        if term.number is not None:
            numbers = range(len(self.rows.numbers))
            options += [self.equals(f"n{column}", term.number) for column in numbers]
        return self.any_of(options)

    def find(self, asked: Asked, want: str) -> tuple[int, list[int]]:
        parts = [self.term(term) for term in asked.terms]
        parts += [
            self.any_of([self.equals(f"f{column}", value) for value in wanted])
            for column, wanted in asked.filters
        ]
        # Equal scores are ordered by document.
        query = Query.const_score_query(self.all_of(parts), 1.0)
        doubtful = [term for term in asked.terms if self.is_doubtful(term)]
        if want != "rows" and not doubtful:
            page = self.searcher.search(query, limit=PAGE_SIZE if want == "page" else 1)
            return page.count, [address.doc for _, address in page.hits]
        hits = self.searcher.search(query, limit=max(1, self.rows.count), count=False).hits
        ids = [address.doc for _, address in hits]
        for term in doubtful:
            ids = [row for row in ids if self.holds(row, term)]
        return len(ids), ids[:PAGE_SIZE] if want == "page" else ids

    def is_doubtful(self, term: Term) -> bool:
        """Whether a row may have all n-grams of a needle but not the needle."""
        return any(
            len(needle) > LONGEST[mode] for needle, mode in zip(term.needles, self.rows.modes)
        )

    def holds(self, row: int, term: Term) -> bool:
        for texts, needle, mode in zip(self.rows.texts, term.needles, self.rows.modes):
            text = texts[row]
            if mode == "contains" and needle in text or mode == "prefix" and text.startswith(needle):
                return True
            if mode == "equality" and text == needle:
                return True
        numbers = self.rows.numbers if term.number is not None else []
        return any(cells[row] == term.number for cells in numbers)

    def close(self) -> None:
        if self.scratch:
            self.scratch.remove()
            self.scratch = None


if __name__ == "__main__":
    serve(Tantivy())
