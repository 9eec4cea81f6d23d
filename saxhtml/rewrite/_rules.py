"""Rules: what is to be looked at, and the function that edits it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from saxhtml import selector as selectors
from saxhtml.errors import UsageError
from saxhtml.rewrite._content import Content, Piece, check_content
from saxhtml.rewrite._edits import CommentEdit, DoctypeEdit, ElementEdit, TextEdit
from saxhtml.selector import Selector

F = TypeVar("F")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule, as the functions of this room make them."""

    selector: Selector | None = None
    element: Callable[[ElementEdit], object] | None = None
    text: Callable[[TextEdit], object] | None = None
    whole: bool = False
    comment: Callable[[CommentEdit], object] | None = None
    doctype: Callable[[DoctypeEdit], object] | None = None
    start: list[Piece] = field(default_factory=list)
    end: list[Piece] = field(default_factory=list)


def element(selector: str | Selector, edit: Callable[[ElementEdit], object]) -> Rule:
    """Call ``edit`` with each element that a CSS selector matches.

    Raises :class:`~saxhtml.selector.SelectorError` for a selector that a stream cannot decide.
    """
    return Rule(selector=selectors.compile(selector), element=_function(edit))


def text(edit: Callable[[TextEdit], object], *, inside: str | Selector | None = None, whole: bool = False) -> Rule:
    """Call ``edit`` with text, of the whole page or inside the elements that a selector matches.

    Text comes in pieces as they arrive, or with ``whole`` once for each run of text between two pieces of markup, which is then
    held until it has ended.
    """
    selector = None if inside is None else selectors.compile(inside)
    return Rule(selector=selector, text=_function(edit), whole=whole)


def comment(edit: Callable[[CommentEdit], object]) -> Rule:
    """Call ``edit`` with each comment."""
    return Rule(comment=_function(edit))


def doctype(edit: Callable[[DoctypeEdit], object]) -> Rule:
    """Call ``edit`` with each doctype."""
    return Rule(doctype=_function(edit))


def document(*, start: Content = "", end: Content = "", html: bool = False) -> Rule:
    """Write content before the first character of the page, and behind the last."""
    return Rule(start=[Piece(check_content(start), html)], end=[Piece(check_content(end), html)])


def _function(edit: F) -> F:
    if not callable(edit):
        raise UsageError(f"a rule takes a function that edits, not {edit!r}")
    return edit
