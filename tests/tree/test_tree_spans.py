"""Spans: every node's place in the page, in characters and bytes, and putting something else there."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from saxhtml.decode import Decoder
from saxhtml.errors import UsageError
from saxhtml.parser import Parser
from saxhtml.testing import every_split, random_splits
from saxhtml.tree import Document, Element, Span, TreeBuilder, parse_tree, splice

SMALL = "<!doctype html>é<p a='é'>x&amp;y<b>\r\n<i>z</b></p></i><br/></><svg><![CDATA[<c>]]><g/></svg></><!--é--><?t?></ul>w<q"


def tree(pieces: list[str] | list[bytes], **options: object) -> Document:
    builder = TreeBuilder(keep_source=True)
    parser = Parser(builder, **options)  # type: ignore[arg-type]
    for piece in pieces:
        parser.feed(piece)
    parser.close()
    return builder.document


def spans(document: Document) -> list[tuple[object, ...]]:
    tags = [(element.start_tag, element.end_tag) for element in document.elements()]
    return [document.span, *[node.span for node in document.iter()], *tags]


def check(document: Document, page: str) -> None:
    assert document.source == document.span.of(page) == page
    for node in document.iter():
        assert node.source == node.span.of(page)
        assert page.count("\n", 0, node.span.offset) <= node.span.line - 1
        assert node.parent is not None
        around = node.parent.span
        assert around.offset <= node.span.offset <= node.span.end_offset <= around.end_offset
        if isinstance(node, Element):
            assert node.source.startswith(node.start_tag.of(page))
            assert node.start_tag.of(page).lower().startswith(f"<{node.name}")
            assert node.end_tag is None or node.end_tag.of(page).startswith("</")
            assert node.end_tag is None or node.span.offset < node.end_tag.offset < node.span.end_offset


def test_every_node_stands_where_its_source_is_however_the_page_is_cut() -> None:
    whole = tree([SMALL])
    check(whole, SMALL)
    for pieces in [*every_split(SMALL), list(SMALL)]:
        cut = tree(pieces)
        check(cut, SMALL)
        assert cut.equals(whole)
        assert spans(cut) == spans(whole)


@pytest.mark.parametrize("page", ["<svg><![CDATA[x]]>", "<p>x</>", "<svg>\n</></>"])
def test_what_makes_no_event_at_the_end_is_kept(page: str) -> None:
    for pieces in [[page], *every_split(page), list(page)]:
        assert tree(pieces).source == page


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16le", "windows-1252", "shift_jis"])
@pytest.mark.parametrize("mark", [True, False], ids=["with a mark", "without"])
def test_bytes_are_counted_in_the_encoding_of_the_page(encoding: str, mark: bool) -> None:
    text = SMALL if encoding != "shift_jis" else SMALL.replace("é", "茶")
    page = text.encode(encoding)
    start = {"utf-8": codecs.BOM_UTF8, "utf-16le": codecs.BOM_UTF16_LE}.get(encoding, b"") if mark else b""
    for pieces in ([start + page], [(start + page)[at : at + 1] for at in range(len(start + page))]):
        document = tree(pieces, encoding=encoding)
        assert (document.encoding or "").lower() == encoding
        for node in document.iter():
            assert node.span.of(start + page).decode(encoding) == node.source == node.span.of(text)
            assert node.span.byte_length == len(node.source.encode(encoding))


def test_pages_are_cut_out_of_their_source_node_by_node(pages: list[Path], seed: int) -> None:
    assert pages
    for path in pages[seed % 16 :: 16]:
        page = path.read_bytes()
        whole = tree([page])
        check(whole, whole.source)
        for node in [*whole.iter()][:: 1 + len(page) // 10_000]:
            decoder = Decoder(whole.encoding)
            assert node.source == decoder.decode(node.span.of(page)) + decoder.finish()
        cut = tree(next(random_splits(page, seed, longest=4_000)))
        assert cut.equals(whole)
        assert spans(cut) == spans(whole)


@pytest.mark.parametrize(
    ("page", "places"),
    [
        pytest.param("<p>x</p>", ["<p>x</p>", "<p>", "</p>"], id="all there"),
        pytest.param("<p>x<div>", ["<p>x", "<p>", None], id="ended by another"),
        pytest.param("<p>x<b>y</p>z", ["<p>x<b>y</p>", "<p>", "</p>", "<b>y", "<b>", None], id="ended by the one around"),
        pytest.param("<br>x", ["<br>", "<br>", None], id="void"),
        pytest.param("<h1>x</h2>", ["<h1>x</h2>", "<h1>", "</h2>"], id="heading"),
        pytest.param("<b><p>x</b>y</p>z", ["<b><p>x</b>y</p>", "<b>", "</b>", "<p>x</b>y</p>", "<p>", "</p>"], id="misnested"),
        pytest.param("<form><div></form>x</div>", ["<form><div></form>x</div>", "<form>", "</form>"], id="form"),
        pytest.param("<p>x", ["<p>x", "<p>", None], id="cut off"),
    ],
)
def test_the_tags_of_an_element_are_known(page: str, places: list[str | None]) -> None:
    document = parse_tree(page, keep_source=True)
    found: list[str | None] = []
    for element in document.elements():
        found += element.source, element.start_tag.of(page), element.end_tag and element.end_tag.of(page)
    assert found[: len(places)] == places


def test_a_span_says_line_column_and_length() -> None:
    element = parse_tree(b"<p>\xc3\xa9\r\n <b>x</b>", encoding="utf-8").find("b")
    assert element is not None
    assert element.span == Span(7, 15, 2, 2, 8, 16)
    assert (element.span.length, element.span.byte_length) == (8, 8)
    assert element.start_tag.before == Span(7, 7, 2, 2, 8, 8)


def test_str_has_no_bytes() -> None:
    document = parse_tree("x")
    assert document.children[0].span.byte_length is None
    assert document.encoding is None
    with pytest.raises(UsageError, match="parsed as str"):
        document.children[0].span.of(b"x")


def test_splicing_changes_what_it_names_and_nothing_else(pages: list[Path]) -> None:
    page = max((path.read_bytes() for path in pages[:9]), key=lambda page: page.count(b"<a "))
    links = [*parse_tree(page).find_all("a[href]")]
    assert links
    changed = splice(page, [(link.start_tag, b'<a href="#">') for link in reversed(links)])
    again = [*parse_tree(changed).find_all("a[href]")]
    assert [link.get("href") for link in again] == ["#"] * len(links)
    assert splice(changed, [(new.start_tag, old.start_tag.of(page)) for new, old in zip(again, links, strict=True)]) == page


def test_splicing_puts_things_in() -> None:
    page = "<ul><li>é</ul>"
    menu = parse_tree(page).find("ul")
    assert menu is not None
    assert menu.end_tag is not None
    assert splice(page, [(menu.end_tag.before, "<li>x"), (menu.span.before, "!")]) == "!<ul><li>é<li>x</ul>"
    assert splice(page, []) == page


def test_edits_may_not_overlap() -> None:
    page = "<ul><li>x</ul>"
    outer, inner = parse_tree(page).elements()
    with pytest.raises(UsageError, match="at 0 and 4 overlap"):
        splice(page, [(inner.span, ""), (outer.span, "")])
