"""Trees as rows, whatever their depth: how nodes are compared, and what is pickled of them.

A tree is its nodes in the order of the page, each with its depth. Pickling and comparing objects inside objects would go
down by recursion, and to no great depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from xml.etree.ElementTree import Element as XmlRoot

from saxhtml.tree._source import SharedSource

if TYPE_CHECKING:
    from saxhtml.tree._nodes import Node

_Shape: TypeAlias = "tuple[type[Node], tuple[str, ...]]"
_Row: TypeAlias = tuple[int, int, tuple[Any, ...], dict[str, Any] | None]
_XmlRow: TypeAlias = tuple[int, Any, dict[str, str], str | None, str | None]

_NOT_KEPT: Final = ("parent", "children", "_source")


def equal(one: Node, other: Node) -> bool:
    """Tell whether two nodes hold the same."""
    for this, that in zip_longest(_walk(one), _walk(other)):
        if this is None or that is None or this[0] != that[0]:
            return False
        if type(this[1]) is not type(that[1]) or this[1]._content() != that[1]._content():
            return False
    return True


def flatten(top: Node) -> tuple[list[_Shape], list[_Row], SharedSource | None]:
    """Return what :func:`restore` makes a node of again, and all that is in it."""
    shapes: dict[_Shape, int] = {}
    rows = []
    for depth, node in _walk(top):
        state: Any = object.__getstate__(node)  # a pair, for what has slots
        attributes, slots = state
        for name in _NOT_KEPT:
            slots.pop(name, None)
        if "root" in slots:
            slots["root"] = xml_rows(slots["root"])
        shape = shapes.setdefault((type(node), tuple(slots)), len(shapes))
        rows.append((depth, shape, tuple(slots.values()), attributes))
    span = top.span
    return list(shapes), rows, top._source and top._source.part(span.offset, span.end_offset)


def restore(shapes: list[_Shape], rows: list[_Row], source: SharedSource | None) -> Node:
    """Return the node of which these are the rows."""
    path: list[Any] = []
    for depth, shape, values, attributes in rows:
        kind, names = shapes[shape]
        node: Any = kind.__new__(kind)
        node._source = source
        node.parent = None
        for name, value in zip(names, values, strict=True):
            setattr(node, name, _restored_xml(value) if name == "root" else value)
        if attributes:
            node.__dict__.update(attributes)
        if hasattr(kind, "children"):
            node.children = []
        del path[depth:]
        if path:
            path[-1].append(node)
        path.append(node)
    top: Node = path[0]
    return top


def xml_rows(root: XmlRoot) -> list[_XmlRow]:
    """Return the elements of an XML tree, each with its depth."""
    rows: list[_XmlRow] = []
    todo = [(0, root)]
    while todo:
        depth, element = todo.pop()
        rows.append((depth, element.tag, element.attrib, element.text, element.tail))
        todo += [(depth + 1, child) for child in reversed(element)]
    return rows


def _restored_xml(rows: list[_XmlRow]) -> XmlRoot:
    path: list[XmlRoot] = []
    for depth, tag, attributes, text, tail in rows:
        element = XmlRoot(tag, attributes)
        element.text, element.tail = text, tail
        del path[depth:]
        if path:
            path[-1].append(element)
        path.append(element)
    return path[0]


def _walk(top: Node) -> Iterator[tuple[int, Node]]:
    todo = [(0, top)]
    while todo:
        depth, node = todo.pop()
        yield depth, node
        todo += [(depth + 1, child) for child in reversed(getattr(node, "children", ()))]
