"""Capture: one call per matched element, at its start tag, or at its end with its text, its source or its tree.

:func:`select` yields what a CSS selector matches in a page, :func:`capture_handler` makes a handler that calls back; both give
a :class:`Match`. :class:`Elements` finds the elements that a :class:`Wanted` describes and tells where they end. Conditions on
tags and attributes, and handlers that pass events on, are matters of ``filters``; what a tree is made of is ``tree``'s.

``_match`` has what is wanted and what is found, ``_elements`` finds it; ``_starts``, ``_contents`` and ``_trees`` capture it,
``_handlers`` tells which of them does, ``_select`` pulls.
"""

from saxhtml.capture._contents import Sources, Texts
from saxhtml.capture._elements import HTML_ELEMENTS, Elements, NothingKnownAround
from saxhtml.capture._filter import ExactFilter, Nothing, is_wanted, join
from saxhtml.capture._handlers import CaptureClass, CaptureKind, capture_class, capture_handler
from saxhtml.capture._match import Match, Wanted, by_selector
from saxhtml.capture._select import select
from saxhtml.capture._starts import LIMIT, Starts
from saxhtml.capture._trees import Trees
from saxhtml.tree._around import is_its_end_tag

__all__ = [
    "HTML_ELEMENTS",
    "LIMIT",
    "CaptureClass",
    "CaptureKind",
    "Elements",
    "ExactFilter",
    "Match",
    "Nothing",
    "NothingKnownAround",
    "Sources",
    "Starts",
    "Texts",
    "Trees",
    "Wanted",
    "by_selector",
    "capture_class",
    "capture_handler",
    "is_its_end_tag",
    "is_wanted",
    "join",
    "select",
]
