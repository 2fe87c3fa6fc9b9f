#!/usr/bin/env python3
"""fzy: the program itself, which reads all rows for each needle."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Engines"))

from shared.errors import Declined
from shared.lines import Lines, program
from shared.ranking import Ranked, Ranker, serve


class Fzy(Ranker):
    name = "fzy"
    rules = {
        "spec": "fzy-1.0", "family": "subsequence", "ties": ["row"], "narrows": True,
        "empty": "all-rows",
    }

    def __init__(self) -> None:
        self.path = program("fzy")
        self.version = subprocess.check_output([self.path, "--version"], text=True).split()[1]
        if self.version != "1.0":
            self.rules = {name: rule for name, rule in self.rules.items() if name != "spec"}

    def open(self, rows: list[str]) -> int:
        self.lines = Lines(rows, "\n")
        self.has_empty_row = any(row == "" for row in rows)
        return 0

    def rank(self, needle: str, limit: int) -> Ranked:
        if self.has_empty_row:
            raise Declined("a row is empty")
        # It prints scores with six decimals, so that different ones can look like a tie.
        found = self.lines.ask([self.path, "-j1", f"--show-matches={needle}"])
        numbers = self.lines.numbers(found)
        return [(row, None) for row in (numbers[:limit] if limit else numbers)]


if __name__ == "__main__":
    serve(Fzy())
