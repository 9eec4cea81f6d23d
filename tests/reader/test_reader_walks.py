"""Walks through pages, made up and real: whatever is asked for in whatever order, the page is the same; and what it costs."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterable
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Final

import pytest
from reader_tools import joined, line, written

from saxhtml import Interest, parse
from saxhtml.capture import Match
from saxhtml.events import EndTag, Event, EventQueue, StartTag, Text
from saxhtml.filters import with_tag_handler
from saxhtml.reader import END, TAG, HTMLPullParser, Reader, events
from saxhtml.testing import EventRecorder, assert_linear, random_splits

PARTS: Final = [
    *(
        "<p>",
        "</p>",
        "<i x=1>",
        "</i>",
        "<b>",
        "text ",
        "a&amp;b",
        "&am",
        "\r\n",
        "\xe9",
        "\0",
        "<",
        "</",
        "<i ",
        "<table><td>",
    ),
    *(
        "<!--c <i>-->",
        "<?pi x>",
        "<!doctype html>",
        "<script>'<i>'</script>",
        "<title>x<i>y</title>",
        "<textarea>",
        "</textarea>",
    ),
    *("<svg><title><i>", "<![CDATA[x<i>]]>", "</svg>"),
]
NAMES: Final = ["i", "/i", "b", "*", "/*", "p", "title", "script", "nosuch"]


class Model:
    """What a reader should do, over the events of the whole page; text as one."""

    def __init__(self, page: str) -> None:
        self.left = joined(parse(page, EventQueue()).events)[::-1]

    def put_back(self, event: Event) -> None:
        if isinstance(event, Text) and self.left and isinstance(self.left[-1], Text):
            event = joined([event, self.left.pop()])[0]
        if event != Text(""):
            self.left.append(event)

    def next(self, got: Event | None) -> Event | None:
        """Return the next event; of a text, as much as the reader gave."""
        event = self.left.pop() if self.left else None
        if isinstance(event, Text) and isinstance(got, Text):
            length = len(got.data)
            self.put_back(Text(event.data[length:]))
            event = Text(event.data[:length])
        return event

    def next_tag(self, names: list[str]) -> Event | None:
        while self.left:
            event = self.left.pop()
            if is_named(event, names):
                return event
        return None

    def get_text(self, names: list[str]) -> str:
        text = ""
        while self.left and not is_named(self.left[-1], names):
            event = self.left.pop()
            text += event.data if isinstance(event, Text) else ""
        return text

    def read(self) -> Event | None:
        while self.left:
            event = self.left.pop()
            if isinstance(event, Text):
                self.put_back(Text(event.data[1:]))
                return Text(event.data[0])
            if isinstance(event, StartTag | EndTag):
                return event
        return None


def is_named(event: Event, names: list[str]) -> bool:
    if isinstance(event, StartTag):
        return event.name in names or "*" in names
    return isinstance(event, EndTag) and ("/" + event.name in names or "/*" in names)


def read_event(reader: Reader) -> Event | None:
    """Return what ``read()`` gives as an event."""
    read = reader.read()
    if read == TAG:
        assert reader.tag is not None
        return reader.tag.event()
    return None if read == END else Text(str(read))


def walk(reader: Reader, model: Model, random: Random) -> None:
    """Ask for this and that until the end has been seen a few times."""
    ends = 0
    while ends < 3:
        names = random.sample(NAMES, random.randrange(1, 3))
        got: Event | None = None
        match random.randrange(8):
            case 0:
                got = next(reader, None)
                assert got == model.next(got)
                ends += got is None
            case 1:
                tag = reader.next_tag(*names)
                got = tag.event() if tag is not None else None
                assert got == model.next_tag(names)
            case 2:
                got = Text(reader.get_text(until=names))
                assert got.data == model.get_text(names)
            case 3:
                got = Text(random.choice(["", "a", "zz"]))
            case 4:
                assert reader.eof == (not model.left)
            case _:
                got = read_event(reader)
                assert got == model.read()
                ends += got is None
        if got is not None and random.random() < 0.4:
            reader.unread(got.data if isinstance(got, Text) and random.random() < 0.5 else got)
            model.put_back(got)


@pytest.mark.parametrize("run", range(8))
def test_whatever_is_asked_for_the_page_is_the_same(run: int, seed: int) -> None:
    for number in range(100):
        name = f"{seed} {run} {number}"
        random = Random(name)
        page = "".join(random.choice(PARTS) for _ in range(random.randrange(1, 60)))
        for pieces in random_splits(page, name, longest=random.choice([1, 5, 50, 1000])):
            walk(Reader(pieces), Model(page), random)


def test_what_is_behind_a_match_is_all_there() -> None:
    page = "".join(PARTS)
    for name in ("i", "/i", "script", "/script", "textarea", "svg", "td"):
        for chunk_size in (1, 2, 7, 1000):
            reader = Reader(page, chunk_size=chunk_size)
            model = Model(page)
            assert str(reader.next_tag(name) and joined(reader)) == str(model.next_tag([name]) and model.left[::-1])


# Real pages


def test_pages_give_the_same_events_to_all(pages: list[Path]) -> None:
    for path in pages:
        recorder = parse(path, EventRecorder(errors=False), chunk_size=4096)
        expected = recorder.events
        pairs = list(events(path, positions=True, chunk_size=4096))
        assert [written(event) for event, _ in pairs] == expected, path.name
        assert [span for _, span in pairs] == recorder.spans, path.name
        parser = HTMLPullParser()
        parser.feed(path.read_bytes())
        parser.close()
        assert line(event for _, event in parser.read_events()) == line(event for event, _ in pairs), path.name


def test_pages_give_the_same_characters(pages: list[Path]) -> None:
    for path in pages:
        found: list[str] = []
        reader = Reader(path)
        while (read := reader.read()) != END:
            if read == TAG:
                assert reader.tag is not None
                found.append(line([reader.tag.event()]))
            else:
                found.append(str(read))
        assert "".join(found) == line(events(path)), path.name
        texts = "".join(event.data for event in events(path, interest=Interest(text=True)) if isinstance(event, Text))
        assert Reader(path).get_text(until="nosuch") == texts, path.name


def test_pages_give_the_same_when_everything_is_put_back(pages: list[Path], seed: int) -> None:
    for path in pages:
        random = Random(f"{seed} {path.name}")
        reader = Reader(path)
        found = []
        for event in reader:
            if random.random() < 0.5:
                reader.unread(event)
                assert next(reader) == event
            found.append(event)
        assert found == list(events(path)), path.name
        reader.reset()
        assert list(reader) == found, path.name


@pytest.mark.parametrize("name", ["a", "div", "li", "p", "script", "td"])
def test_pages_have_elements_that_end_where_capture_says(pages: list[Path], name: str) -> None:
    for path in pages if len(pages) < 10 else pages[::5]:
        page = path.read_bytes()
        matches: list[Match] = []
        parse(page, with_tag_handler(name, matches.append, capture="source", limit=1 << 30))
        expected = []
        end = 0
        for match in sorted(matches, key=lambda match: match.offset):
            if match.offset >= end:  # none that is in another
                end = match.end_offset
                expected.append((match.offset, end))
        reader = Reader(page, positions=True)
        found = []
        while reader.next_tag(name) is not None:
            start = reader.span.offset
            reader.skip_element()
            event = next(reader, None)
            found.append((start, reader.span.offset if event else end))
            if event:
                reader.unread(event)
        assert found == expected, path.name


# What it costs


def all_characters(reader: Reader) -> None:
    while reader.read() != END:
        pass


def there_and_back(reader: Reader) -> None:
    """Read everything by character, and put each back once."""
    while (read := reader.read()) != END:
        what = reader.tag if read == TAG else str(read)
        assert what is not None
        reader.unread(what)
        reader.read()


def all_put_back(reader: Reader) -> None:
    for read in [*iter(reader.read, END)][::-1]:
        reader.unread("x" if read == TAG else str(read))
    all_characters(reader)


def all_skipped(reader: Reader) -> None:
    while reader.next_tag("li"):
        reader.skip_element()


WORK: Final[dict[str, Callable[[Reader], object]]] = {
    "next": all,
    "read": all_characters,
    "read and unread": there_and_back,
    "unread all": all_put_back,
    "get_text": lambda reader: reader.get_text(until="nosuch"),
    "next_tag": lambda reader: reader.next_tag("nosuch"),
    "skip_element": all_skipped,
}


@pytest.mark.parametrize(
    "make_page",
    [
        pytest.param(lambda n: "a" * 20 * n, id="text"),
        pytest.param(lambda n: "<li class=x>tea &amp; <b>cake</b>" * n, id="items"),
        pytest.param(lambda n: "<li><ul>" * n, id="nested"),
    ],
)
@pytest.mark.parametrize("work", WORK)
def test_work_is_linear(work: str, make_page: Callable[[int], str]) -> None:
    assert_linear(make_page, lambda page: WORK[work](Reader(page)))


@pytest.mark.parametrize("work", ["next", "read", "read and unread", "next_tag", "skip_element"])
@pytest.mark.parametrize(
    "make_source",
    [
        pytest.param(lambda n: repeat("<li class=x>tea &amp; <b>cake</b>", n), id="small pieces"),
        pytest.param(lambda n: ["<li class=x>tea &amp; <b>cake</b>" * n], id="one large piece"),
    ],
)
def test_what_has_been_read_is_not_kept(work: str, make_source: Callable[[int], Iterable[str]]) -> None:
    WORK[work](Reader(make_source(10)))  # what is made once
    source = make_source(5_000)
    tracemalloc.start()
    try:
        WORK[work](Reader(source))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 500_000  # all events of the page take several times as much
