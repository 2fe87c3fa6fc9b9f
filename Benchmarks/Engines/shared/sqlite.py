"""The table of rows in SQLite, and the conditions that need no other table."""

import sqlite3
from typing import Any

from shared import sql
from shared.corpus import Rows
from shared.profile import Asked
from shared.protocol import Engine


class SQLiteEngine(Engine):
    version = sqlite3.sqlite_version

    def build(self, rows: Rows) -> int:
        # Autocommit; statements are prepared once for each form of keystroke.
        self.rows = rows
        self.database = sqlite3.connect(":memory:", isolation_level=None, cached_statements=1_024)
        names = sql.columns(rows)
        execute = self.database.execute
        execute(f"CREATE TABLE rows (id INTEGER PRIMARY KEY, {','.join(names)})")
        marks = ",".join("?" * (len(names) + 1))
        execute("BEGIN")
        self.database.executemany(f"INSERT INTO rows VALUES ({marks})", sql.tuples(rows))
        for name in names:
            if name[0] != "t" or rows.modes[int(name[1:])] != "contains":
                execute(f"CREATE INDEX by_{name} ON rows ({name})")
        self.index_texts()
        execute("COMMIT")
        execute("ANALYZE")
        pages, free, size = (
            execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size

    def index_texts(self) -> None:
        """Further tables of an engine."""

    def text_condition(self, field: int, needle: str, values: list[Any]) -> str:
        column, mode = f"t{field}", self.rows.modes[field]
        if mode == "prefix":
            return sql.prefix_range(column, needle, values)
        values.append(needle)
        return f"{column} = ?" if mode == "equality" else f"instr({column}, ?)"

    def find(self, asked: Asked, want: str) -> tuple[int, list[int]]:
        condition, values = sql.where(asked, self.rows, self.text_condition)
        return self.select("id", f"FROM rows WHERE {condition}", values, want)

    def select(self, id: str, source: str, values: list[Any], want: str) -> tuple[int, list[int]]:
        def fetch(statement: str) -> list[tuple[int]]:
            return self.database.execute(statement, values).fetchall()

        return sql.select(fetch, id, source, f"ORDER BY {id}", want)
