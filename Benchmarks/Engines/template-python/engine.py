#!/usr/bin/env python3
"""template-python: put your own index into `build` and `find`.

The search obeys every rule of a profile, and is right for any list.
"""
import functools, json, re, struct, sys, time, unicodedata, zlib

HELLO = {"protocol": 1, "name": "template-python", "version": "1.0",
         "language": f"Python {sys.version.split()[0]}", "build": "interpreted",
         "clock": "CLOCK_MONOTONIC", "resolution_ns": 1,
         "capabilities": {"wants": ["rows", "page", "count", "digest"]}}
# Unicode's white space, which is not what split() and strip() take for it.
SPACE = "[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+"

# What is in no written word, such as soft hyphens, and the skin tones of emoji.
IGNORABLE = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]")
DECIMAL = re.compile("\\d+([.]\\d+)?")


def load(request):
    global profile, known, rows, texts
    profile, rows, texts = request["profile"], None, None  # a second load replaces the first
    known = {column["name"]: column.get("values") or [] for column in request["schema"]["columns"]}
    with open(request["rows"], "rb") as file:
        data = file.read()
    rows = [json.loads(line) for line in data.split(b"\n")[1:-1]]
    return {"rows": len(rows), "hash": f"{zlib.crc32(data):08x}-{len(data)}"}


def build(request):
    """The rows are folded once, here; this is the place for your index."""
    global texts, numbers
    start = time.monotonic_ns()
    texts = [[fold(row[field["name"]]) for row in rows] for field in profile["textFields"]]
    numbers = [[number(row[name]) for row in rows] for name in profile["numericFields"]]
    size = sum(sys.getsizeof(text) for column in texts for text in column)
    return {"elapsed_ns": time.monotonic_ns() - start, "index_bytes": size}


def fold(text):
    if profile["folding"] == "exact":
        return unicodedata.normalize("NFC", text)
    letters = unicodedata.normalize("NFD", text)
    if profile["folding"] == "cd":
        letters = "".join(letter for letter in letters if not is_removed(letter))
    return unicodedata.normalize("NFC", letters.casefold())


@functools.cache
def is_removed(letter):
    """True for an accent; false for marks that are vowels or voicing, such as Thai vowels."""
    kind = unicodedata.combining(letter)
    return (0 < kind < 8 or 9 < kind < 84 or kind > 132 or unicodedata.category(letter) == "Me"
            or bool(IGNORABLE.match(letter)))


def number(text):
    """The value without redundant zeros; nothing if it is not a decimal of at most 18 digits."""
    if not DECIMAL.fullmatch(text) or len(text.replace(".", "")) > 18:
        return None
    whole, _, fraction = "".join(
        letter if letter == "." else str(unicodedata.decimal(letter)) for letter in text
    ).partition(".")
    return whole.lstrip("0"), fraction.rstrip("0")


def terms(text):
    raw = [text]
    if profile["terms"] == "splitAND":
        raw = re.split(SPACE, text)
    elif profile["trim"] == "whitespace":
        raw = [re.sub(f"^{SPACE}|{SPACE}\\Z", "", text)]
    return [(fold(term), number(term)) for term in raw if fold(term)]


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
                   or value is not None and any(column[row] == value for column in numbers)
                   for needle, value in needles)
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
