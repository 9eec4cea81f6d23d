"""Whatever a page can be read from: feed_from() and parse(), piece by piece as it comes."""

from __future__ import annotations

import builtins
import gzip
import io
import os
import socket
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from email.message import Message
from http.client import HTTPResponse, IncompleteRead
from pathlib import Path
from typing import IO, Any, Final

import pytest
from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.errors import EncodingChanged, LimitExceeded, StopParsing, StrictParseError, UsageError
from saxhtml.handler import Handler
from saxhtml.limits import Limits
from saxhtml.parser import CHUNK_SIZE, Parser, parse
from saxhtml.testing import Event, EventRecorder

TEXT: Final = (
    "<!DOCTYPE html>\r\n<meta charset=utf-8><title>\u00e9\u20ac</title>\n<p a='\U0001f600'>b&amp;c<br/>"
    + "<i>d\u00e9</i>\r\n" * 40
)
DATA: Final = TEXT.encode()


def recorded(source: Any, **options: Any) -> list[Event]:
    recorder = EventRecorder(join_text=True)
    assert parse(source, recorder, **options) is recorder
    return recorder.events


EVENTS: Final = recorded(TEXT)


class ReadOnly:
    """Has a ``read`` and nothing else; keeps how much was asked for."""

    def __init__(self, data: bytes | str) -> None:
        self.file: IO[Any] = io.StringIO(data, newline="") if isinstance(data, str) else io.BytesIO(data)
        self.asked: list[int] = []

    def read(self, size: int) -> Any:
        self.asked.append(size)
        return self.file.read(size)


class Trickle(ReadOnly):
    """Gives at most three at a time, as a slow file may."""

    @override
    def read(self, size: int) -> Any:
        return super().read(min(size, 3))


class OtherPath:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __fspath__(self) -> str:
        return str(self.path)


class Stops(Handler):
    """Stops at the title's end."""

    @override
    def end_tag(self, name: str) -> None:
        if name == "title":
            raise StopParsing


class Fails(Handler):
    @override
    def end_tag(self, name: str) -> None:
        raise ValueError(name)


IN_MEMORY: Final[dict[str, Callable[[], Any]]] = {
    "str": lambda: TEXT,
    "bytes": lambda: DATA,
    "bytearray": lambda: bytearray(DATA),
    "memoryview": lambda: memoryview(DATA),
    "list of str": lambda: [TEXT[:99], "", TEXT[99:]],
    "list of bytes": lambda: [DATA[:99], b"", DATA[99:]],
    "bytes of every kind": lambda: (DATA[:9], bytearray(DATA[9:99]), memoryview(DATA)[99:]),
    "generator": lambda: (TEXT[at : at + 7] for at in range(0, len(TEXT), 7)),
    "iterator": lambda: iter([DATA]),
    "deque": lambda: deque([DATA[:50], DATA[50:]]),
    "map": lambda: map(str.encode, [TEXT[:9], TEXT[9:]]),
    "StringIO": lambda: io.StringIO(TEXT, newline=""),
    "BytesIO": lambda: io.BytesIO(DATA),
    "buffered reader": lambda: io.BufferedReader(io.BytesIO(DATA)),
    "text wrapper": lambda: io.TextIOWrapper(io.BytesIO(DATA), encoding="utf-8", newline=""),
    "gzip file": lambda: gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(DATA))),
    "read only, str": lambda: ReadOnly(TEXT),
    "read only, bytes": lambda: ReadOnly(DATA),
    "slow, str": lambda: Trickle(TEXT),
    "slow, bytes": lambda: Trickle(DATA),
}


@pytest.mark.parametrize("source", IN_MEMORY.values(), ids=IN_MEMORY)
def test_a_page_is_the_same_from_wherever_it_comes(source: Callable[[], Any]) -> None:
    assert recorded(source()) == EVENTS
    for chunk_size in (1, 7, 100, CHUNK_SIZE):
        assert recorded(source(), chunk_size=chunk_size) == EVENTS
    recorder = EventRecorder(join_text=True)
    parser = Parser(recorder)
    parser.feed_from(source())
    parser.close()
    assert recorder.events == EVENTS


@pytest.mark.parametrize(
    "empty", ["", b"", bytearray(), memoryview(b""), [], [""], [b"", b""], io.StringIO(), io.BytesIO(), iter(())]
)
def test_an_empty_source_is_an_empty_page(empty: Any) -> None:
    assert recorded(empty) == []


# Files


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "\u00e9 page.html"
    path.write_bytes(DATA)
    return path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[IO[Any]]:
    """The files that have been opened since."""
    files: list[IO[Any]] = []
    real = open

    def recording_open(*arguments: Any, **options: Any) -> IO[Any]:
        file: IO[Any] = real(*arguments, **options)
        files.append(file)
        return file

    monkeypatch.setattr(builtins, "open", recording_open)
    return files


@pytest.mark.parametrize("kind", [Path, OtherPath])
def test_a_path_is_read_as_bytes_and_closed(kind: Callable[[Path], Any], path: Path, opened: list[IO[Any]]) -> None:
    assert recorded(kind(path)) == EVENTS
    assert recorded(kind(path), chunk_size=5) == EVENTS
    assert [file.closed for file in opened] == [True, True]


def test_a_path_is_closed_when_the_handler_stops(path: Path, opened: list[IO[Any]]) -> None:
    parse(path, Stops(), chunk_size=1)
    assert [file.closed for file in opened] == [True]


def test_a_path_is_closed_when_the_handler_fails(path: Path, opened: list[IO[Any]]) -> None:
    with pytest.raises(ValueError, match="title"):
        parse(path, Fails(), chunk_size=1)
    assert [file.closed for file in opened] == [True]


def test_a_path_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        parse(tmp_path / "none.html", Handler())
    with pytest.raises(OSError):  # noqa: PT011  which one differs by system
        parse(tmp_path, Handler())


def test_a_str_is_the_page_and_not_its_path(path: Path) -> None:
    assert recorded(str(path)) == [("text", str(path))]


@pytest.mark.parametrize("mode", ["text", "binary", "unbuffered"])
def test_an_open_file_is_read_and_left_open(path: Path, mode: str) -> None:
    ways: dict[str, dict[str, Any]] = {
        "text": {"mode": "r", "encoding": "utf-8", "newline": ""},
        "binary": {"mode": "rb"},
        "unbuffered": {"mode": "rb", "buffering": 0},
    }
    with path.open(**ways[mode]) as file:
        assert recorded(file) == EVENTS
        assert not file.closed
        file.seek(0)
        parse(file, Stops(), chunk_size=1)
        if mode != "text":  # whose places are its own matter
            assert file.tell() == DATA.index(b"</title>") + len(b"</title>")


@pytest.mark.parametrize("chunk_size", [1, 10, 1000])
def test_what_is_asked_for_at_a_time_is_the_chunk_size(chunk_size: int) -> None:
    source = ReadOnly(DATA)
    recorded(source, chunk_size=chunk_size)
    assert set(source.asked) == {chunk_size}
    assert len(source.asked) == -(-len(DATA) // chunk_size) + 1


def test_what_is_asked_for_otherwise() -> None:
    source = ReadOnly(DATA)
    recorded(source)
    assert set(source.asked) == {CHUNK_SIZE}


@pytest.mark.parametrize("page", ["abcdefgh", b"abcdefgh", memoryview(b"abcdefgh")], ids=["str", "bytes", "memoryview"])
def test_a_page_in_memory_is_fed_in_pieces(page: Any) -> None:
    recorder = EventRecorder()
    parse(page, recorder, chunk_size=3, encoding="latin1")
    assert recorder.events == [("text", "abc"), ("text", "def"), ("text", "gh")]


def test_chunks_of_an_iterable_are_fed_as_they_are() -> None:
    recorder = EventRecorder()
    parse(["abcdef", "gh"], recorder, chunk_size=3)
    assert recorder.events == [("text", "abcdef"), ("text", "gh")]


def test_the_prompter_way_to_read_is_taken() -> None:
    class Both:
        """Reads as a buffered file does: ``read`` waits for all that is asked for."""

        def __init__(self) -> None:
            self.chunks = [b"<p>", b"a", b""]

        def read1(self, size: int) -> bytes:
            return self.chunks.pop(0)

        def read(self, size: int) -> bytes:
            raise AssertionError("waits")

    assert recorded(Both(), encoding="utf-8") == [("start", "p", [], False), ("text", "a")]


# How much is read


@pytest.mark.parametrize("stop_at_once", [True, False])
def test_no_more_is_read_after_a_stop(stop_at_once: bool) -> None:
    page = "<title>a</title>" if stop_at_once else "<p><title>a</title>"
    taken = []

    def chunks() -> Iterator[str]:
        for chunk in ([page] if stop_at_once else [page[:4], page[4:]]) + ["and", "so", "on"]:
            taken.append(chunk)
            yield chunk

    source = chunks()
    parser = Parser(Stops())
    parser.feed_from(source)
    assert parser.stopped
    assert "".join(taken) == page
    assert list(source) == ["and", "so", "on"]


def test_a_parser_that_has_stopped_reads_nothing() -> None:
    parser = Parser(Stops())
    parser.feed("<title></title>")
    source = ReadOnly("the next")
    parser.feed_from(source)
    assert source.file.read() == "the next"


@pytest.mark.parametrize("state", ["closed", "failed"])
def test_a_parser_that_cannot_go_on_reads_nothing(state: str) -> None:
    parser = Parser(Fails())
    if state == "closed":
        parser.close()
    else:
        with pytest.raises(ValueError, match="a"):
            parser.feed("</a>")
    source = ReadOnly("the next")
    with pytest.raises(UsageError, match=r"reset\(\)"):
        parser.feed_from(source)
    assert source.file.read() == "the next"


def test_reading_may_fail_and_go_on() -> None:
    recorder = EventRecorder()
    parser = Parser(recorder)

    class Breaks(ReadOnly):
        @override
        def read(self, size: int) -> Any:
            if len(self.asked) == 2:
                raise ConnectionResetError("gone")
            return super().read(3)

    with pytest.raises(ConnectionResetError, match="gone"):
        parser.feed_from(Breaks("<p>a<i>b"))
    assert recorder.events == [("start", "p", [], False), ("text", "a")]
    parser.feed_from([">b"])
    parser.close()
    assert recorder.events[2:] == [("start", "i", [], False), ("text", "b")]


def test_a_page_may_come_from_several_sources() -> None:
    recorder = EventRecorder(join_text=True)
    parser = Parser(recorder)
    for source in (DATA[:10], io.BytesIO(DATA[10:20]), [DATA[20:30]], ReadOnly(DATA[30:])):
        parser.feed_from(source)
    parser.close()
    assert recorder.events == EVENTS


def test_the_page_is_not_closed() -> None:
    recorder = EventRecorder()
    parser = Parser(recorder)
    parser.feed_from("a<p")
    parser.feed(">")
    assert recorder.events == [("text", "a"), ("start", "p", [], False)]


# Sockets


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(10)
        theirs.settimeout(10)
        yield ours, theirs


def test_a_socket_is_read_to_its_end(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    theirs.sendall(DATA)
    theirs.shutdown(socket.SHUT_WR)
    assert recorded(ours, chunk_size=11) == EVENTS
    assert ours.fileno() >= 0


def test_events_come_while_the_sender_still_waits(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    answers: list[bytes] = []

    class Answers(Handler):
        """Acknowledges each tag, without which the sender sends no more."""

        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            ours.sendall(name.encode())

    def send() -> None:
        for name in (b"a", b"b", b"c"):
            theirs.sendall(b"<" + name + b">text<")
            answers.append(theirs.recv(1))
            theirs.sendall(b"i>")
            answers.append(theirs.recv(1))
        theirs.shutdown(socket.SHUT_WR)

    sender = threading.Thread(target=send)
    sender.start()
    parse(ours, Answers(), encoding="utf-8")
    sender.join(10)
    assert answers == [b"a", b"i", b"b", b"i", b"c", b"i"]


def test_after_a_stop_the_socket_is_read_for_something_else(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    theirs.sendall(DATA + b"the next")
    theirs.shutdown(socket.SHUT_WR)
    parser = Parser(Stops(), encoding="utf-8")
    parser.feed_from(ours, chunk_size=1)
    end = DATA.index(b"</title>") + len(b"</title>")
    assert parser.consumed.bytes == end
    left = b""
    while chunk := ours.recv(100):
        left += chunk
    assert left == DATA[end:] + b"the next"


def test_a_sender_that_dies_is_the_callers_to_hear_of(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    theirs.sendall(b"<p>a")
    ours.settimeout(0.01)
    recorder = EventRecorder()
    parser = Parser(recorder, encoding="utf-8")
    with pytest.raises(TimeoutError):
        parser.feed_from(ours)
    assert recorder.events == [("start", "p", [], False), ("text", "a")]
    parser.close()


@pytest.mark.parametrize("buffering", [-1, 0])
def test_a_sockets_file_is_read_as_it_comes(pair: tuple[socket.socket, socket.socket], buffering: int) -> None:
    ours, theirs = pair
    with ours.makefile("rb", buffering=buffering) as file:
        theirs.sendall(b"<title>a</title>")
        # A read of all that is asked for would wait for what never comes.
        assert parse(file, Stops(), encoding="utf-8")


# HTTP responses


class Response(ReadOnly):
    """The body and the headers of a response."""

    def __init__(self, data: bytes, content_type: str | None) -> None:
        super().__init__(data)
        self.headers = Message()
        if content_type is not None:
            self.headers["Content-Type"] = content_type


@pytest.mark.parametrize(
    ("content_type", "options", "expected"),
    [
        ("text/html; charset=koi8-r", {}, "\u0430"),
        ('text/html; charset="KOI8-R"', {}, "\u0430"),
        ("text/html; charset=x-unknown", {}, "\u00c1"),
        ("text/html; charset=utf-7", {}, "\u00c1"),
        ("text/html; charset=", {}, "\u00c1"),
        ("text/html", {}, "\u00c1"),
        (None, {}, "\u00c1"),
        ("text/html; charset=koi8-r", {"encoding": "iso-8859-5"}, "\u0421"),
        ("text/html; charset=x-unknown", {"encoding": "iso-8859-5"}, "\u0421"),
        ("text/html; charset=x-unknown", {"fallback_encoding": "iso-8859-5"}, "\u0421"),
        ("text/html; charset=koi8-r", {"fallback_encoding": "iso-8859-5"}, "\u0430"),
    ],
)
def test_the_charset_of_a_response_counts(content_type: str | None, options: dict[str, str], expected: str) -> None:
    assert recorded(Response(b"\xc1", content_type), **options) == [("text", expected)]


def test_what_the_page_says_counts_where_the_response_says_nothing() -> None:
    page = b"<meta charset=koi8-r>\xc1"
    assert recorded(Response(page, "text/html; charset=x-unknown"))[-1] == ("text", "\u0430")
    assert recorded(Response(page, "text/html; charset=iso-8859-5"))[-1] == ("text", "\u0421")


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"Content-Type": "text/html; charset=koi8-r"}, "\u0430"),
        ({}, "\u00c1"),
        ({"Content-Type": None}, "\u00c1"),
        (None, "\u00c1"),
        ([("Content-Type", "text/html; charset=koi8-r")], "\u00c1"),
    ],
    ids=["mapping", "nothing in it", "no type", "none", "another kind"],
)
def test_headers_of_another_kind_count_if_they_are_a_mapping(headers: Any, expected: str) -> None:
    response: Any = ReadOnly(b"\xc1")
    response.headers = headers
    assert recorded(response) == [("text", expected)]


@pytest.mark.parametrize("chunked", [False, True])
def test_a_real_response_is_read_with_its_charset(pair: tuple[socket.socket, socket.socket], chunked: bool) -> None:
    ours, theirs = pair
    body = b"<title>\xc1</title>"
    theirs.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=KOI8-R\r\n")
    if chunked:
        theirs.sendall(b"Transfer-Encoding: chunked\r\n\r\n8\r\n" + body[:8] + b"\r\n8\r\n" + body[8:] + b"\r\n0\r\n\r\n")
    else:
        theirs.sendall(b"Content-Length: 16\r\n\r\n" + body)
    response = HTTPResponse(ours)
    response.begin()
    assert recorded(response)[1] == ("text", "\u0430")
    response.close()


def test_a_response_that_is_cut_off_says_so(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    theirs.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n<p>abc")
    theirs.shutdown(socket.SHUT_WR)
    response = HTTPResponse(ours)
    response.begin()
    recorder = EventRecorder(join_text=True)
    with pytest.raises(IncompleteRead):
        parse(response, recorder, encoding="utf-8")
    assert recorder.events == [("start", "p", [], False), ("text", "abc")]
    response.close()


@pytest.mark.parametrize("length", [None, 0, len(DATA), "16"], ids=repr)
def test_a_file_may_have_a_length_of_its_own(length: Any) -> None:
    source: Any = ReadOnly(DATA)
    source.length = length
    assert recorded(source) == EVENTS


# What is refused


@pytest.mark.parametrize("chunk_size", [0, -1, "64k", 1.5, None], ids=repr)
@pytest.mark.parametrize("source", ["abc", b"abc", ["abc"], io.StringIO("abc")], ids=["str", "bytes", "list", "file"])
def test_a_chunk_size_is_a_positive_int(source: Any, chunk_size: Any) -> None:
    with pytest.raises(UsageError, match="chunk_size is a positive int, not "):
        parse(source, Handler(), chunk_size=chunk_size)
    with pytest.raises(UsageError, match="chunk_size is a positive int, not "):
        Parser(Handler()).feed_from(source, chunk_size=chunk_size)


class Asynchronous:
    def __aiter__(self) -> AsyncIterator[bytes]:
        raise AssertionError("iterated")


class AsynchronousReader(Asynchronous):
    """Also has a ``read``, as the reader of a stream has."""

    def read(self, size: int = -1) -> object:
        raise AssertionError("read")


async def asynchronous() -> AsyncIterator[bytes]:
    yield b""


@pytest.mark.parametrize(
    "source", [Asynchronous(), asynchronous(), AsynchronousReader()], ids=["iterable", "generator", "reader"]
)
def test_an_asynchronous_source_is_sent_to_the_right_door(source: Any) -> None:
    with pytest.raises(UsageError, match=r"saxhtml\.aio\.aparse\(\)"):
        parse(source, Handler())


@pytest.mark.parametrize("source", [None, 1, object(), Handler()], ids=lambda source: type(source).__name__)
def test_what_no_page_can_be_read_from_is_refused_in_words(source: Any) -> None:
    kind = type(source).__name__
    with pytest.raises(UsageError, match=f"cannot read a page from {kind}; give str, bytes, a Path, a file or an iterable"):
        parse(source, Handler())


@pytest.mark.parametrize("chunks", [[1], ["a", None], [["a"]], range(3)], ids=repr)
def test_chunks_of_another_kind_are_refused_in_words(chunks: Iterable[Any]) -> None:
    with pytest.raises(UsageError, match=r"feed\(\) takes str or bytes, not "):
        parse(chunks, Handler())


def test_chunks_of_two_kinds_are_refused_in_words() -> None:
    mixed: Any = ["a", b"b"]
    with pytest.raises(UsageError, match="begun as str and cannot go on as bytes"):
        parse(mixed, Handler())


# Options


def test_the_options_are_the_parsers() -> None:
    assert recorded(b"\xe9", encoding="koi8-r") == [("text", "\u0418")]
    assert recorded(b"\xe9", fallback_encoding="koi8-r") == [("text", "\u0418")]
    assert recorded("<noscript><b>", scripting=True)[-1] == ("text", "<b>")
    assert recorded("<noscript><b>", scripting=True, lane=False)[-1] == ("text", "<b>")
    with pytest.raises(StrictParseError):
        recorded("</>", strict=True)
    with pytest.raises(LimitExceeded):
        recorded("<abc>", limits=Limits(max_token=2))
    with pytest.raises(EncodingChanged):
        recorded(b" " * 1100 + b"<meta charset=utf-8>", late_meta="raise")


@pytest.mark.parametrize("encoding", ["", "utf-7", "nonsense"])
def test_an_unknown_label_is_refused_here_too(encoding: str) -> None:
    with pytest.raises(UsageError, match="is no label of the WHATWG Encoding Standard"):
        parse(b"a", Handler(), encoding=encoding)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(TypeError, match="stricter"):
        parse("a", Handler(), stricter=True)


def test_the_handler_is_returned_also_when_it_stops() -> None:
    handler = Stops()
    assert parse(TEXT, handler) is handler


def test_the_document_ends() -> None:
    class Ends(Handler):
        ended = 0

        @override
        def end_document(self) -> None:
            self.ended += 1

    assert parse(["a", "b"], Ends()).ended == 1
    assert parse("", Ends()).ended == 1


def test_a_handler_that_fails_ends_it_at_once() -> None:
    taken = []

    def chunks() -> Iterator[str]:
        for chunk in ("<p>", "</p>", "more"):
            taken.append(chunk)
            yield chunk

    with pytest.raises(ValueError, match="p"):
        parse(chunks(), Fails())
    assert taken == ["<p>", "</p>"]


def test_a_pipe_is_read_as_it_comes() -> None:
    reading, writing = os.pipe()
    with open(reading, "rb") as file, open(writing, "wb", buffering=0) as pipe:
        pipe.write(b"<title>a</title>")
        parse(file, Stops(), encoding="utf-8")


def test_a_source_that_does_not_wait_is_refused() -> None:
    class Impatient:
        def read(self, size: int) -> bytes | None:
            return None

    with pytest.raises(UsageError, match="does not wait for it"):
        parse(Impatient(), Handler())  # type: ignore[arg-type]
