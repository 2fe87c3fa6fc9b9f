"""Engines that rank: the same protocol, with an ordered list for each needle.

An engine is a class with a name, a version, its rules and two methods; `serve` does the rest. The
page Engines of the documentation explains the rules, the requests and the replies.
"""

import json
import time
import zlib
from typing import Any

from shared.errors import Declined, Refused
from shared.protocol import Reply, Server, greeting, serve_by

Ranked = list[tuple[int, "float | None"]]
"""The rows of an answer, the best first, each with its score, if there is one."""


class Ranker:
    """The interface of an adapter of a program that ranks."""

    name = ""
    version = ""
    rules: dict[str, Any] = {}
    """the promises that it is held to"""

    def open(self, rows: list[str]) -> int:
        """Takes the rows, prepares what can be prepared, and returns its size in bytes."""
        raise NotImplementedError

    def rank(self, needle: str, limit: int) -> Ranked:
        """The rows that a needle finds; all of them if the limit is 0.

        Raises `Declined` for a needle that it has no answer to.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Releases what does not end with the process."""


class RankingServer(Server):
    """The state between requests."""

    def __init__(self, engine: Ranker) -> None:
        super().__init__(engine)
        self.rows: "list[str] | None" = None
        self.is_built = False

    def hello(self, request: Reply) -> Reply:
        return greeting(request, self.engine.name, self.engine.version) | {
            "contract": "ranked",
            "rules": self.engine.rules,
        }

    def load(self, request: Reply) -> Reply:
        self.rows, self.is_built = None, False
        name = request["profile"]["textFields"][0]["name"]
        with open(request["rows"], "rb") as file:
            data = file.read()
        lines = data.split(b"\n")[1:-1]
        self.rows = [json.loads(line)[name] for line in lines]
        return {"rows": len(self.rows), "hash": f"{zlib.crc32(data):08x}-{len(data)}"}

    def build(self, request: Reply) -> Reply:
        if self.rows is None:
            raise Refused("got build before rows were loaded")
        start = time.monotonic_ns()
        size = self.engine.open(self.rows)
        self.is_built = True
        return {"elapsed_ns": time.monotonic_ns() - start, "index_bytes": size}

    def query(self, request: Reply) -> Reply:
        if not self.is_built:
            raise Refused("got a query before the index was built")
        elapsed = []
        for _ in range(request["repeat"]):
            start = time.monotonic_ns()
            found = self.engine.rank(request["text"], request["limit"])
            elapsed.append(time.monotonic_ns() - start)
        reply = {"elapsed_ns": elapsed, "ids": [row for row, _ in found]}
        if found and found[0][1] is not None:
            reply["scores"] = [score for _, score in found]
        return reply


FZF_RULES = {
    "spec": "fzf-v2@0.74", "family": "subsequence", "case": "smart", "blanks": "terms",
    "ties": ["length", "row"], "narrows": True, "empty": "all-rows",
}
"""the rules of fzf's default scheme"""


def decline_operators(needle: str) -> None:
    """The specification of fzf's order says nothing about needles with its operators."""
    if set("'^!$|\\") & set(needle):
        raise Declined("the needle has an operator of fzf")


def serve(engine: Ranker) -> None:
    """Answers until bye, the end of the input, or SIGTERM; `--version` prints name and version."""
    serve_by(RankingServer, engine)
