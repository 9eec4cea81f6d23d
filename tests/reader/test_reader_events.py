"""The iterator of events and the pull parser, and what all fronts of the room have in common."""

from __future__ import annotations

import doctest
import io
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from reader_tools import EVENTS, PAGE, Pieces, joined, line, written

from saxhtml import Attributes, Interest, LimitExceeded, Limits, ParseError, StrictParseError, UsageError, parse
from saxhtml.events import Comment, EndTag, Event, StartTag, Text
from saxhtml.reader import HTMLPullParser, Kind, Reader, _events, _pull, _reader, _tag, events
from saxhtml.testing import EventRecorder, every_split

FRONTS: Final = [pytest.param(events, id="events"), pytest.param(Reader, id="Reader")]


def test_events_are_matched_by_their_classes() -> None:
    assert list(events(PAGE)) == EVENTS
    assert [written(event) for event in events(PAGE)] == parse(PAGE, EventRecorder()).events


@pytest.mark.parametrize("pull", FRONTS)
def test_however_the_page_is_cut(pull: Any) -> None:
    for pieces in every_split(PAGE):
        assert joined(pull(pieces)) == EVENTS


@pytest.mark.parametrize("pull", FRONTS)
@pytest.mark.parametrize(
    "source",
    [
        pytest.param(lambda path: PAGE, id="str"),
        pytest.param(lambda path: PAGE.encode(), id="bytes"),
        pytest.param(lambda path: memoryview(bytearray(PAGE.encode())), id="memoryview"),
        pytest.param(lambda path: path, id="path"),
        pytest.param(lambda path: io.StringIO(PAGE), id="text file"),
        pytest.param(lambda path: io.BytesIO(PAGE.encode()), id="binary file"),
        pytest.param(lambda path: [PAGE[:30], "", PAGE[30:]], id="list of pieces"),
        pytest.param(lambda path: SimpleNamespace(recv=io.BytesIO(PAGE.encode()).read), id="socket"),
    ],
)
@pytest.mark.parametrize("chunk_size", [1, 7, 1 << 13])
def test_a_page_is_read_from_anything(pull: Any, source: Callable[[Path], Any], chunk_size: int, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(PAGE, newline="")
    assert joined(pull(source(path), chunk_size=chunk_size)) == EVENTS


def test_events_know_where_they_stand() -> None:
    assert [span for _, span in events(PAGE, positions=True)] == parse(PAGE, EventRecorder()).spans


@pytest.mark.parametrize("pull", FRONTS)
def test_events_are_only_those_of_interest(pull: Any) -> None:
    assert list(pull(PAGE, interest=Interest(comment=True, end={"p"}))) == [EndTag("p"), Comment("c")]
    assert list(pull("<p a a>", interest=Interest(parse_error=True))) == [ParseError("duplicate-attribute", 6, 1, 7)]


@pytest.mark.parametrize("pull", FRONTS)
def test_a_response_says_its_encoding_and_the_caller_overrides_it(pull: Any) -> None:
    def response() -> Any:
        return SimpleNamespace(headers={"Content-Type": "text/html; charset=koi8-r"}, read=io.BytesIO(b"\xc1").read)

    assert list(pull(response())) == [Text("\N{CYRILLIC SMALL LETTER A}")]
    assert list(pull(response(), encoding="latin1")) == [Text("\xc1")]


@pytest.mark.parametrize("pull", FRONTS)
@pytest.mark.parametrize(
    ("source", "options", "error"),
    [
        pytest.param(lambda: Pieces(["<p>a", "<b>"], OSError("reset")), {}, OSError, id="reading fails"),
        pytest.param(lambda: ["<p>a<b>", "<i " + "x" * 99], {"limits": Limits(max_token=50)}, LimitExceeded, id="a limit"),
        pytest.param(lambda: ["<p>a<b><!DOCTYPE>"], {"strict": True}, StrictParseError, id="strict"),
        pytest.param(lambda: ["<p>a<b><i "], {"strict": True}, StrictParseError, id="strict, at the end"),
        pytest.param(lambda: ["<p>a<b>", b"<i>"], {}, UsageError, id="str and bytes"),
        pytest.param(lambda: ["<p>a<b>", 3], {}, UsageError, id="no chunk"),
    ],
)
def test_what_is_raised_comes_behind_the_events_before_it_and_once(
    pull: Any, source: Callable[[], Any], options: dict[str, Any], error: type[Exception]
) -> None:
    pulled = pull(source(), **options)
    assert list(islice(pulled, 3)) == [StartTag("p", Attributes("")), Text("a"), StartTag("b", Attributes(""))]
    with pytest.raises(error):
        next(pulled)
    assert list(pulled) == []


@pytest.mark.parametrize("pull", FRONTS)
@pytest.mark.parametrize(
    ("source", "options", "says"),
    [
        pytest.param(3, {}, "cannot read a page from int", id="no source"),
        pytest.param(SimpleNamespace(read=lambda size: None), {}, "nothing to read yet", id="a source that does not wait"),
        pytest.param("a", {"chunk_size": 0}, "chunk_size", id="chunk size"),
        pytest.param("a", {"encoding": "nosuch"}, "nosuch", id="encoding"),
    ],
)
def test_what_cannot_be_read_is_refused(pull: Any, source: Any, options: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        next(pull(source, **options))


@pytest.mark.parametrize("pull", FRONTS)
def test_no_more_is_read_than_what_is_asked_for_needs(pull: Any) -> None:
    source = Pieces(["<p>one ", "two<b", ">x</b>", "rest"])
    found = pull(source)
    assert source.given == 0
    assert [(line([event]), source.given) for event in islice(found, 5)] == [
        ("<p>", 1),
        ("one ", 1),
        ("two", 2),
        ("<b>", 3),
        ("x", 3),
    ]


def test_an_iterator_that_is_left_lets_go_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    found = events(path)
    assert next(found) == EVENTS[0]
    del found  # an open file would be a ResourceWarning here, which is an error


@pytest.mark.parametrize("module", [_events, _pull, _reader, _tag], ids=lambda module: module.__name__)
def test_the_examples_in_the_docstrings_run(module: Any) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


# The pull parser


def fed(parser: HTMLPullParser, pieces: Iterable[str | bytes]) -> Iterator[tuple[Kind, Event]]:
    for piece in pieces:
        parser.feed(piece)
        yield from parser.read_events()
    parser.close()
    yield from parser.read_events()


KINDS: Final[list[Kind]] = ["doctype", "text", "start", "text", "end", "comment", "pi", "text"]


def test_a_pull_parser_gives_events_with_their_kinds() -> None:
    assert list(fed(HTMLPullParser(), [PAGE])) == list(zip(KINDS, EVENTS, strict=True))
    assert list(fed(HTMLPullParser(encoding="utf-8"), [PAGE.encode()])) == list(zip(KINDS, EVENTS, strict=True))


def test_a_pull_parser_may_be_fed_any_pieces() -> None:
    for pieces in every_split(PAGE):
        assert joined(event for _, event in fed(HTMLPullParser(), pieces)) == EVENTS


@pytest.mark.parametrize("kind", ["start", "end", "text", "comment", "doctype", "pi"])
def test_a_pull_parser_collects_what_it_is_told_to(kind: Kind) -> None:
    expected = [pair for pair in zip(KINDS, EVENTS, strict=True) if pair[0] == kind]
    assert list(fed(HTMLPullParser([kind]), [PAGE])) == expected


def test_a_pull_parser_collects_errors_if_it_is_told_to() -> None:
    kinds: list[Kind] = ["end", "error"]
    assert list(fed(HTMLPullParser(iter(kinds)), ["<p a a></p>"])) == [
        ("error", ParseError("duplicate-attribute", 6, 1, 7)),
        ("end", EndTag("p")),
    ]
    assert list(fed(HTMLPullParser([]), [PAGE])) == []


def test_a_pull_parser_gives_what_is_certain() -> None:
    parser = HTMLPullParser()
    parser.feed("<p>one &am")
    assert [kind for kind, _ in parser.read_events()] == ["start", "text"]
    assert list(parser.read_events()) == []
    reading = parser.read_events()
    parser.feed("p; <b")
    assert list(reading) == [("text", Text("& "))]
    parser.feed(">")
    parser.close()
    assert list(parser.read_events()) == [("start", StartTag("b", Attributes("")))]


def test_a_pull_parser_gives_the_events_before_an_error() -> None:
    parser = HTMLPullParser(limits=Limits(max_token=20))
    with pytest.raises(LimitExceeded):
        parser.feed("<p>a<b " + "x" * 50)
    assert line(event for _, event in parser.read_events()) == "<p>a"
    with pytest.raises(UsageError):
        parser.feed("a")


@pytest.mark.parametrize("events", [["start", "start-ns"], "start"], ids=["unknown", "a str"])
def test_a_pull_parser_refuses_kinds_that_it_does_not_know(events: Any) -> None:
    with pytest.raises(UsageError, match=r"takes some of 'start', 'end', .*, not 's"):
        HTMLPullParser(events)


def test_a_pull_parser_is_used_as_that_of_xml() -> None:
    page = "<a><b/>x</a>"

    def names(parser: Any) -> list[tuple[str, str]]:
        found = []
        for piece in page:
            parser.feed(piece)
            found += [(kind, getattr(what, "tag", None) or what.name) for kind, what in parser.read_events()]
        parser.close()
        return found

    assert names(HTMLPullParser(["start"])) == names(ElementTree.XMLPullParser(["start"])) == [("start", "a"), ("start", "b")]
