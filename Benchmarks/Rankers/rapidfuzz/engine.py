#!/usr/bin/env python3
"""rapidfuzz: WRatio, the weighted similarity that its documentation recommends for search."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Engines"))

from shared.protocol import require
from shared.ranking import Ranked, Ranker, serve

require("rapidfuzz")
import rapidfuzz
from rapidfuzz import fuzz, process, utils


class RapidFuzz(Ranker):
    name = "rapidfuzz"
    version = rapidfuzz.__version__
    rules = {"family": "similarity", "case": "ignore", "blanks": "letters", "ties": ["row"]}

    def open(self, rows: list[str]) -> int:
        self.rows = rows
        return 0

    def rank(self, needle: str, limit: int) -> Ranked:
        found = process.extract(
            needle, self.rows, scorer=fuzz.WRatio, processor=utils.default_process,
            limit=limit or None, score_cutoff=60,
        )
        return [(row, score) for _, score, row in found]


if __name__ == "__main__":
    serve(RapidFuzz())
