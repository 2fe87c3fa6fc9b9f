"""The folding `loose` step by step, for selftest.py; nothing in it is shared with the engines."""

import re
import unicodedata
from typing import Callable

APOSTROPHES = set("'`\xb4\u2018\u2019\u201b\u02bb\u02bc\u02bd\u02be\u02bf\u02ee\ua78c\uff07")
LETTERS = dict(
    pair.split(":")
    for pair in (
        "ł:l ø:o đ:d ð:d ħ:h ŧ:t ı:i ĸ:k ŋ:n æ:ae œ:oe þ:th ƒ:f ɓ:b ɗ:d ƙ:k ƴ:y ɲ:n ƶ:z ɨ:i ʉ:u"
        " ɛ:e ɔ:o ə:e \u0640: ٱ:ا ى:ي ی:ي ک:ك ة:ه ך:כ ם:מ ן:נ ף:פ ץ:צ"
        " ㄳ:ㄱㅅ ㄵ:ㄴㅈ ㄶ:ㄴㅎ ㄺ:ㄹㄱ ㄻ:ㄹㅁ ㄼ:ㄹㅂ ㄽ:ㄹㅅ ㄾ:ㄹㅌ ㄿ:ㄹㅍ ㅀ:ㄹㅎ ㅄ:ㅂㅅ"
        " ㅘ:ㅗㅏ ㅙ:ㅗㅐ ㅚ:ㅗㅣ ㅝ:ㅜㅓ ㅞ:ㅜㅔ ㅟ:ㅜㅣ ㅢ:ㅡㅣ"
    ).split()
)
FINALS = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
JAMO = {unicodedata.normalize("NFKD", chr(code)): chr(code) for code in range(0x3131, 0x318F)}
JAMO.update((chr(0x11A8 + offset), letter) for offset, letter in enumerate(FINALS))


def fold(text: str, mode: str, is_stripped: Callable[[str], bool]) -> str:
    """The fold for a field of a match mode."""
    text = "".join(map(without_space_below_marks, unicodedata.normalize("NFD", text)))
    for change in (lambda letters: letters, str.casefold):
        text = unicodedata.normalize("NFKD", change(unicodedata.normalize("NFKD", text)))
        text = "".join(character for character in text if not is_stripped(character))
    letters = "".join(JAMO.get(each, each) for each in text)
    letters = "".join(LETTERS.get(each, hiragana(each)) for each in letters)
    words = mode == "wordPrefix"
    letters = "".join(("'" if words else "") if each in APOSTROPHES else each for each in letters)
    letters = "".join((" " if words else "") if is_dash(each) else each for each in letters)
    if words:
        letters = re.sub(r"[\t-\r\x85\u1680\u2028\u2029 ]+", " ", letters).strip(" ")
    return unicodedata.normalize("NFC", letters)


def without_space_below_marks(character: str) -> str:
    if character in "`\xb4":
        return "'"
    parts = unicodedata.normalize("NFKD", character)
    is_accent = parts[0] == " " and len(parts) > 1
    is_accent = is_accent and all(unicodedata.combining(part) for part in parts[1:])
    return parts[1:] if is_accent else character


def hiragana(character: str) -> str:
    code = ord(character)
    is_katakana = 0x30A1 <= code <= 0x30F6 or 0x30FD <= code <= 0x30FE
    return chr(code - 0x60) if is_katakana else character


def is_dash(character: str) -> bool:
    return unicodedata.category(character) == "Pd" or character in "\u2212\xb7\u30fb"
