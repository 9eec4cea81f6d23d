"""Handlers that call back with each match when it has ended and its tree is together, or too large."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.capture._contents import BUT_ERRORS, Contents
from saxhtml.capture._match import Captured
from saxhtml.handler import Doctype
from saxhtml.tree import Document, Element, Node, ParentNode, Span
from saxhtml.tree._growth import Growth, OpenNode
from saxhtml.tree._sink import NodeSink
from saxhtml.tree._span import joined, span_here, up_to

_SINK: Final = NodeSink({}, None)


class Trees(Contents):
    """Captures subtrees. Places on the tape, on which there is nothing, are offsets in the input.

    The outermost open element has a tree, and those in it have parts of that, so that each node is made once.
    """

    _inside = BUT_ERRORS

    @override
    def _forget(self) -> None:
        super()._forget()
        self._growth: Growth[ParentNode] = Growth()

    @override
    def text(self, data: str) -> None:
        match = self._wanted.match_text(data, self.locator)
        if match is not None:
            match._settle()
            self._callback(match)
        if self._open:
            self._growth._add_text(data, True)
            self._settle(was_open=True)
        super().text(data)

    @override
    def comment(self, data: str) -> None:
        if self._open:
            self._growth._add_comment(data)
            self._settle(was_open=True)
        super().comment(data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        if self._open:
            self._growth._add_doctype(doctype)
            self._settle(was_open=True)
        super().doctype(doctype)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        if self._open:
            self._growth._add_processing_instruction(target, data)
            self._settle(was_open=True)
        super().processing_instruction(target, data)

    @override
    def _begin_tape(self) -> None:
        self._growth.locator = self.locator
        self._growth._plant(_SINK, Document())

    @override
    def _note(self, end_tag: str = "") -> None:
        self._namesake = self._growth._namesake(self._elements._open, end_tag)

    @override
    def _note_element(self, match: Captured | None, attrs: Attributes) -> None:
        element, growth = self._elements.opened, self._growth
        if element is None:
            if match is not None:
                match.tree = Element(match.name, attrs, span=span_here(self.locator), void=True)
            return
        node = growth._begin(element, attrs)
        if isinstance(growth._nodes[0].node, Document):
            growth._nodes.popleft()
            node.parent = None
        if match is not None:
            assert isinstance(node, Element)
            match.tree = node

    @override
    def _end_all(self, ended: Sequence[Captured], end_tag: str = "") -> None:
        self._growth._close(self._elements.closed, end_tag, self._namesake)
        self._elements.closed = ()
        super()._end_all(ended, end_tag)

    @override
    def _deliver(self, match: Captured, end: int) -> None:
        if end - match.begun > self._limit:
            match.truncated = True
            nodes = self._growth._nodes
            if nodes and nodes[0].node is match.tree:
                self._cut_off(match.begun + self._limit)
        self._callback(match)

    def _cut_off(self, end: int) -> None:
        """End what the outermost element and the next one have between them; or where there is no next one, all."""
        nodes = self._growth._nodes
        following = self._open[0].tree if self._open else None
        if following is None:
            dropped = self._drop_behind(end)
            here = span_here(self.locator)
            while nodes:
                start = nodes[-1].start_tag
                self._end_node(nodes.pop(), joined(start, here) if dropped is None else up_to(start, dropped))
        else:
            assert following.parent is not None
            following.parent.children.pop()
            following.parent = None
            while nodes[0].node is not following:
                self._end_node(nodes[0], up_to(nodes.popleft().start_tag, following.start_tag))

    def _end_node(self, opened: OpenNode[ParentNode], span: Span) -> None:
        _SINK.end(opened.node, span, self._growth._taken_out.pop(opened.depth, None))

    def _drop_behind(self, end: int) -> Span | None:
        """Take away what the event at hand has added, or the text that it belongs to, if it ends behind a place."""
        growth = self._growth
        if growth._pieces:
            if growth._text_to.end_offset > end:
                growth._pieces.clear()
                return growth._text_from
            growth._end_text()
        latest = growth._nodes[-1].node
        node: Node = latest.children[-1] if latest.children else latest
        place = node.start_tag if isinstance(node, Element) else node.span
        if node.parent is None or place.end_offset <= end:
            return None
        node.parent.children.pop()
        if node is latest:
            growth._nodes.pop()
        return place

    @override
    def _begin_of(self, match: Captured) -> int:
        return match.offset

    @override
    def _end_of(self, match: Captured) -> int:
        return match.end_offset

    @override
    def _reached(self) -> int:
        return self.locator.end_offset
