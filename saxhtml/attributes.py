"""Attributes: the immutable mapping that comes with a start tag, parsed from the tag's source when first looked into.

The tokenizer only finds where a tag ends; this room knows what stands inside it. Source: WHATWG HTML, from "Before
attribute name state" to "Self-closing start tag state".
"""

from __future__ import annotations

import re
from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from string import ascii_lowercase, ascii_uppercase
from typing import Final, NamedTuple, Self, TypeVar, overload

from typing_extensions import override

from saxhtml.charref import decode
from saxhtml.errors import UsageError

_T = TypeVar("_T")

_TO_LOWER: Final = str.maketrans(ascii_uppercase, ascii_lowercase)

_ATTRIBUTE: Final = re.compile(
    r"""
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


def _mended(quote: str) -> str:
    """A pattern for what stands behind an opening quote: a value on one line, a value that is whole, or one that is not.

    Whole is what holds no line break, or ends with a quote that does not look like the opening one of another value: one behind
    an equals sign, or one with a ``<`` before it and no end of an attribute after it.
    """
    return rf"""(?:
        ([^{quote}\n\r]*+) {quote}
      | (?! (?:[^{quote}=]*+ = [ \t\n\r\f]*+)++ {quote} | [^{quote}<]*+ < [^{quote}]*+ {quote} (?![ \t\n\r\f/>]|\Z) )
        ([^{quote}]*+) {quote}
      | ([^{quote}\n\r>]*+)
    )"""


_MENDED_ATTRIBUTE: Final = re.compile(
    rf"""
    ( [^ \t\n\r\f/] [^ \t\n\r\f/=]*+ )
    (?: [ \t\n\r\f]*+ = [ \t\n\r\f]*+ (?: "{_mended('"')} | '{_mended("'")} | ([^ \t\n\r\f]*+) ) )?+
    """,
    re.VERBOSE,
)
_MENDED_QUOTES: Final = ("", "", *'"""', *"'''", "")
"""The quotes of its groups."""

MENDED_VALUES: Final = {quote: re.compile(_mended(quote), re.VERBOSE) for quote in "\"'"}
"""What stands behind an opening quote where missing ones are supplied: in the third group what ends without one."""

_BAD_NAME: Final = re.compile(r"[ \t\n\r\f/>\0]|(?<!\A)=|\A\Z")


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

    __slots__ = ("_looked_at", "_map", "_source")

    _looked_at: tuple[str, str | None]

    def __init__(self, source: str = "") -> None:
        self._source = source
        self._map: dict[str, str] | None = None

    @classmethod
    def from_pairs(cls, pairs: Mapping[str, str] | Iterable[tuple[str, str]], *, self_closing: bool = False) -> Self:
        """Make attributes from names and values, for filters that change a tag.

        Raises :class:`~saxhtml.UsageError` for a name that no tag can hold, and for what is not str.
        """
        parts = []
        pairs = list(pairs.items() if isinstance(pairs, Mapping) else pairs)
        for name, value in pairs:
            if not isinstance(name, str) or not isinstance(value, str):
                raise UsageError(f'attributes are made of str, not {name!r} and {value!r}; a bare attribute has the value ""')
        bare = "" if not any(name.startswith("=") for name, _ in pairs) else '=""'
        for name, value in pairs:
            if _BAD_NAME.search(name):
                raise UsageError(f"{name!r} cannot be the name of an attribute: no space, '/', '>', NUL or inner '='")
            value = value.replace("&", "&amp;").replace('"', "&quot;").replace("\r", "&#13;")
            parts.append(f' {name}="{value}"' if value else f" {name}{bare}")
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
        found = _ATTRIBUTE.findall(self._source)
        return [(_NAMES[name], _clean_value(double or single or bare)) for name, double, single, bare in found]

    def spans(self) -> list[AttributeSpan]:
        """Return where each name and value stands, counted in characters from the start of :attr:`source`."""
        spans = []
        for match in _ATTRIBUTE.finditer(self._source):
            group = match.lastindex or 1
            start, end = match.span(group) if group > 1 else (match.end(1), match.end(1))
            quote = ("", "", '"', "'", "")[group]
            spans.append(AttributeSpan(_NAMES[match[1]], *match.span(1), start, end, quote))
        return spans

    def _parsed(self) -> dict[str, str]:
        source = self._source
        parsed: dict[str, str] = {}
        for raw_name, double, single, bare in _ATTRIBUTE.findall(source):
            name = _NAMES[raw_name]
            if name not in parsed:
                parsed[name] = double or single or bare
        if "&" in source or "\r" in source or "\0" in source:
            for name, value in parsed.items():
                parsed[name] = _clean_value(value)
        self._map = parsed
        return parsed

    def _value(self, name: str) -> str | None:
        """Return the value of an attribute, or None.

        The first look at a tag reads no further than the one attribute; at the second all of them are parsed.
        """
        parsed = self._map
        if parsed is None:
            finder = _FINDERS.get(name) or _make_finder(name)
            if finder is not None:
                source = self._source
                start, pattern = finder
                if source.startswith(start):
                    value = source[len(start) : source.find('"', len(start))]
                else:
                    found = pattern.match(source)
                    if found is None:
                        self._looked_at = name, None
                        self._map = _LOOKED_AT
                        return None
                    value = found[found.lastindex or 0]
                if "&" in value or "\r" in value or "\0" in value:
                    value = _clean_value(value)
                self._looked_at = name, value
                self._map = _LOOKED_AT
                return value
            parsed = self._parsed()
        elif parsed is _LOOKED_AT:
            if self._looked_at[0] == name:
                return self._looked_at[1]
            parsed = self._parsed()
        return parsed.get(name)

    def _all(self) -> dict[str, str]:
        parsed = self._map
        return self._parsed() if parsed is None or parsed is _LOOKED_AT else parsed

    @override
    def __getitem__(self, name: str) -> str:
        value = self._value(name)
        if value is None:
            raise KeyError(name)
        return value

    @override
    def __contains__(self, name: object) -> bool:
        return self._value(name) is not None  # type: ignore[arg-type]

    @overload
    def get(self, name: str, /) -> str | None: ...
    @overload
    def get(self, name: str, /, default: str | _T) -> str | _T: ...
    @override
    def get(self, name: str, /, default: object = None) -> object:
        """Return the value of an attribute, or ``default``."""
        value = self._value(name)
        return default if value is None else value

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    @override
    def __len__(self) -> int:
        return len(self._all())

    @override
    def keys(self) -> KeysView[str]:
        return self._all().keys()

    @override
    def values(self) -> ValuesView[str]:
        return self._all().values()

    @override
    def items(self) -> ItemsView[str, str]:
        parsed = self._map  # as _all() does, without the call
        return (self._parsed() if parsed is None or parsed is _LOOKED_AT else parsed).items()

    @override
    def __repr__(self) -> str:
        return repr(dict(self))

    @override
    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self._source,)


class MendedAttributes(Attributes):
    """The attributes of a tag in which a quoted value may end without its quote: at a line break, or with the tag."""

    __slots__ = ()

    @property
    @override
    def self_closing(self) -> bool:
        end = 0
        for match in _MENDED_ATTRIBUTE.finditer(self._source):
            end = match.end()
        return self._source.endswith("/") and end < len(self._source)

    @override
    def pairs(self) -> list[tuple[str, str]]:
        return [(span.name, _clean_value(self._source[span.value_start : span.value_end])) for span in self.spans()]

    @override
    def spans(self) -> list[AttributeSpan]:
        spans = []
        for match in _MENDED_ATTRIBUTE.finditer(self._source):
            group = match.lastindex or 1
            start, end = match.span(group) if group > 1 else (match.end(1), match.end(1))
            spans.append(AttributeSpan(_NAMES[match[1]], *match.span(1), start, end, _MENDED_QUOTES[group]))
        return spans

    @override
    def _parsed(self) -> dict[str, str]:
        self._map = {}
        for name, value in self.pairs():
            self._map.setdefault(name, value)
        return self._map

    @override
    def _value(self, name: str) -> str | None:
        return self._all().get(name)


class _Names(dict[str, str]):
    """Names as they are written and as the standard has them, for those met most."""

    def __missing__(self, raw: str) -> str:
        name = clean_name(raw)
        if len(raw) <= 32:
            if len(self) >= 1000:
                self.clear()
            self[raw] = name
        return name


def _clean_value(raw: str) -> str:
    if "\r" in raw or "\0" in raw:
        raw = clean_newlines(raw).replace("\0", "\ufffd")
    return decode(raw, in_attribute=True) if "&" in raw else raw


def _make_finder(name: str) -> tuple[str, re.Pattern[str]] | None:
    """Return how an attribute of a plain name is found, or None for other names.

    That is what it begins with where it stands first, and a pattern, with its value in the last group.
    """
    if not isinstance(name, str) or not _PLAIN_NAME.fullmatch(name):
        return None
    either_case = "".join(f"[{letter}{letter.upper()}]" if letter.isalpha() else re.escape(letter) for letter in name)
    wanted = rf"{either_case}(?=[ \t\n\r\f/=]|\Z)"
    finder = re.compile(
        rf"""
        (?: [ ] (?!{wanted}) [^ \t\n\r\f/="']++ = "[^"]*+" )*+                         # attributes as they usually are
        (?: [ \t\n\r\f/]*+ (?!{wanted}) [^ \t\n\r\f/] [^ \t\n\r\f/=]*+
            (?: [ \t\n\r\f]*+ = [ \t\n\r\f]*+ (?: "[^"]*+" | '[^']*+' | [^ \t\n\r\f]*+ ) )?+
        )*+
        [ \t\n\r\f/]*+ {wanted}
        (?: [ \t\n\r\f]*+ = [ \t\n\r\f]*+ (?: "([^"]*+)" | '([^']*+)' | ([^ \t\n\r\f]*+) ) | () )
        """,
        re.VERBOSE,
    )
    if len(_FINDERS) >= 256:
        _FINDERS.clear()
    _FINDERS[name] = f' {name}="', finder
    return _FINDERS[name]


_NAMES: Final = _Names()
_FINDERS: Final[dict[str, tuple[str, re.Pattern[str]]]] = {}
_PLAIN_NAME: Final = re.compile("[a-z][a-z0-9_:-]*+")
_LOOKED_AT: Final[dict[str, str]] = {}
"""Stands in for the parsed attributes of a tag at which one look has been taken."""

NO_ATTRIBUTES: Final = Attributes()
