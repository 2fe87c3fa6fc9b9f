#!/usr/bin/env python3
"""frizbee: the fuzzy matcher of blink.cmp, in Rust with vector instructions, on one thread."""

import sys
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Engines"))

from shared.protocol import require
from shared.ranking import Ranked, Ranker, serve

frizbee = require("frizbee")


class Frizbee(Ranker):
    name = "frizbee"
    version = metadata.version("frizbee")
    rules = {"family": "subsequence", "case": "smart", "empty": "all-rows"}

    def open(self, rows: list[str]) -> int:
        self.haystacks = frizbee.Haystacks(rows)
        return sum(len(row.encode()) for row in rows)

    def rank(self, needle: str, limit: int) -> Ranked:
        matcher = frizbee.Matcher(needle, max_typos=0, max_items=limit or None, casing="smart")
        return [(match.index, match.score) for match in matcher.match_list(self.haystacks)]


if __name__ == "__main__":
    serve(Frizbee())
