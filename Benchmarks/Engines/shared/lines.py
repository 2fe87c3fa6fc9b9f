"""Programs that filter the lines of their input, and print those that they find, the best first."""

import os
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

from shared.errors import Declined, end_without


def program(name: str) -> str:
    """The path of a program, next to this Python or in PATH; without it, the engine ends."""
    own = Path(sys.executable).with_name(name)
    found = str(own) if own.exists() else shutil.which(name)
    return found or end_without(name)


class Lines:
    """The rows as the input of a program."""

    def __init__(self, rows: list[str], end: str) -> None:
        self.end = end
        self.places = defaultdict(list)
        for number, row in enumerate(rows):
            self.places[row].append(number)
        self.has_end = any(end in row for row in rows)
        self.data = "".join(f"{row}{end}" for row in rows).encode()

    def ask(self, command: list[str]) -> list[str]:
        """The lines that a program prints, which finds nothing with exit status 1."""
        if self.has_end:
            raise Declined(f"a row contains {self.end!r}")
        # A user's settings for fzf would change its order.
        own = {name: value for name, value in os.environ.items() if not name.startswith("FZF_")}
        result = subprocess.run(command, input=self.data, capture_output=True, check=False, env=own)
        if result.returncode not in (0, 1):
            raise OSError(result.stderr.decode(errors="replace").strip())
        return result.stdout.decode().split(self.end)[:-1]

    def numbers(self, found: list[str]) -> list[int]:
        """The rows of the printed lines: equal lines are in the order of the rows."""
        seen = Counter()
        numbers = []
        for line in found:
            numbers.append(self.places[line][seen[line]])
            seen[line] += 1
        return numbers
