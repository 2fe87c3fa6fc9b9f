"""The search profile of a corpus, and a keystroke read by its rules."""

from dataclasses import dataclass, field
from typing import Any

from shared.errors import Refused
from shared.folding import Fold, check, fold_for
from shared.text import canonical_number, mark_word_starts, terms

TEXT_LIMIT_IN_BYTES = 4_096
TERM_LIMIT = 32
TOKEN_LIMIT = 64


@dataclass
class Profile:
    """The axes of a profile that decide which rows match; the JSON is that of `load`."""

    fields: list[str]
    modes: list[str]
    """contains, prefix, wordPrefix or equality, for each field"""
    numeric: list[str]
    fold: Fold
    """the folding that decides whether text is a term"""
    folds: list[Fold]
    """the folding of each field"""
    folding: str
    trim: bool
    split: bool
    empty: str
    facets: list[str]
    scope: "str | None"
    all_title: str
    scope_titles: "list[str] | None"

    def __init__(self, json: dict[str, Any]) -> None:
        self.fields = [text["name"] for text in json["textFields"]]
        self.modes = [text["match"] for text in json["textFields"]]
        self.numeric = json["numericFields"]
        self.folding = json["folding"]
        self.fold = fold_for(self.folding, "contains")
        self.folds = [fold_for(self.folding, mode) for mode in self.modes]
        self.trim = json["trim"] == "whitespace"
        self.split = json["terms"] == "splitAND"
        self.empty = json["empty"]
        self.facets = json["facets"]
        scope = json.get("scope") or {}
        self.scope = scope.get("facet")
        self.all_title = scope.get("allTitle", "")
        self.scope_titles = scope.get("titles")

    @property
    def filters(self) -> list[str]:
        """The columns that tokens and the scope filter by."""
        return self.facets + ([self.scope] if self.scope else [])


@dataclass
class Term:
    """One effective term, which must occur in a text field or equal a numeric field."""

    needles: list[str]
    """the needle for each text field, as the rows of that field are stored"""
    number: "str | None"


@dataclass
class Asked:
    """A keystroke after reading: every term and every filter must match."""

    terms: list[Term] = field(default_factory=list)
    filters: list[tuple[int, list[str]]] = field(default_factory=list)
    """a filter column, and the values of which a row must have one"""
    is_in_vain: bool = False
    """a filter that no row passes, because no scope title selects an empty cell"""
    is_empty: bool = False
    """neither term nor token: the empty policy decides, regardless of the scope"""


class Reader:
    """Reads keystrokes: part of what is timed."""

    def __init__(self, profile: Profile, known: list[list[str]], marker: str) -> None:
        self.profile = profile
        self.known = [set(values) for values in known]
        self.marker = marker
        titles = profile.scope_titles
        if titles is None:
            titles = known[-1] if profile.scope else []
        self.titles = set(titles)

    def read(self, text: str, tokens: list[dict[str, str]], scope: "str | None") -> Asked:
        asked = Asked(self.terms(text), self.filters(tokens))
        if scope is not None and self.constrains(scope):
            asked.filters.append((len(self.profile.facets), [scope]))
            asked.is_in_vain = not scope
        asked.is_empty = not asked.terms and not tokens
        return asked

    def terms(self, text: str) -> list[Term]:
        profile = self.profile
        size = len(text) if text.isascii() else len(text.encode())
        if size > TEXT_LIMIT_IN_BYTES:
            raise Refused(f"got a query of {size} bytes, expected at most {TEXT_LIMIT_IN_BYTES}")
        check(text)
        result = []
        for raw in terms(text, profile.trim, profile.split):
            folded = {fold: fold(raw) for fold in {profile.fold, *profile.folds}}
            if folded[profile.fold]:
                number = canonical_number(raw) if profile.numeric else None
                # No text has two markers in a row, so it contains no needle that is not there.
                needles = [
                    stored(folded[fold], mode, self.marker) or self.marker * 2
                    for fold, mode in zip(profile.folds, profile.modes)
                ]
                result.append(Term(needles, number))
        if len(result) > TERM_LIMIT:
            raise Refused(f"got {len(result)} terms, expected at most {TERM_LIMIT}")
        return result

    def filters(self, tokens: list[dict[str, str]]) -> list[tuple[int, list[str]]]:
        """OR within a facet, AND across; an unknown value constrains nothing."""
        if len(tokens) > TOKEN_LIMIT:
            raise Refused(f"got {len(tokens)} tokens, expected at most {TOKEN_LIMIT}")
        wanted: dict[int, list[str]] = {}
        for token in tokens:
            if token["facet"] not in self.profile.facets:
                known = ", ".join(self.profile.facets) or "none"
                raise Refused(f"got a token of facet '{token['facet']}', expected {known}")
            column = self.profile.facets.index(token["facet"])
            if token["value"] in self.known[column]:
                wanted.setdefault(column, []).append(token["value"])
        return list(wanted.items())

    def constrains(self, scope: str) -> bool:
        if self.profile.scope and scope == self.profile.all_title:
            return False
        if scope not in self.titles:
            raise Refused(f"got scope '{scope}', which the profile does not have")
        return True


def stored(folded: str, mode: str, marker: str) -> str:
    """A folded text or needle as a field of this mode stores it, with word starts marked."""
    return mark_word_starts(folded, marker) if mode == "wordPrefix" else folded
