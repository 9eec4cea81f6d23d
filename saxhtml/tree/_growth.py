"""Nodes as they grow: which are open, the text that may go on, and where each of them ends."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from saxhtml._elements import FORMATTING
from saxhtml._nesting import OpenElement, OpenElements
from saxhtml.attributes import Attributes
from saxhtml.handler import Doctype
from saxhtml.position import Locator
from saxhtml.tree._around import is_its_end_tag
from saxhtml.tree._nodes import NOWHERE
from saxhtml.tree._sink import TreeSink
from saxhtml.tree._span import Span, joined, span_here, up_to

N = TypeVar("N")

_MAY_BE_TAKEN_OUT: Final = FORMATTING | {"form"}


class OpenNode(Generic[N]):
    """A node that is open, and how deep its element stands."""

    __slots__ = ("depth", "node", "start_tag")

    def __init__(self, node: N, depth: int, start_tag: Span) -> None:
        self.node = node
        self.depth = depth
        self.start_tag = start_tag


class Growth(Generic[N]):
    """Has a sink make nodes of what it is told of: elements that an :class:`OpenElements` opens and closes, or some of them.

    This is for those who follow the elements themselves, as :class:`TreeBuilder` does, and ``capture``.
    """

    locator: Locator
    _sink: TreeSink[N]
    _nodes: deque[OpenNode[N]]
    """What is open, from the outside in; what begins is put into the last one."""
    _pieces: list[str]
    """The text so far since the last node."""

    def _plant(self, sink: TreeSink[N], top: N) -> None:
        """Begin with a node, at the beginning of the event at hand, that no end tag ends."""
        self._sink = sink
        self._latest = span_here(self.locator)
        self._nodes = deque([OpenNode(top, -1, self._latest)])
        self._pieces = []
        self._text_counts = False
        self._text_from = self._text_to = NOWHERE
        self._taken_out: dict[int, Span] = {}

    def _here(self) -> Span:
        self._latest = span_here(self.locator)
        return self._latest

    def _begin(self, element: OpenElement[Any], attrs: Attributes) -> N:
        """Begin the node of an element, whose start tag is at hand; end it too if it is void."""
        self._end_text()
        span = self._here()
        node = self._sink.element(self._nodes[-1].node, element.name, attrs, element.namespace, span, void=element.void)
        if element.void:
            self._end(element, node, span, None)
        else:
            self._nodes.append(OpenNode(node, element.depth, span))
        return node

    def _namesake(self, elements: OpenElements[Any], name: str) -> OpenElement[Any] | None:
        """Return the element that an end tag may take out of the middle, where others keep it open until they end."""
        at = elements._html.get(name, -1) if name in _MAY_BE_TAKEN_OUT else -1
        return None if at < 0 else elements._stack[at]

    def _close(self, closed: Sequence[OpenElement[Any]], end_tag: str = "", namesake: OpenElement[Any] | None = None) -> None:
        """End elements, innermost first; the one that the end tag is of, and those around it, behind the tag.

        ``namesake`` is what :meth:`_namesake` gave before.
        """
        if namesake is not None and namesake._leaving:
            self._taken_out[namesake.depth] = span_here(self.locator)
        here: Span | None = None
        is_behind = False
        for element in closed:
            is_its = not is_behind and is_its_end_tag(end_tag, element.name)
            is_behind |= is_its
            taken_out = self._taken_out.pop(element.depth, None)
            if not self._nodes or self._nodes[-1].depth != element.depth:
                continue
            self._end_text()
            if here is None:
                here = self._here() if end_tag else span_here(self.locator)
            ended = self._nodes.pop()
            span = joined(ended.start_tag, here) if is_behind else up_to(ended.start_tag, here)
            self._end(element, ended.node, span, here if is_its and not self.locator.implied else taken_out)

    def _end(self, element: OpenElement[Any], node: N, span: Span, end_tag: Span | None) -> None:
        self._sink.end(node, span, end_tag)

    def _add_text(self, data: str, counts: bool) -> None:
        """Add to the text; if none of it counts, it gets no node."""
        span = self._here()
        if not self._pieces:
            self._text_from = span
        self._text_to = span
        self._pieces.append(data)
        self._text_counts |= counts

    def _add_comment(self, data: str) -> None:
        self._end_text()
        self._sink.comment(self._nodes[-1].node, data, self._here())

    def _add_doctype(self, doctype: Doctype) -> None:
        self._end_text()
        self._sink.doctype(self._nodes[-1].node, doctype, self._here())

    def _add_processing_instruction(self, target: str, data: str) -> None:
        self._end_text()
        self._sink.processing_instruction(self._nodes[-1].node, target, data, self._here())

    def _end_text(self) -> None:
        if self._pieces:
            if self._text_counts:
                self._sink.text(self._nodes[-1].node, "".join(self._pieces), joined(self._text_from, self._text_to))
            self._pieces.clear()
            self._text_counts = False
