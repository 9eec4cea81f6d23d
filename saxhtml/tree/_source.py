"""The source of a page as it goes by, and what of it is kept in one piece that all nodes share."""

from __future__ import annotations

from typing import Self

from typing_extensions import override

from saxhtml.position import Locator


class Tap:
    """Reads all the source that goes by: that of events, and what stands between them."""

    __slots__ = ("_end", "_locator")

    def __init__(self, locator: Locator) -> None:
        self._locator = locator
        self._end = locator.offset

    def take(self) -> str:
        """Return what has gone by since the last event, up to the end of the one at hand."""
        locator = self._locator
        start = locator.offset
        gap = self._gap(start) if start > self._end else ""
        if start < self._end or locator.implied:
            return gap
        self._end = locator._end
        return gap + locator._slice(start, self._end)

    def take_rest(self) -> str:
        """Return what has gone by since the last event, up to the beginning of the one at hand."""
        start = self._locator.offset
        return self._gap(start) if start > self._end else ""

    def _gap(self, end: int) -> str:
        """Return what made no event: ``</>``, and the brackets around a CDATA section.

        What stood at the end of the piece of input before is still there unless somebody has asked for a line since, or it
        was very long. What cannot be had any more is taken for ``</>``, or for something that a filter has left out.
        """
        locator, start = self._locator, self._end
        self._end = end
        reachable = min(locator._held_start if locator._held else locator._base, end)
        if start >= reachable:
            return locator._slice(start, end)
        behind = "".join(locator._behind)
        behind_start = locator._base - len(behind)
        locator._line_and_column(end)  # which lets go of what is behind, so that none of it is joined twice
        lost = max(min(behind_start, reachable) - start, 0)
        found = "</>" * (lost // 3) if lost % 3 == 0 else "\ufffd" * lost
        found += behind[max(start - behind_start, 0) : max(reachable - behind_start, 0)]
        return found + locator._slice(reachable, end) if reachable < end else found


class SharedSource:
    """The characters of a page from some offset on; joined when first looked into."""

    __slots__ = ("_pieces", "_start")

    def __init__(self, start: int, text: str = "") -> None:
        self._start = start
        self._pieces = [text]

    def append(self, piece: str) -> None:
        """Add what comes next."""
        self._pieces.append(piece)

    def slice(self, start: int, end: int) -> str:
        """Return what stands between two offsets of the page."""
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0][max(start - self._start, 0) : max(end - self._start, 0)]

    @override
    def __reduce__(self) -> tuple[type[Self], tuple[int, str]]:
        return type(self), (self._start, "".join(self._pieces))

    def part(self, start: int, end: int) -> Self:
        """Return the source between two offsets as one that shares nothing with this one."""
        return type(self)(start, self.slice(start, end))
