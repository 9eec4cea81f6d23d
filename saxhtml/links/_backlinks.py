"""Backlinks: whether a page links to a site, and how."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from typing_extensions import override

from saxhtml._elements import CLOSES_P
from saxhtml.attributes import Attributes
from saxhtml.errors import StopParsing, UsageError
from saxhtml.handler import Handler, Interest
from saxhtml.links._finder import Link, LinkFinder
from saxhtml.links._urls import url_parts, without_dots
from saxhtml.parser import Source, parse
from saxhtml.position import Locator

_HYPERLINKS: Final = frozenset({"a", "area"})
_WITHOUT_TEXT: Final = Interest(start=_HYPERLINKS | {"base"})
_UNSEEN: Final = frozenset({"script", "style"})
_BREAKS: Final = CLOSES_P | {"br", "caption", "option", "td", "th", "tr"}
_WITH_TEXT: Final = Interest(
    start=_HYPERLINKS | {"base", "img"} | _UNSEEN | _BREAKS, end=frozenset({"a"}) | _UNSEEN | _BREAKS, text=True
)
_SPACES: Final = re.compile(r"[ \t\n\f\r]+")
_TEXT_LIMIT: Final = 1000


class Backlink(NamedTuple):
    """One link to the target.

    ``url`` is resolved; ``element`` is "a" or "area". ``rel`` has its link types, lowercased. ``text`` is what is read inside
    the ``<a>``, with spaces collapsed and the ``alt`` of its images, cut after 1,000 characters; of an ``<area>`` its ``alt``.
    ``offset`` (characters from 0), ``line`` and ``column`` (from 1) say where the tag begins.
    """

    url: str
    element: str
    rel: tuple[str, ...]
    text: str
    offset: int
    line: int
    column: int

    @property
    def nofollow(self) -> bool:
        """Whether the page says that it does not vouch for the target (``rel=nofollow``)."""
        return "nofollow" in self.rel

    @property
    def ugc(self) -> bool:
        """Whether the link was written by a visitor of the page (``rel=ugc``)."""
        return "ugc" in self.rel

    @property
    def sponsored(self) -> bool:
        """Whether the link is paid for (``rel=sponsored``)."""
        return "sponsored" in self.rel


class BacklinkFinder(Handler):
    """A handler that collects in :attr:`backlinks` the links of a page to a site, or to a part of it.

    ``target`` is a host, such as ``example.org``, or an http or https URL. All links to that host count; where the target has
    a path, only those to that page and to what lies below it: ``example.org/tea`` is linked by ``/tea``, ``/tea/`` and
    ``/tea/green?x=1``, not by ``/teapot``. A target with a query is that one page. No difference is made between http and
    https, with ``www.`` and without, with default ports, a slash at the end, fragments, percent signs or capitals in the host.
    Other subdomains are other sites.

    Links are ``<a>`` and ``<area>``, also those in svg; images, frames and ``<link>`` lead nobody to the target. URLs are
    resolved as those of :class:`LinkFinder`, against ``base_url`` or the page's ``<base>``.

    A link is there when its text is complete: with its end tag, the next ``<a>``, the end of the page, or when the text is
    too long. ``first`` ends the parse with the first one.

    Raises :class:`~saxhtml.UsageError` for a target that is no such thing.
    """

    def __init__(self, target: str, *, base_url: str = "", first: bool = False) -> None:
        self.backlinks: list[Backlink] = []
        """The links so far, over all documents."""
        self._target = _target(target)
        self._finder = LinkFinder(base_url=base_url)
        self._first = first
        self._link: Link | None = None
        self._text: list[str] = []
        self._size = 0
        self._unseen = ""
        self._reads_text = False

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self._finder.start_document(locator)
        self._link = None
        self._reads_text = False

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if name == "a":
            self._end_link()
        if name in _HYPERLINKS or name == "base":
            self._find(name, attrs)
        elif name == "img":
            self._add(f" {attrs.get('alt', '')} ")
        elif name in _UNSEEN:
            self._unseen = "" if attrs.self_closing else name
        else:
            self._add(" ")

    @override
    def end_tag(self, name: str) -> None:
        if name == "a":
            self._end_link()
        elif name in _UNSEEN:
            self._unseen = ""
        else:
            self._add(" ")

    @override
    def text(self, data: str) -> None:
        if not self._unseen:
            self._add(data)

    @override
    def end_document(self) -> None:
        if self._link is not None:
            self._take(self._link, "".join(self._text))
            self._link = None

    @override
    def interest(self) -> Interest:
        return _WITH_TEXT if self._reads_text else _WITHOUT_TEXT

    def _find(self, name: str, attrs: Attributes) -> None:
        links = self._finder.links
        self._finder.start_tag(name, attrs)
        found = [link for link in links if link.attribute != "ping" and name != "base" and self._target.is_linked_by(link.url)]
        links.clear()
        if not found:
            return
        if name == "area":
            self._take(found[0], attrs.get("alt", ""))
            self._stop_at_first()
            return
        self._link = found[0]
        self._text = []
        self._size = 0
        self._unseen = ""
        if not self._reads_text:  # once a page: on pages full of such links, to ask and ask again costs more than their text
            self._reads_text = True
            self.locator.interest_changed()

    def _add(self, text: str) -> None:
        if self._link is None:
            return
        text = _SPACES.sub(" ", text)
        if self._text and self._text[-1].endswith(" "):
            text = text.removeprefix(" ")
        if text:
            self._text.append(text)
            self._size += len(text)
            if self._size > _TEXT_LIMIT + 1:
                self._end_link()

    def _end_link(self) -> None:
        link = self._link
        if link is None:
            return
        self._link = None
        self._take(link, "".join(self._text))
        self._stop_at_first()

    def _take(self, link: Link, text: str) -> None:
        text = _SPACES.sub(" ", text).strip(" ")[:_TEXT_LIMIT]
        self.backlinks.append(Backlink(link.url, link.element, link.rel, text, link.offset, link.line, link.column))

    def _stop_at_first(self) -> None:
        if self._first:
            raise StopParsing


def backlinks(source: Source, target: str, *, base_url: str = "", first: bool = False, **options: Any) -> list[Backlink]:
    """Return the links of a page to ``target``, in the order in which they end.

    ``target``, ``base_url`` and ``first`` are those of :class:`BacklinkFinder`; ``source`` and the rest those of
    :func:`~saxhtml.parse`. For pages in the wild ``unclosed_quotes="newline"`` keeps a missing quote from hiding links.

    >>> [link] = backlinks('<a rel=nofollow href="//www.example.org">Good <b>tea</b></a>', "http://example.org/")
    >>> link.text, link.nofollow
    ('Good tea', True)

    Raises :class:`~saxhtml.UsageError` for a bad target, and what parsing raises.
    """
    return parse(source, BacklinkFinder(target, base_url=base_url, first=first), **options).backlinks


class _Target(NamedTuple):
    host: str
    path: str
    query: str

    def is_linked_by(self, url: str) -> bool:
        linked = _site(url)
        if linked is None or linked.host != self.host:
            return False
        if self.query:
            return linked == self
        return linked.path == self.path or linked.path.startswith(self.path + "/")


def _target(target: str) -> _Target:
    target = target.strip()
    with_host = target if "//" in target.partition("?")[0] else "//" + target
    taken = None if "@" in target.partition("/")[0] else _site(with_host)
    if taken is None:
        raise UsageError(f"a target is a host or a URL, such as 'example.org' or 'https://example.org/tea', not {target!r}")
    return taken


_HOST_AND_PORT: Final = re.compile(r"//(?:.*@)?(\[[0-9A-Fa-f:.]+\]|[^\0- :<>@\[\]^|]+)(?::0*([0-9]*))?", re.DOTALL)


def _site(url: str) -> _Target | None:
    """Return what two URLs of the same page have in common, or None for what is on no web host."""
    scheme, authority, path, rest = url_parts(url)
    found = _HOST_AND_PORT.fullmatch(authority)
    if found is None or scheme.lower() not in ("", "http:", "https:"):
        return None
    host = _ascii(unquote(found[1])).lower().removesuffix(".").removeprefix("www.")
    if found[2] not in (None, "", "80", "443"):
        host += ":" + found[2]
    path = unquote(without_dots(path)).rstrip("/")
    return _Target(host, path, rest.partition("#")[0].removeprefix("?"))


def _ascii(host: str) -> str:
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:  # no name that could be looked up, but it may still be compared
        return host
