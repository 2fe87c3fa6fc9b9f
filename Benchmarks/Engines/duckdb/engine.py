#!/usr/bin/env python3
"""duckdb: columns in memory, scanned for every keystroke."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shared import sql
from shared.corpus import Rows
from shared.profile import Asked
from shared.protocol import Engine, require, serve

duckdb: Any = require("duckdb")

# Rows come back as they were inserted, which is DuckDB's default, so nothing need be sorted.
SETTINGS = {"threads": "1", "preserve_insertion_order": "true"}
FUNCTIONS = {"contains": "contains", "prefix": "starts_with"}


class DuckDB(Engine):
    name = "duckdb"
    version = duckdb.__version__

    def build(self, rows: Rows) -> int:
        self.rows = rows
        self.database = duckdb.connect(":memory:", config=SETTINGS)
        names = sql.columns(rows)
        execute = self.database.execute
        execute(f"CREATE TABLE rows (id INTEGER, {','.join(f'{name} VARCHAR' for name in names)})")
        columns = [list(range(rows.count)), *rows.texts, *rows.numbers, *rows.filters]
        unnested = ["unnest(?::INTEGER[])"] + ["unnest(?::VARCHAR[])"] * len(names)
        execute(f"INSERT INTO rows SELECT {','.join(unnested)}", columns)
        return execute("SELECT sum(memory_usage_bytes) FROM duckdb_memory()").fetchone()[0]

    def text_condition(self, field: int, needle: str, values: list[Any]) -> str:
        values.append(needle)
        function = FUNCTIONS.get(self.rows.modes[field])
        return f"{function}(t{field}, ?)" if function else f"t{field} = ?"

    def find(self, asked: Asked, want: str) -> tuple[int, list[int]]:
        condition, values = sql.where(asked, self.rows, self.text_condition)

        def fetch(statement: str) -> list[tuple[int]]:
            return self.database.execute(statement, values).fetchall()

        return sql.select(fetch, "id", f"FROM rows WHERE {condition}", "", want)


if __name__ == "__main__":
    serve(DuckDB())
