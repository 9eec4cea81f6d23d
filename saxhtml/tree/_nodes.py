"""The nodes: a document, and what stands in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeVar, overload
from xml.etree.ElementTree import Element as XmlRoot

from typing_extensions import override

from saxhtml import selector as selectors
from saxhtml._nesting import Namespace, OpenElements
from saxhtml.attributes import NO_ATTRIBUTES, Attributes
from saxhtml.errors import UsageError
from saxhtml.handler import Doctype
from saxhtml.selector import Matcher, Selector
from saxhtml.tree import _flat
from saxhtml.tree._source import SharedSource
from saxhtml.tree._span import Span

_T = TypeVar("_T")

NOWHERE: Final = Span(0, 0, 1, 1, None, None)

MAY_GO_WITHOUT_END: Final = frozenset(
    """body caption colgroup dd dt head html li optgroup option p rb rp rt rtc tbody td tfoot th thead tr""".split()
)
"""Elements whose end tag may be left out (WHATWG HTML, "Optional tags", and ``rb`` and ``rtc``, of which browsers say so)."""


class Node:
    """What stands in a tree. Nodes are equal to themselves only, and so can be keys; :meth:`equals` compares what they hold.

    A copy or a pickle of a node has all that is in it, and nothing of what it is in.
    """

    __slots__ = ("__weakref__", "_source", "_span", "parent")

    parent: ParentNode | None
    """The element or document it stands in."""
    _span: Span
    _source: SharedSource | None

    def __init__(self, span: Span = NOWHERE, source: SharedSource | None = None) -> None:
        self.parent = None
        self._span = span
        self._source = source

    @property
    def span(self) -> Span:
        """Where it stands in the page, as a whole."""
        return self._span

    @property
    def source(self) -> str:
        """Its source, as it was written: a piece of what all nodes share.

        Raises :class:`~saxhtml.UsageError` where that has not been kept.
        """
        if self._source is None:
            raise UsageError("the source was not kept: build the tree with keep_source=True, or cut it with span.of(page)")
        span = self.span
        return self._source.slice(span.offset, span.end_offset)

    @property
    def document(self) -> Document | None:
        """The document that it stands in, however deep, or None."""
        node: Node | None = self
        while node is not None and not isinstance(node, Document):
            node = node.parent
        return node

    def ancestors(self) -> Iterator[ParentNode]:
        """Yield what it stands in, from the inside out, the document last."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def text(self, *, alt: bool = False) -> str:
        """Return the text in it, references decoded; that of comments and the like is empty.

        With ``alt``, an element with nothing in it, such as an image, counts as its ALT text.
        """
        return ""

    def equals(self, other: Node) -> bool:
        """Tell whether another node holds the same, all that is in it included, wherever the two stand in their pages."""
        return _flat.equal(self, other)

    def _content(self) -> object:
        """Return what it holds besides its children, to be compared."""
        return None

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return _flat.restore, _flat.flatten(self)


class Text(Node):
    """Text, all that stands between two other nodes: ``data``, with references decoded and line ends as LF."""

    __slots__ = ("data",)

    def __init__(self, data: str, span: Span = NOWHERE, source: SharedSource | None = None) -> None:
        super().__init__(span, source)
        self.data = data

    @override
    def text(self, *, alt: bool = False) -> str:
        return self.data

    @override
    def _content(self) -> object:
        return self.data

    @override
    def __repr__(self) -> str:
        return f"<Text {_short(self.data)}{_at(self)}>"


class Comment(Node):
    """A comment, by its ``data``."""

    __slots__ = ("data",)

    def __init__(self, data: str, span: Span = NOWHERE, source: SharedSource | None = None) -> None:
        super().__init__(span, source)
        self.data = data

    @override
    def _content(self) -> object:
        return self.data

    @override
    def __repr__(self) -> str:
        return f"<Comment {_short(self.data)}{_at(self)}>"


class ProcessingInstruction(Node):
    """A processing instruction ``<?target data>``."""

    __slots__ = ("data", "target")

    def __init__(self, target: str, data: str, span: Span = NOWHERE, source: SharedSource | None = None) -> None:
        super().__init__(span, source)
        self.target = target
        self.data = data

    @override
    def _content(self) -> object:
        return self.target, self.data

    @override
    def __repr__(self) -> str:
        return f"<ProcessingInstruction {self.target} {_short(self.data)}{_at(self)}>"


class DoctypeNode(Node):
    """A doctype: ``doctype`` is the record that handlers get."""

    __slots__ = ("doctype",)

    def __init__(self, doctype: Doctype, span: Span = NOWHERE, source: SharedSource | None = None) -> None:
        super().__init__(span, source)
        self.doctype = doctype

    @override
    def _content(self) -> object:
        return self.doctype

    @override
    def __repr__(self) -> str:
        return f"<DoctypeNode {self.doctype.name}{_at(self)}>"


class ParentNode(Node):
    """What has children: a document or an element."""

    __slots__ = ("children",)

    children: list[Node]
    """What stands right in it, in order."""

    def __init__(self, span: Span = NOWHERE, source: SharedSource | None = None) -> None:
        super().__init__(span, source)
        self.children = []

    def append(self, node: Node) -> None:
        """Put a node at the end of the children, whose parent this becomes."""
        node.parent = self
        self.children.append(node)

    def iter(self) -> Iterator[Node]:
        """Yield all that is in it, in the order of the page, each element before what is in it."""
        todo = self.children[::-1]
        while todo:
            node = todo.pop()
            yield node
            if isinstance(node, ParentNode):
                todo += node.children[::-1]

    def elements(self, *names: str) -> Iterator[Element]:
        """Yield the elements in it, those of the given names, or all, in the order of the page."""
        wanted = frozenset(names)
        for node in self.iter():
            if isinstance(node, Element) and (not wanted or node.name in wanted):
                yield node

    def find(self, selector: str | Selector) -> Element | None:
        """Return the first element in it that matches a CSS selector, or None; see :meth:`find_all`."""
        return next(self.find_all(selector), None)

    def find_all(self, selector: str | Selector) -> Iterator[Element]:
        """Yield the elements in it that match a CSS selector, such as a name, in the order of the page.

        The selector sees what is in this node, and nothing around it: ``ul li`` finds no items right in a list that is
        asked. Raises :class:`~saxhtml.selector.SelectorError` for what selectors here cannot say.
        """
        matcher = Matcher([selectors.compile(selector)])
        return self._matching(matcher)

    def _matching(self, matcher: Matcher) -> Iterator[Element]:
        place, _ = OpenElements[None]().start("_", NO_ATTRIBUTES)
        assert place is not None  # as for every name that the standard has no rule for
        todo = [iter(self.children)]
        while todo:
            node = next(todo[-1], None)
            if node is None:
                todo.pop()
            elif isinstance(node, Element):
                place.name, place.namespace = node.name, node.namespace
                place.depth, place.void = len(todo) - 1, not node.children
                if matcher.match(place, node.attrs):
                    yield node
                if node.children:
                    todo.append(iter(node.children))

    @override
    def text(self, *, alt: bool = False) -> str:
        return "".join([node._own_text(alt) if isinstance(node, ParentNode) else node.text() for node in (self, *self.iter())])

    def _own_text(self, alt: bool) -> str:
        """Return the text that is not its children's."""
        return ""


class Document(ParentNode):
    """A page, or the part of one that a tree was built of. ``encoding`` is that of its bytes, or None where str was fed."""

    __slots__ = ("encoding",)

    encoding: str | None

    def __init__(self, span: Span = NOWHERE, source: SharedSource | None = None) -> None:
        super().__init__(span, source)
        self.encoding = None

    @property
    def unclosed(self) -> list[Element]:
        """The elements without an end tag, of those that should have one, in the order of the page."""
        return [
            element
            for element in self.elements()
            if element.end_tag is None
            and not element.void
            and (element.name not in MAY_GO_WITHOUT_END or element.namespace != "html")
        ]

    @property
    def xml_errors(self) -> list[Element]:
        """The svg elements that should be XML and are not, and so stand there as HTML; each has an ``xml_error``."""
        return [element for element in self.elements("svg") if element.xml_error is not None]

    @override
    def __repr__(self) -> str:
        return f"<Document with {len(self.children)} children>"


class Element(ParentNode):
    """An element. Subclasses may stand for the elements of some names: see ``classes`` of :class:`TreeBuilder`."""

    __slots__ = ("attrs", "end_tag", "name", "namespace", "start_tag", "void", "xml_error")

    name: str
    attrs: Attributes
    namespace: Namespace
    """Whether it is one of HTML, of svg, or of MathML."""
    start_tag: Span
    """Where its start tag stands."""
    end_tag: Span | None
    """Where its end tag stands, or None if it has none. That of a misnested element (``<b><p></b></p>``) is not its end."""
    void: bool
    """Whether it ends with its start tag: void elements of HTML, and self-closing ones in svg and math."""
    xml_error: XmlError | None
    """What was wrong with an svg element that should be XML and is not."""

    def __init__(
        self,
        name: str,
        attrs: Attributes = NO_ATTRIBUTES,
        namespace: Namespace = "html",
        span: Span = NOWHERE,
        source: SharedSource | None = None,
        *,
        void: bool = False,
    ) -> None:
        super().__init__(span, source)
        self.name = name
        self.attrs = attrs
        self.namespace = namespace
        self.start_tag = span
        self.end_tag = None
        self.void = void
        self.xml_error = None

    @overload
    def get(self, name: str) -> str | None: ...
    @overload
    def get(self, name: str, default: str | _T) -> str | _T: ...
    def get(self, name: str, default: object = None) -> object:
        """Return the value of an attribute, or ``default``; ``attrs[name]`` raises KeyError instead."""
        return self.attrs.get(name, default)

    @override
    def _own_text(self, alt: bool) -> str:
        return self.attrs.get("alt", "") if alt and not self.children else ""

    @override
    def _content(self) -> object:
        return self.name, self.namespace, dict(self.attrs)

    @override
    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} {self.attrs!r}{_at(self)}>"


class XmlElement(Element):
    """An svg element that is well-formed XML: ``root`` is its tree, by ``xml.etree``. It has no children here."""

    __slots__ = ("root",)

    root: XmlRoot

    @override
    def _own_text(self, alt: bool) -> str:
        return "".join(self.root.itertext())

    @override
    def _content(self) -> object:
        return _flat.xml_rows(self.root)


class XmlError(NamedTuple):
    """What makes an svg element no XML, and where in the page: ``line`` and ``column`` from 1."""

    message: str
    line: int
    column: int

    @override
    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


def _short(data: str) -> str:
    return repr(data if len(data) <= 40 else f"{data[:39]}…")


def _at(node: Node) -> str:
    return f" at {node.span.line}:{node.span.column}"
