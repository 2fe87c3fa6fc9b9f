"""The protocol of engines: one JSON object per line on standard input, one reply per line.

An engine is a class with a name, a version and three methods; `serve` does the rest: it reads the
rows, parses each keystroke by the rules of the profile, times the whole keystroke, and replies. The
page Engines of the documentation explains the requests and replies.
"""

import gc
import importlib
import json
import platform
import signal
import sys
import time
import traceback
import zlib
from array import array
from types import ModuleType
from typing import Any

from shared import requests
from shared.corpus import Corpus, Rows, rows_to_index, load
from shared.errors import Declined, Malformed, Refused, end_without
from shared.profile import Asked, Reader

PAGE_SIZE = 50
Reply = dict[str, Any]
Found = tuple[int, list[int]]
"""How many rows match, and which ones."""


class Engine:
    """What an adapter implements."""

    name = ""
    version = ""
    notes = "every profile"
    """which profiles it answers, in words"""
    wants = ["rows", "page", "count", "digest"]
    """the deliveries that it supports"""

    def open(self) -> None:
        """Prepares for new rows that replace the previous ones; not timed."""

    def reason_to_decline(self, corpus: Corpus) -> "str | None":
        """Why these rows cannot be searched exactly, if so; asked once, before building."""
        return None

    def build(self, rows: Rows) -> int:
        """Indexes the rows, and returns the size of the index in bytes."""
        raise NotImplementedError

    def find(self, asked: Asked, want: str) -> Found:
        """How many rows match, and which ones, in ascending order.

        All of them for `rows`, the first 50 for `page`, none need be there for `count`. There is at
        least one term or filter, unless every token was unknown.
        """
        raise NotImplementedError

    def complete(self, asked: Asked, want: str, found: Found) -> Found:
        """The answer, from the result of `find`; not timed.

        Only for an engine whose library answers less than is asked: its figures then leave out what
        the answer costs, which its README says, and it does not offer what it would be favoured by.
        """
        return found

    def close(self) -> None:
        """Releases what does not end with the process."""


def require(module: str) -> ModuleType:
    """Imports a package that is not part of Python; without it the engine ends and says so."""
    try:
        found = importlib.import_module(module)
    except ImportError as error:
        end_without(f"{module} ({error})")
    if found.__file__ is None:
        # Only the folder of the adapter itself, which has the same name.
        end_without(module)
    return found


class Server:
    """The state between requests."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.corpus: "Corpus | None" = None
        self.reader: "Reader | None" = None
        self.is_done = False

    def reply(self, line: bytes) -> Reply:
        """Reports a line that is not a request; a valid request may be declined or fail."""
        try:
            request = requests.read(line)
        except Malformed as error:
            return {"type": "error", "error": str(error)}
        kind = request["type"]
        head = {"type": kind} | ({"id": request["id"]} if kind == "query" else {})
        try:
            return head | getattr(self, kind)(request)
        except Declined as reason:
            return head | {"skipped": str(reason)}
        except (Refused, OSError) as reason:
            return head | {"error": str(reason)}
        except Exception as error:
            traceback.print_exc()
            return head | {"error": f"{type(error).__name__}: {error}"}

    def hello(self, request: Reply) -> Reply:
        return greeting(request, self.engine.name, self.engine.version) | {
            "capabilities": {
                "wants": self.engine.wants,
                "exact": True,
                "profiles": self.engine.notes,
            },
        }

    def load(self, request: Reply) -> Reply:
        self.corpus = self.reader = None
        self.engine.open()
        corpus = load(request["rows"], request["profile"])
        reason = self.engine.reason_to_decline(corpus)
        if reason:
            raise Declined(reason)
        self.corpus = corpus
        return {"rows": corpus.row_count, "hash": corpus.identity}

    def build(self, request: Reply) -> Reply:
        if self.corpus is None:
            raise Refused("got build before rows were loaded")
        start = time.monotonic_ns()
        rows = rows_to_index(self.corpus)
        index_bytes = self.engine.build(rows)
        elapsed = time.monotonic_ns() - start
        self.reader = Reader(self.corpus.profile, self.corpus.known, rows.marker)
        # Permanent objects need not be scanned again whenever a keystroke allocates.
        gc.collect()
        gc.freeze()
        return {"elapsed_ns": elapsed, "index_bytes": index_bytes}

    def query(self, request: Reply) -> Reply:
        if self.reader is None:
            raise Refused("got a query before the index was built")
        text, tokens, scope = request["text"], request["tokens"], request["scope"]
        want = request["want"]
        delivery = "rows" if want == "digest" else want
        elapsed = []
        for _ in range(request["repeat"]):
            start = time.monotonic_ns()
            asked, found = self.keystroke(text, tokens, scope, delivery)
            elapsed.append(time.monotonic_ns() - start)
        count, rows = self.engine.complete(asked, delivery, found) if asked else found
        reply = {"elapsed_ns": elapsed, "count": count}
        if want == "digest":
            reply["digest"] = digest(rows)
        elif want != "count":
            reply["rows"] = rows
        return reply

    def keystroke(
        self, text: str, tokens: list[dict[str, str]], scope: "str | None", want: str
    ) -> "tuple[Asked | None, Found]":
        """Everything that is timed: reading the text, finding, and listing the delivery as numbers.

        What the engine was asked, if it was: the empty query is answered by the profile alone.
        """
        asked = self.reader.read(text, tokens, scope)
        if asked.is_in_vain and not asked.is_empty:
            return None, (0, [])
        if asked.terms or asked.filters and not asked.is_empty:
            return asked, self.engine.find(asked, want)
        shows_all = not asked.is_empty or self.corpus.profile.empty == "browse"
        count = self.corpus.row_count if shows_all else 0
        shown = {"rows": count, "page": min(count, PAGE_SIZE), "count": 0}[want]
        return None, (count, list(range(shown)))

    def bye(self, request: Reply) -> Reply:
        self.is_done = True
        return {}


def greeting(request: Reply, name: str, version: str) -> Reply:
    """The greeting of every engine."""
    if request["protocol"] != 1:
        raise Refused(f"got protocol {request['protocol']}, expected 1")
    clock = time.get_clock_info("monotonic")
    return {
        "protocol": 1,
        "name": name,
        "version": version,
        "language": f"python {platform.python_version()}",
        "build": "interpreted",
        "clock": clock.implementation.removeprefix("clock_gettime(").rstrip(")"),
        "resolution_ns": max(1, round(clock.resolution * 1e9)),
    }


def digest(rows: list[int]) -> int:
    """CRC-32 of the ids as little-endian 32-bit numbers."""
    ids = array("I", rows)
    if sys.byteorder == "big":
        ids.byteswap()
    return zlib.crc32(ids.tobytes())


def serve(engine: Engine) -> None:
    """Answers until bye, the end of the input, or SIGTERM; `--version` prints name and version."""
    serve_by(Server, engine)


def serve_by(kind: Any, engine: Any) -> None:
    """The same for any kind of server."""
    if "--version" in sys.argv[1:]:
        print(engine.name, engine.version)
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    server = kind(engine)
    try:
        while not server.is_done and (line := sys.stdin.buffer.readline()):
            reply = json.dumps(server.reply(line), ensure_ascii=False, separators=(",", ":"))
            sys.stdout.buffer.write(reply.encode() + b"\n")
            sys.stdout.buffer.flush()
    finally:
        engine.close()
        # Frozen objects are not collected at the end, and some packages complain about that.
        gc.unfreeze()
