#!/usr/bin/env python3
"""template-python: put your own index into `build` and `find`.

It declines profiles that ignore accents (cd) or search numbers, and answers all others.
"""
import json, re, struct, sys, time, unicodedata, zlib

HELLO = {"protocol": 1, "name": "template-python", "version": "1.0",
         "language": f"Python {sys.version.split()[0]}", "build": "interpreted",
         "clock": "CLOCK_MONOTONIC", "resolution_ns": 1,
         "capabilities": {"wants": ["rows", "page", "count", "digest"]}}
# Unicode's white space, which is not what split() and strip() take for it.
SPACE = "[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+"


def obstacle(profile):
    """The reason for declining a profile; nothing if it is answered."""
    if profile["folding"] == "cd":
        return "accents are not ignored here (folding cd); pass a profile with folding c"
    if profile["numericFields"]:
        return "numbers are only text here (numericFields); pass a profile without numeric"


def load(request):
    global profile, known, rows, texts
    profile, rows, texts = request["profile"], None, None  # a second load replaces the first
    if skipped := obstacle(profile):
        return {"skipped": skipped}
    known = {column["name"]: column.get("values") or [] for column in request["schema"]["columns"]}
    with open(request["rows"], "rb") as file:
        data = file.read()
    rows = [json.loads(line) for line in data.split(b"\n")[1:-1]]
    return {"rows": len(rows), "hash": f"{zlib.crc32(data):08x}-{len(data)}"}


def build(request):
    """The rows are folded once, here; this is the place for your index."""
    global texts
    start = time.monotonic_ns()
    texts = [[fold(row[field["name"]]) for row in rows] for field in profile["textFields"]]
    size = sum(sys.getsizeof(text) for column in texts for text in column)
    return {"elapsed_ns": time.monotonic_ns() - start, "index_bytes": size}


def fold(text):
    if profile["folding"] == "exact":
        return unicodedata.normalize("NFC", text)
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())


def terms(text):
    raw = [text]
    if profile["terms"] == "splitAND":
        raw = re.split(SPACE, text)
    elif profile["trim"] == "whitespace":
        raw = [re.sub(f"^{SPACE}|{SPACE}\\Z", "", text)]
    return [term for term in map(fold, raw) if term]


def begins_word(text, term):
    at = text.find(term)
    while at > 0 and unicodedata.category(text[at - 1])[0] in "LMN":
        at = text.find(term, at + 1)
    return at >= 0


MATCHES = {"contains": lambda text, term: term in text,
           "prefix": lambda text, term: text.startswith(term),
           "equality": lambda text, term: text == term,
           "wordPrefix": begins_word}


def filters(tokens, scope):
    """The values that a row must have, by column. An unknown value constrains nothing."""
    wanted = {}
    for token in tokens:
        if token["value"] in known[token["facet"]]:
            wanted.setdefault(token["facet"], []).append(token["value"])
    columns = list(wanted.items())
    if scope is not None and scope != profile["scope"].get("allTitle"):
        columns.append((profile["scope"]["facet"], [scope] if scope else []))
    return columns


def find(text, tokens, scope):
    """A keystroke, which is timed as a whole: the ids of the matching rows."""
    needles = terms(text)
    if not needles and not tokens:
        return list(range(len(rows))) if profile["empty"] == "browse" else []
    columns = filters(tokens, scope)
    fields = [(MATCHES[field["match"]], column)
              for field, column in zip(profile["textFields"], texts)]
    return [row for row in range(len(rows))
            if all(any(matches(column[row], needle) for matches, column in fields)
                   for needle in needles)
            and all(rows[row][name] in values for name, values in columns)]


DELIVERIES = {"rows": lambda ids: {"rows": ids},
              "page": lambda ids: {"rows": ids[:50]},
              "count": lambda ids: {},
              "digest": lambda ids: {"digest": zlib.crc32(struct.pack(f"<{len(ids)}I", *ids))}}


def query(request):
    elapsed = []
    for _ in range(request["repeat"]):
        start = time.monotonic_ns()
        ids = find(request["text"], request["tokens"], request["scope"])
        elapsed.append(time.monotonic_ns() - start)
    delivered = DELIVERIES[request["want"]](ids)
    return {"id": request["id"], "elapsed_ns": elapsed, "count": len(ids)} | delivered


STEPS = dict(hello=lambda _: HELLO, load=load, build=build, query=query, bye=lambda _: {})

for line in sys.stdin.buffer:
    try:
        request = json.loads(line)
        reply = {"type": request["type"]} | STEPS[request["type"]](request)
    except Exception as error:
        reply = {"type": "error", "error": repr(error)}
    print(json.dumps(reply), flush=True)
    if reply["type"] == "bye":
        break
