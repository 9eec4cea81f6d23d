"""Building: what becomes a node, what it stands in, and what the options change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.balance import balance
from saxhtml.errors import UsageError
from saxhtml.handler import Filter, Interest
from saxhtml.parser import Parser, parse
from saxhtml.position import Locator
from saxhtml.testing import every_split
from saxhtml.tree import (
    Comment,
    DoctypeNode,
    Document,
    Element,
    Node,
    ParentNode,
    ProcessingInstruction,
    Text,
    TreeBuilder,
    parse_tree,
)


def shape(node: Node) -> Any:
    """Return a node as nested tuples: names, texts, and what stands in what."""
    match node:
        case Text():
            return node.data
        case Comment():
            return f"<!--{node.data}-->"
        case ProcessingInstruction():
            return f"<?{node.target} {node.data}>"
        case DoctypeNode():
            return f"<!{node.doctype.name}>"
        case Element():
            return (node.name, *map(shape, node.children))
        case ParentNode():
            return [shape(child) for child in node.children]


def tree(page: str, **options: Any) -> Any:
    return shape(parse_tree(page, **options))


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("<!DOCTYPE html>a<b>c</b>d", ["<!html>", "a", ("b", "c"), "d"], id="each in its place"),
        pytest.param("<!--x--><?a b?>", ["<!--x-->", "<?a b>"], id="comment and instruction"),
        pytest.param("<p>a<br>b<img></p>c", [("p", "a", ("br",), "b", ("img",)), "c"], id="void elements"),
        pytest.param(
            "<p>a<p>b<ul><li>c<li>d</ul>e", [("p", "a"), ("p", "b"), ("ul", ("li", "c"), ("li", "d")), "e"], id="optional"
        ),
        pytest.param(
            "<table><tr><td>a<td>b<tr>c</table>", [("table", ("tr", ("td", "a"), ("td", "b")), ("tr", "c"))], id="table"
        ),
        pytest.param("<div><b>a<i>b</div>c", [("div", ("b", "a", ("i", "b"))), "c"], id="close up to the match"),
        pytest.param("a</b>b", ["ab"], id="stray end tag"),
        pytest.param("a</>b", ["ab"], id="no tag"),
        pytest.param("<script><b></script><textarea><b></textarea>", [("script", "<b>"), ("textarea", "<b>")], id="raw text"),
        pytest.param("<svg><g/><a>b</a><p>c", [("svg", ("g",), ("a", "b")), ("p", "c")], id="svg"),
        pytest.param("<div/>a", [("div", "a")], id="self-closing means nothing in HTML"),
        pytest.param("<body>a<body>b", [("body", "ab")], id="second body"),
        pytest.param("a<b></b>&lt;&amp;\r\n", ["a", ("b",), "<&\n"], id="references"),
    ],
)
def test_a_page_becomes_a_tree_however_it_is_cut(page: str, expected: Any) -> None:
    assert tree(page) == expected
    for pieces in [*every_split(page), list(page)]:
        assert shape(parse(pieces, TreeBuilder()).document) == expected


@pytest.mark.parametrize(
    ("page", "unclosed"),
    [
        pytest.param("<html><body><p>a<ul><li>b</ul><br>", [], id="left out"),
        pytest.param("<div><b>a<i>b</i></div>", ["b"], id="inside another"),
        pytest.param("<div><span>", ["div", "span"], id="at the end"),
        pytest.param("<script>a", ["script"], id="raw text"),
        pytest.param("<b><p>a</b></p><form><div></form></div>", [], id="in the wrong place"),
        pytest.param("<svg><g/><p><svg><li>", ["svg", "svg", "li"][:2], id="svg"),
        pytest.param("<math><p-x/><option/></math><math><td></math>", ["td"], id="optional in HTML only"),
    ],
)
def test_elements_without_the_end_tag_that_they_need_are_listed(page: str, unclosed: list[str]) -> None:
    assert [element.name for element in parse_tree(page).unclosed] == unclosed


@pytest.mark.parametrize(
    ("page", "keep", "expected"),
    [
        pytest.param("<div>a<a>b<b>c</b></a></div>d", {"a"}, ["a", ("a", "bc"), "d"], id="inside and outside"),
        pytest.param("<ul>a<b>b<li>c</b></ul>", {"ul", "li"}, [("ul", "ab", ("li", "c"))], id="children go to the one around"),
        pytest.param("<UL><LI>a</UL>", {"LI"}, [("li", "a")], id="capitals"),
        pytest.param("<div><p>a</div>b<td><p>c<td>d", {"p"}, [("p", "a"), "b", ("p", "c"), "d"], id="ended from outside"),
        pytest.param("<li><a>b</li>c", {"a"}, [("a", "b"), "c"], id="ended by an item"),
        pytest.param("<table><tr><td><b>x</table>y", {"b"}, [("b", "x"), "y"], id="ended by a table"),
        pytest.param("<i><b>x</i>y</b>z", {"b"}, [("b", "x"), "yz"], id="ended by formatting"),
        pytest.param("<b>x<table></i></div></li></td>y</table>", {"b"}, [("b", "xy")], id="held back"),
        pytest.param("<b>x</br></img>y", {"b"}, [("b", "xy")], id="end tags of nothing"),
        pytest.param("<p><b>x</p>y", {"b"}, [("b", "x"), "y"], id="ended by a paragraph"),
        pytest.param("<td>a<td>b<tr>c", {"td"}, [("td", "a"), ("td", "b"), "c"], id="cells"),
        pytest.param("<a>x<a>y</a>z", {"a"}, [("a", "x"), ("a", "y"), "z"], id="itself"),
        pytest.param("a<script>b</script>c<style>d</style>", {"p"}, ["ac"], id="no text of dropped scripts"),
        pytest.param("a<script>b</script>c", {"script"}, ["a", ("script", "b"), "c"], id="text of kept scripts"),
        pytest.param("<svg><path/>a<path/></svg><path/>b", {"path"}, [("path",), "a", ("path",), ("path", "b")], id="svg"),
        pytest.param("<svg><style>a</style></svg>", {"p"}, ["a"], id="style of svg is no raw text"),
        pytest.param("<!doctype a><!--b--><?c d?>", set(), ["<!a>", "<!--b-->", "<?c d>"], id="the rest is kept"),
    ],
)
def test_keep_leaves_out_other_elements_but_not_what_is_in_them(page: str, keep: set[str], expected: Any) -> None:
    assert tree(page, keep=keep) == expected
    for pieces in [*every_split(page), list(page)]:
        assert shape(parse(pieces, TreeBuilder(keep=keep)).document) == expected


def test_kept_elements_are_those_of_the_whole_tree(pages: list[Path]) -> None:
    names = {"a", "h1", "h2", "li", "p", "title"}
    for path in pages[::20]:
        page = path.read_bytes()
        starts = [(element.name, element.start_tag) for element in parse_tree(page).elements(*names)]
        kept = parse_tree(page, keep=names, text=False, comments=False)
        assert [(element.name, element.start_tag) for element in kept.elements()] == starts


class Counting(TreeBuilder[Document]):
    """Counts the events that it is told of."""

    told = 0

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.told += 1
        super().start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        self.told += 1
        super().end_tag(name)

    @override
    def text(self, data: str) -> None:
        self.told += 1
        super().text(data)


def test_what_is_not_kept_is_passed_over() -> None:
    page = "<div><p>a</p></div>" * 10 + "<a><b>x</b></a>" + "<div>b</div>" * 10
    assert parse(page, Counting(keep={"a"}, text=False)).told == 4
    assert parse(page, Counting(keep={"a"})).told == 4 + 21


class Insistent(Filter):
    """Passes on everything, wanted or not."""

    @override
    def interest(self) -> Interest:
        return Interest.everything()


@pytest.mark.parametrize(
    "options",
    [
        {"keep": {"a"}},
        {"keep": {"a"}, "text": False, "comments": False},
        {"keep": {"p"}, "blank_text": False},
        {"keep": {"a"}, "keep_source": True},
        {"text": False},
        {"comments": False},
    ],
    ids=str,
)
def test_events_that_were_not_asked_for_change_nothing(options: dict[str, Any]) -> None:
    page = "<!doctype x></b><p> <pre> </pre><a>b<i>c</i></a></p><!--d-->\n<?e f?><script>g</script></a></p>h"
    builder = TreeBuilder(**options)
    parse(page, Insistent(builder))
    assert shape(builder.document) == tree(page, **options)


def test_text_and_comments_can_be_left_out() -> None:
    page = "<!doctype x>a<b>c<!--d--></b><?e f?>g"
    assert tree(page, text=False) == ["<!x>", ("b", "<!--d-->"), "<?e f>"]
    assert tree(page, comments=False) == ["<!x>", "a", ("b", "c"), "g"]
    assert tree("a<!--b-->c", comments=False) == ["ac"]


@pytest.mark.parametrize("keep", [None, {"p", "pre", "script", "b"}, {"p", "script", "b"}], ids=["all", "some", "not pre"])
def test_blank_text_is_dropped_where_it_means_nothing(keep: set[str] | None) -> None:
    page = "\n<p> \t\f\r\n<b> </b> x </p>\n<pre> <b> </b>\n</pre> <script> </script><p>&nbsp;"
    pre = ("pre", " ", ("b", " "), "\n")
    expected = [("p", ("b",), " x "), *([pre] if not keep or "pre" in keep else ["\n ", ("b", " "), "\n "]), ("script", " ")]
    expected = [*expected, ("p", "\xa0")]
    assert tree(page, blank_text=False, keep=keep) == expected
    for pieces in every_split(page):
        assert shape(parse(pieces, TreeBuilder(blank_text=False, keep=keep)).document) == expected


def test_blank_text_that_stands_outside_is_dropped_with_what_is_not_kept() -> None:
    assert tree("<div> <p>a</p> </div> <textarea> </textarea>", blank_text=False, keep={"p"}) == [("p", "a"), "  " + " "]


class Link(Element):
    __slots__ = ()


class Other(Element):
    __slots__ = ()


@pytest.mark.parametrize(
    ("classes", "kinds"),
    [
        pytest.param({"A": Link}, [Link, Element, Element], id="one"),
        pytest.param({"a": Link, "*": Other}, [Link, Other, Other], id="one and the others"),
        pytest.param({"x-y": Link}, [Element, Element, Link], id="unknown tag"),
        pytest.param({}, [Element, Element, Element], id="none"),
    ],
)
def test_elements_are_made_of_the_classes_given(classes: dict[str, type[Element]], kinds: list[type[Element]]) -> None:
    document = parse_tree("<a></a><b></b><x-y>", classes=classes)
    assert [type(node) for node in document.children] == kinds


def test_the_parse_may_stop_behind_the_end_of_html() -> None:
    for page in ("<html><body>a</body></html>b<div>", "</html>b"):
        for options in ({}, {"keep": {"body"}}, {"keep": set[str](), "text": False}, {"keep_source": True}):
            builder: TreeBuilder[Document] = TreeBuilder(until_html_end=True, **options)  # type: ignore[call-overload]
            parser = Parser(builder)
            parser.feed(page)
            parser.close()
            assert parser.stopped
            assert builder.document.span.of(page) == page[: page.index("</html>") + 7]
            assert "b" not in builder.document.text().replace("body", "")
            assert not options.get("keep_source") or builder.document.source == page[: page.index("</html>") + 7]
    assert tree("</html>a") == ["a"]


def test_without_an_end_of_html_the_input_ends_it() -> None:
    assert tree("<html>a", until_html_end=True) == [("html", "a")]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param({"keep": "a"}, "keep=...\\) takes a set of names", id="keep"),
        pytest.param({"svg": "no"}, 'svg=...\\) takes "html" or "xml"', id="svg"),
        pytest.param({"classes": {"a": str}}, "subclasses of tree.Element, not <class 'str'> for 'a'", id="class"),
        pytest.param({"classes": {"a": Link("a")}}, "subclasses of tree.Element", id="object"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_tree("", **options)


def test_there_is_no_document_before_the_parse() -> None:
    with pytest.raises(UsageError, match="no document yet"):
        TreeBuilder().document  # noqa: B018


def test_a_builder_builds_one_document_after_the_other() -> None:
    builder = TreeBuilder()
    parser = Parser(builder)
    parser.feed("<p>a<b>b")
    first = builder.document
    assert shape(first) == [("p", "a", ("b",))]
    parser.reset()
    parser.feed("c")
    parser.close()
    assert shape(builder.document) == ["c"]
    builder.end_document()
    assert shape(builder.document) == ["c"]
    assert shape(first) == [("p", "a", ("b",))]


class Part(Filter):
    """Tells of what stands from an offset of the page to another, as of a document."""

    def __init__(self, builder: TreeBuilder[Document], start: int, end: int, *, at_last: bool) -> None:
        super().__init__(builder)
        self.places = start, end
        self.at_last = at_last
        self.state = "before"

    @override
    def start_document(self, locator: Locator) -> None:
        self.locator = locator

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if self.is_inside():
            super().start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        if self.is_inside():
            super().end_tag(name)
            if self.at_last and self.locator.end_offset == self.places[1]:
                self.end_document()

    @override
    def text(self, data: str) -> None:
        if self.is_inside():
            super().text(data)

    @override
    def interest(self) -> Interest:
        return Interest(start=True, end=True, text=True)

    def is_inside(self) -> bool:
        start, end = self.places
        if self.state == "before" and self.locator.offset == start:
            self.state = "inside"
            self.next_handler.start_document(self.locator)
        elif self.state == "inside" and self.locator.offset == end:
            self.end_document()
        return self.state == "inside"

    @override
    def end_document(self) -> None:
        if self.state == "inside":
            self.state = "behind"
            super().end_document()


@pytest.mark.parametrize("at_last", [True, False], ids=["at its end tag", "at what follows"])
@pytest.mark.parametrize("pieces", [1, 9], ids=["whole", "cut"])
def test_a_part_of_a_page_is_a_tree_of_its_own(at_last: bool, pieces: int) -> None:
    page, part = "<ul>é<li>a", "<li class=x>b<b>\nc</b></>d</li>"
    source = f"{page}{part}e</ul>".encode()
    for _ in range(2):
        builder = TreeBuilder(keep_source=True)
        only = Part(builder, len(page), len(page) + len(part), at_last=at_last)
        size = -(-len(source) // pieces)
        parse([source[at : at + size] for at in range(0, len(source), size)], only, encoding="utf-8")
        document = builder.document
        assert shape(document) == [("li", "b", ("b", "\nc"), "d")]
        assert document.source == document.children[0].source == part
        assert document.span == document.children[0].span
        assert document.span.of(source).decode() == part
        assert (document.span.line, document.span.column) == (1, 11)


def test_a_part_that_is_cut_off_ends_where_the_page_does() -> None:
    page = "<ul><li>a"
    builder = TreeBuilder(keep_source=True)
    parse(page, Part(builder, 4, 100, at_last=False))
    assert builder.document.source == "<li>a"


def test_a_balanced_page_has_the_elements_that_were_left_out() -> None:
    builder = TreeBuilder(keep_source=True)
    parse("<title>a</title><p>b<table><td>c", balance(builder))
    assert shape(builder.document) == [
        ("html", ("head", ("title", "a")), ("body", ("p", "b"), ("table", ("tbody", ("tr", ("td", "c"))))))
    ]
    html = builder.document.find("html")
    assert html is not None
    assert (html.start_tag.length, html.end_tag) == (0, None)
    assert html.source == builder.document.source == "<title>a</title><p>b<table><td>c"


def test_source_that_a_filter_left_out_is_made_up() -> None:
    class NoComments(Filter):
        @override
        def comment(self, data: str) -> None:
            pass

    for pieces, source in (
        (["<p>a<!--b-->c"], "<p>a<!--b-->c"),
        (["<p>a", "<!--b-->", "c"], "<p>a<!--b-->c"),
        (["<p>" + "a" * 300_000 + "<!--b-->", "c"], "<p>" + "a" * 300_000 + "\ufffd" * 8 + "c"),
        (["<p>" + "a" * 300_000 + "</>", "c"], "<p>" + "a" * 300_000 + "</>c"),
    ):
        builder = TreeBuilder(keep_source=True)
        parse(pieces, NoComments(builder))
        assert builder.document.source == source
