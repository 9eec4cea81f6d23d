"""ISO-2022-JP, where an escape sequence says what the bytes after it mean: new markup is ASCII, what follows is as it was."""

from __future__ import annotations

import re
from typing import Final

_ASCII: Final = b"\x1b(B"
_ESCAPE: Final = re.compile(rb"\x1b(?:\([BIJ]|\$[@B])")


class Escapes:
    """Which escape sequence is in force in the input up to where it has been taken, and which in what has been made of it.

    One follows another only behind a character: two in a row are an error (Encoding Standard, "ISO-2022-JP decoder").
    """

    __slots__ = ("_input", "_made", "_tail")

    def __init__(self) -> None:
        self._input = self._made = _ASCII
        self._tail = b""  # what may be the beginning of an escape sequence

    @property
    def plain(self) -> bool:
        """Whether bytes mean ASCII, both in the input and in what has been made."""
        return self._input == self._made == _ASCII

    def skip(self, piece: bytes) -> None:
        """Take note of some input that is left out."""
        seen = self._tail + piece
        for escape in _ESCAPE.finditer(seen):
            self._input = escape[0]
        self._tail = seen[-2:]

    def copy(self, piece: bytes) -> bytes:
        """Return what stands for some input."""
        begin = b"" if self._made == self._input or piece.startswith(b"\x1b") else self._input
        self.skip(piece)
        self._made = self._input
        return begin + piece

    def add(self, markup: bytes) -> bytes:
        """Return what stands for new markup."""
        begin = b"" if self._made == _ASCII else _ASCII
        self._made = _ASCII
        return begin + markup
