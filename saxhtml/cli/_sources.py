"""What is read: the pages that the sources of a command line stand for, and the bytes of each as they arrive."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from io import BufferedIOBase, RawIOBase
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from saxhtml.decode import Decoder, transport_encoding
from saxhtml.errors import EncodingChanged, LimitExceeded
from saxhtml.handler import Handler, HandlerProtocol
from saxhtml.parser import Parser

_CHUNK: Final = 64 * 1024

# A server that says nothing for so long has hung up without telling.
_TIMEOUT_SECONDS: Final = 30

# How long the standard waits for a declaration of the encoding before it goes on without.
_DECLARATION_SECONDS: Final = 0.5

_GZIP: Final = b"\x1f\x8b"

LateMeta: TypeAlias = Literal["follow", "ignore", "raise"]
_Stream: TypeAlias = "BufferedIOBase | RawIOBase"


class Unreadable(Exception):
    """A source cannot be read, or not to its end; the message is the reason."""


class Page:
    """One page that is open for reading.

    ``name`` is what the user calls it, ``url`` its URL or ``""``. ``encoding`` is the label that came with it, from the
    command line, by HTTP or from further down in the page (``declared_late``), or None where it is to be found in the page.
    ``several`` tells that it is one of several, so
    that what is printed should say which.
    """

    __slots__ = ("chunks", "declared_late", "encoding", "late_meta", "name", "several", "url")

    def __init__(
        self,
        name: str,
        url: str,
        encoding: str | None,
        chunks: Iterator[bytes],
        *,
        late_meta: Literal["ignore", "raise"] = "ignore",
        declared_late: bool = False,
        several: bool = False,
    ) -> None:
        self.name: Final = name
        self.url: Final = url
        self.encoding: Final = encoding
        self.chunks: Final = chunks
        """The bytes, as they arrive. Raises :class:`Unreadable` where they do not."""
        self.several: Final = several
        self.late_meta: Final = late_meta
        self.declared_late: Final = declared_late

    def parse(
        self,
        handler: HandlerProtocol,
        fed: Callable[[], object],
        *,
        before: Callable[[bytes], object] | None = None,
    ) -> None:
        """Parse the page to its end; call ``before`` with each piece before it is fed, and ``fed`` when it has been.

        Raises :class:`Unreadable` where the page ends early or contradicts itself about its encoding, and what parsing raises.
        """
        parser = Parser(handler, encoding=self.encoding, late_meta=self.late_meta)
        try:
            try:
                for chunk in self.chunks:
                    if before is not None:
                        before(chunk)
                    parser.feed(chunk)
                    fed()
                    if parser.stopped:
                        return
            except Unreadable:
                parser.close()  # what has arrived counts, whatever was to come
                fed()
                raise
            parser.close()
        except EncodingChanged as error:
            where = f"line {parser.locator.line}, column {parser.locator.column}"
            reason = f"{where}: declares {error.encoding}, and was read as {parser.encoding}; try --encoding {error.encoding}"
            raise Unreadable(reason) from error
        fed()


def expand(source: str) -> Iterator[str | Unreadable]:
    """Yield the paths of the pages that ``source`` stands for, or why there are none.

    A directory stands for the files ``*.htm*`` in it and below; a path with ``*``, ``?`` or ``[``, where no file has that
    name, for those that match, ``**`` for any directories. Everything else is the name of one page.
    """
    if source == "-" or is_url(source):
        yield source
    elif os.path.isdir(source):
        yield from _or_nothing(Path(source).rglob("*.htm*"), "no *.htm* in this directory")
    elif any(sign in source for sign in "*?[") and not os.path.exists(source):
        from glob import iglob  # noqa: PLC0415  few runs need it

        yield from _or_nothing(map(Path, iglob(source, recursive=True)), "no file matches")
    else:
        yield source


def _or_nothing(paths: Iterator[Path], reason: str) -> Iterator[str | Unreadable]:
    found = sorted(str(path) for path in paths if path.is_file())
    if found:
        yield from found
    else:
        yield Unreadable(reason)


def is_url(source: str) -> bool:
    return source.lower().startswith(("http://", "https://"))


@contextmanager
def open_page(name: str, *, encoding: str | None, late_meta: LateMeta = "follow", several: bool = False) -> Iterator[Page]:
    """Open the page that ``name`` names. Its bytes are unpacked if they are gzip's, whatever the name.

    Where a page declares its encoding too late for its first 1024 bytes, "follow" it if it can be read again from its start,
    "ignore" it, or "raise" when it comes.

    A pipe that falls silent before it has declared an encoding is read in the one that would be taken at its end: what it
    has said can be printed then (WHATWG HTML, "Determining the character encoding", has half a second for that).

    Raises :class:`Unreadable`.
    """
    try:
        stream, url = _open(name)
    except Exception as error:  # files and urllib have no other common base
        raise Unreadable(_reason(error)) from error
    with closing(stream):
        encoding = encoding or transport_encoding(stream)
        chunks = _chunks(stream)
        if encoding is None and _may_fall_silent(stream):
            encoding, head = _before_silence(stream, chunks)
            chunks = _joined(head, chunks)
        late = _declared_late(stream) if encoding is None and late_meta == "follow" and _is_file(stream) else None
        yield Page(
            name,
            url,
            encoding or late,
            _unpacked(chunks),
            late_meta="raise" if late_meta == "raise" else "ignore",
            declared_late=late is not None,
            several=several,
        )


def _open(name: str) -> tuple[_Stream, str]:
    if name == "-":
        return open(0, "rb", buffering=0, closefd=False), ""
    if is_url(name):
        return _open_url(name)
    return open(name, "rb", buffering=0), Path(os.path.abspath(name)).as_uri()


def _open_url(url: str) -> tuple[_Stream, str]:
    # Slow to import, and most runs need none of it.
    from string import punctuation  # noqa: PLC0415
    from urllib.parse import quote  # noqa: PLC0415
    from urllib.request import Request, urlopen  # noqa: PLC0415

    request = Request(quote(url, safe=punctuation), headers={"User-Agent": "saxhtml", "Accept": "text/html, */*;q=0.5"})
    response = urlopen(request, timeout=_TIMEOUT_SECONDS)
    return response, response.url


def _chunks(stream: _Stream) -> Iterator[bytes]:
    """Yield what the stream has, as soon as it has any of it."""
    read: Any = getattr(stream, "read1", None) or stream.read
    while True:
        try:
            chunk = read(_CHUNK)
        except Exception as error:  # files and http.client have no other common base
            raise Unreadable(_reason(error)) from error
        if not chunk:
            missing = getattr(stream, "length", None)  # http.client counts, and does not complain
            if missing:
                raise Unreadable(f"ended with {missing} bytes still to come")
            return
        yield chunk


def _declared_late(stream: _Stream) -> str | None:
    """Return the encoding that a page declares where it has been read in another one already, and go back to the start."""
    start = stream.tell()
    parser = Parser(Handler(), late_meta="raise")
    try:
        for chunk in _unpacked(_chunks(stream)):
            parser.feed(chunk)
            if parser._decoder.source not in (None, "fallback"):
                break
    except EncodingChanged as error:
        return error.encoding
    except (LimitExceeded, Unreadable):
        pass
    finally:
        stream.seek(start)
    return None


def _joined(head: list[bytes], rest: Iterator[bytes]) -> Iterator[bytes]:
    yield from head
    yield from rest


def _may_fall_silent(stream: _Stream) -> bool:
    """Whether it is a pipe, a terminal or the like: something that can be waited for, as far as the system can."""
    return os.name == "posix" and isinstance(stream, RawIOBase) and not _is_file(stream)


def _is_file(stream: _Stream) -> bool:
    return isinstance(stream, RawIOBase) and stat.S_ISREG(os.fstat(stream.fileno()).st_mode)


def _before_silence(stream: _Stream, chunks: Iterator[bytes]) -> tuple[str | None, list[bytes]]:
    """Read on until the encoding is known, or nothing comes any more.

    Return the encoding that has to be taken in the latter case, and what was read.
    """
    from select import select  # noqa: PLC0415  there is none everywhere

    decoder = Decoder()
    head: list[bytes] = []
    while decoder.encoding is None:
        if head and not select([stream], [], [], _DECLARATION_SECONDS)[0]:
            decoder.finish()
            return decoder.encoding, head
        chunk = next(chunks, b"")
        if not chunk or (not head and chunk.startswith(_GZIP)):
            return None, [*head, chunk] if chunk else head
        head.append(chunk)
        decoder.decode(chunk)
    return None, head


def _unpacked(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield what ``chunks`` hold, which may be gzip's; no page begins with the two bytes that mark that."""
    first = next(chunks, b"")
    if len(first) == 1 and _GZIP.startswith(first):
        first += next(chunks, b"")
    if not first.startswith(_GZIP):
        if first:
            yield first
        yield from chunks
        return
    from zlib import decompressobj  # noqa: PLC0415  few runs need it
    from zlib import error as zlib_error  # noqa: PLC0415

    packer = decompressobj(wbits=31)
    packed = first
    try:
        while packed:
            piece = packer.decompress(packed, _CHUNK)
            if piece:
                yield piece
            packed = packer.unused_data.lstrip(b"\0") if packer.eof else packer.unconsumed_tail
            packed = packed or next(chunks, b"")
            if packed and packer.eof:
                packer = decompressobj(wbits=31)
    except zlib_error as error:
        raise Unreadable(f"cannot be unpacked: {error}") from error
    if not packer.eof:
        raise Unreadable("ended in the middle of what gzip has packed")


def _reason(error: Exception) -> str:
    wrapped = getattr(error, "reason", None)  # urllib wraps what the socket said
    cause = wrapped if isinstance(wrapped, OSError) else error
    said = cause.strerror if isinstance(cause, OSError) and cause.strerror else str(cause)
    return " ".join(said.split()) or type(cause).__name__
