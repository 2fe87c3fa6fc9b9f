#!/usr/bin/env python3
"""postgres-trgm: PostgreSQL with trigram indexes for substrings and b-trees for prefixes."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cluster import Cluster, server_version
from shared import sql
from shared.corpus import Corpus, Rows
from shared.profile import Asked
from shared.protocol import Engine, require, serve

require("psycopg")

# A b-tree accepts no text longer than a third of a page.
LONGEST_IN_BTREE_IN_BYTES = 2_600
ESCAPED = str.maketrans({"\\": "\\\\", "%": "\\%", "_": "\\_"})


class PostgresTrgm(Engine):
    name = "postgres-trgm"
    version = server_version()
    cluster: "Cluster | None" = None

    def open(self) -> None:
        if self.cluster is None:
            self.cluster = Cluster(self.name)
            self.connection = self.cluster.connect()
            self.connection.execute("CREATE EXTENSION pg_trgm")
        self.connection.execute("DROP TABLE IF EXISTS rows")

    def reason_to_decline(self, corpus: Corpus) -> "str | None":
        if any("\0" in text for column in corpus.texts + corpus.filters for text in column):
            return "PostgreSQL's text cannot hold U+0000, which a row has"
        return None

    def build(self, rows: Rows) -> int:
        self.rows = rows
        names = sql.columns(rows)
        execute = self.connection.execute
        texts = ",".join(f"{name} text" for name in names)
        execute(f"CREATE TABLE rows (id int PRIMARY KEY, {texts})")
        with self.connection.cursor() as cursor, cursor.copy("COPY rows FROM STDIN") as copy:
            for row in sql.tuples(rows):
                copy.write_row(row)
        for name in names:
            if (index := self.index_of(name)):
                execute(f"CREATE INDEX ON rows USING {index}")
        execute("VACUUM (ANALYZE, FREEZE) rows")
        # A plan for each needle: a generic plan would use the index where a full scan is cheaper.
        execute("SET plan_cache_mode = force_custom_plan")
        self.cursor = self.connection.cursor(binary=True)
        return execute("SELECT pg_total_relation_size('rows')").fetchone()[0]

    def index_of(self, name: str) -> "str | None":
        """The expression that the column is searched by."""
        if name[0] == "t":
            field = int(name[1:])
            if self.rows.modes[field] == "contains":
                return f"gin ({name} gin_trgm_ops) WITH (fastupdate = off)"
            longest = max(map(len, map(str.encode, self.rows.texts[field])), default=0)
            if longest > LONGEST_IN_BTREE_IN_BYTES:
                return None
        return f"btree ({name})"

    def text_condition(self, field: int, needle: str, values: list[Any]) -> str:
        column, mode = f"t{field}", self.rows.modes[field]
        if "\0" in needle:
            return "false"
        if mode == "prefix":
            return sql.prefix_range(column, needle, values, "%s")
        values.append(f"%{needle.translate(ESCAPED)}%" if mode == "contains" else needle)
        return f"{column} LIKE %s" if mode == "contains" else f"{column} = %s"

    def find(self, asked: Asked, want: str) -> tuple[int, list[int]]:
        condition, values = sql.where(asked, self.rows, self.text_condition, "%s")

        def fetch(statement: str) -> list[tuple[int]]:
            return self.cursor.execute(statement, values).fetchall()

        return sql.select(fetch, "id", f"FROM rows WHERE {condition}", "ORDER BY id", want)

    def close(self) -> None:
        if self.cluster:
            self.cluster.stop()
            self.cluster = None


if __name__ == "__main__":
    serve(PostgresTrgm())
