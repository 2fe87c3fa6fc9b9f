#!/usr/bin/env python3
"""purefzf: fzf's matching in Python, by its authors verified against fzf 0.73."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Engines"))

from shared.protocol import require
from shared.ranking import FZF_RULES, Ranked, Ranker, decline_operators, serve

purefzf = require("purefzf")


class PureFzf(Ranker):
    name = "purefzf"
    version = purefzf.__version__
    rules = FZF_RULES

    def open(self, rows: list[str]) -> int:
        self.rows = rows
        return 0

    def rank(self, needle: str, limit: int) -> Ranked:
        decline_operators(needle)
        found = purefzf.matches(needle, self.rows)
        return [(match.index, match.score) for match in (found[:limit] if limit else found)]


if __name__ == "__main__":
    serve(PureFzf())
