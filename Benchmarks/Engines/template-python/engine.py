#!/usr/bin/env python3
"""template-python: answers searches in lines of JSON with the search in search.py."""
import gc, json, os, struct, sys, time, traceback, zlib

# Standard output is for replies; whatever the search prints, even while it is loaded, goes to
# standard error.
replies, sys.stdout = sys.stdout, sys.stderr
import search as own

# A search with RULES ranks what it finds, and is held to them.
RULES = getattr(own, "RULES", None)
HELLO = {"protocol": 1, "name": "template-python", "version": "1.0",
         "language": f"Python {sys.version.split()[0]}", "build": "interpreted",
         "clock": "CLOCK_MONOTONIC", "resolution_ns": 1}
HELLO |= ({"contract": "ranked", "rules": RULES} if RULES
          else {"capabilities": {"wants": ["rows", "page", "count", "digest"]}})


def load(request):
    global profile, known, items, ids, search
    profile, items, search = request["profile"], None, None  # a second load replaces the first
    known = {column["name"]: column.get("values") or [] for column in request["schema"]["columns"]}
    with open(request["rows"], "rb") as file:
        data = file.read()
    items = [json.loads(line) for line in data.split(b"\n")[1:-1]]
    ids = {id(item): row for row, item in enumerate(items)}
    return {"rows": len(items), "hash": f"{zlib.crc32(data):08x}-{len(data)}"}


def build(request):
    global search
    reason = getattr(own, "declines", lambda _: None)(profile)
    if reason:
        return {"skipped": reason}
    start = time.monotonic_ns()
    search = own.make_search(items, profile)
    elapsed = time.monotonic_ns() - start
    expect(callable(search), "return a function of the text from make_search")
    return {"elapsed_ns": elapsed, "index_bytes": memory_of(search)}


def memory_of(index):
    """The bytes of what the search refers to, without the items and the modules."""
    seen = {*ids, id(items), id(profile), *(id(vars(module)) for module in sys.modules.values())}
    left, size = [index], 0
    while left:
        found = left.pop()
        if id(found) in seen or isinstance(found, type):
            continue
        seen.add(id(found))
        size += sys.getsizeof(found)
        left += gc.get_referents(found)
    return size


def filters(tokens, scope):
    """The values that an item must have, by column. An unknown value constrains nothing."""
    wanted = {}
    for token in tokens:
        if token["value"] in known[token["facet"]]:
            wanted.setdefault(token["facet"], []).append(token["value"])
    columns = list(wanted.items())
    if scope is not None and scope != profile["scope"].get("allTitle"):
        columns.append((profile["scope"]["facet"], [scope] if scope else []))
    return columns


def find(text, tokens, scope):
    """A keystroke, which is timed as a whole: the matching items."""
    found = search(text)
    if not text:
        found = None  # the profile says what an empty field shows
    if found is None and not tokens:
        return items if profile["empty"] == "browse" else []
    columns = filters(tokens, scope)
    found = items if found is None else found
    if not columns:
        return found
    return [item for item in found if all(item[name] in values for name, values in columns)]


DELIVERIES = {"rows": lambda ids: {"rows": ids},
              "page": lambda ids: {"rows": ids[:50]},
              "count": lambda ids: {},
              "digest": lambda ids: {"digest": zlib.crc32(struct.pack(f"<{len(ids)}I", *ids))}}


def rank(text, limit):
    """A keystroke in a list that is ranked: the best items, all of them if the limit is 0."""
    found = search(text, limit)
    return found[:limit] if limit else found


def ranked(found):
    pairs = [result if isinstance(result, tuple) else (result, None) for result in found]
    scores = [score for _, score in pairs]
    reply = {"ids": places([item for item, _ in pairs])}
    return reply | ({"scores": scores} if scores and None not in scores else {})


def places(found):
    rows = [ids.get(id(item)) for item in found]
    expect(None not in rows, "return the items of the list themselves, not copies or texts")
    return rows


def query(request):
    elapsed = []
    for _ in range(request["repeat"]):
        start = time.monotonic_ns()
        found = (rank(request["text"], request["limit"]) if RULES
                 else find(request["text"], request["tokens"], request["scope"]))
        elapsed.append(time.monotonic_ns() - start)
    expect(isinstance(found, list), "return a list")
    if RULES:
        return {"id": request["id"], "elapsed_ns": elapsed} | ranked(found)
    rows = places(found)
    rows.sort()  # a search may show its items in any order
    expect(all(before != row for before, row in zip(rows, rows[1:])), "return each item once")
    delivered = DELIVERIES[request["want"]](rows)
    return {"id": request["id"], "elapsed_ns": elapsed, "count": len(rows)} | delivered


def expect(is_right, advice):
    if not is_right:
        raise ValueError(f"search.py must {advice}")


STEPS = dict(hello=lambda _: HELLO, load=load, build=build, query=query, bye=lambda _: {})

for line in sys.stdin.buffer:
    try:
        request = json.loads(line)
        reply = {"type": request["type"]} | STEPS[request["type"]](request)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        reply = {"type": "error",
                 "error": f"{error!r} in {os.path.basename(place.filename)}, line {place.lineno}"}
    print(json.dumps(reply), flush=True, file=replies)
    if reply["type"] == "bye":
        break
