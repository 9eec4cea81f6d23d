"""The stack of open elements, with the answers that the tree construction rules ask of it, none of which walks the stack.

Source: WHATWG HTML, "The stack of open elements". An element that the standard takes out of the middle of its stack stays
here, marked as leaving, until what is open in it has ended: nothing finds it, and in the tree that comes of it nothing
differs, since where an element ends is no matter of the tree once all within it have.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Final, Literal, NamedTuple

from typing_extensions import override

from saxhtml._elements import MATH_TEXT_POINTS, SPECIAL, SVG_HTML_POINTS
from saxhtml.attributes import NO_ATTRIBUTES, Attributes, ascii_lower
from saxhtml.balance._repair import Place

Namespace = Literal["html", "svg", "math"]


class _Scopes(NamedTuple):
    """Where the standard stops looking down the stack: for each of its lists of stops, the place of the nearest one.

    Most elements are no stop and share the record of the element around them, so nothing is undone when they end.
    """

    special: int
    list_start: int  # special, without address, div and p
    default: int
    list_item: int
    button: int
    table: int
    mode: int  # what tells in which insertion mode one is


class Element:
    """An open element, at place ``at`` of the stack; ``began`` is where its start tag stands."""

    __slots__ = (
        "at",
        "began",
        "html_inside",
        "leaving",
        "listed",
        "name",
        "namespace",
        "open",
        "outer",
        "run",
        "scopes",
        "text_inside",
    )

    def __init__(self, name: str, namespace: Namespace, at: int, scopes: _Scopes, began: Place) -> None:
        self.name = name
        self.namespace = namespace
        self.at = at
        self.scopes = scopes
        self.began = began
        self.open = True
        self.leaving = False
        self.listed = False
        """Whether it is in the list of active formatting elements."""
        self.html_inside = False
        """Whether it is an HTML integration point."""
        self.text_inside = False
        """Whether it is a MathML text integration point."""
        self.outer = -1
        """The place of the next element of the same name and kind further out."""
        self.run = at
        """Of a foreign element, where the foreign elements begin that it stands in without an HTML one in between."""

    @override
    def __repr__(self) -> str:
        return f"<{self.name}>"


class Stack:
    """The open elements. Place 0 stands for the document, so that there always is a top, and 0 as a stop is none."""

    __slots__ = ("_foreign", "_html", "elements", "top")

    def __init__(self) -> None:
        self.top = Element("", "html", 0, _Scopes(0, 0, 0, 0, 0, 0, 0), Place(0, 1, 1))
        self.elements = [self.top]
        self._html: dict[str, int] = {}
        self._foreign: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.elements)

    def push(self, name: str, namespace: Namespace, began: Place, attrs: Attributes = NO_ATTRIBUTES) -> Element:
        """Open an element."""
        top = self.top
        at = len(self.elements)
        scopes = top.scopes
        if namespace == "html":
            places = self._html
            if (stop := _STOPS.get(name)) is not None:
                scopes = stop(at, scopes)
            if name in _MODE_TELLERS:
                scopes = scopes._replace(mode=at)
            element = Element(name, namespace, at, scopes, began)
        else:
            places = self._foreign
            points = SVG_HTML_POINTS if namespace == "svg" else _MATH_POINTS
            if name in points:
                scopes = _all_but_table_stop(at, scopes)
            element = Element(name, namespace, at, scopes, began)
            if top.namespace != "html":
                element.run = top.run
            if name in points:
                if name in MATH_TEXT_POINTS and namespace == "math":
                    element.text_inside = True
                elif namespace == "svg" or ascii_lower(attrs.get("encoding", "")) in _HTML_ENCODINGS:
                    element.html_inside = True
        element.outer = places.get(name, -1)
        places[name] = at
        self.elements.append(element)
        self.top = element
        return element

    def pop(self) -> Element:
        """End the innermost element."""
        element = self.elements.pop()
        self.top = self.elements[-1]
        element.open = False
        if not element.leaving:
            self._forget(element)
        return element

    def leave(self, element: Element) -> None:
        """Take an element out of the middle, as far as anybody asks."""
        element.leaving = True
        element.open = False
        self._forget(element)

    def _forget(self, element: Element) -> None:
        places = self._html if element.namespace == "html" else self._foreign
        at = places[element.name]
        if at != element.at:
            while (inner := self.elements[at]).outer != element.at:
                at = inner.outer
            inner.outer = element.outer
        elif element.outer < 0:
            del places[element.name]
        else:
            places[element.name] = element.outer

    # Each of these gives a place, which is 0 where there is none.

    def within(self, name: str, stop: int) -> int:
        """Return the place of the innermost HTML element of a name, if it is no further out than ``stop``."""
        at = self._html.get(name, 0)
        return at if at >= stop else 0

    def anywhere(self, name: str) -> int:
        """Return the place of the innermost HTML element of a name."""
        return self._html.get(name, 0)

    def in_scope(self, name: str) -> int:
        """Return the place of an element that is in scope."""
        return self.within(name, self.top.scopes.default)

    def in_table_scope(self, name: str) -> int:
        """Return the place of an element that is in table scope."""
        return self.within(name, self.top.scopes.table)

    def in_button_scope(self, name: str) -> int:
        """Return the place of an element that is in button scope."""
        return self.within(name, self.top.scopes.button)

    def foreign(self, name: str) -> int:
        """Return the place of a foreign element that an end tag names, seen from a foreign element."""
        at = self._foreign.get(name, 0)
        return at if at >= self.top.run else 0

    def back_to(self, names: Container[str]) -> int:
        """Return how much of the stack to keep so that the top is an HTML element of these names, or the document."""
        keep = len(self.elements)
        while keep > 1 and ((top := self.elements[keep - 1]).name not in names or top.namespace != "html"):
            keep -= 1
        return keep

    def without_implied(self, names: Container[str], but: str = "") -> int:
        """Return how much of the stack to keep when the elements of these names end whose end tags may be left out."""
        keep = len(self.elements)
        while (top := self.elements[keep - 1]).name in names and top.name != but and top.namespace == "html":
            keep -= 1
        return keep


def _plain_stop(at: int, outer: _Scopes) -> _Scopes:
    return outer._replace(special=at)


def _special_stop(at: int, outer: _Scopes) -> _Scopes:
    return outer._replace(special=at, list_start=at)


def _list_stop(at: int, outer: _Scopes) -> _Scopes:
    return outer._replace(special=at, list_start=at, list_item=at)


def _button_stop(at: int, outer: _Scopes) -> _Scopes:
    return outer._replace(special=at, list_start=at, button=at)


def _all_but_table_stop(at: int, outer: _Scopes) -> _Scopes:
    return _Scopes(at, at, at, at, at, outer.table, outer.mode)


def _all_stop(at: int, outer: _Scopes) -> _Scopes:
    return _Scopes(at, at, at, at, at, at, outer.mode)


_STOPS: Final[dict[str, Callable[[int, _Scopes], _Scopes]]] = {
    **dict.fromkeys(SPECIAL, _special_stop),
    **dict.fromkeys("address div p".split(), _plain_stop),
    **dict.fromkeys("ol ul".split(), _list_stop),
    **dict.fromkeys("applet caption marquee object select td th".split(), _all_but_table_stop),
    **dict.fromkeys("html table template".split(), _all_stop),
    "button": _button_stop,
}

_MODE_TELLERS: Final = frozenset("body caption colgroup frameset head html table tbody td template tfoot th thead tr".split())
_MATH_POINTS: Final = MATH_TEXT_POINTS | {"annotation-xml"}
_HTML_ENCODINGS: Final = frozenset({"text/html", "application/xhtml+xml"})
