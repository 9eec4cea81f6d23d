"""The list of active formatting elements: what is opened again where it was closed by something else.

Source: WHATWG HTML, "The list of active formatting elements". Beyond the standard's limit of three equal ones, there is one
for unequal ones, without which each paragraph of a hostile page could open all that those before it have left open.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from saxhtml.attributes import Attributes
from saxhtml.balance._stack import Element

MOST: Final = 16
"""Formatting elements that are kept since the last marker."""


class Entry(NamedTuple):
    """A formatting element with what its tag said; or a marker, which has no attributes."""

    element: Element
    attrs: Attributes | None


class FormattingList:
    """The list of active formatting elements."""

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def mark(self, element: Element) -> None:
        """Put a marker for an element in which nothing from outside is opened again."""
        entries = self.entries
        # Markers can be left behind, one for each of any number of cells; of such a row the second does what all do.
        if len(entries) > 1 and _left_behind(entries[-1]) and _left_behind(entries[-2]):
            del entries[-1]
        entries.append(Entry(element, None))

    def clear_to_marker(self) -> None:
        """Remove everything from the last marker on."""
        entries = self.entries
        while entries and (entry := entries.pop()).attrs is not None:
            entry.element.listed = False

    def find(self, name: str) -> Element | None:
        """Return the last element of a name since the last marker."""
        for element, attrs in reversed(self.entries):
            if attrs is None:
                return None
            if element.name == name:
                return element
        return None

    def remove(self, element: Element) -> None:
        """Remove an element that has been found."""
        at = len(self.entries) - 1
        while self.entries[at].element is not element:
            at -= 1
        self._delete(at)

    def add(self, element: Element, attrs: Attributes) -> bool:
        """Put an element at the end; tell whether another had to go for the sake of the limit."""
        entries = self.entries
        equal = []
        at = len(entries)
        while at and (known := entries[at - 1]).attrs is not None:
            at -= 1
            if known.element.name == element.name and known.attrs == attrs:
                equal.append(at)
        entries.append(Entry(element, attrs))
        element.listed = True
        if len(equal) >= 3:
            self._delete(equal[-1])
        elif len(entries) - at > MOST:
            self._delete(at)
            return True
        return False

    def reopened(self, at: int, element: Element) -> None:
        """Put a new element in the place of one that something else has closed."""
        self.entries[at] = Entry(element, self.entries[at].attrs)
        element.listed = True

    def _delete(self, at: int) -> None:
        self.entries.pop(at).element.listed = False

    def closed(self) -> int:
        """Return the place of the first element that is to be opened again; the end of the list when there is none."""
        entries = self.entries
        at = len(entries)
        while at and entries[at - 1].attrs is not None and not entries[at - 1].element.open:
            at -= 1
        return at


def _left_behind(entry: Entry) -> bool:
    return entry.attrs is None and not entry.element.open
