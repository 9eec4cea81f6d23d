"""What is wanted, and what has been found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from typing_extensions import override

from saxhtml import selector as selectors
from saxhtml.attributes import NO_ATTRIBUTES, Attributes
from saxhtml.position import Locator
from saxhtml.selector import Selector
from saxhtml.tree import Element


class Match:
    """An element that was matched; may be kept.

    ``name`` and ``attrs`` are those of its start tag; of text that was matched, the name is ``#text``. ``text``, ``source`` or
    ``tree`` has what was captured, the others are None. ``truncated`` tells that it was more than the limit, and stops there.
    """

    __slots__ = ("__weakref__", "_locator", "_place", "attrs", "name")

    _locator: Locator | None
    _place: tuple[int, int, int, int]
    text: str | None = None
    source: str | None = None
    tree: Element | None = None
    truncated: bool = False

    def __init__(self, name: str, attrs: Attributes, locator: Locator) -> None:
        self.name = name
        self.attrs = attrs
        self._locator = locator

    @property
    def offset(self) -> int:
        """Characters of the input before the element."""
        return self._settle()[0]

    @property
    def end_offset(self) -> int:
        """Characters of the input before what follows the element; what follows its start tag, as long as it is open."""
        return self._settle()[1]

    @property
    def line(self) -> int:
        """The line on which the element begins, from 1."""
        return self._settle()[2]

    @property
    def column(self) -> int:
        """The column at which the element begins, in characters from 1."""
        return self._settle()[3]

    @override
    def __repr__(self) -> str:
        return f"<Match {self.name} {self.attrs!r}>"

    def _settle(self) -> tuple[int, int, int, int]:
        """Note the place of the event at hand, once and for all."""
        locator = self._locator
        if locator is not None:
            start = locator.offset
            self._place = (start, locator.end_offset, *locator._line_and_column(start))
            self._locator = None
        return self._place


class Captured(Match):
    """A match in the making."""

    __slots__ = ("begun", "is_open", "owns_tag", "source", "text", "tree", "truncated")

    is_open: bool
    """Whether it is in the stack of open elements, and has not been delivered."""
    owns_tag: Literal["all", "part", "none"]
    """The end tag that ended it: its own, one inside it, or one outside."""
    begun: int
    """Where it begins in what is captured."""

    def __init__(self, name: str, attrs: Attributes, locator: Locator) -> None:
        super().__init__(name, attrs, locator)
        self.text = self.source = self.tree = None
        self.truncated = self.is_open = False

    def end_at(self, offset: int) -> None:
        """Note where it ends."""
        start, _, line, column = self._settle()
        self._place = (start, offset, line, column)
        self.is_open = False


class Wanted:
    """Which elements are wanted: what ``capture`` looks for."""

    __slots__ = ("matches", "selector", "starts", "test", "text")

    def __init__(
        self,
        matches: Callable[[str, Attributes], bool],
        *,
        starts: bool | frozenset[str],
        text: bool = False,
        selector: Selector | None = None,
        test: Callable[[Match], object] | None = None,
    ) -> None:
        self.matches = matches
        """Tells by its start tag alone whether an element is wanted."""
        self.starts = starts
        """Names of the elements that may match, as :class:`~saxhtml.Interest` has them."""
        self.text = text
        """Whether text is wanted too."""
        self.selector = selector
        """What has to match besides, and needs to see every tag."""
        self.test = test
        """What has to be true of the match besides, asked last."""

    def match(self, name: str, attrs: Attributes, locator: Locator) -> Captured | None:
        """Return the match whose start tag is the event at hand, or None. The selector is not asked."""
        if self.matches(name, attrs):
            match = Captured(name, attrs, locator)
            if self.test is None or self.test(match):
                return match
        return None

    def match_text(self, data: str, locator: Locator) -> Captured | None:
        """Return the match that is the text at hand, or None."""
        if self.text:
            match = Captured("#text", NO_ATTRIBUTES, locator)
            match.text = data
            if self.test is None or self.test(match):
                return match
        return None


def by_selector(selector: str | Selector, *, test: Callable[[Match], object] | None = None) -> Wanted:
    """Want the elements that match a CSS selector. Raises :class:`~saxhtml.selector.SelectorError` for what is none."""
    compiled = selectors.compile(selector)
    if compiled.needs_structure:
        return Wanted(_any, starts=True, selector=compiled, test=test)
    return Wanted(compiled.matches, starts=True if compiled.subjects is None else compiled.subjects, test=test)


def _any(_name: str, _attrs: Attributes) -> bool:
    return True
