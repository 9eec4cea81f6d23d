"""Head: what a page says of itself before its body begins: title, metas, links, base, language and JSON-LD.

:func:`head_of` reads a page as far as its body and no further, and returns a :class:`Head`; :class:`HeadReader` is the
handler behind it. The head ends where a browser ends it, which is often not at ``</head>``.

The links of the whole page are :mod:`saxhtml.links`' matter, its text that of :mod:`saxhtml.text`; JSON-LD further down is
found with ``saxhtml.capture.select('script[type="application/ld+json"]', ...)``. JSON-LD is read as JSON, no more: contexts
are not expanded.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, NamedTuple

from typing_extensions import override

from saxhtml._elements import IN_HEAD, IN_HEAD_NOSCRIPT
from saxhtml._nesting import OpenElements
from saxhtml.attributes import Attributes, ascii_lower
from saxhtml.decode import Decoder
from saxhtml.errors import StopParsing, UsageError
from saxhtml.handler import Handler
from saxhtml.links import LinkFinder, parse_refresh, resolve_url
from saxhtml.parser import Source, parse
from saxhtml.position import Locator

LIMIT: Final = 1 << 20
"""Characters of a head that are kept."""

_MOST_NESTED: Final = 200  # more would let those fail who go through a value by recursion
_TOO_DEEP: Final = f"more than {_MOST_NESTED} objects and arrays in one another"

_SPACE: Final = "\t\n\f\r "
_WORD: Final = re.compile(r"[^\t\n\f\r ]+")
_FEEDS: Final = frozenset({"application/atom+xml", "application/feed+json", "application/rss+xml"})
_WITH_TEXT: Final = frozenset({"noframes", "script", "style", "title"})
_END_THE_HEAD: Final = frozenset({"body", "br", "html"})


class Meta(NamedTuple):
    """One ``meta``: its ``name``, ``property`` (Open Graph) and ``http-equiv``, lowercased, and its ``content``.

    What is missing is ``""``; ``attrs`` tells. ``offset`` (characters from 0), ``line`` and ``column`` (from 1) say where the
    tag begins.
    """

    name: str
    property: str
    http_equiv: str
    content: str
    attrs: Attributes
    offset: int
    line: int
    column: int


class HeadLink(NamedTuple):
    """One ``link``: its link types, lowercased, and its ``href``, resolved.

    ``url`` is ``""`` where there is no ``href`` or an empty one: it links nowhere. ``attrs`` has all else, such as ``type``,
    ``sizes`` or ``hreflang``. ``offset`` (characters from 0), ``line`` and ``column`` (from 1) say where the tag begins.
    """

    rel: tuple[str, ...]
    url: str
    attrs: Attributes
    offset: int
    line: int
    column: int


class JsonLd(NamedTuple):
    """One ``script`` of type ``application/ld+json``: the ``value`` it holds, and its ``text`` as it stands in the page.

    Where the text is not JSON, ``error`` says why, and ``value`` is None; ``error`` is None otherwise. Line breaks in JSON
    strings, which many pages have, are no error. ``offset`` (characters from 0), ``line`` and ``column`` (from 1) say where
    the script's tag begins.
    """

    value: Any
    text: str
    error: str | None
    offset: int
    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What a page says of itself. ``metas``, ``links`` and ``json_ld`` are in its order; names are looked up in any case."""

    title: str | None
    """Its text as ``document.title`` has it: spaces collapsed, none around. None where there is no ``<title>``."""
    lang: str | None
    """The language of the page: ``<html lang>``, or else what a ``<meta http-equiv=content-language>`` says."""
    charset: str | None
    """The encoding that a ``meta`` declares, by its name in the Encoding Standard; not always the one in force."""
    base_url: str
    """What URLs of the page are resolved against: ``<base href>``, or the page's own URL as far as it was given."""
    metas: tuple[Meta, ...]
    links: tuple[HeadLink, ...]
    json_ld: tuple[JsonLd, ...]

    def meta(self, name: str) -> str | None:
        """Return the content of the first ``meta`` with that ``name`` or ``property`` that has any, or None."""
        return next(iter(self.meta_all(name)), None)

    def meta_all(self, name: str) -> list[str]:
        """Return the content of each ``meta`` with that ``name`` or ``property``: of ``og:image`` there may be several."""
        name = ascii_lower(name)
        found = (meta for meta in self.metas if name == meta.name or name in _WORD.findall(meta.property))
        return [meta.content for meta in found if meta.content]

    def http_equiv(self, name: str) -> str | None:
        """Return the content of the first ``meta`` with that ``http-equiv`` that has any, or None."""
        name = ascii_lower(name)
        return next((meta.content for meta in self.metas if name == meta.http_equiv and meta.content), None)

    def linked(self, rel: str) -> list[HeadLink]:
        """Return each ``link`` that leads somewhere and has ``rel`` among its link types, such as "icon" or "alternate"."""
        rel = ascii_lower(rel)
        return [link for link in self.links if link.url and rel in link.rel]

    @property
    def description(self) -> str | None:
        """The content of ``<meta name=description>``."""
        return self.meta("description")

    @property
    def canonical(self) -> str | None:
        """The URL that the page would rather be known by, ``<link rel=canonical>``."""
        return next((link.url for link in self.linked("canonical")), None)

    @property
    def refresh(self) -> str | None:
        """The URL of ``<meta http-equiv=refresh>``, resolved; None where there is none, or the page loads itself again."""
        url = parse_refresh(self.http_equiv("refresh") or "")
        return resolve_url(self.base_url, url) if url else None

    @property
    def feeds(self) -> list[HeadLink]:
        """The links to feeds: ``rel=alternate`` with the type of RSS, Atom or JSON Feed."""
        return [link for link in self.linked("alternate") if _essence(link.attrs) in _FEEDS]


class HeadReader(Handler):
    """A handler that reads the head of a page, and ends the parse with :class:`~saxhtml.StopParsing` where its body begins.

    That is at the first thing that the standard would not put into ``head``: ``<body>``, any tag that may not stand there,
    or text. ``</head>`` alone does not end it: what belongs in the head and comes before the body still goes there. What
    stands in a ``template`` does not count; what stands in a ``noscript`` does, unless scripts run. Source: WHATWG HTML, "The
    rules for parsing tokens in HTML content", from "initial" to "after head".

    ``base_url``: the page's own URL. ``limit``: how many characters are kept, of title, JSON-LD, and metas and links with
    their URLs together; where there are more, the head ends, a title is cut, and a block of JSON-LD has an error.
    ``scripting``: what the parser was told.

    Raises :class:`~saxhtml.UsageError` for a ``limit`` that is not a positive int.
    """

    def __init__(self, *, base_url: str = "", limit: int = LIMIT, scripting: bool = False) -> None:
        if not isinstance(limit, int) or limit < 1:
            raise UsageError(f"limit is a positive number of characters, not {limit!r}")
        self._limit = limit
        self._has_text = _WITH_TEXT | {"noscript"} if scripting else _WITH_TEXT
        self._finder = LinkFinder(lambda _: None, base_url=base_url)  # knows how a base is found
        self._clear()

    def _clear(self) -> None:
        self._title: list[str] | None = None
        self._lang: str | None = None
        self._charset: str | None = None
        self._decoder = Decoder()  # knows what declares an encoding
        self._metas: list[Meta] = []
        self._links: list[HeadLink] = []
        self._json_ld: list[JsonLd] = []
        self._room = self._limit
        self._inside = ""  # the element whose text is read: title, script, style, ...
        self._kept: list[str] | None = None  # that text, where it is wanted
        self._script: tuple[int, int, int] | None = None  # where the JSON-LD at hand begins
        self._template: OpenElements[None] | None = None
        self._in_noscript = False
        self._after_head = False

    @property
    def head(self) -> Head:
        """What is known so far; complete when the parse has ended."""
        base = self._finder.base_url
        return Head(
            title=None if self._title is None else " ".join(_WORD.findall("".join(self._title))),
            lang=self._default_language() if self._lang is None else self._lang,
            charset=self._charset,
            base_url=base,
            metas=tuple(self._metas),
            links=tuple(link._replace(url=resolve_url(base, link.url)) if link.url else link for link in self._links),
            json_ld=tuple(self._json_ld),
        )

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self._finder.start_document(locator)
        self._clear()

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if self._template is not None:
            self._template.start(name, attrs)
        elif name == "html":
            if self._lang is None:
                self._lang = attrs.get("lang")
        elif name != "head" and not (name == "noscript" and self._in_noscript):
            self._in_noscript = self._in_noscript and name in IN_HEAD_NOSCRIPT
            if name not in IN_HEAD or (name == "noscript" and self._after_head):
                raise StopParsing
            self._element(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        if self._template is not None:
            self._template.end(name)
            if not self._template:
                self._template = None
        elif self._inside:
            self._end_text()
        elif self._in_noscript and name != "br":
            self._in_noscript = name != "noscript"
        elif name in _END_THE_HEAD:
            raise StopParsing
        elif name == "head":
            self._after_head = True

    @override
    def text(self, data: str) -> None:
        if self._inside:
            if self._kept is not None:
                self._kept.append(data[: self._room])
                self._take(len(data))
        elif self._template is None:
            if self.locator.offset == 0:
                data = data.removeprefix("\ufeff")  # which often survives where a page is decoded before it is parsed
            if data.strip(_SPACE):
                raise StopParsing

    @override
    def end_document(self) -> None:
        self._end_text()

    def _element(self, name: str, attrs: Attributes) -> None:
        if name in self._has_text:
            self._inside = name
            if name == "title" and self._title is None:
                self._title = self._kept = []
            elif name == "script" and _essence(attrs) == "application/ld+json":
                self._script = self._place()
                self._kept = []
        elif name == "noscript":
            self._in_noscript = True
        elif name == "template":
            self._template = OpenElements()
            self._template.start(name, attrs)
        elif name == "meta":
            self._meta(attrs)
        elif name == "link":
            self._take(len("<link>") + len(attrs.source) + len(self._finder.base_url))
            rel = tuple(_WORD.findall(ascii_lower(attrs.get("rel", ""))))
            self._links.append(HeadLink(rel, attrs.get("href", "").strip(_SPACE), attrs, *self._place()))
        elif name == "base":
            self._take(len(self._links) * len(attrs.get("href", "")))  # each will be resolved against it
            self._finder.start_tag(name, attrs)

    def _meta(self, attrs: Attributes) -> None:
        self._take(len("<meta>") + len(attrs.source))
        name, prop, http_equiv = (ascii_lower(attrs.get(key, "")) for key in ("name", "property", "http-equiv"))
        self._metas.append(Meta(name, prop, http_equiv, attrs.get("content", ""), attrs, *self._place()))
        self._charset = self._charset or self._decoder.late_meta(attrs)

    def _take(self, size: int) -> None:
        """Count what is kept, and end the head where it is too much."""
        self._room -= size
        if self._room < 0:
            self._end_text()
            raise StopParsing

    def _end_text(self) -> None:
        if self._script is not None:
            text = "".join(self._kept or ())
            cut = f"cut off: the head has more than limit={self._limit} characters"
            value, error = _parse_json(text) if self._room >= 0 else (None, cut)
            self._json_ld.append(JsonLd(value, text, error, *self._script))
        self._inside = ""
        self._kept = self._script = None

    def _place(self) -> tuple[int, int, int]:
        locator = self.locator
        return locator.offset, locator.line, locator.column

    def _default_language(self) -> str | None:
        """WHATWG HTML, "Content language state": the last that names one language."""
        language: str | None = None
        for meta in self._metas:
            if meta.http_equiv == "content-language" and "," not in meta.content:
                language = " ".join(_WORD.findall(meta.content)[:1]) or language
        return language


def head_of(source: Source, *, base_url: str = "", limit: int = LIMIT, scripting: bool = False, **options: Any) -> Head:
    """Return the head of a page, reading no further than to where its body begins.

    ``base_url`` and ``limit`` are those of :class:`HeadReader`; ``source`` and the rest those of :func:`~saxhtml.parse`.

    >>> head = head_of("<title>Tea &amp;\\n cake</title><meta name=Description content=Menu><link rel=icon href=/i.png><p>...",
    ...     base_url="http://example.org/menu")
    >>> head.title, head.description, head.linked("icon")[0].url
    ('Tea & cake', 'Menu', 'http://example.org/i.png')

    Raises :class:`~saxhtml.UsageError` for a bad ``limit``, and what parsing raises.
    """
    reader = HeadReader(base_url=base_url, limit=limit, scripting=scripting)
    return parse(source, reader, scripting=scripting, **options).head


def _essence(attrs: Attributes) -> str:
    return ascii_lower(attrs.get("type", "").partition(";")[0].strip(_SPACE))


def _parse_json(text: str) -> tuple[Any, str | None]:
    """Return the value of a JSON text, or why there is none. What is returned can be written as JSON again."""
    try:
        value = json.loads(text, strict=False, parse_constant=_finite, parse_float=_finite)
    except ValueError as error:
        return None, str(error)
    except RecursionError:
        return None, _TOO_DEEP
    level = [value]
    for _ in range(_MOST_NESTED):
        holders = [held.values() if isinstance(held, dict) else held for held in level if isinstance(held, dict | list)]
        level = [held for holder in holders for held in holder]
        if not level:
            return value, None
    return None, _TOO_DEEP


def _finite(number: str) -> float:
    value = float(number)
    if not isfinite(value):
        raise ValueError(f"{number[:20]} is no finite number")
    return value
