"""The Reader: goes through a page by events, tags, text or characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, Literal

from typing_extensions import override

from saxhtml._nesting import OpenElement
from saxhtml.capture import NothingKnownAround, is_its_end_tag
from saxhtml.decode import transport_encoding
from saxhtml.errors import UsageError
from saxhtml.events import ALL_BUT_ERRORS, EndTag, Event, Span, StartTag, Text
from saxhtml.handler import Interest
from saxhtml.parser import Parser, Source
from saxhtml.reader._feed import PIECE_SIZE, feeding
from saxhtml.reader._seek import Seeker, Stop
from saxhtml.reader._source import way_back
from saxhtml.reader._tag import ANY, Tag, tags_named

TAG: Final = 0
"""What :meth:`Reader.read` gives where there is a tag."""

END: Final = -1
"""What :meth:`Reader.read` gives at the end."""


class Reader(Iterator[Event]):
    """Reads a page by events, tags, text or characters, in any order; each goes on from where the one before got to.

    ``source``, ``encoding`` and ``options`` are those of :func:`~saxhtml.parse`; no more of the source is read than what is
    asked for needs, ``chunk_size`` bytes or characters at a time. ``interest``: all that will ever be asked for, by default
    everything but parse errors. What is sought is sought at the parser's full speed up to the first match in each chunk; what
    the interest leaves out is passed over at that speed everywhere. With ``positions`` it is known where what was read
    stands: :attr:`span`.

    >>> reader = Reader("<ul><li><a href=/tea>Green <b>tea</b></a><li>Cake</ul>")
    >>> link = reader.next_tag("a")
    >>> link["href"], reader.get_text(until="/a"), reader.get_text()
    ('/tea', 'Green tea', '')
    >>> next(reader), next(reader), next(reader)
    (EndTag(name='a'), StartTag(name='li', attrs={}), Text(data='Cake'))

    What is raised by the parser or by reading from the source is raised when all events before it have been read; then the
    page is at its end.
    """

    tag: Tag | None
    """The last tag that :meth:`next_tag` returned or :meth:`read` met; None before the first."""

    def __init__(
        self,
        source: Source,
        *,
        interest: Interest = ALL_BUT_ERRORS,
        positions: bool = False,
        chunk_size: int = PIECE_SIZE,
        encoding: str | None = None,
        **options: Any,
    ) -> None:
        self._interest = interest
        self._positions = positions
        self._chunk_size = chunk_size
        self._options = options
        self._open(source, encoding)

    def _open(self, source: Source, encoding: str | None) -> None:
        self._source = source
        self._encoding = encoding
        self._go_back = way_back(source)
        self._queue = Seeker(self._interest, positions=self._positions)
        parser = Parser(self._queue, encoding=transport_encoding(source) if encoding is None else encoding, **self._options)
        self._queue.begin(parser.locator)
        self._steps = feeding(parser, source, self._chunk_size)
        self._waiting = self._queue.events
        self._at_end = False
        self._error: Exception | None = None
        self._last: Event | None = None
        self._span: Span | None = None
        self._text = ""
        self._text_at = 0  # characters of _text that have been read
        self.tag = None

    @property
    def eof(self) -> bool:
        """Whether nothing is left to be read. To know, the source is read until there is an event, or it ends."""
        if self._text_at < len(self._text):
            return False
        self._fill()
        return not self._waiting and self._error is None

    @property
    def span(self) -> Span:
        """Where the last event that was read stands.

        For what :meth:`get_text` returned that is the last piece of it; for a character, the piece of text that it is in.
        Raises :class:`~saxhtml.UsageError` without ``positions=True``, before the first event, and at the end.
        """
        if self._span is None:
            raise UsageError("Reader(positions=True) knows where an event stands, when one has just been read")
        return self._span

    @override
    def __next__(self) -> Event:
        """Return the next event."""
        event = self._next()
        if event is None:
            raise StopIteration
        return event

    def next_tag(self, *names: str) -> Tag | None:
        """Return the next tag of one of these names, or None if there is none; what stands before it is passed over.

        A name is that of a start tag; with a slash before, as in ``"/a"``, of an end tag. ``"*"`` is any start tag, as when no
        name is given, ``"/*"`` any end tag. Raises :class:`~saxhtml.UsageError` for what is no name, and for tags that are not
        in the reader's ``interest``.
        """
        tags = tags_named(names or ("*",))
        event = self._seek(tags.has, tags.interest(self._interest))
        if isinstance(event, StartTag | EndTag):
            self.tag = Tag.of(event)
            return self.tag
        return None

    def get_text(self, until: str | Iterable[str] = ()) -> str:
        """Return the text before the next tag, or of those named, which is read next; all others are dropped.

        Tags are named as in :meth:`next_tag`. If none of them comes it is all the text that is left. What scripts and styles
        hold is text too, as for any handler; :mod:`saxhtml.text` knows what a reader of the page would see. Raises
        :class:`~saxhtml.UsageError` for what is no name, and for tags or text not in the reader's ``interest``.
        """
        names = (until,) if isinstance(until, str) else tuple(until)
        tags = tags_named(names) if names else ANY
        if not self._interest.text:
            raise UsageError("get_text() needs Reader(interest=...) with text")
        interest = replace(tags.interest(self._interest), text=True) if names else self._interest

        def stop(event: Event) -> bool:
            return isinstance(event, Text) or tags.has(event)

        pieces: list[str] = []
        span = self._span
        try:
            while isinstance(event := self._seek(stop, interest), Text):
                pieces.append(event.data)
                span = self._span
        except Exception as error:
            if not pieces:
                raise
            self._error = error  # for the next call; the text before it is not lost
        else:
            if event is not None:
                self._put_back(event)
        self._span = span
        return "".join(pieces)

    def read(self) -> str | Literal[0, -1]:
        """Return the next character of text, :data:`TAG` if there is a tag, which then is :attr:`tag`, :data:`END` at the end.

        All but text and tags is passed over.
        """
        while self._text_at == len(self._text):
            event = self._next()
            if event is None:
                return END
            if isinstance(event, StartTag | EndTag):
                self.tag = Tag.of(event)
                return TAG
            if isinstance(event, Text):
                self._text = event.data
        self._text_at += 1
        return self._text[self._text_at - 1]

    def unread(self, what: Event | Tag | str) -> None:
        """Put back an event, a tag or some text: it is what is read next. What was put back last is read first.

        It need not be what has been read; its :attr:`span` is that of what was read last. Raises
        :class:`~saxhtml.UsageError` for anything else.
        """
        if isinstance(what, Text):
            what = what.data
        if isinstance(what, str):
            start = self._text_at - len(what)
            if start >= 0 and self._text.startswith(what, start):
                self._text_at = start
                return
            what = Text(what)
        elif isinstance(what, Tag):
            what = what.event()
        elif not isinstance(what, Event):
            raise UsageError(f"unread() takes an event, a Tag or a str, not {what!r}")
        self._put_back_text()
        self._put_back(what)

    def skip_element(self) -> None:
        """Pass over what is left of the element whose start tag was read last, its end tag included.

        Without an end tag it ends where the standard says, and the tag that ends it is read next: another ``li``, or the end
        tag of an element around, for which the first is taken that would end nothing inside. Of a void element nothing is left.
        Raises :class:`~saxhtml.UsageError` when anything but a start tag was read last, and if not all tags are in the
        reader's ``interest``.
        """
        last = self._last
        if not isinstance(last, StartTag):
            raise UsageError("skip_element() comes right after a start tag has been read, by next_tag(), read() or next()")
        if not (self._interest.start is True and self._interest.end is True):
            raise UsageError("skip_element() needs Reader(interest=...) with all tags")
        elements = NothingKnownAround()
        element, _ = elements.start(last.name, last.attrs)
        if element is None or element.void:
            return

        closed: Sequence[OpenElement[Any]] = ()

        def stop(event: Event) -> bool:
            nonlocal closed
            if isinstance(event, StartTag):
                closed = elements.start(event.name, event.attrs)[1]
            else:
                closed = elements.end(event.name) if isinstance(event, EndTag) else ()
            return element in closed

        end = self._seek(stop, _ALL_TAGS)
        if isinstance(end, EndTag):
            ended = closed[: closed.index(element) + 1]
            if any(is_its_end_tag(end.name, inner.name) for inner in ended):
                return
        if end is not None:
            self._put_back(end)

    def reset(self, source: Source | None = None, *, encoding: str | None = None) -> None:
        """Go back to the start of the page, or to another page; the options stay.

        The start is where the source was when the reader got it. Raises :class:`~saxhtml.UsageError` if no page is given and
        the source can be read only once: a socket, a response, an iterator, a file that cannot seek.
        """
        if source is None:
            if self._go_back is None:
                raise UsageError("this source cannot be read twice; give reset() a page")
            self._go_back()
            source, encoding = self._source, encoding or self._encoding
        self._open(source, encoding)

    def _seek(self, stop: Stop, interest: Interest) -> Event | None:
        """Return the next event of ``interest`` for which ``stop`` is true, or None; all before it are passed over."""
        self._put_back_text()
        while self._waiting:
            event = self._take()
            if stop(event):
                return event
        self._queue.seek(interest, stop)
        self._fill()
        self._queue.rest()
        return self._next()

    def _next(self) -> Event | None:
        """Return the next event, or None at the end."""
        self._put_back_text()
        self._fill()
        if self._waiting:
            return self._take()
        self._last = self._span = None
        if self._error is not None:
            error, self._error = self._error, None
            try:
                raise error
            finally:
                del error  # which holds this frame
        return None

    def _fill(self) -> None:
        """Read on until there is an event, or the end."""
        while not self._waiting and not self._at_end:
            try:
                self._at_end = next(self._steps, True)
            except Exception as error:
                self._at_end = True
                self._error = error

    def _take(self) -> Event:
        item = self._waiting.popleft()
        event: Event
        event, self._span = item if self._positions else (item, None)
        self._last = event
        return event

    def _put_back(self, event: Event) -> None:
        self._waiting.appendleft((event, self._span) if self._positions else event)
        self._last = None

    def _put_back_text(self) -> None:
        if self._text_at < len(self._text):
            self._put_back(Text(self._text[self._text_at :]))
        self._text, self._text_at = "", 0


_ALL_TAGS: Final = Interest(start=True, end=True)
