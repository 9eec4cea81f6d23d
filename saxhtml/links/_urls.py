"""URLs: what they are resolved to, and the parts they are made of."""

from __future__ import annotations

import re
from typing import Final

C0_AND_SPACE: Final = "".join(map(chr, range(0x21)))
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
    return Base(base).resolve(url)


class Base:
    """A base URL, taken apart for the many that are resolved against it."""

    __slots__ = ("_directory", "_document", "_file", "_origin", "scheme", "url", "usable")

    def __init__(self, url: str) -> None:
        scheme, host, path, _ = url_parts(url)
        self.url = url
        self.scheme = scheme.lower()
        self.usable = bool(_HOST.fullmatch(host)) if host else not scheme or path.startswith("/")
        """Whether there are folders in it to resolve a path against; there are none in ``data:`` and ``http://[``."""
        self._origin = scheme + host
        self._directory = path[: path.rfind("/") + 1] or ("/" if host else "")
        self._file = scheme + host + path
        self._document = url.partition("#")[0]

    def resolve(self, url: str) -> str:
        url = _TAB_OR_NEWLINE.sub("", url.strip(C0_AND_SPACE))
        scheme, host, path, rest = url_parts(url)
        if "\\" in host + path and (scheme.lower() or self.scheme) in _SPECIAL_SCHEMES:
            scheme, host, path, _ = url_parts((scheme + host + path).replace("\\", "/"))
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
            path = without_dots(path)
        return self._origin + path + rest


def url_parts(url: str) -> tuple[str, str, str, str]:
    """Return scheme, host, path and the rest, each with the marks that belong to it."""
    parts = _URL.match(url)
    assert parts is not None, "every part may be empty"
    scheme, host, path, rest = parts.groups()
    return scheme, host, path, rest


def without_dots(path: str) -> str:
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
