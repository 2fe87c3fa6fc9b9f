#!/usr/bin/env python3
"""template-python: copy it, and put your own index into `build` and `find`."""
import json, sys, time, unicodedata, zlib
HELLO = {"protocol": 1, "name": "template-python", "version": "1.0", "language": "python",
         "build": "interpreted", "clock": "CLOCK_MONOTONIC", "resolution_ns": 1,
         "capabilities": {"wants": ["rows", "page", "count"]}}
NEEDED = {"folding": "c", "trim": "none", "terms": "phrase", "numericFields": []}

def fold(text):
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())

def load(request):
    global rows, field, profile, known
    profile = request["profile"]
    field, *others = profile["textFields"]
    if others or field["match"] != "contains" or any(profile[key] != NEEDED[key] for key in NEEDED):
        return {"skipped": "only one text field, contains, caseless, one needle, no numbers"}
    known = {column["name"]: column.get("values") for column in request["schema"]["columns"]}
    data = open(request["rows"], "rb").read()
    rows = [json.loads(line) for line in data.splitlines()[1:]]
    return {"rows": len(rows), "hash": f"{zlib.crc32(data):08x}-{len(data)}"}

def build(request):
    global titles
    start, titles = time.monotonic_ns(), [fold(row[field["name"]]) for row in rows]
    size = sum(map(sys.getsizeof, titles))
    return {"elapsed_ns": time.monotonic_ns() - start, "index_bytes": size}

def find(text, tokens, scope):
    needle, filters = fold(text), {}  # folding is part of the keystroke, and timed
    if not needle and not tokens:
        return list(range(len(rows))) if profile["empty"] == "browse" else []
    for facet, value in [(token["facet"], token["value"]) for token in tokens]:
        if value in known[facet]:  # an unknown value constrains nothing
            filters.setdefault(facet, []).append(value)
    is_all = scope is None or scope == profile["scope"]["allTitle"]
    return [row for row, title in enumerate(titles)
            if needle in title
            and (is_all or scope and rows[row][profile["scope"]["facet"]] == scope)
            and all(rows[row][name] in values for name, values in filters.items())]

def query(request):
    elapsed = []
    for _ in range(request["repeat"]):
        start = time.monotonic_ns()
        ids = find(request["text"], request["tokens"], request["scope"])
        elapsed.append(time.monotonic_ns() - start)
    delivery = {"rows": {"rows": ids}, "page": {"rows": ids[:50]}, "count": {}}[request["want"]]
    return {"id": request["id"], "elapsed_ns": elapsed, "count": len(ids)} | delivery
STEPS = dict(hello=lambda _: HELLO, load=load, build=build, query=query, bye=lambda _: {})
for line in sys.stdin:
    reply = {"type": "error"}
    try:
        request = json.loads(line)
        reply = {"type": request["type"]} | STEPS[request["type"]](request)
    except Exception as error:
        reply["error"] = repr(error)
    print(json.dumps(reply), flush=True)
    if reply["type"] == "bye":
        break
