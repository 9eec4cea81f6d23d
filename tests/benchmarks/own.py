"""What saxhtml does: the handlers a user would write for each task."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Final

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.errors import ParseError
from saxhtml.handler import Doctype, Handler, Interest
from saxhtml.parser import Parser
from saxhtml.rewrite import ElementEdit, rewrite

from .entries import Entry, StopWatch
from .pages import Page

_LINKS: Final = Interest(start=frozenset({"a"}))


class Events(Handler):
    """Counts every event."""

    def __init__(self) -> None:
        self.count = 0

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.count += 1

    @override
    def end_tag(self, name: str) -> None:
        self.count += 1

    @override
    def text(self, data: str) -> None:
        self.count += 1

    @override
    def comment(self, data: str) -> None:
        self.count += 1

    @override
    def doctype(self, doctype: Doctype) -> None:
        self.count += 1

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self.count += 1


class EventsAndErrors(Events):
    """Counts every event and every parse error."""

    @override
    def parse_error(self, error: ParseError) -> None:
        self.count += 1


class EventsAndAttributes(Events):
    """Counts every event and every attribute, having read its name and value."""

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.count += 1
        for _name, _value in attrs.items():
            self.count += 1


class Links(Handler):
    """Collects links, asking each start tag for its name."""

    def __init__(self) -> None:
        self.links: list[str] = []

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if name == "a":
            href = attrs.get("href")
            if href is not None:
                self.links.append(href)

    @property
    def count(self) -> int:
        """How many links there were."""
        return len(self.links)


class OnlyLinks(Links):
    """Collects links, and wants no other tag."""

    @override
    def interest(self) -> Interest:
        return _LINKS


class Text(Handler):
    """Counts the characters of text."""

    def __init__(self) -> None:
        self.count = 0

    @override
    def text(self, data: str) -> None:
        self.count += len(data)


class FirstEvent(StopWatch, Events):
    """Looks at the clock when the first event comes."""


def _run(handler_type: type[Events | Links | Text], *, lane: bool = True) -> Callable[[Page], int]:
    def run(page: Page) -> int:
        handler = handler_type()
        parser = Parser(handler, lane=lane)
        for piece in page.pieces:
            parser.feed(piece)
        parser.close()
        return handler.count

    return run


def _rewrite(page: Page) -> int:
    count = 0

    def nofollow(link: ElementEdit) -> None:
        nonlocal count
        count += 1
        link.set_attribute("rel", "nofollow")

    for _piece in rewrite(page.pieces, {"a[href]": nofollow}):
        pass
    return count


def _latency(page: Page) -> float:
    handler = FirstEvent()
    parser = Parser(handler)
    start = perf_counter()
    for piece in page.pieces:
        parser.feed(piece)
        if handler.at:
            break
    return handler.at - start


def entries() -> list[Entry]:
    """Return saxhtml's rows; those with an option on or off beside the plain one carry its name."""
    return [
        Entry("events", "saxhtml", _run(Events)),
        Entry("events", "saxhtml, parse errors too", _run(EventsAndErrors)),
        Entry("events", "saxhtml, machine alone", _run(Events, lane=False)),
        Entry("attributes", "saxhtml", _run(EventsAndAttributes)),
        Entry("links", "saxhtml", _run(Links)),
        Entry("links", "saxhtml, interest in a", _run(OnlyLinks)),
        Entry("text", "saxhtml", _run(Text)),
        Entry("rewrite", "saxhtml", _rewrite),
        Entry("letters", "saxhtml", _run(Events)),
        Entry("latency", "saxhtml", _latency),
    ]
