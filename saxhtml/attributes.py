"""Attributes: the immutable mapping that comes with a start tag, parsed from the tag's source when first looked into.

The tokenizer only finds where a tag ends; this room knows what stands inside it. Source: WHATWG HTML, from "Before
attribute name state" to "Self-closing start tag state".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from string import ascii_lowercase, ascii_uppercase
from typing import Final, NamedTuple, Self

from typing_extensions import override

from saxhtml.charref import decode
from saxhtml.errors import UsageError

_TO_LOWER: Final = str.maketrans(ascii_uppercase, ascii_lowercase)

_ATTRIBUTE: Final = re.compile(
    r"""
    [ \t\n\r\f/]*+
    ( [^ \t\n\r\f/] [^ \t\n\r\f/=]*+ )          # 1: the name, which may begin with "="
    (?: [ \t\n\r\f]*+ = [ \t\n\r\f]*+
        (?: "([^"]*+)"                          # 2, 3, 4: the value, by its quotes
          | '([^']*+)'
          | ([^ \t\n\r\f]*+)
        )
    )?+
    """,
    re.VERBOSE,
)

_BAD_NAME: Final = re.compile(r"[ \t\n\r\f/>=\0]|\A\Z")


def ascii_lower(name: str) -> str:
    """Return ``name`` with A-Z lowercased and every other character as it is."""
    return name.lower() if name.isascii() else name.translate(_TO_LOWER)


def clean_name(name: str) -> str:
    """Return the name of a tag or attribute as the standard has it: ASCII lowercase, U+FFFD for NUL."""
    return ascii_lower(name).replace("\0", "\ufffd")


def clean_newlines(text: str) -> str:
    """Return ``text`` with CRLF and lone CR as LF (WHATWG HTML, "Preprocessing the input stream")."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


class AttributeSpan(NamedTuple):
    """Where an attribute stands, end exclusive. The value's span leaves out the quotes.

    ``quote`` is ``'"'``, ``"'"`` or ``""``. A bare attribute has an empty value span right behind its name.
    """

    name: str
    name_start: int
    name_end: int
    value_start: int
    value_end: int
    quote: str

    def shifted(self, by: int) -> AttributeSpan:
        """Return the span with ``by`` added to each place."""
        name, name_start, name_end, value_start, value_end, quote = self
        return AttributeSpan(name, name_start + by, name_end + by, value_start + by, value_end + by, quote)


class Attributes(Mapping[str, str]):
    """The attributes of a start tag: an immutable mapping from lowercase names to decoded values.

    Of duplicate names the first counts, as in the standard; :meth:`pairs` has them all. A bare attribute has the value
    ``""``. Nothing is parsed before the first look, and one object may serve many tags with the same source.
    """

    __slots__ = ("_map", "_source")

    def __init__(self, source: str = "") -> None:
        self._source = source
        self._map: dict[str, str] | None = None

    @classmethod
    def from_pairs(cls, pairs: Mapping[str, str] | Iterable[tuple[str, str]], *, self_closing: bool = False) -> Self:
        """Make attributes from names and values, for filters that change a tag.

        Raises :class:`~saxhtml.UsageError` for a name that no tag can hold.
        """
        parts = []
        for name, value in pairs.items() if isinstance(pairs, Mapping) else pairs:
            if _BAD_NAME.search(name):
                raise UsageError(f"{name!r} cannot be the name of an attribute: no spaces, '/', '>', '=' or NUL, and not empty")
            value = value.replace("&", "&amp;").replace('"', "&quot;").replace("\r", "&#13;")
            parts.append(f' {name}="{value}"' if value else f" {name}")
        return cls("".join(parts) + " /" * self_closing)

    @property
    def source(self) -> str:
        """The raw text of the tag between its name and its ``>``."""
        return self._source

    @property
    def self_closing(self) -> bool:
        """Whether the tag was written ``<x ... />``. A slash that belongs to an unquoted value does not count."""
        if not self._source.endswith("/"):
            return False
        end = 0
        for match in _ATTRIBUTE.finditer(self._source):
            end = match.end()
        return end < len(self._source)

    def pairs(self) -> list[tuple[str, str]]:
        """Return all names and values in the order of the source, duplicates too."""
        source = self._source
        found = _ATTRIBUTE.findall(source)
        if "&" in source or "\r" in source or "\0" in source:
            return [(clean_name(name), _clean_value(double or single or bare)) for name, double, single, bare in found]
        return [(ascii_lower(name), double or single or bare) for name, double, single, bare in found]

    def spans(self) -> list[AttributeSpan]:
        """Return where each name and value stands, counted in characters from the start of :attr:`source`."""
        spans = []
        for match in _ATTRIBUTE.finditer(self._source):
            group = match.lastindex or 1
            start, end = match.span(group) if group > 1 else (match.end(1), match.end(1))
            quote = ("", "", '"', "'", "")[group]
            spans.append(AttributeSpan(clean_name(match[1]), *match.span(1), start, end, quote))
        return spans

    def _parsed(self) -> dict[str, str]:
        parsed: dict[str, str] = {}
        for name, value in self.pairs():
            parsed.setdefault(name, value)
        self._map = parsed
        return parsed

    @override
    def __getitem__(self, name: str) -> str:
        return (self._parsed() if self._map is None else self._map)[name]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._parsed() if self._map is None else self._map)

    @override
    def __len__(self) -> int:
        return len(self._parsed() if self._map is None else self._map)

    @override
    def __repr__(self) -> str:
        return repr(dict(self))

    @override
    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self._source,)


def _clean_value(raw: str) -> str:
    return decode(clean_newlines(raw).replace("\0", "\ufffd"), in_attribute=True)


NO_ATTRIBUTES: Final = Attributes()
