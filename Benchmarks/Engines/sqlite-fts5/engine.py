#!/usr/bin/env python3
"""sqlite-fts5: SQLite's full-text index; trigrams for substrings, prefix lists for words."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shared import sql
from shared.corpus import Corpus
from shared.profile import Asked
from shared.protocol import serve
from shared.sqlite import SQLiteEngine
from shared.text import is_word, only_words

# FTS5 reads U+FFFE and U+FFFF as U+FFFD, and its trigrams end at U+0000.
CONFUSED = set("\0\ufffd\ufffe\uffff")


class SQLiteFTS5(SQLiteEngine):
    name = "sqlite-fts5"

    def reason_to_decline(self, corpus: Corpus) -> "str | None":
        if any("\0" in text for column in corpus.texts for text in column):
            return "FTS5's trigrams end at U+0000, which a row has"
        return None

    def index_texts(self) -> None:
        """A contentless index for each text field, because `rows` already has the texts."""
        self.words = ["wordPrefix" == mode for mode in self.rows.profile.modes]
        self.indexed = [mode == "contains" for mode in self.rows.modes]
        for field, texts in enumerate(self.rows.texts):
            if self.words[field]:
                options = "tokenize='ascii', detail=none, prefix='1 2 3 4'"
                texts = map(only_words, texts)
            else:
                options = "tokenize='trigram case_sensitive 1', detail=full"
            if self.indexed[field]:
                create = f"CREATE VIRTUAL TABLE x{field} USING fts5(t, content='', columnsize=0, "
                self.database.execute(f"{create}{options})")
                insert = f"INSERT INTO x{field} (rowid, t) VALUES (?, ?)"
                self.database.executemany(insert, enumerate(texts))
                self.database.execute(f"INSERT INTO x{field} (x{field}) VALUES ('optimize')")

    def match(self, field: int, needle: str) -> "str | None":
        """The needle as a query of the full-text index; None if that would not be exact."""
        if self.words[field]:
            word = needle.replace(self.rows.marker, "")
            # The tokenizer ignores the case of ASCII letters; the folding `exact` does not.
            is_exact = all(map(is_word, word)) and self.rows.profile.folding != "exact"
            return f'"{word}"*' if word and is_exact else None
        if not self.indexed[field] or len(needle) < 3 or not CONFUSED.isdisjoint(needle):
            return None
        return '"' + needle.replace('"', '""') + '"'

    def text_condition(self, field: int, needle: str, values: list[Any]) -> str:
        match = self.match(field, needle)
        if match is None:
            return super().text_condition(field, needle, values)
        values.append(match)
        return f"id IN (SELECT rowid FROM x{field} WHERE x{field} MATCH ?)"

    def find(self, asked: Asked, want: str) -> tuple[int, list[int]]:
        """The usual keystroke, one text field and no number, is a single query of the index."""
        matches = [self.match(0, term.needles[0]) for term in asked.terms]
        is_usual = all(len(term.needles) == 1 and not term.number for term in asked.terms)
        if not matches or None in matches or not is_usual:
            return super().find(asked, want)
        values: list[Any] = [" AND ".join(matches)]
        conditions = sql.filters(asked, values)
        # Forces the index first: the planner knows nothing about its contents.
        join = " CROSS JOIN rows ON rows.id = x0.rowid" if conditions else ""
        source = f"FROM x0{join} WHERE {' AND '.join(['x0 MATCH ?', *conditions])}"
        return self.select("x0.rowid", source, values, want)


if __name__ == "__main__":
    serve(SQLiteFTS5())
