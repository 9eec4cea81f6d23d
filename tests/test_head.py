"""The room ``head``: what belongs to the head, where it ends, and what is made of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from saxhtml._elements import IN_HEAD
from saxhtml.errors import UsageError
from saxhtml.filters import tee
from saxhtml.head import Head, HeadLink, HeadReader, JsonLd, Meta, head_of
from saxhtml.links import LinkFinder
from saxhtml.parser import Parser, parse
from saxhtml.testing import every_split

PAGE = "http://h/d/page"

WHOLE = """\ufeff<!DOCTYPE html>\r
<html lang=en-GB><head><!-- <title>no</title> -->
<meta charset=utf-8><title> Tea &amp;\r\n cake </title>
<META NAME=Description CONTENT="caf\u00e9"><meta property="og:image  twitter:image" content=1.png>
<meta property=og:image content=2.png><meta property=og:image content>
<meta http-equiv=Refresh content="5; url=next">
<link rel="Shortcut ICON" href=i.png sizes=16x16><link rel=canonical href=/tea>
<script type="application/LD+json; charset=utf-8">{"a": [1, "x
y"]}</script><script type=application/ld+json>{,}</script>
<base href=/b/><template><title>no</title><meta name=no></template>
<noscript><link rel=stylesheet href=n.css></noscript>
</head>
<body><title>no</title>"""


def head(html: str, **options: Any) -> Head:
    return head_of(html, base_url=PAGE, **options)


def test_all_of_a_head() -> None:
    found = head(WHOLE)
    assert found.title == "Tea & cake"
    assert found.lang == "en-GB"
    assert found.charset == "UTF-8"
    assert found.base_url == "http://h/b/"
    assert found.description == found.meta("DESCRIPTION") == "caf\u00e9"
    assert found.meta_all("og:image") == ["1.png", "2.png"]
    assert found.meta("twitter:image") == "1.png"
    assert found.meta("refresh") is None
    assert found.http_equiv("REFRESH") == "5; url=next"
    assert found.refresh == "http://h/b/next"
    assert found.canonical == "http://h/tea"
    assert [(link.rel, link.url) for link in found.links] == [
        (("shortcut", "icon"), "http://h/b/i.png"),
        (("canonical",), "http://h/tea"),
        (("stylesheet",), "http://h/b/n.css"),
    ]
    assert [link.attrs["sizes"] for link in found.linked("Icon")] == ["16x16"]
    assert [block.value for block in found.json_ld] == [{"a": [1, "x\ny"]}, None]
    assert [block.error is None for block in found.json_ld] == [True, False]
    assert found.json_ld[1].text == "{,}"


def test_an_empty_page_says_nothing() -> None:
    nothing = Head(title=None, lang=None, charset=None, base_url=PAGE, metas=(), links=(), json_ld=())
    assert head("") == HeadReader(base_url=PAGE).head == nothing
    assert (nothing.description, nothing.canonical, nothing.refresh, nothing.feeds) == (None, None, None, [])
    assert (nothing.http_equiv("refresh"), nothing.meta("x"), nothing.meta_all("x"), nothing.linked("x")) == (
        None,
        None,
        [],
        [],
    )


def test_each_thing_says_where_it_stands() -> None:
    html = "<title>\u00e9</title>\r\n <meta name=N content=c><link rel=R href=x>\n<script type=application/ld+json>1</script>"
    found = head(html)
    [meta], [link] = found.metas, found.links
    assert meta == Meta("n", "", "", "c", meta.attrs, html.index("<meta"), 2, 2)
    assert link == HeadLink(("r",), "http://h/d/x", link.attrs, html.index("<link"), 2, 25)
    assert found.json_ld == (JsonLd(1, "1", None, html.index("<script"), 3, 1),)


IN = "<meta name=x content=in>"


@pytest.mark.parametrize(
    "before",
    [
        pytest.param("", id="nothing"),
        pytest.param(" \t\n\f\r&#32;&#13;", id="white space"),
        pytest.param("\ufeff\n", id="byte order mark"),
        pytest.param("<!DOCTYPE html><!-- x --><?pi x>", id="doctype, comment, instruction"),
        pytest.param("<html><html a=b><head><head>", id="html and head twice"),
        pytest.param("</p></title></template></noscript></x>", id="stray end tags"),
        pytest.param("<head></head> <head>", id="behind the head"),
        pytest.param("</head>", id="behind an end tag alone"),
        *(pytest.param(f"<{name}></{name}>", id=name) for name in sorted(IN_HEAD)),
        *(pytest.param(f"</head><{name}></{name}>", id=f"behind the head, {name}") for name in sorted(IN_HEAD - {"noscript"})),
        pytest.param("<script/>x</script><style>x<p></style><noframes><p></noframes>", id="text elements"),
        pytest.param("<noscript> <noscript><head><html></p></head></body></noscript>", id="noscript"),
        pytest.param("<noscript><title>x<p></title>", id="noscript left by what may stand in head"),
        pytest.param("<template>x<p><body></body><br></html><table><td></template>", id="template"),
        pytest.param("<template><template></template>x</template>", id="template in template"),
        pytest.param("<template><svg><template/></svg>x</template>", id="template of svg in template"),
        pytest.param("</head><template>x</template>", id="template behind the head"),
    ],
)
def test_the_head_goes_on(before: str) -> None:
    reader = parse(f"{before}{IN}<p><meta name=x content=out>", HeadReader())
    assert reader.head.meta_all("x") == ["in"]


@pytest.mark.parametrize(
    "begin",
    [
        pytest.param("<body>", id="body"),
        pytest.param("<head><div>", id="stray div"),
        pytest.param("<x-y>", id="unknown tag"),
        pytest.param("<frameset>", id="frameset"),
        pytest.param("<svg><title>x</title>", id="svg"),
        pytest.param("x", id="text"),
        pytest.param("\n x", id="text behind spaces"),
        pytest.param("\n\ufeff", id="byte order mark in another place"),
        pytest.param("<html>\ufeff", id="byte order mark behind a tag"),
        pytest.param("\0", id="NUL"),
        pytest.param("\xa0", id="a space that is none of HTML"),
        pytest.param("&nbsp;", id="reference"),
        pytest.param("</head>x", id="text behind the head"),
        pytest.param("</body>", id="end tag of body"),
        pytest.param("</html>", id="end tag of html"),
        pytest.param("</br>", id="end tag of br"),
        pytest.param("</head><noscript>", id="noscript behind the head"),
        pytest.param("<noscript>x", id="text in noscript"),
        pytest.param("<noscript><img>", id="tag in noscript"),
        pytest.param("<noscript></br>", id="end tag of br in noscript"),
        pytest.param("<template></template>x", id="text behind a template"),
    ],
)
def test_the_body_begins(begin: str) -> None:
    parser = Parser(reader := HeadReader())
    parser.feed(f"{IN}{begin}{IN}<title>out</title>")
    assert parser.stopped
    assert reader.head.meta_all("x") == ["in"]
    assert reader.head.title is None


@pytest.mark.parametrize(
    ("html", "title"),
    [
        pytest.param("<title></title>", "", id="empty"),
        pytest.param("<title> a\t\n\f\r b\xa0 </title>", "a b\xa0", id="spaces of HTML"),
        pytest.param("<title><b>&lt;</title>", "<b><", id="text with references"),
        pytest.param("<title></title><title>b</title>", "", id="the first counts"),
        pytest.param("<title>never <p> closed", "never <p> closed", id="never closed"),
        pytest.param("<style><title>a</title></style>", None, id="in a style"),
        pytest.param("<noscript><title>a</title>", "a", id="ends a noscript"),
    ],
)
def test_title(html: str, title: str | None) -> None:
    assert head(html).title == title


@pytest.mark.parametrize(
    ("html", "lang"),
    [
        pytest.param("<html lang=a><html lang=b>", "a", id="the first counts"),
        pytest.param("<html><head></head><html lang=b>", "b", id="a later tag adds what is missing"),
        pytest.param("<html xml:lang=a>", None, id="that of XML"),
        pytest.param("<html lang><meta http-equiv=content-language content=b>", "", id="said to be unknown"),
        pytest.param("<meta http-equiv=Content-Language content=' b c'>", "b", id="by default"),
        pytest.param(
            "<meta http-equiv=content-language content=a><meta http-equiv=content-language content=b>"
            "<meta http-equiv=content-language content='c,d'><meta http-equiv=content-language content=' '>",
            "b",
            id="the last default that names one",
        ),
        pytest.param("<template><html lang=a></template>", None, id="in a template"),
        pytest.param("<body><html lang=a>", None, id="in the body"),
    ],
)
def test_lang(html: str, lang: str | None) -> None:
    assert head(html).lang == lang


@pytest.mark.parametrize(
    ("html", "charset"),
    [
        pytest.param("<meta charset=latin1>", "windows-1252", id="charset"),
        pytest.param("<meta http-equiv=content-type content='text/html; charset=koi8-r'>", "KOI8-R", id="pragma"),
        pytest.param("<meta charset=no><meta charset=utf8><meta charset=koi8-r>", "UTF-8", id="the first that is one"),
    ],
)
def test_charset(html: str, charset: str) -> None:
    assert head(html).charset == charset


@pytest.mark.parametrize(
    ("html", "base_url"),
    [
        pytest.param("<base href=b/><base href=c/>", "http://h/d/b/", id="the first counts"),
        pytest.param("<base target=x>", PAGE, id="no href"),
        pytest.param("<base href=data:,x>", PAGE, id="no base"),
        pytest.param("<template><base href=b/></template>", PAGE, id="in a template"),
    ],
)
def test_base(html: str, base_url: str) -> None:
    assert head(html).base_url == base_url


def test_a_meta_without_content_is_kept_and_says_nothing() -> None:
    found = head("<meta name=a><meta name=a content><meta name=a content=x><meta http-equiv=b><meta http-equiv=b content=y>")
    assert len(found.metas) == 5
    assert (found.meta("a"), found.meta_all("a"), found.http_equiv("b")) == ("x", ["x"], "y")


def test_a_link_without_href_is_kept_and_leads_nowhere() -> None:
    found = head("<link rel=icon><link rel=icon href=' '><link href=x>")
    assert [(link.rel, link.url) for link in found.links] == [(("icon",), ""), (("icon",), ""), ((), "http://h/d/x")]
    assert found.linked("icon") == []


def test_feeds() -> None:
    feed = "<link rel='{}' type='{}' href={}>".format
    html = "".join(
        [
            feed("Alternate", "application/rss+xml", 1),
            feed("alternate x", " Application/Atom+XML ; charset=utf-8", 2),
            feed("alternate", "application/feed+json", 3),
            feed("alternate", "text/html", 4),
            feed("stylesheet", "application/rss+xml", 5),
        ]
    )
    assert [link.url[-1] for link in head(html).feeds] == ["1", "2", "3"]


@pytest.mark.parametrize("content", ["5", "", "x"])
def test_a_refresh_of_the_page_itself_leads_nowhere(content: str) -> None:
    assert head(f"<meta http-equiv=refresh content='{content}'>").refresh is None


def json_ld(text: str, **options: Any) -> tuple[JsonLd, ...]:
    return head(f"<script type=application/ld+json>{text}</script>", **options).json_ld


@pytest.mark.parametrize(
    ("text", "error"),
    [
        pytest.param("", "Expecting value", id="empty"),
        pytest.param("{'a': 1}", "Expecting property name", id="not JSON"),
        pytest.param("[1e400]", "1e400 is no finite number", id="a number beyond all"),
        pytest.param("[NaN]", "NaN is no finite number", id="no number"),
        pytest.param("[-Infinity]", "-Infinity is no finite number", id="infinity"),
        pytest.param("9" * 5000, "limit", id="a number of thousands of digits"),
        pytest.param("[" * 201 + "]" * 201, "more than 200", id="deep"),
        pytest.param('{"a":' * 201 + "1" + "}" * 201, "more than 200", id="deep objects"),
        pytest.param("[" * 100_000 + "]" * 100_000, "more than 200", id="very deep"),
    ],
)
def test_json_that_is_none_is_kept_as_text(text: str, error: str) -> None:
    [block] = json_ld(text)
    assert (block.value, block.text) == (None, text)
    assert block.error is not None
    assert error in block.error


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param('"a\tb\n&amp;"', "a\tb\n&amp;", id="line breaks, and no references"),
        pytest.param("[1.5, 2, {}]", [1.5, 2, {}], id="numbers"),
        pytest.param("null", None, id="null"),
    ],
)
def test_json_that_is_some(text: str, value: object) -> None:
    [block] = json_ld(text)
    assert (block.value, block.error) == (value, None)


def test_deep_json_is_read_down_to_its_bound() -> None:
    [block] = json_ld("[" * 199 + "]" * 199)
    assert block.error is None


def test_only_json_ld_is_read_as_such() -> None:
    assert head("<script>1</script><script type=application/json>1</script>").json_ld == ()


def test_a_block_that_the_page_cuts_off_is_there() -> None:
    [block] = head("<script type=application/ld+json>[1,").json_ld
    assert block.text == "[1,"
    assert block.error


def test_json_ld_that_is_cut_off_by_the_limit_has_an_error() -> None:
    [block] = json_ld("[12345]", limit=7)
    assert block.value == [12345]
    [block] = json_ld("[12345]", limit=6)
    assert (block.value, block.text) == (None, "[12345")
    assert block.error == "cut off: the head has more than limit=6 characters"


@pytest.mark.parametrize(
    ("html", "limit", "title", "names"),
    [
        pytest.param("<title>abcd</title><meta name=x>", 3, "abc", [], id="title"),
        pytest.param("<title>abcd</title><script>12345</script><meta>", 10, "abcd", [""], id="title and all of a meta"),
        pytest.param("<title>abcd</title><meta>", 9, "abcd", [], id="title and too little for a meta"),
        pytest.param("<meta name=a><meta name=b>" * 9, 30, None, ["a", "b"], id="metas"),
        pytest.param("<link href=a><meta name=a>", 13 + len(PAGE), None, [], id="a link and its URL"),
        pytest.param("<link href=a><meta name=a>", 26 + len(PAGE), None, ["a"], id="all of both"),
        pytest.param("<link><link><base href=b/><meta>", 22 + 2 * len(PAGE), None, [""], id="links before their base"),
        pytest.param("<link><link><base href=b/><meta>", 21 + 2 * len(PAGE), None, [], id="no room for more"),
    ],
)
def test_the_head_ends_at_the_limit(html: str, limit: int, title: str | None, names: list[str]) -> None:
    for page in (html, html + "<p>" + html):
        found = head(page, limit=limit)
        assert found.title == title
        assert [meta.name for meta in found.metas] == names


def test_many_links_against_a_long_base_are_not_kept() -> None:
    found = head(f"<base href=/{'x' * 100_000}/>" + "<link href=y>" * 1000)
    assert 1 < len(found.links) < 20
    found = head("<link href=y>" * 1000 + f"<base href=/{'x' * 100_000}/><title>no</title>")
    assert len(found.links) == 1000
    assert (found.title, found.base_url) == (None, PAGE)


@pytest.mark.parametrize("limit", [0, -1, 1.5, "1"])
def test_a_limit_is_a_positive_number(limit: Any) -> None:
    with pytest.raises(UsageError, match="limit is a positive number of characters"):
        HeadReader(limit=limit)


def test_where_scripts_run_a_noscript_holds_text() -> None:
    html = "<noscript>x<meta name=x></noscript><title>a</title>"
    assert head(html, scripting=True).title == "a"
    assert head(html, scripting=True).metas == ()
    assert head(html).title is None


@pytest.mark.parametrize("end", ["<body>", "<p>", "x", "</html>"])
def test_no_more_is_read_than_the_head(end: str) -> None:
    def slow() -> Iterator[str]:
        yield "<title>a</title>"
        yield f"</head>{end}"
        pytest.fail("read too far")

    assert head_of(slow()).title == "a"


def test_what_has_arrived_is_there_before_the_end() -> None:
    parser = Parser(reader := HeadReader())
    parser.feed("<title>Tea &amp; c")
    assert reader.head.title == "Tea & c"
    parser.feed("ake</title><script type=application/ld+json>1")
    assert reader.head.title == "Tea & cake"
    assert reader.head.json_ld == ()


def test_each_document_begins_anew() -> None:
    parser = Parser(reader := HeadReader())
    parser.feed(WHOLE + IN)
    assert reader.head.title
    parser.reset()
    parser.close()
    assert reader.head == head_of("")


def test_in_a_tee_it_stops_only_itself() -> None:
    links = LinkFinder()
    reader = HeadReader()
    parse("<title>a</title><a href=x><title>b</title>", tee(reader, links))
    assert reader.head.title == "a"
    assert [link.url for link in links.links] == ["x"]


def read(pieces: list[Any]) -> Head:
    parser = Parser(reader := HeadReader(base_url=PAGE))
    for piece in pieces:
        parser.feed(piece)
    parser.close()
    return reader.head


@pytest.mark.parametrize(
    "html",
    [
        "\ufeff\n<title>&amp;a</title>\r\n<meta name=x>",
        "\n\ufeff<title>a</title>",
        "\ufeff\ufeff<title>a</title>",
        "</head><template>x</template><link rel=a href=b> x<title>a</title>",
        "<noscript><link></noscript><script type=application/ld+json>1</script></br><meta>",
    ],
)
def test_every_cut_gives_the_same_head(html: str) -> None:
    whole = read([html])
    for pieces in every_split(html):
        assert read(pieces) == whole


def test_random_cuts_of_bytes_give_the_same_head(seed: int) -> None:
    page = WHOLE.encode()
    whole = read([page])
    assert whole.title == "Tea & cake"
    assert whole.description == "caf\u00e9"
    random = Random(seed)
    assert read([page[at : at + 1] for at in range(len(page))]) == whole
    for _ in range(50):
        cuts = sorted(random.choices(range(len(page)), k=5))
        assert read([page[start:end] for start, end in zip([0, *cuts], [*cuts, None], strict=True)]) == whole


def test_the_head_of_every_page_is_found_early(pages: list[Path]) -> None:
    for path in pages:
        parser = Parser(reader := HeadReader())
        parser.feed_from(path)
        assert parser.stopped
        assert reader.head.title is not None or reader.head.metas
        assert reader.head == head_of(path.read_bytes())
