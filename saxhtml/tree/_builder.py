"""The handler that builds a tree of the events it is told of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, Final, Literal, TypeVar, overload

from typing_extensions import override

from saxhtml._elements import RAWTEXT
from saxhtml._nesting import OpenElement, OpenElements
from saxhtml.attributes import Attributes, ascii_lower
from saxhtml.errors import StopParsing, UsageError
from saxhtml.handler import Doctype, Handler, Interest
from saxhtml.parser import Source, parse
from saxhtml.position import Locator
from saxhtml.tree._around import OpenElementsWithin
from saxhtml.tree._growth import Growth
from saxhtml.tree._nodes import Document, Element
from saxhtml.tree._sink import NodeSink, TreeSink
from saxhtml.tree._source import SharedSource, Tap
from saxhtml.tree._span import Span, joined, span_here, up_to
from saxhtml.tree._xml import XmlReader

N = TypeVar("N")

_ALL: Final = replace(Interest.everything(), parse_error=False)
_RAW: Final = RAWTEXT | {"script"}
_BLANK_COUNTS: Final = frozenset("listing plaintext pre script style textarea xmp".split())
"""Elements in which text of nothing but white space is kept."""
_SPACE: Final = " \t\n\f\r"


class TreeBuilder(Growth[N], Handler):
    """A handler that builds a tree: :attr:`document`, which is whole after ``end_document``.

    ``keep``: the names of the elements that get nodes; what stands in others goes to the element around that has one, but
    not the text of dropped scripts and styles. Outside of kept elements the parser passes over all other tags.
    ``text``, ``comments``: whether these get nodes; processing instructions are counted as comments.
    ``blank_text``: whether text of nothing but white space gets a node outside ``pre``, ``script``, ``style``, ``textarea``.
    ``classes``: the subclasses of :class:`Element` to use, by the names of elements; ``"*"`` for all other names.
    ``svg``: "xml" gives each ``svg`` to an XML parser too, and puts an :class:`XmlElement` where it is well-formed.
    ``keep_source``: keep the source of the page, in one piece of which each node's ``source`` is a part.
    ``until_html_end``: stop the parse behind ``</html>``.
    ``sink``: what makes the nodes, for trees of another make; ``classes`` and ``keep_source`` are not for these.

    The tree has the elements of which there are tags, nested by the standard's rules for end tags that are missing, left out or
    in the wrong place. What the standard adds (``html``, ``body``, ``tbody``) or moves, ``balance`` does in front of this.
    It may be told of a part of a page: call ``start_document`` with the locator, then the events, then ``end_document``
    before or after what comes behind them. Raises :class:`~saxhtml.UsageError` for options that make no sense.
    """

    @overload
    def __init__(
        self: TreeBuilder[Document],
        *,
        keep: AbstractSet[str] | None = ...,
        text: bool = ...,
        comments: bool = ...,
        blank_text: bool = ...,
        classes: Mapping[str, type[Element]] | None = ...,
        svg: Literal["html", "xml"] = ...,
        keep_source: bool = ...,
        until_html_end: bool = ...,
    ) -> None: ...
    @overload
    def __init__(
        self,
        *,
        sink: TreeSink[N],
        keep: AbstractSet[str] | None = ...,
        text: bool = ...,
        comments: bool = ...,
        blank_text: bool = ...,
        svg: Literal["html", "xml"] = ...,
        until_html_end: bool = ...,
    ) -> None: ...
    def __init__(
        self,
        *,
        sink: TreeSink[N] | None = None,
        keep: AbstractSet[str] | None = None,
        text: bool = True,
        comments: bool = True,
        blank_text: bool = True,
        classes: Mapping[str, type[Element]] | None = None,
        svg: Literal["html", "xml"] = "html",
        keep_source: bool = False,
        until_html_end: bool = False,
    ) -> None:
        if keep is not None and not isinstance(keep, AbstractSet):
            raise UsageError(f"TreeBuilder(keep=...) takes a set of names, not {keep!r}")
        if svg not in ("html", "xml"):
            raise UsageError(f'TreeBuilder(svg=...) takes "html" or "xml", not {svg!r}')
        if sink is not None and (classes is not None or keep_source):
            raise UsageError("classes and keep_source are for the nodes of saxhtml.tree: a sink makes its own")
        for name, kind in (classes or {}).items():
            if not (isinstance(kind, type) and issubclass(kind, Element)):
                raise UsageError(f"TreeBuilder(classes=...) takes subclasses of tree.Element, not {kind!r} for {name!r}")
        self._own_sink = sink
        self._classes = {ascii_lower(name): kind for name, kind in (classes or {}).items()}
        self._keeps_source = keep_source
        self._keep = None if keep is None else frozenset(map(ascii_lower, keep))
        self._with_text = text
        self._with_comments = comments
        self._with_blank_text = blank_text
        self._svg_as_xml = svg == "xml"
        self._until_html_end = until_html_end
        self._live_interest = replace(_ALL, text=text, comment=comments, processing_instruction=comments)
        self._followed = self._names_followed()
        ends = frozenset({"html"}) if until_html_end else False
        self._idle_interest = replace(self._live_interest, start=self._followed, end=ends)
        self._document: N | None = None
        self._source: SharedSource | None = None
        self._xml: XmlReader | None = None
        self._followed_open = 0

    def _names_followed(self) -> frozenset[str]:
        """Return the names of the elements that have to be seen, where not all are kept.

        Those of svg and MathML count as theirs in there only; and text is judged by what it stands in.
        """
        names = (self._keep or frozenset()) | {"svg", "math"}
        if self._with_text:
            names |= _RAW if self._with_blank_text else _RAW | _BLANK_COUNTS
        return names

    @property
    def document(self) -> N:
        """The tree: whole after ``end_document``, and what there is of it before."""
        if self._document is None:
            raise UsageError("there is no document yet: give the builder to a parser, and feed that")
        return self._document

    @override
    def interest(self) -> Interest:
        if self._keeps_source or self._xml is not None:
            return _ALL
        return self._live_interest if self._keep is None or self._followed_open else self._idle_interest

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self._source = SharedSource(locator.offset) if self._keeps_source else None
        self._tap = Tap(locator) if self._keeps_source else None
        sink: Any = self._own_sink or NodeSink(self._classes, self._source)
        self._document = sink.document()
        self._plant(sink, self._document)
        self._open: OpenElements[Any] = OpenElements() if self._keep is None else OpenElementsWithin()
        self._followed_open = 0
        self._blank_counts = 0
        self._xml = None
        self._xml_element: OpenElement[Any] | None = None
        self._ended = False

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        piece = self._tap.take() if self._tap is not None else ""
        if self._keep is not None and not self._followed_open and name not in self._followed:
            self._pass_on(piece)
            return
        element, closed = self._open.start(name, attrs)
        if closed:
            self._close(closed)
        self._pass_on(piece)
        if element is not None:
            if self._keep is None or name in self._keep:
                self._begin(element, attrs)
            if not element.void:
                self._note_open(element)
        if closed:
            self._note_closed(closed)

    @override
    def _begin(self, element: OpenElement[Any], attrs: Attributes) -> N:
        if self._svg_as_xml and element.name == "svg" and element.namespace == "svg" and self._xml is None:
            self._xml = XmlReader(span_here(self.locator))
            self._xml_element = element
            self._xml.feed(self.locator.source)
            if self._tap is None:
                self._tap = Tap(self.locator)
                self._tap.take()
            self.locator.interest_changed()
        return super()._begin(element, attrs)

    @override
    def _end(self, element: OpenElement[Any], node: N, span: Span, end_tag: Span | None) -> None:
        super()._end(element, node, span, end_tag)
        if self._xml is not None and element is self._xml_element:
            self._sink.xml(self._nodes[-1].node, node, self._xml.finish())
            self._xml = self._xml_element = None
            if self._source is None:
                self._tap = None
            self.locator.interest_changed()

    def _note_open(self, element: OpenElement[Any]) -> None:
        if element.name in _BLANK_COUNTS and element.namespace == "html":
            self._blank_counts += 1
        if self._keep is not None and element.name in self._followed:
            self._followed_open += 1
            if self._followed_open == 1:
                self.locator.interest_changed()

    def _note_closed(self, closed: Sequence[OpenElement[Any]]) -> None:
        for element in closed:
            if element.name in _BLANK_COUNTS and element.namespace == "html":
                self._blank_counts -= 1
            if self._keep is not None and element.name in self._followed:
                self._followed_open -= 1
        if self._keep is not None and not self._followed_open:
            # What else is open is forgotten: not all tags will be seen any more.
            self._open = OpenElementsWithin()
            self._taken_out.clear()
            self.locator.interest_changed()

    @override
    def end_tag(self, name: str) -> None:
        self._note_source()
        if self._keep is None or self._followed_open:
            namesake = self._namesake(self._open, name)
            closed = self._open.end(name)
            if closed or namesake is not None:
                self._close(closed, name, namesake)
                self._note_closed(closed)
        if self._until_html_end and name == "html":
            self._here()
            self.end_document()
            raise StopParsing

    @override
    def text(self, data: str) -> None:
        self._note_source()
        if not self._with_text:
            return
        inside = self._open._stack[-1]
        if inside.name in _RAW and inside.namespace == "html" and self._nodes[-1].depth != inside.depth:
            return
        counts = self._text_counts or self._with_blank_text or self._blank_counts > 0 or bool(data.strip(_SPACE))
        self._add_text(data, counts)

    @override
    def comment(self, data: str) -> None:
        self._note_source()
        if self._with_comments:
            self._add_comment(data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._note_source()
        self._add_doctype(doctype)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._note_source()
        if self._with_comments:
            self._add_processing_instruction(target, data)

    def _note_source(self) -> None:
        if self._tap is not None:
            self._pass_on(self._tap.take())

    def _pass_on(self, piece: str) -> None:
        if self._source is not None:
            self._source.append(piece)
        if self._xml is not None:
            self._xml.feed(piece)

    @override
    def end_document(self) -> None:
        if self._ended:
            return
        self._ended = True
        if self._tap is not None:
            self._pass_on(self._tap.take_rest())
        self._close(self._open.finish())
        self._end_text()
        begin, here, latest = self._nodes[0].start_tag, span_here(self.locator), self._latest
        # A part of a page may be ended while its last event is at hand.
        whole = joined(begin, latest) if latest.end_offset > here.offset else up_to(begin, here)
        document = self.document
        self._sink.end(document, whole, None)
        if isinstance(document, Document):
            document.encoding = self.locator.encoding


def parse_tree(source: Source, *, encoding: str | None = None, **options: Any) -> Document:
    """Parse a page into a tree.

    ``source`` and ``encoding`` are those of :func:`saxhtml.parse`; ``options`` are :class:`TreeBuilder`'s, but for ``sink``,
    and :class:`saxhtml.Parser`'s. Raises what these raise.
    """
    own = {name: options.pop(name) for name in _OPTIONS & options.keys()}
    builder: TreeBuilder[Document] = TreeBuilder(**own)
    return parse(source, builder, encoding=encoding, **options).document


_OPTIONS: Final = frozenset("keep text comments blank_text classes svg keep_source until_html_end".split())
