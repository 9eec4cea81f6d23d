"""What is written: the input up to where it is settled, and what edits put between."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from saxhtml.decode import Decoder
from saxhtml.errors import UsageError
from saxhtml.parser import Chunk
from saxhtml.rewrite._content import Piece, encoder, render


class Output:
    """The input that has not been written yet, in pieces, and where it goes. Places are characters of the input."""

    __slots__ = ("_begin", "_decoder", "_encode", "_kind", "_pieces", "_write", "_written", "dropping")

    dropping: bool
    """Whether the input at hand is left out."""

    def __init__(
        self, write: Callable[[str], object] | Callable[[bytes], object], decoder: Decoder, start: list[Piece]
    ) -> None:
        self._write: Callable[[str | bytes], object] = write  # type: ignore[assignment]  # of the kind that is fed
        self._decoder = decoder
        self._begin = start
        self._encode: Callable[[str], bytes] | None = None
        self._kind: type = str
        self._pieces: deque[str | bytes] = deque()
        self._written = 0
        self.dropping = False

    def feed(self, data: Chunk) -> None:
        """Take more of the input."""
        piece = data if isinstance(data, str | bytes) else bytes(memoryview(data))
        self._kind = type(piece)
        if piece:
            self._pieces.append(piece)

    def begin(self) -> bool:
        """Write what stands before the page, once its encoding is known; tell whether it is."""
        if self._kind is bytes and self._encode is None:
            if self._decoder.encoding is None:
                return False
            self._encode = encoder(self._decoder.encoding)
        if self._begin:
            start, self._begin = self._begin, []
            self.copy_to(0)  # a byte order mark stays in front
            self.put(start)
        return True

    def copy_to(self, place: int) -> None:
        """Write the input up to a place, or leave it out while dropping."""
        self._move_to(self._unit(place), leave_out=self.dropping)

    def skip_to(self, place: int) -> None:
        """Leave the input out up to a place."""
        self._move_to(self._unit(place), leave_out=True)

    def copy_all(self) -> None:
        """Write all of the input that there is."""
        for piece in self._pieces:
            self._written += len(piece)
            self._write(piece)
        self._pieces.clear()

    def put(self, contents: Iterable[Piece], inside: str = "") -> None:
        """Write some contents, in the element of raw text by the name ``inside``."""
        for content in contents:
            for part in render(content, inside):
                self.put_source(part, raw=bool(inside))

    def put_source(self, source: str, *, raw: bool = False) -> None:
        """Write some markup, or raw text, in the encoding of the page."""
        if source:
            if self._encode is None:
                self._write(source)
                return
            made = self._encode(source)
            if raw and made != source.encode("utf-8") and self._decoder.encoding != "UTF-8" and b"&#" in made:
                _refuse_references(source, made)
            self._write(made)

    def _unit(self, place: int) -> int:
        return place if self._kind is str else self._decoder.byte_offset(place)

    def _move_to(self, unit: int, *, leave_out: bool) -> None:
        pieces = self._pieces
        while self._written < unit:
            piece = pieces.popleft()
            most = unit - self._written
            if len(piece) > most:
                pieces.appendleft(piece[most:])
                piece = piece[:most]
            self._written += len(piece)
            if not leave_out:
                self._write(piece)


def _refuse_references(source: str, made: bytes) -> None:
    if made.count(b"&#") > source.count("&#"):
        raise UsageError(f"{source!r:.60} has characters that the encoding of the page lacks, where references are none")
