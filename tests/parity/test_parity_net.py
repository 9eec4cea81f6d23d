"""Rows D: what a .NET streaming parser did."""

from __future__ import annotations

import io
import re
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from parity_tools import Show, events
from typing_extensions import override

from saxhtml import Attributes, Handler, Parser, parse
from saxhtml.filters import chain, skip_blank_text
from saxhtml.rewrite import rewrite
from saxhtml.testing import EventRecorder
from saxhtml.tree import Comment, DoctypeNode, Document, Element, Text, TreeBuilder, XmlElement, parse_tree, splice


@pytest.mark.parametrize("source", ["<p>é</p>", "<p>é</p>".encode()], ids=["str", "bytes"])
def test_d1_a_page_comes_as_str_bytes_or_a_stream(source: Any) -> None:
    expected: list[tuple[Any, ...]] = [("start", "p", {}), ("text", "é"), ("end", "p")]
    stream = io.StringIO(source) if isinstance(source, str) else io.BytesIO(source)
    assert events(source, encoding="utf-8") == events(stream, encoding="utf-8", chunk_size=3) == expected


def test_d2_every_event_knows_its_place_across_pieces_in_bytes() -> None:
    class Places(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            at = self.locator
            found.append((at.offset, at.end_offset, at.byte_offset, at.byte_end_offset))

    found: list[tuple[int, int, int | None, int | None]] = []
    page = "é<p a='é'>é<b>".encode()
    parser = Parser(Places(), encoding="utf-8")
    for at in range(len(page)):
        parser.feed(page[at : at + 1])
    parser.close()
    assert found == [(1, 10, 2, 12), (11, 14, 14, 17)]


def test_d2_every_node_knows_its_place_and_length_in_bytes() -> None:
    page = "é<p>é<b>x</b></p><!--é-->".encode()
    document = parse_tree(io.BytesIO(page), encoding="utf-8", chunk_size=1)
    assert [(node.span.byte_offset, node.span.byte_length, node.span.of(page).decode()) for node in document.iter()] == [
        (0, 2, "é"),
        (2, 17, "<p>é<b>x</b></p>"),
        (5, 2, "é"),
        (7, 8, "<b>x</b>"),
        (10, 1, "x"),
        (19, 9, "<!--é-->"),
    ]


def test_d3_there_is_a_node_for_each_kind_of_thing() -> None:
    document = parse_tree("<!DOCTYPE html><p>a</p><!-- b --><svg><![CDATA[<c>]]></svg>")
    assert isinstance(document, Document)
    assert [type(node) for node in document.iter()] == [DoctypeNode, Element, Text, Comment, Element, Text]
    # In a tree of HTML a CDATA section is text, and its source says how it was written.
    [cdata] = [node for node in document.iter() if isinstance(node, Text) and "<" in node.data]
    assert (cdata.data, cdata.parent) == ("<c>", document.find("svg"))


def test_d4_void_elements_hold_nothing_and_an_end_tag_closes_up_to_its_match() -> None:
    document = parse_tree("<div><br>a<i><u>b</div>c<q>d")
    outline = [(element.name, len([*element.ancestors()]), element.text()) for element in document.elements()]
    assert outline == [("div", 1, "ab"), ("br", 2, ""), ("i", 2, "b"), ("u", 3, "b"), ("q", 1, "d")]
    assert [element.name for element in document.unclosed] == ["i", "u", "q"]


def test_d5_blank_text_goes_but_not_in_script() -> None:
    class Texts(Handler):
        @override
        def text(self, data: str) -> None:
            found.append(data)

    found: list[str] = []
    page = "<ul> <li>a</li> </ul><script> </script><style>\n</style>"
    parse(page, chain(skip_blank_text(), Texts()))
    assert found == ["a", " ", "\n"]
    assert [node.text() for node in parse_tree(page, blank_text=False).iter() if isinstance(node, Text)] == found


def test_d6_script_and_style_are_kept_whole() -> None:
    assert ("text", "if (a < b) '</b>'") in events("<script>if (a < b) '</b>'</script>")
    assert ("text", "a>b{}<!-- <i> -->") in events("<style>a>b{}<!-- <i> --></style>")


def test_d7_all_kinds_of_attributes_and_of_slashes() -> None:
    recorder = EventRecorder()
    parse("<a b c=d e='f' g=\"h\"/><a />", recorder)
    found: list[Any] = recorder.events
    assert [(list(attributes), slash) for _, _, attributes, slash in found] == [
        ([("b", ""), ("c", "d"), ("e", "f"), ("g", "h")], True),
        ([], True),
    ]


def test_d8_an_svg_is_xml_in_the_tree_whatever_its_size() -> None:
    page = f"<p>a<svg viewBox='0 0 1 1'>{'<linearGradient/>' * 5000}</svg>b"
    builder = TreeBuilder(svg="xml")
    parse(io.StringIO(page), builder, chunk_size=1000)
    block = builder.document.find("p > svg")
    assert isinstance(block, XmlElement)
    assert block.root.attrib == {"viewBox": "0 0 1 1"}
    assert [child.tag for child in block.root] == ["{http://www.w3.org/2000/svg}linearGradient"] * 5000
    assert block.span.of(page) == page[page.index("<svg") : -1]


def test_d8_an_svg_that_is_no_xml_is_html_and_its_error_is_kept() -> None:
    document = parse_tree("<p>\n<svg><g></svg>", svg="xml")
    [block] = document.xml_errors
    assert [child.name for child in block.elements()] == ["g"]
    assert str(block.xml_error) == "line 2, column 11: mismatched tag"


def test_d9_errors_have_places_and_an_edit_changes_nothing_else() -> None:
    recorder = EventRecorder()
    parse("<p>\n<a b b>", recorder)
    assert [str(error) for error in recorder.errors] == ["line 2, column 7: duplicate-attribute"]
    page = "<P  class=x\n>a</P ><B>c</b>"
    edited = "".join(rewrite(page, {"p": lambda found: found.set_attribute("class", "y")}))
    assert edited == re.sub("class=x", 'class="y"', page)
    bold = parse_tree(page).find("b")
    assert bold is not None
    assert splice(page, [(bold.span, "<i>c</i>")]) == "<P  class=x\n>a</P ><i>c</i>"


def test_d10_a_page_takes_no_more_memory_for_being_longer() -> None:
    class Tags(Handler):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            self.last = attrs["class"]

    def pieces(count: int) -> Iterator[bytes]:
        for _ in range(count):
            yield b"<p class=x>%b</p>" % (b"text" * 1000)

    def peak(count: int) -> int:
        tracemalloc.start()
        try:
            parse(pieces(count), Tags(), encoding="utf-8")
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(200)  # which fills the caches
    assert peak(2000) < 1.2 * peak(200)


def test_d10_tags_that_are_written_alike_share_their_attributes() -> None:
    class Kept(Show):
        @override
        def start_tag(self, name: str, attrs: Attributes) -> None:
            found.append(attrs)

    found: list[Attributes] = []
    parse("<td class=x>1</td>" * 1000, Kept())
    assert len(found) == 1000
    assert len({id(attrs) for attrs in found}) < 10
