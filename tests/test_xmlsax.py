"""The room ``xmlsax``: what SAX handlers are told of HTML, and the reader for programs written to ``xml.sax``."""

from __future__ import annotations

import gc
import io
import xml.sax
from pathlib import Path
from random import Random
from typing import Any, Final
from weakref import ref
from xml.dom import pulldom
from xml.parsers import expat
from xml.sax.handler import (
    ContentHandler,
    ErrorHandler,
    feature_external_ges,
    feature_namespaces,
    feature_validation,
    property_lexical_handler,
    property_xml_string,
)
from xml.sax.saxutils import XMLFilterBase, XMLGenerator
from xml.sax.xmlreader import InputSource

import pytest
from typing_extensions import override

from saxhtml import Filter, Interest, Limits, Parser, StopParsing, parse
from saxhtml.xmlsax import HTMLReader, create_parser, to_content_handler
from saxhtml.xmlsax._content import ContentEvents

XHTML: Final = "http://www.w3.org/1999/xhtml"
SVG: Final = "http://www.w3.org/2000/svg"
MATH: Final = "http://www.w3.org/1998/Math/MathML"
XLINK: Final = "http://www.w3.org/1999/xlink"
XML: Final = "http://www.w3.org/XML/1998/namespace"

Told = tuple[Any, ...]


class Recorder(ContentHandler):
    """Writes down what it is told, adjacent text as one; also as a lexical handler."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Told] = []

    @override
    def startDocument(self) -> None:
        self.told.append(("document",))

    @override
    def endDocument(self) -> None:
        self.told.append(("end document",))

    @override
    def startElement(self, name: str, attrs: Any) -> None:
        self.told.append(("start", name, dict(attrs)))

    @override
    def endElement(self, name: str) -> None:
        self.told.append(("end", name))

    @override
    def startElementNS(self, name: Any, qname: str | None, attrs: Any) -> None:
        self.told.append(("start", name, dict(attrs)))

    @override
    def endElementNS(self, name: Any, qname: str | None) -> None:
        self.told.append(("end", name))

    @override
    def startPrefixMapping(self, prefix: str | None, uri: str) -> None:
        self.told.append(("map", prefix, uri))

    @override
    def endPrefixMapping(self, prefix: str | None) -> None:
        self.told.append(("unmap", prefix))

    @override
    def characters(self, content: str) -> None:
        if self.told[-1][0] == "text":
            content = self.told.pop()[1] + content
        self.told.append(("text", content))

    @override
    def processingInstruction(self, target: str, data: str) -> None:
        self.told.append(("pi", target, data))

    def comment(self, content: str) -> None:
        self.told.append(("comment", content))

    def startDTD(self, name: str, public_id: str | None, system_id: str | None) -> None:  # noqa: N802
        self.told.append(("dtd", name, public_id, system_id))

    def endDTD(self) -> None:  # noqa: N802
        self.told.append(("end dtd",))


def told(page: str, *, namespaces: bool = False) -> list[Told]:
    recorder = Recorder()
    parse(page, to_content_handler(recorder, recorder, namespaces=namespaces))
    return recorder.told


def in_body(markup: str, *, namespaces: bool = False) -> list[Told]:
    """Return what is told of the content of a body."""
    events = told(f"<html><head></head><body>{markup}</body></html>", namespaces=namespaces)
    body = (XHTML, "body") if namespaces else "body"
    return events[events.index(("start", body, {})) + 1 : events.index(("end", body))]


def test_a_page_is_told_as_the_same_page_in_xhtml() -> None:
    assert told("<!DOCTYPE html><html lang=en><head><title>T</title></head><body><p class=x>a<br>b</body></html>") == [
        ("document",),
        ("dtd", "html", None, None),
        ("end dtd",),
        ("start", "html", {"xmlns": XHTML, "lang": "en"}),
        ("start", "head", {}),
        ("start", "title", {}),
        ("text", "T"),
        ("end", "title"),
        ("end", "head"),
        ("start", "body", {}),
        ("start", "p", {"class": "x"}),
        ("text", "a"),
        ("start", "br", {}),
        ("end", "br"),
        ("text", "b"),
        ("end", "p"),
        ("end", "body"),
        ("end", "html"),
        ("end document",),
    ]


def element(name: str, attrs: dict[str, str] | None = None, *content: Told) -> list[Told]:
    return [("start", name, attrs or {}), *content, ("end", name)]


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        pytest.param("<a href='&amp;' HREF=b>", element("a", {"href": "&"}), id="a second attribute of a name"),
        pytest.param(
            "<ul><li>a<li>b</ul>",
            element("ul", {}, *element("li", {}, ("text", "a")), *element("li", {}, ("text", "b"))),
            id="end tags left out",
        ),
        pytest.param("a</i></p", [("text", "a")], id="an end tag of nothing and one cut off"),
        pytest.param("<div/>a", element("div", {}, ("text", "a")), id="a slash that closes nothing"),
        pytest.param("<img>a</img>", [*element("img"), ("text", "a")], id="void"),
        pytest.param("<b \"<b'=1>", element("b", {"U000022U00003CbU000027": "1"}), id="an attribute that is no name"),
        pytest.param("<o:p x:y=1 1=2>", element("oU00003Ap", {"xU00003Ay": "1", "U000031": "2"}), id="colons and digits"),
        pytest.param("<x\0y-1.2>", element("xU00FFFDy-1.2"), id="NUL in a name"),
        pytest.param("<x-é😀>", element("x-U0000E9U01F600"), id="a letter and an emoji in a name"),
        pytest.param("<b xmlns=a xmlns:c=d xmlnsc=e>", element("b", {"xmlnsc": "e"}), id="declarations of namespaces"),
        pytest.param("<b xml:lang=en>", element("b", {"xmlU00003Alang": "en"}), id="xml:lang outside svg"),
        pytest.param("a\x01\x0c\ufffe\ud800b", [("text", "a\ufffd \ufffd\ufffdb")], id="characters in text"),
        pytest.param("<b title='\x02&#x1;\x0c'>", element("b", {"title": "\ufffd\ufffd "}), id="characters in a value"),
        pytest.param("<b title='a\nb'>", element("b", {"title": "a\nb"}), id="a line end in a value"),
        pytest.param("<!-- a--b---->", [("comment", " a- -b- - ")], id="hyphens in a comment"),
        pytest.param("<!--a-b\x01-->", [("comment", "a-b\ufffd")], id="characters in a comment"),
        pytest.param("<?php a\x01?><?Xml_2 ?x>", [("pi", "php", "a\ufffd"), ("pi", "Xml_2", "?x")], id="instructions"),
        pytest.param("<?xml version=1?>", [("comment", "?xml version=1?")], id="an XML declaration"),
    ],
)
def test_what_xml_does_not_allow_is_made_safe(markup: str, expected: list[Told]) -> None:
    assert in_body(markup) == expected


SHAPES: Final = "<svg viewbox=0 xmlns=q><lineargradient/><foreignobject><p>a</foreignobject></svg>"
LINKS: Final = "<svg><use xlink:href=#a /><g xmlns:xlink=q><use xlink:href=#b xml:lang=en xlink:x=1 /></g></svg>"


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        pytest.param(
            SHAPES,
            element(
                "svg",
                {"xmlns": SVG, "viewBox": "0"},
                *element("linearGradient"),
                *element("foreignObject", {}, *element("p", {"xmlns": XHTML}, ("text", "a"))),
            ),
            id="svg",
        ),
        pytest.param(
            LINKS,
            element(
                "svg",
                {"xmlns": SVG},
                *element("use", {"xmlns:xlink": XLINK, "xlink:href": "#a"}),
                *element(
                    "g", {"xmlns:xlink": XLINK}, *element("use", {"xlink:href": "#b", "xml:lang": "en", "xlinkU00003Ax": "1"})
                ),
            ),
            id="xlink",
        ),
        pytest.param(
            "<math definitionurl=a><mi><mglyph/><b></b></mi><annotation-xml><svg/></annotation-xml></math>",
            element(
                "math",
                {"xmlns": MATH, "definitionURL": "a"},
                *element("mi", {}, *element("mglyph"), *element("b", {"xmlns": XHTML})),
                *element("annotation-xml", {}, *element("svg", {"xmlns": SVG})),
            ),
            id="math",
        ),
        pytest.param(
            "<math><annotation-xml encoding=Text/HTML><p>",
            element(
                "math", {"xmlns": MATH}, *element("annotation-xml", {"encoding": "Text/HTML"}, *element("p", {"xmlns": XHTML}))
            ),
            id="html in math",
        ),
        pytest.param(
            "<svg><title viewBox><svg></svg><br></title><p>",
            [
                *element(
                    "svg",
                    {"xmlns": SVG},
                    *element("title", {"viewBox": ""}, *element("svg"), *element("br", {"xmlns": XHTML})),
                ),
                *element("p"),
            ],
            id="breaking out of svg",
        ),
        pytest.param(
            "<svg><html>a</svg>", element("svg", {"xmlns": SVG}, *element("html", {}, ("text", "a"))), id="html in svg"
        ),
    ],
)
def test_svg_and_math_stand_in_their_namespaces(markup: str, expected: list[Told]) -> None:
    assert in_body(markup) == expected


def test_prefixes_are_mapped_in_namespaces_mode() -> None:
    assert told("<html><head></head><body></body></html>", namespaces=True)[1:3] == [
        ("map", None, XHTML),
        ("start", (XHTML, "html"), {}),
    ]
    assert in_body("<svg><use xlink:href=#a xml:lang=en x=1 /></svg>", namespaces=True) == [
        ("map", None, SVG),
        ("start", (SVG, "svg"), {}),
        ("map", "xlink", XLINK),
        ("start", (SVG, "use"), {(XLINK, "href"): "#a", (XML, "lang"): "en", (None, "x"): "1"}),
        ("end", (SVG, "use")),
        ("unmap", "xlink"),
        ("end", (SVG, "svg")),
        ("unmap", None),
    ]


@pytest.mark.parametrize(
    ("doctype", "expected"),
    [
        (
            "<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'>",
            [("dtd", "html", "-//W3C//DTD HTML 4.01//EN", None), ("end dtd",)],
        ),
        ("<!DOCTYPE a:b SYSTEM 'about:\x01'>", [("dtd", "aU00003Ab", None, "about:\ufffd"), ("end dtd",)]),
        ("<!DOCTYPE html PUBLIC '<' 'x'>", [("dtd", "html", None, "x"), ("end dtd",)]),
        ("<!DOCTYPE>", []),
    ],
)
def test_a_doctype_is_told_as_xml_allows_it(doctype: str, expected: list[Told]) -> None:
    events = told(doctype + "<html></html>")
    assert events[1 : events.index(("start", "html", {"xmlns": XHTML}))] == expected


def test_instructions_that_another_handler_makes_are_made_safe_too() -> None:
    class Makes(Filter):
        @override
        def text(self, data: str) -> None:
            self.processing_instruction(data, "a?>b")

    recorder = Recorder()
    parse("<html><head></head><body>XmL</body></html>", Makes(to_content_handler(recorder)))
    assert ("pi", "U000058mL", "a? >b") in recorder.told


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("a</body>b<!--c-->d</html><!--e-->f", "a b c d e f"),
        ("<html><body>a</body></html><!--b--><p>c", "a b <p> c </p>"),
        ("a</html><!--b--><html lang=x><body class=y>c", "a b c"),
        ("a</body><!--b--><script>c</script>", "a b <script> c </script>"),
    ],
)
def test_what_follows_the_body_is_in_it(page: str, expected: str) -> None:
    events = told(page)
    shapes = {"start": "<{}>", "end": "</{}>", "text": "{}", "comment": "{}"}
    body = events[events.index(("start", "body", {})) + 1 : -3]
    words = " ".join(" ".join(event[1]) if event[0] == "text" else shapes[event[0]].format(event[1]) for event in body)
    assert words == expected
    assert events[-3:] == [("end", "body"), ("end", "html"), ("end document",)]


def test_names_met_by_the_thousand_are_told_like_the_first() -> None:
    names = [f"x{number}" for number in range(1100)]
    expected = [event for name in names for event in element(name, {name: ""})]
    page = "".join(f"<{name} {name}></{name}>" for name in names)
    assert in_body(page) == in_body(page) == expected
    long = "x" * 40
    assert in_body(f"<{long} {long}></{long}>") == element(long, {long: ""})


def test_what_nobody_balanced_is_closed_too() -> None:
    recorder = Recorder()
    parse("a<p>b</i><q>c<br></br>", ContentEvents(recorder, None, namespaces=False))
    assert recorder.told[1:-1] == element(
        "p", {"xmlns": XHTML}, ("text", "b"), *element("q", {}, ("text", "c"), *element("br"))
    )


def test_events_that_nobody_asked_for_are_not_told() -> None:
    class Everything(Filter):
        @override
        def interest(self) -> Interest:
            return Interest.everything()

    recorder = Recorder()
    parse("<!DOCTYPE html><p a a><!--b-->c", Everything(ContentEvents(recorder, None, namespaces=False)))
    assert recorder.told[1:-1] == element("p", {"xmlns": XHTML, "a": ""}, ("text", "c"))


def test_no_lexical_handler_is_told_of_no_comment() -> None:
    recorder = Recorder()
    parse("<!DOCTYPE html><!--a--><html><body>b<!--c-->d", to_content_handler(recorder))
    assert ("text", "bd") in recorder.told
    assert {"comment", "dtd"}.isdisjoint(event[0] for event in recorder.told)


def test_names_are_made_names_to_expat_and_no_two_are_made_one() -> None:
    made: list[str] = []

    class Names(ContentHandler):
        @override
        def startElement(self, name: str, attrs: Any) -> None:
            made.extend(attrs.getNames())

    letters = [chr(code) for code in (*range(0x21, 0x3200), *range(0x4E00, 0xFFFF, 97), 0x1F600)]
    letters = [letter for letter in letters if letter not in "/>=\"'<" and not letter.isupper()]
    given = [f"{before}{letter}" for letter in letters for before in ("", "a")]
    parse(f"<html {' '.join(given)}>", to_content_handler(Names()), limits=Limits(max_attributes=100_000))
    made.remove("xmlns")
    assert len(made) == len(set(made)) == len(set(given))
    expat.ParserCreate(namespace_separator=" ").Parse(f"<all>{''.join(f'<{name}/>' for name in made)}</all>", True)
    assert {"az", "a9", "a-", "a.", "_", "U000039", "U0000E9"} <= set(made)


def as_written(events: list[Told]) -> list[Told]:
    """Return events without what writing them as XML and reading it changes: carriage returns, and the order of mappings."""
    written: list[Told] = []
    mappings: list[Told] = []
    for event in events:
        if event[0] in ("map", "unmap"):
            mappings.append(event)
            continue
        written += sorted(mappings, key=str)
        mappings.clear()
        if event[0] == "text":
            event = ("text", event[1].replace("\r\n", "\n").replace("\r", "\n"))
        written.append(event)
    return written + sorted(mappings, key=str)


def written_and_read(page: str | bytes, *, namespaces: bool) -> tuple[list[Told], list[Told]]:
    """Return what a handler is told of a page, and what expat tells of the XML that XMLGenerator makes of it."""
    direct, read, xml_text = Recorder(), Recorder(), io.StringIO()
    parse(page, to_content_handler(direct, namespaces=namespaces))
    parse(page, to_content_handler(XMLGenerator(xml_text, "utf-8"), namespaces=namespaces))
    reader = xml.sax.make_parser(["xml.sax.expatreader"])
    reader.setFeature(feature_namespaces, namespaces)
    reader.setContentHandler(read)
    reader.parse(text_source(xml_text.getvalue()))
    return as_written(direct.told), as_written(read.told)


def text_source(text: str) -> InputSource:
    source = InputSource()
    source.setCharacterStream(io.StringIO(text))
    return source


@pytest.mark.parametrize("namespaces", [False, True], ids=["plain", "namespaces"])
def test_what_is_told_of_a_page_is_what_expat_tells_of_its_xml(pages: list[Path], namespaces: bool) -> None:
    for page in pages[:: max(len(pages) // 4, 1)]:
        direct, read = written_and_read(page.read_bytes(), namespaces=namespaces)
        assert direct == read, page.name


GARBAGE: Final = (
    *"<>/=\"'!-?&;: \n\0\x01\x0c\ud800\ufffeaé😀x",
    *"<p> </p> <svg> </svg> <math> <mi> <title> </title> <table> <td> <br> <b> </b> <a </ <!-- --> <!DOCTYPE <? ?>".split(),
    *"xlink:href=x xmlns=x xmlns:xlink=y <foreignObject> <html <body> <head> <script> </script> <desc> <image>".split(),
    *"<annotation-xml &#1; &lt; <![CDATA[ ]]> <select> <option> <form> </form> <frameset> <template> </template>".split(),
    "<use xml:lang=z />",
)


@pytest.mark.parametrize("namespaces", [False, True], ids=["plain", "namespaces"])
def test_garbage_is_told_as_well_formed_xml(seed: int, namespaces: bool) -> None:
    random = Random(seed)
    for _ in range(150):
        page = "".join(random.choices(GARBAGE, k=40))
        direct, read = written_and_read(page, namespaces=namespaces)
        assert [without_line_ends(event) for event in direct] == [without_line_ends(event) for event in read], (seed, page)


def without_line_ends(event: Told) -> Told:
    if event[0] == "start":
        return (*event[:2], {name: value.replace("\n", " ") for name, value in event[2].items()})
    return (event[0], event[1], event[2].strip()) if event[0] == "pi" else event


def read_with(reader: HTMLReader, source: Any) -> Recorder:
    recorder = Recorder()
    reader.setContentHandler(recorder)
    reader.parse(source)
    return recorder


PAGE: Final = "<html><head></head><body>caf\xe9</body></html>"
CAFE: Final = ("text", "caf\xe9")


def byte_source(encoding: str | None) -> InputSource:
    source = InputSource("there")
    source.setByteStream(io.BytesIO(PAGE.encode("utf-8")))
    if encoding is not None:
        source.setEncoding(encoding)
    return source


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text("<meta charset=utf-8>" + PAGE, encoding="utf-8")
    return path


def test_a_reader_reads_what_xml_sax_reads(file: Path) -> None:
    reader = HTMLReader(bufsize=7)
    for source in (str(file), file, file.as_uri(), file.open("rb"), io.StringIO(PAGE), byte_source("utf-8"), text_source(PAGE)):
        assert CAFE in read_with(reader, source).told, source
    assert ("text", "caf\xc3\xa9") in read_with(reader, byte_source(None)).told
    assert CAFE in read_with(HTMLReader(encoding="utf-8"), byte_source(None)).told


def test_the_label_of_a_response_counts_as_its_encoding() -> None:
    class Response(io.BytesIO):
        headers: Final = {"Content-Type": "text/html; charset=utf-8"}

    assert CAFE in read_with(HTMLReader(), Response(PAGE.encode("utf-8"))).told


class Missing(InputSource):
    @override
    def getByteStream(self) -> Any:
        raise FileNotFoundError


def test_what_is_read_is_closed_also_when_a_handler_raises() -> None:
    class Refuses(ContentHandler):
        @override
        def startElement(self, name: str, attrs: Any) -> None:
            raise KeyError(name)

    reader = HTMLReader()
    good, bad = io.StringIO(PAGE), io.StringIO(PAGE)
    reader.setContentHandler(Refuses())
    with pytest.raises(KeyError):
        reader.parse(bad)
    with pytest.raises(FileNotFoundError):
        reader.parse(Missing())
    assert CAFE in read_with(reader, good).told
    assert good.closed
    assert bad.closed


def test_an_empty_page_has_a_root() -> None:
    told_of_it = read_with(HTMLReader(), io.StringIO("")).told
    assert told_of_it[:2] == [("document",), ("start", "html", {"xmlns": XHTML})]
    assert told_of_it[-2:] == [("end", "html"), ("end document",)]


def test_make_parser_finds_the_reader() -> None:
    assert type(xml.sax.make_parser(["saxhtml.xmlsax"])) is HTMLReader
    assert type(create_parser()) is HTMLReader


def test_a_reader_can_be_fed_and_tells_at_once() -> None:
    reader, recorder = HTMLReader(), Recorder()
    reader.setContentHandler(recorder)
    reader.close()
    assert recorder.told == []
    reader.feed("<html><body><p>a")
    assert recorder.told[-1] == ("text", "a")
    reader.feed("&amp;b</p>")
    assert recorder.told[-2:] == [("text", "a&b"), ("end", "p")]
    reader.close()
    first = recorder.told.copy()
    assert first[-1] == ("end document",)
    reader.close()
    assert recorder.told == first
    reader.feed(b"<p>other")
    assert recorder.told[len(first)] == ("document",)
    reader.reset()
    reader.feed("<p>third")
    assert recorder.told.count(("document",)) == 3


def test_handlers_can_be_changed_in_the_middle_of_a_page() -> None:
    reader, first, second, errors = HTMLReader(), Recorder(), Recorder(), Errors()
    reader.setFeature(feature_validation, True)
    reader.setContentHandler(first)
    reader.feed("<html><body><!--a--><p>b</p>")
    reader.setContentHandler(second)
    reader.setProperty(property_lexical_handler, second)
    reader.setErrorHandler(errors)
    reader.feed("<!--c--><i><p d d=1>")
    assert first.told[-1] == ("end", "p")
    assert [event[:2] for event in second.told] == [("comment", "c"), ("start", "i"), ("start", "p")]
    assert errors.codes == ["duplicate-attribute"]
    assert reader.getProperty(property_lexical_handler) is second
    assert reader.getContentHandler() is second


class Errors(ErrorHandler):
    def __init__(self) -> None:
        self.codes: list[str] = []
        self.places: list[tuple[str | None, int | None, int | None]] = []

    @override
    def error(self, exception: Any) -> None:
        self.codes.append(exception.getMessage())
        self.places.append((exception.getSystemId(), exception.getLineNumber(), exception.getColumnNumber()))

    @override
    def fatalError(self, exception: Any) -> None:
        self.error(exception)


def test_parse_errors_are_reported_when_validation_is_on() -> None:
    source = InputSource("there")
    source.setCharacterStream(io.StringIO("<!DOCTYPE html>\n<p a a>b&nbsp"))
    reader, errors = HTMLReader(), Errors()
    reader.setErrorHandler(errors)
    reader.setFeature(feature_validation, True)
    reader.parse(source)
    assert errors.codes == ["duplicate-attribute", "missing-semicolon-after-character-reference"]
    assert errors.places[0] == ("there", 2, 6)
    reader.setFeature(feature_validation, False)
    reader.parse(text_source("<p a a>b&nbsp"))
    assert len(errors.codes) == 2


def test_a_limit_exceeded_is_a_fatal_error() -> None:
    reader, errors = HTMLReader(limits=Limits(max_token=10)), Errors()
    with pytest.raises(xml.sax.SAXParseException, match="max_token of 10"):
        reader.parse(text_source("<p>\n<p title=too-long>"))
    reader.setErrorHandler(errors)
    with pytest.raises(xml.sax.SAXParseException, match="max_token of 10"):
        reader.parse(text_source("<p>\n<p title=too-long>"))
    assert errors.places == [(None, 2, 0)]


def test_a_handler_can_end_the_parse_quietly() -> None:
    class Stops(Recorder):
        @override
        def startElement(self, name: str, attrs: Any) -> None:
            super().startElement(name, attrs)
            if name == "p":
                raise StopParsing

    reader, recorder = HTMLReader(), Stops()
    reader.setContentHandler(recorder)
    reader.parse(text_source("<p>a<p>b"))
    assert recorder.told[-1] == ("start", "p", {})


def test_features_and_properties_are_those_that_mean_something() -> None:
    reader = HTMLReader()
    reader.setFeature(feature_external_ges, False)
    assert reader.getFeature(feature_external_ges) is False
    with pytest.raises(xml.sax.SAXNotSupportedException, match="stays off"):
        reader.setFeature(feature_external_ges, True)
    with pytest.raises(xml.sax.SAXNotRecognizedException, match="feature"):
        reader.setFeature("http://example.com/feature", True)
    with pytest.raises(xml.sax.SAXNotRecognizedException, match="property"):
        reader.setProperty(property_xml_string, None)
    reader.setProperty(property_lexical_handler, Recorder())
    reader.setProperty(property_lexical_handler, None)
    assert reader.getProperty(property_lexical_handler) is None
    reader.setFeature(feature_namespaces, 1)
    assert reader.getFeature(feature_namespaces) is True
    reader.feed("<p>")
    with pytest.raises(xml.sax.SAXNotSupportedException, match="before the page begins"):
        reader.setFeature(feature_namespaces, False)


def test_the_locator_says_where_an_event_stands() -> None:
    class Places(ContentHandler):
        def __init__(self) -> None:
            super().__init__()
            self.places: list[tuple[Any, ...]] = []

        @override
        def setDocumentLocator(self, locator: Any) -> None:
            self.at = locator

        @override
        def startElement(self, name: str, attrs: Any) -> None:
            at = self.at
            self.places.append((name, at.getLineNumber(), at.getColumnNumber(), at.getSystemId(), at.getPublicId()))

    source = InputSource("there")
    source.setPublicId("it")
    source.setCharacterStream(io.StringIO("<html>\n<body>\n <p>"))
    places, reader = Places(), HTMLReader()
    reader.setContentHandler(places)
    reader.parse(source)
    assert [place for place in places.places if place[0] != "head"] == [
        ("html", 1, 0, "there", "it"),
        ("body", 2, 0, "there", "it"),
        ("p", 3, 1, "there", "it"),
    ]


def test_pulldom_reads_html() -> None:
    document = pulldom.parse(io.StringIO("<p>a<p class=x>b<svg><use xlink:href=#a /></svg></p><p>c"), parser=HTMLReader())
    expanded = []
    for kind, node in document:
        if kind == pulldom.START_ELEMENT and node.nodeName == "p" and node.getAttribute("class"):
            document.expandNode(node)
            expanded.append(node.toxml())
    svg = f'<svg xmlns="{SVG}"><use xlink:href="#a" xmlns:xlink="{XLINK}"/></svg>'
    assert expanded == [f'<p class="x">b{svg}</p>']
    assert next(document)[0] in (pulldom.CHARACTERS, pulldom.END_ELEMENT)  # what came with the end of the page


def test_a_filter_of_xml_sax_takes_the_reader_as_its_parent() -> None:
    class Upper(XMLFilterBase):
        @override
        def characters(self, content: str) -> None:
            super().characters(content.upper())

    out = io.StringIO()
    upper = Upper(create_parser())
    upper.setContentHandler(XMLGenerator(out, "utf-8", short_empty_elements=True))
    upper.parse(io.StringIO("<html><head></head><body>a<br>b"))
    assert out.getvalue().endswith(f'<html xmlns="{XHTML}"><head/><body>A<br/>B</body></html>')


def test_the_nest_may_be_deep() -> None:
    class Depth(ContentHandler):
        started = ended = 0

        @override
        def startElement(self, name: str, attrs: Any) -> None:
            self.started += 1

        @override
        def endElement(self, name: str) -> None:
            self.ended += 1

    depth = Depth()
    parse("<div>" * 50_000, to_content_handler(depth))
    assert depth.started == depth.ended > 50_000


def test_one_handler_serves_one_document_after_the_other() -> None:
    recorder = Recorder()
    handler = to_content_handler(recorder)
    parser = Parser(handler)
    for _ in range(2):
        parser.feed("<html><body><svg><g>")
        parser.close()
        parser.reset()
    half = len(recorder.told) // 2
    assert recorder.told[:half] == recorder.told[half:]


def test_a_reader_is_freed_without_the_garbage_collector() -> None:
    reader = HTMLReader()
    reader.feed("<p>a")
    gone = ref(reader)
    gc.disable()
    try:
        del reader
        assert gone() is None
    finally:
        gc.enable()
