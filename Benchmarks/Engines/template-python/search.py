"""Put your own search here.

It gets the items of your list, each a dictionary with a text for each column (numbers are texts,
and null is ""), and returns a function from the typed text to the items that match: all of them,
not only a page, in any order.

    def make_search(items, profile):
        return lambda text: [item for item in items if text.lower() in item["title"].lower()]

The search below obeys every rule of a profile but the folding `loose`, and is right for any list.
"""
import functools, re, unicodedata


def declines(profile):
    """Returns the reason not to answer under a profile, which is then skipped; None to answer."""
    return "it does not have the folding loose" if profile["folding"] == "loose" else None


def make_search(items, profile):
    """The items are folded once, here; this is the place for your index."""
    folding = profile["folding"]
    fields = [(MATCHES[field["match"]], [fold(item[field["name"]], folding) for item in items])
              for field in profile["textFields"]]
    numbers = [[number(item[name]) for item in items] for name in profile["numericFields"]]

    def search(text):
        needles = terms(text, profile)
        if not needles:
            return None  # there is nothing to search for
        return [items[row] for row in range(len(items))
                if all(any(matches(texts[row], needle) for matches, texts in fields)
                       or value is not None and any(column[row] == value for column in numbers)
                       for needle, value in needles)]
    return search


# Unicode's white space, which is not what split() and strip() take for it.
SPACE = "[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+"

# What is in no written word, such as soft hyphens, and the skin tones of emoji.
IGNORABLE = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]")
DECIMAL = re.compile("\\d+([.]\\d+)?")


def fold(text, folding):
    if folding == "exact":
        return unicodedata.normalize("NFC", text)
    letters = unicodedata.normalize("NFD", text)
    if folding == "cd":
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


def terms(text, profile):
    raw = [text]
    if profile["terms"] == "splitAND":
        raw = re.split(SPACE, text)
    elif profile["trim"] == "whitespace":
        raw = [re.sub(f"^{SPACE}|{SPACE}\\Z", "", text)]
    folded = [(fold(term, profile["folding"]), number(term)) for term in raw]
    return [(needle, value) for needle, value in folded if needle]


def begins_word(text, term):
    at = text.find(term)
    while at > 0 and unicodedata.category(text[at - 1])[0] in "LMN":
        at = text.find(term, at + 1)
    return at >= 0


MATCHES = {"contains": lambda text, term: term in text,
           "prefix": lambda text, term: text.startswith(term),
           "equality": lambda text, term: text == term,
           "wordPrefix": begins_word}
