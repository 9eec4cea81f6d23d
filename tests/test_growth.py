"""Hostile inputs cost no more than linear time, and nothing keeps what has been read, however it is fed."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.handler import Handler, Interest
from saxhtml.limits import Limits
from saxhtml.parser import Parser
from saxhtml.testing import EventRecorder, assert_linear

SHAPES: Final[dict[str, Callable[[int], str]]] = {
    "text": lambda n: "a" * n,
    "lines": lambda n: "a\n" * n,
    "carriage returns": lambda n: "\r" * n,
    "lines of both": lambda n: "\r\n" * n,
    "nul": lambda n: "\0" * n,
    "control characters": lambda n: "\x01\ufdd0" * n,
    "less-than signs": lambda n: "<" * n,
    "ends with no name": lambda n: "</" * n,
    "ends of nothing": lambda n: "</>" * n,
    "tags": lambda n: "<b>" * n,
    "tags in a tag": lambda n: "<a" * n,
    "bare attributes": lambda n: "<a " + "b " * n,
    "equal attributes": lambda n: "<a " + "b=c " * n + ">",
    "different attributes": lambda n: "<a " + " ".join(f"b{i}=c" for i in range(n)) + ">",
    "slashes": lambda n: "<a " + "/" * n + ">",
    "slashes between attributes": lambda n: "<a" + "/b" * n + ">",
    "equals signs": lambda n: "<a " + "=" * n,
    "equals signs and spaces": lambda n: "<a " + "= " * n + ">",
    "spaces in a tag": lambda n: "<a b" + " " * n,
    "spaces before the end": lambda n: "<a b" + " " * n + ">",
    "spaces before slashes": lambda n: "<a " + (" " * 50 + "/") * (n // 50) + ">",
    "open double quote": lambda n: '<a b="' + "x'" * n,
    "open single quote": lambda n: "<a b='" + 'x"\n' * n,
    "bare value": lambda n: "<a b=" + "c" * n,
    "quotes by turns": lambda n: "<a " + "b=\"'\" c='\"'" * n,
    "references in a value": lambda n: '<a b="' + "&amp" * n + '">',
    "ampersands in a value": lambda n: '<a b="' + "&" * n,
    "end tag with attributes": lambda n: "</a " + "b=c " * n,
    "long name": lambda n: "<" + "a" * n,
    "ampersands": lambda n: "&" * n,
    "references without semicolon": lambda n: "&notit" * n,
    "references nearly as long as any": lambda n: "&CounterClockwiseContourIntegra" * (n // 20),
    "unknown reference": lambda n: "&" + "a" * n,
    "unfinished numbers": lambda n: "&#" * n,
    "decimal": lambda n: "&#" + "9" * n + ";",
    "hexadecimal": lambda n: "&#x" + "f" * n,
    "leading zeros": lambda n: "&#" + "0" * n + "65;",
    "open comment": lambda n: "<!--" + "a" * n,
    "dashes in a comment": lambda n: "<!--" + "-" * n,
    "wrong ends of a comment": lambda n: "<!--" + "--!-" * n,
    "comments in a comment": lambda n: "<!--" + "<!--" * n,
    "empty comments": lambda n: "<!-->" * n,
    "bogus comment": lambda n: "<!" + "-a" * n,
    "bogus doctypes": lambda n: "<!DOCTYP" * n,
    "doctype name": lambda n: "<!DOCTYPE " + "a" * n,
    "doctype identifier": lambda n: "<!DOCTYPE a PUBLIC '" + 'b"' * n,
    "bogus doctype": lambda n: "<!DOCTYPE a " + "b " * n,
    "instruction target": lambda n: "<?" + "a" * n,
    "instruction data": lambda n: "<?a " + "b?" * n,
    "question marks": lambda n: "<?a " + "?" * n,
    "no instructions": lambda n: "<?" * n,
    "near ends of script": lambda n: "<script>" + "</script" * n,
    "less-than signs in script": lambda n: "<script>" + "<" * n,
    "script escaped": lambda n: "<script><!--" + "<script" * n,
    "script escaped by turns": lambda n: "<script>" + "<!--<script>-->" * n,
    "dashes in script": lambda n: "<script><!--" + "-" * n,
    "script doubly escaped": lambda n: "<script><!--<script>" + "</script" * n,
    "near ends of title": lambda n: "<title>" + "</titl" * n,
    "references in title": lambda n: "<title>" + "&am" * n,
    "near ends of style": lambda n: "<style>" + "</style\u00e9" * n,
    "plaintext": lambda n: "<plaintext>" + "</plaintext>\0" * n,
    "brackets in cdata": lambda n: "<svg><![CDATA[" + "]" * n,
    "cdata in cdata": lambda n: "<svg><![CDATA[" + "]]<![CDATA[" * n,
    "empty cdata": lambda n: "<svg>" + "<![CDATA[]]>" * n,
    "near cdata": lambda n: "<svg>" + "<![CDATA" * n,
    "comments with the wrong end": lambda n: "<!--a--!>" * n,
    "tags with an open quote": lambda n: "<a b='" * n,
    "tags with nul": lambda n: "<a\0 b>" * n,
    "tags with slashes": lambda n: "<a//b/>" * n,
    "scripts": lambda n: "<script></script>" * n,
    "scripts with comments": lambda n: "<script><!--</script>" * n,
    "titles": lambda n: "<title></title >" * n,
    "styles with near ends": lambda n: "<style></styl</style>" * n,
    "svgs": lambda n: "<svg></svg>" * n,
    "svgs of nothing": lambda n: "<svg/>" * n,
    "doctypes": lambda n: "<!DOCTYPE>" * n,
    "svg in svg": lambda n: "<svg>" * n,
    "foreign objects": lambda n: "<svg><foreignObject>" * n,
    "desc, and ends of none": lambda n: "<svg><desc>" * n + "</x>" * n,
    "desc, and ends of some": lambda n: "<svg><desc>" * n + "</desc></svg>" * n,
    "groups, and ends of none": lambda n: "<svg>" + "<g>" * n + "</nope>" * n,
    "groups, and ends of html": lambda n: "<svg>" + "<g>" * n + "</b>" * n,
    "groups, and ends of blocks": lambda n: "<div><svg><desc>" + "<b>" * n + "<svg>" + "<g>" * n + "</div></desc>" * n,
    "break-outs": lambda n: "<svg><p>" * n,
    "break-outs from deep": lambda n: "<svg>" + "<g>" * n + "<p>" * n,
    "html in points": lambda n: "<svg><desc>" + "<i>" * n + "</a>" * n,
    "math points": lambda n: "<math><mi>" * n + "</b>" * n,
    "annotations": lambda n: "<math><annotation-xml encoding='text/html'>" * n,
    "fonts": lambda n: "<svg>" + "<font x>" * n + "<font face=a>" * n,
}

UNLIMITED: Final = Limits(max_token=sys.maxsize, max_attributes=sys.maxsize, max_depth=sys.maxsize)

ONE_TOKEN: Final = (
    "bare attributes",
    "spaces in a tag",
    "open double quote",
    "bare value",
    "long name",
    "unknown reference",
    "decimal",
    "open comment",
    "dashes in a comment",
    "bogus comment",
    "doctype name",
    "doctype identifier",
    "instruction data",
)

ATTEMPTS: Final = 4
"""A machine that does other things as well makes a time look long now and then, but what is quadratic always."""

SIZES: Final = {"per character": (1, 500), "in 17s": (17, 3000), "whole": (None, 17_000)}
"""The sizes of the pieces, and the least length of the input: what costs little each time shows only in long ones."""


class Reader(Handler):
    """Wants tokens alone, and looks into the attributes."""

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        attrs.get("href")

    @override
    def text(self, data: str) -> None:
        pass

    @override
    def comment(self, data: str) -> None:
        pass


HANDLERS: Final[dict[str, Callable[[], Handler]]] = {
    "events, places and errors": lambda: EventRecorder(join_text=True),
    "tokens alone": Reader,
    "nothing": Handler,
}


def cut(source: str, size: int | None) -> list[str]:
    return [source] if size is None else [source[at : at + size] for at in range(0, len(source), size)]


def assert_linear_parse(
    make_source: Callable[[int], str], make_handler: Callable[[], Handler], size: int | None, length: int
) -> None:
    def run(chunks: list[str]) -> None:
        parser = Parser(make_handler(), limits=UNLIMITED)
        for chunk in chunks:
            parser.feed(chunk)
        parser.close()

    n = 1000 * length // len(make_source(1000))
    for patience in range(ATTEMPTS):
        try:
            assert_linear(lambda n: cut(make_source(n), size), run, n=n, seconds=0.0002, rounds=1)
            return
        except AssertionError:
            if patience == ATTEMPTS - 1:
                raise


@pytest.mark.parametrize(("size", "length"), SIZES.values(), ids=SIZES.keys())
@pytest.mark.parametrize("make_source", SHAPES.values(), ids=SHAPES.keys())
def test_time_grows_with_the_input(make_source: Callable[[int], str], size: int | None, length: int) -> None:
    for make_handler in HANDLERS.values():
        assert_linear_parse(make_source, make_handler, size, length)


@pytest.mark.parametrize("handler", ["events, places and errors", "tokens alone"])
@pytest.mark.parametrize("shape", ONE_TOKEN)
def test_an_open_token_is_not_gone_through_again_at_each_piece(shape: str, handler: str) -> None:
    assert_linear_parse(SHAPES[shape], HANDLERS[handler], 17, 40_000)


class Fickle(Handler):
    """Wants something else after each tag."""

    def __init__(self) -> None:
        self.more = False

    @override
    def interest(self) -> Interest:
        return Interest(start={"a"}, text=self.more, parse_error=self.more)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.more = not self.more
        self.locator.interest_changed()


@pytest.mark.parametrize("size", [None, 17])
@pytest.mark.parametrize("source", ["<a>x", "<a>\x01\0", "<a b=c>&amp;</a>"])
def test_changes_of_interest_cost_no_more_in_a_long_page(source: str, size: int | None) -> None:
    assert_linear_parse(lambda n: source * n, Fickle, size, 20_000)


def test_the_shapes_are_many() -> None:
    assert len(SHAPES) >= 30


def peak(run: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("before", "chunk"),
    [
        pytest.param("", "<div class=x>" + "a" * 1000 + "</div>", id="elements"),
        pytest.param("", "x" * 1000, id="text"),
        pytest.param("<script>", "x" * 1000, id="script"),
        pytest.param("<title>", "x" * 1000, id="title"),
        pytest.param("<plaintext>", "x\r\n" * 300, id="plaintext"),
        pytest.param("<svg><![CDATA[", "x" * 1000, id="cdata"),
        pytest.param("<svg>", "<g>" * 100 + "</g>" * 100, id="svg"),
    ],
)
def test_memory_does_not_grow_with_what_has_been_read(before: str, chunk: str) -> None:
    def run(times: int) -> None:
        parser = Parser(Reader())
        parser.feed(before)
        for _ in range(times):
            parser.feed(chunk)
        parser.close()

    run(1)
    assert peak(lambda: run(1000)) < 600_000 < 900 * len(chunk)


class Keeper(Handler):
    """Keeps one value of each tag."""

    def __init__(self) -> None:
        self.kept: list[str] = []

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.kept.append(attrs["href"])


def test_a_value_that_is_kept_does_not_keep_its_page() -> None:
    def chunks() -> Iterator[str]:
        for number in range(50):
            yield "x" * 100_000 + f"<a href='{number:050}'>"

    def run() -> None:
        keeper = Keeper()
        parser = Parser(keeper)
        for chunk in chunks():
            parser.feed(chunk)
        assert len(keeper.kept) == 50

    assert peak(run) < 1_000_000
