"""The pull parser: fed by its user, and asked in between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, TypeAlias

from saxhtml.errors import ParseError, UsageError
from saxhtml.events import ALL_BUT_ERRORS, Comment, EndTag, Event, EventQueue, ProcessingInstruction, StartTag, Text
from saxhtml.handler import Doctype, Interest
from saxhtml.parser import Chunk, Parser

Kind: TypeAlias = Literal["start", "end", "text", "comment", "doctype", "pi", "error"]
"""What an :class:`HTMLPullParser` calls events."""

_KINDS: Final[dict[type, Kind]] = {
    StartTag: "start",
    EndTag: "end",
    Text: "text",
    Comment: "comment",
    Doctype: "doctype",
    ProcessingInstruction: "pi",
    ParseError: "error",
}


class HTMLPullParser:
    """Is fed like a :class:`~saxhtml.Parser` and asked for events, like ``xml.etree.ElementTree.XMLPullParser``.

    ``events``: which to collect, of "start", "end", "text", "comment", "doctype", "pi" and "error"; by default all but "error".
    ``options`` are those of :class:`~saxhtml.Parser`.

    >>> parser = HTMLPullParser(["start"])
    >>> parser.feed("<p>Tea <img sr")
    >>> list(parser.read_events())
    [('start', StartTag(name='p', attrs={}))]
    >>> parser.feed("c=tea.png>")
    >>> list(parser.read_events())
    [('start', StartTag(name='img', attrs={'src': 'tea.png'}))]

    Raises :class:`~saxhtml.UsageError` for an event of another name.
    """

    def __init__(self, events: Iterable[Kind] | None = None, **options: Any) -> None:
        self._queue: EventQueue[Event] = EventQueue(interest=ALL_BUT_ERRORS if events is None else _interest_in(events))
        self._parser = Parser(self._queue, **options)

    def feed(self, data: Chunk) -> None:
        """Take the next piece of the page. Raises what :meth:`saxhtml.Parser.feed` does; the events before it can be read."""
        self._parser.feed(data)

    def close(self) -> None:
        """Take the end of the page; the events that are left can be read. Raises what :meth:`saxhtml.Parser.close` does."""
        self._parser.close()

    def read_events(self) -> Iterator[tuple[Kind, Event]]:
        """Yield the events fed and not yet read, each with its name; what is fed while they are read is among them."""
        waiting = self._queue.events
        while waiting:
            event = waiting.popleft()
            yield _KINDS[type(event)], event


def _interest_in(kinds: Iterable[Kind]) -> Interest:
    wanted = [*kinds]
    unknown = [kind for kind in wanted if kind not in _KINDS.values()]
    if unknown:
        known = ", ".join(map(repr, _KINDS.values()))
        raise UsageError(f"HTMLPullParser(events=...) takes some of {known}, not {unknown[0]!r}")
    return Interest(
        start="start" in wanted,
        end="end" in wanted,
        text="text" in wanted,
        comment="comment" in wanted,
        doctype="doctype" in wanted,
        processing_instruction="pi" in wanted,
        parse_error="error" in wanted,
    )
