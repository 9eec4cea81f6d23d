"""Where the current event stands: offsets, lines and columns, the raw source, and the spans of attributes.

The tokenizer notes in a :class:`Locator` as little as it can; everything here is counted when asked for. What a handler
does with a position is its own matter, and how bytes became characters is :mod:`saxhtml.decode`'s.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, Protocol

from saxhtml.attributes import Attributes, AttributeSpan
from saxhtml.errors import ErrorCode, ParseError


class ByteMap(Protocol):
    """What knows how many bytes of the input came before a character, from the one on that it was told to keep."""

    def byte_offset(self, offset: int) -> int: ...
    def keep(self, offset: int) -> None: ...


class Locator:
    """Where the current event stands in the source. One object per parser; what it says is for the event being handled.

    Offsets count characters of the decoded input from 0, ends are exclusive; lines and columns count from 1. CRLF, LF and
    a lone CR each end a line.
    """

    __slots__ = (
        "_attributes",
        "_base",
        "_base_column",
        "_behind",
        "_behind_size",
        "_buffer",
        "_bytes",
        "_context",
        "_end",
        "_held",
        "_held_column",
        "_held_line",
        "_held_start",
        "_in_start_tag",
        "_keep",
        "_mark",
        "_mark_column",
        "_mark_line",
        "_match",
        "_raw_part",
        "_row",
        "_row_index",
        "_row_offset",
        "_rows",
        "_settle",
        "_stale",
        "_start",
        "_text_row",
        "encoding",
        "implied",
    )

    encoding: str | None
    """The name of the encoding in force (WHATWG Encoding Standard), or None for str input."""
    implied: bool
    """Whether the event was supplied by a balancing filter; it has no width, and stands where what implied it begins."""

    _settle: Callable[[Locator], None] | None
    _match: re.Match[str]
    _rows: list[tuple[str, ...]]
    _row: tuple[str, ...]
    _text_row: tuple[str, ...]
    _row_index: int
    _row_offset: int
    _raw_part: int

    def __init__(self) -> None:
        self.encoding = None
        self.implied = False
        self._attributes = Attributes
        self._context: Any = None  # of the tokenizer: where svg and math are
        self._bytes: ByteMap | None = None
        self._buffer = ""
        self._base = self._start = self._end = 0
        self._held: list[str] = []
        self._held_start = self._keep = 0
        self._in_start_tag = False
        self._held_line = self._held_column = 1
        self._behind: list[str] = []
        self._behind_size = 0
        self._mark = 0
        self._mark_line = self._mark_column = self._base_column = 1
        self._settle = None
        self._rows = []
        self._row = self._text_row = ()
        self._row_index = self._raw_part = 0
        self._stale = False

    @property
    def offset(self) -> int:
        """Characters before the event."""
        if self._settle is not None:
            self._settle(self)
        return self._start

    @property
    def end_offset(self) -> int:
        """Characters before what follows the event; of an implied one the same as :attr:`offset`."""
        if self._settle is not None:
            self._settle(self)
        return self._start if self.implied else self._end

    @property
    def line(self) -> int:
        """The line on which the event begins, from 1."""
        return self._line_and_column(self.offset)[0]

    @property
    def column(self) -> int:
        """The column at which the event begins, in characters from 1."""
        return self._line_and_column(self.offset)[1]

    @property
    def byte_offset(self) -> int | None:
        """Bytes of the original input before the event, or None where str was fed."""
        return None if self._bytes is None else self._bytes.byte_offset(self.offset)

    @property
    def byte_end_offset(self) -> int | None:
        """Bytes of the original input before what follows the event, or None where str was fed."""
        return None if self._bytes is None else self._bytes.byte_offset(self.end_offset)

    @property
    def source(self) -> str:
        """The raw source of the event, as it was written; empty for an implied one."""
        start = self.offset
        return "" if self.implied else self._slice(start, self._end)

    def attribute_spans(self) -> list[AttributeSpan]:
        """Return the spans of the names and values of the start tag being handled, as offsets in the input.

        Empty for every other event.
        """
        source = self.source
        if not self._in_start_tag or self.implied:
            return []
        name_end = 1
        while source[name_end] not in " \t\n\r\f/>":
            name_end += 1
        base = self._start + name_end
        return [span.shifted(base) for span in self._attributes(source[name_end:-1]).spans()]

    def interest_changed(self) -> None:
        """Make the parser ask the handler's ``interest()`` again before the next event."""
        self._stale = True
        if self._settle is not None:
            self._settle(self)
            del self._rows[self._row_index + 1 :]  # which ends the loop over them

    # What follows is for the tokenizer.

    def _begin(self, buffer: str, base: int) -> None:
        """Take the next piece of input, whose first character has the offset ``base``.

        Of the piece before only what stands from the place noted by ``_hold`` on is kept. Its lines are counted when a later
        position is asked for, or when many characters wait to be counted.
        """
        before, start = self._buffer, self._keep
        if start < self._base:
            self._held.append(before)
        else:
            self._held = [before[start - self._base :]] if start < base else []
            self._held_start = start
            self._held_line = 0
            if start < self._base + self._mark:
                self._held_line, self._held_column = self._line_and_column(start)
        if before:
            self._behind.append(before[self._mark :] if self._mark else before)
            self._behind_size += len(before) + _COST_OF_A_PIECE
            if self._behind_size > _MOST_UNCOUNTED:
                self._count_behind(base)
        self._buffer = buffer
        self._base = base
        self._mark = 0

    def _hold(self, start: int) -> None:
        """Note that what stands from the offset ``start`` on is a token that the next piece goes on with."""
        self._keep = start
        if self._bytes is not None:
            self._bytes.keep(start)

    def _count_behind(self, end: int) -> None:
        """Count the lines of the pieces let go, which end at the offset ``end``; note where the held token begins."""
        text = "".join(self._behind)
        self._behind.clear()
        self._behind_size = 0
        start = end - len(text)
        if not self._held_line and start <= self._held_start:
            self._count(text, 0, self._held_start - start)
            self._held_line, self._held_column = self._mark_line, self._mark_column
            self._count(text, self._held_start - start, len(text))
        else:
            self._count(text, 0, len(text))
        self._base_column = self._mark_column

    def _count(self, text: str, start: int, end: int) -> None:
        lines = _line_ends(text, start, end)
        if lines:
            self._mark_line += lines
            self._mark_column = end - _last_line_end(text, start, end)
        else:
            self._mark_column += end - start

    def _slice(self, start: int, end: int) -> str:
        """Return the input from ``start``, no earlier than what is held, to ``end``."""
        base = self._base
        if start >= base:
            return self._buffer[start - base : end - base]
        held = "".join([*self._held, self._buffer[: max(end - base, 0)]])
        return held[start - self._held_start : end - self._held_start]

    def _parse_error(self, code: ErrorCode, offset: int) -> ParseError:
        return ParseError(code, offset, *self._line_and_column(offset))

    def _line_and_column(self, offset: int) -> tuple[int, int]:
        if self._behind:
            self._count_behind(self._base)
        at = offset - self._base
        if at < 0:
            held = "".join(self._held)[: offset - self._held_start]
            lines = _line_ends(held, 0, len(held))
            if lines:
                return self._held_line + lines, len(held) - _last_line_end(held, 0, len(held))
            return self._held_line, self._held_column + len(held)
        buffer, mark = self._buffer, self._mark
        if at >= mark:
            self._count(buffer, mark, at)
        else:
            lines = _line_ends(buffer, at, mark)
            if lines:
                self._mark_line -= lines
                last = _last_line_end(buffer, 0, at)
                self._mark_column = at - last if last >= 0 else at + self._base_column
            else:
                self._mark_column -= mark - at
        self._mark = at
        return self._mark_line, self._mark_column


_MOST_UNCOUNTED: Final = 1 << 18
"""Characters whose lines may wait to be counted: the whole of most pages, of which nobody asks a line."""

_COST_OF_A_PIECE: Final = 64
"""What a piece adds to those characters for being one."""


def _line_ends(text: str, start: int, end: int) -> int:
    lines = text.count("\n", start, end)
    if text.find("\r", start, end) >= 0:
        lines += text.count("\r", start, end) - text.count("\r\n", start, end)
    return lines


def _last_line_end(text: str, start: int, end: int) -> int:
    return max(text.rfind("\n", start, end), text.rfind("\r", start, end))
