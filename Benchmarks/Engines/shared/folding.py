"""The four foldings of a profile, by Unicode 15.0.

exact  NFC(text)
c      NFC(toCasefold(NFD(text)))
cd     NFC(toCasefold(strip(NFD(text))))
loose  NFC(letters(NFD(text))), where the letters come from a generated table; apostrophes and
       dashes are dropped, or, where words begin after them, U+0027 and spaces

Normal forms and case folding come from Python, in the Unicode version that it was built with (14.0
for Python 3.11, 15.0 for 3.12, 15.1 for 3.13, 16.0 for 3.14). Scalars that both versions assign
never change. Text with a scalar that only one of them assigns is declined, because it might be
folded differently.
"""

from bisect import bisect_right
from typing import Callable, Iterator
from unicodedata import category, normalize, unidata_version

from shared import unicode15
from shared.errors import Declined

Fold = Callable[[str], str]


def _numbers(table: str) -> Iterator[int]:
    """The numbers of a generated table."""
    number = shift = 0
    for byte in table.replace("\n", "").encode():
        group = byte - 63
        number |= (group & 31) << shift
        shift += 5
        if group < 32:
            yield number
            number = shift = 0


class RangeSet:
    """Scalars of one of the generated tables."""

    def __init__(self, table: str) -> None:
        bounds, bound = [], 0
        for number in _numbers(table):
            # A gap, then a length minus one: the bounds alternate between start and end.
            bound += number + len(bounds) % 2
            bounds.append(bound)
        self.bounds = bounds

    def __contains__(self, scalar: int) -> bool:
        return bisect_right(self.bounds, scalar) % 2 == 1


class _Kept(dict[int, "int | None"]):
    """For `str.translate`: the scalar itself, or None if stripping removes it."""

    stripped = RangeSet(unicode15.STRIPPED)

    def __missing__(self, scalar: int) -> "int | None":
        kept = self[scalar] = None if scalar in self.stripped else scalar
        return kept


def _loose_letters() -> dict[int, str]:
    """The letters that `loose` leaves of scalars, with U+0027 and U+002D for apostrophes and dashes."""
    letters, numbers, scalar = {}, _numbers(unicode15.LOOSE), 0
    for gap in numbers:
        scalar += gap
        letter, parts = scalar, []
        for _ in range(next(numbers)):
            number = next(numbers)
            letter += number // 2 if number % 2 == 0 else -(number + 1) // 2
            parts.append(chr(letter))
        letters[scalar] = "".join(parts)
    return letters


class _Loose(dict[int, str]):
    """For `str.translate`: the letters that `loose` leaves of a scalar for a match mode."""

    letters = _loose_letters()

    def __init__(self, is_for_words: bool) -> None:
        white_space = "\t\n\v\f\r\x85\xa0\u1680\u2028\u2029"
        self.signs = str.maketrans(
            {"-": " ", **dict.fromkeys(white_space, " ")} if is_for_words else {"-": "", "'": ""})

    def __missing__(self, scalar: int) -> str:
        letters = self.letters.get(scalar)
        if letters is None:
            kept = "" if scalar in _kept.stripped else chr(scalar)
            letters = normalize("NFD", kept.casefold())
        letters = self[scalar] = letters.translate(self.signs)
        return letters


_kept = _Kept()
_anywhere, _words = _Loose(is_for_words=False), _Loose(is_for_words=True)
_assigned = RangeSet(unicode15.ASSIGNED)
_known_alike: set[str] = set()


def check(text: str) -> None:
    """Declines text that this Python may fold differently from Unicode 15.0."""
    if text.isascii() or _known_alike.issuperset(text):
        return
    for character in set(text) - _known_alike:
        if (ord(character) in _assigned) != (category(character) != "Cn"):
            raise Declined(
                f"U+{ord(character):04X} differs between Unicode 15.0 and {unidata_version},"
                " which this Python has"
            )
        _known_alike.add(character)


def exact(text: str) -> str:
    return text if text.isascii() else normalize("NFC", text)


def c(text: str) -> str:
    if text.isascii():
        return text.lower()
    return normalize("NFC", normalize("NFD", text).casefold())


def cd(text: str) -> str:
    if text.isascii():
        return text.lower()
    return normalize("NFC", normalize("NFD", text).translate(_kept).casefold())


def loose(text: str) -> str:
    if text.isascii():
        return text.translate(_anywhere)
    return normalize("NFC", normalize("NFD", text).translate(_anywhere))


def loose_words(text: str) -> str:
    folded = normalize("NFC", normalize("NFD", text).translate(_words))
    return " ".join(word for word in folded.split(" ") if word)


FOLDINGS: dict[str, Fold] = {"exact": exact, "c": c, "cd": cd, "loose": loose}


def fold_for(folding: str, mode: str) -> Fold:
    """The folding of a field; only `loose` depends on the match mode."""
    return loose_words if (folding, mode) == ("loose", "wordPrefix") else FOLDINGS[folding]
