"""Events to HTML and to XML: what is written, that it gives the events again, and html5lib's suite as far as it applies."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from typing_extensions import override

from saxhtml import Attributes, Doctype, Filter, Interest, ParseError, StopParsing, UsageError, parse
from saxhtml._elements import VOID
from saxhtml.balance import balance
from saxhtml.events import Comment, EndTag, Event, ProcessingInstruction, StartTag, Text
from saxhtml.filters import drop
from saxhtml.serialize import Serializer, serialize
from saxhtml.testing import EventRecorder, assert_linear


def written_of(*events: Event, **options: Any) -> str:
    return serialize(events, **options)


def start(name: str, **attrs: str) -> StartTag:
    return StartTag(name, Attributes.from_pairs(attrs))


@pytest.mark.parametrize(
    ("source", "written"),
    [
        pytest.param("a&amp;&lt;&gt;\xa0\"'", "a&amp;&lt;&gt;&nbsp;\"'", id="text"),
        pytest.param("a&#13;b", "a&#13;b", id="CR in text"),
        pytest.param("<P ID=a&amp;&quot;&lt;&nbsp;'>", '<p id="a&amp;&quot;&lt;&nbsp;\'">', id="attribute"),
        pytest.param('<p id="&#13;">', '<p id="&#13;">', id="CR in a value"),
        pytest.param("<input disabled>", '<input disabled="">', id="bare attribute"),
        pytest.param("<a x=1 X=2>", '<a x="1">', id="duplicate attribute"),
        pytest.param('<a b="1" c="2&amp;"><a b="1" c=" b=">', '<a b="1" c="2&amp;"><a b="1" c=" b=">', id="as it was written"),
        pytest.param('<a b="1" c="2" b="3">', '<a b="1" c="2">', id="duplicate attribute in plain ones"),
        pytest.param("<br/><p/></img>", "<br><p></img>", id="slashes without meaning"),
        pytest.param("<br></br></br>a</br>", "<br>a</br>", id="end tags of void elements"),
        pytest.param("<title>&lt;b></title>&lt;", "<title>&lt;b&gt;</title>&lt;", id="RCDATA"),
        pytest.param("<style>a>b&amp;</style>&amp;", "<style>a>b&amp;</style>&amp;", id="raw text"),
        pytest.param("<script>1<2</script >", "<script>1<2</script>", id="script"),
        pytest.param("<plaintext></b>&amp;", "<plaintext></b>&amp;", id="plaintext"),
        pytest.param("<noscript>a>b</noscript>", "<noscript>a&gt;b</noscript>", id="noscript"),
        pytest.param(
            "<svg><style>a&gt;b</style><path d=x /></svg>", '<svg><style>a&gt;b</style><path d="x" /></svg>', id="svg"
        ),
        pytest.param("<svg/><style>></style>", "<svg /><style>></style>", id="svg without content"),
        pytest.param("<svg><link></link>", "<svg><link></link>", id="svg element named like a void one"),
        pytest.param("<svg><desc><style>></style>", "<svg><desc><style>></style>", id="HTML inside svg"),
        pytest.param("<svg><script></b></script></svg>", "<svg><script></b></script></svg>", id="script in svg"),
        pytest.param("<pre>\n\na</pre>", "<pre>\n\na</pre>", id="pre"),
        pytest.param("<!doctype HTML><!--a--><?b c>", "<!DOCTYPE html><!--a--><?b c?>", id="the rest"),
        pytest.param("<?b?>", "<?b?>", id="processing instruction without data"),
        pytest.param("<!DOCTYPE>", "<!DOCTYPE>", id="doctype without name"),
        pytest.param("<!DOCTYPE a x>", "<!DOCTYPE a PUBLIC>", id="doctype with quirks"),
        pytest.param("<!DOCTYPE a PUBLIC 'b\"'", "<!DOCTYPE a PUBLIC 'b\">", id="doctype with quirks and public identifier"),
        pytest.param("<!DOCTYPE a SYSTEM 'b>", '<!DOCTYPE a SYSTEM "b>', id="doctype with quirks and system identifier"),
        pytest.param("<!DOCTYPE a PUBLIC '' 'b'>", '<!DOCTYPE a PUBLIC "" "b">', id="doctype with identifiers"),
    ],
)
def test_a_page_is_written_by_the_standards_rules(source: str, written: str) -> None:
    assert serialize(source) == written
    assert serialize(written) == written


@pytest.mark.parametrize(
    ("options", "source", "written"),
    [
        pytest.param({"quote": "'"}, '<a b="\'" c=d>', "<a b='&#39;' c='d'>", id="single quotes"),
        pytest.param({"quote": "fewest"}, '<a b=\'""\' c="\'" d=e>', '<a b=\'""\' c="\'" d="e">', id="fewest references"),
        pytest.param({"unquoted": True}, "<a b='c&<' d='e f' g>", '<a b=c&amp;&lt; d="e f" g="">', id="unquoted"),
        pytest.param({"minimize": True}, "<a b c=C checked=Checked d=d>", '<a b c="C" checked d="d">', id="minimize"),
        pytest.param({"minimize": True}, "<a b='' ==c>", '<a b="" =="c">', id="minimize beside a name with ="),
        pytest.param({"sort_attributes": True}, "<a c b=1>", '<a b="1" c="">', id="sorted"),
        pytest.param({"void_slash": True, "unquoted": True}, "<img src=a><p>", "<img src=a /><p>", id="slash of void elements"),
        pytest.param({"double_newline": True}, "<pre>\na</pre>\n", "<pre>\n\na</pre>\n", id="newline doubled"),
        pytest.param({"double_newline": True}, "<pre>a\n<b>\n</b>", "<pre>a\n<b>\n</b>", id="newline further on"),
        pytest.param({"double_newline": True}, "<svg><textarea>\n", "<svg><textarea>\n", id="newline in svg"),
        pytest.param({"scripting": True}, "<noscript><a>&</noscript>", "<noscript><a>&</noscript>", id="scripting"),
    ],
)
def test_options_change_how_it_is_written(options: dict[str, Any], source: str, written: str) -> None:
    assert serialize(source, **options) == written


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        pytest.param({"quote": "`"}, "not '`'", id="quote"),
        pytest.param({"xhtml": True, "unquoted": True}, "XML", id="unquoted XML"),
        pytest.param({"xhtml": True, "minimize": True}, "XML", id="minimized XML"),
    ],
)
def test_options_without_sense_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        serialize("", **options)


SCRIPT: Final = start("script")


@pytest.mark.parametrize(
    ("events", "reason"),
    [
        pytest.param([Comment("a-->b")], "HTML has no comment 'a-->b'", id="comment that ends early"),
        pytest.param([Comment("a--!>")], "HTML has no comment", id="comment that ends incorrectly"),
        pytest.param([Comment(">")], "HTML has no comment", id="comment that ends at once"),
        pytest.param([Comment("->" + "a" * 100)], "HTML has no comment '->a{37}\u2026'", id="comment that ends after a hyphen"),
        pytest.param([SCRIPT, Text("</script>")], "'</script>', which would end it", id="script"),
        pytest.param([SCRIPT, Text("</SCR"), Text("IPT"), Text("\n")], "which would end it", id="script, in pieces"),
        pytest.param(
            [SCRIPT, Text("<!--<script></script>"), Text("</script>")], "which would end it", id="script after a script"
        ),
        pytest.param([SCRIPT, Text("<!-->"), Text("<script></script>")], "which would end it", id="script after a comment"),
        pytest.param([SCRIPT, Text("<!--<script>"), EndTag("script"), start("b")], "inside 'script'", id="script without end"),
        pytest.param([start("style"), Text("</style ")], "which would end it", id="style"),
        pytest.param([start("style"), start("b")], "a start tag 'b' inside 'style'", id="start tag in raw text"),
        pytest.param([start("title"), EndTag("b")], "an end tag 'b' inside 'title'", id="end tag in RCDATA"),
        pytest.param([start("title"), Comment("")], "a comment inside 'title'", id="comment in RCDATA"),
        pytest.param([start("xmp"), Doctype("a", None, None, False)], "a doctype inside 'xmp'", id="doctype in raw text"),
        pytest.param([start("xmp"), ProcessingInstruction("a", "")], "a processing instruction inside", id="PI in raw text"),
        pytest.param([ProcessingInstruction("a", ">")], "HTML has no processing instruction 'a >'", id="PI that ends early"),
        pytest.param([ProcessingInstruction("a:b", "")], "HTML has no processing instruction", id="PI with a colon"),
        pytest.param([ProcessingInstruction("XML", "")], "HTML has no processing instruction", id="XML declaration"),
        pytest.param([StartTag("a b", Attributes())], "HTML has no tag 'a b'", id="name of a start tag"),
        pytest.param([EndTag("")], "HTML has no tag ''", id="name of an end tag"),
        pytest.param([Doctype("a b", None, None, False)], "HTML has no Doctype", id="name of a doctype"),
        pytest.param([Doctype(None, "a", None, False)], "HTML has no Doctype", id="doctype without name"),
        pytest.param([Doctype("a", ">", None, False)], "no room for the identifier '>'", id="identifier"),
        pytest.param([Doctype("a", None, "'\"", False)], "no room for the identifier", id="identifier with both quotes"),
        pytest.param([Text("a"), "b"], "takes a page or events", id="no event"),
    ],
)
def test_what_html_cannot_express_is_refused(events: list[Event], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        serialize(events)


@pytest.mark.parametrize(
    "script",
    [
        "</scripts>",
        "</ script>",
        "<script>",
        "<!--<script></script>",
        "<!--<script>-->",
        "<!--a--><!--b<script ></script/>c",
        "-->",
    ],
)
def test_what_does_not_end_a_script_stays_in_it(script: str) -> None:
    for pieces in ([script], list(script)):
        written = written_of(SCRIPT, *map(Text, pieces), EndTag("script"), start("b"))
        assert events(written) == [("start", "script", []), ("text", script), ("end", "script"), ("start", "b", [])]


@pytest.mark.parametrize(
    ("name", "text"),
    [("plaintext", "<"), ("script", "<!--<script>"), ("script", "<!--<script></b>")],
)
def test_what_goes_on_to_the_end_of_the_page_has_no_end_tags(name: str, text: str) -> None:
    page: list[Event] = [start(name), Text(text), EndTag(name), EndTag("body")]
    assert serialize(page) == f"<{name}>{text}"
    with pytest.raises(UsageError, match=f"a start tag 'b' inside '{name}'"):
        written_of(*page, start("b"))


def test_names_that_are_many_are_written_as_well() -> None:
    page = "".join(f"<x{number}>" for number in range(1100))
    assert serialize(page * 2) == page * 2


@pytest.mark.parametrize(
    ("source", "written"),
    [
        pytest.param("<p a=b>x<br>y", '<p xmlns="http://www.w3.org/1999/xhtml" a="b">x<br />y</p>', id="closed"),
        pytest.param("&nbsp;&lt;&#13;\f", "\xa0&lt;&#13; ", id="text"),
        pytest.param("<a b='\t\n&quot;'>", '<a xmlns="http://www.w3.org/1999/xhtml" b="&#9;&#10;&quot;"></a>', id="values"),
        pytest.param("<script>1<2</script></b>", '<script xmlns="http://www.w3.org/1999/xhtml">1&lt;2</script>', id="script"),
        pytest.param(
            "<svg viewbox=0 xlink:href=a><path/>",
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0" xlink:href="a">'
            "<path /></svg>",
            id="svg",
        ),
        pytest.param("<!--a--b-->", "<!--a- -b-->", id="comment"),
        pytest.param("<?a?><?b c?>", "<?a?><?b c?>", id="processing instruction"),
        pytest.param("<!DOCTYPE html><!DOCTYPE b>", "<!DOCTYPE html>", id="doctype"),
        pytest.param("<!DOCTYPE>", "", id="doctype without name"),
        pytest.param("<!DOCTYPE a PUBLIC b>", "<!DOCTYPE a>", id="doctype with quirks"),
        pytest.param("<!DOCTYPE a PUBLIC 'b'>", '<!DOCTYPE a PUBLIC "b" "">', id="public identifier alone"),
        pytest.param("<!DOCTYPE a SYSTEM 'b\"'>", "<!DOCTYPE a SYSTEM 'b\"'>", id="system identifier"),
    ],
)
def test_xhtml_is_xml(source: str, written: str) -> None:
    assert serialize(source, xhtml=True) == written


def test_an_identifier_with_both_quotes_is_still_one_in_xml() -> None:
    assert serialize([Doctype("a", None, "'\"", False)], xhtml=True) == '<!DOCTYPE a SYSTEM "\'%22">'


def test_an_xml_parser_reads_what_comes_through_balance() -> None:
    page = "<!DOCTYPE html><title>a&b</title><p <b o:p=1 xmlns:q=''>x<p>\0<!--a--><svg><foreignObject><br></svg><o:p>"
    root = ElementTree.fromstring(serialize(page, balance, xhtml=True))
    names = [element.tag.partition("}")[2] for element in root.iter()]
    assert names == ["html", "head", "title", "body", "p", "p", "svg", "foreignObject", "br", "oU00003Ap"]


def test_filters_stand_before_the_serializer() -> None:
    pieces: list[str] = []
    parse("<p>a<b>c</b>", drop("b", then=Serializer(pieces.append)))
    assert "".join(pieces) == "<p>a" == serialize("<p>a<b>c</b>", lambda out: drop("b", then=out))


@pytest.mark.parametrize("xhtml", [False, True])
def test_a_serializer_wants_everything_but_parse_errors(xhtml: bool) -> None:
    assert Serializer(print, xhtml=xhtml).interest() == replace(Interest.everything(), parse_error=False)


def test_each_event_is_written_when_it_comes() -> None:
    pieces: list[str] = []
    serializer = Serializer(pieces.append)
    serializer.start_tag("p", Attributes())
    assert pieces == ["<p>"]
    serializer.text("a<b")
    assert pieces == ["<p>", "a&lt;b"]


@pytest.mark.parametrize("xhtml", [False, True])
def test_a_serializer_begins_anew_with_each_document(xhtml: bool) -> None:
    pieces: list[str] = []
    serializer = Serializer(pieces.append, xhtml=xhtml)
    parse("<!DOCTYPE a><script>", serializer)
    first = "".join(pieces)
    pieces.clear()
    parse("<!DOCTYPE a><script>", serializer)
    assert "".join(pieces) == first


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("<p>é</p>", id="str"),
        pytest.param("<p>é</p>".encode(), id="bytes"),
        pytest.param(["<p>", "é</p>"], id="chunks"),
        pytest.param(iter([start("p"), Text("é"), ParseError("eof-in-tag", 0, 1, 1), EndTag("p")]), id="events"),
    ],
)
def test_a_source_is_a_page_or_events(source: Any) -> None:
    assert serialize(source, encoding="utf-8") == "<p>é</p>"


def test_a_file_and_nothing_are_sources(tmp_path: Path) -> None:
    (tmp_path / "page").write_text("<p>", encoding="utf-8")
    assert serialize(tmp_path / "page") == "<p>"
    with (tmp_path / "page").open("rb") as file:
        assert serialize(file) == "<p>"
    assert serialize([]) == ""


class StopsAtStartTag(Filter):
    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        raise StopParsing


def test_a_filter_may_stop_events_as_it_may_a_page() -> None:
    assert written_of(Text("a"), start("p"), Text("b"), through=StopsAtStartTag) == "a"


def test_every_kind_of_event_is_written() -> None:
    page: list[Event] = [
        Doctype("html", None, None, False),
        ProcessingInstruction("a", "b"),
        Comment("c"),
        start("foreignObject", viewBox="0"),
        Text("d"),
        EndTag("x" * 40),
    ]
    assert serialize(page) == '<!DOCTYPE html><?a b?><!--c--><foreignObject viewbox="0">d</' + "x" * 40 + ">"


# What is written gives the events again.


def events(source: str, *, scripting: bool = False) -> list[Any]:
    """Return the events of a page, without what the serializer says that it leaves out."""
    found: list[Any] = []
    for event in parse(source, EventRecorder(join_text=True, errors=False), scripting=scripting).events:
        if event[0] == "end" and event[1] in VOID and found and found[-1][:2] == ("start", event[1]):
            continue
        found.append(event[:3] if event[0] == "start" else event)
    return found


FRAGMENTS: Final = (
    *"<>/!-?='\"& \n\r\0a\u0130\xa0",
    *(
        "<!--",
        "-->",
        "--!>",
        "</",
        "<b ",
        "<script>",
        "</script>",
        "<style>",
        "</style>",
        "<title>",
        "</title>",
        "<svg>",
        "</svg>",
    ),
    *("<desc>", "<![CDATA[", "]]>", "<!DOCTYPE a", " PUBLIC '", " SYSTEM ", "<?a ", "&lt;", "<!", "<p>", "<br/>", "<path/>"),
    *("<math>", "<mi>", "<noscript>", "</noscript>", "<textarea>", "<a b=c"),
)
OPTIONS: Final[list[dict[str, Any]]] = [{}, {"unquoted": True, "quote": "fewest", "void_slash": True}, {"minimize": True}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_pages_give_their_events_again(options: dict[str, Any], seed: int) -> None:
    random = Random(seed)
    for _ in range(400):
        source = "".join(random.choices(FRAGMENTS, k=random.randrange(14)))
        for scripting in (False, True):
            written = serialize(source, scripting=scripting, **options)
            assert events(written, scripting=scripting) == events(source, scripting=scripting), (source, written)


def test_pages_give_their_events_again_and_xml_that_parses(pages: list[Path]) -> None:
    assert pages
    for page in sorted(pages, key=lambda path: path.stat().st_size)[:12]:
        source = page.read_bytes().decode("utf-8", "replace")
        assert events(serialize(source)) == events(source), page.name
        ElementTree.fromstring(serialize(source, balance, xhtml=True))


def test_what_comes_through_balance_is_its_own_balanced_form() -> None:
    page = "<pre>\n\na<p>b<table>c<td>d<textarea>\n\n</textarea><br></br></i>"
    written = serialize(page, balance, double_newline=True)
    assert serialize(written, balance, double_newline=True) == written
    assert "<pre>\n\na<p>" in written


@pytest.mark.parametrize(
    ("make", "options"),
    [
        pytest.param(lambda n: "<div>" * n, {}, id="depth"),
        pytest.param(lambda n: "<svg>" + "<g>" * n + "</g>" * n, {}, id="depth in svg"),
        pytest.param(lambda n: "<script>" + "<!--<script></script>-->" * n, {}, id="nested scripts"),
        pytest.param(lambda n: "<div>" * n, {"xhtml": True}, id="depth in XML"),
    ],
)
def test_time_is_linear(make: Callable[[int], str], options: dict[str, Any]) -> None:
    assert_linear(make, lambda source: serialize(source, **options))


# html5lib's suite: its options in ours, and the cases that are none for a stream.

HTML5LIB_DEFAULTS: Final = {"quote": "fewest", "unquoted": True, "minimize": True, "sort_attributes": True}
SKIPPED_FILES: Final = {
    "injectmeta.test": "a serializer of str knows no encoding; a filter sets the meta, rewrite inserts one",
    "whitespace.test": "white space is the matter of filters.collapse_whitespace",
    "optionaltags.test": "without its optional tags a page does not give its events again",
}
OTHERWISE: Final = {
    "core.test: proper attribute value quoting (with CR)": (
        '<span title="foo&#13;bar">',
        "a CR as it is would be read as LF",
    ),
    "options.test: quote_attr_values=true with irrelevant": (
        '<div irrelevant="irrelevant">',
        "'irrelevant' was a boolean attribute in a draft of 2008, and is none now",
    ),
    "options.test: rcdata": (
        "<script>a<b>c&d",
        "in HTML a script has no references: escaped, its text would be another one (with xhtml it is escaped)",
    ),
}
"""What we write in cases that come out otherwise, and why."""


def html5lib_events(tokens: Iterable[list[Any]]) -> list[Event]:
    found: list[Event] = []
    for kind, *rest in tokens:
        match kind, rest:
            case "StartTag" | "EmptyTag", [*_, name, attrs]:
                found.append(StartTag(name, Attributes.from_pairs([(attr["name"], attr["value"]) for attr in attrs])))
            case "EndTag", [*_, name]:
                found.append(EndTag(name))
            case "Characters", [data]:
                found.append(Text(data))
            case "Comment", [data]:
                found.append(Comment(data))
            case "Doctype", [name, *identifiers]:
                public_id, system_id = [*(identifier or None for identifier in identifiers), None, None][:2]
                found.append(Doctype(name, public_id, system_id, False))
            case _:
                raise AssertionError(kind)
    return found


def html5lib_options(options: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = dict(HTML5LIB_DEFAULTS)
    for name, value in options.items():
        match name:
            case "quote_char":
                found["quote"] = value
            case "quote_attr_values":
                found["unquoted"] = not value
            case "minimize_boolean_attributes":
                found["minimize"] = value
            case "use_trailing_solidus":
                found["void_slash"] = value
    return found


def html5lib_cases(shared: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    paths = sorted((shared / "html5lib-tests" / "serializer").glob("*.test"))
    assert SKIPPED_FILES.keys() < {path.name for path in paths}
    for path in paths:
        if path.name not in SKIPPED_FILES:
            cases = json.loads(path.read_text(encoding="utf-8"))["tests"]
            yield from ((f"{path.name}: {case['description']}", case) for case in cases)


def test_html5libs_cases_come_out_as_expected(shared: Path, ran: Counter[str]) -> None:
    failed = {}
    cases = list(html5lib_cases(shared))
    for case_id, case in cases:
        options = html5lib_options(case.get("options", {}))
        written = serialize(html5lib_events(case["input"]), **options)
        if written not in case["expected"]:
            failed[case_id] = written
    assert failed == {case_id: written for case_id, (written, _) in OTHERWISE.items()}
    ran["cases of the serializer suite"] += len(cases) - len(failed)


def test_html5libs_cases_for_xhtml_come_out_as_expected_but_for_the_namespace(shared: Path, ran: Counter[str]) -> None:
    cases = [(case_id, case) for case_id, case in html5lib_cases(shared) if "xhtml" in case]
    for case_id, case in cases:
        pieces: list[str] = []
        serializer = Serializer(pieces.append, xhtml=True)
        for event in html5lib_events(case["input"]):
            if isinstance(event, StartTag):
                serializer.start_tag(event.name, event.attrs)
            else:
                assert isinstance(event, Text)
                serializer.text(event.data)
        written = "".join(pieces).replace(' xmlns="http://www.w3.org/1999/xhtml"', "")
        assert written.replace("\ufffd", "\v") in case["xhtml"], case_id
    ran["cases of the serializer suite"] += len(cases)


def test_a_page_that_ends_in_a_script_of_a_script_is_balanced() -> None:
    assert serialize("<script><!--<script>a", balance) == "<html><head><script><!--<script>a"
