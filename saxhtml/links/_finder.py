"""The finder of links: a handler that knows which attributes link and what their URLs are resolved against."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from typing_extensions import override

from saxhtml._elements import LINK_ATTRIBUTES
from saxhtml.attributes import Attributes, ascii_lower
from saxhtml.decode import transport_encoding
from saxhtml.handler import Handler, Interest
from saxhtml.links._urls import C0_AND_SPACE, Base
from saxhtml.links._values import parse_refresh, parse_srcset
from saxhtml.parser import CHUNK_SIZE, Parser, Source, _chunks
from saxhtml.position import Locator


class Link(NamedTuple):
    """One URL of a page.

    ``url`` is resolved, ``raw`` as it stands in the attribute, references decoded. ``rel`` has the link types of the
    element, lowercased. ``offset`` (characters from 0), ``line`` and ``column`` (from 1) say where the tag begins.
    """

    url: str
    raw: str
    element: str
    attribute: str
    rel: tuple[str, ...]
    offset: int
    line: int
    column: int


def _image_urls(srcset: str) -> list[str]:
    return [candidate.url for candidate in parse_srcset(srcset)]


_WORD: Final = re.compile(r"[^ \t\n\f\r]+")
_ARCHIVE: Final = re.compile(r"[^ \t\n\f\r,]+")

_SPLIT: Final[dict[str, Callable[[str], list[str]]]] = {
    "archive": _ARCHIVE.findall,
    "imagesrcset": _image_urls,
    "ping": _WORD.findall,
    "srcset": _image_urls,
}

_LINKING: Final = frozenset(LINK_ATTRIBUTES) | {"meta"}

_EMPTY_IS_THE_PAGE: Final = frozenset({"a", "area"})
_WITH_CODEBASE: Final = frozenset({"applet", "object"})
_RELATIVE_TO_CODEBASE: Final = frozenset({"archive", "classid", "code", "data"})
_NEVER_A_BASE: Final = frozenset({"data:", "javascript:"})


class LinkFinder(Handler):
    """A handler that calls ``on_link`` with each :class:`Link` of a page; without one it collects them in :attr:`links`.

    URLs are resolved against the page's own URL, ``base_url``, and from the first ``<base href>`` on against that, as the
    standard has it; a stream cannot resolve links that come before their ``<base>`` any other way than without it. An
    object or applet resolves its parts against its ``codebase``. With no base known, URLs stay as they are written.

    An empty value links nowhere, but in ``<a href="">`` it is the page itself.
    """

    def __init__(self, on_link: Callable[[Link], object] | None = None, *, base_url: str = "") -> None:
        self.links: list[Link] = []
        """The links so far, over all documents, where no callback takes them."""
        self._document = self._base = Base(base_url)
        self._on_link = self.links.append if on_link is None else on_link
        self._based = False

    @property
    def base_url(self) -> str:
        """What URLs are resolved against at this point of the page."""
        return self._base.url

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self._base = self._document
        self._based = False

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if name == "base":
            self._take_base(attrs)
        found = list(_raw_links(name, attrs))
        if not found:
            return
        rel = attrs.get("rel")
        types = tuple(_WORD.findall(ascii_lower(rel))) if rel else ()
        base = parts = self._document if name == "base" else self._base
        codebase = attrs.get("codebase") if name in _WITH_CODEBASE else None
        if codebase:
            parts = Base(base.resolve(codebase))
        locator = self.locator
        offset, line, column = locator.offset, locator.line, locator.column
        for attribute, raw in found:
            url = (parts if attribute in _RELATIVE_TO_CODEBASE else base).resolve(raw)
            self._on_link(Link(url, raw, name, attribute, types, offset, line, column))

    @override
    def interest(self) -> Interest:
        """Return what the methods of a subclass need, with the start tags cut down to those that can link."""
        return replace(super().interest(), start=_LINKING)

    def _take_base(self, attrs: Attributes) -> None:
        href = attrs.get("href")
        if href is None or self._based:
            return
        self._based = True
        base = Base(self._document.resolve(href))
        if base.usable and base.scheme not in _NEVER_A_BASE:
            self._base = base


def _raw_links(name: str, attrs: Attributes) -> Iterator[tuple[str, str]]:
    for attribute in LINK_ATTRIBUTES.get(name, ()):
        value = attrs.get(attribute)
        if value is None:
            continue
        split = _SPLIT.get(attribute)
        if split is not None:
            for raw in split(value):
                yield attribute, raw
        elif name in _EMPTY_IS_THE_PAGE or value.strip(C0_AND_SPACE):
            yield attribute, value
    if name == "meta" and ascii_lower(attrs.get("http-equiv", "")) == "refresh":
        target = parse_refresh(attrs.get("content", ""))
        if target:
            yield "content", target


def find_links(
    source: Source,
    *,
    base_url: str = "",
    chunk_size: int = CHUNK_SIZE,
    encoding: str | None = None,
    **options: Any,
) -> Iterator[Link]:
    """Yield each :class:`Link` of a page as soon as its tag is there, reading no further than the links taken so far need.

    ``base_url`` is that of :class:`LinkFinder`; ``source``, ``chunk_size`` and the rest are those of :func:`~saxhtml.parse`.

    >>> [link.url for link in find_links("<a href=tea>Tea</a><img src=/cup.png>", base_url="http://example.org/menu/")]
    ['http://example.org/menu/tea', 'http://example.org/cup.png']

    Raises what parsing raises.
    """
    found: deque[Link] = deque()
    finder = LinkFinder(found.append, base_url=base_url)
    return _links(Parser(finder, encoding=encoding or transport_encoding(source), **options), source, chunk_size, found)


def _links(parser: Parser, source: Source, chunk_size: int, found: deque[Link]) -> Iterator[Link]:
    for chunk in _chunks(source, chunk_size):
        parser.feed(chunk)
        while found:
            yield found.popleft()
    parser.close()
    yield from found
