#!/usr/bin/env python3
"""Queries every installed engine, and compares each answer with a naive implementation of the rules.

    selftest.py             all engines of this folder
    selftest.py NAME...     these engines; a missing one is then a failure

No code is shared with the engines: rows are checked one by one, and the few lines below and in
plain_loose.py fold text. The rows and queries are hard, and the same in every run. A disagreement
prints the command that repeats the query.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import unicodedata
import zlib
from pathlib import Path
from typing import Any, Iterator

import plain_loose

ENGINES = Path(__file__).resolve().parent
NOT_FOUND_STATUS = 127
SEED = 20_260_101
QUERIES_PER_PROFILE = 120
WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
# The Default_Ignorable_Code_Point scalars in the rows below; U+034F has its own class.
IGNORABLE = "\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff\u3164"

TITLES = [
    "Straße", "STRASSE", "İstanbul", "ΟΔΟΣ", "café", "cafe\u0301", "CAFE", "ﬁle", "ＡＢ", "ガス",
    "カ\u3099ス", "カス", "한국", "하", "مُحَمَّد", "محمد", "कुमार", "केमार", "👍", "👍🏽", "co\u00adoperate",
    "cooperate", "Łódź", "New York", "new-york", "New  York\u3000City", "a", "ab", "abc", "abcabcabd",
    "100%", "100 percent", "under_score", "underXscore", 'say "so"', "it's", "back\\slash", "star*",
    "[bracket]", "ques?tion", "semi;colon", "-- comment", "AND", "OR NOT", "x" * 90, "xy" * 60, "",
    " ", "  lead", "trail  ", "2018", "year 2018", "25.00", "ᾠδή", "ωδη", "e\u0301e", "\u0301mark",
    "tab\tbed", "line\nbreak", "\x01control", "\ue000private", "\U0010ffff last", "\ufffd\ufffe odd",
    "word_prefix-case", "(paren) O’Neil", "été d’été", "New Zealand", "Papua New Guinea", "n n n",
    "U+\u034f0301", "K\u212a", "ſt", "dz ǆ ǅ", "ﬀ ff", "100", "1000", "10 00", "aaaaaaaaaaaa", "aaab",
    "Spider\u2011Man", "Don\u2019t", "ｶﾞﾝﾀﾞﾑ 장바구니", "- a  'b' -",
]  # fmt: skip
COLUMNS = [
    {"name": "title", "roles": ["text"]},
    {"name": "note", "roles": ["text"]},
    {"name": "kind", "roles": ["facet"], "values": ["book", "film", "Film", "rare", "o'clock", "é"]},
    {"name": "year", "roles": ["numeric", "scope"], "values": ["2018", "2019", "25"]},
    {"name": "price", "roles": ["numeric"]},
]
# The scope "1900" is a title that no row has.
SCOPE = {"facet": "year", "allTitle": "All", "titles": ["2018", "2019", "25", "1900"]}


def rows() -> list[dict[str, str]]:
    """Each title, with the values of the other columns in turn; more rows than a page holds."""
    return [
        {
            "title": title,
            "note": TITLES[(index * 7 + 3) % len(TITLES)],
            "kind": ["book", "film", "", "Film", "é"][index % 5],
            "year": ["2018", "2019", "", "25"][index % 4],
            "price": ["25", "0.5", "100", "", "1999.99"][index % 5],
        }
        for index, title in enumerate(TITLES * 2)
    ]


def profiles() -> Iterator[dict[str, Any]]:
    for mode in ("contains", "prefix", "wordPrefix", "equality"):
        for folding in ("exact", "c", "cd", "loose"):
            yield profile(f"{mode}-{folding}", [("title", mode)], folding)
    yield profile("split", [("title", "contains")], "cd", terms="splitAND", numbers=["year", "price"])
    yield profile("words", [("title", "wordPrefix")], "c", terms="splitAND", empty="none")
    yield profile(
        "two", [("title", "wordPrefix"), ("note", "contains")], "cd", terms="splitAND",
        trim="whitespace", numbers=["price"],
    )
    yield profile("mixed", [("title", "prefix"), ("note", "equality")], "c", trim="whitespace")


def profile(
    name: str, fields: list[tuple[str, str]], folding: str, terms: str = "phrase",
    trim: str = "none", numbers: "list[str] | None" = None, empty: str = "browse",
) -> dict[str, Any]:
    return {
        "name": name, "textFields": [{"name": field, "match": mode} for field, mode in fields],
        "numericFields": numbers or [], "folding": folding, "trim": trim, "terms": terms,
        "empty": empty, "facets": ["kind"], "scope": SCOPE,
    }  # fmt: skip


# The right answers


def fold(text: str, folding: str, mode: str = "contains") -> str:
    if folding == "loose":
        return plain_loose.fold(text, mode, is_stripped)
    if folding == "exact":
        return unicodedata.normalize("NFC", text)
    text = unicodedata.normalize("NFD", text)
    if folding == "cd":
        text = "".join(character for character in text if not is_stripped(character))
    return unicodedata.normalize("NFC", text.casefold())


def is_stripped(character: str) -> bool:
    number = unicodedata.combining(character)
    return (
        character in IGNORABLE or "\U0001f3fb" <= character <= "\U0001f3ff"
        or unicodedata.category(character) == "Me"
        or 1 <= number <= 7 or 10 <= number <= 83 or 133 <= number <= 255
    )  # fmt: skip


def occurs(text: str, needle: str, mode: str) -> bool:
    if mode in ("prefix", "equality"):
        return text == needle if mode == "equality" else text[: len(needle)] == needle
    for start in range(len(text) - len(needle) + 1):
        if text[start : start + len(needle)] == needle:
            before = unicodedata.category(text[start - 1])[0] if start else "Z"
            if mode == "contains" or before not in "LMN":
                return True
    return False


def number(text: str) -> "str | None":
    parts = text.split(".")
    digits = [[unicodedata.decimal(character, None) for character in part] for part in parts]
    if len(parts) > 2 or not all(digits) or any(None in part for part in digits):
        return None
    if sum(map(len, digits)) > 18:
        return None
    whole, fraction = ["".join(map(str, part)) for part in [*digits, []][:2]]
    fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + ("." + fraction if fraction else "")


def terms_of(text: str, profile: dict[str, Any]) -> list[str]:
    if profile["terms"] == "splitAND":
        for character in WHITE_SPACE:
            text = text.replace(character, " ")
        terms = text.split(" ")
    else:
        terms = [text.strip(WHITE_SPACE) if profile["trim"] == "whitespace" else text]
    return [term for term in terms if fold(term, profile["folding"])]


def holds(row: dict[str, str], term: str, profile: dict[str, Any]) -> bool:
    folding = profile["folding"]
    for field in profile["textFields"]:
        mode = field["match"]
        needle = fold(term, folding, mode)
        if needle and occurs(fold(row[field["name"]], folding, mode), needle, mode):
            return True
    value = number(term)
    return value is not None and value in [row[name] for name in profile["numericFields"]]


def expected(
    rows: list[dict[str, str]], profile: dict[str, Any], query: dict[str, Any]
) -> list[int]:
    terms = terms_of(query["text"], profile)
    if not terms and not query["tokens"]:
        return list(range(len(rows))) if profile["empty"] == "browse" else []
    kinds = [token["value"] for token in query["tokens"]]
    kinds = [kind for kind in kinds if kind in COLUMNS[2]["values"]]
    scope = None if query["scope"] == "All" else query["scope"]
    return [
        index for index, row in enumerate(rows)
        if (not kinds or row["kind"] in kinds) and (scope is None or row["year"] == scope)
        and all(holds(row, term, profile) for term in terms)
    ]  # fmt: skip


# The queries


def queries(rows: list[dict[str, str]], profile: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Parts of titles, whole titles, other cases and normal forms, and text that occurs nowhere."""
    chance = random.Random(f"{SEED} {profile['name']}")
    known = ["book", "film", "Film", "é", "o'clock", "rare", "unknown"]
    # All n-grams of the second line are in some row, or seem to be, but the text itself is not.
    texts = ["", " ", "%", "_", '"', "*", "\\", "\x01", "\u00ad", "zzz", "a", "\ufffd", "\ufffe", "n\0"]
    texts += ["a" * 13, "abcabdabc", "xy" * 61, "x" * 91, "\ufffd\ufffd odd", "\ufffe odd", "yorkcity"]
    texts += ["2018", "２０１８", "2018.0", "025.00", "new 25", ".5", "0.50", "york new", "new\u3000y"]
    without_filter = len(texts)
    while len(texts) < QUERIES_PER_PROFILE:
        title = chance.choice(rows)["title"]
        start = chance.choice([0, chance.randrange(len(title) + 1)])
        text = title[start : start + chance.choice([1, 2, 3, 4, 5, 9, 200])]
        change = chance.choice([str, str, str.upper, str.lower, to_nfd, to_nfc, two_words])
        texts.append(change(text))
    for index, text in enumerate(texts + ["", "", "2018", "a"]):
        tokens = [{"facet": "kind", "value": chance.choice(known)} for _ in range(index % 4 // 2)]
        tokens += [{"facet": "kind", "value": "book"}] * (index % 16 // 15)
        scope = [None, "All", "2018", None, "1900", "25", None, None][index % 8]
        if index < without_filter:
            tokens, scope = [], None
        yield {"text": text, "tokens": tokens, "scope": scope}


def to_nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def to_nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def two_words(text: str) -> str:
    return text[: len(text) // 2] + "  " + text[len(text) // 2 :]


# Talking to an engine


class Conversation:
    """An engine as a child process, with its temporary folders in the given one."""

    def __init__(self, name: str, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(ENGINES / name / "engine.py")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "TMPDIR": str(folder)},
        )  # fmt: skip

    def ask(self, **request: Any) -> dict[str, Any]:
        return self.ask_line(json.dumps(request))

    def ask_line(self, line: str) -> dict[str, Any]:
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class Disagreement(Exception):
    """The engine's answer, and the right one."""


def check(condition: bool, message: str) -> None:
    if not condition:
        raise Disagreement(message)


def write_rows(folder: Path, rows: list[dict[str, str]]) -> tuple[str, str]:
    """The rows file and its identity."""
    lines = [{"version": 1, "columns": COLUMNS}, *rows]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
    path = folder / f"rows-{len(rows)}.jsonl"
    path.write_bytes(text)
    return str(path), f"{zlib.crc32(text):08x}-{len(text)}"


def load(engine: Conversation, path: str, identity: str, profile: dict[str, Any]) -> dict[str, Any]:
    schema = {"version": 1, "columns": COLUMNS}
    reply = engine.ask(type="load", corpus_hash=identity, schema=schema, profile=profile, rows=path)
    if "rows" in reply:
        check(reply["hash"] == identity, f"load: got {reply['hash']}, expected {identity}")
        built = engine.ask(type="build")
        check(built.get("elapsed_ns", -1) >= 0 <= built.get("index_bytes", -1), f"build: {built}")
    return reply


def check_answers(
    engine: Conversation, rows: list[dict[str, str]], profile: dict[str, Any]
) -> tuple[int, int]:
    """How many answers were right, and how many queries were declined."""
    right = declined = 0
    for id, query in enumerate(queries(rows, profile)):
        ids = expected(rows, profile, query)
        want = ["rows", "page", "count", "digest"][id % 4]
        reply = engine.ask(type="query", id=id, **query, want=want, repeat=1 + id % 2)
        context = f"profile {profile['name']}, {query}, want {want}: got {reply}, expected {ids}"
        if "skipped" in reply:
            declined += 1
            continue
        check("count" in reply, context)
        check(reply["count"] == len(ids) and len(reply["elapsed_ns"]) == 1 + id % 2, context)
        shown = {"rows": ids, "page": ids[:50]}.get(want)
        check(reply.get("rows") == shown, context)
        if want == "digest":
            bytes_ = b"".join(row.to_bytes(4, "little") for row in ids)
            check(reply["digest"] == zlib.crc32(bytes_), context)
        right += 1
    return right, declined


def check_refusals(engine: Conversation) -> None:
    """A query outside the contract is an error of that query only."""
    query = {"type": "query", "tokens": [], "scope": None, "want": "rows", "repeat": 1}
    many_tokens = [{"facet": "kind", "value": "book"}] * 65
    for id, wrong in enumerate([
        {"text": "é" * 2_049}, {"text": "a", "scope": "2077"}, {"text": "a", "tokens": many_tokens},
        {"text": "a", "tokens": [{"facet": "planet", "value": "Earth"}]},
    ]):  # fmt: skip
        reply = engine.ask(**(query | {"id": id} | wrong))
        check("error" in reply and reply["id"] == id, f"{str(wrong)[:60]}: got {reply}")
    for line in ("", "hello", "[]", '{"type":"greet"}', '{"type":"query","id":1,"id":1,"text":"a"}'):
        reply = engine.ask_line(line)
        check(reply["type"] == "error" and "error" in reply, f"{line!r}: got {reply}")


def check_ends(name: str, folder: Path, path: str, identity: str) -> None:
    """Bye, the end of the input and SIGTERM all end the process and remove its files."""
    for way in ("bye", "end of input", "SIGTERM"):
        engine = Conversation(name, folder)
        load(engine, path, identity, next(profiles()))
        if way == "bye":
            check(engine.ask(type="bye") == {"type": "bye"}, "bye: got another reply")
        elif way == "SIGTERM":
            engine.process.send_signal(signal.SIGTERM)
        output, _ = engine.process.communicate(timeout=10)
        status = engine.process.returncode
        check(output == b"" and (status == 0 or way == "SIGTERM"), f"{way}: {status}, {output!r}")
    left = list(folder.glob("matchmark-*"))
    check(not left, f"left over: {left}")


def check_engine(name: str, folder: Path) -> str:
    """One line about the result."""
    table = rows()
    path, identity = write_rows(folder, table)
    engine = Conversation(name, folder)
    greeting = engine.ask(type="hello", protocol=1)
    check(greeting["name"] == name and greeting["version"] != "", f"hello: got {greeting}")
    check("error" in engine.ask(type="build"), "build before load: got no error")
    right = declined = declined_profiles = 0
    for profile_ in profiles():
        reply = load(engine, path, identity, profile_)
        if reply.get("skipped"):
            declined_profiles += 1
            continue
        check("rows" in reply, f"{profile_['name']}: not loaded")
        answers = check_answers(engine, table, profile_)
        right, declined = right + answers[0], declined + answers[1]
    check(right > 0, "nothing was answered")
    check_refusals(engine)
    load(engine, *write_rows(folder, []), next(profiles()))
    reply = engine.ask(type="query", id=0, text="a", tokens=[], scope=None, want="page", repeat=1)
    check(reply["count"] == 0, f"no rows: got {reply}")
    check_odd_rows(engine, folder)
    engine.ask(type="bye")
    check(engine.process.wait(timeout=10) == 0, "bye: ended with another status than 0")
    check_ends(name, folder, path, identity)
    profiles_text = f", {declined_profiles} profiles declined" if declined_profiles else ""
    return f"{right} answers right, {declined} declined{profiles_text}"


def check_odd_rows(engine: Conversation, folder: Path) -> None:
    """U+0000, texts of 64 KiB, and scalars of a later Unicode: right, or declined with a reason."""
    for number, title in enumerate(["zero\0 abc", "long " * 13_107 + "abc", "\U0001e4ec abc"]):
        table = [{**row, "title": title} for row in rows()[:3 + number]]
        path, identity = write_rows(folder, table)
        reply = load(engine, path, identity, next(profiles()))
        if "rows" in reply:
            answer = engine.ask(
                type="query", id=0, text="abc", tokens=[], scope=None, want="count", repeat=1)
            check(answer.get("count") == len(table), f"{title[-8:]!r}: got {answer}")
        else:
            check(bool(reply.get("skipped")), f"{title[-8:]!r}: got {reply}")


def is_installed(name: str) -> "str | None":
    """None, or why the engine cannot run; any failure but a missing package is an error."""
    command = [sys.executable, str(ENGINES / name / "engine.py"), "--version"]
    result = subprocess.run(command, capture_output=True, text=True)
    check(result.returncode in (0, NOT_FOUND_STATUS), f"{name} --version: {result.stderr}")
    return None if result.returncode == 0 else result.stderr.strip().splitlines()[-1]


def report(name: str) -> str:
    """A line about one engine, which begins with its result."""
    try:
        reason = is_installed(name)
        if reason:
            return f"skipped {name}: {reason}"
        with tempfile.TemporaryDirectory() as folder:
            # A server that runs as another user must be able to reach its own folder.
            os.chmod(folder, 0o755)
            return f"ok      {name}: {check_engine(name, Path(folder))}"
    except (Disagreement, ValueError) as error:
        return f"FAILED  {name}: {error}"


def main() -> None:
    names = sys.argv[1:]
    found = sorted(file.parent.name for file in ENGINES.glob("*/engine.py"))
    accepted = ("ok",) if names else ("ok", "skipped")
    failed = False
    for name in names or [name for name in found if not name.startswith("template")]:
        line = report(name)
        print(line, flush=True)
        failed = failed or not line.startswith(accepted)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
