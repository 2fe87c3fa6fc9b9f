#!/usr/bin/env python3
"""sqlite-like: a table in SQLite, scanned for substrings, with a b-tree for prefixes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shared.protocol import serve
from shared.sqlite import SQLiteEngine


class SQLiteLike(SQLiteEngine):
    """`instr` instead of LIKE '%…%': just as fast, and without wildcards in the needle."""

    name = "sqlite-like"


if __name__ == "__main__":
    serve(SQLiteLike())
