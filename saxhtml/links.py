"""Links: every URL that a page's attributes hold, resolved and reported the moment its tag is complete.

Which attributes link is data of :mod:`saxhtml._elements`; what happens to a link is the caller's matter. URLs in style
sheets and scripts are not looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from typing import Final, NamedTuple
from urllib.parse import urljoin, urlsplit

from typing_extensions import override

from saxhtml._elements import LINK_ATTRIBUTES
from saxhtml.attributes import Attributes, ascii_lower
from saxhtml.handler import Handler, Interest
from saxhtml.position import Locator

_C0_AND_SPACE: Final = "".join(map(chr, range(0x21)))
_NO_TAB_OR_NEWLINE: Final = str.maketrans("", "", "\t\n\r")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*+:")
_SPECIAL_SCHEMES: Final = frozenset({"ftp:", "file:", "http:", "https:", "ws:", "wss:"})
_BEFORE_QUERY: Final = re.compile(r"[^?#]*+")


def resolve_url(base: str, url: str) -> str:
    """Return ``url`` as seen from the page or directory ``base``.

    What the URL Standard's parser strips (control characters and spaces around it, tabs and line breaks inside) is gone.
    An absolute URL stays as it is written, and so does one that cannot be resolved: nothing is raised, whatever the input.
    """
    url = url.strip(_C0_AND_SPACE).translate(_NO_TAB_OR_NEWLINE)
    scheme, base_scheme = _scheme(url), _scheme(base)
    if "\\" in url and (scheme or base_scheme) in _SPECIAL_SCHEMES:
        # To the schemes of the web a backslash in front of the query is a slash.
        url = _BEFORE_QUERY.sub(lambda path: path[0].replace("\\", "/"), url, count=1)
    if scheme and (scheme != base_scheme or url.startswith("//", len(scheme))):
        return url
    try:
        return urljoin(base.partition("#")[0], url)
    except ValueError:
        return url


def _scheme(url: str) -> str:
    scheme = _SCHEME.match(url)
    return scheme[0].lower() if scheme else ""


class ImageCandidate(NamedTuple):
    """One image of a ``srcset``: its URL as written, its width in pixels or its density, where given."""

    url: str
    width: int | None
    density: float | None


_CANDIDATE: Final = re.compile(
    r"""
    [ \t\n\f\r,]*+
    ( [^ \t\n\f\r]++ )                      # 1: the URL; one that ends with a comma has no descriptors
    (?: (?<!,)
        ( (?: [^,(]++
            | \( [^)]*+ \)?+                # parentheses hide commas and spaces, unclosed ones to the end
          )*+ )                             # 2: the descriptors
        ,?+
    )?+
    """,
    re.VERBOSE,
)
_DESCRIPTOR: Final = re.compile(r"(?: [^ \t\n\f\r(]++ | \( [^)]*+ \)?+ )++", re.VERBOSE)

_SIZE: Final = re.compile(
    r"""
      0*+ [1-9] [0-9]{0,9} [wh]     # no image is wider, and Python refuses to read numbers of thousands of digits
    | -? (?: [0-9]++ (?: \. [0-9]++ )?+ | \. [0-9]++ ) (?: [eE] [+-]?+ [0-9]++ )?+ x
    """,
    re.VERBOSE,
)

_UNITS_TOGETHER: Final = frozenset({"", "w", "x", "wh", "hw"})


def parse_srcset(value: str) -> list[ImageCandidate]:
    """Return the images of a ``srcset`` or ``imagesrcset`` (WHATWG HTML, "Parsing a srcset attribute").

    Those with descriptors that the standard calls errors are left out, as browsers do.
    """
    candidates = []
    position = 0
    while found := _CANDIDATE.match(value, position):
        position = found.end()
        candidate = _candidate(found[1].rstrip(","), _DESCRIPTOR.findall(found[2] or ""))
        if candidate is not None:
            candidates.append(candidate)
    return candidates


def _candidate(url: str, descriptors: list[str]) -> ImageCandidate | None:
    sizes: dict[str, str] = {}
    for descriptor in descriptors:
        unit = descriptor[-1]
        if unit in sizes or not _SIZE.fullmatch(descriptor):
            return None
        sizes[unit] = descriptor[:-1]
    if "".join(sizes) not in _UNITS_TOGETHER:
        return None
    width = int(sizes["w"].lstrip("0")) if "w" in sizes else None
    density = float(sizes["x"]) if "x" in sizes else None
    if density is not None and not 0 <= density < inf:
        return None
    return ImageCandidate(url, width, density)


_REFRESH: Final = re.compile(
    r"""
    [ \t\n\f\r]*+ (?: [0-9]++ | (?=\.) ) [0-9.]*+       # the time
    (?= [;, \t\n\f\r] ) [ \t\n\f\r]*+ [;,]?+ [ \t\n\f\r]*+
    (?: [uU][rR][lL] [ \t\n\f\r]*+ = [ \t\n\f\r]*+ )?+
    (?: "([^"]*+) | '([^']*+) | (.++) )
    """,
    re.VERBOSE | re.DOTALL,
)


def parse_refresh(content: str) -> str | None:
    """Return the URL, as written, in the ``content`` of a ``<meta http-equiv=refresh>``, or None where there is none.

    Source: WHATWG HTML, "Refresh state", the shared declarative refresh steps.
    """
    refresh = _REFRESH.match(content)
    return refresh[refresh.lastindex or 0] if refresh else None


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
        self.base_url = base_url
        """What URLs are resolved against at this point of the page."""
        self._document_url = base_url
        self._on_link = self.links.append if on_link is None else on_link
        self._based = False

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self.base_url = self._document_url
        self._based = False

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if name == "base":
            self._take_base(attrs)
        found = list(_raw_links(name, attrs))
        if not found:
            return
        rel = tuple(_WORD.findall(ascii_lower(attrs.get("rel", ""))))
        base = self._document_url if name == "base" else self.base_url
        codebase = resolve_url(base, attrs.get("codebase", "")) if name in ("applet", "object") else base
        locator = self.locator
        offset, line, column = locator.offset, locator.line, locator.column
        for attribute, raw in found:
            url = resolve_url(codebase if attribute in _RELATIVE_TO_CODEBASE else base, raw)
            self._on_link(Link(url, raw, name, attribute, rel, offset, line, column))

    @override
    def interest(self) -> Interest:
        """Return what the methods of a subclass need, with the start tags cut down to those that can link."""
        return replace(super().interest(), start=_LINKING)

    def _take_base(self, attrs: Attributes) -> None:
        href = attrs.get("href")
        if href is None or self._based:
            return
        self._based = True
        base = resolve_url(self._document_url, href)
        try:
            urlsplit(base)
        except ValueError:
            return
        if _scheme(base) not in _NEVER_A_BASE:
            self.base_url = base


def _raw_links(name: str, attrs: Attributes) -> Iterator[tuple[str, str]]:
    for attribute in LINK_ATTRIBUTES.get(name, ()):
        value = attrs.get(attribute)
        if value is None:
            continue
        split = _SPLIT.get(attribute)
        if split is not None:
            for raw in split(value):
                yield attribute, raw
        elif name in _EMPTY_IS_THE_PAGE or value.strip(_C0_AND_SPACE):
            yield attribute, value
    if name == "meta" and ascii_lower(attrs.get("http-equiv", "")) == "refresh":
        target = parse_refresh(attrs.get("content", ""))
        if target:
            yield "content", target
