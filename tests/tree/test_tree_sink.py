"""Sinks: trees of other makes, here one of xml.etree elements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from saxhtml.errors import UsageError
from saxhtml.handler import Doctype
from saxhtml.parser import parse
from saxhtml.testing import every_split
from saxhtml.tree import Span, TreeBuilder, TreeSink, XmlError

PAGE = "<!DOCTYPE html><p class=x>a<br>b<!--c--><svg><linearGradient/></svg>d<?e f?><svg><g></svg>"


class EtreeSink:
    """Makes a tree of ``xml.etree``, and notes where things stand."""

    def __init__(self) -> None:
        self.places: list[tuple[str, Span, Span | None]] = []
        self.errors: list[XmlError] = []

    def document(self) -> Element:
        return Element("document")

    def element(
        self, parent: Element, name: str, attrs: Mapping[str, str], namespace: str, span: Span, *, void: bool
    ) -> Element:
        return ElementTree.SubElement(parent, name, dict(attrs))

    def end(self, node: Element, span: Span, end_tag: Span | None) -> None:
        self.places.append((node.tag, span, end_tag))

    def text(self, parent: Element, data: str, span: Span) -> None:
        if len(parent):
            parent[-1].tail = data
        else:
            parent.text = data

    def comment(self, parent: Element, data: str, span: Span) -> None:
        parent.append(ElementTree.Comment(data))

    def doctype(self, parent: Element, doctype: Doctype, span: Span) -> None:
        parent.set("doctype", doctype.name or "")

    def processing_instruction(self, parent: Element, target: str, data: str, span: Span) -> None:
        parent.append(ElementTree.ProcessingInstruction(target, data))

    def xml(self, parent: Element, element: Element, root: Element | XmlError) -> None:
        if isinstance(root, XmlError):
            self.errors.append(root)
        else:
            parent[-1] = root


def etree(pieces: list[str], **options: Any) -> tuple[str, EtreeSink]:
    sink = EtreeSink()
    protocol: TreeSink[Element] = sink
    document = parse(pieces, TreeBuilder(sink=protocol, **options)).document
    return ElementTree.tostring(document, encoding="unicode"), sink


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param(
            {},
            '<document doctype="html"><p class="x">a<br />b<!--c--><svg><lineargradient /></svg>d<?e f?><svg><g /></svg></p>'
            "</document>",
            id="all",
        ),
        pytest.param({"keep": {"br"}, "comments": False}, '<document doctype="html">a<br />bd</document>', id="some"),
        pytest.param(
            {"svg": "xml", "text": False, "comments": False},
            '<document xmlns:ns0="http://www.w3.org/2000/svg" doctype="html"><p class="x"><br /><ns0:svg><ns0:linearGradient />'
            "</ns0:svg><svg><g /></svg></p></document>",
            id="svg as XML",
        ),
    ],
)
def test_a_sink_makes_a_tree_of_another_make_however_the_page_is_cut(options: dict[str, Any], expected: str) -> None:
    for pieces in [[PAGE], *every_split(PAGE), list(PAGE)]:
        assert etree(pieces, **options)[0] == expected


def test_a_sink_is_told_where_things_stand_as_they_end() -> None:
    places = etree([PAGE])[1].places
    assert [(tag, span.of(PAGE), end_tag and end_tag.of(PAGE)) for tag, span, end_tag in places] == [
        ("br", "<br>", None),
        ("lineargradient", "<linearGradient/>", None),
        ("svg", "<svg><linearGradient/></svg>", "</svg>"),
        ("g", "<g>", None),
        ("svg", "<svg><g></svg>", "</svg>"),
        ("p", PAGE[15:], None),
        ("document", PAGE, None),
    ]


def test_a_sink_is_told_which_svg_is_no_xml() -> None:
    assert [error.message for error in etree([PAGE], svg="xml")[1].errors] == ["mismatched tag"]


@pytest.mark.parametrize("options", [{"classes": {}}, {"keep_source": True}], ids=["classes", "keep_source"])
def test_what_is_for_the_nodes_of_this_room_a_sink_refuses(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="a sink makes its own"):
        TreeBuilder(sink=EtreeSink(), **options)  # type: ignore[call-overload]
