"""The front: which class of handlers captures in which way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from saxhtml.capture._contents import Sources, Texts
from saxhtml.capture._match import Match, Wanted
from saxhtml.capture._starts import LIMIT, Starts
from saxhtml.capture._trees import Trees
from saxhtml.errors import UsageError
from saxhtml.handler import Filter, HandlerProtocol

CaptureKind = Literal["start", "text", "source", "tree"]

CaptureClass: TypeAlias = type[Starts | Texts | Sources | Trees]


def capture_handler(
    wanted: Wanted,
    callback: Callable[[Match], object],
    *,
    capture: CaptureKind = "start",
    limit: int = LIMIT,
    then: HandlerProtocol | None = None,
) -> Filter:
    """Return a handler that calls ``callback`` with each match, and passes each event on to ``then``, if there is one.

    ``capture`` says when, and with what: "start", at once; "text", when the element has ended, with all text in it; "source",
    then, with the piece of the input that it is, to the letter; "tree", then, as an :class:`saxhtml.tree.Element`. An element
    that has no end tag ends where the standard says, with the element around it or with the document at the latest.

    Of text and source no more than ``limit`` characters are kept, over all open elements together: an element that is
    larger is delivered as soon as that is known, with its first ``limit`` characters and ``truncated`` set. A tree then has the
    nodes, and the start tags, that stand as a whole in the first ``limit`` characters of the element's source.

    A match in another match has a part of the other's tree; but it has a tree of its own if it is open when the other one is
    truncated. Where the stream is let pass by up to a match, its svg and MathML is known from their start tags inside it on.

    Raises :class:`~saxhtml.UsageError` for any other ``capture``, and for a ``limit`` that is not a positive int.
    """
    return capture_class(capture)(wanted, callback, limit=limit, then=then)


def capture_class(capture: CaptureKind) -> CaptureClass:
    """Return the class of the handlers that capture in that way. Raises :class:`~saxhtml.UsageError` for any other."""
    classes: dict[str, CaptureClass] = {"start": Starts, "text": Texts, "source": Sources, "tree": Trees}
    if capture not in classes:
        raise UsageError(f"capture={capture!r} is not known here; there is {', '.join(map(repr, classes))}")
    return classes[capture]
