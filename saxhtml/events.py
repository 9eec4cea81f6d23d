"""Events as values: what a handler is told, written down for those who would rather ask.

``match`` works on them. An :class:`EventQueue` is the handler that collects them until they are taken. Who feeds the parser
meanwhile is another room's matter: :mod:`saxhtml.aio` does for asyncio. For tests, :mod:`saxhtml.testing` writes events down
as plain tuples.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar, overload

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.errors import ParseError
from saxhtml.handler import Doctype, Handler, Interest
from saxhtml.position import Locator

# Data classes rather than named tuples, of which Text("b") and EndTag("b") would be equal. Frozen ones would take half as
# long again to make; type checkers keep these from being changed.


@dataclass(slots=True)
class StartTag:
    """A start tag: its ASCII-lowercased name and its attributes, which may be kept."""

    name: Final[str]
    attrs: Final[Attributes]


@dataclass(slots=True)
class EndTag:
    """An end tag, by its ASCII-lowercased name."""

    name: Final[str]


@dataclass(slots=True)
class Text:
    """A piece of text, references decoded and line ends as LF; never empty. More of it may follow in the next event."""

    data: Final[str]


@dataclass(slots=True)
class Comment:
    """A comment, or what the standard turns into one, by its data."""

    data: Final[str]


@dataclass(slots=True)
class ProcessingInstruction:
    """A processing instruction ``<?target data>`` (WHATWG HTML as of June 2026)."""

    target: Final[str]
    data: Final[str]


Event: TypeAlias = StartTag | EndTag | Text | Comment | Doctype | ProcessingInstruction | ParseError
"""One event. :class:`~saxhtml.Doctype` and :class:`~saxhtml.ParseError` are those that handlers get."""


class Span(NamedTuple):
    """Where an event stands: offsets in characters from 0, end exclusive; line and column of its start, from 1."""

    offset: int
    end_offset: int
    line: int
    column: int


ALL_BUT_ERRORS: Final = replace(Interest.everything(), parse_error=False)
"""What is collected unless something else is asked for. Parse errors cost time to find, and few want them."""

_E = TypeVar("_E", Event, tuple[Event, Span])


class EventQueue(Handler, Generic[_E]):
    """A handler that puts each event into the queue :attr:`events`, from which it is taken with ``popleft()``.

    ``interest`` says which events to collect; the parser passes faster over the rest. With ``positions`` the queue holds
    pairs of an event and its :class:`Span`; that of a parse error is the empty one at its place. The queue holds what was
    fed and not yet taken: take it after each ``feed``, one that raised too, and it stays small.
    """

    events: deque[_E]
    """The events not yet taken, in order."""

    _put: Callable[[Event], None]

    @overload
    def __init__(self: EventQueue[Event], *, interest: Interest = ..., positions: Literal[False] = ...) -> None: ...
    @overload
    def __init__(self: EventQueue[tuple[Event, Span]], *, interest: Interest = ..., positions: Literal[True]) -> None: ...
    @overload
    def __init__(self: EventQueue[Any], *, interest: Interest = ..., positions: bool) -> None: ...
    def __init__(self, *, interest: Interest = ALL_BUT_ERRORS, positions: bool = False) -> None:
        self.events = deque()
        self._interest = interest
        self._positions = positions

    @override
    def interest(self) -> Interest:
        return self._interest

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        put: Callable[[Any], None] = self.events.append
        self._put = partial(_put_with_span, put, locator) if self._positions else put

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self._put(StartTag(name, attrs))

    @override
    def end_tag(self, name: str) -> None:
        self._put(EndTag(name))

    @override
    def text(self, data: str) -> None:
        self._put(Text(data))

    @override
    def comment(self, data: str) -> None:
        self._put(Comment(data))

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._put(doctype)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._put(ProcessingInstruction(target, data))

    @override
    def parse_error(self, error: ParseError) -> None:
        self._put(error)


def _put_with_span(put: Callable[[tuple[Event, Span]], None], locator: Locator, event: Event) -> None:
    if isinstance(event, ParseError):
        span = Span(event.offset, event.offset, event.line, event.column)
    else:
        span = Span(locator.offset, locator.end_offset, locator.line, locator.column)
    put((event, span))
