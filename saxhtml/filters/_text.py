"""Text on its way to the next handler: in one call, with single spaces, without what is blank; and without comments.

A text node is the text between two other events of the full stream, comments included. For its sake these filters hear of all
tags and comments where text is wanted; a handler that wants no text costs nothing.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import replace
from typing import Final

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.capture import LIMIT, Elements, ExactFilter
from saxhtml.errors import UsageError
from saxhtml.filters._match import wanted
from saxhtml.handler import Doctype, Filter, HandlerProtocol, Interest
from saxhtml.position import Locator

_SPACE: Final = "\t\n\f\r "
_SPACES: Final = re.compile(f"[{_SPACE}]+")
_AS_WRITTEN: Final = wanted("listing plaintext pre script style textarea xmp".split())


def coalesce_text(*, limit: int = LIMIT, then: HandlerProtocol | None = None) -> Filter:
    """Return a filter that passes on each text node in one call, however its pieces came in.

    The call comes with the event that ends the node, and that is where the locator stands then. A node of more than ``limit``
    characters comes in several calls, so that no more than that is held.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import coalesce_text, trace
    >>> _ = parse(["<p>one,", " two", " and three</p>"], coalesce_text(then=trace()))
    1:1 start_tag('p', {})
    1:22 text('one, two and three')
    1:22 end_tag('p')

    Raises :class:`~saxhtml.UsageError` for a ``limit`` that is not a positive int.
    """
    if not isinstance(limit, int) or limit < 1:
        raise UsageError(f"limit is a positive number of characters, not {limit!r}")
    return _Coalesce(limit, then)


def collapse_whitespace(*, then: HandlerProtocol | None = None) -> Filter:
    """Return a filter that makes one space of each run of whitespace in a text node.

    Left as they are: ``pre``, ``textarea``, ``script``, ``style`` and the old ``listing``, ``plaintext`` and ``xmp``.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import collapse_whitespace, trace
    >>> _ = parse("a \\n b<pre>c  d", collapse_whitespace(then=trace()))
    1:1 text('a b')
    2:3 start_tag('pre', {})
    2:8 text('c  d')
    """
    return _Collapse(then)


def skip_blank_text(*, then: HandlerProtocol | None = None) -> Filter:
    """Return a filter that leaves out text nodes in which there is nothing but whitespace.

    It leaves the same elements alone as :func:`collapse_whitespace`. Whitespace that ends a piece of the input waits for what
    comes: if that is text of the same node, they are one call, and the locator stands at the latter.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import skip_blank_text, trace
    >>> _ = parse("<ul>\\n <li> a </li>\\n</ul>", skip_blank_text(then=trace()))
    1:1 start_tag('ul', {})
    2:2 start_tag('li', {})
    2:6 text(' a ')
    2:9 end_tag('li')
    3:1 end_tag('ul')
    """
    return _SkipBlank(then)


def drop_comments(*, then: HandlerProtocol | None = None) -> Filter:
    """Return a filter that leaves out comments.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import drop_comments, trace
    >>> _ = parse("a<!-- b -->", drop_comments(then=trace()))
    1:1 text('a')
    """
    return _DropComments(then)


class _DropComments(ExactFilter):
    @override
    def passes(self, wants: Interest) -> Interest:
        return replace(wants, comment=False)


_NODE_ENDS: Final = Interest(start=True, end=True, comment=True, doctype=True, processing_instruction=True)


class _TextNodes(ExactFilter):
    """Tells where text nodes end."""

    @override
    def needs(self) -> Interest:
        return _NODE_ENDS if self.wants.text else Interest()

    @abstractmethod
    def _end_node(self) -> None:
        """The node that may have been begun is at its end."""

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self._end_node()
        super().start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        self._end_node()
        super().end_tag(name)

    @override
    def comment(self, data: str) -> None:
        self._end_node()
        super().comment(data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._end_node()
        super().doctype(doctype)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._end_node()
        super().processing_instruction(target, data)

    @override
    def end_document(self) -> None:
        self._end_node()
        super().end_document()


class _Coalesce(_TextNodes):
    def __init__(self, limit: int, then: HandlerProtocol | None) -> None:
        super().__init__(then)
        self._limit = limit
        self._forget()

    def _forget(self) -> None:
        self._pieces: list[str] = []
        self._size = 0

    @override
    def start_document(self, locator: Locator) -> None:
        self._forget()
        super().start_document(locator)

    @override
    def text(self, data: str) -> None:
        self._size += len(data)
        if self._size > self._limit and self._pieces:
            self._end_node()
            self._size = len(data)
        self._pieces.append(data)

    @override
    def _end_node(self) -> None:
        if self._pieces:
            data = self._pieces[0] if len(self._pieces) == 1 else "".join(self._pieces)
            self._forget()
            if self.wants.text:
                self.next_handler.text(data)


class _InProse(_TextNodes):
    """Tells where text is prose, in which whitespace has no meaning of its own."""

    def __init__(self, then: HandlerProtocol | None) -> None:
        super().__init__(then)
        self._as_written = Elements(_AS_WRITTEN)
        self._forget()

    @abstractmethod
    def _forget(self) -> None:
        """Begin anew."""

    @override
    def start_document(self, locator: Locator) -> None:
        self._as_written = Elements(_AS_WRITTEN)
        self._forget()
        super().start_document(locator)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self._end_node()
        self._as_written.start(name, attrs, self.locator)
        ExactFilter.start_tag(self, name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        self._end_node()
        self._as_written.end(name, self.locator)
        ExactFilter.end_tag(self, name)


class _Collapse(_InProse):
    @override
    def _forget(self) -> None:
        self._after_space = False

    @override
    def text(self, data: str) -> None:
        if not self._as_written.live:
            data = _SPACES.sub(" ", data)
            if self._after_space and data.startswith(" "):
                data = data[1:]
            if not data:
                return
            self._after_space = data.endswith(" ")
        super().text(data)

    @override
    def _end_node(self) -> None:
        self._after_space = False


class _SkipBlank(_InProse):
    """Holds what is blank until the node turns out to hold more. More than can be held is not taken for blank."""

    @override
    def _forget(self) -> None:
        self._blank: list[str] = []
        self._size = 0
        self._passes = False

    @override
    def text(self, data: str) -> None:
        if self._passes or self._as_written.live:
            super().text(data)
            return
        self._blank.append(data)
        self._size += len(data)
        if data.strip(_SPACE) or self._size > LIMIT:
            data = "".join(self._blank)
            self._forget()
            self._passes = True
            super().text(data)

    @override
    def _end_node(self) -> None:
        if self._passes or self._blank:
            self._forget()
