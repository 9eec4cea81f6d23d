"""Where svg and math are: what holds markup or raw text there, and what CDATA is."""

from __future__ import annotations

from itertools import product
from typing import Final, Literal
from unittest.mock import patch

import pytest
from tokenizer_cases import Case, check, comment, each, end, feed, start, text

from saxhtml._elements import BREAKOUT
from saxhtml.parser import Parser
from saxhtml.testing import EventRecorder
from saxhtml.tokenizer import _driver

Content = Literal["html", "point", "foreign"]
"""What a place is: in HTML, where ``style`` holds raw text and there is no CDATA; right inside an integration point, where
there is; in svg or math, where ``style`` is an element like any other."""

HTML: Final[list[str]] = [
    "",
    "<div>",
    "<svg/>",
    "<svg />",
    "<svg a=b />",
    "<math/>",
    "<svg></svg>",
    "<SVG></Svg>",
    "<svg></svg >",
    "<svg><g></svg>",
    "<svg><g/></svg>",
    "<svg><svg/></svg>",
    "<svg><svg></svg></svg>",
    "<svg><desc></svg>",
    "<svg><title>a</title></svg>",
    "<svg></svg></svg>",
    "<math></math>",
    "<math><mi></math>",
    "<math><mi><svg></svg></mi></math>",
    "<svg></p>",
    "<svg></br>",
    "<svg><g></p>",
    "<math><mrow></br>",
    "<svg><p></p>",
    "<svg><g><g><p>",
    "<svg><P>",
    "<svg><p/>",
    "<math><mrow><p>",
    "<math><annotation-xml><p>",
    "<math><annotation-xml encoding='image/svg+xml'><b>",
    "<svg><font color>",
    "<svg><font COLOR=red>",
    "<svg><font face=a>",
    "<svg><font a b size='1'>",
    "<math><font size>",
    "<svg><desc><p>",
    "<svg><desc><g>",
    "<svg><desc><div/>",
    "<svg><desc><b><i></i>",
    "<svg><desc><p></desc>",
    "<svg><desc><b></desc>",
    "<svg><desc><p></svg>",
    "<svg><desc><b></svg>",
    "<svg><desc><p><br>",
    "<svg><desc><p><svg></svg>",
    "<svg><desc><p><svg/>",
    "<svg><desc><p><svg></br>",
    "<svg><desc><svg><p>",
    "<svg><desc><svg><g><font face>",
    "<svg><desc><div></p>",
    "<svg><desc><b><p></b>",
    "<svg><desc><span><p></span>",
    "<svg><desc><div><template></div>",
    "<svg><desc><p><table></p>",
    "<svg><desc><div><svg></svg>",
    "<math><mi><b>",
    "<math><mi><mrow>",
    "<math><mi><p></mi>",
    "<math><mi><svg><p>",
    "<math><annotation-xml encoding=text/html><mi>",
    "<math><annotation-xml encoding=text/html><div>",
    "<div><svg></div>",
    "<div><svg><g></div>",
    "<span><svg></span>",
    "<b><svg></b>",
    "<a><svg><a></a></a>",
    "<my-tag><svg></my-tag>",
    "<table><tr><td><svg></td>",
    "<ul><li><svg></ul>",
    "<h1><math></h1>",
    *(f"<svg><{name}>" for name in sorted(BREAKOUT)),
]

POINTS: Final[list[str]] = [
    "<svg><desc>",
    "<svg><title>",
    "<svg><foreignObject>",
    "<svg><FOREIGNOBJECT a=b>",
    "<svg><g><desc>",
    "<svg><desc><br>",
    "<svg><desc><img/>",
    "<svg><desc><p></p>",
    "<svg><desc><P></p >",
    "<svg><desc><b><i></b>",
    "<svg><desc><style><g></style>",
    "<svg><desc><title></desc></title>",
    "<svg><desc><textarea></textarea>",
    "<svg><desc><script></script>",
    "<svg><desc></p>",
    "<svg><desc></br>",
    "<svg><desc></b>",
    "<svg><desc><svg></svg>",
    "<svg><desc><svg/>",
    "<svg><desc><math></math>",
    "<svg><desc><svg></p>",
    "<svg><desc><svg><p></p>",
    "<svg><desc><p><svg></p>",
    "<svg><desc><p><svg><g></p>",
    "<svg><desc><p><div></div>",
    "<svg><desc><p><b><div></div>",
    "<svg><desc><p><p></p>",
    "<svg><desc><div><svg></div>",
    "<svg><desc><span><svg><g></span>",
    "<svg><desc><ul><li></ul>",
    "<svg><desc><table><tr><td></td></tr></table>",
    "<svg><desc><template><div></template>",
    "<div><svg><desc></div>",
    "<div><svg><g><desc><b></b></div>",
    "<math><mi>",
    "<math><mo>",
    "<math><mn>",
    "<math><ms>",
    "<math><mtext>",
    "<math><mrow><MI>",
    "<math><mi><b></b>",
    "<math><mi><svg></svg>",
    "<math><mi><svg><p></p>",
    "<math><mi><math></math>",
    "<math><mi><mglyph></mglyph>",
    "<math><mi><mglyph/>",
    "<math><annotation-xml encoding=text/html>",
    "<math><annotation-xml encoding='TEXT/html'>",
    "<math><annotation-xml a encoding='application/XHTML+xml'>",
    "<math><annotation-xml encoding=text/html><b></b>",
    "<math><annotation-xml><svg><desc>",
    "<math><mi><svg><desc>",
    "<div><math><mi></div>",
]

FOREIGN: Final[list[str]] = [
    "<svg>",
    "<SVG a=b>",
    "<math>",
    "<div><svg>",
    "<svg><g>",
    "<svg><g></g>",
    "<svg><g/>",
    "<svg></g>",
    "<svg></desc>",
    "<svg><svg></svg>",
    "<svg><math>",
    "<svg><math></math>",
    "<svg><math><mi>",
    "<svg><mi>",
    "<svg><annotation-xml encoding=text/html>",
    "<svg><a>",
    "<svg><form>",
    "<svg><input>",
    "<svg><article>",
    "<svg><font>",
    "<svg><font colour=red>",
    "<svg><font></font>",
    "<svg><style>",
    "<svg><style></style>",
    "<svg><script>",
    "<svg><textarea>",
    "<svg><plaintext>",
    "<svg><desc/>",
    "<svg><desc></desc>",
    "<svg><desc><p></p></desc>",
    "<svg><desc><svg>",
    "<svg><desc><math>",
    "<svg><desc><p><svg>",
    "<svg><desc><div><svg></span>",
    "<svg><desc><b><svg></b-c>",
    "<svg><desc><p><svg></desc>",
    "<svg><title></title>",
    "<svg><foreignObject></FOREIGNobject>",
    "<svg></title>",
    "<svg></script>",
    "<svg></body>",
    "<svg></form>",
    "<svg></unknown>",
    "<svg></input>",
    "<math></mi>",
    "<math><mi></mi>",
    "<math><mi/>",
    "<math><mi><svg>",
    "<math><mi><math>",
    "<math><mi><mglyph>",
    "<math><mi><malignmark>",
    "<math><mrow>",
    "<math><desc>",
    "<math><title>",
    "<math><foreignObject>",
    "<math><svg>",
    "<math><svg><desc>",
    "<math><annotation-xml>",
    "<math><annotation-xml encoding>",
    "<math><annotation-xml encoding='image/svg+xml'>",
    "<math><annotation-xml encoding=' text/html'>",
    "<math><annotation-xml encoding=text/html></annotation-xml>",
    "<math><annotation-xml><mi></mi>",
    "<math><annotation-xml><svg>",
    "<math><annotation-xml><svg></svg>",
    "<math><annotation-xml/>",
    "<div><math><annotation-xml></div>",
]

CONTENTS: Final[dict[str, Content]] = {
    **dict.fromkeys(HTML, "html"),
    **dict.fromkeys(POINTS, "point"),
    **dict.fromkeys(FOREIGN, "foreign"),
}


NESTED: Final[dict[str, Content]] = {
    "<svg><desc><table><tr><td></table>": "point",
    "<svg><desc><table><tr><td></tr></table>": "point",
    "<svg><desc><table><caption></table>": "point",
    "<svg><desc><a><a></a>": "point",
    "<svg><desc><nobr><nobr></nobr>": "point",
    "<svg><desc><button><button></button>": "point",
    "<svg><desc><tr>": "point",
    "<svg><desc><td>": "point",
    "<svg><desc><caption>": "point",
    "<svg><desc><head>": "point",
    "<svg><desc><body>": "point",
}
"""What HTML elements close, hold back and ignore inside svg."""

RESERVED: Final[dict[str, Content]] = {
    "<svg><font-face/></font-face>": "foreign",
    "<svg><missing-glyph/></missing-glyph>": "foreign",
    "<math><annotation-xml/></annotation-xml>": "foreign",
}
"""Names with a dash that no HTML element has ("valid custom element name")."""

TAKEN_TO_BE_OPEN: Final[list[str]] = ["<svg></div>", "<svg></a>", "<svg><g></td>", "<math></x-y>", "<svg></q>"]
"""End tags of HTML elements that are not open; outside svg and math no account of the open elements is kept."""


def check_place(source: str, content: Content) -> None:
    style = start("i") if content == "foreign" else text("<i>")
    section = comment("[CDATA[x]]") if content == "html" else text("x")
    for (probe, expected), lane in product((("<style><i>", style), ("<![CDATA[x]]>", section)), (False, True)):
        whole = source + probe
        for chunks in ([whole], list(whole), [source, probe]):
            with patch.object(_driver, "_SHORTEST", 1):
                recorder = EventRecorder(join_text=True)
                feed(Parser(recorder, lane=lane), chunks)
            assert recorder.events[-1] == expected, (lane, chunks)


def places(contents: dict[str, Content]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("source", "content"), contents.items(), ids=[source or "nothing" for source in contents])


@places(CONTENTS)
def test_what_holds_at_a_place(source: str, content: Content) -> None:
    check_place(source, content)


def test_the_lists_of_places_name_none_twice() -> None:
    assert len(CONTENTS) == len(HTML) + len(POINTS) + len(FOREIGN)


@places(NESTED)
def test_html_inside_svg_is_nested_as_the_tree_has_it(source: str, content: Content) -> None:
    check_place(source, content)


@places(RESERVED)
def test_an_end_tag_whose_name_no_html_element_has_does_not_close_svg(source: str, content: Content) -> None:
    check_place(source, content)


@places(dict.fromkeys(TAKEN_TO_BE_OPEN, "html"))
def test_the_end_tag_of_an_html_element_is_taken_to_close_one_around_svg(source: str, content: Content) -> None:
    check_place(source, content)


SVG: Final = start("svg")
DESC: Final = start("desc")

RAW_TEXT: Final = {
    "style is markup in svg": Case("<svg><style><b></style>", [SVG, start("style"), start("b"), end("style")]),
    "script is markup in svg": Case("<svg><script><!--a--></script>", [SVG, start("script"), comment("a"), end("script")]),
    "title is markup in svg": Case("<svg><title><p></title>", [SVG, start("title"), start("p"), end("title")]),
    "textarea is markup in math": Case("<math><textarea><i>", [start("math"), start("textarea"), start("i")]),
    "plaintext is markup in svg": Case("<svg><plaintext></svg>", [SVG, start("plaintext"), end("svg")]),
    "style is raw text in a point": Case(
        "<svg><desc><style><b></style><b>", [SVG, DESC, start("style"), text("<b>"), end("style"), start("b")]
    ),
    "title is rcdata in a point": Case(
        "<svg><title><title><b>&lt;</title><b>",
        [SVG, start("title"), start("title"), text("<b><"), end("title"), start("b")],
    ),
    "script is script in a point": Case(
        "<math><mi><script><!--<script></script>",
        [start("math"), start("mi"), start("script"), text("<!--<script></script>")],
        "1:40 eof-in-script-html-comment-like-text",
    ),
    "plaintext is the end in a point": Case("<svg><desc><plaintext></desc>", [SVG, DESC, start("plaintext"), text("</desc>")]),
    "noscript is raw text in a point with scripting": Case(
        "<svg><desc><noscript><b></noscript>",
        [SVG, DESC, start("noscript"), text("<b>"), end("noscript")],
        scripting=True,
    ),
    "noscript is markup in svg with scripting": Case(
        "<svg><noscript><g>", [SVG, start("noscript"), start("g")], scripting=True
    ),
    "the end tag has no Unicode case": Case(
        "<svg><desc><style></\u017ftyle></STYLE>",
        [SVG, DESC, start("style"), text("</\u017ftyle>"), end("style")],
    ),
    "nor has the one of title": Case(
        "<svg><desc><title></t\u0130tle></TITLE>",
        [SVG, DESC, start("title"), text("</t\u0130tle>"), end("title")],
    ),
    "nor has svg": Case(
        "<\u017fvg><svg></\u017fvg><style><b>",
        [text("<\u017fvg>"), SVG, comment("\u017fvg"), start("style"), start("b")],
        "1:2 invalid-first-character-of-tag-name",
        "1:13 invalid-first-character-of-tag-name",
    ),
    "svg self-closed": Case("<svg/><style><b>", [start("svg", closed=True), start("style"), text("<b>")]),
    "style self-closed in svg": Case("<svg><style/><b>", [SVG, start("style", closed=True), start("b")]),
    "style self-closed in HTML is open": Case("<style/><b>", [start("style", closed=True), text("<b>")]),
    "a slash of a bare value does not close": Case("<svg a=/><![CDATA[b]]>", [start("svg", ("a", "/")), text("b")]),
    "CDATA right in a point is the point's own": Case(
        "<svg><foreignObject><![CDATA[a]]></foreignObject>", [SVG, start("foreignobject"), text("a"), end("foreignobject")]
    ),
    "CDATA deeper in a point is a comment": Case(
        "<svg><desc><b><![CDATA[a]]></b>",
        [SVG, DESC, start("b"), comment("[CDATA[a]]"), end("b")],
        "1:23 cdata-in-html-content",
    ),
    "two svg, one behind the other": Case(
        "<svg><g></svg><title></g></title><svg><title></g>",
        [SVG, start("g"), end("svg"), start("title"), text("</g>"), end("title"), SVG, start("title"), end("g")],
    ),
}


@each(RAW_TEXT)
def test_raw_text_and_cdata_inside_svg_and_math(case: Case) -> None:
    check(case)
