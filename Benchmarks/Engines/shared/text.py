"""How typed text is split into terms, which terms are numbers, and where words begin."""

import re
from unicodedata import decimal

from shared import unicode15
from shared.folding import RangeSet

WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
_white_space_run = re.compile(f"[{WHITE_SPACE}]+")
_word = RangeSet(unicode15.WORD)
_ascii_no_word = re.compile(r"[^0-9A-Za-z]")
_ascii_word_start = re.compile(r"(?<![0-9A-Za-z])(?=.)", re.DOTALL)
MAXIMUM_DIGITS = 18


def terms(text: str, trim: bool, split: bool) -> list[str]:
    """The raw terms of a text; splits at White_Space, which is narrower than `str.split`."""
    if split:
        return [term for term in _white_space_run.split(text) if term]
    return [text.strip(WHITE_SPACE) if trim else text]


def canonical_number(text: str) -> "str | None":
    """D+ ("." D+)? without redundant zeros; None for other text and for more than 18 digits."""
    whole, point, fraction = text.partition(".")
    digits = [decimal(character, -1) for character in whole + fraction]
    if not whole or (point and not fraction) or len(digits) > MAXIMUM_DIGITS or -1 in digits:
        return None
    written = "".join(map(str, digits))
    whole, fraction = written[: len(whole)].lstrip("0"), written[len(whole) :].rstrip("0")
    return (whole or "0") + ("." + fraction if fraction else "")


def mark_word_starts(text: str, marker: str) -> str:
    """The text with a marker before each character that does not follow a letter, mark or number.

    An occurrence of a needle at the start of a word is an occurrence of the marked needle anywhere
    in the marked text, as long as the marker itself is in no text: what finds substrings then finds
    word prefixes too.
    """
    if text.isascii():
        return _ascii_word_start.sub(marker, text)
    parts, follows_word = [], False
    for character in text:
        if not follows_word:
            parts.append(marker)
        parts.append(character)
        follows_word = is_word(character)
    return "".join(parts)


def is_word(character: str) -> bool:
    """Whether a character is a letter, mark or number."""
    return character.isalnum() if character < "\x80" else ord(character) in _word


def only_words(text: str) -> str:
    """The text with each character that is not a letter, mark or number replaced by a space."""
    if text.isascii():
        return _ascii_no_word.sub(" ", text)
    return "".join(character if is_word(character) else " " for character in text)
