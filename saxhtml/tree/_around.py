"""Open elements of a stream that begins in the middle of a page, with nothing known of what is around.

``saxhtml._nesting`` takes what it was told of for the whole page. Here an end tag that ends nothing, and that nothing
holds back, is taken for that of an element around, and ends all that is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from typing_extensions import override

from saxhtml._elements import SPECIAL, VOID
from saxhtml._nesting import OpenElement, OpenElements
from saxhtml.attributes import Attributes

T = TypeVar("T")

_HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6".split())
_OPTIONS: Final = frozenset({"optgroup", "option"})
_TABLE_PARTS: Final = frozenset("caption col colgroup tbody td tfoot th thead tr".split())


class OpenElementsWithin(OpenElements[T], Generic[T]):
    """The open elements of a part of a page."""

    __slots__ = ()

    @override
    def start(self, name: str, attrs: Attributes) -> tuple[OpenElement[T] | None, Sequence[OpenElement[T]]]:
        if name in _TABLE_PARTS and len(self) and self._table_is_around() and next(iter(self)).name not in _TABLE_PARTS:
            closed = self.finish()
            return super().start(name, attrs)[0], closed
        if name in _OPTIONS and len(self) and next(iter(self)).name in _OPTIONS:  # in a select that is not known of
            closed = self._cut(self._implied_ends(but="optgroup" if name == "option" else ""))
            return super().start(name, attrs)[0], closed
        return super().start(name, attrs)

    @override
    def end(self, name: str) -> Sequence[OpenElement[T]]:
        is_inside = name in self._html or name in self._foreign
        closed = super().end(name)
        return closed if closed or is_inside or name in VOID or not self._is_around(name) else self.finish()

    def _table_is_around(self) -> bool:
        return not self._stack[-1]._scopes.table

    def _is_around(self, name: str) -> bool:
        """Whether the standard would go on looking for the element outside."""
        scopes = self._stack[-1]._scopes
        if name in _TABLE_PARTS or name == "table":
            return not scopes.table
        if name == "li":
            return not scopes.list_item
        # No p is around a block: it would have ended there.
        return not (scopes.default if name in SPECIAL and name != "p" else scopes.special)


def is_its_end_tag(name: str, element: str) -> bool:
    """Whether an end tag that ends an element is its own: of its name, or of any heading for a heading."""
    return name == element or (name in _HEADINGS and element in _HEADINGS)
