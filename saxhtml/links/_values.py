"""Attribute values in which URLs stand among other things: ``srcset`` and the ``content`` of a refresh."""

from __future__ import annotations

import re
from math import inf
from typing import Final, NamedTuple


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
