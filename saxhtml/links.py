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

from typing_extensions import override

from saxhtml._elements import LINK_ATTRIBUTES
from saxhtml.attributes import Attributes, ascii_lower
from saxhtml.handler import Handler, Interest
from saxhtml.position import Locator

_C0_AND_SPACE: Final = "".join(map(chr, range(0x21)))
_TAB_OR_NEWLINE: Final = re.compile(r"[\t\n\r]")
_URL: Final = re.compile(
    r"""
    ( (?: [A-Za-z] [A-Za-z0-9+.\-]*+ : )?+ )    # 1: the scheme
    ( (?: // [^/?#]*+ )?+ )                     # 2: the host, with what may stand around it
    ( [^?#]*+ )                                 # 3: the path
    ( .*+ )                                     # 4: the query and the fragment
    """,
    re.VERBOSE | re.DOTALL,
)
_HOST: Final = re.compile(r"//(?:.*@)?(?:\[[0-9A-Fa-f:.]++\]|[^\0- :<>@\[\]^|]*+)(?::[0-9]*+)?+", re.DOTALL)
_SPECIAL_SCHEMES: Final = frozenset({"ftp:", "file:", "http:", "https:", "ws:", "wss:"})


def resolve_url(base: str, url: str) -> str:
    """Return ``url`` as seen from the page or directory ``base``, by the rules of the URL Standard that say what it is.

    Those that say how it is spelled are left aside: an absolute URL stays as it is written, but for control characters and
    spaces around it and tabs and line breaks inside, which are gone, and backslashes that mean slashes. A URL that cannot
    be resolved stays so too: nothing is raised, whatever the input.
    """
    return _Base(base).resolve(url)


class _Base:
    """A base URL, taken apart for the many that are resolved against it."""

    __slots__ = ("_directory", "_document", "_file", "_origin", "scheme", "url", "usable")

    def __init__(self, url: str) -> None:
        scheme, host, path, _ = _parts(url)
        self.url = url
        self.scheme = scheme.lower()
        self.usable = bool(_HOST.fullmatch(host)) if host else not scheme or path.startswith("/")
        """Whether there are folders in it to resolve a path against; there are none in ``data:`` and ``http://[``."""
        self._origin = scheme + host
        self._directory = path[: path.rfind("/") + 1] or ("/" if host else "")
        self._file = scheme + host + path
        self._document = url.partition("#")[0]

    def resolve(self, url: str) -> str:
        url = _TAB_OR_NEWLINE.sub("", url.strip(_C0_AND_SPACE))
        scheme, host, path, rest = _parts(url)
        if "\\" in host + path and (scheme.lower() or self.scheme) in _SPECIAL_SCHEMES:
            scheme, host, path, _ = _parts((scheme + host + path).replace("\\", "/"))
        if scheme and (host or scheme.lower() != self.scheme or self.scheme not in _SPECIAL_SCHEMES):
            return scheme + host + path + rest
        if host:
            return self.scheme + host + path + rest
        if not path:
            return (self._file if rest.startswith("?") else self._document) + rest
        if not self.usable:
            return scheme + path + rest
        if not path.startswith("/"):
            path = self._directory + path
        if path.startswith("/") and ("/." in path or "/%2" in path):
            path = _without_dots(path)
        return self._origin + path + rest


def _parts(url: str) -> tuple[str, str, str, str]:
    """Return scheme, host, path and the rest, each with the marks that belong to it."""
    parts = _URL.match(url)
    assert parts is not None, "every part may be empty"
    scheme, host, path, rest = parts.groups()
    return scheme, host, path, rest


def _without_dots(path: str) -> str:
    segments: list[str] = []
    for segment in path.split("/"):
        dots = segment.lower().replace("%2e", ".")
        is_dots = dots in (".", "..")
        if dots == ".." and len(segments) > 1:
            segments.pop()
        if not is_dots:
            segments.append(segment)
    if is_dots:
        segments.append("")
    return "/".join(segments)


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
        self._document = self._base = _Base(base_url)
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
            parts = _Base(base.resolve(codebase))
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
        base = _Base(self._document.resolve(href))
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
        elif name in _EMPTY_IS_THE_PAGE or value.strip(_C0_AND_SPACE):
            yield attribute, value
    if name == "meta" and ascii_lower(attrs.get("http-equiv", "")) == "refresh":
        target = parse_refresh(attrs.get("content", ""))
        if target:
            yield "content", target
