"""What is written: the input up to where it is settled, and what edits put between."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from saxhtml._elements import RCDATA
from saxhtml._rawtext import RawText
from saxhtml.decode import Decoder
from saxhtml.parser import Chunk
from saxhtml.rewrite._content import Piece, RewriteError, encoder, render
from saxhtml.rewrite._escapes import Escapes


class Output:
    """The input that has not been written yet, in pieces, and what is to be written next. Places are characters."""

    __slots__ = (
        "_at",
        "_base",
        "_before",
        "_begin",
        "_decoder",
        "_done",
        "_encode",
        "_escapes",
        "_half",
        "_held",
        "_kind",
        "_made",
        "_pieces",
        "_seam",
        "_write",
        "dropping",
        "raw",
    )

    dropping: bool
    """Whether the input at hand is left out."""
    raw: RawText | None
    """The element whose text is being written, where that is no markup."""

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
        self._before: Any = ""  # the end of what has been written
        self._half = b""  # of a character behind a seam
        self._seam = False
        self.dropping = False
        self.raw = None

    def feed(self, data: Chunk) -> None:
        """Take more of the input."""
        piece = data if isinstance(data, str | bytes) else bytes(memoryview(data))
        if self._kind is not type(piece):
            self._kind = type(piece)
            self._before = piece[:0]
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

    def put(self, contents: Sequence[Piece]) -> None:
        """Add some contents. Raises :class:`RewriteError` for what raw text that it is to stand in cannot have."""
        raw = self.raw
        references = raw is None or raw.name in RCDATA
        parts = ((piece, part) for piece in contents for part in render(piece, escaped=references))
        for piece, part in parts if raw is None or references else self._checked(raw, parts):
            if references and not piece.html:
                guarded = self._guarded(part[0])
                part = guarded + part[1:] if guarded else part
            if references:
                self.take_raw(part)
            self.put_source(part, references=references and piece.references)
            self._seam = True

    def _checked(self, raw: RawText, parts: Iterable[tuple[Piece, str]]) -> Iterator[tuple[Piece, str]]:
        """Yield what is written into raw text, none of it before all is known to be right."""
        known = list(parts)
        was_endless = raw.endless
        for _, part in known:
            self.take_raw(part)
        if raw.endless and not was_endless:
            raise _endless(raw)
        yield from known

    def take_raw(self, text: str) -> None:
        """Take note of raw text that is written, copied or new."""
        raw = self.raw
        if raw is not None and (mark := raw.take(text)):
            raise RewriteError(f"{text!r:.60} makes {mark!r}, which would end the <{raw.name}> it is to stand in")

    def end_raw(self, *, must_end: bool) -> None:
        """Take note that raw text ends here. Raises :class:`RewriteError` if it must, and what was written keeps it from it."""
        raw, self.raw = self.raw, None
        if must_end and raw is not None and raw.endless:
            raise _endless(raw)

    def put_source(self, source: str, *, references: bool = True) -> None:
        """Add some markup, or raw text, in the encoding of the page. Raises :class:`RewriteError` for what cannot be in it."""
        self._seam = False
        if source:
            if self._encode is None:
                self._made.append(source)
                return
            made = self._encode(source)
            if not references:
                self.refuse_references(source)
            self._made.append(self._escapes.add(made) if self._escapes is not None else made)

    def refuse_references(self, source: str) -> None:
        """Raise :class:`RewriteError` for characters that the encoding of the page lacks, where no reference may stand."""
        if self._encode is not None and self._encode(source).count(b"&#") > source.count("&#"):
            raise RewriteError(f"{source!r:.60} has characters that the encoding of the page lacks, where references are none")

    def flush(self) -> None:
        """Write what has been added."""
        made = self._made
        if made:
            whole = "".join(made) if self._kind is str else b"".join(made)
            made.clear()
            self._before = whole[-_LONGEST:] if len(whole) >= _LONGEST else (self._before + whole)[-_LONGEST:]
            self._write(whole)

    def _guarded(self, character: str) -> str:
        """Return a reference to stand for a character that would be read as one with what has been made; else an empty str."""
        if self._escapes is not None and not self._escapes.plain:
            return ""
        found = _OPEN.search(self._text_of(self._end()))
        return f"&#{ord(character)};" if found and _GOES_ON[found.lastindex or 0].match(character) else ""

    def _end(self) -> Any:
        """Return the end of what has been made."""
        parts = []
        room = _LONGEST
        for part in reversed(self._made):
            parts.append(part[-room:])
            room -= len(part)
            if room <= 0:
                break
        else:
            parts.append(self._before)
        parts.reverse()
        return ("".join(parts) if self._kind is str else b"".join(parts))[-_LONGEST:]

    def _text_of(self, units: Any) -> str:
        """Return some of what has been made as far as it is ASCII, which is all that counts."""
        if isinstance(units, str):
            return units
        encoding = self._decoder.encoding or ""
        return str(units, encoding if encoding.startswith("UTF-16") else "latin-1", "replace")

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
        if leave_out:
            self._seam = True
            if self._escapes is not None:
                self._escapes.skip(piece)
            return
        if self._seam:
            size = 2 if self._kind is bytes and (self._decoder.encoding or "").startswith("UTF-16") else 1
            piece = self._half + piece if self._half else piece
            if len(piece) < size:
                self._half = piece
                return
            self._half = b""
            self._seam = False
            if self.raw is None or self.raw.name in RCDATA:
                guarded = self._guarded(self._text_of(piece[:size]))
                if guarded:
                    self.put_source(guarded)
                    piece = piece[size:]
        self._made.append(piece if self._escapes is None else self._escapes.copy(piece))


def _endless(raw: RawText) -> RewriteError:
    return RewriteError(f"what is written keeps <{raw.name}> from ending: '<!--', and '<script' with no '-->' between")


_LONGEST: Final = 80
"""Units of what has been made that may belong to a reference or an end tag, and some more."""

_OPEN: Final = re.compile(r"(<)\Z|(</[A-Za-z]+)\Z|(&[#0-9A-Za-z]*|[0-9A-Fa-f]{32})\Z")
"""Text that may be the beginning of a tag, of the end tag of ``title`` or ``textarea``, or of a reference."""

_GOES_ON: Final = (
    re.compile("(?!)"),
    re.compile("[A-Za-z/!?]"),
    re.compile(r"[A-Za-z\t\n\f\r />]"),
    re.compile("[#0-9A-Za-z;]"),
)
"""What would go on with each of these."""
