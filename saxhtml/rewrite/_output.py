"""What is written: the input up to where it is settled, and what edits put between."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from saxhtml.decode import Decoder
from saxhtml.errors import UsageError
from saxhtml.parser import Chunk
from saxhtml.rewrite._content import Piece, encoder, render
from saxhtml.rewrite._escapes import Escapes


class Output:
    """The input that has not been written yet, in pieces, and what is to be written next. Places are characters."""

    __slots__ = (
        "_at",
        "_base",
        "_begin",
        "_decoder",
        "_done",
        "_encode",
        "_escapes",
        "_held",
        "_kind",
        "_made",
        "_pieces",
        "_write",
        "dropping",
    )

    dropping: bool
    """Whether the input at hand is left out."""

    def __init__(
        self, write: Callable[[str], object] | Callable[[bytes], object], decoder: Decoder, start: list[Piece]
    ) -> None:
        self._write: Callable[[str | bytes], object] = write  # type: ignore[assignment]  # of the kind that is fed
        self._decoder = decoder
        self._begin = start
        self._encode: Callable[[str], bytes] | None = None
        self._escapes: Escapes | None = None
        self._kind: type = str
        self._pieces: deque[str | bytes] = deque()
        self._base = self._at = 0  # what comes before the first piece, and how much of that is done with
        self._done = -1
        self._held = (-1, 0)
        self._made: list[Any] = []
        self.dropping = False

    def feed(self, data: Chunk) -> None:
        """Take more of the input."""
        piece = data if isinstance(data, str | bytes) else bytes(memoryview(data))
        self._kind = type(piece)
        if piece:
            self._pieces.append(piece)

    def begin(self) -> bool:
        """Begin with what stands before the page, once its encoding is known; tell whether it is."""
        if self._kind is bytes and self._encode is None:
            if self._decoder.encoding is None:
                return False
            self._encode = encoder(self._decoder.encoding)
            self._escapes = Escapes() if self._decoder.encoding == "ISO-2022-JP" else None
        if self._begin:
            start, self._begin = self._begin, []
            self.copy_to(0)  # a byte order mark stays in front
            self.put(start)
        return True

    def hold(self, place: int) -> None:
        """Let one place be moved to still when more of the input has come."""
        if self._kind is bytes:
            self._held = place, self._unit(place)

    def copy_to(self, place: int) -> None:
        """Let the input pass up to a place, or leave it out while dropping."""
        self._move_to(place, leave_out=self.dropping)

    def skip_to(self, place: int) -> None:
        """Leave the input out up to a place."""
        self._move_to(place, leave_out=True)

    def copy_all(self) -> None:
        """Let all of the input pass that there is."""
        pieces = self._pieces
        while pieces:
            self._take(pieces.popleft()[self._at :], leave_out=False)
            self._at = 0

    def put(self, contents: Iterable[Piece], inside: str = "") -> None:
        """Add some contents, in the element of raw text by the name ``inside``."""
        for content in contents:
            for part in render(content, inside):
                self.put_source(part, raw=bool(inside))

    def put_source(self, source: str, *, raw: bool = False) -> None:
        """Add some markup, or raw text, in the encoding of the page."""
        if source:
            if self._encode is None:
                self._made.append(source)
                return
            made = self._encode(source)
            if raw and b"&#" in made:
                _refuse_references(source, made)
            self._made.append(self._escapes.add(made) if self._escapes is not None else made)

    def flush(self) -> None:
        """Write what has been added."""
        made = self._made
        if made:
            whole = "".join(made) if self._kind is str else b"".join(made)
            made.clear()
            self._write(whole)

    def _unit(self, place: int) -> int:
        held, unit = self._held
        return unit if place == held else self._decoder.byte_offset(place)

    def _move_to(self, place: int, *, leave_out: bool) -> None:
        if place <= self._done:
            return
        self._done = place
        unit = place if self._kind is str else self._unit(place)
        pieces, at = self._pieces, self._at
        while pieces and self._base + len(pieces[0]) <= unit:
            piece = pieces.popleft()
            self._base += len(piece)
            self._take(piece[at:] if at else piece, leave_out=leave_out)
            at = 0
        end = unit - self._base
        if end > at:
            self._take(pieces[0][at:end], leave_out=leave_out)
            at = end
        self._at = at

    def _take(self, piece: Any, *, leave_out: bool) -> None:
        if self._escapes is None:
            if not leave_out:
                self._made.append(piece)
        elif leave_out:
            self._escapes.skip(piece)
        else:
            self._made.append(self._escapes.copy(piece))


def _refuse_references(source: str, made: bytes) -> None:
    if made.count(b"&#") > source.count("&#"):
        raise UsageError(f"{source!r:.60} has characters that the encoding of the page lacks, where references are none")
