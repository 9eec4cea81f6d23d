"""Parser and parse(): the front door.

A :class:`Parser` ties a decoder and a tokenizer to a handler and keeps the promises of the life cycle: what may be called
when, and what comes out of it. :func:`parse` drives one to the end over whatever a page can be read from. What the events
are is in :mod:`saxhtml.handler`; asyncio is in :mod:`saxhtml.aio`.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterable, Callable, Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.decode import Decoder, transport_encoding
from saxhtml.errors import EncodingChanged, ParseError, StopParsing, StrictParseError, UsageError
from saxhtml.handler import Filter, HandlerProtocol, Interest
from saxhtml.limits import Limits
from saxhtml.position import Locator
from saxhtml.tokenizer import Tokenizer

CHUNK_SIZE: Final = 1 << 16
"""Bytes or characters that are asked for at a time."""

H = TypeVar("H", bound=HandlerProtocol)

Chunk: TypeAlias = str | bytes | bytearray | memoryview


class SupportsRead(Protocol):
    """A text or binary file, or the response of an HTTP client."""

    def read(self, size: int, /) -> str | bytes: ...


class SupportsRecv(Protocol):
    """A socket."""

    def recv(self, size: int, /) -> bytes: ...


Source: TypeAlias = "Chunk | os.PathLike[str] | SupportsRead | SupportsRecv | Iterable[Chunk]"
"""What a page can be read from. A str is the page itself; a path is given as ``pathlib.Path``."""


class Consumed(NamedTuple):
    """How much of the input has been used; ``bytes`` is None where str was fed."""

    characters: int
    bytes: int | None


class Parser:
    """Takes a page in any pieces and calls a handler with its events.

    ``handler``: what is called (:class:`~saxhtml.Handler`).
    ``encoding``: the label that came with the page, such as the charset of its Content-Type, for bytes; only a byte order
    mark overrides it. Without it, what the page declares in its first 1024 bytes counts, then ``fallback_encoding``.
    ``late_meta``: what to do about a declaration further down that contradicts: "ignore" it, or "raise"
    :class:`~saxhtml.EncodingChanged`.
    ``scripting``: whether ``noscript`` holds raw text, as in a browser that runs scripts.
    ``strict``: raise the first parse error as :class:`~saxhtml.StrictParseError`.
    ``limits``: how much is held (:class:`~saxhtml.Limits`).
    ``unclosed_quotes``: "newline" ends a quoted value at its first line break, or at a ``>`` before that, where its closing
    quote is missing: where the quote that would close it, lines further down, looks like one that opens another value, or where
    there is none to the end of the page. This departs from the standard, and is told as the parse error
    "missing-quote-after-attribute-value"; references in such a value are not checked for errors. By default the standard rules.
    ``lane``: off, each token goes through the standard's states; only tests need that.

    Raises :class:`~saxhtml.UsageError` for an encoding that is unknown, and for what is no handler.
    """

    __slots__ = (
        "_consumed",
        "_decoder",
        "_fed_bytes",
        "_handler",
        "_kind",
        "_options",
        "_state",
        "_tokenizer",
        "locator",
        "stopped",
    )

    locator: Locator
    """Where the event being handled stands; the same that the handler gets."""
    stopped: bool
    """Whether a handler has ended the parse by raising :class:`~saxhtml.StopParsing`."""

    def __init__(
        self,
        handler: HandlerProtocol,
        *,
        encoding: str | None = None,
        fallback_encoding: str = "windows-1252",
        late_meta: Literal["ignore", "raise"] = "ignore",
        scripting: bool = False,
        strict: bool = False,
        limits: Limits | None = None,
        unclosed_quotes: Literal["newline"] | None = None,
        lane: bool = True,
    ) -> None:
        _refuse_no_handler(handler)
        if late_meta not in ("ignore", "raise"):
            raise UsageError(f'Parser(late_meta=...) takes "ignore" or "raise", not {late_meta!r}')
        if unclosed_quotes not in (None, "newline"):
            raise UsageError(f'Parser(unclosed_quotes=...) takes "newline" or None, not {unclosed_quotes!r}')
        mends = unclosed_quotes is not None
        self._options = _Options(encoding, fallback_encoding, late_meta, scripting, strict, limits or Limits(), mends, lane)
        self._state: _State = "new"
        self._start(handler)

    def _start(self, handler: HandlerProtocol) -> None:
        options = self._options
        self._handler = handler
        self._decoder = Decoder(options.encoding, fallback_encoding=options.fallback_encoding)
        self.locator = Locator()
        outermost = handler
        if options.strict:
            outermost = _Strict(outermost)
        if options.late_meta == "raise":
            outermost = _LateMeta(outermost, self._decoder)
        self._tokenizer = Tokenizer(
            outermost,
            scripting=options.scripting,
            mends=options.mends,
            limits=options.limits,
            lane=options.lane,
            locator=self.locator,
        )
        self._state = "new"
        self._kind: type | None = None
        self._fed_bytes = 0
        self._consumed: Consumed | None = None
        self.stopped = False

    @property
    def encoding(self) -> str | None:
        """The name of the encoding in force (WHATWG Encoding Standard); None for str, and before it is known."""
        return self._decoder.encoding

    @property
    def consumed(self) -> Consumed:
        """The characters and bytes used: all that was fed, or where the parse was stopped, up to the end of that event."""
        if self._consumed is not None:
            return self._consumed
        return Consumed(self._tokenizer.characters, None if self._kind is str else self._fed_bytes)

    def feed(self, data: Chunk) -> None:
        """Take the next piece of the page; call the handler with all that is certain after it.

        A page is fed as str or as bytes, not both. Raises :class:`~saxhtml.LimitExceeded`, in strict mode
        :class:`~saxhtml.StrictParseError`, and what the handler raises; after any of these the parser does not go on until
        :meth:`reset`. Raises :class:`~saxhtml.UsageError` when called after :meth:`close` or from inside a handler.
        """
        if (self._state != "open" or type(data) is not self._kind) and not self._admit(data):
            return
        self._state = "busy"
        try:
            if isinstance(data, str):
                self._tokenizer.feed(data)
            else:
                self._fed_bytes += memoryview(data).nbytes
                self._feed_decoded(self._decoder.decode(data))
            self._state = "open"
        except StopParsing:
            self._stop()
        finally:
            self._fail_if_busy()

    def _feed_decoded(self, text: str) -> None:
        self.locator.encoding = self._decoder.encoding
        if text:
            self._tokenizer.feed(text)

    def _admit(self, data: Chunk) -> bool:
        """Refuse what cannot be fed now; begin the document if need be; tell whether ``data`` is to be fed."""
        self._refuse_feed()
        kind = str if isinstance(data, str) else bytes
        if kind is bytes and not isinstance(data, bytes | bytearray | memoryview):
            raise UsageError(f"feed() takes str or bytes, not {type(data).__name__}")
        if self._kind is not kind and self._kind is not None:
            raise UsageError(f"this page was begun as {self._kind.__name__} and cannot go on as {kind.__name__}")
        self._kind = kind
        if kind is bytes:
            self.locator._bytes = self._decoder
        self._begin()
        return not self.stopped

    def _begin(self) -> None:
        if self._state == "new":
            self._state = "busy"
            try:
                self._tokenizer.start()
                self._state = "open"
            except StopParsing:
                self._stop()
            finally:
                self._fail_if_busy()

    def _stop(self) -> None:
        self._state = "stopped"
        self.stopped = True
        characters = self.locator.end_offset
        self._consumed = Consumed(characters, None if self._kind is str else self.locator.byte_end_offset or 0)

    def _fail_if_busy(self) -> None:
        """Go on no more where an exception is on its way out."""
        if self._state == "busy":
            self._state = "failed"

    def feed_from(self, source: Source, *, chunk_size: int = CHUNK_SIZE) -> None:
        """Feed all that can be read from ``source``, ``chunk_size`` bytes or characters at a time, until it ends or stops.

        ``source``: a str or bytes, a path, a text or binary file, a socket, an HTTP response, or an iterable of chunks.
        What a read gives is fed at once. The page is not closed. Raises what :meth:`feed` raises, and what reading does.
        """
        self._refuse_feed()
        if self.stopped:
            return
        for chunk in _chunks(source, chunk_size):
            self.feed(chunk)
            if self.stopped:
                break

    def close(self) -> None:
        """Take the end of the page; call the handler with what waits and ``end_document``. A second call does nothing.

        Raises what :meth:`feed` raises.
        """
        self._refuse_misuse("close")
        self._begin()
        if self._state == "open":
            self._state = "busy"
            try:
                if self._kind is bytes:
                    self._feed_decoded(self._decoder.finish())
                self._tokenizer.close()
            except StopParsing:
                self._stop()
            else:
                self._state = "closed"
            finally:
                self._fail_if_busy()
        self._state = "closed"

    def reset(self, handler: HandlerProtocol | None = None) -> None:
        """Forget the page and be as new, for the same handler or another. Raises UsageError from inside a handler."""
        if self._state == "busy":
            raise UsageError("reset() was called from inside a handler; raise StopParsing, and reset when feed() has returned")
        if handler is not None:
            _refuse_no_handler(handler)
        self._start(self._handler if handler is None else handler)

    def _refuse_feed(self) -> None:
        self._refuse_misuse("feed")
        if self._state == "closed":
            raise UsageError("feed() was called after close(); call reset() to parse another page")

    def _refuse_misuse(self, method: str) -> None:
        if self._state == "busy":
            raise UsageError(f"{method}() was called from inside a handler; keep what is to be fed until feed() has returned")
        if self._state == "failed":
            raise UsageError(f"{method}() was called after an exception; call reset() to parse another page")


def _refuse_no_handler(handler: object) -> None:
    if isinstance(handler, type):
        raise UsageError(f"a parser takes a handler, not its class: Parser({handler.__name__}())")
    if not isinstance(handler, HandlerProtocol):
        raise UsageError(f"a parser takes a handler, as a subclass of saxhtml.Handler makes, not {type(handler).__name__}")


_State: TypeAlias = Literal["new", "open", "busy", "stopped", "closed", "failed"]


class _Options(NamedTuple):
    encoding: str | None
    fallback_encoding: str
    late_meta: str
    scripting: bool
    strict: bool
    limits: Limits
    mends: bool
    lane: bool


class _Guard(Filter):
    """Looks at events on their way to a handler, who gets only those that it wants."""

    def __init__(self, next_handler: HandlerProtocol) -> None:
        super().__init__(next_handler)
        self._wanted = Interest()

    @override
    def interest(self) -> Interest:
        self._wanted = self.next_handler.interest()
        return self._wanted


class _Strict(_Guard):
    """Raises the first parse error, when the handler has been told if it asked for errors."""

    @override
    def interest(self) -> Interest:
        return super().interest() | Interest(parse_error=True)

    @override
    def parse_error(self, error: ParseError) -> None:
        if self._wanted.parse_error:
            self.next_handler.parse_error(error)
        raise StrictParseError(error)


class _LateMeta(_Guard):
    """Raises when a ``meta`` names another encoding than the one in force."""

    def __init__(self, next_handler: HandlerProtocol, decoder: Decoder) -> None:
        super().__init__(next_handler)
        self._decoder = decoder

    @override
    def interest(self) -> Interest:
        return super().interest() | Interest(start={"meta"})

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if name == "meta" and self._decoder.encoding is not None:
            encoding = self._decoder.late_meta(attrs)
            if encoding is not None:
                raise EncodingChanged(encoding)
        wanted = self._wanted.start
        if wanted is True or (wanted and name in wanted):
            self.next_handler.start_tag(name, attrs)


def parse(source: Source, handler: H, *, chunk_size: int = CHUNK_SIZE, encoding: str | None = None, **options: Any) -> H:
    """Parse a page from its beginning to its end, or until the handler stops it, and return the handler.

    ``source`` and ``chunk_size`` are those of :meth:`Parser.feed_from`, the rest is :class:`Parser`'s. The charset of an
    HTTP response counts as ``encoding`` where none is given. Raises what :meth:`Parser.feed` raises.
    """
    parser = Parser(handler, encoding=transport_encoding(source) if encoding is None else encoding, **options)
    parser.feed_from(source, chunk_size=chunk_size)
    parser.close()
    return handler


def _chunks(source: Source, size: int) -> Iterator[Chunk]:
    """Yield a source in pieces, each as soon as a read gives it."""
    if not isinstance(size, int) or size < 1:
        raise UsageError(f"chunk_size is a positive int, not {size!r}")
    if isinstance(source, str | bytes | bytearray | memoryview):
        for start in range(0, len(source), size):
            yield source[start : start + size]
        return
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            yield from _reads(file.read, size)
        return
    if isinstance(source, AsyncIterable):
        raise UsageError("an asynchronous source is parsed by saxhtml.aio.aparse()")
    read = getattr(source, "read1", None) or getattr(source, "recv", None) or getattr(source, "read", None)
    if read is not None:
        yield from _reads(read, size)
        if type(source).__module__ == "http.client":
            _refuse_cut_off(source)
    elif isinstance(source, Iterable):
        # Not "yield from", which would close the caller's generator where the parse stops.
        for chunk in source:  # noqa: UP028
            yield chunk
    else:
        raise UsageError(f"cannot read a page from {type(source).__name__}; give str, bytes, a Path, a file or an iterable")


def _refuse_cut_off(response: Any) -> None:
    """Raise where a response has ended before the length that was announced; http.client counts it, and does not complain."""
    if response.length:
        from http.client import IncompleteRead  # noqa: PLC0415  only where http.client is in use anyway

        raise IncompleteRead(b"", response.length)


def _reads(read: Callable[[int], str | bytes | None], size: int) -> Iterator[str | bytes]:
    while chunk := read(size):
        yield chunk
    if chunk is None:
        raise UsageError("the source has nothing to read yet and does not wait for it; feed() what arrives")
