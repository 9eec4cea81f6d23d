"""Filters: handlers that observe, change or leave out what passes on its way to the next handler.

Each is made by a function with a ``then``, the handler it passes events on to; :func:`chain` puts several in a row. A filter
tells the parser what it needs and no more, so that what nobody wants is passed over at full speed; and the next handler gets
what it asked for, however much the filters before it had to see.

``_tags`` calls back for elements and text, ``_elements`` keeps, drops, unwraps and renames, ``_attributes`` and ``_text``
do what their names say, ``_flow`` connects, ``_lint`` checks; which elements are meant is read in ``_match``. What is captured
of an element, and where it ends, is :mod:`saxhtml.capture`'s matter; filters that repair the nesting are in ``balance``.
"""

from saxhtml.filters._attributes import drop_attributes, map_attributes
from saxhtml.filters._elements import drop, first, inside, keep, keep_tags, outside, rename, until, unwrap
from saxhtml.filters._flow import chain, tee, trace
from saxhtml.filters._lint import lint
from saxhtml.filters._match import ALL, PCDATA, UNKNOWN
from saxhtml.filters._tags import on, parse_html, with_tag_handler
from saxhtml.filters._text import coalesce_text, collapse_whitespace, drop_comments, skip_blank_text

__all__ = [
    "ALL",
    "PCDATA",
    "UNKNOWN",
    "chain",
    "coalesce_text",
    "collapse_whitespace",
    "drop",
    "drop_attributes",
    "drop_comments",
    "first",
    "inside",
    "keep",
    "keep_tags",
    "lint",
    "map_attributes",
    "on",
    "outside",
    "parse_html",
    "rename",
    "skip_blank_text",
    "tee",
    "trace",
    "until",
    "unwrap",
    "with_tag_handler",
]
