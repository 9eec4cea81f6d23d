"""Where nodes stand, cutting that out of a page, and putting something else there."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import AnyStr, NamedTuple

from saxhtml.errors import UsageError
from saxhtml.position import Locator


class Span(NamedTuple):
    """Where a node stands: characters of the decoded input from 0 and, where bytes were fed, bytes of it; ends are exclusive.

    ``line`` and ``column`` are those of its beginning, from 1. Without bytes, the byte offsets are None.
    """

    offset: int
    end_offset: int
    line: int
    column: int
    byte_offset: int | None
    byte_end_offset: int | None

    @property
    def length(self) -> int:
        """Its length in characters."""
        return self.end_offset - self.offset

    @property
    def byte_length(self) -> int | None:
        """Its length in bytes, or None where str was fed."""
        if self.byte_offset is None or self.byte_end_offset is None:
            return None
        return self.byte_end_offset - self.byte_offset

    @property
    def before(self) -> Span:
        """The empty span right before it."""
        return self._replace(end_offset=self.offset, byte_end_offset=self.byte_offset)

    def of(self, page: AnyStr) -> AnyStr:
        """Return what stands here in the page: str by characters, bytes by bytes.

        Raises :class:`~saxhtml.UsageError` for bytes if the page was parsed as str.
        """
        return page[self._slice(page)]

    def _slice(self, page: str | bytes) -> slice:
        if isinstance(page, str):
            return slice(self.offset, self.end_offset)
        if self.byte_offset is None:
            raise UsageError("this page was parsed as str, so no bytes were counted: parse the bytes, or cut the str")
        return slice(self.byte_offset, self.byte_end_offset)


def splice(page: AnyStr, edits: Iterable[tuple[Span, AnyStr]]) -> AnyStr:
    """Return the page with other text at some places, and all the rest as it was, to the byte.

    An empty span is where something is put in (:attr:`Span.before`). Raises :class:`~saxhtml.UsageError`
    for edits that overlap, and for bytes if the page was parsed as str.
    """
    places = sorted(((span._slice(page), new) for span, new in edits), key=lambda edit: (edit[0].start, edit[0].stop))
    for (place, _), (following, _) in pairwise(places):
        if following.start < place.stop:
            raise UsageError(f"the edits at {place.start} and {following.start} overlap; splice one after the other")
    parts: list[AnyStr] = []
    done = 0
    for place, new in places:
        parts += page[done : place.start], new
        done = place.stop
    parts.append(page[done:])
    return page[:0].join(parts)


def span_here(locator: Locator) -> Span:
    """Return where the event at hand stands."""
    start = locator.offset  # which has the locator work out its end too
    end = start if locator.implied else locator._end
    line, column = locator._line_and_column(start)
    counted = locator._bytes
    if counted is None:
        return Span(start, end, line, column, None, None)
    return Span(start, end, line, column, counted.byte_offset(start), counted.byte_offset(end))


def joined(first: Span, last: Span) -> Span:
    """Return the span from the start of one to the end of another."""
    return Span(first.offset, last.end_offset, first.line, first.column, first.byte_offset, last.byte_end_offset)


def up_to(first: Span, place: Span) -> Span:
    """Return the span from the start of one to the start of another."""
    return Span(first.offset, place.offset, first.line, first.column, first.byte_offset, place.byte_offset)
