"""Links: every URL that a page's attributes hold, resolved and reported the moment its tag is complete.

:class:`LinkFinder` hands each :class:`Link` to a callback or collects them, :func:`find_links` yields them as the page arrives.
:class:`BacklinkFinder` tells whether a page links to a site, and how; :func:`backlinks` does for a whole page.

Which attributes link is data of :mod:`saxhtml._elements`; what happens to a link is the caller's matter. URLs in style
sheets and scripts are not looked for.
"""

from __future__ import annotations

from saxhtml.links._backlinks import Backlink, BacklinkFinder, backlinks
from saxhtml.links._finder import Link, LinkFinder, find_links
from saxhtml.links._urls import resolve_url
from saxhtml.links._values import ImageCandidate, parse_refresh, parse_srcset

__all__ = [
    "Backlink",
    "BacklinkFinder",
    "ImageCandidate",
    "Link",
    "LinkFinder",
    "backlinks",
    "find_links",
    "parse_refresh",
    "parse_srcset",
    "resolve_url",
]
