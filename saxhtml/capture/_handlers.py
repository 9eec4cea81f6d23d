"""Handlers that call back with each match: at its start tag, or when it has ended and its text or source is together."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Final, Literal
from weakref import ref

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.capture._elements import ALL_TAGS, Elements
from saxhtml.capture._filter import ExactFilter
from saxhtml.capture._match import Captured, Match, Wanted
from saxhtml.errors import UsageError
from saxhtml.handler import Doctype, Filter, HandlerProtocol, Interest
from saxhtml.position import Locator
from saxhtml.selector import Matcher

CaptureKind = Literal["start", "text", "source"]

LIMIT: Final = 1 << 20
"""Characters of text or source that are captured if nothing else is said."""


def capture_handler(
    wanted: Wanted,
    callback: Callable[[Match], object],
    *,
    capture: CaptureKind = "start",
    limit: int = LIMIT,
    then: HandlerProtocol | None = None,
) -> Filter:
    """Return a handler that calls ``callback`` with each match, and passes each event on to ``then``, if there is one.

    ``capture`` says when, and with what: "start", at once; "text", when the element has ended, with all text in it; "source",
    then, with the piece of the input that it is, to the letter. An element that has no end tag ends where the standard says,
    with the element around it or with the document at the latest.

    Of text and source no more than ``limit`` characters are kept, over all open elements together: an element that is
    larger is delivered as soon as that is known, with its first ``limit`` characters and ``truncated`` set.

    Raises :class:`~saxhtml.UsageError` for any other ``capture``, and for a ``limit`` that is not a positive int.
    """
    return capture_class(capture)(wanted, callback, limit=limit, then=then)


def capture_class(capture: CaptureKind) -> type[Starts | Texts | Sources]:
    """Return the class of the handlers that capture in that way. Raises :class:`~saxhtml.UsageError` for any other."""
    classes: dict[str, type[Starts | Texts | Sources]] = {"start": Starts, "text": Texts, "source": Sources}
    if capture not in classes:
        raise UsageError(f"capture={capture!r} is not known here; there is {', '.join(map(repr, classes))}")
    return classes[capture]


def _without_content(wanted: Wanted) -> Interest:
    structural = wanted.selector is not None
    return Interest(start=structural or wanted.starts, end=structural, text=wanted.text)


def _check_limit(limit: int) -> int:
    if not isinstance(limit, int) or limit < 1:
        raise UsageError(f"limit is a positive number of characters, not {limit!r}")
    return limit


_new: Final = object.__new__


class Starts(ExactFilter):
    """Calls back at each start tag that matches."""

    def __init__(
        self, wanted: Wanted, callback: Callable[[Match], object], *, limit: int = LIMIT, then: HandlerProtocol | None = None
    ) -> None:
        super().__init__(then)
        _check_limit(limit)
        self._wanted = wanted
        self._callback = callback
        self._matches = wanted.matches
        self._test = wanted.test
        self._matcher: Matcher | None = None

    @override
    def needs(self) -> Interest:
        return _without_content(self._wanted)

    @override
    def start_document(self, locator: Locator) -> None:
        wanted = self._wanted
        if wanted.selector is not None:
            matcher = self._matcher = Matcher([wanted.selector])
            self._matches = lambda name, attrs: bool(matcher.start(name, attrs)) and wanted.matches(name, attrs)
        super().start_document(locator)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if self._matches(name, attrs):
            match = _new(Match)  # what Match() does, without the call
            match.name = name
            match.attrs = attrs
            match._locator = self.locator
            if self._test is None or self._test(match):
                # Most matches are looked at and let go, and nobody asks where they stand. It is noted for those that are kept.
                kept = ref(match)
                self._callback(match)
                del match
                survivor = kept()
                if survivor is not None:
                    survivor._settle()
        if self.wants.start:
            super().start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        if self._matcher is not None:
            self._matcher.end(name)
        super().end_tag(name)

    @override
    def text(self, data: str) -> None:
        match = self._wanted.match_text(data, self.locator)
        if match is not None:
            match._settle()
            self._callback(match)
        super().text(data)


class _Contents(ExactFilter):
    """Calls back when a matched element has ended, or has become too large."""

    _inside: ClassVar[Interest]
    """What is needed, besides tags, while an element is open."""

    def __init__(
        self, wanted: Wanted, callback: Callable[[Match], object], *, limit: int = LIMIT, then: HandlerProtocol | None = None
    ) -> None:
        super().__init__(then)
        self._limit = _check_limit(limit)
        self._wanted = wanted
        self._callback = callback
        self._when_open = ALL_TAGS | self._inside
        self._when_none = _without_content(wanted)
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
        for match in ended:
            self._deliver(self._open.pop(), self._end_of(match))
        if began is not None:
            if not self._open:
                self._begin_tape()
            began.begun = self._begin_of(began)
            if began.is_open:
                self._open.append(began)
            else:
                self._deliver(began, self._end_of(began))
        if was_open or began is not None:
            self._settle(was_open)
        super().start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        was_open = bool(self._open)
        if was_open:
            self._note()
        for match in self._elements.end(name, self.locator):
            self._deliver(self._open.pop(), self._end_of(match))
        if was_open:
            self._settle(was_open)
        super().end_tag(name)

    @override
    def end_document(self) -> None:
        if self._open:
            self._note()
        for match in self._elements.finish(self.locator):
            self._deliver(self._open.pop(), self._end_of(match))
        super().end_document()

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
            self._deliver(match, match.begun + self._limit + 1)
        if not opened:
            self._tape.clear()
        if was_open != bool(opened):
            self.locator.interest_changed()

    def _note(self) -> None:
        """Take down the event at hand, which is in an open element."""

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


class Texts(_Contents):
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


class Sources(_Contents):
    """Captures the input. Places on the tape are offsets in it.

    All events are wanted inside an element, for the sake of the input that comes with them, which is gone afterwards.
    """

    _inside = replace(Interest.everything(), parse_error=False)

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
    def _note(self) -> None:
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
