"""Handlers that call back with each match when it has ended and its text or source is together, or too large."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from typing import ClassVar, Final

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.capture._elements import ALL_TAGS, Elements
from saxhtml.capture._filter import ExactFilter
from saxhtml.capture._match import Captured, Match, Wanted
from saxhtml.capture._starts import LIMIT, check_limit, without_content
from saxhtml.handler import Doctype, HandlerProtocol, Interest
from saxhtml.position import Locator

BUT_ERRORS: Final = replace(Interest.everything(), parse_error=False)


class Contents(ExactFilter):
    """Calls back when a matched element has ended, or has become too large."""

    _inside: ClassVar[Interest]
    """What is needed, besides tags, while an element is open."""

    def __init__(
        self, wanted: Wanted, callback: Callable[[Match], object], *, limit: int = LIMIT, then: HandlerProtocol | None = None
    ) -> None:
        super().__init__(then)
        self._limit = check_limit(limit)
        self._wanted = wanted
        self._callback = callback
        self._when_open = ALL_TAGS | self._inside
        self._when_none = without_content(wanted)
        self._forget()

    def _forget(self) -> None:
        self._elements = Elements(self._wanted)
        self._open: deque[Captured] = deque()  # from the outermost in
        self._tape = _Tape()

    @override
    def needs(self) -> Interest:
        return self._when_open if self._open else self._when_none

    @override
    def start_document(self, locator: Locator) -> None:
        self._forget()
        super().start_document(locator)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        was_open = bool(self._open)
        if was_open:
            self._note()
        began, ended = self._elements.start(name, attrs, self.locator)
        if was_open:
            self._end_all(ended)
        if began is not None:
            if not self._open:
                self._begin_tape()
            began.begun = self._begin_of(began)
            if began.is_open:
                self._open.append(began)
        if self._open or began is not None:
            self._note_element(began, attrs)
        if began is not None and not began.is_open:
            self._deliver(began, self._end_of(began))
        if was_open or began is not None:
            self._settle(was_open)
        super().start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        was_open = bool(self._open)
        if was_open:
            self._note(name)
        ended = self._elements.end(name, self.locator)
        if was_open:
            self._end_all(ended, name)
            self._settle(was_open)
        super().end_tag(name)

    @override
    def end_document(self) -> None:
        ended = self._elements.finish(self.locator)
        if self._open:
            self._note()
            self._end_all(ended)
        super().end_document()

    def _end_all(self, ended: Sequence[Captured], end_tag: str = "") -> None:
        for match in ended:
            self._deliver(self._open.pop(), self._end_of(match))

    def _deliver(self, match: Captured, end: int) -> None:
        content = self._tape.cut(match.begun, end)
        if len(content) > self._limit:
            content = content[: self._limit]
            match.truncated = True
        self._set(match, content)
        self._callback(match)

    def _settle(self, was_open: bool) -> None:
        """Deliver what has become too large; ask for other events where the first element has begun or the last has ended."""
        opened = self._open
        while opened and self._reached() - opened[0].begun > self._limit:
            match = opened.popleft()
            self._elements.release(match)
            delivered = copy(match)
            match.tree = None  # for the open element holds on to it
            self._deliver(delivered, match.begun + self._limit + 1)
        if not opened:
            self._tape.clear()
        if was_open != bool(opened):
            self.locator.interest_changed()

    def _note(self, end_tag: str = "") -> None:
        """Take down the event at hand, which is in an open element, before that may end."""

    def _note_element(self, match: Captured | None, attrs: Attributes) -> None:
        """Take down the element that has begun, a match or in one."""

    def _begin_tape(self) -> None:
        """Begin with what is at hand."""
        self._tape = _Tape()

    @abstractmethod
    def _begin_of(self, match: Captured) -> int:
        """Return where on the tape an element begins whose start tag is at hand."""

    @abstractmethod
    def _end_of(self, match: Captured) -> int:
        """Return where on the tape an element ends that has just ended."""

    @abstractmethod
    def _reached(self) -> int:
        """Return where on the tape we are."""

    @abstractmethod
    def _set(self, match: Captured, content: str) -> None:
        """Put what was captured where it belongs."""


class Texts(Contents):
    """Captures text. Places on the tape are characters of text since the outermost open element began."""

    _inside = Interest(text=True)

    @override
    def text(self, data: str) -> None:
        match = self._wanted.match_text(data, self.locator)
        if match is not None:
            match._settle()
            self._callback(match)
        if self._open:
            self._tape.add(data)
            self._settle(was_open=True)
            if self._open:
                self._tape.drop(self._open[0].begun, self._limit)
        super().text(data)

    @override
    def _begin_of(self, match: Captured) -> int:
        return self._tape.end

    @override
    def _end_of(self, match: Captured) -> int:
        return self._tape.end

    @override
    def _reached(self) -> int:
        return self._tape.end

    @override
    def _set(self, match: Captured, content: str) -> None:
        match.text = content


class Sources(Contents):
    """Captures the input. Places on the tape are offsets in it.

    All events are wanted inside an element, for the sake of the input that comes with them, which is gone afterwards.
    """

    _inside = BUT_ERRORS

    @override
    def text(self, data: str) -> None:
        match = self._wanted.match_text(data, self.locator)
        if match is not None:
            match._settle()
            match.text, match.source = None, self.locator.source
            self._callback(match)
        self._pass()
        super().text(data)

    @override
    def comment(self, data: str) -> None:
        self._pass()
        super().comment(data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._pass()
        super().doctype(doctype)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._pass()
        super().processing_instruction(target, data)

    def _pass(self) -> None:
        if self._open:
            self._note()
            self._settle(was_open=True)

    @override
    def _begin_tape(self) -> None:
        locator = self.locator
        base = locator._base
        start = min(locator.offset, base)
        self._tape = _Tape(start)
        if start < base:
            self._tape.add(locator._slice(start, base))
        self._tape.add(locator._buffer)

    @override
    def _note(self, end_tag: str = "") -> None:
        locator, tape = self.locator, self._tape
        base, buffer = locator._base, locator._buffer
        if base >= tape.end and base + len(buffer) > tape.end:
            known_from = min(max(tape.end, locator._held_start), base)
            gone = known_from - tape.end
            if gone:
                # A piece of input without any event is gone when the next one comes. It ended with a "</>", if not in svg.
                tape.add(("</>" * (gone // 3 + 1))[-gone:])
            if known_from < base:
                tape.add(locator._slice(known_from, base))
            tape.drop(self._open[0].begun, self._limit)
            tape.add(buffer)

    @override
    def _begin_of(self, match: Captured) -> int:
        return match.offset

    @override
    def _end_of(self, match: Captured) -> int:
        return match.end_offset

    @override
    def _reached(self) -> int:
        return self.locator.end_offset

    @override
    def _set(self, match: Captured, content: str) -> None:
        match.source = content


class _Tape:
    """Pieces of text in a row, the beginning of which is let go."""

    __slots__ = ("_pieces", "end")

    def __init__(self, start: int = 0) -> None:
        self._pieces: deque[tuple[int, str]] = deque()
        self.end = start

    def add(self, piece: str) -> None:
        if piece:
            self._pieces.append((self.end, piece))
            self.end += len(piece)

    def clear(self) -> None:
        self._pieces.clear()

    def cut(self, start: int, end: int) -> str:
        """Return what stands between two places. It costs what stands from the first one on."""
        pieces = self._pieces
        if start == end or not pieces:
            return ""
        place, joined = pieces.pop()
        if place > start:
            parts = [joined]
            while pieces and place > start:
                place, piece = pieces.pop()
                parts.append(piece)
            parts.reverse()
            joined = "".join(parts)
        pieces.append((place, joined))
        return joined[start - place : end - place]

    def drop(self, before: int, most: int) -> None:
        """Let go what stands before a place, but for ``most`` characters, which may be less work to keep.

        The place is in the first piece, as is every place from which on something is wanted: :meth:`cut` joins what follows.
        """
        if self._pieces:
            place, piece = self._pieces[0]
            if before - place > most:
                self._pieces[0] = (before, piece[before - place :])
