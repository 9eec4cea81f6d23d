"""The events of a page as an iterator."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, Literal, TypeVar, overload

from saxhtml.decode import transport_encoding
from saxhtml.events import ALL_BUT_ERRORS, Event, EventQueue, Span
from saxhtml.handler import Interest
from saxhtml.parser import Parser, Source
from saxhtml.reader._feed import PIECE_SIZE, feeding

_T = TypeVar("_T")


@overload
def events(
    source: Source,
    *,
    interest: Interest = ...,
    positions: Literal[False] = ...,
    chunk_size: int = ...,
    encoding: str | None = ...,
    **options: Any,
) -> Iterator[Event]: ...
@overload
def events(
    source: Source,
    *,
    interest: Interest = ...,
    positions: Literal[True],
    chunk_size: int = ...,
    encoding: str | None = ...,
    **options: Any,
) -> Iterator[tuple[Event, Span]]: ...
def events(
    source: Source,
    *,
    interest: Interest = ALL_BUT_ERRORS,
    positions: bool = False,
    chunk_size: int = PIECE_SIZE,
    encoding: str | None = None,
    **options: Any,
) -> Iterator[Any]:
    """Return the events of a page, each as soon as enough of the page has been read for it.

    ``interest`` and ``positions`` are those of :class:`~saxhtml.events.EventQueue`: by default every event but parse errors,
    and with positions ``for event, span in ...``. The rest is as in :func:`~saxhtml.parse`, and so is what is raised, when the
    events before it have been given out.

    >>> from saxhtml.events import StartTag, Text
    >>> for event in events("<p>Tea<img src=tea.png>"):
    ...     match event:
    ...         case StartTag("img", attrs):
    ...             print("image", attrs["src"])
    ...         case Text(data):
    ...             print("text", data)
    text Tea
    image tea.png
    """
    queue = EventQueue[Any](interest=interest, positions=positions)
    parser = Parser(queue, encoding=transport_encoding(source) if encoding is None else encoding, **options)
    return _drained(queue.events, feeding(parser, source, chunk_size))


def _drained(waiting: deque[_T], steps: Iterator[bool]) -> Iterator[_T]:
    try:
        for _ in steps:
            while waiting:
                yield waiting.popleft()
    except Exception:
        while waiting:
            yield waiting.popleft()
        raise
