"""Pull: what a selector matches in a page, match by match."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from saxhtml.capture._handlers import CaptureKind, capture_handler
from saxhtml.capture._match import Match, by_selector
from saxhtml.capture._starts import LIMIT
from saxhtml.decode import transport_encoding
from saxhtml.parser import CHUNK_SIZE, Parser, Source, _chunks
from saxhtml.selector import Selector


def select(
    selector: str | Selector,
    source: Source,
    *,
    capture: CaptureKind = "text",
    limit: int = LIMIT,
    chunk_size: int = CHUNK_SIZE,
    encoding: str | None = None,
    **options: Any,
) -> Iterator[Match]:
    """Yield what a CSS selector matches in a page, each match as soon as it is captured.

    ``source``, ``chunk_size`` and the rest are those of :func:`~saxhtml.parse`; no more of the source is read than the
    matches taken so far need. ``capture`` and ``limit`` are those of :func:`capture_handler`. But for "start",
    elements come in the order in which they end.

    >>> [match.text for match in select("li > b", "<ul><li><b>one</b><li><i>two</i><li><b>three")]
    ['one', 'three']

    Raises :class:`~saxhtml.selector.SelectorError` for a selector that a stream cannot decide, and what parsing raises.
    """
    found: deque[Match] = deque()
    parser = Parser(
        capture_handler(by_selector(selector), found.append, capture=capture, limit=limit),
        encoding=encoding or transport_encoding(source),
        **options,
    )
    return _matches(parser, source, chunk_size, found)


def _matches(parser: Parser, source: Source, chunk_size: int, found: deque[Match]) -> Iterator[Match]:
    for chunk in _chunks(source, chunk_size):
        parser.feed(chunk)
        while found:
            yield found.popleft()
    parser.close()
    yield from found
