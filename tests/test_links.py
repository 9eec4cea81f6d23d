"""The room ``links``: which URLs are found, and what they are resolved to."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from random import Random
from weakref import ref

import pytest
from typing_extensions import override

from saxhtml._elements import LINK_ATTRIBUTES, LINK_LISTS
from saxhtml.attributes import Attributes
from saxhtml.errors import UsageError
from saxhtml.handler import Interest
from saxhtml.links import (
    Backlink,
    BacklinkFinder,
    ImageCandidate,
    Link,
    LinkFinder,
    backlinks,
    find_links,
    parse_refresh,
    parse_srcset,
    resolve_url,
)
from saxhtml.parser import Parser
from saxhtml.position import Locator
from saxhtml.testing import every_split

PAGE = "http://site.example/dir/page.html?q#top"


def find(*tags: tuple[str, str], base_url: str = "http://h/d/") -> list[Link]:
    finder = LinkFinder(base_url=base_url)
    finder.start_document(Locator())
    for name, attributes in tags:
        finder.start_tag(name, Attributes(" " + attributes))
    return finder.links


def urls(*tags: tuple[str, str], base_url: str = "http://h/d/") -> list[str]:
    return [link.url for link in find(*tags, base_url=base_url)]


def parsed(html: str, *, base_url: str = "http://h/d/") -> list[Link]:
    finder = LinkFinder(base_url=base_url)
    parser = Parser(finder)
    parser.feed(html)
    parser.close()
    return finder.links


@pytest.mark.parametrize(
    ("url", "absolute"),
    [
        pytest.param("other.html", "http://site.example/dir/other.html", id="beside the page"),
        pytest.param("/top", "http://site.example/top", id="from the root"),
        pytest.param("../../../up", "http://site.example/up", id="above the root"),
        pytest.param("//host/x", "http://host/x", id="with a host"),
        pytest.param("?a=b", "http://site.example/dir/page.html?a=b", id="query"),
        pytest.param("#part", "http://site.example/dir/page.html?q#part", id="fragment"),
        pytest.param("", "http://site.example/dir/page.html?q", id="empty is the page without its fragment"),
        pytest.param("http://Other/A/../b", "http://Other/A/../b", id="absolute stays as written"),
        pytest.param("HTTP://OTHER/", "HTTP://OTHER/", id="absolute, in capitals"),
        pytest.param("http:beside", "http://site.example/dir/beside", id="the page's scheme and no host is relative"),
        pytest.param("mailto:a@b", "mailto:a@b", id="mailto"),
        pytest.param("javascript:a('//b\\n')", "javascript:a('//b\\n')", id="javascript keeps its backslash"),
        pytest.param("data:,a b", "data:,a b", id="data"),
        pytest.param("clsid:00-11", "clsid:00-11", id="unknown scheme"),
        pytest.param(" \0\x1f\f x \r\n", "http://site.example/dir/x", id="control characters and spaces around"),
        pytest.param("a\tb\r\nc", "http://site.example/dir/abc", id="tab and line break inside"),
        pytest.param("java\nscript:x", "javascript:x", id="line break in the scheme"),
        pytest.param("\xa0x", "http://site.example/dir/\xa0x", id="other spaces stay"),
        pytest.param("..\\x\\y?a\\b#c\\d", "http://site.example/x/y?a\\b#c\\d", id="backslashes are slashes before the query"),
        pytest.param("http:\\\\host\\x", "http://host/x", id="backslashes in front of a host"),
        pytest.param("\\\\host/x", "http://host/x", id="backslashes for the page's scheme"),
        pytest.param("http://[", "http://[", id="broken host, absolute"),
        pytest.param("//[", "http://[", id="broken host, relative"),
        pytest.param("//\u2100/", "http://\u2100/", id="host that normalizes to a slash"),
        pytest.param("./a/./b/.", "http://site.example/dir/a/b/", id="single dots"),
        pytest.param("a/../b/..", "http://site.example/dir/", id="double dots"),
        pytest.param("%2e%2E/x/.%2e/y", "http://site.example/y", id="escaped dots"),
        pytest.param("a..b/...", "http://site.example/dir/a..b/...", id="dots that are names"),
        pytest.param("?../x#/./y", "http://site.example/dir/page.html?../x#/./y", id="dots behind the path"),
        pytest.param("a//b", "http://site.example/dir/a//b", id="empty folders"),
        pytest.param("#", "http://site.example/dir/page.html?q#", id="empty fragment"),
        pytest.param("x?", "http://site.example/dir/x?", id="empty query"),
        pytest.param("é ü", "http://site.example/dir/é ü", id="letters and spaces stay as written"),
    ],
)
def test_a_url_is_resolved_as_a_browser_does(url: str, absolute: str) -> None:
    assert resolve_url(PAGE, url) == absolute


@pytest.mark.parametrize(
    ("base", "url", "absolute"),
    [
        pytest.param("", "a/b", "a/b", id="no base"),
        pytest.param("", "../a", "../a", id="no base to go up from"),
        pytest.param("", "\\a", "\\a", id="no base and no scheme: a backslash is just that"),
        pytest.param("dir/page.html", "q.html", "dir/q.html", id="a relative base"),
        pytest.param("/dir/page.html", "../q.html", "/q.html", id="a base without a host"),
        pytest.param("http://h", "q", "http://h/q", id="a host alone"),
        pytest.param("http://h", "..", "http://h/", id="up from a host"),
        pytest.param("http://h?q", "#f", "http://h?q#f", id="a host with a query"),
        pytest.param("http://me:pw@h:80/d/", "/q", "http://me:pw@h:80/q", id="a host with all that may stand around it"),
        pytest.param("http://[::1]:80/d/", "q", "http://[::1]:80/d/q", id="a numeric host"),
        pytest.param("http://h/a/../b/c", "q", "http://h/b/q", id="a base with dots"),
        pytest.param("file:///home/p.html", "q.html", "file:///home/q.html", id="file"),
        pytest.param("app://h/d/p", "q", "app://h/d/q", id="a scheme of one's own"),
        pytest.param("app://h/d/p", "app:q", "app:q", id="a scheme of one's own again"),
        pytest.param("mailto:a", "mailto:b", "mailto:b", id="a scheme without folders again"),
        pytest.param("data:text/html,x", "q.html", "q.html", id="no folders"),
        pytest.param("data:text/html,x", "#f", "data:text/html,x#f", id="no folders, but a fragment"),
        pytest.param("http:x", "http:y", "http:y", id="no host and no folders"),
        pytest.param("http://[/", "a", "a", id="broken base"),
        pytest.param("http://a b/", "a", "a", id="space in the host"),
    ],
)
def test_every_base_gives_something(base: str, url: str, absolute: str) -> None:
    assert resolve_url(base, url) == absolute


def test_no_url_raises() -> None:
    random = Random(20260304)
    pieces = [
        "http:",
        "https:",
        "//",
        "[",
        "]",
        "::1",
        "@",
        ":",
        "%",
        "\\",
        "?",
        "#",
        "..",
        "/",
        "\0",
        "\ud800",
        "．",
        "℀",
        "x",
        "99999999",
    ]
    for _ in range(3000):
        base, url = ("".join(random.choices(pieces, k=random.randrange(8))) for _ in range(2))
        assert isinstance(resolve_url(base, url), str)


def everything_that_links() -> list[object]:
    return [
        pytest.param(element, attribute, id=f"{element} {attribute}")
        for element, attributes in LINK_ATTRIBUTES.items()
        for attribute in attributes
    ]


@pytest.mark.parametrize(("element", "attribute"), everything_that_links())
def test_every_attribute_that_links_is_reported(element: str, attribute: str) -> None:
    [link] = find((element, f"class=c {attribute}=x"))
    assert link == Link("http://h/d/x", "x", element, attribute, (), 0, 1, 1)


@pytest.mark.parametrize("attribute", sorted(LINK_LISTS))
def test_every_attribute_with_several_urls_is_taken_apart(attribute: str) -> None:
    [element, *_] = [element for element, attributes in LINK_ATTRIBUTES.items() if attribute in attributes]
    separator = ", " if attribute.endswith("srcset") else " "
    assert urls((element, f'{attribute}="x{separator}y"')) == ["http://h/d/x", "http://h/d/y"]


@pytest.mark.parametrize(
    ("element", "attributes", "expected"),
    [
        pytest.param("p", "href=x src=y", [], id="element without links"),
        pytest.param("a", "name=x", [], id="no attribute that links"),
        pytest.param("img", "src", [], id="bare src links nowhere"),
        pytest.param("img", "src=' \n'", [], id="blank src links nowhere"),
        pytest.param("form", "action=''", [], id="empty action links nowhere"),
        pytest.param("a", "href", ["http://h/d/"], id="bare href is the page"),
        pytest.param("area", "href=''", ["http://h/d/"], id="empty href of an area is the page"),
        pytest.param("a", "href=1 href=2", ["http://h/d/1"], id="the first of duplicates counts"),
        pytest.param("a", "href='?a&amp;b&copy=c'", ["http://h/d/?a&b&copy=c"], id="references are decoded"),
        pytest.param("a", "href=x ping='p\n\tq'", ["http://h/d/x", "http://h/d/p", "http://h/d/q"], id="ping"),
        pytest.param(
            "img", "src=s srcset='a,1.png 1x,b 2x'", ["http://h/d/s", "http://h/d/a,1.png", "http://h/d/b"], id="srcset"
        ),
        pytest.param("img", "srcset=' , '", [], id="srcset without an image"),
        pytest.param(
            "object", "data=x archive='a  b'", ["http://h/d/x", "http://h/d/a", "http://h/d/b"], id="archive of an object"
        ),
        pytest.param(
            "applet",
            "code=C.class codebase=java/ archive='a.jar, b.jar'",
            ["http://h/d/java/", "http://h/d/java/a.jar", "http://h/d/java/b.jar", "http://h/d/java/C.class"],
            id="an applet's parts lie in its codebase",
        ),
        pytest.param(
            "object",
            "data=x codebase=//c/ usemap=#m classid=java:X",
            ["http://c/x", "http://c/", "java:X", "http://h/d/#m"],
            id="an object's parts lie in its codebase, its map does not",
        ),
        pytest.param("meta", "http-equiv=Refresh content='5; URL=x'", ["http://h/d/x"], id="refresh"),
        pytest.param("meta", "http-equiv=refresh content=5", [], id="refresh of the page itself"),
        pytest.param("meta", "http-equiv=refresh content='5; url='", [], id="refresh with an empty URL"),
        pytest.param("meta", "http-equiv=refresh", [], id="refresh without content"),
        pytest.param("meta", "name=refresh content='5; url=x'", [], id="meta that is no refresh"),
    ],
)
def test_links_of_one_tag(element: str, attributes: str, expected: list[str]) -> None:
    assert urls((element, attributes)) == expected


def test_a_link_says_where_it_comes_from() -> None:
    page = '<title>é</title>\r\n  <a rel="NoFollow  noopener" href=" x ">1</a>\n<img src=y>'
    assert parsed(page) == [
        Link("http://h/d/x", " x ", "a", "href", ("nofollow", "noopener"), page.index("<a"), 2, 3),
        Link("http://h/d/y", "y", "img", "src", (), page.index("<img"), 3, 1),
    ]


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        pytest.param(
            [("a", "href=1"), ("base", "href=/b/"), ("a", "href=2")],
            ["http://h/d/1", "http://h/b/", "http://h/b/2"],
            id="from the base on",
        ),
        pytest.param(
            [("base", "href=/b/"), ("base", "href=c/"), ("a", "href=x")],
            ["http://h/b/", "http://h/d/c/", "http://h/b/x"],
            id="the first counts, and none is resolved by another",
        ),
        pytest.param(
            [("base", "target=t"), ("base", "href=/b/"), ("a", "href=x")],
            ["http://h/b/", "http://h/b/x"],
            id="one without href",
        ),
        pytest.param(
            [("base", "href"), ("base", "href=/b/"), ("a", "href=x")], ["http://h/b/", "http://h/d/x"], id="an empty one counts"
        ),
        pytest.param([("base", "href=http://["), ("a", "href=x")], ["http://[", "http://h/d/x"], id="a broken one is no base"),
        pytest.param(
            [("base", "href=mailto:m"), ("a", "href=x")], ["mailto:m", "http://h/d/x"], id="one without folders is no base"
        ),
        pytest.param([("base", "href=data:/d/"), ("a", "href=x")], ["data:/d/", "http://h/d/x"], id="data is no base"),
        pytest.param(
            [("base", "href=JavaScript:/1"), ("a", "href=x")], ["JavaScript:/1", "http://h/d/x"], id="javascript is no base"
        ),
    ],
)
def test_base_as_the_standard_has_it(tags: list[tuple[str, str]], expected: list[str]) -> None:
    assert urls(*tags) == expected


def test_without_any_base_urls_stay_as_written() -> None:
    assert urls(("a", "href=x"), ("base", "href=/b/"), ("a", "href=y"), base_url="") == ["x", "/b/", "/b/y"]


def test_each_document_starts_without_a_base() -> None:
    finder = LinkFinder(base_url="http://h/d/")
    for base in ("/1/", "/2/"):
        finder.start_document(Locator())
        assert finder.base_url == "http://h/d/"
        finder.start_tag("base", Attributes(f" href={base}"))
        finder.start_tag("a", Attributes(" href=x"))
    assert [link.url for link in finder.links if link.element == "a"] == ["http://h/1/x", "http://h/2/x"]


def test_a_callback_gets_each_link_with_the_chunk_that_completes_it() -> None:
    found: list[str] = []
    finder = LinkFinder(lambda link: found.append(link.raw))
    parser = Parser(finder)
    for piece, so_far in [
        ("<a hr", []),
        ("ef=1>one <a href='2", ["1"]),
        ("'", ["1"]),
        ("><title><a href=3></title", ["1", "2"]),
        ("><a href=4>", ["1", "2", "4"]),
    ]:
        parser.feed(piece)
        assert found == so_far
    assert finder.links == []


def test_links_are_the_same_however_the_page_is_cut() -> None:
    page = "<a href=1\n>\r\n<img src=2>"
    whole = parsed(page)
    assert [link.raw for link in whole] == ["1", "2"]
    for pieces in every_split(page):
        finder = LinkFinder(base_url="http://h/d/")
        parser = Parser(finder)
        for piece in pieces:
            parser.feed(piece)
        parser.close()
        assert finder.links == whole


def test_only_tags_that_can_link_are_asked_for() -> None:
    interest = LinkFinder().interest()
    assert interest == Interest(start=LINK_ATTRIBUTES.keys() | {"meta"})


def test_a_subclass_may_ask_for_more() -> None:
    class WithText(LinkFinder):
        @override
        def text(self, data: str) -> None:
            pass

    assert WithText().interest() == Interest(start=LINK_ATTRIBUTES.keys() | {"meta"}, text=True)


def test_a_finder_is_freed_without_the_cycle_collector() -> None:
    gc.disable()
    try:
        finder = LinkFinder()
        watched = ref(finder)
        del finder
        assert watched() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("srcset", "expected"),
    [
        pytest.param("", [], id="empty"),
        pytest.param(" \t,\n,\f\r ", [], id="spaces and commas"),
        pytest.param("a", [("a", None, None)], id="URL alone"),
        pytest.param("a, b", [("a", None, None), ("b", None, None)], id="comma behind a URL"),
        pytest.param("a,b", [("a,b", None, None)], id="comma inside a URL"),
        pytest.param(",,a,,, b", [("a", None, None), ("b", None, None)], id="commas around"),
        pytest.param("a 1x,b 2x", [("a", None, 1.0), ("b", None, 2.0)], id="comma behind a descriptor"),
        pytest.param("a 1x , b 2x", [("a", None, 1.0), ("b", None, 2.0)], id="space before the comma"),
        pytest.param("data:,a ( , ) 1x, b", [("b", None, None)], id="parentheses hide commas and are no descriptor"),
        pytest.param("a (1x, b", [], id="parenthesis left open"),
        pytest.param("a x(2, 3)y, b", [("b", None, None)], id="parentheses inside a descriptor"),
        pytest.param("a 640w", [("a", 640, None)], id="width"),
        pytest.param("a 0007w", [("a", 7, None)], id="width with zeros"),
        pytest.param("a 640w 480h", [("a", 640, None)], id="width and height"),
        pytest.param("a 480h 640w", [("a", 640, None)], id="height and width"),
        pytest.param("a 480h", [], id="height alone"),
        pytest.param("a 1w 2w", [], id="two widths"),
        pytest.param("a 1w 2h 3h", [], id="two heights"),
        pytest.param("a 1x 2x", [], id="two densities"),
        pytest.param("a 1w 1x", [], id="width and density"),
        pytest.param("a 1x 1h", [], id="density and height"),
        pytest.param("a 0w", [], id="no width"),
        pytest.param("a -1w", [], id="negative width"),
        pytest.param("a +1w", [], id="width with plus"),
        pytest.param("a 1.5w", [], id="broken width"),
        pytest.param("a 1W", [], id="capital unit"),
        pytest.param("a ١w", [], id="digits of other scripts"),
        pytest.param(f"a {'9' * 5000}w, b", [("b", None, None)], id="endless width"),
        pytest.param(f"a {'0' * 5000}1w", [("a", 1, None)], id="endless zeros"),
        pytest.param("a 1.5x", [("a", None, 1.5)], id="density"),
        pytest.param("a .5x", [("a", None, 0.5)], id="density without a digit in front"),
        pytest.param("a 15e-1x", [("a", None, 1.5)], id="density with exponent"),
        pytest.param("a 0x", [("a", None, 0.0)], id="density of nothing"),
        pytest.param("a -1x", [], id="negative density"),
        pytest.param("a 1.x", [], id="density without a digit behind"),
        pytest.param("a +1x", [], id="density with plus"),
        pytest.param("a 1e999x", [], id="endless density"),
        pytest.param("a nanx, b infx", [], id="no numbers"),
        pytest.param("a x", [], id="unit alone"),
        pytest.param("a 1q, b 1x", [("b", None, 1.0)], id="unknown unit"),
        pytest.param("a\xa01x", [("a\xa01x", None, None)], id="other spaces are part of the URL"),
    ],
)
def test_srcset_as_the_standard_reads_it(srcset: str, expected: list[tuple[str, int | None, float | None]]) -> None:
    assert parse_srcset(srcset) == [ImageCandidate(*candidate) for candidate in expected]


@pytest.mark.parametrize(
    ("content", "url"),
    [
        pytest.param("0;url=x", "x", id="plain"),
        pytest.param(" 5 ; URL = x ", "x ", id="spaces"),
        pytest.param("5,uRl=x", "x", id="comma"),
        pytest.param("5 url=x", "x", id="space for a separator"),
        pytest.param("5 x", "x", id="no url="),
        pytest.param("5;x", "x", id="no url= behind a semicolon"),
        pytest.param("1.5.9;x", "x", id="fractions"),
        pytest.param(".;x", "x", id="a dot for a time"),
        pytest.param("5;url='x' y", "x", id="quotes"),
        pytest.param('5;url="x', "x", id="quote left open"),
        pytest.param("5;'x'y", "x", id="quotes without url="),
        pytest.param("5;url='", "", id="a quote and nothing"),
        pytest.param("5;url 'x'", "url 'x'", id="url without ="),
        pytest.param("5;ur=x", "ur=x", id="not quite url="),
        pytest.param("5;urn:x", "urn:x", id="a scheme that begins alike"),
        pytest.param("5;;x", ";x", id="two separators"),
        pytest.param("5;u\nr", "u\nr", id="line break"),
        pytest.param("5", None, id="time alone"),
        pytest.param("5;", None, id="separator alone"),
        pytest.param("5;url=", None, id="url= alone"),
        pytest.param("5x", None, id="no separator"),
        pytest.param("x;y", None, id="no time"),
        pytest.param("-5;x", None, id="negative time"),
        pytest.param("", None, id="empty"),
    ],
)
def test_refresh_as_the_standard_reads_it(content: str, url: str | None) -> None:
    assert parse_refresh(content) == url


def test_find_links_reads_no_further_than_the_links_taken_need() -> None:
    read: list[int] = []

    def chunks() -> Iterator[str]:
        for number in range(3):
            read.append(number)
            yield f"<a href={number}><img src=i{number}>"

    found = find_links(chunks(), base_url="http://h/d/")
    assert [next(found).url, next(found).url, read] == ["http://h/d/0", "http://h/d/i0", [0]]
    assert [link.raw for link in found] == ["1", "i1", "2", "i2"]


def test_find_links_takes_the_options_of_a_parser() -> None:
    assert [link.raw for link in find_links("<noscript><a href=x>", scripting=True)] == []
    with pytest.raises(UsageError):
        find_links("", encoding="no such")


@pytest.mark.parametrize(
    ("target", "url", "linked"),
    [
        pytest.param("example.org", "http://example.org", True, id="host"),
        pytest.param("example.org", "//example.org/x?y#z", True, id="any page, any scheme"),
        pytest.param("http://www.example.org/", "https://EXAMPLE.org", True, id="scheme, www, slash, case"),
        pytest.param("example.org", "https://www.example.org:443/", True, id="default port of https"),
        pytest.param("http://example.org:80", "http://example.org:/", True, id="default port of http"),
        pytest.param("example.org:8080", "http://example.org:08080/x", True, id="port"),
        pytest.param("example.org:8080", "http://example.org/x", False, id="other port"),
        pytest.param("example.org", "http://example.org:8080/x", False, id="port on the same host"),
        pytest.param("example.org", "http://me:secret@example.org./x", True, id="user, dot at the end"),
        pytest.param("bücher.example", "http://xn--bcher-kva.example/", True, id="IDNA"),
        pytest.param("example.org", "http://ex%61mple.org/", True, id="percent sign in the host"),
        pytest.param("[::1]", "http://[::1]/x", True, id="IPv6"),
        pytest.param(f"{'a' * 70}.example", f"http://{'A' * 70}.example", True, id="label that no name may have"),
        pytest.param("example.org", "http://blog.example.org/", False, id="subdomain"),
        pytest.param("example.org", "http://notexample.org/", False, id="ends alike"),
        pytest.param("example.org", "http://example.org.evil.example/", False, id="begins alike"),
        pytest.param("example.org", "http://evil.example/?http://example.org/", False, id="in a query"),
        pytest.param("example.org", "http://example.org@evil.example/", False, id="as a user"),
        pytest.param("example.org", "ftp://example.org/", False, id="not the web"),
        pytest.param("example.org", "mailto:me@example.org", False, id="mail"),
        pytest.param("example.org", "/x", False, id="no host"),
        pytest.param("example.org", "http://[", False, id="broken host"),
        pytest.param("example.org/tea", "http://example.org/tea/", True, id="page with a slash"),
        pytest.param("example.org/tea/", "http://example.org/tea?x#y", True, id="page with query and fragment"),
        pytest.param("example.org/tea", "http://example.org/tea/green", True, id="below the page"),
        pytest.param("example.org/tea", "http://example.org/x/../t%65a", True, id="spelled another way"),
        pytest.param("example.org/tea", "http://example.org/teapot", False, id="begins like the page"),
        pytest.param("example.org/tea", "http://example.org/", False, id="above the page"),
        pytest.param("example.org/tea", "http://example.org/Tea", False, id="case of the path"),
        pytest.param("example.org/?p=1", "http://example.org?p=1#c", True, id="query"),
        pytest.param("example.org/?p=1", "http://example.org/?p=12", False, id="other query"),
        pytest.param("example.org/?u=//x", "http://example.org/?u=//x", True, id="slashes in a query"),
    ],
)
def test_what_links_to_a_target(target: str, url: str, linked: bool) -> None:
    assert [link.url for link in backlinks(f'<a href="{url}">', target)] == [url] * linked


@pytest.mark.parametrize("target", ["", "/tea", "mailto:me@h", "ftp://h/", "http://", "http:h", "a b"])
def test_what_is_no_target_is_refused(target: str) -> None:
    with pytest.raises(UsageError, match="a target is a host or a URL"):
        BacklinkFinder(target)


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        pytest.param("<a href=//h>  Good\n<b>t</b>ea </a> no", ["Good tea"], id="spaces collapsed"),
        pytest.param("<a href=//h><img alt=Logo>Tea<img src=x></a>", ["Logo Tea"], id="alt"),
        pytest.param("<a href=//h>one<br>two<p>three</p>four</a>", ["one two three four"], id="breaks"),
        pytest.param("<a href=//h>a<script>b</script><style>c</style>d</a>", ["ad"], id="scripts and styles"),
        pytest.param("<a href=//h><svg><style/><text>d</text></svg></a>", ["d"], id="a style closed in itself"),
        pytest.param("<a href=//h>one<a href=//other>two</a>", ["one"], id="ends with the next a"),
        pytest.param("<a href=//h>one<a href=//h>two", ["one", "two"], id="never closed"),
        pytest.param("</a><a name=x>no</a><a href=//h></a>", [""], id="empty"),
        pytest.param("<area href=//h alt=' the  map '><area href=//other>", ["the map"], id="area"),
        pytest.param("<a href=//h>one <area href=//h>two</a>", ["", "one two"], id="area inside a link"),
        pytest.param("<svg><a xlink:href=//h>one</a></svg>", ["one"], id="svg"),
        pytest.param("<a href=//other ping=//h>no</a><img src=//h>", [], id="what leads nobody there"),
        pytest.param("<a href=x>no</a><base href=//h><a href=x>yes</a>", ["yes"], id="base"),
        pytest.param("<!--<a href=//h>--><title><a href=//h></title>", [], id="no tags"),
        pytest.param(f"<a href=//h>{'ab ' * 1000}</a><a href=//h>next", [("ab " * 334)[:1000], "next"], id="too long"),
    ],
)
def test_text_of_backlinks(html: str, texts: list[str]) -> None:
    assert [link.text for link in backlinks(html, "h")] == texts
    finder = BacklinkFinder("h")
    parser = Parser(finder)
    for character in html:
        parser.feed(character)
    parser.close()
    assert [link.text for link in finder.backlinks] == texts


@pytest.mark.parametrize("rel", ["nofollow", "ugc", "sponsored", ""])
def test_rel_of_a_backlink(rel: str) -> None:
    [link] = backlinks(f'<p>\n <a href=/x rel="{rel.upper()} noopener">x', "h", base_url="http://h/")
    flags = {"nofollow": link.nofollow, "ugc": link.ugc, "sponsored": link.sponsored}
    assert [name for name, is_set in flags.items() if is_set] == [rel] * bool(rel)
    assert link == Backlink("http://h/x", "a", tuple(f"{rel} noopener".split()), "x", 5, 2, 2)


@pytest.mark.parametrize(
    "html", ["<a href=//h>one</a>", "<a href=//h>one<a href=//h>", "<area href=//h alt=one>", "<a href=//h>one"]
)
def test_first_ends_the_parse_with_the_first_backlink(html: str) -> None:
    finder = BacklinkFinder("h", first=True)
    parser = Parser(finder)
    parser.feed(html)
    stopped = parser.stopped
    parser.feed("</a><a href=//h>two</a>")
    parser.close()
    assert [link.text for link in finder.backlinks] == ["one"]
    assert parser.stopped
    assert stopped == (html != "<a href=//h>one")


def test_text_is_asked_for_from_the_first_backlink_on() -> None:
    finder = BacklinkFinder("h")
    without_text = Interest(start={"a", "area", "base"})
    parser = Parser(finder)
    for piece, with_text in [("<a href=//x>x</a>", False), ("<a href=//h>", True), ("x</a><br>x", True)]:
        assert (finder.interest() == without_text) == (not finder.interest().text)
        parser.feed(piece)
        assert finder.interest().text == with_text
    parser.reset()
    parser.feed("x")
    assert finder.interest() == without_text
    assert [link.text for link in finder.backlinks] == ["x"]
