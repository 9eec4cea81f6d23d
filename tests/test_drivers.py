"""The drivers, ``parse``, ``feed_from`` and those of ``aio``, with real servers.

What shows that events are prompt is a handshake, not a clock: the server sends a piece of the page when the events that
the piece before it completed have been seen. A driver that waits for more waits in vain.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from functools import partial
from http.client import HTTPConnection, IncompleteRead
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Semaphore, Thread
from typing import Any, Final
from urllib.request import urlopen

import pytest
from typing_extensions import override

from saxhtml import Attributes, Doctype, Handler, HandlerProtocol, Parser, StopParsing, parse
from saxhtml.aio import aevents, aparse
from saxhtml.events import Comment, EndTag, Event, StartTag, Text
from saxhtml.testing import EventRecorder
from tests.servers import HEAD, PATIENCE_SECONDS, reset, run, serving

EXAMPLES: Final = Path(__file__).resolve().parents[1] / "examples"

SCRIPT: Final[list[tuple[bytes, list[Event]]]] = [
    (b"<!DOCTYPE html><ti", [Doctype("html", None, None, force_quirks=False)]),
    (b"tle>Caf\xc3", [StartTag("title", Attributes()), Text("Caf")]),
    (b"\xa9 &am", [Text("é ")]),
    (b"p; cake</tit", [Text("& cake")]),
    (b"le><a hr", [EndTag("title")]),
    (b"ef=/x>\r", [StartTag("a", Attributes(" href=/x"))]),
    (b"\nmore", [Text("\nmore")]),
    (b"!<!--c-", [Text("!")]),
    (b"-><p", [Comment("c")]),
    (b">", [StartTag("p", Attributes())]),
]
"""Pieces of a page, and the events that each completes."""


class Handshake:
    """Lets the server send the next piece of a page when what the last one completed has been seen."""

    def __init__(self, script: Sequence[tuple[bytes, list[Event]]]) -> None:
        self.script = script
        self.events: list[Event] = []
        self.due: list[Event] = []
        self.on_seen: Callable[[], None]
        self.ended = False

    def pieces(self, on_seen: Callable[[], None]) -> Iterator[bytes]:
        """Yield the pieces; ``on_seen`` is called each time that all events of one have been seen."""
        self.on_seen = on_seen
        for piece, completed in self.script:
            self.due = completed.copy()
            yield piece

    def take(self, event: Event) -> None:
        self.events.append(event)
        assert self.due, f"{event} was not due yet"
        assert event == self.due.pop(0)
        if not self.due:
            self.on_seen()


class Seer(Handler):
    """Shows each event to a handshake."""

    def __init__(self, handshake: Handshake) -> None:
        self.handshake = handshake

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.handshake.take(StartTag(name, attrs))

    @override
    def end_tag(self, name: str) -> None:
        self.handshake.take(EndTag(name))

    @override
    def text(self, data: str) -> None:
        self.handshake.take(Text(data))

    @override
    def comment(self, data: str) -> None:
        self.handshake.take(Comment(data))

    @override
    def doctype(self, doctype: Doctype) -> None:
        self.handshake.take(doctype)

    @override
    def end_document(self) -> None:
        self.handshake.ended = True


# What the server puts around the page is known by the path: nothing, or the head of a response, and how its end is told.


def head(path: str, page_length: int) -> bytes:
    if path == "/chunked":
        return HEAD.replace(b"1.0", b"1.1").replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n")
    if path == "/length":
        return HEAD.replace(b"\r\n\r\n", b"\r\nContent-Length: %d\r\n\r\n" % page_length)
    return HEAD if path == "/response" else b""


def framed(path: str, piece: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(piece), piece) if path == "/chunked" else piece


@contextmanager
def slow_server(
    handshake: Handshake, *, page_length: int, dies: Callable[[socket.socket], None] | None = None
) -> Iterator[str]:
    """Serve the page of a handshake; instead of telling its end, ``dies`` may be called."""

    def answer(connection: socket.socket, path: str) -> None:
        seen = Semaphore(0)
        connection.sendall(head(path, page_length))
        for piece in handshake.pieces(seen.release):
            connection.sendall(framed(path, piece))
            assert seen.acquire(timeout=PATIENCE_SECONDS), f"{piece!r} was sent, but not yet seen: {handshake.due}"
        if dies is not None:
            dies(connection)
        elif path == "/chunked":
            connection.sendall(b"0\r\n\r\n")

    with serving(answer) as host:
        yield host


@contextmanager
def connected(host: str) -> Iterator[socket.socket]:
    """Yield a socket on which a page without a head has been asked for."""
    address, port = host.split(":")
    with socket.create_connection((address, int(port)), PATIENCE_SECONDS) as connection:
        connection.sendall(b"GET /bare HTTP/1.0\r\n\r\n")
        yield connection


@asynccontextmanager
async def reading(host: str) -> AsyncIterator[asyncio.StreamReader]:
    address, port = host.split(":")
    reader, writer = await asyncio.open_connection(address, int(port))
    writer.write(b"GET /bare HTTP/1.0\r\n\r\n")
    try:
        yield reader
    finally:
        writer.close()


# The drivers: each gets a page of a host to a handler.


def from_socket(host: str, handler: HandlerProtocol) -> None:
    with connected(host) as connection:
        parse(connection, handler, encoding="utf-8")


def from_recv(host: str, handler: HandlerProtocol) -> None:
    with connected(host) as connection:
        parse(iter(partial(connection.recv, 100), b""), handler, encoding="utf-8")


def from_buffered_file(host: str, handler: HandlerProtocol) -> None:
    with connected(host) as connection, connection.makefile("rb") as file:
        parse(file, handler, encoding="utf-8")


def from_raw_file(host: str, handler: HandlerProtocol) -> None:
    with connected(host) as connection, connection.makefile("rb", buffering=0) as file:
        parse(file, handler, encoding="utf-8")


def with_feed(host: str, handler: HandlerProtocol) -> None:
    parser = Parser(handler, encoding="utf-8")
    with connected(host) as connection:
        while not parser.stopped and (piece := connection.recv(100)):
            parser.feed(piece)
    parser.close()


def with_feed_from(host: str, handler: HandlerProtocol) -> None:
    parser = Parser(handler, encoding="utf-8")
    with connected(host) as connection:
        parser.feed(connection.recv(5))
        parser.feed_from(connection, chunk_size=7)
    parser.close()


def from_urllib(path: str, host: str, handler: HandlerProtocol) -> None:
    with urlopen(f"http://{host}/{path}", timeout=PATIENCE_SECONDS) as response:
        parse(response, handler)


def from_http_client(path: str, host: str, handler: HandlerProtocol) -> None:
    with closing(HTTPConnection(host, timeout=PATIENCE_SECONDS)) as connection:
        connection.request("GET", f"/{path}")
        with connection.getresponse() as response:
            parse(response, handler)


def from_stream_reader(host: str, handler: HandlerProtocol) -> None:
    async def drive() -> None:
        async with reading(host) as reader:
            await aparse(reader, handler, encoding="utf-8")

    run(drive())


def from_generator(host: str, handler: HandlerProtocol) -> None:
    async def chunks() -> AsyncGenerator[bytes, None]:
        async with reading(host) as reader:
            while chunk := await reader.read(100):
                yield chunk

    run(aparse(chunks(), handler, encoding="utf-8"))


DRIVERS: Final[dict[str, Callable[[str, HandlerProtocol], None]]] = {
    "parse, socket": from_socket,
    "parse, iterable": from_recv,
    "parse, buffered file": from_buffered_file,
    "parse, raw file": from_raw_file,
    "feed": with_feed,
    "feed_from": with_feed_from,
    "parse, urllib, response up to its end": partial(from_urllib, "response"),
    "parse, urllib, response in chunks": partial(from_urllib, "chunked"),
    "parse, http.client, response of a length": partial(from_http_client, "length"),
    "parse, http.client, response in chunks": partial(from_http_client, "chunked"),
    "aparse, StreamReader": from_stream_reader,
    "aparse, generator": from_generator,
}
each_driver = pytest.mark.parametrize("drive", [pytest.param(drive, id=name) for name, drive in DRIVERS.items()])


async def see(events: AsyncGenerator[Event, None], handshake: Handshake) -> None:
    async for event in events:
        handshake.take(event)
    handshake.ended = True


def length(script: Sequence[tuple[bytes, list[Event]]]) -> int:
    return sum(len(piece) for piece, _ in script)


def expected(script: Sequence[tuple[bytes, list[Event]]]) -> list[Event]:
    return [event for _, events in script for event in events]


@each_driver
def test_events_come_with_the_piece_that_completes_them(drive: Callable[[str, HandlerProtocol], None]) -> None:
    handshake = Handshake(SCRIPT)
    with slow_server(handshake, page_length=length(SCRIPT)) as host:
        drive(host, Seer(handshake))
    assert handshake.events == expected(SCRIPT)
    assert handshake.ended


def test_events_are_handed_out_with_the_piece_that_completes_them() -> None:
    handshake = Handshake(SCRIPT)

    async def drive(host: str) -> None:
        async with reading(host) as reader:
            await see(aevents(reader, encoding="utf-8"), handshake)

    with slow_server(handshake, page_length=length(SCRIPT)) as host:
        run(drive(host))
    assert handshake.events == expected(SCRIPT)
    assert handshake.ended


@each_driver
def test_a_connection_that_breaks_is_an_error_after_the_events_before_it(
    drive: Callable[[str, HandlerProtocol], None],
) -> None:
    handshake = Handshake(SCRIPT[:3])
    with slow_server(handshake, page_length=length(SCRIPT), dies=reset) as host, pytest.raises(ConnectionResetError):
        drive(host, Seer(handshake))
    assert handshake.events == expected(SCRIPT[:3])
    assert not handshake.ended


def test_a_connection_that_breaks_is_an_error_after_the_events_that_were_handed_out() -> None:
    handshake = Handshake(SCRIPT[:3])

    async def drive(host: str) -> None:
        async with reading(host) as reader:
            await see(aevents(reader, encoding="utf-8"), handshake)

    with slow_server(handshake, page_length=length(SCRIPT), dies=reset) as host, pytest.raises(ConnectionResetError):
        run(drive(host))
    assert handshake.events == expected(SCRIPT[:3])
    assert not handshake.ended


@pytest.mark.parametrize("drive", [from_urllib, from_http_client])
def test_a_response_that_is_cut_short_is_an_error_after_the_events_before_it(
    drive: Callable[[str, str, HandlerProtocol], None],
) -> None:
    handshake = Handshake(SCRIPT[:3])
    dies = socket.socket.close
    with slow_server(handshake, page_length=length(SCRIPT), dies=dies) as host, pytest.raises(IncompleteRead):
        drive("chunked", host, Seer(handshake))
    assert handshake.events == expected(SCRIPT[:3])
    assert not handshake.ended


# Servers of the standard library


@contextmanager
def http_server(directory: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        timeout = PATIENCE_SECONDS

        @override
        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(directory))) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


PAGES: Final = sorted((EXAMPLES / "pages").glob("*.html"))


@pytest.mark.parametrize("chunk_size", [100, 1 << 16])
@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in PAGES])
def test_a_page_from_a_server_is_the_page(page: Path, chunk_size: int) -> None:
    with http_server(page.parent) as host, urlopen(f"http://{host}/{page.name}", timeout=PATIENCE_SECONDS) as response:
        recorder = parse(response, EventRecorder(join_text=True), chunk_size=chunk_size)
    assert recorder.events == parse(page, EventRecorder(join_text=True)).events


def test_pages_from_a_server_side_by_side_are_the_pages() -> None:
    async def get(host: str, page: Path) -> EventRecorder:
        address, port = host.split(":")
        reader, writer = await asyncio.open_connection(address, int(port))
        try:
            writer.write(b"GET /%b HTTP/1.0\r\n\r\n" % page.name.encode())
            await reader.readuntil(b"\r\n\r\n")
            return await aparse(reader, EventRecorder(join_text=True), chunk_size=100)
        finally:
            writer.close()

    async def get_all(host: str) -> list[EventRecorder]:
        return await asyncio.gather(*(get(host, page) for page in PAGES))

    with http_server(EXAMPLES / "pages") as host:
        recorders = run(get_all(host))
    assert [recorder.events for recorder in recorders] == [parse(page, EventRecorder(join_text=True)).events for page in PAGES]


@pytest.mark.parametrize("method", ["aparse", "aevents"])
def test_one_loop_serves_many_pages_and_reads_them(method: str) -> None:
    # Each connection to the server is for the handshake whose number is asked for.
    handshakes = [Handshake(SCRIPT) for _ in range(20)]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        handshake = handshakes[int(await reader.readline())]
        seen = asyncio.Semaphore(0)
        for piece in handshake.pieces(seen.release):
            writer.write(piece)
            await seen.acquire()
        writer.close()

    async def get(port: int, number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"%d\n" % number)
        if method == "aparse":
            await aparse(reader, Seer(handshakes[number]), encoding="utf-8")
        else:
            await see(aevents(reader, encoding="utf-8"), handshakes[number])
        writer.close()

    async def serve_and_get() -> None:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            await asyncio.gather(*(get(port, number) for number in range(len(handshakes))))

    run(serve_and_get())
    assert [handshake.events for handshake in handshakes] == [expected(SCRIPT)] * len(handshakes)
    assert all(handshake.ended for handshake in handshakes)


# Hanging up


class UpToTitle(Handler):
    """Stops at the end of the title."""

    @override
    def end_tag(self, name: str) -> None:
        raise StopParsing


@each_driver
def test_who_has_seen_enough_hangs_up(drive: Callable[[str, HandlerProtocol], None]) -> None:
    page = b"".join(piece for piece, _ in SCRIPT[:5])
    hung_up = Semaphore(0)

    def answer(connection: socket.socket, path: str) -> None:
        connection.sendall(head(path, 1 << 30) + framed(path, page))
        # The rest of the page is never sent: the client must hang up for this to go on.
        with suppress(ConnectionResetError):  # which it is if some of the page was left unread
            assert connection.recv(1) == b""
        hung_up.release()

    with serving(answer) as host:
        drive(host, UpToTitle())
    assert hung_up.acquire(timeout=PATIENCE_SECONDS)


@pytest.mark.parametrize("piece", [7, 1000], ids=["cut", "whole"])
def test_what_a_stopped_parser_has_not_used_is_there_for_others(piece: int) -> None:
    """A page and something else share a connection: ``consumed`` says where the page has ended."""
    sent = "<title>é</title>and now something else".encode()

    def answer(connection: socket.socket, path: str) -> None:
        connection.sendall(sent)

    received = b""
    with serving(answer) as host, connected(host) as connection:
        parser = Parser(UpToTitle(), encoding="utf-8")
        while not parser.stopped:
            received += (chunk := connection.recv(piece))
            parser.feed(chunk)
        used = parser.consumed.bytes
        while chunk := connection.recv(piece):
            received += chunk
    assert received == sent
    assert received[used:] == b"and now something else"
