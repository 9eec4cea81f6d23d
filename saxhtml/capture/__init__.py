"""Capture: one call per matched element, at its start tag, or at its end with its text or its source.

:func:`select` yields what a CSS selector matches in a page, :func:`capture_handler` makes a handler that calls back; both give
a :class:`Match`. :class:`Elements` finds the elements that a :class:`Wanted` describes and tells where they end. Conditions on
tags and attributes, and handlers that pass events on, are matters of ``filters``; subtrees are the tree's.

``_match`` has what is wanted and what is found, ``_elements`` finds it, ``_handlers`` captures it, ``_select`` pulls.
"""

from saxhtml.capture._elements import HTML_ELEMENTS, Elements
from saxhtml.capture._filter import ExactFilter, Nothing, is_wanted, join
from saxhtml.capture._handlers import LIMIT, CaptureKind, Sources, Starts, Texts, capture_class, capture_handler
from saxhtml.capture._match import Match, Wanted, by_selector
from saxhtml.capture._select import select

__all__ = [
    "HTML_ELEMENTS",
    "LIMIT",
    "CaptureKind",
    "Elements",
    "ExactFilter",
    "Match",
    "Nothing",
    "Sources",
    "Starts",
    "Texts",
    "Wanted",
    "by_selector",
    "capture_class",
    "capture_handler",
    "is_wanted",
    "join",
    "select",
]
