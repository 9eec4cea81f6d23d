"""Balance by the content models of a DTD, in the way of a parser that guesses: containment, inclusion and exclusion only.

A tag that may not stand where it is goes to the innermost open element that holds it, and what is open within ends. When
none does, the containers are implied that it is most likely to stand in. Order and number are not looked at, and names that
the DTD does not know may stand anywhere and hold anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeVar

from typing_extensions import override

from saxhtml._elements import MATH_TEXT_POINTS, SVG_HTML_POINTS, VOID
from saxhtml.attributes import Attributes
from saxhtml.balance._repair import Balancer, OnRepair, Place
from saxhtml.dtd import DTD, TEXT, Context
from saxhtml.handler import HandlerProtocol
from saxhtml.position import Locator

_K = TypeVar("_K")

_FOREIGN: Final = frozenset({"svg", "math"})
_SPACE: Final = "\t\n\f\r "


class _Level(NamedTuple):
    name: str
    context: Context
    content: str
    """What stands in it: "html", "svg" or "math"."""
    began: Place


class DTDBalancer(Balancer):
    """Balances by a DTD."""

    def __init__(self, then: HandlerProtocol | None, dtd: DTD, *, on_repair: OnRepair | None) -> None:
        super().__init__(then, on_repair=on_repair)
        self._dtd = dtd
        self._void = VOID | dtd.empty_elements
        self._forget()

    def _forget(self) -> None:
        document = self._dtd.context()
        self._levels = [_Level("", document, "html", Place(0, 1, 1))]
        # The heights at which each name, and each kind of place, is open: there are few, however deep the page.
        self._by_name: dict[str, list[int]] = {}
        self._by_context: dict[Context, list[int]] = {document: [0]}

    @override
    def start_document(self, locator: Locator) -> None:
        self._forget()
        super().start_document(locator)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self._make_room(name)
        foreign = self._levels[-1].content != "html"
        void = not foreign and name in self._void
        empty = void or (attrs.self_closing and (foreign or name not in self._dtd.elements))
        needs_end = empty and not foreign and name not in VOID and not (name in _FOREIGN and attrs.self_closing)
        if not empty:
            self._push(name)
        self.pass_start(name, attrs)
        if needs_end:
            self.pass_end(name, implied=True)

    @override
    def end_tag(self, name: str) -> None:
        # "</h1</a>" is the end tag of an "h1<"; a name that has been opened is a better guess.
        heights = self._by_name.get(name) or self._by_name.get(name.partition("<")[0])
        if heights:
            self._close_to(heights[-1], told=True)
        else:
            self.repaired("stray-end-tag", name)

    @override
    def text(self, data: str) -> None:
        if data.strip(_SPACE):
            self._make_room(TEXT)
        elif len(self._levels) == 1:
            return
        super().text(data)

    @override
    def end_document(self) -> None:
        self._close_to(1)
        super().end_document()

    def _make_room(self, name: str) -> None:
        """Close and open elements so that a tag or text may stand at the top."""
        for likely in (False, True):
            height, chain = self._nearest(name, likely=likely)
            if chain is not None:
                self._close_to(height + 1)
                for container in chain:
                    self._push(container)
                    self.pass_start(container, implied=True)
                return

    def _nearest(self, name: str, *, likely: bool) -> tuple[int, Iterable[str] | None]:
        best = -1
        chain: Iterable[str] | None = None
        for context, heights in self._by_context.items():
            if heights[-1] > best and (found := self._dtd.implied(context, name, likely=likely)) is not None:
                best = heights[-1]
                chain = found
        return best, chain

    def _push(self, name: str) -> None:
        height = len(self._levels)
        outer = self._levels[-1]
        context = self._dtd.enter(outer.context, name)
        if name not in self._dtd.elements:
            # One place is like another where nothing is known.
            context = context._replace(name=_UNKNOWN)
        content = _content(name, outer.content)
        self._levels.append(_Level(name, context, content, self.beginning()))
        self._by_name.setdefault(name, []).append(height)
        self._by_context.setdefault(context, []).append(height)

    def _close_to(self, keep: int, *, told: bool = False) -> None:
        levels = self._levels
        while len(levels) > keep:
            name, context, _, began = levels.pop()
            _drop_last(self._by_name, name)
            _drop_last(self._by_context, context)
            implied = not told or len(levels) > keep
            if implied and name not in self._dtd.optional_end_tags:
                self.repaired("unclosed", name, began)
            self.pass_end(name, implied=implied)


_UNKNOWN: Final = "?"


def _content(name: str, outer: str) -> str:
    """Return what stands in an element that stands in ``outer``."""
    if outer == "html":
        return name if name in _FOREIGN else outer
    points = SVG_HTML_POINTS if outer == "svg" else MATH_TEXT_POINTS
    return "html" if name in points else outer


def _drop_last(heights: dict[_K, list[int]], key: _K) -> None:
    heights[key].pop()
    if not heights[key]:
        del heights[key]
