"""The room ``aio``: sources that arrive over time, who has a turn in between, and what is closed in the end."""

from __future__ import annotations

import asyncio
import io
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterable
from contextlib import aclosing
from email.message import Message
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from typing_extensions import override

from saxhtml import Attributes, Handler, Interest, LimitExceeded, Limits, StopParsing, StrictParseError, UsageError
from saxhtml.aio import aevents, aparse
from saxhtml.events import EndTag, Event, EventQueue, Span, StartTag, Text
from saxhtml.testing import EventRecorder
from tests.servers import run

T = TypeVar("T")


class Source:
    """An asynchronous generator over ``chunks`` that tells ``log`` when it is read and closed; an exception is raised."""

    def __init__(self, *chunks: object) -> None:
        self.chunks = chunks
        self.log: list[str] = []

    async def __aiter__(self) -> AsyncGenerator[Any, None]:
        try:
            for number, chunk in enumerate(self.chunks):
                self.log.append(f"read {number}")
                if isinstance(chunk, Exception):
                    raise chunk
                yield chunk
        finally:
            await asyncio.sleep(0)
            self.log.append("closed")


class Plain:
    """An asynchronous iterator that has nothing to close."""

    def __init__(self, chunks: Iterable[str]) -> None:
        self.chunks = iter(chunks)

    def __aiter__(self) -> Plain:
        return self

    async def __anext__(self) -> str:
        for chunk in self.chunks:
            return chunk
        raise StopAsyncIteration


def stream_reader(page: bytes) -> asyncio.StreamReader:
    """Return a StreamReader in which all of ``page`` has arrived. To be called while a loop runs."""
    reader = asyncio.StreamReader()
    reader.feed_data(page)
    reader.feed_eof()
    return reader


class Body:
    """Reads as aiohttp's bodies do: with a coroutine ``read``, and line by line when iterated over."""

    def __init__(self, *chunks: bytes) -> None:
        self.chunks = list(chunks)

    async def read(self, size: int = -1) -> bytes:
        await asyncio.sleep(0)
        return self.chunks.pop(0) if self.chunks else b""

    def __aiter__(self) -> AsyncIterator[bytes]:
        raise AssertionError("a page on one line would not be read before its end")


class Httpx:
    """What of a response of httpx counts here."""

    def __init__(self, content_type: str | None, *chunks: bytes) -> None:
        self.headers = Message()
        if content_type is not None:
            self.headers["content-type"] = content_type
        self.chunks = chunks

    def read(self) -> bytes:
        raise AssertionError("not for responses that are streamed")

    async def aiter_bytes(self) -> AsyncGenerator[bytes, None]:
        for chunk in self.chunks:
            yield chunk


class Aiohttp:
    """What of a response of aiohttp counts here."""

    def __init__(self, content_type: str | None, *chunks: bytes) -> None:
        self.headers = {} if content_type is None else {"Content-Type": content_type}
        self.content = Body(*chunks)

    async def read(self) -> bytes:
        raise AssertionError("not for responses that are streamed")


PAGE: Final = "<p>tea &amp; caf\xe9</p>"
EVENTS: Final[list[Event]] = [StartTag("p", Attributes()), Text("tea & caf\xe9"), EndTag("p")]


async def collect(events: AsyncGenerator[T, None], into: list[T]) -> None:
    """Add to a list all events that come, those before an exception too."""
    async for event in events:
        into.append(event)  # noqa: PERF401  a comprehension would keep nothing of a page that fails


def joined(events: Iterable[Event]) -> list[Event]:
    """Return the events with adjacent text as one."""
    result: list[Event] = []
    for event in events:
        last = result[-1] if result else None
        if isinstance(event, Text) and isinstance(last, Text):
            result[-1] = Text(last.data + event.data)
        else:
            result.append(event)
    return result


SOURCES: Final[list[tuple[str, Callable[[], Any]]]] = [
    ("StreamReader", lambda: stream_reader(PAGE.encode())),
    ("asynchronous generator of str", lambda: aiter(Source(PAGE[:9], PAGE[9:]))),
    ("asynchronous generator of bytes", lambda: aiter(Source(PAGE.encode()[:17], PAGE.encode()[17:]))),
    (
        "asynchronous generator of other bytes",
        lambda: aiter(Source(bytearray(PAGE.encode()[:9]), memoryview(PAGE.encode())[9:])),
    ),
    ("asynchronous iterable", lambda: Source(PAGE[:9], "", PAGE[9:])),
    ("asynchronous iterator without aclose", lambda: Plain(PAGE)),
    ("reader that is iterable by lines", lambda: Body(PAGE.encode()[:9], PAGE.encode()[9:])),
    ("response of httpx", lambda: Httpx(None, PAGE.encode()[:9], PAGE.encode()[9:])),
    ("response of aiohttp", lambda: Aiohttp(None, PAGE.encode()[:9], PAGE.encode()[9:])),
    ("str", lambda: PAGE),
    ("bytes", PAGE.encode),
    ("bytearray", lambda: bytearray(PAGE.encode())),
    ("memoryview", lambda: memoryview(PAGE.encode())),
]
each_source = pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in SOURCES])


@each_source
@pytest.mark.parametrize("chunk_size", [1, 5, 1 << 16])
def test_aparse_delivers_the_page_and_returns_the_handler(make: Callable[[], Any], chunk_size: int) -> None:
    async def page() -> EventQueue[Event]:
        return await aparse(make(), EventQueue(), chunk_size=chunk_size, encoding="utf-8")

    assert joined(run(page()).events) == EVENTS


@each_source
@pytest.mark.parametrize("chunk_size", [1, 5, 1 << 16])
def test_aevents_hands_out_the_page(make: Callable[[], Any], chunk_size: int) -> None:
    async def page() -> list[Event]:
        return [event async for event in aevents(make(), chunk_size=chunk_size, encoding="utf-8")]

    assert joined(run(page())) == EVENTS


def test_aevents_hands_out_what_is_of_interest_and_where_it_stands() -> None:
    async def page() -> list[tuple[Event, Span]]:
        return [pair async for pair in aevents("a\n<b><i>", interest=Interest(start={"i"}), positions=True)]

    assert run(page()) == [(StartTag("i", Attributes()), Span(5, 8, 2, 4))]


def test_options_are_those_of_the_parser() -> None:
    async def parse_noscript() -> tuple[list[Event], list[Event]]:
        page = "<noscript><p>"
        parsed = await aparse(page, EventQueue(), scripting=True)
        return list(parsed.events), [event async for event in aevents(page, scripting=True)]

    parsed, asked = run(parse_noscript())
    assert parsed == asked == [StartTag("noscript", Attributes()), Text("<p>")]


# Encodings


@pytest.mark.parametrize("response", [Httpx, Aiohttp])
@pytest.mark.parametrize(
    ("content_type", "text"),
    [
        pytest.param("text/html; charset=koi8-r", "д", id="charset"),
        pytest.param('Text/HTML;Charset="KOI8-R"', "д", id="quoted"),
        pytest.param("text/html;charset= koi8-r ", "д", id="spaces"),
        pytest.param('text/html; x; y="\\";charset=utf-8"z; charset=koi8-r', "д", id="behind others"),
        pytest.param("text/html; charset; charset=; charset=koi8-r; charset=utf-8", "д", id="the first that says something"),
        pytest.param('text/html; charset="koi8-r', "д", id="quotes left open"),
        pytest.param("text/html; charset=made-up", "Ä", id="unknown"),
        pytest.param("text/html; x-charset=koi8-r", "Ä", id="another parameter"),
        pytest.param("text/html", "Ä", id="no charset"),
        pytest.param("", "Ä", id="empty"),
        pytest.param(None, "Ä", id="no header"),
    ],
)
def test_the_charset_of_a_response_counts(response: Callable[..., Any], content_type: str | None, text: str) -> None:
    async def parsed() -> tuple[list[Event], list[Event]]:
        queue: EventQueue[Event] = await aparse(response(content_type, b"\xc4"), EventQueue())
        return list(queue.events), [event async for event in aevents(response(content_type, b"\xc4"))]

    assert run(parsed()) == ([Text(text)], [Text(text)])


def test_an_encoding_that_is_given_counts_more_than_that_of_the_response() -> None:
    async def parsed() -> list[Event]:
        response: Any = Httpx("text/html; charset=koi8-r", "д".encode())
        return [event async for event in aevents(response, encoding="utf-8")]

    assert run(parsed()) == [Text("д")]


# Turns


class Log(Handler):
    """Writes the names of start tags into a list that others write into too."""

    def __init__(self, log: list[str]) -> None:
        self.log = log

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.log.append(name)


async def count(log: list[str], steps: int) -> None:
    for step in range(steps):
        log.append(str(step))
        await asyncio.sleep(0)


async def parse_into(log: list[str], source: Any, chunk_size: int) -> None:
    await aparse(source, Log(log), chunk_size=chunk_size, encoding="utf-8")


async def ask_into(log: list[str], source: Any, chunk_size: int) -> None:
    async for event in aevents(source, chunk_size=chunk_size, encoding="utf-8"):
        assert isinstance(event, StartTag)
        log.append(event.name)


@pytest.mark.parametrize("parse", [parse_into, ask_into])
@pytest.mark.parametrize(
    ("make", "chunk_size"),
    [
        pytest.param(lambda: stream_reader(b"<a><b><c>"), 3, id="StreamReader that has it all"),
        pytest.param(lambda: Source("<a>", "<b>", "<c>"), 1000, id="generator that never waits"),
        pytest.param(lambda: Source("<a><b><c>"), 3, id="one long chunk"),
        pytest.param(lambda: "<a><b><c>", 3, id="page in memory"),
    ],
)
def test_others_have_their_turn_after_each_piece(
    parse: Callable[[list[str], Any, int], Coroutine[Any, Any, None]], make: Callable[[], Any], chunk_size: int
) -> None:
    log: list[str] = []

    async def both() -> None:
        await asyncio.gather(parse(log, make(), chunk_size), count(log, 3))

    run(both())
    assert log == ["a", "0", "b", "1", "c", "2"]


def test_pages_are_parsed_side_by_side() -> None:
    log: list[str] = []

    async def both() -> None:
        await asyncio.gather(*(aparse(page, Log(log), chunk_size=4) for page in ["<a1><a2><a3>", "<b1><b2><b3>"]))

    run(both())
    assert log == ["a1", "b1", "a2", "b2", "a3", "b3"]


def test_events_are_handed_out_before_more_is_read() -> None:
    source = Source("<a><b", "><c>")

    async def parsed() -> None:
        async for event in aevents(source):
            assert isinstance(event, StartTag)
            source.log.append(event.name)

    run(parsed())
    assert source.log == ["read 0", "a", "read 1", "b", "c", "closed"]


# Endings


class StopsAt(Handler):
    """Stops at a tag."""

    def __init__(self, name: str, exception: type[Exception] = StopParsing) -> None:
        self.name = name
        self.exception = exception
        self.ended = False

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if name == self.name:
            raise self.exception

    @override
    def end_document(self) -> None:
        self.ended = True


def test_a_source_is_read_no_further_when_the_handler_stops() -> None:
    source = Source("<a>", "<b>", "<c>")
    handler = run(aparse(source, StopsAt("b")))
    assert source.log == ["read 0", "read 1", "closed"]
    assert not handler.ended


def test_a_stream_reader_is_left_where_the_handler_stopped() -> None:
    async def parsed() -> bytes:
        reader = stream_reader(b"<a><b>more")
        await aparse(reader, StopsAt("b"), chunk_size=6, encoding="utf-8")
        return await reader.read()

    assert run(parsed()) == b"more"


def test_a_source_is_closed_when_the_handler_raises() -> None:
    source = Source("<a>", "<b>", "<c>")
    with pytest.raises(ZeroDivisionError):
        run(aparse(source, StopsAt("b", ZeroDivisionError)))
    assert source.log == ["read 0", "read 1", "closed"]


def test_a_source_is_closed_when_its_page_has_ended() -> None:
    source = Source("<a>")
    assert run(aparse(source, StopsAt("b"))).ended
    assert source.log == ["read 0", "closed"]


def test_a_source_is_closed_soon_after_a_break() -> None:
    source = Source("<a><b>", "<c>")

    async def first() -> None:
        async for _ in aevents(source):
            break
        while "closed" not in source.log:
            await asyncio.sleep(0)

    run(first())
    assert source.log == ["read 0", "closed"]


def test_a_source_is_closed_at_once_when_the_events_are() -> None:
    source = Source("<a><b>", "<c>")

    async def first() -> Event:
        async with aclosing(aevents(source)) as events:
            return await anext(events)

    async def first_and_log() -> tuple[Event, list[str]]:
        return await first(), list(source.log)

    assert run(first_and_log()) == (StartTag("a", Attributes()), ["read 0", "closed"])


async def ask(source: Any) -> None:
    async for _ in aevents(source):
        pass


async def tell(source: Any) -> None:
    await aparse(source, Handler())


@pytest.mark.parametrize("parse", [ask, tell])
def test_a_source_is_closed_when_the_task_is_cancelled_while_it_waits(
    parse: Callable[[Any], Coroutine[Any, Any, None]],
) -> None:
    log: list[str] = []

    async def waits() -> AsyncGenerator[str, None]:
        try:
            yield "<a>"
            log.append("waits")
            await asyncio.Event().wait()
        finally:
            log.append("closed")

    async def cancelled() -> None:
        task = asyncio.create_task(parse(waits()))
        while not log:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(cancelled())
    assert log == ["waits", "closed"]


@pytest.mark.parametrize("parse", [ask, tell])
def test_a_source_is_closed_when_the_task_is_cancelled_between_pieces(
    parse: Callable[[Any], Coroutine[Any, Any, None]],
) -> None:
    source = Source("<a>", "<b>")

    async def cancelled() -> None:
        task = asyncio.create_task(parse(source))
        await asyncio.sleep(0)
        assert source.log == ["read 0"]
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(cancelled())
    assert source.log == ["read 0", "closed"]


@pytest.mark.parametrize("method", ["aparse", "aevents"])
def test_an_error_of_the_source_comes_out_as_it_is_after_the_events_before_it(method: str) -> None:
    source = Source(b"<a>x&am", ConnectionResetError("gone"))
    queue = EventQueue()
    asked: list[Event] = []
    everything: Coroutine[Any, Any, Any]
    if method == "aparse":
        everything = aparse(source, queue, encoding="utf-8")
    else:
        everything = collect(aevents(source, encoding="utf-8"), asked)
    with pytest.raises(ConnectionResetError, match="gone"):
        run(everything)
    assert (asked or list(queue.events)) == [StartTag("a", Attributes()), Text("x")]
    assert source.log == ["read 0", "read 1", "closed"]


@pytest.mark.parametrize(
    ("page", "options", "error", "before"),
    [
        pytest.param(
            "a<b><!--xxxxxxxxxxxx-->",
            {"limits": Limits(max_token=9)},
            LimitExceeded,
            [Text("a"), StartTag("b", Attributes())],
            id="while feeding",
        ),
        pytest.param(
            "<b><!--",
            {"strict": True, "interest": Interest.everything()},
            StrictParseError,
            [StartTag("b", Attributes()), "eof-in-comment"],
            id="while closing",
        ),
    ],
)
def test_an_error_of_the_parser_comes_out_after_the_events_before_it(
    page: str, options: dict[str, Any], error: type[Exception], before: list[Any]
) -> None:
    asked: list[Any] = []
    with pytest.raises(error):
        run(collect(aevents(page, **options), asked))
    assert [getattr(event, "code", event) for event in asked] == before


# What is refused


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: io.BytesIO(b"<p>"), id="file"),
        pytest.param(lambda: Path("page.html"), id="path"),
        pytest.param(lambda: ["<p>"], id="list"),
        pytest.param(lambda: iter(["<p>"]), id="iterator"),
        pytest.param(lambda: None, id="None"),
    ],
)
def test_what_would_block_is_refused_with_what_to_do(make: Callable[[], Any]) -> None:
    with pytest.raises(UsageError, match=r"asyncio\.to_thread\(saxhtml\.parse, source, handler\)"):
        run(aparse(make(), Handler()))
    with pytest.raises(UsageError, match=type(make()).__name__):
        aevents(make())


def test_a_socket_is_refused_and_stays_open() -> None:
    one, other = socket.socketpair()
    source: Any = one
    with one, other:
        with pytest.raises(UsageError, match="socket"):
            run(aparse(source, Handler()))
        assert one.fileno() >= 0


@pytest.mark.parametrize("chunk_size", [0, -1])
def test_a_chunk_size_that_reads_nothing_is_refused(chunk_size: int) -> None:
    with pytest.raises(UsageError, match="chunk_size"):
        run(aparse("<p>", Handler(), chunk_size=chunk_size))
    with pytest.raises(UsageError, match="chunk_size"):
        aevents("<p>", chunk_size=chunk_size)


@pytest.mark.parametrize(
    ("chunks", "message"),
    [
        pytest.param(["<p>", 1], "not int", id="number"),
        pytest.param([["<p>"]], "not list", id="list"),
        pytest.param(["<p>", b"<p>"], "begun as str", id="str and bytes"),
    ],
)
def test_chunks_of_the_wrong_type_are_refused_and_the_source_closed(chunks: list[Any], message: str) -> None:
    source = Source(*chunks)
    with pytest.raises(UsageError, match=message):
        run(aparse(source, EventRecorder()))
    assert source.log[-1] == "closed"
