"""svg as XML: svg elements go through an XML parser as well, and stand in the tree as what it made of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from saxhtml.parser import Parser
from saxhtml.testing import every_split
from saxhtml.tree import Document, Element, Text, TreeBuilder, XmlElement, XmlError, parse_tree

SVG = "{http://www.w3.org/2000/svg}"


def blocks(document: Document) -> list[Element]:
    return [*document.elements("svg")]


def test_an_svg_element_has_its_names_as_written_and_in_their_namespaces() -> None:
    page = """<p>a<SVG></SVG><svg viewBox="0 0 1 1"><linearGradient xlink:href="#a"/><a:b xmlns:a="urn:a"/>
    <foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x &lt; &#121;<br/></p></foreignObject></svg>b"""
    document = parse_tree(page, svg="xml")
    first, block = blocks(document)
    assert isinstance(first, XmlElement)
    assert isinstance(block, XmlElement)
    assert block.root.attrib == {"viewBox": "0 0 1 1"}
    assert [each.tag for each in block.root.iter()] == [
        f"{SVG}svg",
        f"{SVG}linearGradient",
        "{urn:a}b",
        f"{SVG}foreignObject",
        "{http://www.w3.org/1999/xhtml}p",
        "{http://www.w3.org/1999/xhtml}br",
    ]
    assert block.root[0].attrib == {"{http://www.w3.org/1999/xlink}href": "#a"}
    assert block.text().strip() == "x < y"
    assert (block.children, block.namespace, block.get("viewbox")) == ([], "svg", "0 0 1 1")
    assert block.span.of(page) == page[page.index("<svg") : -1]
    assert block.end_tag is not None
    assert block.parent is document.find("p")
    assert [node.text() for node in document.iter() if isinstance(node, Text)] == ["a", "b"]
    assert document.xml_errors == []


@pytest.mark.parametrize(
    ("block", "tags"),
    [
        pytest.param("<svg/>", ["svg"], id="self-closing"),
        pytest.param("<svg><svg/><g/></svg>", ["svg", "svg", "g"], id="svg in svg"),
        pytest.param("<svg><![CDATA[<x>]]></svg>", ["svg"], id="CDATA"),
        pytest.param("<svg><!-- x --><?t d?></svg>", ["svg"], id="comment and instruction"),
        pytest.param("<svg><style>a{}</style><script/></svg>", ["svg", "style", "script"], id="no raw text"),
    ],
)
@pytest.mark.parametrize(
    "options",
    [{}, {"text": False, "comments": False}, {"keep": {"svg"}}, {"keep": {"svg"}, "text": False}, {"keep_source": True}],
    ids=["all", "bare", "only svg", "only bare svg", "with source"],
)
def test_what_is_well_formed_is_xml(block: str, tags: list[str], options: dict[str, object]) -> None:
    page = f"<p>{block}<p>x{block}"
    for pieces in [[page], *every_split(page), list(page)]:
        builder = TreeBuilder(svg="xml", **options)  # type: ignore[call-overload]
        parser = Parser(builder)
        for piece in pieces:
            parser.feed(piece)
        parser.close()
        for each in blocks(builder.document):
            assert isinstance(each, XmlElement)
            assert [element.tag.removeprefix(SVG) for element in each.root.iter()] == tags
            assert each.span.of(page) == block
        assert len(blocks(builder.document)) == 2


@pytest.mark.parametrize(
    ("page", "error", "names"),
    [
        pytest.param("<svg>\n<a></b></svg>", XmlError("mismatched tag", 2, 6), "svg a", id="stray end tag"),
        pytest.param("x<svg><a x=1></a></svg>", XmlError("not well-formed (invalid token)", 1, 12), "svg a", id="no quotes"),
        pytest.param("<svg><g>", XmlError("mismatched tag", 1, 11), "svg g", id="cut off"),
        pytest.param("<div><svg><g></div>", XmlError("mismatched tag", 1, 16), "div svg g", id="ended by another"),
        pytest.param("<svg><g/><p>x", XmlError("mismatched tag", 1, 12), "svg g p", id="broken out of"),
        pytest.param("<svg></></svg>", XmlError("not well-formed (invalid token)", 1, 8), "svg", id="no tag"),
        pytest.param("<svg>&nbsp;</svg>", XmlError("undefined entity", 1, 6), "svg", id="entity of HTML"),
        pytest.param("<svg>\0</svg>", XmlError("not well-formed (invalid token)", 1, 6), "svg", id="NUL"),
        pytest.param("<svg>\ud800</svg>", XmlError("lone surrogate", 1, 1), "svg", id="surrogate"),
        pytest.param("<svg></_><g/></svg>", XmlError("mismatched tag", 1, 8), "svg g", id="what it is wrapped in"),
        pytest.param("<svg><x:g/></svg>", XmlError("unbound prefix", 1, 6), "svg x:g", id="prefix"),
        pytest.param(
            '<svg><!DOCTYPE svg [<!ENTITY a "aaaa">]>&a;</svg>',
            XmlError("not well-formed (invalid token)", 1, 8),
            "svg",
            id="declared entity",
        ),
    ],
)
def test_what_is_not_is_html_with_the_error(page: str, error: XmlError, names: str) -> None:
    document = parse_tree(page, svg="xml")
    assert [element.xml_error for element in document.xml_errors] == [error]
    assert [element.name for element in document.elements()] == names.split()
    assert document.equals(parse_tree(page))
    assert document.text() == parse_tree(page).text()
    assert str(error) == f"line {error.line}, column {error.column}: {error.message}"


def test_one_broken_block_is_one_block() -> None:
    kinds = [type(each) for each in blocks(parse_tree("<svg><b x></svg><svg><g></svg><p><svg></svg>", svg="xml"))]
    assert kinds == [Element, Element, XmlElement]


def test_unless_asked_for_svg_is_html() -> None:
    document = parse_tree("<svg><linearGradient/></svg>")
    assert [(element.name, element.namespace) for element in document.elements()] == [("svg", "svg"), ("lineargradient", "svg")]


def test_outside_of_svg_its_name_means_nothing() -> None:
    assert parse_tree("<math><mi><b></math><svg2/>", svg="xml").xml_errors == []
    block = parse_tree("<math><svg/></math>", svg="xml").find("svg")
    assert type(block) is Element


def test_a_block_may_be_of_any_size() -> None:
    paths = 10_000
    builder = TreeBuilder(svg="xml")
    parser = Parser(builder)
    parser.feed("<svg>")
    for _ in range(paths // 100):
        parser.feed("<path d='M0 0'/>" * 100)
    parser.feed("</svg>")
    parser.close()
    (block,) = blocks(builder.document)
    assert isinstance(block, XmlElement)
    assert len(block.root) == paths


def test_svg_on_pages_is_xml_or_says_why_not(pages: list[Path]) -> None:
    found = 0
    for path in pages:
        page = path.read_bytes()
        if b"<svg" in page:
            for block in blocks(parse_tree(page, svg="xml", keep={"svg"}, text=False)):
                found += 1
                assert isinstance(block, XmlElement) != isinstance(block.xml_error, XmlError)
    if not found:
        pytest.skip("no page here has svg")
