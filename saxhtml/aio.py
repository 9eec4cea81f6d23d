"""asyncio: the parser driven by what arrives, with the event loop free in between.

:func:`aparse` calls a handler, as :func:`saxhtml.parse` does for what is read without waiting; :func:`aevents` hands the
events out, as values of :mod:`saxhtml.events`. Connecting, requesting and redirects are the HTTP client's matter.

There is no ``asyncio.Protocol`` here: ``parser.feed`` does all that its ``data_received`` would, for who has a connection
that carries nothing but a page.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable, Coroutine, Iterator
from contextlib import aclosing
from inspect import iscoroutinefunction
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, overload

from saxhtml.decode import transport_encoding
from saxhtml.errors import UsageError
from saxhtml.events import ALL_BUT_ERRORS, Event, EventQueue, Span
from saxhtml.handler import HandlerProtocol, Interest
from saxhtml.parser import CHUNK_SIZE, Chunk, Parser

H = TypeVar("H", bound=HandlerProtocol)
_T = TypeVar("_T")


class SupportsAsyncRead(Protocol):
    """An ``asyncio.StreamReader``, or what reads like one."""

    async def read(self, size: int, /) -> str | bytes: ...


class AsyncResponse(Protocol):
    """The response of an HTTP client: ``httpx.Response``, ``aiohttp.ClientResponse``."""

    @property
    def headers(self) -> Any: ...


AsyncSource: TypeAlias = Chunk | SupportsAsyncRead | AsyncIterable[Chunk] | AsyncResponse
"""What a page can be read from. A page that is already in memory, str or bytes, only lets others have their turn."""


async def aparse(
    source: AsyncSource, handler: H, *, chunk_size: int = CHUNK_SIZE, encoding: str | None = None, **options: Any
) -> H:
    """Parse a page from its beginning to its end, or until the handler stops it, and return the handler.

    ``source``: an ``asyncio.StreamReader``, an asynchronous iterable of str or bytes such as the body of a response, a
    response of httpx or aiohttp, or a page in memory. Each chunk is fed when it arrives; what is longer than
    ``chunk_size`` (bytes or characters) is fed in pieces, and after each piece other tasks have their turn. The charset of
    a response counts as ``encoding`` where none is given; ``options`` are those of :class:`~saxhtml.Parser`.

    An asynchronous generator is closed when the parse ends, however it does; a StreamReader is left where it is.

    Raises what :meth:`Parser.feed() <saxhtml.Parser.feed>` and reading from the source do, when the events before it have
    been delivered, and :class:`~saxhtml.UsageError` for a source that would block the loop.
    """
    parser = Parser(handler, encoding=transport_encoding(source) if encoding is None else encoding, **options)
    async with aclosing(_pieces(source, chunk_size)) as pieces:
        async for piece in pieces:
            parser.feed(piece)
            if parser.stopped:
                break
    parser.close()
    return handler


@overload
def aevents(
    source: AsyncSource,
    *,
    interest: Interest = ...,
    positions: Literal[False] = ...,
    chunk_size: int = ...,
    encoding: str | None = ...,
    **options: Any,
) -> AsyncGenerator[Event, None]: ...
@overload
def aevents(
    source: AsyncSource,
    *,
    interest: Interest = ...,
    positions: Literal[True],
    chunk_size: int = ...,
    encoding: str | None = ...,
    **options: Any,
) -> AsyncGenerator[tuple[Event, Span], None]: ...
def aevents(
    source: AsyncSource,
    *,
    interest: Interest = ALL_BUT_ERRORS,
    positions: bool = False,
    chunk_size: int = CHUNK_SIZE,
    encoding: str | None = None,
    **options: Any,
) -> AsyncGenerator[Any, None]:
    """Return the events of a page as they arrive: ``async for event in aevents(source)``.

    ``interest`` and ``positions`` are those of :class:`~saxhtml.events.EventQueue`: by default every event but parse errors,
    and with positions ``async for event, span in ...``. The rest is as in :func:`aparse`, and so is what is raised, when
    the events before it have been handed out.

    The source is read no further than the events that are asked for need. Breaking out of the loop makes asyncio close the
    generator, and it the source, soon; ``async with contextlib.aclosing(aevents(...)) as events`` does so at once.
    """
    queue = EventQueue[Any](interest=interest, positions=positions)
    parser = Parser(queue, encoding=transport_encoding(source) if encoding is None else encoding, **options)
    return _events(parser, queue.events, _pieces(source, chunk_size))


async def _events(parser: Parser, events: deque[_T], pieces: AsyncGenerator[Chunk, None]) -> AsyncGenerator[_T, None]:
    async with aclosing(pieces):
        async for piece in pieces:
            try:
                parser.feed(piece)
            finally:
                while events:
                    yield events.popleft()
    try:
        parser.close()
    finally:
        while events:
            yield events.popleft()


def _pieces(source: AsyncSource, size: int) -> AsyncGenerator[Chunk, None]:
    """Return the pieces of a source, each as soon as it is there, none longer than ``size``."""
    if size < 1:
        raise UsageError(f"chunk_size is a positive int, not {size!r}")
    return _in_turns(_chunks(source, size), size)


async def _in_turns(chunks: AsyncIterator[Chunk], size: int) -> AsyncGenerator[Chunk, None]:
    try:
        async for chunk in chunks:
            for piece in _cut(chunk, size):
                yield piece
                # What has already arrived is read without waiting: a fast page would hold up all the others.
                await asyncio.sleep(0)
    finally:
        close = getattr(chunks, "aclose", None)
        if close is not None:
            await close()


def _cut(chunk: Chunk, size: int) -> Iterator[Chunk]:
    if isinstance(chunk, Chunk):
        for start in range(0, len(chunk), size):
            yield chunk[start : start + size]
    else:
        yield chunk  # feed() says what is wrong with it


def _chunks(source: AsyncSource, size: int) -> AsyncIterator[Chunk]:
    if isinstance(source, Chunk):
        return _whole(source)
    body: object = source
    if hasattr(source, "aiter_bytes"):  # httpx
        body = source.aiter_bytes()
    elif hasattr(source, "headers"):  # aiohttp
        body = getattr(source, "content", source)
    read = getattr(body, "read", None)
    if iscoroutinefunction(read):
        return _reads(read, size)
    if isinstance(body, AsyncIterable):
        return aiter(body)
    raise UsageError(
        f"cannot wait for a page from {type(source).__name__}: give an asyncio.StreamReader, an asynchronous iterable of str "
        "or bytes, a response of httpx or aiohttp, or the page itself; what blocks, such as a file or a socket, is parsed "
        "in a thread, by asyncio.to_thread(saxhtml.parse, source, handler)"
    )


async def _whole(page: Chunk) -> AsyncGenerator[Chunk, None]:
    yield page


async def _reads(read: Callable[[int], Coroutine[Any, Any, Chunk]], size: int) -> AsyncGenerator[Chunk, None]:
    while chunk := await read(size):
        yield chunk
