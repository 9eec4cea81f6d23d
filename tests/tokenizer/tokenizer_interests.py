"""Handlers that want a part of the events, or now this and now that; and what they must get, told from all the events."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from random import Random
from typing import Final, NamedTuple, TypeVar

from tokenizer_cases import feed, wanted
from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.errors import ParseError
from saxhtml.handler import Doctype, Handler, Interest
from saxhtml.parser import Parser
from saxhtml.testing import Event

ALL: Final = Interest.everything()
NOTHING: Final = Interest()
NO_ERRORS: Final = Interest(start=True, end=True, text=True, comment=True, doctype=True, processing_instruction=True)

INTERESTS: Final = {
    "everything": ALL,
    "no errors": NO_ERRORS,
    "nothing": NOTHING,
    "start tags": Interest(start=True),
    "end tags": Interest(end=True),
    "tags": Interest(start=True, end=True),
    "text": Interest(text=True),
    "comments": Interest(comment=True),
    "doctypes and instructions": Interest(doctype=True, processing_instruction=True),
    "errors": Interest(parse_error=True),
    "one start tag": Interest(start={"a"}),
    "start and end of a": Interest(start={"a"}, end={"a"}),
    "some tags": Interest(start={"a", "img", "link"}, end={"div", "a", "svg"}),
    "raw elements": Interest(start={"script", "style", "svg"}, end={"title", "script"}),
    "a raw element and comments": Interest(start={"textarea"}, comment=True, doctype=True),
    "text and start tags": Interest(text=True, start=True),
    "text and some tags": Interest(text=True, start={"a", "title"}, end={"script", "p"}),
    "text, end tags and comments": Interest(text=True, end=True, comment=True),
    "text, a tag and errors": Interest(text=True, start={"a"}, parse_error=True),
    "some tags and errors": Interest(start={"a", "script", "p"}, end={"p"}, parse_error=True),
    "start tags, comments and errors": Interest(start=True, comment=True, parse_error=True),
    "no such tag": Interest(start={"no-such"}, end={"no-such"}),
}


class Found(NamedTuple):
    """An event with all its attributes, where it stands, and its source; the place is None where nobody asked."""

    event: Event
    place: tuple[int, int, int, int, str] | None

    @property
    def span(self) -> tuple[int, int]:
        assert self.place is not None
        return self.place[:2]


W = TypeVar("W", bound="Watcher")


def every(step: int, first: int = 0) -> Callable[[int], bool]:
    """Return what is true of each number that is ``first`` or some steps more."""
    return lambda count: count % step == first


class Watcher(Handler):
    """Writes down what it hears; asks for a place only at the events that ``asks`` tells by their number."""

    def __init__(self, interest: Interest, *, asks: Callable[[int], bool] | None = None) -> None:
        self.wants = interest
        self.asks = asks or every(1)
        self.found: list[Found] = []
        self.errors: list[ParseError] = []

    @override
    def interest(self) -> Interest:
        return self.wants

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.take(("start", name, attrs.pairs(), attrs.self_closing))

    @override
    def end_tag(self, name: str) -> None:
        self.take(("end", name))

    @override
    def text(self, data: str) -> None:
        self.take(("text", data))

    @override
    def comment(self, data: str) -> None:
        self.take(("comment", data))

    @override
    def doctype(self, doctype: Doctype) -> None:
        self.take(("doctype", *doctype))

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self.take(("pi", target, data))

    @override
    def parse_error(self, error: ParseError) -> None:
        self.errors.append(error)

    def take(self, event: Event) -> None:
        self.found.append(Found(event, self.place() if self.asks(len(self.found)) else None))

    def place(self) -> tuple[int, int, int, int, str]:
        locator = self.locator
        return locator.offset, locator.end_offset, locator.line, locator.column, locator.source


class Switcher(Watcher):
    """Wants one interest after the other, by turns: the next one from the event on at which ``switches`` says so."""

    def __init__(self, interests: list[Interest], switches: Callable[[Event, int], bool]) -> None:
        super().__init__(interests[0])
        self.interests = interests
        self.switches = switches
        self.turn = 0

    @override
    def take(self, event: Event) -> None:
        super().take(event)
        if self.switches(event, self.locator.offset):
            self.turn = (self.turn + 1) % len(self.interests)
            self.wants = self.interests[self.turn]
            self.locator.interest_changed()
            # What is asked for behind that is the same event still.
            assert self.place() == self.found[-1].place


def switched(full: list[Found], interests: list[Interest], switches: Callable[[Event, int], bool]) -> list[Found]:
    """Return of all events those that a Switcher must get."""
    turn = 0
    got = []
    for found in full:
        if wanted(found.event, interests[turn]):
            got.append(found)
            if switches(found.event, found.span[0]):
                turn = (turn + 1) % len(interests)
    return got


def run(watcher: W, chunks: Iterable[str], *, lane: bool) -> W:
    feed(Parser(watcher, lane=lane), chunks)
    return watcher


def all_events(source: str) -> Watcher:
    """Return a watcher that has got every event of ``source``, text joined, from the states and in one piece."""
    watcher = run(Watcher(ALL), [source], lane=False)
    watcher.found = joined(watcher.found, source, watcher.found)
    return watcher


def joined(got: list[Found], source: str, full: list[Found]) -> list[Found]:
    """Return events with the pieces of each text put together; between two of them none of ``full`` begins."""
    begins = [found.span[0] for found in full if found.event[0] != "text"]
    result: list[Found] = []
    before = None
    for found in got:
        assert found.place is not None
        offset, end, _, _, raw = found.place
        assert raw == source[offset:end] != ""
        after = bisect_left(begins, offset) if found.event[0] == "text" else None
        if after is not None and after == before:
            result[-1] = join(result[-1], found, source)
        else:
            result.append(found)
        before = after
    return result


def join(one: Found, other: Found, source: str) -> Found:
    assert one.event[0] == other.event[0] == "text"
    assert one.place is not None
    start, _, line, column, _ = one.place
    end = other.span[1]
    return Found(("text", one.event[1] + other.event[1]), (start, end, line, column, source[start:end]))


BITS: Final = [
    *("<", ">", '"', "'", "=", "/", "a", "b", " ", "\n", "\r\n", "\r", "&", "\0", "\x01", "\ufffe", "\u00e9", "\U0001f98a"),
    *(
        "&amp;",
        "&lt",
        "&#65;",
        "&notit;",
        "&zz;",
        "plain text ",
        "a < b & c",
        "</>",
        "<p>",
        "</p>",
        "</p x>",
        "<p/ >",
        "</a/ >",
    ),
    *('<a href="x">', "</a>", "<A HREF=1>", "</A>", "<a href=?x&copy=1>", "<a href='&lt;&#65'>", "<a\0b>", "<a a a>"),
    *('<div class="a b" id=x>', "</div>", "<br/>", "<img src='<a href=\"q\">'>", '<b =">"', '<i a="1"b>', "<x a=b/>"),
    *('<span title="x>y">', "<a b=\"c\" B='d'>", "<link href=a\r\nrel='\r'>", f"<{'z' * 40} a={'y' * 300}>"),
    *("<!--", "-->", "--!>", "<!-->", "<!--->", "<!---->", "<!-- a\r\n -- <a> -->", "<!--<!---->", "<!a>", "<![CDATA[", "]]>"),
    *("<?pi", "<?pi x?>", "<!doctype html>", "<!DOCTYPE a PUBLIC 'b>", "<noscript>", "</noscript>", "<plaintext>"),
    *(
        "<script>",
        "</script>",
        "<script",
        "</scr",
        "<script>if(a<b)</script>",
        "<script>a<!--b</script>",
        "<script><!--<script>",
    ),
    *("<style>", "</style >", "</STYLE>", "<style a a>\r</style>", "<title>", "</title>", "<title>a&lt;\r\nb</title>"),
    *("<textarea>", "</textarea>", "<textarea></textarea>", "<xmp><!-- </xmp>", "<iframe src=a>", "</iframe>"),
    *("<svg>", "</svg>", "<svg/>", "<desc>", "<foreignObject>", "<math><mi>"),
]
"""Pieces of markup, most of them nasty."""


def nasty(random: Random) -> str:
    """Return markup of such pieces; some of it stands there more than once."""
    return "".join(random.choice(BITS) for _ in range(random.randint(1, 50))) * random.choice((1, 1, 1, 2))
