"""Put your own search here.

It gets the items of a list, each a dictionary with a "text", and returns a function from the typed
text and the number of rows that are wanted (0 for all) to the items that match, the best first. With
scores, return (item, score) for each, the greatest score first; without them, fewer rules can be
checked. A hunt also asks about empty and equal texts. A palette that uses a library looks like this:

    from rapidfuzz import process

    def make_search(items, profile):
        texts = [item["text"] for item in items]
        return lambda text, limit: [
            (items[row], score)
            for _, score, row in process.extract(text, texts, limit=limit or None)]
"""

# The promises that your search is held to. Leave out what it does not promise: then only the laws
# for every list remain.
RULES = {
    "family": "subsequence",  # the typed letters occur in order; or "edits", "similarity"
    "case": "ignore",  # or "smart", "respect", "bonus"
    "blanks": "letters",  # or "terms", which must all match; either way, those at the ends do not count
    "ties": ["length", "row"],  # rows of equal score: the shorter one first, then the earlier one
    "narrows": True,  # a longer text finds no other rows
    "empty": "all-rows",  # what an empty text finds; or "no-row"
}


def make_search(items, profile):
    """Ranks rows that begin with the text before those that contain it, and those before rows that
    have its letters scattered."""
    # The items are read once, here; this is the place for your index.
    rows = [(read(item["text"]), len(item["text"].strip(" "))) for item in items]

    def search(text, limit):
        typed = read(text)
        if not typed:
            return items
        found = [(-score(text, typed), length, place) for place, (text, length) in enumerate(rows)]
        return [(items[place], -score) for score, length, place in sorted(found) if score < 0]
    return search


def read(text):
    """Letter by letter, because lower() reads Σ at the end of a word as another letter."""
    return "".join(letter.lower() for letter in text.strip(" "))


def score(text, typed):
    place = text.find(typed)
    if place >= 0:
        return 2 if place else 3
    found = 0
    for letter in typed:
        found = text.find(letter, found) + 1
        if not found:
            return 0
    return 1
