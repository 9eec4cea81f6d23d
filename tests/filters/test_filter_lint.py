"""lint: what it lets pass and what it refuses; and that every filter, alone and in chains of three, passes it."""

from __future__ import annotations

import doctest
import io
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Final

import pytest
from typing_extensions import override

from saxhtml import parse, selector
from saxhtml.attributes import NO_ATTRIBUTES, Attributes
from saxhtml.capture import Match
from saxhtml.errors import StopParsing, UsageError
from saxhtml.filters import (
    ALL,
    PCDATA,
    UNKNOWN,
    chain,
    coalesce_text,
    collapse_whitespace,
    drop,
    drop_attributes,
    drop_comments,
    first,
    inside,
    keep,
    keep_tags,
    lint,
    map_attributes,
    on,
    outside,
    rename,
    skip_blank_text,
    tee,
    trace,
    until,
    unwrap,
    with_tag_handler,
)
from saxhtml.handler import Doctype, Filter, Handler, HandlerProtocol, Interest
from saxhtml.parser import Parser
from saxhtml.position import Locator
from saxhtml.testing import EventRecorder


def begun(*, balanced: bool = False) -> Filter:
    handler = lint(balanced=balanced)
    handler.start_document(Locator())
    return handler


def test_a_good_stream_passes_unchanged() -> None:
    page = "<!DOCTYPE html><p a=b>x<!--y--></p><?z w><svg><path/></svg></i>\0"
    alone, behind = EventRecorder(), EventRecorder()
    parse(page, alone)
    parse(page, lint(then=behind))
    assert (behind.events, behind.spans, behind.errors) == (alone.events, alone.spans, alone.errors)


def test_nothing_more_is_wanted_than_the_next_handler_wants() -> None:
    class Links(Handler):
        @override
        def interest(self) -> Interest:
            return Interest(start={"a"})

    assert lint(then=Links()).interest() == Interest(start={"a"})
    assert lint(then=Links(), balanced=True).interest() == Interest(start=True, end=True)


REFUSED: Final[dict[str, tuple[Callable[[Filter], object], str]]] = {
    "an empty text": (lambda handler: handler.text(""), "text('') which is empty"),
    "a start tag in capitals": (
        lambda handler: handler.start_tag("A", NO_ATTRIBUTES),
        "start_tag('A') whose name is not in lowercase",
    ),
    "an end tag in capitals": (lambda handler: handler.end_tag("bR"), "end_tag('bR') whose name is not in lowercase"),
    "a tag without a name": (lambda handler: handler.end_tag(""), "end_tag('') whose name is not in lowercase, or is none"),
    "a second start": (lambda handler: handler.start_document(Locator()), "start_document() in the middle of a document"),
}


@pytest.mark.parametrize(("event", "message"), REFUSED.values(), ids=REFUSED)
def test_refused_is(event: Callable[[Filter], object], message: str) -> None:
    with pytest.raises(UsageError, match="^" + re.escape("line 1, column 1: " + message)):
        event(begun())


EVENTS: Final[dict[str, Callable[[Filter], object]]] = {
    "start_tag('a')": lambda handler: handler.start_tag("a", NO_ATTRIBUTES),
    "end_tag('a')": lambda handler: handler.end_tag("a"),
    "text('a')": lambda handler: handler.text("a"),
    "comment('a')": lambda handler: handler.comment("a"),
    "doctype('a')": lambda handler: handler.doctype(Doctype("a", None, None, False)),
    "processing_instruction('a')": lambda handler: handler.processing_instruction("a", ""),
    "parse_error('eof-in-tag')": lambda handler: handler.parse_error(Locator()._parse_error("eof-in-tag", 0)),
    "end_document()": lambda handler: handler.end_document(),
}


@pytest.mark.parametrize("event", EVENTS)
def test_no_event_comes_before_the_document(event: str) -> None:
    with pytest.raises(UsageError, match="^" + re.escape(f"{event} outside a document")):
        EVENTS[event](lint())


@pytest.mark.parametrize("event", EVENTS)
def test_no_event_comes_after_the_document(event: str) -> None:
    handler = begun()
    for each in EVENTS:
        EVENTS[each](handler)
    with pytest.raises(UsageError, match=re.escape(f"line 1, column 1: {event} outside a document")):
        EVENTS[event](handler)
    handler.start_document(Locator())
    EVENTS[event](handler)


def test_no_event_stands_before_the_one_that_came_before_it() -> None:
    handler = lint()
    locator = Locator()
    handler.start_document(locator)
    locator._start = 5
    handler.text("x")
    handler.text("y")
    locator._start = 4
    with pytest.raises(UsageError, match=r"comment\('z'\) at offset 4, after an event at offset 5"):
        handler.comment("z")
    locator.implied = True
    handler.end_tag("p")


BALANCED: Final = {
    "elements": ("<p><b>x</b></p>", None),
    "void elements": ("<p><br><img></p>", None),
    "self-closing in svg": ("<svg><path/><g><path/></g></svg><math><mi/></math>", None),
    "a slash in html": ("<div/></div>", None),
    "html in svg": ("<svg><foreignObject><p></p></foreignObject></svg>", None),
    "void html in svg and math": ("<svg><foreignObject><br></foreignObject></svg><math><mi><br></mi></math>", None),
    "void html in an annotation": ("<math><annotation-xml encoding='Text/HTML'><hr></annotation-xml></math>", None),
    "an annotation of xml": ("<math><annotation-xml><mi/></annotation-xml></math>", None),
    "html in svg written as closed": ("<svg><desc><p/></desc></svg>", "end_tag('desc') while 'p' is open"),
    "left open": ("<p><b></b>", "end_document() while 'p' is open"),
    "never opened": ("</p>", "end_tag('p') while nothing is open"),
    "misnested": ("<p><b></p></b>", "end_tag('p') while 'b' is open"),
    "the end tag of a void element": ("<br></br>", "end_tag('br') while nothing is open"),
    "implied ends": ("<ul><li><li></ul>", "end_tag('ul') while 'li' is open"),
}


@pytest.mark.parametrize(("source", "message"), BALANCED.values(), ids=BALANCED)
def test_balanced_is(source: str, message: str | None) -> None:
    parse(source, lint())
    if message is None:
        parse(source, lint(balanced=True))
    else:
        with pytest.raises(UsageError, match=re.escape(message)):
            parse(source, lint(balanced=True))


# Every filter


def nothing(*_: object) -> None:
    pass


FILTERS: Final[dict[str, Callable[[], Filter]]] = {
    "handler at start": lambda: with_tag_handler(["a", PCDATA], nothing, with_attributes="href"),
    "handler of text": lambda: with_tag_handler(["p", "li", "td"], nothing, capture="text", limit=100),
    "handler of source": lambda: with_tag_handler(ALL, nothing, capture="source", limit=50),
    "on": lambda: on("div > a, li:first-child", nothing, capture="text"),
    "keep": lambda: keep(["p", "ul", "table"]),
    "drop": lambda: drop(["script", "style", "a", "li"]),
    "drop by selector": lambda: drop(selector.compile("div > :nth-child(2n)")),
    "inside": lambda: inside("body"),
    "outside": lambda: outside(["head", "p"]),
    "unwrap": lambda: unwrap(["div", "span"]),
    "unwrap by attribute": lambda: unwrap(["div", "a"], with_attributes="class"),
    "rename": lambda: rename(["b", "strong"], "em"),
    "rename unknown": lambda: rename(UNKNOWN, "span", test=bool),
    "keep_tags": lambda: keep_tags(["p", "a", "ul", "li", "td"]),
    "first": lambda: first(20, "a"),
    "until": lambda: until("footer"),
    "map_attributes": lambda: map_attributes(lambda tag, name, value: value.strip().upper()),
    "drop_attributes": lambda: drop_attributes("class", re.compile("on.*|data-.*")),
    "coalesce_text": lambda: coalesce_text(limit=500),
    "collapse_whitespace": collapse_whitespace,
    "skip_blank_text": skip_blank_text,
    "drop_comments": drop_comments,
    "trace": lambda: trace(io.StringIO()),
    "lint": lint,
}


NASTY: Final = (
    "<!DOCTYPE><p a=1 a=2 =x/y '\"><P/></></ x><!></br></p><a href=1><a href=2><b><p>x</b>y</p>\0&amp&#0;&notit;\r\r\n"
    "<svg><p/><title><a href=3></title><![CDATA[<x>]]><foreignObject><li>1<li>2<div></svg></li>"
    "<table><td>1<tr>2<caption><td></table><table><table></td></th><select><option>a<select><option>b</select>"
    "<script><!--<script></script>--></script><style></p></style><title><b></title><textarea>\n </textarea><pre> \n </pre>"
    "<math><mi><b></mi><annotation-xml encoding=text/html><p></math><x-y/><foo/> <?pi x?><?xml?><!-->--!><!--a--!>"
    "<frameset><frame></frameset></body></html> <footer><body a=b><html c=d><h1></h6><form><div></form><form></div>"
    "<a b='c\nd' class=' x  y '>\t \f<ul><ul><li></ul></ul></li><noscript><a></noscript><plaintext></plaintext><a href=x>"
)


class Stop(Handler):
    """Stands for a handler that has enough."""

    @override
    def end_document(self) -> None:
        raise StopParsing


def text_of(page: Path) -> str:
    return page.read_bytes().decode("utf-8", "replace")


def run(names: tuple[str, ...], source: str, chunk_size: int) -> EventRecorder:
    """Run filters with a lint before, between and behind them."""
    end = EventRecorder(join_text=True)
    handler: HandlerProtocol = lint(then=end)
    for name in reversed(names):
        handler = chain(lint(), FILTERS[name](), handler)
    parse(source, handler, chunk_size=chunk_size)
    return end


@pytest.fixture(scope="module")
def examples() -> list[Path]:
    return sorted((Path(__file__).resolve().parents[2] / "examples" / "pages").glob("*.html"))


@pytest.mark.parametrize("name", FILTERS)
def test_every_filter_keeps_the_contract_however_the_input_is_cut(name: str, pages: list[Path], examples: list[Path]) -> None:
    share = pages[list(FILTERS).index(name) :: len(FILTERS)]  # so that each page has its turn
    for source in (*(text_of(page)[:12_000] for page in (*share, *examples)), NASTY):
        whole, cut = run((name,), source, 1 << 17), run((name,), source, 97)
        if name not in (
            "coalesce_text",
            "collapse_whitespace",
            "skip_blank_text",
        ):  # of which positions are not those of the pieces
            assert whole.spans == cut.spans
        assert whole.events == cut.events


def test_chains_of_three_keep_the_contract(pages: list[Path], examples: list[Path], seed: int) -> None:
    random = Random(seed)
    sources = [text_of(page) for page in (*pages, *examples)]
    for number, source in enumerate([*sources, *[NASTY] * 30]):
        names = tuple(random.choices(list(FILTERS), k=3))
        try:
            run(names, source[: 1 << 14], random.choice([100, 5000, 1 << 16]))
        except UsageError as error:  # pragma: no cover - only when a filter breaks the contract
            pytest.fail(f"SAXHTML_SEED={seed}, page {number}, {names}: {error}")


def test_what_is_handled_in_the_middle_of_other_filters_is_the_same(pages: list[Path]) -> None:
    """The links of a page, with other filters around that want more, or less, or look at everything."""
    for page in pages[:5]:
        source = text_of(page)[:60_000]
        alone: list[Match] = []
        beside: list[Match] = []
        behind: list[Match] = []
        parse(source, with_tag_handler("a", alone.append, capture="text"))
        parse(
            source, tee(EventRecorder(), with_tag_handler("a", beside.append, capture="text"), drop("p", then=EventRecorder()))
        )
        starts = with_tag_handler("a", behind.append)
        parse(source, chain(with_tag_handler("p", nothing, capture="source"), skip_blank_text(), tee(starts)))
        assert [(match.offset, match.text) for match in beside] == [(match.offset, match.text) for match in alone]
        assert [match.offset for match in behind] == sorted(match.offset for match in alone)


def test_a_stop_behind_filters_stops_the_parser() -> None:
    parser = Parser(chain(drop("b"), first(1, "i"), Stop()))
    parser.feed("<i></i>x")
    assert parser.stopped


@pytest.mark.parametrize("module", ["_attributes", "_elements", "_flow", "_lint", "_tags", "_text"])
def test_the_examples_in_the_docstrings_run(module: str) -> None:
    result = doctest.testmod(import_module(f"saxhtml.filters.{module}"), optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.attempted
    assert not result.failed


def test_a_slash_closes_svg_and_no_html() -> None:
    handler = begun(balanced=True)
    handler.start_tag("p", Attributes(" /"))
    handler.start_tag("svg", Attributes(" /"))
    handler.end_tag("p")
    handler.end_document()
