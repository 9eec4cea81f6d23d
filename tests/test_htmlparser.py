"""The room ``htmlparser``: subclasses of ``html.parser.HTMLParser`` run on this package's parser."""

from __future__ import annotations

import gc
import html.parser
import importlib.util
import unittest
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from weakref import ref

import pytest
from typing_extensions import override

from saxhtml import StopParsing, UsageError
from saxhtml.htmlparser import HTMLParser
from saxhtml.testing import every_split, random_splits

Call = tuple[Any, ...]


class CollectorMixin:
    """Writes down each call, adjacent data as one."""

    calls: list[Call]

    def add(self, *call: Any) -> None:
        if call[0] == "data" and self.calls and self.calls[-1][0] == "data":
            call = ("data", self.calls.pop()[1] + call[1])
        self.calls.append(call)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.add("start", tag, attrs)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.add("startend", tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self.add("end", tag)

    def handle_data(self, data: str) -> None:
        self.add("data", data)

    def handle_charref(self, name: str) -> None:
        self.add("charref", name)

    def handle_entityref(self, name: str) -> None:
        self.add("entityref", name)

    def handle_comment(self, data: str) -> None:
        self.add("comment", data)

    def handle_decl(self, decl: str) -> None:
        self.add("decl", decl)

    def handle_pi(self, data: str) -> None:
        self.add("pi", data)

    def unknown_decl(self, data: str) -> None:
        self.add("unknown", data)


class Collector(CollectorMixin, HTMLParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.calls = []


class TheirCollector(CollectorMixin, html.parser.HTMLParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.calls = []


def calls(page: str | list[str], **options: Any) -> list[Call]:
    collector = Collector(**options)
    for piece in [page] if isinstance(page, str) else page:
        collector.feed(piece)
    collector.close()
    return collector.calls


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param(
            "<P Class=x CLASS=y checked v=''>a</P\n>",
            [("start", "p", [("class", "x"), ("class", "y"), ("checked", None), ("v", "")]), ("data", "a"), ("end", "p")],
            id="tags",
        ),
        pytest.param(
            "<a b= c><a b=''c d>",
            [("start", "a", [("b", "c")]), ("start", "a", [("b", ""), ("c", None), ("d", None)])],
            id="bare",
        ),
        pytest.param("<a b=c/><br/>", [("start", "a", [("b", "c/")]), ("startend", "br", [])], id="self-closing"),
        pytest.param("<a b= >", [("start", "a", [("b", "")])], id="a value left out"),
        pytest.param("a&amp;b&#233;", [("data", "a&bé")], id="references"),
        pytest.param("<a b='&amp;&eacute'>", [("start", "a", [("b", "&é")])], id="references in values"),
        pytest.param("<!-- a --><!b></ c>", [("comment", " a "), ("comment", "b"), ("comment", " c")], id="comments"),
        pytest.param("<!DOCTYPE  html\n>", [("decl", "DOCTYPE  html\n")], id="doctype"),
        pytest.param("<!doctype html", [("decl", "doctype html")], id="a doctype cut off"),
        pytest.param("<?php a ?><?xml b?>", [("pi", "php a ?"), ("pi", "xml b?")], id="instructions"),
        pytest.param("<?xml b", [("pi", "xml b")], id="an instruction cut off"),
        pytest.param("<![CDATA[a]]><![if b]>", [("unknown", "CDATA[a"), ("comment", "[if b]")], id="marked sections"),
        pytest.param(
            "<svg><![CDATA[a&amp;]]></svg>", [("start", "svg", []), ("data", "a&amp;"), ("end", "svg")], id="CDATA in svg"
        ),
        pytest.param(
            "<script><b>&amp;</script>", [("start", "script", []), ("data", "<b>&amp;"), ("end", "script")], id="script"
        ),
        pytest.param("<title><b>&amp;</title>", [("start", "title", []), ("data", "<b>&"), ("end", "title")], id="title"),
        pytest.param("a<b", [("data", "a")], id="a tag cut off"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_a_page_comes_by_the_methods_of_html_parser(page: str, expected: list[Call]) -> None:
    assert calls(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("a&amp;b&#233;c&#xE9d;", "a [amp] b [#233] c [#xE9d]"),
        ("&#65&notit;&notin;", "[#65] [not] it; [notin]"),
        ("?a=1&b=2&foo;&;&#;&", "?a=1&b=2&foo;&;&#;&"),
        ("a&foo;&lt", "a&foo; [lt]"),
        ("a\r\n&lt;\rb", "a\n [lt] \nb"),
        ("a\0&lt;", "a\0 [lt]"),
        ("&lt;]]>", "[lt] ]]>"),
        ("<title>&lt;<![CDATA[&gt;\0</title>", "<title> [lt] <![CDATA[ [gt] \ufffd </title>"),
        ("<style>&lt;\0</style>", "<style> &lt;\ufffd </style>"),
        ("<svg>&lt;<![CDATA[&gt;]]>&#1;<![CDATA[]]>b", "<svg> [lt] &gt; [#1] b"),
    ],
)
def test_references_come_apart_where_they_are_not_converted(page: str, expected: str) -> None:
    shapes = {"data": "{}", "entityref": "[{}]", "charref": "[#{}]", "start": "<{}>", "end": "</{}>"}
    assert " ".join(shapes[call[0]].format(call[1]) for call in calls(page, convert_charrefs=False)) == expected


CUT: Final = (
    "<svg>a&lt;<![CDATA[b&gt;c]]>d&amp;</svg><title>&eacute;&notit;</title>&#65;&ampx"
    "<!--c--><a b='&lt;'/><?d e?><![CDATA[f]]>\r\n&"
)


@pytest.mark.parametrize("convert_charrefs", [True, False], ids=["converted", "apart"])
def test_the_calls_are_the_same_however_the_page_is_cut(convert_charrefs: bool) -> None:
    whole = calls(CUT, convert_charrefs=convert_charrefs)
    for pieces in [*every_split(CUT), list(CUT)]:
        assert calls(pieces, convert_charrefs=convert_charrefs) == whole, pieces


def test_pages_come_by_the_same_calls_converted_or_not(pages: list[Path]) -> None:
    for page in pages[:: max(len(pages) // 4, 1)]:
        source = page.read_bytes().decode("utf-8", "replace")
        joined: list[Call] = []
        for call in calls(source, convert_charrefs=False):
            kind = call[0]
            if kind in ("charref", "entityref"):
                call = ("data", html.unescape(f"&{'#' * (kind == 'charref')}{call[1]};"))
            if call[0] == "data" and joined and joined[-1][0] == "data":
                call = ("data", joined.pop()[1] + call[1])
            joined.append(call)
        assert joined == calls(source), page.name


def test_html_parser_agrees_on_the_tags_of_pages(shared: Path) -> None:
    for page in sorted(shared.glob("pages/*.html"))[::10]:
        source = page.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").replace("\0", "")
        theirs = TheirCollector()
        theirs.feed(source)
        theirs.close()
        ours = calls(source)
        starts = [call for call in ours if call[0] in ("start", "startend")]
        assert len(starts) > 10
        expected = [call for call in theirs.calls if call[0] in ("start", "startend")]
        assert [call[1] for call in starts] == [call[1] for call in expected], page.name


GARBAGE: Final = (
    *"<>/=\"'!-?&;#: \n\r\0\x01\ud800é]",
    *"<p> </p> <svg> </svg> <title> </title> <script> </script> <![CDATA[ ]]> <!-- --> <!DOCTYPE <? ?>".split(),
    *"&lt; &notit; &#1; &#x".split(),
)


def test_garbage_raises_nothing_and_is_the_same_however_cut(seed: int) -> None:
    random = Random(seed)
    for number in range(200):
        page = "".join(random.choices(GARBAGE, k=25))
        for convert_charrefs in (True, False):
            whole = calls(page, convert_charrefs=convert_charrefs)
            for pieces in random_splits(page, f"{seed}{number}", count=2, longest=6):
                assert calls(pieces, convert_charrefs=convert_charrefs) == whole, (seed, pieces)


def test_text_comes_as_it_arrives() -> None:
    collector = Collector()
    collector.feed("a &am")
    assert collector.calls == [("data", "a ")]
    collector.feed("p; b")
    assert collector.calls == [("data", "a & b")]


def test_startendtag_calls_both_where_it_is_not_overridden() -> None:
    seen = []

    class Both(HTMLParser):
        @override
        def handle_starttag(self, tag: str, attrs: Any) -> None:
            seen.append((tag, attrs))

        @override
        def handle_endtag(self, tag: str) -> None:
            seen.append(tag)

    Both().feed("<br/>")
    assert seen == [("br", []), "br"]


def test_scripting_makes_noscript_raw_text() -> None:
    assert calls("<noscript><b></noscript>")[1] == ("start", "b", [])
    assert calls("<noscript><b></noscript>", scripting=True)[1] == ("data", "<b>")


def test_where_a_tag_stands_and_how_it_was_written_is_known() -> None:
    seen: list[Any] = []

    class Places(HTMLParser):
        @override
        def handle_starttag(self, tag: str, attrs: Any) -> None:
            seen.append((self.getpos(), self.get_starttag_text(), self.lasttag))

        @override
        def handle_data(self, data: str) -> None:
            seen.append((self.getpos(), self.get_starttag_text(), self.lasttag))

    parser = Places()
    assert parser.getpos() == (1, 0)
    assert parser.get_starttag_text() is None
    parser.feed("<A>\n <B\nC ")
    parser.feed("=d>x")
    assert seen == [
        ((1, 0), "<A>", "a"),
        ((1, 3), "<A>", "a"),
        ((2, 1), "<B\nC =d>", "b"),
        ((3, 5), "<B\nC =d>", "b"),
    ]
    parser.reset()
    assert parser.getpos() == (1, 0)
    assert parser.get_starttag_text() is None


def test_only_what_is_overridden_is_asked_of_the_parser() -> None:
    class Links(HTMLParser):
        found: list[str | None]

        @override
        def handle_starttag(self, tag: str, attrs: Any) -> None:
            self.found += [value for name, value in attrs if name == "href"]

    links = Links()
    links.found = []
    links.feed("<!DOCTYPE html><?a?><!--b--><a href=c>d&amp;</a><a href>")
    assert links.found == ["c", None]
    assert links.lasttag == "a"


def test_methods_may_be_set_on_the_object() -> None:
    seen: list[str] = []
    parser = HTMLParser()
    parser.handle_data = seen.append  # type: ignore[method-assign]
    parser.feed("a<b>c")
    assert seen == ["a", "c"]


def test_a_subclass_need_not_call_init() -> None:
    class Stripper(HTMLParser):
        def __init__(self) -> None:
            self.reset()
            self.strict = False
            self.convert_charrefs = True
            self.text: list[str] = []

        @override
        def handle_data(self, data: str) -> None:
            self.text.append(data)

    class Bare(Stripper):
        def __init__(self) -> None:
            self.text = []

    for stripper in (Stripper(), Bare()):
        stripper.feed("<p>a&lt;b</p>c")
        assert "".join(stripper.text) == "a<bc"


def test_after_close_another_page_begins() -> None:
    collector = Collector()
    collector.close()
    collector.feed("<script>a<b>")
    collector.close()
    collector.close()
    collector.feed("<i>")
    assert [call[:2] for call in collector.calls] == [("start", "script"), ("data", "a<b>"), ("start", "i")]
    collector.feed("a &am")
    collector.reset()
    collector.feed("p;")
    assert collector.calls[-1] == ("data", "a p;")


def test_bytes_are_taken_too() -> None:
    collector = Collector()
    collector.feed("<meta charset=utf-8>é".encode())
    collector.close()
    assert collector.calls[-1] == ("data", "é")


def test_stop_parsing_ends_quietly_and_other_exceptions_until_reset() -> None:
    class Raises(HTMLParser):
        error: type[Exception] = StopParsing

        @override
        def handle_starttag(self, tag: str, attrs: Any) -> None:
            raise self.error

    parser = Raises()
    parser.feed("<p>")
    parser.feed("<p>")
    parser.close()
    parser.error = KeyError
    with pytest.raises(KeyError):
        parser.feed("<p>")
    with pytest.raises(UsageError, match="reset"):
        parser.feed("<p>")
    parser.reset()
    with pytest.raises(KeyError):
        parser.feed("<p>")


def test_reset_from_inside_a_method_forgets_what_waits() -> None:
    class Resets(Collector):
        @override
        def handle_starttag(self, tag: str, attrs: Any) -> None:
            super().handle_starttag(tag, attrs)
            self.reset()

    parser = Resets()
    parser.feed("<p><q")
    parser.feed(">a")
    assert parser.calls == [("start", "p", []), ("data", ">a")]


def test_a_parser_is_freed_without_the_garbage_collector() -> None:
    parser = Collector()
    parser.feed("<p>a")
    gone = ref(parser)
    gc.disable()
    try:
        del parser
        assert gone() is None
    finally:
        gc.enable()


def test_the_nest_may_be_deep() -> None:
    assert len(calls("<div>" * 20_000)) == 20_000


class Difference(NamedTuple):
    """Where CPython's own tests expect something else: why, a page that shows it, and the tests, of whatever version."""

    why: str
    page: str
    calls: list[Call]
    tests: str


DIFFERENCES: Final = [
    Difference(
        "a name is a reference if it is the standard's",
        "&entity; a&b c&",
        [("data", "&entity; a&b c&")],
        "test_simple_html test_unclosed_entityref test_tolerant_parsing test_EOF_in_charref",
    ),
    Difference(
        "in a value a name without its semicolon is none before a letter; fixed later in html.parser",
        "<a href='foo&quotzar'>",
        [("start", "a", [("href", "foo&quotzar")])],
        "test_convert_charrefs",
    ),
    Difference(
        "an end tag has attributes like a start tag, with > in quotes; fixed later in html.parser",
        "<b>This</b attr='>'> confuses the parser",
        [("start", "b", []), ("data", "This"), ("end", "b"), ("data", " confuses the parser")],
        "test_broken_invalid_end_tag",
    ),
    Difference(
        "a marked section that is not CDATA is a comment; fixed later in html.parser",
        "<![if IE]>a<![endif]>",
        [("comment", "[if IE]"), ("data", "a"), ("comment", "[endif]")],
        "test_broken_condcoms",
    ),
    Difference(
        "a tag that the end cuts off is dropped; fixed later in html.parser",
        "a</a",
        [("data", "a")],
        "test_starttag_junk_chars",
    ),
    Difference(
        "a CDATA section is text in svg and math, and outside a comment up to the first >",
        "<svg><![CDATA[a>b]]></svg><![CDATA[c>d",
        [("start", "svg", []), ("data", "a>b"), ("end", "svg"), ("unknown", "CDATA[c"), ("data", "d")],
        "test_cdata_section test_cdata_section_content test_eof_in_cdata"
        " test_cdata_declarations test_cdata_declarations_multiline",
    ),
    Difference(
        "text comes as it arrives, raw text too, in as many calls as pieces; the tests count them",
        "<script>a</script>",
        [("start", "script", []), ("data", "a"), ("end", "script")],
        "test_cdata_with_closing_tags test_script_closing_tag test_style_closing_tag test_title_closing_tag"
        " test_textarea_closing_tag test_closing_tag test_eof_in_script test_eof_in_title",
    ),
    Difference(
        "the base class is not that of _markupbase, a private module",
        "",
        [],
        "test_base_class_methods_called",
    ),
]


@pytest.mark.parametrize("difference", [pytest.param(difference, id=difference.why) for difference in DIFFERENCES])
def test_what_differs_is_as_the_standard_has_it(difference: Difference) -> None:
    assert calls(difference.page, convert_charrefs=False) == difference.calls


def test_cpython_s_own_tests_pass_but_for_what_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    support = pytest.importorskip("test.support", reason="this Python comes without its tests")
    spec = importlib.util.find_spec("test.test_htmlparser")
    if spec is None or spec.loader is None:
        pytest.skip("this Python comes without test_htmlparser")
    monkeypatch.setattr(support, "use_resources", [])  # leaves out the one that is about seconds
    monkeypatch.setattr(html.parser, "HTMLParser", HTMLParser)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromModule(module).run(result)
    report = {getattr(test, "test_case", test)._testMethodName: text for test, text in [*result.failures, *result.errors]}
    explained = {name for difference in DIFFERENCES for name in difference.tests.split()}
    assert report.keys() <= explained, "".join(text for name, text in report.items() if name not in explained)
    assert result.testsRun - len(report) >= 30
