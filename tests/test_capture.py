"""The room ``capture``: what is called back, when, with what, and how little of a page is looked at for it."""

from __future__ import annotations

import doctest
import gc
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from weakref import ref

import pytest
from typing_extensions import override

from saxhtml._nesting import OpenElements
from saxhtml.attributes import NO_ATTRIBUTES, Attributes
from saxhtml.capture import (
    HTML_ELEMENTS,
    CaptureKind,
    Elements,
    ExactFilter,
    Match,
    Wanted,
    _select,
    by_selector,
    capture_handler,
    select,
)
from saxhtml.errors import StopParsing, UsageError
from saxhtml.handler import Filter, Handler, HandlerProtocol, Interest
from saxhtml.parser import Parser, parse
from saxhtml.position import Locator
from saxhtml.selector import SelectorError
from saxhtml.testing import EventRecorder, assert_linear, every_split

EVERYTHING: Final = Interest.everything()


def tags(*names: str, text: bool = False, test: Callable[[Match], object] | None = None) -> Wanted:
    wanted = frozenset(names)
    return Wanted(lambda name, _: name in wanted, starts=wanted or False, text=text, test=test)


def captured(
    source: str | list[str], wanted: Wanted, capture: CaptureKind, *, limit: int = 1000, then: HandlerProtocol | None = None
) -> list[Match]:
    found: list[Match] = []
    parse(source, capture_handler(wanted, found.append, capture=capture, limit=limit, then=then))
    return found


def texts(source: str | list[str], *names: str, limit: int = 1000) -> list[str | None]:
    return [match.text for match in captured(source, tags(*names), "text", limit=limit)]


def sources(source: str | list[str], *names: str, limit: int = 1000) -> list[str | None]:
    return [match.source for match in captured(source, tags(*names), "source", limit=limit)]


def spans(matches: Iterable[Match]) -> list[tuple[int, int, int, int]]:
    return [(match.offset, match.end_offset, match.line, match.column) for match in matches]


# At the start tag


def test_a_match_at_the_start_tag_has_name_and_attributes_and_no_content() -> None:
    (match,) = captured("<p><a href=x>one</a>", tags("a"), "start")
    assert (match.name, dict(match.attrs)) == ("a", {"href": "x"})
    assert (match.text, match.source, match.truncated) == (None, None, False)
    assert repr(match) == "<Match a {'href': 'x'}>"


def test_a_match_at_the_start_tag_comes_before_what_is_in_the_element() -> None:
    found: list[Match] = []
    parser = Parser(capture_handler(tags("a"), found.append))
    parser.feed("<a>")
    assert [match.name for match in found] == ["a"]


def test_a_match_that_is_kept_knows_its_place_for_ever() -> None:
    found = captured(["<i>\n<a", " x><a", ">"], tags("a"), "start")
    assert spans(found) == [(4, 9, 2, 1), (9, 12, 2, 6)]


def test_a_match_knows_its_place_when_it_is_called_back() -> None:
    found: list[tuple[int, int, int, int]] = []

    def note(match: Match) -> None:
        found.extend(spans([match]))

    parse("\n<a><b><a>", capture_handler(tags("a"), note))
    assert found == [(1, 4, 2, 1), (7, 10, 2, 7)]


def test_a_match_that_is_not_kept_is_gone() -> None:
    gone: list[ref[Match]] = []

    def forget(match: Match) -> None:
        gone.append(ref(match))

    parse("<a>", capture_handler(tags("a"), forget))
    gc.collect()
    assert [each() for each in gone] == [None]


def test_a_test_sees_the_match_and_may_refuse_it() -> None:
    for capture in ("start", "text"):
        found = captured("<a><a>\n<a x>", tags("a", test=lambda match: match.column == 1 and "x" in match.attrs), capture)
        assert spans(found)[0][:3:2] == (7, 2)


def test_text_is_called_back_piece_by_piece() -> None:
    found = captured(["a<b>b", "c"], tags("b", text=True), "start")
    assert [(match.name, match.text) for match in found] == [("#text", "a"), ("b", None), ("#text", "b"), ("#text", "c")]
    assert spans(found) == [(0, 1, 1, 1), (1, 4, 1, 2), (4, 5, 1, 5), (5, 6, 1, 6)]
    assert [match.text for match in captured("a<b>b", tags(text=True), "text")] == ["a", "b"]
    assert [(match.text, match.source) for match in captured("&lt;", tags(text=True), "source")] == [(None, "&lt;")]


def test_text_may_be_refused_by_a_test() -> None:
    for capture in ("start", "text", "source", "tree"):
        found = captured("a<b>b", tags(text=True, test=lambda match: match.text == "b"), capture)
        assert spans(found) == [(4, 5, 1, 5)]


# Until the end

TEXTS: Final = {
    "an element": ("<p>one", "p", ["one"]),
    "its end tag": ("x<b>one</b>two", "b", ["one"]),
    "nested": ("<b>1<b>2</b>3</b>4", "b", ["2", "123"]),
    "with other elements in it": ("<p>1<i>2</i>3</p>4", "p", ["123"]),
    "no text": ("<p></p><p><br></p>", "p", ["", ""]),
    "a void element": ("<p>1<br>2<br>3", "br", ["", ""]),
    "a void element in one that is captured": ("<p>1<br>2", "p br", ["", "12"]),
    "references": ("<p>&lt;&amp;x</p>", "p", ["<&x"]),
    "script": ("<div>a<script>b</script>c</div>", "div", ["abc"]),
    "a script": ("<script>a<b></script>c", "script", ["a<b>"]),
    "a title": ("<title>a&amp;<b></title>c", "title", ["a&<b>"]),
    "a comment is no text": ("<p>a<!--b-->c</p>", "p", ["ac"]),
    "li ends before li": ("<ul><li>a<li>b</ul>c", "li", ["a", "b"]),
    "p ends before a block": ("<p>a<div>b</div>", "p", ["a"]),
    "td ends with its table": ("<table><tr><td>a<td>b<tr><td>c</table>d", "td", ["a", "b", "c"]),
    "option ends before option": ("<select><option>a<option>b</select>c", "option", ["a", "b"]),
    "dd ends before dt": ("<dl><dt>a<dd>b<dt>c</dl>d", "dd dt", ["a", "b", "c"]),
    "a heading ends with any heading's end tag": ("<h1>a</h2>b", "h1", ["a"]),
    "a misplaced element ends with what is open in it": ("<b><p>a</b>b</p>c", "b", ["ab"]),
    "the document ends it": ("<div><b>a", "b div", ["a", "a"]),
    "the parent ends it": ("<div><b>a</div>b", "b", ["a"]),
    "the parent ends all": ("<div><b><i>a</div>b", "b i", ["a", "a"]),
    "the parent's parent ends it": ("<section><div><span>a</section>b", "span", ["a"]),
    "an end tag of an element inside is its own": ("<a><div>a</div>b</a>", "a", ["ab"]),
    "an end tag that closes nothing is ignored": ("<div>a</p>b</span>c</b>d</div>", "div", ["abcd"]),
    "an end tag of a void element is ignored": ("<p>a</img>b</br>c</p>", "p", ["abc"]),
    "a cell holds back the end tag of a block": ("<div><td>a</div>b</td>c</div>", "td", ["ab"]),
    "a list holds back the end tag of an item": ("<li><ul>a</li>b</ul>c", "ul", ["ab"]),
    "the end tag of an item around": ("<li><b>a</li>b", "b", ["a"]),
    "a table holds back its parts": ("<div><table>a</tr>b</td>c</table>d</div>", "div", ["abcd"]),
    "the end tag of a table around": ("<table><tr><td><b>a</table>b", "b", ["a"]),
    "the end tag of a cell around": ("<table><tr><td><b>a</td><td>b", "b", ["a"]),
    "a cell begins with no table around": ("<tr><td><b>a<td>b", "b", ["a"]),
    "a cell begins, and is wanted": ("<tr><td><b>a<td>b", "b td", ["a", "a", "b"]),
    "a cell that begins where one was left open": ("<b>a<td>b", "b td", ["a", "b"]),
    "a row ends a cell": ("<td>a<tr>b", "td", ["a"]),
    "a table inside has its own cells": ("<b>a<table><td>b</table>c</b>d", "b", ["abc"]),
    "a second body": ("<body>a<body>b", "body", ["", "ab"]),
    "self-closing in svg": ("<svg><g>a</g><path/>b<path/></svg>", "path", ["", ""]),
    "self-closing of a name with a hyphen": ("<x-a/>a</x-a>b", "x-a", ["a"]),
    "self-closing in an element of svg": ("<svg><g>a<path/><g/>b</g>", "g", ["", "ab"]),
    "svg itself": ("<svg><path/><title>a</title></svg>b", "svg", ["a"]),
    "an element of svg that is not closed": ("<svg><path>a</svg>b", "path", ["a"]),
    "form in form": ("<form>a<form>b</form>c", "form", ["", "ab"]),
    "a form that is taken out": ("<span><form><div>a</form>b</div>c</span>d", "span", ["abc"]),
}


@pytest.mark.parametrize(("source", "names", "expected"), TEXTS.values(), ids=TEXTS)
def test_the_text_of_an_element_is(source: str, names: str, expected: list[str]) -> None:
    assert texts(source, *names.split()) == expected
    for pieces in every_split(source):
        assert texts(pieces, *names.split()) == expected


AS_WRITTEN: Final = "<P\nA='\"'>&amp;\r\n<!--x--><?y z?>\0<!DOCTYPE a></p\t>"

SOURCES: Final = {
    "with its end tag": ("x<b a>one</b >two", "b", ["<b a>one</b >"]),
    "without an end tag": ("<ul><li>a<li>b</ul>c", "li", ["<li>a", "<li>b"]),
    "to the end of the document": ("a<p>b</>c", "p", ["<p>b</>c"]),
    "void": ("a<br x>b", "br", ["<br x>"]),
    "void, inside": ("<p>a<br x>b", "p br", ["<br x>", "<p>a<br x>b"]),
    "as it is written": (AS_WRITTEN, "p", [AS_WRITTEN]),
    "what makes no event": ("<p>a</></>b<!-->--></></p>", "p", ["<p>a</></>b<!-->--></></p>"]),
    "nested": ("<b>1<b>2</b>3</b>4", "b", ["<b>2</b>", "<b>1<b>2</b>3</b>"]),
    "side by side": ("<b>1</b><b>2</b>", "b", ["<b>1</b>", "<b>2</b>"]),
    "raw text": ("<script>a</b></script>c", "script", ["<script>a</b></script>"]),
    "a misplaced element": ("<b><p>a</b>b</p>c", "b", ["<b><p>a</b>b</p>"]),
    "the parent's end tag is not its own": ("<div><b>a</div>b", "b", ["<b>a"]),
    "an unfinished tag": ("<p>a<b", "p", ["<p>a<b"]),
    "svg": ("<svg><![CDATA[a]]><g/></svg>", "svg", ["<svg><![CDATA[a]]><g/></svg>"]),
}


@pytest.mark.parametrize(("source", "names", "expected"), SOURCES.values(), ids=SOURCES)
def test_the_source_of_an_element_is(source: str, names: str, expected: list[str]) -> None:
    found = captured(source, tags(*names.split()), "source")
    assert [match.source for match in found] == expected
    assert [source[match.offset : match.end_offset] for match in found] == expected
    if "CDATA" not in source:
        for pieces in every_split(source):
            assert sources(pieces, *names.split()) == expected


def test_the_source_of_an_element_is_whole_however_small_the_pieces() -> None:
    source = "<p>a</p></><div><b>b<!-- c --></></>" + "<i x='y'>z</i></></>" * 5 + "</div>"
    assert sources(list(source), "div") == [source[source.index("<div>") :]]


def test_places_are_those_of_start_and_end() -> None:
    source = "<div>\n<b>one</b> <li>\n <b>two</li>x</div>"
    expected = [(6, 16, 2, 1), (23, 29, 3, 2)]
    for pieces in [[source], list(source)]:
        for capture in ("text", "source"):
            assert spans(captured(pieces, tags("b"), capture)) == expected


def test_the_end_is_that_of_the_start_tag_as_long_as_an_element_is_open() -> None:
    seen: list[tuple[int, int]] = []

    def test(match: Match) -> bool:
        seen.append((match.offset, match.end_offset))
        return True

    (match,) = captured("<b>one</b>", tags("b", test=test), "text")
    assert seen == [(0, 3)]
    assert match.end_offset == 10


# How much

LIMITED: Final = {
    "as much as allowed": ("<b>1234</b>", ["1234"]),
    "more than allowed": ("<b>12345</b>", ["1234+"]),
    "more than allowed, in pieces": ("<b>12<i>34</i>56</b>", ["1234+"]),
    "a new element after one that was too large": ("<b>12345</b><b>6</b>", ["1234+", "6"]),
    "an element in one that is too large": ("<b>123<b>45</b>6</b>", ["1234+", "45"]),
    "several that become too large at once": ("<b><b>123456</b></b><b>7", ["1234+", "1234+", "7"]),
    "several that become too large in turn": ("<b>12<b>34<b>56<b>78</b></b>", ["1234+", "3456+", "78", "5678"]),
}


@pytest.mark.parametrize(("source", "expected"), LIMITED.values(), ids=LIMITED)
def test_no_more_text_is_captured_than(source: str, expected: list[str]) -> None:
    for pieces in [[source], list(source)]:
        found = captured(pieces, tags("b"), "text", limit=4)
        assert [(match.text or "") + "+" * match.truncated for match in found] == expected


def test_an_element_that_is_too_large_is_delivered_at_once() -> None:
    found: list[Match] = []
    parser = Parser(capture_handler(tags("b"), found.append, capture="text", limit=2))
    parser.feed("<b>1<i>23")
    assert [(match.text, match.truncated, match.offset) for match in found] == [("12", True, 0)]
    parser.feed("4</i></b>5<b>6</b>")
    assert [match.text for match in found] == ["12", "6"]


def test_no_more_source_is_captured_than_the_limit() -> None:
    for pieces in [["<b>1<b></b><br><!--x-->2</b><b>3"], list("<b>1<b></b><br><!--x-->2</b><b>3")]:
        found = captured(pieces, tags("b"), "source", limit=8)
        assert [(match.source, match.truncated) for match in found] == [
            ("<b></b>", False),
            ("<b>1<b><", True),
            ("<b>3", False),
        ]
    assert sources("<br class=long><br>", "br", limit=5) == ["<br c", "<br>"]


@pytest.mark.parametrize("capture", ["text", "source"])
def test_what_is_held_is_bounded_in_pages_that_never_close_anything(capture: CaptureKind) -> None:
    limit = 1000
    sizes: list[int] = []
    found: list[Match] = []
    handler: Any = capture_handler(tags("div"), found.append, capture=capture, limit=limit)
    parser = Parser(handler)
    for number in range(2000):
        parser.feed(f"<div>{number:06}")
        sizes.append(sum(len(piece) for _, piece in handler._tape._pieces))
    parser.close()
    assert max(sizes) <= 2 * limit + 20
    assert len(found) == 2000
    assert all(len(match.text or match.source or "") <= limit for match in found)


@pytest.mark.parametrize("limit", [0, -1, None, "5", 1.5])
def test_a_limit_that_is_none_is_refused(limit: Any) -> None:
    for capture in ("start", "text", "source", "tree"):
        with pytest.raises(UsageError, match="a positive number of characters"):
            capture_handler(tags("a"), print, capture=capture, limit=limit)


def test_a_way_to_capture_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match=r"capture='all' is not known here; there is 'start', 'text', 'source', 'tree'"):
        capture_handler(tags("a"), print, capture="all")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="all"):
        select("a", "", capture="all")  # type: ignore[arg-type]


# How little is looked at

INTERESTS: Final = {
    "start": (tags("a", "b"), "start", Interest(start={"a", "b"}), Interest(start={"a", "b"})),
    "text": (tags("a"), "text", Interest(start={"a"}), Interest(start=True, end=True, text=True)),
    "source": (
        tags("a"),
        "source",
        Interest(start={"a"}),
        Interest(start=True, end=True, text=True, comment=True, doctype=True, processing_instruction=True),
    ),
    "text too": (tags("a", text=True), "start", Interest(start={"a"}, text=True), Interest(start={"a"}, text=True)),
    "text only": (tags(text=True), "text", Interest(text=True), Interest(text=True)),
    "selector that one tag decides": (
        by_selector("a.k"),
        "text",
        Interest(start={"a"}),
        Interest(start=True, end=True, text=True),
    ),
    "selector of any element": (by_selector("[class]"), "start", Interest(start=True), Interest(start=True)),
    "selector that others decide": (
        by_selector("p > a"),
        "start",
        Interest(start=True, end=True),
        Interest(start=True, end=True),
    ),
}


@pytest.mark.parametrize(("wanted", "capture", "outside", "inside"), INTERESTS.values(), ids=INTERESTS)
def test_no_more_events_are_wanted_than(wanted: Wanted, capture: CaptureKind, outside: Interest, inside: Interest) -> None:
    handler = capture_handler(wanted, lambda match: None, capture=capture)
    parser = Parser(handler)
    parser.feed("<p>")
    assert handler.interest() == outside
    parser.feed("<a class=k>x")
    assert handler.interest() == inside
    parser.feed("</a>")
    assert handler.interest() == outside


def test_the_parser_delivers_what_is_wanted_and_no_more() -> None:
    heard: list[str] = []

    class Eavesdropper(Filter):
        @override
        def interest(self) -> Interest:
            return self.next_handler.interest()

        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            heard.append(f"<{name}>")
            super().start_tag(name, attrs)

        @override
        def end_tag(self, name: str) -> None:
            heard.append(f"</{name}>")
            super().end_tag(name)

        @override
        def text(self, data: str) -> None:
            heard.append(data)
            super().text(data)

    found: list[Match] = []
    parse("<p>1<b>2<i>3</i></b>4<i>5</i>", Eavesdropper(capture_handler(tags("b"), found.append, capture="text")))
    assert heard == ["<b>", "2", "<i>", "3", "</i>", "</b>"]
    assert [match.text for match in found] == ["23"]


# What comes next


class Tags(Handler):
    """Counts on getting what it asks for and nothing else."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    @override
    def interest(self) -> Interest:
        return Interest(start={"i"})

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.heard.append(name)

    @override
    def end_tag(self, name: str) -> None:
        self.heard.append("/" + name)

    @override
    def text(self, data: str) -> None:
        self.heard.append(data)


@pytest.mark.parametrize("capture", ["start", "text", "source", "tree"])
def test_the_next_handler_gets_every_event_it_wants(capture: CaptureKind) -> None:
    page = "<!DOCTYPE html><a>1<b>2<!--3--></b></a><?pi x><a>\0"
    alone, behind = EventRecorder(), EventRecorder()
    parse(page, alone)
    found = captured(page, tags("a"), capture, then=behind)
    assert (behind.events, behind.spans, behind.errors) == (alone.events, alone.spans, alone.errors)
    assert len(found) == 2


@pytest.mark.parametrize("capture", ["start", "text", "source", "tree"])
def test_the_next_handler_gets_nothing_it_does_not_want(capture: CaptureKind) -> None:
    handler = Tags()
    captured("<!DOCTYPE html><a>1<i>2</i><b><!--3--><?pi x></b></a><i>\0", tags("a", text=True), capture, then=handler)
    assert handler.heard == ["i", "i"]


def test_where_nobody_asks_for_the_interest_all_events_are_passed_on() -> None:
    recorder = EventRecorder()
    handler = ExactFilter(recorder)
    handler.start_document(Locator())
    handler.start_tag("a", NO_ATTRIBUTES)
    handler.text("b")
    handler.end_tag("a")
    handler.end_document()
    assert recorder.events == [("start", "a", [], False), ("text", "b"), ("end", "a")]


@pytest.mark.parametrize("capture", ["start", "text", "source", "tree"])
def test_events_that_come_from_nowhere_do_no_harm(capture: CaptureKind) -> None:
    found: list[Match] = []
    handler = capture_handler(tags("b"), found.append, capture=capture)
    handler.start_document(Locator())
    for _ in range(2):
        handler.end_tag("b")
        handler.text("0")
        handler.start_tag("b", NO_ATTRIBUTES)
        handler.text("")
        handler.text("1")
        handler.comment("2")
        handler.start_tag("i", NO_ATTRIBUTES)
        handler.end_tag("b")
    handler.end_document()
    assert [match.text for match in found] == [{"text": "1"}.get(capture)] * 2


@pytest.mark.parametrize("capture", ["start", "text", "source", "tree"])
def test_a_handler_can_be_used_again(capture: CaptureKind) -> None:
    found: list[Match] = []
    handler = capture_handler(by_selector("p > b, b:first-child"), found.append, capture=capture)
    for _ in range(2):
        parser = Parser(handler)
        parser.feed("<p>x<i></i><b>one")
        parser.reset()
        parse("<b>one", handler)
    assert len(found) == {"start": 4}.get(capture, 2)
    assert {match.text for match in found} == {{"text": "one"}.get(capture)}


def test_a_handler_is_in_no_cycle() -> None:
    gc.collect()
    gc.disable()
    try:
        for capture in ("start", "text", "source", "tree"):
            handler = capture_handler(tags("b"), lambda match: None, capture=capture)
            gone = ref(handler)
            parse("<b>one</b>", handler)
            del handler
            assert gone() is None
    finally:
        gc.enable()


def test_a_callback_may_stop_the_parser() -> None:
    def stop(match: Match) -> None:
        raise StopParsing

    parser = Parser(capture_handler(tags("b"), stop, capture="text"))
    parser.feed("<b>one</b>two<b>three")
    assert parser.stopped
    assert parser.consumed.characters == 10


# Elements


def test_elements_that_are_not_all_seen_end_where_the_whole_page_says(shared: Path) -> None:
    """Elements followed from their own start tag on, against the nesting of the whole page.

    A few cannot be told: a page with an end tag too many that an element could own that is around those followed.
    """

    class Whole(Handler):
        def __init__(self) -> None:
            self.open: OpenElements[int] = OpenElements()
            self.ends: dict[int, int] = {}

        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            offset = self.locator.offset
            element, ended = self.open.start(name, attrs)
            for each in ended:
                self.note(each.data, offset)
            if element is not None:
                element.data = offset

        @override
        def end_tag(self, name: str) -> None:
            for each in self.open.end(name):
                self.note(each.data, self.locator.offset)

        @override
        def end_document(self) -> None:
            for each in self.open.finish():
                self.note(each.data, self.locator.offset)

        def note(self, start: int | None, end: int) -> None:
            assert start is not None
            self.ends[start] = end

    class Part(Handler):
        def __init__(self, names: frozenset[str]) -> None:
            self.elements = Elements(Wanted(lambda name, _: name in names, starts=names))
            self.ends: dict[int, int] = {}

        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            self.note(self.elements.start(name, attrs, self.locator)[1])

        @override
        def end_tag(self, name: str) -> None:
            self.note(self.elements.end(name, self.locator))

        @override
        def end_document(self) -> None:
            self.note(self.elements.finish(self.locator))

        def note(self, ended: Iterable[Match]) -> None:
            for match in ended:
                self.ends[match.offset] = self.locator.offset

    count = 0
    differences = 0
    for page in sorted(shared.glob("pages/*.html"))[::6]:
        source = page.read_bytes().decode("utf-8", "replace")
        whole = parse(source, Whole())
        for names in ("a", "li", "p", "td", "div", "span", "b i font", "h1 h2 h3", "tr", "ul table", "dd dt", "title script"):
            part = parse(source, Part(frozenset(names.split())))
            count += len(part.ends)
            differences += sum(whole.ends.get(start) != end for start, end in part.ends.items())
    assert count > 50
    assert differences < count / 500


def test_known_names_are_as_events_have_them() -> None:
    assert all(name == name.lower() and name.isalnum() for name in HTML_ELEMENTS)
    assert {"p", "h1", "svg", "blink", "listing", "search", "dialog"} < HTML_ELEMENTS


# select


def test_select_yields_each_match_when_it_is_there() -> None:
    read: list[str] = []

    def chunks() -> Iterable[str]:
        for chunk in ["<ul><li>a", "<li>b</", "li>", "<li>c</ul>", "<li>d"]:
            read.append(chunk)
            yield chunk

    matches = select("ul > li", chunks())
    assert read == []
    assert next(matches).text == "a"
    assert read == ["<ul><li>a", "<li>b</"]
    assert next(matches).text == "b"
    assert read == ["<ul><li>a", "<li>b</", "li>"]
    assert [match.text for match in matches] == ["c"]


@pytest.mark.parametrize("capture", ["start", "text", "source", "tree"])
def test_select_gives_places_to_keep(capture: CaptureKind) -> None:
    found = list(select("b", "<p>\n<b>x</b> <b>y", capture=capture))
    assert [place[0::2] for place in spans(found)] == [(4, 2), (13, 2)]


def test_select_reads_what_parse_reads(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes("<b>ä".encode("latin-1"))
    assert [match.text for match in select("b", page, encoding="iso-8859-1")] == ["ä"]
    assert [match.text for match in select("b", "<b>ä".encode(), encoding="utf-8", chunk_size=1)] == ["ä"]
    assert [match.text for match in select("noscript", "<noscript><b></noscript>", scripting=True)] == ["<b>"]


def test_select_refuses_at_once_what_cannot_be() -> None:
    with pytest.raises(SelectorError, match="has not seen yet"):
        select("p:last-child", "")
    with pytest.raises(UsageError, match="positive number"):
        select("p", "", limit=0)


def test_select_finds_what_the_selector_says() -> None:
    page = "<ul><li>a<li class=k>b<ul><li>c</ul></ul><ol><li>d"
    assert [match.text for match in select("ul > li:nth-child(2) li, ol > li", page)] == ["c", "d"]
    assert [match.text for match in select("ul li", page)] == ["a", "c", "bc"]
    assert [match.source for match in select("ul > .k", page, capture="source")] == ["<li class=k>b<ul><li>c</ul>"]


def test_the_example_in_the_docstring_runs() -> None:
    result = doctest.testmod(_select)
    assert result.attempted
    assert not result.failed


# Work

NESTED: Final[dict[str, Callable[[int], str]]] = {
    "nested": lambda n: "<div>" * n + "x" + "</div>" * n,
    "nested and left open": lambda n: "<div>" * n + "x",
    "nested in turn": lambda n: "<div><b>" * n + "x" + "</b></div>" * n,
    "end tags that close nothing": lambda n: "<div>" + "</b></p></span></li>" * n,
    "misnested": lambda n: "<div><b></div></b>" * n,
    "side by side": lambda n: "<div>x</div>" * n,
    "open items": lambda n: "<ul>" + "<div><li>" * n,
}


@pytest.mark.parametrize("make", NESTED.values(), ids=NESTED)
@pytest.mark.parametrize("capture", ["start", "text", "source", "tree"])
def test_work_is_linear(make: Callable[[int], str], capture: CaptureKind) -> None:
    wanted = tags("div")

    def run(source: str) -> None:
        # Without the lane: it is the work of this room that is measured.
        parse(source, capture_handler(wanted, lambda match: None, capture=capture, limit=100), lane=False)

    assert_linear(make, run, rounds=1)


def test_twenty_thousand_nested_elements_are_all_delivered() -> None:
    found = captured("<div>" * 20_000 + "x" + "</div>" * 20_000, tags("div"), "text")
    assert [match.text for match in found] == ["x"] * 20_000
    assert all(inner.offset > outer.offset for inner, outer in pairwise(found))
