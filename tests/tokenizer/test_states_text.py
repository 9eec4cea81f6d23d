"""Text: data, RCDATA, RAWTEXT, PLAINTEXT and CDATA sections, state by state."""

from __future__ import annotations

from typing import Final

from tokenizer_cases import Case, check, comment, each, end, start, text

from saxhtml.testing import Event

TITLE: Final = start("title")
STYLE: Final = start("style")
SVG: Final = start("svg")

DATA: Final = {
    "nothing": Case("", []),
    "text": Case("abc", [text("abc")]),
    "a text of several lines": Case("a\n\nb", [text("a\n\nb")]),
    "line ends": Case("a\r\nb\rc\n\r\n\rd", [text("a\nb\nc\n\n\nd")]),
    "a carriage return at the end": Case("a\r", [text("a\n")]),
    "two carriage returns at the end": Case("a\r\r", [text("a\n\n")]),
    "NUL stays": Case("a\0b\0", [text("a\0b\0")], "1:2 unexpected-null-character", "1:4 unexpected-null-character"),
    "NUL alone": Case("\0", [text("\0")], "1:1 unexpected-null-character"),
    "NUL behind a line end": Case("\r\n\0", [text("\n\0")], "2:1 unexpected-null-character"),
    "a reference": Case("a&lt;b", [text("a<b")]),
    "markup": Case("a<b>c</b>d", [text("a"), start("b"), text("c"), end("b"), text("d")]),
    "beyond the first plane": Case("\U0001f98a<b>\U0001f98a", [text("\U0001f98a"), start("b"), text("\U0001f98a")]),
    "greater-than signs and brackets are text": Case("a>]]>b", [text("a>]]>b")]),
}

BAD_INPUT: Final = {
    "control character": Case(
        "a\x01b\x7f", [text("a\x01b\x7f")], "1:2 control-character-in-input-stream", "1:4 control-character-in-input-stream"
    ),
    "last control character": Case("\x9f", [text("\x9f")], "1:1 control-character-in-input-stream"),
    "white space is none": Case("\t\n\f\r ", [text("\t\n\f\n ")]),
    "vertical tab": Case("\v", [text("\v")], "1:1 control-character-in-input-stream"),
    "noncharacter": Case(
        "\ufdd0\ufdef", [text("\ufdd0\ufdef")], "1:1 noncharacter-in-input-stream", "1:2 noncharacter-in-input-stream"
    ),
    "last of a plane": Case(
        "\ufffe\U0010ffff", [text("\ufffe\U0010ffff")], "1:1 noncharacter-in-input-stream", "1:2 noncharacter-in-input-stream"
    ),
    "surrogate": Case("a\ud800", [text("a\ud800")], "1:2 surrogate-in-input-stream"),
    "in a tag": Case("<a b=\x02>", [start("a", ("b", "\x02"))], "1:6 control-character-in-input-stream"),
    "in a tag's name": Case("<a\x02>", [start("a\x02")], "1:3 control-character-in-input-stream"),
    "in a comment": Case("<!--\x02-->", [comment("\x02")], "1:5 control-character-in-input-stream"),
    "before, at and behind another error": Case(
        "\x02<a b='\x02\0\x02'>\x02",
        [text("\x02"), start("a", ("b", "\x02\ufffd\x02")), text("\x02")],
        "1:1 control-character-in-input-stream",
        "1:8 control-character-in-input-stream",
        "1:9 unexpected-null-character",
        "1:10 control-character-in-input-stream",
        "1:13 control-character-in-input-stream",
    ),
    "before the other error of its own place": Case(
        "<\x02", [text("<\x02")], "1:2 control-character-in-input-stream", "1:2 invalid-first-character-of-tag-name"
    ),
    "in a tag that is cut off": Case("<a \x02", [], "1:4 control-character-in-input-stream", "1:5 eof-in-tag"),
}

RCDATA: Final = {
    "text": Case("<title>a&lt;<b></title>", [TITLE, text("a<<b>"), end("title")]),
    "nothing in it": Case("<textarea></textarea>", [start("textarea"), end("textarea")]),
    "NUL is replaced": Case("<title>a\0b</title>", [TITLE, text("a\ufffdb"), end("title")], "1:9 unexpected-null-character"),
    "line ends": Case("<title>\r\na\r</title>", [TITLE, text("\na\n"), end("title")]),
    "cut off": Case("<title>a", [TITLE, text("a")]),
    "empty and cut off": Case("<title>", [TITLE]),
    "markup in it": Case("<title><!--a--><![CDATA[b]]></title>", [TITLE, text("<!--a--><![CDATA[b]]>"), end("title")]),
    "end tag in capitals": Case("<title></TITLE><b>", [TITLE, end("title"), start("b")]),
    "start tag in capitals": Case("<TITLE></title>", [TITLE, end("title")]),
    "end tag with space": Case("<title></title\n>", [TITLE, end("title")]),
    "end tag with form feed": Case("<title></title\f>", [TITLE, end("title")]),
    "end tag with attributes": Case("<title></title a=b>", [TITLE, end("title")], "1:19 end-tag-with-attributes"),
    "end tag with slash": Case("<title></title/>", [TITLE, end("title")], "1:16 end-tag-with-trailing-solidus"),
    "less-than sign at the end": Case("<title><", [TITLE, text("<")]),
    "less-than signs": Case("<title><<<a", [TITLE, text("<<<a")]),
    "slash at the end": Case("<title></", [TITLE, text("</")]),
    "slash and no letter": Case("<title></1></></", [TITLE, text("</1></></")]),
    "another end tag": Case("<title></b></title>", [TITLE, text("</b>"), end("title")]),
    "name begun": Case("<title></tit", [TITLE, text("</tit")]),
    "name begun and left": Case("<title></tit></title>", [TITLE, text("</tit>"), end("title")]),
    "name at the end": Case("<title></title", [TITLE, text("</title")]),
    "name that goes on": Case("<title></titles></title>", [TITLE, text("</titles>"), end("title")]),
    "name that goes on with a digit": Case("<title></title1>", [TITLE, text("</title1>")]),
    "NUL in the name": Case("<title></tit\0le>", [TITLE, text("</tit\ufffdle>")], "1:13 unexpected-null-character"),
    "reference in the name": Case("<title></tit&lt;le>", [TITLE, text("</tit<le>")]),
    "no Unicode case": Case("<title></t\u0130tle></\u017ftyle>", [TITLE, text("</t\u0130tle></\u017ftyle>")]),
    "end tag cut off": Case("<title></title ", [TITLE], "1:16 eof-in-tag"),
    "end tag cut off at its slash": Case("<title></title/", [TITLE], "1:16 eof-in-tag"),
    "reference at the end": Case("<title>&lt", [TITLE, text("<")], "1:11 missing-semicolon-after-character-reference"),
    "beginning there": Case("&lt;</b></x>c", [text("<</b>"), end("x"), text("c")], state="RCDATA state", last="x"),
    "beginning there without a start tag": Case("a</></x>", [text("a</></x>")], state="RCDATA state"),
    "beginning there with nothing": Case("", [], state="RCDATA state"),
}


def raw(content: str, *errors: str, events: list[Event] | None = None) -> Case:
    """Return the case of a ``style`` element that holds ``content``, which is one text unless ``events`` are given."""
    return Case(f"<style>{content}", [STYLE, *([text(content)] if events is None else events)], *errors)


RAWTEXT: Final = {
    "text, tags and references": raw("a&lt;<b></b><!--&#65;-->"),
    "nothing": raw("", events=[]),
    "NUL is replaced": raw("\0a", "1:8 unexpected-null-character", events=[text("\ufffda")]),
    "line ends": raw("\ra\r\n", events=[text("\na\n")]),
    "less-than sign at the end": raw("a<"),
    "less-than sign and no slash": raw("<<a<"),
    "slash at the end": raw("</"),
    "slash and no letter": raw("</2></></ style>"),
    "another end tag": raw("</b></title>"),
    "name begun": raw("</st"),
    "name at the end": raw("</style"),
    "name that goes on": raw("</stylea></style-></style\v>", "1:33 control-character-in-input-stream"),
    "no Unicode case": raw("</\u017ftyle>"),
    "ended": raw("a</style>b", events=[text("a"), end("style"), text("b")]),
    "ended in capitals": raw("</StYlE>", events=[end("style")]),
    "ended with space": raw("a</style\t>", events=[text("a"), end("style")]),
    "ended with attributes": raw("</style a>", "1:17 end-tag-with-attributes", events=[end("style")]),
    "ended with slash": raw("</style/>", "1:16 end-tag-with-trailing-solidus", events=[end("style")]),
    "ended at the second try": raw("</style<</style>", events=[text("</style<"), end("style")]),
    "cut off in the end tag": raw("a</style x", "1:18 eof-in-tag", events=[text("a")]),
    "beginning there": Case("&lt;</a></b>", [text("&lt;</a>"), end("b")], state="RAWTEXT state", last="b"),
    "beginning there without a start tag": Case("</></b>", [text("</></b>")], state="RAWTEXT state"),
    **{
        f"{name} holds it": Case(f"<{name}><b>&lt;</{name}><i>", [start(name), text("<b>&lt;"), end(name), start("i")])
        for name in ("style", "xmp", "iframe", "noembed", "noframes")
    },
    "noscript does not": Case("<noscript><b></noscript>", [start("noscript"), start("b"), end("noscript")]),
    "noscript with scripting does": Case(
        "<noscript><b></noscript><i>", [start("noscript"), text("<b>"), end("noscript"), start("i")], scripting=True
    ),
}

PLAINTEXT: Final = {
    "all that follows": Case("<plaintext>a<b></plaintext>&lt;", [start("plaintext"), text("a<b></plaintext>&lt;")]),
    "nothing": Case("<plaintext>", [start("plaintext")]),
    "NUL is replaced": Case(
        "a\0\0",
        [text("a\ufffd\ufffd")],
        "1:2 unexpected-null-character",
        "1:3 unexpected-null-character",
        state="PLAINTEXT state",
    ),
    "line ends": Case("a\r\n\r", [text("a\n\n")], state="PLAINTEXT state"),
}

CDATA: Final = {
    "text": Case("<svg><![CDATA[a<b>&lt;]]></svg>", [SVG, text("a<b>&lt;"), end("svg")]),
    "nothing": Case("<svg><![CDATA[]]></svg>", [SVG, end("svg")]),
    "NUL stays, and is the tree's matter": Case("<svg><![CDATA[\0]]>", [SVG, text("\0")]),
    "line ends": Case("<svg><![CDATA[\r\r\n]]>", [SVG, text("\n\n")]),
    "joined with the text around": Case("<svg>a<![CDATA[b]]>c", [SVG, text("abc")]),
    "brackets": Case("<svg><![CDATA[]a]]b] ]>]]>", [SVG, text("]a]]b] ]>")]),
    "brackets before its end": Case("<svg><![CDATA[]]]]]]>a", [SVG, text("]]]]a")]),
    "brackets and no end": Case("<svg><![CDATA[]]]a]]>", [SVG, text("]]]a")]),
    "ends at the first end": Case("<svg><![CDATA[a]]>b]]>", [SVG, text("ab]]>")]),
    "cut off": Case("<svg><![CDATA[a", [SVG, text("a")], "1:16 eof-in-cdata"),
    "cut off at once": Case("<svg><![CDATA[", [SVG], "1:15 eof-in-cdata"),
    "cut off at a bracket": Case("<svg><![CDATA[a]", [SVG, text("a]")], "1:17 eof-in-cdata"),
    "cut off at two brackets": Case("<svg><![CDATA[]]", [SVG, text("]]")], "1:17 eof-in-cdata"),
    "cut off at three brackets": Case("<svg><![CDATA[\n]]]", [SVG, text("\n]]]")], "2:4 eof-in-cdata"),
    "beginning there": Case("a]]]>b<c>", [text("a]b"), start("c")], state="CDATA section state"),
}


@each(DATA)
def test_data(case: Case) -> None:
    check(case)


@each(BAD_INPUT)
def test_characters_that_no_input_should_have_stay_and_are_reported(case: Case) -> None:
    check(case)


@each(RCDATA)
def test_rcdata(case: Case) -> None:
    check(case)


@each(RAWTEXT)
def test_rawtext(case: Case) -> None:
    check(case)


@each(PLAINTEXT)
def test_plaintext(case: Case) -> None:
    check(case)


@each(CDATA)
def test_cdata_sections(case: Case) -> None:
    check(case)
