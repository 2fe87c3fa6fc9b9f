"""The three foldings of a profile, by Unicode 15.0.

exact  NFC(text)
c      NFC(toCasefold(NFD(text)))
cd     NFC(toCasefold(strip(NFD(text))))

Normal forms and case folding come from Python, in the Unicode version that it was built with (14.0
for Python 3.11, 15.0 for 3.12, 15.1 for 3.13, 16.0 for 3.14). Scalars that both versions assign
never change. Text with a scalar that only one of them assigns is declined, because it might be
folded differently.
"""

from bisect import bisect_right
from typing import Callable
from unicodedata import category, normalize, unidata_version

from shared import unicode15
from shared.errors import Declined

Fold = Callable[[str], str]


class RangeSet:
    """Scalars of one of the generated tables."""

    def __init__(self, table: str) -> None:
        bounds, bound, number, shift = [], 0, 0, 0
        for byte in table.replace("\n", "").encode():
            group = byte - 63
            number |= (group & 31) << shift
            shift += 5
            if group < 32:
                # A gap, then a length minus one: the bounds alternate between start and end.
                bound += number + len(bounds) % 2
                bounds.append(bound)
                number = shift = 0
        self.bounds = bounds

    def __contains__(self, scalar: int) -> bool:
        return bisect_right(self.bounds, scalar) % 2 == 1


class _Kept(dict[int, "int | None"]):
    """For `str.translate`: the scalar itself, or None if stripping removes it."""

    stripped = RangeSet(unicode15.STRIPPED)

    def __missing__(self, scalar: int) -> "int | None":
        kept = self[scalar] = None if scalar in self.stripped else scalar
        return kept


_kept = _Kept()
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


FOLDINGS: dict[str, Fold] = {"exact": exact, "c": c, "cd": cd}
