"""Rows C: what a Lisp parser generator did."""

from __future__ import annotations

import io
import re
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from parity_tools import Show, events

from saxhtml import Attributes, Doctype, UsageError, parse
from saxhtml.balance import balance
from saxhtml.contexts import END, Context, Contexts, OpenTag, Saved, Transitions, always
from saxhtml.decode import Decoder
from saxhtml.dtd import compile_dtd, for_doctype, load
from saxhtml.events import Comment, EndTag, StartTag, Text
from saxhtml.filters import ALL, PCDATA, UNKNOWN, chain, collapse_whitespace, parse_html, skip_blank_text, with_tag_handler
from saxhtml.links import LinkFinder
from saxhtml.reader import events as pull
from saxhtml.tree import Element, parse_tree


def test_c1_dtds_are_data_and_can_be_replaced() -> None:
    assert {load("HTML 2.0").name, load().name} == {"HTML 2.0", "HTML 3.2"}
    assert for_doctype(Doctype("html", "-//W3C//DTD HTML 3.2 Final//EN", None, False)) is load("HTML 3.2")
    own = compile_dtd(
        "<!ENTITY % list 'ul|ol'><!ENTITY eacute CDATA '&#233;'><!ELEMENT doc - - (%list;)* +(b)>"
        "<!ELEMENT (%list;) - O (#PCDATA) -(b)><!ELEMENT b - - (#PCDATA)>",
        name="own",
    )
    assert ([*own.elements], own.root, dict(own.characters)) == (["doc", "ul", "ol", "b"], "doc", {"eacute": "é"})
    assert own.elements["doc"].content.children == {"ul", "ol"}
    assert (own.allows("doc", "b"), own.allows(own.context(["doc", "ul"]), "b")) == (True, False)


def test_c2_tokens_are_tags_text_and_comments_and_spaces_are_kept() -> None:
    page = "<p >\n &eacute; \t</P>  <!-- a -->&lt;"
    tokens = [(event, span) for event, span in pull(page, positions=True)]
    assert [event for event, _ in tokens] == [
        StartTag("p", Attributes(" ")),
        Text("\n é \t"),
        EndTag("p"),
        Text("  "),
        Comment(" a "),
        Text("<"),
    ]
    # An entity is text, and known by its source.
    assert [page[span.offset : span.end_offset] for _, span in tokens] == [
        "<p >",
        "\n &eacute; \t",
        "</P>",
        "  ",
        "<!-- a -->",
        "&lt;",
    ]


def test_c3_names_have_no_case_and_references_do() -> None:
    assert events("<A HREF=x>&AMP;&Eacute;&eacute;") == [("start", "a", {"href": "x"}), ("text", "&Éé")]
    dtd = load()
    assert dtd.elements["IMG"].attributes["SRC"] == dtd.elements["img"].attributes["src"]
    assert (dtd.characters["Eacute"], dtd.characters["eacute"], dtd.characters.get("EACUTE")) == ("É", "é", None)


@pytest.mark.parametrize(
    ("page", "line"),
    [
        pytest.param("<p>a<p>b", "<p>a</p><p>b</p>", id="implied ends"),
        pytest.param("<li>a<li>b<x>c", "<ul><li>a</li><li>b<x>c</x></li></ul>", id="container"),
        pytest.param("<table><td>a", "<table><tr><td>a</td></tr></table>", id="container in a container"),
        pytest.param("<ul><li>a<h1>b</h1></ul>", "<ul><li>a</li></ul><h1>b</h1>", id="up the stack"),
        pytest.param("<x><li>a</x>b", "<x><li>a</li></x>b", id="unknown tags hold anything"),
        pytest.param("a</body><body>b", "a</body><body>b", id="two bodies"),
    ],
)
def test_c4_a_tag_out_of_place_gets_its_container(page: str, line: str) -> None:
    show = Show()
    parse(f"<body>{page}", balance(show, model=load("HTML 3.2")))
    assert show.line.endswith(f"<body>{line}</body></html>")


def test_c5_a_parser_is_contexts_and_transitions_between_them() -> None:
    seen: list[str] = []

    class Start(Context):
        def __init__(self, value: Any) -> None:
            seen.append(f"enter {value}")

        @Context.on_open_tag(["h1", "h2"])
        def heading(self, tag: OpenTag) -> None:
            seen.append(f"open {tag.name}")

        @Context.on_open_tag(ALL)
        def any_tag(self, tag: OpenTag) -> None:
            seen.append(f"any {tag.name}")

        @Context.on_text
        def words(self, data: str) -> None:
            seen.append(data)

        @Context.on_close_tag("h2")
        def end(self, tag: OpenTag) -> None:
            self.exit("h2")

    class Numbers(Context):
        @Context.on_text
        def number(self, data: str) -> None:
            self.exit(int(data))

    class Rest(Context):
        def __init__(self, value: Any) -> None:
            self.total = value

        @Context.on_open_tag("b")
        def count(self, tag: OpenTag) -> None:
            self.total += 1

        @Context.on_eof
        def end(self) -> None:
            self.exit(self.total)

    transitions: Transitions = {
        Start: [("h1", END), ("h2", Numbers)],
        Numbers: [(lambda value: value < 0, END), (always, Rest)],
        Rest: END,
    }
    contexts = Contexts(Start, transitions, initial=lambda: "first")
    assert parse("<h1>a</h1><h2>b</h2>40<b>c</b><b>d", contexts).result == 42
    assert seen == ["enter first", "open h1", "any h1", "a", "open h2", "any h2", "b"]
    assert parse("<h2></h2>-1<b>", contexts).result == -1
    with pytest.raises(UsageError, match="Start is left with 'h2'"):
        parse("<h2></h2>", Contexts(Start, {Start: [("h1", END)]}))


def test_c6_inside_a_context_the_state_of_the_parser_is_known() -> None:
    seen: list[tuple[Any, ...]] = []

    class Items(Context):
        @Context.on_open_tag("li")
        @Context.on_close_tag("li")
        def item(self, tag: OpenTag) -> None:
            at = self.locator
            stack = [opened.name for opened in self.open_tags]
            seen.append((tag.name, dict(tag.attrs), stack, at.source, at.offset, at.end_offset, at.implied))

        @Context.on_text
        def text(self, data: str) -> None:
            seen.append((data, self.locator.source))

    parse("<ul><li id=x>&lt;<li></ul>", Contexts(Items, {}))
    assert seen == [
        ("li", {"id": "x"}, ["ul", "li"], "<li id=x>", 4, 13, False),
        ("<", "&lt;"),
        ("li", {"id": "x"}, ["ul", "li"], "", 17, 17, True),
        ("li", {}, ["ul", "li"], "<li>", 17, 21, False),
        ("li", {}, ["ul", "li"], "", 21, 21, True),
    ]


def test_c7_open_tags_are_offered_to_a_context_and_each_tag_once() -> None:
    seen: list[tuple[str, str]] = []

    class Outer(Context):
        @Context.on_open_tag(ALL)
        def any_tag(self, tag: OpenTag) -> None:
            seen.append(("outer", tag.name))
            if tag.name == "i":
                self.exit()

    class Inner(Context):
        @Context.on_open_tag(ALL)
        def any_tag(self, tag: OpenTag) -> None:
            seen.append(("inner", tag.name))

        @Context.on_close_tag("i")
        def back(self, tag: OpenTag) -> None:
            self.exit()

    parse("<p><b></b><i><u></u></i><a>", Contexts(Outer, {Outer: Inner, Inner: Outer}))
    outer_first = [("outer", "p"), ("outer", "b"), ("outer", "i")]
    assert seen == [*outer_first, ("inner", "p"), ("inner", "i"), ("inner", "u"), ("outer", "a")]


def test_c8_what_is_saved_stands_under_what_was_saved_around_it() -> None:
    class Outline(Context):
        @Context.on_open_tag(["section", "b"])
        def opened(self, tag: OpenTag) -> None:
            self.save(tag.name)
            self.save("only the first one counts")

        @Context.on_close_tag("i")
        def closed(self, tag: OpenTag) -> None:
            self.save(tag.name)

    page = "<section><p><b>1</b><section><i><b>2</b></i></section></p></section>"
    # The second <b> goes to the parent of <i>, which is saved only when it is closed.
    inner = Saved("section", [Saved("b", []), Saved("i", [])])
    assert parse(page, Contexts(Outline, {})).saved == [Saved("section", [Saved("b", []), inner])]


@pytest.mark.parametrize("balanced", [False, True])
def test_c9_a_context_is_left_with_a_value_when_what_is_implied_is_done(balanced: bool) -> None:
    class Before(Context):
        @Context.on_close_tag(["b", "i", "li", "ul"])
        def note(self, tag: OpenTag) -> None:
            found.append((type(self).__name__, tag.name))
            self.exit(tag.name)
            self.exit("only the first one counts")

    class After(Before):
        pass

    found: list[tuple[str, str]] = []
    contexts = Contexts(Before, {Before: [("i", After)], After: END}, balanced=balanced)
    parse("<ul><li><b><i>x</ul>", balance(contexts) if balanced else contexts)
    assert found == [("Before", "i"), ("Before", "b"), ("Before", "li"), ("After", "ul")]
    assert contexts.result == "ul"


def test_c10_handlers_nest_and_several_are_in_force_at_once() -> None:
    found: list[tuple[str, str | None]] = []

    def note(match: Any) -> None:
        found.append((match.name, match.text))

    page = "<p>a<a name=x>b</a><a href=y>c</a><blorb>d"
    with (
        with_tag_handler("a", note, with_attributes=["href"], capture="text"),
        with_tag_handler("a", note, without_attributes=["href"]),
        with_tag_handler(PCDATA, note, test=lambda match: match.text == "d"),
        with_tag_handler(UNKNOWN, note),
    ):
        parse_html(page)
    assert found == [("a", None), ("a", "c"), ("blorb", None), ("#text", "d")]


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        pytest.param(None, ["p", "#text", "b", "#text", "blorb"], id="everything"),
        pytest.param("b", ["b"], id="one"),
        pytest.param(["p", PCDATA], ["p", "#text", "#text"], id="a tag and text"),
        pytest.param([UNKNOWN], ["blorb"], id="unknown ones"),
    ],
)
def test_c11_a_page_is_parsed_for_some_tags_only(tags: Any, expected: list[str]) -> None:
    found: list[str] = []
    with with_tag_handler([ALL, PCDATA], lambda match: found.append(match.name)):
        parse_html("<p>a<b>c</b><blorb>", tags)
    assert found == expected


def test_c11_a_tree_has_some_tags_only() -> None:
    document = parse_tree("<ul><li>a <i><b>b</b> c</i></ul><p>d", keep={"ul", "b"})
    assert [element.name for element in document.elements()] == ["ul", "b"]
    kept = document.find("ul")
    assert kept is not None
    assert [node.text() for node in kept.children] == ["a ", "b", " c"]


def test_c12_a_node_knows_its_piece_of_the_input_and_shares_it() -> None:
    page = "<P  class=x\n>a&amp;<B>c</b>d"
    document = parse_tree(iter(page), keep_source=True)
    assert [node.source for node in document.iter()] == [page, "a&amp;", "<B>c</b>", "c", "d"]
    assert len({id(node._source) for node in document.iter()}) == 1


def test_c13_elements_have_classes_of_ones_own() -> None:
    class Link(Element):
        __slots__ = ()

        @property
        def target(self) -> str:
            return self.attrs["href"]

    class Other(Element):
        __slots__ = ()

    document = parse_tree("<p><a href=x>y</a><blorb>", classes={"a": Link, "p": Element, "*": Other})
    assert [type(element) for element in document.elements()] == [Element, Link, Other]
    assert [element.target for element in document.elements("a") if isinstance(element, Link)] == ["x"]


def test_c14_a_node_tells_what_it_is_and_where() -> None:
    document = parse_tree("<ul><li><a href=x title>b</a></ul>", keep_source=True)
    link = document.find("a")
    assert link is not None
    assert (link.name, dict(link.attrs), link.source) == ("a", {"href": "x", "title": ""}, "<a href=x title>b</a>")
    assert [part.text() for part in link.children] == ["b"]
    assert link.parent is document.find("li")
    assert [*link.ancestors()] == [document.find("li"), document.find("ul"), document]
    assert (link.get("href"), link.get("rel"), link.get("rel", "none")) == ("x", None, "none")
    with pytest.raises(KeyError):
        link.attrs["rel"]


def test_c15_the_text_of_an_image_is_its_alt() -> None:
    document = parse_tree("<p>Tea <img alt='and' src=x> <b>cake</b><img src=y>")
    assert (document.text(alt=True), document.text()) == ("Tea and cake", "Tea  cake")


@pytest.mark.parametrize(
    ("page", "tree"),
    [
        pytest.param("<html><p>a</html><p>b", "<html><p>a</html>", id="up to the html end tag"),
        pytest.param("<html><p>a<p>b", "<html><p>a<p>b", id="up to the end of the input"),
    ],
)
def test_c16_a_document_is_a_structure(page: str, tree: str) -> None:
    document = parse_tree(page, until_html_end=True)
    [root] = document.children
    assert root.span.of(page) == document.span.of(page) == tree
    assert [element.name for element in document.elements()] == re.findall("<(html|p)", tree)


def test_c17_a_file_is_parsed_through_handlers_into_a_tree(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes("<!DOCTYPE html><html lang=fr><body><p>thé</html>".encode())
    found: list[Any] = []
    with with_tag_handler("html", lambda match: found.append(match.tree), capture="tree"):
        parse_html(path, encoding="utf-8")
    [root] = found
    assert (root.name, root.get("lang"), root.find("body > p").text()) == ("html", "fr", "thé")


def test_c18_links_of_a_page_are_collected() -> None:
    # The link map of a site is the example ``link_map``.
    links: list[tuple[str, str]] = []
    page = "<base href=/m/><link href=s.css><a href=cake>Cake</a><img src=tea.png>"
    parse(page, LinkFinder(lambda link: links.append((link.element, link.url)), base_url="https://tea.example/"))
    assert ("a", "https://tea.example/m/cake") in links
    assert {element for element, _ in links} >= {"link", "a", "img"}


def test_c19_parsers_run_in_threads_side_by_side() -> None:
    shows = [Show() for _ in range(4)]
    threads = [Thread(target=parse, args=(f"<p>{number}" * 200, show)) for number, show in enumerate(shows)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [show.line for show in shows] == [f"<p>{number}" * 200 for number in range(4)]


def test_c20_space_is_what_html_says_it_is() -> None:
    show = Show()
    parse("<p> \t\n\f\r</p><p>\xa0</p><p>\x0b</p>", chain(skip_blank_text(), show))
    assert show.line == "<p></p><p>\xa0</p><p>\x0b</p>"
    show = Show()
    parse("a \t\n\f\r\xa0 b", chain(collapse_whitespace(), show))
    assert show.line == "a \xa0 b"


def test_c20_a_whole_stream_is_made_a_string() -> None:
    stream = io.BytesIO("<meta charset=utf-8>é&eacute;".encode())
    decoder = Decoder()
    page = "".join([*map(decoder.decode, iter(partial(stream.read, 3), b"")), decoder.finish()])
    assert (page, decoder.encoding) == ("<meta charset=utf-8>é&eacute;", "UTF-8")
