"""Where a tree is put: the protocol for trees of other makes, and what makes the nodes of this room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar
from xml.etree.ElementTree import Element as XmlRoot

from saxhtml._nesting import Namespace
from saxhtml.attributes import Attributes
from saxhtml.handler import Doctype
from saxhtml.tree._nodes import (
    Comment,
    DoctypeNode,
    Document,
    Element,
    ParentNode,
    ProcessingInstruction,
    Text,
    XmlElement,
    XmlError,
)
from saxhtml.tree._source import SharedSource
from saxhtml.tree._span import Span

N = TypeVar("N")


class TreeSink(Protocol[N]):
    """Takes the parts of a tree as they come and makes nodes of them, of whatever kind.

    ``N`` is what stands for a document or an element; it is handed back as the parent of what is in it. Everything comes in
    the order of the page, so it is put behind what the parent has already.
    """

    def document(self) -> N:
        """Begin a document."""
        ...

    def element(self, parent: N, name: str, attrs: Attributes, namespace: Namespace, span: Span, *, void: bool) -> N:
        """Begin an element, whose start tag stands at ``span``. A void one is ended right away."""
        ...

    def end(self, node: N, span: Span, end_tag: Span | None) -> None:
        """End an element, or at last the document, which as a whole stands at ``span``."""
        ...

    def text(self, parent: N, data: str, span: Span) -> None:
        """Add text: all that stands between two other nodes."""
        ...

    def comment(self, parent: N, data: str, span: Span) -> None:
        """Add a comment."""
        ...

    def doctype(self, parent: N, doctype: Doctype, span: Span) -> None:
        """Add a doctype."""
        ...

    def processing_instruction(self, parent: N, target: str, data: str, span: Span) -> None:
        """Add a processing instruction."""
        ...

    def xml(self, parent: N, element: N, root: XmlRoot | XmlError) -> None:
        """Put an XML tree in the place of an svg element that has just ended, or note why it is none (``svg="xml"``)."""
        ...


class NodeSink:
    """Makes nodes of this room."""

    __slots__ = ("_classes", "_other", "_source")

    def __init__(self, classes: Mapping[str, type[Element]], source: SharedSource | None) -> None:
        self._classes = classes
        self._other = classes.get("*", Element)
        self._source = source

    def document(self) -> ParentNode:
        return Document(source=self._source)

    def element(
        self, parent: ParentNode, name: str, attrs: Attributes, namespace: Namespace, span: Span, *, void: bool
    ) -> ParentNode:
        element = self._classes.get(name, self._other)(name, attrs, namespace, span, self._source, void=void)
        parent.append(element)
        return element

    def end(self, node: ParentNode, span: Span, end_tag: Span | None) -> None:
        node._span = span
        if isinstance(node, Element):
            node.end_tag = end_tag

    def text(self, parent: ParentNode, data: str, span: Span) -> None:
        parent.append(Text(data, span, self._source))

    def comment(self, parent: ParentNode, data: str, span: Span) -> None:
        parent.append(Comment(data, span, self._source))

    def doctype(self, parent: ParentNode, doctype: Doctype, span: Span) -> None:
        parent.append(DoctypeNode(doctype, span, self._source))

    def processing_instruction(self, parent: ParentNode, target: str, data: str, span: Span) -> None:
        parent.append(ProcessingInstruction(target, data, span, self._source))

    def xml(self, parent: ParentNode, element: ParentNode, root: XmlRoot | XmlError) -> None:
        assert isinstance(element, Element)
        if isinstance(root, XmlError):
            element.xml_error = root
            return
        node = XmlElement(element.name, element.attrs, "svg", element.start_tag, self._source, void=element.void)
        node.root = root
        node._span, node.end_tag = element.span, element.end_tag
        element.parent = None
        parent.children.pop()
        parent.append(node)
