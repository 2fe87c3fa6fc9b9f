#!/usr/bin/env python3
"""fzf: the program itself, which reads all rows for each needle."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Engines"))

from shared.lines import Lines, program
from shared.ranking import FZF_RULES, Ranked, Ranker, decline_operators, serve


class Fzf(Ranker):
    name = "fzf"
    rules = FZF_RULES

    def __init__(self) -> None:
        self.path = program("fzf")
        self.version = subprocess.check_output([self.path, "--version"], text=True).split()[0]
        if not self.version.startswith("0.74."):
            self.rules = {name: rule for name, rule in FZF_RULES.items() if name != "spec"}

    def open(self, rows: list[str]) -> int:
        self.lines = Lines(rows, "\0")
        return 0

    def rank(self, needle: str, limit: int) -> Ranked:
        decline_operators(needle)
        found = self.lines.ask([self.path, "--read0", "--print0", f"--filter={needle}"])
        numbers = self.lines.numbers(found)
        return [(row, None) for row in (numbers[:limit] if limit else numbers)]


if __name__ == "__main__":
    serve(Fzf())
