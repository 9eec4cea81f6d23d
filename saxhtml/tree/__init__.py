"""Trees: a page, or a part of one, as nodes that know where they stand in the source.

:class:`TreeBuilder` is the handler, :func:`parse_tree` the short way. Each node has a :class:`Span`, by which its source is
cut out of the page, or replaced with :func:`splice`; :class:`TreeSink` is for trees of other makes. The elements are those
written in the page: which ones the standard would supply or move is ``balance``'s matter, and ``xml.etree`` trees are made
by ``etree``. What can be decided while the page streams by, ``filters``, ``capture`` and ``rewrite`` do without a tree.
"""

from saxhtml.tree._builder import TreeBuilder, parse_tree
from saxhtml.tree._nodes import (
    Comment,
    DoctypeNode,
    Document,
    Element,
    Node,
    ParentNode,
    ProcessingInstruction,
    Text,
    XmlElement,
    XmlError,
)
from saxhtml.tree._sink import TreeSink
from saxhtml.tree._span import Span, splice

__all__ = [
    "Comment",
    "DoctypeNode",
    "Document",
    "Element",
    "Node",
    "ParentNode",
    "ProcessingInstruction",
    "Span",
    "Text",
    "TreeBuilder",
    "TreeSink",
    "XmlElement",
    "XmlError",
    "parse_tree",
    "splice",
]
